/* Criterion.rs' estimates.json: one benchmark a file, in a tree of folders. benchmark.json
 * beside it names the benchmark, sample.json has the measurements. Without the one, the
 * folders name it: …/criterion/GROUP/FUNCTION/VALUE/new/estimates.json. */
#include "ingest/figures.h"

#include <string.h>

/* Both spellings: versions before 0.3.4 wrote "StdDev". */
static const char *const mean_names[] = { "mean", "Mean" };
static const char *const slope_names[] = { "slope", "Slope" };

static bool member_of(const bd_json *root, const char *const names[2], bd_json *out)
{
    return (bd_json_member(root, names[0], out) || bd_json_member(root, names[1], out))
           && bd_json_typeof(out) != BD_JSON_NULL;
}

/* ---- the estimates ---- */

static bool report(const bd_json *root, bd_run *run, bd_point *point, bd_error *err)
{
    static const struct {
        const char *names[2];
        bd_stat_kind kind;
    } rows[] = { { { "mean", "Mean" }, BD_STAT_MEAN },
                 { { "median", "Median" }, BD_STAT_MEDIAN },
                 { { "std_dev", "StdDev" }, BD_STAT_SD },
                 { { "median_abs_dev", "MedianAbsDev" }, BD_STAT_MAD } };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_json estimate, number;
        if (!member_of(root, rows[i].names, &estimate))
            continue;
        if (!bd_json_need(&estimate, "point_estimate", &number, err)
            || !bd_figure_report(&number, (bd_stat){ rows[i].kind, 0 }, run, point, err))
            return false;
    }
    return true;
}

static bool read_interval(const bd_json *estimate, bd_run *run, bd_point *point, bd_error *err)
{
    bd_json interval, member;
    if (!bd_json_member(estimate, "confidence_interval", &interval))
        return true;
    bool ok = bd_json_need(&interval, "lower_bound", &member, err)
              && bd_figure_number(&member, &point->low, err);
    if (ok)
        point->low_at = bd_spot_of(&member, &point->source, run);
    ok = ok && bd_json_need(&interval, "upper_bound", &member, err)
         && bd_figure_number(&member, &point->high, err);
    if (ok)
        point->high_at = bd_spot_of(&member, &point->source, run);
    return ok
           && (!bd_json_member(&interval, "confidence_level", &member)
               || bd_json_double(&member, &point->confidence, err));
}

/* The slope, where the sampling was linear; else the mean: what the console shows. */
static bool read_estimates(const bd_json *root, bd_run *run, bd_point *point, bd_error *err)
{
    bd_json estimate, number;
    if (!member_of(root, slope_names, &estimate) && !member_of(root, mean_names, &estimate))
        return bd_json_fail(root, err, "expected \"slope\" or \"mean\"");
    return bd_json_need(&estimate, "point_estimate", &number, err)
           && bd_figure_value(&number, run, point, err) && read_interval(&estimate, run, point, err)
           && report(root, run, point, err);
}

/* ---- the files beside it ---- */

typedef bool take(const bd_json *root, bd_run *run, bd_point *point, bd_error *err);

/* Reads a file that belongs to this one. @return false with an error that names it */
static bool with_companion(bd_reading *reading, const char *name, take *use, bd_point *point,
                           bd_run *run, bd_error *err)
{
    const bd_json_options options = { .lenient = true, .max_tokens = BD_JSON_TOKENS_MAX };
    const bd_ingest_file *file = bd_reading_companion(reading, name);
    bd_json_doc *doc = NULL;
    if (!file)
        return true;
    bool ok = bd_json_parse(bd_text_without_bom(file->bytes), &options, &doc, err);
    if (ok) {
        bd_json root = bd_json_root(doc);
        ok = use(&root, run, point, err);
    }
    if (ok)
        bd_run_add_file(run, file->path, file->bytes);
    else
        bd_error_in_file(err, file->path);
    bd_json_free(doc);
    return ok;
}

/* `times` are the nanoseconds of so many `iters`. */
static bool take_sample(const bd_json *root, bd_run *run, bd_point *point, bd_error *err)
{
    bd_json iters, times;
    return bd_json_need(root, "iters", &iters, err) && bd_json_need(root, "times", &times, err)
           && bd_figure_per_count(&times, &iters, run, point, err);
}

