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
    /* charts */
    { "no data", { "无数据", "keine Daten", "データなし", "데이터 없음", "aucune donnée" } },
    { "names without their common beginning “{}”",
      { "名称省略了共同开头“{}”", "Namen ohne ihren gemeinsamen Anfang „{}“",
        "名前の共通の先頭「{}」は省略", "이름의 공통 앞부분 “{}” 생략",
        "noms sans leur début commun « {} »" } },
    { "one name in {} is written",
      { "每 {} 个名称标出一个", "von je {} Namen steht einer da", "名前は {} 個に 1 個だけ記載",
        "이름은 {}개마다 하나만 적음", "un nom sur {} est écrit" } },
    { "values without room for a label: {}",
      { "因空间不足未标注的数值：{} 个", "Werte ohne Platz für eine Beschriftung: {}",
        "場所がなく表示していない値：{} 件", "자리가 없어 표시하지 않은 값: {}개",
        "valeurs sans place pour une étiquette : {}" } },
    { "not on a log axis, being zero or less: {}",
      { "为零或负数、无法显示在对数轴上：{} 个",
        "nicht auf der logarithmischen Achse, weil null oder kleiner: {}",
        "ゼロ以下のため対数軸に表示できない値：{} 件",
        "0 이하여서 로그 축에 표시할 수 없는 값: {}개",
        "absentes de l’axe logarithmique, car nulles ou négatives : {}" } },
    { "lower is better",
      { "越低越好", "niedriger ist besser", "低いほど良い", "낮을수록 좋음",
        "plus c’est bas, mieux c’est" } },
    { "higher is better",
      { "越高越好", "höher ist besser", "高いほど良い", "높을수록 좋음",
        "plus c’est haut, mieux c’est" } },
    { "{y} by {x}",
      { "{y}（按{x}）", "{y} nach {x}", "{x}別の{y}", "{x}별 {y}", "{y} selon {x}" } },
    { "percentile", { "百分位", "Perzentil", "パーセンタイル", "백분위수", "centile" } },
    { "samples", { "样本数", "Messwerte", "サンプル数", "표본 수", "échantillons" } },
    { "share of samples",
      { "样本占比", "Anteil der Messwerte", "サンプルの割合", "표본 비율",
        "part des échantillons" } },
    { "commit {id}", { "提交 {id}", "Commit {id}", "コミット {id}", "커밋 {id}", "commit {id}" } },
    { "{n} commits",
      { "{n} 个提交", "{n} Commits", "{n} 件のコミット", "커밋 {n}개", "{n} commits" } },
    { "{n} CPUs", { "{n} 种 CPU", "{n} CPUs", "{n} 種類の CPU", "CPU {n}종", "{n} CPU" } },
    { "Without a number: {names}.",
      { "没有数值：{names}。", "Ohne Zahl: {names}.", "値なし：{names}。", "값 없음: {names}.",
        "Sans valeur : {names}." } },
    { "Results without an interval: {n}.",
      { "没有置信区间的结果：{n} 个。", "Ergebnisse ohne Intervall: {n}.",
        "区間が報告されていない結果：{n} 件。", "구간이 없는 결과: {n}개.",
        "Résultats sans intervalle : {n}." } },
    { "Medians of parts need not add up to the median of the whole.",
      { "各部分的中位数之和不一定等于总体的中位数。",
        "Mediane der Teile ergeben zusammen nicht unbedingt den Median des Ganzen.",
        "各部分の中央値の合計は全体の中央値と一致するとは限りません。",
        "부분의 중앙값을 더해도 전체의 중앙값과 같지 않을 수 있습니다.",
        "La somme des médianes des parties n’est pas forcément la médiane du tout." } },
    { "lowest {low}, highest {high}",
      { "最低 {low}，最高 {high}", "niedrigster Wert {low}, höchster {high}",
        "最低は {low}、最高は {high}", "최저 {low}, 최고 {high}",
        "minimum {low}, maximum {high}" } },
    { "{value} everywhere",
      { "均为 {value}", "überall {value}", "すべて {value}", "모두 {value}", "partout {value}" } },
    { "{series} {first} at {from} to {last} at {to}",
      { "{series} 从 {from} 时的 {first} 到 {to} 时的 {last}",
        "{series} {first} bei {from} bis {last} bei {to}",
        "{series} {from} で {first}、{to} で {last}",
        "{series} {from}에서 {first}, {to}에서 {last}",
        "{series} de {first} pour {from} à {last} pour {to}" } },
    { "{series} {first} at {from}",
      { "{series} {from} 时为 {first}", "{series} {first} bei {from}", "{series} {from} で {first}",
        "{series} {from}에서 {first}", "{series} {first} pour {from}" } },
    { "{series} median {median}, p95 {p95}, n = {n}",
      { "{series} 中位数 {median}，p95 {p95}，n = {n}",
        "{series} Median {median}, p95 {p95}, n = {n}",
        "{series} 中央値 {median}、p95 {p95}、n = {n}",
        "{series} 중앙값 {median}, p95 {p95}, n = {n}",
        "{series} médiane {median}, p95 {p95}, n = {n}" } },
    { "median {median}, n = {n}",
      { "中位数 {median}，n = {n}", "Median {median}, n = {n}", "中央値 {median}、n = {n}",
        "중앙값 {median}, n = {n}", "médiane {median}, n = {n}" } },
    { "and {n} more",
      { "另有 {n} 项", "und {n} weitere", "ほか {n} 件", "외 {n}개", "et {n} de plus" } },
    { "change points: {list}",
      { "变化点：{list}", "Änderungspunkte: {list}", "変化点：{list}", "변화점: {list}",
        "points de rupture : {list}" } },
    { "no change points",
      { "无变化点", "keine Änderungspunkte", "変化点なし", "변화점 없음",
        "aucun point de rupture" } },
    { "{change} at {place}",
      { "{place} 处 {change}", "{change} bei {place}", "{place} で {change}",
        "{place}에서 {change}", "{change} à {place}" } },
    { "Change points, with their percentage: where a line changed and stayed changed (p < {p}).",
      { "变化点（附百分比）：折线在此变化并保持变化（p < {p}）。",
        "Änderungspunkte, mit Prozentzahl: hier änderte sich eine Linie und blieb so (p < {p}).",
        "変化点（百分率付き）：線が変化し、そのまま続いた箇所（p < {p}）。",
        "변화점(백분율 표시): 선이 바뀌어 그대로 유지된 곳(p < {p}).",
        "Points de rupture, avec leur pourcentage : une ligne a changé durablement (p < {p})." } },
    { "{title}: {text}",
      { "{title}：{text}", "{title}: {text}", "{title}：{text}", "{title}: {text}",
        "{title} : {text}" } },
    { "{text}; {better}.",
      { "{text}；{better}。", "{text}; {better}.", "{text}。{better}。", "{text}. {better}.",
        "{text} ; {better}." } },
    { "{number} ({name})",
      { "{number}（{name}）", "{number} ({name})", "{number}（{name}）", "{number} ({name})",
        "{number} ({name})" } },
    { "{text}.", { "{text}。", "{text}.", "{text}。", "{text}.", "{text}." } },
    { "; ", { "；", "; ", "；", "; ", " ; " } },
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
