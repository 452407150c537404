/* Checks of `charts:` that need more than one of their keys. */
#include "core/config/internal.h"

#include "core/base/map.h"

#include <string.h>

typedef struct checking {
    bd_config_reader *r;
    const bd_chart_config *chart;
} checking;

BD_PRINTF(4, 5)
static void fail(const checking *c, bd_scalar at, const char *hint, const char *format, ...)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf message = BD_BUF_INIT;
    va_list args;
    va_start(args, format);
    bd_buf_vprintf(&message, format, args);
    va_end(args);
    bd_fail(&err, BD_ERR_CONFIG, "the chart \"%s\": %s", c->chart->name.text,
            bd_buf_text(&message));
    bd_hint(&err, "%s", hint);
    if (at.line == 0)
        at = c->chart->name;
    bd_config_report(c->r, BD_ERROR, at.line, at.column, &err);
    bd_buf_release(&message);
}

static bool is_kind(const bd_chart_config *chart, const char *const *kinds)
{
    for (size_t i = 0; kinds[i]; i++)
        if (strcmp(chart->kind.text, kinds[i]) == 0)
            return true;
    return false;
}

/* ---- what belongs to which kind ---- */

static void check_axis(const checking *c)
{
    static const char *const without[] = { "distribution", "percentiles", NULL };
    const bd_chart_config *chart = c->chart;
    if (chart->kind.text && is_kind(chart, without)) {
        if (chart->x.count > 0)
            fail(c, chart->x.items[0],
                 "series: tells samples apart by colour, grid: gives each a small chart",
                 "%s have no x, they draw samples alone", chart->kind.text);
        return;
    }
    if (chart->x.count == 0)
        fail(c, chart->kind, "for example: x: rows, or x: commit",
             "it needs x, what stands along the axis");
}

static void check_horizontal(const checking *c)
{
    static const char *const bars[] = { "bars", "stacked", NULL };
    const bd_chart_config *chart = c->chart;
    if (chart->horizontal && chart->kind.text && !is_kind(chart, bars))
        fail(c, chart->kind, "horizontal: yes belongs to bars and stacked",
             "%s cannot be horizontal", chart->kind.text);
}

static void check_log(const checking *c)
{
    const bd_scalars *log = &c->chart->log;
    static const char *const stacked[] = { "stacked", NULL };
    for (size_t i = 0; i < log->count; i++)
        if (strcmp(log->items[i].text, "x") != 0 && strcmp(log->items[i].text, "y") != 0)
            fail(c, log->items[i], "log: x, log: y, or log: [x, y]", "\"%s\" is no axis",
                 log->items[i].text);
    if (log->count > 0 && c->chart->kind.text && is_kind(c->chart, stacked))
        fail(c, log->items[0], "kind: bars shows the parts beside each other, with log: y",
             "lengths that are stacked do not add up on a log axis");
}

static void check_error(const checking *c)
{
    const bd_chart_config *chart = c->chart;
    const bd_scalars *error = &chart->error;
    static const char *const can[] = { "bars", "lines", NULL };
    static const char *const lines[] = { "lines", NULL };
    static const char hint[] = "error: confidence, or two numbers: error: [\"{wall.p5}\", "
                               "\"{wall.p95}\"]";
    bool word = error->count == 1 && strcmp(error->items[0].text, "confidence") == 0;
    bool ends = error->count == 2;
    for (size_t i = 0; i < error->count; i++)
        ends = ends && strchr(error->items[i].text, '{');
    if (error->count > 0 && !word && !ends)
        fail(c, error->items[0], hint, "error is confidence, or a low and a high end");
    if (error->count > 0 && chart->kind.text && !is_kind(chart, can))
        fail(c, error->items[0], "error belongs to lines and bars",
             "a chart of kind %s has no error bars", chart->kind.text);
    if (chart->band && error->count == 0)
        fail(c, (bd_scalar){ 0 }, hint, "band says how the error is drawn, and there is no error");
    if (chart->band && chart->kind.text && !is_kind(chart, lines))
        fail(c, chart->kind, "band: yes belongs to lines; bars draw the error as bars",
             "a chart of kind %s has no band", chart->kind.text);
}

