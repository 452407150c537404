/* A palette for a picture. Up to 256 colours are kept exactly. Anti-aliased edges easily
 * make more; then the most frequent colours are kept exactly, so all areas and most edges,
 * and the rarest shades of edges become the nearest kept one: a few levels off, on single
 * pixels, which nobody sees, for a file of half the size. */
#include "render/chart/internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLOTS = 1 << 15,
    DIFFERENT_MOST = SLOTS / 2, /* colours; a picture with more is no chart */
    FREQUENT = 150,             /* of the palette's places; the others cover what is far off */
    LEVELS_OFF = 14,            /* of 255, in any channel, at most */
};

typedef struct shade {
    uint32_t colour;
    uint32_t count; /* pixels */
    uint32_t far;   /* from the nearest colour of the palette */
    uint8_t place;  /* of that */
} shade;

typedef struct shades {
    shade items[DIFFERENT_MOST];
    size_t count;
    uint16_t slots[SLOTS]; /* index + 1; 0 = free */
} shades;

/* @return NULL when there are too many */
static shade *shade_of(shades *all, uint32_t colour)
{
    size_t slot = (colour * 2654435761U) >> 17;
    while (all->slots[slot] != 0) {
        shade *known = &all->items[all->slots[slot] - 1U];
        if (known->colour == colour)
            return known;
        slot = (slot + 1) % SLOTS;
    }
    if (all->count == DIFFERENT_MOST)
        return NULL;
    shade *added = &all->items[all->count++];
    all->slots[slot] = (uint16_t)all->count;
    *added = (shade){ .colour = colour, .far = UINT32_MAX };
    return added;
}

static bool count_shades(const bd_image *image, shades *all)
{
    size_t total = (size_t)image->width * image->height;
    shade *last = NULL;
    for (size_t i = 0; i < total; i++) {
        uint32_t colour = image->pixels[i] & 0xffffff;
        if (!last || last->colour != colour)
            last = shade_of(all, colour);
        if (!last)
            return false;
        last->count++;
    }
    return true;
}

static uint32_t channel_distance(uint32_t a, uint32_t b, unsigned shift)
{
    uint32_t x = (a >> shift) & 0xff, y = (b >> shift) & 0xff;
    return x > y ? x - y : y - x;
}

/* The largest difference of a channel. */
static uint32_t distance(uint32_t a, uint32_t b)
{
    uint32_t red = channel_distance(a, b, 16), green = channel_distance(a, b, 8);
    uint32_t blue = channel_distance(a, b, 0), most = red > green ? red : green;
    return most > blue ? most : blue;
}

/* Puts a colour into the palette; every shade that it is nearer to goes over to it. */
static void keep(shades *all, bd_palette *palette, uint32_t colour)
{
    uint8_t place = (uint8_t)palette->count;
    palette->colours[palette->count++] = colour;
    for (size_t i = 0; i < all->count; i++) {
        uint32_t far = distance(all->items[i].colour, colour);
        if (far >= all->items[i].far)
            continue;
        all->items[i].far = far;
        all->items[i].place = place;
    }
}

static int by_frequency(const void *left, const void *right)
{
    const shade *a = *(const shade *const *)left, *b = *(const shade *const *)right;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return (a->colour > b->colour) - (a->colour < b->colour);
}

static void keep_frequent(shades *all, bd_palette *palette, size_t most)
{
    const shade **order = bd_alloc((all->count + 1) * sizeof *order);
    for (size_t i = 0; i < all->count; i++)
        order[i] = &all->items[i];
    qsort(order, all->count, sizeof *order, by_frequency);
    for (size_t i = 0; i < all->count && i < most; i++)
        keep(all, palette, order[i]->colour);
    free(order);
}

static const shade *farthest(const shades *all)
{
    const shade *out = &all->items[0];
    for (size_t i = 1; i < all->count; i++)
        if (all->items[i].far > out->far)
            out = &all->items[i];
    return out;
}

static uint8_t *places_of(const bd_image *image, shades *all)
{
    size_t total = (size_t)image->width * image->height;
    uint8_t *places = bd_alloc(total + 1);
    const shade *last = NULL;
    for (size_t i = 0; i < total; i++) {
        uint32_t colour = image->pixels[i] & 0xffffff;
        if (!last || last->colour != colour)
            last = shade_of(all, colour);
        places[i] = last->place;
    }
    return places;
}

uint8_t *bd_palette_of(const bd_image *image, bd_palette *out)
{
    shades *all = bd_alloc(sizeof *all);
    uint8_t *places = NULL;
    out->count = 0;
    if (!count_shades(image, all))
        goto done;
    keep_frequent(all, out, all->count <= BD_PALETTE_COLOURS ? BD_PALETTE_COLOURS : FREQUENT);
    while (out->count < BD_PALETTE_COLOURS && farthest(all)->far > 0)
        keep(all, out, farthest(all)->colour);
    if (farthest(all)->far <= LEVELS_OFF)
        places = places_of(image, all);
done:
    free(all);
    return places;
}
