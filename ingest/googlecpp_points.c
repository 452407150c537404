/* The rows of one of Google's benchmarks → a point for each of its metrics. Repetitions
 * are samples; the aggregates mean, median and stddev are what a file reports of them,
 * others are metrics of their own. */
#include "ingest/googlecpp.h"

#include "core/base/map.h"

#include <stdlib.h>
#include <string.h>

typedef enum row_role { REPETITION, MEAN, MEDIAN, STDDEV } row_role;

/* A number of a metric in one row. */
typedef struct seen {
    const bd_json *row;
    bd_json at;
    row_role role;
} seen;

typedef struct metric {
    const char *name; /* arena */
    bool is_time;     /* has the row's time_unit */
    bool is_share;    /* of an aggregate that is a part of one, as "cv" */
    seen *items;
    size_t count, capacity;
} metric;

typedef struct collecting {
    const bd_googlecpp_group *group;
    bd_run *run;
    metric *metrics;
    size_t count, capacity;
    bd_map names;
    bd_buf scratch;
} collecting;

static const char names_members[] = "name run_name run_type aggregate_name aggregate_unit threads "
                                    "time_unit error_occurred error_message skipped skip_message";
/* Numbers that are no measurements, kept with the rest. */
static const char settings[] =
    "family_index per_family_instance_index repetitions repetition_index iterations";

static bool in_words(bd_str key, const char *words)
{
    bd_str rest = bd_str_of(words), word;
    while (bd_str_split(&rest, ' ', &word))
        if (bd_str_eq(word, key))
            return true;
    return false;
}

static bool is_metric(const bd_json *member, bd_str key)
{
    bd_json_type type = bd_json_typeof(member);
    return (type == BD_JSON_NUMBER || type == BD_JSON_NAN) && !in_words(key, names_members)
           && !in_words(key, settings);
}

static bool is_time(bd_str key)
{
    return bd_str_is(key, "real_time") || bd_str_is(key, "cpu_time")
           || bd_str_is(key, "real_coefficient") || bd_str_is(key, "cpu_coefficient");
}

static metric *metric_named(collecting *c, bd_str key, bd_str suffix)
{
    bd_buf name = BD_BUF_INIT;
    bool added;
    bd_buf_put_str(&name, key);
    if (suffix.len > 0) {
        bd_buf_putc(&name, '_');
        bd_buf_put_str(&name, suffix);
    }
    const char *text = bd_arena_text(&c->run->arena, bd_buf_str(&name));
    size_t place = *bd_map_put(&c->names, bd_str_of(text), c->count, &added);
    bd_buf_release(&name);
    if (added) {
        c->metrics = bd_grow(c->metrics, c->count, &c->capacity, sizeof *c->metrics);
        c->metrics[c->count++] = (metric){ .name = text, .is_time = is_time(key) };
    }
    return &c->metrics[place];
}

static bool is_share(const bd_json *row)
{
    bd_json unit;
    return bd_json_member(row, "aggregate_unit", &unit)
           && bd_str_is(bd_json_raw(&unit), "\"percentage\"");
}

/* @param aggregate  empty for a repetition */
static void collect_row(collecting *c, const bd_json *row, bd_str aggregate)
{
    static const struct {
        const char *name;
        row_role role;
    } folded[] = { { "mean", MEAN }, { "median", MEDIAN }, { "stddev", STDDEV } };
    bd_json member;
    row_role role = REPETITION;
    bool is_fit = bd_str_is(aggregate, "BigO") || bd_str_is(aggregate, "RMS");
    for (size_t i = 0; i < BD_COUNT(folded); i++)
        if (bd_str_is(aggregate, folded[i].name))
            role = folded[i].role;
    bd_str suffix = role != REPETITION || is_fit ? BD_STR("") : aggregate;
    for (bool more = bd_json_first(row, &member); more; more = bd_json_next(&member)) {
        bd_str key = bd_json_key(&member, &c->scratch);
        if (!is_metric(&member, key) || memchr(key.ptr, '\0', key.len))
            continue;
        metric *m = metric_named(c, key, suffix);
        m->is_share = is_share(row) || bd_str_is(key, "rms");
        m->items = bd_grow(m->items, m->count, &m->capacity, sizeof *m->items);
        m->items[m->count++] = (seen){ row, member, role };
    }
}

static bool collect(collecting *c, bd_error *err)
{
    bd_buf scratch = BD_BUF_INIT;
    bool ok = true;
    for (size_t i = 0; i < c->group->count && ok; i++) {
        const bd_json *row = &c->group->rows[c->group->members[i]];
        if (bd_json_count(row) > BD_PAIRS_MAX)
            ok = bd_json_fail(row, err, "more than %d members", BD_PAIRS_MAX);
        else
            collect_row(c, row, bd_googlecpp_aggregate(row, &scratch));
    }
    bd_buf_release(&scratch);
    return ok;
}

