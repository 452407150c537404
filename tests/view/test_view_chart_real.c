/* Charts that nobody designed, of real files: the same from the results and from their lock. */
#include "tests/view/chart_world.h"
#include "tests/view/lock.h"

#include <string.h>

static const char *const shapes[] = { " score", " score.p95", " score.error", " latest" };
static const char *const kinds[] = { NULL,      "bars",  "lines",       "scatter",
                                     "stacked", "boxes", "percentiles", "distribution" };

typedef struct built {
    size_t files, charts, samples;
} built;

static bool describe(view_world *w, const char *suite, const char *shape, const char *kind,
                     bd_buf *out)
{
    bd_chart chart = { 0 };
    bd_table table = { 0 };
    bd_query q;
    bd_error err = BD_ERROR_INIT;
    bd_chart_config wishes = { .kind = { .text = kind } };
    bd_buf words = BD_BUF_INIT;
    bd_query_put_word(bd_str_of(suite), &words);
    const char *text = bd_arena_printf(&w->arena, "%s%s", bd_buf_text(&words), shape);
    bd_buf_release(&words);
    assert_ok(bd_query_parse(bd_str_of(text), true, &w->arena, &q, &err), &err);
    bool ok = bd_view_query_chart(&w->view, &q, (bd_place){ "doc.md", 1, 1 }, &wishes, &chart);
    assert_int_equal(ok, w->found.errors == 0);
    if (ok) {
        bd_chart_canonical(&chart, out);
        bd_view_chart_table(&w->view, &chart, &table);
        view_describe_table(&table, out);
    } else {
        bd_buf_puts(out, view_findings(w));
    }
    bd_diagnostics_release(&w->found);
    return ok;
}

/* Each by itself, so that nothing of another one is in the lock. */
static void check(view_world *full, const char *path, const char *shape, const char *kind,
                  built *count)
{
    view_world locked;
    bd_buf lock = BD_BUF_INIT, before = BD_BUF_INIT, after = BD_BUF_INIT;
    const char *suite = full->runs.items[0]->suite;
    bd_shown_release(&full->shown);
    if (describe(full, suite, shape, kind, &before)) {
        count->charts++;
        count->samples += kind && strcmp(kind, "boxes") == 0;
        lock_write(full, &lock);
        lock_open(&locked, "", &lock, true);
        describe(&locked, suite, shape, kind, &after);
        lock_assert_same(path, kind ? kind : "", &before, &after);
        view_close(&locked);
    }
    bd_buf_release(&lock);
    bd_buf_release(&before);
    bd_buf_release(&after);
}

static void check_file(const char *path, built *count)
{
    view_world full;
    view_open(&full, "");
    if (lock_read_results(&full, path)) {
        view_observe(&full);
        count->files++;
        for (size_t k = 0; k < BD_COUNT(kinds); k++)
            check(&full, path, "", kinds[k], count);
        for (size_t i = 0; i < BD_COUNT(shapes); i++)
            check(&full, path, shapes[i], NULL, count);
    }
    view_close(&full);
}

static void charts_of_real_files_are_the_same_from_their_lock(void **state)
{
    (void)state;
    static const char *const folders[] = { "real/jmh", "real/custom" };
    built count = { 0 };
    for (size_t f = 0; f < BD_COUNT(folders); f++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_names files = { 0 };
        bd_error err = BD_ERROR_INIT;
        const char *folder = test_shared(folders[f]);
        assert_ok(bd_directory_list(folder, &arena, &files, &err), &err);
        for (size_t i = 0; i < files.count; i++)
            if (bd_str_ends(bd_str_of(files.items[i]), ".json"))
                check_file(bd_path_join(&arena, folder, files.items[i]), &count);
        bd_names_release(&files);
        bd_arena_release(&arena);
    }
    print_message("%zu files, %zu charts, %zu of them boxes\n", count.files, count.charts,
                  count.samples);
    assert_true(count.files > 20 && count.charts > 100 && count.samples > 5);
}

/* Lines over the commits of a history, many runs of one file. */
static void charts_of_histories_are_the_same_from_their_lock(void **state)
{
    (void)state;
    enum { LARGEST = 300000, FILES = 24 };
    const char *root = test_shared("real/datajs");
    built count = { 0 };
    bd_found_files files = { 0 };
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_files_find(root, BD_STR("**/data.js"), &files, &err), &err);
    for (size_t i = 0; i < files.count && count.files < FILES; i++) {
        view_world full;
        view_open(&full, "");
        const char *path = bd_path_join(&full.arena, root, files.items[i].path);
        bd_buf bytes = test_read(path);
        bool small = bytes.len < LARGEST;
        bd_buf_release(&bytes);
        if (small && lock_read_results(&full, path)) {
            view_observe(&full);
            count.files++;
            check(&full, path, "", NULL, &count);
            check(&full, path, " latest", "bars", &count);
        }
        view_close(&full);
    }
    bd_found_files_release(&files);
    print_message("%zu histories, %zu charts\n", count.files, count.charts);
    assert_true(count.files > 10 && count.charts > 10);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(charts_of_real_files_are_the_same_from_their_lock),
        cmocka_unit_test(charts_of_histories_are_the_same_from_their_lock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
