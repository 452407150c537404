/* PNG and SVG as files: structure, colours of areas, texts, and that they say what they are. */
#include "tests/chart/chart_support.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

typedef struct pixels {
    uint8_t *rgb; /* owned */
    unsigned width, height;
} pixels;

static pixels decode(const bd_buf *bytes)
{
    png_image image = { .version = PNG_IMAGE_VERSION };
    assert_true(png_image_begin_read_from_memory(&image, bytes->data, bytes->len));
    image.format = PNG_FORMAT_RGB;
    pixels out = { .width = image.width, .height = image.height };
    out.rgb = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, out.rgb, 0, NULL));
    return out;
}

static bd_buf rendered(const bd_chart *chart, const bd_chart_options *options,
                       bd_chart_format format)
{
    bd_buf bytes = BD_BUF_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_chart_render(chart, options, format, &bytes, &found, &err), &err);
    bd_diagnostics_release(&found);
    return bytes;
}

static bd_chart *three_bars(bd_arena *arena)
{
    static const char *const names[] = { "a", "b", "c" };
    static const double y[] = { 10, 20, 40 };
    bd_chart *chart = chart_new(arena, BD_CHART_BARS, "bars");
    chart->title = "R&D <bars> \"quoted\"";
    chart->alt = "c is the largest with 40.";
    chart_categories(chart, arena, names, 3);
    chart_values(chart, arena, "", NULL, y, 3);
    return chart;
}

static void assert_pixel(const pixels *p, double x, double y, bd_colour want)
{
    const uint8_t *rgb = p->rgb + 3 * ((size_t)y * p->width + (size_t)x);
    if (rgb[0] != want.red || rgb[1] != want.green || rgb[2] != want.blue)
        fail_msg("pixel %g, %g is #%02x%02x%02x", x, y, rgb[0], rgb[1], rgb[2]);
}

static void areas_have_exactly_their_colours(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart *chart = three_bars(&arena);
    for (unsigned scale = 1; scale <= 2; scale++)
        for (int dark = 0; dark < 2; dark++) {
            bd_chart_options options = { .dark = dark, .scale = scale };
            bd_buf bytes = rendered(chart, &options, BD_CHART_PNG);
            pixels p = decode(&bytes);
            assert_int_equal(p.width, 830 * scale);
            assert_pixel(&p, 2, 2, bd_theme_colour(BD_INK_PAPER, dark));
            assert_pixel(&p, p.width - 3, p.height - 3, bd_theme_colour(BD_INK_PAPER, dark));
            /* bars stand where the geometry says, whichever font set the labels */
            bd_text_engine *engine = chart_engine("en");
            bd_font font = bd_text_engine_font(engine);
            bd_scene scene = { .arena = &arena, .font = &font };
            bd_chart_layout(chart, 830, 0, &scene);
            assert_int_equal(p.height, (unsigned)scene.height * scale);
            for (size_t i = 0; i < 3; i++) {
                const bd_point_px *bar = chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, i)->points;
                double left = bar[0].x * scale, top = bar[0].y * scale;
                double right = left + bar[1].x * scale, bottom = top + bar[1].y * scale;
                bd_colour ink = bd_theme_colour(bd_series_ink(0), dark);
                assert_pixel(&p, left, top, ink);
                assert_pixel(&p, right - 1, bottom - 2 * scale, ink);
                assert_pixel(&p, left - 1, bottom - 5, bd_theme_colour(BD_INK_PAPER, dark));
            }
            bd_scene_release(&scene);
            bd_text_engine_free(engine);
            free(p.rgb);
            bd_buf_release(&bytes);
        }
    bd_arena_release(&arena);
}

static void all_ink_is_inside_of_the_picture(void **state)
{
    (void)state;
    for (size_t i = 0; i < sample_chart_count(); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_chart_options options = { .scale = 1, .dark = i % 2 };
        bd_buf bytes = rendered(sample_chart(i, &arena), &options, BD_CHART_PNG);
        pixels p = decode(&bytes);
        bd_colour paper = bd_theme_colour(BD_INK_PAPER, options.dark);
        for (unsigned x = 0; x < p.width; x++) {
            assert_pixel(&p, x, 1, paper);
            assert_pixel(&p, x, p.height - 2, paper);
        }
        for (unsigned y = 0; y < p.height; y++) {
            assert_pixel(&p, 1, y, paper);
            assert_pixel(&p, p.width - 2, y, paper);
        }
        free(p.rgb);
        bd_buf_release(&bytes);
        bd_arena_release(&arena);
    }
}

