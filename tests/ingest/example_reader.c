/* The example of docs/formats.md: "tally parse 12.5 ms", a line per result. */
#include "ingest/line_format.h"

typedef struct parts {
    bd_str name, value, unit;
    bd_number number;
} parts;

static bool take_apart(bd_str line, parts *p)
{
    bd_str rest = line;
    if (!bd_str_is(bd_next_word(&rest), "tally"))
        return false;
    p->name = bd_next_word(&rest);
    p->value = bd_next_word(&rest);
    p->unit = bd_next_word(&rest);
    return p->unit.len > 0 && bd_text_number(p->value, &p->number);
}

static bool is_result(bd_str line)
{
    parts p;
    return take_apart(line, &p);
}

static bool add(bd_repeats *repeats, bd_line *line, bd_error *err)
{
    parts p;
    if (!take_apart(line->text, &p))
        return true;
    if (!bd_line_check(line, err))
        return false;
    bd_point point = bd_point_at(line, p.value.ptr);
    point.metric = "time";
    point.unit = bd_repeats_text(repeats, p.unit);
    point.value = p.number;
    bd_repeats_add(repeats, p.name, p.name, &point, NULL);
    return true;
}

static const bd_line_format format = {
    .tool = "tally", .needle = "tally ", .is_result = is_result, .add = add
};

static bool probe(const bd_reading *reading)
{
    return bd_line_format_probe(reading, &format);
}

static bool read(bd_reading *reading, bd_error *err)
{
    return bd_line_format_read(reading, &bd_reader_tally, &format, err);
}

const bd_reader bd_reader_tally = {
    .format = { .name = "tally",
                .aliases = "tally-1",
                .summary = "tally, an example",
                .example = "tally parse 12.5 ms\ntally write 1,250 us" },
    .is_json = false,
    .probe = probe,
    .read = read,
};
