/* Runs to store: see sample.h. */
#include "tests/store/sample.h"

#include "tests/support.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void sample_seal(bd_run *run)
{
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    if (!bd_run_seal(run, &found))
        fail_msg("not sealed: %s", found.items[0].error.message);
    bd_diagnostics_release(&found);
}

static double from_bits(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static void everything_of_run(bd_run *run)
{
    run->suite = "tick";
    run->format = "jmh";
    run->tool = "JMH 1.37";
    bd_run_add_file(run, "build/результаты.json", BD_STR("[1]"));
    bd_run_add_file(run, "build/environment.txt", BD_STR(""));
    run->commit = (bd_commit){
        .id = "0123456789abcdef0123456789abcdef01234567",
        .message = "Écrire\n\nplus vite; DROP TABLE run; --",
        .branch = "main",
        .url = "https://example.org/c/1",
        .author = { "Ann", "ann@example.org", "ann" },
        .committer = { "Bob", "", NULL },
        .time_ns = -1,
        .dirty = BD_DIRTY,
    };
    bd_pairs_set(&run->environment, &run->arena, BD_STR("cpu"),
                 BD_STR("AMD EPYC 7763 64-Core Processor"));
    bd_pairs_set(&run->environment, &run->arena, BD_STR(""), BD_STR("空"));
    bd_pairs_set(&run->facts, &run->arena, BD_STR("backend"), BD_STR("MariaDB"));
    run->measured_at_ns = 1750000000123456789;
    run->measured_from = "file";
    run->outcome = BD_OUTCOME_INCOMPLETE;
    run->reason = "stopped";
    run->rest = "{\"jvm\":\"17\"}";
}

static void everything_of_point(bd_point *p, bd_arena *arena)
{
    static const int64_t ints[] = { INT64_MIN, -1, 0, 9007199254740993, INT64_MAX };
    static const uint32_t groups[] = { 2, 3 }, forks[] = { 2 };
    static const int64_t counts[] = { 1, INT64_MAX };
    const double odd[] = { from_bits(0x7ff8000000000001),
                           from_bits(0xfff0deadbeef0001),
                           -0.0,
                           INFINITY,
                           -INFINITY,
                           from_bits(1),
                           0.1 };
    p->benchmark = "org.example.Bench.write";
    p->metric = "score";
    p->mode = "thrpt";
    p->threads = -7;
    bd_pairs_set(&p->params, arena, BD_STR("rows"), BD_STR("5000"));
    bd_pairs_set(&p->params, arena, BD_STR("backend"), BD_STR(""));
    p->unit = "ops/s";
    p->direction = BD_BIGGER_IS_BETTER;
    p->value = bd_int(9007199254740993);
    p->error = bd_double(-0.0);
    p->low = bd_double(odd[0]);
    p->high = bd_double(INFINITY);
    p->confidence = 0.999;
    p->n = INT64_MAX;
    p->samples = (bd_samples){ .ints = ints, .count = 5, .groups = groups, .group_count = 2 };
    p->warmups = (bd_samples){ .doubles = bd_arena_copy(arena, odd, sizeof odd), .count = 7 };
    p->histogram = (bd_histogram){ .values = p->warmups.doubles,
                                   .counts = counts,
                                   .count = 2,
                                   .iterations = groups,
                                   .iteration_count = 2,
                                   .forks = forks,
                                   .fork_count = 1 };
    p->outcome = BD_OUTCOME_REFUSED;
    p->reason = "over the limit";
    p->source = (bd_source){ .file = 0, .line = 17, .column = 3, .path = "$[0].primaryMetric" };
    p->error_at = (bd_spot){ 18, 4, 4, ".primaryMetric.e" };
    p->low_at = (bd_spot){ 16, 5, 0, "$[0].\xC3\xA9" };
    p->high_at = (bd_spot){ 17, 3, 18, "" };
    p->observed_at = (bd_spot){ INT_MAX, INT_MAX, 18, NULL };
    p->rest = "{}";
}

static void reported_and_compat(bd_point *p, bd_arena *arena)
{
    const bd_stat_value reported[] = {
        { .stat = { BD_STAT_PERCENTILE, 99900000 },
          .number = bd_double(1.5),
          .at = { 19, 1, 18, "" },
          .computed = true },
        { .stat = { BD_STAT_HIGH, 0 }, .number = BD_NUMBER_NOTHING },
    };
    bd_compat *compat = bd_arena_alloc(arena, 2 * sizeof *compat);
    compat[1] = (bd_compat){ .name = "write - B/op", .unit = "B/op", .extra = "7 times" };
    compat[0] = (bd_compat){ .name = "write ( {\"rows\":\"5000\"} )",
                             .unit = "ops/s",
                             .range = "± 1",
                             .value = bd_int(INT64_MIN),
                             .place = SIZE_MAX,
                             .next = &compat[1] };
    p->reported = bd_arena_copy(arena, reported, sizeof reported);
    p->reported_count = 2;
    p->compat = compat;
}

bd_run *sample_everything(void)
{
    bd_run *run = bd_run_new();
    everything_of_run(run);
    bd_point *p = bd_run_add_point(run);
    everything_of_point(p, &run->arena);
    reported_and_compat(p, &run->arena);
    p = bd_run_add_point(run);
    p->benchmark = "org.example.Bench.write";
    p->metric = "gc.alloc.rate";
    p->source.file = 1;
    sample_seal(run);
    return run;
}

bd_run *sample_nothing(void)
{
    bd_run *run = bd_run_new();
    run->suite = "empty";
    sample_seal(run);
    return run;
}

bd_run *sample_small(const char *suite, unsigned which)
{
    bd_run *run = bd_run_new();
    char text[16];
    snprintf(text, sizeof text, "%u", which);
    run->suite = bd_arena_strdup(&run->arena, suite);
    run->format = "custom";
    bd_pairs_set(&run->environment, &run->arena, BD_STR("run"), bd_str_of(text));
    bd_point *p = bd_run_add_point(run);
    p->benchmark = "b";
    p->value = bd_int(which);
    sample_seal(run);
    return run;
}

/* splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double *random_doubles(bd_arena *arena, size_t count, uint64_t *state)
{
    double *values = bd_arena_alloc(arena, (count + 1) * sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = (double)(next(state) >> 11) * 0x1p-40;
    return values;
}

bd_run *sample_bulk(size_t points, size_t samples, unsigned which)
{
    bd_run *run = bd_run_new();
    uint64_t state = which;
    char text[16];
    snprintf(text, sizeof text, "%u", which);
    run->suite = "bulk";
    run->format = "jmh";
    bd_pairs_set(&run->environment, &run->arena, BD_STR("run"), bd_str_of(text));
    run->measured_at_ns = 1700000000000000000 + which * INT64_C(1000000000);
    for (size_t i = 0; i < points; i++) {
        bd_point *p = bd_run_add_point(run);
        p->benchmark = bd_arena_printf(&run->arena, "org.example.StoreBenchmark.case%zu", i / 4);
        p->metric = i % 4 == 0 ? "score" : bd_arena_printf(&run->arena, "gc.metric%zu", i % 4);
        p->mode = "avgt";
        p->threads = 1;
        p->unit = "us/op";
        p->samples.doubles = random_doubles(&run->arena, samples, &state);
        p->samples.count = samples;
        p->value = bd_double(p->samples.doubles[0]);
        p->n = (int64_t)samples;
        p->source = (bd_source){ .line = (int)i * 20 + 1, .column = 5 };
        p->source.path = bd_arena_printf(&run->arena, "$[%zu].primaryMetric", i);
    }
    sample_seal(run);
    return run;
}

/* ---- by chance ---- */

static const char *text_or_null(bd_arena *arena, uint64_t *state)
{
    static const char *const parts[] = {
        "", "a", "'\";--", "é", "日本", "\x01\n\t", "👍", "%s%n", "x\\y",
    };
    uint64_t roll = next(state);
    if (roll % 3 == 0)
        return NULL;
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < roll % 5; i++)
        bd_buf_puts(&text, parts[next(state) % BD_COUNT(parts)]);
    const char *kept = bd_arena_text(arena, bd_buf_str(&text));
    bd_buf_release(&text);
    return kept;
}

