/* Text through pango: how wide it is, what its glyphs are, and which scripts no installed
 * font can draw. Hinting is off and sizes are absolute, so that a text is as wide at 2x as
 * it is at 1x. A text is set once and remembered: it is measured several times, drawn in
 * two themes, and numbers come back from chart to chart. */
#include "render/chart/ink.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 12, TEXTS_MOST = SLOTS / 2, MISSING_MOST = 6 };

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
    { G_UNICODE_SCRIPT_LATIN, "Latin", "fonts-dejavu-core" },
    { G_UNICODE_SCRIPT_GREEK, "Greek", "fonts-dejavu-core" },
    { G_UNICODE_SCRIPT_CYRILLIC, "Cyrillic", "fonts-dejavu-core" },
    { G_UNICODE_SCRIPT_ARABIC, "Arabic", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_HEBREW, "Hebrew", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_DEVANAGARI, "Devanagari", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_BENGALI, "Bengali", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_TAMIL, "Tamil", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_THAI, "Thai", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_GEORGIAN, "Georgian", "fonts-noto-core" },
    { G_UNICODE_SCRIPT_UNKNOWN, "rare", "fonts-noto-core" },
};

typedef struct known_text {
    char *text; /* owned; NULL = free */
    double size;
    bool bold, incomplete; /* a font lacks characters of it */
    bd_set_text set;
} known_text;

struct bd_text_engine {
    bd_ink_library ink;
    PangoContext *context;
    PangoLayout *layout;
    PangoFontDescription *font;
    known_text *texts; /* open addressing */
    size_t count;
    double scale;
    gunichar missing[BD_COUNT(packages)][MISSING_MOST];
};

static void forget(bd_text_engine *engine)
{
    for (size_t i = 0; engine->count > 0 && i < SLOTS; i++) {
        if (!engine->texts[i].text)
            continue;
        engine->ink.pango_layout_line_unref(engine->texts[i].set.line);
        free(engine->texts[i].text);
        engine->texts[i].text = NULL;
    }
    engine->count = 0;
}

void bd_text_engine_set(bd_text_engine *engine, const char *language, double scale)
{
    PangoLanguage *wanted = engine->ink.pango_language_from_string(language && *language ? language
                                                                                         : "en");
    memset(engine->missing, 0, sizeof engine->missing);
    if (engine->ink.pango_context_get_language(engine->context) == wanted && engine->scale == scale)
        return;
    PangoMatrix matrix = PANGO_MATRIX_INIT;
    engine->ink.pango_matrix_scale(&matrix, scale, scale);
    forget(engine);
    engine->scale = scale;
    engine->ink.pango_context_set_language(engine->context, wanted);
    engine->ink.pango_context_set_matrix(engine->context,
                                         &matrix); /* glyphs are made for these pixels */
    engine->ink.pango_layout_context_changed(engine->layout);
}

void bd_text_engine_free(bd_text_engine *engine)
{
    if (!engine)
        return;
    forget(engine);
    free(engine->texts);
    engine->ink.pango_font_description_free(engine->font);
    engine->ink.g_object_unref(engine->layout);
    engine->ink.g_object_unref(engine->context);
    free(engine);
}

const bd_ink_library *bd_text_engine_library(const bd_text_engine *engine)
{
    return &engine->ink;
}

static void add_missing(bd_text_engine *engine, gunichar character)
{
    GUnicodeScript script = engine->ink.g_unichar_get_script(character);
    size_t at = 0, i = 0;
    if (script == G_UNICODE_SCRIPT_INHERITED)
        script = G_UNICODE_SCRIPT_COMMON;
    while (at + 1 < BD_COUNT(packages) && packages[at].script != script)
        at++;
    gunichar *missing = engine->missing[at];
    while (i < MISSING_MOST && missing[i] != 0 && missing[i] != character)
        i++;
    if (i < MISSING_MOST)
        missing[i] = character;
}

/* A glyph that no font has carries the character and a flag. */
static bool look_for_missing(bd_text_engine *engine, const PangoLayoutLine *line)
{
    bool out = false;
    for (const GSList *at = line->runs; at; at = at->next) {
        const PangoGlyphString *glyphs = ((const PangoLayoutRun *)at->data)->glyphs;
        for (int i = 0; i < glyphs->num_glyphs; i++) {
            PangoGlyph glyph = glyphs->glyphs[i].glyph;
            if (!(glyph & PANGO_GLYPH_UNKNOWN_FLAG))
                continue;
            add_missing(engine, (gunichar)(glyph & ~PANGO_GLYPH_UNKNOWN_FLAG));
            out = true;
        }
    }
    return out;
}

/* FNV-1a, by Fowler, Noll and Vo. */
static size_t slot_of(const char *text, double size, bool bold)
{
    uint32_t hash = 2166136261U ^ (uint32_t)(size * 64) ^ (bold ? 0x9e3779b9U : 0);
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 16777619U;
    return (hash ^ hash >> 16) % SLOTS;
}

static void set_text(bd_text_engine *engine, known_text *out)
{
    PangoRectangle logical;
    engine->ink.pango_font_description_set_absolute_size(engine->font, out->size * PANGO_SCALE);
    engine->ink.pango_font_description_set_weight(engine->font, out->bold ? PANGO_WEIGHT_SEMIBOLD
                                                                          : PANGO_WEIGHT_NORMAL);
    engine->ink.pango_layout_set_font_description(engine->layout, engine->font);
    /* invalid UTF-8 does not come here: texts are checked when they are read */
    engine->ink.pango_layout_set_text(engine->layout, out->text, -1);
    out->set.line = engine->ink.pango_layout_line_ref(
        engine->ink.pango_layout_get_line_readonly(engine->layout, 0));
    engine->ink.pango_layout_line_get_extents(out->set.line, NULL, &logical);
    out->set.width = (double)logical.width / PANGO_SCALE;
    out->incomplete = look_for_missing(engine, out->set.line);
}

