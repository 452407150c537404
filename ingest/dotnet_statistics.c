/* The statistics of one of BenchmarkDotNet's benchmarks, and its measurements. */
#include "ingest/benchmarkdotnet.h"

#include <stdlib.h>

static const bd_figure statistics[] = {
    { "Mean", BD_FIGURE_STAT(VALUE) },    { "StandardDeviation", BD_FIGURE_STAT(SD) },
    { "Median", BD_FIGURE_STAT(MEDIAN) }, { "Min", BD_FIGURE_STAT(MIN) },
    { "Max", BD_FIGURE_STAT(MAX) },       { "N", BD_FIGURE_STAT(N) },
};
static const bd_figure interval[] = {
    { "Margin", BD_FIGURE_STAT(ERROR) },
    { "Lower", BD_FIGURE_STAT(LOW) },
    { "Upper", BD_FIGURE_STAT(HIGH) },
};

/* The level is a number in a list of levels; versions with "Error" in the interval had
 * another list. (BenchmarkDotNet, ConfidenceLevel) */
static double level_of(const bd_json *ci)
{
    static const double old[] = { .7, .75, .8, .85, .9, .92, .95, .96, .98, .99 };
    static const double now[] = { .5, .7, .75, .8, .85, .9, .92, .95, .96, .97, .98, .99, .999 };
    bd_json level, error;
    bd_error none = BD_ERROR_INIT;
    int64_t n;
    if (!bd_json_member(ci, "Level", &level) || !bd_json_int(&level, &n, &none) || n < 0)
        return 0;
    if (bd_json_member(ci, "Error", &error))
        return n < (int64_t)BD_COUNT(old) ? old[n] : 0;
    return n < (int64_t)BD_COUNT(now) ? now[n] : 0;
}

static bool read_interval(const bd_json *stats, bd_run *run, bd_point *point, bd_error *err)
{
    bd_json ci;
    bd_source value = point->source;
    if (!bd_json_member(stats, "ConfidenceInterval", &ci) || bd_json_typeof(&ci) == BD_JSON_NULL)
        return true;
    bd_point bounds = { .source = value };
    if (!bd_figures_read(&ci, interval, BD_COUNT(interval), run, &bounds, err))
        return false;
    bd_json end;
    point->error = bounds.error;
    point->low = bounds.low;
    point->high = bounds.high;
    if (bd_json_member(&ci, "Margin", &end))
        point->error_at = bd_spot_of(&end, &value, run);
    if (bd_json_member(&ci, "Lower", &end))
        point->low_at = bd_spot_of(&end, &value, run);
    if (bd_json_member(&ci, "Upper", &end))
        point->high_at = bd_spot_of(&end, &value, run);
    point->confidence = level_of(&ci);
    return true;
}

/* "P95": 24.7 */
static bool read_percentiles(const bd_json *stats, bd_run *run, bd_point *point, bd_error *err)
{
    bd_json all, member;
    bd_buf scratch = BD_BUF_INIT;
    bool ok = true;
    if (!bd_json_member(stats, "Percentiles", &all) || bd_json_typeof(&all) != BD_JSON_OBJECT)
        return true;
    for (bool more = bd_json_first(&all, &member); more && ok; more = bd_json_next(&member)) {
        bd_str key = bd_json_key(&member, &scratch);
        bd_number percent = bd_number_parse(bd_str_sub(key, 1, key.len));
        if (bd_str_starts(key, "P") && percent.kind == BD_NUMBER_INT && percent.as.i >= 0
            && percent.as.i <= 100)
            ok = bd_figure_report(&member,
                                  (bd_stat){ BD_STAT_PERCENTILE, (uint32_t)percent.as.i * 1000000 },
                                  run, point, err);
    }
    bd_buf_release(&scratch);
    return ok;
}

