/* Finds the regions of a document, and says everything that is wrong with its markers
 * at once. */
#include "render/text/internal.h"

#include "core/base/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = { "table", "value", "environment", "pages", "chart" };

typedef struct scan {
    bd_str bytes;
    const char *file;
    bd_regions *out;
    bd_diagnostics *found;
    bool open;    /* the last region of `out` waits for its end */
    bool dropped; /* … but was wrong: only its end is awaited */
    bd_region now;
    bd_container stack[BD_DEPTH_MAX]; /* the lists and quotes around it */
    size_t depth;
    int counted_line, column; /* of the place where counting columns stopped */
    size_t counted_to;
    int end_in_code; /* line of an end marker that code hides; 0 = none */
} scan;

static void add_error(scan *s, bd_error *error, int line, int column)
{
    error->code = BD_ERR_CONFIG;
    bd_error_at(error, s->file, line, column);
    bd_diagnostics_add(s->found, BD_ERROR, error);
}

/* Comments come in the order of the document: counting goes on where it stopped. */
static int column_of(scan *s, const bd_comment *c)
{
    if (s->counted_line != c->line || s->counted_to > c->from) {
        s->counted_line = c->line;
        s->counted_to = c->line_start;
        s->column = 1;
    }
    s->column += bd_column_of(s->bytes, s->counted_to, c->from) - 1;
    s->counted_to = c->from;
    return s->column;
}

static void fail_at(scan *s, const bd_comment *c, const char *message, const char *hint)
{
    bd_error error = BD_ERROR_INIT;
    bd_fail(&error, BD_ERR_CONFIG, "%s", message);
    bd_hint(&error, "%s", hint);
    add_error(s, &error, c->line, column_of(s, c));
}

static const char *kind_of(bd_str word)
{
    char lower[32];
    if (word.len >= sizeof lower)
        return NULL;
    for (size_t i = 0; i <= word.len; i++)
        lower[i] = i < word.len ? bd_lower(word.ptr[i]) : '\0';
    for (size_t i = 0; i < BD_COUNT(kinds); i++)
        if (strcmp(kinds[i], lower) == 0)
            return kinds[i];
    return strcmp(lower, "end") == 0 ? "end" : NULL;
}

static bool same_word(bd_str word, const char *name)
{
    bd_str rest = word;
    for (; rest.len > 0 && *name; name++, rest = bd_str_sub(rest, 1, rest.len))
        if (bd_lower(rest.ptr[0]) != *name)
            return false;
    return rest.len == 0 && *name == '\0';
}

static void fail_unknown(scan *s, const bd_comment *c, bd_str word)
{
    static const char *const names[] = { "table", "value", "environment", "pages", "chart", "end" };
    bd_error error = BD_ERROR_INIT;
    const char *nearest = bd_nearest(word, names, BD_COUNT(names));
    int shown = word.len > 60 ? 60 : (int)word.len;
    bd_fail(&error, BD_ERR_CONFIG, "unknown kind of region \"%.*s\"", shown, word.ptr);
    if (same_word(word, "include"))
        bd_hint(&error, "files are included in the templates of pages only");
    else if (same_word(word, "page"))
        bd_hint(&error, "this mark belongs into the first line of a page that benchdoc made");
    else if (nearest)
        bd_hint(&error, "did you mean <!-- benchdoc:%s … -->?", nearest);
    else
        bd_hint(&error, "kinds are table, value, environment, pages, chart; a region closes with "
                        "<!-- benchdoc:end -->");
    add_error(s, &error, c->line, column_of(s, c));
}

static void fail_almost(scan *s, const bd_comment *c, bd_str kind, bd_str arguments)
{
    bd_error error = BD_ERROR_INIT;
    bd_str rest = arguments;
    bd_str_split(&rest, '\n', &arguments);
    bd_fail(&error, BD_ERR_CONFIG, "this comment looks like a marker of benchdoc, but is not one");
    if (kind.len == 0)
        kind = BD_STR("end");
    bd_hint(&error, "write <!-- benchdoc:%.*s%s%.*s -->", (int)(kind.len > 60 ? 60 : kind.len),
            kind.ptr, arguments.len > 0 ? " " : "",
            (int)(arguments.len > 200 ? 200 : arguments.len), arguments.ptr);
    add_error(s, &error, c->line, column_of(s, c));
}

/* The open region is given up. `line` is where something else came instead; 0 = the end. */
static void fail_unclosed(scan *s, int line)
{
    bd_error error = BD_ERROR_INIT;
    const bd_region *r = &s->now;
    if (line > 0 && r->is_inline)
        bd_fail(&error, BD_ERR_CONFIG, "this %s is not closed in its paragraph or cell", r->kind);
    else if (line > 0)
        bd_fail(&error, BD_ERR_CONFIG, "this %s region is not closed before line %d begins another",
                r->kind, line);
    else
        bd_fail(&error, BD_ERR_CONFIG, "this %s region is never closed", r->kind);
    if (s->end_in_code > 0)
        bd_hint(&error, "the end marker in line %d stands in code, where it is text",
                s->end_in_code);
    else
        bd_hint(&error, r->is_inline ? "write <!-- benchdoc:end --> right behind the value"
                                     : "write <!-- benchdoc:end --> on a line of its own below it");
    add_error(s, &error, r->line, r->column);
    s->open = false;
}

