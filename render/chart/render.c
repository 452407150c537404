/* A chart to bytes: geometry, ink, and the stamp that says what the file shows. */
#include "render/chart/internal.h"

#include <stdlib.h>

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

bd_digest bd_chart_digest(const bd_chart *chart, const bd_chart_options *options,
                          bd_chart_format format)
{
    bd_chart_options o = settled(options);
    bd_buf shown = BD_BUF_INIT, how = BD_BUF_INIT;
    bd_chart_canonical(chart, &shown);
    bd_buf_puts(&how, format == BD_CHART_PNG ? "png" : "svg");
    bd_buf_puts(&how, o.dark ? " dark " : " light ");
    bd_number_text(bd_double(o.width_px), &how);
    bd_buf_putc(&how, ' ');
    bd_number_text(bd_double(o.height_px > 0 ? o.height_px : 0), &how);
    if (format == BD_CHART_PNG) /* text and lines have no pixels */
        bd_buf_printf(&how, " %u", o.scale);
    const bd_str parts[] = { bd_buf_str(&shown), bd_buf_str(&how) };
    bd_digest digest = bd_sha256_parts(parts, BD_COUNT(parts));
    bd_buf_release(&how);
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
    return true;
}

static bool to_png(const bd_scene *scene, bd_text_engine *engine, const bd_chart_stamp *stamp,
                   bd_buf *out, bd_error *err)
{
    bd_image image = { 0 };
    bool ok = scene->height <= HEIGHT_MOST
                  ? bd_scene_draw(scene, engine, stamp, &image, err)
                        && bd_png_write(&image, stamp, out, err)
                  : bd_fail(err, BD_ERR_INPUT, "the chart would be %.0f pixels high, at most %d",
                            scene->height, HEIGHT_MOST);
    free(image.pixels);
    return ok;
}

bool bd_chart_render(const bd_chart *chart, const bd_chart_options *options, bd_chart_format format,
                     bd_buf *out, bd_diagnostics *found, bd_error *err)
{
    bd_chart_options o = settled(options);
    if (!drawable(chart, &o, err))
        return false;
    bd_arena arena = BD_ARENA_INIT;
    bd_text_engine *engine = bd_text_engine_new(chart->language);
    bd_text_engine_set(engine, chart->language, format == BD_CHART_PNG ? o.scale : 1);
    bd_font font = bd_text_engine_font(engine);
    bd_scene scene = { .arena = &arena, .font = &font };
    bd_chart_layout(chart, o.width_px, o.height_px, &scene);
    bd_chart_stamp stamp = {
        .digest = bd_chart_digest(chart, &o, format),
        .title = chart->title ? chart->title : "",
        .alt = chart->alt ? chart->alt : "",
        .language = chart->language && *chart->language ? chart->language : "en",
        .scale = o.scale,
        .dark = o.dark,
    };
    bool ok = true;
    if (format == BD_CHART_SVG)
        bd_svg_write(&scene, &stamp, out);
    else
        ok = to_png(&scene, engine, &stamp, out, err);
    if (ok && found && format == BD_CHART_PNG) /* who looks at an SVG has other fonts */
        bd_text_engine_report(engine, found);
    bd_scene_release(&scene);
    bd_text_engine_free(engine);
    bd_arena_release(&arena);
    return ok;
}
