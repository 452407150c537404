/* The words of a chart: titles, which direction is better, and what the picture itself
 * has to say, all in the document's language. */
#include "render/view/chart_builder.h"

#include <string.h>

static const char *plain_text(const bd_view *view, const bd_cell *cell)
{
    bd_buf out = BD_BUF_INIT;
    for (size_t i = 0; i < cell->span_count; i++)
        bd_buf_puts(&out, cell->spans[i].text);
    const char *text = bd_arena_text(view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

static bool check_holes(const bd_chart_builder *b, const char *key, const bd_cell_template *t,
                        bool numbers)
{
    for (size_t i = 0; i < t->count; i++) {
        const bd_hole *hole = &t->parts[i].hole;
        if (t->parts[i].literal || hole->kind == BD_HOLE_WORD || hole->kind == BD_HOLE_SERIES
            || (hole->kind == BD_HOLE_METRIC && numbers))
            continue;
        return bd_chart_fail(b, t->text, "names of the results, such as {backend}, can stand there",
                             "%s: %s cannot stand there", key, hole->source);
    }
    return true;
}

/* A text of the configuration with the names that all of the chart shares put in.
 * @return false when something was reported */
static bool config_text(bd_chart_builder *b, const char *key, bd_scalar text, bool numbers,
                        const char **out)
{
    bd_cell cell = { 0 };
    bd_row all = { .items = b->basis.items, .count = b->basis.count };
    const bd_cell_template *t = bd_template_compile(&b->basis, text, false);
    if (!t || !check_holes(b, key, t, numbers))
        return false;
    bd_cell_context context = {
        .basis = &b->basis,
        .row = &all,
        .column = &b->column,
        .where = bd_arena_printf(b->view->arena, ", %s", key),
        .place = bd_basis_place(&b->basis, text, 0),
        .fits = b->fits,
    };
    if (bd_cell_fill(&context, t, &cell) != BD_CELL_OK)
        return false;
    *out = plain_text(b->view, &cell);
    return true;
}

/* ---- defaults ---- */

/* "wallNs", "wallNs p95": the one number that all series show; "" = there are several. */
static const char *metric_title(const bd_chart_builder *b)
{
    const bd_found_metric *first = &b->ys[0].hole.metric;
    bool one_metric = true, one_stat = true;
    for (size_t i = 1; i < b->y_count; i++) {
        one_metric = one_metric && strcmp(b->ys[i].hole.metric.metric, first->metric) == 0;
        one_stat = one_stat && bd_stat_same(b->ys[i].hole.metric.stat, first->stat);
    }
    if (!one_metric)
        return "";
    const char *metric = bd_say_derived(b->view, (bd_scalar){ .text = first->metric });
    if (!one_stat || first->stat.kind == BD_STAT_VALUE)
        return metric;
    bd_buf name = BD_BUF_INIT;
    bd_stat_name(first->stat, &name);
    const char *stat = bd_say_derived(b->view, (bd_scalar){ .text = bd_buf_text(&name) });
    const char *title = bd_arena_printf(b->view->arena, "%s %s", metric, stat);
    bd_buf_release(&name);
    return title;
}

const char *bd_chart_name_title(const bd_chart_builder *b, bd_scalar name)
{
    static const char *const own[][2] = { { "commit", "Commit" },
                                          { "cpu", "CPU" },
                                          { "backend", "Backend" } };
    bool declared = bd_entries_get(&b->view->config->titles, name.text).text != NULL;
    for (size_t i = 0; i < BD_COUNT(own) && !declared; i++)
        if (strcmp(name.text, own[i][0]) == 0)
            return bd_say(b->view, own[i][1]);
    bd_cell title = bd_dimension_title(&b->basis, name);
    return plain_text(b->view, &title);
}

static const char *place_title(const bd_chart_builder *b)
{
    bd_buf out = BD_BUF_INIT;
    for (size_t i = 0; i < b->places.names; i++)
        bd_buf_printf(&out, "%s%s", i > 0 ? " / " : "",
                      bd_chart_name_title(b, b->table.per.items[b->places.first + i]));
    const char *title = bd_arena_text(b->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return title;
}

static void default_titles(bd_chart_builder *b)
{
    bd_chart *out = b->out;
    const bd_view *view = b->view;
    bool shares = strcmp(out->y.unit, "%") == 0;
    const char *metric = metric_title(b);
    out->y.title = metric;
    if (b->kind == BD_CHART_DISTRIBUTION) {
        out->x.title = metric;
        out->y.title = bd_say(view, shares ? "share of samples" : "samples");
    } else if (b->kind == BD_CHART_PERCENTILES) {
        out->x.title = bd_say(view, "percentile");
    } else {
        out->x.title = place_title(b);
    }
}

/* "Queue + Execution": what is drawn where it is not one metric; "" = too much. */
static const char *names_of_ys(const bd_chart_builder *b)
{
    enum { NAMED = 4 };
    bd_buf out = BD_BUF_INIT;
    const char *between = b->kind == BD_CHART_STACKED_BARS ? " + " : ", ";
    for (size_t i = 0; i < b->y_count && b->y_count <= NAMED; i++)
        bd_buf_printf(&out, "%s%s", i > 0 ? between : "", b->ys[i].name ? b->ys[i].name : "");
    const char *names = bd_arena_text(b->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return names;
}

/* "wall by rows"; of samples the metric alone. */
static const char *default_title(const bd_chart_builder *b)
{
    const bd_chart *out = b->out;
    const char *values = b->kind == BD_CHART_DISTRIBUTION ? out->x.title : out->y.title;
    values = values[0] ? values : names_of_ys(b);
    if (b->places.names == 0 || !values[0] || !out->x.title[0])
        return values;
    const char *const names[][2] = { { "{y}", values }, { "{x}", out->x.title } };
    return bd_say_with(b->view, "{y} by {x}", names, BD_COUNT(names));
}

/* ---- direction ---- */

static bd_direction direction_of(const bd_cell_source *s)
{
    const bd_point *p = s->observation->point;
    bool spread = s->stat.kind == BD_STAT_N || s->stat.kind == BD_STAT_SD
                  || s->stat.kind == BD_STAT_MAD || s->stat.kind == BD_STAT_ERROR;
    if (s->stat.kind == BD_STAT_N)
        return BD_DIRECTION_UNKNOWN;
    if (spread) /* less is better of what varies */
        return BD_SMALLER_IS_BETTER;
    bd_direction own = p->direction;
    if (own == BD_DIRECTION_UNKNOWN)
        own = bd_meaning_of(bd_str_of(s->observation->metric), bd_str_of(p->unit), s->number)
                  .direction;
    if (s->reciprocal && own != BD_DIRECTION_UNKNOWN)
        own = own == BD_SMALLER_IS_BETTER ? BD_BIGGER_IS_BETTER : BD_SMALLER_IS_BETTER;
    return own;
}

static void say_direction(bd_chart_builder *b)
{
    bd_direction direction = BD_DIRECTION_UNKNOWN;
    bool first = true, agree = true;
    for (size_t i = 0; i < b->cell_count; i++) {
        if (b->cells[i].gap)
            continue;
        bd_direction own = direction_of(&b->cells[i].source);
        agree = agree && (first || own == direction);
        direction = agree ? own : BD_DIRECTION_UNKNOWN;
        first = false;
    }
    b->out->direction = direction;
    b->out->better = direction == BD_SMALLER_IS_BETTER  ? bd_say(b->view, "lower is better")
                     : direction == BD_BIGGER_IS_BETTER ? bd_say(b->view, "higher is better")
                                                        : "";
}

static void say_words(bd_chart_builder *b)
{
    const bd_view *view = b->view;
    b->out->words = (bd_chart_words){
        .no_data = bd_say(view, "no data"),
        .prefix_removed = bd_say(view, "names without their common beginning “{}”"),
        .labels_skipped = bd_say(view, "one name in {} is written"),
        .values_skipped = bd_say(view, "values without room for a label: {}"),
        .not_on_log = bd_say(view, "not on a log axis, being zero or less: {}"),
    };
}

bool bd_chart_texts(bd_chart_builder *b)
{
    const bd_chart_config *c = b->config;
    const bd_view *view = b->view;
    bd_chart *out = b->out;
    bool ok = true;
    out->language = view->language                      ? view->language
                    : view->config->languages.count > 0 ? view->config->languages.items[0].text
                                                        : "en";
    default_titles(b);
    if (c->x_title.text)
        ok = config_text(b, "x title", c->x_title, false, &out->x.title) && ok;
    if (c->y_title.text)
        ok = config_text(b, "y title", c->y_title, false, &out->y.title) && ok;
    if (c->title.text)
        ok = config_text(b, "title", c->title, false, &out->title) && ok;
    else
        out->title = default_title(b);
    if (c->alt.text)
        ok = config_text(b, "alt", c->alt, true, &out->alt) && ok;
    say_direction(b);
    say_words(b);
    return ok;
}
