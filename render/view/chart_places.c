/* Panels, series and places of a chart: what they are called and in which order they
 * stand; and whether the places are numbers. */
#include "render/view/chart_builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ABBREVIATED = 7 };

/* ---- order ---- */

typedef struct commit_rank {
    size_t value;
    int64_t measured; /* INT64_MAX = unknown: last */
    size_t appeared;
} commit_rank;

static int by_time(const void *a, const void *b)
{
    const commit_rank *x = a, *y = b;
    if (x->measured != y->measured)
        return x->measured < y->measured ? -1 : 1;
    return (x->appeared > y->appeared) - (x->appeared < y->appeared);
}

static int64_t measured_first(const bd_row *row)
{
    int64_t first = INT64_MAX;
    for (size_t i = 0; i < row->count; i++) {
        int64_t at = row->items[i]->run->measured_at_ns;
        if (at != BD_TIME_UNKNOWN && at < first)
            first = at;
    }
    return first;
}

/* Commits stand in the order they were measured; those that do not say when come last, as
 * they come. */
static void rank_commits(const bd_basis *basis, size_t name, size_t *ranks, size_t stride)
{
    bd_map seen = BD_MAP_INIT;
    commit_rank *order = bd_alloc((basis->row_count + 1) * sizeof *order);
    size_t *rank = bd_alloc((basis->row_count + 1) * sizeof *rank);
    for (size_t r = 0; r < basis->row_count; r++) {
        bool added;
        bd_str key = bd_str_of(basis->rows[r].keys[name]);
        size_t at = *bd_map_put(&seen, key, seen.count, &added);
        if (added)
            order[at] = (commit_rank){ at, INT64_MAX, SIZE_MAX };
        int64_t measured = measured_first(&basis->rows[r]);
        if (measured < order[at].measured)
            order[at].measured = measured;
        if (basis->rows[r].items[0]->order < order[at].appeared)
            order[at].appeared = basis->rows[r].items[0]->order;
        ranks[r * stride] = at;
    }
    qsort(order, seen.count, sizeof *order, by_time);
    for (size_t i = 0; i < seen.count; i++)
        rank[order[i].value] = i;
    for (size_t r = 0; r < basis->row_count; r++)
        ranks[r * stride] = rank[ranks[r * stride]];
    bd_map_release(&seen);
    free(order);
    free(rank);
}

typedef struct ranked_row {
    const size_t *ranks;
    size_t count, row;
} ranked_row;

static int compare_ranks(const ranked_row *x, const ranked_row *y)
{
    for (size_t i = 0; i < x->count; i++)
        if (x->ranks[i] != y->ranks[i])
            return x->ranks[i] < y->ranks[i] ? -1 : 1;
    return 0;
}

static int by_ranks(const void *a, const void *b)
{
    const ranked_row *x = a, *y = b;
    int order = compare_ranks(x, y);
    return order != 0 ? order : (x->row > y->row) - (x->row < y->row);
}

static void number_steps(bd_chart_builder *b, bd_chart_steps *steps, const size_t *ranks)
{
    bd_arena *arena = b->view->arena;
    size_t rows = b->basis.row_count, per = b->table.per.count;
    ranked_row *order = bd_alloc((rows + 1) * sizeof *order);
    steps->of_row = bd_arena_alloc(arena, (rows + 1) * sizeof *steps->of_row);
    steps->row = bd_arena_alloc(arena, (rows + 1) * sizeof *steps->row);
    for (size_t r = 0; r < rows; r++)
        order[r] = (ranked_row){ ranks + r * per + steps->first, steps->names, r };
    qsort(order, rows, sizeof *order, by_ranks);
    for (size_t i = 0; i < rows; i++) {
        if (i == 0 || compare_ranks(&order[i - 1], &order[i]) != 0)
            steps->row[steps->count++] = order[i].row;
        steps->of_row[order[i].row] = steps->count - 1;
    }
    free(order);
}

/* ---- names ---- */

