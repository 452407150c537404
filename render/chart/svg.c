/* SVG from the same scene, as text: names stay names that can be searched, copied and read
 * aloud. Numbers have two decimals at most and never depend on the locale. */
#include "render/chart/image.h"

#include <math.h>
#include <string.h>

static void put_px(bd_buf *out, double value)
{
    long long hundredths = llround(value * 100);
    if (hundredths < 0)
        bd_buf_putc(out, '-');
    unsigned long long size = (unsigned long long)(hundredths < 0 ? -hundredths : hundredths);
    bd_buf_printf(out, "%llu", size / 100);
    if (size % 100 != 0)
        bd_buf_printf(out, size % 10 != 0 ? ".%02llu" : ".%01llu",
                      size % 10 != 0 ? size % 100 : size % 100 / 10);
}

static void put_attribute(bd_buf *out, const char *name, double value)
{
    bd_buf_printf(out, " %s=\"", name);
    put_px(out, value);
    bd_buf_putc(out, '"');
}

/* Text of XML 1.0: its five special characters; control characters have no place in it. */
static void put_text(bd_buf *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c == '&')
            bd_buf_puts(out, "&amp;");
        else if (c == '<')
            bd_buf_puts(out, "&lt;");
        else if (c == '>')
            bd_buf_puts(out, "&gt;");
        else if (c == '"')
            bd_buf_puts(out, "&quot;");
        else if (c >= 0x20 && c != 0x7f)
            bd_buf_putc(out, *p);
        else
            bd_buf_putc(out, ' ');
    }
}

static void put_colour(bd_buf *out, const char *name, const bd_shape *shape, bool dark)
{
    bd_colour c = bd_theme_colour(shape->ink, dark);
    bd_buf_printf(out, " %s=\"#%02x%02x%02x\"", name, c.red, c.green, c.blue);
    if (shape->alpha >= 1)
        return;
    bd_buf_printf(out, " %s-", name);
    bd_buf_puts(out, "opacity=\"");
    put_px(out, shape->alpha);
    bd_buf_putc(out, '"');
}

static void put_path(bd_buf *out, const bd_shape *shape)
{
    bd_buf_puts(out, " d=\"");
    for (size_t i = 0; i < shape->point_count; i++) {
        bool dots = shape->kind == BD_SHAPE_DISC;
        bd_buf_putc(out, i == 0 || dots ? 'M' : 'L');
        put_px(out, shape->points[i].x);
        bd_buf_putc(out, ' ');
        put_px(out, shape->points[i].y);
        if (dots) /* a line of no length with round ends is a disc */
            bd_buf_puts(out, "h0");
    }
    bd_buf_puts(out, shape->kind == BD_SHAPE_FILL ? "Z\"" : "\"");
}

static void put_dash(bd_buf *out, unsigned dash)
{
    const double *lengths = bd_theme_dash(dash);
    if (lengths[0] <= 0)
        return;
    bd_buf_puts(out, " stroke-dasharray=\"");
    for (size_t i = 0; lengths[i] > 0; i++) {
        bd_buf_puts(out, i > 0 ? " " : "");
        put_px(out, lengths[i]);
    }
    bd_buf_putc(out, '"');
}

static void put_text_shape(bd_buf *out, const bd_shape *shape, bool dark)
{
    static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };
    bd_buf_puts(out, "<text");
    put_attribute(out, "x", shape->points[0].x);
    put_attribute(out, "y", shape->points[0].y);
    put_attribute(out, "font-size", shape->type.size);
    bd_buf_puts(out, shape->type.bold ? " font-weight=\"600\"" : "");
    bd_buf_puts(out, anchors[shape->type.anchor]);
    put_colour(out, "fill", shape, dark);
    if (shape->type.angle != 0) {
        bd_buf_puts(out, " transform=\"rotate(");
        put_px(out, -shape->type.angle);
        bd_buf_putc(out, ' ');
        put_px(out, shape->points[0].x);
        bd_buf_putc(out, ' ');
        put_px(out, shape->points[0].y);
        bd_buf_puts(out, ")\"");
    }
    bd_buf_putc(out, '>');
    put_text(out, shape->text);
    bd_buf_puts(out, "</text>\n");
}

static void put_shape(bd_buf *out, const bd_shape *shape, bool dark)
{
    if (shape->kind == BD_SHAPE_TEXT) {
        put_text_shape(out, shape, dark);
        return;
    }
    if (shape->kind == BD_SHAPE_RECT) {
        bd_buf_puts(out, "<rect");
        put_attribute(out, "x", shape->points[0].x);
        put_attribute(out, "y", shape->points[0].y);
        put_attribute(out, "width", shape->points[1].x);
        put_attribute(out, "height", shape->points[1].y);
        put_colour(out, "fill", shape, dark);
        bd_buf_puts(out, "/>\n");
        return;
    }
    if (shape->point_count == 0)
        return;
    bd_buf_puts(out, "<path");
    put_path(out, shape);
    if (shape->kind == BD_SHAPE_FILL) {
        put_colour(out, "fill", shape, dark);
    } else {
        bd_buf_puts(out, " fill=\"none\"");
        put_colour(out, "stroke", shape, dark);
        put_attribute(out, "stroke-width", shape->width);
        put_dash(out, shape->dash);
        bd_buf_puts(out, shape->kind == BD_SHAPE_DISC ? " stroke-linecap=\"round\""
                                                      : " stroke-linejoin=\"round\"");
    }
    bd_buf_puts(out, "/>\n");
}

void bd_svg_write(const bd_scene *scene, const bd_chart_stamp *stamp, bd_buf *out)
{
    bd_buf_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(out, "width", scene->width);
    put_attribute(out, "height", scene->height);
    bd_buf_puts(out, " viewBox=\"0 0 ");
    put_px(out, scene->width);
    bd_buf_putc(out, ' ');
    put_px(out, scene->height);
    bd_buf_puts(out, "\" role=\"img\" xml:lang=\"");
    put_text(out, stamp->language);
    bd_buf_puts(out, "\" font-family=\"" BD_FONT_FAMILIES "\">\n<title>");
    put_text(out, stamp->title);
    bd_buf_puts(out, "</title>\n<desc>");
    put_text(out, stamp->alt);
    bd_buf_printf(out, "</desc>\n<metadata>%s=%s %s=%d</metadata>\n", BD_CHART_KEY_DIGEST,
                  stamp->digest.hex, BD_CHART_KEY_LOOK, BD_CHART_LOOK);
    bd_shape paper = { .kind = BD_SHAPE_RECT, .ink = BD_INK_PAPER, .alpha = 1 };
    bd_point_px corner_and_size[2] = { { 0, 0 }, { scene->width, scene->height } };
    paper.points = corner_and_size;
    put_shape(out, &paper, stamp->dark);
    for (size_t i = 0; i < scene->count; i++)
        put_shape(out, &scene->shapes[i], stamp->dark);
    bd_buf_puts(out, "</svg>\n");
}
