/* A comparison for a comment or a job summary. */
#include "render/text/compare.h"

#include "render/text/internal.h"
#include "render/text/text.h"

#include <string.h>

/* How much is told: less, until it fits. */
typedef struct detail {
    bd_verdict last; /* rows up to this verdict */
    size_t most;     /* rows of each group */
    bool folded;     /* the unchanged ones in <details> */
} detail;

static void put_data(const char *text, bd_buf *out)
{
    bd_data data = { .text = bd_str_of(text), .in_table = true };
    bd_escape_text(&data, out);
}

static void put_buf(bd_buf *text, bd_buf *out)
{
    put_data(bd_buf_text(text), out);
    bd_buf_clear(text);
}

static const char *sign_of(bd_verdict verdict)
{
    switch (verdict) {
    case BD_VERDICT_WORSE:
        return "\xF0\x9F\x94\xB4 ";
    case BD_VERDICT_BETTER:
        return "\xF0\x9F\x9F\xA2 ";
    default:
        return "";
    }
}

static void put_row(const bd_compared *row, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(out, "| %s%s | ", sign_of(row->verdict), bd_verdict_name(row->verdict));
    bd_compare_put_series(row, &text);
    put_buf(&text, out);
    bd_buf_puts(out, " | ");
    bd_compare_put_side(&row->base, &text);
    put_buf(&text, out);
    bd_buf_puts(out, " | ");
    bd_compare_put_side(&row->head, &text);
    put_buf(&text, out);
    bd_buf_puts(out, " | ");
    put_data(row->words, out);
    bd_buf_puts(out, " | ");
    put_data(row->why, out);
    bd_buf_puts(out, " |\n");
    bd_buf_release(&text);
}

static bool is_folded(bd_verdict verdict)
{
    return verdict >= BD_VERDICT_UNCONFIRMED;
}

/* @return how many rows there were, shown or not */
static size_t put_table(const bd_comparison *c, size_t group, const detail *d, bool folded,
                        bd_buf *out)
{
    size_t count = 0, shown = 0;
    for (size_t i = 0; i < c->row_count; i++) {
        const bd_compared *row = &c->rows[i];
        if (row->group != group || is_folded(row->verdict) != folded)
            continue;
        count++;
        if (row->verdict > d->last || shown >= d->most)
            continue;
        if (shown++ == 0)
            bd_buf_puts(out, "\n| | Series | Before | After | Change | Evidence |\n"
                             "| --- | --- | ---: | ---: | ---: | --- |\n");
        put_row(row, out);
    }
    if (shown < count && shown > 0)
        bd_buf_printf(out, "\n%zu more are not shown.\n", count - shown);
    return count;
}

static void put_folded(const bd_comparison *c, size_t group, const detail *d, bd_buf *out)
{
    bd_buf rows = BD_BUF_INIT, counts = BD_BUF_INIT;
    size_t rest[BD_VERDICTS] = { 0 };
    for (int i = BD_VERDICT_UNCONFIRMED; i < BD_VERDICTS; i++)
        rest[i] = c->groups[group].counts[i];
    size_t count = put_table(c, group, d, true, &rows);
    if (count > 0) {
        bd_compare_put_counts(rest, &counts);
        if (rows.len > 0)
            bd_buf_printf(out, "\n<details><summary>%s</summary>\n%s\n</details>\n",
                          bd_buf_text(&counts), bd_buf_text(&rows));
        else
            bd_buf_printf(out, "\n%s.\n", bd_buf_text(&counts));
    }
    bd_buf_release(&rows);
    bd_buf_release(&counts);
}

static void put_group(const bd_comparison *c, size_t index, const detail *d, bd_buf *out)
{
    const bd_compared_group *group = &c->groups[index];
    bd_buf text = BD_BUF_INIT;
    bd_names notes = { 0 };
    bd_arena arena = BD_ARENA_INIT;
    bd_buf_puts(out, "\n### ");
    bd_compare_put_group(group, &text);
    put_buf(&text, out);
    bd_buf_puts(out, "\n\nCompared with ");
    bd_compare_put_baseline(&group->baseline, &text);
    put_buf(&text, out);
    bd_buf_puts(out, ".\n");
    bd_compare_group_notes(group, &arena, &notes);
    for (size_t i = 0; i < notes.count; i++) {
        bd_buf_putc(out, '\n');
        put_data(notes.items[i], out);
        bd_buf_puts(out, ".\n");
    }
    put_table(c, index, d, false, out);
    put_folded(c, index, d, out);
    bd_names_release(&notes);
    bd_arena_release(&arena);
    bd_buf_release(&text);
}

static void put_all(const bd_comparison *c, bd_str head, const detail *d, bd_buf *out)
{
    bd_buf counts = BD_BUF_INIT;
    bd_buf_put_str(out, head);
    bd_compare_put_counts(c->counts, &counts);
    bd_buf_printf(out, "**%s**\n", bd_buf_text(&counts));
    for (size_t i = 0; i < c->group_count && d->most > 0; i++)
        put_group(c, i, d, out);
    bd_buf_release(&counts);
}

void bd_compare_print_markdown(const bd_comparison *c, bd_str head, size_t bytes, bd_buf *out)
{
    static const detail details[] = {
        { BD_VERDICT_SAME, SIZE_MAX, true },     { BD_VERDICT_GONE, SIZE_MAX, true },
        { BD_VERDICT_CHANGED, SIZE_MAX, false }, { BD_VERDICT_CHANGED, 200, false },
        { BD_VERDICT_CHANGED, 50, false },       { BD_VERDICT_CHANGED, 10, false },
        { BD_VERDICT_CHANGED, 1, false },        { BD_VERDICT_WORSE, 0, false },
    };
    size_t before = out->len;
    for (size_t i = 0; i < BD_COUNT(details); i++) {
        out->len = before;
        put_all(c, head, &details[i], out);
        if (bytes == 0 || out->len - before <= bytes)
            return;
    }
}
