/* One phase of a stress report → points. Known members have their metric in a table; an
 * unknown number becomes a metric of its own name, so that a newer report loses nothing;
 * what is no number is kept as JSON. */
#include "ingest/stress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of a phase. `real`: a double also where it happens to be written whole. */
typedef struct figure {
    const char *member, *metric, *unit;
    bool real;
} figure;

static const figure figures[] = {
    { "SuccessfulOperationsPerSecond", "throughput", "ops/s", true },
    { "ElapsedSeconds", "elapsed", "s", true },
    { "CommittedTransactions", "committed", "", false },
    { "RolledBackTransactions", "rolledBack", "", false },
    { "AllocatedBytes", "allocated", "B", false },
    { "ProcessCpuSeconds", "processCpu", "s", true },
    { "ProcessWorkingSetBytes", "workingSet", "B", false },
};

/* The unit of a figure that is not in the table, by the end of its name. */
static const figure endings[] = {
    { "PerSecond", NULL, "ops/s", true }, { "Milliseconds", NULL, "ms", false },
    { "Seconds", NULL, "s", true },       { "Nanoseconds", NULL, "ns", false },
    { "Bytes", NULL, "B", false },        { "Percent", NULL, "%", true },
};

typedef struct phase {
    bd_stress *stress;
    bd_stress_phase self;
    bd_buf rest; /* a JSON object */
    size_t first_point;
} phase;

static bd_point *add_point(phase *p, const bd_json *at, const char *metric, const char *unit)
{
    bd_run *run = p->stress->run;
    bd_arena *arena = &run->arena;
    bd_point *point = bd_run_add_point(run);
    char sessions[32];
    snprintf(sessions, sizeof sessions, "%" PRId64, p->self.sessions);
    point->benchmark = "stress";
    point->metric = metric;
    point->unit = unit;
    point->source = bd_source_of(at, run);
    bd_pairs_set(&point->params, arena, BD_STR("sessions"), bd_str_of(sessions));
    bd_pairs_set(&point->params, arena, BD_STR("phase"), bd_str_of(p->self.name));
    return point;
}

static bool need_count(const bd_json *object, const char *name, int64_t *out, bd_error *err)
{
    bd_json at;
    if (!bd_json_need(object, name, &at, err) || !bd_json_int(&at, out, err))
        return false;
    return *out >= 0 || bd_json_fail(&at, err, "expected a count, 0 or more");
}

/* ---- latencies ---- */

/* "P99Milliseconds" → p99, "P999Milliseconds" → p99.9, "MaxMilliseconds" → max. */
static bool stat_of(bd_str key, bd_stat *out)
{
    static const struct {
        const char *name;
        bd_stat_kind kind;
    } words[] = { { "Max", BD_STAT_MAX },
                  { "Min", BD_STAT_MIN },
                  { "Mean", BD_STAT_MEAN },
                  { "Average", BD_STAT_MEAN },
                  { "Median", BD_STAT_MEDIAN } };
    if (!bd_str_ends(key, "Milliseconds"))
        return false;
    bd_str name = bd_str_sub(key, 0, key.len - strlen("Milliseconds"));
    for (size_t i = 0; i < BD_COUNT(words); i++)
        if (bd_str_is(name, words[i].name)) {
            *out = (bd_stat){ words[i].kind, 0 };
            return true;
        }
    if (name.len < 2 || name.len > 9 || name.ptr[0] != 'P')
        return false;
    char text[16] = "p"; /* two digits, then the fraction: no percentile of its own has three */
    int whole = bd_str_is(name, "P100") ? 3 : 2, digits = (int)name.len - 1;
    if (digits <= whole)
        snprintf(text, sizeof text, "p%.*s", digits, name.ptr + 1);
    else
        snprintf(text, sizeof text, "p%.*s.%.*s", whole, name.ptr + 1, digits - whole,
                 name.ptr + 1 + whole);
    return bd_stat_parse(bd_str_of(text), out);
}

/* A higher percentile of the same operation cannot be below a lower one. */
static bool check_order(const bd_json *at, const bd_stat_value *values, size_t count,
                        const bd_stat_value *fresh, bd_error *err)
{
    for (size_t i = 0; i < count; i++) {
        const bd_stat_value *old = &values[i];
        if (old->stat.kind != BD_STAT_PERCENTILE || fresh->stat.kind != BD_STAT_PERCENTILE)
            continue;
        bool rises = old->stat.p_micro < fresh->stat.p_micro;
        int order = bd_number_order(old->number, fresh->number);
        if (rises ? order <= 0 : order >= 0)
            continue;
        const bd_stat_value *low = rises ? old : fresh, *high = rises ? fresh : old;
        bd_buf text = BD_BUF_INIT;
        bd_stat_name(high->stat, &text);
        bd_buf_puts(&text, " is ");
        bd_number_text(high->number, &text);
        bd_buf_puts(&text, ", below ");
        bd_stat_name(low->stat, &text);
        bd_buf_puts(&text, ", which is ");
        bd_number_text(low->number, &text);
        bd_json_fail(at, err, "%s", bd_buf_text(&text));
        bd_buf_release(&text);
        return false;
    }
    return true;
}

