/* Ink: a scene onto a cairo image. The only file that draws pixels. */
#include "render/chart/ink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct canvas {
    const bd_ink_library *ink;
    cairo_t *cr;
    cairo_surface_t *surface;
    const bd_image *image;
    double scale;
    bd_text_engine *engine;
    bool dark;
} canvas;

static void set_ink(const canvas *c, const bd_shape *shape)
{
    bd_colour colour = bd_theme_colour(shape->ink, c->dark);
    c->ink->cairo_set_source_rgba(c->cr, colour.red / 255.0, colour.green / 255.0,
                                  colour.blue / 255.0, shape->alpha);
}

static void set_dash(const canvas *c, unsigned dash)
{
    const double *lengths = bd_theme_dash(dash);
    int count = 0;
    while (lengths[count] > 0)
        count++;
    c->ink->cairo_set_dash(c->cr, lengths, count, 0);
}

static void trace(const canvas *c, const bd_shape *shape)
{
    for (size_t i = 0; i < shape->point_count; i++)
        c->ink->cairo_line_to(c->cr, shape->points[i].x, shape->points[i].y);
}

static void draw_discs(const canvas *c, const bd_shape *shape)
{
    bd_discs discs = { .at = shape->points,
                       .count = shape->point_count,
                       .scale = c->scale,
                       .radius = shape->width / 2 * c->scale,
                       .colour = bd_theme_colour(shape->ink, c->dark),
                       .alpha = shape->alpha };
    c->ink->cairo_surface_flush(c->surface);
    bd_pixels_discs(c->image, &discs);
    c->ink->cairo_surface_mark_dirty(c->surface);
}

/* An upright or level line without dashes is a rectangle; so is a rectangle. */
static bool as_rect(const canvas *c, const bd_shape *shape, bd_rect_px *out)
{
    const bd_point_px *p = shape->points;
    double half = shape->width / 2;
    bool line = shape->kind == BD_SHAPE_STROKE && shape->point_count == 2 && shape->dash == 0;
    if (!line && shape->kind != BD_SHAPE_RECT)
        return false;
    bd_rect_px r = { p[0].x, p[0].y, p[1].x, p[1].y };
    if (line && p[0].y == p[1].y)
        r = (bd_rect_px){ fmin(p[0].x, p[1].x), p[0].y - half, fabs(p[1].x - p[0].x), 2 * half };
    else if (line && p[0].x == p[1].x)
        r = (bd_rect_px){ p[0].x - half, fmin(p[0].y, p[1].y), 2 * half, fabs(p[1].y - p[0].y) };
    else if (line)
        return false;
    *out = (bd_rect_px){ r.x * c->scale, r.y * c->scale, r.width * c->scale, r.height * c->scale };
    return true;
}

static bool draw_sharp(const canvas *c, const bd_shape *shape)
{
    bd_rect_px rect;
    if (shape->alpha < 1 || !as_rect(c, shape, &rect))
        return false;
    c->ink->cairo_surface_flush(c->surface);
    if (!bd_pixels_rect(c->image, rect, bd_theme_colour(shape->ink, c->dark)))
        return false;
    c->ink->cairo_surface_mark_dirty(c->surface);
    return true;
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
    c->ink->cairo_save(c->cr);
    c->ink->cairo_translate(c->cr, shape->points[0].x, shape->points[0].y);
    c->ink->cairo_rotate(c->cr, -shape->type.angle * 3.14159265358979323846 / 180);
    c->ink->cairo_move_to(c->cr, -shift, 0);
    c->ink->pango_cairo_show_layout_line(c->cr, set.line);
    c->ink->cairo_restore(c->cr);
}

static void draw_shape(const canvas *c, const bd_shape *shape)
{
    if (draw_sharp(c, shape))
        return;
    set_ink(c, shape);
    c->ink->cairo_new_path(c->cr);
    switch (shape->kind) {
    case BD_SHAPE_RECT:
        c->ink->cairo_rectangle(c->cr, shape->points[0].x, shape->points[0].y, shape->points[1].x,
                                shape->points[1].y);
        c->ink->cairo_fill(c->cr);
        break;
    case BD_SHAPE_STROKE:
        set_dash(c, shape->dash);
        c->ink->cairo_set_line_width(c->cr, shape->width);
        trace(c, shape);
        c->ink->cairo_stroke(c->cr);
        break;
    case BD_SHAPE_FILL:
        trace(c, shape);
        c->ink->cairo_close_path(c->cr);
        c->ink->cairo_fill(c->cr);
        break;
    case BD_SHAPE_DISC:
        draw_discs(c, shape);
        break;
    case BD_SHAPE_TEXT:
        draw_text(c, shape);
        break;
    }
}

/* The image as large as the scene; rows of four bytes a pixel are what cairo wants: it paints
 * into our memory. */
static void stretch(bd_easel *easel, const bd_scene *scene, double scale)
{
    bd_image *image = &easel->image;
    image->width = (unsigned)ceil(scene->width * scale);
    image->height = (unsigned)ceil(scene->height * scale);
    size_t pixels = (size_t)image->width * image->height;
    if (pixels <= easel->pixel_room)
        return;
    free(image->pixels);
    image->pixels = bd_alloc(pixels * sizeof *image->pixels);
    easel->pixel_room = pixels;
}

static void fill_paper(const bd_image *image, bool dark)
{
    bd_colour colour = bd_theme_colour(BD_INK_PAPER, dark);
    uint32_t paper = 0xff000000U | (uint32_t)colour.red << 16 | (uint32_t)colour.green << 8
                     | colour.blue;
    for (unsigned x = 0; x < image->width; x++)
        image->pixels[x] = paper;
    for (unsigned y = 1; y < image->height; y++)
        memcpy(image->pixels + (size_t)y * image->width, image->pixels,
               image->width * sizeof paper);
}

bool bd_scene_draw(const bd_scene *scene, bd_text_engine *engine, const bd_chart_stamp *stamp,
                   bd_easel *easel, bd_error *err)
{
    const bd_ink_library *ink = bd_text_engine_library(engine);
    stretch(easel, scene, stamp->scale);
    fill_paper(&easel->image, stamp->dark);
    const bd_image *image = &easel->image;
    cairo_surface_t *surface = ink->cairo_image_surface_create_for_data(
        (unsigned char *)image->pixels, CAIRO_FORMAT_RGB24, (int)image->width, (int)image->height,
        (int)(image->width * sizeof *image->pixels));
    canvas c = { .ink = ink,
                 .cr = ink->cairo_create(surface),
                 .surface = surface,
                 .image = image,
                 .scale = stamp->scale,
                 .engine = engine,
                 .dark = stamp->dark };
    ink->cairo_scale(c.cr, stamp->scale, stamp->scale);
    ink->cairo_set_line_join(c.cr, CAIRO_LINE_JOIN_ROUND);
    for (size_t i = 0; i < scene->count; i++)
        draw_shape(&c, &scene->shapes[i]);
    cairo_status_t status = ink->cairo_status(c.cr);
    ink->cairo_surface_flush(surface);
    ink->cairo_destroy(c.cr);
    ink->cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS
           || bd_fail(err, BD_ERR_BUG, "cairo: %s", ink->cairo_status_to_string(status));
}
