/* render/chart/image.h: private to this folder, and to its tests: from a scene to pixels, and
 * from pixels or shapes to the bytes of a file. */
#ifndef BD_CHART_IMAGE_H
#define BD_CHART_IMAGE_H

#include "render/chart/internal.h"

/* text_engine.c */
typedef struct bd_text_engine bd_text_engine;
/* @return owned; NULL with an error when pango and cairo, or all fonts, are not installed */
bd_text_engine *bd_text_engine_new(const char *language, bd_error *err);
void            bd_text_engine_free(bd_text_engine *engine);
/* For the next chart: its language, and device pixels per layout pixel. */
void            bd_text_engine_set(bd_text_engine *engine, const char *language, double scale);
bd_font         bd_text_engine_font(bd_text_engine *engine);
/* Did a font lack characters since the last bd_text_engine_set()? */
bool bd_text_engine_lacks(const bd_text_engine *engine);
/* Adds a warning for each script that no installed font can draw. */
void bd_text_engine_report(const bd_text_engine *engine, bd_diagnostics *found);

/* draw.c: pixels as cairo has them: native-endian 0xFFRRGGBB, opaque. */
typedef struct bd_image {
    uint32_t *pixels;
    unsigned  width, height;
} bd_image;

/* pixels.c */
typedef struct bd_discs {
    const bd_point_px *at; /* layout pixels */
    size_t    count;
    double    scale, radius; /* device pixels per layout pixel; device pixels */
    bd_colour colour;
    double    alpha;
} bd_discs;
void bd_pixels_discs(const bd_image *image, const bd_discs *discs);
/* @return false when an edge is not between two pixels: nothing is drawn */
bool bd_pixels_rect(const bd_image *image, bd_rect_px rect, bd_colour colour);

/* raster.c: the rows of a PNG: the number of a filter, then a byte for each pixel, or three. A
 * row that repeats the one above says so, which makes smaller files. */
enum { BD_ROW_PLAIN = 0, BD_ROW_LIKE_ABOVE = 2 };
enum { BD_PALETTE_COLOURS = 256 };
typedef struct bd_palette {
    uint32_t colours[BD_PALETTE_COLOURS]; /* 0x00RRGGBB */
    unsigned count; /* 0 = true colour */
} bd_palette;
typedef struct bd_raster {
    uint8_t   *bytes;
    bool      *repeats; /* of each row: it is the same as the one above */
    size_t     stride;
    bd_palette palette;
} bd_raster;

/* Memory that pictures have in turn: fresh pages for each would cost more than the ink. */
typedef struct bd_easel {
    bd_image  image;
    bd_raster raster;
    struct bd_shades *shades;
    size_t    pixel_room, byte_room, row_room;
} bd_easel;
void bd_easel_release(bd_easel *easel);

/* From the pixels of the image; true colour when 256 colours would change the picture so that
 * it could be seen. */
void bd_raster_make(bd_easel *easel);
/* palette.c. @return false when there is none */
void bd_shades_free(struct bd_shades *all);
bool bd_palette_make(const bd_image *image, struct bd_shades **scratch, bd_raster *out);

#define BD_CHART_KEY_DIGEST "benchdoc:digest"
#define BD_CHART_KEY_LOOK "benchdoc:look"

typedef struct bd_chart_stamp { /* what a file says about itself */
    bd_digest   digest;
    const char *title, *alt, *language;
    unsigned    scale;
    bool        dark;
    bool        boxes; /* stand for characters that no font has */
} bd_chart_stamp;
void bd_stamp_put_look(const bd_chart_stamp *stamp, bd_buf *out); /* facts.c */
/* Into the easel's image. */
bool bd_scene_draw(const bd_scene *scene, bd_text_engine *engine, const bd_chart_stamp *stamp,
                   bd_easel *easel, bd_error *err);
/* Of the easel's raster. */
bool bd_png_write(const bd_easel *easel, const bd_chart_stamp *stamp, bd_buf *out, bd_error *err);
void bd_svg_write(const bd_scene *scene, const bd_chart_stamp *stamp, bd_buf *out);

#endif
