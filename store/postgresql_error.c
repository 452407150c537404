/* What PostgreSQL's server, and libpq on the way to it, refuse: in words, with a next step. */
#include "store/postgresql.h"

#include <stdio.h>
#include <string.h>

typedef struct meaning {
    const char *state; /* SQLSTATE, or how it begins; NULL = any */
    const char *text;  /* part of what is said; NULL = any. libpq speaks English here, a server
                        * any language */
    const char *what, *hint;
} meaning;

/* Nothing matches: @return the last row, which matches everything. */
static const meaning *find_meaning(const meaning *rows, const char *state, const char *text)
{
    while ((rows->state && strncmp(state, rows->state, strlen(rows->state)) != 0)
           || (rows->text && !strstr(text, rows->text)))
        rows++;
    return rows;
}

/* ---- connecting ---- */

static const char nobody[] = "no server answers there";

static const meaning connecting[] = {
    { "28P01", NULL, "the server does not take the password",
      "correct it in ~/.pgpass, PGPASSWORD or the URL; then the user's name" },
    { NULL, "no password supplied", "the server asks for a password, and none was given",
      "write HOST:PORT:DATABASE:USER:PASSWORD into ~/.pgpass (mode 0600), or set PGPASSWORD" },
    { "28", "no encryption", "the server wants TLS here",
      "add ?sslmode=require to the URL, or verify-full with sslrootcert=FILE" },
    { "28", NULL, "the server lets this user not in",
      "check the user's name, and the server's pg_hba.conf for this user, database and address" },
    { "3D000", NULL, "there is no such database",
      "correct the URL's last part, or make it: createdb -E UTF8 -T template0 NAME" },
    { "42501", NULL, "this user may not connect to the database",
      "let its owner run: GRANT CONNECT ON DATABASE … TO …" },
    { "53300", NULL, "the server has no connection left",
      "run it again later, or raise max_connections there" },
    { "57P03", NULL, "the server is starting or stopping", "run it again in a moment" },
    { NULL, "could not translate host name", "the host is unknown",
      "check the host in the URL, and the name service" },
    { NULL, "Connection refused", nobody,
      "check host and port in the URL, and that the server runs and listens there" },
    { NULL, "No such file or directory", nobody,
      "check host (the socket's directory) and port in the URL, and that the server runs" },
    { NULL, "timeout expired", "the server does not answer",
      "check host and port in the URL, and whether a firewall stands between; "
      "connect_timeout=SECONDS waits longer" },
    { NULL, "does not support SSL", "the server has no TLS, and the URL asks for it",
      "let the server have it (ssl = on); sslmode=prefer does without" },
    { NULL, "certificate", "TLS is refused", "check sslmode and sslrootcert=FILE in the URL" },
    { NULL, "SSL error", "TLS is refused", "check sslmode and sslrootcert=FILE in the URL" },
    { NULL, "service file", "the service is not known",
      "write it into ~/.pg_service.conf, or correct PGSERVICEFILE" },
    { NULL, "definition of service", "the service is not known",
      "write it into ~/.pg_service.conf, or correct service= in the URL" },
    { NULL, NULL, "cannot connect", "check the URL; psql takes the same one and tells more" },
};

/* "FATAL:  28P01: …": the five characters behind two blanks and before a colon.
 * @return the text behind it, or NULL */
static const char *find_state(const char *text, char state[static 6])
{
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    state[0] = '\0';
    for (const char *at = strstr(text, ":  "); at; at = strstr(at + 1, ":  ")) {
        const char *from = at + 3;
        if (strspn(from, letters) != 5 || strncmp(from + 5, ": ", 2) != 0)
            continue;
        snprintf(state, 6, "%.5s", from);
        return from + 7;
    }
    return NULL;
}

bool bd_pg_fail_connect(bd_pg *pg, const char *text, bd_error *err)
{
    bd_buf clean = BD_BUF_INIT;
    const char *said = find_state(text, pg->state);
    const meaning *m = find_meaning(connecting, pg->state, text);
    pg->lost = true;
    pg->refused += m->state == NULL && strcmp(m->what, nobody) == 0;
    bd_pg_clean_text(pg, said ? said : text, &clean);
    bd_fail(err, BD_ERR_STORE, "cannot open the store: %s (%s)", m->what, bd_buf_text(&clean));
    bd_error_in_file(err, pg->shown);
    bd_buf_release(&clean);
    return bd_hint(err, "%s", m->hint);
}

/* ---- working ---- */

