/* tests/bench/stores.h: how fast the stores are: parts of benchdoc_stores. */
#ifndef BD_TESTS_BENCH_STORES_H
#define BD_TESTS_BENCH_STORES_H

#include "core/model/model.h"
#include "store/store.h"

/* What is measured, and where it goes. */
typedef struct stores {
    bd_run     *run;       /* the results */
    const char *directory; /* for SQLite's files; on the disk that is meant */
    const char *server;    /* URL; NULL = there is no server */
    unsigned    runs, many_runs; /* of `points`: of 10 samples, of 1 sample */
    size_t      points, fresh;   /* of a run; of a run of new series */
    double      server_rate; /* that was measured last, a run each */
} stores;

double      stores_seconds(void);
const char *stores_url(stores *s, bool server, const char *file); /* kept as long as the results */
const char *stores_name(bool server); /* "SQLite", "PostgreSQL" */
/* Statements without rows, on a connection of their own. */
bool        stores_run(const stores *s, const char *sql, bd_error *err);
bool        stores_empty(stores *s, bool server, const char *file, bd_error *err);

/* One result of one or more numbers; its value is their median.
 * @param task  may be NULL; `store` and `task` are its params */
typedef struct measured {
    const char   *benchmark, *store, *task, *metric, *unit;
    const double *samples;
    size_t        count;
    bool          larger; /* is better */
} measured;
void stores_add(stores *s, const measured *m);
void stores_add_one(stores *s, measured m, double value);

/* The parts. */
bool stores_put(stores *s, bd_error *err);    /* what our stores take */
bool stores_fill(stores *s, bd_error *err);   /* the large ones */
bool stores_server(stores *s, bd_error *err); /* what the server itself allows */
bool stores_look_up(stores *s, const char *file, double points, bd_error *err);
void stores_extrapolate(stores *s);

#endif
