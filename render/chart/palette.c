/* A palette for a picture. Up to 256 colours are kept exactly. Anti-aliased edges easily
 * make more; then the most frequent colours are kept exactly, so all areas and most edges,
 * and the rarest shades of edges become the nearest kept one: a few levels off, on single
 * pixels, which nobody sees, for a file of half the size. */
#include "render/chart/image.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLOTS = 1 << 15,
    DIFFERENT_MOST = SLOTS / 2, /* colours; a picture with more is no chart */
    FREQUENT = 150,             /* of the palette's places; the others cover what is far off */
    LEVELS_FINE = 3,            /* of 255, in any channel: not worth another colour */
    LEVELS_OFF = 14,            /* at most */
};

typedef struct shade {
    uint32_t colour;
    uint32_t count; /* pixels */
} shade;

typedef struct run { /* equal pixels of a row */
    uint16_t length, shade;
} run;

typedef struct bd_shades {
    run *runs; /* of the rows that repeat no other; owned */
    size_t run_count, run_room;
    shade items[DIFFERENT_MOST];
    size_t count;
    uint16_t slots[SLOTS]; /* index + 1; 0 = free */
    /* of each shade, apart so that the loop over them is short: */
    uint8_t red[DIFFERENT_MOST], green[DIFFERENT_MOST], blue[DIFFERENT_MOST];
    uint8_t far[DIFFERENT_MOST];   /* from the nearest colour of the palette: of the channel */
    uint8_t place[DIFFERENT_MOST]; /* that differs most */
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
    *added = (shade){ .colour = colour };
    size_t at = all->count - 1;
    all->red[at] = (uint8_t)(colour >> 16);
    all->green[at] = (uint8_t)(colour >> 8);
    all->blue[at] = (uint8_t)colour;
    all->far[at] = UINT8_MAX;
    return added;
}

/* Where the run of equal pixels that begins at `at` ends: most of a chart is paper. */
static size_t run_end(const uint32_t *pixels, size_t at, size_t total)
{
    uint32_t first = pixels[at];
    uint64_t both = (uint64_t)first << 32 | first, two[4];
    if (++at < total && pixels[at] != first) /* in a letter */
        return at;
    for (; at + 8 <= total; at += 8) {
        memcpy(two, pixels + at, sizeof two);
        if (((two[0] ^ both) | (two[1] ^ both) | (two[2] ^ both) | (two[3] ^ both)) != 0)
            break;
    }
    while (at < total && pixels[at] == first)
        at++;
    return at;
}

static bool count_row(const uint32_t *row, size_t width, size_t times, shades *all)
{
    if (all->run_count + width > all->run_room) {
        all->run_room = 2 * all->run_room + width;
        all->runs = bd_realloc(all->runs, all->run_room * sizeof *all->runs);
    }
    run *runs = all->runs + all->run_count;
    size_t count = 0;
    for (size_t x = 0, end; x < width; x = end, count++) {
        end = run_end(row, x, width);
        shade *found = shade_of(all, row[x] & 0xffffff);
        if (!found)
            return false;
        found->count += (uint32_t)((end - x) * times);
        runs[count] = (run){ (uint16_t)(end - x), (uint16_t)(found - all->items) };
    }
    all->run_count += count;
    return true;
}

/* Notes which rows repeat the one above, more than half of a chart's, and counts the others. */
static bool count_shades(const bd_image *image, bool *repeats, shades *all)
{
    size_t width = image->width, counted = 0;
    bool few = true;
    for (size_t y = 1; y < image->height; y++) {
        const uint32_t *row = image->pixels + y * width;
        repeats[y] = memcmp(row - width, row, width * sizeof *row) == 0;
        if (repeats[y])
            continue;
        few = few && count_row(image->pixels + counted * width, width, y - counted, all);
        counted = y;
    }
    repeats[0] = false;
    return few && count_row(image->pixels + counted * width, width, image->height - counted, all);
}

static uint8_t apart(uint8_t a, uint8_t b)
{
    return (uint8_t)(a > b ? a - b : b - a);
}

static uint8_t larger(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

/* Puts a shade's colour into the palette; every shade that it is nearer to goes over. */
static void keep(shades *all, bd_palette *palette, size_t kept)
{
    uint8_t place = (uint8_t)palette->count;
    uint8_t red = all->red[kept], green = all->green[kept], blue = all->blue[kept];
    palette->colours[palette->count++] = all->items[kept].colour;
    for (size_t i = 0; i < all->count; i++) {
        uint8_t far = larger(apart(all->red[i], red), apart(all->green[i], green));
        far = larger(far, apart(all->blue[i], blue));
        bool nearer = far < all->far[i];
        all->far[i] = nearer ? far : all->far[i];
        all->place[i] = nearer ? place : all->place[i];
    }
    all->far[kept] = 0;
    all->place[kept] = place;
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
        keep(all, palette, (size_t)(order[i] - all->items));
    free(order);
}

static size_t farthest(const shades *all)
{
    size_t out = 0;
    for (size_t i = 1; i < all->count; i++)
        if (all->far[i] > all->far[out])
            out = i;
    return out;
}

static void fill_rows(const bd_image *image, const shades *all, bd_raster *out)
{
    const run *next = all->runs;
    uint8_t *to = out->bytes;
    for (size_t y = 0; y < image->height; y++) {
        if (out->repeats[y]) {
            *to = BD_ROW_LIKE_ABOVE;
            memset(to + 1, 0, image->width);
            to += out->stride;
            continue;
        }
        *to++ = BD_ROW_PLAIN;
        for (const uint8_t *end = to + image->width; to < end; to += next->length, next++) {
            if (next->length == 1)
                *to = all->place[next->shade];
            else
                memset(to, all->place[next->shade], next->length);
        }
    }
}

void bd_shades_free(shades *all)
{
    if (all)
        free(all->runs);
    free(all);
}

bool bd_palette_make(const bd_image *image, shades **scratch, bd_raster *out)
{
    if (!*scratch)
        *scratch = bd_alloc(sizeof **scratch);
    shades *all = *scratch;
    bd_palette *palette = &out->palette;
    palette->count = 0;
    all->count = all->run_count = 0;
    memset(all->slots, 0, sizeof all->slots);
    if (!count_shades(image, out->repeats, all))
        return false;
    keep_frequent(all, palette, all->count <= BD_PALETTE_COLOURS ? BD_PALETTE_COLOURS : FREQUENT);
    size_t next = farthest(all);
    while (palette->count < BD_PALETTE_COLOURS && all->far[next] > LEVELS_FINE) {
        keep(all, palette, next);
        next = farthest(all);
    }
    if (all->far[next] > LEVELS_OFF)
        return false;
    fill_rows(image, all, out);
    return true;
}
