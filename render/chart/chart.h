/* render/chart/chart.h: a chart → PNG and SVG bytes. Opens no file, asks no clock.
 *
 * Geometry first (layout.c, no cairo: every number can be tested), then ink
 * (draw.c: cairo and pango), then PNG through libpng (palette where it fits). The
 * bytes are the same from run to run on one machine. Every file carries the digest of
 * what it shows and the number of its look, so that another font or another cairo is
 * no reason to draw it again. */
#ifndef BD_CHART_CHART_H
#define BD_CHART_CHART_H

#include "core/base/digest.h"
#include "render/view/chart.h"

/* Raised only when the picture is meant to look different. */
enum { BD_CHART_LOOK = 1 };
/* In its place: boxes stand for characters that no font had. To be drawn where one has them. */
enum { BD_CHART_LOOK_BOXES = -1 };
/* Of a layout that is not told another one: a README's column on GitHub. */
enum { BD_CHART_WIDTH_PX = 830 };

typedef enum bd_chart_format { BD_CHART_PNG, BD_CHART_SVG } bd_chart_format;

typedef struct bd_chart_options {
    bool     dark;
    double   width_px, height_px; /* of the layout; 0 = 830 × as high as the content needs */
    unsigned scale;               /* device pixels per layout pixel: 1 or 2; 0 = 2 */
} bd_chart_options;

/* What a chart's picture is of: digest over bd_chart_canonical() and the options. */
bd_digest bd_chart_digest(const bd_chart *chart, const bd_chart_options *options,
                          bd_chart_format format);

/* Where many charts are drawn one after the other: keeps fonts, texts that were set, memory
 * for pixels, and the geometry of the last chart, so that its dark variant only costs ink.
 * Fonts are looked for when the first chart is drawn, not before. Each thread has
 * one of its own: pango's fonts are a thread's. */
typedef struct bd_chart_studio bd_chart_studio;
bd_chart_studio *bd_chart_studio_new(void); /* owned by the caller */
void             bd_chart_studio_free(bd_chart_studio *studio); /* NULL is fine */

typedef struct bd_chart_picture {
    const bd_chart         *chart;
    const bd_chart_options *options; /* NULL = all of them as they are by default */
    bd_chart_format         format;
} bd_chart_picture;

/* Appends the bytes of a file.
 * @param found  warnings: a font that lacks characters of the text, with the package to install;
 *               may be NULL
 * @return false with BD_ERR_BUG, BD_ERR_INPUT (more marks, or larger numbers, than can be
 *         drawn), or BD_ERR_OUTPUT when pango and cairo, or all fonts, are not installed */
bool bd_chart_studio_draw(bd_chart_studio *studio, const bd_chart_picture *picture, bd_buf *out,
                          bd_diagnostics *found, bd_error *err);

/* One picture in a studio of its own. */
bool bd_chart_render(const bd_chart *chart, const bd_chart_options *options, bd_chart_format format,
                     bd_buf *out, bd_diagnostics *found, bd_error *err);

/* What a chart file says about itself. */
typedef struct bd_chart_file_facts {
    bool      ours;   /* made by benchdoc, however little is left of it */
    bd_digest digest; /* "" = not a chart of benchdoc, or too little is left */
    int       look;
    bool      whole; /* the image data is complete: PNG chunks and checksums, SVG's end */
} bd_chart_file_facts;
bd_chart_file_facts bd_chart_file_read(bd_str bytes);

#endif
