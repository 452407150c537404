/* Numbers by example: how examples read, and how numbers look by them. */
#include "core/model/unit.h"

#include "tests/support.h"

#include <math.h>
#include <string.h>

#define NBSP  "\xC2\xA0"
#define NNBSP "\xE2\x80\xAF"

static const struct {
    const char *example;
    unsigned decimals;
    const char *group, *point, *gap, *unit;
} examples[] = {
    { "0.000000 ms", 6, "", ".", " ", "ms" },
    { "1,000", 0, ",", ".", "", "" },
    { "10 000", 0, " ", ".", "", "" },
    { "0.000", 3, "", ".", "", "" },
    { "0,000", 3, "", ",", "", "" },
    { "0 %", 0, "", ".", " ", "%" },
    { "0%", 0, "", ".", "", "%" },
    { "0.00 %", 2, "", ".", " ", "%" },
    { "0 MiB", 0, "", ".", " ", "MiB" },
    { "10000", 0, "", ".", "", "" },
    { "1.000,00 ms", 2, ".", ",", " ", "ms" },
    { "1,000.00 ms", 2, ",", ".", " ", "ms" },
    { "1,000.000 ms", 3, ",", ".", " ", "ms" },
    { "10" NNBSP "000", 0, NNBSP, ".", "", "" },
    { "10" NBSP "000,0" NBSP "ms", 1, NBSP, ",", NBSP, "ms" },
    { "10 000.000", 3, " ", ".", "", "" },
    { "1'000", 0, "'", ".", "", "" },
    { "1.000.000", 0, ".", ",", "", "" },
    { "1,000,000", 0, ",", ".", "", "" },
    { "1000.000 s", 3, "", ".", " ", "s" },
    { "0.0", 1, "", ".", "", "" },
    { "1.50x", 2, "", ".", "", "x" },
    { "0.00 ops/s", 2, "", ".", " ", "ops/s" },
    { " 0.0 rows ", 1, "", ".", " ", "rows" },
    { "0 \xC2\xB5s", 0, "", ".", " ", "\xC2\xB5s" },
    { "0.000000000000000000000000000000", 30, "", ".", "", "" },
};

static void examples_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(examples); i++) {
        bd_number_style style;
        bd_error err = BD_ERROR_INIT;
        assert_ok(bd_number_style_parse(bd_str_of(examples[i].example), &style, &err), &err);
        assert_false(style.as_few_decimals);
        assert_int_equal(style.decimals, examples[i].decimals);
        assert_string_equal(style.group, examples[i].group);
        assert_string_equal(style.point, examples[i].point);
        assert_string_equal(style.gap, examples[i].gap);
        assert_string_equal(style.unit, examples[i].unit);
    }
}

/* The number that an example itself shows: its digits and its point. */
static bd_number shown_number(bd_str example, const bd_number_style *style)
{
    bd_buf digits = BD_BUF_INIT;
    for (size_t i = 0; i < example.len - strlen(style->gap) - strlen(style->unit); i++) {
        char c = example.ptr[i];
        if (c >= '0' && c <= '9')
            bd_buf_putc(&digits, c);
        else if (style->decimals > 0 && c == style->point[0])
            bd_buf_putc(&digits, '.');
    }
    double value = NAN;
    assert_true(bd_double_parse(bd_buf_str(&digits), &value));
    bd_buf_release(&digits);
    return bd_double(value);
}

static void an_example_looks_like_itself(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(examples); i++) {
        bd_number_style style;
        bd_error err = BD_ERROR_INIT;
        bd_buf text = BD_BUF_INIT;
        bd_str example = bd_str_trim(bd_str_of(examples[i].example));
        assert_ok(bd_number_style_parse(example, &style, &err), &err);
        bd_number value = shown_number(example, &style);
        assert_ok(bd_number_print(value, style.unit, &style, &text, &err), &err);
        assert_true(bd_str_eq(bd_buf_str(&text), example));
        bd_buf_release(&text);
    }
}

