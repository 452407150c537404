/* Lines of Criterion.rs: "NAME   time:   [LOW ESTIMATE HIGH]", the name on a line of its own
 * where it is long, "thrpt:  […]" below it. What it says of changes is left out: benchdoc
 * compares by itself. */
#include "ingest/cargo.h"

#include <string.h>

typedef struct interval {
    bd_str texts[3], unit; /* low, estimate, high */
    bd_number numbers[3];
} interval;

/* "[999.1 ns 1.002 us 1.003 us]" behind a label, all in the unit of the estimate; a change
 * has "%" and is none. */
static bool take_interval(bd_str line, const char *label, interval *out, bd_str *before)
{
    const char *at = bd_find(line, label);
    if (!at)
        return false;
    size_t from = (size_t)(at - line.ptr);
    *before = bd_str_trim(bd_str_sub(line, 0, from));
    bd_str rest = bd_str_sub(line, from + strlen(label), line.len), units[3];
    const char *end = memchr(rest.ptr, ']', rest.len);
    if (!end)
        return false;
    rest.len = (size_t)(end - rest.ptr);
    for (int i = 0; i < 3; i++) {
        out->texts[i] = bd_next_word(&rest);
        units[i] = bd_next_word(&rest);
        if (units[i].len == 0 || !bd_text_number(out->texts[i], &out->numbers[i]))
            return false;
    }
    out->unit = units[1];
    return bd_number_in_unit(out->numbers[0], units[0], out->unit, &out->numbers[0])
           && bd_number_in_unit(out->numbers[2], units[2], out->unit, &out->numbers[2]);
}

bool bd_is_criterion(bd_str line)
{
    interval in;
    bd_str name;
    return take_interval(line, "time:   [", &in, &name);
}

/* "Benchmarking fib 20: Collecting 100 samples in estimated 5.0002 s (192k iterations)" */
static void read_progress(bd_cargo *cargo, bd_str text)
{
    static const char collecting[] = ": Collecting ";
    const char *at = bd_find(text, collecting);
    if (!at)
        return;
    bd_number samples;
    size_t from = (size_t)(at - text.ptr) + strlen(collecting);
    bd_str rest = bd_str_sub(text, from, text.len);
    if (bd_text_number(bd_next_word(&rest), &samples) && samples.kind == BD_NUMBER_INT
        && samples.as.i > 0)
        cargo->collected = samples.as.i;
}

static bool add(bd_cargo *cargo, bd_line *line, const interval *in, const char *metric)
{
    bd_point point = bd_point_at(line, in->texts[1].ptr);
    point.benchmark = bd_arena_text(&cargo->log.repeats.run->arena, bd_buf_str(&cargo->now));
    point.metric = metric;
    point.unit = bd_arena_text(&cargo->log.repeats.run->arena, in->unit);
    point.value = in->numbers[1];
    point.low = in->numbers[0];
    point.high = in->numbers[2];
    point.low_at = bd_spot_at(line, in->texts[0].ptr);
    point.high_at = bd_spot_at(line, in->texts[2].ptr);
    point.confidence = BD_CRITERION_CONFIDENCE;
    point.n = cargo->samples;
    bd_cargo_add(cargo, bd_str_of(point.benchmark), &point, NULL);
    return true;
}

bool bd_criterion_read(bd_cargo *cargo, bd_line *line, bd_error *err)
{
    interval in;
    bd_str before, text = bd_str_trim(line->text);
    if (bd_str_starts(text, "Benchmarking ")) {
        read_progress(cargo, text);
        return true;
    }
    if (take_interval(line->text, "time:   [", &in, &before)) {
        if (!bd_line_check(line, err))
            return false;
        bd_str name = before.len > 0 ? before : bd_buf_str(&cargo->name);
        if (name.len == 0)
            return true;
        bd_buf_clear(&cargo->now);
        bd_buf_put_str(&cargo->now, name);
        bd_buf_clear(&cargo->name);
        cargo->samples = cargo->collected;
        cargo->collected = 0;
        add(cargo, line, &in, "time");
        return true;
    }
    if (take_interval(line->text, "thrpt:  [", &in, &before) && before.len == 0
        && cargo->now.len > 0)
        return bd_line_check(line, err) && add(cargo, line, &in, "throughput");
    bd_error none = BD_ERROR_INIT;
    bd_buf_clear(&cargo->name);
    if (text.len > 0 && text.len == line->text.len && bd_line_check(line, &none))
        bd_buf_put_str(&cargo->name, text);
    return true;
}