/* "100" by itself says little beside a colour: "sessions 100". */
static const char *with_title(const bd_chart_builder *b, size_t name, const char *value,
                              const char *shown)
{
    double number;
    if (name >= b->places.first || !bd_double_parse(bd_str_of(value), &number)
        || strcmp(bd_say_value(b->view, bd_str_of(b->table.per.items[name].text), value), value)
               != 0)
        return shown;
    return bd_arena_printf(b->view->arena, "%s %s",
                           bd_chart_name_title(b, b->table.per.items[name]), shown);
}

static const char *shown_key(const bd_chart_builder *b, const bd_row *row, size_t name)
{
    const bd_view *view = b->view;
    bd_str dimension = bd_str_of(b->table.per.items[name].text);
    const char *value = row->keys[name];
    bd_cell_context context = { .basis = &b->basis, .row = row, .place = b->basis.place };
    bd_hole plain = { .source = "" };
    bd_dim_kind kind = BD_DIM_FACT;
    bd_buf scratch = BD_BUF_INIT;
    bd_observation_get(row->items[0], dimension, &kind, &scratch);
    bd_buf_release(&scratch);
    const char *shown = bd_shown_value(&context, &plain, dimension, value, kind);
    if (bd_str_is(dimension, "commit") && strcmp(shown, value) == 0)
        shown = bd_arena_text(view->arena, bd_str_sub(bd_str_of(shown), 0, ABBREVIATED));
    else
        shown = with_title(b, name, value, shown);
    return bd_arena_text(view->arena, bd_str_trim(bd_str_of(shown)));
}

