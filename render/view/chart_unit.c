/* The one unit of a chart's values: that of an example, of a hole, or one that is easy to
 * read; and everything converted to it. */
#include "render/view/chart_builder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool bd_chart_convert(bd_number number, const char *from, const char *to, double *out,
                      bd_error *err)
{
    bd_decimal decimal;
    char text[48];
    size_t at = 0;
    *out = (double)NAN;
    if (!bd_convert(number, from, to, &decimal, NULL, err))
        return false;
    if (decimal.negative)
        text[at++] = '-';
    for (size_t i = 0; i < decimal.digit_count; i++)
        text[at++] = (char)('0' + decimal.digits[i]);
    if (decimal.digit_count == 0)
        text[at++] = '0';
    snprintf(text + at, sizeof text - at, "e%d", decimal.digit_count ? (int)decimal.exponent : 0);
    return bd_double_parse(bd_str_of(text), out);
}

/* ---- a readable unit ---- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The middle of the sizes that are drawn, in the base of the dimension; 0 = none. */
static double middle_size(const bd_chart_builder *b, bd_dimension dimension)
{
    double *sizes = bd_alloc((b->cell_count + 1) * sizeof *sizes), middle = 0;
    size_t count = 0;
    for (size_t i = 0; i < b->cell_count; i++) {
        const bd_cell_source *s = &b->cells[i].source;
        const bd_unit *unit = b->cells[i].gap ? NULL : bd_unit_find(bd_str_of(s->unit));
        if (!unit || unit->dimension != dimension)
            continue;
        double size = fabs(bd_number_as_double(s->number)) * (double)unit->num / (double)unit->den;
        if (isfinite(size) && size > 0)
            sizes[count++] = size;
    }
    if (count > 0) {
        qsort(sizes, count, sizeof *sizes, by_size);
        middle = sizes[count / 2];
    }
    free(sizes);
    return middle;
}

/* "us/op" in milliseconds is "ms/op". */
static const char *with_suffix(bd_arena *arena, const char *unit, const char *own)
{
    const char *slash = strchr(own, '/');
    return slash ? bd_arena_printf(arena, "%s%s", unit, slash) : unit;
}

const char *bd_readable_unit(bd_arena *arena, const char *own, double size)
{
    static const char *const times[] = { "s", "ms", "us", "ns", NULL };
    static const char *const sizes[] = { "GiB", "MiB", "KiB", "B", NULL };
    const bd_unit *unit = bd_unit_find(bd_str_of(own));
    bool time = unit && unit->dimension == BD_DIMENSION_TIME;
    const char *const *candidates = time ? times : sizes;
    if (!unit || !(time || unit->dimension == BD_DIMENSION_SIZE) || !(size > 0))
        return own;
    for (size_t i = 0; candidates[i]; i++) {
        const bd_unit *candidate = bd_unit_find(bd_str_of(candidates[i]));
        double in_it = candidate ? size * (double)candidate->den / (double)candidate->num : 0;
        if (in_it < 1 && candidates[i + 1])
            continue;
        return candidate && strcmp(candidate->name, unit->name) == 0
                   ? own
                   : with_suffix(arena, candidates[i], own);
    }
    return own;
}

/* One in which the middle of the values is at least 1. */
static const char *readable_unit(const bd_chart_builder *b, const char *own)
{
    const bd_unit *unit = bd_unit_find(bd_str_of(own));
    return unit ? bd_readable_unit(b->view->arena, own, middle_size(b, unit->dimension)) : own;
}

/* ---- what was asked for ---- */

static const bd_chart_cell *first_number(const bd_chart_builder *b)
{
    for (size_t i = 0; i < b->cell_count; i++)
        if (!b->cells[i].gap)
            return &b->cells[i];
    return NULL;
}

bool bd_chart_whole_style(const bd_chart_builder *b, bd_number_style *out)
{
    bd_cell_context context = { .basis = &b->basis, .place = b->basis.place };
    bd_hole plain = { .source = "" };
    return bd_style_for(&context, &plain, BD_DIMENSION_COUNT, out) && !out->as_few_decimals;
}

/* Thousands are parted as whole numbers of the configuration are. */
static void choose(bd_chart_builder *b, const bd_chart_cell *cell)
{
    bd_number_style whole;
    b->unit = readable_unit(b, cell->source.unit);
    b->chosen_unit = true;
    b->style = (bd_number_style){ .digits = 4, .point = ".", .gap = " " };
    if (cell->source.style.digits > 0)
        b->style = cell->source.style;
    else if (bd_chart_whole_style(b, &whole)) {
        memcpy(b->style.group, whole.group, sizeof whole.group);
        memcpy(b->style.point, whole.point, sizeof whole.point);
    }
    snprintf(b->style.unit, sizeof b->style.unit, "%s",
             strlen(b->unit) < sizeof b->style.unit ? b->unit : "");
    snprintf(b->style.gap, sizeof b->style.gap, " ");
}

