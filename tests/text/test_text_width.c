/* Display widths: sums over East Asian Width (UAX #11: W and F are two columns), with
 * the sequences of UTS #51 (emoji) as one picture of two columns. */
#include "tests/text/text_support.h"

static void a_text_is_as_wide_as_it_is_drawn(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t width;
    } rows[] = {
        { "", 0 },
        { "abc", 3 },
        { "写入总耗时", 10 },
        { "不适用（不支持 SQL）", 20 },
        { "데이터베이스", 12 },
        { "ｶﾀｶﾅ", 4 },               /* half width */
        { "ＡＢ", 4 },               /* full width */
        { "e\xCC\x81t\xC3\xA9", 3 }, /* combining acute: "été" */
        { "µs – ±5 %", 9 },
        { "\xF0\x9F\x9A\x80", 2 },                             /* rocket */
        { "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB", 2 }, /* woman, joiner, laptop */
        { "\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD", 2 },             /* thumb with skin tone */
        { "\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA", 2 },             /* flag of two letters */
        { "\xE2\x9D\xA4\xEF\xB8\x8F", 2 },                     /* heart as emoji */
        { "\xE2\x9D\xA4", 1 },                                 /* heart as text */
        { "1\xEF\xB8\x8F\xE2\x83\xA3", 2 },                    /* keycap */
        { "a\xE2\x80\x8D"
          "b",
          2 },                                         /* a joiner joins no letters */
        { "\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB", 2 }, /* Hangul in parts */
        { "\xFF\xFE", 2 },                             /* not UTF-8 */
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        size_t width = bd_display_width(bd_str_of(rows[i].text));
        if (width != rows[i].width)
            fail_msg("\"%s\": %zu columns, not %zu", rows[i].text, width, rows[i].width);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_text_is_as_wide_as_it_is_drawn) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