/* "write / 5,000"; an empty dimension is left out. */
const char *bd_chart_step_text(bd_chart_builder *b, const bd_chart_steps *steps, size_t step,
                               bool shown)
{
    const bd_row *row = &b->basis.rows[steps->row[step]];
    bd_buf out = BD_BUF_INIT;
    for (size_t i = steps->first; i < steps->first + steps->names; i++) {
        bool empty = strcmp(row->keys[i], "-") == 0;
        if (!empty)
            bd_buf_printf(&out, "%s%s", out.len > 0 ? " / " : "",
                          shown ? shown_key(b, row, i) : row->keys[i]);
    }
    if (out.len == 0 && steps->names > 0)
        bd_buf_putc(&out, '-');
    const char *text = bd_arena_text(b->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

static void name_steps(bd_chart_builder *b, bd_chart_steps *steps)
{
    bd_arena *arena = b->view->arena;
    steps->raw = bd_arena_alloc(arena, (steps->count + 1) * sizeof *steps->raw);
    steps->label = bd_arena_alloc(arena, (steps->count + 1) * sizeof *steps->label);
    for (size_t i = 0; i < steps->count; i++) {
        steps->raw[i] = bd_chart_step_text(b, steps, i, false);
        steps->label[i] = bd_chart_step_text(b, steps, i, true);
    }
}

const char *bd_chart_series_name(const bd_chart_builder *b, size_t series, bool shown)
{
    size_t step = series / b->y_count;
    const bd_chart_y *y = &b->ys[series % b->y_count];
    const char *own = b->series.names == 0 ? ""
                      : shown              ? b->series.label[step]
                                           : b->series.raw[step];
    const char *name = shown ? y->name : y->raw;
    if (!name || !own[0])
        return name ? name : own;
    return bd_arena_printf(b->view->arena, "%s / %s", own, name);
}

/* ---- which row is where ---- */

static bool fits_a_chart(const bd_chart_builder *b)
{
    static const char hint[] = "leave some out with conditions in from:, for example name=a|b";
    size_t series = b->series.count * b->y_count;
    if (b->panels.count > BD_CHART_PANELS_AT_MOST)
        return bd_chart_fail(b, b->config->grid, hint, "%zu small charts are too many; %d fit",
                             b->panels.count, BD_CHART_PANELS_AT_MOST);
    if (series > 0 && b->panels.count * b->places.count > BD_CHART_MARKS_AT_MOST / series)
        return bd_chart_fail(b, b->config->from, hint,
                             "%zu places and %zu series are more than can be drawn",
                             b->places.count * b->panels.count, series);
    return true;
}

bool bd_chart_make_steps(bd_chart_builder *b)
{
    size_t rows = b->basis.row_count, per = b->table.per.count;
    size_t *ranks = bd_alloc((rows * per + 1) * sizeof *ranks);
    for (size_t i = 0; i < per; i++) {
        const char *name = b->table.per.items[i].text;
        if (strcmp(name, "commit") == 0)
            rank_commits(&b->basis, i, ranks + i, per);
        else
            bd_basis_rank_rows(&b->basis, name, ranks + i, per);
    }
    number_steps(b, &b->panels, ranks);
    number_steps(b, &b->series, ranks);
    number_steps(b, &b->places, ranks);
    free(ranks);
    if (!fits_a_chart(b))
        return false;
    name_steps(b, &b->panels);
    name_steps(b, &b->series);
    name_steps(b, &b->places);
    b->row_at = bd_alloc((b->panels.count * b->series.count * b->places.count + 1)
                         * sizeof *b->row_at);
    memset(b->row_at, 0, b->panels.count * b->series.count * b->places.count * sizeof *b->row_at);
    for (size_t r = 0; r < rows; r++) {
        size_t at = b->panels.of_row[r] * b->series.count + b->series.of_row[r];
        b->row_at[at * b->places.count + b->places.of_row[r]] = r + 1;
    }
    return true;
}

/* ---- kind ---- */

double bd_chart_place_number(const bd_chart_builder *b, size_t place)
{
    double number = (double)NAN;
    const bd_row *row = &b->basis.rows[b->places.row[place]];
    if (b->places.names != 1 || !bd_double_parse(bd_str_of(row->keys[b->places.first]), &number))
        return (double)NAN;
    return number;
}

static bool places_are_numbers(const bd_chart_builder *b)
{
    for (size_t i = 0; i < b->places.count; i++)
        if (!isfinite(bd_chart_place_number(b, i)))
            return false;
    return b->places.names == 1;
}

static bd_chart_kind kind_named(const char *name)
{
    static const char *const kinds[] = {
        [BD_CHART_BARS] = "bars",
        [BD_CHART_STACKED_BARS] = "stacked",
        [BD_CHART_LINES] = "lines",
        [BD_CHART_SCATTER] = "scatter",
        [BD_CHART_BOXES] = "boxes",
        [BD_CHART_DISTRIBUTION] = "distribution",
        [BD_CHART_PERCENTILES] = "percentiles",
    };
    size_t i = 0;
    while (i + 1 < BD_COUNT(kinds) && strcmp(kinds[i], name) != 0)
        i++;
    return (bd_chart_kind)i;
}

bool bd_chart_decide_kind(bd_chart_builder *b)
{
    enum { A_LINE = 3 }; /* fewer numbers are names */
    const bd_chart_config *c = b->config;
    bool numbers = places_are_numbers(b);
    bool commits = c->x.count == 1 && strcmp(c->x.items[0].text, "commit") == 0;
    bool course = commits || (numbers && b->places.count >= A_LINE);
    if (c->kind.text)
        b->kind = kind_named(c->kind.text);
    else
        b->kind = c->band || (course && !c->horizontal) ? BD_CHART_LINES : BD_CHART_BARS;
    bool spread = b->kind == BD_CHART_DISTRIBUTION || b->kind == BD_CHART_PERCENTILES;
    b->numeric = numbers && !commits && (b->kind == BD_CHART_LINES || b->kind == BD_CHART_SCATTER);
    if (c->x.count == 0 && !spread)
        return bd_view_fail(b->view, b->basis.place, "x: rows, or x: backend, or x: commit",
                            "%s: x: says what stands along the axis", b->basis.title);
    if (c->x.count > 0 && spread)
        return bd_chart_fail(b, c->x.items[0],
                             "series: tells samples apart, grid: gives each a "
                             "chart of its own",
                             "a %s has no x:", c->kind.text);
    return true;
}
