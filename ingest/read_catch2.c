/* Catch2's console, of versions 2 and 3: below a header each benchmark takes three lines.
 * A name that is too long for its column takes several lines, the numbers stand in the
 * last of them. */
#include "ingest/catch2.h"

#include <inttypes.h>
#include <string.h>

typedef enum stage {
    OUTSIDE, /* not below a header */
    HEADER,  /* up to its line of dashes */
    NAMES,   /* a benchmark, or more of its name */
    MEAN,
    DEVIATION,
    BLANK, /* behind it */
} stage;

typedef struct console {
    bd_catch2 catch2;
    stage stage;
    bd_buf name;  /* as far as it was read */
    bool wrapped; /* it took several lines: the action loses track until the next header */
    bool titles;  /* between two lines of dashes: a test case and its sections */
    bd_point point;
    bd_compat compat;
    int line; /* of the benchmark */
} console;

/* Those of the benchmark before where it is of the same one. */
static bd_pairs test_of(bd_catch2 *c)
{
    bd_pairs *last = &c->log.repeats.params;
    bd_str test = bd_buf_str(&c->test);
    if (last->count > 0 ? bd_str_is(test, last->items[0].value) : test.len == 0)
        return *last;
    *last = (bd_pairs){ 0 };
    if (test.len > 0)
        bd_pairs_set(last, &c->log.repeats.run->arena, BD_STR("test"), test);
    last->capacity = last->count; /* several points have it: none may add to it */
    return *last;
}

void bd_catch2_add(bd_catch2 *c, bd_str name, bd_point *point, const bd_compat *compat)
{
    point->metric = "time";
    point->params = test_of(c);
    bd_buf_clear(&c->key);
    bd_buf_put_str(&c->key, bd_buf_str(&c->test));
    bd_buf_putc(&c->key, '\n');
    bd_buf_put_str(&c->key, name);
    bd_repeats_add(&c->log.repeats, bd_buf_str(&c->key), name, point, compat);
}

/* ---- lines ---- */

static bool is_header(bd_str line)
{
    bd_str rest = line;
    return bd_str_starts(line, "benchmark name ") && bd_next_word(&rest).len > 0
           && bd_next_word(&rest).len > 0 && bd_str_is(bd_next_word(&rest), "samples")
           && bd_str_is(bd_next_word(&rest), "iterations");
}

static bool is_rule(bd_str line)
{
    bd_str text = bd_str_trim(line);
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] != '-')
            return false;
    return text.len >= 20;
}

/* The last word of a text, taken off it. */
static bd_str last_word(bd_str *text)
{
    bd_str all = bd_str_trim(*text);
    size_t from = all.len;
    while (from > 0 && all.ptr[from - 1] != ' ' && all.ptr[from - 1] != '\t')
        from--;
    *text = bd_str_sub(all, 0, from);
    return bd_str_sub(all, from, all.len);
}

static bool is_time(bd_str unit)
{
    const bd_unit *known = bd_unit_find(unit);
    return known && known->dimension == BD_DIMENSION_TIME;
}

/* "name   100   208   7.1968 ms": what stands before the four words is the name. */
static bool take_start(bd_str line, bd_str *name, bd_str *samples, bd_str *iterations)
{
    bd_number number;
    bd_str unit = last_word(&line), time = last_word(&line);
    *iterations = last_word(&line);
    *samples = last_word(&line);
    *name = bd_str_trim(line);
    return is_time(unit) && bd_text_number(time, &number) && bd_text_number(*iterations, &number)
           && number.kind == BD_NUMBER_INT && bd_text_number(*samples, &number)
           && number.kind == BD_NUMBER_INT && number.as.i >= 0;
}

typedef struct triple {
    bd_str texts[3], units[3];
    bd_number numbers[3];
} triple;

static bool take_triple(bd_str line, triple *t)
{
    for (int i = 0; i < 3; i++) {
        t->texts[i] = bd_next_word(&line);
        t->units[i] = bd_next_word(&line);
        if (!is_time(t->units[i]) || !bd_text_number(t->texts[i], &t->numbers[i]))
            return false;
    }
    return true;
}

static void all_in(triple *t, bd_str unit)
{
    for (int i = 0; i < 3; i++)
        if (!bd_number_in_unit(t->numbers[i], t->units[i], unit, &t->numbers[i]))
            t->numbers[i] = (bd_number)BD_NUMBER_NOTHING;
}

static bool fail(const bd_line *line, const char *what, bd_error *err)
{
    bd_fail(err, BD_ERR_INPUT, "expected %s", what);
    bd_hint(err, "a benchmark of Catch2 takes three lines: samples, mean, deviation; "
                 "was the output cut, or mixed with other output?");
    return bd_error_at(err, "", line->number, 1);
}

