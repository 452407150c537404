/* Waiting for a server so that an interruption ends it: answers, and connecting. */
#include "store/postgresql.h"

#include <poll.h>

enum { LOOK_MS = 100, PATIENCE_MS = 1000 };

static bool is_interrupted(const bd_pg *pg)
{
    const bd_env *env = pg->env;
    return env && env->interrupted && env->interrupted(env->state);
}

/* Asked once: the server answers with an error of its own, and undoes what it was doing. */
static void cancel(bd_pg *pg)
{
    char ignored[256];
    PGcancel *handle = pg->pq.PQgetCancel(pg->conn);
    pg->cancelled = true;
    if (handle)
        pg->pq.PQcancel(handle, ignored, sizeof ignored);
    pg->pq.PQfreeCancel(handle);
}

PGresult *bd_pg_next(bd_pg *pg)
{
    for (int waited = 0; pg->pq.PQisBusy(pg->conn); waited += LOOK_MS) {
        struct pollfd fd = { .fd = pg->pq.PQsocket(pg->conn), .events = POLLIN };
        int came = poll(&fd, 1, LOOK_MS);
        if (came > 0 && !pg->pq.PQconsumeInput(pg->conn))
            break;
        if (came > 0 || waited < PATIENCE_MS || pg->cancelled) /* what is quick may finish */
            continue;
        if (is_interrupted(pg))
            cancel(pg);
    }
    return pg->pq.PQgetResult(pg->conn);
}

PGresult *bd_pg_exec(bd_pg *pg, const char *sql)
{
    PGresult *last = NULL, *next;
    if (!pg->conn || !pg->pq.PQsendQuery(pg->conn, sql))
        return NULL;
    while ((next = bd_pg_next(pg)) != NULL) {
        pg->pq.PQclear(last);
        last = next;
        if (pg->pq.PQresultStatus(last) == PGRES_COPY_IN)
            break;
    }
    return last;
}

bool bd_pg_wait_for(bd_pg *pg, PostgresPollingStatusType what, int timeout_ms)
{
    struct pollfd fd = { .fd = pg->pq.PQsocket(pg->conn),
                         .events = what == PGRES_POLLING_READING ? POLLIN : POLLOUT };
    for (int waited = 0; timeout_ms < 0 || waited < timeout_ms; waited += LOOK_MS) {
        if (poll(&fd, 1, LOOK_MS) > 0)
            return true;
        pg->cancelled = is_interrupted(pg);
        if (pg->cancelled)
            return false;
    }
    return false;
}