static bd_number random_number(uint64_t *state)
{
    uint64_t roll = next(state), bits = next(state);
    if (roll % 4 == 0)
        return (bd_number)BD_NUMBER_NOTHING;
    return roll % 2 == 0 ? bd_int((int64_t)bits) : bd_double(from_bits(bits));
}

static const uint32_t *random_counts(bd_arena *arena, size_t count, uint64_t *state)
{
    uint32_t *counts = bd_arena_alloc(arena, (count + 1) * sizeof *counts);
    for (size_t i = 0; i < count; i++)
        counts[i] = (uint32_t)next(state);
    return count > 0 ? counts : NULL;
}

static void random_samples(bd_samples *out, bd_arena *arena, uint64_t *state)
{
    out->count = next(state) % 20;
    int64_t *words = bd_arena_alloc(arena, 8 * (out->count + 1));
    for (size_t i = 0; i < out->count; i++)
        words[i] = (int64_t)next(state);
    if (out->count > 0 && next(state) % 2 == 0)
        out->ints = words;
    else if (out->count > 0)
        out->doubles = bd_arena_copy(arena, words, 8 * out->count);
    out->group_count = next(state) % 3;
    out->groups = random_counts(arena, out->group_count, state);
}

static void random_point(bd_run *run, size_t place, uint64_t *state)
{
    bd_arena *arena = &run->arena;
    bd_point *p = bd_run_add_point(run);
    const char *odd = text_or_null(arena, state);
    p->benchmark = bd_arena_printf(arena, "%s%zu", odd ? odd : "", place);
    p->mode = text_or_null(arena, state);
    p->threads = (int64_t)next(state) >> (next(state) % 64);
    for (size_t i = next(state) % 4; i > 0; i--)
        bd_pairs_set(&p->params, arena, bd_str_of(text_or_null(arena, state)),
                     bd_str_of(text_or_null(arena, state)));
    p->direction = (bd_direction)(next(state) % 3);
    p->value = random_number(state);
    p->error = random_number(state);
    p->low = random_number(state);
    p->high = random_number(state);
    p->confidence = from_bits(next(state));
    p->n = (int64_t)next(state);
    random_samples(&p->samples, arena, state);
    random_samples(&p->warmups, arena, state);
    p->outcome = (bd_outcome)(next(state) % 5);
    p->reason = text_or_null(arena, state);
    p->source = (bd_source){ .file = (uint32_t)next(state), .line = (int)(uint16_t)next(state) };
    p->source.path = text_or_null(arena, state);
    p->rest = text_or_null(arena, state);
    if (next(state) % 2 == 0)
        reported_and_compat(p, arena);
}

bd_run *sample_random(uint64_t seed)
{
    bd_run *run = bd_run_new();
    uint64_t state = seed;
    if (seed % 2 == 0)
        everything_of_run(run);
    run->suite = seed % 3 == 0 ? "tick" : "tock";
    run->commit.message = text_or_null(&run->arena, &state);
    run->rest = text_or_null(&run->arena, &state);
    bd_pairs_set(&run->environment, &run->arena, BD_STR("seed"),
                 bd_str_of(bd_arena_printf(&run->arena, "%llu", (unsigned long long)seed)));
    for (size_t i = next(&state) % 600; i > 0; i--)
        random_point(run, i, &state);
    sample_seal(run);
    return run;
}
