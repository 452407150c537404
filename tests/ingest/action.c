/* The action's points: see action.h. */
#include "tests/ingest/action.h"

#include "core/json/json.h"

#include <stdlib.h>
#include <string.h>

static int by_place(const void *a, const void *b)
{
    const bd_compat *x = *(const bd_compat *const *)a, *y = *(const bd_compat *const *)b;
    return x->place < y->place ? -1 : x->place > y->place;
}

static void put_line(bd_buf *out, const char *name, bd_number value, const char *unit,
                     const char *range, const char *extra)
{
    bd_buf_printf(out, "%s = ", name);
    bd_number_text(value, out);
    bd_buf_printf(out, " %s", unit);
    if (range)
        bd_buf_printf(out, " [%s]", range);
    if (extra)
        bd_buf_printf(out, " {%s}", extra);
    bd_buf_putc(out, '\n');
}

void test_put_compat(const bd_run *run, bd_buf *out)
{
    const bd_compat **entries = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < run->point_count; i++)
        for (const bd_compat *c = run->points[i].compat; c; c = c->next) {
            entries = bd_grow(entries, count, &capacity, sizeof *entries);
            entries[count++] = c;
        }
    if (count > 0)
        qsort(entries, count, sizeof *entries, by_place);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(entries[i]->place, i);
        put_line(out, entries[i]->name, entries[i]->value, entries[i]->unit, entries[i]->range,
                 entries[i]->extra);
    }
    free(entries);
}

static const char *member(const bd_json *entry, const char *name, bd_arena *arena)
{
    bd_json at;
    bd_error none = BD_ERROR_INIT;
    const char *text = NULL;
    if (bd_json_member(entry, name, &at))
        assert_true(bd_json_text(&at, arena, &text, &none));
    return text;
}

static void put_expected(const char *path, bd_buf *out)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc;
    bd_json entry, at;
    bd_number value;
    bd_buf bytes = test_read(path);
    assert_ok(bd_json_parse(bd_buf_str(&bytes), NULL, &doc, &err), &err);
    bd_json root = bd_json_root(doc);
    for (bool more = bd_json_first(&root, &entry); more; more = bd_json_next(&entry)) {
        assert_ok(bd_json_need(&entry, "value", &at, &err) && bd_json_number(&at, &value, &err),
                  &err);
        put_line(out, member(&entry, "name", &arena), value, member(&entry, "unit", &arena),
                 member(&entry, "range", &arena), member(&entry, "extra", &arena));
    }
    bd_json_free(doc);
    bd_buf_release(&bytes);
    bd_arena_release(&arena);
}

void test_as_the_action(const char *file, const char *tool)
{
    bd_buf input = BD_BUF_INIT, path = BD_BUF_INIT, want = BD_BUF_INIT;
    const char *const formats[] = { NULL, tool };
    bd_buf_printf(&input, "%s/inputs/%s", test_shared("github-action-benchmark"), file);
    bd_buf_printf(&path, "%s/expected/%s.json", test_shared("github-action-benchmark"), file);
    put_expected(bd_buf_text(&path), &want);
    assert_true(want.len > 0);
    for (size_t i = 0; i < BD_COUNT(formats); i++) {
        bd_buf got = BD_BUF_INIT;
        reading_result r = test_ingest_path(bd_buf_text(&input), formats[i]);
        assert_read(&r);
        test_put_compat(r.run, &got);
        assert_string_equal(bd_buf_text(&got), bd_buf_text(&want));
        bd_buf_release(&got);
        test_ingest_drop(&r);
    }
    bd_buf_release(&input);
    bd_buf_release(&path);
    bd_buf_release(&want);
}
