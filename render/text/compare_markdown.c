/* A comparison as GitHub's Markdown: what changed as a table, the rest folded away; cut to
 * a budget by leaving out what matters least. */
#include "render/text/compare_parts.h"

#include <string.h>

enum { FACTS_SHOWN = 8, FACT_WIDTH = 60, LINE_WIDTH = 400, TITLE_WIDTH = 200 };

/* What is not left out. */
typedef struct detail {
    bool unchanged, listed, unsure; /* rows that are folded */
    size_t changes;                 /* of each group at most */
    size_t groups;
} detail;

typedef struct writing {
    const bd_comparison *all;
    bd_str head;
    detail detail;
    size_t limit; /* no need to go on beyond it */
    bool shortened;
    bd_buf *out;
} writing;

/* ---- texts ---- */

static void put_text(writing *w, const char *text, size_t width)
{
    bd_buf fitted = BD_BUF_INIT;
    bd_put_fitted(bd_str_of(text), width, &fitted);
    bd_data data = { .text = bd_buf_str(&fitted), .in_sentence = true, .in_comment = true };
    bd_escape_text(&data, w->out);
    bd_buf_release(&fitted);
}

static void put_code(writing *w, const char *text, bool in_table)
{
    bd_data data = { .text = bd_str_of(text), .in_table = in_table };
    if (!text[0])
        return;
    bd_buf_putc(w->out, '`');
    bd_escape_code(&data, w->out);
    bd_buf_putc(w->out, '`');
}

static void put_cell_text(writing *w, const char *text)
{
    bd_data data = { .text = bd_str_of(text), .in_table = true, .in_comment = true };
    bd_escape_text(&data, w->out);
}

/* A paragraph of data; released. */
static void put_line(writing *w, const char *before, bd_buf *text)
{
    if (text->len > 0) {
        bd_buf_puts(w->out, before);
        put_text(w, bd_buf_text(text), LINE_WIDTH);
        bd_buf_puts(w->out, "\n");
    }
    bd_buf_release(text);
}

/* ---- tables ---- */

typedef bool wanted(bd_verdict verdict);

static bool is_unchanged(bd_verdict verdict)
{
    return verdict == BD_VERDICT_SAME;
}

static bool is_unsure(bd_verdict verdict)
{
    return verdict == BD_VERDICT_UNCONFIRMED || verdict == BD_VERDICT_INCOMPARABLE;
}

static bool is_listed(bd_verdict verdict)
{
    return !bd_compared_matters(verdict) && !is_unchanged(verdict) && !is_unsure(verdict);
}

static void put_number_cell(writing *w, const char *number, const char *spread)
{
    put_cell_text(w, number);
    bd_buf_printf(w->out, "%s%s | ", spread[0] ? " " : "", spread);
}

static void put_row(writing *w, const bd_compared *row, bool with_metric)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_compared_texts t;
    bd_compared_texts_of(row, &arena, &t);
    bool worse = row->verdict == BD_VERDICT_WORSE;
    bd_buf_printf(w->out, worse ? "| **%s** | " : "| %s | ", bd_compared_verdict(row));
    put_code(w, row->label, true);
    bd_buf_puts(w->out, " | ");
    if (with_metric) {
        put_code(w, bd_compared_metric_tells(row) ? row->metric : "", true);
        bd_buf_puts(w->out, " | ");
    }
    put_number_cell(w, t.base, t.base_spread);
    put_number_cell(w, t.head, t.head_spread);
    put_cell_text(w, t.change);
    bd_buf_printf(w->out, "%s%s | ", t.ratio[0] ? " " : "", t.ratio);
    if (bd_compared_matters(row->verdict) || is_unsure(row->verdict)) {
        put_cell_text(w, row->why);
        bd_buf_printf(w->out, "%s%s", t.n[0] ? ", n = " : "", t.n);
    }
    bd_buf_puts(w->out, " |\n");
    bd_arena_release(&arena);
}

static void put_titles(writing *w, bool with_metric)
{
    bd_buf_printf(w->out, "\n| | Benchmark | %sBefore | After | Change | Evidence |\n",
                  with_metric ? "Metric | " : "");
    bd_buf_printf(w->out, "|---|---|%s---:|---:|---|---|\n", with_metric ? "---|" : "");
}

static bool has_metric(const bd_comparison *all, size_t group)
{
    for (size_t i = 0; i < all->row_count; i++)
        if (all->rows[i].group == group && bd_compared_metric_tells(&all->rows[i]))
            return true;
    return false;
}

