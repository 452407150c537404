/* The worked example of docs/formats.md is the file example_reader.c, compiled here with the
 * table of readers and one row more. */
#include "tests/ingest/read.h"

#include <stdlib.h>
#include <string.h>

static const char output[] = "Compiling…\r\n\x1b[32mtally parse 12.5 ms\x1b[0m\r\n"
                             "tally write 1,250 us\r\ntally parse 11.5 ms\r\ntally parse 13 ms\r\n"
                             "tally of the day\r\n";

static void the_documents_text_is_the_file(void **state)
{
    (void)state;
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/tests/ingest/example_reader.c", test_source_dir());
    bd_buf code = test_read(bd_buf_text(&path));
    bd_buf_clear(&path);
    bd_buf_printf(&path, "%s/docs/formats.md", test_source_dir());
    bd_buf document = test_read(bd_buf_text(&path)), fenced = BD_BUF_INIT;
    bd_buf_printf(&fenced, "```c\n%s```\n", bd_buf_text(&code));
    assert_non_null(strstr(bd_buf_text(&document), bd_buf_text(&fenced)));
    bd_buf_release(&path);
    bd_buf_release(&code);
    bd_buf_release(&document);
    bd_buf_release(&fenced);
}

static void one_file_and_one_row_are_a_format(void **state)
{
    (void)state;
    static const char *const names[] = { NULL, "tally", "TALLY-1" };
    assert_string_equal(bd_format_detect(bd_str_of(output)), "tally");
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        reading_result r = test_ingest_bytes("out.txt", bd_str_of(output), names[i]);
        assert_read(&r);
        assert_int_equal(r.run->point_count, 2);
        const bd_point *p = test_find_point(r.run, "parse", "time", "");
        assert_string_equal(test_number(p->value), "12.5");
        assert_int_equal(p->samples.count, 3);
        assert_int_equal(p->source.line, 2);
        assert_int_equal(p->source.column, 18);
        p = test_find_point(r.run, "write", "time", "");
        assert_string_equal(test_number(p->value), "1250");
        assert_string_equal(p->unit, "us");
        test_ingest_drop(&r);
    }
}

static void it_says_what_it_looked_for(void **state)
{
    (void)state;
    reading_result r = test_ingest_bytes("out.txt", BD_STR("tally of the day\n"), "tally");
    assert_false(r.ok);
    assert_string_equal(r.error.message, "no result of tally in it");
    assert_string_equal(r.error.hint, "looked for lines such as: tally parse 12.5 ms");
    test_ingest_drop(&r);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_documents_text_is_the_file),
        cmocka_unit_test(one_file_and_one_row_are_a_format),
        cmocka_unit_test(it_says_what_it_looked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
