/* tests/view/power.h: how often a comparison finds a change of some size, and how often one
 * that is not there: seeded, the same counts on every machine. */
#ifndef BD_TESTS_VIEW_POWER_H
#define BD_TESTS_VIEW_POWER_H

#include "core/base/buf.h"

/* What is compared: reports of one kind. */
typedef struct power_report {
    const char *name;
    size_t series;  /* in the report; the first one changed */
    double least;   /* percent: --least */
    double differ;  /* deviation of the levels of runs, as a share of that of the samples */
    size_t past;    /* earlier runs in the history; 0 = two sides that somebody names */
} power_report;

typedef struct power_cell {
    const power_report *report;
    const char *observations; /* "5", "3 × 5 by turns" */
    size_t runs, samples;     /* runs a side, samples of each */
    double noise, effect;     /* deviation of the samples, the change of the level: in percent */
    uint64_t seed;
} power_cell;

enum { POWER_ROUNDS = 1000 };

size_t power_cell_count(void);
power_cell power_cell_at(size_t index);
/* Sides that took turns are files that somebody names: without a history. */
bool power_cell_is_asked(const power_cell *cell);
/* Reports in which the change was found to be worse; without one those that name anything. */
size_t power_found(const power_cell *cell, size_t rounds);
/* The point of the cell as interchange JSON has it, on one line. */
void power_put(const power_cell *cell, size_t found, size_t rounds, bd_buf *out);

/* Nights on three CPUs and two backends (tests/noisy), and the report of the last one. */
typedef struct power_replays { /* of a program that never changed: which of them name a timing */
    size_t known, known_alerts; /* reports whose lanes all have eight earlier runs, or more */
    size_t early, early_alerts; /* the others */
} power_replays;

/* How long the history of a lane is. */
enum { POWER_EARLY, POWER_KNOWN, POWER_LONG, POWER_LENGTHS };

/* Of a program of which one series takes longer in the last night. */
typedef struct power_steps {
    double effect; /* percent */
    size_t count[POWER_LENGTHS], found[POWER_LENGTHS]; /* by the history of that series' lane */
} power_steps;

/* @param first  number of the first replay: each has a seed of its own */
power_replays power_replay(size_t first, size_t count);
void power_put_replays(const power_replays *replays, bd_buf *out);
size_t power_step_count(void); /* effects that there are */
power_steps power_step(size_t effect, size_t first, size_t count);
void power_put_steps(const power_steps *sum, bd_buf *out);

#endif
