/* Sizes: wide objects, long lines, many tokens, hostile keys. Texts are made here. */
#include "core/json/json.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void objects_with_many_keys_are_checked_for_repeats(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    const int counts[] = { 2, 23, 24, 25, 26, 1000, 50000 };
    for (size_t i = 0; i < BD_COUNT(counts); i++) {
        for (int repeat = 0; repeat < 2; repeat++) {
            bd_error err = BD_ERROR_INIT;
            bd_json_doc *doc = NULL;
            bd_buf_clear(&text);
            for (int k = 0; k < counts[i]; k++)
                bd_buf_printf(&text, "%s\n\"benchmark%d\":[%d]", k == 0 ? "{" : ",", k, k);
            bd_buf_puts(&text, repeat ? ",\n\"benchmark1\":0}" : "}");
            assert_true(bd_json_parse(bd_buf_str(&text), NULL, &doc, &err) == !repeat);
            if (repeat) {
                assert_string_equal(err.message, "the key \"benchmark1\" stands twice in one "
                                                 "object, first at 3:1");
                assert_int_equal(err.line, counts[i] + 2);
            }
            bd_json_free(doc);
        }
    }
    bd_buf_release(&text);
}

static void of_several_repeats_the_first_in_the_file_is_reported(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    bd_buf_puts(&text, "{\"z\":0,\"a\":0,\n\"\\u007a\":1,\n\"a\":1");
    for (int k = 0; k < 100; k++)
        bd_buf_printf(&text, ",\"k%d\":0", k);
    bd_buf_putc(&text, '}');
    assert_false(bd_json_parse(bd_buf_str(&text), NULL, &doc, &err));
    assert_string_equal(err.message, "the key \"z\" stands twice in one object, first at 1:2");
    assert_int_equal(err.line, 2);
    bd_buf_release(&text);
}

/* Processor time: tests run beside each other. */
static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* 5,000 positions in the last part of a line of megabytes: counting from the start of
 * the line each time would be tens of gigabytes. */
static void positions_in_one_long_line_are_cheap(void **state)
{
    (void)state;
    enum { ITEMS = 400000 };
    bd_buf text = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    bd_json root, item;
    bd_buf_puts(&text, "\n[\"\xC2\xB7\"");
    for (int i = 0; i < ITEMS; i++)
        bd_buf_puts(&text, ",\"\xE2\x82\xAC\xC2\xB7\"");
    bd_buf_putc(&text, ']');
    assert_ok(bd_json_parse(bd_buf_str(&text), NULL, &doc, &err), &err);
    root = bd_json_root(doc);
    double start = seconds();
    for (bool more = bd_json_first(&root, &item); more; more = bd_json_next(&item)) {
        int line, column;
        if (item.index % 80 != 0)
            continue;
        bd_json_position(&item, &line, &column);
        assert_int_equal(line, 2);
        assert_int_equal(column, item.index == 0 ? 2 : (int)item.index * 5 + 1);
    }
    assert_true(seconds() - start < 5);
    bd_json_free(doc);
    bd_buf_release(&text);
}

/* Siblings behind big subtrees: the walk must jump over them. */
static void skipping_a_subtree_does_not_walk_it(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    bd_buf_puts(&text, "[{\"big\":[0");
    for (int i = 0; i < 300000; i++)
        bd_buf_puts(&text, ",[1]");
    bd_buf_puts(&text, "],\"name\":\"x\"}]");
    assert_ok(bd_json_parse(bd_buf_str(&text), NULL, &doc, &err), &err);
    bd_json root = bd_json_root(doc), object, name;
    assert_true(bd_json_first(&root, &object));
    double start = seconds();
    for (int i = 0; i < 100000; i++)
        assert_true(bd_json_member(&object, "name", &name));
    assert_true(seconds() - start < 5); /* 100,000 walks over 300,000 items would be minutes */
    bd_json_free(doc);
    bd_buf_release(&text);
}

static void tokens_denser_than_expected_make_the_array_grow(void **state)
{
    (void)state;
    enum { ITEMS = 200000 };
    bd_buf text = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    bd_buf_putc(&text, '[');
    for (int i = 0; i < ITEMS; i++)
        bd_buf_puts(&text, i == 0 ? "[]" : ",[]");
    bd_buf_putc(&text, ']');
    assert_ok(bd_json_parse(bd_buf_str(&text), NULL, &doc, &err), &err);
    bd_json root = bd_json_root(doc), item;
    size_t seen = 0;
    for (bool more = bd_json_first(&root, &item); more; more = bd_json_next(&item))
        seen += bd_json_typeof(&item) == BD_JSON_ARRAY;
    assert_int_equal(seen, ITEMS);
    assert_int_equal(bd_json_count(&root), ITEMS);
    bd_json_free(doc);
    bd_buf_release(&text);
}

