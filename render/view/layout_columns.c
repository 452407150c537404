/* The columns of a table nobody designed: one for each metric, with its unit in the
 * title, or one for each mode where these have units of their own. */
#include "render/view/layout.h"

#include <math.h>
#include <string.h>

#define NUMBER "4 digits" /* values of one column may be far apart */

static void add_column(bd_layout *l, const char *title, const char *cell, const char *number)
{
    bd_table_config *t = l->out;
    bd_column *grown = bd_arena_alloc(l->view->arena, (t->column_count + 1) * sizeof *grown);
    if (t->column_count > 0)
        memcpy(grown, t->columns, t->column_count * sizeof *grown);
    grown[t->column_count++] = (bd_column){ .title = { .text = title },
                                            .cell = { .text = cell },
                                            .number = { .text = number },
                                            .title_is_data = true };
    t->columns = grown;
}

static bool is_of(const bd_observation *o, const char *metric, const char *mode)
{
    return strcmp(o->metric, metric) == 0
           && (!mode || (o->point->mode && strcmp(o->point->mode, mode) == 0));
}

/* The one unit of a metric, in one mode; NULL when it has several.
 * @param mode  NULL = in all of them */
static const char *unit_of(const bd_layout *l, const char *metric, const char *mode)
{
    const bd_point *first = NULL;
    for (size_t i = 0; i < l->count; i++) {
        const bd_point *point = l->shown[i]->point;
        if (!is_of(l->shown[i], metric, mode))
            continue;
        if (first && strcmp(first->unit, point->unit) != 0)
            return NULL;
        first = point;
    }
    return first ? first->unit : NULL;
}

static void collect_modes(const bd_layout *l, const char *metric, bd_names *out)
{
    for (size_t i = 0; i < l->count; i++) {
        const char *mode = l->shown[i]->point->mode;
        bool known = !mode || strcmp(l->shown[i]->metric, metric) != 0;
        for (size_t k = 0; k < out->count && !known; k++)
            known = strcmp(out->items[k], mode) == 0;
        if (!known)
            bd_names_add(out, mode);
    }
}

static bool each_mode_has_one_unit(const bd_layout *l, const char *metric)
{
    bd_names modes = { 0 };
    collect_modes(l, metric, &modes);
    bool one = modes.count > 1;
    for (size_t i = 0; i < modes.count && one; i++)
        one = unit_of(l, metric, modes.items[i]) != NULL;
    bd_names_release(&modes);
    return one;
}

bool bd_layout_modes_part_units(const bd_layout *l)
{
    bool several = false;
    for (size_t i = 0; i < l->count; i++)
        if (!l->shown[i]->point->mode)
            return false;
    for (size_t i = 0; i < l->metrics.count; i++) {
        if (unit_of(l, l->metrics.items[i], NULL))
            continue;
        several = true;
        if (!each_mode_has_one_unit(l, l->metrics.items[i]))
            return false;
    }
    return several;
}

static bool any_has(const bd_layout *l, const char *metric, const char *mode, bd_stat stat)
{
    for (size_t i = 0; i < l->count; i++) {
        bd_number number;
        bool reported;
        int64_t n;
        if (is_of(l->shown[i], metric, mode)
            && bd_point_stat(l->shown[i]->point, stat, &number, &reported, &n))
            return true;
    }
    return false;
}

/* The configuration's own example for a metric; .text NULL = it has none. */
static bd_scalar configured_example(const bd_layout *l, const char *metric, bd_stat stat,
                                    const char *mode, const char *unit)
{
    bd_number number = BD_NUMBER_NOTHING;
    bool reported;
    int64_t n;
    for (size_t i = 0; i < l->count && number.kind == BD_NUMBER_NONE; i++)
        if (is_of(l->shown[i], metric, mode))
            bd_point_stat(l->shown[i]->point, stat, &number, &reported, &n);
    bd_meaning meaning = bd_meaning_of(bd_str_of(metric), bd_str_of(unit), number);
    bool count = stat.kind == BD_STAT_N;
    return bd_config_number(l->view->config, count ? BD_DIMENSION_COUNT : meaning.dimension);
}

/* Does the example write a unit into every cell? */
static bool writes_unit(const char *example)
{
    bd_number_style style = BD_NUMBER_STYLE_PLAIN;
    bd_error ignored = BD_ERROR_INIT;
    return bd_number_style_parse(bd_str_of(example), &style, &ignored) && style.unit[0];
}

