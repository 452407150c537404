/* Tables that nobody designed, of real files: the same from the results and from their lock. */
#include "tests/view/lock.h"

#include <string.h>

static const char *const shapes[] = { "",       " score", " score.p95", " score.median",
                                      " value", " latest" };

static void describe_query(view_world *w, const char *suite, const char *shape, bool must,
                           bd_buf *out)
{
    bd_query q;
    bd_table t;
    bd_error err = BD_ERROR_INIT;
    const char *text = bd_arena_printf(&w->arena, "%s%s", suite, shape);
    assert_ok(bd_query_parse(bd_str_of(text), true, &w->arena, &q, &err), &err);
    bool ok = bd_view_query_table(&w->view, &q, (bd_place){ "doc.md", 1, 1 }, &t);
    if (must && !ok)
        fail_msg("%s", w->found.items[0].error.message);
    bd_buf_printf(out, "== %s %d\n", text, ok);
    if (ok)
        view_describe_table(&t, out);
    bd_diagnostics_release(&w->found);
}

/* Each shape by itself, so that nothing of another one is in the lock. */
static void check_shape(const char *path, const char *shape)
{
    view_world full, locked;
    bd_buf lock = BD_BUF_INIT, before = BD_BUF_INIT, after = BD_BUF_INIT;
    view_open(&full, "");
    if (lock_read_results(&full, path)) {
        const char *suite = full.runs.items[0]->suite;
        view_observe(&full);
        describe_query(&full, suite, shape, shape[0] == '\0', &before);
        if (full.shown.count > 0 && strstr(bd_buf_text(&before), " 1\n")) {
            lock_write(&full, &lock);
            lock_open(&locked, "", &lock, true);
            describe_query(&locked, suite, shape, true, &after);
            lock_assert_same(path, shape, &before, &after);
            view_close(&locked);
        }
    }
    view_close(&full);
    bd_buf_release(&lock);
    bd_buf_release(&before);
    bd_buf_release(&after);
}

static void tables_of_real_files_are_the_same_from_their_lock(void **state)
{
    (void)state;
    static const char *const folders[] = { "real/jmh", "real/custom" };
    size_t files_seen = 0;
    for (size_t f = 0; f < BD_COUNT(folders); f++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_names files = { 0 };
        bd_error err = BD_ERROR_INIT;
        const char *folder = test_shared(folders[f]);
        assert_ok(bd_directory_list(folder, &arena, &files, &err), &err);
        for (size_t i = 0; i < files.count; i++)
            for (size_t k = 0;
                 k < BD_COUNT(shapes) && bd_str_ends(bd_str_of(files.items[i]), ".json"); k++)
                check_shape(bd_path_join(&arena, folder, files.items[i]), shapes[k]);
        files_seen += files.count;
        bd_names_release(&files);
        bd_arena_release(&arena);
    }
    assert_true(files_seen > 20);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_real_files_are_the_same_from_their_lock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
