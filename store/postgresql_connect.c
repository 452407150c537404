/* Connecting to PostgreSQL: by URL, with what libpq takes from the environment, the service
 * and the password file. */
#include "store/postgresql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_SECONDS = 10, VERSION_LEAST = 130000 };

static void say_nothing(void *context, const char *message)
{
    (void)context;
    (void)message;
}

/* What stands before dbname may be overridden by the URL, what stands behind may not. */
static const char *const keywords[] = {
    "keepalives_idle",           "keepalives_interval",
    "keepalives_count",          "tcp_user_timeout",
    "fallback_application_name", "dbname",
    "client_encoding",           NULL,
};
enum { DBNAME = 5 };

static void fill_values(const bd_pg *pg, const char *values[static BD_COUNT(keywords)])
{
    static const char *const fixed[] = { "30", "10", "3", "60000", "benchdoc", NULL, "UTF8", NULL };
    memcpy(values, fixed, sizeof fixed);
    values[DBNAME] = pg->url;
}

/* The number that a setting of the connection has.
 * @return -1 when it has none */
static int setting(const bd_pg *pg, const char *name, size_t *hosts)
{
    int value = -1;
    PQconninfoOption *options = pg->pq.PQconninfo(pg->conn);
    *hosts = 1;
    for (const PQconninfoOption *o = options; o && o->keyword; o++) {
        if (strcmp(o->keyword, name) == 0 && o->val && o->val[0] != '\0')
            value = (int)strtol(o->val, NULL, 10);
        if ((strcmp(o->keyword, "host") == 0 || strcmp(o->keyword, "hostaddr") == 0) && o->val)
            for (const char *at = o->val; (at = strchr(at, ',')) != NULL; at++)
                (*hosts)++;
    }
    pg->pq.PQconninfoFree(options);
    return value;
}

/* Step by step, because only so the server's answer keeps its SQLSTATE, and what the server
 * remarks is not printed.
 * @return false when the server did not answer in time */
static bool connect_in_steps(bd_pg *pg, size_t *hosts)
{
    const char *values[BD_COUNT(keywords)];
    fill_values(pg, values);
    pg->conn = pg->pq.PQconnectStartParams(keywords, values, 1);
    if (!pg->conn)
        return true;
    pg->pq.PQsetNoticeProcessor(pg->conn, say_nothing, NULL);
    pg->pq.PQsetErrorVerbosity(pg->conn, PQERRORS_VERBOSE);
    int seconds = setting(pg, "connect_timeout", hosts);
    int timeout_ms = seconds == 0 ? -1 : (seconds < 0 ? CONNECT_SECONDS : seconds) * 1000;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    while (pg->pq.PQstatus(pg->conn) != CONNECTION_BAD && next != PGRES_POLLING_OK
           && next != PGRES_POLLING_FAILED) {
        if (!bd_pg_wait_for(pg, next, timeout_ms))
            return false;
        next = pg->pq.PQconnectPoll(pg->conn);
    }
    return true;
}

/* Which of several hosts does not answer only libpq itself can pass over. */
static bool connect_to_any(bd_pg *pg)
{
    const char *values[BD_COUNT(keywords)];
    fill_values(pg, values);
    bd_pg_disconnect(pg);
    pg->conn = pg->pq.PQconnectdbParams(keywords, values, 1);
    pg->pq.PQsetNoticeProcessor(pg->conn, say_nothing, NULL);
    return true;
}

static bool refuse(bd_pg *pg, const char *hint, bd_error *err)
{
    bd_error_in_file(err, pg->shown);
    return bd_hint(err, "%s", hint);
}

static bool check_server(bd_pg *pg, bd_error *err)
{
    int version = pg->pq.PQserverVersion(pg->conn);
    const char *encoding = pg->pq.PQparameterStatus(pg->conn, "server_encoding");
    if (version < VERSION_LEAST) {
        bd_fail(err, BD_ERR_STORE, "the server is PostgreSQL %d, and benchdoc needs 13 or later",
                version / 10000);
        return refuse(pg, "name another server, or update this one", err);
    }
    if (encoding && strcmp(encoding, "UTF8") == 0)
        return true;
    bd_fail(err, BD_ERR_STORE, "the database's encoding is %s, and a store needs UTF8",
            encoding ? encoding : "unknown");
    return refuse(pg, "make another one: createdb -E UTF8 -T template0 NAME", err);
}

/* Names are written out in full, and no other schema is looked into for them. */
static bool set_up(bd_pg *pg, bd_error *err)
{
    char wait[16];
    bd_pg_values v = { 0 };
    snprintf(wait, sizeof wait, "%d", pg->timeout_ms);
    bd_pg_text(&v, wait);
    bd_pg_text(&v, pg->read_only ? "on" : "off");
    return bd_pg_do(pg,
                    "SELECT pg_catalog.set_config('search_path', '', false),"
                    " pg_catalog.set_config('lock_timeout', $1, false),"
                    " pg_catalog.set_config('default_transaction_read_only', $2, false)",
                    &v, "open the store", err);
}

bool bd_pg_ready(bd_pg *pg, bd_error *err)
{
    size_t hosts = 1;
    if (pg->conn && pg->pq.PQstatus(pg->conn) == CONNECTION_OK)
        return true;
    bd_pg_disconnect(pg);
    pg->lost = false;
    pg->state[0] = '\0';
    bool answered = connect_in_steps(pg, &hosts)
                    || (hosts > 1 && !pg->cancelled && connect_to_any(pg));
    if (answered && pg->conn && pg->pq.PQstatus(pg->conn) == CONNECTION_OK) {
        pg->pq.PQsetErrorVerbosity(pg->conn, PQERRORS_DEFAULT);
        if (check_server(pg, err) && set_up(pg, err))
            return true;
    } else if (pg->cancelled) {
        bd_may_go_on(pg->env, err);
    } else {
        bd_pg_fail_connect(pg,
                           !answered  ? "timeout expired"
                           : pg->conn ? pg->pq.PQerrorMessage(pg->conn)
                                      : "out of memory",
                           err);
    }
    bd_pg_disconnect(pg);
    return false;
}

void bd_pg_disconnect(bd_pg *pg)
{
    if (pg->conn)
        pg->pq.PQfinish(pg->conn);
    pg->conn = NULL;
    pg->queued = 0;
    pg->copying = pg->writing = pg->committing = false;
}
