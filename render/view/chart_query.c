/* A chart nobody designed: the metric that was asked for, or the main one, over what
 * varies in its results. */
#include "render/view/chart_builder.h"
#include "render/view/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES_AT_MOST = 8, PLACES_AT_MOST = 200 };

typedef struct chooser {
    bd_layout layout; /* its rows are what varies, in as few names as tell it apart */
    bd_table_config rows;
    bd_chart_config *chart;
    bd_query *from;
    bd_place place;
} chooser;

/* ---- the metric ---- */

static bool is_samples_kind(const bd_chart_config *chart)
{
    static const char *const kinds[] = { "scatter", "boxes", "distribution", "percentiles" };
    for (size_t i = 0; chart->kind.text && i < BD_COUNT(kinds); i++)
        if (strcmp(chart->kind.text, kinds[i]) == 0)
            return true;
    return false;
}

/* The first of: its value, the median of its observations, whatever is reported. */
static const char *statistic_of(const chooser *c)
{
    bd_arena *arena = c->layout.view->arena;
    bool median = false;
    for (size_t i = 0; i < c->layout.count; i++) {
        const bd_point *p = c->layout.shown[i]->point;
        if (p->value.kind != BD_NUMBER_NONE)
            return NULL;
        bd_number number;
        bool reported;
        int64_t n;
        median = median || bd_point_stat(p, (bd_stat){ BD_STAT_MEDIAN, 0 }, &number, &reported, &n);
    }
    bd_names names = { 0 };
    const char *first = median ? "median" : NULL;
    for (size_t i = 0; i < c->layout.count && !first; i++) {
        bd_point_stat_names(c->layout.shown[i]->point, arena, &names);
        first = names.count > 0 ? names.items[0] : NULL;
    }
    bd_names_release(&names);
    return first;
}

static void keep_metric(chooser *c, const char *metric)
{
    bd_layout *l = &c->layout;
    bd_names_add(&l->metrics, metric);
    l->shown = bd_arena_alloc(l->view->arena, (l->basis.count + 1) * sizeof *l->shown);
    for (size_t i = 0; i < l->basis.count; i++)
        if (strcmp(l->basis.items[i]->metric, metric) == 0) {
            l->shown[l->count++] = l->basis.items[i];
            bd_touch_value(l->view, l->basis.items[i]); /* it decides what varies */
        }
}

/* "score"; else the first time or rate that has several points; else the first. */
static const char *main_metric(const bd_layout *l)
{
    const bd_basis *basis = &l->basis;
    bd_map seen = BD_MAP_INIT;
    const char *metric = bd_map_get(&basis->metrics, BD_STR("score")) ? "score" : NULL;
    for (size_t i = 0; i < basis->count && !metric; i++) {
        const bd_observation *o = basis->items[i];
        const bd_unit *unit = bd_unit_find(bd_str_of(o->point->unit));
        bool added;
        bd_map_put(&seen, bd_str_of(o->metric), 0, &added);
        if (!added && unit
            && (unit->dimension == BD_DIMENSION_TIME || unit->dimension == BD_DIMENSION_RATE))
            metric = o->metric;
    }
    bd_map_release(&seen);
    return metric ? metric : basis->items[0]->metric;
}

static bool choose_metric(chooser *c, const char *words)
{
    bd_layout *l = &c->layout;
    bd_found_metric named = { 0 };
    bd_touch_value(l->view, l->basis.items[0]);
    if (words && !bd_metric_named(&l->basis, words, &named)) {
        if (!bd_basis_knows(&l->basis, bd_str_of(words), c->place))
            return false;
        return bd_view_fail(l->view, c->place, "SUITE METRIC name=value",
                            "chart: '%s' is no metric", words);
    }
    const char *metric = words ? named.metric : main_metric(l);
    keep_metric(c, metric);
    bool asks = (!words || strcmp(words, metric) == 0) && !is_samples_kind(c->chart);
    const char *stat = asks ? statistic_of(c) : NULL, *name = words ? words : metric;
    if (stat)
        name = bd_arena_printf(l->view->arena, "%s.%s", metric, stat);
    c->chart->y = (bd_scalar){ .text = bd_hole_text(l->view->arena, name) };
    return true;
}

