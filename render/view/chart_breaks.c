/* Declared breaks in a chart over commits: numbers before and after one do not mean the same,
 * so that no line and no change point goes across. */
#include "render/view/chart_builder.h"

#include <string.h>

enum { ABBREVIATED = 7 };

static const char *suite_of(const bd_chart_cell *cell)
{
    return cell->source.observation->run->suite;
}

static bool draws_suite(const bd_chart_builder *b, const char *suite)
{
    for (size_t i = 0; i < b->cell_count; i++)
        if (!b->cells[i].gap && strcmp(suite_of(&b->cells[i]), suite) == 0)
            return true;
    return false;
}

/* When the place was measured first; BD_TIME_UNKNOWN = its results do not say. */
static int64_t measured_at(const bd_chart_builder *b, size_t place)
{
    int64_t first = BD_TIME_UNKNOWN;
    for (size_t i = 0; i < b->cell_count; i++) {
        const bd_chart_cell *cell = &b->cells[i];
        if (cell->gap || cell->place != place)
            continue;
        int64_t at = cell->source.observation->run->measured_at_ns;
        if (at != BD_TIME_UNKNOWN && (first == BD_TIME_UNKNOWN || at < first))
            first = at;
    }
    return first;
}

/* A result of the commit that is not drawn, perhaps of another machine. */
static const bd_observation *other_result(const bd_chart_builder *b, const bd_break_config *at)
{
    const bd_observations *all = b->view->observations;
    for (size_t i = 0; i < all->count; i++) {
        const bd_observation *o = &all->items[i];
        const char *id = o->run->commit.id;
        if (id && strcmp(o->run->suite, at->suite.text) == 0
            && o->run->measured_at_ns != BD_TIME_UNKNOWN && strlen(at->at.text) >= ABBREVIATED
            && bd_str_starts(bd_str_of(id), at->at.text))
            return o;
    }
    return NULL;
}

static void warn_unplaced(const bd_chart_builder *b, const bd_break_config *at)
{
    bd_place place = { b->view->config->file, at->at.line, at->at.column };
    if (b->view->excerpt) /* of results that were there when the lock was written */
        return;
    bool enough = strlen(at->at.text) >= ABBREVIATED;
    bd_view_warn(b->view, place,
                 enough ? "at: the first measured commit with the new meaning"
                        : "at: the first seven characters of the commit, or more",
                 "%s: no result of %s is of the commit %s, so that its break is not shown",
                 b->basis.title, at->suite.text, at->at.text);
}

/* The first place with the new meaning; SIZE_MAX = all have the old one, or nobody knows. */
static size_t place_of(const bd_chart_builder *b, const bd_break_config *at)
{
    for (size_t i = 0; i < b->places.count; i++)
        if (bd_chart_is_place(b, i, at->at.text))
            return i;
    const bd_observation *other = other_result(b, at);
    if (!other) {
        warn_unplaced(b, at);
        return SIZE_MAX;
    }
    bd_touch_value(b->view, other); /* benchdoc.lock decides alike */
    for (size_t i = 0; i < b->places.count; i++) {
        int64_t measured = measured_at(b, i);
        if (measured == BD_TIME_UNKNOWN || measured >= other->run->measured_at_ns)
            return i;
    }
    return SIZE_MAX;
}

bool bd_chart_parted(const bd_chart_builder *b, const bd_chart_cell *before,
                     const bd_chart_cell *after)
{
    const bd_config *config = b->view->config;
    for (size_t i = 0; b->break_at && i < config->break_count; i++) {
        const char *suite = config->breaks[i].suite.text;
        if (before->place < b->break_at[i] && b->break_at[i] <= after->place
            && (strcmp(suite_of(before), suite) == 0 || strcmp(suite_of(after), suite) == 0))
            return true;
    }
    return false;
}

static void part_line(const bd_chart_builder *b, const bd_chart_cell *cells, bd_chart_series *line)
{
    const bd_chart_cell *last = NULL;
    for (size_t m = 0; m < line->mark_count; m++) {
        if (cells[m].gap)
            continue;
        line->marks[m].apart = last && bd_chart_parted(b, last, &cells[m]);
        last = &cells[m];
    }
}

void bd_chart_breaks(bd_chart_builder *b)
{
    const bd_config *config = b->view->config;
    const bd_chart_cell *cells = b->cells;
    if (!bd_chart_over_commits(b) || b->kind != BD_CHART_LINES || config->break_count == 0)
        return;
    b->break_at = bd_arena_alloc(b->view->arena, config->break_count * sizeof *b->break_at);
    for (size_t i = 0; i < config->break_count; i++) {
        const bd_break_config *at = &config->breaks[i];
        b->break_at[i] = draws_suite(b, at->suite.text) ? place_of(b, at) : SIZE_MAX;
        if (b->break_at[i] == 0 || b->break_at[i] == SIZE_MAX)
            continue;
        bd_chart_add_line(b, (bd_chart_line){ .at_place = true,
                                              .value = (double)b->break_at[i],
                                              .text = bd_say_scalar(b->view, at->why).text });
    }
    for (size_t p = 0; p < b->out->panel_count; p++)
        for (size_t s = 0; s < b->out->panels[p].series_count; s++) {
            bd_chart_series *line = &b->out->panels[p].series[s];
            part_line(b, cells, line);
            cells += line->mark_count;
        }
}