bool bd_dotnet_says(const bd_json *object, const char *name, const char *text)
{
    bd_json member;
    bd_str raw;
    if (!bd_json_member(object, name, &member) || bd_json_typeof(&member) != BD_JSON_STRING)
        return false;
    raw = bd_json_raw(&member);
    return bd_str_is(bd_str_sub(raw, 1, raw.len - 1), text);
}

/* Nanoseconds an operation of one stage of the workload. */
static bool read_stage(const bd_json *list, const char *stage, bd_run *run, bd_samples *out,
                       bd_error *err)
{
    bd_json item, ns, operations;
    size_t n = 0;
    bool ok = bd_json_expect(list, BD_JSON_ARRAY, err);
    double *values = bd_alloc((bd_json_count(list) + 1) * sizeof *values);
    for (bool more = ok && bd_json_first(list, &item); more && ok; more = bd_json_next(&item)) {
        double time, count;
        if (!bd_dotnet_says(&item, "IterationMode", "Workload")
            || !bd_dotnet_says(&item, "IterationStage", stage))
            continue;
        ok = bd_json_need(&item, "Nanoseconds", &ns, err)
             && bd_json_need(&item, "Operations", &operations, err)
             && bd_json_double(&ns, &time, err) && bd_json_double(&operations, &count, err)
             && (count > 0 || bd_json_fail(&operations, err, "expected a count above zero"));
        if (ok)
            values[n++] = time / count;
    }
    if (ok && n > 0)
        *out = (bd_samples){ .doubles = bd_arena_copy(&run->arena, values, n * sizeof *values),
                             .count = n };
    free(values);
    return ok;
}

static bool read_samples(const bd_json *bench, const bd_json *stats, bd_run *run, bd_point *point,
                         bd_error *err)
{
    bd_json list;
    bool ok = true;
    if (bd_json_member(stats, "OriginalValues", &list))
        ok = bd_figure_samples(&list, run, point, err);
    if (!ok || !bd_json_member(bench, "Measurements", &list)
        || bd_json_typeof(&list) == BD_JSON_NULL)
        return ok;
    if (point->samples.count == 0) {
        ok = read_stage(&list, "Result", run, &point->samples, err);
        point->observed_at = bd_spot_of(&list, &point->source, run);
    }
    return ok && read_stage(&list, "Warmup", run, &point->warmups, err);
}

static void add_compat(const bd_json *bench, const bd_json *stats, bd_run *run, bd_point *point)
{
    bd_json name;
    bd_error none = BD_ERROR_INIT;
    bd_buf text = BD_BUF_INIT;
    if (!bd_number_finite(point->value) || !bd_json_member(bench, "FullName", &name))
        return;
    bd_compat *compat = bd_arena_alloc(&run->arena, sizeof *compat);
    bd_js_text(&name, &text, &none);
    compat->name = bd_arena_text(&run->arena, bd_buf_str(&text));
    bd_buf_clear(&text);
    bd_js_line(stats, "± ", "StandardDeviation", &text);
    compat->range = bd_arena_text(&run->arena, bd_buf_str(&text));
    compat->unit = "ns";
    compat->value = bd_js_number(point->value);
    compat->place = bench->index;
    point->compat = compat;
    bd_buf_release(&text);
}

bool bd_dotnet_time(const bd_json *bench, bd_run *run, bd_point *point, bd_error *err)
{
    bd_json stats;
    point->metric = "time";
    point->unit = "ns";
    point->source = bd_source_of(bench, run);
    if (!bd_json_member(bench, "Statistics", &stats) || bd_json_typeof(&stats) == BD_JSON_NULL) {
        bd_figure_judge(point, "no statistics: the benchmark did not run");
        return true;
    }
    bool ok = bd_figures_read(&stats, statistics, BD_COUNT(statistics), run, point, err)
              && read_interval(&stats, run, point, err) && read_percentiles(&stats, run, point, err)
              && read_samples(bench, &stats, run, point, err);
    if (ok)
        add_compat(bench, &stats, run, point);
    bd_figure_judge(point, "the mean is no number");
    return ok;
}
