/* What needs no cairo: rectangles that end at pixels, and discs, of which a scatter has tens
 * of thousands. Coordinates are device pixels here. */
#include "render/chart/image.h"

#include <math.h>
#include <stdlib.h>

enum { PHASES = 8 }; /* of a disc's centre within a pixel, each way */

static uint32_t packed(bd_colour c)
{
    return 0xff000000U | (uint32_t)c.red << 16 | (uint32_t)c.green << 8 | c.blue;
}

/* @return false when it is not a whole number of pixels inside of the image */
static bool whole(double value, unsigned most, unsigned *out)
{
    double nearest = round(value);
    if (fabs(value - nearest) > 1e-6 || !(nearest >= 0 && nearest <= most))
        return false;
    *out = (unsigned)nearest;
    return true;
}

bool bd_pixels_rect(const bd_image *image, bd_rect_px rect, bd_colour colour)
{
    unsigned left, top, right, bottom;
    if (!whole(rect.x, image->width, &left) || !whole(rect.y, image->height, &top)
        || !whole(rect.x + rect.width, image->width, &right)
        || !whole(rect.y + rect.height, image->height, &bottom))
        return false;
    uint32_t pixel = packed(colour);
    for (unsigned y = top; y < bottom; y++) {
        uint32_t *row = image->pixels + (size_t)y * image->width;
        for (unsigned x = left; x < right; x++)
            row[x] = pixel;
    }
    return true;
}

static uint32_t blend(uint32_t under, bd_colour over, unsigned cover)
{
    const unsigned colours[3] = { over.red, over.green, over.blue };
    uint32_t out = 0xff;
    for (unsigned i = 0; i < 3; i++) {
        unsigned below = under >> (16 - 8 * i) & 0xff;
        out = out << 8 | (below * (255 - cover) + colours[i] * cover + 127) / 255;
    }
    return out;
}

/* How much of each pixel around it a disc covers, its centre being `phase` eighths off; the
 * edge is taken for straight, which for this is exact enough. */
static void cover_pixels(uint8_t *mask, unsigned side, const bd_discs *d, unsigned phase)
{
    double middle = floor(side / 2.0);
    double cx = middle + (phase % PHASES + 0.5) / PHASES;
    double cy = middle + (floor((double)phase / PHASES) + 0.5) / PHASES;
    for (unsigned y = 0; y < side; y++)
        for (unsigned x = 0; x < side; x++) {
            double far = sqrt((x + 0.5 - cx) * (x + 0.5 - cx) + (y + 0.5 - cy) * (y + 0.5 - cy));
            double covered = fmin(1, fmax(0, d->radius - far + 0.5));
            mask[y * side + x] = (uint8_t)lround(covered * d->alpha * 255);
        }
}

static void stamp(const bd_image *image, const uint8_t *mask, unsigned side, bd_point_px at,
                  bd_colour colour)
{
    int left = (int)floor(at.x) - (int)(side / 2), top = (int)floor(at.y) - (int)(side / 2);
    for (int y = 0; y < (int)side; y++)
        for (int x = 0; x < (int)side; x++) {
            unsigned cover = mask[y * (int)side + x];
            int px = left + x, py = top + y;
            if (cover == 0 || px < 0 || py < 0 || px >= (int)image->width
                || py >= (int)image->height)
                continue;
            uint32_t *pixel = &image->pixels[(size_t)py * image->width + (size_t)px];
            *pixel = blend(*pixel, colour, cover);
        }
}

void bd_pixels_discs(const bd_image *image, const bd_discs *discs)
{
    unsigned side = 2 * (unsigned)ceil(discs->radius + 1) + 1;
    size_t size = (size_t)side * side;
    uint8_t *masks = bd_alloc(size * PHASES * PHASES);
    bool made[PHASES * PHASES] = { false };
    for (size_t i = 0; i < discs->count; i++) {
        bd_point_px at = { discs->at[i].x * discs->scale, discs->at[i].y * discs->scale };
        unsigned phase = (unsigned)((at.x - floor(at.x)) * PHASES)
                         + PHASES * (unsigned)((at.y - floor(at.y)) * PHASES);
        uint8_t *mask = masks + phase * size;
        if (!made[phase])
            cover_pixels(mask, side, discs, phase);
        made[phase] = true;
        stamp(image, mask, side, at, discs->colour);
    }
    free(masks);
}
