/* Work beside the caller, and work that waits for the end. */
#include "core/base/task.h"

#include "tests/support.h"

typedef struct sum {
    const int *items;
    size_t count;
    long total;
} sum;

static void add_up(void *context)
{
    sum *s = context;
    for (size_t i = 0; i < s->count; i++)
        s->total += s->items[i];
}

static void the_work_is_done_once_at_the_end(void **state)
{
    (void)state;
    static const int items[] = { 3, 4, 5 };
    for (int beside = 0; beside < 2; beside++) {
        sum one = { items, 3, 0 }, other = { items, 2, 100 };
        bd_task *first = bd_task_begin(beside, add_up, &one);
        bd_task *second = bd_task_begin(beside, add_up, &other);
        bd_task_end(second);
        bd_task_end(first);
        assert_int_equal(one.total, 12);
        assert_int_equal(other.total, 107);
    }
    bd_task_end(NULL);
}

static void work_that_is_not_worth_a_thread_waits(void **state)
{
    (void)state;
    static const int items[] = { 1 };
    sum one = { items, 1, 0 };
    bd_task *task = bd_task_begin(false, add_up, &one);
    assert_int_equal(one.total, 0);
    bd_task_end(task);
    assert_int_equal(one.total, 1);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_work_is_done_once_at_the_end),
        cmocka_unit_test(work_that_is_not_worth_a_thread_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
