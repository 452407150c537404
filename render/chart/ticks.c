/* Where the ticks of an axis are: steps of 1, 2 and 5 times a power of ten, or the decades
 * of a logarithm. A tick is an integer times a power of ten, so that its label is exact. */
#include "render/chart/internal.h"

#include <math.h>

bool bd_drawable(double value, bool log)
{
    return isfinite(value) && fabs(value) < 1e290 && (!log || value > 1e-290);
}

double bd_scale_px(const bd_scale *scale, double value)
{
    double t = scale->log
                   ? (log10(value) - log10(scale->low)) / (log10(scale->high) - log10(scale->low))
                   : (value - scale->low) / (scale->high - scale->low);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return scale->from + t * (scale->to - scale->from);
}

bd_step bd_step_for(double span, int most)
{
    static const int mantissas[] = { 1, 2, 5, 10 };
    double raw = span / most;
    int exponent = (int)floor(log10(raw));
    double decade = pow(10, exponent);
    size_t i = 0;
    while (i < 3 && mantissas[i] * decade < raw * (1 - 1e-9))
        i++;
    if (i == 3)
        return (bd_step){ 1, exponent + 1, decade * 10 };
    return (bd_step){ mantissas[i], exponent, mantissas[i] * decade };
}

/* The largest of 1, 2, 5 times a decade that is not above `value`, or the smallest not
 * below it. */
static double decade_step(double value, bool up)
{
    static const double mantissas[] = { 1, 2, 5, 10 };
    double decade = pow(10, floor(log10(value) + 1e-9));
    double best = mantissas[up ? 3 : 0] * decade;
    for (size_t i = 0; i < BD_COUNT(mantissas); i++) {
        double candidate = mantissas[i] * decade;
        if (up && candidate >= value * (1 - 1e-9) && candidate < best)
            best = candidate;
        if (!up && candidate <= value * (1 + 1e-9) && candidate > best)
            best = candidate;
    }
    return best;
}

void bd_scale_round(bd_scale *scale, int most)
{
    if (scale->log) {
        scale->low = decade_step(scale->low, false);
        scale->high = decade_step(scale->high, true);
        if (!(scale->high > scale->low))
            scale->high = decade_step(scale->high * 1.5, true);
        return;
    }
    bd_step step = bd_step_for(scale->high - scale->low, most);
    scale->low = floor(scale->low / step.size + 1e-9) * step.size;
    scale->high = ceil(scale->high / step.size - 1e-9) * step.size;
}

void bd_tick_add(bd_ticks *ticks, double value, const char *label, const bd_scene *scene)
{
    if (ticks->count == BD_TICK_LIMIT)
        return;
    ticks->items[ticks->count++] = (bd_tick){ .value = value, .label = label };
    if (!label)
        return;
    double width = bd_scene_text_width(scene, label, (bd_type){ .size = BD_SIZE_LABEL });
    ticks->widest = width > ticks->widest ? width : ticks->widest;
}

void bd_ticks_linear(const bd_scale *scale, int most, const bd_chart_axis *axis, bd_scene *scene,
                     bd_ticks *out)
{
    bd_step step = bd_step_for(scale->high - scale->low, most);
    double largest = fmax(fabs(scale->low), fabs(scale->high));
    int64_t first = (int64_t)ceil(scale->low / step.size - 1e-6);
    int64_t last = (int64_t)floor(scale->high / step.size + 1e-6);
    out->count = 0;
    out->widest = 0;
    for (int64_t k = first; k <= last && out->count < BD_TICK_LIMIT; k++) {
        const char *label = bd_tick_label(scene, axis, k * step.mantissa, step.exponent, largest);
        bd_tick_add(out, (double)k * step.size, label, scene);
    }
}

static void log_tick(const bd_scale *scale, double value, const char *label, bd_scene *scene,
                     bd_ticks *out)
{
    if (value >= scale->low * (1 - 1e-9) && value <= scale->high * (1 + 1e-9))
        bd_tick_add(out, value, label, scene);
}

void bd_ticks_log(const bd_scale *scale, double pitch, const bd_chart_axis *axis, bd_scene *scene,
                  bd_ticks *out)
{
    enum { DECADE_LEAST = 6, MINOR_LEAST = 48 }; /* px of a decade: closer lines are a veil */
    double low = log10(scale->low), high = log10(scale->high);
    double per_decade = fabs(scale->to - scale->from) / (high - low);
    int first = (int)floor(low + 1e-9), last = (int)ceil(high - 1e-9);
    /* 2 and 5 stand 0.3 decades apart at least */
    bool between = per_decade * 0.3 >= pitch;
    int every = (int)ceil(pitch / per_decade);
    every = every < 1 ? 1 : every;
    bool powers = low < -4 || high > 18;
    out->count = 0;
    out->widest = 0;
    for (int decade = first; decade <= last; decade++)
        for (int m = 1; m < 10; m++) {
            double value = m * pow(10, decade);
            const char *label = NULL;
            if ((m == 1 && decade % every == 0) || (between && (m == 2 || m == 5)))
                label = powers && m == 1 ? bd_tick_label(scene, axis, 1, decade, 0)
                                         : bd_log_label(scene, axis, m, decade);
            if (label || per_decade >= (m == 1 ? DECADE_LEAST : MINOR_LEAST))
                log_tick(scale, value, label, scene, out);
        }
}
