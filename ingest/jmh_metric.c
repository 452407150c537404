/* One metric of a JMH result: score, error, percentiles, raw data or histogram. */
#include "ingest/jmh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PERCENTILES_MAX = 1000 };

bool bd_jmh_number(const bd_json *at, bd_number *out, bd_error *err)
{
    static const struct {
        const char *text;
        double value; /* NaN: there is no number */
    } words[] = {
        { "NaN", NAN },           { "+INF", INFINITY },       { "-INF", -INFINITY },
        { "Infinity", INFINITY }, { "-Infinity", -INFINITY },
    };
    bd_json_type type = bd_json_typeof(at);
    bd_str raw = bd_json_raw(at);
    *out = (bd_number)BD_NUMBER_NOTHING;
    if (type == BD_JSON_NULL)
        return true;
    if (type == BD_JSON_STRING)
        raw = bd_str_sub(raw, 1, raw.len - 1);
    else if (type != BD_JSON_NAN)
        return bd_json_number(at, out, err);
    for (size_t i = 0; i < BD_COUNT(words); i++)
        if (bd_str_is(raw, words[i].text)) {
            if (!isnan(words[i].value))
                *out = bd_double(words[i].value);
            return true;
        }
    return bd_json_fail(at, err, "expected a number or \"NaN\"");
}

/* A metric while it is read. Its members may come in any order, so places are kept as
 * seen from the metric, whose path that of the score begins with. */
typedef struct measured {
    bd_jmh *jmh;
    bd_run *run;
    bd_point *point;
    bd_buf path; /* at first that of the metric */
    uint32_t path_len;
    bd_buf rest;  /* members that are not mapped */
    bd_json last; /* whose place was asked last */
    int line, column;
} measured;

/* @param rest  of its path behind the metric's; kept as it is */
static bd_spot spot_at(measured *m, const bd_json *at, const char *rest)
{
    bd_json_position_after(at, &m->last, &m->line, &m->column);
    m->last = *at;
    return (bd_spot){ m->line, m->column, m->path_len, rest };
}

static bool read_confidence(measured *m, const bd_json *at, bd_error *err)
{
    bd_json end;
    bd_point *point = m->point;
    if (bd_json_typeof(at) == BD_JSON_NULL)
        return true;
    if (bd_json_typeof(at) != BD_JSON_ARRAY || bd_json_count(at) != 2)
        return bd_json_fail(at, err, "expected the two ends of an interval");
    bd_json_first(at, &end);
    point->low_at = spot_at(m, &end, ".scoreConfidence[0]");
    if (!bd_jmh_number(&end, &point->low, err))
        return false;
    bd_json_next(&end);
    point->high_at = spot_at(m, &end, ".scoreConfidence[1]");
    return bd_jmh_number(&end, &point->high, err);
}

/* "50.0" of JMH and "50.00" of kotlinx-benchmark are one percentile. */
static bool name_percentile(measured *m, const bd_json *member, bd_str key, bd_jmh_percentile *out,
                            bd_error *err)
{
    double percent = -1;
    if (!bd_double_parse(key, &percent) || !(percent >= 0 && percent <= 100))
        return bd_json_fail(member, err, "expected a percentile from 0 to 100 as its name");
    bd_buf_clear(&m->path);
    bd_buf_puts(&m->path, ".scorePercentiles[");
    bd_json_quote(key, &m->path); /* begins with a digit: no name */
    bd_buf_putc(&m->path, ']');
    out->stat = (bd_stat){ BD_STAT_PERCENTILE, (uint32_t)llround(percent * 1e6) };
    out->path = bd_arena_text(&m->run->arena, bd_buf_str(&m->path));
    out->key = key;
    return true;
}

/* JMH writes the same percentiles for each metric, so that mostly the metric before had
 * this one at its place. @param out  borrowed until the next call */
static bool percentile_of(measured *m, const bd_json *member, size_t index,
                          const bd_jmh_percentile **out, bd_error *err)
{
    bd_buf decoded = BD_BUF_INIT;
    bd_str key = bd_json_key(member, &decoded);
    bd_jmh_percentile *known = &m->jmh->percentiles[index % BD_COUNT(m->jmh->percentiles)];
    bool ok = known->path && bd_str_eq(key, known->key);
    if (!ok)
        ok = name_percentile(m, member, key, known, err);
    if (decoded.data)
        known->key = (bd_str){ "", 0 }; /* it does not last */
    bd_buf_release(&decoded);
    *out = known;
    return ok;
}

