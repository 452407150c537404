/* Templates of pages: finds placeholders and includes, and escapes each value for the
 * place where it goes. */
#include "render/text/internal.h"

#include "core/base/file.h"

#include <stdlib.h>
#include <string.h>

typedef enum zone_kind { ZONE_CODE, ZONE_HTML, ZONE_COMMENT, ZONE_MARKER, ZONE_INCLUDE } zone_kind;

typedef struct zone {
    size_t from, to;
    zone_kind kind;
    const struct zone *html; /* the last line or tag of HTML up to here; borrowed */
    size_t order;            /* of finding: what was found later lies further inside */
    size_t line_start, line_next, content, line_end;
    int line;
    bd_str path; /* of an include; a slice of the bytes */
} zone;

typedef struct scan {
    bd_str bytes;
    const char *file;
    const bd_pairs *names;
    bd_template *out;
    bd_diagnostics *found;
    zone *zones;
    size_t count, capacity;
    int line, column; /* of the byte at counted_to */
    size_t counted_to, front;
} scan;

static zone *add_zone(scan *s, size_t from, size_t to, zone_kind kind)
{
    s->zones = bd_grow(s->zones, s->count, &s->capacity, sizeof *s->zones);
    s->zones[s->count] = (zone){ .from = from, .to = to, .kind = kind, .order = s->count };
    return &s->zones[s->count++];
}

static void on_code(void *state, size_t from, size_t to, int line)
{
    (void)line;
    add_zone(state, from, to, ZONE_CODE);
}

static void on_html(void *state, size_t from, size_t to)
{
    add_zone(state, from, to, ZONE_HTML);
}

static void on_comment(void *state, const bd_comment *c)
{
    scan *s = state;
    bd_str kind, arguments;
    bd_mark mark = bd_marker_read(c->text, &kind, &arguments);
    bool include = mark == BD_MARK_OK && bd_str_is(kind, "include") && c->closed
                   && c->to <= c->line_end;
    zone *z = add_zone(s, c->from, c->to,
                       include              ? ZONE_INCLUDE
                       : mark == BD_MARK_OK ? ZONE_MARKER
                                            : ZONE_COMMENT);
    z->line_start = c->line_start;
    z->line_next = c->line_next;
    z->line_end = c->line_end;
    z->content = c->content;
    z->line = c->line;
    if (include) { /* the same words in the bytes, which outlive this call */
        const char *at = memmem(s->bytes.ptr + c->from, c->to - c->from, arguments.ptr,
                                arguments.len);
        z->path = (bd_str){ at ? at : "", at ? arguments.len : 0 };
    }
}

static void on_context_end(void *state)
{
    (void)state;
}

static int by_place(const void *a, const void *b)
{
    const zone *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* The innermost zone around `at`; zones lie two deep at most: a comment in a line of HTML. */
static const zone *zone_of(const scan *s, size_t at)
{
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->zones[middle].from <= at)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    const zone *last = &s->zones[low - 1];
    if (at < last->to)
        return last;
    return last->html && at < last->html->to ? last->html : NULL;
}

static void sort_zones(scan *s)
{
    const zone *html = NULL;
    if (s->count > 0)
        qsort(s->zones, s->count, sizeof *s->zones, by_place);
    for (size_t i = 0; i < s->count; i++) {
        html = s->zones[i].kind == ZONE_HTML ? &s->zones[i] : html;
        s->zones[i].html = html;
    }
}

static void fail_at(scan *s, size_t at, const char *message, const char *hint)
{
    bd_error error = BD_ERROR_INIT;
    for (; s->counted_to < at; s->counted_to++) { /* places only go up */
        char c = s->bytes.ptr[s->counted_to];
        bool end = c == '\n' || (c == '\r' && s->bytes.ptr[s->counted_to + 1] != '\n');
        s->line += end;
        s->column = end ? 1 : s->column + (((unsigned char)c & 0xC0) != 0x80);
    }
    bd_fail(&error, BD_ERR_CONFIG, "%s", message);
    bd_hint(&error, "%s", hint);
    bd_error_at(&error, s->file, s->line, s->column);
    bd_diagnostics_add(s->found, BD_ERROR, &error);
}

static bd_piece *add_piece(scan *s, size_t from, size_t to)
{
    bd_template *out = s->out;
    out->pieces = bd_grow(out->pieces, out->piece_count, &out->piece_capacity, sizeof *out->pieces);
    out->pieces[out->piece_count] = (bd_piece){ .from = from, .to = to };
    return &out->pieces[out->piece_count++];
}

