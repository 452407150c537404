/* Broken inputs as rows: see broken.h. */
#include "tests/ingest/broken.h"

#include <stdio.h>
#include <string.h>

bd_buf test_replaced(const char *text, const char *from, const char *to)
{
    const char *hit = strstr(text, from);
    bd_buf out = BD_BUF_INIT;
    if (!hit)
        fail_msg("the text has no \"%s\"", from);
    bd_buf_add(&out, text, (size_t)(hit - text));
    bd_buf_puts(&out, to);
    bd_buf_puts(&out, hit + strlen(from));
    bd_buf_text(&out);
    return out;
}

void test_place(const char *text, const char *what, int *line, int *column)
{
    const char *hit = strstr(text, what);
    if (!hit)
        fail_msg("the text has no \"%s\"", what);
    *line = 1;
    *column = 1;
    for (const char *p = text; p < hit; p++) {
        if (*p == '\n') {
            ++*line;
            *column = 1;
        } else if (((unsigned char)*p & 0xC0) != 0x80) {
            ++*column;
        }
    }
}

const bd_diagnostic *test_finding(const bd_diagnostics *found, const char *message)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->items[i].error.message, message) == 0)
            return &found->items[i];
    for (size_t i = 0; i < found->count; i++)
        print_error("found: %d:%d %s\n", found->items[i].error.line, found->items[i].error.column,
                    found->items[i].error.message);
    fail_msg("nobody said \"%s\"", message);
    return NULL;
}

static void assert_broken(const char *name, const char *text, const broken_case *row)
{
    bd_buf broken = test_replaced(text, row->from, row->to);
    reading_result r = test_ingest_bytes(name, bd_buf_str(&broken), NULL);
    const bd_diagnostic *finding = test_finding(&r.found, row->message);
    int line = 0, column = 0;
    assert_false(r.ok);
    assert_int_equal(finding->severity, BD_ERROR);
    assert_string_equal(finding->error.file, name);
    assert_int_equal(finding->error.code, BD_ERR_INPUT);
    if (row->at)
        test_place(bd_buf_text(&broken), row->at, &line, &column);
    if (finding->error.line != line || finding->error.column != column)
        fail_msg("\"%s\" is at %d:%d, not %d:%d", row->message, finding->error.line,
                 finding->error.column, line, column);
    assert_string_equal(finding->error.path, row->path ? row->path : "");
    if (r.found.errors != (row->errors ? row->errors : 1))
        fail_msg("\"%s\" came with %zu errors in all", row->message, r.found.errors);
    test_ingest_drop(&r);
    bd_buf_release(&broken);
}

void test_all_broken(const char *name, const char *text, const broken_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_broken(name, text, &cases[i]);
}
