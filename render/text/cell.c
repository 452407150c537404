/* One cell's Markdown. The author's markup (literals) and data come in turns; which
 * escaping a piece of data needs depends on where the markup leaves it: in running
 * text, inside a code span, in a link's target, inside a tag. So the cell is first
 * laid out as a skeleton, markup with one HOLE byte per piece of data, and then
 * walked once, from construct to construct.
 *
 * Markup that opens what it does not close is escaped: in CommonMark it means itself
 * within the cell, and a document around the cell must not close it by accident. */
#include "render/text/internal.h"

#include <string.h>

enum { HOLE = '\x01' };

typedef struct cell {
    bd_buf skeleton;
    bd_buf data;  /* of all holes, one after the other */
    size_t *ends; /* in `data`, per hole; arena */
    size_t hole_count, next_hole;
    bool in_table, starts_line;
    bd_buf *out;
    size_t out_start;
} cell;

static void add_markup(bd_buf *skeleton, const char *text)
{
    for (; *text; text++)
        bd_buf_putc(skeleton, (unsigned char)*text < ' ' ? ' ' : *text);
}

/* Neighbouring pieces of data become one hole: "ww" and "w.x" together are a link. */
static void lay_out(const bd_cell *from, cell *c, bd_arena *arena)
{
    c->ends = bd_arena_alloc(arena, (from->span_count + 1) * sizeof *c->ends);
    bool open = false;
    for (size_t i = 0; i < from->span_count; i++) {
        const bd_span *span = &from->spans[i];
        if (!span->data && span->text[0] == '\0')
            continue;
        if (!span->data) {
            add_markup(&c->skeleton, span->text);
            open = false;
            continue;
        }
        if (!open) {
            bd_buf_putc(&c->skeleton, HOLE);
            c->hole_count++;
        }
        bd_buf_puts(&c->data, span->text);
        c->ends[c->hole_count - 1] = c->data.len;
        open = true;
    }
}

static char skeleton_at(const cell *c, size_t i)
{
    return i < c->skeleton.len ? c->skeleton.data[i] : '\0';
}

static bd_data take_hole(cell *c, size_t i)
{
    size_t hole = c->next_hole++;
    size_t from = hole > 0 ? c->ends[hole - 1] : 0;
    return (bd_data){
        .text = bd_str_sub(bd_buf_str(&c->data), from, c->ends[hole]),
        .before = i > 0 ? c->skeleton.data[i - 1] : '\0',
        .more = i + 1 < c->skeleton.len,
        .in_table = c->in_table,
        .in_sentence = !c->in_table && !c->starts_line,
    };
}

static bool only_blanks_so_far(const cell *c)
{
    for (size_t i = c->out_start; i < c->out->len; i++)
        if (c->out->data[i] != ' ')
            return false;
    return true;
}

static size_t ticks_at(const cell *c, size_t i)
{
    size_t n = 0;
    while (skeleton_at(c, i + n) == '`')
        n++;
    return n;
}

/* Where the run of `n` backticks stands that closes a span; 0 = nowhere. */
static size_t closing_ticks(const cell *c, size_t i, size_t n)
{
    while (i < c->skeleton.len) {
        size_t run = ticks_at(c, i);
        if (run == n)
            return i;
        i += run > 0 ? run : 1;
    }
    return 0;
}

static void put_code_hole(cell *c, size_t i)
{
    bd_data data = take_hole(c, i);
    bool alone = data.before == '`' && skeleton_at(c, i + 1) == '`';
    bd_escape_code(&data, c->out);
    if (data.text.len == 0 && alone) /* two runs of backticks must not become one */
        bd_buf_putc(c->out, ' ');
}

static size_t put_code(cell *c, size_t i)
{
    size_t n = ticks_at(c, i), close = closing_ticks(c, i + n, n);
    if (close == 0) {
        for (size_t k = 0; k < n; k++)
            bd_buf_puts(c->out, "\\`");
        return i + n;
    }
    for (; i < close + n; i++) {
        char now = skeleton_at(c, i);
        bool escaped = i > 0 && skeleton_at(c, i - 1) == '\\';
        if (now == HOLE)
            put_code_hole(c, i);
        else if (now == '|' && c->in_table && !escaped)
            bd_buf_puts(c->out, "\\|");
        else
            bd_buf_putc(c->out, now);
    }
    return i;
}

/* Copies the skeleton up to `end`; its data is escaped by `escaper`. */
static size_t put_until(cell *c, size_t i, size_t end, void (*escaper)(const bd_data *, bd_buf *))
{
    for (; i < end; i++) {
        char now = skeleton_at(c, i);
        if (now == HOLE) {
            bd_data data = take_hole(c, i);
            escaper(&data, c->out);
        } else if (now == '|' && (i == 0 || skeleton_at(c, i - 1) != '\\')) {
            bd_buf_puts(c->out, escaper == bd_escape_link ? "%7C" : "&#124;");
        } else {
            bd_buf_putc(c->out, now);
        }
    }
    return end;
}

