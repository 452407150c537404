/* tests/view/compare_world.h: two sides, a past, and what a comparison says of them. */
#ifndef TESTS_VIEW_COMPARE_WORLD_H
#define TESTS_VIEW_COMPARE_WORLD_H

#include "render/view/compare.h"

typedef struct compare_world {
    bd_runs heads, bases, past;
    bd_config *config;
    bd_compare_options options;
    bd_comparison out;
    bd_diagnostics found;
} compare_world;

void compare_world_open(compare_world *w, const char *yaml);
void compare_world_close(compare_world *w);
/* A run of suite "jmh" on a CPU (NULL = unknown), measured on that day. */
bd_run *compare_run(bd_runs *runs, const char *cpu, int day);
/* A point "b" of `benchmark`. */
bd_point *compare_point(bd_run *run, const char *benchmark, const char *metric, bd_number value,
                        const char *unit);
/* Samples around a center: center times 1, 1 + step, 1 - step, 1 + 2 step, … */
void compare_samples(bd_run *run, bd_point *point, double center, double step, size_t count);
/* Compares heads with bases (where there are some) and the past. */
void compare_now(compare_world *w);
/* The row of a benchmark and a metric; a test fails without it. */
const bd_compared *compare_row(const compare_world *w, const char *benchmark, const char *metric);
/* Compares the verdict by name, and shows the reason where it is another. */
void assert_verdict(const compare_world *w, const char *benchmark, const char *want);

/* Its words are these, and its reason has that text. */
void compare_says(const compare_world *w, const char *benchmark, const char *metric,
                  const char *words, const char *why);
/* A past of 20 runs of "b" around 100, in a pattern without two modes. */
void compare_past(compare_world *w, double step);

#endif
