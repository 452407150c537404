/* What the tests of charts share: a font that needs no font, and looking at a scene. */
#include "tests/chart/chart_support.h"

#include <math.h>
#include <string.h>

static double fake_width(void *context, const char *text, double size, bool bold)
{
    (void)context;
    size_t characters = 0;
    for (; *text; text++)
        characters += ((unsigned char)*text & 0xc0) != 0x80;
    return (double)characters * size * (bold ? 0.66 : 0.6);
}

static const bd_font fake_font = { .width = fake_width };

bd_scene chart_scene(bd_arena *arena)
{
    return (bd_scene){ .arena = arena, .font = &fake_font };
}

bd_text_engine *chart_engine(const char *language)
{
    bd_error err = BD_ERROR_INIT;
    bd_text_engine *engine = bd_text_engine_new(language, &err);
    if (!engine)
        fail_msg("%s", err.message);
    return engine;
}

size_t chart_count(const bd_scene *scene, bd_role role, bd_shape_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < scene->count; i++)
        count += scene->shapes[i].role == role && scene->shapes[i].kind == kind;
    return count;
}

const bd_shape *chart_nth(const bd_scene *scene, bd_role role, bd_shape_kind kind, size_t nth)
{
    for (size_t i = 0; i < scene->count; i++)
        if (scene->shapes[i].role == role && scene->shapes[i].kind == kind && nth-- == 0)
            return &scene->shapes[i];
    return NULL;
}

const bd_shape *chart_text(const bd_scene *scene, const char *text)
{
    for (size_t i = 0; i < scene->count; i++)
        if (scene->shapes[i].kind == BD_SHAPE_TEXT && strcmp(scene->shapes[i].text, text) == 0)
            return &scene->shapes[i];
    return NULL;
}

/* Do the corners of both lie apart along one edge of `a`? (separating axis) */
static bool apart_along(const bd_point_px a[4], const bd_point_px b[4])
{
    for (size_t e = 0; e < 2; e++) {
        double dx = a[e + 1].x - a[e].x, dy = a[e + 1].y - a[e].y;
        double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
        for (size_t i = 0; i < 4; i++) {
            double pa = a[i].x * dx + a[i].y * dy, pb = b[i].x * dx + b[i].y * dy;
            low[0] = fmin(low[0], pa);
            high[0] = fmax(high[0], pa);
            low[1] = fmin(low[1], pb);
            high[1] = fmax(high[1], pb);
        }
        double slack = 0.01 * hypot(dx, dy);
        if (high[0] <= low[1] + slack || high[1] <= low[0] + slack)
            return true;
    }
    return false;
}

bool chart_texts_meet(const bd_shape *a, const bd_shape *b)
{
    bd_point_px ca[4], cb[4];
    bd_text_corners(a, ca);
    bd_text_corners(b, cb);
    return !apart_along(ca, cb) && !apart_along(cb, ca);
}

void chart_check_scene(const bd_scene *scene, const char *what)
{
    for (size_t i = 0; i < scene->count; i++) {
        const bd_shape *shape = &scene->shapes[i];
        for (size_t k = 0; k < shape->point_count; k++)
            if (!isfinite(shape->points[k].x) || !isfinite(shape->points[k].y)
                || shape->points[k].x < -20 || shape->points[k].y < -20
                || shape->points[k].x > scene->width + 20
                || shape->points[k].y > scene->height + 20)
                fail_msg("%s: shape %zu of role %d is off the page: %g, %g", what, i,
                         (int)shape->role, shape->points[k].x, shape->points[k].y);
    }
}

void chart_check_labels(const bd_scene *scene, const char *what)
{
    for (size_t i = 0; i < scene->count; i++) {
        const bd_shape *a = &scene->shapes[i];
        if (a->kind != BD_SHAPE_TEXT)
            continue;
        bd_point_px corners[4];
        bd_text_corners(a, corners);
        for (size_t k = 0; k < 4; k++)
            if (corners[k].x < 0 || corners[k].x > scene->width || corners[k].y < 0
                || corners[k].y > scene->height)
                fail_msg("%s: \"%s\" leaves the page at %g, %g", what, a->text, corners[k].x,
                         corners[k].y);
        for (size_t j = i + 1; j < scene->count; j++)
            if (scene->shapes[j].kind == BD_SHAPE_TEXT && chart_texts_meet(a, &scene->shapes[j]))
                fail_msg("%s: \"%s\" and \"%s\" meet", what, a->text, scene->shapes[j].text);
    }
}
