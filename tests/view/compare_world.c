/* Two sides, a past, and what a comparison says of them. */
#include "tests/view/compare_world.h"

#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

#define DAY ((int64_t)86400 * 1000 * 1000 * 1000)

void compare_world_open(compare_world *w, const char *yaml)
{
    *w = (compare_world){ .options = BD_COMPARE_OPTIONS_INIT };
    if (!yaml)
        w->config = bd_config_empty();
    else if (!bd_config_parse(bd_str_of(yaml), "benchdoc.yml", &w->config, &w->found))
        fail_msg("%s", w->found.items[0].error.message);
}

void compare_world_close(compare_world *w)
{
    bd_comparison_release(&w->out);
    bd_runs_release(&w->heads);
    bd_runs_release(&w->bases);
    bd_runs_release(&w->past);
    bd_config_free(w->config);
    bd_diagnostics_release(&w->found);
}

bd_run *compare_run(bd_runs *runs, const char *cpu, int day)
{
    bd_run *run = bd_run_new();
    run->id = bd_arena_printf(&run->arena, "%032zx%032d", (size_t)(void *)runs, day);
    run->suite = "jmh";
    run->format = "jmh";
    run->commit = (bd_commit)BD_COMMIT_INIT;
    run->measured_at_ns = day * DAY;
    bd_run_add_file(run, "r.json", BD_STR("{}"));
    if (cpu)
        bd_pairs_set(&run->environment, &run->arena, BD_STR("cpu"), bd_str_of(cpu));
    bd_runs_add(runs, run);
    return run;
}

bd_point *compare_point(bd_run *run, const char *benchmark, const char *metric, bd_number value,
                        const char *unit)
{
    bd_point *p = bd_run_add_point(run);
    p->benchmark = bd_arena_strdup(&run->arena, benchmark);
    p->metric = bd_arena_strdup(&run->arena, metric);
    p->unit = bd_arena_strdup(&run->arena, unit);
    p->value = value;
    return p;
}

void compare_samples(bd_run *run, bd_point *point, double center, double step, size_t count)
{
    double *values = bd_arena_alloc(&run->arena, count * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        size_t steps = (i + 1) / 2;
        double away = step * (double)steps;
        values[i] = center * (i % 2 ? 1 + away : 1 - away);
    }
    point->samples = (bd_samples){ .doubles = values, .count = count };
}

void compare_now(compare_world *w)
{
    bd_past past = { .runs = (const bd_run *const *)w->past.items,
                     .run_count = w->past.count,
                     .config = w->config };
    bd_compare_call call = { .config = w->config,
                             .heads = (const bd_run *const *)w->heads.items,
                             .head_count = w->heads.count,
                             .bases = (const bd_run *const *)w->bases.items,
                             .base_count = w->bases.count,
                             .past = w->past.count > 0 ? &past : NULL,
                             .options = &w->options };
    bd_comparison_release(&w->out);
    if (!bd_compare(&call, &w->out, &w->found))
        fail_msg("%s", w->found.items[0].error.message);
}

const bd_compared *compare_row(const compare_world *w, const char *benchmark, const char *metric)
{
    for (size_t i = 0; i < w->out.row_count; i++) {
        const bd_compared *row = &w->out.rows[i];
        if (strcmp(row->series->point->benchmark, benchmark) == 0
            && strcmp(row->metric, metric) == 0)
            return row;
    }
    fail_msg("no series %s %s", benchmark, metric);
    return NULL;
}

void assert_verdict(const compare_world *w, const char *benchmark, const char *want)
{
    const bd_compared *row = compare_row(w, benchmark, "score");
    if (strcmp(bd_verdict_name(row->verdict), want) != 0)
        fail_msg("%s is %s (%s; %s; p %g) in place of %s", benchmark, bd_verdict_name(row->verdict),
                 row->words, row->why, row->p, want);
}

void compare_says(const compare_world *w, const char *benchmark, const char *metric,
                  const char *words, const char *why)
{
    const bd_compared *row = compare_row(w, benchmark, metric);
    assert_string_equal(row->words, words);
    if (!strstr(row->why, why))
        fail_msg("\"%s\" is not in \"%s\"", why, row->why);
}

void compare_past(compare_world *w, double step)
{
    static const double pattern[] = { 0, 1, -1, 2, -2, 0.5, -0.5, 1.5, -1.5, 0.2 };
    for (int day = 1; day <= 20; day++) {
        double value = 100 + step * pattern[day % 10];
        compare_point(compare_run(&w->past, "AMD EPYC 7763 64-Core Processor", day), "b", "score",
                      bd_double(value), "ms/op");
    }
}
