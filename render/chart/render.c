/* A chart to bytes: geometry, ink, and the stamp that says what the file shows. */
#include "render/chart/image.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = BD_CHART_WIDTH_PX,
    WIDTH_LEAST = 240,
    WIDTH_MOST = 4000,
    HEIGHT_MOST = 12000,
    PANELS_MOST = 100,
    SERIES_MOST = 100,
    MARKS_MOST = 1000000,
    SAMPLES_MOST = 10000000,
};

static bd_chart_options settled(const bd_chart_options *options)
{
    bd_chart_options out = options ? *options : (bd_chart_options){ 0 };
    out.width_px = out.width_px > 0 ? out.width_px : WIDTH;
    out.scale = out.scale == 1 ? 1 : 2;
    return out;
}

static bd_digest digest_of(bd_str shown, const bd_chart_options *o, bd_chart_format format)
{
    bd_buf how = BD_BUF_INIT;
    bd_buf_puts(&how, format == BD_CHART_PNG ? "png" : "svg");
    bd_buf_puts(&how, o->dark ? " dark " : " light ");
    bd_number_text(bd_double(o->width_px), &how);
    bd_buf_putc(&how, ' ');
    bd_number_text(bd_double(o->height_px > 0 ? o->height_px : 0), &how);
    if (format == BD_CHART_PNG) /* text and lines have no pixels */
        bd_buf_printf(&how, " %u", o->scale);
    const bd_str parts[] = { shown, bd_buf_str(&how) };
    bd_digest digest = bd_sha256_parts(parts, BD_COUNT(parts));
    bd_buf_release(&how);
    return digest;
}

bd_digest bd_chart_digest(const bd_chart *chart, const bd_chart_options *options,
                          bd_chart_format format)
{
    bd_chart_options o = settled(options);
    bd_buf shown = BD_BUF_INIT;
    bd_chart_canonical(chart, &shown);
    bd_digest digest = digest_of(bd_buf_str(&shown), &o, format);
    bd_buf_release(&shown);
    return digest;
}

static bool too_many(bd_error *err, size_t count, size_t most, const char *what)
{
    if (count <= most)
        return false;
    bd_fail(err, BD_ERR_INPUT, "a chart of %zu %s cannot be drawn, at most %zu", count, what, most);
    bd_hint(err, "show less with a condition, or split the chart");
    return true;
}

static double size_of(double value)
{
    return isfinite(value) ? fabs(value) : 0;
}

static double largest_of(const bd_chart_mark *mark, bool places)
{
    double largest = fmax(size_of(mark->y), fmax(size_of(mark->low), size_of(mark->high)));
    for (size_t i = 0; i < mark->sample_count; i++)
        largest = fmax(largest, size_of(mark->samples[i]));
    return places ? fmax(largest, size_of(mark->x)) : largest;
}

/* Differences of numbers at the ends of what a double holds are no numbers any more. */
static bool in_range(const bd_chart *chart, bd_error *err)
{
    double largest = 0;
    for (size_t p = 0; p < chart->panel_count; p++)
        for (size_t s = 0; s < chart->panels[p].series_count; s++) {
            const bd_chart_series *series = &chart->panels[p].series[s];
            for (size_t m = 0; m < series->mark_count; m++)
                largest = fmax(largest, largest_of(&series->marks[m], chart->x.numeric));
        }
    if (largest == 0 || (largest >= 1e-290 && largest < 1e290))
        return true;
    bd_hint(err, "leave it out with a condition; is its unit right?");
    return bd_fail(err, BD_ERR_INPUT, "numbers as %s as %g cannot be drawn",
                   largest < 1 ? "small" : "large", largest);
}

static bool drawable(const bd_chart *chart, const bd_chart_options *options, bd_error *err)
{
    size_t marks = 0, samples = 0, series = chart->legend_count;
    for (size_t p = 0; p < chart->panel_count && p <= PANELS_MOST; p++) {
        const bd_chart_panel *panel = &chart->panels[p];
        series = panel->series_count > series ? panel->series_count : series;
        for (size_t s = 0; s < panel->series_count; s++) {
            marks += panel->series[s].mark_count;
            for (size_t m = 0; m < panel->series[s].mark_count; m++)
                samples += panel->series[s].marks[m].sample_count;
        }
    }
    if (too_many(err, chart->panel_count, PANELS_MOST, "panels")
        || too_many(err, series, SERIES_MOST, "series")
        || too_many(err, marks, MARKS_MOST, "values")
        || too_many(err, samples, SAMPLES_MOST, "samples"))
        return false;
    if (!(options->width_px >= WIDTH_LEAST && options->width_px <= WIDTH_MOST)
        || !(options->height_px <= HEIGHT_MOST)) {
        bd_fail(err, BD_ERR_INPUT, "a chart is %d to %d pixels wide and at most %d high",
                WIDTH_LEAST, WIDTH_MOST, HEIGHT_MOST);
        return bd_hint(err, "leave width and height out for %d pixels and what is needed", WIDTH);
    }
    return in_range(chart, err);
}

