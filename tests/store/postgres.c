/* The server of a test: see postgres.h. */
#include "tests/store/postgres.h"

#include "tests/support.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/socket.h>

const char *postgres_url(void)
{
    return getenv("BENCHDOC_TEST_POSTGRESQL");
}

const char *postgres_need(void)
{
    const char *url = postgres_url();
    if (!url) {
        print_message("no PostgreSQL server program is installed (package postgresql)\n");
        skip();
    }
    return url;
}

bd_buf postgres_ask(const char *url, const char *sql, bool *failed)
{
    bd_buf command = BD_BUF_INIT, out = BD_BUF_INIT, diag = BD_BUF_INIT;
    bd_buf_printf(&command, "psql -X -q -A -t -v ON_ERROR_STOP=1 '%s' <<'END'\n%s\nEND\n", url,
                  sql);
    int status = test_shell(bd_buf_text(&command), &out, &diag);
    if (failed)
        *failed = status != 0;
    else if (status != 0)
        fail_msg("%s: %s", sql, bd_buf_text(&diag));
    if (status != 0)
        bd_buf_put_str(&out, bd_buf_str(&diag));
    while (out.len > 0 && out.data[out.len - 1] == '\n')
        out.data[--out.len] = '\0';
    bd_buf_release(&command);
    bd_buf_release(&diag);
    return out;
}

void postgres_sql(const char *sql)
{
    bd_buf out = postgres_ask(postgres_url(), sql, NULL);
    bd_buf_release(&out);
}

void postgres_empty(const char *url)
{
    (void)url;
    postgres_sql("DROP SCHEMA IF EXISTS benchdoc CASCADE");
}

static void control(const char *what)
{
    bd_buf command = BD_BUF_INIT, diag = BD_BUF_INIT;
    bd_buf_printf(&command,
                  "bash -c '. \"%s/tests/postgres.sh\" && "
                  "run_postgres \"$BENCHDOC_TEST_POSTGRESQL_DIR\" %s'",
                  test_source_dir(), what);
    if (test_shell(bd_buf_text(&command), NULL, &diag) != 0)
        fail_msg("%s: %s", what, bd_buf_text(&diag));
    bd_buf_release(&command);
    bd_buf_release(&diag);
}

void postgres_restart(const char *mode)
{
    bd_buf what = BD_BUF_INIT;
    bd_buf_printf(&what, "-m %s restart", mode);
    control(bd_buf_text(&what));
    bd_buf_release(&what);
}

void postgres_settle(void)
{
    postgres_sql("DO $$ BEGIN WHILE EXISTS (SELECT 1 FROM pg_stat_activity"
                 " WHERE application_name = 'benchdoc') LOOP PERFORM pg_sleep(0.01);"
                 " PERFORM pg_stat_clear_snapshot(); END LOOP; END $$");
}

void postgres_stop(void)
{
    control("-m fast stop");
}

void postgres_start(void)
{
    control("start");
}

int postgres_listen_only(int *port)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, len), 0);
    assert_int_equal(listen(fd, 4), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &len), 0);
    *port = ntohs(at.sin_port);
    return fd;
}
