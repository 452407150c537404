/* Runs as interchange JSON: everything that a run and its points hold, so that reading
 * it back gives the same runs. docs/interchange.schema.json is its grammar; what has
 * its default is left out. */
#include "ingest/internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_text_member(bd_json_writer *w, const char *key, const char *text)
{
    if (!text)
        return;
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void put_int_member(bd_json_writer *w, const char *key, int64_t value)
{
    if (value == 0)
        return;
    bd_json_put_key(w, key);
    bd_json_put_int(w, value);
}

static void put_raw_member(bd_json_writer *w, const char *key, const char *json)
{
    if (!json)
        return;
    bd_json_put_key(w, key);
    bd_json_put_raw(w, bd_str_of(json));
}

/* A NaN that is not the usual one keeps its bits: "NaN:7ff8000000000001". */
static void put_number(bd_json_writer *w, bd_number value)
{
    uint64_t bits, usual;
    double quiet = NAN;
    memcpy(&bits, &value.as.d, sizeof bits);
    memcpy(&usual, &quiet, sizeof usual);
    if (value.kind == BD_NUMBER_DOUBLE && isnan(value.as.d) && bits != usual) {
        char text[24];
        snprintf(text, sizeof text, "NaN:%016" PRIx64, bits);
        bd_json_put_text(w, text);
        return;
    }
    bd_json_put_number(w, value, true);
}

static void put_number_member(bd_json_writer *w, const char *key, bd_number value)
{
    if (value.kind == BD_NUMBER_NONE)
        return;
    bd_json_put_key(w, key);
    put_number(w, value);
}

static void put_time_member(bd_json_writer *w, const char *key, int64_t unix_ns)
{
    bd_buf text = BD_BUF_INIT;
    if (unix_ns == BD_TIME_UNKNOWN)
        return;
    bd_time_text(unix_ns, &text);
    put_text_member(w, key, bd_buf_text(&text));
    bd_buf_release(&text);
}

static void put_pairs_member(bd_json_writer *w, const char *key, const bd_pairs *pairs)
{
    if (pairs->count == 0)
        return;
    bd_json_put_key(w, key);
    bd_json_open(w, '{');
    for (size_t i = 0; i < pairs->count; i++) {
        bd_json_put_key(w, pairs->items[i].key);
        bd_json_put_text(w, pairs->items[i].value);
    }
    bd_json_close(w, '}');
}

static void put_counts_member(bd_json_writer *w, const char *key, const uint32_t *counts, size_t n)
{
    if (n == 0)
        return;
    bd_json_put_key(w, key);
    bd_json_open(w, '[');
    for (size_t i = 0; i < n; i++)
        bd_json_put_int(w, counts[i]);
    bd_json_close(w, ']');
}

/* ---- points ---- */

static void put_samples_member(bd_json_writer *w, const char *key, const char *groups_key,
                               const bd_samples *samples)
{
    if (samples->count > 0) {
        bd_json_put_key(w, key);
        bd_json_open(w, '[');
        for (size_t i = 0; i < samples->count; i++)
            put_number(w,
                       samples->ints ? bd_int(samples->ints[i]) : bd_double(samples->doubles[i]));
        bd_json_close(w, ']');
    }
    put_counts_member(w, groups_key, samples->groups, samples->group_count);
}

static void put_histogram(bd_json_writer *w, const bd_histogram *h)
{
    if (h->count == 0)
        return;
    bd_json_put_key(w, "histogram");
    bd_json_open(w, '{');
    bd_json_put_key(w, "values");
    bd_json_open(w, '[');
    for (size_t i = 0; i < h->count; i++)
        put_number(w, bd_double(h->values[i]));
    bd_json_close(w, ']');
    bd_json_put_key(w, "counts");
    bd_json_open(w, '[');
    for (size_t i = 0; i < h->count; i++)
        bd_json_put_int(w, h->counts[i]);
    bd_json_close(w, ']');
    put_counts_member(w, "iterations", h->iterations, h->iteration_count);
    put_counts_member(w, "forks", h->forks, h->fork_count);
    bd_json_close(w, '}');
}

static void put_statistics(bd_json_writer *w, const char *key, const bd_point *point, bool computed)
{
    bool open = false;
    bd_buf name = BD_BUF_INIT;
    for (size_t i = 0; i < point->reported_count; i++) {
        const bd_stat_value *value = &point->reported[i];
        if (value->computed != computed)
            continue;
        if (!open) {
            bd_json_put_key(w, key);
            bd_json_open(w, '{');
            open = true;
        }
        bd_buf_clear(&name);
        bd_stat_name(value->stat, &name);
        bd_json_put_key(w, bd_buf_text(&name));
        if (value->number.kind == BD_NUMBER_NONE)
            bd_json_put_text(w, NULL);
        else
            put_number(w, value->number);
    }
    if (open)
        bd_json_close(w, '}');
    bd_buf_release(&name);
}

static void put_compat_entry(bd_json_writer *w, const bd_compat *compat)
{
    bd_json_open(w, '{');
    put_text_member(w, "name", compat->name);
    put_number_member(w, "value", compat->value);
    put_text_member(w, "range", compat->range);
    put_text_member(w, "unit", compat->unit);
    put_text_member(w, "extra", compat->extra);
    put_int_member(w, "place", (int64_t)compat->place);
    bd_json_close(w, '}');
}

/* An object; where the action writes several entries, an array of them. */
static void put_compat(bd_json_writer *w, const bd_compat *compat)
{
    if (!compat)
        return;
    bd_json_put_key(w, "compat");
    if (compat->next)
        bd_json_open(w, '[');
    for (const bd_compat *c = compat; c; c = c->next)
        put_compat_entry(w, c);
    if (compat->next)
        bd_json_close(w, ']');
}

static void put_source(bd_json_writer *w, const char *key, const bd_source *source)
{
    if (source->file == 0 && source->line == 0 && source->column == 0 && !source->path)
        return;
    bd_json_put_key(w, key);
    bd_json_open(w, '{');
    put_int_member(w, "file", source->file);
    put_int_member(w, "line", source->line);
    put_int_member(w, "column", source->column);
    put_text_member(w, "path", source->path);
    bd_json_close(w, '}');
}

/* The places of a point while they are written: those that are not its own. */
typedef struct places {
    bd_json_writer *w;
    const bd_source *own;
    const char *group; /* "reported", opened by its first place; NULL = none */
    bool open, group_open;
    bd_arena arena;
} places;

static void put_place(places *p, const char *key, bd_spot spot)
{
    bd_spot shortest = bd_spot_shortest(spot, p->own);
    if (shortest.line == 0)
        return;
    if (!p->open) {
        bd_json_put_key(p->w, "places");
        bd_json_open(p->w, '{');
        p->open = true;
    }
    if (p->group && !p->group_open) {
        bd_json_put_key(p->w, p->group);
        bd_json_open(p->w, '{');
        p->group_open = true;
    }
    bd_source at = bd_spot_source(&shortest, p->own, &p->arena);
    at.file = 0; /* that of the source */
    put_source(p->w, key, &at);
}

static void put_statistic_places(places *p, const char *group, const bd_point *point, bool computed)
{
    bd_buf name = BD_BUF_INIT;
    p->group = group;
    p->group_open = false;
    for (size_t i = 0; i < point->reported_count; i++) {
        const bd_stat_value *value = &point->reported[i];
        if (value->computed != computed)
            continue;
        bd_buf_clear(&name);
        bd_stat_name(value->stat, &name);
        put_place(p, bd_buf_text(&name), value->at);
    }
    if (p->group_open)
        bd_json_close(p->w, '}');
    bd_buf_release(&name);
}

static void put_places(bd_json_writer *w, const bd_point *point)
{
    places p = { .w = w, .own = &point->source };
    put_place(&p, "error", point->error_at);
    put_place(&p, "low", point->low_at);
    put_place(&p, "high", point->high_at);
    put_place(&p, "observed", point->observed_at);
    put_statistic_places(&p, "reported", point, false);
    put_statistic_places(&p, "computed", point, true);
    if (p.open)
        bd_json_close(w, '}');
    bd_arena_release(&p.arena);
}

static void put_direction(bd_json_writer *w, bd_direction direction)
{
    if (direction != BD_DIRECTION_UNKNOWN)
        put_text_member(w, "direction", direction == BD_BIGGER_IS_BETTER ? "bigger" : "smaller");
}

static void put_outcome(bd_json_writer *w, bd_outcome outcome, const char *reason)
{
    if (outcome != BD_OUTCOME_OK)
        put_text_member(w, "outcome", bd_outcome_name(outcome));
    put_text_member(w, "reason", reason);
}

static void put_point(bd_json_writer *w, const bd_point *point)
{
    bd_json_open_flat(w, '{');
    put_text_member(w, "benchmark", point->benchmark);
    put_text_member(w, "metric", point->metric);
    put_text_member(w, "mode", point->mode);
    put_int_member(w, "threads", point->threads);
    put_pairs_member(w, "params", &point->params);
    put_number_member(w, "value", point->value);
    put_text_member(w, "unit", point->unit && point->unit[0] ? point->unit : NULL);
    put_direction(w, point->direction);
    put_outcome(w, point->outcome, point->reason);
    put_number_member(w, "error", point->error);
    put_number_member(w, "low", point->low);
    put_number_member(w, "high", point->high);
    if (point->confidence != 0)
        put_number_member(w, "confidence", bd_double(point->confidence));
    put_int_member(w, "n", point->n);
    put_samples_member(w, "samples", "sample_groups", &point->samples);
    put_samples_member(w, "warmups", "warmup_groups", &point->warmups);
    put_histogram(w, &point->histogram);
    put_statistics(w, "reported", point, false);
    put_statistics(w, "computed", point, true);
    put_compat(w, point->compat);
    put_source(w, "source", &point->source);
    put_places(w, point);
    put_raw_member(w, "rest", point->rest);
    bd_json_close(w, '}');
}

/* ---- runs ---- */

static void put_files(bd_json_writer *w, const bd_run *run)
{
    if (run->file_count == 0)
        return;
    bd_json_put_key(w, "files");
    bd_json_open(w, '[');
    for (size_t i = 0; i < run->file_count; i++) {
        bd_json_open_flat(w, '{');
        put_text_member(w, "path", run->files[i].path);
        put_text_member(w, "sha256", run->files[i].digest.hex);
        bd_json_put_key(w, "bytes");
        bd_json_put_int(w, (int64_t)run->files[i].bytes);
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
}

static void put_person(bd_json_writer *w, const char *key, const bd_person *person)
{
    if (!person->name && !person->email && !person->username)
        return;
    bd_json_put_key(w, key);
    bd_json_open_flat(w, '{');
    put_text_member(w, "name", person->name);
    put_text_member(w, "email", person->email);
    put_text_member(w, "username", person->username);
    bd_json_close(w, '}');
}

static void put_commit(bd_json_writer *w, const bd_commit *commit)
{
    bd_json_put_key(w, "commit");
    bd_json_open(w, '{');
    put_text_member(w, "id", commit->id);
    put_text_member(w, "message", commit->message);
    put_text_member(w, "branch", commit->branch);
    put_text_member(w, "url", commit->url);
    put_person(w, "author", &commit->author);
    put_person(w, "committer", &commit->committer);
    put_time_member(w, "time", commit->time_ns);
    if (commit->dirty != BD_DIRTY_UNKNOWN) {
        bd_json_put_key(w, "dirty");
        bd_json_put_bool(w, commit->dirty == BD_DIRTY);
    }
    bd_json_close(w, '}');
}

static void put_run(bd_json_writer *w, const bd_run *run)
{
    bd_json_open(w, '{');
    put_text_member(w, "id", run->id);
    put_text_member(w, "suite", run->suite);
    put_text_member(w, "format", run->format);
    put_text_member(w, "tool", run->tool);
    put_files(w, run);
    put_commit(w, &run->commit);
    put_pairs_member(w, "environment", &run->environment);
    put_pairs_member(w, "facts", &run->facts);
    put_time_member(w, "measured_at", run->measured_at_ns);
    put_text_member(w, "measured_from", run->measured_from);
    put_outcome(w, run->outcome, run->reason);
    put_raw_member(w, "rest", run->rest);
    bd_json_put_key(w, "points");
    bd_json_open(w, '[');
    for (size_t i = 0; i < run->point_count; i++)
        put_point(w, &run->points[i]);
    bd_json_close(w, ']');
    bd_json_close(w, '}');
}

void bd_interchange_write(const bd_run *const *runs, size_t count, const char *header, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    if (header) {
        bd_json_put_raw(&w, bd_str_of(header));
        w.first = false;
    }
    bd_json_put_key(&w, "runs");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < count; i++)
        put_run(&w, runs[i]);
    bd_json_close(&w, ']');
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}
