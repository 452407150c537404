/* pytest-benchmark's JSON, of 2.5 and later: seconds of a round, rounds per second, params
 * and group as dimensions, raw data where it was saved, machine and commit. */
#include "ingest/figures.h"

#include <string.h>

static const bd_figure time_figures[] = {
    { "mean", BD_FIGURE_STAT(VALUE) },    { "stddev", BD_FIGURE_STAT(SD) },
    { "median", BD_FIGURE_STAT(MEDIAN) }, { "min", BD_FIGURE_STAT(MIN) },
    { "max", BD_FIGURE_STAT(MAX) },       { "q1", BD_FIGURE_PERCENT(25) },
    { "q3", BD_FIGURE_PERCENT(75) },      { "rounds", BD_FIGURE_STAT(N) },
};

/* ---- names ---- */

/* "bench.py::test_fib[10-a]" → the name before the brackets, and what is in them. */
static bd_str without_id(bd_str name, bd_str *id)
{
    *id = BD_STR("");
    const char *open = name.len > 0 ? memchr(name.ptr, '[', name.len) : NULL;
    if (!open || !bd_str_ends(name, "]"))
        return name;
    size_t at = (size_t)(open - name.ptr);
    *id = bd_str_sub(name, at + 1, name.len - 1);
    return bd_str_sub(name, 0, at);
}

static bool read_group(const bd_json *bench, bd_run *run, bd_point *point, bd_error *err)
{
    bd_json group;
    bd_buf scratch = BD_BUF_INIT;
    bd_str text;
    bool ok = true;
    if (bd_json_member(bench, "group", &group) && bd_json_typeof(&group) != BD_JSON_NULL) {
        ok = bd_scalar_text(&group, &scratch, &text, err);
        if (ok)
            bd_param_add(run, point, BD_STR("group"), text);
    }
    bd_buf_release(&scratch);
    return ok;
}

/* Old versions have no `params`: what stands in the brackets is one param then. */
static bool read_names(const bd_json *bench, bd_run *run, bd_point *point, bd_error *err)
{
    bd_json member;
    bd_buf scratch = BD_BUF_INIT;
    bd_str name, id;
    bool ok = (bd_json_member(bench, "fullname", &member)
               || bd_json_need(bench, "name", &member, err))
              && bd_json_string(&member, &scratch, &name, err);
    if (ok) {
        point->benchmark = bd_arena_text(&run->arena, without_id(name, &id));
        if (bd_json_member(bench, "params", &member) && bd_json_typeof(&member) == BD_JSON_OBJECT)
            ok = bd_params_read(&member, run, point, err);
        else if (id.len > 0)
            bd_param_add(run, point, BD_STR("param"), id);
    }
    bd_buf_release(&scratch);
    return ok && read_group(bench, run, point, err);
}

/* ---- numbers ---- */

/* Files that were cut by hand hold a remark in place of most numbers: no samples then. */
static bool read_data(bd_reading *reading, const bd_json *data, bd_run *run, bd_point *point,
                      bd_error *err)
{
    bd_json item;
    if (bd_json_typeof(data) != BD_JSON_ARRAY)
        return true;
    for (bool more = bd_json_first(data, &item); more; more = bd_json_next(&item)) {
        bd_error warning = BD_ERROR_INIT;
        if (bd_json_typeof(&item) != BD_JSON_STRING)
            continue;
        bd_json_fail(&item, &warning, "the raw data are not whole");
        bd_hint(&warning, "they are left out; what the file reports of them counts");
        bd_error_in_file(&warning, reading->in->file->path);
        bd_diagnostics_add(reading->found, BD_NOTE, &warning);
        return true;
    }
    return bd_figure_samples(data, run, point, err);
}

/* The scale that the action prints a mean in. */
static void put_mean(const bd_json *stats, bd_buf *out)
{
    static const struct {
        double below, factor;
        const char *unit;
    } scales[] = { { 1e-6, 1e9, "nsec" }, { 1e-3, 1e6, "usec" }, { 1, 1e3, "msec" } };
    bd_json mean;
    bd_error none = BD_ERROR_INIT;
    double seconds;
    size_t i = 0;
    if (!bd_json_member(stats, "mean", &mean) || !bd_json_double(&mean, &seconds, &none)) {
        bd_buf_puts(out, "mean: undefined sec");
        return;
    }
    while (i < BD_COUNT(scales) && !(seconds < scales[i].below))
        i++;
    bool whole = i == BD_COUNT(scales);
    bd_buf_puts(out, "mean: ");
    bd_number_text(bd_double(whole ? seconds : seconds * scales[i].factor), out);
    bd_buf_printf(out, " %s", whole ? "sec" : scales[i].unit);
}

