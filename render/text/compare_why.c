/* The way to one verdict: baseline, samples, noise, threshold, test, verdict, line by line. */
#include "render/text/compare_parts.h"

#include <math.h>
#include <string.h>

enum { SAMPLES_SHOWN = 24, SOURCES_SHOWN = 4 };

typedef struct explaining {
    const bd_comparison *all;
    const bd_compared *row;
    const bd_compared_group *group;
    const char *unit; /* that everything is computed in */
    bd_buf *out;
} explaining;

/* Releases the text; nothing for an empty one. */
static void put_line(explaining *e, const char *name, bd_buf *text)
{
    if (text->len > 0) {
        bd_buf_printf(e->out, "  %-10s ", name);
        bd_terminal_text(bd_buf_str(text), e->out);
        bd_buf_putc(e->out, '\n');
    }
    bd_buf_release(text);
    *text = (bd_buf)BD_BUF_INIT;
}

/* Six digits, without zeros behind them. */
static void put_double(double value, bd_buf *out)
{
    bd_number_style style = { .digits = 6, .point = "." };
    bd_error err = BD_ERROR_INIT;
    size_t before = out->len;
    if (!bd_number_print(bd_double(value), "", &style, out, &err))
        bd_buf_puts(out, "?");
    if (!memchr(out->data + before, '.', out->len - before))
        return;
    while (out->data[out->len - 1] == '0')
        out->data[--out->len] = '\0';
    if (out->data[out->len - 1] == '.')
        out->data[--out->len] = '\0';
}

static void put_in_unit(const explaining *e, double value, bd_buf *out)
{
    put_double(value, out);
    if (e->unit[0])
        bd_buf_printf(out, " %s", e->unit);
}

/* ---- the sides ---- */

static void put_samples(const bd_point *p, bd_buf *out)
{
    const bd_samples *s = &p->samples;
    for (size_t i = 0; i < s->count && i < SAMPLES_SHOWN; i++) {
        bd_buf_putc(out, ' ');
        if (s->ints)
            bd_number_text(bd_int(s->ints[i]), out);
        else
            put_double(s->doubles[i], out);
    }
    if (s->count > SAMPLES_SHOWN)
        bd_buf_printf(out, " \xE2\x80\xA6 %zu more", s->count - SAMPLES_SHOWN);
    if (s->count == 0 && p->histogram.count > 0)
        bd_buf_printf(out, " a histogram of %zu values", p->histogram.count);
}

static void put_source(const bd_observation *o, bd_buf *out)
{
    const bd_source *at = &o->point->source;
    if (at->file < o->run->file_count)
        bd_buf_puts(out, o->run->files[at->file].path);
    if (at->line > 0)
        bd_buf_printf(out, ":%d:%d", at->line, at->column);
    if (at->path)
        bd_buf_printf(out, "  %s", at->path);
}

static void put_runs_of(explaining *e, const bd_compared_side *side)
{
    for (size_t i = 0; i < side->count && i < SOURCES_SHOWN; i++) {
        const bd_point *p = side->items[i]->point;
        bd_buf source = BD_BUF_INIT, samples = BD_BUF_INIT;
        put_source(side->items[i], &source);
        put_line(e, "", &source);
        put_samples(p, &samples);
        if (samples.len > 0 && p->unit[0])
            bd_buf_printf(&samples, " %s", p->unit);
        if (samples.len > 0) {
            bd_buf text = BD_BUF_INIT;
            bd_buf_printf(&text, "samples:%s", bd_buf_text(&samples));
            put_line(e, "", &text);
        }
        bd_buf_release(&samples);
    }
    if (side->count > SOURCES_SHOWN) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text, "and %zu more runs", side->count - SOURCES_SHOWN);
        put_line(e, "", &text);
    }
}

