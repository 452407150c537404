/* Names of statistics. */
#include "core/model/stat.h"

#include "tests/support.h"

static void names_are_read_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
        bd_stat_kind kind;
        uint32_t p_micro;
    } cases[] = {
        { "value", "value", BD_STAT_VALUE, 0 },
        { "n", "n", BD_STAT_N, 0 },
        { "mean", "mean", BD_STAT_MEAN, 0 },
        { "median", "median", BD_STAT_MEDIAN, 0 },
        { "sd", "sd", BD_STAT_SD, 0 },
        { "mad", "mad", BD_STAT_MAD, 0 },
        { "min", "min", BD_STAT_MIN, 0 },
        { "max", "max", BD_STAT_MAX, 0 },
        { "error", "error", BD_STAT_ERROR, 0 },
        { "low", "low", BD_STAT_LOW, 0 },
        { "high", "high", BD_STAT_HIGH, 0 },
        { "p0", "p0", BD_STAT_PERCENTILE, 0 },
        { "p50", "p50", BD_STAT_PERCENTILE, 50000000 },
        { "p50.00", "p50", BD_STAT_PERCENTILE, 50000000 },
        { "p99.9", "p99.9", BD_STAT_PERCENTILE, 99900000 },
        { "p99.90", "p99.9", BD_STAT_PERCENTILE, 99900000 },
        { "p99.9999", "p99.9999", BD_STAT_PERCENTILE, 99999900 },
        { "p0.000001", "p0.000001", BD_STAT_PERCENTILE, 1 },
        { "p100", "p100", BD_STAT_PERCENTILE, 100000000 },
        { "p100.0", "p100", BD_STAT_PERCENTILE, 100000000 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_stat stat;
        bd_buf name = BD_BUF_INIT;
        assert_true(bd_stat_parse(bd_str_of(cases[i].text), &stat));
        assert_int_equal(stat.kind, cases[i].kind);
        assert_int_equal(stat.p_micro, cases[i].p_micro);
        bd_stat_name(stat, &name);
        assert_string_equal(bd_buf_text(&name), cases[i].name);
        bd_buf_release(&name);
    }
}

static void other_names_are_none(void **state)
{
    (void)state;
    static const char *const cases[] = { "",       "p",     "p.",         "p5.",    "p.5",   "p101",
                                         "p100.1", "p-1",   "p1e1",       "P50",    "50",    "Mean",
                                         "p 50",   "p0050", "p1.0000001", "p1.2.3", "stddev" };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_stat stat;
        if (bd_stat_parse(bd_str_of(cases[i]), &stat))
            fail_msg("\"%s\" was accepted", cases[i]);
    }
}

static void their_order_is_that_of_the_list_percentiles_ascending(void **state)
{
    (void)state;
    static const char *const ordered[] = {
        "value", "n",   "mean", "median", "sd",    "mad", "min",
        "max",   "p50", "p99",  "p99.9",  "error", "low", "high"
    };
    for (size_t i = 0; i < BD_COUNT(ordered); i++)
        for (size_t j = 0; j < BD_COUNT(ordered); j++) {
            bd_stat a, b;
            assert_true(bd_stat_parse(bd_str_of(ordered[i]), &a));
            assert_true(bd_stat_parse(bd_str_of(ordered[j]), &b));
            assert_int_equal(bd_stat_order(a, b), (i > j) - (i < j));
            assert_int_equal(bd_stat_same(a, b), i == j);
        }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_and_written),
        cmocka_unit_test(other_names_are_none),
        cmocka_unit_test(their_order_is_that_of_the_list_percentiles_ascending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
