/* Colours, held to numbers: contrast by WCAG 2.1, and what is left of the differences
 * between series for somebody who sees no green or no red. */
#include "tests/chart/chart_support.h"

#include <math.h>

static double contrast(bd_colour a, bd_colour b)
{
    double x = bd_luminance(a), y = bd_luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static void luminance_is_that_of_the_standard(void **state)
{
    (void)state;
    /* examples of contrast in WCAG's understanding documents: #777 on white 4.48 */
    const bd_colour white = { 255, 255, 255 }, black = { 0, 0, 0 }, grey = { 0x77, 0x77, 0x77 };
    assert_close(contrast(white, black), 21, 1e-9);
    assert_close(contrast(white, grey), 4.48, 0.002);
}

static void texts_and_marks_stand_out_from_their_paper(void **state)
{
    (void)state;
    for (int dark = 0; dark < 2; dark++) {
        bd_colour paper = bd_theme_colour(BD_INK_PAPER, dark);
        assert_true(contrast(bd_theme_colour(BD_INK_TEXT, dark), paper) >= 7);
        assert_true(contrast(bd_theme_colour(BD_INK_MUTED, dark), paper) >= 4.5);
        assert_true(contrast(bd_theme_colour(BD_INK_LIMIT, dark), paper) >= 4.5);
        assert_true(contrast(bd_theme_colour(BD_INK_AXIS, dark), paper) >= 3);
        for (size_t s = 0; s < BD_SERIES_COLOURS; s++) {
            bd_colour series = bd_theme_colour(bd_series_ink(s), dark);
            if (contrast(series, paper) < 3)
                fail_msg("series %zu, dark %d: %g", s, dark, contrast(series, paper));
            bd_colour on = bd_theme_colour(BD_INK_ON_SERIES + (int)s, dark);
            assert_true(contrast(on, series) >= 4.5);
        }
        /* the grid stays behind */
        assert_true(contrast(bd_theme_colour(BD_INK_GRID, dark), paper) < 1.6);
    }
}

static double linear(uint8_t channel)
{
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double lab_curve(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

/* Matrices of Machado, Oliveira & Fernandes 2009, severity 1, on linear sRGB. */
static const double eyes[3][3][3] = {
    { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    { { 0.367322, 0.860646, -0.227968 },
      { 0.280085, 0.672501, 0.047413 },
      { -0.011820, 0.042940, 0.968881 } }, /* deuteranopia */
    { { 0.152286, 1.052583, -0.204868 },
      { 0.114503, 0.786281, 0.099216 },
      { -0.003882, -0.048116, 1.051998 } }, /* protanopia */
};

/* CIELAB (D65) as seen by an eye. */
static void seen(bd_colour c, size_t eye, double lab[3])
{
    const double rgb[3] = { linear(c.red), linear(c.green), linear(c.blue) };
    double v[3];
    for (size_t i = 0; i < 3; i++) {
        v[i] = 0;
        for (size_t k = 0; k < 3; k++)
            v[i] += eyes[eye][i][k] * rgb[k];
        v[i] = fmin(1, fmax(0, v[i]));
    }
    double x = lab_curve((0.4124564 * v[0] + 0.3575761 * v[1] + 0.1804375 * v[2]) / 0.95047);
    double y = lab_curve(0.2126729 * v[0] + 0.7151522 * v[1] + 0.0721750 * v[2]);
    double z = lab_curve((0.0193339 * v[0] + 0.1191920 * v[1] + 0.9503041 * v[2]) / 1.08883);
    lab[0] = 116 * y - 16;
    lab[1] = 500 * (x - y);
    lab[2] = 200 * (y - z);
}

static double difference(bd_colour a, bd_colour b, size_t eye)
{
    double x[3], y[3];
    seen(a, eye, x);
    seen(b, eye, y);
    return sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1])
                + (x[2] - y[2]) * (x[2] - y[2]));
}

static void series_differ_for_every_eye(void **state)
{
    (void)state;
    for (int dark = 0; dark < 2; dark++)
        for (size_t eye = 0; eye < 3; eye++)
            for (size_t a = 0; a < BD_SERIES_COLOURS; a++)
                for (size_t b = a + 1; b < BD_SERIES_COLOURS; b++) {
                    double far = difference(bd_theme_colour(bd_series_ink(a), dark),
                                            bd_theme_colour(bd_series_ink(b), dark), eye);
                    if (far < 20) /* 2.3 is just noticeable */
                        fail_msg("series %zu and %zu, dark %d, eye %zu: %g", a, b, dark, eye, far);
                }
}

static void colour_is_never_alone(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    for (size_t a = 0; a < BD_MARKERS; a++)
        for (size_t b = a + 1; b < BD_MARKERS; b++) {
            bd_scene scene = chart_scene(&arena);
            bd_scene_marker(&scene, a, (bd_point_px){ 50, 50 }, 8);
            size_t first = scene.count;
            bd_scene_marker(&scene, b, (bd_point_px){ 50, 50 }, 8);
            const bd_shape *x = &scene.shapes[first - 1], *y = &scene.shapes[scene.count - 1];
            bool differs = first != scene.count - first || x->kind != y->kind
                           || x->point_count != y->point_count;
            for (size_t i = 0; !differs && i < x->point_count; i++)
                differs = fabs(x->points[i].x - y->points[i].x) > 0.5
                          || fabs(x->points[i].y - y->points[i].y) > 0.5;
            assert_true(differs);
            bd_scene_release(&scene);
        }
    /* bars of one colour differ in their stripes */
    bd_scene scene = chart_scene(&arena);
    bd_bar(&scene, 0, (bd_rect_px){ 0, 0, 20, 40 });
    size_t plain = scene.count;
    bd_bar(&scene, BD_SERIES_COLOURS, (bd_rect_px){ 0, 0, 20, 40 });
    assert_true(scene.count > 2 * plain);
    for (size_t i = 0; i < scene.count; i++) /* which stay on the bar */
        for (size_t p = 0; scene.shapes[i].kind == BD_SHAPE_STROKE && p < 2; p++) {
            assert_true(scene.shapes[i].points[p].x >= 0 && scene.shapes[i].points[p].x <= 20);
            assert_true(scene.shapes[i].points[p].y >= 0 && scene.shapes[i].points[p].y <= 40);
        }
    bd_scene_release(&scene);
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luminance_is_that_of_the_standard),
        cmocka_unit_test(texts_and_marks_stand_out_from_their_paper),
        cmocka_unit_test(series_differ_for_every_eye),
        cmocka_unit_test(colour_is_never_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
