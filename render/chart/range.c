/* What the axes have to hold: the ends of all values of all panels, because panels share
 * their axes; zero where the length of a bar or fairness asks for it. */
#include "render/chart/internal.h"

#include <math.h>
#include <string.h>

typedef struct ends {
    double low, high;
    bool log;
    size_t off_log;
} ends;

static void include(ends *e, double value)
{
    if (e->log && isfinite(value) && !bd_drawable(value, true))
        e->off_log++;
    if (!bd_drawable(value, e->log))
        return;
    e->low = value < e->low ? value : e->low;
    e->high = value > e->high ? value : e->high;
}

static bool is_bars(bd_chart_kind kind)
{
    return kind == BD_CHART_BARS || kind == BD_CHART_STACKED_BARS;
}

static void include_mark(const bd_chart *chart, const bd_chart_mark *mark, ends *value, ends *place)
{
    bool raw = mark->sample_count > 0
               && (chart->kind == BD_CHART_SCATTER || chart->kind == BD_CHART_BOXES
                   || chart->kind == BD_CHART_PERCENTILES);
    for (size_t i = 0; raw && i < mark->sample_count; i++)
        include(value, mark->samples[i]);
    if (!raw && chart->kind != BD_CHART_BOXES)
        include(value, mark->y);
    if (chart->kind == BD_CHART_LINES || chart->kind == BD_CHART_BARS) {
        size_t before = value->off_log; /* the end of an error bar is no value */
        include(value, mark->low);
        include(value, mark->high);
        value->off_log = before;
    }
    if (chart->kind == BD_CHART_PERCENTILES)
        include(place, raw ? log10((double)mark->sample_count) : bd_tail_position(mark->x));
    else if (chart->x.numeric)
        include(place, mark->x);
}

double bd_tail_position(double percent)
{
    if (!(percent < 100))
        return 6;
    return percent > 0 ? -log10(1 - percent / 100) : 0;
}

/* Bars upon each other reach as far as their sum. */
static void include_stacks(const bd_chart_panel *panel, size_t categories, ends *value)
{
    for (size_t c = 0; c < categories; c++) {
        double up = 0, down = 0;
        for (size_t s = 0; s < panel->series_count; s++)
            for (size_t m = 0; m < panel->series[s].mark_count; m++) {
                const bd_chart_mark *mark = &panel->series[s].marks[m];
                if (mark->x != (double)c || !bd_drawable(mark->y, false))
                    continue;
                *(mark->y < 0 ? &down : &up) += mark->y;
            }
        include(value, up);
        include(value, down);
    }
}

static void include_panels(bd_layout *l, ends *value, ends *place)
{
    const bd_chart *chart = l->chart;
    for (size_t p = 0; p < chart->panel_count; p++) {
        const bd_chart_panel *panel = &chart->panels[p];
        if (chart->kind == BD_CHART_STACKED_BARS) {
            include_stacks(panel, chart->x.category_count, value);
            continue;
        }
        for (size_t s = 0; s < panel->series_count; s++)
            for (size_t m = 0; m < panel->series[s].mark_count; m++)
                include_mark(chart, &panel->series[s].marks[m], value, place);
    }
}

static void include_histograms(const bd_layout *l, ends *value, ends *place)
{
    size_t index = 0;
    for (size_t p = 0; p < l->chart->panel_count; p++)
        for (size_t s = 0; s < l->chart->panels[p].series_count; s++, index++) {
            const bd_bins *h = &l->histograms[index];
            for (size_t b = 0; b < h->count; b++)
                include(value, h->heights[b]);
            if (h->count > 0) {
                include(place, bd_bins_edge(h, 0));
                include(place, bd_bins_edge(h, h->count));
            }
        }
}

/* A range of doubles that lie so close that no tick could tell them apart is widened. */
static void widen(ends *e)
{
    double size = fmax(fabs(e->low), fabs(e->high));
    if (e->high - e->low > size * 1e-6)
        return;
    double room = size > 1e-280 ? size * 5e-7 : 0.5;
    e->low -= room;
    e->high += room;
}

