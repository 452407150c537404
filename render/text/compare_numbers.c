/* Numbers of a comparison for people: both sides in one unit, with sensible digits. */
#include "render/text/compare_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double size_of(const bd_compared *row)
{
    double size = 0;
    if (row->base.has_number)
        size = fabs(row->base.number);
    if (row->head.has_number && fabs(row->head.number) > size)
        size = fabs(row->head.number);
    return size;
}

/* What follows a tab in old histories of Go is another number. */
static bd_str own_unit(const bd_compared *row)
{
    const bd_compared_side *side = row->head.count > 0 ? &row->head : &row->base;
    bd_str unit = bd_str_of(side->count > 0 ? side->items[0]->point->unit : ""), first;
    return bd_str_split(&unit, '\t', &first) ? bd_str_trim(first) : unit;
}

/* The largest unit in which the larger side is at least 1; "us/op" becomes "ms/op". */
static void choose_unit(const bd_compared *row, char *out, size_t room)
{
    static const char *const times[] = { "s", "ms", "us", "ns", NULL };
    static const char *const sizes[] = { "GiB", "MiB", "KiB", "B", NULL };
    bd_str own = own_unit(row);
    const bd_unit *unit = bd_unit_find(own);
    snprintf(out, room, "%.*s", (int)own.len, own.ptr ? own.ptr : "");
    bool scales = unit && row->metric_class == BD_CLASS_TIMING && size_of(row) > 0
                  && (unit->dimension == BD_DIMENSION_TIME || unit->dimension == BD_DIMENSION_SIZE);
    if (!scales)
        return;
    double base = size_of(row) * (double)unit->num / (double)unit->den;
    const char *slash = strchr(out, '/');
    char suffix[16] = "";
    if (slash)
        snprintf(suffix, sizeof suffix, "%s", slash);
    const char *const *all = unit->dimension == BD_DIMENSION_TIME ? times : sizes;
    for (size_t i = 0; all[i]; i++) {
        const bd_unit *candidate = bd_unit_find(bd_str_of(all[i]));
        double in_it = base * (double)candidate->den / (double)candidate->num;
        if (in_it < 1 && all[i + 1])
            continue;
        if (strcmp(candidate->name, unit->name) != 0)
            snprintf(out, room, "%s%s", all[i], suffix);
        return;
    }
}

static void print(const bd_compared *row, const bd_compared_side *side, unsigned digits,
                  bd_buf *out)
{
    bd_number_style style = BD_NUMBER_STYLE_PLAIN;
    bd_error err = BD_ERROR_INIT;
    if (digits > 0)
        style = (bd_number_style){ .digits = digits, .point = ".", .gap = " " };
    snprintf(style.gap, sizeof style.gap, " ");
    choose_unit(row, style.unit, sizeof style.unit);
    const char *unit = side->unit ? side->unit : "";
    if (bd_number_print(side->value, unit, &style, out, &err))
        return;
    bd_number_text(side->value, out); /* the sides do not convert: each as it is */
    if (unit[0])
        bd_buf_printf(out, " %s", unit);
}

static bool differ(const bd_compared *row)
{
    return row->base.number < row->head.number || row->base.number > row->head.number;
}

/* Four, or as many as tell the sides from each other; 0: all of them. */
static unsigned digits_for(const bd_compared *row)
{
    static const unsigned wider[] = { 4, 6, 9 };
    bd_buf base = BD_BUF_INIT, head = BD_BUF_INIT;
    unsigned digits = 0;
    if (row->metric_class == BD_CLASS_EXACT)
        return 0;
    for (size_t i = 0; i < BD_COUNT(wider) && digits == 0; i++) {
        bd_buf_clear(&base);
        bd_buf_clear(&head);
        if (row->base.has_number && row->head.has_number) {
            print(row, &row->base, wider[i], &base);
            print(row, &row->head, wider[i], &head);
        }
        bool same = bd_str_eq(bd_buf_str(&base), bd_buf_str(&head));
        if (base.len == 0 || !same || !differ(row))
            digits = wider[i];
    }
    bd_buf_release(&base);
    bd_buf_release(&head);
    return digits;
}

void bd_compare_put_side(const bd_compared *row, const bd_compared_side *side, bd_buf *out)
{
    if (side->count == 0)
        return;
    if (bd_number_finite(side->value))
        print(row, side, digits_for(row), out);
    else
        bd_buf_puts(out, side->items[0]->point->outcome == BD_OUTCOME_OK
                             ? "no number"
                             : bd_outcome_name(side->items[0]->point->outcome));
}

static const char *kept(bd_buf *text, bd_arena *arena)
{
    const char *out = bd_arena_text(arena, bd_buf_str(text));
    bd_buf_release(text);
    return out;
}

static const char *number_of(const bd_compared *row, const bd_compared_side *side, bd_arena *arena)
{
    bd_buf text = BD_BUF_INIT;
    bd_compare_put_side(row, side, &text);
    return kept(&text, arena);
}

static const char *spread_of(const bd_compared_side *side, bd_arena *arena)
{
    double percent;
    bool known = side->has_number && side->interval.bounded
                 && bd_interval_spread(side->interval, side->number, &percent) == BD_SPREAD_PERCENT;
    if (!known || fabs(side->number) <= 0)
        return "";
    return bd_arena_printf(arena, percent < 0.95 ? "\xC2\xB1 %.1f %%" : "\xC2\xB1 %.0f %%",
                           percent);
}

static const char *ratio_of(const bd_compared *row, bd_arena *arena)
{
    bool has_ratio = row->has_change && row->change.kind == BD_CHANGE_RATIO
                     && strcmp(row->words, "same") != 0;
    if (!has_ratio)
        return "";
    return bd_arena_printf(arena, row->change.ratio < 10 ? "(%.2fx)" : "(%.4gx)",
                           row->change.ratio);
}

static const char *evidence_of(const bd_compared *row, bd_arena *arena)
{
    bd_buf text = BD_BUF_INIT;
    bd_compare_put_evidence(row, &text);
    return kept(&text, arena);
}

void bd_compared_texts_of(const bd_compared *row, bd_arena *arena, bd_compared_texts *out)
{
    bool timed = row->metric_class == BD_CLASS_TIMING;
    *out = (bd_compared_texts){ .base = number_of(row, &row->base, arena),
                                .head = number_of(row, &row->head, arena),
                                .base_spread = timed ? spread_of(&row->base, arena) : "",
                                .head_spread = timed ? spread_of(&row->head, arena) : "",
                                .change = row->words,
                                .ratio = ratio_of(row, arena),
                                .evidence = evidence_of(row, arena),
                                .n = "" };
    if (timed && row->base.n + row->head.n > 0 && row->base.count > 0 && row->head.count > 0)
        out->n = bd_arena_printf(arena, "%zu + %zu", row->base.n, row->head.n);
}
