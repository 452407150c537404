/* Pages that are made per value of a dimension, and the hub's list of them. */
#include "render/view/table_builder.h"

#include <stdlib.h>
#include <string.h>

const bd_page_config *bd_page_of(const bd_view *view, const char *dimension)
{
    for (size_t i = 0; i < view->config->page_count; i++)
        if (strcmp(view->config->pages[i].per.text, dimension) == 0)
            return &view->config->pages[i];
    return NULL;
}

/* "docs/{database:slug}.md" with the value's label (slugged where asked). */
const char *bd_page_path(const bd_view *view, const bd_page_config *page, const char *value)
{
    bd_cell_template parsed = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_buf out = BD_BUF_INIT;
    bd_place place = { view->config->file, page->file.line, page->file.column };
    const char *path = NULL;
    if (!bd_template_parse(page->file.text, view->arena, &parsed, &err)) {
        bd_view_fail(view, place, err.hint, "pages: %s", err.message);
        return NULL;
    }
    const char *label = bd_config_label(view->config, bd_str_of(page->per.text), value);
    for (size_t i = 0; i < parsed.count; i++) {
        const bd_template_part *part = &parsed.parts[i];
        if (part->literal)
            bd_buf_puts(&out, part->literal);
        else if (strcmp(part->hole.name, page->per.text) != 0) {
            bd_view_fail(view, place, NULL, "pages: file: can hold {%s} only, not %s",
                         page->per.text, part->hole.source);
            goto done;
        } else if (part->hole.form) {
            bd_slug(bd_str_of(label), &out);
        } else {
            bd_buf_puts(&out, label);
        }
    }
    if (bd_path_stays_inside(bd_buf_text(&out)))
        path = bd_arena_text(view->arena, bd_buf_str(&out));
    else
        bd_view_fail(view, place, "write {NAME:slug}", "pages: '%s' would leave the project",
                     bd_buf_text(&out));
done:
    bd_buf_release(&out);
    return path;
}

/* The rows of an empty table over everything, per the page's dimension. */
static bool collect_values(const bd_view *view, const bd_page_config *page, bd_basis *basis,
                           bd_table_config *table)
{
    *table = (bd_table_config){ .per = { (bd_scalar *)&page->per, 1, 1 } };
    *basis = (bd_basis){ .view = view,
                         .table = table,
                         .place = { view->config->file, page->per.line, page->per.column },
                         .title = bd_arena_printf(view->arena, "pages per %s", page->per.text) };
    bd_query everything = { 0 };
    return bd_basis_collect(basis, &everything, (bd_scalar){ 0 }) && bd_basis_make_rows(basis);
}

static void add_page(const bd_view *view, bd_pages *out, bd_page page)
{
    if (out->count == out->capacity) {
        out->capacity = out->capacity * 2 + 8;
        bd_page *grown = bd_arena_alloc(view->arena, out->capacity * sizeof *grown);
        if (out->count > 0)
            memcpy(grown, out->items, out->count * sizeof *grown);
        out->items = grown;
    }
    out->items[out->count++] = page;
}

/* @param paths  of the pages so far → which */
static bool add_value(const bd_view *view, const bd_basis *basis, const bd_page_config *config,
                      const char *value, bd_map *paths, bd_pages *out)
{
    const char *path = bd_page_path(view, config, value);
    bool added;
    if (!path)
        return false;
    size_t at = *bd_map_put(paths, bd_str_of(path), out->count, &added);
    if (!added && at < out->count)
        return bd_view_fail(view, basis->place, "give the values labels that differ",
                            "pages: '%s' and '%s' would both be %s", out->items[at].value, value,
                            path);
    const char *title = bd_say_value(view, bd_str_of(config->per.text), value);
    add_page(view, out, (bd_page){ config, value, title, path });
    return true;
}

bool bd_view_pages(const bd_view *view, bd_pages *out)
{
    bool ok = true;
    bd_map paths = BD_MAP_INIT;
    for (size_t i = 0; i < view->config->page_count && ok; i++) {
        const bd_page_config *page = &view->config->pages[i];
        bd_basis basis;
        bd_table_config table;
        ok = collect_values(view, page, &basis, &table);
        for (size_t r = 0; ok && r < basis.row_count; r++)
            ok = add_value(view, &basis, page, basis.rows[r].keys[0], &paths, out);
        bd_basis_release(&basis);
    }
    bd_map_release(&paths);
    return ok;
}

bool bd_view_page_list(const bd_view *view, bd_str dimension, bd_place place, bd_table *out)
{
    const char *name = bd_arena_text(view->arena, dimension);
    const bd_page_config *page = bd_page_of(view, name);
    bd_pages pages = { 0 };
    if (!page)
        return bd_view_fail(view, place, "pages: [ { per: NAME, template: T.md, file: F.md } ]",
                            "no pages are declared per '%s'", name);
    if (!bd_view_pages(view, &pages))
        return false;
    *out = (bd_table){ .name = name, .column_count = 1 };
    out->columns = bd_arena_alloc(view->arena, sizeof *out->columns);
    out->cells = bd_arena_alloc(view->arena, (pages.count + 1) * sizeof *out->cells);
    out->row_names = bd_arena_alloc(view->arena, (pages.count + 1) * sizeof *out->row_names);
    bd_cell_literal(&out->columns[0].title, view->arena, name);
    for (size_t i = 0; i < pages.count; i++) {
        if (pages.items[i].config != page)
            continue;
        bd_buf link = BD_BUF_INIT;
        bd_path_link(view->document ? view->document : "", pages.items[i].path, &link);
        bd_cell *cell = &out->cells[out->row_count];
        bd_cell_literal(cell, view->arena, "[");
        bd_cell_add(cell, view->arena, pages.items[i].title, true);
        bd_cell_literal(cell, view->arena,
                        bd_arena_printf(view->arena, "](%s)", bd_buf_text(&link)));
        out->row_names[out->row_count++] = pages.items[i].value;
        bd_buf_release(&link);
    }
    return true;
}
