/* One region: what its marker asks for, built and rendered. */
#include "cli/generate.h"
#include "core/base/map.h"

#include <string.h>

static bd_place place_of(const bd_view *view, const bd_region *region)
{
    return (bd_place){ view->document, region->line, region->column };
}

static bool is_one_word(const char *text)
{
    return text[0] && !strpbrk(text, " \t=<>");
}

const bd_table_config *bd_region_table(const bd_config *config, const bd_region *region)
{
    return is_one_word(region->arguments) ? bd_config_table(config, region->arguments) : NULL;
}

/* Names that a region of the kind may begin with. */
static void list_names(const bd_view *view, bool charts, bd_names *out)
{
    const bd_config *config = view->config;
    for (size_t i = 0; !charts && i < config->table_count; i++)
        bd_names_add(out, config->tables[i].name.text);
    for (size_t i = 0; charts && i < config->chart_count; i++)
        bd_names_add(out, config->charts[i].name.text);
    for (size_t i = 0; i < config->input_count; i++)
        bd_names_add(out, config->inputs[i].name.text);
}

static bool fail_unknown(const bd_view *view, const bd_region *region)
{
    const char *kind = region->kind;
    bd_names names = { 0 };
    list_names(view, strcmp(kind, "chart") == 0, &names);
    const char *nearest = bd_nearest(bd_str_of(region->arguments), names.items, names.count);
    bd_error err = BD_ERROR_INIT;
    if (region->arguments[0] == '\0')
        bd_fail(&err, BD_ERR_CONFIG, "the marker does not say which %s", kind);
    else
        bd_fail(&err, BD_ERR_CONFIG, "no %s and no input is called '%s'", kind, region->arguments);
    if (region->arguments[0] == '\0' && names.count > 0)
        bd_hint(&err, "write its name: <!-- benchdoc:%s %s -->", kind, names.items[0]);
    else if (nearest)
        bd_hint(&err, "did you mean <!-- benchdoc:%s %s -->?", kind, nearest);
    else
        bd_hint(&err,
                "name a %s of benchdoc.yml, or a file: <!-- benchdoc:%s file=results.json -->",
                kind, kind);
    bd_error_at(&err, view->document, region->line, region->column);
    bd_diagnostics_add(view->found, BD_ERROR, &err);
    bd_names_release(&names);
    return false;
}

/* What a region asks for that names nothing of the configuration. */
static bool read_query(const bd_view *view, const bd_region *region, bd_query *out)
{
    bd_error err = BD_ERROR_INIT;
    if (!bd_query_parse(bd_str_of(region->arguments), true, view->arena, out, &err)) {
        bd_error_at(&err, view->document, region->line, region->column);
        err.line = region->line;
        bd_diagnostics_add(view->found, BD_ERROR, &err);
        return false;
    }
    if (out->file && out->suite) { /* of a file there is one suite: the word is a metric */
        out->words = out->words ? bd_arena_printf(view->arena, "%s %s", out->suite, out->words)
                                : out->suite;
        out->suite = NULL;
    }
    if (!out->file && (!out->suite || !bd_config_input(view->config, out->suite)))
        return fail_unknown(view, region);
    return true;
}

static bool build_query_table(const bd_view *view, const bd_region *region, bd_table *out)
{
    bd_query query;
    return read_query(view, region, &query)
           && bd_view_query_table(view, &query, place_of(view, region), out);
}

static bool build_table(const bd_view *view, const bd_region *region, bd_built *out)
{
    const bd_table_config *table = bd_region_table(view->config, region);
    out->is_table = true;
    bool ok = table ? bd_view_table(view, table, &out->table)
                    : build_query_table(view, region, &out->table);
    if (ok) {
        bd_markdown_table(&out->table, &out->text);
        bd_markdown_notes(&out->table, &out->text);
    }
    return ok;
}

static bool build_value(const bd_view *view, const bd_region *region, bd_built *out)
{
    bool ok = bd_view_value(view, bd_str_of(region->arguments), place_of(view, region), &out->cell);
    if (ok)
        bd_markdown_cell(&out->cell, &out->text);
    return ok;
}

static bool build_environment(const bd_view *view, const bd_region *region, bd_built *out)
{
    out->is_table = true;
    bool ok = bd_view_environment(view, bd_str_of(region->arguments), place_of(view, region),
                                  &out->table);
    if (ok)
        bd_markdown_table(&out->table, &out->text);
    return ok;
}

static bool build_pages(const bd_view *view, const bd_region *region, bd_built *out)
{
    bool ok = bd_view_page_list(view, bd_str_of(region->arguments), place_of(view, region),
                                &out->table);
    if (ok)
        bd_markdown_list(&out->table, &out->text);
    return ok;
}

static bool build_chart(const bd_view *view, const bd_region *region, bd_built *out)
{
    const bd_chart_config *chart = is_one_word(region->arguments)
                                       ? bd_config_chart(view->config, region->arguments)
                                       : NULL;
    bd_query query;
    bool ok = chart ? bd_view_chart(view, chart, &out->chart)
                    : read_query(view, region, &query)
                          && bd_view_query_chart(view, &query, place_of(view, region), NULL,
                                                 &out->chart);
    if (!ok)
        return false;
    out->is_table = true;
    bd_view_chart_table(view, &out->chart, &out->table);
    return bd_chart_region_fill(view, chart, out);
}

static const struct {
    const char *kind;
    bool (*build)(const bd_view *view, const bd_region *region, bd_built *out);
} kinds[] = {
    { "table", build_table }, { "value", build_value }, { "environment", build_environment },
    { "pages", build_pages }, { "chart", build_chart },
};

bool bd_region_build(const bd_view *view, const bd_region *region, bd_built *out)
{
    *out = (bd_built){ .region = region };
    for (size_t i = 0; i < BD_COUNT(kinds); i++)
        if (strcmp(region->kind, kinds[i].kind) == 0)
            return kinds[i].build(view, region, out);
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_CONFIG, "this version of benchdoc builds no '%s' regions", region->kind);
    bd_hint(&err, "there are table, value, environment, pages and chart");
    bd_error_at(&err, view->document, region->line, region->column);
    bd_diagnostics_add(view->found, BD_ERROR, &err);
    return false;
}
