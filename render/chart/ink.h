/* render/chart/ink.h: private to text_engine.c and draw.c, which alone know pango and cairo. */
#ifndef BD_CHART_INK_H
#define BD_CHART_INK_H

#include "render/chart/image.h"

#include <pango/pangocairo.h>

/* A text as pango set it; for the engine's next call only. */
typedef struct bd_set_text {
    PangoLayoutLine *line;
    double           width; /* px */
} bd_set_text;

bd_set_text   bd_text_engine_text(bd_text_engine *engine, const char *text, double size, bool bold);
PangoContext *bd_text_engine_context(bd_text_engine *engine);

#endif