static void put_side(explaining *e, const char *name, const bd_compared_side *side)
{
    bd_buf text = BD_BUF_INIT;
    if (side->count == 0) {
        bd_buf_puts(&text, "no such series");
        put_line(e, name, &text);
        return;
    }
    bd_compare_put_side(e->row, side, &text);
    if (side->count > 1)
        bd_buf_printf(&text, ", the median of %zu runs", side->count);
    if (side->n > 0)
        bd_buf_printf(&text, ", n = %zu", side->n);
    if (side->interval.bounded) {
        bd_buf_puts(&text, ", between ");
        put_double(side->interval.low, &text);
        bd_buf_puts(&text, " and ");
        put_in_unit(e, side->interval.high, &text);
        bd_buf_printf(&text, " at %.0f %%", 100 * side->interval.confidence);
    }
    put_line(e, name, &text);
    put_runs_of(e, side);
}

/* ---- history ---- */

static void put_noise(explaining *e)
{
    const bd_noise *noise = &e->row->noise;
    bd_buf text = BD_BUF_INIT;
    if (noise->kind != BD_NOISE_KNOWN) {
        size_t all = e->group->baseline.history_count;
        if (noise->count < all)
            bd_buf_printf(&text, "%zu of ", noise->count);
        bd_buf_printf(&text, "%zu earlier run%s of this lane%s: too few to say what is normal", all,
                      all == 1 ? "" : "s", noise->count < all ? " have a number to compare" : "");
        put_line(e, "history", &text);
        return;
    }
    bd_buf_printf(&text, "%zu runs, median ", noise->count);
    put_in_unit(e, noise->center, &text);
    bd_buf_puts(&text, ", one deviation is ");
    put_double(noise->below, &text);
    bd_buf_puts(&text, " below and ");
    put_double(noise->above, &text);
    bd_buf_printf(&text, " above it%s", noise->floored ? " (the least that is believed)" : "");
    put_line(e, "history", &text);
    bd_buf_printf(&text, "the head is %.2f deviations away: p = %.2g",
                  bd_noise_z(noise, e->row->head.number), e->row->past_p);
    if (e->group->host.common)
        bd_buf_puts(&text, ", with what the host moved or without, as it is less unusual");
    put_line(e, "", &text);
}

static void put_modes(explaining *e)
{
    const bd_modes *modes = &e->row->modes;
    bd_buf text = BD_BUF_INIT;
    if (!modes->two)
        return;
    bd_buf_puts(&text, "two: near ");
    put_double(modes->low, &text);
    bd_buf_printf(&text, " (%.0f %% of the runs) and near ", 100 * modes->low_share);
    put_in_unit(e, modes->high, &text);
    put_line(e, "modes", &text);
}

/* ---- the arithmetic ---- */

static void put_change(explaining *e)
{
    const bd_compared *row = e->row;
    bd_buf text = BD_BUF_INIT;
    if (!row->base.has_number || !row->head.has_number)
        return;
    if (row->has_change && row->change.kind == BD_CHANGE_RATIO) {
        put_double(row->head.number, &text);
        bd_buf_puts(&text, " / ");
        put_in_unit(e, row->base.number, &text);
        bd_buf_printf(&text, " = %.4f: ", row->change.ratio);
    }
    bd_buf_puts(&text, row->words);
    bd_buf_puts(&text, row->reciprocal ? " (a rate and a time: reciprocals of the means)" : "");
    put_line(e, "change", &text);
    if (row->metric_class == BD_CLASS_EXACT)
        bd_buf_puts(&text, "any difference counts: the metric was counted, not timed");
    else if (row->metric_class == BD_CLASS_NEAR_EXACT)
        bd_buf_puts(&text, "more than 1 B and more than 0.5 % counts");
    else if (row->has_change)
        bd_buf_printf(&text, "at least %g %% counts: %s", row->least,
                      fabs(row->change.percent) >= row->least ? "it does" : "it does not");
    put_line(e, "threshold", &text);
}

static const char *form_of(bd_test_outcome test)
{
    switch (test) {
    case BD_TEST_EXACT:
        return "exact";
    case BD_TEST_EXACT_TIES:
        return "exact, with ties";
    case BD_TEST_NORMAL:
        return "normal approximation";
    case BD_TEST_ALL_EQUAL:
        return "all values are equal";
    default:
        return "";
    }
}

