/* The scene: shapes in layout pixels. What a shape looks like is the theme's, how it gets
 * onto paper is ink's. */
#include "render/chart/internal.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

void bd_scene_release(bd_scene *scene)
{
    free(scene->shapes);
    scene->shapes = NULL;
    scene->count = scene->capacity = 0;
}

bd_shape *bd_scene_add(bd_scene *scene, bd_shape_kind kind, int ink, size_t point_count)
{
    scene->shapes = bd_grow(scene->shapes, scene->count, &scene->capacity, sizeof *scene->shapes);
    bd_shape *shape = &scene->shapes[scene->count++];
    *shape = (bd_shape){
        .kind = kind,
        .role = scene->role,
        .ink = ink,
        .alpha = 1,
        .point_count = point_count,
        .points = bd_arena_alloc(scene->arena, (point_count + 1) * sizeof *shape->points),
    };
    return shape;
}

void bd_scene_rect(bd_scene *scene, int ink, bd_rect_px rect)
{
    bd_shape *shape = bd_scene_add(scene, BD_SHAPE_RECT, ink, 2);
    shape->points[0] = (bd_point_px){ rect.x, rect.y };
    shape->points[1] = (bd_point_px){ rect.width, rect.height };
}

bd_shape *bd_scene_line(bd_scene *scene, int ink, double width, bd_point_px from, bd_point_px to)
{
    bd_shape *shape = bd_scene_add(scene, BD_SHAPE_STROKE, ink, 2);
    shape->width = width;
    shape->points[0] = from;
    shape->points[1] = to;
    return shape;
}

double bd_line_height(double size)
{
    return ceil(size * BD_LINE_HEIGHT);
}

double bd_scene_text_width(const bd_scene *scene, const char *text, bd_type type)
{
    return scene->font->width(scene->font->context, text, type.size, type.bold);
}

bd_shape *bd_scene_text(bd_scene *scene, bd_type type, bd_point_px at, const char *text)
{
    bd_shape *shape = bd_scene_add(scene, BD_SHAPE_TEXT, type.ink, 1);
    shape->text = bd_arena_strdup(scene->arena, text);
    shape->type = type;
    shape->width = bd_scene_text_width(scene, text, type);
    /* a turned text hangs by the middle of its height, the others by their top edge */
    double drop = type.angle != 0 ? type.size * 0.35 : type.size * BD_ASCENT;
    double turn = type.angle * PI / 180;
    shape->points[0] = (bd_point_px){ at.x + drop * sin(turn), at.y + drop * cos(turn) };
    return shape;
}

bd_rect_px bd_text_box(const bd_shape *text)
{
    double left = text->points[0].x;
    if (text->type.anchor == BD_ANCHOR_MIDDLE)
        left -= text->width / 2;
    else if (text->type.anchor == BD_ANCHOR_END)
        left -= text->width;
    double top = text->points[0].y - text->type.size * BD_ASCENT;
    return (bd_rect_px){ left, top, text->width, text->type.size * 1.16 };
}

void bd_text_corners(const bd_shape *text, bd_point_px out[4])
{
    bd_rect_px box = bd_text_box(text);
    double cosine = cos(text->type.angle * PI / 180), sine = sin(text->type.angle * PI / 180);
    const bd_point_px corners[4] = {
        { box.x, box.y },
        { box.x + box.width, box.y },
        { box.x + box.width, box.y + box.height },
        { box.x, box.y + box.height },
    };
    for (size_t i = 0; i < 4; i++) {
        double dx = corners[i].x - text->points[0].x, dy = corners[i].y - text->points[0].y;
        out[i].x = text->points[0].x + dx * cosine + dy * sine;
        out[i].y = text->points[0].y - dx * sine + dy * cosine;
    }
}

bool bd_rects_meet(bd_rect_px a, bd_rect_px b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height
           && b.y < a.y + a.height;
}

/* A polygon of the unit circle's size around a point, with a rim of paper so that marks
 * upon each other stay apart. */
static void polygon(bd_scene *scene, int ink, bd_point_px at, double size, const double *xy,
                    size_t corners)
{
    for (int rim = 1; rim >= 0; rim--) {
        bd_shape *shape = bd_scene_add(scene, BD_SHAPE_FILL, rim ? BD_INK_PAPER : ink, corners);
        if (rim)
            shape->role = BD_ROLE_PLAIN;
        double radius = size / 2 + (rim ? 1.6 : 0);
        for (size_t i = 0; i < corners; i++)
            shape->points[i] = (bd_point_px){ at.x + radius * xy[2 * i],
                                              at.y + radius * xy[2 * i + 1] };
    }
}

static void disc(bd_scene *scene, int ink, bd_point_px at, double size, bool hollow)
{
    const double sizes[] = { size + 3, size, size - 4 };
    for (size_t i = 0; i < (hollow ? 3U : 2U); i++) {
        bd_shape *shape = bd_scene_add(scene, BD_SHAPE_DISC, i == 1 ? ink : BD_INK_PAPER, 1);
        if (i != 1)
            shape->role = BD_ROLE_PLAIN;
        shape->width = sizes[i];
        shape->points[0] = at;
    }
}

void bd_scene_marker(bd_scene *scene, size_t series, bd_point_px at, double size)
{
    static const double square[] = { -.9, -.9, .9, -.9, .9, .9, -.9, .9 };
    static const double up[] = { 0, -1.15, 1.1, .85, -1.1, .85 };
    static const double diamond[] = { 0, -1.25, 1.25, 0, 0, 1.25, -1.25, 0 };
    static const double down[] = { 0, 1.15, 1.1, -.85, -1.1, -.85 };
    static const double plus[] = { -.4, -1.2, .4,  -1.2, .4,  -.4, 1.2,  -.4, 1.2,  .4,  .4,  .4,
                                   .4,  1.2,  -.4, 1.2,  -.4, .4,  -1.2, .4,  -1.2, -.4, -.4, -.4 };
    static const double flag[] = { -1.1, -1.1, 1.1, -1.1, 0, 0, 1.1, 1.1, -1.1, 1.1, 0, 0 };
    static const struct {
        const double *xy;
        size_t corners;
    } polygons[BD_MARKERS] = {
        { NULL, 0 }, { square, 4 }, { up, 3 },   { diamond, 4 },
        { down, 3 }, { plus, 12 },  { NULL, 1 }, { flag, 6 },
    };
    size_t which = series % BD_MARKERS;
    int ink = bd_series_ink(series);
    if (polygons[which].xy)
        polygon(scene, ink, at, size, polygons[which].xy, polygons[which].corners);
    else
        disc(scene, ink, at, size, polygons[which].corners == 1);
}
