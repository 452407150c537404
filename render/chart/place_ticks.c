/* Ticks of a numeric x axis: the places that were measured, when they are few; else round
 * numbers; for percentiles the nines. */
#include "render/chart/internal.h"

#include <math.h>

enum { FEW = 12 };

/* @return how many different places there are; more than FEW when too many */
static size_t measured_places(const bd_layout *l, double places[FEW + 1])
{
    size_t count = 0;
    for (size_t p = 0; p < l->chart->panel_count; p++)
        for (size_t s = 0; s < l->chart->panels[p].series_count; s++) {
            const bd_chart_series *series = &l->chart->panels[p].series[s];
            for (size_t m = 0; m < series->mark_count && count <= FEW; m++) {
                double x = series->marks[m].x;
                size_t at = 0;
                while (at < count && places[at] < x)
                    at++;
                if (!bd_drawable(x, l->place.log) || (at < count && places[at] == x))
                    continue;
                for (size_t k = count; k > at; k--)
                    places[k] = places[k - 1];
                places[at] = x;
                count++;
            }
        }
    return count;
}

static bool use_measured(bd_layout *l)
{
    double places[FEW + 2];
    size_t count = measured_places(l, places);
    bd_ticks *ticks = l->place_ticks;
    ticks->count = 0;
    ticks->widest = 0;
    if (count == 0 || count > FEW)
        return false;
    double right = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        const char *label = bd_number_label(l->scene, &l->chart->x, places[i]);
        double half = bd_scene_text_width(l->scene, label, (bd_type){ .size = BD_SIZE_LABEL }) / 2;
        double x = bd_scale_px(&l->place, places[i]);
        if (x - half < right + 8)
            return false;
        right = x + half;
        bd_tick_add(ticks, places[i], label, l->scene);
    }
    return true;
}

static void nines(bd_layout *l)
{
    static const struct {
        double percent;
        int64_t units;
        int exponent;
    } stops[] = {
        { 0, 0, 0 },
        { 50, 50, 0 },
        { 90, 90, 0 },
        { 95, 95, 0 },
        { 99, 99, 0 },
        { 99.5, 995, -1 },
        { 99.9, 999, -1 },
        { 99.99, 9999, -2 },
        { 99.999, 99999, -3 },
        { 99.9999, 999999, -4 },
        { 99.99999, 9999999, -5 },
    };
    l->place_ticks->count = 0;
    l->place_ticks->widest = 0;
    for (size_t i = 0; i < BD_COUNT(stops); i++) {
        double at = bd_tail_position(stops[i].percent);
        const char *number = bd_tick_label(l->scene, &l->chart->x, stops[i].units,
                                           stops[i].exponent, 1);
        if (at <= l->place.high * 1.001)
            bd_tick_add(l->place_ticks, at, bd_arena_printf(l->arena, "%s%%", number), l->scene);
    }
}

void bd_place_ticks(bd_layout *l)
{
    l->place.from = 0;
    l->place.to = l->plot_width;
    if (l->chart->kind == BD_CHART_PERCENTILES) {
        nines(l);
        return;
    }
    if (l->chart->kind != BD_CHART_DISTRIBUTION && use_measured(l))
        return;
    if (l->place.log)
        bd_ticks_log(&l->place, 64, &l->chart->x, l->scene, l->place_ticks);
    else
        bd_ticks_linear(&l->place, (int)fmin(10, fmax(2, l->plot_width / 85)), &l->chart->x,
                        l->scene, l->place_ticks);
}