/* ---- a benchmark ---- */

static void read_failed(console *c, bd_line *line, const char *at)
{
    bd_arena *arena = &c->catch2.log.repeats.run->arena;
    bd_str before = bd_str_trim((bd_str){ line->text.ptr, (size_t)(at - line->text.ptr) });
    bd_str reason = { at, (size_t)(line->text.ptr + line->text.len - at) };
    if (before.len > 0 && c->name.len > 0)
        bd_buf_putc(&c->name, ' ');
    bd_buf_put_str(&c->name, before);
    if (c->name.len == 0)
        return;
    bd_point point = bd_point_at(line, at);
    point.unit = "ns";
    point.outcome = BD_OUTCOME_FAILED;
    point.reason = bd_arena_text(arena, bd_str_trim(reason));
    bd_catch2_add(&c->catch2, bd_buf_str(&c->name), &point, NULL);
    bd_buf_clear(&c->name);
    c->wrapped = true;
}

static bool read_start(console *c, bd_line *line, bd_error *err)
{
    bd_arena *arena = &c->catch2.log.repeats.run->arena;
    bd_number count;
    bd_str name, samples, iterations, text = bd_str_trim(line->text);
    const char *failed = bd_find(line->text, "enchmark failed (");
    if (text.len == 0) {
        bd_buf_clear(&c->name);
        return true;
    }
    if (is_rule(line->text) || bd_str_starts(line->text, "====")) {
        c->stage = OUTSIDE;
        bd_buf_clear(&c->name);
        return true;
    }
    if (!bd_line_check(line, err))
        return false;
    if (failed) {
        read_failed(c, line, failed - 1);
        return true;
    }
    bool starts = take_start(line->text, &name, &samples, &iterations);
    if (c->name.len > 0)
        bd_buf_putc(&c->name, ' ');
    bd_buf_put_str(&c->name, starts ? name : text);
    if (!starts)
        return c->wrapped = true;
    if (c->name.len == 0)
        return fail(line, "the name of a benchmark before its samples", err);
    c->stage = MEAN;
    c->line = line->number;
    c->compat = (bd_compat){ 0 };
    bd_buf *extra = &c->catch2.log.repeats.scratch;
    bd_buf_clear(extra);
    bd_buf_put_str(extra, samples);
    bd_buf_puts(extra, " samples\n");
    bd_buf_put_str(extra, iterations);
    bd_buf_puts(extra, " iterations");
    c->compat.extra = bd_repeats_text(&c->catch2.log.repeats, bd_buf_str(extra));
    bd_text_number(samples, &count);
    c->point = (bd_point){ .n = count.as.i };
    bd_text_number(iterations, &count);
    c->point.rest = bd_arena_printf(arena, "{\"iterations\":%" PRId64 "}", count.as.i);
    return true;
}

static bool read_mean(console *c, bd_line *line, bd_error *err)
{
    triple t;
    if (!take_triple(line->text, &t))
        return fail(line, "the mean of a benchmark with its low and high mean", err);
    bd_point point = bd_point_at(line, t.texts[0].ptr);
    point.unit = bd_repeats_text(&c->catch2.log.repeats, t.units[0]);
    point.n = c->point.n;
    point.rest = c->point.rest;
    all_in(&t, t.units[0]);
    point.value = t.numbers[0];
    point.low = t.numbers[1];
    point.high = t.numbers[2];
    point.low_at = bd_spot_at(line, t.texts[1].ptr);
    point.high_at = bd_spot_at(line, t.texts[2].ptr);
    point.confidence = BD_CATCH2_CONFIDENCE;
    c->compat.value = bd_parse_float(t.texts[0]);
    c->compat.unit = point.unit;
    c->point = point;
    c->stage = DEVIATION;
    return true;
}

static bool read_deviation(console *c, bd_line *line, bd_error *err)
{
    triple t;
    bd_arena *arena = &c->catch2.log.repeats.run->arena;
    if (!take_triple(line->text, &t))
        return fail(line, "the standard deviation of a benchmark with its ends", err);
    bd_stat_value *sd = bd_arena_alloc(arena, sizeof *sd);
    sd->stat.kind = BD_STAT_SD;
    sd->at = bd_spot_at(line, t.texts[0].ptr);
    c->compat.range = bd_repeats_join_text(&c->catch2.log.repeats, BD_STR("\xC2\xB1 "), t.texts[0]);
    all_in(&t, bd_str_of(c->point.unit));
    sd->number = t.numbers[0];
    c->point.reported = sd;
    c->point.reported_count = 1;
    bd_catch2_add(&c->catch2, bd_buf_str(&c->name), &c->point, c->wrapped ? NULL : &c->compat);
    bd_buf_clear(&c->name);
    c->stage = NAMES;
    return true;
}

