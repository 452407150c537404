/* A change and what its verdict rests on, in words. */
#include "render/view/compare_builder.h"

#include <math.h>
#include <string.h>

static const char *word_of(bool more, const char *unit_name, bd_direction direction)
{
    const bd_unit *unit = bd_unit_find(bd_str_of(unit_name));
    bd_dimension d = unit ? unit->dimension : BD_DIMENSION_UNKNOWN;
    bool is_speed = d == BD_DIMENSION_TIME || d == BD_DIMENSION_RATE || d == BD_DIMENSION_SPEED;
    if (!is_speed || direction == BD_DIRECTION_UNKNOWN)
        return more ? "more" : "less";
    return more == (direction == BD_BIGGER_IS_BETTER) ? "faster" : "slower";
}

void bd_change_words(double percent, const char *unit, bd_direction direction, bd_buf *out)
{
    double size = fabs(percent);
    int decimals = size < 0.1 ? 2 : size < 100 ? 1 : 0;
    bd_buf_printf(out, "%c%.*f %% %s", percent < 0 ? '-' : '+', decimals, size,
                  word_of(percent > 0, unit, direction));
}

static void put_number(bd_number n, const char *unit, bd_buf *out)
{
    bd_number_text(n, out);
    if (unit && unit[0])
        bd_buf_printf(out, " %s", unit);
}

static const char *kept(bd_comparing *c, bd_buf *text)
{
    const char *out = bd_arena_text(&c->out->arena, bd_buf_str(text));
    bd_buf_release(text);
    return out;
}

const char *bd_compare_change_words(bd_comparing *c, const bd_compared *row)
{
    bd_buf text = BD_BUF_INIT;
    if (!row->head.has_number || !row->base.has_number)
        return "";
    bool equal = !(row->head.number < row->base.number) && !(row->head.number > row->base.number);
    if (equal)
        return "same";
    if (!row->has_change) { /* from 0: there is no percentage */
        put_number(row->base.value, row->base.unit, &text);
        bd_buf_puts(&text, " \xE2\x86\x92 ");
        put_number(row->head.value, row->head.unit, &text);
        return kept(c, &text);
    }
    bd_change_words(row->change.percent, row->head.items[0]->point->unit, row->direction, &text);
    return kept(c, &text);
}

/* ---- why ---- */

static const char *outcome_of(const bd_compared_side *side)
{
    const bd_point *p = side->items[0]->point;
    if (p->outcome != BD_OUTCOME_OK)
        return bd_outcome_name(p->outcome);
    return "without a number";
}

/* What the file says of it, or the reader. */
static void put_reason(const bd_compared_side *side, bd_buf *out)
{
    const char *reason = side->items[0]->point->reason;
    if (reason && reason[0])
        bd_buf_printf(out, " (%s)", reason);
}

static void why_incomparable(const bd_compared *row, bd_buf *out)
{
    const bd_compared_side *head = &row->head, *base = &row->base;
    double factor;
    bool reciprocal;
    const char *from = base->items[0]->point->unit, *to = head->items[0]->point->unit;
    if (!bd_compare_factor(from, to, &factor, &reciprocal))
        bd_buf_printf(out, "the unit changed from \"%s\" to \"%s\", which do not convert", from,
                      to);
    else if (!head->has_number && !base->has_number)
        bd_buf_printf(out, "neither side has a number: %s", outcome_of(head));
    else if (!head->has_number || !base->has_number) {
        const bd_compared_side *side = head->has_number ? base : head;
        bd_buf_printf(out, "the %s is %s", side == head ? "head" : "baseline", outcome_of(side));
        put_reason(side, out);
    } else
        bd_buf_puts(out, "the baseline is 0, so that there is no percentage");
}

static void why_no_baseline(const bd_comparing *c, const bd_compared *row, bd_buf *out)
{
    const bd_compared_group *group = &c->out->groups[row->group];
    const bd_break_config *cut = group->baseline.cut_by;
    if (group->is_named && !group->baseline.elsewhere)
        bd_buf_puts(out, "the base has no results of this suite and backend");
    else if (!group->lane.cpu)
        bd_buf_puts(out, "the head does not say its CPU, so that no earlier run is known to be of "
                         "the same");
    else if (cut)
        bd_buf_printf(out, "none since the break at %s%s%s", cut->at.text,
                      cut->why.text ? ": " : "", cut->why.text ? cut->why.text : "");
    else
        bd_buf_puts(out, "no baseline on this CPU yet");
}