static const meaning working[] = {
    { "53100", NULL, "the server's disk is full",
      "free some space there and run it again: nothing was stored by half, what is stored is "
      "known" },
    { "57014", "statement timeout", "it took longer than the server's statement_timeout",
      "raise it for this user: ALTER ROLE … SET statement_timeout = '10min'; nothing was stored by "
      "half" },
    { "57014", NULL, "somebody has cancelled it on the server",
      "run it again: nothing was stored by half" },
    { "55P03", NULL, "another process keeps it locked",
      "wait until the other benchdoc has finished and run it again" },
    { "40", NULL, "other processes got in the way each time",
      "run it again: nothing was stored by half" },
    { "25006", NULL, "the server takes no writing here",
      "name the primary server; with several hosts in the URL add "
      "target_session_attrs=read-write" },
    { "42501", NULL, "this user may not do that",
      "use the URL of a user who may, or let the owner grant it: docs/store.md, \"Roles\"" },
    { "3F000", NULL, "the store's tables are not as this benchdoc knows them",
      "`benchdoc store info` says the version; restore the schema \"benchdoc\" from a copy" },
    { "42P01", NULL, "the store's tables are not as this benchdoc knows them",
      "`benchdoc store info` says the version; restore the schema \"benchdoc\" from a copy" },
    { "54", NULL, "a text or a list of samples is too large for the store",
      "leave the result file's raw data out, or split the file" },
    { "XX00", NULL, "the database is damaged",
      "restore it from a copy; `benchdoc store check` lists what is damaged" },
    { "23514", NULL, "there is no room for that month",
      "run it again; the function benchdoc.add_month() makes it" },
    { NULL, NULL, "the server refuses", "`benchdoc store check` says whether the store is sound" },
};

static bool fail_lost(bd_pg *pg, const char *doing, const char *text, bd_error *err)
{
    bd_buf clean = BD_BUF_INIT;
    bd_pg_clean_text(pg, text, &clean);
    pg->lost = true;
    bd_fail(err, BD_ERR_STORE, "cannot %s: the connection to the server was lost%s%s%s", doing,
            clean.len > 0 ? " (" : "", bd_buf_text(&clean), clean.len > 0 ? ")" : "");
    bd_buf_release(&clean);
    return bd_hint(err, pg->committing ? "run it again: the run is stored whole or not at all, and "
                                         "what is stored is known"
                                       : "run it again: nothing was stored by half, what is stored "
                                         "is known");
}

bool bd_pg_fail(bd_pg *pg, const PGresult *result, const char *doing, bd_error *err)
{
    const char *state = result ? pg->pq.PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *text = result ? pg->pq.PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    if (!text)
        text = pg->conn ? pg->pq.PQerrorMessage(pg->conn) : "";
    if (err->code != BD_OK || (pg->cancelled && !bd_may_go_on(pg->env, err)))
        return false;
    snprintf(pg->state, sizeof pg->state, "%s", state ? state : "");
    bd_error_in_file(err, pg->shown);
    /* What libpq says by itself has no SQLSTATE: the connection failed, whatever it still says
     * of its status. */
    if (pg->state[0] == '\0' || strncmp(pg->state, "57P", 3) == 0
        || strncmp(pg->state, "08", 2) == 0)
        return fail_lost(pg, doing, text, err);
    const meaning *m = find_meaning(working, pg->state, text);
    bd_buf clean = BD_BUF_INIT;
    bd_pg_clean_text(pg, text, &clean);
    bd_fail(err, BD_ERR_STORE, "cannot %s: %s (%s)", doing, m->what, bd_buf_text(&clean));
    bd_buf_release(&clean);
    return bd_hint(err, "%s", m->hint);
}

/* ---- again? ---- */

enum { REFUSED_MOST = 6 };

/* Deadlocks and the like are gone at once, a server needs a while to come back. */
bd_retry bd_pg_retry(void *db)
{
    static const struct {
        const char *state;
        bd_retry retry;
    } rows[] = {
        { "23505", BD_RETRY_NOW },   /* another process has just put the run: it is known then */
        { "23514", BD_RETRY_NOW },   /* a month was dropped that was known here */
        { "40", BD_RETRY_SOON },     /* deadlock, serialization */
        { "55P03", BD_RETRY_SOON },  /* locked */
        { "53300", BD_RETRY_LATER }, /* no connection left */
        { "57P03", BD_RETRY_LATER }, /* starting */
        { "57P", BD_RETRY_LATER },   /* stopped */
        { "08", BD_RETRY_LATER },    /* connection */
    };
    const bd_pg *pg = db;
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        if (strncmp(pg->state, rows[i].state, strlen(rows[i].state)) == 0)
            return rows[i].retry;
    if (!pg->lost || pg->state[0] != '\0')
        return BD_RETRY_NO;
    if (pg->opened)
        return BD_RETRY_LATER;
    /* A wrong port is told after two seconds, a server that restarts is back by then. */
    return pg->refused > 0 && pg->refused < REFUSED_MOST ? BD_RETRY_LATER : BD_RETRY_NO;
}
