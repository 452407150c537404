/* Collects what result files hold: see fields.h. */
#include "cli/fields.h"
#include "render/view/view.h"

#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

static bd_field *find_field(const bd_field_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, name) == 0)
            return &list->items[i];
    return NULL;
}

static bd_field *field_named(bd_field_list *list, const char *name, bd_dim_kind kind)
{
    bd_field *known = find_field(list, name);
    if (known)
        return known;
    list->items = bd_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    bd_field *field = &list->items[list->count++];
    *field = (bd_field){ .name = name, .kind = kind, .whole_numbers = true };
    return field;
}

static void add_value(bd_field *field, const char *value)
{
    bool added;
    double number;
    bd_map_put(&field->values, bd_str_of(value), 0, &added);
    if (added && !bd_double_parse(bd_str_of(value), &number))
        field->whole_numbers = false;
}

static int by_value(const void *a, const void *b)
{
    const bd_map_entry *x = a, *y = b;
    return bd_value_order(x->key.ptr, y->key.ptr);
}

/* The order of entries is what is shown; nothing is looked up after this. */
static void sort_numbers(bd_field_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].whole_numbers)
            qsort(list->items[i].values.entries, list->items[i].values.count,
                  sizeof *list->items[i].values.entries, by_value);
}

/* ---- metrics ---- */

static bd_metric_field *metric_named(bd_suite_fields *suite, const bd_observation *o)
{
    for (size_t i = 0; i < suite->metric_count; i++)
        if (strcmp(suite->metrics[i].name, o->metric) == 0)
            return &suite->metrics[i];
    suite->metrics = bd_grow(suite->metrics, suite->metric_count, &suite->metric_capacity,
                             sizeof *suite->metrics);
    bd_metric_field *metric = &suite->metrics[suite->metric_count++];
    *metric = (bd_metric_field){ .name = o->metric };
    return metric;
}

static void add_unit(bd_metric_field *metric, const bd_observation *o)
{
    const char *name = o->point->unit ? o->point->unit : "";
    for (size_t i = 0; i < metric->unit_count; i++)
        if (strcmp(metric->units[i].unit, name) == 0)
            return;
    metric->units = bd_grow(metric->units, metric->unit_count, &metric->unit_capacity,
                            sizeof *metric->units);
    bd_unit_field *unit = &metric->units[metric->unit_count++];
    *unit = (bd_unit_field){ .unit = name };
    unit->meaning = bd_meaning_of(bd_str_of(o->metric), bd_str_of(name), o->point->value);
    unit->direction = o->point->direction != BD_DIRECTION_UNKNOWN ? o->point->direction
                                                                  : unit->meaning.direction;
}

