/* A branch in memory: see branch.h. */
#include "tests/pages/branch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_file(void *context, const char *path, bd_buf *out, bool *exists, bd_error *err)
{
    const bd_buf *bytes = test_branch_file(context, path);
    (void)err;
    bd_buf_clear(out);
    *exists = bytes != NULL;
    if (bytes)
        bd_buf_put_str(out, bd_buf_str(bytes));
    return true;
}

bd_pages_branch test_branch_reader(test_branch *branch)
{
    return (bd_pages_branch){ read_file, branch };
}

const bd_buf *test_branch_file(const test_branch *branch, const char *path)
{
    for (size_t i = 0; i < branch->count; i++)
        if (strcmp(branch->files[i].path, path) == 0)
            return &branch->files[i].bytes;
    return NULL;
}

void test_branch_put(test_branch *branch, const char *path, bd_str bytes)
{
    size_t i = 0;
    while (i < branch->count && strcmp(branch->files[i].path, path) != 0)
        i++;
    assert_true(i < BD_COUNT(branch->files));
    if (i == branch->count)
        branch->files[branch->count++].path = bd_strdup(path);
    bd_buf_clear(&branch->files[i].bytes);
    bd_buf_put_str(&branch->files[i].bytes, bytes);
}

void test_branch_push(test_branch *branch, const bd_pages_changes *changes)
{
    for (size_t i = 0; i < changes->count; i++)
        test_branch_put(branch, changes->items[i].path, bd_buf_str(&changes->items[i].bytes));
}

void test_branch_drop(test_branch *branch)
{
    for (size_t i = 0; i < branch->count; i++) {
        free(branch->files[i].path);
        bd_buf_release(&branch->files[i].bytes);
    }
    *branch = (test_branch){ 0 };
}

static void print_found(const bd_diagnostics *found)
{
    for (size_t i = 0; i < found->count; i++) {
        const bd_error *e = &found->items[i].error;
        fprintf(stderr, "%s:%d:%d: %s\n", e->file, e->line, e->column, e->message);
    }
}

void test_read_run(const char *path, const char *format, const bd_commit *commit,
                   const bd_pairs *environment, bd_runs *runs)
{
    bd_buf bytes = test_read(path);
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    const bd_ingest_file file = { .path = path, .bytes = bd_buf_str(&bytes) };
    const bd_ingest_input in = {
        .file = &file, .format = format, .commit = commit, .environment = environment
    };
    bool ok = bd_ingest(&in, runs, &found);
    print_found(&found);
    assert_true(ok);
    bd_diagnostics_release(&found);
    bd_buf_release(&bytes);
}

static const char *fact_of(const void *context, bd_str name, bd_buf *scratch)
{
    return bd_run_fact(context, name, scratch);
}

void test_publish_all(bd_publication *p, const bd_runs *runs, const char *pattern,
                      const char *suite)
{
    for (size_t i = 0; i < runs->count; i++) {
        const bd_run *run = runs->items[i];
        const bd_pages_route route = { pattern, suite, fact_of, run };
        bd_error err = BD_ERROR_INIT;
        for (size_t k = 0; k < run->point_count; k++)
            assert_ok(bd_publication_add(p, run, &run->points[k], &route, &err), &err);
    }
}

size_t test_merge(const bd_publication *p, const bd_pages_options *options, test_branch *branch)
{
    bd_pages_changes changes = BD_PAGES_CHANGES_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_pages_branch reader = test_branch_reader(branch);
    bool ok = bd_publication_merge(p, options, &reader, &changes, &found);
    print_found(&found);
    assert_true(ok);
    size_t added = changes.added;
    test_branch_push(branch, &changes);
    bd_pages_changes_release(&changes);
    bd_diagnostics_release(&found);
    return added;
}
