/* The small words of `gates:`: limits, days, and what a key is. */
#include "core/config/internal.h"

#include "core/base/time.h"

#include <string.h>

const bd_shape *bd_gate_shape(void)
{
    const bd_shape *root = bd_config_shape();
    for (size_t i = 0; i < root->count; i++)
        if (root->keys[i].kind == BD_KEY_GATES)
            return root->keys[i].shape;
    return NULL;
}

bool bd_gate_key_is_known(const char *key)
{
    const bd_shape *shape = bd_gate_shape();
    for (size_t i = 0; shape && i < shape->count; i++)
        if (strcmp(shape->keys[i].name, key) == 0)
            return true;
    return false;
}

bool bd_gate_key_is_scope(const char *key)
{
    static const char *const keys[] = { "suite",      "metric",         "series",
                                        "only while", "accepted until", "why" };
    for (size_t i = 0; i < BD_COUNT(keys); i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

/* Takes an operator off the text. */
static bd_gate_op take_op(bd_str *text)
{
    static const struct {
        const char *sign;
        bd_gate_op op;
    } signs[] = { { "==", BD_GATE_EQUAL }, { "<=", BD_GATE_AT_MOST }, { ">=", BD_GATE_AT_LEAST },
                  { "=", BD_GATE_EQUAL },  { "<", BD_GATE_LESS },     { ">", BD_GATE_MORE } };
    for (size_t i = 0; i < BD_COUNT(signs); i++)
        if (bd_str_starts(*text, signs[i].sign)) {
            *text = bd_str_trim(bd_str_sub(*text, strlen(signs[i].sign), text->len));
            return signs[i].op;
        }
    return BD_GATE_EQUAL;
}

bool bd_gate_limit_parse(const char *text, bd_gate_limit *out)
{
    bd_str rest = bd_str_trim(bd_str_of(text));
    *out = (bd_gate_limit){ .op = take_op(&rest) };
    bool yes = bd_str_is(rest, "true");
    if (yes || bd_str_is(rest, "false")) {
        out->truth = true;
        out->number = bd_int(yes);
        return out->op == BD_GATE_EQUAL;
    }
    return bd_quantity_parse(rest, &out->number, &out->unit)
           && (out->unit.len == 0 || !strchr("|<>=-+", out->unit.ptr[0]));
}

bool bd_gate_day_parse(const char *text, int64_t *end_ns)
{
    enum { DAY_LENGTH = 10 };
    static const int64_t day = (int64_t)86400 * 1000 * 1000 * 1000;
    char instant[DAY_LENGTH + sizeof "T00:00:00Z"];
    if (strlen(text) != DAY_LENGTH)
        return false;
    memcpy(instant, text, DAY_LENGTH);
    memcpy(instant + DAY_LENGTH, "T00:00:00Z", sizeof "T00:00:00Z");
    if (!bd_time_parse(bd_str_of(instant), end_ns))
        return false;
    *end_ns += day; /* years end in 2261, one day before the range does */
    return true;
}
