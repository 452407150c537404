/* pytest-benchmark's JSON of several versions. */
#include "tests/ingest/action.h"
#include "tests/ingest/broken.h"

#include <string.h>

static void points_are_those_that_the_action_takes(void **state)
{
    (void)state;
    test_as_the_action("pytest_output.json", "pytest");
    test_as_the_action("pytest_several_units.json", "pytest");
}

/* python3 -c 'import json,sys; d=json.load(open(sys.argv[1])); b=d["benchmarks"]; print(len(b),
 * b[0]["fullname"], b[0]["stats"]["mean"], b[0]["stats"]["rounds"], d["commit_info"])' FILE */
static void files_of_2_5_have_no_ops_and_no_params(void **state)
{
    (void)state;
    static const struct {
        const char *mean;
        int64_t rounds;
    } rows[] = { { "2.540585175827918e-7", 11009 },
                 { "2.4571645211663035e-7", 11126 },
                 { "2.4605368174286904e-7", 13358 },
                 { "2.9613341201221054e-7", 9099 },
                 { "2.61205074138546e-7", 9710 } };
    bd_arena arena = BD_ARENA_INIT;
    bd_names files = { 0 };
    test_shared_files("real/pytest", ".json", &arena, &files);
    assert_int_equal(files.count, BD_COUNT(rows));
    for (size_t i = 0; i < files.count; i++) {
        reading_result r = test_ingest_path(files.items[i], NULL);
        assert_read(&r);
        assert_string_equal(r.run->tool, "pytest-benchmark 2.5.0");
        assert_int_equal(r.run->point_count, 1);
        const bd_point *p = test_find_point(r.run, "tests/test_normal.py::test_xfast_parametrized",
                                            "time", "param=0");
        assert_string_equal(test_number(p->value), rows[i].mean);
        assert_int_equal(p->n, rows[i].rounds);
        assert_string_equal(p->unit, "s");
        assert_int_equal(p->samples.count, 0);
        assert_int_equal(p->reported_count, 6); /* sd, median, min, max, quartiles */
        assert_non_null(strstr(p->rest, "\"outliers\":\""));
        assert_null(p->compat); /* the action reads `ops` */
        assert_string_equal(r.run->commit.id, "5b78858eb718649a31fb93d8dc96ca2cee41a4cd");
        assert_int_equal(r.run->commit.dirty, BD_DIRTY);
        if (i == 0)
            assert_int_equal(r.run->measured_at_ns, INT64_C(1439596911557705000));
        test_ingest_drop(&r);
    }
    bd_names_release(&files);
    bd_arena_release(&arena);
}

static void machine_and_commit_become_facts(void **state)
{
    (void)state;
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/inputs/pytest_output.json", test_shared("github-action-benchmark"));
    reading_result r = test_ingest_path(bd_buf_text(&path), NULL);
    assert_read(&r);
    assert_string_equal(bd_pairs_get(&r.run->environment, "cpu"),
                        "Intel(R) Core(TM) i7-4771 CPU @ 3.50GHz");
    assert_string_equal(bd_pairs_get(&r.run->environment, "python_version"), "3.7.5");
    assert_string_equal(r.run->commit.branch, "pytest");
    assert_int_equal(r.run->commit.dirty, BD_DIRTY);
    assert_int_equal(r.run->commit.time_ns, INT64_C(1573873830000000000));
    test_finding(&r.found, "the raw data are not whole");
    bd_buf_release(&path);
    test_ingest_drop(&r);
}

