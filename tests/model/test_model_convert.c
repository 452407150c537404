/* Conversions are exact where they can be, and refused where they make no sense. */
#include "core/model/unit.h"

#include "tests/support.h"

#include <math.h>
#include <string.h>

/* Expected texts: exact fractions, or the shortest text of the double that IEEE 754
 * division gives, both from python3 (fractions.Fraction, repr(a / b)). */
static void values_convert(void **state)
{
    (void)state;
    const struct {
        bd_number value;
        const char *from, *to, *want;
        bool reciprocal;
    } cases[] = {
        { bd_int(78302884), "ns", "ms", "78.302884", false },
        { bd_int(INT64_MAX), "ns", "s", "9223372036.854775807", false },
        { bd_int(INT64_MIN), "ns", "ms", "-9223372036854.775808", false },
        { bd_int(INT64_MAX), "s", "ns", "9223372036854775807000000000", false },
        { bd_double(0.1), "ms/op", "us/op", "100", false },
        { bd_double(0.3), "us", "ps", "300000", false },
        { bd_double(7.241), "ms/op", "ms", "7.241", false },
        { bd_double(1.1019999988093332e-9), "s", "ns", "1.1019999988093332", false },
        { bd_int(0), "ns", "ms", "0", false },
        { bd_int(90), "min", "h", "1.5", false },
        { bd_int(120), "min", "h", "2", false },
        { bd_int(2), "h", "ms", "7200000", false },
        { bd_int(1), "day", "ns", "86400000000000", false },
        { bd_int(9007199254740993), "KiB", "B", "9223372036854776000", false },
        { bd_int(9223372036854774784), "B", "KiB", "9007199254740991", false },
        { bd_int(9007199254740991), "KiB", "B", "9223372036854774784", false },
        { bd_int(1536), "B", "KiB", "1.5", false },
        { bd_int(1000), "KiB", "MB", "1.024", false },
        { bd_int(3), "MB", "B/op", "3000000", false },
        { bd_double(205.5), "MiB", "KiB", "210432", false },
        { bd_int(1), "MB/sec", "B/s", "1048576", false }, /* JMH's */
        { bd_int(1), "MB/s", "B/s", "1000000", false },
        { bd_double(3), "ops/ms", "ops/s", "3000", false },
        { bd_int(120), "ops/min", "ops/s", "2", false },
        { bd_double(12.5), "%", "x", "0.125", false },
        { bd_double(138.105), "ops/s", "ms/op", "7.24086745592122", true },
        { bd_int(4), "ms/op", "ops/s", "250", true },
        { bd_int(8), "ops/ms", "ns/op", "125000", true },
        { bd_double(2), "min/op", "ops/h", "30", true },
        { bd_int(5000), "rows", "rows", "5000", false },
        { bd_int(7), "", "", "7", false },
        { bd_int(7), " ms", "ms", "7", false },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_decimal d;
        bool reciprocal = !cases[i].reciprocal;
        bd_error err = BD_ERROR_INIT;
        bd_buf text = BD_BUF_INIT;
        assert_ok(bd_convert(cases[i].value, cases[i].from, cases[i].to, &d, &reciprocal, &err),
                  &err);
        bd_decimal_plain(&d, "", ".", &text);
        assert_string_equal(bd_buf_text(&text), cases[i].want);
        assert_int_equal(reciprocal, cases[i].reciprocal);
        bd_buf_release(&text);
    }
}

static void what_does_not_convert_is_refused_by_name(void **state)
{
    (void)state;
    const struct {
        bd_number value;
        const char *from, *to, *message;
        bd_code code;
    } cases[] = {
        { bd_int(1), "ms", "MB", "\"ms\" does not convert into \"MB\"", BD_ERR_CONFIG },
        { bd_int(1), "rows", "ms", "\"rows\" does not convert into \"ms\"", BD_ERR_CONFIG },
        { bd_int(1), "ms", "rows", "\"ms\" does not convert into \"rows\"", BD_ERR_CONFIG },
        { bd_int(1), "MB", "MB/s", "\"MB\" does not convert into \"MB/s\"", BD_ERR_CONFIG },
        { bd_int(1), "", "ms", "a number without a unit cannot be shown in \"ms\"", BD_ERR_CONFIG },
        { bd_int(0), "ops/s", "ms", "0 ops/s has no value in \"ms\"", BD_ERR_INPUT },
        { bd_double(1e308), "min", "ns", "out of range when \"min\" is converted into \"ns\"",
          BD_ERR_INPUT },
        { bd_double(NAN), "ms", "ms", "there is no number to show", BD_ERR_INPUT },
        { bd_double(INFINITY), "ms", "s", "there is no number to show", BD_ERR_INPUT },
        { BD_NUMBER_NOTHING, "ms", "s", "there is no number to show", BD_ERR_INPUT },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_decimal d;
        bd_error err = BD_ERROR_INIT;
        assert_false(bd_convert(cases[i].value, cases[i].from, cases[i].to, &d, NULL, &err));
        assert_string_equal(err.message, cases[i].message);
        assert_int_equal(err.code, cases[i].code);
        if (err.code == BD_ERR_CONFIG)
            assert_non_null(strstr(err.hint, "show it"));
    }
}

static void powers_of_ten_there_and_back_change_nothing(void **state)
{
    (void)state;
    static const char *const units[] = { "ps", "ns", "us", "ms", "s" };
    static const double values[] = { 0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 123456.789 };
    for (size_t v = 0; v < BD_COUNT(values); v++)
        for (size_t a = 0; a < BD_COUNT(units); a++)
            for (size_t b = 0; b < BD_COUNT(units); b++) {
                bd_decimal there, plain;
                bd_error err = BD_ERROR_INIT;
                assert_ok(bd_convert(bd_double(values[v]), units[a], units[b], &there, NULL, &err),
                          &err);
                assert_true(bd_decimal_of(bd_double(values[v]), &plain));
                assert_int_equal(there.digit_count, plain.digit_count);
                assert_memory_equal(there.digits, plain.digits, plain.digit_count);
                assert_int_equal(there.exponent, plain.exponent + 3 * ((int)a - (int)b));
            }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_convert),
        cmocka_unit_test(what_does_not_convert_is_refused_by_name),
        cmocka_unit_test(powers_of_ten_there_and_back_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