bd_set_text bd_text_engine_text(bd_text_engine *engine, const char *text, double size, bool bold)
{
    size_t slot = slot_of(text, size, bold);
    known_text *at = &engine->texts[slot];
    for (; at->text; at = &engine->texts[slot]) {
        if (at->size == size && at->bold == bold && strcmp(at->text, text) == 0) {
            if (at->incomplete)
                look_for_missing(engine, at->set.line);
            return at->set;
        }
        slot = (slot + 1) % SLOTS;
    }
    if (engine->count == TEXTS_MOST) {
        forget(engine);
        at = &engine->texts[slot_of(text, size, bold)];
    }
    *at = (known_text){ .text = bd_strdup(text), .size = size, .bold = bold };
    engine->count++;
    set_text(engine, at);
    return at->set;
}

static double measure(void *context, const char *text, double size, bool bold)
{
    return *text ? bd_text_engine_text(context, text, size, bold).width : 0;
}

bd_font bd_text_engine_font(bd_text_engine *engine)
{
    return (bd_font){ .width = measure, .context = engine };
}

/* "写 U+5199, 入 U+5165" */
static void name_characters(const bd_text_engine *engine, const gunichar *missing, bd_buf *out)
{
    char utf8[8];
    for (size_t i = 0; i < MISSING_MOST && missing[i] != 0; i++) {
        bool seen = engine->ink.g_unichar_isgraph(missing[i])
                    && engine->ink.g_unichar_type(missing[i]) != G_UNICODE_PRIVATE_USE;
        utf8[seen ? engine->ink.g_unichar_to_utf8(missing[i], utf8) : 0] = '\0';
        bd_buf_printf(out, "%s%s%sU+%04X", i > 0 ? ", " : "", utf8, seen ? " " : "",
                      (unsigned)missing[i]);
    }
    if (missing[MISSING_MOST - 1] != 0)
        bd_buf_puts(out, " and perhaps more");
}

bool bd_text_engine_lacks(const bd_text_engine *engine)
{
    for (size_t i = 0; i < BD_COUNT(packages); i++)
        if (engine->missing[i][0] != 0)
            return true;
    return false;
}

void bd_text_engine_report(const bd_text_engine *engine, bd_diagnostics *found)
{
    bd_buf names = BD_BUF_INIT;
    for (size_t i = 0; i < BD_COUNT(packages); i++) {
        if (engine->missing[i][0] == 0)
            continue;
        bd_error error = BD_ERROR_INIT;
        bd_buf_clear(&names);
        name_characters(engine, engine->missing[i], &names);
        bd_fail(&error, BD_ERR_INPUT,
                "no installed font has these %s characters of a chart, which shows boxes: %s",
                packages[i].name, bd_buf_text(&names));
        bd_hint(&error, "install a font that has them; on Debian: apt install %s",
                packages[i].package);
        bd_diagnostics_add(found, BD_WARNING, &error);
    }
    bd_buf_release(&names);
}

static bd_text_engine *open_engine(const char *language, bd_error *err)
{
    bd_text_engine *engine = bd_alloc(sizeof *engine);
    if (!bd_ink_library_open(&engine->ink, err)) {
        free(engine);
        return NULL;
    }
    PangoFontMap *map = engine->ink.pango_cairo_font_map_get_default();
    cairo_font_options_t *options = engine->ink.cairo_font_options_create();
    engine->ink.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    engine->ink.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    engine->ink.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    engine->context = engine->ink.pango_font_map_create_context(map);
    engine->ink.pango_cairo_context_set_font_options(engine->context, options);
    engine->ink.pango_cairo_context_set_resolution(engine->context, 96);
    engine->ink.pango_context_set_round_glyph_positions(engine->context, FALSE);
    engine->ink.pango_context_set_base_dir(engine->context, PANGO_DIRECTION_LTR);
    engine->layout = engine->ink.pango_layout_new(engine->context);
    engine->ink.pango_layout_set_single_paragraph_mode(engine->layout, TRUE);
    engine->font = engine->ink.pango_font_description_from_string(BD_FONT_FAMILIES);
    engine->texts = bd_alloc(SLOTS * sizeof *engine->texts);
    engine->ink.cairo_font_options_destroy(options);
    bd_text_engine_set(engine, language, 1);
    return engine;
}

/* A machine without any font draws boxes only: that is no picture. */
static bool has_letters(bd_text_engine *engine, bd_error *err)
{
    bd_text_engine_text(engine, "Ag 0123456789.,%", 10, false);
    if (!bd_text_engine_lacks(engine))
        return true;
    bd_hint(err, "on Debian: apt install fonts-dejavu-core; or let the chart be text: "
                 "format: mermaid");
    return bd_fail(err, BD_ERR_OUTPUT,
                   "charts cannot be drawn: no installed font has letters "
                   "and digits");
}

bd_text_engine *bd_text_engine_new(const char *language, bd_error *err)
{
    bd_text_engine *engine = open_engine(language, err);
    if (!engine || has_letters(engine, err))
        return engine;
    bd_text_engine_free(engine);
    return NULL;
}
