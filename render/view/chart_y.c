/* What numbers a chart draws: `y:` and `error:` read, and the results that have them. */
#include "render/view/chart_builder.h"

#include <string.h>

/* A template that is one number and nothing else. */
static bool read_number(bd_chart_builder *b, const char *key, bd_scalar text, bd_hole *out)
{
    const bd_cell_template *t = bd_template_compile(&b->basis, text, true);
    if (!t)
        return false;
    if (t->count != 1 || t->parts[0].literal)
        return bd_chart_fail(b, text,
                             "one name in braces, with conditions where it needs them: "
                             "\"{METRIC.p95 name=value}\"",
                             "%s: takes one number, not \"%s\"", key, text.text);
    *out = t->parts[0].hole;
    if (out->kind != BD_HOLE_METRIC) /* a dimension of the same name does not count here */
        out->kind = bd_metric_named(&b->basis, out->name, &out->metric) ? BD_HOLE_METRIC
                                                                        : out->kind;
    if (out->kind == BD_HOLE_METRIC)
        return true;
    return bd_chart_fail(b, text, "see `benchdoc fields` for the metrics",
                         "%s: %s is no number but a name of the results", key, out->source);
}

static bool read_y(bd_chart_builder *b, bd_scalar key, bd_scalar text)
{
    bd_chart_y *y = &b->ys[b->y_count++];
    *y = (bd_chart_y){ .raw = key.text, .text = text };
    y->place = bd_basis_place(&b->basis, text, 0);
    if (key.text)
        y->name = key.line > 0 ? bd_say_scalar(b->view, key).text : key.text;
    if (!read_number(b, "y", text, &y->hole))
        return false;
    y->plain = strcmp(y->hole.name, y->hole.metric.metric) == 0;
    return true;
}

static bool read_error(bd_chart_builder *b)
{
    const bd_scalars *error = &b->config->error;
    b->confidence = error->count == 1 && strcmp(error->items[0].text, "confidence") == 0;
    if (error->count == 0 || b->confidence)
        return true;
    if (error->count != 2)
        return bd_chart_fail(b, error->items[0],
                             "error: confidence, or error: [\"{wall.p5}\", "
                             "\"{wall.p95}\"]",
                             "error: is confidence, or a low and a high end");
    if (b->y_count > 1)
        return bd_chart_fail(b, error->items[0], "error: confidence, or one y:",
                             "error: [low, high] belongs to one y:, and there are %zu", b->y_count);
    b->end_count = 2;
    return read_number(b, "error", error->items[0], &b->ends[0])
           && read_number(b, "error", error->items[1], &b->ends[1]);
}

static bool fits(const bd_hole *hole, const bd_observation *o)
{
    return strcmp(hole->metric.metric, o->metric) == 0 && bd_query_holds(&hole->filter, o);
}

/* Places and series exist because of numbers that are drawn, not because of others. */
static bool keep_drawn(bd_chart_builder *b)
{
    bd_basis *basis = &b->basis;
    size_t kept = 0;
    b->admitted = basis->items;
    b->admitted_count = basis->count;
    basis->items = bd_alloc((basis->count + 1) * sizeof *basis->items);
    bool *found = bd_arena_alloc(b->view->arena, b->y_count * sizeof *found);
    for (size_t i = 0; i < b->admitted_count; i++) {
        const bd_observation *o = b->admitted[i];
        bool drawn = false;
        for (size_t k = 0; k < b->y_count; k++) {
            bool has = fits(&b->ys[k].hole, o);
            found[k] = found[k] || has;
            drawn = drawn || has;
        }
        for (size_t k = 0; k < b->end_count; k++)
            drawn = drawn || fits(&b->ends[k], o);
        if (drawn)
            basis->items[kept++] = o;
    }
    basis->count = kept;
    for (size_t k = 0; k < b->y_count; k++)
        if (!found[k])
            return bd_chart_fail(b, b->ys[k].text, "see `benchdoc fields` for what the inputs hold",
                                 "y: no point fits %s", b->ys[k].hole.source);
    return true;
}

static bool is_samples_only(const char *kind)
{
    static const char *const kinds[] = { "boxes", "distribution", "percentiles" };
    for (size_t i = 0; kind && i < BD_COUNT(kinds); i++)
        if (strcmp(kind, kinds[i]) == 0)
            return true;
    return false;
}

/* Boxes and the like are made of all samples, not of a statistic of them. */
static bool check_statistics(const bd_chart_builder *b)
{
    const char *kind = b->config->kind.text;
    for (size_t i = 0; i < b->y_count && is_samples_only(kind); i++)
        if (!b->ys[i].plain)
            return bd_chart_fail(b, b->ys[i].text,
                                 bd_arena_printf(b->view->arena,
                                                 "y: \"{%s}\"; bars and lines draw "
                                                 "statistics",
                                                 b->ys[i].hole.metric.metric),
                                 "y: %s draws all samples, not the statistic %s", kind,
                                 b->ys[i].hole.source);
    return true;
}

bool bd_chart_read_ys(bd_chart_builder *b)
{
    const bd_chart_config *c = b->config;
    bool ok = true;
    b->ys = bd_arena_alloc(b->view->arena, (c->ys.count + 1) * sizeof *b->ys);
    for (size_t i = 0; i < c->ys.count; i++)
        ok = read_y(b, c->ys.items[i].key, c->ys.items[i].value) && ok;
    if (c->ys.count == 0 && c->y.text)
        ok = read_y(b, (bd_scalar){ 0 }, c->y);
    if (b->y_count == 0)
        return bd_view_fail(b->view, b->basis.place, "y: \"{METRIC}\"",
                            "%s: it has no y:", b->basis.title);
    return ok && check_statistics(b) && read_error(b) && keep_drawn(b);
}
