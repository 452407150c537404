/* Charts of projects: see chart_world.h. */
#include "tests/view/chart_world.h"

#include "ingest/ingest.h"

#include <math.h>
#include <string.h>

enum { COMPANIONS = 8 };

bd_buf chart_world_yaml(const char *project, const char *yaml)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_buf out = BD_BUF_INIT;
    bd_buf own = test_read(
        bd_arena_printf(&arena, "%s/bench-data/%s/benchdoc.yml", test_source_dir(), project));
    bd_str text = bd_buf_str(&own);
    if (bd_str_starts(text, "version: 1\n"))
        text = bd_str_sub(text, strlen("version: 1\n"), text.len);
    const char *charts = strstr(text.ptr, "\ncharts:");
    const char *after = charts ? strstr(charts, "\n\n") : NULL;
    if (charts) /* the project's own give way */
        bd_buf_put_str(&out, bd_str_sub(text, 0, (size_t)(charts - text.ptr) + 1));
    if (!charts || after)
        bd_buf_puts(&out, charts ? after : text.ptr);
    bd_buf_puts(&out, yaml);
    bd_buf_release(&own);
    bd_arena_release(&arena);
    return out;
}

static void read_file(view_world *w, const bd_input *input, const char *root,
                      const bd_found_file *found)
{
    const char *path = bd_path_join(&w->arena, root, found->path), *names[COMPANIONS];
    bd_buf bytes = test_read(path), beside[COMPANIONS] = { { 0 } };
    bd_ingest_file file = { found->path, bd_buf_str(&bytes) }, companions[COMPANIONS];
    bd_pairs environment = { 0 };
    for (size_t i = 0; i < input->environment.count; i++)
        bd_pairs_set(&environment, &w->arena, bd_str_of(input->environment.items[i].key.text),
                     bd_str_of(input->environment.items[i].value.text));
    bd_ingest_input in = { .file = &file,
                           .companions = companions,
                           .suite = input->name.text,
                           .format = input->format.text,
                           .environment = &environment,
                           .facts = &found->holes };
    size_t count = bd_ingest_companions(path, &w->arena, names);
    for (size_t i = 0; i < count; i++) {
        if (!bd_file_exists(names[i]))
            continue;
        beside[i] = test_read(names[i]);
        companions[in.companion_count++] = (bd_ingest_file){ names[i], bd_buf_str(&beside[i]) };
    }
    if (!bd_ingest(&in, &w->runs, &w->found))
        fail_msg("%s: %s", found->path, w->found.items[0].error.message);
    bd_buf_release(&bytes);
    for (size_t i = 0; i < COMPANIONS; i++)
        bd_buf_release(&beside[i]);
}

static void read_input(view_world *w, const bd_input *input, const char *root)
{
    bd_found_files files = { 0 };
    bd_error err = BD_ERROR_INIT;
    for (size_t i = 0; i < input->files.count; i++)
        assert_ok(bd_files_find(root, bd_str_of(input->files.items[i].text), &files, &err), &err);
    if (input->newest.text)
        bd_files_keep_newest(&files, input->newest.text);
    for (size_t i = 0; i < files.count; i++)
        read_file(w, input, root, &files.items[i]);
    bd_found_files_release(&files);
}

void chart_world_open(view_world *w, const char *project, const char *yaml)
{
    bd_buf text = chart_world_yaml(project, yaml);
    view_open(w, bd_buf_text(&text));
    bd_buf_release(&text);
    const char *root = bd_arena_printf(&w->arena, "%s/bench-data/%s", test_source_dir(), project);
    for (size_t i = 0; i < w->config->input_count; i++)
        read_input(w, &w->config->inputs[i], root);
    bd_diagnostics_release(&w->found);
    view_observe(w);
}

/* ---- description ---- */

static const char *kind_name(bd_chart_kind kind)
{
    static const char *const names[] = { "bars",  "stacked",      "lines",      "scatter",
                                         "boxes", "distribution", "percentiles" };
    return names[kind];
}

static void put_number(double number, bd_buf *out)
{
    if (isnan(number))
        bd_buf_puts(out, "–");
    else
        bd_number_text(bd_double(number), out);
}