/* ---- one point ---- */

static bool read_unit(const metric *m, bd_run *run, bd_point *point, bd_error *err)
{
    const char *first = NULL;
    bd_json unit;
    bd_str name = bd_str_of(m->name);
    if (bd_str_starts(name, "bytes_per_second"))
        point->unit = "B/s";
    else if (bd_str_starts(name, "items_per_second"))
        point->unit = "items/s";
    if (bd_str_ends(name, "_per_second"))
        point->direction = BD_BIGGER_IS_BETTER;
    if (m->is_share)
        point->unit = "x";
    for (size_t i = 0; i < m->count && m->is_time && !m->is_share; i++) {
        const char *own = NULL;
        if (!bd_json_member(m->items[i].row, "time_unit", &unit))
            continue;
        if (!bd_json_text(&unit, &run->arena, &own, err))
            return false;
        if (first && strcmp(first, own) != 0)
            return bd_json_fail(&unit, err, "a repetition in %s, where the first is in %s", own,
                                first);
        first = point->unit = own;
    }
    return true;
}

static size_t count_of(const metric *m, row_role role)
{
    size_t count = 0;
    for (size_t i = 0; i < m->count; i++)
        count += m->items[i].role == role;
    return count;
}

typedef struct placed_number {
    const seen *seen;
    double value;
} placed_number;

static int by_value(const void *a, const void *b)
{
    const placed_number *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->seen > y->seen) - (x->seen < y->seen);
}

/* The mean that the file gives; else the middle repetition (of an even number the upper one
 * of the two), which has a place. */
static const seen *value_of(const metric *m, size_t repetitions)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->items[i].role == MEAN)
            return &m->items[i];
    if (repetitions == 0)
        return NULL;
    placed_number *sorted = bd_alloc(repetitions * sizeof *sorted);
    bd_error none = BD_ERROR_INIT;
    size_t n = 0;
    for (size_t i = 0; i < m->count; i++)
        if (m->items[i].role == REPETITION) {
            sorted[n].seen = &m->items[i];
            bd_json_double(&m->items[i].at, &sorted[n].value, &none);
            if (sorted[n].value == sorted[n].value)
                n++; /* NaN has no order */
        }
    qsort(sorted, n, sizeof *sorted, by_value);
    const seen *middle = n > 0 ? sorted[n / 2].seen : &m->items[0];
    free(sorted);
    return middle;
}

static bool read_samples(const metric *m, size_t repetitions, bd_run *run, bd_point *point,
                         bd_error *err)
{
    double *values = bd_arena_alloc(&run->arena, repetitions * sizeof *values);
    size_t n = 0;
    for (size_t i = 0; i < m->count; i++) {
        if (m->items[i].role != REPETITION)
            continue;
        if (n == 0)
            point->observed_at = bd_spot_of(&m->items[i].at, &point->source, run);
        if (!bd_json_double(&m->items[i].at, &values[n++], err))
            return false;
    }
    point->samples = (bd_samples){ .doubles = values, .count = n };
    point->n = (int64_t)n;
    return true;
}

/* What a file of aggregates alone says of the number of repetitions. */
static void read_count(const seen *mean, bd_point *point)
{
    bd_json at;
    bd_error none = BD_ERROR_INIT;
    int64_t n;
    if (((bd_json_member(mean->row, "repetitions", &at) && bd_json_int(&at, &n, &none) && n > 0)
         || (bd_json_member(mean->row, "iterations", &at) && bd_json_int(&at, &n, &none)))
        && n > 0)
        point->n = n;
}

static bool read_metric(const metric *m, bd_run *run, bd_point *point, bd_error *err)
{
    size_t repetitions = count_of(m, REPETITION);
    const seen *value = value_of(m, repetitions);
    point->source = bd_source_of(&m->items[0].at, run);
    bool ok = read_unit(m, run, point, err)
              && (!value || bd_figure_value(&value->at, run, point, err));
    if (ok && repetitions > 1)
        ok = read_samples(m, repetitions, run, point, err);
    else if (ok && value && value->role == MEAN)
        read_count(value, point);
    for (size_t i = 0; i < m->count && ok; i++) {
        const seen *s = &m->items[i];
        bd_stat stat = { s->role == MEAN     ? BD_STAT_MEAN
                         : s->role == MEDIAN ? BD_STAT_MEDIAN
                                             : BD_STAT_SD,
                         0 };
        if (s->role != REPETITION)
            ok = bd_figure_report(&s->at, stat, run, point, err);
    }
    return ok;
}

