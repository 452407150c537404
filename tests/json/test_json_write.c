/* Writing: what JSON.stringify writes, byte for byte. Expectations in expected/
 * were made by node; the command is in expected/nested.js. */
#include "core/json/json.h"
#include "tests/support.h"

#include <math.h>
#include <stdlib.h>

static bd_buf expected(const char *name)
{
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/tests/json/expected/%s", test_source_dir(), name);
    bd_buf bytes = test_read(bd_buf_text(&path));
    bd_buf_release(&path);
    return bytes;
}

static void put_point(bd_json_writer *w)
{
    bd_json_open(w, '{');
    bd_json_put_key(w, "value");
    bd_json_put_number(w, bd_double(148.74), false);
    bd_json_put_key(w, "big");
    bd_json_put_int(w, 9007199254740991);
    bd_json_put_key(w, "small");
    bd_json_put_number(w, bd_double(1.5e-7), false);
    bd_json_put_key(w, "huge");
    bd_json_put_number(w, bd_double(1e21), false);
    bd_json_put_key(w, "none");
    bd_json_put_text(w, NULL);
    bd_json_put_key(w, "yes");
    bd_json_put_bool(w, true);
    bd_json_put_key(w, "no");
    bd_json_put_bool(w, false);
    bd_json_put_key(w, "zero");
    bd_json_put_number(w, bd_double(-0.0), false);
    bd_json_put_key(w, "list");
    bd_json_open(w, '[');
    bd_json_close(w, ']');
    bd_json_put_key(w, "map");
    bd_json_open(w, '{');
    bd_json_close(w, '}');
    bd_json_put_key(w, "text");
    bd_json_put_text(w, "");
    bd_json_close(w, '}');
}

static void put_lists(bd_json_writer *w)
{
    bd_json_open(w, '[');
    bd_json_open(w, '[');
    bd_json_close(w, ']');
    bd_json_open(w, '[');
    bd_json_open(w, '[');
    bd_json_put_int(w, 1);
    bd_json_put_raw(w, BD_STR("2.5"));
    bd_json_close(w, ']');
    bd_json_open(w, '{');
    bd_json_close(w, '}');
    bd_json_close(w, ']');
    bd_json_open(w, '[');
    bd_json_open(w, '{');
    bd_json_put_key(w, "a");
    bd_json_open(w, '[');
    bd_json_close(w, ']');
    bd_json_close(w, '}');
    bd_json_close(w, ']');
    bd_json_close(w, ']');
}

static void put_document(bd_json_writer *w)
{
    static const char key[] =
        "bench \"x\"\\\b\f\n\r\t\0\x1f\x7f\xE2\x80\xA8\xC3\xA9\xF0\x9F\x98\x80";
    bd_json_open(w, '{');
    bd_json_put_key(w, "lastUpdate");
    bd_json_put_int(w, 1784541601000);
    bd_json_put_key(w, "repoUrl");
    bd_json_put_text(w, "https://example.org/a/b");
    bd_json_put_key(w, "entries");
    bd_json_open(w, '{');
    bd_json_put_key_str(w, (bd_str){ key, sizeof key - 1 });
    bd_json_open(w, '[');
    put_point(w);
    put_lists(w);
    bd_json_close(w, ']');
    bd_json_put_key(w, "empty");
    bd_json_open(w, '{');
    bd_json_close(w, '}');
    bd_json_close(w, '}');
    bd_json_close(w, '}');
}

static void nested_values_equal_what_node_writes(void **state)
{
    (void)state;
    static const struct {
        unsigned indent;
        const char *file;
    } rows[] = { { 2, "nested.json" }, { 0, "nested-compact.json" } };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf got = BD_BUF_INIT, want = expected(rows[i].file);
        bd_json_writer w = bd_json_writer_to(&got, rows[i].indent);
        put_document(&w);
        assert_str(bd_buf_str(&got), bd_buf_text(&want));
        bd_buf_release(&got);
        bd_buf_release(&want);
    }
}

static void flat_containers_stay_on_one_line(void **state)
{
    (void)state;
    bd_buf got = BD_BUF_INIT;
    bd_json_writer w = bd_json_writer_to(&got, 2);
    bd_json_open(&w, '[');
    for (int i = 0; i < 2; i++) {
        bd_json_open_flat(&w, '{');
        bd_json_put_key(&w, "n");
        bd_json_put_int(&w, i);
        bd_json_put_key(&w, "l");
        bd_json_open_flat(&w, '[');
        bd_json_put_int(&w, 1);
        bd_json_put_int(&w, 2);
        bd_json_close(&w, ']');
        bd_json_put_key(&w, "e");
        bd_json_open(&w, '{');
        bd_json_close(&w, '}');
        bd_json_close(&w, '}');
    }
    bd_json_open(&w, '[');
    bd_json_put_int(&w, 3);
    bd_json_close(&w, ']');
    bd_json_close(&w, ']');
    assert_str(bd_buf_str(&got), "[\n  {\"n\": 0, \"l\": [1, 2], \"e\": {}},\n"
                                 "  {\"n\": 1, \"l\": [1, 2], \"e\": {}},\n  [\n    3\n  ]\n]");
    bd_buf_release(&got);
}