static void put_mark(const bd_chart *c, const bd_chart_mark *m, bd_buf *out)
{
    bd_buf_putc(out, ' ');
    if (c->x.numeric)
        put_number(m->x, out);
    else
        bd_buf_puts(out, c->x.categories[(size_t)m->x]);
    bd_buf_putc(out, '=');
    if (m->sample_count > 0)
        bd_buf_printf(out, "%s of %zu", m->text, m->sample_count);
    else
        put_number(m->y, out);
    if (isnan(m->low) && isnan(m->high))
        return;
    bd_buf_putc(out, '[');
    put_number(m->low, out);
    bd_buf_puts(out, "..");
    put_number(m->high, out);
    bd_buf_putc(out, ']');
}

static void put_series(const bd_chart *c, bd_buf *out)
{
    for (size_t p = 0; p < c->panel_count; p++) {
        if (c->panels[p].title[0])
            bd_buf_printf(out, "(%s)\n", c->panels[p].title);
        for (size_t s = 0; s < c->panels[p].series_count; s++) {
            const bd_chart_series *series = &c->panels[p].series[s];
            bd_buf_printf(out, "%s:", series->name);
            for (size_t m = 0; m < series->mark_count; m++)
                put_mark(c, &series->marks[m], out);
            bd_buf_putc(out, '\n');
        }
    }
}

static void put_axis(const char *name, const bd_chart_axis *axis, bd_buf *out)
{
    bd_buf_printf(out, "%s '%s' (%s)%s%s\n", name, axis->title, axis->unit,
                  axis->numeric ? " numeric" : "", axis->log ? " log" : "");
}

static void describe(const bd_chart *c, bd_buf *out)
{
    bd_buf_printf(out, "%s '%s'\n", kind_name(c->kind), c->title);
    put_axis("x", &c->x, out);
    put_axis("y", &c->y, out);
    put_series(c, out);
    for (size_t i = 0; i < c->line_count; i++) {
        bd_buf_puts(out, c->lines[i].at_place ? "place " : "line ");
        put_number(c->lines[i].value, out);
        bd_buf_printf(out, " %s\n", c->lines[i].text);
    }
    for (size_t i = 0; i < c->note_count; i++)
        bd_buf_printf(out, "note: %s\n", c->notes[i]);
    bd_buf_printf(out, "%s\n%s\n", c->footer, c->alt);
}

static const char *chart_or_findings(view_world *w, bool ok, const bd_chart *chart, bool whole)
{
    bd_buf out = BD_BUF_INIT;
    assert_int_equal(ok, w->found.errors == 0);
    if (!ok)
        return view_findings(w);
    if (whole)
        describe(chart, &out);
    else
        put_series(chart, &out);
    const char *text = bd_arena_text(&w->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

static bool build(view_world *w, const char *name, bd_chart *out)
{
    const bd_chart_config *config = bd_config_chart(w->config, name);
    assert_non_null(config);
    return bd_view_chart(&w->view, config, out);
}

const char *view_chart(view_world *w, const char *name)
{
    bd_chart chart = { 0 };
    bool ok = build(w, name, &chart);
    return chart_or_findings(w, ok, &chart, true);
}

const char *view_chart_numbers(view_world *w, const char *name)
{
    bd_chart chart = { 0 };
    bool ok = build(w, name, &chart);
    return chart_or_findings(w, ok, &chart, false);
}

bd_chart view_chart_of(view_world *w, const char *name)
{
    bd_chart chart = { 0 };
    if (!build(w, name, &chart))
        fail_msg("%s", view_findings(w));
    return chart;
}

const char *view_query_chart(view_world *w, const char *query, const bd_chart_config *wishes)
{
    bd_chart chart = { 0 };
    bd_query q;
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_query_parse(bd_str_of(query), true, &w->arena, &q, &err), &err);
    bool ok = bd_view_query_chart(&w->view, &q, (bd_place){ "doc.md", 7, 1 }, wishes, &chart);
    return chart_or_findings(w, ok, &chart, true);
}

const char *view_chart_as_table(view_world *w, const char *name)
{
    bd_chart chart = view_chart_of(w, name);
    bd_table table = { 0 };
    bd_buf out = BD_BUF_INIT;
    bd_view_chart_table(&w->view, &chart, &table);
    for (size_t i = 0; i < (table.row_count + 1) * table.column_count; i++) {
        size_t row = i / table.column_count, column = i % table.column_count;
        const bd_cell *cell = row == 0 ? &table.columns[column].title
                                       : &table.cells[i - table.column_count];
        bd_buf_puts(&out, column > 0 ? "|" : "");
        for (size_t k = 0; k < cell->span_count; k++)
            bd_buf_puts(&out, cell->spans[k].text);
        bd_buf_puts(&out, column + 1 == table.column_count ? "\n" : "");
    }
    const char *text = bd_arena_text(&w->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}
