/* A table nobody designed: rows from what varies, columns from what was measured. The
 * result is an ordinary table definition, so that `init` can write it down. */
#include "render/view/layout.h"

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

/* JMH's secondary metrics are shown only when they are asked for. */
static bool is_secondary(const bd_observation *o)
{
    return o->point->mode && strcmp(o->metric, "score") != 0;
}

/* What tells the observation's row from others of its shape. */
static const char *row_of(const bd_layout *l, const bd_observation *o, const char *shape)
{
    bd_buf out = BD_BUF_INIT;
    bd_buf_printf(&out, "%s%s", shape, o->point->benchmark);
    for (size_t i = 0; i < o->dim_count; i++)
        if (o->dims[i].kind == BD_DIM_NAMED || o->dims[i].kind == BD_DIM_PARAM)
            bd_buf_printf(&out, "\x1f%s", o->dims[i].value);
    const char *text = bd_arena_text(l->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

/* The shape that makes most rows; the first of several. NULL = all are secondary. */
static const char *main_shape(bd_layout *l)
{
    bd_map shapes = BD_MAP_INIT, rows = BD_MAP_INIT;
    const char *most = NULL;
    size_t count = 0;
    for (size_t i = 0; i < l->basis.count; i++) {
        const bd_observation *o = l->basis.items[i];
        const char *shape = shape_of(l, o);
        bool added;
        if (is_secondary(o))
            continue;
        bd_map_put(&rows, bd_str_of(row_of(l, o, shape)), 0, &added);
        *bd_map_put(&shapes, bd_str_of(shape), 0, NULL) += added ? 1 : 0;
    }
    for (size_t i = 0; i < shapes.count; i++)
        if (shapes.entries[i].value > count) {
            count = shapes.entries[i].value;
            most = shapes.entries[i].key.ptr;
        }
    bd_map_release(&shapes);
    bd_map_release(&rows);
    return most;
}

/* Metrics that describe the same things stand side by side: those of most rows. */
static void choose_metrics(bd_layout *l, const bd_query *query)
{
    if (query->words) {
        bd_found_metric named;
        bd_names_add(&l->metrics, bd_metric_named(&l->basis, query->words, &named) ? named.metric
                                                                                   : query->words);
        return;
    }
    const char *shape = main_shape(l);
    bd_touch_value(l->view, l->basis.items[0]);
    for (size_t i = 0; shape && i < l->basis.count; i++) {
        const bd_observation *o = l->basis.items[i];
        if (is_secondary(o) || strcmp(shape, shape_of(l, o)) != 0)
            continue;
        bd_touch_value(l->view, o); /* it makes the shape the main one */
        if (l->metrics.count < METRICS_SHOWN)
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

static const char *query_text(const bd_query *query, const char *suite, bd_arena *arena)
{
    static const char *const signs[] = { "=", "!=", "<", "<=", ">", ">=" };
    bd_buf out = BD_BUF_INIT;
    bd_query_put_word(bd_str_of(suite), &out);
    for (size_t i = 0; i < query->condition_count; i++) {
        const bd_condition *c = &query->conditions[i];
        bd_buf_putc(&out, ' ');
        bd_query_put_word(bd_str_of(c->key), &out);
        bd_buf_puts(&out, signs[c->op]);
        for (size_t v = 0; v < c->value_count; v++) {
            bd_buf_puts(&out, v > 0 ? "|" : "");
            bd_query_put_word(bd_str_of(c->values[v]), &out);
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

/* A table that shows a part says so, beside the table: it is no fact about the results. */
static void say_left_out(const bd_layout *l)
{
    size_t all = l->basis.metrics.count;
    if (l->metrics.count >= all || l->view->excerpt)
        return;
    const bd_run *run = l->basis.items[0]->run;
    bool one = run->file_count > 0;
    for (size_t i = 1; i < l->basis.count && one; i++)
        one = l->basis.items[i]->run == run;
    bd_view_note(l->view, l->basis.place,
                 "%zu of %zu metrics shown; `benchdoc fields %s` lists all", l->metrics.count, all,
                 one ? run->files[0].path : "FILE");
}

bool bd_layout_build(const bd_view *view, const bd_query *query, bd_place place,
                     bd_table_config *out, bd_query *from, bool say)
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
        l.by_mode = bd_layout_modes_part_units(&l);
        bd_layout_rows(&l);
        bd_layout_columns(&l, query);
        *from = rows_query(&l, query, l.count < l.basis.count);
        set_rules(&l, query);
        if (say && !query->words)
            say_left_out(&l);
    }
    bd_names_release(&l.metrics);
    bd_basis_release(&l.basis);
    return ok;
}

bool bd_view_layout(const bd_view *view, const bd_query *query, bd_place place,
                    bd_table_config *out)
{
    bd_query ignored;
    return bd_layout_build(view, query, place, out, &ignored, false);
}

bool bd_view_query_table(const bd_view *view, const bd_query *query, bd_place place, bd_table *out)
{
    bd_table_config table;
    bd_query from;
    return bd_layout_build(view, query, place, &table, &from, true)
           && bd_build_table(view, &table, &from, (bd_scalar){ 0 }, place, out);
}