static void numbers_can_keep_their_kind(void **state)
{
    (void)state;
    static const struct {
        bd_number value;
        bool keep;
        const char *want;
    } rows[] = {
        { { BD_NUMBER_DOUBLE, { .d = 3 } }, true, "3.0" },
        { { BD_NUMBER_DOUBLE, { .d = 3 } }, false, "3" },
        { { BD_NUMBER_DOUBLE, { .d = -0.0 } }, true, "-0.0" },
        { { BD_NUMBER_DOUBLE, { .d = 1e21 } }, true, "1e+21" },
        { { BD_NUMBER_DOUBLE, { .d = 0.5 } }, true, "0.5" },
        { { BD_NUMBER_DOUBLE, { .d = 123456789012345680000.0 } }, true, "123456789012345680000.0" },
        { { BD_NUMBER_INT, { .i = 3 } }, true, "3" },
        { { BD_NUMBER_INT, { .i = INT64_MIN } }, true, "-9223372036854775808" },
        { { BD_NUMBER_DOUBLE, { .d = (double)NAN } }, true, "\"NaN\"" },
        { { BD_NUMBER_DOUBLE, { .d = -(double)INFINITY } }, true, "\"-Infinity\"" },
        { { BD_NUMBER_DOUBLE, { .d = (double)INFINITY } }, false, "\"Infinity\"" },
        { { BD_NUMBER_NONE, { .i = 0 } }, true, "\"NaN\"" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf got = BD_BUF_INIT;
        bd_json_writer w = bd_json_writer_to(&got, 0);
        bd_json_put_number(&w, rows[i].value, rows[i].keep);
        assert_str(bd_buf_str(&got), rows[i].want);
        if (rows[i].keep && bd_number_finite(rows[i].value))
            assert_true(bd_number_same(bd_number_parse(bd_buf_str(&got)), rows[i].value));
        bd_buf_release(&got);
    }
}

/* ---- back to text ---- */

static const char *const texts[] = {
    "{\"b\":1,\"a\":2,\"10\":3,\"9\":4,\"01\":5,\"4294967294\":6,\"4294967295\":7,\"-1\":8}",
    "[1.0,1e3,-0,1E400,-1e400,9007199254740993,0.1e-6,123456789012345678901234567890]",
    "{ \"a\" : [ 1 , { } , [ ] ] , \"\\u0062\\/\" : \"\\u00e9\\ud83d\\ude00\\u0007\\u2028\" }",
    "{\"a\":1,\"b\":2,\"a\":{\"c\":3}}",
    "{\"1\":1,\"x\":2,\"1\":{\"c\":3}}",
    "{\"\\u0031\":1,\"0\":2,\"__proto__\":3}",
    "\"\\b\\f\\n\\r\\t\\\"\\\\\\u001f\\u007f\"",
    "null",
    "[true,false,null]",
    "-1.5e-7",
    "5e-324",
    "\"\xC2\xB7gc\"",
};

static void stringified_values_equal_what_node_makes_of_them(void **state)
{
    (void)state;
    if (test_shell("node --version", NULL, NULL) != 0) {
        print_message("SKIPPED: node is not installed\n");
        skip();
    }
    char *dir = test_temp_dir(); /* owned */
    bd_buf lines = BD_BUF_INIT, command = BD_BUF_INIT, path = BD_BUF_INIT, want = BD_BUF_INIT;
    bd_buf got = BD_BUF_INIT;
    for (size_t i = 0; i < BD_COUNT(texts); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_json_doc *doc = NULL;
        const bd_json_options options = { .keep_duplicate_keys = true };
        assert_ok(bd_json_parse(bd_str_of(texts[i]), &options, &doc, &err), &err);
        bd_json root = bd_json_root(doc);
        bd_json_stringify(&root, &got);
        bd_buf_putc(&got, '\n');
        bd_buf_printf(&lines, "%s\n", texts[i]);
        bd_json_free(doc);
    }
    bd_buf_printf(&path, "%s/lines", dir);
    test_write(bd_buf_text(&path), lines.data, lines.len);
    bd_buf_printf(&command, "node '%s/tests/json/stringify.js' '%s'", test_source_dir(), path.data);
    assert_int_equal(test_shell(bd_buf_text(&command), &want, NULL), 0);
    assert_str(bd_buf_str(&got), bd_buf_text(&want));
    bd_buf *const all[] = { &lines, &command, &path, &want, &got };
    for (size_t i = 0; i < BD_COUNT(all); i++)
        bd_buf_release(all[i]);
    test_remove_tree(dir);
    free(dir);
}

static void compact_text_keeps_everything_but_white_space(void **state)
{
    (void)state;
    static const char text[] = "{ \"a b\" :\t[ 1.50 ,\r\n -0 , 1E5 ] , \"\\\" \" : \" \\\\\" }";
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    bd_buf got = BD_BUF_INIT;
    assert_ok(bd_json_parse(bd_str_of(text), NULL, &doc, &err), &err);
    bd_json root = bd_json_root(doc);
    bd_json_compact(&root, &got);
    assert_str(bd_buf_str(&got), "{\"a b\":[1.50,-0,1E5],\"\\\" \":\" \\\\\"}");
    bd_json_free(doc);
    bd_buf_release(&got);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_values_equal_what_node_writes),
        cmocka_unit_test(flat_containers_stay_on_one_line),
        cmocka_unit_test(numbers_can_keep_their_kind),
        cmocka_unit_test(stringified_values_equal_what_node_makes_of_them),
        cmocka_unit_test(compact_text_keeps_everything_but_white_space),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
