/* Points → observations: names of the files become dimensions of the configuration. */
#include "core/query/query.h"

#include "core/base/map.h"

#include <stdlib.h>
#include <string.h>

enum { UNFIT_SHOWN = 10 };

/* The rules of one input, compiled. */
typedef struct rules {
    const bd_name_rule *lines;
    bd_pattern **patterns; /* owned */
    size_t count;
} rules;

typedef struct observer {
    const bd_config *config;
    const bd_input *input;
    const bd_run *run;
    rules name_rules, benchmark_rules;
    bd_observations *out;
    bd_diagnostics *found;
    bd_dim *dims; /* of the point at hand; owned */
    size_t dim_count, dim_capacity;
    bd_map unfit; /* names that no pattern fits */
    bd_buf scratch;
} observer;

static void add_dim(observer *o, const char *name, const char *value, bd_dim_kind kind)
{
    for (size_t i = 0; i < o->dim_count; i++)
        if (strcmp(o->dims[i].name, name) == 0) /* the configuration's word stands first */
            return;
    if (!value)
        return;
    o->dims = bd_grow(o->dims, o->dim_count, &o->dim_capacity, sizeof *o->dims);
    o->dims[o->dim_count++] = (bd_dim){ name, value[0] ? value : "-", kind };
}

static bool compile_rules(observer *o, const bd_name_rule *lines, size_t count,
                          bd_pattern_kind kind, rules *out)
{
    *out = (rules){ .lines = lines, .patterns = bd_alloc((count + 1) * sizeof *out->patterns) };
    for (size_t i = 0; i < count; i++) {
        bd_error err = BD_ERROR_INIT;
        out->patterns[i] = bd_pattern_compile(bd_str_of(lines[i].pattern.text), kind, &err);
        out->count = i + 1;
        if (!out->patterns[i]) {
            size_t offset = err.column > 0 ? (size_t)err.column - 1 : 0;
            bd_error_at(&err, o->config->file, lines[i].pattern.line,
                        bd_scalar_column(lines[i].pattern, offset));
            bd_diagnostics_add(o->found, BD_ERROR, &err);
            return false;
        }
    }
    return true;
}

static void release_rules(rules *r)
{
    for (size_t i = 0; i < r->count; i++)
        bd_pattern_free(r->patterns[i]);
    free(r->patterns);
    *r = (rules){ 0 };
}

static const char *place_of(observer *o, const bd_point *point)
{
    const bd_source *at = &point->source;
    const char *path = at->file < o->run->file_count ? o->run->files[at->file].path : "a result";
    return bd_arena_printf(&o->out->arena, at->line > 0 ? "%s:%d:%d" : "%s", path, at->line,
                           at->column);
}

/* One error per name, and no more than a reader would read. */
static void report_unfit(observer *o, const bd_point *point, const bd_name_rule *first)
{
    bd_error err = BD_ERROR_INIT;
    bool added;
    bd_map_put(&o->unfit, bd_str_of(point->benchmark), 0, &added);
    if (!added || o->unfit.count > UNFIT_SHOWN)
        return;
    bd_fail(&err, BD_ERR_CONFIG, "no pattern of input '%s' fits the name '%s'", o->input->name.text,
            point->benchmark);
    bd_hint(&err, "%s holds the point; add a pattern, or `- ignore: NAME` for names to leave out",
            place_of(o, point));
    bd_error_at(&err, o->config->file, first->pattern.line, first->pattern.column);
    bd_diagnostics_add(o->found, BD_ERROR, &err);
}

typedef enum fit { FIT_NONE, FIT_IGNORED, FIT_TAKEN } fit;

/* The first rule that fits the whole name speaks. */
static fit apply_rules(observer *o, const rules *r, const bd_point *point, bd_pairs *holes)
{
    for (size_t i = 0; i < r->count; i++)
        if (bd_pattern_match(r->patterns[i], bd_str_of(point->benchmark), &o->out->arena, holes))
            return r->lines[i].ignore ? FIT_IGNORED : FIT_TAKEN;
    return FIT_NONE;
}

static const char *renamed(const observer *o, const char *key)
{
    if (!o->input)
        return key;
    bd_scalar other = bd_entries_get(&o->input->rename, key);
    return other.text ? other.text : key;
}

/* "io.x.ListBenchmark.add" has class "ListBenchmark" and method "add". */
static void add_class_and_method(observer *o, const char *benchmark)
{
    const char *method = strrchr(benchmark, '.');
    if (!method || method == benchmark || strpbrk(benchmark, " /:()"))
        return;
    const char *from = method;
    while (from > benchmark && from[-1] != '.')
        from--;
    bd_str name = { from, (size_t)(method - from) };
    add_dim(o, "class", bd_arena_text(&o->out->arena, name), BD_DIM_STRUCTURE);
    add_dim(o, "method", method + 1, BD_DIM_STRUCTURE);
}

static void add_declared(observer *o)
{
    for (size_t i = 0; o->input && i < o->input->dimensions.count; i++) {
        const bd_entry *e = &o->input->dimensions.items[i];
        const char *value = bd_run_fact(o->run, bd_str_of(e->value.text), &o->scratch);
        if (value)
            add_dim(o, e->key.text, bd_arena_strdup(&o->out->arena, value), BD_DIM_NAMED);
    }
}

