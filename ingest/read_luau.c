/* Luau's bench.py: "SUCCESS: base64   :   15.041ms +/-  0.636% on luau". The table at its end
 * says the same again, and the least time. */
#include "ingest/line_format.h"

#include <string.h>

typedef struct parts {
    bd_str name, value, unit, percent, driver;
    bd_number number, share;
} parts;

/* "15.041ms" */
static bool take_quantity(bd_str text, bd_str *digits, bd_str *unit, bd_number *number)
{
    size_t i = 0;
    while (i < text.len && strchr("0123456789.,", text.ptr[i]))
        i++;
    *digits = bd_str_sub(text, 0, i);
    *unit = bd_str_sub(text, i, text.len);
    for (size_t k = i; k < text.len; k++)
        if (text.ptr[k] >= '0' && text.ptr[k] <= '9')
            return false; /* of "1e9ms" 1 would be left */
    return unit->len > 0 && bd_text_number(*digits, number);
}

static bool take_apart(bd_str line, parts *p)
{
    static const char start[] = "SUCCESS:", between[] = " +/- ";
    const char *at = bd_str_starts(line, start) ? bd_find(line, between) : NULL;
    if (!at)
        return false;
    bd_str left = bd_str_trim(bd_str_sub(line, strlen(start), (size_t)(at - line.ptr)));
    bd_str right = bd_str_sub(line, (size_t)(at - line.ptr) + strlen(between), line.len);
    const char *colon = memrchr(left.ptr, ':', left.len);
    if (!colon)
        return false;
    size_t end = (size_t)(colon - left.ptr);
    p->name = bd_str_trim(bd_str_sub(left, 0, end));
    p->percent = bd_next_word(&right);
    bool on = bd_str_is(bd_next_word(&right), "on");
    p->driver = bd_next_word(&right);
    if (!bd_str_ends(p->percent, "%"))
        return false;
    p->percent.len--;
    return on && p->name.len > 0 && p->driver.len > 0 && bd_text_number(p->percent, &p->share)
           && take_quantity(bd_str_trim(bd_str_sub(left, end + 1, left.len)), &p->value, &p->unit,
                            &p->number);
}

/* The action takes words by their number, and of the value's word what is left without
 * any character that digits follow: "15.041ms" gives "ms", "5.123ms" gives "5ms". */
static void make_compat(const bd_line *line, bd_repeats *repeats, bd_compat *out)
{
    bd_str rest = line->text, words[8] = { { 0 } };
    bd_arena *arena = &repeats->run->arena;
    bd_buf *unit = &repeats->scratch;
    bd_buf_clear(unit);
    for (size_t i = 0; i < BD_COUNT(words); i++)
        words[i] = bd_next_word(&rest);
    bd_str value = words[3];
    for (size_t i = 0; i < value.len;) {
        size_t end = i + 1;
        while (end < value.len && value.ptr[end] >= '0' && value.ptr[end] <= '9')
            end++;
        if (end == i + 1)
            bd_buf_putc(unit, value.ptr[i]);
        i = end;
    }
    *out = (bd_compat){ .name = bd_arena_text(arena, words[1]),
                        .unit = bd_repeats_text(repeats, bd_buf_str(unit)),
                        .extra = bd_repeats_text(repeats, words[7]),
                        .value = bd_parse_float(value) };
    out->range = bd_repeats_join_text(repeats, BD_STR("\xC2\xB1"), words[5]);
}

static void put_key(bd_str driver, bd_str name, bd_buf *key)
{
    bd_buf_clear(key);
    bd_buf_put_str(key, driver);
    bd_buf_putc(key, '\n');
    bd_buf_put_str(key, name);
}

/* Those of the line before where it is the same one. */
static bd_pairs driver_of(bd_repeats *repeats, bd_str driver)
{
    bd_pairs *last = &repeats->params;
    if (last->count > 0 && bd_str_is(driver, last->items[0].value))
        return *last;
    *last = (bd_pairs){ 0 };
    bd_pairs_set(last, &repeats->run->arena, BD_STR("driver"), driver);
    last->capacity = last->count; /* several points have it: none may add to it */
    return *last;
}

