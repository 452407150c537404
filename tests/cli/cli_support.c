/* A desk to run command lines at: see cli_support.h. */
#include "tests/cli/cli_support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 32 };

static int64_t own_clock(void *state)
{
    const desk *d = state; /* 2026-07-20T10:00:01Z by date(1) */
    return INT64_C(1784541601) * 1000000000 + d->slept_ns;
}

static void own_sleep(void *state, int64_t ns)
{
    ((desk *)state)->slept_ns += ns;
}

static uint64_t own_chance(void *state)
{
    return ++((desk *)state)->chances * UINT64_C(0x9e3779b97f4a7c15);
}

static const char *own_variable(void *state, const char *name)
{
    const desk *d = state;
    return bd_pairs_get(&d->variables, name);
}

static bool real_run(void *state, const bd_process *process, bd_process_result *out, bd_error *err)
{
    (void)state;
    bd_env system = bd_system_env();
    return system.run(NULL, process, out, err);
}

desk desk_open(void)
{
    desk d = { .directory = test_temp_dir(), .home = getcwd(NULL, 0) };
    assert_non_null(d.home);
    assert_int_equal(chdir(d.directory), 0);
    return d;
}

void desk_close(desk *d)
{
    assert_int_equal(chdir(d->home), 0);
    test_remove_tree(d->directory);
    free(d->directory);
    free(d->home);
    bd_buf_release(&d->out);
    bd_buf_release(&d->diag);
    bd_arena_release(&d->arena);
}

static void split_words(desk *d, const char *words, const char **argv)
{
    size_t count = 0;
    argv[count++] = "benchdoc";
    for (const char *at = words; *at;) {
        at += strspn(at, " ");
        bool quoted = *at == '\'';
        at += quoted;
        size_t length = strcspn(at, quoted ? "'" : " ");
        if (!*at && !quoted)
            break;
        assert_true(count + 1 < WORDS_MAX);
        argv[count++] = bd_arena_text(&d->arena, (bd_str){ at, length });
        at += length + (quoted && at[length] == '\'');
    }
    argv[count] = NULL;
}

static void take_stream(FILE *stream, char **text, size_t *size, bd_buf *out)
{
    assert_int_equal(fclose(stream), 0);
    bd_buf_clear(out);
    bd_buf_add(out, *text, *size);
    bd_buf_text(out);
    free(*text);
}

int desk_run(desk *d, const char *words)
{
    const char *argv[WORDS_MAX];
    char *out = NULL, *diag = NULL;
    size_t out_size = 0, diag_size = 0;
    char empty[1] = "";
    FILE *in = d->input.len > 0 ? fmemopen((void *)(uintptr_t)d->input.ptr, d->input.len, "r")
                                : fmemopen(empty, 1, "r");
    bd_streams streams = { in, open_memstream(&out, &out_size), open_memstream(&diag, &diag_size),
                           d->terminal, d->terminal };
    bd_env env = { .state = d,
                   .now_unix_ns = own_clock,
                   .sleep_ns = own_sleep,
                   .random_u64 = own_chance,
                   .variable = own_variable,
                   .run = real_run };
    assert_non_null(in);
    split_words(d, words, argv);
    int code = bd_main_with(argv, &streams, &env);
    fclose(in);
    take_stream(streams.out, &out, &out_size, &d->out);
    take_stream(streams.diag, &diag, &diag_size, &d->diag);
    return code;
}

void desk_expect(desk *d, const char *words, int code)
{
    int got = desk_run(d, words);
    if (got != code)
        fail_msg("benchdoc %s: exit %d, not %d\n%s%s", words, got, code, bd_buf_text(&d->out),
                 bd_buf_text(&d->diag));
}

static void contains(const bd_buf *stream, const char *text)
{
    bd_buf copy = *stream;
    if (!strstr(bd_buf_text(&copy), text))
        fail_msg("lacks: %s\nis: %s", text, bd_buf_text(&copy));
}

void desk_says(const desk *d, const char *text)
{
    contains(&d->out, text);
}

void desk_tells(const desk *d, const char *text)
{
    contains(&d->diag, text);
}

void desk_is_silent(const desk *d)
{
    if (d->diag.len > 0)
        fail_msg("standard error: %s", d->diag.data);
}

void desk_set(desk *d, const char *name, const char *value)
{
    bd_pairs_set(&d->variables, &d->arena, bd_str_of(name), bd_str_of(value));
}

const char *desk_shell(desk *d, const char *command)
{
    bd_buf out = BD_BUF_INIT, diag = BD_BUF_INIT;
    int status = test_shell(command, &out, &diag);
    if (status != 0)
        fail_msg("%s: exit %d\n%s%s", command, status, bd_buf_text(&out), bd_buf_text(&diag));
    const char *text = bd_arena_text(&d->arena, bd_str_trim(bd_buf_str(&out)));
    bd_buf_release(&out);
    bd_buf_release(&diag);
    return text;
}

const char *desk_json(desk *d, const char *query)
{
    test_write("out.json", d->out.data, d->out.len);
    return desk_shell(d, bd_arena_printf(&d->arena, "jq -cr '%s' out.json", query));
}