static bool is_blank(bd_str text)
{
    return bd_str_trim(text).len == 0;
}

/* Nothing but containers before it, nothing behind it, and CommonMark takes the line
 * as a block. */
static bool is_alone(const scan *s, const bd_comment *c)
{
    return c->html && c->indent <= 3 && c->from == c->content && c->to <= c->line_end
           && is_blank(bd_str_sub(s->bytes, c->to, c->line_end));
}

static bool check_block(scan *s, const bd_comment *c, const char *kind)
{
    if (is_alone(s, c))
        return true;
    char message[128];
    snprintf(message, sizeof message, "%s %s stands alone on its line",
             strcmp(kind, "end") == 0 ? "the end of" : "the marker of",
             strcmp(kind, "end") == 0 ? s->now.kind : kind);
    if (c->to > c->line_end)
        fail_at(s, c, message, "a marker does not go on in the next line: write it in one");
    else if (c->indent > 3 && c->from == c->content)
        fail_at(s, c, message,
                "indent it by three blanks at most, as far as the list or quote it "
                "belongs to");
    else
        fail_at(s, c, message, "give it a line of its own");
    return false;
}

static bool check_inline(scan *s, const bd_comment *c)
{
    if (c->html && c->from == c->content)
        fail_at(s, c,
                "a value marker cannot begin a line: Markdown would take the line as raw HTML",
                "put a word before it, or move it to the end of the line above");
    else if (c->html)
        fail_at(s, c, "a value marker cannot stand in raw HTML, where Markdown is not read",
                "leave a blank line between the tag and the text");
    return !c->html;
}

/* What cmark-gfm, and so GitHub, shows as text instead of hiding it. */
static void warn_of_dashes(scan *s, const bd_comment *c)
{
    if (c->text.len < 2 || !memmem(c->text.ptr, c->text.len, "--", 2))
        return;
    bd_error error = BD_ERROR_INIT;
    bd_fail(&error, BD_ERR_CONFIG,
            "GitHub shows a comment inside a line as text when it holds \"--\"");
    bd_hint(&error, "give the query a name under `values:` and use that here");
    bd_error_at(&error, s->file, c->line, column_of(s, c));
    bd_diagnostics_add(s->found, BD_WARNING, &error);
}

/* Arguments on one line; in a table's cell GFM has pipes escaped. */
static char *tidy_arguments(scan *s, const bd_comment *c, bd_str arguments)
{
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < arguments.len; i++) {
        char now = arguments.ptr[i];
        if (c->in_table && now == '\\' && i + 1 < arguments.len && arguments.ptr[i + 1] == '|')
            continue;
        bd_buf_putc(&text, now == '\n' || now == '\r' ? ' ' : now);
    }
    char *kept = bd_arena_text(&s->out->arena, bd_buf_str(&text));
    bd_buf_release(&text);
    return kept;
}

static void open_region(scan *s, const bd_comment *c, const char *kind, bd_str arguments)
{
    bool is_inline = strcmp(kind, "value") == 0;
    if (s->open && !s->dropped)
        fail_unclosed(s, c->line);
    bool right = is_inline ? check_inline(s, c) : check_block(s, c, kind);
    if (right && is_inline)
        warn_of_dashes(s, c);
    s->now = (bd_region){
        .kind = kind,
        .arguments = tidy_arguments(s, c, arguments),
        .line = c->line,
        .column = column_of(s, c),
        .is_inline = is_inline,
        .in_table = c->in_table,
        .from = is_inline ? c->to : c->line_next,
        .prefix = is_inline ? ""
                            : bd_prefix_of(s->bytes, c->line_start, c->content, &s->out->arena),
        .eol = bd_line_end_at(s->bytes, c->line_end),
    };
    if (!is_inline) {
        memcpy(s->stack, c->blocks->stack, sizeof s->stack);
        s->depth = c->blocks->depth;
    }
    s->open = true;
    s->dropped = !right;
    s->end_in_code = 0;
}

static bool same_prefix(const scan *s, const bd_comment *c)
{
    return bd_str_is(bd_str_sub(s->bytes, c->line_start, c->content), s->now.prefix);
}

static void fail_prefix(scan *s, const bd_comment *c)
{
    bd_error error = BD_ERROR_INIT;
    bd_fail(&error, BD_ERR_CONFIG,
            "the end of a region stands in another list, quote or indentation than its beginning "
            "in line %d",
            s->now.line);
    if (s->now.prefix[0] == '\0')
        bd_hint(&error, "begin the line with <!-- benchdoc:end -->");
    else
        bd_hint(&error, "begin the line with \"%.100s<!-- benchdoc:end -->\"", s->now.prefix);
    add_error(s, &error, c->line, column_of(s, c));
}

