/* benchdoc.lock says as much as the results do: what is built from an excerpt that was
 * written and read again equals what was built from the runs. */
#include "tests/view/lock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct chance {
    uint64_t state;
} chance;

static size_t below(chance *c, size_t limit)
{
    c->state = c->state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(c->state >> 33) % limit;
}

static bool often(chance *c)
{
    return below(c, 4) > 0;
}

#define PICK(c, list) ((list)[below((c), BD_COUNT(list))])

/* ---- configurations made by chance ---- */

static const char *const ops[] = { "write", "read", "delete" };
static const char *const metrics[] = { "wall", "gap", "cpu", "rows", "many", "rate" };
static const char *const filters[] = {
    "",           " op=write",     " op=write|read", " rows>20",     " rows=10",
    " variant=-", " variant!=raw", " os=linux",      " os!=windows", " run=1",
    " latest",    " backend=B",    " os=-",          " outcome=ok",  " metric=wall|many",
    " rows!=10",  " commit=c1",
};

static const char *const holes[] = {
    "wall",     "gap",    "cpu",  "rate", "many.median", "many.p95", "many.n", "many.error",
    "wall.p99", "rows",   "op",   "run",  "backend",     "variant",  "os",     "cpu.short",
    "commit",   "series", "tool", "date", "branch",      "kind",     "file",   "many.max",
};

static void add_template(chance *c, bd_buf *out)
{
    static const char *const units[] = { "", "", "", " in us", ":0.0", ":0.00 ms" };
    for (size_t n = 1 + below(c, 2); n > 0; n--) {
        const char *hole = PICK(c, holes);
        bd_buf_printf(out, "{%s%s%s} ", hole, PICK(c, filters),
                      strcmp(hole, "wall") == 0 ? PICK(c, units) : "");
    }
}

static void add_rules(chance *c, bd_buf *out)
{
    bd_buf_puts(out, "[ ");
    for (size_t n = below(c, 3); n > 0; n--) {
        const char *filter = PICK(c, filters);
        if (!filter[0] || strcmp(filter, " latest") == 0)
            filter = " op=read";
        if (below(c, 2))
            bd_buf_printf(out, "{ has: \"%s%s\", say: \"", PICK(c, metrics), filter);
        else
            bd_buf_printf(out, "{ when: \"%s\", say: \"", filter + 1);
        bd_buf_printf(out, below(c, 2) ? "yes {series}\" }, " : "yes\" }, ");
    }
    bd_buf_puts(out, "{ say: no } ]");
}

static void add_columns(chance *c, bd_buf *out)
{
    static const char *const across[] = {
        "op", "rows", "backend", "op=write|read", "os", "variant"
    };
    for (size_t n = 0, count = 1 + below(c, 4); n < count; n++) {
        bd_buf_printf(out, "      C%zu: ", n);
        size_t kind = below(c, 6);
        if (kind == 0) {
            add_rules(c, out);
        } else if (kind == 1) {
            bd_buf_printf(out, "{ across: %s, cell: \"", PICK(c, across));
            add_template(c, out);
            bd_buf_puts(out, "\" }");
        } else {
            bd_buf_putc(out, '"');
            add_template(c, out);
            bd_buf_putc(out, '"');
        }
        bd_buf_putc(out, '\n');
    }
}

static void add_table(chance *c, size_t index, bd_buf *out)
{
    static const char *const pers[] = { "backend", "op", "rows",      "variant",
                                        "run",     "os", "benchmark", "commit" };
    static const char *const missing[] = {
        "    missing: none\n", "    missing: none\n",
        "    missing: { op=write: w, \"variant=-\": v, os!=linux: o }\n", ""
    };
    bd_buf_printf(out, "  t%zu:\n    from: a%s%s\n", index, PICK(c, filters), PICK(c, filters));
    if (below(c, 6) == 0) /* one that is laid out */
        return;
    bd_buf_printf(out, "    per: [%s", PICK(c, pers));
    if (below(c, 2))
        bd_buf_printf(out, ", op");
    bd_buf_printf(out, "]\n%s    columns:\n", PICK(c, missing));
    add_columns(c, out);
}

enum { TABLES = 6, VALUES = 3 };