static void find_unit(bd_chart_builder *b, const bd_chart_cell *cell)
{
    const bd_cell_source *s = &cell->source;
    const bd_number_style *style = &s->style;
    const bd_unit *unit = bd_unit_find(bd_str_of(s->unit));
    bool truth = unit && unit->dimension == BD_DIMENSION_TRUTH;
    bool says_unit = !style->as_few_decimals && style->unit[0];
    b->style = *style;
    b->said_unit = cell->y->hole.unit || says_unit;
    if (cell->y->hole.unit)
        b->unit = cell->y->hole.unit;
    else if (says_unit)
        b->unit = bd_arena_strdup(b->view->arena, style->unit);
    else if ((style->as_few_decimals || style->digits > 0) && !truth)
        choose(b, cell);
    else
        b->unit = s->unit;
}

/* ---- conversion ---- */

static bool print_again(bd_chart_builder *b, bd_cell_source *source, bd_error *err)
{
    bd_buf text = BD_BUF_INIT;
    bd_decimal decimal;
    bool ok = bd_convert(source->number, source->unit, b->unit, &decimal, &source->reciprocal, err);
    if (ok) {
        source->style = b->style;
        bd_number_style_put(&b->style, &decimal, &text);
        if (b->style.unit[0])
            bd_buf_printf(&text, "%s%s", b->style.gap, b->unit);
        source->text = bd_arena_text(b->view->arena, bd_buf_str(&text));
    }
    bd_buf_release(&text);
    return ok;
}

/* The text says the number in the axis's unit, whatever a table would do. */
static bool is_printed_so(const bd_chart_builder *b, const bd_chart_cell *cell)
{
    const bd_cell_source *s = &cell->source;
    if (b->chosen_unit)
        return false;
    if (cell->y->hole.unit)
        return strcmp(cell->y->hole.unit, b->unit) == 0;
    return strcmp(s->style.unit[0] ? s->style.unit : s->unit, b->unit) == 0;
}

static bool convert_end(const bd_chart_builder *b, bool has, bd_number number, const char *unit,
                        double *out, bd_error *err)
{
    *out = (double)NAN;
    return !has || bd_chart_convert(number, unit, b->unit, out, err);
}

/* Rates become times only where somebody asked for that. */
static bool is_one_thing(const bd_chart_builder *b, const bd_cell_source *s, bd_error *err)
{
    const bd_unit *own = bd_unit_find(bd_str_of(s->unit));
    const bd_unit *axis = bd_unit_find(bd_str_of(b->unit));
    if (b->said_unit || !own || !axis || own->dimension == axis->dimension)
        return true;
    bd_decimal converted;
    bd_error none = BD_ERROR_INIT;
    bool converts = bd_convert(s->number, s->unit, b->unit, &converted, NULL, &none);
    bd_hint(err,
            converts ? "draw two charts, each with a condition such as unit=%s; or say the unit "
                       "that all shall have, number: \"0.0 %s\""
                     : "draw two charts, each with a condition: unit=%s, unit=%s",
            s->unit, b->unit);
    return bd_fail(err, BD_ERR_CONFIG, "'%s' and '%s' do not belong on one axis", s->unit, b->unit);
}

static bool convert_cell(bd_chart_builder *b, bd_chart_cell *cell)
{
    bd_error err = BD_ERROR_INIT;
    bd_cell_source *s = &cell->source;
    bool ok = is_one_thing(b, s, &err)
              && bd_chart_convert(s->number, s->unit, b->unit, &cell->value, &err)
              && (is_printed_so(b, cell) || print_again(b, s, &err))
              && convert_end(b, cell->has_low, cell->low, cell->low_unit, &cell->low_value, &err)
              && convert_end(b, cell->has_high, cell->high, cell->high_unit, &cell->high_value,
                             &err);
    if (!ok) {
        bd_cell_context context = bd_chart_context(b, cell);
        return bd_cell_fail(&context, err.hint, "%s: %s", cell->y->hole.source, err.message);
    }
    if (cell->has_low && cell->has_high && cell->low_value > cell->high_value) {
        double low = cell->low_value; /* a rate became a time */
        cell->low_value = cell->high_value;
        cell->high_value = low;
    }
    return cell->sample_count == 0 || bd_chart_convert_samples(b, cell);
}

bool bd_chart_settle_unit(bd_chart_builder *b)
{
    const bd_chart_cell *first = first_number(b);
    bool ok = first != NULL;
    if (!first)
        return false;
    find_unit(b, first);
    for (size_t i = 0; i < b->cell_count; i++)
        if (!b->cells[i].gap)
            ok = convert_cell(b, &b->cells[i]) && ok;
    return ok;
}

const char *bd_chart_print(const bd_chart_builder *b, double value)
{
    bd_buf text = BD_BUF_INIT;
    bd_decimal decimal;
    if (bd_decimal_of(bd_double(value), &decimal)) {
        bd_number_style_put(&b->style, &decimal, &text);
        if (b->style.unit[0])
            bd_buf_printf(&text, "%s%s", b->style.gap, b->unit);
    }
    const char *out = bd_arena_text(b->view->arena, bd_buf_str(&text));
    bd_buf_release(&text);
    return out;
}

const char *bd_chart_axis_text(const bd_chart_axis *axis, double value, bd_arena *arena)
{
    bd_buf text = BD_BUF_INIT;
    bd_decimal decimal;
    if (bd_decimal_of(bd_double(value), &decimal))
        bd_decimal_plain(&decimal, axis->group ? axis->group : ",", axis->point ? axis->point : ".",
                         &text);
    const char *out = bd_arena_text(arena, bd_buf_str(&text));
    bd_buf_release(&text);
    return out;
}