static void check_budget(const checking *c, bd_scalar value)
{
    bd_number number;
    bd_str unit;
    if (value.text && !bd_quantity_parse(bd_str_of(value.text), &number, &unit))
        fail(c, value, "a number with its unit: budget: 50 ms, or budget: { 50 ms: one tick }",
             "the budget \"%s\" does not begin with a number", value.text);
}

bool bd_config_least_change(const char *text, double *out)
{
    bd_number percent;
    bd_str unit;
    *out = 0;
    if (strcmp(text, "yes") == 0)
        return true;
    if (!bd_quantity_parse(bd_str_of(text), &percent, &unit) || !bd_str_is(unit, "%"))
        return false;
    *out = bd_number_as_double(percent) / 100;
    return *out >= 0;
}

static void check_changes(const checking *c)
{
    static const char *const lines[] = { "lines", NULL };
    const bd_chart_config *chart = c->chart;
    bd_scalar asked = chart->change_points;
    bool commits = chart->x.count == 1 && strcmp(chart->x.items[0].text, "commit") == 0;
    bool mermaid = chart->format.text && strcmp(chart->format.text, "mermaid") == 0;
    double least;
    if (!asked.text)
        return;
    if (!bd_config_least_change(asked.text, &least))
        fail(c, asked, "change points: yes, or change points: 5%; without them leave the key out",
             "change points are yes, or the smallest change that counts, not \"%s\"", asked.text);
    if (!commits || (chart->kind.text && !is_kind(chart, lines)))
        fail(c, asked, "for example: kind: lines, x: commit",
             "change points belong to lines over commits");
    if (mermaid)
        fail(c, chart->format, "format: png or svg", "Mermaid cannot draw change points");
}

/* ---- files ---- */

static bool ends_in(const char *path, const char *extension)
{
    bd_str text = bd_str_of(path);
    size_t length = strlen(extension);
    return text.len > length && text.ptr[text.len - length - 1] == '.'
           && bd_str_ends(text, extension);
}

static void check_file(const checking *c)
{
    const bd_chart_config *chart = c->chart;
    const char *format = chart->format.text;
    if (!chart->file.text)
        return;
    bool png = ends_in(chart->file.text, "png"), svg = ends_in(chart->file.text, "svg");
    if (format && strcmp(format, "mermaid") == 0)
        fail(c, chart->file, "remove file, or choose format: png or svg",
             "mermaid is text in the document and has no file");
    else if (!png && !svg)
        fail(c, chart->file, "a picture is a .png or a .svg", "the file \"%s\" is no picture",
             chart->file.text);
    else if (format && !ends_in(chart->file.text, format))
        fail(c, chart->file, "remove format, or name the file alike",
             "the file \"%s\" contradicts format: %s", chart->file.text, format);
}

static void check_same_files(bd_config_reader *r)
{
    const bd_config *config = r->config;
    bd_map seen = BD_MAP_INIT;
    for (size_t i = 0; i < config->chart_count; i++) {
        const bd_chart_config *chart = &config->charts[i];
        bool added;
        if (!chart->file.text)
            continue;
        size_t first = *bd_map_put(&seen, bd_config_plain_path(chart->file.text), i, &added);
        checking c = { r, chart };
        if (!added)
            fail(&c, chart->file, "give each its own file", "\"%s\" is the file of \"%s\", too",
                 chart->file.text, config->charts[first].name.text);
    }
    bd_map_release(&seen);
}

void bd_config_check_charts(bd_config_reader *r)
{
    for (size_t i = 0; i < r->config->chart_count; i++) {
        const bd_chart_config *chart = &r->config->charts[i];
        checking c = { r, chart };
        check_axis(&c);
        check_horizontal(&c);
        check_log(&c);
        check_error(&c);
        check_budget(&c, chart->budget);
        for (size_t k = 0; k < chart->budgets.count; k++)
            check_budget(&c, chart->budgets.items[k].key);
        check_changes(&c);
        check_file(&c);
    }
    check_same_files(r);
}
