/* CommonMark's block structure (spec 0.31, sections 4 and 5, with GFM's footnotes),
 * followed line by line only as far as it decides which lines are code, raw HTML or
 * running text, and where running text begins and ends. Nothing is built. */
#include "render/text/internal.h"

#include <string.h>

static bd_str rest_of(const bd_blocks *b)
{
    return bd_str_sub(b->bytes, b->first, b->end);
}

bool bd_is_heading(bd_str line)
{
    size_t n = 0;
    while (n < line.len && line.ptr[n] == '#')
        n++;
    return n >= 1 && n <= 6 && (n == line.len || bd_is_space(line.ptr[n]));
}

bool bd_is_rule(bd_str line)
{
    size_t marks = 0;
    for (size_t i = 0; i < line.len; i++) {
        if (bd_is_space(line.ptr[i]))
            continue;
        if (line.ptr[i] != line.ptr[0])
            return false;
        marks++;
    }
    return marks >= 3 && (line.ptr[0] == '*' || line.ptr[0] == '-' || line.ptr[0] == '_');
}

bool bd_is_setext(bd_str line)
{
    size_t n = 0;
    while (n < line.len && line.ptr[n] == line.ptr[0])
        n++;
    if (n == 0 || (line.ptr[0] != '=' && line.ptr[0] != '-'))
        return false;
    while (n < line.len && bd_is_space(line.ptr[n]))
        n++;
    return n == line.len;
}

size_t bd_fence_of(bd_str line)
{
    size_t n = 0;
    while (n < line.len && line.ptr[n] == line.ptr[0])
        n++;
    if (n < 3 || (line.ptr[0] != '`' && line.ptr[0] != '~'))
        return 0;
    bool ticks = line.ptr[0] == '`' && memchr(line.ptr + n, '`', line.len - n);
    return ticks ? 0 : n;
}

/* "[^label]:" begins a footnote. @return its length, 0 = none */
static size_t footnote_of(bd_str line)
{
    size_t n = 2;
    if (!bd_str_starts(line, "[^"))
        return 0;
    while (n < line.len && line.ptr[n] != ']' && !bd_is_space(line.ptr[n]))
        n++;
    return n > 2 && n + 1 < line.len && line.ptr[n] == ']' && line.ptr[n + 1] == ':' ? n + 2 : 0;
}

static bool match_container(bd_blocks *b, const bd_container *c)
{
    bd_cursor_look(b);
    if (c->kind == BD_QUOTE) {
        if (b->indent > 3 || b->blank || b->bytes.ptr[b->first] != '>')
            return false;
        bd_cursor_advance(b, b->indent + 1, true);
        if (b->pos < b->end && bd_is_space(b->bytes.ptr[b->pos]))
            bd_cursor_advance(b, 1, true);
        return true;
    }
    if (b->indent >= c->offset) {
        bd_cursor_advance(b, c->offset, true);
        return true;
    }
    if (!b->blank || c->empty)
        return false;
    bd_cursor_advance(b, b->first - b->pos, false);
    return true;
}

static void close_unmatched(bd_blocks *b)
{
    b->depth = b->matched;
    b->leaf = BD_LEAF_NONE;
}

/* Something stands in every open container now. */
static void fill_containers(bd_blocks *b)
{
    for (size_t i = 0; i < b->depth; i++)
        b->stack[i].empty = false;
}

static bool closes_fence(const bd_blocks *b)
{
    bd_str line = rest_of(b);
    size_t n = 0;
    while (n < line.len && line.ptr[n] == b->fence)
        n++;
    bd_str after = bd_str_trim(bd_str_sub(line, n, line.len));
    return b->indent <= 3 && n >= b->fence_len && after.len == 0;
}

/* Behind a region's markers comes a blank line, if not now then once it is filled; so
 * they end the HTML blocks that a blank line ends, and nothing depends on which. */
static bool is_marker(const bd_blocks *b)
{
    bd_str rest = rest_of(b), kind, arguments;
    size_t end = b->indent <= 3 && bd_str_starts(rest, "<!--") ? bd_inline_html(rest, 0) : 0;
    return end >= 7
           && bd_marker_read(bd_str_sub(rest, 4, end - 3), &kind, &arguments) == BD_MARK_OK;
}

