/* Sealing: facts out of the environment, ids, no point twice. */
#include "core/model/model.h"

#include "tests/support.h"

#include <string.h>

static void set(bd_run *run, bd_pairs *pairs, const char *key, const char *value)
{
    bd_pairs_set(pairs, &run->arena, bd_str_of(key), bd_str_of(value));
}

static void seal(bd_run *run)
{
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    assert_true(bd_run_seal(run, &found));
    assert_int_equal(found.total, 0);
    bd_diagnostics_release(&found);
}

static void commit_facts_come_from_the_environment(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *id, *branch;
        bd_dirty dirty;
    } cases[] = {
        { "commit", "76dcc7e", "76dcc7e", NULL, BD_DIRTY_UNKNOWN },
        { "Commit", "1489e1f7", "1489e1f7", NULL, BD_DIRTY_UNKNOWN },
        { "commit", "76dcc7e-dirty", "76dcc7e", NULL, BD_DIRTY },
        { "commit", "unknown", NULL, NULL, BD_DIRTY_UNKNOWN },
        { "commit", "", NULL, NULL, BD_DIRTY_UNKNOWN },
        { "dirty", "0", NULL, NULL, BD_CLEAN },
        { "dirty", "1", NULL, NULL, BD_DIRTY },
        { "WorkingTreeDirty", "false", NULL, NULL, BD_CLEAN },
        { "WorkingTreeDirty", "True", NULL, NULL, BD_DIRTY },
        { "dirty", "perhaps", NULL, NULL, BD_DIRTY_UNKNOWN },
        { "branch", "main", NULL, "main", BD_DIRTY_UNKNOWN },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_run *run = bd_run_new();
        set(run, &run->environment, cases[i].key, cases[i].value);
        seal(run);
        if (cases[i].id)
            assert_string_equal(run->commit.id, cases[i].id);
        else
            assert_null(run->commit.id);
        if (cases[i].branch)
            assert_string_equal(run->commit.branch, cases[i].branch);
        else
            assert_null(run->commit.branch);
        assert_int_equal(run->commit.dirty, cases[i].dirty);
        bd_run_free(run);
    }
}

static void known_commit_facts_stay(void **state)
{
    (void)state;
    bd_run *run = bd_run_new();
    run->commit.id = "of the file";
    run->commit.branch = "release";
    run->commit.dirty = BD_CLEAN;
    set(run, &run->environment, "commit", "76dcc7e");
    set(run, &run->environment, "branch", "main");
    set(run, &run->environment, "dirty", "1");
    seal(run);
    assert_string_equal(run->commit.id, "of the file");
    assert_string_equal(run->commit.branch, "release");
    assert_int_equal(run->commit.dirty, BD_CLEAN);
    bd_run_free(run);
}

