/* A chart's numbers by place: what pictures made of characters are drawn from. */
#include "render/text/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINS_MOST = 20, PLACES_MOST = 10000 };

/* The percentiles that people look at; one that rests on the maximum alone is left out. */
static const double well_known[] = { 50, 75, 90, 95, 99, 99.9, 99.99, 99.999 };

const char *bd_axis_text(const bd_chart_axis *axis, double value, bd_arena *arena)
{
    bd_buf out = BD_BUF_INIT;
    bd_decimal d;
    if (!bd_decimal_of(bd_double(value), &d))
        return "";
    bool plain = value == 0 || (fabs(value) < 1e15 && fabs(value) >= 1e-6);
    if (plain)
        bd_decimal_plain(&d, axis->group ? axis->group : ",", axis->point ? axis->point : ".",
                         &out);
    else
        bd_number_text(bd_double(value), &out);
    if (axis->unit && axis->unit[0])
        bd_buf_printf(&out, " %s", axis->unit);
    const char *text = bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

const char *bd_line_text(const bd_chart_line *line, const bd_chart_axis *axis, bd_arena *arena)
{
    const char *value = bd_axis_text(axis, line->value, arena);
    bool named = axis->categories && line->value >= 0 && line->value < (double)axis->category_count;
    if (line->at_place && !axis->numeric && named)
        value = axis->categories[(size_t)line->value];
    if (strstr(line->text, value))
        return line->text;
    return bd_arena_printf(arena, "%s: %s", value, line->text);
}

/* What is computed here has no printed form: four digits, whole numbers all of theirs. */
static const char *computed_text(const bd_chart_axis *axis, double value, bd_arena *arena)
{
    bd_decimal d;
    bd_buf digits = BD_BUF_INIT;
    double place = value != 0 ? floor(log10(fabs(value))) : 0, rounded = value;
    bool fraction = bd_decimal_of(bd_double(value), &d) && d.digit_count > 0 && d.exponent < 0;
    if (fraction && place > -12) {
        bd_decimal_format(&d, (unsigned)fmax(0, 3 - place), "", ".", &digits);
        bd_double_parse(bd_buf_str(&digits), &rounded);
    }
    bd_buf_release(&digits);
    return bd_axis_text(axis, rounded, arena);
}

static const char *with_unit(const char *text, const char *unit, bd_arena *arena)
{
    if (!unit || !unit[0] || bd_str_ends(bd_str_of(text), unit))
        return text;
    return bd_arena_printf(arena, "%s %s", text, unit);
}

static void make_grid(bd_places *p, bd_arena *arena)
{
    size_t cells = p->count * p->series;
    p->values = bd_arena_alloc(arena, (cells + 1) * sizeof *p->values);
    p->texts = bd_arena_alloc(arena, (cells + 1) * sizeof *p->texts);
    for (size_t i = 0; i < cells; i++) {
        p->values[i] = (double)NAN;
        p->texts[i] = "";
    }
}

static void set_cell(bd_places *p, size_t place, size_t series, double value, const char *text)
{
    p->values[place * p->series + series] = value;
    p->texts[place * p->series + series] = text;
}

/* Series that bear one name are one, as they are in the legend. */
static void name_series(const bd_chart_panel *panel, bd_arena *arena, bd_places *p)
{
    p->names = bd_arena_alloc(arena, (panel->series_count + 1) * sizeof *p->names);
    for (size_t s = 0; s < panel->series_count; s++) {
        size_t known = 0;
        while (known < p->series && strcmp(p->names[known], panel->series[s].name) != 0)
            known++;
        if (known == p->series)
            p->names[p->series++] = panel->series[s].name;
    }
}

static size_t series_of(const bd_places *p, const char *name)
{
    size_t s = 0;
    while (s + 1 < p->series && strcmp(p->names[s], name) != 0)
        s++;
    return s;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void find_places(const bd_chart *chart, const bd_chart_panel *panel, bd_arena *arena,
                        bd_places *p)
{
    size_t total = 0;
    for (size_t s = 0; s < panel->series_count; s++)
        total += panel->series[s].mark_count;
    p->at = bd_arena_alloc(arena, (total + 1) * sizeof *p->at);
    for (size_t s = 0; s < panel->series_count; s++)
        for (size_t m = 0; m < panel->series[s].mark_count; m++)
            if (isfinite(panel->series[s].marks[m].x))
                p->at[p->count++] = panel->series[s].marks[m].x;
    qsort(p->at, p->count, sizeof *p->at, by_value);
    size_t kept = 0;
    for (size_t i = 0; i < p->count && kept < PLACES_MOST; i++)
        if (kept == 0 || p->at[i] > p->at[kept - 1])
            p->at[kept++] = p->at[i];
    p->count = kept;
    p->labels = bd_arena_alloc(arena, (kept + 1) * sizeof *p->labels);
    for (size_t i = 0; i < kept; i++)
        p->labels[i] = bd_axis_text(&chart->x, p->at[i], arena);
}

static void take_categories(const bd_chart *chart, bd_arena *arena, bd_places *p)
{
    p->count = chart->x.category_count;
    p->labels = chart->x.categories;
    p->at = bd_arena_alloc(arena, (p->count + 1) * sizeof *p->at);
    for (size_t i = 0; i < p->count; i++)
        p->at[i] = (double)i;
}

static size_t place_of(const bd_places *p, double x)
{
    const double *found = bsearch(&x, p->at, p->count, sizeof *p->at, by_value);
    return found ? (size_t)(found - p->at) : SIZE_MAX;
}

/* What stands for a mark: its value, or the median of its samples. */
static double value_of(const bd_chart *chart, const bd_chart_mark *mark, bd_arena *arena,
                       const char **text)
{
    size_t count = 0;
    *text = "";
    if (isfinite(mark->y)) {
        *text = mark->text ? with_unit(mark->text, chart->y.unit, arena)
                           : bd_axis_text(&chart->y, mark->y, arena);
        return mark->y;
    }
    double *sorted = bd_chart_sorted(mark->samples, mark->sample_count, arena, &count);
    if (count == 0)
        return (double)NAN;
    double median = bd_chart_box_of(sorted, count).median;
    *text = bd_arena_printf(arena, "%s (n %zu)", computed_text(&chart->y, median, arena), count);
    return median;
}

static void by_place(const bd_chart *chart, const bd_chart_panel *panel, bool exact,
                     bd_arena *arena, bd_places *p)
{
    if (chart->x.numeric)
        find_places(chart, panel, arena, p);
    else
        take_categories(chart, arena, p);
    make_grid(p, arena);
    for (size_t i = 0; i < panel->series_count; i++) {
        size_t s = series_of(p, panel->series[i].name);
        for (size_t m = 0; m < panel->series[i].mark_count; m++) {
            const bd_chart_mark *mark = &panel->series[i].marks[m];
            size_t at = place_of(p, mark->x);
            const char *text;
            if (at == SIZE_MAX || isfinite(p->values[at * p->series + s])
                || (exact && !isfinite(mark->y)))
                continue;
            double value = value_of(chart, mark, arena, &text);
            set_cell(p, at, s, value, text);
        }
    }
}

/* All samples of the series that bear a name, sorted. */
static double *samples_of(const bd_chart_panel *panel, const char *name, bd_arena *arena,
                          size_t *count)
{
    size_t total = 0, used = 0;
    for (size_t s = 0; s < panel->series_count; s++)
        for (size_t m = 0; m < panel->series[s].mark_count; m++)
            total += panel->series[s].marks[m].sample_count;
    double *all = bd_arena_alloc(arena, (total + 1) * sizeof *all);
    for (size_t s = 0; s < panel->series_count; s++) {
        const bd_chart_series *series = &panel->series[s];
        for (size_t m = 0; m < series->mark_count && strcmp(series->name, name) == 0; m++) {
            const bd_chart_mark *mark = &series->marks[m];
            if (mark->sample_count > 0)
                memcpy(all + used, mark->samples, mark->sample_count * sizeof *all);
            used += mark->sample_count;
        }
    }
    return bd_chart_sorted(all, used, arena, count);
}

/* The next of 1, 2, 5 times a power of ten. */
static double round_up(double width)
{
    double power = pow(10, floor(log10(width)));
    static const double steps[] = { 1, 2, 5 };
    for (size_t i = 0; i < BD_COUNT(steps); i++)
        if (steps[i] * power >= width * (1 - 1e-9))
            return steps[i] * power;
    return 10 * power;
}

/* Sorted samples of each series. */
typedef struct pools {
    double **sorted;
    size_t *counts, most;
} pools;

static pools pools_of(const bd_chart_panel *panel, const bd_places *p, bd_arena *arena)
{
    pools all = { .sorted = bd_arena_alloc(arena, (p->series + 1) * sizeof(double *)),
                  .counts = bd_arena_alloc(arena, (p->series + 1) * sizeof(size_t)) };
    for (size_t s = 0; s < p->series; s++) {
        all.sorted[s] = samples_of(panel, p->names[s], arena, &all.counts[s]);
        all.most = all.counts[s] > all.most ? all.counts[s] : all.most;
    }
    return all;
}

/* @return the bins' width; `*first` is where they begin */
static double lay_bins(const pools *all, bd_places *p, double *first)
{
    double low = (double)INFINITY, high = -(double)INFINITY, width = (double)INFINITY;
    for (size_t s = 0; s < p->series; s++) {
        if (all->counts[s] == 0)
            continue;
        double own = bd_chart_bin_width(all->sorted[s], all->counts[s]);
        low = fmin(low, all->sorted[s][0]);
        high = fmax(high, all->sorted[s][all->counts[s] - 1]);
        width = own > 0 ? fmin(width, own) : width;
    }
    double range = high - low, least = range > 0 ? range / BINS_MOST : fmax(fabs(low), 1) / 10;
    width = round_up(isfinite(width) ? fmax(width, least) : least);
    *first = floor(low / width) * width;
    p->count = (size_t)fmin(floor((high - *first) / width) + 1, 2 * BINS_MOST);
    return width;
}

static const char *edge_text(const bd_chart_axis *axis, double edge, double width, bd_arena *arena)
{
    bd_decimal d;
    bd_buf out = BD_BUF_INIT;
    double decimals = fmax(0, -floor(log10(width) + 1e-9));
    bd_decimal_of(bd_double(edge), &d);
    bd_decimal_format(&d, (unsigned)decimals, axis->group ? axis->group : ",",
                      axis->point ? axis->point : ".", &out);
    const char *unit = axis->unit ? axis->unit : "";
    const char *text = bd_arena_printf(arena, "\xe2\x89\xa5 %s%s%s", bd_buf_text(&out),
                                       unit[0] ? " " : "", unit);
    bd_buf_release(&out);
    return text;
}

/* How many samples of the series lie in each bin, or which part of them. */
static void count_series(const bd_chart *chart, const pools *all, size_t series, double width,
                         bd_places *p)
{
    size_t count = all->counts[series];
    bool share = bd_str_is(bd_str_of(chart->y.unit), "%");
    for (size_t i = 0; i < p->count && count > 0; i++)
        p->values[i * p->series + series] = 0;
    for (size_t i = 0; i < count; i++) {
        double bin = floor((all->sorted[series][i] - p->at[0]) / width);
        size_t at = (size_t)fmax(0, fmin(bin, (double)p->count - 1));
        p->values[at * p->series + series] += 1;
    }
    for (size_t i = 0; i < p->count && share; i++) {
        double *cell = &p->values[i * p->series + series];
        *cell = round(*cell * 1000 / (double)count) / 10;
    }
}

static void by_bin(const bd_chart *chart, const bd_chart_panel *panel, bd_arena *arena,
                   bd_places *p)
{
    pools all = pools_of(panel, p, arena);
    double first = 0, width = 0;
    if (all.most == 0)
        return;
    width = lay_bins(&all, p, &first);
    p->labels = bd_arena_alloc(arena, (p->count + 1) * sizeof *p->labels);
    p->at = bd_arena_alloc(arena, (p->count + 1) * sizeof *p->at);
    make_grid(p, arena);
    for (size_t i = 0; i < p->count; i++) {
        p->at[i] = first + (double)i * width;
        p->labels[i] = edge_text(&chart->x, p->at[i], width, arena);
    }
    for (size_t s = 0; s < p->series; s++)
        count_series(chart, &all, s, width, p);
    for (size_t i = 0; i < p->count * p->series; i++)
        if (isfinite(p->values[i]))
            p->texts[i] = bd_axis_text(&chart->y, p->values[i], arena);
}

/* Nearest rank: rank = ceil(p n / 100), exactly for these p, which have three decimals. */
static double percentile(const double *sorted, size_t count, double p)
{
    uint64_t thousandths = (uint64_t)llround(p * 1000);
    uint64_t rank = (thousandths * count + 99999) / 100000;
    return sorted[rank > 0 ? rank - 1 : 0];
}

/* Percentiles of samples: a place for each of the well-known ones that so many have. */
static void compute_percentiles(const bd_chart *chart, const pools *all, bd_arena *arena,
                                bd_places *p)
{
    p->at = bd_arena_alloc(arena, sizeof well_known + sizeof *p->at);
    p->labels = bd_arena_alloc(arena, (BD_COUNT(well_known) + 1) * sizeof *p->labels);
    for (size_t i = 0; i < BD_COUNT(well_known); i++)
        if ((double)all->most * (100 - well_known[i]) >= 100 - 1e-6)
            p->at[p->count++] = well_known[i];
    p->at[p->count++] = 100;
    make_grid(p, arena);
    for (size_t i = 0; i < p->count; i++)
        for (size_t s = 0; s < p->series; s++)
            if (all->counts[s] > 0) {
                double value = percentile(all->sorted[s], all->counts[s], p->at[i]);
                set_cell(p, i, s, value, computed_text(&chart->y, value, arena));
            }
}

static void by_percentile(const bd_chart *chart, const bd_chart_panel *panel, bd_arena *arena,
                          bd_places *p)
{
    pools all = pools_of(panel, p, arena);
    bd_chart_axis percents = { .group = chart->x.group, .point = chart->x.point };
    if (all.most == 0) /* what files report */
        by_place(chart, panel, true, arena, p);
    else
        compute_percentiles(chart, &all, arena, p);
    for (size_t i = 0; i < p->count; i++)
        p->labels[i] = p->at[i] >= 100 ? "max"
                                       : bd_arena_printf(arena, "p%s",
                                                         bd_axis_text(&percents, p->at[i], arena));
}

void bd_places_of(const bd_chart *chart, const bd_chart_panel *panel, bool exact, bd_arena *arena,
                  bd_places *out)
{
    *out = (bd_places){ .series = 0 };
    name_series(panel, arena, out);
    if (chart->kind == BD_CHART_DISTRIBUTION)
        by_bin(chart, panel, arena, out);
    else if (chart->kind == BD_CHART_PERCENTILES)
        by_percentile(chart, panel, arena, out);
    else
        by_place(chart, panel, exact, arena, out);
}
