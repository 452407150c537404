/* PNG through libpng: a palette where the picture has one, else true colour; no row
 * filter and level 3, which for charts is the fastest and nearly the smallest. */
#include "render/chart/internal.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer { /* what libpng calls back with */
    bd_buf *out;
    bd_error *err;
} writer;

static void on_write(png_structp png, png_bytep bytes, png_size_t size)
{
    writer *w = png_get_io_ptr(png);
    bd_buf_add(w->out, bytes, size);
}

static void on_flush(png_structp png)
{
    (void)png;
}

static void on_error(png_structp png, png_const_charp message)
{
    writer *w = png_get_error_ptr(png);
    bd_fail(w->err, BD_ERR_BUG, "libpng: %s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static uint8_t *to_bytes(const bd_image *image)
{
    size_t count = (size_t)image->width * image->height;
    uint8_t *bytes = bd_alloc(count * 3 + 1);
    for (size_t i = 0; i < count; i++) {
        uint32_t colour = image->pixels[i];
        bytes[3 * i] = (uint8_t)(colour >> 16);
        bytes[3 * i + 1] = (uint8_t)(colour >> 8);
        bytes[3 * i + 2] = (uint8_t)colour;
    }
    return bytes;
}

static void set_palette(png_structp png, png_infop info, const bd_palette *p)
{
    png_color colours[BD_PALETTE_COLOURS];
    for (unsigned i = 0; i < p->count; i++)
        colours[i] = (png_color){ (png_byte)(p->colours[i] >> 16), (png_byte)(p->colours[i] >> 8),
                                  (png_byte)p->colours[i] };
    png_set_PLTE(png, info, colours, (int)p->count);
}

static void set_texts(png_structp png, png_infop info, const bd_chart_stamp *stamp)
{
    char look[16];
    char *digest = bd_strdup(stamp->digest.hex);
    char *title = bd_strdup(stamp->title), *alt = bd_strdup(stamp->alt);
    char *language = bd_strdup(stamp->language);
    char keys[4][20] = { BD_CHART_KEY_DIGEST, BD_CHART_KEY_LOOK, "Title", "Description" };
    bd_buf number = BD_BUF_INIT;
    bd_buf_printf(&number, "%d", BD_CHART_LOOK);
    memcpy(look, bd_buf_text(&number), number.len + 1);
    png_text texts[4] = {
        { .compression = PNG_TEXT_COMPRESSION_NONE, .key = keys[0], .text = digest },
        { .compression = PNG_TEXT_COMPRESSION_NONE, .key = keys[1], .text = look },
        { .compression = PNG_ITXT_COMPRESSION_NONE,
          .key = keys[2],
          .text = title,
          .lang = language },
        { .compression = PNG_ITXT_COMPRESSION_NONE, .key = keys[3], .text = alt, .lang = language },
    };
    png_set_text(png, info, texts, 4);
    bd_buf_release(&number);
    free(language);
    free(alt);
    free(title);
    free(digest);
}

typedef struct picture {
    const bd_image *image;
    const bd_palette *palette; /* NULL = true colour */
    const uint8_t *rows;
    const bd_chart_stamp *stamp;
} picture;

static void write_rows(png_structp png, png_infop info, const picture *p)
{
    size_t bytes_per_pixel = p->palette ? 1 : 3;
    png_set_IHDR(png, info, p->image->width, p->image->height, 8,
                 p->palette ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (p->palette)
        set_palette(png, info, p->palette);
    /* 72 layout pixels an inch are what viewers take for 100 % */
    png_uint_32 per_metre = 2835 * p->stamp->scale;
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
    set_texts(png, info, p->stamp);
    png_write_info(png, info);
    for (unsigned y = 0; y < p->image->height; y++)
        png_write_row(png, p->rows + (size_t)y * p->image->width * bytes_per_pixel);
    png_write_end(png, info);
}

/* libpng jumps here when something fails; this function owns nothing. */
static bool encode(png_structp png, png_infop info, const picture *p)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_set_compression_level(png, 3);
    png_set_check_for_invalid_index(png, 0); /* the palette is ours */
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    write_rows(png, info, p);
    return true;
}

bool bd_png_write(const bd_image *image, const bd_chart_stamp *stamp, bd_buf *out, bd_error *err)
{
    writer w = { .out = out, .err = err };
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &w, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bd_palette *colours = bd_alloc(sizeof *colours);
    uint8_t *rows = bd_palette_of(image, colours);
    picture p = { .image = image, .palette = rows ? colours : NULL, .stamp = stamp };
    rows = rows ? rows : to_bytes(image);
    p.rows = rows;
    bool ok = false;
    if (info) {
        png_set_write_fn(png, &w, on_write, on_flush);
        ok = encode(png, info, &p);
    } else {
        bd_fail(err, BD_ERR_BUG, "libpng could not be started");
    }
    png_destroy_write_struct(&png, &info);
    free(rows);
    free(colours);
    return ok;
}
