/* render/pages/pages.h: runs → data.js files of a branch, their archives and their page.
 *
 * Nothing is fetched, pushed or written here: the branch is read through a function,
 * and what comes out are files (path and bytes). A publication is made once; it is
 * merged again into whatever the branch has become whenever a push was refused:
 *
 *     bd_publication *p = bd_publication_new();
 *     bd_publication_expect(p, "backend", "SQLite|MySQL");
 *     for each observation: bd_publication_add(p, run, point, &route, err);
 *     do {
 *         …fetch; branch.context = the tree…
 *         bd_pages_changes_release(&changes);
 *         ok = bd_publication_merge(p, &options, &branch, &changes, found);
 *     } while (…changes.count > 0, and the push lost the race…);
 *     bd_publication_free(p);
 *
 * The files equal what github-action-benchmark would have written wherever the file
 * before is its own; all other bytes of a file stay as they are. */
#ifndef BD_PAGES_PAGES_H
#define BD_PAGES_PAGES_H

#include "core/base/buf.h"
#include "core/base/error.h"
#include "core/model/model.h"

/* What stays in a data.js; what falls out goes to archive/<year>.js beside it. Ages
 * count back from `now_ms` to an entry's date. All 0: everything stays. */
typedef struct bd_pages_keep {
    size_t   entries;     /* the last ones of each suite; 0 = all */
    unsigned days;        /* 0 = of any age */
    unsigned daily_after; /* older than so many days: the last entry of each day (UTC) and
                           * suite; 0 = all of them */
} bd_pages_keep;

typedef struct bd_pages_options {
    const char   *repo_url; /* "https://github.com/acme/widgets"; NULL = what the file says stays */
    int64_t       now_ms;   /* since 1970: `lastUpdate`, which never goes backwards, and the date
                             * of a run that does not say when it was measured */
    bool          backfill; /* runs of the past: such a run gets its commit's date */
    bool          strict;   /* `compat: strict`: no key that the action would not write */
    const char   *head_commit; /* JSON object of a push event, taken as it is for the runs of its
                                * commit; NULL = none */
    bd_pages_keep keep;
    uint64_t      warn_bytes;  /* of one file; 0 = 20 MB */
    uint64_t      limit_bytes; /* refused beyond; 0 = 100 MB, as GitHub does */
    bool          no_index;    /* do not write index.html */
} bd_pages_options;

/* ---- what is to be added where ---- */

typedef struct bd_publication bd_publication; /* opaque */

/* Where a point goes. */
typedef struct bd_pages_route {
    const char *pattern; /* "dev/bench/{cpu}/tick-ns/{backend}/data.js"; {backend:slug} is the same:
                          * a value becomes one part of the path, slugged */
    const char *suite;   /* its list in `entries` */
    /* The value of a hole, as bd_observation_get() finds it. @return NULL = not known */
    const char *(*value)(const void *context, bd_str name, bd_buf *scratch);
    const void *context; /* borrowed during the call */
} bd_pages_route;

bd_publication *bd_publication_new(void);                 /* owned */
void            bd_publication_free(bd_publication *p); /* NULL is fine */

/* Adds a point to the entry of its run, in the order of the calls: one entry for each
 * path, suite and run. Points that the action could not hold (no finite number) are left out.
 * @param run,point  borrowed: must outlive the publication
 * @return false with BD_ERR_INPUT: a hole has no value; BD_ERR_CONFIG: the path leaves the
 *         branch, or does not end in ".js" */
bool bd_publication_add(bd_publication *p, const bd_run *run, const bd_point *point,
                        const bd_pages_route *route, bd_error *err);
/* Says, before anything is added, which values of a dimension must come.
 * @param values  joined by '|' */
void bd_publication_expect(bd_publication *p, const char *dimension, const char *values);
/* A warning for each expected value that no point had. @return how many */
size_t bd_publication_missing(const bd_publication *p, bd_diagnostics *found);

size_t      bd_publication_entries(const bd_publication *p);
size_t      bd_publication_files(const bd_publication *p);
const char *bd_publication_path(const bd_publication *p, size_t file); /* borrowed */
/* Appends the commit message: the action's own ("add NAME (TOOL) benchmark result for
 * SHA") for one entry, else what was added, its commits and its files.
 * @param pattern  `message:` of the configuration with {name} {tool} {commit} {entries}
 *                 {files}; NULL = that default */
void bd_publication_message(const bd_publication *p, const char *pattern, bd_buf *out);

/* ---- merging it into a branch ---- */

typedef struct bd_pages_branch {
    /* @param out     emptied, then the file's bytes
     * @param exists  set
     * @return false with an error only when the branch cannot be read */
    bool (*read)(void *context, const char *path, bd_buf *out, bool *exists, bd_error *err);
    void *context;
} bd_pages_branch;

typedef struct bd_pages_file { /* to be put on the branch */
    const char *path; /* in the arena of the changes */
    bd_buf      bytes;
    bool        is_new;
    size_t      added;    /* entries that came */
    size_t      archived; /* entries that went to an archive file */
} bd_pages_file;

typedef struct bd_pages_changes {
    bd_pages_file *items; /* owned; only files that differ from the branch */
    size_t         count, capacity;
    size_t         added;   /* entries, all files together */
    size_t         present; /* entries that the branch had already */
    size_t         archived;
    bd_arena       arena;
} bd_pages_changes;

#define BD_PAGES_CHANGES_INIT { 0 }

/* Adds the entries that the branch does not have. An entry is there already when it has the
 * same run id; without one, when commit, date and points are the same.
 *
 * @param out    emptied first; nothing in it: the branch has everything already
 * @param found  files that are large; why it failed, with file, line and column
 * @return false: a file could not be read (it is never overwritten then) or would be
 *         larger than the limit; `out` is empty */
bool bd_publication_merge(const bd_publication *p, const bd_pages_options *options,
                          const bd_pages_branch *branch, bd_pages_changes *out,
                          bd_diagnostics *found);
void bd_pages_changes_release(bd_pages_changes *changes); /* safe when empty, safe twice */

#endif
