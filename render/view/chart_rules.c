/* What may stand upon each other: parts that add up to something. */
#include "render/view/chart_builder.h"

#include <string.h>

static bool is_listed(const bd_scalars *list, const char *metric)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].text, metric) == 0)
            return true;
    return false;
}

static bool adds_up(bd_stat stat)
{
    return stat.kind == BD_STAT_VALUE || stat.kind == BD_STAT_N || stat.kind == BD_STAT_MEAN
           || stat.kind == BD_STAT_MEDIAN;
}

static bool fail_statistic(const bd_chart_builder *b, const bd_chart_y *y)
{
    bd_buf name = BD_BUF_INIT;
    bd_stat_name(y->hole.metric.stat, &name);
    bd_chart_fail(b, y->text,
                  "stack values, means or medians; kind: bars puts bars beside each other",
                  "the %s of parts does not add up to that of the whole, so %s cannot be stacked",
                  bd_buf_text(&name), y->hole.source);
    bd_buf_release(&name);
    return false;
}

/* "additive: [queueNs, executionNs]": the line that is missing. */
static bool fail_additive(const bd_chart_builder *b, const bd_chart_y *y)
{
    bd_buf line = BD_BUF_INIT;
    for (size_t i = 0; i < b->y_count; i++) {
        const char *metric = b->ys[i].hole.metric.metric;
        bool known = false;
        for (size_t k = 0; k < i && !known; k++)
            known = strcmp(b->ys[k].hole.metric.metric, metric) == 0;
        if (!known)
            bd_buf_printf(&line, "%s%s", line.len > 0 ? ", " : "", metric);
    }
    bd_scalar kind = b->config->kind;
    bool split = b->series.count > 1;
    bd_chart_fail(b, kind,
                  bd_arena_printf(b->view->arena,
                                  "if no part contains another, say so: additive: [%s]; else "
                                  "kind: bars",
                                  bd_buf_text(&line)),
                  "'%s' is not declared additive, and stacked parts that contain each other%s "
                  "would be counted twice",
                  y->hole.metric.metric, split ? ", or do not follow each other," : "");
    bd_buf_release(&line);
    return false;
}

bool bd_chart_check_stack(const bd_chart_builder *b)
{
    bool ok = true;
    if (b->kind != BD_CHART_STACKED_BARS || b->series.count * b->y_count < 2)
        return true;
    for (size_t i = 0; i < b->y_count && ok; i++)
        ok = adds_up(b->ys[i].hole.metric.stat) || fail_statistic(b, &b->ys[i]);
    for (size_t i = 0; i < b->y_count && ok; i++)
        ok = is_listed(&b->config->additive, b->ys[i].hole.metric.metric)
             || fail_additive(b, &b->ys[i]);
    return ok;
}
