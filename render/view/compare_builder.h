/* render/view/compare_builder.h: private to the builders of comparisons (compare*.c)
 * and of what they are held to (gate*.c). */
#ifndef BD_VIEW_COMPARE_BUILDER_H
#define BD_VIEW_COMPARE_BUILDER_H

#include "core/base/map.h"
#include "render/view/compare.h"

/* A side of a series, while observations are handed out. */
typedef enum bd_compare_role { BD_ROLE_HEAD, BD_ROLE_BASE } bd_compare_role;
enum { BD_ROLES = BD_ROLE_BASE + 1 };

/* An observation for a row, before it is known how many each row has. */
typedef struct bd_handed {
    size_t                row;
    const bd_observation *observation;
} bd_handed;

typedef struct bd_handed_list {
    bd_handed *items; /* owned */
    size_t     count, capacity;
} bd_handed_list;

/* A number of the past for a row, in the row's unit. */
typedef struct bd_past_handed {
    size_t row;
    double number;
    bool   is_base; /* of the run that is the baseline */
} bd_past_handed;

/* The past of a row, in the order of its runs. */
typedef struct bd_row_past {
    double *numbers; /* in the arena */
    size_t  count;
    size_t  base; /* place of the baseline's; SIZE_MAX = it is not among them */
} bd_row_past;

/* What a row is found by. */
typedef struct bd_row_key {
    bd_str      identity; /* in the arena */
    size_t      group;
    const char *unit; /* of the head */
} bd_row_key;

/* How observations of a group find their row. */
typedef struct bd_row_finder {
    bd_map rows;   /* identity → row */
    bd_map compat; /* name that github-action-benchmark writes → row; SIZE_MAX = of several */
    size_t group;
    size_t next; /* the row that is looked at first: runs mostly have their series in one order */
} bd_row_finder;

struct bd_comparing {
    const bd_compare_call *call;
    bd_compare_options     options;
    bd_comparison         *out;
    bd_run_list            sides, history;
    bd_row_finder         *finders; /* owned; of each group */
    bd_row_key            *keys;    /* owned; of each row */
    size_t                 row_capacity, key_capacity;
    bd_handed_list         handed[BD_ROLES];
    bd_map                 spans; /* run (its pointer) → index of its first observation */
    bd_past_handed        *past;  /* owned */
    size_t                 past_count, past_capacity;
    bd_row_past           *pasts; /* of each row; in the arena */
    double                *room; /* owned; for the numbers of one row */
    size_t                 room_count;
    bd_buf                 scratch;
};

/* ---- compare_groups.c: what is compared with what ---- */
void bd_compare_group_heads(bd_comparing *c);
/* Facts of the environment that differ, once the observations are made. */
void bd_compare_facts(bd_comparing *c, bd_compared_group *group);
/* Whether a fact differs by its nature: a commit, a time, a run's number. */
bool bd_fact_is_passing(bd_str key);

/* ---- compare_pair.c: series by series ---- */
/* Rows with their sides. */
void bd_compare_find_rows(bd_comparing *c);
bool bd_compare_asks_for(const bd_compare_options *options, const bd_observation *o);
/* The name by which series of a data.js are found: it does not say a mode, and of some tools
 * only a name. Empty = the run is of no data.js. */
bd_str bd_compare_compat(const bd_observation *o);
/* By its identity, else by what the action would have called the head's series.
 * @return SIZE_MAX: none */
size_t bd_compare_row(const bd_comparing *c, bd_row_finder *finder, bd_str identity, bd_str compat);

/* Fills `spans` with the first observation of every run, by the bytes of its pointer. */
void bd_find_spans(const bd_observations *all, bd_arena *arena, bd_map *spans);
/* The first observation of a run; all->count = it has none. */
size_t bd_span_of(const bd_observations *all, const bd_map *spans, const bd_run *const *run);
/* What makes a series within a lane: metric and dimensions, whatever their order.
 * @param out  emptied first */
void bd_series_identity(const bd_observation *o, bd_buf *out);

/* ---- compare_label.c: how a series is called ---- */
const char *bd_series_label(const bd_observation *o, bd_arena *arena);
/* A metric's name without JMH's leading U+00B7. Borrowed. */
const char *bd_compare_metric(const char *metric);

/* ---- compare_past.c: the history's numbers ---- */
/* Those that were taken, row by row. */
void bd_compare_sort_past(bd_comparing *c);

/* ---- compare_numbers.c: sides as numbers of one unit ---- */
/* Fills value, number, n, interval of both sides and the change. */
void bd_compare_numbers(bd_comparing *c, bd_compared *row);
/* What a number of `from` is multiplied by to be one of `to`; the other way round for a
 * rate and a time. @return false: they do not convert */
bool bd_compare_factor(const char *from, const char *to, double *factor, bool *reciprocal);
/* The number that a series is known by: its value, else the median of what was observed. */
bool bd_compare_number(const bd_observation *o, bd_number *out);
/* x times the factor, or the other way round. */
double bd_compare_converted(double x, double factor, bool reciprocal);
/* Numbers of some observations in the unit of the head: those that have one.
 * @param room  for `count` numbers
 * @return how many */
size_t bd_compare_values(const bd_observation *const *items, size_t count, const char *unit,
                         double *room);
/* Raw samples of a side; 0 where a run has none, or too many. */
size_t bd_compare_sample_count(const bd_compared_side *side);
/* Raw samples of one side in the unit of the head, sorted; count 0 where a run has none.
 * @param which  0 or 1: two lie in c->room at once */
bd_sorted bd_compare_samples(bd_comparing *c, const bd_compared_side *side, const char *unit,
                             int which);
/* Room for so many numbers, twice. */
void bd_compare_reserve(bd_comparing *c, size_t count);

/* ---- compare_host.c ---- */
/* Finds the common factor of every group. */
void bd_compare_hosts(bd_comparing *c);
/* Did a series move with the whole run? */
bool bd_compare_is_of_host(const bd_compared_group *group, const bd_compared *row);
/* The head's number as it would be had the host not moved everything: to weigh, not to show. */
double bd_compare_usual(const bd_compared_group *group, const bd_compared *row);

/* ---- compare_history.c ---- */
enum { BD_HISTORY_MINIMUM = 8 }; /* runs that say what is normal */
/* What is normal for a row's series, without the steps it took, and whether it has two modes,
 * the head included. */
void bd_compare_look_back(bd_comparing *c, bd_compared *row, size_t index);
/* The head against it: the only evidence where there is no other. */
void bd_compare_weigh_history(const bd_comparing *c, bd_compared *row);

/* ---- compare_evidence.c, compare_judge.c ---- */
/* Evidence and its p, before the adjustment; history and modes. */
void bd_compare_evidence(bd_comparing *c, bd_compared *row, size_t index);
/* Adjusts and gives every row its verdict. */
void bd_compare_give_verdicts(bd_comparing *c);
/* May single runs of different days differ as much, for all that is known? */
bool bd_compare_is_within_unknown(const bd_compared_group *group, const bd_compared *row);

/* As the file says it, else as metric and unit do. */
bd_direction bd_series_direction(const bd_observation *o);

/* ---- compare_words.c ---- */
/* Appends "+12.3 % slower". */
void bd_change_words(double percent, const char *unit, bd_direction direction, bd_buf *out);
/* "+12.3 % slower"; in the arena. */
const char *bd_compare_change_words(bd_comparing *c, const bd_compared *row);
const char *bd_compare_why(bd_comparing *c, const bd_compared *row);

#endif
