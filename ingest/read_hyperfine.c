/* hyperfine --export-json: a result for each command, its times as samples, user and
 * system time, memory. A parameter's value in the command becomes its name again, so
 * that the runs of one parametrized command are one benchmark. */
#include "ingest/figures.h"

#include <string.h>

static const bd_figure time_figures[] = {
    { "mean", BD_FIGURE_STAT(VALUE) },    { "stddev", BD_FIGURE_STAT(SD) },
    { "median", BD_FIGURE_STAT(MEDIAN) }, { "min", BD_FIGURE_STAT(MIN) },
    { "max", BD_FIGURE_STAT(MAX) },
};

static bool is_word(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'
           || c == '.';
}

/* Replaces the value where it stands as a whole word: "sleep 0.1" → "sleep {delay}". */
static void put_name(bd_str command, const bd_pair *param, bd_buf *out)
{
    bd_str value = bd_str_of(param->value);
    bd_buf_clear(out);
    for (size_t i = 0; i < command.len;) {
        size_t end = i + value.len;
        bool here = value.len > 0 && end <= command.len
                    && bd_str_eq(bd_str_sub(command, i, end), value)
                    && (i == 0 || !is_word(command.ptr[i - 1]))
                    && (end == command.len || !is_word(command.ptr[end]));
        if (here)
            bd_buf_printf(out, "{%s}", param->key);
        else
            bd_buf_putc(out, command.ptr[i]);
        i = here ? end : i + 1;
    }
}

static void name_benchmark(bd_run *run, bd_point *point)
{
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < point->params.count; i++) {
        put_name(bd_str_of(point->benchmark), &point->params.items[i], &text);
        point->benchmark = bd_arena_text(&run->arena, bd_buf_str(&text));
    }
    bd_buf_release(&text);
}

/* hyperfine stops at a failing command unless it is told to go on (-i). */
static void note_failures(bd_reading *reading, const bd_json *codes)
{
    bd_json code;
    bd_error note = BD_ERROR_INIT;
    for (bool more = bd_json_first(codes, &code); more; more = bd_json_next(&code)) {
        if (bd_str_is(bd_json_raw(&code), "0"))
            continue;
        bd_str raw = bd_json_raw(&code);
        bd_json_fail(&code, &note, "a run of this command ended with code %.*s", (int)raw.len,
                     raw.ptr);
        bd_hint(&note, "its time counts, as hyperfine counts it (-i)");
        bd_error_in_file(&note, reading->in->file->path);
        bd_diagnostics_add(reading->found, BD_NOTE, &note);
        return;
    }
}

static bool read_time(bd_run *run, const bd_json *result, bd_error *err)
{
    bd_json member;
    bd_point *point = bd_run_add_point(run);
    bool ok = bd_json_need(result, "command", &member, err)
              && bd_json_text(&member, &run->arena, &point->benchmark, err);
    if (ok && bd_json_member(result, "parameters", &member)
        && bd_json_typeof(&member) != BD_JSON_NULL)
        ok = bd_params_read(&member, run, point, err);
    if (!ok)
        return false;
    name_benchmark(run, point);
    point->metric = "time";
    point->unit = "s";
    ok = bd_json_need(result, "mean", &member, err)
         && bd_figures_read(result, time_figures, BD_COUNT(time_figures), run, point, err);
    if (ok && bd_json_member(result, "times", &member))
        ok = bd_figure_samples(&member, run, point, err);
    bd_figure_judge(point, "the mean is no number");
    return ok;
}

static bool read_other(bd_run *run, const bd_json *result, size_t first, bd_error *err)
{
    bd_json member;
    bool ok = true;
    static const char *const times[] = { "user", "system" };
    for (size_t i = 0; i < BD_COUNT(times) && ok; i++) {
        if (!bd_json_member(result, times[i], &member) || bd_json_typeof(&member) == BD_JSON_NULL)
            continue;
        bd_point *point = bd_figure_point(run, first, times[i]);
        point->unit = "s";
        ok = bd_figure_value(&member, run, point, err);
    }
    if (ok && bd_json_member(result, "memory_usage_byte", &member) && bd_json_count(&member) > 0) {
        bd_point *point = bd_figure_point(run, first, "memory");
        point->unit = "B";
        ok = bd_figure_middle(&member, run, point, err)
             && bd_figure_samples(&member, run, point, err);
    }
    return ok;
}

static bool read_result(bd_reading *reading, bd_run *run, const bd_json *result, bd_error *err)
{
    bd_json codes;
    bd_buf rest = BD_BUF_INIT;
    size_t first = run->point_count;
    bool ok = read_time(run, result, err);
    if (ok) {
        bd_keep_unmapped(result,
                         "command parameters mean stddev median min max times user system "
                         "memory_usage_byte",
                         &rest);
        run->points[first].rest = bd_rest_text(&rest, &run->arena);
        ok = read_other(run, result, first, err);
    }
    if (ok && bd_json_member(result, "exit_codes", &codes))
        note_failures(reading, &codes);
    bd_buf_release(&rest);
    return ok;
}

static bool read(bd_reading *reading, bd_error *err)
{
    bd_json results, result;
    if (!bd_json_need(reading->root, "results", &results, err)
        || !bd_json_expect(&results, BD_JSON_ARRAY, err))
        return false;
    bd_run *run = bd_reading_new_run(reading, &bd_reader_hyperfine);
    run->tool = "hyperfine";
    for (bool more = bd_json_first(&results, &result); more; more = bd_json_next(&result))
        if (!read_result(reading, run, &result, err))
            return false;
    return true;
}

static bool probe(const bd_reading *reading)
{
    bd_json results, first, member;
    return bd_json_member(reading->root, "results", &results) && bd_json_first(&results, &first)
           && bd_json_typeof(&results) == BD_JSON_ARRAY
           && bd_json_member(&first, "command", &member) && bd_json_member(&first, "mean", &member);
}

const bd_reader bd_reader_hyperfine = {
    .format = { .name = "hyperfine",
                .aliases = "",
                .summary = "hyperfine --export-json: times as samples, user, system, memory",
                .example = "{\"results\": [{\"command\": \"sleep 0.1\", \"mean\": 0.107,\n"
                           "  \"user\": 0.001, \"system\": 0.001, \"times\": [0.106, 0.108]}]}" },
    .is_json = true,
    .probe = probe,
    .read = read,
};
