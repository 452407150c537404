/* From pixels to PNG: what the palette changes, what is kept, what is drawn by hand. */
#include "tests/chart/chart_support.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

static bd_easel easel_of(unsigned width, unsigned height)
{
    bd_easel easel = { .image = { .width = width, .height = height } };
    easel.image.pixels = bd_alloc((size_t)width * height * sizeof *easel.image.pixels);
    easel.pixel_room = (size_t)width * height;
    return easel;
}

/* libpng reads what was written. @return RGB, owned */
static uint8_t *through_png(bd_easel *easel)
{
    bd_chart_stamp stamp = { .title = "", .alt = "", .language = "en", .scale = 1 };
    bd_buf bytes = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_raster_make(easel);
    assert_ok(bd_png_write(easel, &stamp, &bytes, &err), &err);
    assert_true(bd_chart_file_read(bd_buf_str(&bytes)).whole);
    png_image image = { .version = PNG_IMAGE_VERSION };
    assert_true(png_image_begin_read_from_memory(&image, bytes.data, bytes.len));
    assert_int_equal(image.width, easel->image.width);
    assert_int_equal(image.height, easel->image.height);
    image.format = PNG_FORMAT_RGB;
    uint8_t *rgb = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    bd_buf_release(&bytes);
    return rgb;
}

/* @return the largest difference of a channel; `*changed` counts pixels */
static unsigned difference(const bd_image *image, const uint8_t *rgb, size_t *changed)
{
    unsigned worst = 0;
    *changed = 0;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++) {
        unsigned here = 0;
        for (unsigned c = 0; c < 3; c++) {
            int was = (int)(image->pixels[i] >> (16 - 8 * c) & 0xff), is = rgb[3 * i + c];
            here = (unsigned)abs(was - is) > here ? (unsigned)abs(was - is) : here;
        }
        *changed += here > 0;
        worst = here > worst ? here : worst;
    }
    return worst;
}

static uint32_t noise(uint32_t *state)
{
    *state = *state * 1664525U + 1013904223U; /* Knuth, TAOCP 2, 3.3.4 */
    return *state >> 8;
}

static uint32_t paint(unsigned kind, unsigned x, unsigned y, uint32_t *state)
{
    switch (kind) {
    case 0: /* one colour */
        return 0xffffff;
    case 1: /* 256 colours in no order */
        return (noise(state) >> 3 & 0xff) * 0x010307 & 0xffffff;
    case 2: /* more colours than any palette */
        return noise(state) & 0xffffff;
    case 3: /* each row is the one above, moved */
        return ((x + y) % 97) * 0x020101;
    case 4: /* rows that repeat, between others */
        return y % 7 < 4 ? 0x123456 : (x * y % 5) * 0x111111;
    default: /* runs of all lengths */
        return (x / (1 + y % 300)) % 2 ? 0xff0000 : 0x0000ff;
    }
}

static void what_was_painted_is_what_is_read(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = { { 1, 1 }, { 3, 2 }, { 257, 3 }, { 640, 300 }, { 1, 999 } };
    for (unsigned kind = 0; kind < 6; kind++)
        for (size_t s = 0; s < BD_COUNT(sizes); s++) {
            bd_easel easel = easel_of(sizes[s][0], sizes[s][1]);
            uint32_t random = 7;
            size_t changed;
            for (unsigned y = 0; y < sizes[s][1]; y++)
                for (unsigned x = 0; x < sizes[s][0]; x++)
                    easel.image.pixels[(size_t)y * sizes[s][0] + x] = paint(kind, x, y, &random);
            uint8_t *rgb = through_png(&easel);
            assert_int_equal(difference(&easel.image, rgb, &changed), 0);
            assert_int_equal(easel.raster.palette.count > 0,
                             kind != 2 || (size_t)sizes[s][0] * sizes[s][1] <= 256);
            free(rgb);
            bd_easel_release(&easel);
        }
}

