/* Numbers: read as strtod reads, printed as Node prints, ordered exactly. */
#include "core/base/number.h"
#include "tests/base/doubles.h"
#include "tests/support.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_text_of(bd_number n, const char *want)
{
    bd_buf text = BD_BUF_INIT;
    bd_number_text(n, &text);
    assert_str(bd_buf_str(&text), want);
    bd_buf_release(&text);
}

static void assert_reads_like_strtod(const char *text)
{
    double got = -1, want = strtod(text, NULL);
    if (!bd_double_parse(bd_str_of(text), &got) || bits_of_double(got) != bits_of_double(want))
        fail_msg("%s: got %a, strtod gives %a", text, got, want);
}

/* ---- reading ---- */

static void doubles_are_read_bit_for_bit_as_strtod_reads_them(void **state)
{
    (void)state;
    static const int digits[] = { 17, 15, 19, 30, 1, 16, 20, 3 };
    doubles list = doubles_make(test_rounds(1000000));
    char text[400];
    for (size_t i = 0; i < list.count; i++) {
        if (isinf(list.items[i]))
            continue;
        int count = digits[i % BD_COUNT(digits)];
        if (i % 3 == 0)
            snprintf(text, sizeof text, "%.*f", count, list.items[i]);
        else
            snprintf(text, sizeof text, "%.*g", count, list.items[i]);
        assert_reads_like_strtod(text);
    }
    free(list.items);
}

/* The exact decimal text of a midpoint of two doubles has up to 767 digits; a digit
 * more or less at its end decides. */
static void midpoints_round_to_even_and_a_digit_behind_them_decides(void **state)
{
    (void)state;
    doubles list = doubles_make(test_rounds(20000));
    char text[1200], more[1300];
    for (size_t i = 0; i < list.count; i++) {
        double low = fabs(list.items[i]);
        if (low >= 0x1p1000)
            continue;
        long double middle = ((long double)low + (long double)nextafter(low, (double)INFINITY)) / 2;
        snprintf(text, sizeof text, "%.780Le", middle);
        assert_reads_like_strtod(text);
        char *e = strchr(text, 'e');
        snprintf(more, sizeof more, "%.*s%0100d1%s", (int)(e - text), text, 0, e);
        assert_reads_like_strtod(more);
    }
    free(list.items);
}

static void hard_texts_are_read_as_strtod_reads_them(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "0.0",
        "-0.0e5",
        "0e999999999999999999999",
        "1e-999999999999999999999",
        "1e400",
        "-1e400",
        "1e308",
        "1e309",
        "1e-400",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "1.7976931348623158e308",
        "1.797693134862315807e308",
        "1.797693134862315808e308",
        "2.4703282292062327208e-324",
        "2.4703282292062328e-324",
        "9007199254740993.0",
        "9007199254740992.99999999999999999999",
        "1e22",
        "1e23",
        "9007199254740993.00000000000000000000000000000000000001",
        "8.5e-7",
        "123456789012345678901",
        "0.000000000000000000000000000000000000000000000000000000000000001234567890123456789012",
        "100000000000000000000000000000000000000000000000000000000000000000000000000000000e-80",
        "7.2057594037927933e16",
        "3.518437208883201171875e13",
        "6.8e-7",
        "1E5",
        "1e+5",
        "1.5E-7",
        "62.5364939768271845828",
        "8.10109172351e-10",
        "0.3e1",
        "18446744073709551616",
        "18446744073709551615",
        "9999999999999999999",
        "99999999999999999999",
    };
    for (size_t i = 0; i < BD_COUNT(texts); i++)
        assert_reads_like_strtod(texts[i]);
}

/* Sets a locale that writes 2.5 as "2,5": an installed one, or one made in `dir`. */
static bool set_comma_locale(const char *dir)
{
    bd_buf command = BD_BUF_INIT;
    bd_buf_printf(&command, "localedef -i de_DE -f UTF-8 '%s/de_DE.UTF-8'", dir);
    if (!setlocale(LC_ALL, "de_DE.UTF-8") && test_shell(bd_buf_text(&command), NULL, NULL) == 0) {
        setenv("LOCPATH", dir, 1);
        setlocale(LC_ALL, "de_DE.UTF-8");
        unsetenv("LOCPATH");
    }
    bd_buf_release(&command);
    return localeconv()->decimal_point[0] == ',';
}

static void the_point_stays_a_point_where_the_locale_has_a_comma(void **state)
{
    (void)state;
    char *dir = test_temp_dir(); /* owned */
    bool comma = set_comma_locale(dir);
    double value = 0;
    if (comma) {
        assert_true(bd_double_parse(BD_STR("2.5"), &value));
        assert_true(value == 2.5);
        assert_false(bd_double_parse(BD_STR("2,5"), &value));
        assert_text_of(bd_double(2.5), "2.5");
        assert_text_of(bd_double(2.5e-9), "2.5e-9");
    }
    setlocale(LC_ALL, "C");
    test_remove_tree(dir);
    free(dir);
    if (!comma) {
        print_message("SKIPPED: no locale with a decimal comma can be had here\n");
        skip();
    }
}