/* ---- placeholders ---- */

static bool is_name(bd_str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!bd_is_alnum(name.ptr[i]) && !strchr("_.- ", name.ptr[i]))
            return false;
    return name.len > 0;
}

/* The name at "{{", and where it ends. @return false when it is only text */
static bool placeholder_at(bd_str bytes, size_t at, bd_str *name, size_t *end)
{
    size_t i = at + 2;
    while (i + 1 < bytes.len && !strchr("{}\r\n", bytes.ptr[i]))
        i++;
    if (i + 1 >= bytes.len || bytes.ptr[i] != '}' || bytes.ptr[i + 1] != '}')
        return false;
    *name = bd_str_trim(bd_str_sub(bytes, at + 2, i));
    *end = i + 2;
    return is_name(*name);
}

static const char *value_of(scan *s, size_t at, bd_str name)
{
    const char *value = bd_pairs_find(s->names, name);
    if (value)
        return value;
    bd_buf message = BD_BUF_INIT, hint = BD_BUF_INIT;
    bd_buf_printf(&message, "nothing is called \"%.*s\" here", (int)(name.len > 60 ? 60 : name.len),
                  name.ptr);
    bd_buf_puts(&hint, "names are");
    for (size_t i = 0; i < s->names->count; i++)
        bd_buf_printf(&hint, "%s {{%s}}", i > 0 ? "," : "", s->names->items[i].key);
    bd_buf_puts(&hint, "; text in double braces is written \\{{");
    fail_at(s, at, bd_buf_text(&message), bd_buf_text(&hint));
    bd_buf_release(&message);
    bd_buf_release(&hint);
    return NULL;
}

/* A condition of a query: what is not one word is quoted. */
static void put_in_marker(scan *s, size_t at, const char *value, bd_buf *out)
{
    bool word = true;
    for (const char *c = value; *c; c++)
        word = word && (bd_is_alnum(*c) || *c == '_' || *c == '.');
    if (strchr(value, '"') || strstr(value, "--") || strpbrk(value, "\r\n"))
        fail_at(s, at, "this value cannot stand in a marker",
                "it holds a quotation mark, a line end or two dashes");
    bool quote = !word && at > 0 && s->bytes.ptr[at - 1] == '=';
    bd_buf_printf(out, quote ? "\"%s\"" : "%s", value);
}

static void put_in_front(const char *value, bd_buf *out)
{
    for (; *value; value++) { /* for a double-quoted scalar of YAML */
        if (*value == '"' || *value == '\\')
            bd_buf_putc(out, '\\');
        bd_buf_putc(out, (unsigned char)*value < ' ' ? ' ' : *value);
    }
}

/* Whether a link's target is open on the same line: "](" without its ")". */
static bool in_target(bd_str bytes, size_t at)
{
    enum { FAR = 2000 };
    for (size_t i = at; i > 1 && at - i < FAR; i--) {
        char c = bytes.ptr[i - 1];
        if (c == ')' || c == '\n' || c == '\r' || c == ' ')
            return false;
        if (c == '(' && bytes.ptr[i - 2] == ']')
            return true;
    }
    return false;
}

static bool starts_line(bd_str bytes, size_t at)
{
    for (; at > 0 && bytes.ptr[at - 1] != '\n' && bytes.ptr[at - 1] != '\r'; at--)
        if (!strchr(" \t>-*+.)", bytes.ptr[at - 1])
            && !(bytes.ptr[at - 1] >= '0' && bytes.ptr[at - 1] <= '9'))
            return false;
    return true;
}

static void put_value(scan *s, size_t at, size_t end, const char *value, bd_buf *out)
{
    const zone *z = zone_of(s, at);
    bd_data data = { .text = bd_str_of(value),
                     .before = at > 0 ? s->bytes.ptr[at - 1] : '\0',
                     .more = end < s->bytes.len && s->bytes.ptr[end] != '\n'
                             && s->bytes.ptr[end] != '\r',
                     .starts_line = starts_line(s->bytes, at) };
    if (at < s->front)
        put_in_front(value, out);
    else if (z && z->kind == ZONE_MARKER)
        put_in_marker(s, at, value, out);
    else if (z)
        bd_escape_html(&data, out);
    else if (in_target(s->bytes, at))
        bd_escape_link(&data, out);
    else
        bd_escape_text(&data, out);
}

