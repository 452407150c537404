/* How often a comparison finds what is there, and what is not: see power.h. */
#include "tests/view/power.h"

#include "tests/noisy/noisy.h"
#include "tests/stats/noise.h"
#include "tests/view/compare_world.h"

#include <stdio.h>
#include <string.h>

static const power_report reports[] = {
    { "one series", 1, 3, 0, 0 },
    { "one series, --least 1%", 1, 1, 0, 0 },
    { "one of 20 series", 20, 3, 0, 0 },
    { "runs differ", 1, 3, 0.5, 0 },
    { "runs differ, 20 earlier runs", 1, 3, 0.5, 20 },
    { "runs differ, 20 earlier runs, one of 20 series", 20, 3, 0.5, 20 },
};

static const struct {
    const char *name;
    size_t runs, samples;
} designs[] = {
    { "5", 1, 5 },
    { "10", 1, 10 },
    { "20", 1, 20 },
    { "3 \xC3\x97 5 by turns", 3, 5 },
};

static const double noises[] = { 1, 2, 5 };
static const double effects[] = { 0, 1, 2, 3, 5, 10, 20 };

size_t power_cell_count(void)
{
    return BD_COUNT(reports) * BD_COUNT(designs) * BD_COUNT(noises) * BD_COUNT(effects);
}

power_cell power_cell_at(size_t index)
{
    size_t effect = index % BD_COUNT(effects), rest = index / BD_COUNT(effects);
    size_t noise = rest % BD_COUNT(noises), design = rest / BD_COUNT(noises) % BD_COUNT(designs);
    return (power_cell){
        .report = &reports[rest / BD_COUNT(noises) / BD_COUNT(designs)],
        .observations = designs[design].name,
        .runs = designs[design].runs,
        .samples = designs[design].samples,
        .noise = noises[noise],
        .effect = effects[effect],
        .seed = 20261201 + index,
    };
}

bool power_cell_is_asked(const power_cell *cell)
{
    return cell->runs == 1 || cell->report->past == 0;
}

/* ---- one report ---- */

static void add_run(bd_runs *runs, const power_cell *cell, int day, double effect, uint64_t *state)
{
    double noise = cell->noise / 100, *room;
    bd_run *run = compare_run(runs, noisy_cpus[0], day);
    for (size_t i = 0; i < cell->report->series; i++) {
        char name[24];
        double level = 100 * (i == 0 ? 1 + effect / 100 : 1), sum = 0;
        level *= 1 + cell->report->differ * noise * next_normal(state);
        room = bd_arena_alloc(&run->arena, cell->samples * sizeof *room);
        fill_noisy(room, cell->samples, level, noise, state);
        for (size_t k = 0; k < cell->samples; k++)
            sum += room[k] / (double)cell->samples;
        snprintf(name, sizeof name, "s%zu", i);
        compare_point(run, name, "score", bd_double(sum), "ms/op")->samples =
            (bd_samples){ .doubles = room, .count = cell->samples };
    }
}

static bool names_any(const bd_comparison *out)
{
    return out->counts[BD_VERDICT_WORSE] + out->counts[BD_VERDICT_BETTER] > 0;
}

static bool finds(const power_cell *cell, uint64_t *state)
{
    compare_world w;
    int day = 1;
    compare_world_open(&w, NULL);
    w.options.least = cell->report->least;
    for (size_t i = 0; i < cell->report->past; i++)
        add_run(&w.past, cell, day++, 0, state);
    for (size_t i = 0; i < cell->runs; i++) { /* by turns: base, head, base, head */
        add_run(cell->report->past > 0 ? &w.past : &w.bases, cell, day++, 0, state);
        add_run(&w.heads, cell, day++, cell->effect, state);
    }
    compare_now(&w);
    bool found = cell->effect > 0 ? compare_row(&w, "s0", "score")->verdict == BD_VERDICT_WORSE
                                  : names_any(&w.out);
    compare_world_close(&w);
    return found;
}

size_t power_found(const power_cell *cell, size_t rounds)
{
    uint64_t state = cell->seed;
    size_t found = 0;
    for (size_t i = 0; i < rounds; i++)
        found += finds(cell, &state);
    return found;
}

void power_put(const power_cell *cell, size_t found, size_t rounds, bd_buf *out)
{
    bd_buf_printf(out,
                  "{\"benchmark\": \"power\", \"metric\": \"found\", \"params\": {\"report\": "
                  "\"%s\", \"observations\": \"%s\", \"noise\": \"%g\", \"effect\": \"%g\"}, "
                  "\"value\": %.1f, \"unit\": \"%%\", \"n\": %zu}",
                  cell->report->name, cell->observations, cell->noise, cell->effect,
                  100 * (double)found / (double)rounds, rounds);
}

/* ---- nights of a dozen benchmarks on runners ---- */

enum { NIGHTS_LEAST = 10, NIGHTS_MOST = 90, SAMPLES = 10, ENOUGH = 8, MANY = 20 };

/* The step is one of a benchmark that is as noisy as most. */
enum { STEPPED = 0 };
static const double steps[] = { 5, 20, 150 };

