/* Exact decimals: rounding half away from zero on the digits, layout. */
#include "core/base/number.h"
#include "tests/support.h"

#include <math.h>

static void assert_format(bd_number n, int32_t shift, unsigned decimals, const char *want)
{
    bd_decimal d;
    bd_buf text = BD_BUF_INIT;
    assert_true(bd_decimal_of(n, &d));
    d.exponent += shift;
    bd_decimal_format(&d, decimals, "", ".", &text);
    assert_str(bd_buf_str(&text), want);
    bd_buf_release(&text);
}

static void assert_plain(bd_number n, const char *group, const char *want)
{
    bd_decimal d;
    bd_buf text = BD_BUF_INIT;
    assert_true(bd_decimal_of(n, &d));
    bd_decimal_plain(&d, group, ".", &text);
    assert_str(bd_buf_str(&text), want);
    bd_buf_release(&text);
}

static void nanoseconds_print_as_exact_milliseconds(void **state)
{
    (void)state;
    assert_format(bd_int(78302884), -6, 6, "78.302884");
    assert_format(bd_int(685122311), -6, 6, "685.122311");
    assert_format(bd_int(1), -6, 6, "0.000001");
    assert_format(bd_int(INT64_MAX), -6, 6, "9223372036854.775807");
    assert_format(bd_int(INT64_MIN), -9, 9, "-9223372036.854775808");
    assert_format(bd_int(78302884), -6, 0, "78");
    assert_format(bd_int(78302884), 0, 2, "78302884.00");
}

static void halves_round_away_from_zero(void **state)
{
    (void)state;
    static const struct {
        double value;
        unsigned decimals;
        const char *text;
    } rows[] = {
        { 0.5, 0, "1" },
        { -0.5, 0, "-1" },
        { 2.5, 0, "3" },
        { -2.5, 0, "-3" },
        { 1.5, 0, "2" },
        { 0.4999, 0, "0" },
        { 1.005, 2, "1.01" },
        { 2.675, 2, "2.68" },
        { -1.005, 2, "-1.01" },
        { 0.05, 1, "0.1" },
        { 0.049, 1, "0.0" },
        { 99.95, 1, "100.0" },
        { 9.995, 2, "10.00" },
        { 9.5, 0, "10" },
        { 0.95, 1, "1.0" },
        { 999999.5, 0, "1000000" },
        { 0.0005, 3, "0.001" },
        { 0.00049, 3, "0.000" },
        { 19.0949, 2, "19.09" },
        { 190.5, 0, "191" },
        { 1e21, 0, "1000000000000000000000" },
        { 1.5e-7, 7, "0.0000002" },
        { 5e-324, 2, "0.00" },
        { 0.1, 20, "0.10000000000000000000" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        assert_format(bd_double(rows[i].value), 0, rows[i].decimals, rows[i].text);
}

static void integers_round_on_their_digits(void **state)
{
    (void)state;
    assert_format(bd_int(1500), -3, 0, "2");
    assert_format(bd_int(1499), -3, 0, "1");
    assert_format(bd_int(-2500), -3, 0, "-3");
    assert_format(bd_int(9223372036854775807), -18, 1, "9.2");
    assert_format(bd_int(4), -1, 0, "0");
    assert_format(bd_int(5), -1, 0, "1");
    assert_format(bd_int(5), -2, 0, "0");
    assert_format(bd_int(12), 3, 0, "12000");
}

static void minus_zero_is_never_printed(void **state)
{
    (void)state;
    assert_format(bd_double(-0.0), 0, 0, "0");
    assert_format(bd_double(-0.0), 0, 2, "0.00");
    assert_format(bd_double(-0.004), 0, 2, "0.00");
    assert_format(bd_int(-4), -3, 2, "0.00");
    assert_plain(bd_double(-0.0), "", "0");
}

static void thousands_are_grouped_and_the_point_is_chosen(void **state)
{
    (void)state;
    static const struct {
        bd_number value;
        unsigned decimals;
        const char *group, *point, *text;
    } rows[] = {
        { { BD_NUMBER_INT, { .i = 1000 } }, 0, ",", ".", "1,000" },
        { { BD_NUMBER_INT, { .i = 10000 } }, 0, " ", ".", "10 000" },
        { { BD_NUMBER_INT, { .i = 999 } }, 0, ",", ".", "999" },
        { { BD_NUMBER_INT, { .i = -1234567 } }, 2, ".", ",", "-1.234.567,00" },
        { { BD_NUMBER_INT, { .i = 100000 } }, 0, "\u202F", ".", "100\u202F000" },
        { { BD_NUMBER_INT, { .i = 1000000 } }, 0, ",", ".", "1,000,000" },
        { { BD_NUMBER_INT, { .i = 0 } }, 1, ",", ",", "0,0" },
        { { BD_NUMBER_DOUBLE, { .d = 1234.5678 } }, 3, ",", ".", "1,234.568" },
        { { BD_NUMBER_DOUBLE, { .d = 999.9995 } }, 3, ",", ".", "1,000.000" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_decimal d;
        bd_buf text = BD_BUF_INIT;
        assert_true(bd_decimal_of(rows[i].value, &d));
        bd_decimal_format(&d, rows[i].decimals, rows[i].group, rows[i].point, &text);
        assert_str(bd_buf_str(&text), rows[i].text);
        bd_buf_release(&text);
    }
}

static void plain_texts_have_as_few_decimals_as_are_exact(void **state)
{
    (void)state;
    assert_plain(bd_int(1200), "", "1200");
    assert_plain(bd_double(0.25), "", "0.25");
    assert_plain(bd_double(-1234.5), ",", "-1,234.5");
    assert_plain(bd_double(1e21), ",", "1,000,000,000,000,000,000,000");
    assert_plain(bd_double(1.5e-7), "", "0.00000015");
    assert_plain(bd_int(0), "", "0");
    assert_plain(bd_double(148.74), "", "148.74");
}

static void digits_have_no_zeros_at_their_ends(void **state)
{
    (void)state;
    bd_decimal d;
    assert_true(bd_decimal_of(bd_int(78000), &d));
    assert_int_equal(d.digit_count, 2);
    assert_int_equal(d.exponent, 3);
    assert_int_equal(d.digits[0], 7);
    assert_int_equal(d.digits[1], 8);
    assert_true(bd_decimal_of(bd_double(-0.5), &d));
    assert_true(d.negative);
    assert_int_equal(d.digit_count, 1);
    assert_int_equal(d.exponent, -1);
    assert_true(bd_decimal_of(bd_int(0), &d));
    assert_int_equal(d.digit_count, 0);
    assert_false(bd_decimal_of(bd_double((double)NAN), &d));
    assert_false(bd_decimal_of(bd_double((double)INFINITY), &d));
    assert_false(bd_decimal_of((bd_number)BD_NUMBER_NOTHING, &d));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(nanoseconds_print_as_exact_milliseconds),
        cmocka_unit_test(halves_round_away_from_zero),
        cmocka_unit_test(integers_round_on_their_digits),
        cmocka_unit_test(minus_zero_is_never_printed),
        cmocka_unit_test(thousands_are_grouped_and_the_point_is_chosen),
        cmocka_unit_test(plain_texts_have_as_few_decimals_as_are_exact),
        cmocka_unit_test(digits_have_no_zeros_at_their_ends),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