/* Numbers were given: what varies is decided by the points of the first. */
static bool take_metric(chooser *c)
{
    bd_layout *l = &c->layout;
    bd_cell_template t = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_found_metric named;
    bd_scalar text = c->chart->y.text         ? c->chart->y
                     : c->chart->ys.count > 0 ? c->chart->ys.items[0].value
                                              : (bd_scalar){ 0 };
    if (!text.text || !bd_template_parse(text.text, l->view->arena, &t, &err) || t.count == 0
        || t.parts[0].literal || !bd_metric_named(&l->basis, t.parts[0].hole.name, &named))
        keep_metric(c, l->basis.items[0]->metric); /* building it says what is wrong */
    else
        keep_metric(c, named.metric);
    return true;
}

/* ---- axis and series ---- */

typedef struct varying {
    const char *name;
    size_t values;
    bool numbers, taken;
} varying;

static varying look_at(const chooser *c, const char *name)
{
    varying v = { .name = name, .numbers = true };
    bd_map seen = BD_MAP_INIT;
    bd_buf scratch = BD_BUF_INIT;
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < c->layout.count; i++) {
        const char *value = bd_observation_get(c->layout.shown[i], bd_str_of(name), NULL, &scratch);
        double number;
        bool added;
        value = bd_arena_strdup(&arena, value ? value : "-");
        v.numbers = v.numbers && bd_double_parse(bd_str_of(value), &number) && isfinite(number);
        bd_map_put(&seen, bd_str_of(value), 0, &added);
    }
    v.values = seen.count;
    v.numbers = v.numbers && strcmp(name, "commit") != 0;
    bd_map_release(&seen);
    bd_buf_release(&scratch);
    bd_arena_release(&arena);
    return v;
}

static bool is_named(const bd_scalars *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].text, name) == 0)
            return true;
    return false;
}

static void add_scalar(const chooser *c, bd_scalars *list, const char *name)
{
    bd_scalar *grown = bd_arena_alloc(c->layout.view->arena, (list->count + 1) * sizeof *grown);
    if (list->count > 0)
        memcpy(grown, list->items, list->count * sizeof *grown);
    grown[list->count++] = (bd_scalar){ .text = name };
    list->items = grown;
}

static bool no_axis(const bd_chart_config *chart)
{
    return chart->kind.text
           && (strcmp(chart->kind.text, "distribution") == 0
               || strcmp(chart->kind.text, "percentiles") == 0);
}

/* The numbers with most values, else the commits; NULL = names. */
static varying *best_axis(varying *v, size_t count)
{
    varying *best = NULL;
    for (size_t i = 0; i < count; i++) {
        bool commit = strcmp(v[i].name, "commit") == 0;
        if (v[i].taken || v[i].values < 2)
            continue;
        bool larger = v[i].numbers && (!best || !best->numbers || v[i].values > best->values);
        if (larger || (commit && !best))
            best = &v[i];
    }
    return best;
}

static varying *best_series(varying *v, size_t count)
{
    varying *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (!v[i].taken && v[i].values >= 2 && v[i].values <= SERIES_AT_MOST
            && (!best || v[i].values < best->values))
            best = &v[i];
    return best;
}

static size_t untaken(const varying *v, size_t count)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        n += v[i].taken ? 0 : 1;
    return n;
}

