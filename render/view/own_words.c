/* The few words that benchdoc itself puts into documents, in the languages it knows. */
#include "render/view/internal.h"

#include <string.h>
#include <strings.h>

enum { LANGUAGES = 5 };

static const char *const languages[LANGUAGES] = { "zh", "de", "ja", "ko", "fr" };

static const struct own_word {
    const char *english, *said[LANGUAGES];
} words[] = {
    { "Environment", { "环境", "Umgebung", "環境", "환경", "Environnement" } },
    { "Value", { "值", "Wert", "値", "값", "Valeur" } },
    { "CPU", { "CPU", "CPU", "CPU", "CPU", "CPU" } },
    { "Cores", { "核心数", "Kerne", "コア数", "코어 수", "Cœurs" } },
    { "Memory", { "内存", "Speicher", "メモリ", "메모리", "Mémoire" } },
    { "OS", { "操作系统", "Betriebssystem", "OS", "운영 체제", "Système" } },
    { "Java", { "Java", "Java", "Java", "Java", "Java" } },
    { "VM", { "虚拟机", "VM", "VM", "VM", "VM" } },
    { "JDK", { "JDK", "JDK", "JDK", "JDK", "JDK" } },
    { "Backend", { "后端", "Backend", "バックエンド", "백엔드", "Backend" } },
    { "Commit", { "提交", "Commit", "コミット", "커밋", "Commit" } },
    { "{stat} of {n} observations is their maximum.",
      { "{n} 次观测的 {stat} 就是其最大值。",
        "{stat} von {n} Beobachtungen ist ihr Maximum.", /* de */
        "{n} 件の観測の {stat} はその最大値です。",      /* ja */
        "관측값 {n}개의 {stat}은(는) 그 최댓값입니다.",  /* ko */
        "Sur {n} observations, {stat} est leur maximum." } },
    { "As the results report them: {stats}.",
      { "按结果文件所报告：{stats}。", "Wie die Ergebnisse sie angeben: {stats}.",
        "結果ファイルの報告値：{stats}。", "결과 파일이 보고한 값: {stats}.",
        "Tels que les résultats les donnent : {stats}." } },
};

/* "zh-CN" is zh; Chinese in traditional characters is not. */
static bool speaks(const char *language, const char *known)
{
    static const char *const traditional[] = { "zh-tw", "zh-hk", "zh-mo", "zh-hant" };
    size_t n = strlen(known);
    if (strncasecmp(language, known, n) != 0 || (language[n] && language[n] != '-'))
        return false;
    for (size_t i = 0; i < BD_COUNT(traditional); i++)
        if (strncasecmp(language, traditional[i], strlen(traditional[i])) == 0)
            return false;
    return true;
}

const char *bd_own_words(const char *language, const char *text)
{
    if (speaks(language, "en"))
        return text;
    for (size_t k = 0; k < LANGUAGES; k++)
        for (size_t i = 0; speaks(language, languages[k]) && i < BD_COUNT(words); i++)
            if (strcmp(words[i].english, text) == 0)
                return words[i].said[k];
    return NULL;
}