/* Who says what; the strongest is heard, whoever spoke before. Times of day tell them apart. */
static void the_strongest_source_says_when_it_was_measured(void **state)
{
    (void)state;
    static const struct {
        const char *given, *environment, *path;
        bool commit;
        const char *from, *time;
    } cases[] = {
        { "file", "2026-07-20T02:00:00Z", "2026-07-20T03.00.00.5", true, "file",
          "2026-07-20T01:00:00Z" },
        { NULL, "2026-07-20T02:00:00Z", "2026-07-20T03.00.00.5", true, "environment",
          "2026-07-20T02:00:00Z" },
        { "option", "2026-07-20T02:00:00Z", NULL, true, "environment", "2026-07-20T02:00:00Z" },
        { "option", NULL, "2026-07-20T03.00.00.5", true, "path", "2026-07-20T03:00:00.5Z" },
        { "option", NULL, NULL, true, "option", "2026-07-20T01:00:00Z" },
        { "event", NULL, NULL, true, "event", "2026-07-20T01:00:00Z" },
        { NULL, NULL, "2026-07-20_03-00-00", true, "path", "2026-07-20T03:00:00Z" },
        { NULL, NULL, "4", true, "commit", "2026-07-20T09:00:00Z" },
        { NULL, NULL, NULL, true, "commit", "2026-07-20T09:00:00Z" },
        { NULL, NULL, "4", false, NULL, "unknown" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_run *run = bd_run_new();
        bd_buf time = BD_BUF_INIT;
        if (cases[i].given) {
            assert_true(bd_time_parse(BD_STR("2026-07-20T01:00:00Z"), &run->measured_at_ns));
            run->measured_from = cases[i].given;
        }
        if (cases[i].environment)
            set(run, &run->environment, "RecordedAtUtc", cases[i].environment);
        if (cases[i].path)
            set(run, &run->facts, "timestamp", cases[i].path);
        if (cases[i].commit)
            assert_true(bd_time_parse(BD_STR("2026-07-20T09:00:00Z"), &run->commit.time_ns));
        seal(run);
        bd_time_text(run->measured_at_ns, &time);
        assert_string_equal(bd_buf_text(&time), cases[i].time);
        if (cases[i].from)
            assert_string_equal(run->measured_from, cases[i].from);
        else
            assert_null(run->measured_from);
        bd_buf_release(&time);
        bd_run_free(run);
    }
}

static void a_time_that_is_none_is_a_warning(void **state)
{
    (void)state;
    bd_run *run = bd_run_new();
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_run_add_file(run, "a.json", BD_STR("[]"));
    set(run, &run->environment, "measured_at", "yesterday");
    assert_true(bd_run_seal(run, &found));
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].severity, BD_WARNING);
    assert_string_equal(found.items[0].error.file, "a.json");
    assert_non_null(strstr(found.items[0].error.message, "yesterday"));
    assert_true(run->measured_at_ns == BD_TIME_UNKNOWN);
    bd_diagnostics_release(&found);
    bd_run_free(run);
}

/* ---- ids ---- */

typedef struct id_case {
    const char *path, *bytes, *more, *suite, *commit, *cpu, *memory;
    bool cpu_last;
} id_case;

static bd_run *sealed(const id_case *c)
{
    bd_run *run = bd_run_new();
    run->suite = c->suite;
    run->commit.id = c->commit;
    bd_run_add_file(run, c->path, bd_str_of(c->bytes));
    bd_run_add_file(run, "environment.txt", bd_str_of(c->more));
    if (!c->cpu_last)
        set(run, &run->environment, "cpu", c->cpu);
    set(run, &run->environment, "memory", c->memory);
    if (c->cpu_last)
        set(run, &run->environment, "cpu", c->cpu);
    seal(run);
    return run;
}

/* Rows of a kind have one id, rows of different kinds have different ones. */
static void an_id_is_made_of_files_suite_commit_and_environment(void **state)
{
    (void)state;
    static const struct {
        int kind;
        id_case run;
    } cases[] = {
        { 0, { "a.json", "[]", "x=1", "tick", "76dcc7e", "M1", "8", false } },
        { 0, { "elsewhere/b.json", "[]", "x=1", "tick", "76dcc7e", "M1", "8", false } },
        { 0, { "a.json", "[]", "x=1", "tick", "76dcc7e", "M1", "8", true } },
        { 1, { "a.json", "[ ]", "x=1", "tick", "76dcc7e", "M1", "8", false } },
        { 2, { "a.json", "x=1", "[]", "tick", "76dcc7e", "M1", "8", false } },
        { 3, { "a.json", "[]", "x=1", "jmh", "76dcc7e", "M1", "8", false } },
        { 4, { "a.json", "[]", "x=1", "tick", "6476c9b", "M1", "8", false } },
        { 5, { "a.json", "[]", "x=1", "tick", NULL, "M1", "8", false } },
        { 6, { "a.json", "[]", "x=1", "tick", "76dcc7e", "M2", "8", false } },
        { 7, { "a.json", "[]", "x=1", "tick", "76dcc7e", "8", "M1", false } },
    };
    char ids[BD_COUNT(cases)][65];
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_run *run = sealed(&cases[i].run);
        assert_int_equal(strlen(run->id), 64);
        memcpy(ids[i], run->id, sizeof ids[i]);
        bd_run_free(run);
        for (size_t j = 0; j < i; j++)
            assert_int_equal(strcmp(ids[i], ids[j]) == 0, cases[i].kind == cases[j].kind);
    }
}

