/* A comparison for people: aligned lines, the gravest first. */
#include "render/text/compare.h"

#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS = 6, GAP = 2 };

typedef struct printed_row {
    char *cells[CELLS]; /* owned: verdict, series, base, head, change, evidence */
    bd_verdict verdict;
} printed_row;

static const char *colour_of(bd_verdict verdict)
{
    switch (verdict) {
    case BD_VERDICT_WORSE:
        return "\x1b[31m";
    case BD_VERDICT_BETTER:
        return "\x1b[32m";
    case BD_VERDICT_CHANGED:
        return "\x1b[36m";
    case BD_VERDICT_UNCONFIRMED:
    case BD_VERDICT_HOST:
        return "\x1b[33m";
    default:
        return "";
    }
}

/* The word that a reader looks for: slower rather than worse. */
static const char *word_of(const bd_compared *row)
{
    const char *last = strrchr(row->words, ' ');
    bool moved = row->verdict == BD_VERDICT_WORSE || row->verdict == BD_VERDICT_BETTER;
    if (moved && last && (strcmp(last, " slower") == 0 || strcmp(last, " faster") == 0))
        return last + 1;
    return bd_verdict_name(row->verdict);
}

static char *safe(bd_buf *text)
{
    bd_buf out = BD_BUF_INIT;
    bd_terminal_text(bd_buf_str(text), &out);
    bd_buf_clear(text);
    return bd_buf_text(&out)[0] ? out.data : bd_strdup("");
}

static void fill(const bd_compared *row, printed_row *out)
{
    bd_buf text = BD_BUF_INIT;
    out->verdict = row->verdict;
    out->cells[0] = bd_strdup(word_of(row));
    bd_compare_put_series(row, &text);
    out->cells[1] = safe(&text);
    bd_compare_put_side(&row->base, &text);
    out->cells[2] = safe(&text);
    bd_compare_put_side(&row->head, &text);
    out->cells[3] = safe(&text);
    bd_buf_puts(&text, row->words);
    out->cells[4] = safe(&text);
    if (row->verdict == BD_VERDICT_UNCONFIRMED || row->verdict == BD_VERDICT_INCOMPARABLE)
        bd_buf_puts(&text, row->why);
    else
        bd_compare_put_evidence(row, &text);
    out->cells[5] = safe(&text);
    bd_buf_release(&text);
}

static void put_padded(const char *text, size_t width, bool right, bd_buf *out)
{
    size_t used = bd_display_width(bd_str_of(text));
    size_t pad = width > used ? width - used : 0;
    bd_buf_repeat(out, ' ', right ? pad : 0);
    bd_buf_puts(out, text);
    bd_buf_repeat(out, ' ', right ? 0 : pad);
}

static void put_row(const printed_row *row, const size_t widths[CELLS], bool colour, bd_buf *out)
{
    const char *paint = colour ? colour_of(row->verdict) : "";
    bd_buf_puts(out, "  ");
    for (size_t i = 0; i < CELLS; i++) {
        bool is_last = i + 1 == CELLS;
        bd_buf_puts(out, i == 0 ? paint : "");
        put_padded(row->cells[i], is_last ? 0 : widths[i], i >= 2 && i <= 4, out);
        bd_buf_puts(out, i == 0 && paint[0] ? "\x1b[0m" : "");
        bd_buf_repeat(out, ' ', is_last ? 0 : GAP);
    }
    while (out->len > 0 && out->data[out->len - 1] == ' ')
        out->data[--out->len] = '\0';
    bd_buf_putc(out, '\n');
}

static bool is_shown(const bd_compared *row, const bd_compare_text *how)
{
    return how->all || row->verdict < BD_VERDICT_NO_BASELINE;
}

static void put_rows(const bd_comparison *c, size_t group, const bd_compare_text *how, bd_buf *out)
{
    printed_row *rows = bd_alloc((c->row_count + 1) * sizeof *rows);
    size_t count = 0, widths[CELLS] = { 0 };
    for (size_t i = 0; i < c->row_count; i++)
        if (c->rows[i].group == group && is_shown(&c->rows[i], how))
            fill(&c->rows[i], &rows[count++]);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < CELLS; k++) {
            size_t width = bd_display_width(bd_str_of(rows[i].cells[k]));
            widths[k] = width > widths[k] ? width : widths[k];
        }
    for (size_t i = 0; i < count; i++) {
        put_row(&rows[i], widths, how->colour, out);
        for (size_t k = 0; k < CELLS; k++)
            free(rows[i].cells[k]);
    }
    free(rows);
}

static void put_line(bd_buf *line, const char *indent, bd_buf *out)
{
    bd_buf_puts(out, indent);
    bd_terminal_text(bd_buf_str(line), out);
    bd_buf_putc(out, '\n');
    bd_buf_clear(line);
}

static void put_group(const bd_comparison *c, size_t index, const bd_compare_text *how, bd_buf *out)
{
    const bd_compared_group *group = &c->groups[index];
    bd_buf line = BD_BUF_INIT;
    bd_names notes = { 0 };
    bd_arena arena = BD_ARENA_INIT;
    bd_compare_put_group(group, &line);
    bd_buf_puts(out, how->colour ? "\x1b[1m" : "");
    bd_terminal_text(bd_buf_str(&line), out);
    bd_buf_puts(out, how->colour ? "\x1b[0m\n" : "\n");
    bd_buf_clear(&line);
    bd_buf_puts(&line, "compared with ");
    bd_compare_put_baseline(&group->baseline, &line);
    put_line(&line, "  ", out);
    bd_compare_group_notes(group, &arena, &notes);
    for (size_t i = 0; i < notes.count; i++) {
        bd_buf_puts(&line, notes.items[i]);
        put_line(&line, "  ", out);
    }
    put_rows(c, index, how, out);
    if (c->group_count > 1) {
        bd_compare_put_counts(group->counts, &line);
        put_line(&line, "  ", out);
    }
    bd_buf_putc(out, '\n');
    bd_names_release(&notes);
    bd_arena_release(&arena);
    bd_buf_release(&line);
}

void bd_compare_print_text(const bd_comparison *c, const bd_compare_text *how, bd_buf *out)
{
    bd_buf line = BD_BUF_INIT;
    for (size_t i = 0; i < c->group_count; i++)
        put_group(c, i, how, out);
    bd_compare_put_counts(c->counts, &line);
    put_line(&line, "", out);
    bd_buf_release(&line);
}
