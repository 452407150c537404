/* Comparisons of values that are no measurements as one expects them: zero, negative, no
 * number, another unit, and what JSON and CSV make of them. */
#include "tests/cli/cli_support.h"

#include <string.h>

static const char base[] = "[{\"name\":\"zero\",\"value\":0,\"unit\":\"ms\"},\n"
                           " {\"name\":\"to zero\",\"value\":3,\"unit\":\"ms\"},\n"
                           " {\"name\":\"both zero\",\"value\":0,\"unit\":\"ms\"},\n"
                           " {\"name\":\"negative\",\"value\":-5,\"unit\":\"ms\"},\n"
                           " {\"name\":\"nan\",\"value\":NaN,\"unit\":\"ms\"},\n"
                           " {\"name\":\"infinite\",\"value\":1,\"unit\":\"ms\"},\n"
                           " {\"name\":\"unit\",\"value\":1.5,\"unit\":\"ms\"},\n"
                           " {\"name\":\"kind\",\"value\":1.5,\"unit\":\"ms\"},\n"
                           " {\"name\":\"rate\",\"value\":100,\"unit\":\"ops/s\"},\n"
                           " {\"name\":\"old\",\"value\":1.5,\"unit\":\"ms\"}]\n";
static const char head[] = "[{\"name\":\"zero\",\"value\":3,\"unit\":\"ms\"},\n"
                           " {\"name\":\"to zero\",\"value\":0,\"unit\":\"ms\"},\n"
                           " {\"name\":\"both zero\",\"value\":0,\"unit\":\"ms\"},\n"
                           " {\"name\":\"negative\",\"value\":-4,\"unit\":\"ms\"},\n"
                           " {\"name\":\"nan\",\"value\":2,\"unit\":\"ms\"},\n"
                           " {\"name\":\"infinite\",\"value\":-Infinity,\"unit\":\"ms\"},\n"
                           " {\"name\":\"unit\",\"value\":1500,\"unit\":\"us\"},\n"
                           " {\"name\":\"kind\",\"value\":1500,\"unit\":\"B\"},\n"
                           " {\"name\":\"rate\",\"value\":10,\"unit\":\"ms/op\"},\n"
                           " {\"name\":\"new\",\"value\":1.5,\"unit\":\"ms\"}]\n";

/* What is said of each, in the order of their names. */
static const char verdicts[] = "both zero|same|0|1|0|0\n"
                               "infinite|incomparable|||1|\n"
                               "kind|incomparable|||1.5|1500\n"
                               "nan|incomparable||||2\n"
                               "negative|unconfirmed|20||-5|-4\n"
                               "new|new||||1.5\n"
                               "old|gone|||1.5|\n"
                               "rate|same|0|1|100|10\n"
                               "to zero|unconfirmed|-100|0|3|0\n"
                               "unit|same|0|1|1.5|1500\n"
                               "zero|incomparable|||0|3";

static desk open_files(void)
{
    desk d = desk_open();
    test_write_text("a.json", base);
    test_write_text("b.json", head);
    return d;
}

static void what_cannot_be_compared_is_told_why(void **state)
{
    (void)state;
    static const struct {
        const char *name, *why;
    } rows[] = {
        { "zero", "incomparable: the baseline is 0, so that there is no percentage" },
        { "nan", "incomparable: the baseline is failed (the value is no number)" },
        { "infinite", "incomparable: the head is failed (the value is no number)" },
        { "kind", "incomparable: the unit changed from \"ms\" to \"B\", which do not convert" },
        { "new", "new: the baseline has no such series" },
        { "old", "gone: the head has no such series" },
    };
    desk d = open_files();
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        desk_expect(
            &d, bd_arena_printf(&d.arena, "why --compare a.json b.json benchmark=%s", rows[i].name),
            0);
        desk_says(&d, rows[i].why);
        if (strstr(d.out.data, "threshold")) /* nothing was held against it */
            fail_msg("%s", d.out.data);
    }
    desk_expect(&d, "why --compare a.json b.json benchmark=rate", 0);
    desk_says(&d, "a rate and a time: reciprocals of the means");
    desk_close(&d);
}

