/* core/datajs/datajs.h: the history that github-action-benchmark keeps in a data.js:
 * reading it, adding to it, taking old entries out.
 *
 * The action writes `window.BENCHMARK_DATA = ` and a JSON object of two-space indent.
 * Hands and other programs have added a byte order mark, comments, semicolons; site
 * builds make JavaScript of it that is no JSON. All of that is read, with the line and
 * column of the file in every message. A change leaves all other bytes as they are.
 *
 *     bd_datajs *file;
 *     if (!bd_datajs_open(bytes, &file, err)) …never write to it…
 *     bd_datajs_add(file, "Benchmark", &entry);
 *     bd_datajs_write(file, &out);
 *     bd_datajs_close(file);
 */
#ifndef BD_DATAJS_DATAJS_H
#define BD_DATAJS_DATAJS_H

#include "core/base/buf.h"
#include "core/base/error.h"
#include "core/json/json.h"
#include "core/model/model.h"

/* What a new file begins as; bd_datajs_open() reads it. */
extern const char bd_datajs_empty[];

typedef struct bd_datajs bd_datajs; /* opaque: an open file */

/* Does the text begin as a data.js does? */
bool bd_datajs_looks_like(bd_str bytes);

/* Reads a data.js, or its object alone, as external-data-json-path has it.
 * @param bytes  borrowed: must outlive the file
 * @param out    owned, end with bd_datajs_close(); NULL on failure
 * @return false with BD_ERR_INPUT, line and column */
bool    bd_datajs_open(bd_str bytes, bd_datajs **out, bd_error *err);
/* The same, for who adds entries or takes out whole ones: all of it is checked, but what the
 * members of an entry hold is not there to be walked or changed. */
bool    bd_datajs_open_to_add(bd_str bytes, bd_datajs **out, bd_error *err);
/* The same, for who will ask for the places of many values. */
bool    bd_datajs_open_to_read(bd_str bytes, bd_datajs **out, bd_error *err);
void    bd_datajs_close(bd_datajs *file); /* NULL is fine */
bd_json bd_datajs_root(const bd_datajs *file);

/* ---- entries ---- */

typedef struct bd_datajs_bench {
    const char *name, *unit, *range, *extra; /* NULL = key left out */
    bd_number   value;
    const char *direction; /* "smaller" or "bigger": a key of ours; NULL = left out */
    bool        range_is_number; /* as hands and older actions wrote it */
    const char *no_number; /* JSON in place of a value that is none; NULL = null */
} bd_datajs_bench;

typedef struct bd_datajs_entry {
    bd_str                 commit; /* JSON object, compact */
    const char            *commit_id;
    int64_t                date_ms; /* since 1970 */
    const char            *tool;    /* one of the action's twelve */
    bool                   range_first; /* the action's order of keys for this tool */
    const bd_datajs_bench *benches;
    size_t                 bench_count;
    bool                   as_it_was; /* of a data.js already: units are not converted */
    const char            *run_id; /* NULL = no key of ours at all */
    bd_str                 own;    /* JSON object, compact: the key "benchdoc" */
} bd_datajs_entry;

typedef struct bd_datajs_facts { /* what an entry says beside its run */
    int64_t     date_ms;
    bool        strict;      /* no key that the action would not write */
    const char *repo_url;    /* for the commit's link; NULL = none */
    const char *head_commit; /* JSON of a push event's, for the runs of its commit; NULL = none */
} bd_datajs_facts;

/* Can an entry hold the point: has it a number, or is it of a data.js, where benches without
 * one are? */
bool bd_datajs_holds(const bd_run *run, const bd_point *point);
/* The entry that the action would have written of a run's points, those that it would not
 * have taken left out; of a format that it does not know, all that have a number; of a
 * data.js all that it had, a value that is no number as null.
 * @param out  texts in the arena, or borrowed from the run */
void bd_datajs_entry_of(const bd_run *run, const bd_point *const *points, size_t count,
                        const bd_datajs_facts *facts, bd_arena *arena, bd_datajs_entry *out);

/* Is the entry in the suite already: one of the same run; or, where one of the two has no
 * run id, one of the same commit, date and points? */
bool bd_datajs_has(const bd_datajs *file, const char *name, const bd_datajs_entry *entry);
/* Puts an entry at the end of a suite, which is made where it is missing. Values take the
 * units of the entry before it of another commit, exactly as the action converts them.
 * @param entry  copied */
void bd_datajs_add(bd_datajs *file, const char *name, const bd_datajs_entry *entry);
/* `lastUpdate` becomes the later of the two. */
void bd_datajs_set_update(bd_datajs *file, int64_t now_ms);
void bd_datajs_set_repo(bd_datajs *file, const char *url);

/* ---- what falls out ---- */

typedef struct bd_datajs_keep { /* all 0: nothing falls out */
    size_t  entries;    /* the last ones of each suite stay */
    int64_t since_ms;   /* those dated before go */
    int64_t daily_ms;   /* of those dated before, the last one of each day (UTC) stays */
} bd_datajs_keep;

typedef struct bd_datajs_old {
    const char *suite;
    bd_str      text; /* JSON; borrowed from the file */
    int         year; /* UTC */
} bd_datajs_old;

int bd_datajs_year(int64_t ms); /* UTC */
/* Takes entries out, of every suite.
 * @param out  owned array, free(); texts borrowed from the file @return how many */
size_t bd_datajs_take_out(bd_datajs *file, const bd_datajs_keep *keep, bd_datajs_old **out);
/* Puts such an entry at the end of a suite of another file, unless it is there.
 * @param text  copied */
void bd_datajs_add_old(bd_datajs *file, const char *name, bd_str text);

/* ---- changing what is there ----
 *
 * All other bytes stay: `lastUpdate` too. Suites and entries are counted as the file has
 * them; a place is changed once. */

typedef struct bd_datajs_place {
    size_t suite, entry, bench;
} bd_datajs_place;

size_t      bd_datajs_suite_count(const bd_datajs *file);
const char *bd_datajs_suite_name(const bd_datajs *file, size_t suite); /* borrowed */
size_t      bd_datajs_entry_count(const bd_datajs *file, size_t suite);
bd_json     bd_datajs_entry_at(const bd_datajs *file, size_t suite, size_t entry);

/* @param name  copied, as all of these */
void bd_datajs_rename_suite(bd_datajs *file, size_t suite, const char *name);
void bd_datajs_drop_suite(bd_datajs *file, size_t suite);
void bd_datajs_drop_entry(bd_datajs *file, size_t suite, size_t entry);
/* Puts the entries of a suite, but those that are dropped, among those of another, each
 * behind the last one that is not younger; then the suite goes. */
void bd_datajs_merge_suite(bd_datajs *file, size_t from, size_t into);
/* Places in ascending order. */
void bd_datajs_rename_bench(bd_datajs *file, bd_datajs_place at, const char *name);
void bd_datajs_drop_bench(bd_datajs *file, bd_datajs_place at);

/* Appends the file with all changes. */
void bd_datajs_write(const bd_datajs *file, bd_buf *out);
/* The same in the buffer that the file was opened on, which saves a copy of it. Afterwards
 * the file can only be closed. */
void bd_datajs_write_over(const bd_datajs *file, bd_buf *bytes);

/* The suite with the most bytes, for messages. @return borrowed; NULL = there is none */
const char *bd_datajs_largest(const bd_datajs *file, size_t *bytes);

#endif
