/* Bundles of pull requests, byte for byte: whatever is changed in one, it is judged. */
#include "cli/bundle.h"
#include "tests/cli/foreign_project.h"

#include <stdlib.h>
#include <string.h>

/* What jq cannot write. */
static void bytes_that_are_no_bundle_are_refused(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "sed -i 's/\"pull_request\":7/\"pull_request\":7,\"pull_request\":8/' b.json",
        "sed -i 's/\"value\": 1.5/\"value\": 1.5, \"value\": 2/' b.json",
        "sed -i 's/\"value\": 1.5/\"value\": 1.5.5/' b.json",
        "sed -i 's/\"pull_request\":7/\"pull_request\":77777777777777777777/' b.json",
        "printf '\\377' | dd of=b.json bs=1 seek=60 conv=notrunc 2>/dev/null",
        "head -c 900 b.json >c && mv c b.json",
        ": >b.json",
        "truncate -s 100M b.json",
        "python3 -c 'print(\"[\" * 1000000)' >b.json",
        "ln -sf . b.json",
        "rm b.json",
    };
    desk d = second_job();
    desk_shell(&d, "cp b.json whole.json");
    for (size_t i = 0; i < BD_COUNT(changes); i++) {
        desk_shell(&d, "rm -f b.json && cp whole.json b.json");
        desk_shell(&d, changes[i]);
        desk_expect(&d, "publish --bundle b.json --branch pulls", 3);
        desk_tells(&d, "b.json");
    }
    has_branches(&d, "");
    desk_close(&d);
}

/* ---- every byte ---- */

typedef struct reader {
    const char *answer, *head;
    bd_event event;
    size_t accepted;
} reader;

static int64_t noon(void *state)
{
    (void)state;
    return INT64_C(1784541601) * 1000000000;
}

static const char *no_variable(void *state, const char *name)
{
    (void)state;
    return strcmp(name, "GH_TOKEN") == 0 ? "t" : NULL;
}

static bool answer(void *state, const bd_process *process, bd_process_result *out, bd_error *err)
{
    const reader *r = state;
    (void)err;
    assert_string_equal(process->argv[0], "gh");
    *out = (bd_process_result){ 0 };
    bd_buf_puts(&out->out, r->answer);
    bd_buf_text(&out->diag);
    return true;
}

static bool has_controls(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ')
            return true;
    return false;
}

/* Whatever is taken is of the commit that was asked for, and says nothing of its own place. */
static void read_mutant(reader *r, const char *bytes, size_t len)
{
    static const bd_global_options global = { 0 };
    const bd_env env = { .state = r, .now_unix_ns = noon, .variable = no_variable, .run = answer };
    bd_ctx ctx = { .env = &env, .global = &global };
    bd_bundle bundle = { 0 };
    bd_runs runs = BD_RUNS_INIT;
    test_write("mutant.json", bytes, len);
    bool ok = bd_bundle_open(&ctx, "mutant.json", &r->event, &bundle, &runs);
    assert_true(ok || ctx.found.errors > 0);
    r->accepted += ok;
    for (size_t i = 0; ok && i < runs.count; i++) {
        assert_string_equal(runs.items[i]->commit.id, r->head);
        assert_string_equal(runs.items[i]->commit.branch, "bob:topic");
        assert_false(has_controls(runs.items[i]->suite));
        for (size_t k = 0; k < runs.items[i]->point_count; k++)
            assert_false(has_controls(runs.items[i]->points[k].benchmark));
    }
    assert_true(!ok
                || (runs.count > 0 && !bundle.branch && !bundle.head_commit && !bundle.repo_url
                    && bundle.to.count == 0 && bundle.names.count == 0
                    && bundle.trust == BD_TRUST_PULL));
    bd_runs_release(&runs);
    bd_bundle_release(&bundle);
    bd_diagnostics_release(&ctx.found);
}

static void every_flipped_byte_and_every_cut_is_judged(void **state)
{
    (void)state;
    desk d = second_job();
    bd_buf whole = test_read("b.json"), given = test_read("answer.json"),
           event = test_read("run.json");
    bd_error err = BD_ERROR_INIT;
    reader r = { .answer = bd_buf_text(&given), .head = desk_shell(&d, "git rev-parse HEAD") };
    assert_ok(bd_event_parse(bd_buf_str(&event), &r.event, &err), &err);
    read_mutant(&r, whole.data, whole.len);
    assert_int_equal(r.accepted, 1);
    char *mutant = bd_strdup(bd_buf_text(&whole));
    size_t step = whole.len / test_rounds(whole.len);
    for (size_t i = 0; i < whole.len; i += step)
        for (unsigned bit = (unsigned)i % 7; bit < 8; bit += 7 - (unsigned)i % 7) {
            mutant[i] = (char)((unsigned char)whole.data[i] ^ 1U << bit);
            read_mutant(&r, mutant, whole.len);
            mutant[i] = whole.data[i];
        }
    size_t before = r.accepted;
    for (size_t i = 0; i + 2 < whole.len; i += step) /* the last bytes are "}" and a line end */
        read_mutant(&r, whole.data, i);
    assert_int_equal(r.accepted, before);
    free(mutant);
    bd_event_release(&r.event);
    bd_buf_release(&whole);
    bd_buf_release(&given);
    bd_buf_release(&event);
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    setenv("GIT_COMMITTER_DATE", "2026-07-20T09:00:00Z", 1); /* the desk's clock is an hour later */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_that_are_no_bundle_are_refused),
        cmocka_unit_test(every_flipped_byte_and_every_cut_is_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
