/* tests/chart/chart_support.h: a scene without a font, and looking at it. */
#ifndef BD_TESTS_CHART_SUPPORT_H
#define BD_TESTS_CHART_SUPPORT_H

#include "render/chart/image.h"
#include "tests/chart/sample_charts.h"
#include "tests/support.h"

/* Every character is 0.6 of the size wide. */
bd_scene        chart_scene(bd_arena *arena);
size_t          chart_count(const bd_scene *scene, bd_role role, bd_shape_kind kind);
const bd_shape *chart_nth(const bd_scene *scene, bd_role role, bd_shape_kind kind, size_t nth);
const bd_shape *chart_text(const bd_scene *scene, const char *text); /* NULL = not there */
bool            chart_texts_meet(const bd_shape *a, const bd_shape *b); /* as they stand, turned */

/* Fail the test when a shape is off the page; when texts meet or leave the page. */
void chart_check_scene(const bd_scene *scene, const char *what);
void chart_check_labels(const bd_scene *scene, const char *what);

/* A real font; the test fails without pango. */
bd_text_engine *chart_engine(const char *language);

#endif
