/* Any bytes as a data.js: what is read can be added to and read again, in a copy and in
 * place alike, and JSON means the same to the reader of JavaScript. */
#include "core/datajs/internal.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(bool ok, const char *why)
{
    if (ok)
        return;
    fprintf(stderr, "%s\n", why);
    abort();
}

static size_t count_entries(const bd_datajs *file)
{
    size_t count = 0;
    bd_json entries, suite, root = bd_datajs_root(file);
    if (!bd_json_member(&root, "entries", &entries))
        return 0;
    for (bool more = bd_json_first(&entries, &suite); more; more = bd_json_next(&suite))
        count += bd_json_count(&suite);
    return count;
}

static void read_again(bd_str bytes, size_t entries, const char *suite,
                       const bd_datajs_entry *entry)
{
    bd_error err = BD_ERROR_INIT;
    bd_datajs *file;
    if (!bd_datajs_open(bytes, &file, &err)) {
        fprintf(stderr, "%d:%d: %s in\n%.*s\n", err.line, err.column, err.message, (int)bytes.len,
                bytes.ptr);
        abort();
    }
    require(count_entries(file) == entries, "an entry was lost, or came twice");
    require(!entry || bd_datajs_has(file, suite, entry), "the entry is not there");
    bd_datajs_close(file);
}

static void add_to(bd_datajs *file)
{
    const bd_datajs_bench bench = {
        .name = "a", .unit = "us", .range = "± 1.50", .value = bd_int(3)
    };
    const bd_datajs_entry entry = { .commit = BD_STR("{\"id\":\"c9\"}"),
                                    .commit_id = "c9",
                                    .date_ms = 7,
                                    .tool = "go",
                                    .benches = &bench,
                                    .bench_count = 1,
                                    .run_id = "r9",
                                    .own = BD_STR("{\"run\":\"r9\"}") };
    static const char *const suites[] = { "a", "7" };
    bd_buf out = BD_BUF_INIT;
    size_t before = count_entries(file), added = 0;
    for (size_t i = 0; i < BD_COUNT(suites); i++)
        if (!bd_datajs_has(file, suites[i], &entry)) {
            bd_datajs_add(file, suites[i], &entry);
            added++;
        }
    bd_datajs_set_update(file, 9);
    bd_datajs_set_repo(file, "https://example.com");
    bd_datajs_write(file, &out);
    read_again(bd_buf_str(&out), before + added, suites[0], &entry);
    bd_buf_release(&out);
}

static void take_out_of(bd_datajs *file)
{
    const bd_datajs_keep keep = { .entries = 2, .since_ms = 3 };
    bd_datajs_old *old;
    bd_buf out = BD_BUF_INIT;
    size_t before = count_entries(file), gone = bd_datajs_take_out(file, &keep, &old);
    bd_datajs_write(file, &out);
    read_again(bd_buf_str(&out), before - gone, NULL, NULL);
    free(old);
    bd_buf_release(&out);
}

/* In place, as publishing does it: the same bytes as in a copy. */
static void write_over(bd_str bytes)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf own = BD_BUF_INIT, copy = BD_BUF_INIT;
    bd_datajs *file;
    bd_datajs_old *old;
    const bd_datajs_keep keep = { .entries = 1 };
    bd_buf_put_str(&own, bytes);
    require(bd_datajs_open(bd_buf_str(&own), &file, &err), "read once only");
    bd_datajs_add_old(file, "b", BD_STR("{\"date\": 12345}"));
    bd_datajs_take_out(file, &keep, &old);
    free(old);
    bd_datajs_write(file, &copy);
    bd_datajs_write_over(file, &own);
    require(bd_str_eq(bd_buf_str(&own), bd_buf_str(&copy)), "in place it is another text");
    bd_datajs_close(file);
    bd_buf_release(&own);
    bd_buf_release(&copy);
}

static void compare_literal(bd_str bytes)
{
    bd_error err = BD_ERROR_INIT, none = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    bd_datajs_text text = { 0 };
    size_t from;
    if (bd_datajs_find_object(bytes, &from, &err)
        && bd_json_parse(bd_str_sub(bytes, from, bytes.len), NULL, &doc, &err)) {
        require(bd_datajs_from_literal(bytes, from, &text, &none), "JSON that is no JavaScript");
        require(bd_str_starts(bd_str_sub(bytes, from, bytes.len), bd_buf_text(&text.json)),
                "JSON became another text");
    }
    bd_json_free(doc);
    bd_datajs_text_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bd_str bytes = { (const char *)data, size };
    bd_error err = BD_ERROR_INIT;
    bd_datajs *file;
    compare_literal(bytes);
    if (!bd_datajs_open_to_add(bytes, &file, &err)) {
        require(err.code == BD_ERR_INPUT && err.line > 0 && err.column > 0, "no place");
        return 0;
    }
    add_to(file);
    bd_datajs_close(file);
    require(bd_datajs_open_to_read(bytes, &file, &err), "read once only");
    take_out_of(file);
    bd_datajs_close(file);
    write_over(bytes);
    return 0;
}
