/* benchdoc.lock in memory: see lock.h. */
#include "tests/view/lock.h"

#include "ingest/ingest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_suite_path_and_id(const void *a, const void *b)
{
    const bd_run *x = *(bd_run *const *)a, *y = *(bd_run *const *)b;
    int order = strcmp(x->suite, y->suite);
    order = order != 0 ? order : strcmp(x->files[0].path, y->files[0].path);
    return order != 0 ? order : strcmp(x->id, y->id);
}

void lock_write(const view_world *w, bd_buf *out)
{
    bd_runs cut = BD_RUNS_INIT;
    bd_view_excerpt(&w->shown, &cut);
    if (cut.count > 0)
        qsort(cut.items, cut.count, sizeof *cut.items, by_suite_path_and_id);
    bd_interchange_write((const bd_run *const *)cut.items, cut.count, "\"benchdoc.lock\": 1", out);
    bd_runs_release(&cut);
}

void lock_open(view_world *w, const char *yaml, const bd_buf *lock, bool excerpt)
{
    bd_ingest_file file = { "benchdoc.lock", bd_buf_str(lock) };
    bd_ingest_input in = { .file = &file, .format = "benchdoc" };
    view_open(w, yaml);
    if (!bd_ingest(&in, &w->runs, &w->found))
        fail_msg("%s", w->found.items[0].error.message);
    bd_diagnostics_release(&w->found);
    w->view.excerpt = excerpt;
    view_observe(w);
}

void lock_assert_same(const char *what, const char *about, const bd_buf *results,
                      const bd_buf *lock)
{
    enum { AROUND = 600 };
    const char *x = results->data ? results->data : "", *y = lock->data ? lock->data : "";
    size_t at = 0;
    if (strcmp(x, y) == 0)
        return;
    while (x[at] == y[at])
        at++;
    size_t from = at > AROUND ? at - AROUND : 0;
    fprintf(stderr, "%s: %s\n--- results\n%.*s\n--- lock\n%.*s\n", what, about, AROUND * 2,
            x + from, AROUND * 2, y + from);
    fail();
}

bool lock_read_results(view_world *w, const char *path)
{
    bd_buf bytes = test_read(path);
    bd_ingest_file file = { bd_arena_text(&w->arena, bd_path_name(path)), bd_buf_str(&bytes) };
    bd_ingest_input in = { .file = &file };
    bool ok = bd_ingest(&in, &w->runs, &w->found);
    bd_diagnostics_release(&w->found);
    bd_buf_release(&bytes);
    return ok && w->runs.count > 0 && w->runs.items[0]->point_count > 0;
}
