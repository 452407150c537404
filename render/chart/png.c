/* PNG through libpng: a palette where the picture has one, else true colour; image
 * data packed by libdeflate, in half of zlib's time. */
#include "render/chart/image.h"

#include <libdeflate.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { PACKING_LEVEL = 5 }; /* of 12; higher ones take longer for no smaller file */

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
    char *title = bd_strdup(stamp->title), *alt = bd_strdup(stamp->alt);
    char *language = bd_strdup(stamp->language);
    char keys[2][16] = { "Title", "Description" };
    png_text texts[2] = {
        { .compression = PNG_ITXT_COMPRESSION_NONE,
          .key = keys[0],
          .text = title,
          .lang = language },
        { .compression = PNG_ITXT_COMPRESSION_NONE, .key = keys[1], .text = alt, .lang = language },
    };
    png_set_text(png, info, texts, 2);
    free(language);
    free(alt);
    free(title);
}

/* Before everything else that has a length: what is left of a file still says whose it is. */
static void write_stamp(png_structp png, const bd_chart_stamp *stamp)
{
    static const char digest[] = BD_CHART_KEY_DIGEST, look[] = BD_CHART_KEY_LOOK;
    bd_buf text = BD_BUF_INIT;
    bd_buf_add(&text, digest, sizeof digest);
    bd_buf_puts(&text, stamp->digest.hex);
    png_write_chunk(png, (png_const_bytep) "tEXt", (png_const_bytep)text.data, text.len);
    bd_buf_clear(&text);
    bd_buf_add(&text, look, sizeof look);
    bd_stamp_put_look(stamp, &text);
    png_write_chunk(png, (png_const_bytep) "tEXt", (png_const_bytep)text.data, text.len);
    bd_buf_release(&text);
}

typedef struct picture {
    const bd_easel *easel;
    const bd_chart_stamp *stamp;
    const bd_buf *packed;
} picture;

static void write_chunks(png_structp png, png_infop info, const picture *p)
{
    const bd_image *image = &p->easel->image;
    const bd_palette *palette = &p->easel->raster.palette;
    png_set_IHDR(png, info, image->width, image->height, 8,
                 palette->count > 0 ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (palette->count > 0)
        set_palette(png, info, palette);
    /* 72 layout pixels an inch are what viewers take for 100 % */
    png_uint_32 per_metre = 2835 * p->stamp->scale;
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
    set_texts(png, info, p->stamp);
    png_write_info_before_PLTE(png, info);
    write_stamp(png, p->stamp);
    png_write_info(png, info);
    png_write_chunk(png, (png_const_bytep) "IDAT", (png_const_bytep)p->packed->data,
                    p->packed->len);
    png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
}

/* libpng jumps here when something fails; this function owns nothing. */
static bool encode(png_structp png, png_infop info, const picture *p)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    write_chunks(png, info, p);
    return true;
}

static bool pack(const bd_easel *easel, bd_buf *out, bd_error *err)
{
    size_t size = easel->raster.stride * easel->image.height;
    struct libdeflate_compressor *packer = libdeflate_alloc_compressor(PACKING_LEVEL);
    if (!packer)
        return bd_fail(err, BD_ERR_BUG, "libdeflate could not be started");
    size_t room = libdeflate_zlib_compress_bound(packer, size);
    bd_buf_reserve(out, room);
    out->len = libdeflate_zlib_compress(packer, easel->raster.bytes, size, out->data, room);
    libdeflate_free_compressor(packer);
    return true;
}

bool bd_png_write(const bd_easel *easel, const bd_chart_stamp *stamp, bd_buf *out, bd_error *err)
{
    writer w = { .out = out, .err = err };
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &w, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bd_buf packed = BD_BUF_INIT;
    picture p = { .easel = easel, .stamp = stamp, .packed = &packed };
    bool ok = false;
    if (!info) {
        bd_fail(err, BD_ERR_BUG, "libpng could not be started");
        goto done;
    }
    png_set_write_fn(png, &w, on_write, on_flush);
    ok = pack(easel, &packed, err) && encode(png, info, &p);
done:
    png_destroy_write_struct(&png, &info);
    bd_buf_release(&packed);
    return ok;
}