/* @return how many rows that are wanted were left out */
static size_t put_table(writing *w, size_t group, wanted *is_wanted, size_t most)
{
    const bd_comparison *all = w->all;
    bool with_metric = has_metric(all, group);
    size_t count = 0;
    for (size_t i = 0; i < all->row_count && w->out->len <= w->limit; i++) {
        const bd_compared *row = &all->rows[i];
        if (row->group != group || !is_wanted(row->verdict))
            continue;
        if (count == 0 && most > 0)
            put_titles(w, with_metric);
        if (count++ < most)
            put_row(w, row, with_metric);
    }
    return count > most ? count - most : 0;
}

static void put_summary(writing *w, size_t group, wanted *is_wanted)
{
    const size_t *counts = w->all->groups[group].counts;
    bool first = true;
    bd_buf_puts(w->out, "\n<details><summary>");
    for (int v = 0; v < BD_VERDICTS; v++) {
        if (counts[v] == 0 || !is_wanted((bd_verdict)v))
            continue;
        bd_buf_printf(w->out, "%s%zu %s", first ? "" : ", ", counts[v],
                      bd_verdict_name((bd_verdict)v));
        first = false;
    }
    bd_buf_puts(w->out, "</summary>\n");
}

static void put_folded(writing *w, size_t group, wanted *is_wanted, bool shown)
{
    const size_t *counts = w->all->groups[group].counts;
    size_t count = 0;
    for (int v = 0; v < BD_VERDICTS; v++)
        count += is_wanted((bd_verdict)v) ? counts[v] : 0;
    if (count == 0)
        return;
    if (!shown) {
        w->shortened = true;
        return;
    }
    put_summary(w, group, is_wanted);
    put_table(w, group, is_wanted, SIZE_MAX);
    bd_buf_puts(w->out, "\n</details>\n");
}

/* ---- groups ---- */

static void put_title(writing *w, const bd_compared_group *group)
{
    bd_buf text = BD_BUF_INIT;
    bd_compare_put_group(group, &text);
    bd_buf_puts(w->out, "\n#### ");
    put_text(w, bd_buf_text(&text), TITLE_WIDTH);
    bd_buf_putc(w->out, '\n');
    bd_buf_release(&text);
}

/* "/home/…", "-Dfile=/…": of somebody's machine, and not for a page that all can read. */
static bool is_private(const char *text)
{
    for (size_t i = 0; text && text[i]; i++) {
        bool begins = i == 0 || strchr(" =:,;\"'", text[i - 1]);
        bool drive = ((text[i] | 0x20) >= 'a' && (text[i] | 0x20) <= 'z') && text[i + 1] == ':'
                     && text[i + 2] == '\\';
        if (begins && (text[i] == '/' || text[i] == '\\' || drive))
            return true;
    }
    return false;
}

static void put_fact(writing *w, const char *text)
{
    bd_buf fitted = BD_BUF_INIT;
    bd_put_fitted(bd_str_of(text), FACT_WIDTH, &fitted);
    if (!text)
        bd_buf_puts(w->out, "(not said)");
    else if (fitted.len == 0)
        bd_buf_puts(w->out, "(empty)");
    else
        put_code(w, bd_buf_text(&fitted), false);
    bd_buf_release(&fitted);
}

static void put_facts(writing *w, const bd_compared_group *group)
{
    for (size_t i = 0; i < group->fact_count && i < FACTS_SHOWN; i++) {
        const bd_changed_fact *fact = &group->facts[i];
        bd_buf_puts(w->out, i == 0 ? "\nA change is of code or environment: " : "; ");
        put_text(w, fact->key, FACT_WIDTH);
        if (is_private(fact->before) || is_private(fact->after)) {
            bd_buf_puts(w->out, " differs");
            continue;
        }
        bd_buf_putc(w->out, ' ');
        put_fact(w, fact->before);
        bd_buf_puts(w->out, " \xE2\x86\x92 ");
        put_fact(w, fact->after);
    }
    if (group->fact_count > FACTS_SHOWN)
        bd_buf_printf(w->out, "; and %zu more", group->fact_count - FACTS_SHOWN);
    bd_buf_puts(w->out, group->fact_count > 0 ? "\n" : "");
}

static void put_changes(writing *w, size_t index)
{
    size_t left = put_table(w, index, bd_compared_matters, w->detail.changes);
    if (left > 0) {
        w->shortened = true;
        bd_buf_printf(w->out, "\n%zu %schange%s not shown.\n", left,
                      w->detail.changes > 0 ? "smaller " : "", left == 1 ? " is" : "s are");
    }
}

