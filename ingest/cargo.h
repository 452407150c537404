/* ingest/cargo.h: what the readers of `cargo bench` share. Private to ingest/.
 *
 * One output can hold both kinds of lines, those of libtest ("test x ... bench: 5 ns/iter
 * (+/- 1)") and Criterion's ("x   time:   [1 ns 2 ns 3 ns]"), or their JSON, an object a
 * line: both readers read all. */
#ifndef BD_INGEST_CARGO_H
#define BD_INGEST_CARGO_H

#include "ingest/log.h"

typedef struct bd_cargo {
    bd_log      log;
    bd_buf      key;    /* scratch */
    bd_buf      number; /* scratch */
    bd_str      target; /* "benches/parse.rs" of the last "Running …" line; in the run's arena */
    bd_pairs    params; /* it, as its points have it */
    bd_str      unit;   /* of the last line: the next one mostly has the same */
    const char *metric; /* of that unit */
    bd_buf      name;   /* what the line before may have been: a name of Criterion's */
    bd_buf      now;    /* the benchmark that Criterion is at */
    int64_t     collected; /* samples of the next of Criterion's; 0 = not said */
    int64_t     samples;   /* of the one it is at */
    bool        has_messages; /* of Criterion's: its console says the same again */
} bd_cargo;

/* Adds a point of the target that runs now; see bd_repeats_add(). */
void bd_cargo_add(bd_cargo *cargo, bd_str name, const bd_point *point, const bd_compat *compat);

/* ---- libtest_line.c ---- */

bool bd_is_libtest(bd_str line);
/* @return false only with an error */
bool bd_libtest_read(bd_cargo *cargo, bd_line *line, bd_error *err);

/* "time" where the unit is one, else "value". */
const char *bd_cargo_metric(bd_str unit);

/* ---- libtest_json.c: the same as a JSON object a line ---- */

bool bd_is_libtest_json(bd_str line);
bool bd_is_libtest_suite(bd_str line); /* the begin of tests, whatever becomes of them */
/* Reads any JSON object of a line. @return false only with an error */
bool bd_cargo_json_read(bd_cargo *cargo, bd_line *line, bd_error *err);

/* ---- criterion_message.c: those of `cargo criterion --message-format=json` ---- */

bool bd_is_criterion_message(bd_str line);
/* @param object  of the line @return false only with an error */
bool bd_criterion_message_read(bd_cargo *cargo, bd_line *line, const bd_json *object,
                               bd_error *err);

/* ---- criterion_line.c ---- */

/* Criterion's default, which neither its console nor its messages say. */
#define BD_CRITERION_CONFIDENCE 0.95

bool bd_is_criterion(bd_str line);
bool bd_criterion_read(bd_cargo *cargo, bd_line *line, bd_error *err);

#endif