static size_t add_placeholder(scan *s, size_t at)
{
    bd_str name;
    size_t end;
    if (at > 0 && s->bytes.ptr[at - 1] == '\\') {
        add_piece(s, at - 1, at)->text = "";
        return at + 2;
    }
    if (!placeholder_at(s->bytes, at, &name, &end)) {
        fail_at(s, at, "this placeholder has no name or no end",
                "write {{title}}, or \\{{ for text");
        return at + 2;
    }
    const char *value = value_of(s, at, name);
    bd_buf text = BD_BUF_INIT;
    if (value)
        put_value(s, at, end, value, &text);
    add_piece(s, at, end)->text = bd_arena_text(&s->out->arena, bd_buf_str(&text));
    bd_buf_release(&text);
    return end;
}

/* ---- includes ---- */

static void expand_path(scan *s, const zone *z, bd_buf *path)
{
    size_t start = (size_t)(z->path.ptr - s->bytes.ptr), to = start + z->path.len;
    for (size_t i = start; i < to;) {
        bd_str name;
        size_t end;
        bool hole = i + 1 < to && s->bytes.ptr[i] == '{' && s->bytes.ptr[i + 1] == '{'
                    && placeholder_at(s->bytes, i, &name, &end);
        if (!hole) {
            bd_buf_putc(path, s->bytes.ptr[i++]);
            continue;
        }
        const char *value = value_of(s, i, name);
        bd_buf_puts(path, value ? value : "x");
        i = end;
    }
}

static size_t add_include(scan *s, const zone *z)
{
    bd_buf path = BD_BUF_INIT;
    bd_template *out = s->out;
    bd_str before = bd_str_sub(s->bytes, z->content, z->from);
    bd_str behind = bd_str_sub(s->bytes, z->to, z->line_end);
    if (before.len > 0 || bd_str_trim(behind).len > 0)
        fail_at(s, z->from, "an include stands alone on its line", "give it a line of its own");
    if (z->path.len > 0)
        expand_path(s, z, &path);
    if (!bd_path_stays_inside(bd_buf_text(&path)))
        fail_at(
            s, z->from, "an include names a file inside the project",
            "write a relative path without \"..\": <!-- benchdoc:include notes/{{value}}.md -->");
    bd_piece *piece = add_piece(s, z->line_start, z->line_next);
    piece->is_include = true;
    piece->include = out->include_count;
    piece->prefix = bd_prefix_of(s->bytes, z->line_start, z->content, &out->arena);
    piece->eol = bd_line_end_at(s->bytes, z->line_end);
    out->includes = bd_grow(out->includes, out->include_count, &out->include_capacity,
                            sizeof *out->includes);
    out->includes[out->include_count++] =
        (bd_include){ .path = bd_arena_text(&out->arena, bd_buf_str(&path)),
                      .line = z->line,
                      .column = bd_column_of(s->bytes, z->line_start, z->from) };
    bd_buf_release(&path);
    return z->line_next;
}

/* The include that begins at `at`; *next goes on over the zones. */
static const zone *include_at(const scan *s, size_t at, size_t *next)
{
    while (*next < s->count && s->zones[*next].from < at)
        (*next)++;
    for (size_t k = *next; k < s->count && s->zones[k].from == at; k++)
        if (s->zones[k].kind == ZONE_INCLUDE)
            return &s->zones[k];
    return NULL;
}

static bool is_placeholder(const scan *s, size_t at)
{
    if (s->bytes.ptr[at] != '{' || s->bytes.ptr[at + 1] != '{')
        return false;
    const zone *z = zone_of(s, at);
    return !z || z->kind != ZONE_CODE;
}

static void scan_pieces(scan *s)
{
    size_t next = 0;
    for (size_t i = 0; i + 1 < s->bytes.len;) {
        const zone *include = include_at(s, i, &next);
        if (include)
            i = add_include(s, include);
        else
            i = is_placeholder(s, i) ? add_placeholder(s, i) : i + 1;
    }
}

bool bd_template_scan(bd_str bytes, const char *file, const bd_pairs *names, bd_template *out,
                      bd_diagnostics *found)
{
    size_t errors = found->errors;
    *out = (bd_template){ 0 };
    scan s = { .bytes = bytes,
               .file = file,
               .names = names,
               .out = out,
               .found = found,
               .line = 1,
               .column = 1 };
    bd_blocks blocks;
    bd_blocks_start(&blocks, bytes);
    s.front = blocks.front;
    s.counted_to = blocks.at;
    bd_visitor visitor = { &s, on_code, on_comment, on_context_end, on_html };
    bd_walk(bytes, &visitor);
    sort_zones(&s);
    scan_pieces(&s);
    free(s.zones);
    return found->errors == errors;
}
