/* Where histories changed: a heading for each place, a line for each series; and as JSON. */
#include "render/text/changes.h"

#include "core/json/json.h"
#include "render/text/text.h"

#include <string.h>

enum { SHOWN_DIGITS = 7 };

/* ---- text ---- */

static void put_commit(const bd_run *run, bd_buf *out)
{
    if (run->commit.id)
        bd_buf_printf(out, "%.*s", SHOWN_DIGITS, run->commit.id);
    else
        bd_buf_printf(out, "run %.*s", SHOWN_DIGITS, run->id);
}

static void put_date(const bd_run *run, bd_buf *out)
{
    bd_buf scratch = BD_BUF_INIT;
    const char *date = bd_run_fact(run, BD_STR("date"), &scratch);
    if (date)
        bd_buf_printf(out, ", %s", date);
    bd_buf_release(&scratch);
}

static void put_name(const char *text, bd_buf *out)
{
    bd_terminal_text(bd_str_of(text), out);
}

static void put_heading(const bd_series_change *c, bd_buf *out)
{
    put_commit(c->before->run, out);
    bd_buf_puts(out, " \xE2\x86\x92 ");
    put_commit(c->after->run, out);
    put_date(c->after->run, out);
    if (c->between != SIZE_MAX && c->between > 0)
        bd_buf_printf(out, ", %zu commit%s between not measured", c->between,
                      c->between == 1 ? "" : "s");
    bd_buf_puts(out, "  ");
    put_name(c->lane.suite, out);
    if (c->cpu) {
        bd_buf_puts(out, " \xC2\xB7 ");
        put_name(c->cpu, out);
    }
    if (c->lane.backend) {
        bd_buf_puts(out, " \xC2\xB7 ");
        put_name(c->lane.backend, out);
    }
    bd_buf_putc(out, '\n');
}

/* As wide as it is when it has been made safe. */
static size_t width_of(const char *text)
{
    bd_buf safe = BD_BUF_INIT;
    put_name(text, &safe);
    size_t width = bd_display_width(bd_buf_str(&safe));
    bd_buf_release(&safe);
    return width;
}

static void put_padded(const char *text, size_t width, bd_buf *out)
{
    size_t used = width_of(text);
    put_name(text, out);
    bd_buf_repeat(out, ' ', width > used ? width - used : 0);
}

static const char *colour_of(bd_verdict verdict)
{
    return verdict == BD_VERDICT_WORSE    ? "\x1b[31m"
           : verdict == BD_VERDICT_BETTER ? "\x1b[32m"
                                          : "";
}

static void put_change(const bd_series_change *c, bool coloured, size_t words, size_t labels,
                       bd_buf *out)
{
    const char *colour = coloured ? colour_of(c->verdict) : "";
    bd_buf_printf(out, "  %s", colour);
    put_padded(c->words, words, out);
    bd_buf_puts(out, colour[0] ? "\x1b[0m  " : "  ");
    put_padded(c->label, labels, out);
    bd_buf_puts(out, "  ");
    if (strcmp(c->metric, "score") != 0 && strcmp(c->metric, "value") != 0) {
        put_name(c->metric, out);
        bd_buf_puts(out, "  ");
    }
    bd_buf_printf(out, "%.5g \xE2\x86\x92 %.5g ", c->point.before.mean, c->point.after.mean);
    put_name(c->unit, out);
    bd_buf_printf(out, "  (%zu and %zu runs, p = %.1g)\n", c->point.before.count,
                  c->point.after.count, c->point.p_value);
}

static bool is_one_place(const bd_series_change *a, const bd_series_change *b)
{
    return a->before->run == b->before->run && a->after->run == b->after->run;
}

void bd_changes_print_text(const bd_changes *changes, bool colour, bd_buf *out)
{
    size_t words = 0, labels = 0;
    for (size_t i = 0; i < changes->count; i++) {
        size_t w = width_of(changes->items[i].words);
        size_t n = width_of(changes->items[i].label);
        words = w > words ? w : words;
        labels = n > labels ? n : labels;
    }
    for (size_t i = 0; i < changes->count; i++) {
        if (i == 0 || !is_one_place(&changes->items[i - 1], &changes->items[i])) {
            if (i > 0)
                bd_buf_putc(out, '\n');
            put_heading(&changes->items[i], out);
        }
        put_change(&changes->items[i], colour, words, labels, out);
    }
    bd_buf_printf(out, "%s%zu change%s of %g %% or more in %zu series, %zu values\n",
                  changes->count > 0 ? "\n" : "", changes->count, changes->count == 1 ? "" : "s",
                  changes->least, changes->series, changes->values);
}

/* ---- JSON ---- */

static void json_text(bd_json_writer *w, const char *key, const char *text)
{
    if (!text)
        return;
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void json_side(bd_json_writer *w, const char *key, const bd_change_side *side,
                      const bd_run *run)
{
    bd_json_put_key(w, key);
    bd_json_open(w, '{');
    json_text(w, "run", run->id);
    json_text(w, "commit", run->commit.id);
    bd_json_put_key(w, "mean");
    bd_json_put_number(w, bd_double(side->mean), false);
    bd_json_put_key(w, "standard_deviation");
    bd_json_put_number(w, bd_double(side->standard_deviation), false);
    bd_json_put_key(w, "n");
    bd_json_put_int(w, (int64_t)side->count);
    bd_json_close(w, '}');
}

static void json_change(bd_json_writer *w, const bd_series_change *c)
{
    bd_json_open(w, '{');
    json_text(w, "suite", c->lane.suite);
    json_text(w, "cpu", c->cpu);
    json_text(w, "backend", c->lane.backend);
    json_text(w, "series", c->label);
    json_text(w, "metric", c->metric);
    json_text(w, "unit", c->unit);
    json_text(w, "verdict", bd_verdict_name(c->verdict));
    json_text(w, "change", c->words);
    json_side(w, "before", &c->point.before, c->before->run);
    json_side(w, "after", &c->point.after, c->after->run);
    bd_json_put_key(w, "p");
    bd_json_put_number(w, bd_double(c->point.p_value), false);
    if (c->between != SIZE_MAX) {
        bd_json_put_key(w, "commits_not_measured");
        bd_json_put_int(w, (int64_t)c->between);
    }
    bd_json_close(w, '}');
}

void bd_changes_print_json(const bd_changes *changes, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "changes");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < changes->count; i++)
        json_change(&w, &changes->items[i]);
    bd_json_close(&w, ']');
    bd_json_put_key(&w, "series");
    bd_json_put_int(&w, (int64_t)changes->series);
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}
