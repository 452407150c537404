/* A program in place of gh: see fake_gh.h. */
#include "tests/cli/fake_gh.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char script[] = "#!/bin/sh\n"
                             "cd \"$(dirname \"$0\")\" || exit 99\n"
                             "n=$(($(cat count 2>/dev/null || echo 0) + 1))\n"
                             "echo $n >count\n"
                             "printf '%s\\n' \"$*\" >words.$n\n"
                             "case \"$*\" in *--input*) cat >input.$n ;; esac\n"
                             "[ ! -f diag.$n ] || cat diag.$n >&2\n"
                             "[ ! -f out.$n ] || cat out.$n\n"
                             "[ ! -f exit.$n ] || exit $(cat exit.$n)\n";

void fake_gh_begin(desk *d)
{
    desk_shell(d, "rm -rf fake && mkdir fake");
    test_write("fake/gh", script, strlen(script));
    assert_int_equal(chmod("fake/gh", 0755), 0);
    desk_set(d, "BENCHDOC_GH", bd_arena_printf(&d->arena, "%s/fake/gh", d->directory));
    desk_set(d, "GITHUB_REPOSITORY", "acme/widgets");
}

static void put(desk *d, const char *kind, int call, const char *text)
{
    test_write(bd_arena_printf(&d->arena, "fake/%s.%d", kind, call), text, strlen(text));
}

void fake_gh_answer(desk *d, int call, const char *out, const char *diag, int exit_status)
{
    put(d, "out", call, out);
    put(d, "diag", call, diag);
    put(d, "exit", call, bd_arena_printf(&d->arena, "%d\n", exit_status));
}

static const char *get(desk *d, const char *path)
{
    bd_buf text = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    const char *copy = "";
    if (bd_file_exists(path)) {
        assert_ok(bd_file_read(path, 16 << 20, &text, &err), &err);
        copy = bd_arena_text(&d->arena, bd_str_trim(bd_buf_str(&text)));
    }
    bd_buf_release(&text);
    return copy;
}

int fake_gh_calls(void)
{
    bd_buf text = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    int count = 0;
    if (bd_file_exists("fake/count")) {
        assert_ok(bd_file_read("fake/count", 100, &text, &err), &err);
        count = (int)strtol(bd_buf_text(&text), NULL, 10);
    }
    bd_buf_release(&text);
    return count;
}

const char *fake_gh_words(desk *d, int call)
{
    return get(d, bd_arena_printf(&d->arena, "fake/words.%d", call));
}

const char *fake_gh_input(desk *d, int call)
{
    return get(d, bd_arena_printf(&d->arena, "fake/input.%d", call));
}