/* "score.error mode=thrpt", quoted where the names need it. */
static const char *inside_of(const bd_layout *l, const char *metric, const char *stat,
                             const char *mode)
{
    bd_arena *arena = l->view->arena;
    bd_buf out = BD_BUF_INIT;
    if (stat)
        metric = bd_arena_printf(arena, "%s.%s", metric, stat);
    bd_query_put_word(bd_str_of(metric), &out);
    if (mode) {
        bd_buf_puts(&out, " mode=");
        bd_query_put_word(bd_str_of(mode), &out);
    }
    const char *text = bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

/* " metric=score" where rows have points of other metrics too, with units of their own. */
static const char *unit_filter(const bd_layout *l, const char *metric)
{
    bd_arena *arena = l->view->arena;
    bd_buf out = BD_BUF_INIT;
    if (l->basis.metrics.count > 1) {
        bd_buf_puts(&out, " metric=");
        bd_query_put_word(bd_str_of(metric), &out);
    }
    const char *text = bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

/* Values that would begin with zeros, all of them, are shown in a smaller unit: 261.2 ns,
 * not 0.0000002612 s. @return NULL where the column's own unit will do */
static const char *smaller_unit(const bd_layout *l, const char *metric, const char *mode,
                                bd_stat stat, const char *own)
{
    static const double readable = 0.01;
    const bd_unit *unit = bd_unit_find(bd_str_of(own));
    double largest = 0;
    if (!unit || unit->dimension != BD_DIMENSION_TIME)
        return NULL;
    if (stat.kind == BD_STAT_ERROR) /* beside its value */
        stat.kind = BD_STAT_VALUE;
    for (size_t i = 0; i < l->count; i++) {
        bd_number number;
        bool reported;
        int64_t n;
        if (is_of(l->shown[i], metric, mode)
            && bd_point_stat(l->shown[i]->point, stat, &number, &reported, &n))
            largest = fmax(largest, fabs(bd_number_as_double(number)));
    }
    if (!(largest > 0 && largest < readable))
        return NULL;
    const char *smaller = bd_readable_unit(l->view->arena, own,
                                           largest * (double)unit->num / (double)unit->den);
    return strcmp(smaller, own) == 0 ? NULL : smaller;
}

typedef struct stat_column {
    const char *metric, *stat; /* stat NULL = the value */
    const char *mode;          /* NULL = all of them in one column */
    const char *title;
} stat_column;

static void add_stat_column(bd_layout *l, stat_column c)
{
    bd_arena *arena = l->view->arena;
    const char *unit = unit_of(l, c.metric, c.mode);
    bd_stat stat = { BD_STAT_VALUE, 0 };
    if (c.stat)
        bd_stat_parse(bd_str_of(c.stat), &stat);
    if (!c.stat && bd_basis_has_dimension(&l->basis, bd_str_of(c.metric)))
        c.stat = "value"; /* without it the name is the dimension's */
    const char *inside = inside_of(l, c.metric, c.stat, c.mode);
    bool count = stat.kind == BD_STAT_N;
    if (!unit && !count) { /* several: every cell has its own */
        add_column(
            l, c.title,
            bd_arena_printf(arena, "{%s:" NUMBER "} {unit%s}", inside, unit_filter(l, c.metric)),
            NULL);
        return;
    }
    const char *configured = configured_example(l, c.metric, stat, c.mode, unit ? unit : "").text;
    const char *smaller = count || configured ? NULL
                                              : smaller_unit(l, c.metric, c.mode, stat, unit);
    const char *number = smaller ? bd_arena_printf(arena, NUMBER " %s", smaller) : NUMBER;
    bool is_unit = unit && strcmp(c.title, unit) == 0; /* Go's metrics are called "ns/op" */
    bool bare = count || smaller || is_unit || !unit[0] || (configured && writes_unit(configured));
    const char *title = bare ? c.title : bd_arena_printf(arena, "%s (%s)", c.title, unit);
    add_column(l, title, bd_arena_printf(arena, "{%s}", inside), configured ? NULL : number);
}

static void add_metric_columns(bd_layout *l, const char *metric, const char *mode, bool alone)
{
    static const bd_stat value = { BD_STAT_VALUE, 0 }, error = { BD_STAT_ERROR, 0 },
                         median = { BD_STAT_MEDIAN, 0 };
    bd_arena *arena = l->view->arena;
    const char *title = !mode   ? metric
                        : alone ? mode
                                : bd_arena_printf(arena, "%s %s", metric, mode);
    if (any_has(l, metric, mode, value)) {
        add_stat_column(l, (stat_column){ metric, NULL, mode, title });
        const char *error_title = mode ? bd_arena_printf(arena, "%s ±", title) : "±";
        if (alone && any_has(l, metric, mode, error))
            add_stat_column(l, (stat_column){ metric, "error", mode, error_title });
        return;
    }
    if (any_has(l, metric, mode, median)) {
        title = bd_arena_printf(arena, "%s median", title);
        add_stat_column(l, (stat_column){ metric, "median", mode, title });
        return;
    }
    bd_names names = { 0 };
    for (size_t i = 0; i < l->count && names.count == 0; i++)
        if (is_of(l->shown[i], metric, mode))
            bd_point_stat_names(l->shown[i]->point, arena, &names);
    for (size_t i = 0; i < names.count && i < STATS_SHOWN; i++)
        add_stat_column(l, (stat_column){ metric, names.items[i], mode,
                                          bd_arena_printf(arena, "%s %s", title, names.items[i]) });
    bd_names_release(&names);
}

/* One column set of a metric, or one for each of its modes. */
static void add_metric(bd_layout *l, const char *metric, const char *stat, const char *title)
{
    bd_names modes = { 0 };
    bool alone = l->metrics.count == 1;
    if (l->by_mode)
        collect_modes(l, metric, &modes);
    else
        bd_names_add(&modes, NULL);
    for (size_t i = 0; i < modes.count; i++) {
        const char *mode = modes.items[i];
        const char *shown = mode ? bd_arena_printf(l->view->arena, "%s %s", title, mode) : title;
        if (stat)
            add_stat_column(l, (stat_column){ metric, stat, mode, shown });
        else
            add_metric_columns(l, metric, mode, alone);
    }
    bd_names_release(&modes);
}

void bd_layout_columns(bd_layout *l, const bd_query *query)
{
    bd_found_metric named;
    if (query->words && bd_metric_named(&l->basis, query->words, &named)
        && named.stat.kind != BD_STAT_VALUE) {
        add_metric(l, named.metric, query->words + strlen(named.metric) + 1, query->words);
        return;
    }
    for (size_t i = 0; i < l->metrics.count; i++)
        add_metric(l, l->metrics.items[i], NULL, l->metrics.items[i]);
}
