/* tests/store/postgres.h: the PostgreSQL server that tests/with_postgres.sh has started. */
#ifndef BD_TESTS_STORE_POSTGRES_H
#define BD_TESTS_STORE_POSTGRES_H

#include "core/base/buf.h"

/* @return the URL of its database; NULL = no server program is installed */
const char *postgres_url(void);
/* Or skips the running test, saying why. */
const char *postgres_need(void);

void postgres_empty(const char *url); /* takes the store out of the database */
/* Behind the store's back, as the server's master; fails the test when it fails. */
void postgres_sql(const char *sql);
/* The same, for what may fail. @return what it prints, owned; `failed` may be NULL */
bd_buf postgres_ask(const char *url, const char *sql, bool *failed);
/* @param mode  "fast": sessions are ended; "immediate": as if it had crashed */
void postgres_restart(const char *mode);
void postgres_settle(void); /* waits until no session of benchdoc is left */
void postgres_stop(void);
void postgres_start(void);
/* A port of this machine that listens, and that is all. @return the socket, to be closed */
int  postgres_listen_only(int *port);

#endif