static void a_commit_that_is_stated_does_not_describe_another_one(void **state)
{
    (void)state;
    static const char text[] = "{\"commit_info\": {\"id\": \"abc123\", \"dirty\": false},"
                               " \"benchmarks\": [{\"name\": \"t\", \"stats\": {\"mean\": 1}}]}";
    static const char *const ids[] = { "fff999", "abc123def" };
    for (size_t i = 0; i < BD_COUNT(ids); i++) {
        bd_ingest_file file = { .path = "r.json", .bytes = bd_str_of(text) };
        bd_commit stated = BD_COMMIT_INIT;
        stated.id = ids[i];
        stated.message = "Stated";
        bd_ingest_input in = { .file = &file, .commit = &stated };
        reading_result r = test_ingest_input(&in);
        assert_read(&r);
        assert_string_equal(r.run->commit.id, "abc123");
        assert_int_equal(r.run->commit.dirty, BD_CLEAN);
        if (i == 0)
            assert_null(r.run->commit.message);
        else
            assert_string_equal(r.run->commit.message, "Stated");
        test_ingest_drop(&r);
    }
}

static const char newer[] =
    "{\"version\": \"4.0.0\", \"datetime\": \"2026-01-02T03:04:05.5\",\n"
    " \"machine_info\": {\"node\": \"n\", \"cpu\": {\"brand_raw\": \"AMD EPYC 7763\",\n"
    "   \"hz_actual\": [2445, 0], \"count\": 4, \"arch\": \"X86_64\"}},\n"
    " \"commit_info\": {\"id\": null, \"dirty\": null},\n"
    " \"benchmarks\": [{\"group\": \"sort\", \"name\": \"test_sort[a-10]\",\n"
    "   \"fullname\": \"t.py::test_sort[a-10]\", \"params\": {\"kind\": \"a\", \"n\": 10},\n"
    "   \"param\": \"a-10\", \"extra_info\": {\"x\": 1},\n"
    "   \"stats\": {\"mean\": 2, \"stddev\": 1, \"rounds\": 2, \"ops\": 0.5, \"data\": [1, "
    "3]}}]}\n";

static void group_and_params_are_dimensions_and_data_are_samples(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(newer, "pytest-benchmark");
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, "t.py::test_sort", "time", "kind=a n=10 group=sort");
    assert_int_equal(p->samples.count, 2);
    assert_int_equal(p->samples.ints[1], 3);
    assert_string_equal(p->rest, "{\"param\":\"a-10\",\"extra_info\":{\"x\":1}}");
    p = test_find_point(r.run, "t.py::test_sort", "ops", "kind=a n=10 group=sort");
    assert_string_equal(p->unit, "iter/sec");
    assert_string_equal(p->compat->name, "t.py::test_sort[a-10]");
    assert_string_equal(p->compat->extra, "mean: 2 sec\nrounds: 2");
    assert_string_equal(bd_pairs_get(&r.run->environment, "cpu"), "AMD EPYC 7763");
    assert_string_equal(bd_pairs_get(&r.run->environment, "cores"), "4");
    assert_null(r.run->commit.id);
    assert_int_equal(r.run->measured_at_ns, INT64_C(1767323045500000000));
    test_ingest_drop(&r);
}

static void what_is_broken_is_told_with_its_place(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "\"mean\": 2", "\"mean\": true", "true", "$.benchmarks[0].stats.mean",
          "expected a number, found true", 0 },
        { "\"rounds\": 2", "\"rounds\": -2", "-2, \"ops", "$.benchmarks[0].stats.rounds",
          "expected a count of 0 or more", 0 },
        { "\"fullname\": \"t.py::test_sort[a-10]\"", "\"fullname\": 5", "5, \"params",
          "$.benchmarks[0].fullname", "expected a string, found 5", 0 },
        { "[1, 3]", "[1, {}]", "{}]", "$.benchmarks[0].stats.data[1]",
          "expected a number, found an object", 0 },
    };
    test_all_broken("results.json", newer, cases, BD_COUNT(cases));
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_those_that_the_action_takes),
        cmocka_unit_test(files_of_2_5_have_no_ops_and_no_params),
        cmocka_unit_test(machine_and_commit_become_facts),
        cmocka_unit_test(a_commit_that_is_stated_does_not_describe_another_one),
        cmocka_unit_test(group_and_params_are_dimensions_and_data_are_samples),
        cmocka_unit_test(what_is_broken_is_told_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
