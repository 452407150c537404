/* tests/support.h: what every test program needs.
 *
 * A test program is `int main(void) { test_fix_world(); return cmocka_run_group_tests(...); }`;
 * test functions are named as sentences. */
#ifndef BD_TESTS_SUPPORT_H
#define BD_TESTS_SUPPORT_H

#include "core/base/buf.h"
#include "core/base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

void test_fix_world(void); /* TZ, locale and colour fixed */

/* The long tests' number of rounds: `full` scaled by BENCHDOC_TEST_SCALE (percent,
 * default 10), at least 1. */
size_t test_rounds(size_t full);

const char *test_source_dir(void); /* the project's root */
/* A path in the shared test data, or skips the running test (and says so) when it
 * is not there. Valid for the next seven calls. */
const char *test_shared(const char *relative);
bool        test_has_shared(const char *relative);

/* A fresh directory under $TMPDIR; removed by test_remove_tree(). */
char *test_temp_dir(void); /* owned: free() */
void  test_remove_tree(const char *path);
void  test_copy_tree(const char *from, const char *to);

bd_buf test_read(const char *path);                        /* fails the test when unreadable */
void   test_write(const char *path, const char *bytes, size_t len); /* makes directories */
void   test_write_text(const char *path, const char *text);

/* Runs a command through the shell.
 * @return its exit status; `out` gets stdout, `diag` stderr (either may be NULL) */
int test_shell(const char *command, bd_buf *out, bd_buf *diag);

/* Like assert_string_equal for slices and for doubles bit by bit. */
void test_assert_str(bd_str got, const char *want, const char *file, int line);
#define assert_str(got, want) test_assert_str((got), (want), __FILE__, __LINE__)
void test_assert_close(double got, double want, double relative, const char *file, int line);
#define assert_close(got, want, relative) \
    test_assert_close((got), (want), (relative), __FILE__, __LINE__)
/* The error is clear: prints it and fails otherwise. */
void test_assert_ok(bool ok, const bd_error *err, const char *file, int line);
#define assert_ok(call, err) test_assert_ok((call), (err), __FILE__, __LINE__)

#endif