/* Are the values such that an axis from zero wastes little? */
static bool from_zero(const bd_layout *l, const ends *e)
{
    bd_chart_kind kind = l->chart->kind;
    if (is_bars(kind) || kind == BD_CHART_DISTRIBUTION || l->chart->y.from_zero)
        return true;
    return e->low >= 0 ? e->low <= 0.6 * e->high || e->low == e->high : false;
}

static bd_scale value_scale(const bd_layout *l, ends e)
{
    bd_scale scale = { .log = e.log };
    bool bars = is_bars(l->chart->kind);
    if (!(e.low <= e.high)) {
        e.low = e.log ? 1 : 0;
        e.high = e.log ? 10 : 1;
    } else if (e.log) {
        if (bars) /* a bar begins at a power of ten that is well below the smallest */
            e.low = pow(10, floor(log10(e.low / 1.5)));
        e.high *= bars ? 1.15 : 1.02;
    } else {
        if (from_zero(l, &e)) {
            e.low = e.low > 0 ? 0 : e.low;
            e.high = e.high < 0 ? 0 : e.high;
        }
        if (e.low == 0 && e.high == 0)
            e.high = 1;
        widen(&e);
        double room = (e.high - e.low) * 0.04;
        e.high += e.high > 0 ? room : 0;
        e.low -= e.low != 0 ? room : 0;
        if (l->chart->kind == BD_CHART_DISTRIBUTION && l->chart->y.unit
            && strcmp(l->chart->y.unit, "%") == 0)
            e.high = fmin(e.high, 100); /* all samples are the whole */
    }
    scale.low = e.low;
    scale.high = e.high;
    return scale;
}

static bd_scale place_scale(const bd_layout *l, ends e)
{
    bd_scale scale = { .log = e.log };
    if (!(e.low <= e.high)) {
        e.low = e.log ? 1 : 0;
        e.high = e.log ? 10 : 1;
    }
    if (l->chart->kind == BD_CHART_PERCENTILES) {
        e.low = 0;
        e.high = fmax(e.high, 1);
    } else if (e.log) {
        double room = fmax(pow(e.high / e.low, 0.03), e.high == e.low ? 1.5 : 1.01);
        e.low /= room;
        e.high *= room;
    } else if (l->chart->kind == BD_CHART_DISTRIBUTION) {
        widen(&e);
    } else {
        double room = e.high > e.low ? (e.high - e.low) * 0.03 : fmax(fabs(e.low) * 0.5, 1e-280);
        e.low -= room;
        e.high += room;
        if (!(e.high - e.low > 1e-250))
            e.high = (e.low = -1) + 2;
        widen(&e);
    }
    scale.low = e.low;
    scale.high = e.high;
    return scale;
}

void bd_layout_ranges(bd_layout *l)
{
    const bd_chart *chart = l->chart;
    bool spread = chart->kind == BD_CHART_DISTRIBUTION;
    ends value = { INFINITY, -INFINITY, chart->y.log && !spread, 0 };
    ends place = { INFINITY, -INFINITY, chart->x.log && chart->kind != BD_CHART_PERCENTILES, 0 };
    if (chart->kind == BD_CHART_STACKED_BARS)
        value.log = false; /* sums of logarithms mean nothing */
    if (spread)
        include_histograms(l, &value, &place);
    else
        include_panels(l, &value, &place);
    size_t off_log = value.off_log + place.off_log;
    for (size_t i = 0; i < chart->line_count; i++)
        if (!chart->lines[i].at_place)
            include(spread ? &place : &value, chart->lines[i].value);
        else if (chart->x.numeric && chart->kind != BD_CHART_PERCENTILES)
            include(&place, chart->lines[i].value);
    l->off_log += off_log;
    l->peak = value.low <= value.high ? value.high : NAN;
    l->value = value_scale(l, value);
    l->place = place_scale(l, place);
    l->categories = !chart->x.numeric && !spread && chart->kind != BD_CHART_PERCENTILES;
}
