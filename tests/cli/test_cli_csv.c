/* What history export writes as CSV is read back as the same points. */
#include "cli/history.h"
#include "tests/ingest/read.h"

#include <string.h>

static void same_text(const char *a, const char *b)
{
    assert_string_equal(a ? a : "", b ? b : "");
}

static void same_numbers(const bd_point *a, const bd_point *b)
{
    assert_true(bd_number_same(a->value, b->value));
    assert_true(bd_number_same(a->error, b->error));
    assert_true(bd_number_same(a->low, b->low));
    assert_true(bd_number_same(a->high, b->high));
    assert_memory_equal(&a->confidence, &b->confidence, sizeof a->confidence);
    assert_int_equal(a->samples.count, b->samples.count);
    assert_int_equal(a->n ? a->n : (int64_t)a->samples.count, b->n);
    if (a->samples.ints)
        assert_memory_equal(a->samples.ints, b->samples.ints, a->samples.count * 8);
    if (a->samples.doubles)
        assert_memory_equal(a->samples.doubles, b->samples.doubles, a->samples.count * 8);
    assert_int_equal(a->samples.group_count > 1 ? a->samples.group_count : 0,
                     b->samples.group_count);
    for (size_t i = 0; i < b->samples.group_count; i++)
        assert_int_equal(a->samples.groups[i], b->samples.groups[i]);
}

static void same_reported(const bd_point *a, const bd_point *b)
{
    for (size_t i = 0; i < a->reported_count; i++) {
        bool found = a->reported[i].number.kind == BD_NUMBER_NONE;
        for (size_t k = 0; k < b->reported_count; k++)
            found |= bd_stat_same(a->reported[i].stat, b->reported[k].stat)
                     && bd_number_same(a->reported[i].number, b->reported[k].number);
        assert_true(found);
    }
}

static void same_points(const bd_run *a, const bd_run *b)
{
    assert_string_equal(a->id, b->id);
    assert_string_equal(a->suite, b->suite);
    same_text(a->commit.id, b->commit.id);
    assert_int_equal(a->measured_at_ns, b->measured_at_ns);
    assert_int_equal(a->point_count, b->point_count);
    for (size_t i = 0; i < a->point_count; i++) {
        const bd_point *x = &a->points[i], *y = &b->points[i];
        assert_string_equal(x->benchmark, y->benchmark);
        assert_string_equal(x->metric, y->metric);
        assert_string_equal(x->unit, y->unit);
        same_text(x->mode, y->mode);
        same_text(x->reason, y->reason);
        assert_int_equal(x->threads, y->threads);
        assert_int_equal(x->direction, y->direction);
        assert_int_equal(x->outcome, y->outcome);
        assert_int_equal(x->params.count, y->params.count);
        for (size_t k = 0; k < x->params.count; k++) {
            assert_string_equal(x->params.items[k].key, y->params.items[k].key);
            assert_string_equal(x->params.items[k].value, y->params.items[k].value);
        }
        same_numbers(x, y);
        same_reported(x, y);
    }
}

static void comes_back(const bd_runs *runs)
{
    bd_buf csv = BD_BUF_INIT;
    bd_history_csv(runs, &csv);
    reading_result again = test_ingest_bytes("export.csv", bd_buf_str(&csv), NULL);
    assert_read(&again);
    size_t with_points = 0;
    for (size_t i = 0; i < runs->count; i++)
        if (runs->items[i]->point_count > 0)
            same_points(runs->items[i], again.runs.items[with_points++]);
    assert_int_equal(again.runs.count, with_points);
    test_ingest_drop(&again);
    bd_buf_release(&csv);
}