static void choose_places(chooser *c, varying *v, size_t count)
{
    bd_chart_config *chart = c->chart;
    bool wished_x = chart->x.count > 0, wished_series = chart->series.count > 0;
    bool wished_ys = chart->ys.count > 0;
    varying *axis = wished_x || no_axis(chart) ? NULL : best_axis(v, count);
    if (axis)
        axis->taken = true;
    /* one name alone is an axis, not a series */
    bool alone = !axis && !wished_x && !no_axis(chart) && untaken(v, count) < 2;
    varying *series = wished_series || wished_ys || alone || no_axis(chart) ? NULL
                                                                            : best_series(v, count);
    if (series) {
        series->taken = true;
        add_scalar(c, &chart->series, series->name);
    }
    bool over_runs = axis && strcmp(axis->name, "commit") == 0; /* a line is one series */
    bool rest_is_series = wished_x || no_axis(chart) || over_runs;
    for (size_t i = 0; i < count; i++)
        if (!v[i].taken)
            add_scalar(c, rest_is_series ? &chart->series : &chart->x, v[i].name);
    if (axis)
        add_scalar(c, &chart->x, axis->name);
    if (chart->x.count == 0 && !no_axis(chart))
        add_scalar(c, &chart->x, c->rows.per.items[0].text);
}

static size_t count_keys(const chooser *c)
{
    bd_map seen = BD_MAP_INIT;
    bd_arena arena = BD_ARENA_INIT;
    bd_buf key = BD_BUF_INIT;
    for (size_t i = 0; i < c->layout.count; i++)
        if (bd_layout_row_key(&c->layout, c->layout.shown[i], &key))
            bd_map_put(&seen, bd_str_of(bd_arena_text(&arena, bd_buf_str(&key))), 0, NULL);
    size_t keys = seen.count;
    bd_map_release(&seen);
    bd_arena_release(&arena);
    bd_buf_release(&key);
    return keys;
}

static bool is_fact(const chooser *c, const char *name)
{
    bd_dim_kind kind = BD_DIM_FACT;
    bd_buf scratch = BD_BUF_INIT;
    bd_observation_get(c->layout.shown[0], bd_str_of(name), &kind, &scratch);
    bd_buf_release(&scratch);
    return kind == BD_DIM_FACT || kind == BD_DIM_STRUCTURE;
}

/* A folder's name that says what a dimension says already makes no series of its own. */
static void drop_redundant(chooser *c)
{
    bd_scalars *per = &c->rows.per;
    size_t keys = count_keys(c);
    for (size_t i = 0; i < per->count && per->count > 1;) {
        bd_scalars before = *per;
        bd_scalar *fewer = bd_arena_alloc(c->layout.view->arena, per->count * sizeof *fewer);
        for (size_t k = 0, at = 0; k < before.count; k++)
            if (k != i)
                fewer[at++] = before.items[k];
        *per = (bd_scalars){ .items = fewer, .count = before.count - 1 };
        if (is_fact(c, before.items[i].text) && count_keys(c) == keys)
            continue;
        *per = before;
        i++;
    }
}

/* How many different values the names have together. */
static size_t count_values(const chooser *c, const bd_scalars *names)
{
    chooser of_names = *c;
    bd_table_config rows = { .per = *names };
    of_names.layout.out = &rows;
    return count_keys(&of_names);
}

/* More than can be told apart: "leave some out: dataSize=… (4 values), poolSize=… (3)". */
static bool check_size(const chooser *c, const varying *v, size_t count, bool chosen_series)
{
    bd_buf hint = BD_BUF_INIT;
    size_t places = count_values(c, &c->chart->x), series = count_values(c, &c->chart->series);
    const char *alone = c->chart->x.count == 1 ? c->chart->x.items[0].text : NULL;
    bool line = alone && (strcmp(alone, "commit") == 0 || look_at(c, alone).numbers);
    bool many_series = chosen_series && series > SERIES_AT_MOST;
    bool many_places = !line && places > PLACES_AT_MOST;
    for (size_t i = 0; i < count; i++)
        if (v[i].values > 1)
            bd_buf_printf(&hint, "%s%s=… (%zu values)",
                          hint.len > 0 ? ", " : "leave some out: ", v[i].name, v[i].values);
    if (alone && strcmp(alone, "commit") == 0)
        bd_buf_puts(&hint, "; `latest` shows the last run");
    if (many_series || many_places)
        bd_view_fail(c->layout.view, c->place, bd_buf_text(&hint),
                     "chart: %zu %s are more than can be told apart; at most %d",
                     many_series ? series : places, many_series ? "series" : "places",
                     many_series ? (int)SERIES_AT_MOST : (int)PLACES_AT_MOST);
    bd_buf_release(&hint);
    return !many_series && !many_places;
}