/* One job of a matrix, on the runner that it gets.
 * @param step  factor of what the stepped benchmark takes */
static void measure(bd_runs *runs, size_t backend, int day, double step, uint64_t *state)
{
    bd_run *run = compare_run(runs, noisy_cpus[noisy_cpu(state)], day);
    double host = noisy_host(state);
    run->id = bd_arena_printf(&run->arena, "%s%zu", run->id, backend);
    bd_pairs_set(&run->environment, &run->arena, BD_STR("backend"),
                 bd_str_of(noisy_backends[backend]));
    for (size_t i = 0; i < NOISY_BENCHMARKS; i++) {
        double *room = bd_arena_alloc(&run->arena, SAMPLES * sizeof *room);
        double factor = i == STEPPED ? host * step : host;
        double mean = noisy_run(&noisy_benchmarks[i], factor, room, SAMPLES, state);
        compare_point(run, noisy_benchmarks[i].name, "score", bd_double(mean), "ms/op")->samples =
            (bd_samples){ .doubles = room, .count = SAMPLES };
    }
}

/* The step is one of the first backend. */
static void compare_last_night(compare_world *w, uint64_t seed, double step)
{
    uint64_t state = seed;
    int nights = NIGHTS_LEAST + (int)(seed % (NIGHTS_MOST - NIGHTS_LEAST));
    compare_world_open(w, NULL);
    for (int night = 1; night <= nights; night++)
        for (size_t backend = 0; backend < NOISY_BACKENDS; backend++)
            measure(night == nights ? &w->heads : &w->past, backend, night,
                    night == nights && backend == 0 ? step : 1, &state);
    compare_now(w);
}

static void replay(uint64_t seed, power_replays *sum)
{
    compare_world w;
    bool known = true;
    compare_last_night(&w, seed, 1);
    for (size_t i = 0; i < w.out.group_count; i++)
        known = known && w.out.groups[i].baseline.history_count >= ENOUGH;
    *(known ? &sum->known : &sum->early) += 1;
    *(known ? &sum->known_alerts : &sum->early_alerts) += names_any(&w.out);
    compare_world_close(&w);
}

power_replays power_replay(size_t first, size_t count)
{
    power_replays sum = { 0 };
    for (size_t i = first; i < first + count; i++)
        replay(i, &sum);
    return sum;
}

static void put_replay(const char *name, size_t alerts, size_t count, bd_buf *out)
{
    bd_buf_printf(out,
                  "{\"benchmark\": \"replays\", \"metric\": \"alerts\", \"params\": {\"history\": "
                  "\"%s\"}, \"value\": %.2f, \"unit\": \"%%\", \"n\": %zu}",
                  name, count > 0 ? 100 * (double)alerts / (double)count : 0.0, count);
}

void power_put_replays(const power_replays *replays, bd_buf *out)
{
    put_replay("any", replays->known_alerts + replays->early_alerts,
               replays->known + replays->early, out);
    bd_buf_puts(out, ",\n");
    put_replay("known", replays->known_alerts, replays->known, out);
    bd_buf_puts(out, ",\n");
    put_replay("early", replays->early_alerts, replays->early, out);
}

/* ---- a step in the last night ---- */

size_t power_step_count(void)
{
    return BD_COUNT(steps);
}

static void look_for_step(uint64_t seed, power_steps *sum)
{
    compare_world w;
    compare_last_night(&w, seed, 1 + sum->effect / 100);
    for (size_t i = 0; i < w.out.row_count; i++) {
        const bd_compared *row = &w.out.rows[i];
        const bd_compared_group *group = &w.out.groups[row->group];
        if (strcmp(row->series->point->benchmark, noisy_benchmarks[STEPPED].name) != 0
            || strcmp(group->lane.backend, noisy_backends[0]) != 0)
            continue;
        size_t earlier = group->baseline.history_count;
        int length = earlier < ENOUGH ? POWER_EARLY : earlier < MANY ? POWER_KNOWN : POWER_LONG;
        sum->count[length]++;
        sum->found[length] += row->verdict == BD_VERDICT_WORSE;
    }
    compare_world_close(&w);
}

power_steps power_step(size_t effect, size_t first, size_t count)
{
    power_steps sum = { .effect = steps[effect] };
    for (size_t i = first; i < first + count; i++)
        look_for_step(i, &sum);
    return sum;
}

void power_put_steps(const power_steps *sum, bd_buf *out)
{
    static const char *const names[POWER_LENGTHS] = { "fewer than 8", "8 to 19", "20 to 30" };
    for (size_t i = 0; i < POWER_LENGTHS; i++)
        bd_buf_printf(out,
                      "%s{\"benchmark\": \"steps\", \"metric\": \"found\", \"params\": "
                      "{\"earlier\": \"%s\", \"effect\": \"%g\"}, \"value\": %.1f, \"unit\": "
                      "\"%%\", \"n\": %zu}",
                      i > 0 ? ",\n" : "", names[i], sum->effect,
                      100 * (double)sum->found[i] / (double)sum->count[i], sum->count[i]);
}
