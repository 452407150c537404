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

static bool fail_unknown_table(const bd_view *view, const bd_region *region)
{
    const bd_config *config = view->config;
    bd_names names = { 0 };
    for (size_t i = 0; i < config->table_count; i++)
        bd_names_add(&names, config->tables[i].name.text);
    for (size_t i = 0; i < config->input_count; i++)
        bd_names_add(&names, config->inputs[i].name.text);
    const char *nearest = bd_nearest(bd_str_of(region->arguments), names.items, names.count);
    bd_error err = BD_ERROR_INIT;
    if (region->arguments[0] == '\0')
        bd_fail(&err, BD_ERR_CONFIG, "the marker does not say which table");
    else
        bd_fail(&err, BD_ERR_CONFIG, "no table and no input is called '%s'", region->arguments);
    if (region->arguments[0] == '\0' && names.count > 0)
        bd_hint(&err, "write its name: <!-- benchdoc:table %s -->", names.items[0]);
    else if (nearest)
        bd_hint(&err, "did you mean <!-- benchdoc:table %s -->?", nearest);
    else
        bd_hint(
            &err,
            "name a table of benchdoc.yml, or a file: <!-- benchdoc:table file=results.json -->");
    bd_error_at(&err, view->document, region->line, region->column);
    bd_diagnostics_add(view->found, BD_ERROR, &err);
    bd_names_release(&names);
    return false;
}

static bool build_query_table(const bd_view *view, const bd_region *region, bd_table *out)
{
    bd_query query;
    bd_error err = BD_ERROR_INIT;
    if (!bd_query_parse(bd_str_of(region->arguments), true, view->arena, &query, &err)) {
        bd_error_at(&err, view->document, region->line, region->column);
        err.line = region->line;
        bd_diagnostics_add(view->found, BD_ERROR, &err);
        return false;
    }
    if (query.file && query.suite) { /* of a file there is one suite: the word is a metric */
        query.words = query.words ? bd_arena_printf(view->arena, "%s %s", query.suite, query.words)
                                  : query.suite;
        query.suite = NULL;
    }
    if (!query.file && (!query.suite || !bd_config_input(view->config, query.suite)))
        return fail_unknown_table(view, region);
    return bd_view_query_table(view, &query, place_of(view, region), out);
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

static const struct {
    const char *kind;
    bool (*build)(const bd_view *view, const bd_region *region, bd_built *out);
} kinds[] = {
    { "table", build_table },
    { "value", build_value },
    { "environment", build_environment },
    { "pages", build_pages },
};

bool bd_region_build(const bd_view *view, const bd_region *region, bd_built *out)
{
    *out = (bd_built){ .region = region };
    for (size_t i = 0; i < BD_COUNT(kinds); i++)
        if (strcmp(region->kind, kinds[i].kind) == 0)
            return kinds[i].build(view, region, out);
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_CONFIG, "this version of benchdoc builds no '%s' regions", region->kind);
    bd_hint(&err, "there are table, value, environment and pages");
    bd_error_at(&err, view->document, region->line, region->column);
    bd_diagnostics_add(view->found, BD_ERROR, &err);
    return false;
}
