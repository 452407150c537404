/* Charts made by chance of results made by chance are the same from their lock, whether it
 * is known to be one or taken for results; and its own lock is the same again. */
#include "tests/view/chance.h"
#include "tests/view/chart_world.h"
#include "tests/view/lock.h"

#include <stdlib.h>
#include <string.h>

enum { CHARTS = 8 };

static const char *const metrics[] = { CHANCE_METRICS };
static const char *const filters[] = { CHANCE_FILTERS };
static const char *const names[] = { "op", "rows", "variant", "backend", "run",
                                     "os", "cpu",  "commit",  "bench",   "benchmark" };
static const char *const kinds[] = { NULL,      "bars",  "lines",        "stacked",
                                     "scatter", "boxes", "distribution", "percentiles" };
static const char *const queries[] = {
    "a", "a wall", "b", "a many", "a op=write gap", "a latest", "a many.p95 rows>10", "a rate"
};

static void add_number(chance *c, bd_buf *out)
{
    static const char *const stats[] = { "", "", "", ".median", ".p95", ".n", ".p50", ".value" };
    static const char *const units[] = { "", "", "", " in us", ":0.0", ":0.00 ms" };
    bd_buf_printf(out, "\"{%s%s%s%s}\"", PICK(c, metrics), PICK(c, stats), PICK(c, filters),
                  PICK(c, units));
}

static void add_options(chance *c, bool spread, bool log, bd_buf *out)
{
    static const char *const more[] = {
        "missing: gap",
        "missing: gap",
        "value labels: yes",
        "number: \"0.0 us\"",
        "number: \"4 digits\"",
        "budget: 3 ms",
        "from zero: yes",
        "title: \"{backend} x\"",
        "one machine: no",
        "one machine: no",
        "additive: [wall, gap, many, rate]",
        "one machine: table",
        "annotations: { 10: x }",
    };
    if (!spread)
        bd_buf_printf(out, chance_often(c) ? ", x: [%s]" : ", x: [%s, op]", PICK(c, names));
    if (chance_below(c, 2))
        bd_buf_printf(out, ", series: %s", PICK(c, names));
    if (chance_below(c, 4) == 0)
        bd_buf_printf(out, ", grid: %s", PICK(c, names));
    if (log && chance_below(c, 4) == 0)
        bd_buf_puts(out, chance_often(c) ? ", log: y" : ", log: x");
    else
        bd_buf_printf(out, ", %s", PICK(c, more));
}

static void add_chart(chance *c, size_t index, bd_buf *out)
{
    const char *kind = PICK(c, kinds);
    bool spread = kind && (strcmp(kind, "distribution") == 0 || strcmp(kind, "percentiles") == 0);
    bool bars = !kind || strcmp(kind, "bars") == 0 || strcmp(kind, "lines") == 0;
    bd_buf_printf(out, "  c%zu: { from: a%s%s, y: ", index, PICK(c, filters), PICK(c, filters));
    if (chance_often(c)) {
        add_number(c, out);
    } else {
        bd_buf_puts(out, "{ One: ");
        add_number(c, out);
        bd_buf_puts(out, ", Two: ");
        add_number(c, out);
        bd_buf_puts(out, " }");
    }
    if (kind)
        bd_buf_printf(out, ", kind: %s", kind);
    if (bars && chance_below(c, 4) == 0)
        bd_buf_puts(out, chance_below(c, 2) ? ", error: confidence"
                                            : ", error: [\"{many.p5}\", \"{many.max}\"]");
    add_options(c, spread, !kind || strcmp(kind, "stacked") != 0, out);
    bd_buf_puts(out, " }\n");
}

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
    bd_buf_printf(out, "%s%sone machine: no\ncharts:\n", PICK(c, inputs), PICK(c, orders));
    for (size_t i = 0; i < CHARTS; i++)
        add_chart(c, i, out);
}

/* One thing: a chart of the configuration, or a query with a kind. */
static bool build(view_world *w, size_t thing, bd_buf *out)
{
    bd_chart chart = { 0 };
    bd_table table = { 0 };
    bool ok;
    if (thing < CHARTS) {
        ok = bd_view_chart(&w->view, &w->config->charts[thing], &chart);
    } else {
        bd_query q;
        bd_error err = BD_ERROR_INIT;
        size_t at = thing - CHARTS;
        bd_chart_config wishes = { .kind = { .text = kinds[at / BD_COUNT(queries)] } };
        const char *query = queries[at % BD_COUNT(queries)];
        assert_ok(bd_query_parse(bd_str_of(query), true, &w->arena, &q, &err), &err);
        ok = bd_view_query_chart(&w->view, &q, (bd_place){ "doc.md", 1, 1 }, &wishes, &chart);
    }
    bd_buf_printf(out, "== %zu\n", thing);
    if (ok) {
        bd_chart_canonical(&chart, out);
        bd_view_chart_table(&w->view, &chart, &table);
        view_describe_table(&table, out);
    } else {
        bd_buf_puts(out, w->found.items[0].error.message);
    }
    assert_int_equal(ok, w->found.errors == 0);
    bd_diagnostics_release(&w->found);
    return ok;
}

static void check_lock(const char *yaml, size_t thing, const bd_buf *lock, const bd_buf *before,
                       bool excerpt)
{
    view_world w;
    bd_buf after = BD_BUF_INIT, relock = BD_BUF_INIT;
    lock_open(&w, yaml, lock, excerpt);
    build(&w, thing, &after);
    lock_write(&w, &relock);
    lock_assert_same(excerpt ? "a lock" : "a lock taken for results", yaml, before, &after);
    lock_assert_same("the lock's own lock", yaml, lock, &relock);
    view_close(&w);
    bd_buf_release(&after);
    bd_buf_release(&relock);
}

/* @return how many charts could be built */
static size_t check_round(uint64_t seed)
{
    enum { THINGS = CHARTS + BD_COUNT(queries) * BD_COUNT(kinds) };
    chance c = { seed };
    view_world full;
    bd_buf yaml = BD_BUF_INIT;
    size_t built = 0;
    bd_buf_printf(&yaml, "# seed %llu\n", (unsigned long long)seed);
    make_configuration(&c, &yaml);
    view_open(&full, bd_buf_text(&yaml));
    chance_runs(&c, &full);
    bool observed = bd_observe(full.config, &full.runs, &full.seen, &full.found);
    for (size_t i = 0; i < THINGS && observed; i += i < CHARTS ? 1 : 1 + chance_below(&c, 12)) {
        bd_buf lock = BD_BUF_INIT, before = BD_BUF_INIT;
        bd_shown_release(&full.shown);
        if (build(&full, i, &before)) {
            built++;
            lock_write(&full, &lock);
            check_lock(bd_buf_text(&yaml), i, &lock, &before, true);
            check_lock(bd_buf_text(&yaml), i, &lock, &before, false);
        }
        bd_buf_release(&lock);
        bd_buf_release(&before);
    }
    view_close(&full);
    bd_buf_release(&yaml);
    return built;
}

static void charts_made_by_chance_are_the_same_from_their_lock(void **state)
{
    (void)state;
    size_t rounds = test_rounds(2000), built = 0;
    for (size_t i = 0; i < rounds; i++)
        built += check_round(7000 + i);
    print_message("%zu charts in %zu rounds\n", built, rounds);
    assert_true(built > rounds * 2); /* some of it can be built, or this says little */
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(charts_made_by_chance_are_the_same_from_their_lock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
