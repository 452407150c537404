/* Lines of Rust's own test harness: "test NAME ... bench: VALUE UNIT (+/- SPREAD)". */
#include "ingest/cargo.h"

#include <string.h>

static const char marker[] = " ... bench:";

typedef struct parts {
    bd_str name, value, unit, spread, rate, rate_unit; /* of the line */
    bd_number number, spread_number, rate_number;
} parts;

/* The last one, as the action's expression finds it. */
static const char *find_last(bd_str text, const char *what)
{
    const char *last = NULL;
    for (const char *at = bd_find(text, what); at;) {
        last = at;
        size_t next = (size_t)(at + 1 - text.ptr);
        at = bd_find(bd_str_sub(text, next, text.len), what);
    }
    return last;
}

static bool take_apart(bd_str line, parts *p)
{
    const char *at = bd_str_starts(line, "test ") ? find_last(line, marker) : NULL;
    if (!at)
        return false;
    *p = (parts){ .name = bd_str_trim((bd_str){ line.ptr + 5, (size_t)(at - line.ptr) - 4 }) };
    bd_str rest = bd_str_sub(line, (size_t)(at - line.ptr) + strlen(marker), line.len);
    p->value = bd_next_word(&rest);
    p->unit = bd_next_word(&rest);
    if (p->name.len == 0 || p->unit.len == 0 || !bd_text_number(p->value, &p->number))
        return false;
    if (bd_str_is(bd_next_word(&rest), "(+/-")) {
        p->spread = bd_next_word(&rest);
        if (bd_str_ends(p->spread, ")"))
            p->spread.len--;
        if (!bd_text_number(p->spread, &p->spread_number))
            p->spread.len = 0;
        if (bd_str_is(bd_next_word(&rest), "=")) {
            p->rate = bd_next_word(&rest);
            p->rate_unit = bd_next_word(&rest);
        }
    }
    return true;
}

bool bd_is_libtest(bd_str line)
{
    parts p;
    return take_apart(line, &p);
}

static bool is_word(bd_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
              || c == '_'))
            return false;
    }
    return text.len > 0;
}

static bool is_plain_number(bd_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!strchr("0123456789,.", text.ptr[i]))
            return false;
    return text.len > 0;
}

/* What github-action-benchmark takes: a unit of two words of ASCII, single blanks, and
 * nothing behind the bracket. */
static bool make_compat(bd_cargo *cargo, const bd_line *line, const parts *p, bd_compat *out)
{
    const char *slash = memchr(p->unit.ptr, '/', p->unit.len);
    size_t before = slash ? (size_t)(slash - p->unit.ptr) : 0;
    const char *end = line->text.ptr + line->text.len;
    bool tight = p->spread.len > 0 && p->unit.ptr == p->value.ptr + p->value.len + 1
                 && p->spread.ptr == p->unit.ptr + p->unit.len + strlen(" (+/- ")
                 && end == p->spread.ptr + p->spread.len + 1;
    if (!slash || !tight || !is_word(bd_str_sub(p->unit, 0, before))
        || !is_word(bd_str_sub(p->unit, before + 1, p->unit.len)) || !is_plain_number(p->value)
        || !is_plain_number(p->spread))
        return false;
    out->value = bd_text_parse_float(p->value, p->number, &cargo->number);
    bd_str spread = bd_without(p->spread, ',', &cargo->number);
    out->range = bd_repeats_join_text(&cargo->log.repeats, BD_STR("\xC2\xB1 "), spread);
    return bd_number_finite(out->value);
}

const char *bd_cargo_metric(bd_str unit)
{
    const bd_unit *known = bd_unit_find(unit);
    return known && known->dimension == BD_DIMENSION_TIME ? "time" : "value";
}

static void set_unit(bd_cargo *cargo, bd_str unit, bd_point *point)
{
    if (!bd_str_eq(unit, cargo->unit)) {
        cargo->unit = bd_str_of(bd_arena_text(&cargo->log.repeats.run->arena, unit));
        cargo->metric = bd_cargo_metric(unit);
    }
    point->unit = cargo->unit.ptr;
    point->metric = cargo->metric;
}

static void add_rate(bd_cargo *cargo, bd_line *line, const parts *p)
{
    bd_point rate = bd_point_at(line, p->rate.ptr);
    if (p->rate_unit.len == 0 || !bd_text_number(p->rate, &rate.value))
        return;
    rate.metric = "throughput";
    rate.unit = bd_arena_text(&cargo->log.repeats.run->arena, p->rate_unit);
    bd_cargo_add(cargo, p->name, &rate, NULL);
}

static void add_result(bd_cargo *cargo, bd_line *line, const parts *p)
{
    bd_compat compat = { 0 };
    bd_point point = bd_point_at(line, p->value.ptr);
    set_unit(cargo, p->unit, &point);
    point.value = p->number;
    if (p->spread.len > 0) { /* from the fastest to the slowest sample: no confidence */
        point.error = p->spread_number;
        point.error_at = bd_spot_at(line, p->spread.ptr);
    }
    bool has_compat = make_compat(cargo, line, p, &compat);
    compat.unit = point.unit;
    bd_cargo_add(cargo, p->name, &point, has_compat ? &compat : NULL);
    add_rate(cargo, line, p);
}

static void add_failed(bd_cargo *cargo, bd_line *line, bd_str name)
{
    bd_point point = bd_point_at(line, name.ptr);
    point.metric = "time";
    point.unit = "ns/iter";
    point.outcome = BD_OUTCOME_FAILED;
    point.reason = "FAILED";
    bd_cargo_add(cargo, name, &point, NULL);
}

bool bd_libtest_read(bd_cargo *cargo, bd_line *line, bd_error *err)
{
    static const char failed[] = " ... FAILED";
    parts p;
    bd_buf_clear(&cargo->name);
    if (take_apart(line->text, &p)) {
        if (!bd_line_check(line, err))
            return false;
        add_result(cargo, line, &p);
    } else if (bd_str_ends(line->text, failed)) {
        if (!bd_line_check(line, err))
            return false;
        size_t end = line->text.len - strlen(failed);
        bd_str name = bd_str_trim(bd_str_sub(line->text, strlen("test "), end));
        if (name.len > 0)
            add_failed(cargo, line, name);
    }
    return true;
}