static void put_group(writing *w, size_t index)
{
    const bd_compared_group *group = &w->all->groups[index];
    bd_buf text = BD_BUF_INIT, host = BD_BUF_INIT, counts = BD_BUF_INIT, note = BD_BUF_INIT;
    bd_buf mean = BD_BUF_INIT;
    put_title(w, group);
    bd_compared_mean(group, &mean);
    if (w->all->group_count > 1) /* else it is said above */
        bd_compared_counts(w->all, index, &counts);
    if (counts.len > 0 && mean.len > 0)
        bd_buf_puts(&counts, "; ");
    bd_buf_put_str(&counts, bd_buf_str(&mean));
    bd_buf_release(&mean);
    put_line(w, "\n", &counts);
    bd_compared_with(group, &text);
    put_line(w, "\n", &text);
    bd_buf_puts(&note, group->note ? group->note : "");
    put_line(w, "\n", &note);
    put_facts(w, group);
    bd_compared_host(group, &host);
    put_line(w, "\n", &host);
    put_changes(w, index);
    put_folded(w, index, is_unsure, w->detail.unsure);
    put_folded(w, index, is_listed, w->detail.listed);
    put_folded(w, index, is_unchanged, w->detail.unchanged);
}

/* ---- the whole ---- */

static void put_end(writing *w)
{
    size_t count = w->all->group_count;
    size_t left = count > w->detail.groups ? count - w->detail.groups : 0;
    if (left > 0)
        bd_buf_printf(w->out, "\n%zu more group%s of results not shown.\n", left,
                      left == 1 ? " is" : "s are");
    if (w->all->tests > 1)
        bd_buf_printf(w->out, "\n<sub>p is adjusted for %zu tests (Holm).</sub>\n", w->all->tests);
    if (w->shortened || left > 0)
        bd_buf_puts(w->out, "\n<sub>Shortened to fit; `benchdoc compare --all` shows every "
                            "series.</sub>\n");
    for (size_t i = 0; i < w->all->notes.count; i++) {
        bd_buf note = BD_BUF_INIT;
        bd_buf_puts(&note, w->all->notes.items[i]);
        put_line(w, i == 0 ? "\n- " : "- ", &note);
    }
}

static void write_all(writing *w)
{
    bd_buf counts = BD_BUF_INIT;
    w->shortened = false;
    bd_buf_clear(w->out);
    bd_buf_put_str(w->out, w->head);
    bd_compared_counts(w->all, SIZE_MAX, &counts);
    bd_buf_printf(w->out, "**%s**\n", bd_buf_text(&counts));
    for (size_t i = 0; i < w->all->group_count && i < w->detail.groups; i++)
        if (w->out->len <= w->limit)
            put_group(w, i);
    put_end(w);
    bd_buf_release(&counts);
}

/* ---- the budget ---- */

static bool fits(writing *w)
{
    write_all(w);
    return w->out->len <= w->limit;
}

/* The largest number up to `most` with which everything fits; 0 when none does. */
static bool fit_by(writing *w, size_t *number, size_t most)
{
    size_t low = 0, high = most;
    while (low < high) {
        *number = low + (high - low + 1) / 2;
        if (fits(w))
            low = *number;
        else
            high = *number - 1;
    }
    *number = low;
    return fits(w);
}

static size_t most_changes(const bd_comparison *all)
{
    size_t most = 0;
    for (size_t i = 0; i < all->group_count; i++) {
        const size_t *counts = all->groups[i].counts;
        size_t changes = 0;
        for (int v = 0; v < BD_VERDICTS; v++)
            changes += bd_compared_matters((bd_verdict)v) ? counts[v] : 0;
        most = changes > most ? changes : most;
    }
    return most;
}

void bd_compare_print_markdown(const bd_comparison *c, bd_str head, size_t bytes, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    writing w = { .all = c,
                  .head = head,
                  .limit = bytes > 0 ? bytes : SIZE_MAX,
                  .detail = { true, true, true, SIZE_MAX, SIZE_MAX },
                  .out = &text };
    bool done = fits(&w);
    w.detail.unchanged = done;
    done = done || fits(&w);
    w.detail.listed = done;
    done = done || fits(&w);
    w.detail.unsure = done;
    done = done || fits(&w);
    done = done || fit_by(&w, &w.detail.changes, most_changes(c));
    if (!done)
        fit_by(&w, &w.detail.groups, c->group_count);
    bd_buf_put_str(out, bd_buf_str(&text));
    bd_buf_release(&text);
}
