/* benchmark.js: "fib(10) x 1,431,759 ops/sec ±0.74% (93 runs sampled)". */
#include "ingest/line_format.h"

#include <string.h>

/* The margin of error that benchmark.js prints is that of a 95 % interval. */
#define CONFIDENCE 0.95

typedef struct parts {
    bd_str name, value, unit, margin, percent, runs;
    bd_number number, share, count;
} parts;

/* Where the last " x " begins. */
static const char *find_times(bd_str line)
{
    for (size_t i = line.len; i-- > 0;)
        if (i + 3 <= line.len && memcmp(line.ptr + i, " x ", 3) == 0)
            return line.ptr + i;
    return NULL;
}

/* "±0.74%" or "+-0.74%" */
static bool take_margin(bd_str margin, bd_str *percent)
{
    bool sign = bd_str_starts(margin, "\xC2\xB1") || bd_str_starts(margin, "+-");
    if (!sign || !bd_str_ends(margin, "%"))
        return false;
    *percent = bd_str_sub(margin, 2, margin.len - 1);
    return true;
}

static bool take_apart(bd_str line, parts *p)
{
    const char *at = bd_str_ends(line, " sampled)") ? find_times(line) : NULL;
    if (!at)
        return false;
    size_t from = (size_t)(at - line.ptr);
    bd_str rest = bd_str_sub(line, from + 3, line.len);
    p->name = bd_str_sub(line, 0, from);
    p->value = bd_next_word(&rest);
    p->unit = bd_next_word(&rest);
    p->margin = bd_next_word(&rest);
    p->runs = bd_next_word(&rest);
    if (!bd_str_starts(p->runs, "("))
        return false;
    p->runs = bd_str_sub(p->runs, 1, p->runs.len);
    bd_str word = bd_next_word(&rest);
    return bd_str_trim(p->name).len > 0 && bd_text_number(p->value, &p->number)
           && (bd_str_is(word, "runs") || bd_str_is(word, "run"))
           && take_margin(p->margin, &p->percent) && bd_text_number(p->percent, &p->share)
           && bd_text_number(p->runs, &p->count) && p->count.kind == BD_NUMBER_INT;
}

static bool add(bd_repeats *repeats, bd_line *line, bd_error *err)
{
    parts p;
    if (!take_apart(line->text, &p))
        return true;
    if (!bd_line_check(line, err))
        return false;
    bd_str name = bd_str_trim(p.name);
    bd_arena *arena = &repeats->run->arena;
    bd_point point = bd_point_at(line, p.value.ptr);
    point.unit = bd_repeats_text(repeats, p.unit);
    point.value = p.number;
    point.error = bd_percent_of(p.value, p.percent);
    point.error_at = bd_spot_at(line, p.percent.ptr);
    point.confidence = CONFIDENCE;
    point.n = p.count.as.i;
    bd_compat compat = { .name = name.len < p.name.len ? bd_arena_text(arena, p.name) : NULL,
                         .unit = point.unit,
                         .range = bd_repeats_text(repeats, p.margin),
                         .extra = bd_repeats_join_text(repeats, p.runs, BD_STR(" samples")) };
    compat.value = bd_text_parse_float(p.value, p.number, &repeats->scratch);
    bool plural = bd_str_ends(line->text, " runs sampled)"); /* the action takes no "1 run" */
    bd_repeats_add(repeats, name, name, &point, plural ? &compat : NULL);
    return true;
}

static bool is_result(bd_str line)
{
    parts p;
    return take_apart(line, &p);
}

static const bd_line_format format = {
    .tool = "benchmark.js", .needle = " sampled)", .is_result = is_result, .add = add
};

static bool probe(const bd_reading *reading)
{
    return bd_line_format_probe(reading, &format);
}

static bool read(bd_reading *reading, bd_error *err)
{
    return bd_line_format_read(reading, &bd_reader_benchmarkjs, &format, err);
}

const bd_reader bd_reader_benchmarkjs = {
    .format = { .name = "benchmarkjs",
                .aliases = "benchmark.js",
                .summary = "benchmark.js: operations per second",
                .example = "fib(10) x 1,431,759 ops/sec \xC2\xB1"
                           "0.74% (93 runs sampled)\n"
                           "fib(20) x 12,146 ops/sec \xC2\xB1"
                           "0.32% (96 runs sampled)" },
    .is_json = false,
    .probe = probe,
    .read = read,
};
