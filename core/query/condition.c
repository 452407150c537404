/* What a name means for one observation, and whether a condition holds.
 *
 * Equal is equal text: 1.1 is not 1.10, because both may be versions. Only < and >
 * know numbers. */
#include "core/query/query.h"

#include <math.h>
#include <string.h>

static const char *own_value(const bd_observation *o, bd_str name)
{
    if (bd_str_is(name, "metric"))
        return o->metric;
    if (bd_str_is(name, "unit"))
        return o->point->unit;
    if (bd_str_is(name, "outcome"))
        return bd_outcome_name(o->point->outcome);
    if (bd_str_is(name, "suite"))
        return o->run->suite;
    return NULL;
}

/* "size=100, mode=fast": the parameters as one text, where benchmarks have different ones. */
static const char *all_params(const bd_observation *o, bd_buf *scratch)
{
    bd_buf_clear(scratch);
    for (size_t i = 0; i < o->dim_count; i++)
        if (o->dims[i].kind == BD_DIM_PARAM)
            bd_buf_printf(scratch, "%s%s=%s", scratch->len > 0 ? ", " : "", o->dims[i].name,
                          o->dims[i].value);
    return scratch->len > 0 ? bd_buf_text(scratch) : "-";
}

const char *bd_observation_get(const bd_observation *o, bd_str name, bd_dim_kind *kind,
                               bd_buf *scratch)
{
    bd_dim_kind ignored;
    if (!kind)
        kind = &ignored;
    for (size_t i = 0; i < o->dim_count; i++)
        if (bd_str_is(name, o->dims[i].name)) {
            *kind = o->dims[i].kind;
            return o->dims[i].value;
        }
    *kind = BD_DIM_STRUCTURE;
    const char *own = own_value(o, name);
    if (own)
        return own;
    if (bd_str_is(name, "params"))
        return all_params(o, scratch);
    *kind = BD_DIM_FACT;
    return bd_run_fact(o->run, name, scratch);
}

static bool number_of(const char *text, double *out)
{
    return bd_double_parse(bd_str_of(text), out) && isfinite(*out);
}

int bd_value_order(const char *a, const char *b)
{
    double x, y;
    bool x_is = number_of(a, &x), y_is = number_of(b, &y);
    if (x_is != y_is)
        return x_is ? -1 : 1;
    if (x_is && x != y)
        return x < y ? -1 : 1;
    return strcmp(a, b);
}

static bool is_cpu_alias(const bd_condition *c, const char *value, const char *wanted)
{
    if (strcmp(c->key, "cpu") != 0)
        return false;
    bd_buf buf = BD_BUF_INIT;
    bd_slug(bd_str_of(value), &buf);
    bool same = strcmp(bd_buf_text(&buf), wanted) == 0;
    bd_buf_clear(&buf);
    bd_cpu_short(bd_str_of(value), &buf);
    same = same || strcmp(bd_buf_text(&buf), wanted) == 0;
    bd_buf_release(&buf);
    return same;
}

static bool equals_one_of(const bd_condition *c, const char *value)
{
    for (size_t i = 0; i < c->value_count; i++)
        if (strcmp(value, c->values[i]) == 0 || is_cpu_alias(c, value, c->values[i]))
            return true;
    return false;
}

static bool compares(const bd_condition *c, const char *value)
{
    double x, y;
    bool numbers = number_of(value, &x) && number_of(c->values[0], &y);
    if (!numbers) /* words have no size */
        return false;
    switch (c->op) {
    case BD_OP_LT:
        return x < y;
    case BD_OP_LE:
        return x <= y;
    case BD_OP_GT:
        return x > y;
    default:
        return x >= y;
    }
}

bool bd_condition_holds(const bd_condition *c, const bd_observation *o)
{
    bd_buf scratch = BD_BUF_INIT;
    const char *value = bd_observation_get(o, bd_str_of(c->key), NULL, &scratch);
    bool holds = false;
    if (c->op == BD_OP_EQ)
        holds = equals_one_of(c, value ? value : "-");
    else if (c->op == BD_OP_NE)
        holds = !equals_one_of(c, value ? value : "-");
    else
        holds = value && compares(c, value);
    bd_buf_release(&scratch);
    return holds;
}

bool bd_query_holds(const bd_query *query, const bd_observation *o)
{
    if (query->suite && strcmp(query->suite, o->run->suite) != 0)
        return false;
    if (query->file && (o->run->file_count == 0 || strcmp(query->file, o->run->files[0].path) != 0))
        return false;
    for (size_t i = 0; i < query->condition_count; i++)
        if (!bd_condition_holds(&query->conditions[i], o))
            return false;
    return true;
}