static bool read_percentiles(measured *m, const bd_json *at, bd_error *err)
{
    bd_json member;
    bd_run *run = m->run;
    bd_point *point = m->point;
    if (bd_json_typeof(at) == BD_JSON_NULL)
        return true;
    if (!bd_json_expect(at, BD_JSON_OBJECT, err))
        return false;
    if (bd_json_count(at) > PERCENTILES_MAX)
        return bd_json_fail(at, err, "more than %d percentiles", PERCENTILES_MAX);
    bd_stat_value *values = bd_arena_alloc(&run->arena, (bd_json_count(at) + 1) * sizeof *values);
    size_t count = 0;
    for (bool more = bd_json_first(at, &member); more; more = bd_json_next(&member)) {
        const bd_jmh_percentile *percentile;
        bd_stat_value value = { .computed = false };
        if (!percentile_of(m, &member, member.index, &percentile, err)
            || !bd_jmh_number(&member, &value.number, err))
            return false;
        value.stat = percentile->stat;
        bool known = value.number.kind == BD_NUMBER_NONE;
        for (size_t i = 0; i < count && !known; i++)
            known = bd_stat_same(values[i].stat, value.stat);
        if (known)
            continue;
        value.at = spot_at(m, &member, percentile->path);
        values[count++] = value;
    }
    point->reported = count ? values : NULL;
    point->reported_count = count;
    return true;
}

/* rawData: a row for each fork. */
static bool read_samples(const bd_json *at, bd_run *run, bd_samples *out, bd_error *err)
{
    bd_json row;
    size_t total = 0, forks = bd_json_count(at), fork = 0, filled = 0;
    bool all_int;
    if (!bd_json_expect(at, BD_JSON_ARRAY, err))
        return false;
    for (bool more = bd_json_first(at, &row); more; more = bd_json_next(&row)) {
        if (!bd_json_expect(&row, BD_JSON_ARRAY, err))
            return false;
        total += bd_json_count(&row);
    }
    if (forks == 0)
        return true;
    uint32_t *groups = bd_arena_alloc(&run->arena, forks * sizeof *groups);
    double *values = total ? bd_arena_alloc(&run->arena, total * sizeof *values) : NULL;
    for (bool more = bd_json_first(at, &row); more; more = bd_json_next(&row)) {
        size_t count = bd_json_count(&row);
        if (count > 0 && !bd_json_doubles(&row, true, values + filled, &all_int, err))
            return false;
        groups[fork++] = (uint32_t)count;
        filled += count;
    }
    *out =
        (bd_samples){ .doubles = values, .count = total, .groups = groups, .group_count = forks };
    return true;
}

/* What is in a rawDataHistogram, so that it is allocated exactly. */
typedef struct extent {
    size_t forks, iterations, pairs;
    size_t most; /* pairs of one iteration */
} extent;

static bool measure_histogram(const bd_json *at, extent *out, bd_error *err)
{
    bd_json fork, iteration;
    if (!bd_json_expect(at, BD_JSON_ARRAY, err))
        return false;
    out->forks = bd_json_count(at);
    for (bool more = bd_json_first(at, &fork); more; more = bd_json_next(&fork)) {
        if (!bd_json_expect(&fork, BD_JSON_ARRAY, err))
            return false;
        out->iterations += bd_json_count(&fork);
        for (bool next = bd_json_first(&fork, &iteration); next; next = bd_json_next(&iteration)) {
            if (!bd_json_expect(&iteration, BD_JSON_ARRAY, err))
                return false;
            size_t pairs = bd_json_count(&iteration);
            out->pairs += pairs;
            out->most = pairs > out->most ? pairs : out->most;
        }
    }
    return true;
}

/* The arrays of a histogram while they are filled. */
typedef struct filling {
    double *values;
    int64_t *counts;
    size_t at;
    int64_t n;
} filling;

/* Says what is wrong with the pair at `index`. @return false, always */
static bool fail_pair(const bd_json *iteration, size_t index, const char *message, bd_error *err)
{
    bd_json pair;
    bd_json_first(iteration, &pair);
    while (pair.index < index)
        bd_json_next(&pair);
    return bd_json_fail(&pair, err, "%s", message);
}

static bool read_pairs(const bd_json *iteration, double (*pairs)[2], filling *to, bd_error *err)
{
    size_t count = bd_json_count(iteration), read = bd_json_pairs(iteration, pairs);
    for (size_t i = 0; i < read; i++) {
        double times = pairs[i][1];
        /* Beyond 2^53 a double is no exact count, and no benchmark gets there. */
        if (!(times >= 1 && times <= 0x1p53) || times != floor(times))
            return fail_pair(iteration, i, "expected a count above zero as second number", err);
        if (to->n > INT64_MAX - (int64_t)times)
            return fail_pair(iteration, i, "the counts add up beyond 2^63", err);
        to->values[to->at] = pairs[i][0];
        to->counts[to->at++] = (int64_t)times;
        to->n += (int64_t)times;
    }
    return read == count
           || fail_pair(iteration, read, "expected two numbers: a value and its count", err);
}