static void add_compat(const bd_json *bench, const bd_json *stats, bd_run *run, bd_point *point)
{
    bd_json name;
    bd_error none = BD_ERROR_INIT;
    bd_buf text = BD_BUF_INIT;
    if (!bd_number_finite(point->value) || !bd_json_member(bench, "fullname", &name))
        return;
    bd_compat *compat = bd_arena_alloc(&run->arena, sizeof *compat);
    compat->value = bd_js_number(point->value);
    compat->unit = "iter/sec";
    compat->place = bench->index;
    bd_js_text(&name, &text, &none);
    compat->name = bd_arena_text(&run->arena, bd_buf_str(&text));
    bd_buf_clear(&text);
    bd_js_line(stats, "stddev: ", "stddev", &text);
    compat->range = bd_arena_text(&run->arena, bd_buf_str(&text));
    bd_buf_clear(&text);
    put_mean(stats, &text);
    bd_js_line(stats, "rounds: ", "rounds", &text);
    compat->extra = bd_arena_text(&run->arena, bd_buf_str(&text));
    point->compat = compat;
    bd_buf_release(&text);
}

static bool read_ops(const bd_json *bench, const bd_json *stats, size_t first, bd_run *run,
                     bd_error *err)
{
    bd_json ops;
    if (!bd_json_member(stats, "ops", &ops)) /* since 3.1 */
        return true;
    bd_point *point = bd_figure_point(run, first, "ops");
    point->unit = "iter/sec";
    bool ok = bd_figure_value(&ops, run, point, err);
    bd_figure_judge(point, "ops is no number");
    add_compat(bench, stats, run, point);
    return ok;
}

static void keep_rest(const bd_json *bench, const bd_json *stats, bd_run *run, bd_point *point)
{
    bd_buf rest = BD_BUF_INIT, inner = BD_BUF_INIT;
    bd_keep_unmapped(bench, "name fullname group params stats", &rest);
    bd_keep_unmapped(stats, "mean stddev median min max q1 q3 rounds ops data", &inner);
    if (inner.len > 0) {
        if (rest.len > 0)
            rest.data[rest.len - 1] = ',';
        else
            bd_buf_putc(&rest, '{');
        bd_buf_printf(&rest, "\"stats\":%s}", bd_buf_text(&inner));
    }
    point->rest = bd_rest_text(&rest, &run->arena);
    bd_buf_release(&rest);
    bd_buf_release(&inner);
}

static bool read_benchmark(bd_reading *reading, const bd_json *bench, bd_run *run, bd_error *err)
{
    bd_json stats, member;
    size_t first = run->point_count;
    bd_point *point = bd_run_add_point(run);
    point->metric = "time";
    point->unit = "s";
    bool ok = bd_json_expect(bench, BD_JSON_OBJECT, err) && read_names(bench, run, point, err)
              && bd_json_need(bench, "stats", &stats, err)
              && bd_figures_read(&stats, time_figures, BD_COUNT(time_figures), run, point, err);
    if (ok && bd_json_member(&stats, "data", &member))
        ok = read_data(reading, &member, run, point, err);
    if (!ok)
        return false;
    bd_figure_judge(point, "the mean is no number");
    keep_rest(bench, &stats, run, point);
    return read_ops(bench, &stats, first, run, err);
}

/* ---- machine and commit ---- */

/* Since 3.2 a whole report of the processor, in which clock rates differ each run. */
static bool read_cpu(const bd_json *cpu, bd_run *run, bd_error *err)
{
    static const struct {
        const char *member, *fact;
    } facts[] = {
        { "brand", "cpu" }, { "brand_raw", "cpu" }, { "count", "cores" }, { "arch", "arch" }
    };
    bd_json member;
    bool ok = true;
    for (size_t i = 0; i < BD_COUNT(facts) && ok; i++)
        if (bd_json_member(cpu, facts[i].member, &member))
            ok = bd_environment_fact(&member, facts[i].fact, run, err);
    return ok;
}

