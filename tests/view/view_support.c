/* A project in memory: see view_support.h. */
#include "tests/view/view_support.h"

#include <stdlib.h>
#include <string.h>

void view_open(view_world *w, const char *yaml)
{
    bd_buf text = BD_BUF_INIT;
    *w = (view_world){ 0 };
    bd_buf_printf(&text, "version: 1\n%s", yaml);
    if (!bd_config_parse(bd_buf_str(&text), "benchdoc.yml", &w->config, &w->found))
        fail_msg("%d: %s", w->found.items[0].error.line, w->found.items[0].error.message);
    bd_buf_release(&text);
    w->view = (bd_view){ .config = w->config,
                         .observations = &w->seen,
                         .arena = &w->arena,
                         .shown = &w->shown,
                         .found = &w->found };
}

void view_close(view_world *w)
{
    bd_shown_release(&w->shown);
    bd_observations_release(&w->seen);
    bd_runs_release(&w->runs);
    bd_diagnostics_release(&w->found);
    bd_arena_release(&w->arena);
    bd_config_free(w->config);
}

/* The next "key=value" of a text. */
static bool next_pair(bd_str *rest, bd_str *key, bd_str *value)
{
    bd_str word = { 0 };
    while (word.len == 0)
        if (!bd_str_split(rest, ' ', &word))
            return false;
    *value = word;
    bd_str_split(value, '=', key);
    return true;
}

bd_run *view_run(view_world *w, const char *suite, const char *path, const char *facts)
{
    bd_run *run = bd_run_new();
    bd_str rest = bd_str_of(facts), key, value;
    run->id = bd_arena_printf(&run->arena, "%064zu", w->runs.count);
    run->suite = bd_arena_strdup(&run->arena, suite);
    run->format = "custom";
    bd_run_add_file(run, path, bd_str_of(path));
    while (next_pair(&rest, &key, &value)) {
        if (bd_str_is(key, "commit"))
            run->commit.id = bd_arena_text(&run->arena, value);
        else if (bd_str_is(key, "measured_at"))
            assert_true(bd_time_parse(value, &run->measured_at_ns));
        else if (bd_str_starts(key, "/"))
            bd_pairs_set(&run->facts, &run->arena, bd_str_sub(key, 1, key.len), value);
        else
            bd_pairs_set(&run->environment, &run->arena, key, value);
    }
    bd_runs_add(&w->runs, run);
    return run;
}

bd_point *view_point(bd_run *run, const char *benchmark, const char *metric, const char *params,
                     const char *number, const char *unit)
{
    bd_point *p = bd_run_add_point(run);
    bd_str rest = bd_str_of(params), key, value;
    p->benchmark = bd_arena_strdup(&run->arena, benchmark);
    p->metric = bd_arena_strdup(&run->arena, metric);
    p->unit = bd_arena_strdup(&run->arena, unit);
    if (number[0])
        p->value = bd_number_parse(bd_str_of(number));
    while (next_pair(&rest, &key, &value))
        bd_pairs_set(&p->params, &run->arena, key, value);
    p->source.line = (int)run->point_count;
    p->source.column = 1;
    return p;
}

void view_samples(bd_run *run, bd_point *point, const char *numbers)
{
    bd_str rest = bd_str_of(numbers), word;
    int64_t *ints = bd_arena_alloc(&run->arena, (rest.len + 1) * sizeof *ints);
    size_t count = 0;
    while (bd_str_split(&rest, ' ', &word))
        if (word.len > 0)
            ints[count++] = bd_number_parse(word).as.i;
    point->samples = (bd_samples){ .ints = ints, .count = count };
}

void view_observe(view_world *w)
{
    if (!bd_observe(w->config, &w->runs, &w->seen, &w->found))
        fail_msg("%s", w->found.items[0].error.message);
}

static const char *keep(view_world *w, bd_buf *text)
{
    const char *kept = bd_arena_text(&w->arena, bd_buf_str(text));
    bd_buf_release(text);
    return kept;
}

const char *view_findings(view_world *w)
{
    bd_buf out = BD_BUF_INIT;
    for (size_t i = 0; i < w->found.count; i++) {
        const bd_error *err = &w->found.items[i].error;
        if (w->found.items[i].severity == BD_WARNING)
            bd_buf_puts(&out, "warning: ");
        bd_buf_printf(&out, "%d:%d: %s", err->line, err->column, err->message);
        if (err->hint[0])
            bd_buf_printf(&out, " (%s)", err->hint);
        bd_buf_putc(&out, '\n');
    }
    bd_diagnostics_release(&w->found);
    return keep(w, &out);
}

