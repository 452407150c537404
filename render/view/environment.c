/* What the documents say about the machines: an allow-list of facts, never all of them. */
#include "render/view/internal.h"

#include <string.h>

typedef struct fact_line {
    const char *title, *fact; /* title: benchdoc's own; NULL = the configuration's */
    bd_scalar declared;
    bd_place place;
    bool required; /* the configuration asks for it */
} fact_line;

/* Facts that name no host, user or path. */
static const fact_line default_facts[] = {
    { .title = "CPU", .fact = "cpu" },        { .title = "Cores", .fact = "cores" },
    { .title = "Memory", .fact = "memory" },  { .title = "OS", .fact = "os" },
    { .title = "Java", .fact = "java" },      { .title = "VM", .fact = "vmName" },
    { .title = "JDK", .fact = "jdkVersion" }, { .title = "Backend", .fact = "backend" },
    { .title = "Commit", .fact = "commit" },
};

static void add_value(bd_cell *cell, bd_arena *arena, const char *value)
{
    for (size_t i = 0; i < cell->span_count; i++)
        if (cell->spans[i].data && strcmp(cell->spans[i].text, value) == 0)
            return;
    if (cell->span_count > 0)
        bd_cell_literal(cell, arena, "; ");
    bd_cell_add(cell, arena, value, true);
}

/* Every value of the fact among the runs, in order of appearance. */
static void collect_fact(const bd_basis *basis, bd_str fact, bd_cell *out)
{
    const bd_view *view = basis->view;
    bd_buf scratch = BD_BUF_INIT;
    const bd_run *last = NULL;
    for (size_t i = 0; i < basis->count; i++) {
        const bd_observation *o = basis->items[i];
        if (o->run == last)
            continue;
        last = o->run;
        const char *value = bd_view_get(view, o, fact, NULL, &scratch);
        bd_touch_value(view, o);
        if (!value)
            continue;
        bd_str trimmed = bd_str_trim(bd_str_of(value));
        add_value(out, view->arena, bd_say_value(view, fact, bd_arena_text(view->arena, trimmed)));
    }
    bd_buf_release(&scratch);
}

static bool add_row(const bd_basis *basis, const fact_line *line, bd_table *out)
{
    bd_arena *arena = basis->view->arena;
    bd_cell value = { 0 };
    bd_note_name(basis->view, bd_str_of(line->fact));
    collect_fact(basis, bd_str_of(line->fact), &value);
    if (value.span_count == 0 && line->required && !basis->view->excerpt)
        return bd_basis_knows(basis, bd_str_of(line->fact), line->place);
    if (value.span_count == 0)
        return true;
    bd_cell *row = &out->cells[out->row_count * 2];
    const char *title = line->title ? bd_say(basis->view, line->title)
                                    : bd_say_scalar(basis->view, line->declared).text;
    bd_cell_literal(&row[0], arena, title);
    row[1] = value;
    out->row_names[out->row_count++] = line->title ? line->title : line->declared.text;
    return true;
}

static fact_line declared_line(const bd_config *config, size_t i)
{
    const bd_entry *e = &config->environment_show.items[i];
    return (fact_line){
        .fact = e->value.text,
        .declared = e->key,
        .place = { config->file, e->value.line, e->value.column },
        .required = true,
    };
}

bool bd_view_environment(const bd_view *view, bd_str text, bd_place place, bd_table *out)
{
    bd_basis basis = { .view = view, .place = place, .title = "environment" };
    bd_query query = { 0 };
    bd_error err = BD_ERROR_INIT;
    size_t declared = view->config->environment_show.count;
    size_t count = declared > 0 ? declared : BD_COUNT(default_facts);
    size_t errors = view->found->errors;
    *out = (bd_table){ .name = "environment", .column_count = 2 };
    if (!bd_query_parse(text, true, view->arena, &query, &err))
        return bd_view_fail(view, place, err.hint, "environment: %s", err.message);
    bd_scalar written = { 0 };
    bool ok = bd_basis_collect(&basis, &query, written)
              && bd_basis_check_conditions(&basis, &query, written, 0);
    out->columns = bd_arena_alloc(view->arena, 2 * sizeof *out->columns);
    out->cells = bd_arena_alloc(view->arena, 2 * (count + 1) * sizeof *out->cells);
    out->row_names = bd_arena_alloc(view->arena, (count + 1) * sizeof *out->row_names);
    bd_cell_literal(&out->columns[0].title, view->arena, bd_say(view, "Environment"));
    bd_cell_literal(&out->columns[1].title, view->arena, bd_say(view, "Value"));
    for (size_t i = 0; ok && i < count; i++) {
        fact_line line = declared > 0 ? declared_line(view->config, i) : default_facts[i];
        ok = add_row(&basis, &line, out);
    }
    if (ok && out->row_count == 0)
        ok = bd_view_fail(view, place,
                          "`benchdoc record -- COMMAND` writes environment.txt beside the results",
                          "environment: the results say nothing about their machine");
    bd_basis_release(&basis);
    return ok && view->found->errors == errors;
}