static bool read_histogram(const bd_json *at, bd_run *run, bd_point *point, bd_error *err)
{
    bd_json fork, iteration;
    extent size = { 0 };
    if (!measure_histogram(at, &size, err))
        return false;
    if (size.pairs == 0)
        return true;
    filling to = { .values = bd_arena_alloc(&run->arena, size.pairs * sizeof(double)),
                   .counts = bd_arena_alloc(&run->arena, size.pairs * sizeof(int64_t)) };
    double(*pairs)[2] = bd_alloc(size.most * sizeof *pairs);
    bool ok = true;
    uint32_t *iterations = bd_arena_alloc(&run->arena, size.iterations * sizeof(uint32_t));
    uint32_t *forks = bd_arena_alloc(&run->arena, size.forks * sizeof(uint32_t));
    size_t i = 0, f = 0;
    for (bool more = bd_json_first(at, &fork); more && ok; more = bd_json_next(&fork)) {
        forks[f++] = (uint32_t)bd_json_count(&fork);
        for (bool next = bd_json_first(&fork, &iteration); next && ok;
             next = bd_json_next(&iteration)) {
            iterations[i++] = (uint32_t)bd_json_count(&iteration);
            ok = read_pairs(&iteration, pairs, &to, err);
        }
    }
    free(pairs);
    point->histogram = (bd_histogram){
        .values = to.values,
        .counts = to.counts,
        .count = size.pairs,
        .iterations = iterations,
        .iteration_count = size.iterations,
        .forks = forks,
        .fork_count = size.forks,
    };
    point->n = to.n;
    return ok;
}

/* A member that is not mapped is kept as it is. */
static bool read_member(measured *m, const bd_json *member, bd_error *err)
{
    bd_run *run = m->run;
    bd_point *point = m->point;
    bool raw = bd_json_typeof(member) != BD_JSON_NULL;
    bd_str key = bd_json_key(member, &m->jmh->reading->scratch);
    if (bd_str_is(key, "score")) {
        point->source = bd_source_of(member, run);
        return bd_jmh_number(member, &point->value, err);
    }
    if (bd_str_is(key, "scoreError")) {
        point->error_at = spot_at(m, member, ".scoreError");
        return bd_jmh_number(member, &point->error, err);
    }
    if (bd_str_is(key, "scoreConfidence"))
        return read_confidence(m, member, err);
    if (bd_str_is(key, "scorePercentiles"))
        return read_percentiles(m, member, err);
    if (bd_str_is(key, "scoreUnit"))
        return bd_json_text(member, &run->arena, &point->unit, err);
    if (raw && bd_str_is(key, "rawData")) {
        point->observed_at = spot_at(m, member, ".rawData");
        return read_samples(member, run, &point->samples, err);
    }
    if (raw && bd_str_is(key, "rawDataHistogram")) {
        if (point->samples.count == 0)
            point->observed_at = spot_at(m, member, ".rawDataHistogram");
        return read_histogram(member, run, point, err);
    }
    bd_keep_rest(member, &m->rest);
    return true;
}

static void judge(bd_point *point, bool is_primary)
{
    bool has_ends = point->low.kind != BD_NUMBER_NONE || point->high.kind != BD_NUMBER_NONE;
    if (has_ends || point->error.kind != BD_NUMBER_NONE)
        point->confidence = BD_JMH_CONFIDENCE;
    if (point->n == 0)
        point->n = (int64_t)point->samples.count;
    if (point->value.kind != BD_NUMBER_NONE)
        return;
    bool is_text = !is_primary && strcmp(point->unit, "---") == 0;
    point->outcome = is_text ? BD_OUTCOME_SKIPPED : BD_OUTCOME_FAILED;
    point->reason = is_text ? "a profiler's text, not a number" : "the score is NaN";
}

bool bd_jmh_read_metric(bd_jmh *j, const bd_json *metric, bd_point *point, bd_error *err)
{
    bd_json member, score;
    measured m = { .jmh = j, .run = j->run, .point = point };
    bd_json_path(metric, &m.path);
    m.path_len = (uint32_t)m.path.len;
    m.last = *metric;
    bd_json_position(metric, &m.line, &m.column);
    bool ok = bd_json_expect(metric, BD_JSON_OBJECT, err)
              && bd_json_need(metric, "score", &score, err);
    for (bool more = ok && bd_json_first(metric, &member); more && ok; more = bd_json_next(&member))
        ok = read_member(&m, &member, err);
    judge(point, strcmp(point->metric, "score") == 0);
    if (m.rest.len > 0)
        point->rest = bd_rest_text(&m.rest, &j->run->arena);
    bd_buf_release(&m.rest);
    bd_buf_release(&m.path);
    return ok;
}
