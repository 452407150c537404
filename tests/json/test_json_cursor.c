/* Walking a document: members, items, paths, places. */
#include "core/json/json.h"
#include "tests/support.h"

#include <stdlib.h>

static const char results[] =
    "[\n"
    "  {\n"
    "    \"benchmark\": \"org.example.Store.write\",\n"
    "    \"params\": {\"size\": \"1024\", \"\xC2\xB7kind of\": \"a\\\"b\"},\n"
    "    \"empty\": [],\n"
    "    \"rawData\": [[1, 2.5], [], [3]]\n"
    "  },\n"
    "  null, true, false, {}\n"
    "]\n";

static bd_json_doc *parsed(const char *text)
{
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    assert_ok(bd_json_parse(bd_str_of(text), NULL, &doc, &err), &err);
    return doc;
}

static void assert_path(const bd_json *at, const char *want)
{
    bd_buf path = BD_BUF_INIT;
    bd_json_path(at, &path);
    assert_str(bd_buf_str(&path), want);
    bd_buf_release(&path);
}

static void assert_place(const bd_json *at, int line, int column)
{
    int got_line, got_column;
    bd_json_position(at, &got_line, &got_column);
    assert_int_equal(got_line, line);
    assert_int_equal(got_column, column);
}

static void items_come_in_order_with_type_and_count(void **state)
{
    (void)state;
    static const bd_json_type types[] = { BD_JSON_OBJECT, BD_JSON_NULL, BD_JSON_TRUE, BD_JSON_FALSE,
                                          BD_JSON_OBJECT };
    static const size_t counts[] = { 4, 0, 0, 0, 0 };
    bd_json_doc *doc = parsed(results);
    bd_json root = bd_json_root(doc), item, inner;
    size_t seen = 0;
    assert_int_equal(bd_json_typeof(&root), BD_JSON_ARRAY);
    assert_int_equal(bd_json_count(&root), 5);
    for (bool more = bd_json_first(&root, &item); more; more = bd_json_next(&item), seen++) {
        assert_int_equal(bd_json_typeof(&item), types[seen]);
        assert_int_equal(bd_json_count(&item), counts[seen]);
        assert_int_equal(item.index, seen);
    }
    assert_int_equal(seen, 5);
    assert_false(bd_json_first(&item, &inner)); /* the empty object */
    bd_json_free(doc);
}

static void members_are_found_by_name(void **state)
{
    (void)state;
    bd_json_doc *doc = parsed(results);
    bd_json root = bd_json_root(doc), first, params, found;
    bd_error err = BD_ERROR_INIT;
    assert_true(bd_json_first(&root, &first));
    assert_true(bd_json_need(&first, "params", &params, &err));
    assert_true(bd_json_member(&params, "\xC2\xB7kind of", &found));
    assert_true(bd_json_key_is(&found, "\xC2\xB7kind of"));
    assert_false(bd_json_member(&params, "siz", &found));
    assert_false(bd_json_member(&params, "size ", &found));
    assert_false(bd_json_member(&root, "params", &found)); /* no object */
    bd_json_free(doc);
}

static void a_missing_member_is_an_error_at_its_object(void **state)
{
    (void)state;
    bd_json_doc *doc = parsed(results);
    bd_json root = bd_json_root(doc), first, found;
    bd_error err = BD_ERROR_INIT;
    assert_true(bd_json_first(&root, &first));
    assert_false(bd_json_need(&first, "mode", &found, &err));
    assert_string_equal(err.message, "expected the member \"mode\", which is not there");
    assert_string_equal(err.path, "$[0]");
    assert_int_equal(err.line, 2);
    assert_int_equal(err.column, 3);
    err = (bd_error)BD_ERROR_INIT;
    assert_false(bd_json_need(&root, "mode", &found, &err));
    assert_string_equal(err.message, "expected an object, found an array");
    bd_json_free(doc);
}