/* Lines that belong to the open leaf whatever they say. @return whether this is one */
static bool continue_leaf(bd_blocks *b, bd_line *line)
{
    bd_cursor_look(b);
    switch (b->leaf) {
    case BD_LEAF_FENCE:
        line->kind = BD_LINE_CODE;
        if (closes_fence(b))
            b->leaf = BD_LEAF_NONE;
        return true;
    case BD_LEAF_HTML:
        if (b->html >= 6 && is_marker(b)) {
            b->leaf = BD_LEAF_NONE;
            return false;
        }
        line->html = b->html;
        line->kind = b->html >= 6 && b->blank ? BD_LINE_BLANK : BD_LINE_HTML;
        line->ends = line->kind == BD_LINE_BLANK || bd_html_ends(rest_of(b), b->html);
        if (line->ends)
            b->leaf = BD_LEAF_NONE;
        return true;
    case BD_LEAF_INDENTED:
        if (b->indent < 4 && !b->blank) {
            b->leaf = BD_LEAF_NONE;
            return false;
        }
        line->kind = b->blank ? BD_LINE_BLANK : BD_LINE_CODE;
        return true;
    default:
        return false;
    }
}

/* Opens a quote, list item or footnote. @return whether there was one */
static bool open_container(bd_blocks *b, bool in_paragraph)
{
    bd_cursor_look(b);
    if (b->indent >= 4 || b->blank)
        return false;
    bool room = b->matched < BD_DEPTH_MAX;
    size_t depth = b->depth, note = in_paragraph ? 0 : footnote_of(rest_of(b));
    bd_leaf leaf = b->leaf;
    if (room && b->bytes.ptr[b->first] == '>') {
        close_unmatched(b);
        bd_cursor_advance(b, b->indent + 1, true);
        if (b->pos < b->end && bd_is_space(b->bytes.ptr[b->pos]))
            bd_cursor_advance(b, 1, true);
        b->stack[b->depth++] = (bd_container){ .kind = BD_QUOTE };
    } else if (room && note > 0) {
        close_unmatched(b);
        bd_cursor_advance(b, b->first + note - b->pos, false);
        b->stack[b->depth++] = (bd_container){ .kind = BD_FOOTNOTE, .offset = 4 };
    } else {
        close_unmatched(b);
        if (bd_is_rule(rest_of(b)) || !bd_open_item(b, in_paragraph)) {
            b->depth = depth;
            b->leaf = leaf;
            return false;
        }
    }
    b->matched = b->depth;
    for (size_t i = 0; i + 1 < b->depth; i++)
        b->stack[i].empty = false;
    return true;
}

/* Opens a leaf that cannot be running text. @return whether there was one */
static bool open_leaf(bd_blocks *b, bool in_paragraph, bool lazy, bd_line *line)
{
    bd_str rest = rest_of(b);
    if (b->indent >= 4) {
        line->kind = BD_LINE_CODE;
        if (b->blank || in_paragraph || lazy)
            return false;
        close_unmatched(b);
        b->leaf = BD_LEAF_INDENTED;
        return true;
    }
    size_t fence = bd_fence_of(rest);
    int html = bd_html_start(rest, in_paragraph);
    bool heading = bd_is_heading(rest);
    bool rule = bd_is_rule(rest) || (in_paragraph && bd_is_setext(rest));
    if (fence == 0 && html == 0 && !heading && !rule)
        return false;
    close_unmatched(b);
    line->kind = fence > 0  ? BD_LINE_CODE
                 : html > 0 ? BD_LINE_HTML
                 : heading  ? BD_LINE_TEXT
                            : BD_LINE_RULE;
    line->html = html;
    line->heading = heading;
    line->begins = true;
    if (fence > 0) {
        b->leaf = BD_LEAF_FENCE;
        b->fence = rest.ptr[0];
        b->fence_len = fence;
    } else if (html > 0) {
        line->ends = bd_html_ends(rest, html);
        b->leaf = line->ends ? BD_LEAF_NONE : BD_LEAF_HTML;
        b->html = html;
    }
    return true;
}

