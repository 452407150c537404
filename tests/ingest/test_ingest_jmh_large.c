/* JMH files that are read in two halves: what comes out is as if they were not. */
#include "tests/ingest/read.h"

#include <stdio.h>

/* A file that is large enough to be read in halves: 4000 results, a line each. A text
 * that is given stands in place of the score of that result. */
static bd_buf many_results(size_t wrong, const char *text, size_t also)
{
    bd_buf out = BD_BUF_INIT;
    for (size_t i = 0; i < 4000; i++) {
        bd_buf_printf(&out,
                      "%s{\"benchmark\": \"org.example.Reads.case%zu\", \"mode\": \"%s\", "
                      "\"threads\": 1, \"params\": {\"size\": \"%zu\"}, \"primaryMetric\": {",
                      i == 0 ? "[" : ",\n", i, i % 1000 == 500 ? "thrpt" : "avgt", i % 7);
        bool spoiled = text && (i == wrong || i == also);
        bd_buf_printf(&out, "\"score\": %s, ", spoiled ? text : "12.5");
        bd_buf_printf(&out,
                      "\"scoreUnit\": \"ms/op\", \"rawData\": [[%zu.5, 2.5]], "
                      "\"scorePercentiles\": {\"0.0\": 2.5, \"50.0\": %zu.5}}}%*s",
                      i, i, 20, "");
    }
    bd_buf_putc(&out, ']');
    return out;
}

static void a_large_file_is_read_in_the_order_of_its_results(void **state)
{
    (void)state;
    bd_buf text = many_results(0, NULL, 0);
    assert_true(text.len > 1000 * 1000);
    reading_result r = test_ingest_bytes("r.json", bd_buf_str(&text), NULL);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 4000);
    for (size_t i = 0; i < 4000; i++) {
        const bd_point *p = &r.run->points[i];
        char want[64];
        snprintf(want, sizeof want, "org.example.Reads.case%zu", i);
        assert_string_equal(p->benchmark, want);
        assert_int_equal(p->source.line, i + 1);
        snprintf(want, sizeof want, "$[%zu].primaryMetric.score", i);
        assert_string_equal(p->source.path, want);
        assert_true(p->samples.doubles[0] == (double)i + 0.5);
        assert_string_equal(p->reported[1].at.rest, ".scorePercentiles[\"50.0\"]");
        assert_int_equal(p->reported[1].stat.p_micro, 50000000);
    }
    /* mode and unit disagree in four of them, two in each half */
    assert_int_equal(r.found.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(r.found.items[i].error.line, 501 + 1000 * i);
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

static void of_several_errors_the_first_in_the_file_is_told(void **state)
{
    (void)state;
    static const struct {
        size_t wrong, also;
        int line;
    } rows[] = {
        { 1999, 2000, 2000 }, { 10, 3990, 11 }, { 2000, 2001, 2001 }, { 3999, 3999, 4000 }
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf text = many_results(rows[i].wrong, "\"fast\"", rows[i].also);
        reading_result r = test_ingest_bytes("r.json", bd_buf_str(&text), NULL);
        assert_false(r.ok);
        assert_int_equal(r.runs.count, 0);
        assert_int_equal(r.error.line, rows[i].line);
        test_ingest_drop(&r);
        bd_buf_release(&text);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_file_is_read_in_the_order_of_its_results),
        cmocka_unit_test(of_several_errors_the_first_in_the_file_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
