/* A comparison for programs: JSON and CSV. */
#include "render/text/compare.h"

#include "render/text/internal.h"

#include <math.h>
#include <string.h>

/* ---- JSON ---- */

static void put_text(bd_json_writer *w, const char *key, const char *text)
{
    if (!text)
        return;
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void put_double(bd_json_writer *w, const char *key, double value)
{
    if (!isfinite(value))
        return;
    bd_json_put_key(w, key);
    bd_json_put_number(w, bd_double(value), false);
}

static void put_count(bd_json_writer *w, const char *key, size_t count)
{
    bd_json_put_key(w, key);
    bd_json_put_int(w, (int64_t)count);
}

static void put_file(bd_json_writer *w, const bd_file_fact *file)
{
    put_text(w, "file", file->path);
    put_text(w, "sha256", file->digest.hex[0] ? file->digest.hex : NULL);
}

static void put_source(bd_json_writer *w, const bd_observation *o)
{
    const bd_source *at = &o->point->source;
    bd_json_open_flat(w, '{');
    put_text(w, "run", o->run->id);
    put_text(w, "commit", o->run->commit.id);
    if (at->file < o->run->file_count)
        put_file(w, &o->run->files[at->file]);
    if (at->line > 0) {
        put_count(w, "line", (size_t)at->line);
        put_count(w, "column", (size_t)at->column);
    }
    put_text(w, "path", at->path);
    bd_json_close(w, '}');
}

/* One number of an inconvertible unit is still a number; the median of several is none. */
static bool has_value(const bd_compared_side *side)
{
    return side->has_number || (side->count == 1 && bd_number_finite(side->value));
}

static void put_side(bd_json_writer *w, const char *key, const bd_compared_side *side)
{
    if (side->count == 0)
        return;
    bd_json_put_key(w, key);
    bd_json_open(w, '{');
    if (has_value(side)) {
        bd_json_put_key(w, "value");
        bd_json_put_number(w, side->value, false);
    }
    put_text(w, "unit", side->unit);
    if (side->n > 0)
        put_count(w, "n", side->n);
    if (side->interval.bounded) {
        put_double(w, "low", side->interval.low);
        put_double(w, "high", side->interval.high);
        put_double(w, "confidence", side->interval.confidence);
    }
    bd_json_put_key(w, "sources");
    bd_json_open(w, '[');
    for (size_t i = 0; i < side->count; i++)
        put_source(w, side->items[i]);
    bd_json_close(w, ']');
    bd_json_close(w, '}');
}

static const char *direction_name(bd_direction direction)
{
    return direction == BD_SMALLER_IS_BETTER  ? "smaller"
           : direction == BD_BIGGER_IS_BETTER ? "bigger"
                                              : NULL;
}

static void put_true(bd_json_writer *w, const char *key)
{
    bd_json_put_key(w, key);
    bd_json_put_bool(w, true);
}

static void put_dims(bd_json_writer *w, const bd_observation *o)
{
    bd_json_put_key(w, "dimensions");
    bd_json_open_flat(w, '{');
    for (size_t i = 0; i < o->dim_count; i++)
        if (o->dims[i].kind == BD_DIM_PARAM || o->dims[i].kind == BD_DIM_NAMED)
            put_text(w, o->dims[i].name, o->dims[i].value);
    bd_json_close(w, '}');
}

static void put_noise(bd_json_writer *w, const bd_compared *row)
{
    if (row->noise.kind == BD_NOISE_KNOWN) {
        put_count(w, "history", row->noise.count);
        bd_json_put_key(w, "noise");
        bd_json_open_flat(w, '{');
        put_double(w, "center", row->noise.center);
        put_double(w, "below", row->noise.below);
        put_double(w, "above", row->noise.above);
        bd_json_close(w, '}');
        put_double(w, "p_history", row->past_p);
    }
    if (row->modes.two) {
        bd_json_put_key(w, "modes");
        bd_json_open_flat(w, '{');
        put_double(w, "low", row->modes.low);
        put_double(w, "high", row->modes.high);
        put_double(w, "low_share", row->modes.low_share);
        bd_json_close(w, '}');
    }
}

static void put_evidence(bd_json_writer *w, const bd_compared *row)
{
    static const char *const forms[] = { "none",       "all equal", "no spread", "exact",
                                         "exact ties", "normal",    "student" };
    put_text(w, "evidence", bd_evidence_name(row->evidence));
    if (row->evidence == BD_EVIDENCE_RANKS || row->evidence == BD_EVIDENCE_MEANS)
        put_text(w, "test", forms[row->test]);
    if (row->evidence != BD_EVIDENCE_NONE && row->evidence != BD_EVIDENCE_EXACT) {
        put_double(w, "p", row->p);
        put_double(w, "p_adjusted", row->adjusted);
    }
    if (row->needs > 0)
        put_count(w, "needs_samples", row->needs);
    if (row->metric_class == BD_CLASS_TIMING)
        put_double(w, "least_percent", row->least);
    put_noise(w, row);
}

static void put_row(bd_json_writer *w, const bd_compared *row)
{
    static const char *const classes[] = { "timing", "near-exact", "exact" };
    bd_json_open(w, '{');
    put_text(w, "series", row->label);
    put_text(w, "benchmark", row->series->point->benchmark);
    put_text(w, "metric", row->metric);
    put_dims(w, row->series);
    put_text(w, "verdict", bd_verdict_name(row->verdict));
    put_text(w, "change", row->words);
    put_text(w, "why", row->why);
    put_text(w, "better", direction_name(row->direction));
    put_text(w, "class", classes[row->metric_class]);
    if (row->has_change) {
        put_double(w, "percent", row->change.percent);
        if (row->change.kind == BD_CHANGE_RATIO)
            put_double(w, "ratio", row->change.ratio);
        if (row->reciprocal)
            put_true(w, "reciprocal");
    }
    put_evidence(w, row);
    put_side(w, "base", &row->base);
    put_side(w, "head", &row->head);
    bd_json_close(w, '}');
}

static void put_counts(bd_json_writer *w, const size_t counts[BD_VERDICTS])
{
    bd_json_put_key(w, "counts");
    bd_json_open_flat(w, '{');
    for (int i = 0; i < BD_VERDICTS; i++)
        put_count(w, bd_verdict_name((bd_verdict)i), counts[i]);
    bd_json_close(w, '}');
}

static void put_time(bd_json_writer *w, const bd_run *run)
{
    bd_buf text = BD_BUF_INIT;
    if (bd_run_time(run) != BD_TIME_UNKNOWN) {
        bd_time_text(bd_run_time(run), &text);
        put_text(w, "time", bd_buf_text(&text));
    }
    bd_buf_release(&text);
}

static void put_runs(bd_json_writer *w, const char *key, const bd_run *const *runs, size_t count)
{
    bd_json_put_key(w, key);
    bd_json_open(w, '[');
    for (size_t i = 0; i < count; i++) {
        bd_json_open_flat(w, '{');
        put_text(w, "id", runs[i]->id);
        put_text(w, "commit", runs[i]->commit.id);
        put_text(w, "branch", runs[i]->commit.branch);
        put_time(w, runs[i]);
        if (runs[i]->file_count > 0)
            put_text(w, "file", runs[i]->files[0].path);
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
}

static void put_baseline(bd_json_writer *w, const bd_compared_group *group)
{
    static const char *const hows[] = { "none", "named", "commit", "ancestor", "latest" };
    const bd_baseline *b = &group->baseline;
    put_text(w, "baseline", hows[b->how]);
    if (b->how == BD_BASELINE_ANCESTOR)
        put_count(w, "commits_back", b->commits_back);
    put_runs(w, "base", b->runs, b->run_count);
    if (group->exact.run_count > 0)
        put_runs(w, "base_of_counts", group->exact.runs, group->exact.run_count);
    if (b->elsewhere)
        put_runs(w, "base_of_another_cpu", &b->elsewhere, 1);
    if (b->cut_by)
        put_text(w, "break", b->cut_by->at.text);
    put_count(w, "history", b->history_count);
}

static void put_facts(bd_json_writer *w, const bd_compared_group *group)
{
    bd_json_put_key(w, "environment_differs");
    bd_json_open(w, '[');
    for (size_t i = 0; i < group->fact_count; i++) {
        bd_json_open_flat(w, '{');
        put_text(w, "key", group->facts[i].key);
        put_text(w, "before", group->facts[i].before);
        put_text(w, "after", group->facts[i].after);
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
}

static void put_group(bd_json_writer *w, const bd_comparison *c, size_t index)
{
    const bd_compared_group *group = &c->groups[index];
    bd_json_open(w, '{');
    put_text(w, "suite", group->lane.suite);
    put_text(w, "cpu", group->cpu);
    put_text(w, "backend", group->lane.backend);
    put_baseline(w, group);
    put_runs(w, "head", group->heads, group->head_count);
    put_text(w, "note", group->note);
    put_facts(w, group);
    if (group->host.common)
        put_double(w, "host_factor", exp(group->host.center));
    if (group->shared > 0)
        put_double(w, "geometric_mean", group->geometric_mean);
    put_counts(w, group->counts);
    bd_json_put_key(w, "rows");
    bd_json_open(w, '[');
    for (size_t i = 0; i < c->row_count; i++)
        if (c->rows[i].group == index)
            put_row(w, &c->rows[i]);
    bd_json_close(w, ']');
    bd_json_close(w, '}');
}

void bd_compare_print_json(const bd_comparison *c, bd_json_writer *w)
{
    bd_json_open(w, '{');
    put_counts(w, c->counts);
    put_count(w, "tests", c->tests);
    put_double(w, "least_percent", c->options.least);
    put_double(w, "alpha", c->options.alpha);
    bd_json_put_key(w, "notes");
    bd_json_open(w, '[');
    for (size_t i = 0; i < c->notes.count; i++)
        bd_json_put_text(w, c->notes.items[i]);
    bd_json_close(w, ']');
    bd_json_put_key(w, "groups");
    bd_json_open(w, '[');
    for (size_t i = 0; i < c->group_count; i++)
        put_group(w, c, i);
    bd_json_close(w, ']');
    bd_json_close(w, '}');
}

/* ---- CSV ---- */

static void put_field(const char *text, bd_buf *out)
{
    bd_put_csv_field(bd_str_of(text ? text : ""), out);
    bd_buf_putc(out, ',');
}

static void put_number(bool known, double value, bd_buf *out)
{
    if (known)
        bd_number_text(bd_double(value), out);
    bd_buf_putc(out, ',');
}

static void put_value(const bd_compared_side *side, bd_buf *out)
{
    if (has_value(side))
        bd_number_text(side->value, out);
    bd_buf_putc(out, ',');
    put_field(side->unit, out);
    if (side->n > 0)
        bd_buf_printf(out, "%zu", side->n);
    bd_buf_putc(out, ',');
}

void bd_compare_print_csv(const bd_comparison *c, bd_buf *out)
{
    bd_buf_puts(out, "suite,cpu,backend,series,metric,verdict,base,base_unit,base_n,head,head_unit,"
                     "head_n,percent,p,p_adjusted,evidence,why\n");
    for (size_t i = 0; i < c->row_count; i++) {
        const bd_compared *row = &c->rows[i];
        const bd_compared_group *group = &c->groups[row->group];
        bool tested = row->evidence != BD_EVIDENCE_NONE && row->evidence != BD_EVIDENCE_EXACT;
        put_field(group->lane.suite, out);
        put_field(group->cpu, out);
        put_field(group->lane.backend, out);
        put_field(row->label, out);
        put_field(row->metric, out);
        put_field(bd_verdict_name(row->verdict), out);
        put_value(&row->base, out);
        put_value(&row->head, out);
        put_number(row->has_change, row->change.percent, out);
        put_number(tested, row->p, out);
        put_number(tested, row->adjusted, out);
        put_field(bd_evidence_name(row->evidence), out);
        bd_put_csv_field(bd_str_of(row->why), out);
        bd_buf_putc(out, '\n');
    }
}
