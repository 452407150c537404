/* Custom arrays of github-action-benchmark: [{name, unit, value, range?, extra?}], as
 * any script can write them. Texts and numbers are taken as the action takes them
 * (JavaScript's String(x) and Number(x)); integers stay integers. */
#include "ingest/figures.h"

#include <math.h>
#include <string.h>

typedef struct custom {
    bd_reading *reading;
    bd_run *run;
    bd_direction direction;
} custom;

static bool read_text(custom *c, const bd_json *at, const char **out, bd_error *err)
{
    bd_buf *text = &c->reading->scratch;
    bd_buf_clear(text);
    if (!bd_js_text(at, text, err))
        return false;
    *out = bd_arena_text(&c->run->arena, bd_buf_str(text));
    return true;
}

/* "0x1f", "0o17", "0b101" */
static bool radix_number(bd_str text, bd_number *out)
{
    unsigned base = 0;
    int64_t value = 0;
    if (text.len < 3 || text.len > 14 || text.ptr[0] != '0')
        return false;
    switch (text.ptr[1] | 0x20) {
    case 'x':
        base = 16;
        break;
    case 'o':
        base = 8;
        break;
    case 'b':
        base = 2;
        break;
    default:
        return false;
    }
    for (size_t i = 2; i < text.len; i++) {
        static const char digits[] = "0123456789abcdef";
        int c = text.ptr[i] >= 'A' ? text.ptr[i] | 0x20 : text.ptr[i];
        const char *digit = c ? strchr(digits, c) : NULL;
        if (!digit || digit - digits >= (ptrdiff_t)base)
            return false;
        value = value * (int64_t)base + (digit - digits);
    }
    *out = bd_int(value);
    return true;
}

/* JavaScript's Number(text), but an integer that fits stays one. NaN: *out is NONE. */
static bool js_number(bd_str text, bd_number *out)
{
    bd_buf whole = BD_BUF_INIT;
    double value;
    bool ok = true;
    text = bd_str_trim(text);
    *out = (bd_number)BD_NUMBER_NOTHING;
    if (text.len == 0)
        *out = bd_int(0);
    else if (!bd_str_is(text, "NaN") && !radix_number(text, out)) {
        bool is_signed = text.ptr[0] == '+' || text.ptr[0] == '-';
        bd_str bare = bd_str_sub(text, is_signed, text.len);
        if (text.ptr[0] == '-')
            bd_buf_putc(&whole, '-');
        if (bd_str_starts(bare, "."))
            bd_buf_putc(&whole, '0');
        bd_buf_put_str(&whole, bare.len > 1 && bd_str_ends(bare, ".")
                                   ? bd_str_sub(bare, 0, bare.len - 1)
                                   : bare);
        ok = !bd_str_starts(bare, "-") && !bd_str_is(bare, ".")
             && bd_double_parse(bd_buf_str(&whole), &value) && isfinite(value);
        if (ok)
            *out = bd_number_parse(bd_buf_str(&whole));
        ok = ok && bd_number_finite(*out);
    }
    bd_buf_release(&whole);
    return ok;
}

static void warn(custom *c, const bd_json *at, const char *what)
{
    bd_error warning = BD_ERROR_INIT;
    bd_json_fail(at, &warning, "%s", what);
    bd_hint(&warning, "write the value as a number, or leave the item out");
    bd_error_in_file(&warning, c->reading->in->file->path);
    bd_diagnostics_add(c->reading->found, BD_WARNING, &warning);
}

static bool read_value(custom *c, const bd_json *at, bd_number *out, bd_error *err)
{
    bd_str text;
    *out = (bd_number)BD_NUMBER_NOTHING;
    switch (bd_json_typeof(at)) {
    case BD_JSON_NUMBER:
        return bd_json_number(at, out, err);
    case BD_JSON_STRING:
        if (!bd_json_string(at, &c->reading->scratch, &text, err))
            return false;
        if (!js_number(text, out))
            break;
        if (bd_str_trim(text).len == 0)
            warn(c, at, "an empty text counts as 0, as github-action-benchmark counts it");
        return true;
    case BD_JSON_NULL:
    case BD_JSON_FALSE:
    case BD_JSON_TRUE:
        *out = bd_int(bd_json_typeof(at) == BD_JSON_TRUE);
        warn(c, at, "null and false count as 0, true as 1, as github-action-benchmark counts them");
        return true;
    case BD_JSON_NAN:
        return true;
    default:
        break;
    }
    return bd_json_fail(at, err, "expected a number");
}