static void runs_of_one_history_file_differ_in_their_time(void **state)
{
    (void)state;
    char first[65];
    for (int i = 0; i < 2; i++) {
        bd_run *run = bd_run_new();
        bd_run_add_file(run, "data.js", BD_STR("window.BENCHMARK_DATA = {}"));
        run->measured_at_ns = 1000000000 * (int64_t)i;
        run->measured_from = "file";
        seal(run);
        if (i == 0)
            memcpy(first, run->id, sizeof first);
        else
            assert_string_not_equal(first, run->id);
        bd_run_free(run);
    }
}

static void an_id_that_is_there_stays(void **state)
{
    (void)state;
    bd_run *run = bd_run_new();
    run->id = "of the interchange file";
    seal(run);
    assert_string_equal(run->id, "of the interchange file");
    bd_run_free(run);
}

/* ---- duplicates ---- */

static bd_point *add_point(bd_run *run, const char *benchmark, int line)
{
    bd_point *point = bd_run_add_point(run);
    point->benchmark = benchmark;
    point->metric = "score";
    point->mode = "avgt";
    point->source = (bd_source){ .line = line, .column = 5, .path = "$[3]" };
    return point;
}

static void one_key_twice_is_an_error_with_both_places(void **state)
{
    (void)state;
    bd_run *run = bd_run_new();
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_run_add_file(run, "a.json", BD_STR("[]"));
    bd_point *first = add_point(run, "org.Bench.run", 12);
    bd_pairs_set(&first->params, &run->arena, BD_STR("size"), BD_STR("10"));
    bd_pairs_set(&first->params, &run->arena, BD_STR("kind"), BD_STR("b"));
    add_point(run, "org.Bench.run", 20); /* no params: another key */
    bd_point *again = add_point(run, "org.Bench.run", 34);
    bd_pairs_set(&again->params, &run->arena, BD_STR("kind"), BD_STR("b"));
    bd_pairs_set(&again->params, &run->arena, BD_STR("size"), BD_STR("10"));
    assert_false(bd_run_seal(run, &found));
    assert_int_equal(found.count, 1);
    const bd_error *error = &found.items[0].error;
    assert_int_equal(found.items[0].severity, BD_ERROR);
    assert_int_equal(error->code, BD_ERR_INPUT);
    assert_string_equal(error->file, "a.json");
    assert_int_equal(error->line, 34);
    assert_int_equal(error->column, 5);
    assert_string_equal(error->path, "$[3]");
    assert_string_equal(error->message,
                        "\"org.Bench.run\", score, mode avgt, kind=b, size=10 stands twice in one "
                        "run: here and at a.json:12:5");
    assert_true(error->hint[0] != '\0');
    bd_diagnostics_release(&found);
    bd_run_free(run);
}

static void a_hundred_thousand_points_are_no_trouble(void **state)
{
    (void)state;
    enum { POINTS = 100000 };
    bd_run *run = bd_run_new();
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    for (int i = 0; i < POINTS; i++)
        add_point(run, bd_arena_printf(&run->arena, "bench-%d", i), 0);
    seal(run);
    add_point(run, "bench-77777", 0);
    assert_false(bd_run_seal(run, &found));
    assert_int_equal(found.total, 1);
    assert_non_null(strstr(found.items[0].error.message, "(point 77778)"));
    bd_diagnostics_release(&found);
    bd_run_free(run);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commit_facts_come_from_the_environment),
        cmocka_unit_test(known_commit_facts_stay),
        cmocka_unit_test(the_strongest_source_says_when_it_was_measured),
        cmocka_unit_test(a_time_that_is_none_is_a_warning),
        cmocka_unit_test(an_id_is_made_of_files_suite_commit_and_environment),
        cmocka_unit_test(runs_of_one_history_file_differ_in_their_time),
        cmocka_unit_test(an_id_that_is_there_stays),
        cmocka_unit_test(one_key_twice_is_an_error_with_both_places),
        cmocka_unit_test(a_hundred_thousand_points_are_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