static void texts_that_are_no_number_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = { "",    "-",   "+",   ".",     "e5",   "1e",
                                         "1e+", "1x",  "1 ",  " 1",    "0x10", "1.2.3",
                                         "--1", "inf", "nan", "1e5.0", "1,5" };
    double value;
    for (size_t i = 0; i < BD_COUNT(texts); i++)
        if (bd_double_parse(bd_str_of(texts[i]), &value))
            fail_msg("'%s' was read as %g", texts[i], value);
}

static void integers_that_fit_stay_integers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } rows[] = {
        { "0", 0 },
        { "7", 7 },
        { "-1", -1 },
        { "9007199254740993", 9007199254740993 },
        { "9223372036854775807", INT64_MAX },
        { "-9223372036854775808", INT64_MIN },
        { "78302884", 78302884 },
        { "1234567890123456789", 1234567890123456789 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_number n = bd_number_parse(bd_str_of(rows[i].text));
        assert_int_equal(n.kind, BD_NUMBER_INT);
        assert_true(n.as.i == rows[i].value);
        assert_text_of(n, rows[i].text);
    }
}

static void everything_else_becomes_the_nearest_double(void **state)
{
    (void)state;
    static const char *const texts[] = { "-0",
                                         "1.0",
                                         "1e3",
                                         "9223372036854775808",
                                         "0.5",
                                         "1e400",
                                         "-9223372036854775809",
                                         "18446744073709551616",
                                         "5E0",
                                         "10000000000000000000",
                                         "-99999999999999999999999" };
    for (size_t i = 0; i < BD_COUNT(texts); i++) {
        bd_number n = bd_number_parse(bd_str_of(texts[i]));
        assert_int_equal(n.kind, BD_NUMBER_DOUBLE);
        assert_true(bits_of_double(n.as.d) == bits_of_double(strtod(texts[i], NULL)));
    }
}

/* ---- printing ---- */

static bd_buf text_from_node(const char *dir, const doubles *list)
{
    bd_buf hex = BD_BUF_INIT, command = BD_BUF_INIT, path = BD_BUF_INIT;
    for (size_t i = 0; i < list->count; i++)
        bd_buf_printf(&hex, "%016" PRIx64 "\n", bits_of_double(list->items[i]));
    bd_buf_printf(&path, "%s/hex", dir);
    test_write(bd_buf_text(&path), hex.data, hex.len);
    bd_buf_printf(&command, "node '%s/tests/base/node_text.js' '%s/hex' '%s/text'",
                  test_source_dir(), dir, dir);
    assert_int_equal(test_shell(bd_buf_text(&command), NULL, NULL), 0);
    bd_buf_clear(&path);
    bd_buf_printf(&path, "%s/text", dir);
    bd_buf text = test_read(bd_buf_text(&path));
    bd_buf_release(&hex);
    bd_buf_release(&command);
    bd_buf_release(&path);
    return text;
}

static void doubles_are_printed_as_node_prints_them(void **state)
{
    (void)state;
    if (test_shell("node --version", NULL, NULL) != 0) {
        print_message("SKIPPED: node is not installed\n");
        skip();
    }
    char *dir = test_temp_dir(); /* owned */
    doubles list = doubles_make(test_rounds(1000000));
    bd_buf want = text_from_node(dir, &list), got = BD_BUF_INIT;
    bd_str rest = bd_buf_str(&want), line;
    for (size_t i = 0; i < list.count; i++) {
        assert_true(bd_str_split(&rest, '\n', &line));
        bd_buf_clear(&got);
        bd_number_text(bd_double(list.items[i]), &got);
        if (!bd_str_eq(bd_buf_str(&got), line))
            fail_msg("%a: got %s, node prints %.*s", list.items[i], got.data, (int)line.len,
                     line.ptr);
    }
    bd_buf_release(&want);
    bd_buf_release(&got);
    free(list.items);
    test_remove_tree(dir);
    free(dir);
}

static void printed_doubles_read_back_to_the_same_bits(void **state)
{
    (void)state;
    doubles list = doubles_make(test_rounds(300000));
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < list.count; i++) {
        double value = list.items[i], back = -1;
        if (isinf(value) || value == 0)
            continue;
        bd_buf_clear(&text);
        bd_number_text(bd_double(value), &text);
        assert_true(bd_double_parse(bd_buf_str(&text), &back));
        assert_true(bits_of_double(back) == bits_of_double(value));
    }
    bd_buf_release(&text);
    free(list.items);
}