/* Between two lines of dashes stand a test case and, indented, its sections. */
static bool read_title(console *c, bd_line *line)
{
    bd_error none = BD_ERROR_INIT;
    bd_str text = bd_str_trim(line->text);
    if (is_rule(line->text)) {
        c->titles = !c->titles;
        if (c->titles)
            bd_buf_clear(&c->catch2.test);
        return true;
    }
    if (!c->titles || text.len == 0 || !bd_line_check(line, &none))
        return true;
    if (c->catch2.test.len > 0)
        bd_buf_puts(&c->catch2.test, " / ");
    bd_buf_put_str(&c->catch2.test, text);
    return true;
}

static bool read_line(void *state, bd_line *line, bd_error *err)
{
    console *c = state;
    switch (c->stage) {
    case OUTSIDE:
        if (!is_header(line->text))
            return read_title(c, line);
        c->stage = HEADER;
        return true;
    case HEADER:
        if (is_rule(line->text)) {
            c->stage = NAMES;
            c->wrapped = false;
        }
        return true;
    case NAMES:
        if (is_rule(line->text)) { /* the next test case begins */
            c->stage = OUTSIDE;
            c->titles = false;
            bd_buf_clear(&c->name); /* one whose numbers never came */
            return read_title(c, line);
        }
        return read_start(c, line, err);
    case MEAN:
        return read_mean(c, line, err);
    default:
        return read_deviation(c, line, err);
    }
}

/* A line of dashes above a test case: its name, dashes again, its place and a line of dots
 * follow. */
static bool may_begin(bd_line *line, bd_str rest)
{
    enum { SECTIONS = 32 };
    bd_str text;
    size_t names = 0;
    if (!is_rule(line->text))
        return false;
    while (bd_str_split(&rest, '\n', &text) && !is_rule(text) && bd_str_trim(text).len > 0
           && names < SECTIONS)
        names++;
    return names > 0 && is_rule(text) && bd_str_split(&rest, '\n', &text)
           && bd_str_split(&rest, '\n', &text) && bd_str_starts(text, "....................");
}

/* Neither among titles nor in a benchmark. */
static bool is_fresh(const void *state)
{
    const console *c = state;
    return c->name.len == 0 && (c->stage == NAMES || (c->stage == OUTSIDE && !c->titles));
}

static bool read_end(void *state, bd_error *err)
{
    const console *c = state;
    bd_line end = { .number = c->line };
    return (c->stage != MEAN && c->stage != DEVIATION)
           || fail(&end, "two more lines of this benchmark: the file ends", err);
}

static void release(void *state)
{
    console *c = state;
    bd_buf_release(&c->name);
    bd_buf_release(&c->catch2.test);
    bd_buf_release(&c->catch2.key);
}

static const bd_log_format format = { .size = sizeof(console),
                                      .read_line = read_line,
                                      .may_begin = may_begin,
                                      .is_fresh = is_fresh,
                                      .read_end = read_end,
                                      .release = release };

static bool read(bd_reading *reading, bd_error *err)
{
    bd_run *run = bd_reading_new_run(reading, &bd_reader_catch2);
    console c = { .catch2.log = { .reading = reading, .repeats = { .run = run } } };
    run->tool = "Catch2";
    bool ok = bd_catch2_is_xml(reading->text) ? bd_catch2_read_xml(&c.catch2, err)
                                              : bd_log_read(&format, &c, err);
    if (ok && c.catch2.log.repeats.count == 0)
        ok = bd_fail_empty(err, "a Catch2 BENCHMARK", &bd_reader_catch2);
    if (ok)
        bd_repeats_points(&c.catch2.log.repeats);
    bd_log_release(&format, &c);
    return ok;
}

static bool probe(const bd_reading *reading)
{
    bd_lines lines = bd_lines_of(reading->text);
    bool found = bd_catch2_is_xml(reading->text);
    if (!found && !bd_find(reading->text, "benchmark name "))
        return false;
    for (bd_line line; !found && bd_lines_next(&lines, &line);)
        found = is_header(line.text);
    bd_lines_release(&lines);
    return found;
}

const bd_reader bd_reader_catch2 = {
    .format = { .name = "catch2",
                .aliases = "catch",
                .summary = "Catch2's benchmarks, on the console (2 and 3) or as XML",
                .example = "Fibonacci 20      100          2    8.3712 ms\n"
                           "            41.731 us   41.25 us    42.622 us" },
    .is_json = false,
    .probe = probe,
    .read = read,
};
