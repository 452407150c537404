/* A comparison on a terminal: what was compared with what, then a line for each change. */
#include "render/text/compare_parts.h"

#include <stdlib.h>
#include <string.h>

#define BOLD   "\033[1m"
#define RED    "\033[31m"
#define GREEN  "\033[32m"
#define YELLOW "\033[33m"
#define PLAIN  "\033[0m"

enum column {
    VERDICT,
    LABEL,
    METRIC,
    BASE,
    BASE_SPREAD,
    HEAD,
    HEAD_SPREAD,
    CHANGE,
    RATIO,
    EVIDENCE,
    N,
    COLUMNS,
};

enum { LABEL_USUAL = 36, LABEL_LEAST = 16, FACTS_SHOWN = 8, FACT_WIDTH = 60 };

/* One line of the table, its cells safe for a terminal. */
typedef struct line {
    const char *cells[COLUMNS];
    bd_verdict verdict;
} line;

typedef struct printing {
    const bd_comparison *all;
    const bd_compare_text *how;
    size_t columns;
    bd_buf *out;
    bd_arena arena;
    line *lines; /* owned; of one group, the titles first */
    size_t count, capacity;
    size_t widths[COLUMNS];
    bool shown[COLUMNS];
} printing;

/* ---- cells ---- */

static const char *safe(printing *p, const char *text)
{
    bd_buf out = BD_BUF_INIT;
    bd_terminal_text(bd_str_of(text), &out);
    const char *kept = bd_arena_text(&p->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return kept;
}

static line *add_line(printing *p)
{
    p->lines = bd_grow(p->lines, p->count, &p->capacity, sizeof *p->lines);
    line *new = &p->lines[p->count++];
    *new = (line){ .verdict = BD_VERDICT_SAME };
    return new;
}

static void add_titles(printing *p)
{
    static const char *const titles[COLUMNS] = { [VERDICT] = "",
                                                 [LABEL] = "benchmark",
                                                 [METRIC] = "metric",
                                                 [BASE] = "before",
                                                 [BASE_SPREAD] = "",
                                                 [HEAD] = "after",
                                                 [HEAD_SPREAD] = "",
                                                 [CHANGE] = "change",
                                                 [RATIO] = "",
                                                 [EVIDENCE] = "evidence",
                                                 [N] = "n" };
    line *new = add_line(p);
    memcpy(new->cells, titles, sizeof titles);
}

static void add_row(printing *p, const bd_compared *row)
{
    bd_compared_texts t;
    bd_compared_texts_of(row, &p->arena, &t);
    line *new = add_line(p);
    *new = (line){ .verdict = row->verdict,
                   .cells = { [VERDICT] = bd_compared_verdict(row),
                              [LABEL] = safe(p, row->label),
                              [METRIC] = bd_compared_metric_tells(row) ? safe(p, row->metric) : "",
                              [BASE] = safe(p, t.base),
                              [BASE_SPREAD] = t.base_spread,
                              [HEAD] = safe(p, t.head),
                              [HEAD_SPREAD] = t.head_spread,
                              [CHANGE] = safe(p, t.change),
                              [RATIO] = t.ratio,
                              [EVIDENCE] = t.evidence,
                              [N] = t.n } };
}

/* ---- widths ---- */

static size_t width_of(const char *text)
{
    return bd_display_width(bd_str_of(text));
}

static size_t total(const printing *p)
{
    size_t sum = 2; /* the indent */
    for (size_t c = 0; c < COLUMNS; c++)
        sum += p->shown[c] ? p->widths[c] + 2 : 0;
    return sum - 2;
}

static void narrow_label(printing *p, size_t least)
{
    size_t over = total(p) > p->columns ? total(p) - p->columns : 0;
    size_t width = p->widths[LABEL];
    if (width > least)
        p->widths[LABEL] = width < over + least ? least : width - over;
}

static void fit(printing *p)
{
    static const enum column dropped[] = { N, BASE_SPREAD, HEAD_SPREAD, RATIO };
    for (size_t i = 0; i < BD_COUNT(dropped) && total(p) > p->columns; i++)
        p->shown[dropped[i]] = false;
    narrow_label(p, LABEL_USUAL);
    if (total(p) > p->columns)
        p->shown[EVIDENCE] = false;
    narrow_label(p, LABEL_LEAST);
}

static void measure(printing *p)
{
    for (size_t c = 0; c < COLUMNS; c++) {
        bool used = false;
        p->widths[c] = 0;
        for (size_t i = 0; i < p->count; i++) {
            size_t width = width_of(p->lines[i].cells[c]);
            p->widths[c] = width > p->widths[c] ? width : p->widths[c];
            used = used || (i > 0 && width > 0);
        }
        p->shown[c] = used;
    }
    fit(p);
}

/* ---- lines ---- */

static const char *colour_of(const printing *p, const line *l)
{
    if (!p->how->colour)
        return "";
    switch (l->verdict) {
    case BD_VERDICT_WORSE:
        return RED;
    case BD_VERDICT_BETTER:
        return GREEN;
    case BD_VERDICT_CHANGED:
    case BD_VERDICT_UNCONFIRMED:
    case BD_VERDICT_INCOMPARABLE:
        return YELLOW;
    default:
        return "";
    }
}

static bool is_right(size_t column)
{
    return column == BASE || column == BASE_SPREAD || column == HEAD || column == HEAD_SPREAD
           || column == CHANGE;
}

static bool is_last(const printing *p, size_t column)
{
    for (size_t c = column + 1; c < COLUMNS; c++)
        if (p->shown[c])
            return false;
    return true;
}

static void put_cell(printing *p, const line *l, size_t column)
{
    bd_buf text = BD_BUF_INIT;
    size_t width = p->widths[column];
    bool coloured = (column == VERDICT || column == CHANGE) && colour_of(p, l)[0];
    bd_put_fitted(bd_str_of(l->cells[column]), width, &text);
    size_t pad = width - bd_display_width(bd_buf_str(&text));
    bd_buf_repeat(p->out, ' ', is_right(column) ? pad : 0);
    bd_buf_puts(p->out, coloured ? colour_of(p, l) : "");
    bd_buf_put_str(p->out, bd_buf_str(&text));
    bd_buf_puts(p->out, coloured ? PLAIN : "");
    if (!is_last(p, column))
        bd_buf_repeat(p->out, ' ', (is_right(column) ? 0 : pad) + 2);
    bd_buf_release(&text);
}

static void put_table(printing *p)
{
    measure(p);
    for (size_t i = 0; i < p->count; i++) {
        size_t start = p->out->len;
        bd_buf_puts(p->out, "  ");
        for (size_t c = 0; c < COLUMNS; c++)
            if (p->shown[c])
                put_cell(p, &p->lines[i], c);
        while (p->out->len > start && p->out->data[p->out->len - 1] == ' ')
            p->out->data[--p->out->len] = '\0';
        bd_buf_putc(p->out, '\n');
    }
}

/* ---- groups ---- */

static void put_safe_line(printing *p, const char *indent, bd_buf *text)
{
    if (text->len > 0) {
        bd_buf_puts(p->out, indent);
        bd_terminal_text(bd_buf_str(text), p->out);
        bd_buf_putc(p->out, '\n');
    }
    bd_buf_release(text);
    *text = (bd_buf)BD_BUF_INIT;
}

static void put_title(printing *p, const bd_compared_group *group)
{
    bd_buf text = BD_BUF_INIT;
    bd_compare_put_group(group, &text);
    bd_buf_puts(p->out, p->how->colour ? BOLD : "");
    bd_terminal_text(bd_buf_str(&text), p->out);
    bd_buf_puts(p->out, p->how->colour ? PLAIN "\n" : "\n");
    bd_buf_release(&text);
}

static void put_fact(const char *text, bd_buf *out)
{
    if (text)
        bd_put_fitted(bd_str_of(text), FACT_WIDTH, out);
    else
        bd_buf_puts(out, "(not said)");
}

static void put_facts(printing *p, const bd_compared_group *group)
{
    size_t shown = p->how->all || group->fact_count < FACTS_SHOWN ? group->fact_count : FACTS_SHOWN;
    for (size_t i = 0; i < shown; i++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text, "%s ", group->facts[i].key);
        put_fact(group->facts[i].before, &text);
        bd_buf_puts(&text, " \xE2\x86\x92 ");
        put_fact(group->facts[i].after, &text);
        if (i + 1 == shown) {
            if (shown < group->fact_count)
                bd_buf_printf(&text, ", and %zu more facts", group->fact_count - shown);
            bd_buf_puts(&text, ": a change is of code or environment");
        }
        put_safe_line(p, "  ", &text);
    }
}