static bool choose_what_varies(chooser *c)
{
    bd_layout_rows(&c->layout);
    drop_redundant(c);
    size_t count = c->rows.per.count;
    varying *v = bd_alloc((count + 1) * sizeof *v);
    for (size_t i = 0; i < count; i++) {
        const char *name = c->rows.per.items[i].text;
        v[i] = look_at(c, name);
        v[i].taken = is_named(&c->chart->x, name) || is_named(&c->chart->series, name)
                     || (c->chart->grid.text && strcmp(c->chart->grid.text, name) == 0);
    }
    bool wished = c->chart->series.count > 0;
    choose_places(c, v, count);
    bool ok = check_size(c, v, count, !wished);
    free(v);
    return ok;
}

/* ---- all of it ---- */

/* Nothing is promised about machines that the files never named. */
static void set_machine_rule(chooser *c)
{
    const bd_layout *l = &c->layout;
    if (!bd_layout_missing_somewhere(l, "cpu") && !bd_layout_missing_somewhere(l, "commit"))
        return;
    for (size_t i = 1; i < l->count; i++)
        if (l->shown[i]->run != l->shown[0]->run)
            c->chart->one_machine = BD_ONE_MACHINE_NO;
}

/* Long names of bars stand at their side, where they are whole; below they would be turned and
 * lose what tells them apart. */
static void lay_down(bd_chart *chart)
{
    enum { LONG = 20, PLACES = 40 };
    bool is_long = false;
    for (size_t i = 0; i < chart->x.category_count; i++)
        is_long = is_long || strlen(chart->x.categories[i]) > LONG;
    chart->horizontal = chart->horizontal
                        || (chart->kind == BD_CHART_BARS && is_long && chart->panel_count == 1
                            && chart->x.category_count >= 5 && chart->x.category_count <= PLACES);
}

bool bd_view_query_chart(const bd_view *view, const bd_query *query, bd_place place,
                         const bd_chart_config *wishes, bd_chart *out)
{
    bd_chart_config chart = wishes ? *wishes : (bd_chart_config){ 0 };
    bd_query from = *query;
    bd_scalar written = { 0 };
    chooser c = { .chart = &chart, .from = &from, .place = place };
    bool given = chart.y.text || chart.ys.count > 0;
    from.words = NULL;
    chart.gaps = true; /* nothing is promised about places that nobody asked for */
    c.layout = (bd_layout){ .view = view, .out = &c.rows };
    c.layout.basis = (bd_basis){ .view = view, .place = place, .title = "chart" };
    *out = (bd_chart){ 0 };
    bool ok = bd_basis_collect(&c.layout.basis, &from, written)
              && bd_basis_check_conditions(&c.layout.basis, &from, written, 0)
              && (given ? take_metric(&c) : choose_metric(&c, query->words))
              && choose_what_varies(&c);
    if (ok) {
        const char *suite = query->suite ? query->suite : c.layout.basis.items[0]->run->suite;
        chart.name = (bd_scalar){ .text = bd_arena_strdup(view->arena, suite) };
        set_machine_rule(&c);
        ok = bd_chart_build(view, &chart, &from, written, place, out);
        if (ok)
            lay_down(out);
    }
    bd_names_release(&c.layout.metrics);
    bd_basis_release(&c.layout.basis);
    return ok;
}