static void put_text(bd_blocks *b, bool in_paragraph, bool lazy, bd_line *line)
{
    bd_cursor_look(b);
    bd_str above = b->above;
    b->above = rest_of(b);
    if (!b->blank && (in_paragraph || lazy)) {
        line->kind = BD_LINE_TEXT;
        line->rule = in_paragraph && b->indent < 4 && bd_makes_table(above, b->above);
        b->leaf = line->rule ? BD_LEAF_TABLE : BD_LEAF_PARAGRAPH;
        return;
    }
    bool row = !b->blank && b->leaf == BD_LEAF_TABLE && b->matched == b->depth;
    close_unmatched(b);
    line->kind = b->blank ? BD_LINE_BLANK : BD_LINE_TEXT;
    line->begins = !b->blank && !row;
    b->leaf = b->blank ? BD_LEAF_NONE : row ? BD_LEAF_TABLE : BD_LEAF_PARAGRAPH;
}

static void classify(bd_blocks *b, bd_line *line)
{
    b->matched = 0;
    while (b->matched < b->depth && match_container(b, &b->stack[b->matched]))
        b->matched++;
    bool all = b->matched == b->depth;
    if (all && continue_leaf(b, line))
        return;
    bool in_paragraph = all && b->leaf == BD_LEAF_PARAGRAPH;
    bool lazy = !all && b->leaf == BD_LEAF_PARAGRAPH;
    while (open_container(b, in_paragraph)) {
        in_paragraph = false;
        lazy = false;
    }
    bd_cursor_look(b);
    if (!open_leaf(b, in_paragraph, lazy, line))
        put_text(b, in_paragraph, lazy, line);
}

static size_t end_of_line(bd_str bytes, size_t at)
{
    while (at < bytes.len && bytes.ptr[at] != '\n' && bytes.ptr[at] != '\r')
        at++;
    return at;
}

static size_t next_line(bd_str bytes, size_t end)
{
    if (end < bytes.len && bytes.ptr[end] == '\r')
        end++;
    else if (end < bytes.len)
        return end + 1;
    return end < bytes.len && bytes.ptr[end] == '\n' && bytes.ptr[end - 1] == '\r' ? end + 1 : end;
}

/* Where front matter ("---" lines at the very start) ends; 0 = there is none. */
static size_t front_matter(bd_str bytes, size_t at)
{
    size_t end = end_of_line(bytes, at);
    bd_str line = bd_str_sub(bytes, at, end);
    if (!bd_str_starts(line, "---") || bd_str_trim(line).len != 3)
        return 0;
    for (at = next_line(bytes, end); at < bytes.len; at = next_line(bytes, end)) {
        end = end_of_line(bytes, at);
        line = bd_str_sub(bytes, at, end);
        if ((bd_str_starts(line, "---") || bd_str_starts(line, "..."))
            && bd_str_trim(line).len == 3)
            return next_line(bytes, end);
    }
    return 0;
}

void bd_blocks_start(bd_blocks *b, bd_str bytes)
{
    *b = (bd_blocks){ .bytes = bytes };
    b->at = bd_str_starts(bytes, "\xEF\xBB\xBF") ? 3 : 0;
    b->front = front_matter(bytes, b->at);
}

bool bd_blocks_next(bd_blocks *b, bd_line *line)
{
    if (b->at >= b->bytes.len)
        return false;
    size_t end = end_of_line(b->bytes, b->at);
    *line = (bd_line){
        .start = b->at, .end = end, .next = next_line(b->bytes, end), .number = ++b->number
    };
    b->pos = b->at;
    b->end = end;
    b->column = 0;
    b->partial_tab = false;
    if (b->at < b->front) {
        line->kind = BD_LINE_RULE;
        bd_cursor_look(b);
    } else {
        classify(b, line);
        if (line->kind != BD_LINE_BLANK)
            fill_containers(b);
    }
    line->content = b->first;
    line->indent = b->indent;
    b->at = line->next;
    return true;
}