/* An item while it is read. */
typedef struct custom_item {
    bd_point *point;
    bd_compat *compat;
    bd_buf rest;
} custom_item;

static bool read_member(custom *c, const bd_json *member, custom_item *item, bd_error *err)
{
    bd_json_type type = bd_json_typeof(member);
    bd_compat *compat = item->compat;
    const char **text = bd_json_key_is(member, "name")    ? &compat->name
                        : bd_json_key_is(member, "unit")  ? &compat->unit
                        : bd_json_key_is(member, "range") ? &compat->range
                        : bd_json_key_is(member, "extra") ? &compat->extra
                                                          : NULL;
    if (bd_json_key_is(member, "value")) {
        item->point->source = bd_source_of(member, c->run);
        return read_value(c, member, &item->point->value, err);
    }
    if (!text || type == BD_JSON_ARRAY || type == BD_JSON_OBJECT)
        bd_keep_rest(member, &item->rest);
    return !text || read_text(c, member, text, err);
}

static void finish_item(custom *c, custom_item *item, size_t place)
{
    bd_point *point = item->point;
    bd_compat *compat = item->compat;
    point->benchmark = compat->name;
    point->unit = compat->unit ? compat->unit : "";
    point->direction = c->direction;
    point->rest = bd_rest_text(&item->rest, &c->run->arena);
    if (!compat->unit)
        compat->unit = "undefined"; /* String(undefined) */
    compat->place = place;
    compat->value = bd_js_number(point->value);
    if (point->value.kind != BD_NUMBER_NONE) {
        point->compat = compat;
        return;
    }
    point->outcome = BD_OUTCOME_FAILED;
    point->reason = "the value is no number";
}

static bool read_item(custom *c, const bd_json *at, bd_error *err)
{
    bd_json member;
    custom_item item = { .point = bd_run_add_point(c->run) };
    bool ok = bd_json_need(at, "name", &member, err) && bd_json_need(at, "value", &member, err);
    item.compat = bd_arena_alloc(&c->run->arena, sizeof *item.compat);
    for (bool more = ok && bd_json_first(at, &member); more && ok; more = bd_json_next(&member))
        ok = read_member(c, &member, &item, err);
    if (ok)
        finish_item(c, &item, at->index);
    bd_buf_release(&item.rest);
    return ok;
}

static bd_direction stated_direction(const bd_ingest_input *in)
{
    const char *by = in->direction ? in->direction : in->format;
    if (bd_reader_word(by, "smaller") || bd_reader_word(by, "customSmallerIsBetter"))
        return BD_SMALLER_IS_BETTER;
    if (bd_reader_word(by, "bigger") || bd_reader_word(by, "customBiggerIsBetter"))
        return BD_BIGGER_IS_BETTER;
    return BD_DIRECTION_UNKNOWN;
}

static bool read(bd_reading *reading, bd_error *err)
{
    custom c = { .reading = reading, .direction = stated_direction(reading->in) };
    bd_json item;
    if (!bd_json_expect(reading->root, BD_JSON_ARRAY, err))
        return false;
    c.run = bd_reading_new_run(reading, &bd_reader_custom);
    for (bool more = bd_json_first(reading->root, &item); more; more = bd_json_next(&item))
        if (!bd_json_expect(&item, BD_JSON_OBJECT, err) || !read_item(&c, &item, err))
            return false;
    return true;
}

static bool probe(const bd_reading *reading)
{
    bd_json first, member;
    return bd_json_typeof(reading->root) == BD_JSON_ARRAY && bd_json_first(reading->root, &first)
           && bd_json_member(&first, "name", &member) && bd_json_member(&first, "value", &member)
           && !bd_json_member(&first, "primaryMetric", &member)
           && !bd_json_member(&first, "benchmark", &member);
}

const bd_reader bd_reader_custom = {
    .format = { .name = "custom",
                .aliases = "customSmallerIsBetter customBiggerIsBetter",
                .summary = "arrays of {name, unit, value} that any script can write",
                .example = "[{\"name\": \"startup\", \"unit\": \"ms\", \"value\": 120},\n"
                           " {\"name\": \"memory\", \"unit\": \"MB\", \"value\": 31, \"range\": "
                           "\"± 2\"}]" },
    .is_json = true,
    .probe = probe,
    .read = read,
};
