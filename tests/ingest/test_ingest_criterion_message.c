/* `cargo criterion --message-format=json`, and the one name for all that Criterion writes. */
#include "tests/ingest/broken.h"

#include <string.h>

#define MESSAGE(id, typical, more)                                                           \
    "{\"reason\":\"benchmark-complete\",\"id\":\"" id "\",\"report_directory\":\"/home/x\"," \
    "\"iteration_count\":[10,20],\"measured_values\":[1000.0,2400.0],\"unit\":\"ns\","       \
    "\"throughput\":[{\"per_iteration\":64,\"unit\":\"bytes\"}],"                            \
    "\"typical\":{\"estimate\":" typical ",\"lower_bound\":101.5,\"upper_bound\":130.25,"    \
    "\"unit\":\"ns\"},\"mean\":{\"estimate\":112.5,\"lower_bound\":1,\"upper_bound\":2,"     \
    "\"unit\":\"ns\"},\"median\":{\"estimate\":110.0,\"unit\":\"ns\"},"                      \
    "\"median_abs_dev\":{\"estimate\":14.5,\"unit\":\"ns\"},\"slope\":null" more "}\n"

static const char messages[] =
    "   Compiling parse v0.1.0\n"
    "{\"reason\":\"compiler-artifact\",\"fresh\":true}\n" MESSAGE(
        "parse/20", "115.25",
        "") "parse/20                time:   [101.50 ns 115.25 ns 130.25 "
            "ns]\n" MESSAGE("write", "7.5",
                            ",\"change\":{\"mean\":{\"estimate\":0.1,\"unit\":\"%\"}"
                            "}") "{\"reason\":\"group-complete\",\"group_name\":"
                                 "\"parse\",\"benchmarks\":[\"parse/20\"]}\n";

static void each_message_is_a_point_and_the_console_beside_it_is_none(void **state)
{
    (void)state;
    static const char *const formats[] = { NULL, "criterion", "cargo" };
    for (size_t i = 0; i < BD_COUNT(formats); i++) {
        reading_result r = test_ingest_text(messages, formats[i]);
        assert_read(&r);
        assert_string_equal(r.run->format, i == 2 ? "cargo" : "criterion");
        assert_int_equal(r.run->point_count, 2);
        const bd_point *p = test_find_point(r.run, "parse/20", "time", "");
        assert_non_null(p);
        assert_string_equal(test_number(p->value), "115.25");
        assert_string_equal(p->unit, "ns");
        assert_string_equal(test_number(p->low), "101.5");
        assert_string_equal(test_number(p->high), "130.25");
        assert_int_equal(p->n, 2);
        assert_true(p->samples.doubles[0] == 100 && p->samples.doubles[1] == 120);
        assert_int_equal(p->reported_count, 3);
        assert_string_equal(p->rest,
                            "{\"throughput\":[{\"per_iteration\":64,\"unit\":\"bytes\"}]}");
        assert_null(p->compat);
        test_ingest_drop(&r);
    }
}

static void every_number_has_its_place(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(messages, NULL);
    int line, column;
    assert_read(&r);
    const bd_point *p = &r.run->points[0];
    const struct {
        const char *text;
        int line, column;
    } rows[] = {
        { "115.25", p->source.line, p->source.column },
        { "101.5,", p->low_at.line, p->low_at.column },
        { "130.25,", p->high_at.line, p->high_at.column },
        { "112.5,", p->reported[0].at.line, p->reported[0].at.column },
        { "110.0,", p->reported[1].at.line, p->reported[1].at.column },
        { "14.5,", p->reported[2].at.line, p->reported[2].at.column },
        { "[1000.0", p->observed_at.line, p->observed_at.column },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        test_place(messages, rows[i].text, &line, &column);
        if (line != rows[i].line || column != rows[i].column)
            fail_msg("%s: %d:%d, not %d:%d", rows[i].text, rows[i].line, rows[i].column, line,
                     column);
    }
    test_ingest_drop(&r);
}

static void other_measurements_are_values_and_no_number_is_a_failure(void **state)
{
    (void)state;
    static const char text[] = "{\"reason\":\"benchmark-complete\",\"id\":\"a\",\"mean\":"
                               "{\"estimate\":5,\"unit\":\"cycles\"}}\n"
                               "{\"reason\":\"benchmark-complete\",\"id\":\"b\",\"unit\":\"ns\","
                               "\"slope\":{\"estimate\":null}}\n";
    reading_result r = test_ingest_text(text, NULL);
    assert_read(&r);
    assert_string_equal(test_find_point(r.run, "a", "value", NULL)->unit, "cycles");
    assert_int_equal(test_find_point(r.run, "b", "time", NULL)->outcome, BD_OUTCOME_FAILED);
    test_ingest_drop(&r);
}

static void what_is_broken_is_told_with_its_place(void **state)
{
    (void)state;
    static const char text[] = MESSAGE("a", "5", "") MESSAGE("b", "6", "");
    static const broken_case cases[] = {
        { "\"estimate\":5", "\"estimate\":\"x\"", "\"x\"", "$.typical.estimate",
          "expected a number, found the string \"x\"", 0 },
        { "\"id\":\"a\"", "\"ID\":\"a\"", "{\"reason", "$",
          "expected the member \"id\", which is not there", 0 },
        { "[10,20]", "[10]", "[10]", "$.iteration_count", "1 counts, where there are 2 times", 0 },
        { "[10,20]", "[10,0]", "[10,0]", "$.iteration_count", "expected counts above zero", 0 },
        { "\"slope\":null}\n{", "\"slope\":null\n{", "\n{", NULL,
          "the text ends inside the object that begins at 1:1", 0 },
    };
    test_all_broken("messages.json", text, cases, BD_COUNT(cases));
}

/* One name, whatever Criterion wrote. */
static void the_name_criterion_takes_all_three_forms(void **state)
{
    (void)state;
    static const char estimates[] =
        "{\"mean\":{\"confidence_interval\":{\"confidence_level\":0.95,\"lower_bound\":1.5,"
        "\"upper_bound\":2.5},\"point_estimate\":2,\"standard_error\":0.1},"
        "\"std_dev\":{\"point_estimate\":0.5}}";
    static const struct {
        const char *text, *message;
    } rows[] = {
        { messages, NULL },
        { MESSAGE("a", "5", ""), NULL }, /* one line is one JSON document, too */
        { "fib 20   time:   [26.029 us 26.251 us 26.505 us]\n", NULL },
        { estimates, NULL },
        { "{\"mean\": {\"point_estimate\": 0.1}}", "these are changes since another run" },
        { "[1, 2", "the text ends inside the array" },
        { "no result\n", "no result of Criterion.rs in it" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = test_ingest_bytes("target/criterion/fib/new/estimates.json",
                                             bd_str_of(rows[i].text), "criterion");
        if (r.ok != !rows[i].message
            || (rows[i].message && !strstr(r.error.message, rows[i].message)))
            fail_msg("row %zu: %s", i, r.error.message);
        test_ingest_drop(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_message_is_a_point_and_the_console_beside_it_is_none),
        cmocka_unit_test(every_number_has_its_place),
        cmocka_unit_test(other_measurements_are_values_and_no_number_is_a_failure),
        cmocka_unit_test(what_is_broken_is_told_with_its_place),
        cmocka_unit_test(the_name_criterion_takes_all_three_forms),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