static void every_file_comes_back_through_csv(void **state)
{
    (void)state;
    static const struct {
        const char *folder, *ending;
        size_t least; /* files that are results */
    } rows[] = {
        { "seeds/bluetape4k/reports/benchmarks/postgresJdbc/2026-06-20T09.00.00.000001", ".json",
          1 },
        { "seeds/bluetape4k/reports/benchmarks/postgresJdbc/2026-06-27T22.14.05.123456", ".json",
          1 },
        { "seeds/bluetape4k/reports/benchmarks/postgresR2dbc/2026-06-27T22.14.05.123456", ".json",
          1 },
        { "seeds/moongate/persistence-stress", ".json", 1 },
        { "seeds/skript-orm/jmh", ".json", 1 },
        { "seeds/skript-orm/run-4/tick-report-MariaDB", ".json", 1 },
        { "seeds/skript-orm/run-4/tick-report-MongoDB", ".json", 1 },
        { "seeds/skript-orm/run-4/tick-report-MySQL", ".json", 1 },
        { "seeds/skript-orm/run-4/tick-report-PostgreSQL", ".json", 1 },
        { "seeds/skript-orm/run-4/tick-report-SQLite", ".json", 1 },
        { "seeds/skript-orm/run-7/tick-report-MariaDB", ".json", 2 },
        { "seeds/skript-orm/run-7/tick-report-MongoDB", ".json", 2 },
        { "seeds/skript-orm/run-7/tick-report-MySQL", ".json", 2 },
        { "seeds/skript-orm/run-7/tick-report-PostgreSQL", ".json", 2 },
        { "seeds/skript-orm/run-7/tick-report-SQLite", ".json", 2 },
        { "seeds/skript-orm/server-log", ".log", 1 },
        { "seeds/skript-orm/statement-counts/MariaDB-11.4", ".json", 1 },
        { "seeds/skript-orm/statement-counts/MySQL-8.0", ".json", 1 },
        { "seeds/skript-orm/statement-counts/MySQL-8.4", ".json", 1 },
        { "seeds/skript-orm/statement-counts/PostgreSQL-16", ".json", 1 },
        { "real/jmh", ".json", 60 },
        { "real/go", ".txt", 6 },
        { "real/googlebench", ".json", 9 },
        { "real/pytest", ".json", 4 },
        { "real/hyperfine", ".json", 1 },
        { "real/benchmarkdotnet", ".json", 4 },
        { "real/cargo", ".txt", 6 },
        { "real/catch2", ".txt", 1 },
        { "real/custom", ".json", 7 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_names names = { 0 };
        size_t read = 0;
        test_shared_files(rows[i].folder, rows[i].ending, &arena, &names);
        for (size_t k = 0; k < names.count; k++) {
            reading_result r = test_ingest_path(names.items[k], NULL);
            if (r.ok) {
                comes_back(&r.runs);
                read++;
            }
            test_ingest_drop(&r);
        }
        if (read < rows[i].least)
            fail_msg("%s: only %zu of %zu files were read", rows[i].folder, read, names.count);
        bd_names_release(&names);
        bd_arena_release(&arena);
    }
}

static void names_that_look_like_syntax_come_back(void **state)
{
    (void)state;
    static const char *const words[] = { "",        "a,",     "a, b=c", "a=b",  "\"",
                                         "x \"y\"", "latest", " out",   "a\nb", "/",
                                         "=",       "a\"b",   ",",      "1|2" };
    bd_runs runs = BD_RUNS_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_run *run = bd_run_new();
    bd_runs_add(&runs, run);
    run->suite = "s, \"t\"";
    run->format = "custom";
    for (size_t i = 0; i < BD_COUNT(words); i++) {
        bd_point *p = bd_run_add_point(run);
        p->benchmark = *words[i] ? words[i] : "b";
        p->value = bd_int((int64_t)i);
        for (size_t k = 0; k < 2; k++)
            bd_pairs_set(&p->params, &run->arena, bd_str_of(k ? words[i] : "k"),
                         bd_str_of(words[(i + k) % BD_COUNT(words)]));
    }
    assert_true(bd_run_seal(run, &found));
    comes_back(&runs);
    bd_runs_release(&runs);
    bd_diagnostics_release(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_comes_back_through_csv),
        cmocka_unit_test(names_that_look_like_syntax_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
