/* What a reader of a table must know and no cell says: below the table, once. */
#include "render/view/table_builder.h"

#include "core/base/map.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATS_MAX = 64 };

typedef struct noting {
    const bd_basis *basis;
    bd_table *table;
    bd_map said;
    bd_stat reported[STATS_MAX]; /* that the results merely report */
    size_t reported_count;
    size_t differ;       /* cells whose results report something else than was computed */
    const char *example; /* of these */
    const bd_cell_source *example_source;
} noting;

static void add_note(noting *n, const char *note)
{
    bool added;
    bd_table *table = n->table;
    bd_map_put(&n->said, bd_str_of(note), 0, &added);
    if (!added)
        return;
    const char **grown = bd_arena_alloc(n->basis->view->arena,
                                        (table->note_count + 1) * sizeof *grown);
    if (table->note_count > 0)
        memcpy(grown, table->notes, table->note_count * sizeof *grown);
    grown[table->note_count++] = note;
    table->notes = grown;
}

static const char *stat_text(const noting *n, bd_stat stat)
{
    bd_buf name = BD_BUF_INIT;
    bd_stat_name(stat, &name);
    const char *text = bd_arena_text(n->basis->view->arena, bd_buf_str(&name));
    bd_buf_release(&name);
    return text;
}

static void note_reported(noting *n, bd_stat stat)
{
    for (size_t i = 0; i < n->reported_count; i++)
        if (bd_stat_same(n->reported[i], stat))
            return;
    if (n->reported_count < STATS_MAX)
        n->reported[n->reported_count++] = stat;
}

static void note_maximum(noting *n, const bd_cell_source *s)
{
    const char *count = bd_arena_printf(n->basis->view->arena, "%lld", (long long)s->n);
    const char *const names[][2] = { { "{stat}", stat_text(n, s->stat) }, { "{n}", count } };
    add_note(n, bd_say_with(n->basis->view, "{stat} of {n} observations is their maximum.", names,
                            BD_COUNT(names)));
}

/* The result carries observations and a figure of its own that they do not give. */
static void compare_with_reported(noting *n, const bd_cell_source *s)
{
    const bd_point *p = s->observation->point;
    for (size_t i = 0; i < p->reported_count; i++) {
        const bd_stat_value *r = &p->reported[i];
        if (r->computed || !bd_stat_same(r->stat, s->stat) || !bd_number_finite(r->number))
            continue;
        double own = bd_number_as_double(s->number), theirs = bd_number_as_double(r->number);
        if (fabs(own - theirs) <= 1e-9 * fabs(own)) /* the same number, differently rounded */
            continue;
        if (n->differ++ > 0)
            continue;
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text, "%s is ", stat_text(n, s->stat));
        bd_number_text(s->number, &text);
        bd_buf_puts(&text, " by nearest rank, reported is ");
        bd_number_text(r->number, &text);
        n->example = bd_arena_text(n->basis->view->arena, bd_buf_str(&text));
        n->example_source = s;
        bd_buf_release(&text);
    }
}

static void note_source(noting *n, const bd_cell_source *s)
{
    bool percentile = s->stat.kind == BD_STAT_PERCENTILE;
    if (!percentile && s->stat.kind != BD_STAT_MEDIAN)
        return;
    if (s->reported)
        note_reported(n, s->stat);
    else
        compare_with_reported(n, s);
    if (percentile && s->n > 0 && bd_percentile_rests_on_maximum(s->stat.p_micro, s->n))
        note_maximum(n, s);
}

static int by_stat(const void *a, const void *b)
{
    return bd_stat_order(*(const bd_stat *)a, *(const bd_stat *)b);
}

static void say_reported(noting *n)
{
    bd_buf list = BD_BUF_INIT;
    if (n->reported_count == 0)
        return;
    qsort(n->reported, n->reported_count, sizeof *n->reported, by_stat);
    for (size_t i = 0; i < n->reported_count; i++)
        bd_buf_printf(&list, "%s%s", i > 0 ? ", " : "", stat_text(n, n->reported[i]));
    const char *const names[][2] = { { "{stats}", bd_buf_text(&list) } };
    add_note(n, bd_say_with(n->basis->view, "As the results report them: {stats}.", names,
                            BD_COUNT(names)));
    bd_buf_release(&list);
}

static void say_difference(const noting *n)
{
    if (n->differ == 0)
        return;
    const bd_observation *o = n->example_source->observation;
    const bd_source *at = &o->point->source;
    bd_view_warn(n->basis->view, n->basis->place,
                 "the table shows what follows from the observations; many tools interpolate",
                 "%s: %zu number%s not what the results report: %s (%s:%d:%d)", n->basis->title,
                 n->differ, n->differ == 1 ? " is" : "s are", n->example,
                 o->run->files[at->file].path, at->line, at->column);
}

void bd_builder_notes(const bd_basis *basis, bd_table *table)
{
    noting n = { .basis = basis, .table = table };
    for (size_t i = 0; i < table->row_count * table->column_count; i++)
        for (size_t k = 0; k < table->cells[i].source_count; k++)
            note_source(&n, &table->cells[i].sources[k]);
    say_reported(&n);
    say_difference(&n);
    bd_map_release(&n.said);
}