static void add_plain(const bd_cell *cell, bd_buf *out)
{
    for (size_t i = 0; i < cell->span_count; i++)
        bd_buf_puts(out, cell->spans[i].text);
}

static void add_plain_table(const bd_table *t, bd_buf *out)
{
    for (size_t c = 0; c < t->column_count; c++) {
        bd_buf_puts(out, c > 0 ? "|" : "");
        add_plain(&t->columns[c].title, out);
    }
    bd_buf_putc(out, '\n');
    for (size_t i = 0; i < t->row_count * t->column_count; i++) {
        bd_buf_puts(out, i % t->column_count > 0 ? "|" : "");
        add_plain(&t->cells[i], out);
        bd_buf_puts(out, (i + 1) % t->column_count == 0 ? "\n" : "");
    }
    for (size_t i = 0; i < t->note_count; i++)
        bd_buf_printf(out, "note: %s\n", t->notes[i]);
}

static const char *table_or_findings(view_world *w, bool ok, const bd_table *table)
{
    bd_buf out = BD_BUF_INIT;
    assert_int_equal(ok, w->found.errors == 0);
    if (!ok)
        return view_findings(w);
    add_plain_table(table, &out);
    return keep(w, &out);
}

const char *view_table(view_world *w, const char *name)
{
    bd_table table;
    const bd_table_config *config = bd_config_table(w->config, name);
    assert_non_null(config);
    bool ok = bd_view_table(&w->view, config, &table);
    return table_or_findings(w, ok, &table);
}

const char *view_query(view_world *w, const char *query)
{
    bd_table table;
    bd_query q;
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_query_parse(bd_str_of(query), true, &w->arena, &q, &err), &err);
    bool ok = bd_view_query_table(&w->view, &q, (bd_place){ "doc.md", 7, 1 }, &table);
    return table_or_findings(w, ok, &table);
}

const char *view_value(view_world *w, const char *text)
{
    bd_cell cell;
    bd_buf out = BD_BUF_INIT;
    bool ok = bd_view_value(&w->view, bd_str_of(text), (bd_place){ "doc.md", 7, 1 }, &cell);
    assert_int_equal(ok, w->found.errors == 0);
    if (!ok)
        return view_findings(w);
    add_plain(&cell, &out);
    return keep(w, &out);
}

const char *view_environment(view_world *w, const char *query)
{
    bd_table table;
    bool ok = bd_view_environment(&w->view, bd_str_of(query), (bd_place){ "doc.md", 7, 1 }, &table);
    return table_or_findings(w, ok, &table);
}

void view_describe_cell(const bd_cell *cell, bd_buf *out)
{
    bd_buf_puts(out, cell->missing ? "!" : "");
    for (size_t i = 0; i < cell->span_count; i++)
        bd_buf_printf(out, cell->spans[i].data ? "«%s»" : "%s", cell->spans[i].text);
    for (size_t i = 0; i < cell->source_count; i++) {
        const bd_cell_source *s = &cell->sources[i];
        bd_buf_printf(out, " <%s:%d:%d %s %lld", s->observation->run->files[0].path,
                      s->observation->point->source.line, s->observation->point->source.column,
                      s->reported ? "reported" : "computed", (long long)s->n);
        bd_number_text(s->number, out);
        bd_buf_putc(out, '>');
    }
}

void view_describe_table(const bd_table *t, bd_buf *out)
{
    for (size_t c = 0; c < t->column_count; c++) {
        bd_buf_puts(out, t->columns[c].align == BD_ALIGN_RIGHT ? "r:" : "l:");
        view_describe_cell(&t->columns[c].title, out);
        bd_buf_putc(out, '\n');
    }
    for (size_t i = 0; i < t->row_count * t->column_count; i++) {
        if (i % t->column_count == 0)
            bd_buf_printf(out, "[%s]\n", t->row_names[i / t->column_count]);
        view_describe_cell(&t->cells[i], out);
        bd_buf_putc(out, '\n');
    }
    for (size_t i = 0; i < t->note_count; i++)
        bd_buf_printf(out, "note: %s\n", t->notes[i]);
}

void view_assert_text(const char *got, const char *want, const char *file, int line)
{
    if (strcmp(got, want) == 0)
        return;
    print_error("--- got\n%s--- want\n%s", got, want);
    _fail(file, line);
}