struct bd_chart_studio {
    bd_text_engine *engine; /* NULL until it is needed */
    bd_easel easel;
    bd_buf shown, next; /* what the scene is of, as text */
    bd_chart_options options;
    bd_arena arena; /* of the scene */
    bd_font font;
    bd_scene scene;
};

bd_chart_studio *bd_chart_studio_new(void)
{
    return bd_alloc(sizeof(bd_chart_studio));
}

void bd_chart_studio_free(bd_chart_studio *studio)
{
    if (!studio)
        return;
    bd_scene_release(&studio->scene);
    bd_arena_release(&studio->arena);
    bd_text_engine_free(studio->engine);
    bd_easel_release(&studio->easel);
    bd_buf_release(&studio->shown);
    bd_buf_release(&studio->next);
    free(studio);
}

/* Is the scene that is there the one of this chart? Texts are measured alike at each scale. */
static bool is_set(const bd_chart_studio *studio, const bd_chart_options *o)
{
    const bd_buf *a = &studio->shown, *b = &studio->next;
    return studio->scene.count > 0 && a->len == b->len && memcmp(a->data, b->data, a->len) == 0
           && studio->options.width_px == o->width_px && studio->options.height_px == o->height_px
           && studio->options.scale == o->scale;
}

static bool set_scene(bd_chart_studio *studio, const bd_chart *chart, const bd_chart_options *o,
                      bd_error *err)
{
    bd_buf_clear(&studio->next);
    bd_chart_canonical(chart, &studio->next);
    if (is_set(studio, o))
        return true;
    if (!studio->engine)
        studio->engine = bd_text_engine_new(chart->language, err);
    if (!studio->engine)
        return false;
    bd_text_engine_set(studio->engine, chart->language, o->scale);
    bd_buf swapped = studio->shown;
    studio->shown = studio->next;
    studio->next = swapped;
    studio->options = *o;
    bd_scene_release(&studio->scene);
    bd_arena_release(&studio->arena);
    studio->font = bd_text_engine_font(studio->engine);
    studio->scene = (bd_scene){ .arena = &studio->arena, .font = &studio->font };
    bd_chart_layout(chart, o->width_px, o->height_px, &studio->scene);
    return true;
}

static bool to_png(bd_chart_studio *studio, const bd_chart_stamp *stamp, bd_buf *out, bd_error *err)
{
    double height = studio->scene.height;
    if (height > HEIGHT_MOST)
        return bd_fail(err, BD_ERR_INPUT, "the chart would be %.0f pixels high, at most %d", height,
                       HEIGHT_MOST);
    if (!bd_scene_draw(&studio->scene, studio->engine, stamp, &studio->easel, err))
        return false;
    bd_raster_make(&studio->easel);
    return bd_png_write(&studio->easel, stamp, out, err);
}

bool bd_chart_studio_draw(bd_chart_studio *studio, const bd_chart_picture *picture, bd_buf *out,
                          bd_diagnostics *found, bd_error *err)
{
    const bd_chart *chart = picture->chart;
    bd_chart_options o = settled(picture->options);
    if (!drawable(chart, &o, err) || !set_scene(studio, chart, &o, err))
        return false;
    bd_chart_stamp stamp = {
        .digest = digest_of(bd_buf_str(&studio->shown), &o, picture->format),
        .title = chart->title ? chart->title : "",
        .alt = chart->alt ? chart->alt : "",
        .language = chart->language && *chart->language ? chart->language : "en",
        .scale = o.scale,
        .dark = o.dark,
    };
    stamp.boxes = picture->format == BD_CHART_PNG && bd_text_engine_lacks(studio->engine);
    if (picture->format == BD_CHART_SVG) { /* who looks at it has other fonts */
        bd_svg_write(&studio->scene, &stamp, out);
        return true;
    }
    if (!to_png(studio, &stamp, out, err))
        return false;
    if (found)
        bd_text_engine_report(studio->engine, found);
    return true;
}

bool bd_chart_render(const bd_chart *chart, const bd_chart_options *options, bd_chart_format format,
                     bd_buf *out, bd_diagnostics *found, bd_error *err)
{
    bd_chart_studio *studio = bd_chart_studio_new();
    bd_chart_picture picture = { chart, options, format };
    bool ok = bd_chart_studio_draw(studio, &picture, out, found, err);
    bd_chart_studio_free(studio);
    return ok;
}