static bool add(bd_repeats *repeats, bd_line *line, bd_error *err)
{
    parts p;
    if (!take_apart(line->text, &p))
        return true;
    if (!bd_line_check(line, err))
        return false;
    bd_arena *arena = &repeats->run->arena;
    bd_compat compat;
    bd_point point = bd_point_at(line, p.value.ptr);
    bd_stat_value *sd = bd_arena_alloc(arena, sizeof *sd);
    sd->stat.kind = BD_STAT_SD;
    sd->number = bd_percent_of(p.value, p.percent);
    sd->at = bd_spot_at(line, p.percent.ptr);
    point.metric = "time";
    point.unit = bd_repeats_text(repeats, p.unit);
    point.value = p.number;
    point.reported = sd;
    point.reported_count = 1;
    point.params = driver_of(repeats, p.driver);
    make_compat(line, repeats, &compat);
    put_key(p.driver, p.name, &repeats->scratch);
    bd_repeats_add(repeats, bd_buf_str(&repeats->scratch), p.name, &point,
                   bd_number_finite(compat.value) ? &compat : NULL);
    return true;
}

static bool is_result(bd_str line)
{
    parts p;
    return take_apart(line, &p);
}

/* ---- the table ---- */

/* "base64   |   14.831ms  |   15.041ms  |    0.636%  | luau" */
static bool take_row(bd_str line, parts *p)
{
    bd_str cells[5], cell;
    size_t count = 0;
    while (count < BD_COUNT(cells) && bd_str_split(&line, '|', &cell))
        cells[count++] = bd_str_trim(cell);
    if (count < BD_COUNT(cells) || line.ptr || !bd_str_ends(cells[3], "%"))
        return false;
    p->name = cells[0];
    p->driver = cells[4];
    return p->name.len > 0 && take_quantity(cells[1], &p->value, &p->unit, &p->number);
}

/* The least time of a benchmark that ran once. */
static void add_minimum(bd_arena *arena, bd_point *point, bd_line *line, const parts *p)
{
    bd_stat_value least = { .stat = { BD_STAT_MIN, 0 } };
    if (point->reported_count != 1
        || !bd_number_in_unit(p->number, p->unit, bd_str_of(point->unit), &least.number))
        return;
    least.at = bd_spot_at(line, p->value.ptr);
    const bd_stat_value both[] = { point->reported[0], least };
    point->reported = bd_arena_copy(arena, both, sizeof both);
    point->reported_count = BD_COUNT(both);
}

static void read_table(const bd_reading *reading, bd_run *run)
{
    bd_map places = BD_MAP_INIT;
    bd_arena keys = BD_ARENA_INIT;
    bd_buf key = BD_BUF_INIT;
    bd_lines lines = bd_lines_of(reading->text);
    parts p;
    for (size_t i = 0; i < run->point_count; i++) {
        if (run->points[i].samples.count > 0)
            continue; /* it ran several times: the least time is among its samples */
        const char *driver = bd_pairs_get(&run->points[i].params, "driver");
        put_key(bd_str_of(driver), bd_str_of(run->points[i].benchmark), &key);
        bd_str kept = { bd_arena_copy(&keys, key.data, key.len), key.len };
        bd_map_put(&places, kept, i, NULL);
    }
    for (bd_line line; places.count > 0 && bd_lines_next(&lines, &line);) {
        if (!take_row(line.text, &p))
            continue;
        put_key(p.driver, p.name, &key);
        const size_t *place = bd_map_get(&places, bd_buf_str(&key));
        if (place)
            add_minimum(&run->arena, &run->points[*place], &line, &p);
    }
    bd_lines_release(&lines);
    bd_map_release(&places);
    bd_arena_release(&keys);
    bd_buf_release(&key);
}

static const bd_line_format format = {
    .tool = "Luau's bench.py", .needle = "SUCCESS:", .is_result = is_result, .add = add
};

static bool probe(const bd_reading *reading)
{
    return bd_line_format_probe(reading, &format);
}

static bool read(bd_reading *reading, bd_error *err)
{
    bool ok = bd_line_format_read(reading, &bd_reader_luau, &format, err);
    if (ok)
        read_table(reading, reading->runs->items[reading->runs->count - 1]);
    return ok;
}

const bd_reader bd_reader_luau = {
    .format = { .name = "benchmarkluau",
                .aliases = "luau",
                .summary = "Luau's bench.py",
                .example = "SUCCESS: base64   :   15.041ms +/-  0.636% on luau\n"
                           "SUCCESS: chess    :   69.560ms +/-  0.212% on luau" },
    .is_json = false,
    .probe = probe,
    .read = read,
};