static void other_texts_are_refused_with_an_example_that_would_do(void **state)
{
    (void)state;
    static const struct {
        const char *example, *part; /* of the message */
    } cases[] = {
        { "", "it is empty" },
        { "  ", "it is empty" },
        { "ms", "it must begin with digits" },
        { ".000", "it must begin with digits" },
        { "-0.0", "it must begin with digits" },
        { "0.", "it must begin with digits" },
        { "0,,0", "it must begin with digits" },
        { "1.000", "it reads two ways" },
        { "10.000 ms", "it reads two ways" },
        { "1,00,000", "three digits each" },
        { "1 00", "three digits each" },
        { "1000,000,000", "three digits each" },
        { "1.0.0", "three digits each" },
        { "1,000 000", "three digits each" },
        { "0.0 a unit that is much longer than any", "longer than 31 bytes" },
        { "0.0           ms", "too many blanks" },
        { "0.0 .ms", "a unit cannot begin" },
        { "0.0\tms", "a unit cannot hold" },
        { "0.0 m\ns", "a unit cannot hold" },
        { "0.0000000000000000000000000000000", "at most 30 decimals" },
        { "1 000 000 000 000 000 000 000 000 000 000 000 000 000", "it must begin" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_number_style style;
        bd_error err = BD_ERROR_INIT;
        if (bd_number_style_parse(bd_str_of(cases[i].example), &style, &err))
            fail_msg("\"%s\" was accepted", cases[i].example);
        if (!strstr(err.message, cases[i].part))
            fail_msg("\"%s\": %s", cases[i].example, err.message);
        assert_int_equal(err.code, BD_ERR_CONFIG);
        assert_non_null(strstr(err.hint, "0.000 ms"));
    }
}

static void check_print(bd_number value, const char *unit, const char *example, const char *want)
{
    bd_number_style style = BD_NUMBER_STYLE_PLAIN;
    bd_error err = BD_ERROR_INIT;
    bd_buf text = BD_BUF_INIT;
    if (example)
        assert_ok(bd_number_style_parse(bd_str_of(example), &style, &err), &err);
    assert_ok(bd_number_print(value, unit, &style, &text, &err), &err);
    assert_string_equal(bd_buf_text(&text), want);
    bd_buf_release(&text);
}

static void numbers_look_like_their_example(void **state)
{
    (void)state;
    /* the first lines are cells that the seed projects publish */
    check_print(bd_int(78302884), "ns", "0.000000 ms", "78.302884 ms");
    check_print(bd_int(18713), "ns", "0.000000 ms", "0.018713 ms");
    check_print(bd_int(15720), "ns", "0.000000 ms", "0.015720 ms");
    check_print(bd_double(138.105), "ops/s", "0.000 ms/op", "7.241 ms/op");
    check_print(bd_double(2655.8271), "ops/s", "1,000", "2,656");
    check_print(bd_int(10000), "rows", "10 000", "10 000");
    check_print(bd_int(10000), "", "10000", "10000");
    check_print(bd_int(5000), NULL, "1,000", "5,000");
    check_print(bd_double(25.5), "%", "0 %", "26 %");
    check_print(bd_double(-25.5), "%", "0%", "-26%");
    check_print(bd_double(-0.4), "%", "0%", "0%");
    check_print(bd_double(205.0), "MiB", "0 MiB", "205 MiB");
    check_print(bd_int(1234567891), "us", "1.000,00 ms", "1.234.567,89 ms");
    check_print(bd_double(2.675), "ms", "0.00", "2.68"); /* half away, on the shortest text */
    check_print(bd_double(0.125), "x", "0.00x", "0.13x");
    check_print(bd_int(999999), "ns", "0.000 ms", "1.000 ms");
    check_print(bd_int(1234567), "", "10" NNBSP "000", "1" NNBSP "234" NNBSP "567");
    /* no example: exactly what is there, without the unit */
    check_print(bd_int(78302884), "ns", NULL, "78302884");
    check_print(bd_double(0.1), "ms", NULL, "0.1");
    check_print(bd_double(1e21), "ms", NULL, "1000000000000000000000");
    /* truth */
    check_print(bd_int(1), "bool", NULL, "true");
    check_print(bd_int(0), "bool", "0.000", "false");
    check_print(bd_int(1), "bool", "0 bool", "1 bool");
}

static void what_cannot_be_shown_leaves_nothing_behind(void **state)
{
    (void)state;
    const struct {
        bd_number value;
        const char *unit, *example;
    } cases[] = {
        { bd_double(NAN), "ms", "0.0 ms" },    { BD_NUMBER_NOTHING, "ms", "0.0" },
        { bd_double(-INFINITY), "bool", "0" }, { bd_int(1), "ms", "0.0 MB" },
        { bd_int(1), NULL, "0.0 MB" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_number_style style;
        bd_error err = BD_ERROR_INIT;
        bd_buf text = BD_BUF_INIT;
        assert_ok(bd_number_style_parse(bd_str_of(cases[i].example), &style, &err), &err);
        assert_false(bd_number_print(cases[i].value, cases[i].unit, &style, &text, &err));
        assert_int_equal(text.len, 0);
        assert_true(err.message[0] != '\0');
        bd_buf_release(&text);
    }
}

/* Values: the shortest decimal texts of the numbers, rounded by hand. */
static void significant_digits_are_counted_number_by_number(void **state)
{
    (void)state;
    static const struct {
        const char *style, *number, *unit, *want;
    } cases[] = {
        { "4 digits", "138.105", "", "138.1" },
        { "4 digits", "71.25", "", "71.25" },
        { "4 digits", "0.5", "", "0.5" },
        { "4 digits", "91391.7621817", "", "91392" },
        { "4 digits", "123456", "", "123456" },
        { "4 digits", "9.9996", "", "10.00" },
        { "4 digits", "999.96", "", "1000" },
        { "4 digits", "9999.5", "", "10000" },
        { "4 digits", "-0.00123456", "", "-0.001235" },
        { "4 digits", "0.0", "", "0" },
        { "4 digits", "0.0000000032322938954379196", "", "0.000000003232" },
        { "1 digit", "0.96", "", "1" },
        { "4 digits ms", "78302884", "ns", "78.30 ms" },
        { "17 digits", "0.1", "", "0.1" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_number_style style;
        bd_error err = BD_ERROR_INIT;
        bd_buf out = BD_BUF_INIT;
        assert_ok(bd_number_style_parse(bd_str_of(cases[i].style), &style, &err), &err);
        assert_true(bd_number_print(bd_number_parse(bd_str_of(cases[i].number)), cases[i].unit,
                                    &style, &out, &err));
        assert_string_equal(bd_buf_text(&out), cases[i].want);
        bd_buf_release(&out);
    }
    static const char *const bad[] = { "0 digits", "18 digits", "4 digits 5" };
    for (size_t i = 0; i < BD_COUNT(bad); i++) {
        bd_number_style style;
        bd_error err = BD_ERROR_INIT;
        assert_false(bd_number_style_parse(bd_str_of(bad[i]), &style, &err));
    }
    bd_number_style style;
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_number_style_parse(BD_STR("0 digitsum"), &style, &err), &err);
    assert_int_equal(style.digits, 0);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_read),
        cmocka_unit_test(an_example_looks_like_itself),
        cmocka_unit_test(other_texts_are_refused_with_an_example_that_would_do),
        cmocka_unit_test(numbers_look_like_their_example),
        cmocka_unit_test(what_cannot_be_shown_leaves_nothing_behind),
        cmocka_unit_test(significant_digits_are_counted_number_by_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