static void paths_and_places_are_exact(void **state)
{
    (void)state;
    bd_json_doc *doc = parsed(results);
    bd_json root = bd_json_root(doc), first, params, kind, raw, row, value;
    assert_path(&root, "$");
    assert_place(&root, 1, 1);
    assert_true(bd_json_first(&root, &first) && bd_json_member(&first, "params", &params));
    assert_true(bd_json_member(&params, "\xC2\xB7kind of", &kind));
    assert_path(&kind, "$[0].params[\"\xC2\xB7kind of\"]");
    assert_place(&kind, 4, 44);
    assert_true(bd_json_member(&first, "rawData", &raw) && bd_json_first(&raw, &row));
    assert_true(bd_json_first(&row, &value) && bd_json_next(&value));
    assert_path(&value, "$[0].rawData[0][1]");
    assert_place(&value, 6, 21);
    assert_true(bd_json_next(&row) && bd_json_next(&row) && bd_json_first(&row, &value));
    assert_path(&value, "$[0].rawData[2][0]");
    assert_false(bd_json_next(&row));
    bd_json_free(doc);
}

static void keys_that_are_no_plain_names_are_quoted_in_paths(void **state)
{
    (void)state;
    static const struct {
        const char *text, *path;
    } rows[] = {
        { "{\"a\":1}", "$.a" },          { "{\"_a9$\":1}", "$._a9$" },
        { "{\"9a\":1}", "$[\"9a\"]" },   { "{\"\":1}", "$[\"\"]" },
        { "{\"a.b\":1}", "$[\"a.b\"]" }, { "{\"a\\\"b\":1}", "$[\"a\\\"b\"]" },
        { "{\"\\u0061\":1}", "$.a" },    { "{\"\\u0000\":1}", "$[\"\\u0000\"]" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_json_doc *doc = parsed(rows[i].text);
        bd_json root = bd_json_root(doc), item;
        assert_true(bd_json_first(&root, &item));
        assert_path(&item, rows[i].path);
        bd_json_free(doc);
    }
}

static void failing_fills_place_and_path_once(void **state)
{
    (void)state;
    bd_json_doc *doc = parsed("[\n {\"a\": [7]}]");
    bd_json root = bd_json_root(doc), first, list, item;
    bd_error err = BD_ERROR_INIT;
    assert_true(bd_json_first(&root, &first) && bd_json_member(&first, "a", &list));
    assert_true(bd_json_first(&list, &item));
    assert_false(bd_json_fail(&item, &err, "expected %s", "less"));
    assert_false(bd_json_fail(&root, &err, "later"));
    assert_string_equal(err.message, "expected less");
    assert_string_equal(err.path, "$[0].a[0]");
    assert_int_equal(err.line, 2);
    assert_int_equal(err.column, 9);
    assert_int_equal(err.code, BD_ERR_INPUT);
    bd_json_free(doc);
}

static void a_long_path_keeps_its_tail(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    for (int i = 0; i < 40; i++)
        bd_buf_puts(&text, "{\"member-\xC2\xB7\":");
    bd_buf_puts(&text, "[1]");
    bd_buf_repeat(&text, '}', 40);
    bd_json_doc *doc = parsed(bd_buf_text(&text));
    bd_json chain[42] = { bd_json_root(doc) };
    for (int i = 0; i < 41; i++)
        assert_true(bd_json_first(&chain[i], &chain[i + 1]));
    bd_error err = BD_ERROR_INIT;
    bd_json_fail(&chain[41], &err, "x");
    assert_true(bd_str_starts(bd_str_of(err.path), "..."));
    assert_true(bd_str_ends(bd_str_of(err.path), "[\"member-\xC2\xB7\"][0]"));
    assert_false(((unsigned char)err.path[3] & 0xC0) == 0x80);
    bd_json_free(doc);
    bd_buf_release(&text);
}

static void raw_values_are_the_bytes_of_the_file(void **state)
{
    (void)state;
    static const char text[] = "{ \"a\" : [ 1.50 , \"x\\n\" ] , \"b\" : -0 , \"c\" : { } }";
    static const char *const raws[] = { "[ 1.50 , \"x\\n\" ]", "-0", "{ }" };
    bd_json_doc *doc = parsed(text);
    bd_json root = bd_json_root(doc), item;
    size_t i = 0;
    assert_str(bd_json_raw(&root), text);
    for (bool more = bd_json_first(&root, &item); more; more = bd_json_next(&item))
        assert_str(bd_json_raw(&item), raws[i++]);
    bd_json_free(doc);
}

static void the_last_of_repeated_keys_counts_where_they_are_kept(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    const bd_json_options options = { .keep_duplicate_keys = true };
    bd_str text = BD_STR("{\"a\":1,\"b\":2,\"a\":3}");
    assert_ok(bd_json_parse(text, &options, &doc, &err), &err);
    bd_json root = bd_json_root(doc), found;
    int64_t value = 0;
    assert_int_equal(bd_json_count(&root), 3);
    assert_true(bd_json_member(&root, "a", &found));
    assert_true(bd_json_int(&found, &value, &err));
    assert_int_equal(value, 3);
    bd_json_free(doc);
}

/* What can be walked, compact; containers that are closed with their bytes and their count. */
static void put_walk(const bd_json *at, bd_buf *out)
{
    bd_json item;
    bd_str raw = bd_json_raw(at);
    if (!bd_json_first(at, &item)) {
        bd_buf_put_str(out, raw);
        if (bd_json_count(at) > 0)
            bd_buf_printf(out, "*%zu", bd_json_count(at));
        return;
    }
    bd_buf_putc(out, raw.ptr[0]);
    for (bool more = true; more; more = bd_json_next(&item)) {
        bd_buf scratch = BD_BUF_INIT;
        bd_buf_put_str(out, bd_json_key(&item, &scratch));
        put_walk(&item, out);
        bd_buf_putc(out, ',');
        bd_buf_release(&scratch);
    }
    bd_buf_putc(out, raw.ptr[raw.len - 1]);
}

static void containers_deeper_than_asked_for_are_closed_and_all_else_is_as_ever(void **state)
{
    (void)state;
    static const char text[] = "{\"a\": {\"b\": [1, [2]], \"c\": {}, \"d\": 4}, \"e\": 5}";
    static const struct {
        size_t depth;
        const char *walk;
    } cases[] = {
        { 1, "{a{\"b\": [1, [2]], \"c\": {}, \"d\": 4}*3,e5,}" },
        { 2, "{a{b[1, [2]]*2,c{},d4,},e5,}" },
        { 3, "{a{b[1,[2]*1,],c{},d4,},e5,}" },
        { 4, "{a{b[1,[2,],],c{},d4,},e5,}" },
        { 0, "{a{b[1,[2,],],c{},d4,},e5,}" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_buf walk = BD_BUF_INIT;
        bd_json_doc *doc = NULL;
        bd_json last;
        const bd_json_options options = { .open_depth = cases[i].depth };
        assert_ok(bd_json_parse(BD_STR(text), &options, &doc, &err), &err);
        bd_json root = bd_json_root(doc);
        put_walk(&root, &walk);
        assert_str(bd_buf_str(&walk), cases[i].walk);
        assert_true(bd_json_member(&root, "e", &last));
        assert_place(&last, 1, 46);
        bd_json_free(doc);
        bd_buf_release(&walk);
    }
}

static void what_is_wrong_in_a_closed_container_is_found_at_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int column;
    } cases[] = {
        { "[[{\"a\": 1, \"a\": 2}]]", 12 }, /* a key twice */
        { "[[{\"a\": [1, 2, ]}]]", 16 },
        { "[[{\"a\": \"\xff\"}]]", 10 },
        { "[[{\"a\": 01}]]", 10 },
        { "[[[[[1]]]]", 11 },
        { "[[[[[1]]]]]]", 12 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error open_err = BD_ERROR_INIT, err = BD_ERROR_INIT;
        bd_json_doc *doc = NULL;
        const bd_json_options options = { .open_depth = 1 };
        assert_false(bd_json_parse(bd_str_of(cases[i].text), NULL, &doc, &open_err));
        assert_false(bd_json_parse(bd_str_of(cases[i].text), &options, &doc, &err));
        assert_string_equal(err.message, open_err.message);
        assert_int_equal(err.column, open_err.column);
        assert_int_equal(err.column, cases[i].column);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_come_in_order_with_type_and_count),
        cmocka_unit_test(members_are_found_by_name),
        cmocka_unit_test(a_missing_member_is_an_error_at_its_object),
        cmocka_unit_test(paths_and_places_are_exact),
        cmocka_unit_test(keys_that_are_no_plain_names_are_quoted_in_paths),
        cmocka_unit_test(failing_fills_place_and_path_once),
        cmocka_unit_test(a_long_path_keeps_its_tail),
        cmocka_unit_test(raw_values_are_the_bytes_of_the_file),
        cmocka_unit_test(the_last_of_repeated_keys_counts_where_they_are_kept),
        cmocka_unit_test(containers_deeper_than_asked_for_are_closed_and_all_else_is_as_ever),
        cmocka_unit_test(what_is_wrong_in_a_closed_container_is_found_at_its_place),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