static bool need_percentiles(const bd_json *at, bd_error *err)
{
    static const char *const needed[] = { "P50Milliseconds", "P95Milliseconds", "P99Milliseconds" };
    bd_json member;
    for (size_t i = 0; i < BD_COUNT(needed); i++)
        if (!bd_json_need(at, needed[i], &member, err))
            return false;
    return true;
}

/* The statistics of one operation, as they are reported. */
static bool read_stats(phase *p, const bd_json *at, bd_point *point, bd_error *err)
{
    bd_run *run = p->stress->run;
    bd_json member;
    bd_buf rest = BD_BUF_INIT;
    bd_stat_value *values = bd_arena_alloc(&run->arena, (bd_json_count(at) + 1) * sizeof *values);
    size_t count = 0;
    bool ok = true;
    for (bool more = bd_json_first(at, &member); more && ok; more = bd_json_next(&member)) {
        bd_stat_value value = { 0 };
        if (bd_json_key_is(&member, "Successes")) {
            point->observed_at = bd_spot_of(&member, &point->source, run);
            continue;
        }
        if (!stat_of(bd_json_key(&member, &p->stress->reading->scratch), &value.stat)) {
            bd_keep_rest(&member, &rest);
            continue;
        }
        value.at = bd_spot_of(&member, &point->source, run);
        ok = bd_json_number(&member, &value.number, err)
             && check_order(&member, values, count, &value, err);
        values[count++] = value;
    }
    point->reported = values;
    point->reported_count = count;
    point->rest = bd_rest_text(&rest, &run->arena);
    bd_buf_release(&rest);
    return ok;
}

static bool read_latency(phase *p, const bd_json *at, const char *metric, const char *operation,
                         bd_error *err)
{
    bd_run *run = p->stress->run;
    int64_t successes = 0;
    if (!bd_json_expect(at, BD_JSON_OBJECT, err) || !need_count(at, "Successes", &successes, err)
        || !need_percentiles(at, err))
        return false;
    bd_point *point = add_point(p, at, metric, "ms");
    point->n = successes;
    if (operation)
        bd_pairs_set(&point->params, &run->arena, BD_STR("operation"), bd_str_of(operation));
    return read_stats(p, at, point, err);
}

static bool read_operations(phase *p, const bd_json *at, bd_error *err)
{
    bd_json item;
    bd_run *run = p->stress->run;
    if (!bd_json_expect(at, BD_JSON_OBJECT, err))
        return false;
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item)) {
        bd_str name;
        if (!bd_member_name(&item, &p->stress->reading->scratch, &name, err)
            || !read_latency(p, &item, "latency", bd_arena_text(&run->arena, name), err))
            bd_stress_complain(p->stress, err);
    }
    return true;
}

/* ---- errors, figures ---- */

static bool read_errors(phase *p, const bd_json *at, bd_error *err)
{
    bd_json item;
    bd_run *run = p->stress->run;
    int64_t sum = 0, count = 0;
    if (!bd_json_expect(at, BD_JSON_OBJECT, err))
        return false;
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item)) {
        bd_str type;
        if (!bd_member_name(&item, &p->stress->reading->scratch, &type, err)
            || !bd_json_int(&item, &count, err))
            return false;
        if (count < 0 || count > INT64_MAX - sum)
            return bd_json_fail(&item, err, "expected a count, 0 or more");
        sum += count;
        bd_point *point = add_point(p, &item, "error", "");
        bd_pairs_set(&point->params, &run->arena, BD_STR("error"), type);
        point->direction = BD_SMALLER_IS_BETTER;
        point->value = bd_int(count);
    }
    bd_point *point = add_point(p, at, "errors", "");
    point->direction = BD_SMALLER_IS_BETTER;
    point->value = bd_int(sum);
    return true;
}

static bool read_verified(phase *p, const bd_json *at, bd_error *err)
{
    bool verified;
    if (!bd_json_bool(at, &verified, err))
        return false;
    add_point(p, at, "verified", "bool")->value = bd_int(verified);
    return true;
}

static figure figure_of(phase *p, bd_str key)
{
    for (size_t i = 0; i < BD_COUNT(figures); i++)
        if (bd_str_is(key, figures[i].member))
            return figures[i];
    char *metric = bd_arena_text(&p->stress->run->arena, key);
    figure own = { metric, metric, "", false };
    if (metric[0] >= 'A' && metric[0] <= 'Z')
        metric[0] = (char)(metric[0] - 'A' + 'a');
    for (size_t i = 0; i < BD_COUNT(endings); i++)
        if (bd_str_ends(key, endings[i].member)) {
            own.unit = endings[i].unit;
            own.real = endings[i].real;
            break;
        }
    return own;
}