static bool read_machine(const bd_json *machine, bd_run *run, bd_buf *rest, bd_error *err)
{
    bd_json member;
    bd_buf key = BD_BUF_INIT;
    bool ok = true;
    if (bd_json_count(machine) > BD_PAIRS_MAX)
        return bd_json_fail(machine, err, "more than %d facts", BD_PAIRS_MAX);
    for (bool more = bd_json_first(machine, &member); more && ok; more = bd_json_next(&member)) {
        bd_json_type type = bd_json_typeof(&member);
        bd_str name;
        ok = bd_member_name(&member, &key, &name, err);
        if (ok && bd_str_is(name, "cpu"))
            ok = read_cpu(&member, run, err);
        if (type == BD_JSON_OBJECT || type == BD_JSON_ARRAY)
            bd_keep_rest(&member, rest);
        else if (ok)
            ok = bd_environment_fact(&member, bd_arena_text(&run->arena, name), run, err);
    }
    bd_buf_release(&key);
    return ok;
}

static bool optional_text(const bd_json *object, const char *name, bd_run *run, const char **out,
                          bd_error *err)
{
    bd_json member;
    return !bd_json_member(object, name, &member) || bd_json_typeof(&member) == BD_JSON_NULL
           || bd_json_text(&member, &run->arena, out, err);
}

static bool read_commit(bd_reading *reading, const bd_json *info, bd_run *run, bd_error *err)
{
    bd_commit own = BD_COMMIT_INIT;
    bd_json dirty;
    const char *time = NULL;
    if (!optional_text(info, "id", run, &own.id, err)
        || !optional_text(info, "branch", run, &own.branch, err)
        || !optional_text(info, "time", run, &time, err))
        return false;
    if (bd_json_member(info, "dirty", &dirty) && bd_json_typeof(&dirty) == BD_JSON_TRUE)
        own.dirty = BD_DIRTY;
    else if (bd_json_member(info, "dirty", &dirty) && bd_json_typeof(&dirty) == BD_JSON_FALSE)
        own.dirty = BD_CLEAN;
    if (time && !bd_time_parse(bd_str_of(time), &own.time_ns))
        own.time_ns = BD_TIME_UNKNOWN;
    if (own.id && (own.id[0] == '\0' || strcmp(own.id, "unversioned") == 0))
        own.id = NULL;
    bd_own_commit(reading, run, &own);
    return true;
}

static bool read_facts(bd_reading *reading, bd_run *run, bd_error *err)
{
    const bd_json *root = reading->root;
    bd_json member;
    const char *version = NULL;
    bd_buf rest = BD_BUF_INIT;
    bool ok = optional_text(root, "version", run, &version, err);
    if (ok && bd_json_member(root, "machine_info", &member))
        ok = read_machine(&member, run, &rest, err);
    if (ok && bd_json_member(root, "commit_info", &member))
        ok = read_commit(reading, &member, run, err);
    if (ok && bd_json_member(root, "datetime", &member))
        bd_own_time(&member, run);
    run->tool = version ? bd_arena_printf(&run->arena, "pytest-benchmark %s", version)
                        : "pytest-benchmark";
    run->rest = bd_rest_text(&rest, &run->arena);
    bd_buf_release(&rest);
    return ok;
}

static bool read(bd_reading *reading, bd_error *err)
{
    bd_json list, bench;
    if (!bd_json_need(reading->root, "benchmarks", &list, err)
        || !bd_json_expect(&list, BD_JSON_ARRAY, err))
        return false;
    bd_run *run = bd_reading_new_run(reading, &bd_reader_pytest);
    bool ok = read_facts(reading, run, err);
    for (bool more = bd_json_first(&list, &bench); more && ok; more = bd_json_next(&bench))
        ok = read_benchmark(reading, &bench, run, err);
    return ok;
}

static bool probe(const bd_reading *reading)
{
    bd_json list, first, member;
    if (!bd_json_member(reading->root, "benchmarks", &list)
        || bd_json_typeof(&list) != BD_JSON_ARRAY)
        return false;
    if (!bd_json_first(&list, &first))
        return bd_json_member(reading->root, "machine_info", &member);
    return bd_json_member(&first, "stats", &member) && bd_json_member(&first, "name", &member);
}

const bd_reader bd_reader_pytest = {
    .format = { .name = "pytest",
                .aliases = "pytest-benchmark",
                .summary = "pytest-benchmark's JSON of every version, with machine and commit",
                .example = "{\"benchmarks\": [{\"fullname\": \"bench.py::test_fib[10]\",\n"
                           "  \"params\": {\"n\": 10}, \"stats\": {\"mean\": 2.4e-05, \"rounds\": "
                           "38523, \"ops\": 41513.2}}]}" },
    .is_json = true,
    .probe = probe,
    .read = read,
};
