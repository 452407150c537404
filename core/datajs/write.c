/* A file with its changes: all other bytes stay as they are. */
#include "core/datajs/splice.h"

#include <stdlib.h>
#include <string.h>

/* ---- style ---- */

static bool is_spaced(bd_str json)
{
    const char *colon = json.len > 0 ? memmem(json.ptr, json.len, "\":", 2) : NULL;
    return colon && colon + 2 < json.ptr + json.len && colon[2] == ' ';
}

static bd_datajs_style style_of(const bd_datajs *file)
{
    bd_json first;
    bd_datajs_style style = { .pretty = true, .line = "\n", .unit = BD_STR("  ") };
    if (!bd_json_first(&file->root, &first))
        return style;
    bd_json key = bd_splice_key(&first);
    bd_str lead = bd_splice_blanks(file, bd_splice_begin(file, &file->root) + 1,
                                   bd_splice_begin(file, &key));
    style.pretty = bd_splice_has_lines(lead);
    style.spaced = !style.pretty && is_spaced(file->json);
    if (style.pretty)
        style.unit = bd_splice_last_line(lead);
    if (style.pretty && memchr(lead.ptr, '\r', lead.len))
        style.line = "\r\n";
    return style;
}

/* As the suite's last entry is laid out: on one line even where the file has many. */
static bd_datajs_style style_in(const bd_splice *s, const bd_datajs_suite *suite)
{
    bd_datajs_style style = s->style;
    if (suite->count == 0)
        return style;
    bd_str last = bd_json_raw(&suite->items[suite->count - 1]);
    style.pretty = bd_splice_has_lines(last);
    style.spaced = !style.pretty && is_spaced(last);
    return style;
}

/* ---- edits ---- */

static void put_entries(bd_splice *s, const bd_datajs_suite *suite, bd_str lead, bool first,
                        bd_buf *out)
{
    bd_datajs_style style = style_in(s, suite);
    bd_str base = style.pretty ? bd_splice_last_line(lead) : (bd_str){ "", 0 };
    for (size_t i = 0; i < suite->added_count; i++) {
        const bd_datajs_new *n = &suite->added[i];
        if (!first || i > 0)
            bd_splice_comma(s, lead, out);
        else
            bd_buf_put_str(out, lead);
        if (n->as_it_came)
            bd_buf_put_str(out, n->text);
        else
            bd_datajs_lay_out(n->text, &style, base, out);
    }
}

/* The inside of a list that is, or becomes, empty. */
static void refill(bd_splice *s, const bd_datajs_suite *suite)
{
    const bd_datajs *file = s->file;
    bd_buf out = BD_BUF_INIT;
    size_t from = bd_splice_begin(file, &suite->list) + 1,
           to = bd_splice_end(file, &suite->list) - 1;
    if (suite->added_count > 0) {
        bd_str lead = bd_splice_lead(s, &suite->list, 3);
        put_entries(s, suite, lead, true, &out);
        if (suite->count > 0)
            bd_buf_put_str(
                &out,
                bd_splice_blanks(file, bd_splice_end(file, &suite->items[suite->count - 1]), to));
        else if (s->style.pretty) {
            bd_str outer = bd_splice_lead(s, &file->entries, 2);
            bd_buf_put_str(&out, outer);
        }
    }
    bd_splice_add(s, from, to, &out);
    bd_buf_release(&out);
}

static size_t cut_gone(bd_splice *s, const bd_datajs_suite *suite)
{
    bd_extent *items = bd_alloc((suite->count + 1) * sizeof *items);
    for (size_t i = 0; i < suite->count; i++)
        items[i] = (bd_extent){ bd_splice_begin(s->file, &suite->items[i]),
                                bd_splice_end(s->file, &suite->items[i]) };
    size_t last = bd_splice_cut(s, items, suite->gone, suite->count);
    free(items);
    return last;
}

static void change_suite(bd_splice *s, const bd_datajs_suite *suite)
{
    size_t last = suite->gone ? cut_gone(s, suite) : suite->count;
    if (last == 0 && (suite->added_count > 0 || suite->count > 0)) {
        refill(s, suite);
    } else if (suite->added_count > 0) {
        bd_buf out = BD_BUF_INIT;
        size_t at = bd_splice_end(s->file, &suite->items[suite->count - 1]);
        put_entries(s, suite, bd_splice_lead(s, &suite->list, 3), false, &out);
        bd_splice_add(s, at, at, &out);
        bd_buf_release(&out);
    }
}

/* JavaScript puts names that are array indices first, by size; SIZE_MAX = none. */
static size_t index_of_name(const char *name)
{
    size_t len = strlen(name);
    if (len == 0 || len > 9 || strspn(name, "0123456789") != len || (name[0] == '0' && len > 1))
        return SIZE_MAX;
    return (size_t)bd_number_parse(bd_str_of(name)).as.i;
}

/* The member of `entries` before which a new suite belongs. @return false: at the end */
static bool find_next(const bd_datajs *file, const char *name, bd_json *out)
{
    size_t wanted = index_of_name(name), i = 0;
    bd_json member;
    for (bool more = wanted < SIZE_MAX && bd_json_first(&file->entries, &member); more;
         more = bd_json_next(&member), i++)
        if (index_of_name(file->suites[i].name) > wanted) {
            *out = bd_splice_key(&member);
            return true;
        }
    return false;
}

