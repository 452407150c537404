/* A temporary directory for one test: see place.h. */
#include "tests/base/place.h"

#include <stdlib.h>

int place_set_up(void **state)
{
    place *p = bd_alloc(sizeof *p);
    p->dir = test_temp_dir();
    *state = p;
    return 0;
}

int place_tear_down(void **state)
{
    place *p = *state;
    test_remove_tree(p->dir);
    free(p->dir);
    bd_arena_release(&p->arena);
    free(p);
    return 0;
}

const char *in(place *p, const char *name)
{
    return bd_path_join(&p->arena, p->dir, name);
}

void expect_text(place *p, const char *name, const char *text)
{
    bd_buf got = test_read(in(p, name));
    assert_str(bd_buf_str(&got), text);
    bd_buf_release(&got);
}

void expect_names(place *p, const char *directory, const char *wanted)
{
    bd_names names = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_buf line = BD_BUF_INIT;
    assert_ok(bd_directory_list(in(p, directory), &p->arena, &names, &err), &err);
    for (size_t i = 0; i < names.count; i++)
        bd_buf_printf(&line, "%s%s", i > 0 ? " " : "", names.items[i]);
    assert_str(bd_buf_str(&line), wanted);
    bd_buf_release(&line);
    bd_names_release(&names);
}

void put(bd_transaction *t, place *p, const char *name, const char *text)
{
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_transaction_put(t, NULL, in(p, name), bd_str_of(text), &err), &err);
}

void commit(bd_transaction *t)
{
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_transaction_commit(t, &err), &err);
}
