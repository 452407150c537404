/* A file with its changes: all other bytes stay as they are. */
#include "core/datajs/suites.h"

#include <stdlib.h>
#include <string.h>

typedef struct splice {
    const bd_datajs *file;
    bd_datajs_edit *edits; /* owned */
    size_t count, capacity;
    bd_datajs_style style;
    bd_arena arena;
    bd_buf text; /* scratch */
} splice;

/* ---- places ---- */

static size_t offset_of(const bd_datajs *file, const char *at)
{
    return bd_json_origin_offset(&file->origin, (size_t)(at - file->json.ptr));
}

static size_t begin_of(const bd_datajs *file, const bd_json *value)
{
    return offset_of(file, bd_json_raw(value).ptr);
}

/* Behind the value's last character, which stands in the file as it does in the JSON
 * where it is a bracket or a digit. */
static size_t end_of(const bd_datajs *file, const bd_json *value)
{
    bd_str raw = bd_json_raw(value);
    return offset_of(file, raw.ptr + raw.len);
}

static bd_json key_of(const bd_json *member)
{
    return (bd_json){ .doc = member->doc, .parent = member->parent, .token = member->key };
}

/* The blanks between two places; empty when something else stands there. */
static bd_str blanks_between(const bd_datajs *file, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (!strchr(" \t\r\n", file->bytes.ptr[i]))
            return (bd_str){ "", 0 };
    return bd_str_sub(file->bytes, from, to);
}

static bd_str after_line_end(bd_str blanks)
{
    size_t at = blanks.len;
    while (at > 0 && blanks.ptr[at - 1] != '\n')
        at--;
    return bd_str_sub(blanks, at, blanks.len);
}

static bool has_line_end(bd_str text)
{
    return text.len > 0 && memchr(text.ptr, '\n', text.len) != NULL;
}

/* What stands before the first member or item of a container; of an empty one, or where
 * there is a comment, what its depth asks for. */
static bd_str lead_of(splice *s, const bd_json *container, size_t depth)
{
    const bd_datajs *file = s->file;
    bd_json first;
    bd_str lead = { "", 0 };
    if (bd_json_first(container, &first)) {
        bd_json key = key_of(&first);
        lead = blanks_between(file, begin_of(file, container) + 1,
                              begin_of(file, first.key ? &key : &first));
    }
    if (lead.len > 0 || !s->style.pretty)
        return lead;
    bd_buf_clear(&s->text);
    bd_buf_puts(&s->text, s->style.line);
    for (size_t i = 0; i < depth; i++)
        bd_buf_put_str(&s->text, s->style.unit);
    return (bd_str){ bd_arena_copy(&s->arena, s->text.data, s->text.len), s->text.len };
}

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
    bd_json key = key_of(&first);
    bd_str lead = blanks_between(file, begin_of(file, &file->root) + 1, begin_of(file, &key));
    style.pretty = has_line_end(lead);
    style.spaced = !style.pretty && is_spaced(file->json);
    if (style.pretty)
        style.unit = after_line_end(lead);
    if (style.pretty && memchr(lead.ptr, '\r', lead.len))
        style.line = "\r\n";
    return style;
}

/* As the suite's last entry is laid out: on one line even where the file has many. */
static bd_datajs_style style_in(const splice *s, const bd_datajs_suite *suite)
{
    bd_datajs_style style = s->style;
    if (suite->count == 0)
        return style;
    bd_str last = bd_json_raw(&suite->items[suite->count - 1]);
    style.pretty = has_line_end(last);
    style.spaced = !style.pretty && is_spaced(last);
    return style;
}

/* ---- edits ---- */

static void add_edit(splice *s, size_t from, size_t to, const bd_buf *text)
{
    s->edits = bd_grow(s->edits, s->count, &s->capacity, sizeof *s->edits);
    s->edits[s->count] = (bd_datajs_edit){
        from, to, s->count, { bd_arena_copy(&s->arena, text->data, text->len), text->len }
    };
    s->count++;
}

static void put_comma(const splice *s, bd_str lead, bd_buf *out)
{
    bd_buf_puts(out, lead.len == 0 && s->style.spaced ? ", " : ",");
    bd_buf_put_str(out, lead);
}

static void put_entries(splice *s, const bd_datajs_suite *suite, bd_str lead, bool first,
                        bd_buf *out)
{
    bd_datajs_style style = style_in(s, suite);
    bd_str base = style.pretty ? after_line_end(lead) : (bd_str){ "", 0 };
    for (size_t i = 0; i < suite->added_count; i++) {
        const bd_datajs_new *n = &suite->added[i];
        if (!first || i > 0)
            put_comma(s, lead, out);
        else
            bd_buf_put_str(out, lead);
        if (n->as_it_came)
            bd_buf_put_str(out, n->text);
        else
            bd_datajs_lay_out(n->text, &style, base, out);
    }
}

/* The inside of a list that is, or becomes, empty. */
static void refill(splice *s, const bd_datajs_suite *suite)
{
    const bd_datajs *file = s->file;
    bd_buf out = BD_BUF_INIT;
    size_t from = begin_of(file, &suite->list) + 1, to = end_of(file, &suite->list) - 1;
    if (suite->added_count > 0) {
        bd_str lead = lead_of(s, &suite->list, 3);
        put_entries(s, suite, lead, true, &out);
        if (suite->count > 0)
            bd_buf_put_str(&out,
                           blanks_between(file, end_of(file, &suite->items[suite->count - 1]), to));
        else if (s->style.pretty) {
            bd_str outer = lead_of(s, &file->entries, 2);
            bd_buf_put_str(&out, outer);
        }
    }
    add_edit(s, from, to, &out);
    bd_buf_release(&out);
}