static bool take_names(const bd_json *root, bd_run *run, bd_point *point, bd_error *err)
{
    static const struct {
        const char *member, *param;
    } params[] = { { "function_id", "function" }, { "value_str", "value" } };
    bd_json member;
    bd_buf rest = BD_BUF_INIT, scratch = BD_BUF_INIT;
    bool ok = bd_json_need(root, "group_id", &member, err)
              && bd_json_text(&member, &run->arena, &point->benchmark, err);
    for (size_t i = 0; i < BD_COUNT(params) && ok; i++) {
        bd_str text;
        if (!bd_json_member(root, params[i].member, &member)
            || bd_json_typeof(&member) == BD_JSON_NULL)
            continue;
        ok = bd_json_string(&member, &scratch, &text, err);
        if (ok)
            bd_param_add(run, point, bd_str_of(params[i].param), text);
    }
    bd_keep_unmapped(root, "group_id function_id value_str full_id directory_name title", &rest);
    point->rest = bd_rest_text(&rest, &run->arena);
    bd_buf_release(&rest);
    bd_buf_release(&scratch);
    return ok;
}

/* ---- names out of the folders ---- */

enum { PARTS_MAX = 32 };

/* GROUP[/FUNCTION[/VALUE]] are the folders between "criterion" and the baseline's; where
 * there is no "criterion", the one folder above the baseline's. */
static bool name_by_folders(const char *path, bd_run *run, bd_point *point)
{
    bd_str rest = bd_str_of(path), part, parts[PARTS_MAX];
    size_t count = 0, first = 0;
    while (bd_str_split(&rest, '/', &part) && count < PARTS_MAX)
        parts[count++] = part;
    if (count < 3) /* folder, baseline, file */
        return false;
    size_t end = count - 2;
    for (size_t i = 0; i < end; i++)
        if (bd_str_is(parts[i], "criterion") && end - i - 1 >= 1 && end - i - 1 <= 3)
            first = i + 1;
    if (first == 0)
        first = end - 1;
    point->benchmark = bd_arena_text(&run->arena, parts[first]);
    if (end - first > 1)
        bd_param_add(run, point, BD_STR("function"), parts[first + 1]);
    if (end - first > 2)
        bd_param_add(run, point, BD_STR("value"), parts[first + 2]);
    return parts[first].len > 0;
}

/* change/estimates.json has shares of the time before: no measurements. */
static bool is_change(const bd_json *root)
{
    static const char *const deviation[] = { "std_dev", "StdDev" };
    bd_json member;
    return !member_of(root, deviation, &member) && !member_of(root, slope_names, &member);
}

static bool read(bd_reading *reading, bd_error *err)
{
    const bd_json *root = reading->root;
    const char *path = reading->in->file->path;
    bd_json mean;
    if (!bd_json_expect(root, BD_JSON_OBJECT, err))
        return false;
    if (is_change(root) && member_of(root, mean_names, &mean)) {
        bd_json_fail(root, err, "these are changes since another run, not times");
        bd_hint(err, "the times are in new/estimates.json: "
                     "target/criterion/**/new/estimates.json names those of all benchmarks");
        return false;
    }
    bd_run *run = bd_reading_new_run(reading, &bd_reader_criterion_json);
    bd_point *point = bd_run_add_point(run);
    run->tool = "Criterion.rs";
    point->metric = "time";
    point->unit = "ns";
    bool ok = read_estimates(root, run, point, err)
              && with_companion(reading, "benchmark.json", take_names, point, run, err)
              && with_companion(reading, "sample.json", take_sample, point, run, err);
    if (ok && !point->benchmark && !name_by_folders(path, run, point)) {
        bd_json_fail(root, err, "nothing says which benchmark this is");
        bd_hint(err, "leave it in its folders, or with benchmark.json beside it: "
                     "target/criterion/**/new/estimates.json");
        ok = false;
    }
    bd_figure_judge(point, "the estimate is no number");
    return ok;
}

static bool probe(const bd_reading *reading)
{
    bd_json mean, member;
    return bd_json_typeof(reading->root) == BD_JSON_OBJECT && !is_change(reading->root)
           && member_of(reading->root, mean_names, &mean)
           && bd_json_member(&mean, "confidence_interval", &member)
           && bd_json_member(&mean, "point_estimate", &member);
}

const bd_reader bd_reader_criterion_json = {
    .format = { .name = "criterion-json",
                .aliases = "criterion-estimates",
                .summary = "Criterion.rs' estimates.json, with benchmark.json and sample.json",
                .example =
                    "{\"mean\": {\"point_estimate\": 4.7, \"confidence_interval\": {…}, …},\n"
                    " \"slope\": {…}, \"median\": {…}, \"std_dev\": {…}}" },
    .is_json = true,
    .probe = probe,
    .read = read,
};