static bool contains(const bd_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

/* Keeps the statistics that this point can give, too. */
static void narrow_statistics(bd_metric_field *metric, const bd_point *point, bd_arena *arena)
{
    bd_names own = { 0 };
    bool computes = point->samples.count > 0 || point->histogram.count > 0;
    bd_point_stat_names(point, arena, &own);
    if (metric->points == 0) {
        metric->statistics = own;
        metric->percentiles = computes;
        return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < metric->statistics.count; i++)
        if (contains(&own, metric->statistics.items[i]))
            metric->statistics.items[kept++] = metric->statistics.items[i];
    metric->statistics.count = kept;
    metric->percentiles = metric->percentiles && computes;
    bd_names_release(&own);
}

static void add_observation(bd_suite_fields *suite, const bd_observation *o, bd_arena *arena)
{
    bd_metric_field *metric = metric_named(suite, o);
    suite->points++;
    for (size_t d = 0; d < o->dim_count; d++)
        add_value(field_named(&suite->dimensions, o->dims[d].name, o->dims[d].kind),
                  o->dims[d].value);
    if (o->point->outcome != BD_OUTCOME_OK)
        add_value(field_named(&suite->dimensions, "outcome", BD_DIM_STRUCTURE),
                  bd_outcome_name(o->point->outcome));
    if (o->point->outcome == BD_OUTCOME_OK) {
        narrow_statistics(metric, o->point, arena);
        metric->points++;
    }
    add_unit(metric, o);
}

/* ---- facts of the runs ---- */

static void add_fact(bd_suite_fields *suite, const bd_run *run, const char *name, bd_arena *arena)
{
    bd_buf scratch = BD_BUF_INIT;
    const char *value = bd_run_fact(run, bd_str_of(name), &scratch);
    if (value && value[0])
        add_value(field_named(&suite->facts, name, BD_DIM_FACT), bd_arena_strdup(arena, value));
    bd_buf_release(&scratch);
}

static void add_run(bd_suite_fields *suite, const bd_run *run, bd_arena *arena)
{
    static const char *const own[] = { "commit", "branch", "dirty", "date", "tool", "file" };
    suite->runs++;
    if (run->file_count > 0 && strcmp(run->files[0].path, "standard input") != 0
        && !contains(&suite->files, run->files[0].path))
        bd_names_add(&suite->files, run->files[0].path);
    suite->knows_cpu = suite->knows_cpu && bd_pairs_get(&run->environment, "cpu");
    for (size_t i = 0; i < run->facts.count; i++)
        add_fact(suite, run, run->facts.items[i].key, arena);
    for (size_t i = 0; i < BD_COUNT(own); i++)
        add_fact(suite, run, own[i], arena);
    for (size_t i = 0; i < run->environment.count; i++) {
        const char *key = run->environment.items[i].key;
        bd_buf scratch = BD_BUF_INIT;
        const char *value = bd_run_fact(run, bd_str_of(key), &scratch);
        bool plain = value && strcmp(value, run->environment.items[i].value) == 0;
        add_fact(suite, run, plain ? key : bd_arena_printf(arena, "environment.%s", key), arena);
        bd_buf_release(&scratch);
    }
}

static bd_suite_fields *suite_of(bd_fields *fields, const bd_run *run)
{
    for (size_t i = 0; i < fields->count; i++)
        if (strcmp(fields->items[i].suite, run->suite) == 0)
            return &fields->items[i];
    fields->items = bd_grow(fields->items, fields->count, &fields->capacity, sizeof *fields->items);
    bd_suite_fields *suite = &fields->items[fields->count++];
    *suite = (bd_suite_fields){ .suite = run->suite, .format = run->format, .knows_cpu = true };
    return suite;
}

/* ---- examples ---- */

static void put_condition(bd_buf *out, const char *name, const char *op, bd_str value)
{
    bool quote = memchr(value.ptr, ' ', value.len) || memchr(value.ptr, '\t', value.len)
                 || memchr(value.ptr, '|', value.len);
    bd_buf_printf(out, "%s%s%s%.*s%s", name, op, quote ? "\"" : "", (int)value.len, value.ptr,
                  quote ? "\"" : "");
}

/* A condition that keeps something and drops something. */
static const char *example_condition(const bd_field *field, bd_arena *arena)
{
    const bd_map_entry *values = field->values.entries;
    bd_buf out = BD_BUF_INIT;
    const char *text = NULL;
    if (field->values.count < 2 || strpbrk(field->name, " \t=<>!\"|"))
        return NULL;
    if (field->whole_numbers && field->values.count > 2)
        put_condition(&out, field->name, ">", values[0].key);
    else if (!memchr(values[0].key.ptr, '"', values[0].key.len) && values[0].key.len > 0)
        put_condition(&out, field->name, "=", values[0].key);
    if (out.len > 0)
        text = bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

enum { EXAMPLES_MAX = 3 };

/* What somebody would ask for first: parameters, then the shortest names. */
static void add_queries(bd_suite_fields *suite, bd_arena *arena)
{
    static const char *const structure[] = { "method", "mode", "threads", "class", "benchmark" };
    for (size_t i = 0; i < suite->dimensions.count && suite->queries.count < EXAMPLES_MAX; i++) {
        const bd_field *field = &suite->dimensions.items[i];
        const char *text = field->kind == BD_DIM_STRUCTURE ? NULL : example_condition(field, arena);
        if (text)
            bd_names_add(&suite->queries, text);
    }
    for (size_t i = 0; i < BD_COUNT(structure) && suite->queries.count == 0; i++) {
        const bd_field *field = find_field(&suite->dimensions, structure[i]);
        const char *text = field ? example_condition(field, arena) : NULL;
        if (text)
            bd_names_add(&suite->queries, text);
    }
}

static void make_examples(bd_suite_fields *suite, bd_arena *arena)
{
    const bd_field *mode = find_field(&suite->dimensions, "mode");
    add_queries(suite, arena);
    if (mode)
        suite->mode_condition = example_condition(mode, arena);
    if (suite->mode_condition && !contains(&suite->queries, suite->mode_condition))
        bd_names_add(&suite->queries, suite->mode_condition);
}

void bd_fields_collect(const bd_observations *observations, const bd_runs *runs, bd_fields *out)
{
    for (size_t i = 0; i < runs->count; i++)
        add_run(suite_of(out, runs->items[i]), runs->items[i], &out->arena);
    for (size_t i = 0; i < observations->count; i++)
        add_observation(suite_of(out, observations->items[i].run), &observations->items[i],
                        &out->arena);
    for (size_t i = 0; i < out->count; i++) {
        sort_numbers(&out->items[i].dimensions);
        make_examples(&out->items[i], &out->arena);
    }
}

static void release_list(bd_field_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        bd_map_release(&list->items[i].values);
    free(list->items);
}

void bd_fields_release(bd_fields *fields)
{
    for (size_t i = 0; i < fields->count; i++) {
        bd_suite_fields *suite = &fields->items[i];
        for (size_t m = 0; m < suite->metric_count; m++) {
            free(suite->metrics[m].units);
            bd_names_release(&suite->metrics[m].statistics);
        }
        free(suite->metrics);
        release_list(&suite->dimensions);
        release_list(&suite->facts);
        bd_names_release(&suite->queries);
        bd_names_release(&suite->templates);
        bd_names_release(&suite->files);
    }
    free(fields->items);
    bd_arena_release(&fields->arena);
    *fields = (bd_fields){ 0 };
}