static bool read_figure(phase *p, const bd_json *at, bd_str key, bd_error *err)
{
    figure kind = figure_of(p, key);
    bd_number value;
    if (!bd_json_number(at, &value, err))
        return false;
    if (!bd_number_finite(value))
        return bd_json_fail(at, err, "expected a finite number");
    add_point(p, at, kind.metric, kind.unit)->value = kind.real
                                                          ? bd_double(bd_number_as_double(value))
                                                          : value;
    return true;
}

static bool is_known_figure(bd_str key)
{
    for (size_t i = 0; i < BD_COUNT(figures); i++)
        if (bd_str_is(key, figures[i].member))
            return true;
    return false;
}

/* ---- the phase ---- */

static bool read_member(phase *p, const bd_json *at, bd_error *err)
{
    bd_str key;
    if (!bd_member_name(at, &p->stress->reading->scratch, &key, err))
        return false;
    if (bd_str_is(key, "Sessions"))
        return true; /* it names the phase: read before */
    if (bd_str_is(key, "StartedAtUtc") || bd_str_is(key, "FinishedAtUtc")) {
        bool started = bd_str_is(key, "StartedAtUtc");
        bd_keep_rest(at, &p->rest);
        return bd_stress_time(p->stress, at, started ? &p->self.started_ns : &p->self.finished_ns,
                              err);
    }
    if (bd_str_is(key, "Operations"))
        return read_operations(p, at, err);
    if (bd_str_is(key, "AdmissionWait"))
        return read_latency(p, at, "admissionWait", NULL, err);
    if (bd_str_is(key, "Errors"))
        return read_errors(p, at, err);
    if (bd_str_is(key, "Verified"))
        return read_verified(p, at, err);
    if (bd_json_typeof(at) == BD_JSON_NUMBER || is_known_figure(key))
        return read_figure(p, at, key, err);
    bd_keep_rest(at, &p->rest);
    return true;
}

static bool name_phase(phase *p, const bd_json *item, bd_error *err)
{
    bd_stress *stress = p->stress;
    size_t times = 1;
    if (!bd_json_expect(item, BD_JSON_OBJECT, err)
        || !need_count(item, "Sessions", &p->self.sessions, err))
        return false;
    for (size_t i = 0; i < stress->count; i++)
        times += stress->phases[i].sessions == p->self.sessions;
    bd_arena *arena = &stress->run->arena;
    p->self.name = times == 1
                       ? bd_arena_printf(arena, "%" PRId64, p->self.sessions)
                       : bd_arena_printf(arena, "%" PRId64 " (%zu)", p->self.sessions, times);
    return true;
}

static bool check_whole(const phase *p, const bd_json *item, bd_error *err)
{
    static const char *const needed[] = { "SuccessfulOperationsPerSecond", "Operations",
                                          "AdmissionWait", "Verified", "Errors" };
    bd_json at;
    for (size_t i = 0; i < BD_COUNT(needed); i++)
        if (!bd_json_need(item, needed[i], &at, err))
            bd_stress_complain(p->stress, err);
    if (p->self.started_ns != BD_TIME_UNKNOWN && p->self.finished_ns != BD_TIME_UNKNOWN
        && p->self.finished_ns < p->self.started_ns
        && bd_json_need(item, "FinishedAtUtc", &at, err))
        return bd_json_fail(&at, err, "the phase finished before it started");
    return true;
}

/* A run has no phases, so what a phase says beyond its points goes to one of them. */
static void keep_rest(const phase *p)
{
    bd_run *run = p->stress->run;
    for (size_t i = p->first_point; i < run->point_count; i++) {
        if (run->points[i].rest)
            continue;
        run->points[i].rest = bd_rest_text(&p->rest, &run->arena);
        return;
    }
}

void bd_stress_read_phase(bd_stress *stress, const bd_json *item)
{
    bd_error err = BD_ERROR_INIT;
    bd_json member;
    phase p = { .stress = stress, .first_point = stress->run->point_count };
    p.self.started_ns = p.self.finished_ns = BD_TIME_UNKNOWN;
    if (!name_phase(&p, item, &err)) {
        bd_stress_complain(stress, &err);
        return;
    }
    for (bool more = bd_json_first(item, &member); more; more = bd_json_next(&member))
        if (!read_member(&p, &member, &err))
            bd_stress_complain(stress, &err);
    if (!check_whole(&p, item, &err))
        bd_stress_complain(stress, &err);
    keep_rest(&p);
    stress->phases = bd_grow(stress->phases, stress->count, &stress->capacity,
                             sizeof *stress->phases);
    stress->phases[stress->count++] = p.self;
    bd_buf_release(&p.rest);
}
