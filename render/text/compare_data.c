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

static void put_source(bd_json_writer *w, const bd_observation *o)
{
    const bd_source *at = &o->point->source;
    bd_json_open_flat(w, '{');
    put_text(w, "run", o->run->id);
    put_text(w, "commit", o->run->commit.id);
    if (at->file < o->run->file_count)
        put_text(w, "file", o->run->files[at->file].path);
    if (at->line > 0) {
        put_count(w, "line", (size_t)at->line);
        put_count(w, "column", (size_t)at->column);
    }
    put_text(w, "path", at->path);
    bd_json_close(w, '}');
}

static void put_side(bd_json_writer *w, const char *key, const bd_compared_side *side)
{
    if (side->count == 0)
        return;
    bd_json_put_key(w, key);
    bd_json_open(w, '{');
    if (side->has_number) {
        bd_json_put_key(w, "value");
        bd_json_put_number(w, side->value, false);
    }
    put_text(w, "unit", side->unit);
    if (side->n > 0)
        put_count(w, "n", side->n);
    if (side->interval.bounded) {
        put_double(w, "low", side->interval.low);
        put_double(w, "high", side->interval.high);
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

static void put_row(bd_json_writer *w, const bd_compared *row)
{
    bd_json_open(w, '{');
    put_text(w, "series", row->label);
    put_text(w, "benchmark", row->series->point->benchmark);
    put_text(w, "metric", row->metric);
    put_text(w, "verdict", bd_verdict_name(row->verdict));
    put_text(w, "change", row->words);
    put_text(w, "why", row->why);
    put_text(w, "better", direction_name(row->direction));
    if (row->has_change) {
        put_double(w, "percent", row->change.percent);
        if (row->change.kind == BD_CHANGE_RATIO)
            put_double(w, "ratio", row->change.ratio);
    }
    put_text(w, "evidence", bd_evidence_name(row->evidence));
    if (row->evidence != BD_EVIDENCE_NONE && row->evidence != BD_EVIDENCE_EXACT) {
        put_double(w, "p", row->p);
        put_double(w, "p_adjusted", row->adjusted);
    }
    if (row->noise.kind == BD_NOISE_KNOWN)
        put_count(w, "history", row->noise.count);
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

static void put_runs(bd_json_writer *w, const char *key, const bd_run *const *runs, size_t count)
{
    bd_json_put_key(w, key);
    bd_json_open(w, '[');
    for (size_t i = 0; i < count; i++) {
        bd_json_open_flat(w, '{');
        put_text(w, "id", runs[i]->id);
        put_text(w, "commit", runs[i]->commit.id);
        if (runs[i]->file_count > 0)
            put_text(w, "file", runs[i]->files[0].path);
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
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
    static const char *const hows[] = { "none", "named", "commit", "ancestor", "latest" };
    const bd_compared_group *group = &c->groups[index];
    bd_json_open(w, '{');
    put_text(w, "suite", group->lane.suite);
    put_text(w, "cpu", group->cpu);
    put_text(w, "backend", group->lane.backend);
    put_text(w, "baseline", hows[group->baseline.how]);
    put_runs(w, "base", group->baseline.runs, group->baseline.run_count);
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
    if (side->has_number)
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