static void a_studio_draws_the_same_bytes_as_alone(void **state)
{
    (void)state;
    bd_chart_studio *studio = bd_chart_studio_new();
    for (size_t i = 0; i < sample_chart_count(); i += 6)
        for (int variant = 0; variant < 6; variant++) {
            bd_arena arena = BD_ARENA_INIT;
            bd_diagnostics found = BD_DIAGNOSTICS_INIT;
            bd_error err = BD_ERROR_INIT;
            /* another chart comes between the variants, as it may */
            bd_chart *chart = sample_chart(variant == 3 ? 1 : i, &arena);
            bd_chart_options options = { .dark = variant % 2, .scale = variant < 4 ? 1 : 2 };
            bd_chart_picture picture = { chart, &options,
                                         variant == 2 ? BD_CHART_SVG : BD_CHART_PNG };
            bd_buf alone = rendered(chart, &options, picture.format), bytes = BD_BUF_INIT;
            assert_ok(bd_chart_studio_draw(studio, &picture, &bytes, &found, &err), &err);
            assert_int_equal(bytes.len, alone.len);
            assert_memory_equal(bytes.data, alone.data, alone.len);
            bd_diagnostics_release(&found);
            bd_buf_release(&alone);
            bd_buf_release(&bytes);
            bd_arena_release(&arena);
        }
    bd_chart_studio_free(studio);
    bd_chart_studio_free(NULL);
}

static bool has_chunk(const bd_buf *bytes, const char *type)
{
    for (size_t i = 8; i + 12 <= bytes->len;) {
        const uint8_t *p = (const uint8_t *)bytes->data + i;
        if (memcmp(p + 4, type, 4) == 0)
            return true;
        i += 12 + ((size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3]);
    }
    return false;
}

static void a_png_has_a_palette_and_says_what_it_shows(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart *chart = three_bars(&arena);
    bd_chart_options options = { 0 };
    bd_buf bytes = rendered(chart, &options, BD_CHART_PNG);
    assert_int_equal((uint8_t)bytes.data[24], 8); /* bits */
    assert_int_equal(bytes.data[25], 3);          /* palette */
    assert_true(has_chunk(&bytes, "PLTE"));
    assert_true(has_chunk(&bytes, "pHYs"));
    assert_true(has_chunk(&bytes, "iTXt"));
    assert_false(has_chunk(&bytes, "tIME"));
    bd_chart_file_facts facts = bd_chart_file_read(bd_buf_str(&bytes));
    assert_true(facts.whole);
    assert_int_equal(facts.look, BD_CHART_LOOK);
    assert_string_equal(facts.digest.hex, bd_chart_digest(chart, &options, BD_CHART_PNG).hex);
    bd_buf_release(&bytes);
    bd_arena_release(&arena);
}

static void a_damaged_or_foreign_file_is_known(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart *chart = three_bars(&arena);
    bd_chart_options options = { .scale = 1, .width_px = 300 };
    for (int format = BD_CHART_PNG; format <= BD_CHART_SVG; format++) {
        bd_buf bytes = rendered(chart, &options, (bd_chart_format)format);
        size_t step = bytes.len / 97 + 1;
        for (size_t cut = 0; cut + 2 < bytes.len; cut += step)
            assert_false(bd_chart_file_read((bd_str){ bytes.data, cut }).whole);
        for (size_t at = 9; format == BD_CHART_PNG && at < bytes.len; at += step) {
            bytes.data[at] = (char)(bytes.data[at] ^ 0x10);
            assert_false(bd_chart_file_read(bd_buf_str(&bytes)).whole);
            bytes.data[at] = (char)(bytes.data[at] ^ 0x10);
        }
        assert_true(bd_chart_file_read(bd_buf_str(&bytes)).whole);
        bd_buf_release(&bytes);
    }
    assert_string_equal(bd_chart_file_read(BD_STR("GIF89a")).digest.hex, "");
    assert_string_equal(bd_chart_file_read(BD_STR("<svg xmlns=\"x\"></svg>")).digest.hex, "");
    assert_string_equal(bd_chart_file_read(BD_STR("")).digest.hex, "");
    bd_arena_release(&arena);
}

static void the_bytes_are_the_same_each_time(void **state)
{
    (void)state;
    for (size_t i = 0; i < sample_chart_count(); i++)
        for (int format = BD_CHART_PNG; format <= BD_CHART_SVG; format++) {
            bd_arena first_arena = BD_ARENA_INIT, second_arena = BD_ARENA_INIT;
            bd_chart_options options = { .scale = 1 };
            bd_buf first = rendered(sample_chart(i, &first_arena), &options,
                                    (bd_chart_format)format);
            bd_buf second = rendered(sample_chart(i, &second_arena), &options,
                                     (bd_chart_format)format);
            assert_int_equal(first.len, second.len);
            assert_memory_equal(first.data, second.data, first.len);
            bd_buf_release(&first);
            bd_buf_release(&second);
            bd_arena_release(&first_arena);
            bd_arena_release(&second_arena);
        }
}

static void an_svg_keeps_texts_as_texts(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart *chart = three_bars(&arena);
    chart->value_labels = true;
    chart->better = "more & better";
    chart_line(chart, &arena, 30, "budget 30");
    bd_chart_options options = { 0 };
    bd_buf svg = rendered(chart, &options, BD_CHART_SVG);
    const char *text = bd_buf_text(&svg);
    static const char *const wanted[] = {
        ">R&amp;D &lt;bars&gt; &quot;quoted&quot;</text>",
        ">more &amp; better</text>",
        ">budget 30</text>",
        ">a</text>",
        ">40</text>",
        "<desc>c is the largest with 40.</desc>",
        "viewBox=\"0 0 830 ",
        "xml:lang=\"en\"",
    };
    for (size_t i = 0; i < BD_COUNT(wanted); i++)
        if (!strstr(text, wanted[i]))
            fail_msg("not in the SVG: %s", wanted[i]);
    assert_null(strstr(text, "nan"));
    bd_buf_release(&svg);
    bd_arena_release(&arena);
}