static void make_configuration(chance *c, bd_buf *out)
{
    static const char *const inputs[] = {
        "inputs: { a: { files: x } }\n",
        "inputs: { a: { files: x, dimensions: { kind: environment.os } } }\n",
        "inputs: { a: { files: x, rename: { operation: op }, dimensions: { kind: tool } } }\n",
        "inputs: { a: { files: x, name: \"{variant:warm|}{bench}\" } }\n",
    };
    static const char *const orders[] = { "", "order: { op: [read, write] }\n",
                                          "order: { backend: [C, A], variant: [raw, -] }\n" };
    static const char *const machines[] = { "one machine: no\n", "one machine: no\n",
                                            "one machine: row\n" };
    bd_buf_printf(out, "%s%s%stables:\n", PICK(c, inputs), PICK(c, orders), PICK(c, machines));
    for (size_t i = 0; i < TABLES; i++)
        add_table(c, i, out);
    bd_buf_puts(out, "values:\n");
    for (size_t i = 0; i < VALUES; i++) {
        bd_buf_printf(out, "  v%zu: { from: \"a%s%s\", say: \"", i, PICK(c, filters),
                      PICK(c, filters));
        add_template(c, out);
        bd_buf_puts(out, "\" }\n");
    }
}

/* ---- results made by chance ---- */

static void add_statistics(chance *c, bd_run *run, bd_point *p)
{
    if (below(c, 2)) {
        view_samples(run, p, often(c) ? "5 1 4 9 2 6" : "7 7");
        return;
    }
    bd_stat_value *r = bd_arena_alloc(&run->arena, 4 * sizeof *r);
    r[0] = (bd_stat_value){ .stat = { BD_STAT_PERCENTILE, 95000000 },
                            .number = bd_int((int64_t)below(c, 90)) };
    r[1] = (bd_stat_value){ .stat = { BD_STAT_MEDIAN, 0 },
                            .number = bd_double((double)below(c, 90) / 8) };
    r[2] = (bd_stat_value){ .stat = { BD_STAT_MAX, 0 }, .number = bd_int(99) };
    r[3] = (bd_stat_value){ .stat = { BD_STAT_PERCENTILE, 50000000 }, .number = bd_int(3) };
    p->reported = r;
    p->reported_count = 1 + below(c, 4);
    if (below(c, 2))
        p->error = bd_double(0.5);
    p->n = (int64_t)below(c, 40);
}

/* The same series twice in one run is an error that reading finds. */
static void drop_repeated(bd_run *run)
{
    bd_buf last = BD_BUF_INIT, key = BD_BUF_INIT;
    bool repeated = false;
    bd_point_key(&run->points[run->point_count - 1], &last);
    for (size_t i = 0; i + 1 < run->point_count && !repeated; i++) {
        bd_buf_clear(&key);
        bd_point_key(&run->points[i], &key);
        repeated = bd_str_eq(bd_buf_str(&key), bd_buf_str(&last));
    }
    run->point_count -= repeated;
    bd_buf_release(&last);
    bd_buf_release(&key);
}

static void add_point(chance *c, bd_run *run, size_t line)
{
    static const char *const benchmarks[] = { "x.Y.add", "x.Y.get", "warmplain", "plain" };
    const char *metric = PICK(c, metrics);
    bd_buf params = BD_BUF_INIT;
    if (often(c))
        bd_buf_printf(&params, "op=%s ", PICK(c, ops));
    if (often(c))
        bd_buf_printf(&params, "rows=%zu ", (1 + below(c, 3)) * 10);
    if (below(c, 3) == 0)
        bd_buf_printf(&params, "variant=%s ", below(c, 2) ? "raw" : "-");
    bool many = strcmp(metric, "many") == 0;
    char number[32];
    snprintf(number, sizeof number, below(c, 2) ? "%zu" : "%zu.25", below(c, 100000));
    bd_point *p = view_point(run, PICK(c, benchmarks), metric, bd_buf_text(&params),
                             many || below(c, 12) == 0 ? "" : number,
                             strcmp(metric, "rate") == 0 ? "ops/s"
                             : below(c, 20)              ? "us"
                                                         : "ns");
    if (many)
        add_statistics(c, run, p);
    if (below(c, 15) == 0) {
        p->outcome = BD_OUTCOME_REFUSED;
        p->reason = "too many";
    }
    if (below(c, 3) == 0)
        p->mode = "avgt";
    p->source.line = (int)line;
    bd_buf_release(&params);
    drop_repeated(run);
}

static void make_runs(chance *c, view_world *w)
{
    static const char *const backends[] = { "backend=A ", "backend=B ", "backend=C ", "" };
    static const char *const systems[] = { "os=linux ", "os=windows ", "" };
    static const char *const facts[] = { "/run=1 commit=c1",
                                         "/run=2 commit=c2 measured_at=2026-01-02T00:00:00Z",
                                         "commit=c1 measured_at=2026-01-01T00:00:00Z",
                                         "cpu=Intel /run=1" };
    size_t count = 1 + below(c, 5), line = 1;
    for (size_t i = 0; i < count; i++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text, "cpu=EPYC %s%s%s", PICK(c, backends), PICK(c, systems),
                      PICK(c, facts));
        bd_run *run = view_run(w, below(c, 8) ? "a" : "b", below(c, 3) ? "one.json" : "two.json",
                               bd_buf_text(&text));
        /* ids in another order than the runs: benchdoc.lock sorts by them */
        run->id = bd_arena_printf(&run->arena, "%064zx", below(c, 1000000) * 16 + i);
        run->tool = often(c) ? "JMH 1.37" : NULL;
        run->commit.branch = often(c) ? "main" : NULL;
        for (size_t points = below(c, 14); points > 0; points--)
            add_point(c, run, line++);
        bd_buf_release(&text);
    }
}

