/* A chart as text, for its digest: every part with its name and length, so that no two
 * charts that look different give the same text; numbers as JavaScript prints them. */
#include "render/view/chart.h"

#include <math.h>
#include <string.h>

static void put_text(bd_buf *out, const char *name, const char *text)
{
    const char *value = text ? text : "";
    bd_buf_printf(out, "%s %zu %s\n", name, strlen(value), value);
}

static void put_number(bd_buf *out, const char *name, double value)
{
    bd_buf_puts(out, name);
    bd_buf_putc(out, ' ');
    bd_number_text(bd_double(value), out);
    bd_buf_putc(out, '\n');
}

static void put_axis(bd_buf *out, const char *name, const bd_chart_axis *axis)
{
    bd_buf_printf(out, "%s %s%s%s\n", name, axis->numeric ? "numeric" : "categories",
                  axis->log ? " log" : "", axis->from_zero ? " from-zero" : "");
    put_text(out, "title", axis->title);
    put_text(out, "unit", axis->unit);
    put_text(out, "group", axis->group ? axis->group : ",");
    put_text(out, "point", axis->point ? axis->point : ".");
    for (size_t i = 0; !axis->numeric && i < axis->category_count; i++)
        put_text(out, "category", axis->categories[i]);
}

static bool draws_samples(bd_chart_kind kind)
{
    return kind == BD_CHART_SCATTER || kind == BD_CHART_BOXES || kind == BD_CHART_DISTRIBUTION
           || kind == BD_CHART_PERCENTILES;
}

static void put_mark(bd_buf *out, const bd_chart *chart, const bd_chart_mark *mark)
{
    put_number(out, "x", mark->x);
    put_number(out, "y", mark->y);
    if (chart->kind == BD_CHART_BARS || chart->kind == BD_CHART_LINES) {
        put_number(out, "low", mark->low);
        put_number(out, "high", mark->high);
    }
    if (mark->apart)
        bd_buf_puts(out, "apart\n");
    if (chart->value_labels)
        put_text(out, "text", mark->text);
    for (size_t i = 0; draws_samples(chart->kind) && i < mark->sample_count; i++)
        put_number(out, "sample", mark->samples[i]);
}

static void put_panel(bd_buf *out, const bd_chart *chart, const bd_chart_panel *panel)
{
    put_text(out, "panel", panel->title);
    for (size_t i = 0; i < panel->series_count; i++) {
        const bd_chart_series *series = &panel->series[i];
        put_text(out, "series", series->name);
        for (size_t k = 0; k < series->mark_count; k++)
            put_mark(out, chart, &series->marks[k]);
    }
}

static void put_words(bd_buf *out, const bd_chart_words *words)
{
    put_text(out, "no-data", words->no_data);
    put_text(out, "prefix-removed", words->prefix_removed);
    put_text(out, "labels-skipped", words->labels_skipped);
    put_text(out, "values-skipped", words->values_skipped);
    put_text(out, "not-on-log", words->not_on_log);
}

void bd_chart_canonical(const bd_chart *chart, bd_buf *out)
{
    static const char *const kinds[] = {
        [BD_CHART_BARS] = "bars",
        [BD_CHART_STACKED_BARS] = "stacked-bars",
        [BD_CHART_LINES] = "lines",
        [BD_CHART_SCATTER] = "scatter",
        [BD_CHART_BOXES] = "boxes",
        [BD_CHART_DISTRIBUTION] = "distribution",
        [BD_CHART_PERCENTILES] = "percentiles",
    };
    bd_buf_printf(out, "chart %s%s%s%s\n", kinds[chart->kind],
                  chart->horizontal ? " horizontal" : "", chart->band ? " band" : "",
                  chart->value_labels ? " value-labels" : "");
    put_text(out, "title", chart->title);
    put_text(out, "better", chart->better);
    bd_buf_printf(out, "direction %d\n", (int)chart->direction);
    put_text(out, "footer", chart->footer);
    put_text(out, "alt", chart->alt);
    put_text(out, "language", chart->language);
    put_axis(out, "x-axis", &chart->x);
    put_axis(out, "y-axis", &chart->y);
    for (size_t i = 0; i < chart->legend_count; i++)
        put_text(out, "legend", chart->legend[i]);
    for (size_t i = 0; i < chart->panel_count; i++)
        put_panel(out, chart, &chart->panels[i]);
    for (size_t i = 0; i < chart->line_count; i++) {
        put_number(out, chart->lines[i].at_place ? "place" : "line", chart->lines[i].value);
        put_text(out, "text", chart->lines[i].text);
        if (chart->lines[i].panel > 0)
            bd_buf_printf(out, "panel %zu\n", chart->lines[i].panel);
    }
    for (size_t i = 0; i < chart->note_count; i++)
        put_text(out, "note", chart->notes[i]);
    put_words(out, &chart->words);
}
