/* Luau's bench.py: "SUCCESS: base64   :   15.041ms +/-  0.636% on luau". The table at its end
 * says the same again. */
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
static void make_compat(bd_line *line, bd_arena *arena, bd_compat *out)
{
    bd_str rest = line->text, words[8] = { { 0 } };
    bd_buf unit = BD_BUF_INIT;
    for (size_t i = 0; i < BD_COUNT(words); i++)
        words[i] = bd_next_word(&rest);
    bd_str value = words[3];
    for (size_t i = 0; i < value.len;) {
        size_t end = i + 1;
        while (end < value.len && value.ptr[end] >= '0' && value.ptr[end] <= '9')
            end++;
        if (end == i + 1)
            bd_buf_putc(&unit, value.ptr[i]);
        i = end;
    }
    *out = (bd_compat){ .name = bd_arena_text(arena, words[1]),
                        .unit = bd_arena_text(arena, bd_buf_str(&unit)),
                        .extra = bd_arena_text(arena, words[7]),
                        .value = bd_parse_float(value) };
    out->range = bd_arena_printf(arena, "\xC2\xB1%.*s", (int)words[5].len, words[5].ptr);
    bd_buf_release(&unit);
}

static void add(bd_repeats *repeats, bd_line *line)
{
    parts p;
    bd_buf key = BD_BUF_INIT;
    if (!take_apart(line->text, &p))
        return;
    bd_arena *arena = &repeats->run->arena;
    bd_compat compat;
    bd_point point = bd_point_at(line, p.value.ptr);
    bd_stat_value *sd = bd_arena_alloc(arena, sizeof *sd);
    sd->stat.kind = BD_STAT_SD;
    sd->number = bd_percent_of(p.number, p.share);
    sd->at = bd_spot_at(line, p.percent.ptr);
    point.benchmark = bd_arena_text(arena, p.name);
    point.metric = "time";
    point.unit = bd_arena_text(arena, p.unit);
    point.value = p.number;
    point.reported = sd;
    point.reported_count = 1;
    bd_pairs_set(&point.params, arena, BD_STR("driver"), p.driver);
    make_compat(line, arena, &compat);
    bd_buf_put_str(&key, p.driver);
    bd_buf_putc(&key, '\n');
    bd_buf_put_str(&key, p.name);
    bd_repeats_add(repeats, bd_buf_str(&key), &point,
                   bd_number_finite(compat.value) ? &compat : NULL);
    bd_buf_release(&key);
}

static bool is_result(bd_str line)
{
    parts p;
    return take_apart(line, &p);
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
    return bd_line_format_read(reading, &bd_reader_luau, &format, err);
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
