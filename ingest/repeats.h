/* ingest/repeats.h: benchmarks that stand in a file several times (-count, a loop around the
 * run): one point whose samples they are. Its value is the middle one, always one that was
 * measured (of an even number the upper of the two), with its place, in the unit that stands
 * there; the samples are in that unit, whatever the others were printed in. */
#ifndef BD_INGEST_REPEATS_H
#define BD_INGEST_REPEATS_H

#include "core/base/map.h"
#include "ingest/internal.h"
#include "ingest/lines.h"

/* @return the index of the middle value, those that are no number last */
size_t bd_middle_of(const bd_number *values, size_t count);
/* Copies numbers into the arena: integers when all are, else doubles. */
void bd_samples_put(bd_samples *to, bd_arena *arena, const bd_number *values, size_t count);

typedef struct bd_first  bd_first;
typedef struct bd_repeat bd_repeat;

typedef struct bd_repeats {
    bd_run    *run; /* borrowed */
    size_t     count; /* of all that was added */
    bd_first  *firsts; /* owned, in the order of the file */
    size_t     first_count, first_capacity;
    size_t     places; /* of the action's list */
    bool       mixed;  /* a key has units that do not convert */
    bd_map     by_key; /* of the first ones, in their order */
    bd_arena   own;    /* what only counts until the points are made */
    const bd_point *likes[4]; /* in it: what the last lines had in common */
    size_t     next_like;
    bd_str     texts[512]; /* that lines said; in the run's arena */
    bd_pairs   params;     /* of a reader of lines */
    bd_buf     scratch;
} bd_repeats;

/* A text that many lines have, such as a unit: mostly one copy serves them all. In the run's
 * arena. */
const char *bd_repeats_text(bd_repeats *repeats, bd_str text);
/* The same of two texts, one behind the other. */
const char *bd_repeats_join_text(bd_repeats *repeats, bd_str a, bd_str b);

/* Adds what a line says of a benchmark; alike keys are one point, unless their units do not
 * convert: bd_run_seal() refuses such a run. Texts of the point are
 * the run's. Only bd_repeats_points() gives the run its points.
 * @param name    of the benchmark, a part of the key, where the point does not have it: it is
 *                copied once for all that are alike
 * @param compat  the action's entry; NULL = none. Its place is set; without a name it has the
 *                benchmark's */
void bd_repeats_add(bd_repeats *repeats, bd_str key, bd_str name, const bd_point *point,
                    const bd_compat *compat);
/* Adds all that another one has, as if it had been added behind: texts, places, keys. That
 * one is empty then, and its run has nothing any more. */
void bd_repeats_join(bd_repeats *repeats, bd_repeats *behind);
/* The key of one of the run's points, once it has them; borrowed. */
bd_str bd_repeats_key(const bd_repeats *repeats, size_t point);
/* Finishes the points, which stand in the run in the order of their first appearance. */
void bd_repeats_points(bd_repeats *repeats);
void bd_repeats_release(bd_repeats *repeats);

/* A fresh point at a place in a line. @param at  its value, in the line's text */
bd_point bd_point_at(bd_line *line, const char *at);
/* The same of a number that is not the value. */
bd_spot bd_spot_at(bd_line *line, const char *at);

/* Nothing was found: shows the first line of the reader's example. @return false */
bool bd_fail_empty(bd_error *err, const char *tool, const bd_reader *reader);

#endif
