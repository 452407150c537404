/* benchdoc.lock says as much as the results do: what is built from an excerpt that was
 * written and read again equals what was built from the runs. */
#include "tests/view/chance.h"
#include "tests/view/lock.h"

#include <stdlib.h>
#include <string.h>

/* ---- configurations made by chance ---- */

static const char *const metrics[] = { CHANCE_METRICS };
static const char *const filters[] = { CHANCE_FILTERS };

static const char *const holes[] = {
    "wall",     "gap",    "cpu",  "rate", "many.median", "many.p95", "many.n", "many.error",
    "wall.p99", "rows",   "op",   "run",  "backend",     "variant",  "os",     "cpu.short",
    "commit",   "series", "tool", "date", "branch",      "kind",     "file",   "many.max",
};

static void add_template(chance *c, bd_buf *out)
{
    static const char *const units[] = { "", "", "", " in us", ":0.0", ":0.00 ms" };
    for (size_t n = 1 + chance_below(c, 2); n > 0; n--) {
        const char *hole = PICK(c, holes);
        bd_buf_printf(out, "{%s%s%s} ", hole, PICK(c, filters),
                      strcmp(hole, "wall") == 0 ? PICK(c, units) : "");
    }
}

static void add_rules(chance *c, bd_buf *out)
{
    bd_buf_puts(out, "[ ");
    for (size_t n = chance_below(c, 3); n > 0; n--) {
        const char *filter = PICK(c, filters);
        if (!filter[0] || strcmp(filter, " latest") == 0)
            filter = " op=read";
        if (chance_below(c, 2))
            bd_buf_printf(out, "{ has: \"%s%s\", say: \"", PICK(c, metrics), filter);
        else
            bd_buf_printf(out, "{ when: \"%s\", say: \"", filter + 1);
        bd_buf_printf(out, chance_below(c, 2) ? "yes {series}\" }, " : "yes\" }, ");
    }
    bd_buf_puts(out, "{ say: no } ]");
}

static void add_columns(chance *c, bd_buf *out)
{
    static const char *const across[] = {
        "op", "rows", "backend", "op=write|read", "os", "variant"
    };
    for (size_t n = 0, count = 1 + chance_below(c, 4); n < count; n++) {
        bd_buf_printf(out, "      C%zu: ", n);
        size_t kind = chance_below(c, 6);
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
    if (chance_below(c, 6) == 0) /* one that is laid out */
        return;
    bd_buf_printf(out, "    per: [%s", PICK(c, pers));
    if (chance_below(c, 2))
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
    chance_runs(&c, &full);
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
