/* Walks a document and says what it holds besides text: code, and HTML comments with
 * the place where they stand. Running text is gathered per paragraph, because a code
 * span or a comment may cross lines; a table's cells are contexts of their own. */
#include "render/text/internal.h"

#include <stdlib.h>
#include <string.h>

enum { TICKS_MAX = 80 }; /* longer runs of backticks are taken as text, as cmark does */

typedef struct segment { /* of one line */
    size_t flat;
    bd_line line;
} segment;

typedef struct walk {
    bd_str bytes;
    const bd_visitor *visitor;
    bd_buf flat; /* the lines of the open context, without containers */
    segment *segments;
    size_t count, capacity;
    bool html;
    bd_blocks blocks;
} walk;

static const segment *segment_of(const walk *w, size_t flat)
{
    size_t low = 0, high = w->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (w->segments[middle].flat <= flat)
            low = middle;
        else
            high = middle;
    }
    return &w->segments[low];
}

static size_t source_of(const walk *w, size_t flat)
{
    const segment *s = segment_of(w, flat);
    return s->line.content + (flat - s->flat);
}

static void add_line(walk *w, const bd_line *line)
{
    if (w->count > 0)
        bd_buf_putc(&w->flat, '\n');
    w->segments = bd_grow(w->segments, w->count, &w->capacity, sizeof *w->segments);
    w->segments[w->count++] = (segment){ w->flat.len, *line };
    bd_buf_put_str(&w->flat, bd_str_sub(w->bytes, line->content, line->end));
}

static void report_comment(walk *w, size_t from, size_t to, bool in_table)
{
    const segment *s = segment_of(w, from);
    bool closed = to >= from + 7 && memcmp(w->flat.data + to - 3, "-->", 3) == 0;
    bd_comment comment = {
        .from = source_of(w, from),
        .to = source_of(w, to - 1) + 1,
        .line = s->line.number,
        .line_start = s->line.start,
        .line_end = s->line.end,
        .line_next = s->line.next,
        .content = s->line.content,
        .indent = s->line.indent,
        .text = bd_str_sub(bd_buf_str(&w->flat), from + 4, closed ? to - 3 : to),
        .closed = closed,
        .html = w->html,
        .in_table = in_table,
        .blocks = &w->blocks,
    };
    w->visitor->comment(w->visitor->state, &comment);
}

static void report_code(const walk *w, size_t from, size_t to)
{
    w->visitor->code(w->visitor->state, source_of(w, from), source_of(w, to - 1) + 1,
                     segment_of(w, from)->line.number);
}

/* ---- running text ---- */

typedef struct inlines {
    walk *w;
    bd_str text; /* ends where the context ends */
    bool in_table;
    bool no_ticks[TICKS_MAX + 1]; /* no run of that length is left: not searched again */
    bool no_html[4];              /* the same for the ends of comments, "<?", "<!", "<![" */
} inlines;

static size_t ticks_at(bd_str s, size_t i)
{
    size_t n = 0;
    while (i + n < s.len && s.ptr[i + n] == '`')
        n++;
    return n;
}

static size_t pass_ticks(inlines *in, size_t i)
{
    size_t n = ticks_at(in->text, i), at = i + n;
    if (n > TICKS_MAX || in->no_ticks[n])
        return i + n;
    while (at < in->text.len) {
        size_t run = ticks_at(in->text, at);
        if (run == n) {
            report_code(in->w, i, at + n);
            return at + n;
        }
        at += run > 0 ? run : 1;
    }
    in->no_ticks[n] = true;
    return i + n;
}

static size_t html_kind(bd_str rest)
{
    if (bd_str_starts(rest, "<!--"))
        return 1;
    if (bd_str_starts(rest, "<?"))
        return 2;
    return bd_str_starts(rest, "<![") ? 3 : bd_str_starts(rest, "<!") ? 4 : 0;
}