static void put_more(printing *p, const bd_compared_group *group, const size_t *shown)
{
    bd_buf text = BD_BUF_INIT;
    for (size_t v = 0; v < BD_VERDICTS; v++)
        if (shown[v] > 0 && shown[v] < group->counts[v])
            bd_buf_printf(&text, "%s%zu more %s", text.len > 0 ? ", " : "\xE2\x80\xA6 ",
                          group->counts[v] - shown[v], bd_verdict_name((bd_verdict)v));
    if (text.len > 0)
        bd_buf_puts(&text, ": --all shows them");
    put_safe_line(p, "  ", &text);
}

static void put_rows(printing *p, size_t index)
{
    const bd_comparison *all = p->all;
    const bd_compared_group *group = &all->groups[index];
    size_t shown[BD_VERDICTS] = { 0 };
    p->count = 0;
    add_titles(p);
    for (size_t i = 0; i < all->row_count; i++) {
        const bd_compared *row = &all->rows[i];
        bd_verdict v = row->verdict;
        if (row->group != index || shown[v] >= bd_compared_shown(v, group->counts[v], p->how->all))
            continue;
        shown[v]++;
        add_row(p, row);
    }
    if (p->count > 1) {
        bd_buf_putc(p->out, '\n');
        put_table(p);
        put_more(p, group, shown);
        bd_buf_putc(p->out, '\n');
    }
}

