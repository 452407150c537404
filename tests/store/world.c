/* A store in a directory of its own: see world.h. */
#include "tests/store/world.h"

#include "tests/support.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

int world_set_up(void **state)
{
    world *w = bd_alloc(sizeof *w);
    w->dir = test_temp_dir();
    bd_buf_printf(&w->path, "%s/history.db", w->dir);
    bd_buf_printf(&w->url, "sqlite:%s", bd_buf_text(&w->path));
    *state = w;
    return 0;
}

int world_tear_down(void **state)
{
    world *w = *state;
    test_remove_tree(w->dir);
    bd_buf_release(&w->path);
    bd_buf_release(&w->url);
    free(w->dir);
    free(w);
    return 0;
}

bd_store *world_open(world *w)
{
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = true, .timeout_ms = 50 };
    bd_store *store = bd_store_open(bd_buf_text(&w->url), &options, &err);
    assert_ok(store != NULL, &err);
    return store;
}

void world_assert_clear(const bd_error *err, const world *w, const char *word)
{
    assert_int_equal(err->code, BD_ERR_STORE);
    if (!strstr(err->message, word))
        fail_msg("\"%s\" does not say \"%s\"", err->message, word);
    assert_non_null(strstr(err->file, w->dir));
    assert_true(err->hint[0] != '\0');
}

void world_run_sql(const world *w, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(w->path.data, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}
