/* The built program as a process: pipes, full disks, signals, read-only places. */
#include "tests/cli/cli_support.h"

#include <string.h>
#include <unistd.h>

static const char custom[] = "[{\"name\":\"a\",\"unit\":\"ms\",\"value\":1}]";

/* Runs shell text in which $B is the program. @return exit status */
static int shell(desk *d, const char *text)
{
    return test_shell(bd_arena_printf(&d->arena, "B='%s'; %s", BENCHDOC_PROGRAM, text), &d->out,
                      &d->diag);
}

static void a_full_disk_ends_with_6(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    desk d = desk_open();
    test_write_text("results.json", custom);
    static const char *const commands[] = {
        "table results.json", "fields results.json",           "formats",        "help",
        "--version",          "ingest -n --json results.json", "init --dry-run", "record -n"
    };
    for (size_t i = 0; i < BD_COUNT(commands); i++) {
        assert_int_equal(shell(&d, bd_arena_printf(&d.arena, "\"$B\" %s >/dev/full", commands[i])),
                         6);
        desk_tells(&d, "benchdoc: standard output cannot be written: No space left on device");
    }
    desk_close(&d);
}

static void a_reader_that_goes_away_is_no_reason_to_complain(void **state)
{
    (void)state;
    desk d = desk_open();
    /* more than a pipe holds, so that writing goes on after the reader has gone */
    desk_shell(&d,
               "jq -nc '[range(20000) | {name: \"n\\(.)\", unit: \"ms\", value: .}]' >big.json");
    assert_int_equal(shell(&d, "\"$B\" table big.json | head -n 1"), 0);
    desk_is_silent(&d);
    assert_int_equal(strchr(bd_buf_text(&d.out), '\n') - d.out.data, (long)d.out.len - 1);
    desk_close(&d);
}

static void both_streams_in_one_pipe_keep_their_order(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("results.json", custom);
    assert_int_equal(shell(&d, "\"$B\" fields results.json 2>&1 | tail -n 1"), 0);
    desk_says(&d, "custom: the CPU is not known");
    desk_close(&d);
}

static void standard_input_is_a_file_called_dash(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("results.json", custom);
    assert_int_equal(shell(&d, "\"$B\" table - <results.json"), 0);
    desk_says(&d, "value (ms)");
    assert_int_equal(shell(&d, "\"$B\" table - <&-"), 3);
    desk_tells(&d, "standard input");
    assert_int_equal(shell(&d, "printf '[1' | \"$B\" table -"), 3);
    desk_tells(&d, "standard input:1:");
    desk_close(&d);
}

static void an_interrupt_ends_with_130_and_leaves_nothing(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("results.json", custom);
    /* the program waits for the command, which interrupts it */
    int status = shell(&d, "\"$B\" record -- sh -c 'cp results.json new.json; kill -INT $PPID'");
    assert_int_equal(status, 130);
    desk_tells(&d, "benchdoc: interrupted");
    assert_int_not_equal(access("environment.txt", F_OK), 0);
    desk_close(&d);
}

static void standard_streams_stay_the_command_s_own(void **state)
{
    (void)state;
    desk d = desk_open();
    assert_int_equal(shell(&d, "echo in | \"$B\" -q record -o e.txt -- sh -c 'cat; echo err >&2'"),
                     0);
    assert_str(bd_buf_str(&d.out), "in\n");
    assert_str(bd_buf_str(&d.diag), "err\n");
    desk_close(&d);
}

