/* What a name means for an observation, and when a condition holds. */
#include "core/query/query.h"

#include "tests/support.h"

#include <string.h>

static bd_observation make(bd_run *run)
{
    static const bd_dim dims[] = {
        { "variant", "-", BD_DIM_NAMED },    { "rows", "5000", BD_DIM_PARAM },
        { "version", "1.10", BD_DIM_NAMED }, { "backend", "SQLite", BD_DIM_NAMED },
        { "count", "0.5", BD_DIM_PARAM },
    };
    bd_pairs_set(&run->environment, &run->arena, BD_STR("cpu"),
                 BD_STR("AMD EPYC 7763 64-Core Processor"));
    bd_pairs_set(&run->environment, &run->arena, BD_STR("backend"), BD_STR("other"));
    bd_pairs_set(&run->environment, &run->arena, BD_STR("os.name"), BD_STR("Linux"));
    bd_pairs_set(&run->facts, &run->arena, BD_STR("run"), BD_STR("4"));
    run->suite = "tick";
    run->commit.id = "76dcc7e";
    bd_run_add_file(run, "r/t.json", BD_STR("{}"));
    bd_point *p = bd_run_add_point(run);
    p->benchmark = "b";
    p->unit = "ns";
    p->outcome = BD_OUTCOME_REFUSED;
    return (bd_observation){
        .run = run, .point = p, .metric = "wall", .dims = dims, .dim_count = BD_COUNT(dims)
    };
}

static const struct {
    const char *query;
    bool holds;
} rows[] = {
    { "rows=5000", true },
    { "rows=5000|10", true },
    { "rows!=5000|10", false },
    { "rows!=1|10", true },
    { "rows=5000.0", false }, /* equal is equal text */
    { "rows>4999.5", true },
    { "rows>5000", false },
    { "rows>=5000", true },
    { "rows<=5e3", true },
    { "rows<10000", true },
    { "version=1.10", true },
    { "version=1.1", false }, /* may be a version */
    { "version!=1.1", true },
    { "version>1.05", true },
    { "backend>5", false }, /* a word has no size */
    { "backend<5", false },
    { "variant=-", true },
    { "variant=-|warm", true },
    { "variant!=-", false },
    { "variant!=warm", true },
    { "absent=-", true },
    { "absent=x", false },
    { "absent!=x", true },
    { "absent!=-", false },
    { "absent>0", false },
    { "backend=SQLite", true }, /* the dimension before the fact */
    { "environment.backend=other", true },
    { "environment.os.name=Linux", true },
    { "os.name=Linux", true },
    { "run=4", true },
    { "commit=76dcc7e", true },
    { "file=r/t.json", true },
    { "file=x.json", false },
    { "file=x.json|r/t.json", true },
    { "metric=wall", true },
    { "unit=ns", true },
    { "outcome=refused", true },
    { "outcome!=ok", true },
    { "suite=tick", true },
    { "cpu=\"AMD EPYC 7763 64-Core Processor\"", true },
    { "cpu=amd-epyc-7763-64-core-processor", true },
    { "cpu=\"EPYC 7763\"", true },
    { "cpu!=\"EPYC 7763\"", false },
    { "cpu=\"EPYC 7\"", false },
    { "count>0.25 count<1", true },
};

static void conditions_hold_by_text_and_by_size(void **state)
{
    (void)state;
    bd_run *run = bd_run_new();
    bd_observation o = make(run);
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_query q;
        assert_ok(bd_query_parse(bd_str_of(rows[i].query), false, &arena, &q, &err), &err);
        if (bd_query_holds(&q, &o) != rows[i].holds)
            fail_msg("%s: expected %d", rows[i].query, rows[i].holds);
        bd_arena_release(&arena);
    }
    bd_run_free(run);
}

static void a_suite_is_a_condition(void **state)
{
    (void)state;
    bd_run *run = bd_run_new();
    bd_observation o = make(run);
    bd_query tick = { .suite = "tick" }, other = { .suite = "pipeline" };
    assert_true(bd_query_holds(&tick, &o));
    assert_false(bd_query_holds(&other, &o));
    bd_run_free(run);
}

static void the_kind_of_a_name_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bd_dim_kind kind;
    } kinds[] = { { "rows", BD_DIM_PARAM },
                  { "backend", BD_DIM_NAMED },
                  { "metric", BD_DIM_STRUCTURE },
                  { "run", BD_DIM_FACT },
                  { "environment.backend", BD_DIM_FACT } };
    bd_run *run = bd_run_new();
    bd_observation o = make(run);
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < BD_COUNT(kinds); i++) {
        bd_dim_kind kind = BD_DIM_STRUCTURE;
        assert_non_null(bd_observation_get(&o, bd_str_of(kinds[i].name), &kind, &scratch));
        assert_int_equal(kind, kinds[i].kind);
    }
    assert_null(bd_observation_get(&o, BD_STR("nothing"), NULL, &scratch));
    bd_buf_release(&scratch);
    bd_run_free(run);
}

static void numbers_come_by_size_and_before_words(void **state)
{
    (void)state;
    static const char *const ascending[] = { "-1", "0.5",  "9", "10", "1e2",
                                             "-",  "10 x", "a", "b",  "é" };
    for (size_t i = 0; i < BD_COUNT(ascending); i++)
        for (size_t k = 0; k < BD_COUNT(ascending); k++) {
            int order = bd_value_order(ascending[i], ascending[k]);
            assert_int_equal((order > 0) - (order < 0), (i > k) - (i < k));
        }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_hold_by_text_and_by_size),
        cmocka_unit_test(a_suite_is_a_condition),
        cmocka_unit_test(the_kind_of_a_name_is_told),
        cmocka_unit_test(numbers_come_by_size_and_before_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
