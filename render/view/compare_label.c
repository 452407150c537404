/* How a series is called in a report: by what tells it from others. */
#include "render/view/compare_builder.h"

#include <string.h>

/* The method where there is one; names that a pattern took apart speak by their parts. */
static const char *name_of(const bd_observation *o)
{
    const char *method = NULL, *type = NULL;
    for (size_t i = 0; i < o->dim_count; i++) {
        if (strcmp(o->dims[i].name, "method") == 0)
            method = o->dims[i].value;
        if (strcmp(o->dims[i].name, "class") == 0)
            type = o->dims[i].value;
    }
    if (method && type && o->point->benchmark) {
        size_t tail = strlen(type) + 1 + strlen(method), whole = strlen(o->point->benchmark);
        if (tail <= whole)
            return o->point->benchmark + (whole - tail); /* "ListBenchmark.add" */
    }
    return o->point->benchmark;
}

static bool has_named(const bd_observation *o)
{
    for (size_t i = 0; i < o->dim_count; i++)
        if (o->dims[i].kind == BD_DIM_NAMED && strcmp(o->dims[i].name, "backend") != 0)
            return true;
    return false;
}

static bool is_told(const bd_observation *o, const bd_dim *dim)
{
    if (strcmp(dim->name, "backend") == 0 || strcmp(dim->value, "-") == 0)
        return false; /* the group says it; or there is nothing to say */
    if (dim->kind == BD_DIM_NAMED || dim->kind == BD_DIM_PARAM)
        return true;
    if (dim->kind != BD_DIM_STRUCTURE)
        return false;
    if (strcmp(dim->name, "threads") == 0)
        return strcmp(dim->value, "1") != 0;
    return strcmp(dim->name, "mode") == 0 && o->input == NULL;
}

const char *bd_series_label(const bd_observation *o, bd_arena *arena)
{
    bd_buf text = BD_BUF_INIT;
    bool has_rules = o->input && o->input->name_rule_count + o->input->benchmark_rule_count > 0;
    if (!has_rules || !has_named(o))
        bd_buf_puts(&text, name_of(o) ? name_of(o) : "");
    for (size_t i = 0; i < o->dim_count; i++)
        if (is_told(o, &o->dims[i]))
            bd_buf_printf(&text, "%s%s=%s", text.len > 0 ? " " : "", o->dims[i].name,
                          o->dims[i].value);
    const char *label = bd_arena_text(arena, bd_buf_str(&text));
    bd_buf_release(&text);
    return label;
}