static void a_palette_changes_nothing_that_can_be_seen(void **state)
{
    (void)state;
    bd_easel easel = { 0 };
    bd_text_engine *engine = chart_engine("en");
    for (size_t i = 0; i < sample_chart_count(); i++)
        for (int dark = 0; dark < 2; dark++) {
            bd_arena arena = BD_ARENA_INIT;
            bd_error err = BD_ERROR_INIT;
            bd_chart *chart = sample_chart(i, &arena);
            bd_text_engine_set(engine, chart->language, 1);
            bd_font font = bd_text_engine_font(engine);
            bd_scene scene = { .arena = &arena, .font = &font };
            bd_chart_stamp stamp = { .scale = 1, .dark = dark };
            bd_chart_layout(chart, 830, 0, &scene);
            assert_ok(bd_scene_draw(&scene, engine, &stamp, &easel, &err), &err);
            uint8_t *rgb = through_png(&easel);
            size_t changed, all = (size_t)easel.image.width * easel.image.height;
            unsigned worst = difference(&easel.image, rgb, &changed);
            if (worst > 14 || changed * 20 > all)
                fail_msg("%s: %u levels off, %zu of %zu pixels", chart->name, worst, changed, all);
            free(rgb);
            bd_scene_release(&scene);
            bd_arena_release(&arena);
        }
    bd_text_engine_free(engine);
    bd_easel_release(&easel);
}

static void a_disc_covers_its_area(void **state)
{
    (void)state;
    static const double radii[] = { 1.5, 3.4, 7.5 };
    for (size_t i = 0; i < BD_COUNT(radii); i++)
        for (int phase = 0; phase < 9; phase++) {
            bd_easel easel = easel_of(40, 40);
            bd_point_px at = { 20 + phase / 3 * 0.33, 20 + phase % 3 * 0.33 };
            const bd_discs discs = { .at = &at,
                                     .count = 1,
                                     .scale = 1,
                                     .radius = radii[i],
                                     .colour = { 255, 0, 0 },
                                     .alpha = 1 };
            bd_pixels_discs(&easel.image, &discs);
            double covered = 0, x = 0;
            for (size_t p = 0; p < 1600; p++) {
                double red = (double)(easel.image.pixels[p] >> 16 & 0xff) / 255;
                covered += red;
                x += red * ((double)(p % 40) + 0.5);
            }
            double area = 3.14159265358979 * radii[i] * radii[i];
            assert_close(covered, area, area * 0.03);
            assert_close(x / covered, at.x, 0.08); /* an eighth of a pixel, halved, and some */
            bd_easel_release(&easel);
        }
}

static void discs_beyond_the_edge_are_cut(void **state)
{
    (void)state;
    bd_easel easel = easel_of(9, 7);
    const bd_point_px at[] = { { 0, 0 }, { 9, 7 }, { -30, 3 }, { 4, 900 } };
    const bd_discs discs = {
        .at = at, .count = 4, .scale = 1, .radius = 3, .alpha = 1, .colour = { 0, 0, 255 }
    };
    bd_pixels_discs(&easel.image, &discs);
    assert_int_equal(easel.image.pixels[0] & 0xffffff, 0x0000ff);
    assert_int_equal(easel.image.pixels[62] & 0xffffff, 0x0000ff);
    assert_int_equal(easel.image.pixels[31] & 0xffffff, 0);
    bd_easel_release(&easel);
}

static void only_rectangles_between_pixels_need_no_cairo(void **state)
{
    (void)state;
    bd_easel easel = easel_of(10, 10);
    const bd_colour green = { 0, 255, 0 };
    assert_false(bd_pixels_rect(&easel.image, (bd_rect_px){ 1.5, 1, 2, 2 }, green));
    assert_false(bd_pixels_rect(&easel.image, (bd_rect_px){ 1, 1, 2, 2.25 }, green));
    assert_false(bd_pixels_rect(&easel.image, (bd_rect_px){ -1, 1, 2, 2 }, green));
    assert_false(bd_pixels_rect(&easel.image, (bd_rect_px){ 9, 9, 2, 1 }, green));
    for (size_t i = 0; i < 100; i++)
        assert_int_equal(easel.image.pixels[i], 0);
    assert_true(bd_pixels_rect(&easel.image, (bd_rect_px){ 2, 3, 4, 5 }, green));
    size_t painted = 0;
    for (size_t i = 0; i < 100; i++)
        painted += easel.image.pixels[i] == 0xff00ff00U;
    assert_int_equal(painted, 20);
    assert_int_equal(easel.image.pixels[3 * 10 + 2], 0xff00ff00U);
    bd_easel_release(&easel);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_painted_is_what_is_read),
        cmocka_unit_test(a_palette_changes_nothing_that_can_be_seen),
        cmocka_unit_test(a_disc_covers_its_area),
        cmocka_unit_test(discs_beyond_the_edge_are_cut),
        cmocka_unit_test(only_rectangles_between_pixels_need_no_cairo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
