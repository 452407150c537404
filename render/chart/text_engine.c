/* Text through pango: how wide it is, what its glyphs are, and which scripts no installed
 * font can draw. Hinting is off and sizes are absolute, so that a text is as wide at 2x as
 * it is at 1x. */
#include "render/chart/ink.h"

#include <stdlib.h>
#include <string.h>

typedef struct script_package {
    GUnicodeScript script;
    const char *name, *package; /* of Debian */
} script_package;

static const script_package packages[] = {
    { G_UNICODE_SCRIPT_HAN, "Chinese or Japanese", "fonts-noto-cjk" },
    { G_UNICODE_SCRIPT_HANGUL, "Korean", "fonts-noto-cjk" },
    { G_UNICODE_SCRIPT_HIRAGANA, "Japanese", "fonts-noto-cjk" },
    { G_UNICODE_SCRIPT_KATAKANA, "Japanese", "fonts-noto-cjk" },
    { G_UNICODE_SCRIPT_BOPOMOFO, "Chinese", "fonts-noto-cjk" },
    { G_UNICODE_SCRIPT_COMMON, "emoji or symbols", "fonts-noto-color-emoji" },
    { G_UNICODE_SCRIPT_ARABIC, "Arabic", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_HEBREW, "Hebrew", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_DEVANAGARI, "Devanagari", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_BENGALI, "Bengali", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_TAMIL, "Tamil", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_THAI, "Thai", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_GEORGIAN, "Georgian", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_UNKNOWN, "an unknown", "fonts-noto-core" },
};

bd_text_engine *bd_text_engine_new(const char *language)
{
    bd_text_engine *engine = bd_alloc(sizeof *engine);
    PangoFontMap *map = pango_cairo_font_map_get_default();
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    engine->context = pango_font_map_create_context(map);
    pango_cairo_context_set_font_options(engine->context, options);
    pango_cairo_context_set_resolution(engine->context, 96);
    pango_context_set_round_glyph_positions(engine->context, FALSE);
    pango_context_set_base_dir(engine->context, PANGO_DIRECTION_LTR);
    pango_context_set_language(engine->context,
                               pango_language_from_string(language && *language ? language : "en"));
    engine->layout = pango_layout_new(engine->context);
    pango_layout_set_single_paragraph_mode(engine->layout, TRUE);
    engine->font = pango_font_description_from_string(BD_FONT_FAMILIES);
    cairo_font_options_destroy(options);
    return engine;
}

void bd_text_engine_free(bd_text_engine *engine)
{
    if (!engine)
        return;
    pango_font_description_free(engine->font);
    g_object_unref(engine->layout);
    g_object_unref(engine->context);
    free(engine);
}

static void add_missing(bd_text_engine *engine, gunichar character)
{
    GUnicodeScript script = g_unichar_get_script(character);
    size_t at = 0;
    if (script == G_UNICODE_SCRIPT_INHERITED)
        script = G_UNICODE_SCRIPT_COMMON;
    while (at + 1 < BD_COUNT(packages) && packages[at].script != script)
        at++;
    if (engine->missing[at] == 0)
        engine->missing[at] = character;
}

/* A glyph that no font has carries the character and a flag. */
static void look_for_missing(bd_text_engine *engine)
{
    if (pango_layout_get_unknown_glyphs_count(engine->layout) == 0)
        return;
    PangoLayoutIter *iter = pango_layout_get_iter(engine->layout);
    do {
        PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iter);
        for (int i = 0; run && i < run->glyphs->num_glyphs; i++) {
            PangoGlyph glyph = run->glyphs->glyphs[i].glyph;
            if (glyph & PANGO_GLYPH_UNKNOWN_FLAG)
                add_missing(engine, (gunichar)(glyph & ~PANGO_GLYPH_UNKNOWN_FLAG));
        }
    } while (pango_layout_iter_next_run(iter));
    pango_layout_iter_free(iter);
}

void bd_text_engine_set(bd_text_engine *engine, const char *text, double size, bool bold)
{
    pango_font_description_set_absolute_size(engine->font, size * PANGO_SCALE);
    pango_font_description_set_weight(engine->font,
                                      bold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(engine->layout, engine->font);
    /* invalid UTF-8 does not come here: texts are checked when they are read */
    pango_layout_set_text(engine->layout, text, -1);
}

static double measure(void *context, const char *text, double size, bool bold)
{
    bd_text_engine *engine = context;
    PangoRectangle logical;
    if (!*text)
        return 0;
    bd_text_engine_set(engine, text, size, bold);
    pango_layout_get_extents(engine->layout, NULL, &logical);
    look_for_missing(engine);
    return (double)logical.width / PANGO_SCALE;
}

bd_font bd_text_engine_font(bd_text_engine *engine)
{
    return (bd_font){ .width = measure, .context = engine };
}

void bd_text_engine_report(const bd_text_engine *engine, bd_diagnostics *found)
{
    for (size_t i = 0; i < BD_COUNT(packages); i++) {
        if (engine->missing[i] == 0)
            continue;
        bd_error error = BD_ERROR_INIT;
        bd_fail(&error, BD_ERR_INPUT,
                "no installed font has the %s characters of a chart (U+%04X), which shows boxes",
                packages[i].name, (unsigned)engine->missing[i]);
        bd_hint(&error, "install a font that has them; on Debian: apt install %s",
                packages[i].package);
        bd_diagnostics_add(found, BD_WARNING, &error);
    }
}
