/* Ink: a scene onto a cairo image. The only file that draws pixels. */
#include "render/chart/ink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct canvas {
    cairo_t *cr;
    bd_text_engine *engine;
    bool dark;
} canvas;

static void set_ink(const canvas *c, const bd_shape *shape)
{
    bd_colour colour = bd_theme_colour(shape->ink, c->dark);
    cairo_set_source_rgba(c->cr, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0,
                          shape->alpha);
}

static void set_dash(const canvas *c, unsigned dash)
{
    const double *lengths = bd_theme_dash(dash);
    int count = 0;
    while (lengths[count] > 0)
        count++;
    cairo_set_dash(c->cr, lengths, count, 0);
}

static void trace(const canvas *c, const bd_shape *shape)
{
    for (size_t i = 0; i < shape->point_count; i++)
        cairo_line_to(c->cr, shape->points[i].x, shape->points[i].y);
}

static void draw_discs(const canvas *c, const bd_shape *shape)
{
    for (size_t i = 0; i < shape->point_count; i++) {
        cairo_new_sub_path(c->cr);
        cairo_arc(c->cr, shape->points[i].x, shape->points[i].y, shape->width / 2, 0,
                  2 * 3.14159265358979323846);
        cairo_fill(c->cr);
    }
}

static void draw_text(const canvas *c, const bd_shape *shape)
{
    double shift = 0;
    if (shape->type.anchor == BD_ANCHOR_MIDDLE)
        shift = shape->width / 2;
    else if (shape->type.anchor == BD_ANCHOR_END)
        shift = shape->width;
    bd_set_text set = bd_text_engine_text(c->engine, shape->text, shape->type.size,
                                          shape->type.bold);
    cairo_save(c->cr);
    cairo_translate(c->cr, shape->points[0].x, shape->points[0].y);
    cairo_rotate(c->cr, -shape->type.angle * 3.14159265358979323846 / 180);
    cairo_move_to(c->cr, -shift, 0);
    pango_cairo_show_layout_line(c->cr, set.line);
    cairo_restore(c->cr);
}

static void draw_shape(const canvas *c, const bd_shape *shape)
{
    set_ink(c, shape);
    cairo_new_path(c->cr);
    switch (shape->kind) {
    case BD_SHAPE_RECT:
        cairo_rectangle(c->cr, shape->points[0].x, shape->points[0].y, shape->points[1].x,
                        shape->points[1].y);
        cairo_fill(c->cr);
        break;
    case BD_SHAPE_STROKE:
        set_dash(c, shape->dash);
        cairo_set_line_width(c->cr, shape->width);
        trace(c, shape);
        cairo_stroke(c->cr);
        break;
    case BD_SHAPE_FILL:
        trace(c, shape);
        cairo_close_path(c->cr);
        cairo_fill(c->cr);
        break;
    case BD_SHAPE_DISC:
        draw_discs(c, shape);
        break;
    case BD_SHAPE_TEXT:
        draw_text(c, shape);
        break;
    }
}

bool bd_scene_draw(const bd_scene *scene, bd_text_engine *engine, const bd_chart_stamp *stamp,
                   bd_image *out, bd_error *err)
{
    double scale = stamp->scale;
    out->width = (unsigned)ceil(scene->width * scale);
    out->height = (unsigned)ceil(scene->height * scale);
    /* rows of four bytes a pixel are what cairo wants: it paints into our memory */
    out->pixels = bd_alloc((size_t)out->width * out->height * sizeof *out->pixels);
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *)out->pixels, CAIRO_FORMAT_RGB24, (int)out->width, (int)out->height,
        (int)(out->width * sizeof *out->pixels));
    canvas c = { .cr = cairo_create(surface), .engine = engine, .dark = stamp->dark };
    cairo_scale(c.cr, scale, scale);
    cairo_set_line_join(c.cr, CAIRO_LINE_JOIN_ROUND);
    bd_shape paper = { .ink = BD_INK_PAPER, .alpha = 1 };
    set_ink(&c, &paper);
    cairo_paint(c.cr);
    for (size_t i = 0; i < scene->count; i++)
        draw_shape(&c, &scene->shapes[i]);
    cairo_status_t status = cairo_status(c.cr);
    bool ok = status == CAIRO_STATUS_SUCCESS;
    cairo_surface_flush(surface);
    if (!ok)
        bd_fail(err, BD_ERR_BUG, "cairo: %s", cairo_status_to_string(status));
    cairo_destroy(c.cr);
    cairo_surface_destroy(surface);
    return ok;
}