static void add_structure(observer *o, const bd_point *point)
{
    add_dim(o, "benchmark", point->benchmark, BD_DIM_STRUCTURE);
    if (point->mode || strcmp(point->metric, "score") == 0) /* JMH's, from a data.js as well */
        add_class_and_method(o, point->benchmark);
    if (point->mode)
        add_dim(o, "mode", point->mode, BD_DIM_STRUCTURE);
    if (point->threads > 0)
        add_dim(o, "threads", bd_arena_printf(&o->out->arena, "%lld", (long long)point->threads),
                BD_DIM_STRUCTURE);
}

static void add_observation(observer *o, const bd_point *point, const char *metric)
{
    bd_observations *out = o->out;
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count] = (bd_observation){
        .run = o->run,
        .point = point,
        .input = o->input,
        .metric = metric,
        .dims = bd_arena_copy(&out->arena, o->dims, o->dim_count * sizeof *o->dims),
        .dim_count = o->dim_count,
        .order = out->count,
    };
    out->count++;
}

static void observe_point(observer *o, const bd_point *point)
{
    bd_pairs holes = { 0 };
    const char *metric = point->metric;
    const rules *both[] = { &o->name_rules, &o->benchmark_rules };
    o->dim_count = 0;
    for (size_t i = 0; i < 2; i++) {
        fit f = both[i]->count == 0 ? FIT_TAKEN : apply_rules(o, both[i], point, &holes);
        if (f == FIT_IGNORED)
            return;
        if (f == FIT_NONE) {
            report_unfit(o, point, both[i]->lines);
            return;
        }
    }
    for (size_t i = 0; i < holes.count; i++)
        if (strcmp(holes.items[i].key, "metric") == 0)
            metric = holes.items[i].value;
        else
            add_dim(o, renamed(o, holes.items[i].key), holes.items[i].value, BD_DIM_NAMED);
    add_declared(o);
    for (size_t i = 0; i < point->params.count; i++)
        add_dim(o, renamed(o, point->params.items[i].key), point->params.items[i].value,
                BD_DIM_PARAM);
    add_structure(o, point);
    add_observation(o, point, metric);
}

static bool observe_run(observer *o)
{
    const bd_input *in = o->input;
    bool ok = true;
    if (in)
        ok = compile_rules(o, in->name_rules, in->name_rule_count, BD_PATTERN_NAME, &o->name_rules)
             && compile_rules(o, in->benchmark_rules, in->benchmark_rule_count,
                              BD_PATTERN_BENCHMARK, &o->benchmark_rules);
    for (size_t i = 0; ok && i < o->run->point_count && o->unfit.count <= UNFIT_SHOWN; i++)
        observe_point(o, &o->run->points[i]);
    release_rules(&o->name_rules);
    release_rules(&o->benchmark_rules);
    return ok;
}

typedef struct placed_run {
    const bd_run *run;
    const bd_input *input;
    size_t rank, arrival;
} placed_run;

/* Several runs of one file lie one behind the other in it, so that whichever of their
 * points are there (benchdoc.lock keeps a few) say which comes first. */
static int by_first_point(const bd_run *a, const bd_run *b)
{
    if (a->point_count == 0 || b->point_count == 0)
        return 0;
    const bd_source *x = &a->points[0].source, *y = &b->points[0].source;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

static int by_place(const void *a, const void *b)
{
    const placed_run *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    const char *path_x = x->run->file_count > 0 ? x->run->files[0].path : "";
    const char *path_y = y->run->file_count > 0 ? y->run->files[0].path : "";
    int order = strcmp(path_x, path_y);
    if (order == 0)
        order = by_first_point(x->run, y->run);
    return order != 0 ? order : (x->arrival > y->arrival) - (x->arrival < y->arrival);
}

bool bd_observe(const bd_config *config, const bd_runs *runs, bd_observations *out,
                bd_diagnostics *found)
{
    size_t before = found->errors;
    placed_run *placed = bd_alloc((runs->count + 1) * sizeof *placed);
    observer o = { .config = config, .out = out, .found = found };
    for (size_t i = 0; i < runs->count; i++) {
        const bd_input *input = bd_config_input(config, runs->items[i]->suite);
        size_t rank = input ? (size_t)(input - config->inputs) : config->input_count;
        placed[i] = (placed_run){ runs->items[i], input, rank, i };
    }
    qsort(placed, runs->count, sizeof *placed, by_place);
    for (size_t i = 0; i < runs->count; i++) {
        o.run = placed[i].run;
        o.input = placed[i].input;
        if (!observe_run(&o))
            break;
    }
    bd_buf_release(&o.scratch);
    bd_map_release(&o.unfit);
    free(o.dims);
    free(placed);
    return found->errors == before;
}

void bd_observations_release(bd_observations *observations)
{
    free(observations->items);
    bd_arena_release(&observations->arena);
    *observations = (bd_observations)BD_OBSERVATIONS_INIT;
}
