/* Values of interchange JSON that runs and points share: see interchange.h. */
#include "core/base/map.h"
#include "ingest/interchange.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static bool unknown_member(const bd_json *member, const bd_field *fields, bd_error *err)
{
    const char *names[64];
    size_t count = 0;
    bd_buf scratch = BD_BUF_INIT;
    bd_str key = bd_json_key(member, &scratch);
    for (; count < BD_COUNT(names) && fields[count].key; count++)
        names[count] = fields[count].key;
    const char *near = bd_nearest(key, names, count);
    bd_json_fail(member, err, "\"%.*s\" is no member of interchange JSON here", (int)key.len,
                 key.ptr);
    if (near)
        bd_hint(err, "did you mean \"%s\"?", near);
    else
        bd_hint(err, "put what has no place of its own into \"rest\" (docs/formats.md); or was it "
                     "written by a newer benchdoc?");
    bd_buf_release(&scratch);
    return false;
}

bool bd_take_object(interchange *x, const bd_json *at, const bd_field *fields, void *object,
                    bd_error *err)
{
    bd_json member;
    if (!bd_json_expect(at, BD_JSON_OBJECT, err))
        return false;
    for (bool more = bd_json_first(at, &member); more; more = bd_json_next(&member)) {
        const bd_field *field = fields;
        while (field->key && !bd_json_key_is(&member, field->key))
            field++;
        if (!field->key)
            return unknown_member(&member, fields, err);
        if (!field->take(x, &member, (char *)object + field->offset, err))
            return false;
    }
    return true;
}

bool bd_take_text(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    const char **text = to;
    *text = NULL;
    return bd_json_typeof(at) == BD_JSON_NULL || bd_json_text(at, &x->run->arena, text, err);
}

/* "NaN:7ff8000000000001": a NaN with its bits */
static bool nan_bits(bd_str text, double *out)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t bits = 0;
    if (text.len != 20 || !bd_str_starts(text, "NaN:"))
        return false;
    for (size_t i = 4; i < text.len; i++) {
        const char *digit = text.ptr[i] ? strchr(digits, text.ptr[i]) : NULL;
        if (!digit)
            return false;
        bits = bits << 4 | (uint64_t)(digit - digits);
    }
    memcpy(out, &bits, sizeof bits);
    return isnan(*out);
}

static bool take_word(const bd_json *at, bd_str word, double *out, bd_error *err)
{
    *out = NAN;
    if (bd_str_is(word, "NaN") || nan_bits(word, out))
        return true;
    *out = bd_str_starts(word, "-") ? -INFINITY : INFINITY;
    return bd_str_is(word, "Infinity") || bd_str_is(word, "-Infinity")
           || bd_json_fail(at, err, "expected a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
}

bool bd_take_number(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_number *number = to;
    bd_str word;
    double value;
    *number = (bd_number)BD_NUMBER_NOTHING;
    if (bd_json_typeof(at) == BD_JSON_NULL)
        return true;
    if (bd_json_typeof(at) != BD_JSON_STRING)
        return bd_json_number(at, number, err);
    if (!bd_json_string(at, &x->reading->scratch, &word, err) || !take_word(at, word, &value, err))
        return false;
    *number = bd_double(value);
    return true;
}

bool bd_take_count(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    int64_t *count = to;
    (void)x;
    return bd_json_int(at, count, err)
           && (*count >= 0 || bd_json_fail(at, err, "expected a number that is not negative"));
}

bool bd_take_place(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    int64_t wide;
    if (!bd_take_count(x, at, &wide, err))
        return false;
    if (wide > INT_MAX)
        return bd_json_fail(at, err, "expected a line or column below 2^31");
    *(int *)to = (int)wide;
    return true;
}

bool bd_take_pairs(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_json member;
    bd_buf key = BD_BUF_INIT;
    bd_str name, value;
    bool ok = bd_json_expect(at, BD_JSON_OBJECT, err);
    if (ok && bd_json_count(at) > BD_PAIRS_MAX)
        ok = bd_json_fail(at, err, "more than %d members", BD_PAIRS_MAX);
    for (bool more = ok && bd_json_first(at, &member); more && ok; more = bd_json_next(&member)) {
        ok = bd_member_name(&member, &key, &name, err)
             && bd_json_string(&member, &x->reading->scratch, &value, err);
        if (ok)
            bd_pairs_set(to, &x->run->arena, name, value);
    }
    bd_buf_release(&key);
    return ok;
}

bool bd_take_time(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_str text;
    if (!bd_json_string(at, &x->reading->scratch, &text, err))
        return false;
    return bd_time_parse(text, to)
           || bd_json_fail(at, err, "expected a time like \"2026-07-20T10:00:01Z\"");
}

bool bd_take_outcome(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_str text;
    if (!bd_json_string(at, &x->reading->scratch, &text, err))
        return false;
    return bd_outcome_find(text, to)
           || bd_json_fail(at, err, "expected ok, refused, skipped, failed or incomplete");
}

bool bd_take_json(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_buf text = BD_BUF_INIT;
    (void)err;
    bd_keep_value(at, &text);
    *(const char **)to = bd_arena_text(&x->run->arena, bd_buf_str(&text));
    bd_buf_release(&text);
    return true;
}

static bool only_numbers(const bd_json *at)
{
    bd_json item;
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item))
        if (bd_json_typeof(&item) != BD_JSON_NUMBER)
            return false;
    return true;
}

static bool take_each(interchange *x, const bd_json *at, double *out, bd_error *err)
{
    bd_json item;
    bd_number number;
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item)) {
        if (!bd_take_number(x, &item, &number, err))
            return false;
        out[item.index] = bd_number_as_double(number);
    }
    return true;
}

static bool take_ints(const bd_json *at, int64_t *out, bd_error *err)
{
    bd_json item;
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item))
        if (!bd_json_int(&item, &out[item.index], err))
            return false;
    return true;
}

bool bd_take_values(interchange *x, const bd_json *at, bd_samples *to, bd_error *err)
{
    size_t count = bd_json_count(at);
    bool all_int = false;
    if (!bd_json_expect(at, BD_JSON_ARRAY, err))
        return false;
    if (count == 0)
        return true;
    double *doubles = bd_arena_alloc(&x->run->arena, count * sizeof *doubles);
    if (!(only_numbers(at) ? bd_json_doubles(at, false, doubles, &all_int, err)
                           : take_each(x, at, doubles, err)))
        return false;
    to->count = count;
    if (!all_int) {
        to->doubles = doubles;
        return true;
    }
    /* Read again: a double does not hold every int64. */
    int64_t *ints = bd_arena_alloc(&x->run->arena, count * sizeof *ints);
    to->ints = ints;
    return take_ints(at, ints, err);
}