/* Behind a region stands what stood before it, whatever was in it: its new text will
 * keep to the prefix, and so must not decide how the rest is read. */
static void restore_containers(const scan *s, bd_blocks *blocks)
{
    memcpy(blocks->stack, s->stack, sizeof s->stack);
    blocks->depth = s->depth;
    blocks->leaf = BD_LEAF_NONE;
    for (size_t i = 0; i < s->depth; i++)
        blocks->stack[i].empty = false;
}

static void keep_region(scan *s, size_t to)
{
    bd_regions *out = s->out;
    s->now.to = to;
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count++] = s->now;
}

static void close_region(scan *s, const bd_comment *c, bd_str arguments)
{
    if (!s->open) {
        fail_at(s, c, "this end has no beginning",
                "remove it, or write the region's marker above: <!-- benchdoc:table NAME -->");
        return;
    }
    if (arguments.len > 0)
        fail_at(s, c, "an end takes no arguments", "write <!-- benchdoc:end -->");
    s->open = false;
    if (s->dropped)
        return;
    if (s->now.is_inline) {
        keep_region(s, c->from);
    } else if (check_block(s, c, "end")) {
        if (!same_prefix(s, c)) {
            fail_prefix(s, c);
            return;
        }
        keep_region(s, c->line_start);
        restore_containers(s, c->blocks);
    }
}

static bool is_page_mark(const scan *s, const bd_comment *c, bd_str kind)
{
    bd_str mark;
    return same_word(kind, "page") && is_alone(s, c) && bd_page_mark(s->bytes, &mark)
           && mark.ptr == s->bytes.ptr + c->from;
}

/* A marker that is wrong has been told of: the end that belongs to it is no second error. */
static void expect_end_of(scan *s, bd_str word)
{
    static const char *const end[] = { "end" };
    if (word.len == 0 || bd_nearest(word, end, 1)) {
        s->open = false;
    } else if (!s->open) {
        s->open = s->dropped = true;
        s->now = (bd_region){ .kind = "" };
    }
}

/* @return whether something was wrong with the marker itself */
static bool is_wrong(scan *s, const bd_comment *c, bd_mark mark, bd_str word, bd_str arguments)
{
    if (!c->closed && mark == BD_MARK_OK && c->in_table)
        fail_at(s, c, "this marker is not closed within its cell",
                "close it with -->; a pipe in it is written \\|");
    else if (!c->closed)
        fail_at(s, c, "this marker is not closed", "close it with --> in the same line");
    else if (mark == BD_MARK_ALMOST)
        fail_almost(s, c, word, arguments);
    else if (!is_page_mark(s, c, word) && !kind_of(word))
        fail_unknown(s, c, word);
    else
        return false;
    expect_end_of(s, word);
    return true;
}

static void on_comment(void *state, const bd_comment *c)
{
    scan *s = state;
    bd_str word, arguments;
    bd_mark mark = bd_marker_read(c->text, &word, &arguments);
    if (mark == BD_MARK_NONE)
        return;
    const char *kind = kind_of(word);
    if (is_wrong(s, c, mark, word, arguments) || !kind)
        return;
    if (strcmp(kind, "end") == 0)
        close_region(s, c, arguments);
    else
        open_region(s, c, kind, arguments);
}

static void on_code(void *state, size_t from, size_t to, int line)
{
    scan *s = state;
    static const char end[] = "benchdoc:end";
    if (s->open && s->end_in_code == 0
        && memmem(s->bytes.ptr + from, to - from, end, sizeof end - 1))
        s->end_in_code = line;
}

static void on_context_end(void *state)
{
    scan *s = state;
    if (!s->open || !s->now.is_inline)
        return;
    if (s->dropped)
        s->open = false;
    else
        fail_unclosed(s, s->now.line);
}

static const char *document_eol(bd_str bytes)
{
    for (size_t i = 0; i < bytes.len; i++)
        if (bytes.ptr[i] == '\n' || bytes.ptr[i] == '\r')
            return bd_line_end_at(bytes, i);
    return "\n";
}

bool bd_document_scan(bd_str bytes, const char *file, bd_regions *out, bd_diagnostics *found)
{
    size_t errors = found->errors;
    *out = (bd_regions){ .eol = document_eol(bytes), .bom = bd_str_starts(bytes, "\xEF\xBB\xBF") };
    scan s = { .bytes = bytes, .file = file, .out = out, .found = found };
    bd_visitor visitor = { &s, on_code, on_comment, on_context_end, NULL };
    bd_walk(bytes, &visitor);
    if (s.open && !s.dropped)
        fail_unclosed(&s, 0);
    return found->errors == errors;
}

void bd_regions_release(bd_regions *regions)
{
    free(regions->items);
    bd_arena_release(&regions->arena);
    *regions = (bd_regions){ .eol = "\n" };
}
