/* JavaScript's literals as JSON: each row was checked with node's JSON.stringify(eval(…)). */
#include "core/datajs/datajs.h"
#include "tests/support.h"

#include <string.h>

typedef struct row {
    const char *literal, *json;
} row;

/* What the value of `wanted` is, as JSON.stringify would write it; NULL = refused. */
static void check(const row *r)
{
    bd_buf text = BD_BUF_INIT, got = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_datajs *file;
    bd_json wanted;
    bd_buf_printf(&text, "window.BENCHMARK_DATA={entries:{},wanted:%s}", r->literal);
    bool ok = bd_datajs_open(bd_buf_str(&text), &file, &err);
    if (ok) {
        bd_json root = bd_datajs_root(file);
        assert_true(bd_json_member(&root, "wanted", &wanted));
        bd_json_stringify(&wanted, &got);
    }
    if (ok != (r->json != NULL) || (ok && strcmp(bd_buf_text(&got), r->json) != 0))
        fail_msg("%s: %s", r->literal, ok ? bd_buf_text(&got) : err.message);
    if (!ok)
        assert_true(err.line > 0 && err.column > 0);
    bd_datajs_close(file);
    bd_buf_release(&text);
    bd_buf_release(&got);
}

static void numbers_are_what_javascript_takes_them_for(void **state)
{
    (void)state;
    static const row rows[] = {
        { ".5", "0.5" },        { "-.5", "-0.5" },       { "5.", "5" },
        { "5.e3", "5000" },     { ".5e1", "5" },         { "1674101003e3", "1674101003000" },
        { "1E-7", "1e-7" },     { "+5", "5" },           { "0x1F", "31" },
        { "0XfF", "255" },      { "-0x10", "-16" },      { "0.", "0" },
        { "Infinity", "null" }, { "-Infinity", "null" }, { "NaN", "null" },
        { ".", NULL },          { "-", NULL },           { "012", NULL },
        { "00", NULL },         { "1e", NULL },          { "1e3e4", NULL },
        { "1.5e3e4", NULL },    { "1n", NULL },          { "1_000", NULL },
        { "1.2.3", NULL },      { "0x", NULL },          { "0xfffffffffffffffff", NULL },
        { "1 2", NULL },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        check(&rows[i]);
}

static void strings_are_what_javascript_takes_them_for(void **state)
{
    (void)state;
    static const row rows[] = {
        { "'a'", "\"a\"" },
        { "'a\"b'", "\"a\\\"b\"" },
        { "'a\\'b'", "\"a'b\"" },
        { "\"it's\"", "\"it's\"" },
        { "'\\x41\\u0042'", "\"AB\"" },
        { "'\\u{1F600}'", "\"\xf0\x9f\x98\x80\"" },
        { "'\\u{fc}'", "\"\xc3\xbc\"" },
        { "'\\v\\0'", "\"\\u000b\\u0000\"" },
        { "'a\\\nb'", "\"ab\"" },
        { "'a\\\r\nb'", "\"ab\"" },
        { "'\\-\\\\'", "\"-\\\\\"" },
        { "'a\tb'", "\"a\\tb\"" },
        { "`a\"\nb\r\nc$d`", "\"a\\\"\\nb\\nc$d\"" },
        { "'\xc3\xbc'", "\"\xc3\xbc\"" },
        { "'// no comment /*'", "\"// no comment /*\"" },
        { "`${1}`", NULL },
        { "'a\nb'", NULL },
        { "'a", NULL },
        { "'\\x4'", NULL },
        { "'\\u{110000}'", NULL },
        { "'\\u12'", NULL },
        { "'\\01'", NULL },
        { "'\\7'", NULL },
        { "'\xff'", NULL },
        { "'a' + 'b'", NULL },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        check(&rows[i]);
}

static void words_and_containers_are_what_javascript_takes_them_for(void **state)
{
    (void)state;
    static const row rows[] = {
        { "!0", "true" },
        { "!1", "false" },
        { "void 0", "null" },
        { "undefined", "null" },
        { "null", "null" },
        { "[1,]", "[1]" },
        { "[1,/* , */]", "[1]" },
        { "{a:1,}", "{\"a\":1}" },
        { "{$a_1:1,\"b c\":2,'d':3,4:5,null:6,\xc3\xbc:7}",
          "{\"4\":5,\"$a_1\":1,\"b c\":2,\"d\":3,\"null\":6,\"\xc3\xbc\":7}" },
        { "{a /*x*/ : /*y*/ [ ] // z\n}", "{\"a\":[]}" },
        { "!2", NULL },
        { "!00", NULL },
        { "truex", NULL },
        { "[,]", NULL },
        { "[1,,2]", NULL },
        { "{,}", NULL },
        { "{a}", NULL },
        { "{a:1 b:2}", NULL },
        { "{a:1,a:2}", NULL },
        { "{[a]:1}", NULL },
        { "{...a}", NULL },
        { "{a(){}}", NULL },
        { "{01:1}", NULL },
        { "f()", NULL },
        { "new Date(0)", NULL },
        { "(1)", NULL },
        { "[1}", NULL },
        { "{a:1]", NULL },
        { "/x/", NULL },
        { "1/* never closed", NULL },
        { "{a:1},b", NULL },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        check(&rows[i]);
}

static void nesting_ends_somewhere(void **state)
{
    (void)state;
    bd_buf deep = BD_BUF_INIT;
    bd_buf_puts(&deep, "'',a:");
    bd_buf_repeat(&deep, '[', 100000);
    check(&(row){ bd_buf_text(&deep), NULL });
    bd_buf_clear(&deep);
    bd_buf_puts(&deep, "'',a:");
    bd_buf_repeat(&deep, '[', 500);
    bd_buf_repeat(&deep, ']', 500);
    check(&(row){ bd_buf_text(&deep), "\"\"" });
    bd_buf_release(&deep);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_what_javascript_takes_them_for),
        cmocka_unit_test(strings_are_what_javascript_takes_them_for),
        cmocka_unit_test(words_and_containers_are_what_javascript_takes_them_for),
        cmocka_unit_test(nesting_ends_somewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