/* Entries that go, with the comma and the blanks behind them, or before the last ones. */
static size_t remove_gone(splice *s, const bd_datajs_suite *suite)
{
    static const bd_buf nothing = BD_BUF_INIT;
    const bd_datajs *file = s->file;
    size_t last = suite->count; /* the last one that stays, counted from 1 */
    while (last > 0 && suite->gone[last - 1])
        last--;
    for (size_t i = 0; i < last; i++)
        if (suite->gone[i])
            add_edit(s, begin_of(file, &suite->items[i]), begin_of(file, &suite->items[i + 1]),
                     &nothing);
    if (last > 0 && last < suite->count)
        add_edit(s, end_of(file, &suite->items[last - 1]),
                 end_of(file, &suite->items[suite->count - 1]), &nothing);
    return last;
}

static void change_suite(splice *s, const bd_datajs_suite *suite)
{
    size_t last = suite->gone ? remove_gone(s, suite) : suite->count;
    if (last == 0 && (suite->added_count > 0 || suite->count > 0)) {
        refill(s, suite);
    } else if (suite->added_count > 0) {
        bd_buf out = BD_BUF_INIT;
        size_t at = end_of(s->file, &suite->items[suite->count - 1]);
        put_entries(s, suite, lead_of(s, &suite->list, 3), false, &out);
        add_edit(s, at, at, &out);
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
            *out = key_of(&member);
            return true;
        }
    return false;
}

static void put_suite(splice *s, const bd_datajs_suite *suite, bd_str lead, bd_buf *out)
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

static void add_suite(splice *s, const bd_datajs_suite *suite, bool *any)
{
    const bd_datajs *file = s->file;
    bd_buf out = BD_BUF_INIT;
    bd_json next, member;
    bd_str lead = lead_of(s, &file->entries, 2);
    size_t from = begin_of(file, &file->entries) + 1, to = end_of(file, &file->entries) - 1;
    if (find_next(file, suite->name, &next)) {
        put_suite(s, suite, lead, &out);
        put_comma(s, lead, &out);
        from = to = begin_of(file, &next);
    } else {
        if (bd_json_first(&file->entries, &member)) {
            while (bd_json_next(&member)) {
            }
            from = to = end_of(file, &member);
        }
        if (*any || bd_json_count(&file->entries) > 0)
            put_comma(s, lead, &out);
        else
            bd_buf_put_str(&out, lead);
        put_suite(s, suite, lead, &out);
        if (bd_json_count(&file->entries) == 0 && *any)
            from = to; /* behind the one before, which has taken the blanks' place */
        *any = true;
    }
    add_edit(s, from, to, &out);
    bd_buf_release(&out);
}

/* The end of an `entries` that was empty. */
static void close_entries(splice *s)
{
    size_t to = end_of(s->file, &s->file->entries) - 1;
    bd_buf out = BD_BUF_INIT;
    if (bd_json_count(&s->file->entries) > 0 || !s->style.pretty)
        return;
    bd_buf_puts(&out, s->style.line);
    bd_buf_put_str(&out, s->style.unit);
    add_edit(s, to, to, &out);
    bd_buf_release(&out);
}

/* A member of the object itself, at its place or, where it is missing, at the end. */
static void set_member(splice *s, const char *name, const bd_buf *value)
{
    const bd_datajs *file = s->file;
    bd_json member, last;
    if (bd_json_member(&file->root, name, &member)) {
        add_edit(s, begin_of(file, &member), end_of(file, &member), value);
        return;
    }
    bd_json_first(&file->root, &last); /* `entries` is there */
    while (bd_json_next(&last)) {
    }
    bd_buf out = BD_BUF_INIT;
    put_comma(s, lead_of(s, &file->root, 1), &out);
    bd_json_quote(bd_str_of(name), &out);
    bd_buf_puts(&out, s->style.pretty || s->style.spaced ? ": " : ":");
    bd_buf_put_str(&out, bd_buf_str(value));
    size_t at = end_of(file, &last);
    add_edit(s, at, at, &out);
    bd_buf_release(&out);
}

static void set_members(splice *s)
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

static void make_edits(splice *s)
{
    const bd_datajs *file = s->file;
    bool any = false;
    s->style = style_of(file);
    for (size_t i = 0; i < file->suite_count; i++)
        if (file->suites[i].exists)
            change_suite(s, &file->suites[i]);
    for (size_t i = 0; i < file->suite_count; i++)
        if (!file->suites[i].exists && file->suites[i].added_count > 0)
            add_suite(s, &file->suites[i], &any);
    if (any)
        close_entries(s);
    set_members(s);
}

static void release(splice *s)
{
    free(s->edits);
    bd_arena_release(&s->arena);
    bd_buf_release(&s->text);
}

void bd_datajs_write(const bd_datajs *file, bd_buf *out)
{
    splice s = { .file = file };
    make_edits(&s);
    bd_datajs_apply(s.edits, s.count, file->bytes, out);
    release(&s);
}

void bd_datajs_write_over(const bd_datajs *file, bd_buf *bytes)
{
    splice s = { .file = file };
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
