/* render/chart/ink.h: private to text_engine.c and draw.c, which alone know pango and cairo. */
#ifndef BD_CHART_INK_H
#define BD_CHART_INK_H

#include "render/chart/internal.h"

#include <pango/pangocairo.h>

enum { BD_SCRIPTS_AT_MOST = 16 };

struct bd_text_engine {
    PangoContext         *context;
    PangoLayout          *layout;
    PangoFontDescription *font;
    gunichar              missing[BD_SCRIPTS_AT_MOST]; /* the first character of each script */
};

/* The layout holds the text afterwards. */
void bd_text_engine_set(bd_text_engine *engine, const char *text, double size, bool bold);

#endif
