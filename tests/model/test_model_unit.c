/* Units by every spelling found in the field, and what a metric means. */
#include "core/model/internal.h"

#include "tests/support.h"

#include <string.h>

static const struct {
    const char *text, *name;
} spellings[] = {
    /* JMH, primary and secondary */
    { "ops/ns", "ops/ns" },
    { "ops/us", "ops/us" },
    { "ops/ms", "ops/ms" },
    { "ops/s", "ops/s" },
    { "ops/min", "ops/min" },
    { "ops/sec", "ops/s" },
    { "ops/hr", "ops/h" },
    { "ops/day", "ops/day" },
    { "day/op", "day" },
    { "hr/op", "h" },
    { "min/op", "min" },
    { "s/op", "s" },
    { "ms/op", "ms" },
    { "us/op", "us" },
    { "ns/op", "ns" },
    { "MB/sec", "MB/sec" },
    { "B/op", "B" },
    { "counts", "counts" },
    { "#/op", "#" },
    /* histories and custom arrays */
    { "ns", "ns" },
    { "us", "us" },
    { "ms", "ms" },
    { "s", "s" },
    { "ps", "ps" },
    { "microseconds", "us" },
    { "milliseconds", "ms" },
    { "Milliseconds", "ms" },
    { "Megabytes", "MB" },
    { "Percent", "%" },
    { "ns/iter", "ns" },
    { "ms/iter", "ms" },
    { "iter/sec", "ops/s" },
    { "pure_ops/sec", "ops/s" },
    { "req/s", "ops/s" },
    { "allocs/op", "allocs" },
    { "cycles/iter", "cycles" },
    { "MS/s", "MS/s" },
    { "MB/s", "MB/s" },
    { "drop_rate_%", "%" },
    { "sec", "s" },
    { "secs", "s" },
    { "seconds", "s" },
    { "msec", "ms" },
    { "usec", "us" },
    { "min", "min" },
    { "h", "h" },
    { "\xC2\xB5s", "us" },
    { "\xCE\xBCs", "us" },
    { "\xC2\xB5s/op", "us" },
    { "ns/op\t     344 B/op\t       3 allocs/op", "ns" },
    { " ms ", "ms" },
    { "KB", "kB" },
    { "kB", "kB" },
    { "KiB", "KiB" },
    { "MB", "MB" },
    { "MiB", "MiB" },
    { "GB", "GB" },
    { "GiB", "GiB" },
    { "%", "%" },
    { "x", "x" },
    { "bool", "bool" },
};

static void every_spelling_in_the_field_is_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(spellings); i++) {
        const bd_unit *unit = bd_unit_find(bd_str_of(spellings[i].text));
        if (!unit)
            fail_msg("\"%s\" is not known", spellings[i].text);
        else
            assert_string_equal(unit->name, spellings[i].name);
    }
}

static void other_texts_are_not_units(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "",
        " ",
        "\t",
        "---",
        "MS",
        "Ms",
        "mb",
        "results",
        "rows",
        "auxMetricUnits",
        "statements",
        "/",
        "ops/",
        "/s",
        "/op",
        "ops/op",
        "ops/ops/s",
        "x/op",
        "ns/",
        "ms/row",
        "%/op",
        "opss/s",
        "milli seconds",
        "a very long text that is no unit at all, whatever it may be",
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        const bd_unit *unit = bd_unit_find(bd_str_of(cases[i]));
        if (unit)
            fail_msg("\"%s\" is taken for %s", cases[i], unit->name);
    }
}

static void the_table_is_sound(void **state)
{
    (void)state;
    for (size_t i = 0; i < bd_unit_row_count; i++) {
        const bd_unit *unit = &bd_unit_rows[i].unit;
        assert_true(unit->num > 0 && unit->den > 0);
        assert_true(unit->dimension != BD_DIMENSION_UNKNOWN);
        assert_ptr_equal(bd_unit_find(bd_str_of(unit->name)), unit);
        bd_str rest = bd_str_of(bd_unit_rows[i].spellings), one;
        while (rest.len > 0 && bd_str_split(&rest, ' ', &one))
            assert_ptr_equal(bd_unit_find(one), unit);
    }
}

static void dimensions_have_the_words_of_the_configuration(void **state)
{
    (void)state;
    static const char *const words[] = { "time", "rate", "size", "speed", "count", "ratio" };
    bd_dimension dimension;
    for (size_t i = 0; i < BD_COUNT(words); i++) {
        assert_true(bd_dimension_find(bd_str_of(words[i]), &dimension));
        assert_string_equal(bd_dimension_name(dimension), words[i]);
    }
    assert_false(bd_dimension_find(BD_STR("unknown"), &dimension));
    assert_false(bd_dimension_find(BD_STR("truth"), &dimension));
    assert_false(bd_dimension_find(BD_STR("Time"), &dimension));
    assert_string_equal(bd_dimension_name(BD_DIMENSION_TRUTH), "truth");
}

#define DOT "\xC2\xB7"