static void put_test(explaining *e)
{
    const bd_compared *row = e->row;
    bd_buf text = BD_BUF_INIT;
    switch (row->evidence) {
    case BD_EVIDENCE_NONE:
        bd_buf_puts(&text, row->base.has_number && row->head.has_number
                               ? "none: neither samples, nor intervals, nor a history"
                               : "");
        break;
    case BD_EVIDENCE_EXACT:
        bd_buf_puts(&text, "none is needed");
        break;
    case BD_EVIDENCE_RANKS:
        bd_buf_printf(&text, "Mann\xE2\x80\x93Whitney U of the raw samples (%s): p = %.3g",
                      form_of(row->test), row->p);
        break;
    case BD_EVIDENCE_MEANS:
        bd_buf_printf(&text, "Welch's t of the reported means and errors: p = %.3g", row->p);
        break;
    case BD_EVIDENCE_HISTORY:
        bd_buf_printf(&text, "the head against the history: p = %.3g", row->p);
        break;
    }
    put_line(e, "test", &text);
}

static void put_adjusted(explaining *e)
{
    const bd_compared *row = e->row;
    double alpha = e->all->options.alpha;
    bd_buf text = BD_BUF_INIT;
    if (row->evidence <= BD_EVIDENCE_EXACT)
        return;
    bd_buf_printf(&text, "p = %.3g among %zu test%s (Holm)", row->adjusted, e->all->tests,
                  e->all->tests == 1 ? "" : "s");
    if (row->past_p > row->p)
        bd_buf_puts(&text, ", of that against the history, the larger one");
    bd_buf_printf(&text,
                  row->adjusted <= alpha ? ": at most %g, so this is evidence"
                                         : ": above %g, so this is no evidence",
                  alpha);
    put_line(e, "adjusted", &text);
    if (row->needs > 0)
        bd_buf_printf(&text, "%zu samples a side could show a change among so many tests",
                      row->needs);
    put_line(e, "", &text);
}

static void put_environment(explaining *e)
{
    const bd_compared_group *group = e->group;
    for (size_t i = 0; i < group->fact_count; i++) {
        bd_buf text = BD_BUF_INIT;
        const bd_changed_fact *fact = &group->facts[i];
        bd_buf_printf(&text, "%s %s \xE2\x86\x92 %s", fact->key,
                      fact->before ? fact->before : "(not said)",
                      fact->after ? fact->after : "(not said)");
        put_line(e, i == 0 ? "differs" : "", &text);
    }
}

static void put_lane(explaining *e)
{
    bd_buf text = BD_BUF_INIT, note = BD_BUF_INIT;
    bd_compare_put_group(e->group, &text);
    put_line(e, "lane", &text);
    bd_compared_with(e->group, &text);
    put_line(e, "compared", &text);
    bd_buf_puts(&note, e->group->note ? e->group->note : "");
    put_line(e, "", &note);
    put_environment(e);
}

static void put_verdict(explaining *e)
{
    const bd_compared *row = e->row;
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text, "%s%s%s", bd_verdict_name(row->verdict), row->why[0] ? ": " : "",
                  row->why);
    put_line(e, "verdict", &text);
}

void bd_compare_explain(const bd_comparison *c, const bd_compared *row, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    explaining e = { .all = c,
                     .row = row,
                     .group = &c->groups[row->group],
                     .unit = row->series->point->unit,
                     .out = out };
    bool numbers = row->base.has_number && row->head.has_number;
    bd_buf_printf(&text, "%s, %s", row->label, row->metric);
    bd_terminal_text(bd_buf_str(&text), out);
    bd_buf_putc(out, '\n');
    bd_buf_clear(&text);
    put_lane(&e);
    put_side(&e, "before", &row->base);
    put_side(&e, "after", &row->head);
    if (row->metric_class == BD_CLASS_TIMING && numbers)
        put_noise(&e);
    put_modes(&e);
    bd_compared_host(e.group, &text);
    put_line(&e, "host", &text);
    put_change(&e);
    put_test(&e);
    put_adjusted(&e);
    put_verdict(&e);
}
