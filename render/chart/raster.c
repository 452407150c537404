/* From pixels to the rows of a PNG, in memory that is used again from picture to picture. */
#include "render/chart/image.h"

#include <stdlib.h>
#include <string.h>

void bd_easel_release(bd_easel *easel)
{
    free(easel->image.pixels);
    free(easel->raster.bytes);
    free(easel->raster.repeats);
    bd_shades_free(easel->shades);
    *easel = (bd_easel){ 0 };
}

static void true_colours(const bd_image *image, bd_raster *out)
{
    for (unsigned y = 0; y < image->height; y++) {
        const uint32_t *row = image->pixels + (size_t)y * image->width;
        uint8_t *to = out->bytes + y * out->stride;
        *to++ = BD_ROW_PLAIN;
        for (unsigned x = 0; x < image->width; x++) {
            *to++ = (uint8_t)(row[x] >> 16);
            *to++ = (uint8_t)(row[x] >> 8);
            *to++ = (uint8_t)row[x];
        }
    }
}

static void make_room(bd_easel *easel)
{
    bd_raster *raster = &easel->raster;
    size_t rows = easel->image.height, bytes = raster->stride * rows;
    if (bytes > easel->byte_room) {
        raster->bytes = bd_realloc(raster->bytes, bytes);
        easel->byte_room = bytes;
    }
    if (rows > easel->row_room) {
        raster->repeats = bd_realloc(raster->repeats, rows * sizeof *raster->repeats);
        easel->row_room = rows;
    }
}

void bd_raster_make(bd_easel *easel)
{
    const bd_image *image = &easel->image;
    easel->raster.stride = 1 + (size_t)image->width;
    make_room(easel);
    if (bd_palette_make(image, &easel->shades, &easel->raster))
        return;
    easel->raster.palette.count = 0;
    easel->raster.stride = 1 + 3 * (size_t)image->width;
    make_room(easel);
    true_colours(image, &easel->raster);
}