static void put_group(printing *p, size_t index)
{
    const bd_compared_group *group = &p->all->groups[index];
    bd_buf with = BD_BUF_INIT, host = BD_BUF_INIT, counts = BD_BUF_INIT, mean = BD_BUF_INIT;
    bd_buf note = BD_BUF_INIT;
    put_title(p, group);
    bd_compared_with(group, &with);
    put_safe_line(p, "  ", &with);
    bd_buf_puts(&note, group->note ? group->note : "");
    put_safe_line(p, "  ", &note);
    put_facts(p, group);
    bd_compared_host(group, &host);
    put_safe_line(p, "  ", &host);
    put_rows(p, index);
    bd_compared_counts(p->all, index, &counts);
    put_safe_line(p, "  ", &counts);
    bd_compared_mean(group, &mean);
    put_safe_line(p, "  ", &mean);
}

static void put_end(printing *p)
{
    bd_buf text = BD_BUF_INIT;
    bd_buf_puts(p->out, p->all->group_count > 0 ? "\n" : "");
    if (p->all->group_count != 1) {
        bd_compared_counts(p->all, SIZE_MAX, &text);
        put_safe_line(p, "all: ", &text);
    }
    if (p->all->tests > 1)
        bd_buf_printf(&text, "p is adjusted for %zu tests (Holm)", p->all->tests);
    put_safe_line(p, "", &text);
    for (size_t i = 0; i < p->all->notes.count; i++) {
        bd_buf_puts(&text, p->all->notes.items[i]);
        put_safe_line(p, "note: ", &text);
    }
    if (p->out->len > 1 && p->out->data[p->out->len - 2] == '\n')
        p->out->data[--p->out->len] = '\0'; /* nothing came behind the blank line */
}

void bd_compare_print_text(const bd_comparison *c, const bd_compare_text *how, bd_buf *out)
{
    printing p = {
        .all = c, .how = how, .columns = how->columns > 0 ? how->columns : SIZE_MAX, .out = out
    };
    for (size_t i = 0; i < c->group_count; i++) {
        bd_buf_puts(out, i > 0 ? "\n" : "");
        put_group(&p, i);
    }
    put_end(&p);
    free(p.lines);
    bd_arena_release(&p.arena);
}