static void places_that_cannot_be_written_are_named(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("results.json", custom);
    test_write_text("flat", "");
    static const struct {
        const char *words;
        int code;
        const char *message;
    } cases[] = {
        { "record -o flat/e.txt", 6, "flat" },
        { "record -o .", 6, "directory" },
        { "ingest results.json --store sqlite:flat/h.db", 4, "flat/h.db" },
        { "init --into flat/README.md", 6, "flat" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        int status = shell(&d, bd_arena_printf(&d.arena, "\"$B\" %s", cases[i].words));
        if (status != cases[i].code)
            fail_msg("%s: exit %d\n%s", cases[i].words, status, bd_buf_text(&d.diag));
        desk_tells(&d, cases[i].message);
        desk_tells(&d, "  → ");
    }
    assert_int_not_equal(access("benchdoc.yml", F_OK), 0);
    desk_close(&d);
}

static void many_errors_are_told_in_order_and_the_rest_counted(void **state)
{
    (void)state;
    desk d = desk_open();
    bd_buf words = BD_BUF_INIT;
    for (int i = 0; i < 60; i++)
        bd_buf_printf(&words, " no-%02d.json", i);
    assert_int_equal(shell(&d, bd_arena_printf(&d.arena, "\"$B\" ingest%s", bd_buf_text(&words))),
                     3);
    const char *first = strstr(bd_buf_text(&d.diag), "no-00.json");
    assert_non_null(first);
    assert_non_null(strstr(first, "no-01.json"));
    desk_tells(&d, "benchdoc: and 10 more");
    bd_buf_release(&words);
    desk_close(&d);
}

/* Takes the text between two fences off `*rest`. @return false when there is none */
static bool next_block(desk *d, const char **rest, const char *language, const char **block)
{
    const char *fence = bd_arena_printf(&d->arena, "```%s\n", language);
    const char *from = strstr(*rest, fence);
    const char *to = from ? strstr(from + strlen(fence), "\n```") : NULL;
    if (!to)
        return false;
    from += strlen(fence);
    *block = bd_arena_text(&d->arena, (bd_str){ from, (size_t)(to + 1 - from) });
    *rest = to + 4;
    return true;
}

/* Runs the "$ " lines of a block and puts what came out behind each. */
static void replay(desk *d, bd_str block, bd_buf *out)
{
    bd_str line;
    while (block.len > 0 && bd_str_split(&block, '\n', &line)) {
        if (!bd_str_starts(line, "$ "))
            continue;
        shell(d, bd_arena_printf(&d->arena, "benchdoc() { \"$B\" \"$@\"; }; { %.*s; } 2>&1",
                                 (int)line.len - 2, line.ptr + 2));
        bd_buf_printf(out, "%.*s\n", (int)line.len, line.ptr);
        bd_buf_put_str(out, bd_buf_str(&d->out));
    }
}

static void the_first_five_minutes_are_as_the_page_says(void **state)
{
    (void)state;
    desk d = desk_open();
    bd_buf page = BD_BUF_INIT, got = BD_BUF_INIT, path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/docs/first-five-minutes.md", test_source_dir());
    page = test_read(bd_buf_text(&path));
    const char *rest = bd_buf_text(&page), *block = NULL;
    size_t blocks = 0;
    assert_true(next_block(&d, &rest, "json", &block));
    test_write_text("results.json", block);
    test_write_text("README.md", "# My library\n");
    for (; next_block(&d, &rest, "console", &block); blocks++) {
        bd_buf_clear(&got);
        replay(&d, bd_str_of(block), &got);
        assert_str(bd_buf_str(&got), block);
    }
    assert_true(blocks >= 5);
    bd_buf_release(&page);
    bd_buf_release(&got);
    bd_buf_release(&path);
    desk_close(&d);
}

/* Whatever moment it is killed at, what is there is whole, and the same call ends it. */
static void a_copy_that_is_killed_goes_on_from_there(void **state)
{
    (void)state;
    desk d = desk_open();
    desk_shell(&d,
               "jq -nr '{lastUpdate: 1, repoUrl: \"u\", entries: {B: [range(600) | {commit: {id: "
               "\"c\\(.)\", message: \"m\", url: \"u\"}, date: (1700000000000 + . * 1000), tool: "
               "\"customSmallerIsBetter\", benches: [{name: \"a\", value: ., unit: \"ms\"}]}]}}"
               " | \"window.BENCHMARK_DATA = \\(tojson)\"' >data.js");
    assert_int_equal(shell(&d, "\"$B\" history import data.js -q"), 0);
    static const char copy[] = "\"$B\" store copy sqlite:.benchdoc/history.db sqlite:there.db";
    for (int i = 1; i <= 4; i++)
        shell(&d, bd_arena_printf(&d.arena, "%s & sleep 0.%02d; kill -9 $!; wait $!", copy, 8 * i));
    assert_int_equal(shell(&d, copy), 0);
    desk_says(&d, "600 of 600 have the same digest\n");
    assert_int_equal(shell(&d, "\"$B\" store check --store sqlite:there.db"), 0);
    assert_int_equal(shell(&d, copy), 0);
    desk_says(&d, "0 runs copied, 600 were there; 600 of 600 have the same digest\n");
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_that_is_killed_goes_on_from_there),
        cmocka_unit_test(a_full_disk_ends_with_6),
        cmocka_unit_test(a_reader_that_goes_away_is_no_reason_to_complain),
        cmocka_unit_test(both_streams_in_one_pipe_keep_their_order),
        cmocka_unit_test(standard_input_is_a_file_called_dash),
        cmocka_unit_test(an_interrupt_ends_with_130_and_leaves_nothing),
        cmocka_unit_test(standard_streams_stay_the_command_s_own),
        cmocka_unit_test(places_that_cannot_be_written_are_named),
        cmocka_unit_test(many_errors_are_told_in_order_and_the_rest_counted),
        cmocka_unit_test(the_first_five_minutes_are_as_the_page_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
