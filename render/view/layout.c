/* A table nobody designed: rows from what varies, columns from what was measured. The
 * result is an ordinary table definition, so that `init` can write it down. */
#include "render/view/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool contains(const bd_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

static void add_name(bd_names *names, const char *name)
{
    if (!contains(names, name))
        bd_names_add(names, name);
}

/* The names of an observation's dimensions without the structure, as one text. */
static const char *shape_of(const bd_layout *l, const bd_observation *o)
{
    bd_buf out = BD_BUF_INIT;
    for (size_t i = 0; i < o->dim_count; i++)
        if (o->dims[i].kind == BD_DIM_NAMED || o->dims[i].kind == BD_DIM_PARAM)
            bd_buf_printf(&out, "%s\x1f", o->dims[i].name);
    const char *text = bd_arena_text(l->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

/* Metrics that describe the same things as the first one stand side by side; JMH's
 * secondary metrics only when they are asked for. */
static void choose_metrics(bd_layout *l, const bd_query *query)
{
    const char *shape = NULL;
    if (query->words) {
        bd_found_metric named;
        bd_names_add(&l->metrics, bd_metric_named(&l->basis, query->words, &named) ? named.metric
                                                                                   : query->words);
        return;
    }
    bd_touch_value(l->view, l->basis.items[0]); /* it decides the shape */
    for (size_t i = 0; i < l->basis.count && l->metrics.count < METRICS_SHOWN; i++) {
        const bd_observation *o = l->basis.items[i];
        const char *own = shape_of(l, o);
        shape = shape ? shape : own;
        bool secondary = o->point->mode && strcmp(o->metric, "score") != 0;
        if (strcmp(shape, own) == 0 && !secondary)
            add_name(&l->metrics, o->metric);
    }
    if (l->metrics.count == 0)
        bd_names_add(&l->metrics, l->basis.items[0]->metric);
}

static void keep_shown(bd_layout *l)
{
    l->shown = bd_arena_alloc(l->view->arena, (l->basis.count + 1) * sizeof *l->shown);
    for (size_t i = 0; i < l->basis.count; i++)
        if (contains(&l->metrics, l->basis.items[i]->metric)) {
            l->shown[l->count++] = l->basis.items[i];
            bd_touch_value(l->view, l->basis.items[i]); /* it decides what varies */
        }
}

static void add_column(bd_layout *l, const char *title, const char *cell, const char *number)
{
    bd_table_config *t = l->out;
    bd_column *grown = bd_arena_alloc(l->view->arena, (t->column_count + 1) * sizeof *grown);
    if (t->column_count > 0)
        memcpy(grown, t->columns, t->column_count * sizeof *grown);
    grown[t->column_count++] = (bd_column){ .title = { .text = title },
                                            .cell = { .text = cell },
                                            .number = { .text = number } };
    t->columns = grown;
}

/* An example with four significant digits for the smallest number of the column. */
static const char *example_for(const bd_layout *l, const char *metric, bd_stat stat)
{
    double least = INFINITY;
    bool integers = true;
    for (size_t i = 0; i < l->count; i++) {
        bd_number number;
        bool reported;
        int64_t n;
        if (strcmp(l->shown[i]->metric, metric) != 0
            || !bd_point_stat(l->shown[i]->point, stat, &number, &reported, &n))
            continue;
        double size = fabs(bd_number_as_double(number));
        integers = integers && number.kind == BD_NUMBER_INT;
        if (size > 0 && size < least)
            least = size;
    }
    if (integers || !isfinite(least))
        return "0";
    int decimals = 3 - (int)floor(log10(least));
    decimals = decimals < 0 ? 0 : decimals > 9 ? 9 : decimals;
    return bd_arena_printf(l->view->arena, "%.*s", decimals > 0 ? decimals + 2 : 1, "0.000000000");
}

/* The one unit of a metric; NULL when it has several. */
static const char *unit_of(const bd_layout *l, const char *metric)
{
    const char *unit = NULL;
    for (size_t i = 0; i < l->count; i++) {
        if (strcmp(l->shown[i]->metric, metric) != 0)
            continue;
        if (unit && strcmp(unit, l->shown[i]->point->unit) != 0)
            return NULL;
        unit = l->shown[i]->point->unit;
    }
    return unit;
}

static bool any_has(const bd_layout *l, const char *metric, bd_stat stat, bool all)
{
    bool any = false;
    for (size_t i = 0; i < l->count; i++) {
        bd_number number;
        bool reported;
        int64_t n;
        if (strcmp(l->shown[i]->metric, metric) != 0)
            continue;
        bool has = bd_point_stat(l->shown[i]->point, stat, &number, &reported, &n);
        if (all && !has)
            return false;
        any = any || has;
    }
    return any;
}

/* The configuration's own example for a metric; .text NULL = it has none. */
static bd_scalar configured_example(const bd_layout *l, const char *metric, bd_stat stat,
                                    const char *unit)
{
    bd_number number = BD_NUMBER_NOTHING;
    bool reported;
    int64_t n;
    for (size_t i = 0; i < l->count && number.kind == BD_NUMBER_NONE; i++)
        if (strcmp(l->shown[i]->metric, metric) == 0)
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

static void add_stat_column(bd_layout *l, const char *metric, const char *stat_name,
                            const char *shown_as)
{
    bd_arena *arena = l->view->arena;
    const char *unit = unit_of(l, metric);
    bd_stat stat = { BD_STAT_VALUE, 0 };
    if (stat_name)
        bd_stat_parse(bd_str_of(stat_name), &stat);
    if (!stat_name && bd_basis_has_dimension(&l->basis, bd_str_of(metric)))
        stat_name = "value"; /* without it the name is the dimension's */
    const char *cell = stat_name ? bd_arena_printf(arena, "{%s.%s}", metric, stat_name)
                                 : bd_arena_printf(arena, "{%s}", metric);
    if (!unit) { /* several: every cell has its own */
        add_column(l, shown_as, cell, NULL);
        return;
    }
    const char *configured = configured_example(l, metric, stat, unit).text;
    bool bare = stat.kind == BD_STAT_N || !unit[0] || (configured && writes_unit(configured));
    const char *title = bare ? shown_as : bd_arena_printf(arena, "%s (%s)", shown_as, unit);
    add_column(l, title, cell, configured ? NULL : example_for(l, metric, stat));
}

static void add_metric_columns(bd_layout *l, const char *metric, bool alone)
{
    bd_arena *arena = l->view->arena;
    static const bd_stat value = { BD_STAT_VALUE, 0 }, error = { BD_STAT_ERROR, 0 },
                         median = { BD_STAT_MEDIAN, 0 };
    if (any_has(l, metric, value, false)) {
        add_stat_column(l, metric, NULL, metric);
        if (alone && any_has(l, metric, error, false))
            add_stat_column(l, metric, "error", "±");
        return;
    }
    if (any_has(l, metric, median, false)) {
        add_stat_column(l, metric, "median", bd_arena_printf(arena, "%s median", metric));
        return;
    }
    bd_names names = { 0 };
    for (size_t i = 0; i < l->count && names.count == 0; i++)
        if (strcmp(l->shown[i]->metric, metric) == 0)
            bd_point_stat_names(l->shown[i]->point, arena, &names);
    for (size_t i = 0; i < names.count && i < STATS_SHOWN; i++)
        add_stat_column(l, metric, names.items[i],
                        bd_arena_printf(arena, "%s %s", metric, names.items[i]));
    bd_names_release(&names);
}

static void choose_columns(bd_layout *l, const bd_query *query)
{
    bd_found_metric named;
    if (query->words && bd_metric_named(&l->basis, query->words, &named)
        && named.stat.kind != BD_STAT_VALUE) {
        const char *stat = query->words + strlen(named.metric) + 1;
        add_stat_column(l, named.metric, stat, query->words);
    } else {
        for (size_t i = 0; i < l->metrics.count; i++)
            add_metric_columns(l, l->metrics.items[i], l->metrics.count == 1);
    }
}

static void add_word(bd_buf *out, const char *word)
{
    if (!strpbrk(word, " \t|\"=<>")) {
        bd_buf_puts(out, word);
        return;
    }
    bd_buf_putc(out, '"');
    for (; *word; word++) {
        if (*word == '"')
            bd_buf_putc(out, '"');
        bd_buf_putc(out, *word);
    }
    bd_buf_putc(out, '"');
}

static const char *query_text(const bd_query *query, const char *suite, bd_arena *arena)
{
    static const char *const signs[] = { "=", "!=", "<", "<=", ">", ">=" };
    bd_buf out = BD_BUF_INIT;
    add_word(&out, suite);
    for (size_t i = 0; i < query->condition_count; i++) {
        const bd_condition *c = &query->conditions[i];
        bd_buf_putc(&out, ' ');
        add_word(&out, c->key);
        bd_buf_puts(&out, signs[c->op]);
        for (size_t v = 0; v < c->value_count; v++) {
            bd_buf_puts(&out, v > 0 ? "|" : "");
            add_word(&out, c->values[v]);
        }
    }
    if (query->latest)
        bd_buf_puts(&out, " latest");
    const char *text = bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

/* Would observations that get no column make rows of their own? */
static bool others_make_rows(const bd_layout *l)
{
    bd_map rows = BD_MAP_INIT;
    bd_arena arena = BD_ARENA_INIT;
    bd_buf key = BD_BUF_INIT;
    for (size_t i = 0; i < l->count; i++)
        if (bd_layout_row_key(l, l->shown[i], &key))
            bd_map_put(&rows, bd_str_of(bd_arena_text(&arena, bd_buf_str(&key))), 0, NULL);
    bool others = false;
    for (size_t i = 0; i < l->basis.count && !others; i++)
        others = bd_layout_row_key(l, l->basis.items[i], &key)
                 && !bd_map_get(&rows, bd_buf_str(&key));
    bd_map_release(&rows);
    bd_arena_release(&arena);
    bd_buf_release(&key);
    return others;
}

/* The query's words chose the columns; what is left chooses the rows, with only the
 * metrics that have a column where that is asked. */
static bd_query rows_query(const bd_layout *l, const bd_query *query, bool only_shown)
{
    bd_query from = *query;
    from.words = NULL;
    if (!only_shown)
        return from;
    bd_arena *arena = l->view->arena;
    from.conditions = bd_arena_alloc(arena, (query->condition_count + 1) * sizeof *from.conditions);
    if (query->condition_count > 0)
        memcpy(from.conditions, query->conditions,
               query->condition_count * sizeof *from.conditions);
    from.conditions[from.condition_count++] = (bd_condition){
        .key = "metric",
        .op = BD_OP_EQ,
        .values = bd_arena_copy(arena, l->metrics.items,
                                l->metrics.count * sizeof *l->metrics.items),
        .value_count = l->metrics.count,
    };
    return from;
}

/* Nothing is promised about cells that nobody asked for. */
static void set_rules(bd_layout *l, const bd_query *query)
{
    bd_table_config *t = l->out;
    bd_query written = rows_query(l, query, others_make_rows(l));
    t->name.text = query->suite ? query->suite : l->basis.items[0]->run->suite;
    t->from.text = query_text(&written, t->name.text, l->view->arena);
    t->missing.text = "–";
    t->one_machine = BD_ONE_MACHINE_ROW;
    if (!bd_layout_missing_somewhere(l, "cpu") && !bd_layout_missing_somewhere(l, "commit"))
        return;
    for (size_t i = 1; i < l->count; i++)
        if (l->shown[i]->run != l->shown[0]->run)
            t->one_machine = BD_ONE_MACHINE_NO; /* the files never said */
}

bool bd_layout_build(const bd_view *view, const bd_query *query, bd_place place,
                     bd_table_config *out, bd_query *from)
{
    bd_layout l = { .view = view, .out = out };
    bd_scalar written = { 0 };
    *out = (bd_table_config){ 0 };
    l.basis = (bd_basis){ .view = view, .place = place, .title = "table" };
    bool ok = bd_basis_collect(&l.basis, query, written)
              && bd_basis_check_conditions(&l.basis, query, written, 0);
    if (ok) {
        choose_metrics(&l, query);
        keep_shown(&l);
        ok = l.count > 0 || bd_basis_knows(&l.basis, bd_str_of(l.metrics.items[0]), place);
        if (ok && l.count == 0)
            ok = bd_view_fail(view, place, "SUITE METRIC name=value", "table: '%s' is no metric",
                              l.metrics.items[0]);
    }
    if (ok) {
        bd_layout_rows(&l);
        choose_columns(&l, query);
        *from = rows_query(&l, query, l.count < l.basis.count);
        set_rules(&l, query);
    }
    bd_names_release(&l.metrics);
    bd_basis_release(&l.basis);
    return ok;
}

bool bd_view_layout(const bd_view *view, const bd_query *query, bd_place place,
                    bd_table_config *out)
{
    bd_query ignored;
    return bd_layout_build(view, query, place, out, &ignored);
}

bool bd_view_query_table(const bd_view *view, const bd_query *query, bd_place place, bd_table *out)
{
    bd_table_config table;
    bd_query from;
    return bd_layout_build(view, query, place, &table, &from)
           && bd_build_table(view, &table, &from, (bd_scalar){ 0 }, place, out);
}