static size_t pass_angle(inlines *in, size_t i)
{
    bd_str rest = bd_str_sub(in->text, i, in->text.len);
    size_t kind = html_kind(rest);
    size_t end = kind > 0 && in->no_html[kind - 1] ? 0 : bd_inline_html(in->text, i);
    if (kind > 0 && end == 0)
        in->no_html[kind - 1] = true;
    if (kind == 1)
        report_comment(in->w, i, end > 0 ? end : i + rest.len, in->in_table);
    if (end == 0)
        return i + 1;
    if (kind != 1 && in->w->visitor->html)
        in->w->visitor->html(in->w->visitor->state, source_of(in->w, i),
                             source_of(in->w, end - 1) + 1);
    return end;
}

static void scan_text(walk *w, size_t from, size_t to, bool in_table)
{
    inlines in = { .w = w, .text = { w->flat.data, to }, .in_table = in_table };
    for (size_t i = from; i < to;) {
        char c = in.text.ptr[i];
        if (c == '\\' && i + 1 < to && bd_is_punct(in.text.ptr[i + 1]))
            i += 2;
        else if (c == '`')
            i = pass_ticks(&in, i);
        else if (c == '<')
            i = pass_angle(&in, i);
        else
            i++;
    }
    w->visitor->context_end(w->visitor->state);
}

/* ---- tables ---- */

static bd_str line_of(const walk *w, size_t index)
{
    size_t end = index + 1 < w->count ? w->segments[index + 1].flat - 1 : w->flat.len;
    return bd_str_sub(bd_buf_str(&w->flat), w->segments[index].flat, end);
}

/* The line with the titles of a table; `count` when the paragraph holds none. */
static size_t table_start(const walk *w)
{
    for (size_t i = 1; i < w->count; i++)
        if (w->segments[i].line.rule)
            return i - 1;
    return w->count;
}

static void scan_row(walk *w, size_t index)
{
    bd_str row = line_of(w, index);
    size_t base = w->segments[index].flat;
    for (size_t i = 0; i < row.len;) {
        size_t end = bd_cell_end(row, i);
        scan_text(w, base + i, base + end, true);
        i = end + 1;
    }
}

/* ---- contexts ---- */

static void scan_html(walk *w)
{
    bd_str all = bd_buf_str(&w->flat);
    for (size_t i = 0; i + 4 <= all.len;) {
        const char *open = memmem(all.ptr + i, all.len - i, "<!--", 4);
        if (!open)
            break;
        size_t from = (size_t)(open - all.ptr), end = bd_inline_html(all, from);
        report_comment(w, from, end > 0 ? end : all.len, false);
        i = end > 0 ? end : all.len;
    }
    w->visitor->context_end(w->visitor->state);
}

static void flush(walk *w)
{
    if (w->count == 0)
        return;
    if (w->html) {
        scan_html(w);
    } else {
        size_t table = table_start(w);
        size_t before = table < w->count ? w->segments[table].flat : w->flat.len;
        if (before > 0)
            scan_text(w, 0, before, false);
        for (size_t i = table; i < w->count; i++)
            scan_row(w, i);
    }
    w->count = 0;
    bd_buf_clear(&w->flat);
}

/* <pre>, <script>, <? and the like show or run what they hold: nothing in them is
 * a document's text. */
static bool is_opaque(int html)
{
    return html == 1 || (html >= 3 && html <= 5);
}

static void visit(walk *w, const bd_line *line)
{
    bool html = line->kind == BD_LINE_HTML && !is_opaque(line->html);
    bool text = line->kind == BD_LINE_TEXT;
    if (!(html || text) || line->begins || html != w->html)
        flush(w);
    if (html || text) {
        w->html = html;
        add_line(w, line);
        if (html && w->visitor->html)
            w->visitor->html(w->visitor->state, line->start, line->end);
    } else if (line->kind == BD_LINE_CODE || line->kind == BD_LINE_HTML) {
        w->visitor->code(w->visitor->state, line->start, line->end, line->number);
    }
    if (line->heading || line->ends)
        flush(w);
}

void bd_walk(bd_str bytes, const bd_visitor *visitor)
{
    walk w = { .bytes = bytes, .visitor = visitor };
    bd_line line;
    bd_blocks_start(&w.blocks, bytes);
    while (bd_blocks_next(&w.blocks, &line))
        visit(&w, &line);
    flush(&w);
    bd_buf_release(&w.flat);
    free(w.segments);
}