/* node -p 'String(1e21)' and so on. */
static void plain_and_scientific_notation_change_where_javascript_says(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        { 1e21, "1e+21" },
        { 123456789012345680000.0, "123456789012345680000" },
        { 1e-7, "1e-7" },
        { 1.5e-7, "1.5e-7" },
        { 0.000001, "0.000001" },
        { 0.00000123, "0.00000123" },
        { -0.0, "0" },
        { 100, "100" },
        { 148.74, "148.74" },
        { 5e-324, "5e-324" },
        { 1e23, "1e+23" },
        { 1.7976931348623157e308, "1.7976931348623157e+308" },
        { 0x1p-44, "5.684341886080802e-14" },
        { 9007199254740992.0, "9007199254740992" },
        { -1.5, "-1.5" },
        { 1e100, "1e+100" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        assert_text_of(bd_double(rows[i].value), rows[i].text);
    assert_text_of(bd_double((double)NAN), "NaN");
    assert_text_of(bd_double((double)INFINITY), "Infinity");
    assert_text_of(bd_double(-(double)INFINITY), "-Infinity");
    assert_text_of((bd_number)BD_NUMBER_NOTHING, "NaN");
}

/* ---- comparing ---- */

static void order_is_exact_between_integers_and_doubles(void **state)
{
    (void)state;
    const bd_number nothing = BD_NUMBER_NOTHING;
    const bd_number ascending[] = {
        bd_double(-(double)INFINITY),
        bd_double(-1e300),
        bd_double(-9223372036854777856.0),
        bd_int(INT64_MIN),
        bd_int(-2),
        bd_double(-1.5),
        bd_int(-1),
        bd_double(-5e-324),
        bd_int(0),
        bd_double(5e-324),
        bd_double(0.5),
        bd_int(1),
        bd_double(9007199254740992.0),
        bd_int(9007199254740993),
        bd_double(9007199254740994.0),
        bd_int(INT64_MAX),
        bd_double(0x1p63),
        bd_double(1e300),
        bd_double((double)INFINITY),
    };
    for (size_t i = 0; i < BD_COUNT(ascending); i++) {
        for (size_t j = 0; j < BD_COUNT(ascending); j++)
            assert_int_equal(bd_number_order(ascending[i], ascending[j]), (i > j) - (i < j));
        assert_int_equal(bd_number_order(ascending[i], nothing), -1);
        assert_int_equal(bd_number_order(bd_double((double)NAN), ascending[i]), 1);
    }
    assert_int_equal(bd_number_order(bd_int(INT64_MIN), bd_double(-0x1p63)), 0);
    assert_int_equal(bd_number_order(bd_int(3), bd_double(3)), 0);
    assert_int_equal(bd_number_order(nothing, bd_double((double)NAN)), 0);
}

static void sameness_is_kind_and_bits(void **state)
{
    (void)state;
    const bd_number nothing = BD_NUMBER_NOTHING;
    assert_true(bd_number_same(bd_int(3), bd_int(3)));
    assert_false(bd_number_same(bd_int(3), bd_double(3)));
    assert_false(bd_number_same(bd_double(0.0), bd_double(-0.0)));
    assert_true(bd_number_same(bd_double((double)NAN), bd_double((double)NAN)));
    assert_true(bd_number_same(nothing, nothing));
    assert_false(bd_number_same(nothing, bd_int(0)));
}

static void finite_numbers_are_told_from_the_others(void **state)
{
    (void)state;
    assert_true(bd_number_finite(bd_int(INT64_MIN)));
    assert_true(bd_number_finite(bd_double(-0.0)));
    assert_false(bd_number_finite(bd_double((double)NAN)));
    assert_false(bd_number_finite(bd_double(-(double)INFINITY)));
    assert_false(bd_number_finite((bd_number)BD_NUMBER_NOTHING));
    assert_true(isnan(bd_number_as_double((bd_number)BD_NUMBER_NOTHING)));
    assert_true(bd_number_as_double(bd_int(9007199254740993)) == 9007199254740992.0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_are_read_bit_for_bit_as_strtod_reads_them),
        cmocka_unit_test(midpoints_round_to_even_and_a_digit_behind_them_decides),
        cmocka_unit_test(hard_texts_are_read_as_strtod_reads_them),
        cmocka_unit_test(the_point_stays_a_point_where_the_locale_has_a_comma),
        cmocka_unit_test(texts_that_are_no_number_are_refused),
        cmocka_unit_test(integers_that_fit_stay_integers),
        cmocka_unit_test(everything_else_becomes_the_nearest_double),
        cmocka_unit_test(doubles_are_printed_as_node_prints_them),
        cmocka_unit_test(printed_doubles_read_back_to_the_same_bits),
        cmocka_unit_test(plain_and_scientific_notation_change_where_javascript_says),
        cmocka_unit_test(order_is_exact_between_integers_and_doubles),
        cmocka_unit_test(sameness_is_kind_and_bits),
        cmocka_unit_test(finite_numbers_are_told_from_the_others),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