static void a_metric_means_what_its_name_then_its_unit_say(void **state)
{
    (void)state;
    static const struct {
        const char *metric, *unit;
        bd_number_kind kind;
        bd_dimension dimension;
        bd_direction direction;
        bd_class metric_class;
    } cases[] = {
#define INT     BD_NUMBER_INT
#define REAL    BD_NUMBER_DOUBLE
#define TIMING  BD_CLASS_TIMING
#define SMALLER BD_SMALLER_IS_BETTER
#define BIGGER  BD_BIGGER_IS_BETTER
#define NEITHER BD_DIRECTION_UNKNOWN
        { "score", "ms/op", REAL, BD_DIMENSION_TIME, SMALLER, TIMING },
        { "score", "ops/s", REAL, BD_DIMENSION_RATE, BIGGER, TIMING },
        { "wallNs", "ns", INT, BD_DIMENSION_TIME, SMALLER, TIMING },
        { "value", "MB", INT, BD_DIMENSION_SIZE, SMALLER, TIMING },
        { "value", "MB/s", REAL, BD_DIMENSION_SPEED, BIGGER, TIMING },
        { "value", "%", REAL, BD_DIMENSION_RATIO, NEITHER, TIMING },
        { "gc.alloc.rate.norm", "B/op", REAL, BD_DIMENSION_SIZE, SMALLER, BD_CLASS_NEAR_EXACT },
        { DOT "gc.alloc.rate.norm", "B/op", REAL, BD_DIMENSION_SIZE, SMALLER, BD_CLASS_NEAR_EXACT },
        { "gc.alloc.rate", "MB/sec", REAL, BD_DIMENSION_SPEED, NEITHER, TIMING },
        { DOT "gc.churn.G1_Eden_Space", "MB/sec", REAL, BD_DIMENSION_SPEED, NEITHER, TIMING },
        { DOT "gc.churn.G1_Eden_Space.norm", "B/op", REAL, BD_DIMENSION_SIZE, SMALLER, TIMING },
        { "gc.count", "counts", INT, BD_DIMENSION_COUNT, SMALLER, TIMING },
        { DOT "gc.count", "counts", REAL, BD_DIMENSION_COUNT, SMALLER, TIMING },
        { "gc.time", "ms", INT, BD_DIMENSION_TIME, SMALLER, TIMING },
        { "comInsert", "statements", INT, BD_DIMENSION_COUNT, NEITHER, BD_CLASS_EXACT },
        { "comInsert", "statements", REAL, BD_DIMENSION_UNKNOWN, NEITHER, TIMING },
        { "affected", "", INT, BD_DIMENSION_COUNT, NEITHER, BD_CLASS_EXACT },
        { "value", "", REAL, BD_DIMENSION_UNKNOWN, NEITHER, TIMING },
        { "value", "allocs/op", INT, BD_DIMENSION_COUNT, SMALLER, BD_CLASS_EXACT },
        { "value", "cycles/iter", INT, BD_DIMENSION_COUNT, SMALLER, TIMING },
        { "errors", "", INT, BD_DIMENSION_COUNT, SMALLER, BD_CLASS_EXACT },
        { "errors", "ops/s", REAL, BD_DIMENSION_RATE, SMALLER, TIMING },
        { "verified", "bool", INT, BD_DIMENSION_TRUTH, BIGGER, BD_CLASS_EXACT },
        { "verified", "", INT, BD_DIMENSION_TRUTH, BIGGER, BD_CLASS_EXACT },
        { "throughput", "", REAL, BD_DIMENSION_UNKNOWN, BIGGER, TIMING },
        { "SuccessfulOperationsPerSecond", "", REAL, BD_DIMENSION_UNKNOWN, BIGGER, TIMING },
        { "throughput", "s/op", REAL, BD_DIMENSION_TIME, SMALLER, TIMING }, /* the unit knows */
        { "latency", "", REAL, BD_DIMENSION_UNKNOWN, SMALLER, TIMING },
        { "read_latency_p99", "", REAL, BD_DIMENSION_UNKNOWN, SMALLER, TIMING },
        { "latencyHandler", "ops/s", REAL, BD_DIMENSION_RATE, BIGGER, TIMING },
        { "terrors", "", REAL, BD_DIMENSION_UNKNOWN, NEITHER, TIMING }, /* not the word */
        { "unverified", "", REAL, BD_DIMENSION_UNKNOWN, NEITHER, TIMING },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_number value = cases[i].kind == BD_NUMBER_INT ? bd_int(3) : bd_double(3);
        bd_meaning m = bd_meaning_of(bd_str_of(cases[i].metric), bd_str_of(cases[i].unit), value);
        if (m.dimension != cases[i].dimension || m.direction != cases[i].direction
            || m.metric_class != cases[i].metric_class)
            fail_msg("%s in \"%s\": dimension %d, direction %d, class %d", cases[i].metric,
                     cases[i].unit, (int)m.dimension, (int)m.direction, (int)m.metric_class);
        assert_ptr_equal(m.unit, bd_unit_find(bd_str_of(cases[i].unit)));
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling_in_the_field_is_known),
        cmocka_unit_test(other_texts_are_not_units),
        cmocka_unit_test(the_table_is_sound),
        cmocka_unit_test(dimensions_have_the_words_of_the_configuration),
        cmocka_unit_test(a_metric_means_what_its_name_then_its_unit_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
