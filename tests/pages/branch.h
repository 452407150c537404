/* tests/pages/branch.h: a branch in memory, and runs read from result files. */
#ifndef BD_TESTS_PAGES_BRANCH_H
#define BD_TESTS_PAGES_BRANCH_H

#include "ingest/ingest.h"
#include "render/pages/pages.h"
#include "tests/support.h"

typedef struct test_branch {
    struct {
        char  *path;
        bd_buf bytes;
    } files[32];
    size_t count;
} test_branch;

/* The functions that bd_publication_merge() asks. */
bd_pages_branch test_branch_reader(test_branch *branch);
/* What the branch has; NULL when it has no such file. */
const bd_buf *test_branch_file(const test_branch *branch, const char *path);
void          test_branch_put(test_branch *branch, const char *path, bd_str bytes);
/* Puts all changed files on the branch, as a push that succeeds. */
void test_branch_push(test_branch *branch, const bd_pages_changes *changes);
void test_branch_drop(test_branch *branch);

/* Reads a result file as a run of a commit. Fails the test when it cannot be read.
 * @param format  NULL = by content */
void test_read_run(const char *path, const char *format, const bd_commit *commit,
                   const bd_pairs *environment, bd_runs *runs);
/* Adds all points of all runs to one suite; holes are facts of the run. */
void test_publish_all(bd_publication *p, const bd_runs *runs, const char *pattern,
                      const char *suite);
/* Merges and pushes. Fails the test on an error. @return entries added */
size_t test_merge(const bd_publication *p, const bd_pages_options *options, test_branch *branch);

#endif
