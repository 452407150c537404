/* render/pages/internal.h: shared by the files of this folder only. */
#ifndef BD_PAGES_INTERNAL_H
#define BD_PAGES_INTERNAL_H

#include "core/base/map.h"
#include "render/pages/pages.h"

/* One run's points in one suite of one file. */
typedef struct bd_pages_entry {
    size_t           file; /* index into the paths */
    const char      *suite;
    const bd_run    *run;
    const bd_point **points; /* owned */
    size_t           count, capacity;
} bd_pages_entry;

typedef struct bd_pages_expected {
    const char *dimension, *value;
    bool        came;
} bd_pages_expected;

struct bd_publication {
    bd_pages_entry    *entries; /* owned */
    size_t             entry_count, entry_capacity;
    const char       **paths; /* owned; texts in the arena */
    size_t             path_count, path_capacity;
    bd_map             places; /* path, suite and run → entry */
    bd_map             files;  /* path → file */
    bd_pages_expected *expected; /* owned */
    size_t             expected_count, expected_capacity;
    bd_arena           arena;
};

/* Fills the holes of a path pattern. @param out  appended to */
bool bd_pages_fill_path(const bd_pages_route *route, const bd_run *run, bd_buf *out, bd_error *err);

/* The page that stands beside a data.js. */
bd_str bd_pages_index(void);
/* Whether a page there is may be replaced: benchdoc's own mark is in it, and it differs. */
bool bd_pages_index_is_old(bd_str page);

#endif