static void json_has_a_number_or_no_member(void **state)
{
    (void)state;
    desk d = open_files();
    desk_expect(&d, "compare a.json b.json --json", 0);
    assert_string_equal(
        desk_json(&d, ".groups[0].rows | sort_by(.series)[] | [.series, .verdict, "
                      "(.percent // \"\" | if type == \"number\" then round else . end), "
                      "(.ratio // \"\"), (.base.value // \"\"), (.head.value // \"\")] "
                      "| map(tostring) | join(\"|\")"),
        verdicts);
    /* null is never written; what is there is finite */
    assert_string_equal(desk_json(&d, "[.. | select(. == null)] | length"), "0");
    assert_string_equal(desk_json(&d, "[.. | numbers | select(isinfinite or isnan)] | length"),
                        "0");
    assert_null(strstr(d.out.data, "null"));
    desk_close(&d);
}

static void csv_has_a_number_or_nothing(void **state)
{
    (void)state;
    desk d = open_files();
    desk_expect(&d, "compare a.json b.json --as csv", 0);
    static const char *const lines[] = {
        ",,,zero,value,incomparable,0,ms,,3,ms,,,,,none,",
        ",,,nan,value,incomparable,,ms,,2,ms,,,,,none,",
        ",,,infinite,value,incomparable,1,ms,,,ms,,,,,none,",
        ",,,new,value,new,,,,1.5,ms,,,,,none,",
        ",,,old,value,gone,1.5,ms,,,,,,,,none,",
        ",,,both zero,value,same,0,ms,,0,ms,,0,,,none,",
        ",,,kind,value,incomparable,1.5,ms,,1500,B,,,,,none,",
    };
    for (size_t i = 0; i < BD_COUNT(lines); i++)
        desk_says(&d, lines[i]);
    static const char *const no_numbers[] = { "NaN", "inf,", "Infinity", "null" };
    for (size_t i = 0; i < BD_COUNT(no_numbers); i++)
        if (strstr(d.out.data, no_numbers[i]))
            fail_msg("%s", d.out.data);
    desk_close(&d);
}

/* Twelve days around 100 ms, written as microseconds from the seventh on; "y" becomes bytes. */
static void a_unit_that_changes_in_the_middle_of_a_history_changes_no_number(void **state)
{
    (void)state;
    desk d = desk_open();
    for (int day = 1; day <= 13; day++) {
        bool late = day >= 7;
        const char *file = day == 13
                               ? "[{\"name\":\"x\",\"value\":0.2,\"unit\":\"s\"},"
                                 "{\"name\":\"y\",\"value\":5,\"unit\":\"B\"}]"
                               : bd_arena_printf(&d.arena,
                                                 "[{\"name\":\"x\",\"value\":%d%s,\"unit\":\"%s\"},"
                                                 "{\"name\":\"y\",\"value\":%d,\"unit\":\"%s\"}]",
                                                 100 + day % 3, late ? "000" : "",
                                                 late ? "us" : "ms", day, late ? "B" : "ms");
        test_write_text("r.json", file);
        if (day < 13)
            desk_expect(&d,
                        bd_arena_printf(&d.arena,
                                        "ingest r.json --suite custom -e cpu=epyc --branch main "
                                        "--measured-at 2026-01-%02dT10:00:00Z",
                                        day),
                        0);
    }
    test_write_text("environment.txt", "cpu=epyc\n");
    desk_expect(&d, "compare --head r.json --json benchmark=x", 0);
    /* the median of 100, 101 and 102 is 101 ms; 12 % 3 is 0 */
    assert_string_equal(desk_json(&d, ".groups[0].rows[0] | .verdict, .percent, .history, "
                                      ".noise.center, .base.value, .base.unit"),
                        "worse\n100\n12\n0.101\n100000\nus");
    desk_expect(&d, "history changes --json", 0);
    assert_string_equal(desk_json(&d, ".changes"), "[]");
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_compared_is_told_why),
        cmocka_unit_test(json_has_a_number_or_no_member),
        cmocka_unit_test(csv_has_a_number_or_nothing),
        cmocka_unit_test(a_unit_that_changes_in_the_middle_of_a_history_changes_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