/* Every alignment of a token against the ends of vectors and of line blocks, with
 * the text in an allocation of exactly its size, so that a sanitizer sees overreads. */
static void every_alignment_and_cut_of_a_text_is_safe(void **state)
{
    (void)state;
    static const char core[] = "{\"k\xC3\xA9y\\n\":[-12.5e+3,\"0123456789abcdef\xE2\x82\xAC\","
                               "true ,\r\n12345678901234567890,null,false,\"\\ud83d\\ude00\"]}";
    for (size_t blanks = 0; blanks < 40; blanks++)
        for (size_t cut = 0; cut < sizeof core; cut++) {
            size_t len = blanks + sizeof core - 1 - cut;
            char *text = bd_alloc(len); /* owned */
            memset(text, ' ', blanks);
            memcpy(text + blanks, core, sizeof core - 1 - cut);
            bd_error err = BD_ERROR_INIT;
            bd_json_doc *doc = NULL;
            bool ok = bd_json_parse((bd_str){ text, len }, NULL, &doc, &err);
            assert_true(ok == (cut == 0));
            bd_json_free(doc);
            free(text);
        }
}

/* Numbers are looked at 32 bytes at once where the text goes on that far. */
static const char *const numbers[] = {
    "0",
    "-0",
    "7",
    "-12.5",
    "0.1",
    "251.72381286839678",
    "1e5",
    "1.5E-7",
    "12E+3",
    "01",
    "-01",
    "00.5",
    "1.",
    "-",
    "-.5",
    "1.e5",
    "1e",
    "--1",
    "1.2.3",
    "0x1",
    "1234567890123456789012345678901",
    "12345678901234567890123456789012",
    "1234567890123456789012345678901.5",
    "1.12345678901234567890123456789",
    "1.123456789012345678901234567890",
    "1.1234567890123456789012345678901",
    "0.00000000000000000000000000000e1",
    "0.000000000000000000000000000000e1",
    "1.2345678901234567890123456789e",
    "-12 3",
};

static void a_number_is_read_alike_whatever_follows_it(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < BD_COUNT(numbers); i++) {
        bool ok[2];
        for (int padded = 0; padded < 2; padded++) {
            bd_error err = BD_ERROR_INIT;
            bd_json_doc *doc;
            bd_json item;
            bd_buf_clear(&text);
            bd_buf_printf(&text, "[%s]%*s", numbers[i], padded ? 64 : 0, "");
            /* without anything behind it that could be read */
            char *exact = malloc(text.len);
            memcpy(exact, text.data, text.len);
            ok[padded] = bd_json_parse((bd_str){ exact, text.len }, NULL, &doc, &err);
            if (ok[padded]) {
                bd_json root = bd_json_root(doc);
                assert_true(bd_json_first(&root, &item));
                assert_str(bd_json_raw(&item), numbers[i]);
            }
            bd_json_free(doc);
            free(exact);
        }
        assert_int_equal(ok[0], ok[1]);
        bool well = i < 9 || (i >= 20 && i < 28);
        assert_int_equal(ok[0], well);
    }
    bd_buf_release(&text);
}

/* Large enough that tokens are forgotten in large pages. */
static void what_follows_forgotten_items_stays(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc;
    enum { ITEMS = 1200000 };
    for (int i = 0; i < ITEMS; i++)
        bd_buf_printf(&text, "%s%d", i == 0 ? "[" : ",\n", i);
    bd_buf_puts(&text, "]");
    assert_ok(bd_json_parse(bd_buf_str(&text), NULL, &doc, &err), &err);
    bd_json root = bd_json_root(doc), first, item;
    assert_true(bd_json_first(&root, &first));
    item = first;
    for (int64_t i = 0; i < ITEMS; i++) {
        int64_t value;
        int line, column;
        assert_ok(bd_json_int(&item, &value, &err), &err);
        assert_int_equal(value, i);
        if (i % 100000 == 99999) {
            bd_json_position(&item, &line, &column);
            assert_int_equal(line, i + 1);
            bd_json_forget(&first, &item);
        }
        assert_true(bd_json_next(&item) == (i + 1 < ITEMS));
    }
    assert_int_equal(bd_json_count(&root), ITEMS);
    bd_json_free(doc);
    bd_buf_release(&text);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_with_many_keys_are_checked_for_repeats),
        cmocka_unit_test(of_several_repeats_the_first_in_the_file_is_reported),
        cmocka_unit_test(positions_in_one_long_line_are_cheap),
        cmocka_unit_test(skipping_a_subtree_does_not_walk_it),
        cmocka_unit_test(tokens_denser_than_expected_make_the_array_grow),
        cmocka_unit_test(every_alignment_and_cut_of_a_text_is_safe),
        cmocka_unit_test(a_number_is_read_alike_whatever_follows_it),
        cmocka_unit_test(what_follows_forgotten_items_stays),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