/* ---- building everything ---- */

static const char *const queries[] = {
    "a", "a wall", "b", "a many", "a op=write gap", "a latest", "a many.p95 rows>10"
};

/* Describes all that can be built; what cannot is named, and skipped the second time.
 * @param works  one per thing; filled in the first time, read in the second */
static void build_all(view_world *w, bool *works, bool first, bd_buf *out)
{
    size_t n = 0;
    bd_place place = { "doc.md", 1, 1 };
    for (size_t i = 0; i < TABLES + BD_COUNT(queries) + 1 + VALUES; i++, n++) {
        bd_table t = { 0 };
        bd_cell cell = { 0 };
        bool ok;
        if (!first && !works[n])
            continue;
        if (i < TABLES) {
            ok = bd_view_table(&w->view, &w->config->tables[i], &t);
        } else if (i < TABLES + BD_COUNT(queries)) {
            bd_query q;
            bd_error err = BD_ERROR_INIT;
            assert_ok(bd_query_parse(bd_str_of(queries[i - TABLES]), true, &w->arena, &q, &err),
                      &err);
            ok = bd_view_query_table(&w->view, &q, place, &t);
        } else if (i == TABLES + BD_COUNT(queries)) {
            ok = bd_view_environment(&w->view, BD_STR(""), place, &t);
        } else {
            const char *name = w->config->values[i - TABLES - BD_COUNT(queries) - 1].name.text;
            ok = bd_view_value(&w->view, bd_str_of(name), place, &cell);
        }
        if (first)
            works[n] = ok;
        bd_buf_printf(out, "== %zu %s\n", i, ok ? "" : w->found.items[0].error.message);
        if (ok)
            view_describe_table(&t, out);
        if (ok && t.column_count == 0)
            view_describe_cell(&cell, out);
        bd_diagnostics_release(&w->found);
    }
}

/* @param before  what the results said of everything that works
 * @param excerpt whether it is said that the results are a lock's: where they are not
 *                here, `--check` takes the lock's for them */
static void check_lock(const char *yaml, bool *works, const bd_buf *lock, const bd_buf *before,
                       bool excerpt)
{
    view_world w;
    bd_buf after = BD_BUF_INIT, relock = BD_BUF_INIT;
    lock_open(&w, yaml, lock, excerpt);
    build_all(&w, works, false, &after);
    lock_write(&w, &relock);
    lock_assert_same("documents", yaml, before, &after);
    lock_assert_same("the lock's own lock", yaml, lock, &relock);
    view_close(&w);
    bd_buf_release(&after);
    bd_buf_release(&relock);
}

/* @return how much of the configuration could be built */
static size_t check_round(uint64_t seed)
{
    chance c = { seed };
    view_world full;
    bd_buf yaml = BD_BUF_INIT, lock = BD_BUF_INIT, before = BD_BUF_INIT;
    bool works[TABLES + BD_COUNT(queries) + 1 + VALUES];
    size_t built = 0;
    bd_buf_printf(&yaml, "# seed %llu\n", (unsigned long long)seed);
    make_configuration(&c, &yaml);
    view_open(&full, bd_buf_text(&yaml));
    make_runs(&c, &full);
    if (bd_observe(full.config, &full.runs, &full.seen, &full.found)) {
        build_all(&full, works, true, &before);
        bd_shown_release(&full.shown); /* what cannot be built leaves nothing in a lock */
        bd_buf_clear(&before);
        build_all(&full, works, false, &before);
        lock_write(&full, &lock);
        check_lock(bd_buf_text(&yaml), works, &lock, &before, true);
        check_lock(bd_buf_text(&yaml), works, &lock, &before, false);
        for (size_t i = 0; i < BD_COUNT(works); i++)
            built += works[i];
    }
    view_close(&full);
    bd_buf_release(&yaml);
    bd_buf_release(&lock);
    bd_buf_release(&before);
    return built;
}

static void what_the_lock_says_is_what_the_results_say(void **state)
{
    (void)state;
    size_t rounds = test_rounds(5000), built = 0;
    for (size_t i = 0; i < rounds; i++)
        built += check_round(1000 + i);
    assert_true(built > rounds * 3); /* most of it can be built, or this says little */
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_lock_says_is_what_the_results_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
