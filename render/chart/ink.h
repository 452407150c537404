/* render/chart/ink.h: private to ink_library.c, text_engine.c and draw.c, which alone know pango
 * and cairo. */
#ifndef BD_CHART_INK_H
#define BD_CHART_INK_H

#include "render/chart/image.h"

#include <pango/pangocairo.h>

/* What is used of them. They are opened when the first picture is drawn: loading them with the
 * program would double what every other command takes to start, and ask for them where nobody
 * draws. */
#define BD_INK_FUNCTIONS(X) \
    X(cairo_close_path) X(cairo_create) X(cairo_destroy) X(cairo_fill) \
    X(cairo_font_options_create) X(cairo_font_options_destroy) \
    X(cairo_font_options_set_antialias) X(cairo_font_options_set_hint_metrics) \
    X(cairo_font_options_set_hint_style) X(cairo_image_surface_create_for_data) \
    X(cairo_line_to) X(cairo_move_to) X(cairo_new_path) X(cairo_rectangle) X(cairo_restore) \
    X(cairo_rotate) X(cairo_save) X(cairo_scale) X(cairo_set_dash) X(cairo_set_line_join) \
    X(cairo_set_line_width) X(cairo_set_source_rgba) X(cairo_status) \
    X(cairo_status_to_string) X(cairo_stroke) X(cairo_surface_destroy) \
    X(cairo_surface_flush) X(cairo_surface_mark_dirty) X(cairo_translate) X(g_object_unref) \
    X(g_unichar_get_script) X(g_unichar_isgraph) X(g_unichar_to_utf8) X(g_unichar_type) \
    X(pango_cairo_context_set_font_options) X(pango_cairo_context_set_resolution) \
    X(pango_cairo_font_map_get_default) X(pango_cairo_show_layout_line) \
    X(pango_context_get_language) X(pango_context_set_base_dir) \
    X(pango_context_set_language) X(pango_context_set_matrix) \
    X(pango_context_set_round_glyph_positions) X(pango_font_description_free) \
    X(pango_font_description_from_string) X(pango_font_description_set_absolute_size) \
    X(pango_font_description_set_weight) X(pango_font_map_create_context) \
    X(pango_language_from_string) X(pango_layout_context_changed) \
    X(pango_layout_get_line_readonly) X(pango_layout_line_get_extents) \
    X(pango_layout_line_ref) X(pango_layout_line_unref) X(pango_layout_new) \
    X(pango_layout_set_font_description) X(pango_layout_set_single_paragraph_mode) \
    X(pango_layout_set_text) X(pango_matrix_scale)

typedef struct bd_ink_library {
#define BD_INK_MEMBER(name) __typeof__(name) *(name);
    BD_INK_FUNCTIONS(BD_INK_MEMBER)
#undef BD_INK_MEMBER
} bd_ink_library;

/* ink_library.c. @return false with BD_ERR_OUTPUT when it is not installed */
bool bd_ink_library_open(bd_ink_library *out, bd_error *err);

/* A text as pango set it; for the engine's next call only. */
typedef struct bd_set_text {
    PangoLayoutLine *line;
    double           width; /* px */
} bd_set_text;

bd_set_text bd_text_engine_text(bd_text_engine *engine, const char *text, double size, bool bold);
const bd_ink_library *bd_text_engine_library(const bd_text_engine *engine);

#endif
