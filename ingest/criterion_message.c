/* Lines of `cargo criterion --message-format=json`: a JSON object for each benchmark that
 * is complete. */
#include "ingest/cargo.h"
#include "ingest/figures.h"

bool bd_is_criterion_message(bd_str line)
{
    return bd_str_starts(line, "{") && bd_find(line, "\"reason\"")
           && bd_find(line, "\"benchmark-complete\"");
}

/* The slope where there is one, else the mean: what the console shows. */
static bool find_estimate(const bd_json *object, bd_json *out, bd_error *err)
{
    static const char *const names[] = { "typical", "slope", "mean" };
    for (size_t i = 0; i < BD_COUNT(names); i++)
        if (bd_json_object_of(object, names[i], out))
            return true;
    return bd_json_fail(object, err, "expected \"typical\", \"slope\" or \"mean\"");
}

static bool read_bound(bd_line *line, const bd_json *estimate, const char *name, bd_number *number,
                       bd_spot *spot, bd_error *err)
{
    bd_json at;
    if (!bd_json_member(estimate, name, &at))
        return true;
    if (!bd_figure_number(&at, number, err))
        return false;
    *spot = bd_spot_at(line, bd_json_raw(&at).ptr);
    return true;
}

static bool report(bd_line *line, const bd_json *object, bd_run *run, bd_point *point,
                   bd_error *err)
{
    static const bd_figure rows[] = { { "mean", BD_FIGURE_STAT(MEAN) },
                                      { "median", BD_FIGURE_STAT(MEDIAN) },
                                      { "median_abs_dev", BD_FIGURE_STAT(MAD) } };
    bd_stat_value *values = bd_arena_alloc(&run->arena, BD_COUNT(rows) * sizeof *values);
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_json estimate, at;
        bd_stat_value *value = &values[point->reported_count];
        if (!bd_json_member(object, rows[i].key, &estimate)
            || !bd_json_member(&estimate, "estimate", &at))
            continue;
        value->stat = rows[i].stat;
        if (!bd_figure_number(&at, &value->number, err))
            return false;
        value->at = bd_spot_at(line, bd_json_raw(&at).ptr);
        point->reported_count += value->number.kind != BD_NUMBER_NONE;
    }
    point->reported = values;
    return true;
}

static bool read_samples(bd_line *line, const bd_json *object, bd_run *run, bd_point *point,
                         bd_error *err)
{
    bd_json counts, totals;
    if (!bd_json_member(object, "iteration_count", &counts)
        || !bd_json_member(object, "measured_values", &totals))
        return true;
    point->observed_at = bd_spot_at(line, bd_json_raw(&totals).ptr);
    return bd_figure_per_count(&totals, &counts, run, point, err);
}

/* @return false with an error where the estimate has no number or no unit */
static bool read_estimate(bd_line *line, const bd_json *object, bd_run *run, bd_point *point,
                          bd_error *err)
{
    bd_json estimate, at, unit;
    if (!find_estimate(object, &estimate, err) || !bd_json_need(&estimate, "estimate", &at, err))
        return false;
    if (!bd_json_member(&estimate, "unit", &unit) && !bd_json_need(object, "unit", &unit, err))
        return false;
    *point = bd_point_at(line, bd_json_raw(&at).ptr);
    point->confidence = BD_CRITERION_CONFIDENCE;
    return bd_json_text(&unit, &run->arena, &point->unit, err)
           && bd_figure_number(&at, &point->value, err)
           && read_bound(line, &estimate, "lower_bound", &point->low, &point->low_at, err)
           && read_bound(line, &estimate, "upper_bound", &point->high, &point->high_at, err);
}

bool bd_criterion_message_read(bd_cargo *cargo, bd_line *line, const bd_json *object, bd_error *err)
{
    bd_run *run = cargo->log.repeats.run;
    bd_json id;
    bd_point point;
    bd_buf rest = BD_BUF_INIT;
    bool ok = bd_json_need(object, "id", &id, err) && read_estimate(line, object, run, &point, err)
              && bd_json_text(&id, &run->arena, &point.benchmark, err)
              && report(line, object, run, &point, err)
              && read_samples(line, object, run, &point, err);
    if (ok) {
        point.metric = bd_cargo_metric(bd_str_of(point.unit));
        bd_figure_judge(&point, "the estimate is no number");
        bd_keep_unmapped(object,
                         "reason id unit report_directory iteration_count measured_values typical "
                         "mean median median_abs_dev slope change",
                         &rest);
        point.rest = bd_rest_text(&rest, &run->arena);
        bd_cargo_add(cargo, bd_str_of(point.benchmark), &point, NULL);
    }
    bd_buf_release(&rest);
    return ok;
}