static void svg_files_are_well_formed(void **state)
{
    (void)state;
    if (test_shell("command -v xmllint >/dev/null", NULL, NULL) != 0)
        skip();
    char *folder = test_temp_dir();
    for (size_t i = 0; i < sample_chart_count(); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_chart_options options = { .dark = i % 2 };
        bd_buf svg = rendered(sample_chart(i, &arena), &options, BD_CHART_SVG), command = { 0 };
        bd_buf_printf(&command, "%s/chart.svg", folder);
        test_write(bd_buf_text(&command), svg.data, svg.len);
        bd_buf_clear(&command);
        bd_buf_printf(&command, "xmllint --noout '%s/chart.svg'", folder);
        assert_int_equal(test_shell(bd_buf_text(&command), NULL, NULL), 0);
        bd_buf_release(&command);
        bd_buf_release(&svg);
        bd_arena_release(&arena);
    }
    test_remove_tree(folder);
    free(folder);
}

static void labels_do_not_meet_in_a_real_font_either(void **state)
{
    (void)state;
    for (size_t i = 0; i < sample_chart_count(); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_chart *chart = sample_chart(i, &arena);
        bd_text_engine *engine = chart_engine(chart->language);
        bd_font font = bd_text_engine_font(engine);
        bd_scene scene = { .arena = &arena, .font = &font };
        bd_chart_layout(chart, 830, 0, &scene);
        chart_check_labels(&scene, chart->name);
        bd_scene_release(&scene);
        bd_text_engine_free(engine);
        bd_arena_release(&arena);
    }
}

static void a_script_without_a_font_is_said(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart *chart = three_bars(&arena);
    chart->title = "\xf3\xb0\x80\x80 \xf3\xb0\x80\x81"; /* private use: no font has them */
    bd_buf bytes = BD_BUF_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_chart_render(chart, NULL, BD_CHART_PNG, &bytes, &found, &err), &err);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].severity, BD_WARNING);
    assert_non_null(strstr(found.items[0].error.message, "boxes: U+F0000, U+F0001"));
    assert_non_null(strstr(found.items[0].error.hint, "apt install fonts-"));
    bd_diagnostics_release(&found);
    bd_buf_release(&bytes);
    bd_arena_release(&arena);
}

static void digits_are_never_taken_from_an_emoji_font(void **state)
{
    (void)state;
    bd_text_engine *engine = chart_engine("zh");
    bd_font font = bd_text_engine_font(engine);
    /* where they are as wide as an emoji: more than an em; in a text font about half of one */
    double digits = font.width(font.context, "0123456789", 10, false);
    assert_true(digits > 40 && digits < 75);
    assert_close(font.width(font.context, "2026-06-27 #1", 10, false)
                     - font.width(font.context, "2026-06-27#1", 10, false),
                 font.width(font.context, " ", 10, false), 0.5);
    bd_text_engine_free(engine);
}

static void what_cannot_be_drawn_is_an_error_with_a_hint(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart *chart = three_bars(&arena);
    const bd_chart_options wrong[] = { { .width_px = 10 },
                                       { .width_px = 1e9 },
                                       { .height_px = 1e9 },
                                       { .width_px = (double)INFINITY } };
    for (size_t i = 0; i <= BD_COUNT(wrong); i++) {
        bd_buf bytes = BD_BUF_INIT;
        bd_error err = BD_ERROR_INIT;
        if (i == BD_COUNT(wrong)) {
            chart->panels = bd_arena_alloc(&arena, 1001 * sizeof *chart->panels);
            chart->panel_count = 1001;
        }
        assert_false(bd_chart_render(chart, i < BD_COUNT(wrong) ? &wrong[i] : NULL, BD_CHART_PNG,
                                     &bytes, NULL, &err));
        assert_int_equal(err.code, BD_ERR_INPUT);
        assert_true(err.hint[0] != '\0');
        bd_buf_release(&bytes);
    }
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_have_exactly_their_colours),
        cmocka_unit_test(all_ink_is_inside_of_the_picture),
        cmocka_unit_test(a_studio_draws_the_same_bytes_as_alone),
        cmocka_unit_test(a_png_has_a_palette_and_says_what_it_shows),
        cmocka_unit_test(a_damaged_or_foreign_file_is_known),
        cmocka_unit_test(the_bytes_are_the_same_each_time),
        cmocka_unit_test(an_svg_keeps_texts_as_texts),
        cmocka_unit_test(svg_files_are_well_formed),
        cmocka_unit_test(labels_do_not_meet_in_a_real_font_either),
        cmocka_unit_test(a_script_without_a_font_is_said),
        cmocka_unit_test(digits_are_never_taken_from_an_emoji_font),
        cmocka_unit_test(what_cannot_be_drawn_is_an_error_with_a_hint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