static void put_suite(bd_splice *s, const bd_datajs_suite *suite, bd_str lead, bd_buf *out)
{
    bd_str inner = { "", 0 };
    bd_buf text = BD_BUF_INIT;
    if (s->style.pretty) {
        bd_buf_put_str(&text, lead);
        bd_buf_put_str(&text, s->style.unit);
        inner = bd_buf_str(&text);
    }
    bd_json_quote(bd_str_of(suite->name), out);
    bd_buf_puts(out, s->style.pretty || s->style.spaced ? ": [" : ":[");
    put_entries(s, suite, inner, true, out);
    if (s->style.pretty)
        bd_buf_put_str(out, lead);
    bd_buf_putc(out, ']');
    bd_buf_release(&text);
}

static void add_suite(bd_splice *s, const bd_datajs_suite *suite, bool *any)
{
    const bd_datajs *file = s->file;
    bd_buf out = BD_BUF_INIT;
    bd_json next, member;
    bd_str lead = bd_splice_lead(s, &file->entries, 2);
    size_t from = bd_splice_begin(file, &file->entries) + 1,
           to = bd_splice_end(file, &file->entries) - 1;
    if (find_next(file, suite->name, &next)) {
        put_suite(s, suite, lead, &out);
        bd_splice_comma(s, lead, &out);
        from = to = bd_splice_begin(file, &next);
    } else {
        if (bd_json_first(&file->entries, &member)) {
            while (bd_json_next(&member)) {
            }
            from = to = bd_splice_end(file, &member);
        }
        if (*any || bd_json_count(&file->entries) > 0)
            bd_splice_comma(s, lead, &out);
        else
            bd_buf_put_str(&out, lead);
        put_suite(s, suite, lead, &out);
        if (bd_json_count(&file->entries) == 0 && *any)
            from = to; /* behind the one before, which has taken the blanks' place */
        *any = true;
    }
    bd_splice_add(s, from, to, &out);
    bd_buf_release(&out);
}

/* The end of an `entries` that was empty. */
static void close_entries(bd_splice *s)
{
    size_t to = bd_splice_end(s->file, &s->file->entries) - 1;
    bd_buf out = BD_BUF_INIT;
    if (bd_json_count(&s->file->entries) > 0 || !s->style.pretty)
        return;
    bd_buf_puts(&out, s->style.line);
    bd_buf_put_str(&out, s->style.unit);
    bd_splice_add(s, to, to, &out);
    bd_buf_release(&out);
}

/* A member of the object itself, at its place or, where it is missing, at the end. */
static void set_member(bd_splice *s, const char *name, const bd_buf *value)
{
    const bd_datajs *file = s->file;
    bd_json member, last;
    if (bd_json_member(&file->root, name, &member)) {
        bd_splice_add(s, bd_splice_begin(file, &member), bd_splice_end(file, &member), value);
        return;
    }
    bd_json_first(&file->root, &last); /* `entries` is there */
    while (bd_json_next(&last)) {
    }
    bd_buf out = BD_BUF_INIT;
    bd_splice_comma(s, bd_splice_lead(s, &file->root, 1), &out);
    bd_json_quote(bd_str_of(name), &out);
    bd_buf_puts(&out, s->style.pretty || s->style.spaced ? ": " : ":");
    bd_buf_put_str(&out, bd_buf_str(value));
    size_t at = bd_splice_end(file, &last);
    bd_splice_add(s, at, at, &out);
    bd_buf_release(&out);
}

static void set_members(bd_splice *s)
{
    bd_buf value = BD_BUF_INIT;
    if (s->file->update_ms != 0) {
        bd_number_text(bd_int(s->file->update_ms), &value);
        set_member(s, "lastUpdate", &value);
    }
    if (s->file->repo_url) {
        bd_buf_clear(&value);
        bd_json_quote(bd_str_of(s->file->repo_url), &value);
        set_member(s, "repoUrl", &value);
    }
    bd_buf_release(&value);
}

static void make_edits(bd_splice *s)
{
    const bd_datajs *file = s->file;
    bool any = false;
    s->style = style_of(file);
    for (size_t i = 0; i < file->suite_count; i++)
        if (file->suites[i].exists && !file->suites[i].dropped)
            change_suite(s, &file->suites[i]);
    bd_splice_changes(s);
    for (size_t i = 0; i < file->suite_count; i++)
        if (!file->suites[i].exists && file->suites[i].added_count > 0)
            add_suite(s, &file->suites[i], &any);
    if (any)
        close_entries(s);
    set_members(s);
}

static void release(bd_splice *s)
{
    free(s->edits);
    bd_arena_release(&s->arena);
    bd_buf_release(&s->text);
}

void bd_datajs_write(const bd_datajs *file, bd_buf *out)
{
    bd_splice s = { .file = file };
    make_edits(&s);
    bd_datajs_apply(s.edits, s.count, file->bytes, out);
    release(&s);
}

void bd_datajs_write_over(const bd_datajs *file, bd_buf *bytes)
{
    bd_splice s = { .file = file };
    make_edits(&s);
    bd_datajs_apply_over(s.edits, s.count, bytes);
    release(&s);
}

const char *bd_datajs_largest(const bd_datajs *file, size_t *bytes)
{
    const char *name = NULL;
    *bytes = 0;
    for (size_t i = 0; i < file->suite_count; i++)
        if (file->suites[i].exists && bd_json_raw(&file->suites[i].list).len > *bytes) {
            *bytes = bd_json_raw(&file->suites[i].list).len;
            name = file->suites[i].name;
        }
    return name;
}