static const char *test_name(const bd_compared *row)
{
    switch (row->evidence) {
    case BD_EVIDENCE_RANKS:
        return "Mann\xE2\x80\x93Whitney";
    case BD_EVIDENCE_MEANS:
        return "Welch's t";
    default:
        return "against its own history";
    }
}

static void put_evidence(const bd_comparing *c, const bd_compared *row, bd_buf *out)
{
    bd_buf_printf(out, "%s, p = %.2g", test_name(row), row->p);
    if (row->evidence != BD_EVIDENCE_HISTORY && row->noise.kind == BD_NOISE_KNOWN)
        bd_buf_printf(out, ", against its own history p = %.2g", row->past_p);
    if (c->out->tests > 1 && row->adjusted > fmax(row->p, row->past_p))
        bd_buf_printf(out, ", %.2g of %zu series", row->adjusted, c->out->tests);
    if (row->noise.kind == BD_NOISE_KNOWN)
        bd_buf_printf(out, ", %zu earlier runs", row->noise.count);
}

static bool is_tested(const bd_compared *row)
{
    return row->evidence != BD_EVIDENCE_NONE && row->evidence != BD_EVIDENCE_EXACT;
}

/* What stands against a test that found something. */
static void put_objection(const bd_comparing *c, const bd_compared *row, bd_buf *out)
{
    const bd_compared_group *group = &c->out->groups[row->group];
    if (row->noise.kind == BD_NOISE_KNOWN && row->past_p > row->p)
        bd_buf_puts(out, "; its runs differ as much anyway");
    else if (row->adjusted > c->options.alpha)
        return;
    else if (bd_compare_is_within_unknown(group, row))
        bd_buf_printf(out,
                      "; %d earlier runs would say by how much its runs differ, until then only a "
                      "factor of 2 counts",
                      BD_HISTORY_MINIMUM);
    else
        bd_buf_puts(out, "; the sides are of different CPUs");
}

static void why_unconfirmed(const bd_comparing *c, const bd_compared *row, bd_buf *out)
{
    if (row->modes.two)
        bd_buf_printf(out, "two modes, near %.4g and near %.4g %s", row->modes.low, row->modes.high,
                      row->head.items[0]->point->unit);
    else if (!is_tested(row))
        bd_buf_puts(out, "one number a side: neither samples, nor intervals, nor a history");
    else
        put_evidence(c, row, out);
    bool unknown = bd_compare_is_within_unknown(&c->out->groups[row->group], row);
    if (row->needs > 0 && !unknown)
        bd_buf_printf(out, "; %zu samples a side could show it", row->needs);
    else if (is_tested(row) && !row->modes.two)
        put_objection(c, row, out);
}

static void why_same(const bd_compared *row, bd_buf *out)
{
    if (row->metric_class == BD_CLASS_TIMING)
        bd_buf_printf(out, "less than %g %%", row->least);
    else if (row->metric_class == BD_CLASS_NEAR_EXACT)
        bd_buf_puts(out, "not beyond 1 B or 0.5 %");
    else
        bd_buf_puts(out, "equal");
}

const char *bd_compare_why(bd_comparing *c, const bd_compared *row)
{
    bd_buf text = BD_BUF_INIT;
    switch (row->verdict) {
    case BD_VERDICT_INCOMPARABLE:
        why_incomparable(row, &text);
        break;
    case BD_VERDICT_NO_BASELINE:
        why_no_baseline(c, row, &text);
        break;
    case BD_VERDICT_NEW:
        bd_buf_puts(&text, "the baseline has no such series");
        break;
    case BD_VERDICT_GONE:
        bd_buf_puts(&text, "the head has no such series");
        break;
    case BD_VERDICT_HOST:
        bd_buf_puts(&text, "the whole run moved as much");
        break;
    case BD_VERDICT_UNCONFIRMED:
        why_unconfirmed(c, row, &text);
        break;
    case BD_VERDICT_SAME:
        why_same(row, &text);
        break;
    default:
        if (row->evidence == BD_EVIDENCE_EXACT || !is_tested(row))
            bd_buf_puts(&text, "counted, not timed");
        else
            put_evidence(c, row, &text);
    }
    return kept(c, &text);
}
