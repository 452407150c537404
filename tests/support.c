/* Shared test tools: see support.h. */
#include "tests/support.h"

#include <errno.h>
#include <ftw.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static size_t percent_of_length(void)
{
    const char *scale = getenv("BENCHDOC_TEST_SCALE");
    return scale ? (size_t)strtoul(scale, NULL, 10) : 10;
}

/* A test looks for leaks in itself; in the programs that it starts, where that doubles the time
 * of each, only at full length. */
static void start_programs_faster(void)
{
    const char *options = getenv("ASAN_OPTIONS");
    char text[1024];
    if (percent_of_length() >= 100)
        return;
    snprintf(text, sizeof text, "%s:detect_leaks=0", options ? options : "");
    setenv("ASAN_OPTIONS", text, 1);
}

void test_fix_world(void)
{
    start_programs_faster();
    setenv("TZ", "UTC", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("NO_COLOR", "1", 1);
    unsetenv("BENCHDOC_STORE");
    tzset();
    setlocale(LC_ALL, "C");
}

size_t test_rounds(size_t full)
{
    size_t rounds = full * percent_of_length() / 100;
    return rounds > 0 ? rounds : 1;
}

const char *test_source_dir(void)
{
    return BENCHDOC_SOURCE;
}

static char *shared_path(const char *relative)
{
    const char *root = getenv("BENCHDOC_SHARED_DATA_DIR");
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/%s", root ? root : BENCHDOC_SHARED_DATA, relative);
    return bd_buf_text(&path);
}

bool test_has_shared(const char *relative)
{
    char *path = shared_path(relative);
    bool there = access(path, R_OK) == 0;
    free(path);
    return there;
}

const char *test_shared(const char *relative)
{
    static char ring[8][1024];
    static size_t next;
    char *path = shared_path(relative);
    if (access(path, R_OK) != 0) {
        print_message("SKIPPED: shared test data %s is not here\n", relative);
        free(path);
        skip();
    }
    char *kept = ring[next++ % BD_COUNT(ring)];
    snprintf(kept, sizeof ring[0], "%s", path);
    free(path);
    return kept;
}

char *test_temp_dir(void)
{
    const char *base = getenv("TMPDIR");
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/benchdoc-test-XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(bd_buf_text(&path)))
        fail_msg("mkdtemp: %s", strerror(errno));
    return bd_buf_text(&path);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info, (void)walk;
    return kind == FTW_DP ? rmdir(path) : unlink(path);
}

void test_remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void test_copy_tree(const char *from, const char *to)
{
    bd_buf command = BD_BUF_INIT;
    bd_buf_printf(&command, "mkdir -p '%s' && cp -R '%s/.' '%s/' && chmod -R u+w '%s'", to, from,
                  to, to);
    assert_int_equal(test_shell(bd_buf_text(&command), NULL, NULL), 0);
    bd_buf_release(&command);
}

bd_buf test_read(const char *path)
{
    bd_buf out = BD_BUF_INIT;
    FILE *in = fopen(path, "rb");
    if (!in)
        fail_msg("%s: %s", path, strerror(errno));
    char chunk[65536];
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, in)) > 0;)
        bd_buf_add(&out, chunk, n);
    fclose(in);
    bd_buf_text(&out);
    return out;
}

static void make_directories(const char *path)
{
    char *copy = bd_strdup(path);
    for (char *at = copy + 1; (at = strchr(at, '/')) != NULL; at++) {
        *at = '\0';
        mkdir(copy, 0777);
        *at = '/';
    }
    free(copy);
}

void test_write(const char *path, const char *bytes, size_t len)
{
    make_directories(path);
    FILE *out = fopen(path, "wb");
    if (!out)
        fail_msg("%s: %s", path, strerror(errno));
    assert_int_equal(fwrite(bytes, 1, len, out), len);
    assert_int_equal(fclose(out), 0);
}

void test_write_text(const char *path, const char *text)
{
    test_write(path, text, strlen(text));
}

int test_shell(const char *command, bd_buf *out, bd_buf *diag)
{
    char *dir = test_temp_dir();
    bd_buf line = BD_BUF_INIT, path = BD_BUF_INIT;
    bd_buf_printf(&line, "{ %s\n} >'%s/out' 2>'%s/diag' </dev/null", command, dir, dir);
    int status = system(bd_buf_text(&line));
    bd_buf *wanted[] = { out, diag };
    static const char *const names[] = { "out", "diag" };
    for (size_t i = 0; i < 2; i++) {
        if (!wanted[i])
            continue;
        bd_buf_clear(&path);
        bd_buf_printf(&path, "%s/%s", dir, names[i]);
        bd_buf_release(wanted[i]);
        *wanted[i] = test_read(bd_buf_text(&path));
    }
    test_remove_tree(dir);
    bd_buf_release(&line);
    bd_buf_release(&path);
    free(dir);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void test_assert_str(bd_str got, const char *want, const char *file, int line)
{
    if (bd_str_is(got, want))
        return;
    print_error("got:  %.*s\nwant: %s\n", (int)got.len, got.ptr, want);
    _fail(file, line);
}

void test_assert_close(double got, double want, double relative, const char *file, int line)
{
    if (got == want || (isnan(got) && isnan(want))
        || fabs(got - want) <= relative * fmax(fabs(got), fabs(want)))
        return;
    print_error("got %.17g, want %.17g within %g\n", got, want, relative);
    _fail(file, line);
}

void test_assert_ok(bool ok, const bd_error *err, const char *file, int line)
{
    if (ok)
        return;
    print_error("%s:%d:%d: %s: %s (%s)\n", err->file, err->line, err->column, err->path,
                err->message, err->hint);
    _fail(file, line);
}