static size_t find_text(const cell *c, size_t i, const char *text)
{
    const char *found = i <= c->skeleton.len ? strstr(c->skeleton.data + i, text) : NULL;
    return found ? (size_t)(found - c->skeleton.data) : 0;
}

static size_t put_comment(cell *c, size_t i)
{
    size_t close = find_text(c, i + 4, "-->");
    bd_str kind, arguments;
    bd_str text = bd_str_sub(bd_buf_str(&c->skeleton), i + 4, close);
    if (close == 0 || bd_marker_read(text, &kind, &arguments) != BD_MARK_NONE) {
        bd_buf_puts(c->out, "\\<");
        return i + 1;
    }
    return put_until(c, i, close + 3, bd_escape_html);
}

static size_t put_angle(cell *c, size_t i)
{
    char next = skeleton_at(c, i + 1);
    if (next == '!' && skeleton_at(c, i + 2) == '-' && skeleton_at(c, i + 3) == '-')
        return put_comment(c, i);
    size_t close = find_text(c, i + 1, ">");
    bool tag = next == '/' || bd_is_alnum(next) || next == HOLE;
    if (!tag || close == 0) {
        bd_buf_puts(c->out, tag || next == '!' || next == '?' ? "\\<" : "<");
        return i + 1;
    }
    bd_str inside = bd_str_sub(bd_buf_str(&c->skeleton), i + 1, close);
    bool address = memchr(inside.ptr, ' ', inside.len) == NULL
                   && (next == HOLE || memchr(inside.ptr, ':', inside.len) != NULL);
    return put_until(c, i, close + 1, address ? bd_escape_link : bd_escape_html);
}

/* The end of "(target "title")" that begins at `i`; 0 = it has none. */
static size_t link_end(const cell *c, size_t i, size_t *target_end)
{
    size_t depth = 0;
    *target_end = 0;
    for (; i < c->skeleton.len; i++) {
        char now = skeleton_at(c, i);
        if (now == '\\' && bd_is_punct(skeleton_at(c, i + 1))) {
            i++;
            continue;
        }
        if (now == ' ' && *target_end == 0)
            *target_end = i;
        depth += now == '(';
        depth -= now == ')';
        if (depth == 0)
            break;
    }
    if (*target_end == 0)
        *target_end = i;
    return i < c->skeleton.len ? i + 1 : 0;
}

static size_t put_bracket(cell *c, size_t i)
{
    size_t target_end, end = 0;
    bd_buf_putc(c->out, ']');
    if (skeleton_at(c, i + 1) == '(')
        end = link_end(c, i + 1, &target_end);
    if (end == 0)
        return i + 1;
    put_until(c, i + 1, target_end, bd_escape_link);
    return put_until(c, target_end, end, bd_escape_html);
}

static size_t put_backslash(cell *c, size_t i)
{
    char next = skeleton_at(c, i + 1);
    bd_buf_putc(c->out, '\\');
    if (next == HOLE || next == '\0') { /* would escape the data, or what follows the cell */
        bd_buf_putc(c->out, '\\');
        return i + 1;
    }
    if (!bd_is_punct(next))
        return i + 1;
    bd_buf_putc(c->out, next);
    return i + 2;
}

static size_t put_one(cell *c, size_t i)
{
    switch (skeleton_at(c, i)) {
    case HOLE: {
        bd_data data = take_hole(c, i);
        data.starts_line = c->starts_line && only_blanks_so_far(c);
        bd_escape_text(&data, c->out);
        return i + 1;
    }
    case '`':
        return put_code(c, i);
    case '<':
        return put_angle(c, i);
    case ']':
        return put_bracket(c, i);
    case '\\':
        return put_backslash(c, i);
    case '|':
        bd_buf_puts(c->out, "\\|");
        return i + 1;
    default:
        bd_buf_putc(c->out, skeleton_at(c, i));
        return i + 1;
    }
}

void bd_put_cell(const bd_cell *from, bool in_table, bool starts_line, bd_buf *out)
{
    bd_arena arena = BD_ARENA_INIT;
    cell c = {
        .in_table = in_table, .starts_line = starts_line, .out = out, .out_start = out->len
    };
    lay_out(from, &c, &arena);
    bd_buf_text(&c.skeleton);
    for (size_t i = 0; i < c.skeleton.len;)
        i = put_one(&c, i);
    bd_buf_release(&c.skeleton);
    bd_buf_release(&c.data);
    bd_arena_release(&arena);
}
