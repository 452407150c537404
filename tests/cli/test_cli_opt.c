/* The command line as GNU programs read it. */
#include "cli/opt.h"

#include "tests/support.h"

#include <string.h>

typedef struct options {
    bool quick, loud;
    const char *output;
    bd_texts set;
    size_t limit;
} options;

static const bd_opt rows[] = {
    { "quick", 'q', BD_OPT_SWITCH, offsetof(options, quick), NULL, "" },
    { "loud", 'l', BD_OPT_SWITCH, offsetof(options, loud), NULL, "" },
    { "output", 'o', BD_OPT_TEXT, offsetof(options, output), "FILE", "" },
    { "set", 0, BD_OPT_LIST, offsetof(options, set), "KEY=VALUE", "" },
    { "limit", 'n', BD_OPT_COUNT, offsetof(options, limit), "COUNT", "" },
};

enum { WORDS_MAX = 12 };

typedef struct result {
    options options;
    bd_arguments arguments;
    bd_error error;
    bool ok;
    bd_opt_set set;
} result;

static void parse(const char *const *argv, bool rest, result *r)
{
    *r = (result){ 0 };
    r->set = (bd_opt_set){ rows, BD_COUNT(rows), &r->options };
    r->ok = bd_opt_parse(argv, &r->set, 1, rest, &r->arguments, &r->error);
}

static void release(result *r)
{
    bd_opt_release(&r->set);
    bd_arguments_release(&r->arguments);
}

static void every_form_of_a_value_is_read(void **state)
{
    (void)state;
    static const char *const forms[][WORDS_MAX] = {
        { "--output", "x", "-n", "20", "a" }, { "--output=x", "--limit=20", "a" },
        { "-o", "x", "a", "-n20" },           { "-ox", "--limit", "20", "a" },
        { "a", "-ox", "-n", "020" },          { "-n20", "-o", "x", "--", "a" },
    };
    for (size_t i = 0; i < BD_COUNT(forms); i++) {
        result r;
        parse(forms[i], false, &r);
        assert_ok(r.ok, &r.error);
        assert_string_equal(r.options.output, "x");
        assert_int_equal(r.options.limit, 20);
        assert_int_equal(r.arguments.count, 1);
        assert_string_equal(r.arguments.items[0], "a");
        release(&r);
    }
}

static void switches_may_share_a_word_with_a_value_at_its_end(void **state)
{
    (void)state;
    static const char *const argv[] = { "-qlofile", "-", "--output=", NULL };
    result r;
    parse(argv, false, &r);
    assert_ok(r.ok, &r.error);
    assert_true(r.options.quick && r.options.loud);
    assert_string_equal(r.options.output, ""); /* the last one counts, empty or not */
    assert_int_equal(r.arguments.count, 1);
    assert_string_equal(r.arguments.items[0], "-");
    release(&r);
}

static void a_list_keeps_every_value_in_order(void **state)
{
    (void)state;
    static const char *const argv[] = {
        "--set", "a=1", "x", "--set=b=2=3", "--set", "--odd", NULL
    };
    result r;
    parse(argv, false, &r);
    assert_ok(r.ok, &r.error);
    assert_int_equal(r.options.set.count, 3);
    assert_string_equal(r.options.set.items[0], "a=1");
    assert_string_equal(r.options.set.items[1], "b=2=3");
    assert_string_equal(r.options.set.items[2], "--odd");
    release(&r);
}

static void two_dashes_end_the_options(void **state)
{
    (void)state;
    static const char *const argv[] = { "a", "--", "-q", "--", "b", NULL };
    result r;
    parse(argv, false, &r);
    assert_ok(r.ok, &r.error);
    assert_false(r.options.quick);
    assert_int_equal(r.arguments.count, 4);
    assert_string_equal(r.arguments.items[1], "-q");
    assert_null(r.arguments.rest);
    release(&r);
    parse(argv, true, &r); /* another program's command line */
    assert_int_equal(r.arguments.count, 1);
    assert_ptr_equal(r.arguments.rest, &argv[2]);
    release(&r);
}

static void a_wrong_command_line_says_what_would_do(void **state)
{
    (void)state;
    static const struct {
        const char *argv[4];
        const char *message, *hint;
    } cases[] = {
        { { "--outptu", "x" }, "there is no option --outptu", "did you mean --output?" },
        { { "--zzz" }, "there is no option --zzz", "--help lists the options" },
        { { "-x" }, "there is no option -x", "--help lists the options" },
        { { "-qz" }, "there is no option -z", "--help lists" },
        { { "--output" }, "--output needs a value", "--output FILE" },
        { { "-o" }, "--output needs a value", "--output FILE" },
        { { "--quick=1" }, "--quick takes no value", "" },
        { { "--limit", "many" }, "--limit takes a whole number, not 'many'", "--limit=20" },
        { { "--limit", "-1" }, "--limit takes a whole number, not '-1'", "--limit=20" },
        { { "--limit=" }, "--limit takes a whole number, not ''", "--limit=20" },
        { { "--limit=99999999999999999999" }, "--limit takes a whole number", "--limit=20" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        result r;
        parse(cases[i].argv, false, &r);
        assert_false(r.ok);
        assert_int_equal(r.error.code, BD_ERR_USAGE);
        if (!strstr(r.error.message, cases[i].message) || !strstr(r.error.hint, cases[i].hint))
            fail_msg("%s: %s (%s)", cases[i].argv[0], r.error.message, r.error.hint);
        release(&r);
    }
}

static void leading_options_end_at_the_command(void **state)
{
    (void)state;
    static const char *const argv[] = { "program", "-q", "--output", "x", "table", "-l", NULL };
    options o = { 0 };
    bd_opt_set set = { rows, BD_COUNT(rows), &o };
    bd_error err = BD_ERROR_INIT;
    size_t at = 1;
    assert_ok(bd_opt_leading(argv, &set, &at, &err), &err);
    assert_int_equal(at, 4);
    assert_true(o.quick && !o.loud);
}

static void a_percentage_is_read_with_its_sign_or_without_and_nothing_else_is(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
        double value;
    } cases[] = { { "5%", true, 5 },   { "5 %", true, 5 },   { "0.5", true, 0.5 },
                  { "0", true, 0 },    { "", false, 0 },     { "some", false, 0 },
                  { "-1%", false, 0 }, { "5 ms", false, 0 }, { "%", false, 0 },
                  { NULL, true, 7 } };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        double value = 7;
        if (bd_opt_percent(cases[i].text, "least", &value, &err) != cases[i].good)
            fail_msg("%s", cases[i].text ? cases[i].text : "not given");
        if (cases[i].good)
            assert_true(value >= cases[i].value && value <= cases[i].value);
        else
            assert_int_equal(err.code, BD_ERR_USAGE);
    }
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_percentage_is_read_with_its_sign_or_without_and_nothing_else_is),
        cmocka_unit_test(every_form_of_a_value_is_read),
        cmocka_unit_test(switches_may_share_a_word_with_a_value_at_its_end),
        cmocka_unit_test(a_list_keeps_every_value_in_order),
        cmocka_unit_test(two_dashes_end_the_options),
        cmocka_unit_test(a_wrong_command_line_says_what_would_do),
        cmocka_unit_test(leading_options_end_at_the_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
