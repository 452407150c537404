/* Programs that benchdoc runs: their environment, and an end to those that hang. */
#include "cli/run.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static bd_process_result run_script(const char *script, const char *const *extra, int64_t limit_ns)
{
    const char *argv[] = { "sh", "-c", script, NULL };
    bd_process process = { .argv = argv, .extra_env = extra, .limit_ns = limit_ns };
    bd_process_result result;
    bd_error err = BD_ERROR_INIT;
    bd_env env = bd_system_env();
    assert_ok(env.run(env.state, &process, &result, &err), &err);
    return result;
}

static void release(bd_process_result *result)
{
    bd_buf_release(&result->out);
    bd_buf_release(&result->diag);
}

static void variables_are_set_replaced_and_taken_away(void **state)
{
    (void)state;
    const char *const extra[] = { "BD_NEW=1=2", "BD_OLD=new", "BD_GONE", "BD_EMPTY=", NULL };
    setenv("BD_OLD", "old", 1);
    setenv("BD_GONE", "still here", 1);
    setenv("BD_GONE_NOT", "kept", 1);
    bd_process_result r = run_script("echo $BD_NEW $BD_OLD ${BD_GONE-gone} $BD_GONE_NOT "
                                     "\"${BD_EMPTY-unset}\"",
                                     extra, 0);
    assert_str(bd_buf_str(&r.out), "1=2 new gone kept \n");
    release(&r);
}

static void a_program_that_hangs_is_ended_and_what_it_said_is_kept(void **state)
{
    (void)state;
    struct timespec from, to;
    enum { SIGTERM_STATUS = 128 + 15 };
    clock_gettime(CLOCK_MONOTONIC, &from);
    bd_process_result r = run_script("echo here; exec sleep 60", NULL, 200 * 1000000);
    clock_gettime(CLOCK_MONOTONIC, &to);
    assert_int_equal(r.exit_status, SIGTERM_STATUS);
    assert_str(bd_buf_str(&r.out), "here\n");
    assert_in_range(to.tv_sec - from.tv_sec, 0, 30);
    release(&r);
    r = run_script("echo quick", NULL, (int64_t)60 * 1000000000);
    assert_int_equal(r.exit_status, 0);
    release(&r);
}

static void a_program_that_does_not_listen_is_killed(void **state)
{
    (void)state;
    enum { SIGKILL_STATUS = 128 + 9 };
    bd_process_result r = run_script("trap '' TERM; sleep 20 & wait; wait", NULL, 200 * 1000000);
    assert_int_equal(r.exit_status, SIGKILL_STATUS);
    release(&r);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables_are_set_replaced_and_taken_away),
        cmocka_unit_test(a_program_that_hangs_is_ended_and_what_it_said_is_kept),
        cmocka_unit_test(a_program_that_does_not_listen_is_killed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