/* ---- what the action writes: an entry for each row ---- */

static void add_compat(const metric *m, bd_run *run, bd_point *point)
{
    bd_compat *last = NULL;
    for (size_t i = 0; i < m->count; i++) {
        bd_compat *compat = bd_json_key_is(&m->items[i].at, "real_time")
                                ? bd_googlecpp_compat(m->items[i].row, &m->items[i].at, run)
                                : NULL;
        if (compat && last)
            last->next = compat;
        else if (compat)
            point->compat = compat;
        last = compat ? compat : last;
    }
}

/* ---- the group ---- */

/* "error_occurred", and since 1.8 "skipped": the benchmark's own words. */
static bool read_outcome(const bd_json *row, bd_run *run, bd_point *point, bd_error *err)
{
    static const struct {
        const char *flag, *message, *otherwise;
        bd_outcome outcome;
    } kinds[] = {
        { "error_occurred", "error_message", "an error occurred", BD_OUTCOME_FAILED },
        { "skipped", "skip_message", "skipped", BD_OUTCOME_SKIPPED },
    };
    for (size_t i = 0; i < BD_COUNT(kinds); i++) {
        bd_json at;
        if (!bd_json_member(row, kinds[i].flag, &at) || bd_json_typeof(&at) != BD_JSON_TRUE)
            continue;
        point->outcome = kinds[i].outcome;
        point->reason = kinds[i].otherwise;
        return !bd_json_member(row, kinds[i].message, &at)
               || bd_json_text(&at, &run->arena, &point->reason, err);
    }
    return true;
}

static bool read_names(const collecting *c, bd_point *point, bd_error *err)
{
    const bd_json *row = &c->group->rows[c->group->members[0]];
    bd_json at;
    bd_googlecpp_name(c->group->name, c->run, point);
    if (bd_json_member(row, "threads", &at) && !bd_json_int(&at, &point->threads, err))
        return false;
    if (!bd_json_member(row, "big_o", &at))
        return true;
    bd_buf scratch = BD_BUF_INIT;
    bd_str text;
    bool ok = bd_json_string(&at, &scratch, &text, err);
    if (ok)
        bd_param_add(c->run, point, BD_STR("big_o"), text);
    bd_buf_release(&scratch);
    return ok;
}

static const char *rest_of(collecting *c)
{
    const bd_json *row = &c->group->rows[c->group->members[0]];
    bd_json member;
    bd_buf rest = BD_BUF_INIT;
    for (bool more = bd_json_first(row, &member); more; more = bd_json_next(&member)) {
        bd_str key = bd_json_key(&member, &c->scratch);
        if (!is_metric(&member, key) && !in_words(key, names_members))
            bd_keep_rest(&member, &rest);
    }
    const char *text = bd_rest_text(&rest, &c->run->arena);
    bd_buf_release(&rest);
    return text;
}

static bool add_points(collecting *c, bd_error *err)
{
    size_t first = c->run->point_count;
    bd_point names = { 0 };
    bool ok = read_names(c, &names, err);
    for (size_t i = 0; i < c->count && ok; i++) {
        bd_point *point = bd_run_add_point(c->run);
        const bd_json *row = c->metrics[i].items[0].row;
        point->benchmark = names.benchmark;
        point->params = names.params;
        point->threads = names.threads;
        point->metric = c->metrics[i].name;
        ok = read_outcome(row, c->run, point, err);
        if (ok && point->outcome != BD_OUTCOME_OK) { /* its figures are zeros */
            point->source = bd_source_of(row, c->run);
            break;
        }
        ok = ok && read_metric(&c->metrics[i], c->run, point, err);
        add_compat(&c->metrics[i], c->run, point);
        bd_figure_judge(point, "no number");
    }
    if (ok && c->count == 0) {
        bd_point *point = bd_run_add_point(c->run);
        const bd_json *row = &c->group->rows[c->group->members[0]];
        point->benchmark = names.benchmark;
        point->params = names.params;
        point->threads = names.threads;
        point->metric = "real_time";
        point->source = bd_source_of(row, c->run);
        ok = read_outcome(row, c->run, point, err);
        bd_figure_judge(point, "the row has no figure");
    }
    if (ok)
        c->run->points[first].rest = rest_of(c);
    return ok;
}

bool bd_googlecpp_points(const bd_googlecpp_group *group, bd_run *run, bd_error *err)
{
    collecting c = { .group = group, .run = run, .names = BD_MAP_INIT };
    bool ok = collect(&c, err) && add_points(&c, err);
    for (size_t i = 0; i < c.count; i++)
        free(c.metrics[i].items);
    free(c.metrics);
    bd_map_release(&c.names);
    bd_buf_release(&c.scratch);
    return ok;
}
