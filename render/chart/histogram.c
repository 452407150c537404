/* Histograms of raw samples. All series of all panels share their bins, so that heights
 * can be compared; the bins are as wide as the finest series asks for. */
#include "render/chart/internal.h"

#include <math.h>

enum { BINS_AT_MOST = 80 };

typedef struct pool { /* one series' values, on the axis: logarithms when it is log */
    double *sorted;
    size_t count;
} pool;

static size_t series_total(const bd_chart *chart)
{
    size_t total = 0;
    for (size_t p = 0; p < chart->panel_count; p++)
        total += chart->panels[p].series_count;
    return total;
}

static pool pool_of(bd_layout *l, const bd_chart_series *series)
{
    size_t total = 0, used = 0;
    for (size_t m = 0; m < series->mark_count; m++)
        total += series->marks[m].sample_count;
    double *all = bd_arena_alloc(l->arena, (total + 1) * sizeof *all);
    for (size_t m = 0; m < series->mark_count; m++)
        for (size_t i = 0; i < series->marks[m].sample_count; i++) {
            double value = series->marks[m].samples[i];
            if (bd_drawable(value, l->chart->x.log))
                all[used++] = l->chart->x.log ? log10(value) : value;
            else if (isfinite(value))
                l->off_log++;
        }
    pool out;
    out.sorted = bd_chart_sorted(all, used, l->arena, &out.count);
    return out;
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* Where the bins begin and how wide they are; a width of 0 = there is nothing. */
static bd_bins frame_of(const pool *pools, size_t count)
{
    double low = INFINITY, high = -INFINITY, width = INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (pools[i].count == 0)
            continue;
        low = fmin(low, pools[i].sorted[0]);
        high = fmax(high, pools[i].sorted[pools[i].count - 1]);
        double own = bd_chart_bin_width(pools[i].sorted, pools[i].count);
        if (own > 0)
            width = fmin(width, own);
    }
    if (!(low <= high))
        return (bd_bins){ 0 };
    double size = fmax(fabs(low), fabs(high));
    if (!(high - low > size * 1e-9)) {
        double room = size > 1e-280 ? size * 0.05 : 1;
        return (bd_bins){ .count = 1, .first = low - room, .width = 2 * room };
    }
    size_t bins = (size_t)clamp(ceil((high - low) / width), 1, BINS_AT_MOST);
    return (bd_bins){ .count = bins, .first = low, .width = (high - low) / (double)bins };
}

static void fill(bd_layout *l, bd_bins *h, const pool *values)
{
    h->heights = bd_arena_alloc(l->arena, (h->count + 1) * sizeof *h->heights);
    if (h->count == 0 || values->count == 0)
        return;
    const char *unit = l->chart->y.unit;
    bool share = unit && unit[0] == '%' && unit[1] == '\0';
    double each = share ? 100.0 / (double)values->count : 1;
    for (size_t i = 0; i < values->count; i++) {
        double bin = clamp((values->sorted[i] - h->first) / h->width, 0, (double)h->count - 1);
        h->heights[(size_t)bin] += each;
    }
}

double bd_bins_edge(const bd_bins *h, size_t index)
{
    double at = h->first + (double)index * h->width;
    return h->log ? pow(10, at) : at;
}

void bd_bins_build(bd_layout *l)
{
    const bd_chart *chart = l->chart;
    size_t total = series_total(chart), index = 0;
    pool *pools = bd_arena_alloc(l->arena, (total + 1) * sizeof *pools);
    for (size_t p = 0; p < chart->panel_count; p++)
        for (size_t s = 0; s < chart->panels[p].series_count; s++)
            pools[index++] = pool_of(l, &chart->panels[p].series[s]);
    bd_bins frame = frame_of(pools, total);
    frame.log = chart->x.log;
    l->histograms = bd_arena_alloc(l->arena, (total + 1) * sizeof *l->histograms);
    for (size_t i = 0; i < total; i++) {
        l->histograms[i] = frame;
        fill(l, &l->histograms[i], &pools[i]);
    }
}
