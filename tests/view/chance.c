/* Results made by chance: see chance.h. */
#include "tests/view/chance.h"

#include <stdio.h>
#include <string.h>

static const char *const ops[] = { "write", "read", "delete" };
static const char *const metrics[] = { CHANCE_METRICS };

size_t chance_below(chance *c, size_t limit)
{
    c->state = c->state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(c->state >> 33) % limit;
}

bool chance_often(chance *c)
{
    return chance_below(c, 4) > 0;
}

static void add_statistics(chance *c, bd_run *run, bd_point *p)
{
    if (chance_below(c, 2)) {
        view_samples(run, p, chance_often(c) ? "5 1 4 9 2 6" : "7 7");
        return;
    }
    bd_stat_value *r = bd_arena_alloc(&run->arena, 4 * sizeof *r);
    r[0] = (bd_stat_value){ .stat = { BD_STAT_PERCENTILE, 95000000 },
                            .number = bd_int((int64_t)chance_below(c, 90)) };
    r[1] = (bd_stat_value){ .stat = { BD_STAT_MEDIAN, 0 },
                            .number = bd_double((double)chance_below(c, 90) / 8) };
    r[2] = (bd_stat_value){ .stat = { BD_STAT_MAX, 0 }, .number = bd_int(99) };
    r[3] = (bd_stat_value){ .stat = { BD_STAT_PERCENTILE, 50000000 }, .number = bd_int(3) };
    p->reported = r;
    p->reported_count = 1 + chance_below(c, 4);
    if (chance_below(c, 2))
        p->error = bd_double(0.5);
    p->n = (int64_t)chance_below(c, 40);
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
    if (chance_often(c))
        bd_buf_printf(&params, "op=%s ", PICK(c, ops));
    if (chance_often(c))
        bd_buf_printf(&params, "rows=%zu ", (1 + chance_below(c, 3)) * 10);
    if (chance_below(c, 3) == 0)
        bd_buf_printf(&params, "variant=%s ", chance_below(c, 2) ? "raw" : "-");
    bool many = strcmp(metric, "many") == 0;
    char number[32];
    snprintf(number, sizeof number, chance_below(c, 2) ? "%zu" : "%zu.25", chance_below(c, 100000));
    bd_point *p = view_point(run, PICK(c, benchmarks), metric, bd_buf_text(&params),
                             many || chance_below(c, 12) == 0 ? "" : number,
                             strcmp(metric, "rate") == 0 ? "ops/s"
                             : chance_below(c, 20)       ? "us"
                                                         : "ns");
    if (many)
        add_statistics(c, run, p);
    if (chance_below(c, 15) == 0) {
        p->outcome = BD_OUTCOME_REFUSED;
        p->reason = "too many";
    }
    if (chance_below(c, 3) == 0)
        p->mode = "avgt";
    p->source.line = (int)line;
    bd_buf_release(&params);
    drop_repeated(run);
}

void chance_runs(chance *c, view_world *w)
{
    static const char *const backends[] = { "backend=A ", "backend=B ", "backend=C ", "" };
    static const char *const systems[] = { "os=linux ", "os=windows ", "" };
    static const char *const facts[] = { "/run=1 commit=c1",
                                         "/run=2 commit=c2 measured_at=2026-01-02T00:00:00Z",
                                         "commit=c1 measured_at=2026-01-01T00:00:00Z",
                                         "cpu=Intel /run=1" };
    size_t count = 1 + chance_below(c, 5), line = 1;
    for (size_t i = 0; i < count; i++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text, "cpu=EPYC %s%s%s", PICK(c, backends), PICK(c, systems),
                      PICK(c, facts));
        bd_run *run = view_run(w, chance_below(c, 8) ? "a" : "b",
                               chance_below(c, 3) ? "one.json" : "two.json", bd_buf_text(&text));
        /* ids in another order than the runs: benchdoc.lock sorts by them */
        run->id = bd_arena_printf(&run->arena, "%064zx", chance_below(c, 1000000) * 16 + i);
        run->tool = chance_often(c) ? "JMH 1.37" : NULL;
        run->commit.branch = chance_often(c) ? "main" : NULL;
        for (size_t points = chance_below(c, 14); points > 0; points--)
            add_point(c, run, line++);
        bd_buf_release(&text);
    }
}
