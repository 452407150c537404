/* How a number is written beside an axis: plainly, with a letter for millions and more, or
 * as a power of ten where neither would be read. */
#include "render/chart/internal.h"

#include <math.h>
#include <string.h>

static void put_superscript(bd_buf *out, int value)
{
    static const char *const digits[] = { "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",
                                          "\xc2\xb3",     "\xe2\x81\xb4", "\xe2\x81\xb5",
                                          "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8",
                                          "\xe2\x81\xb9" };
    if (value < 0)
        bd_buf_puts(out, "\xe2\x81\xbb");
    int rest = value < 0 ? -value : value;
    if (rest >= 100)
        bd_buf_puts(out, digits[rest / 100 % 10]);
    if (rest >= 10)
        bd_buf_puts(out, digits[rest / 10 % 10]);
    bd_buf_puts(out, digits[rest % 10]);
}

/* The typographic minus is as wide as a digit. */
static void put_decimal(bd_buf *out, bd_decimal *d, int decimals, const bd_chart_axis *axis)
{
    if (d->negative && d->digit_count > 0)
        bd_buf_puts(out, "\xe2\x88\x92");
    d->negative = false;
    bd_decimal_format(d, decimals > 0 ? (unsigned)decimals : 0U, axis->group ? axis->group : ",",
                      axis->point ? axis->point : ".", out);
}

static const char *finish(bd_scene *scene, bd_buf *text)
{
    const char *label = bd_arena_text(scene->arena, bd_buf_str(text));
    bd_buf_release(text);
    return label;
}

/* The power of ten that all labels of an axis are written in, and what follows the number:
 * "M", or NULL for "×10ⁿ". */
static int common_power(double largest, const char **letter)
{
    static const char *const letters[] = { "", "", "M", "G", "T", "P" };
    *letter = "";
    if (largest >= 1e-3 && largest < 1e6)
        return 0;
    int power = (int)floor(log10(largest) + 1e-9);
    if (largest >= 1e6 && largest < 1e18) {
        *letter = letters[power / 3];
        return power / 3 * 3;
    }
    *letter = NULL;
    return power;
}

const char *bd_tick_label(bd_scene *scene, const bd_chart_axis *axis, int64_t units, int exponent,
                          double largest)
{
    bd_buf text = BD_BUF_INIT;
    if (largest == 0) { /* a bare power of ten */
        bd_buf_puts(&text, "10");
        put_superscript(&text, exponent);
        return finish(scene, &text);
    }
    const char *letter;
    int power = common_power(largest, &letter);
    bd_decimal d;
    bd_decimal_of(bd_int(units), &d);
    d.exponent += exponent - power;
    put_decimal(&text, &d, units == 0 && power != 0 ? 0 : power - exponent, axis);
    if (units != 0 && letter) {
        bd_buf_puts(&text, letter);
    } else if (units != 0) {
        bd_buf_puts(&text, "\xc3\x97"
                           "10");
        put_superscript(&text, power);
    }
    return finish(scene, &text);
}

static const char *label_of(bd_scene *scene, const bd_chart_axis *axis, bd_decimal d, double value)
{
    bd_buf text = BD_BUF_INIT;
    const char *letter = "";
    int power = value == 0 || fabs(value) >= 1e-4 ? common_power(fmax(fabs(value), 1e-3), &letter)
                                                  : common_power(fabs(value), &letter);
    d.exponent -= power;
    put_decimal(&text, &d, d.exponent < 0 ? -d.exponent : 0, axis);
    if (letter) {
        bd_buf_puts(&text, letter);
    } else {
        bd_buf_puts(&text, "\xc3\x97"
                           "10");
        put_superscript(&text, power);
    }
    return finish(scene, &text);
}

const char *bd_number_label(bd_scene *scene, const bd_chart_axis *axis, double value)
{
    bd_decimal d;
    return bd_decimal_of(bd_double(value), &d) ? label_of(scene, axis, d, value) : "";
}

const char *bd_log_label(bd_scene *scene, const bd_chart_axis *axis, int mantissa, int decade)
{
    bd_decimal d;
    bd_decimal_of(bd_int(mantissa), &d);
    d.exponent += decade;
    return label_of(scene, axis, d, mantissa * pow(10, decade));
}

const char *bd_sum_label(bd_scene *scene, const bd_chart_axis *axis, double sum, int decimals)
{
    bd_buf text = BD_BUF_INIT;
    bd_decimal d;
    if (!bd_decimal_of(bd_double(sum), &d))
        return NULL;
    put_decimal(&text, &d, decimals, axis);
    return finish(scene, &text);
}
