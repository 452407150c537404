/* How `history` shows runs: a line each, or one with everything. */
#include "cli/history.h"
#include "core/json/json.h"
#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- columns for reading ---- */

enum { COLUMNS_MAX = 8 };

/* Texts in columns, the last one ragged. */
typedef struct grid {
    const char **cells; /* owned array; texts in the arena */
    size_t count, capacity;
    size_t columns;
    unsigned right; /* bit per column that is set to the right */
    bd_arena arena;
} grid;

static void add_cell(grid *g, const char *text)
{
    bd_buf safe = BD_BUF_INIT;
    bd_terminal_text(bd_str_trim(bd_str_of(text && text[0] ? text : "-")), &safe);
    g->cells = bd_grow(g->cells, g->count, &g->capacity, sizeof *g->cells);
    g->cells[g->count++] = bd_arena_text(&g->arena, bd_buf_str(&safe));
    bd_buf_release(&safe);
}

static void add_buf(grid *g, bd_buf *text)
{
    add_cell(g, bd_buf_text(text));
    bd_buf_release(text);
}

static void put_grid(grid *g, const char *indent, bd_buf *out)
{
    size_t widths[COLUMNS_MAX] = { 0 };
    for (size_t i = 0; i < g->count; i++) {
        size_t width = bd_display_width(bd_str_of(g->cells[i]));
        if (width > widths[i % g->columns])
            widths[i % g->columns] = width;
    }
    for (size_t i = 0; i < g->count; i++) {
        size_t column = i % g->columns;
        bool last = column + 1 == g->columns;
        size_t gap = widths[column] - bd_display_width(bd_str_of(g->cells[i]));
        bd_buf_puts(out, column == 0 ? indent : "  ");
        if (g->right >> column & 1U)
            bd_buf_repeat(out, ' ', gap);
        bd_buf_puts(out, g->cells[i]);
        if (!last && !(g->right >> column & 1U))
            bd_buf_repeat(out, ' ', gap);
        if (last)
            bd_buf_putc(out, '\n');
    }
    free(g->cells);
    bd_arena_release(&g->arena);
}

/* ---- list ---- */

static void put_commit(const char *id, bd_dirty dirty, bd_buf *out)
{
    if (id)
        bd_buf_printf(out, "%.10s%s", id, dirty == BD_DIRTY ? "-dirty" : "");
}

static void add_head(grid *g, const bd_run_head *head)
{
    bd_buf date = BD_BUF_INIT, commit = BD_BUF_INIT, cpu = BD_BUF_INIT, points = BD_BUF_INIT;
    bd_buf id = BD_BUF_INIT;
    if (head->measured_at_ns != BD_TIME_UNKNOWN)
        bd_time_date(head->measured_at_ns, &date);
    put_commit(head->commit, head->dirty, &commit);
    if (head->cpu)
        bd_cpu_short(bd_str_of(head->cpu), &cpu);
    bd_buf_printf(&points, "%zu", head->point_count);
    bd_buf_printf(&id, "%.12s%s", head->id, head->outcome == BD_OUTCOME_OK ? "" : " incomplete");
    add_buf(g, &date);
    add_cell(g, head->suite);
    add_buf(g, &commit);
    add_cell(g, head->branch);
    add_buf(g, &cpu);
    add_cell(g, head->backend);
    add_buf(g, &points);
    add_buf(g, &id);
}

void bd_history_list_text(const bd_run_heads *heads, bd_buf *out)
{
    static const char *const titles[] = { "DATE", "SUITE",   "COMMIT", "BRANCH",
                                          "CPU",  "BACKEND", "POINTS", "RUN" };
    grid g = { .columns = BD_COUNT(titles), .right = 1U << 6 };
    if (heads->count == 0)
        return;
    for (size_t i = 0; i < BD_COUNT(titles); i++)
        add_cell(&g, titles[i]);
    for (size_t i = 0; i < heads->count; i++)
        add_head(&g, &heads->items[i]);
    put_grid(&g, "", out);
}

static void json_text(bd_json_writer *w, const char *key, const char *text)
{
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void json_time(bd_json_writer *w, const char *key, int64_t unix_ns)
{
    bd_buf text = BD_BUF_INIT;
    if (unix_ns != BD_TIME_UNKNOWN)
        bd_time_text(unix_ns, &text);
    json_text(w, key, text.len > 0 ? bd_buf_text(&text) : NULL);
    bd_buf_release(&text);
}

static void json_head(bd_json_writer *w, const bd_run_head *head)
{
    bd_json_open_flat(w, '{');
    json_text(w, "id", head->id);
    json_text(w, "suite", head->suite);
    json_text(w, "format", head->format);
    json_time(w, "measured_at", head->measured_at_ns);
    json_text(w, "commit", head->commit);
    bd_json_put_key(w, "dirty");
    if (head->dirty == BD_DIRTY_UNKNOWN)
        bd_json_put_text(w, NULL);
    else
        bd_json_put_bool(w, head->dirty == BD_DIRTY);
    json_text(w, "branch", head->branch);
    json_text(w, "cpu", head->cpu);
    json_text(w, "backend", head->backend);
    json_text(w, "file", head->file);
    bd_json_put_key(w, "points");
    bd_json_put_int(w, (int64_t)head->point_count);
    json_text(w, "outcome", bd_outcome_name(head->outcome));
    bd_json_close(w, '}');
}

void bd_history_list_json(const bd_run_heads *heads, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "runs");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < heads->count; i++)
        json_head(&w, &heads->items[i]);
    bd_json_close(&w, ']');
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}

/* ---- show ---- */

static void add_fact(grid *g, const char *name, const char *value)
{
    if (!value || !value[0])
        return;
    add_cell(g, name);
    add_cell(g, value);
}

static void put_facts(const bd_run *run, bd_buf *out)
{
    grid g = { .columns = 2 };
    bd_buf commit = BD_BUF_INIT, measured = BD_BUF_INIT;
    if (run->commit.id)
        bd_buf_printf(&commit, "%s%s", run->commit.id,
                      run->commit.dirty == BD_DIRTY ? " (dirty)" : "");
    if (run->measured_at_ns != BD_TIME_UNKNOWN) {
        bd_time_text(run->measured_at_ns, &measured);
        if (run->measured_from)
            bd_buf_printf(&measured, " (from the %s)", run->measured_from);
    }
    add_fact(&g, "measured", bd_buf_text(&measured));
    add_fact(&g, "commit", bd_buf_text(&commit));
    add_fact(&g, "branch", run->commit.branch);
    add_fact(&g, "tool", run->tool);
    for (size_t i = 0; i < run->file_count; i++)
        add_fact(&g, i == 0 ? "file" : "with", run->files[i].path);
    if (run->outcome != BD_OUTCOME_OK)
        add_fact(&g, bd_outcome_name(run->outcome), run->reason ? run->reason : "it says so");
    for (size_t i = 0; i < run->facts.count; i++)
        add_fact(&g, run->facts.items[i].key, run->facts.items[i].value);
    for (size_t i = 0; i < run->environment.count; i++)
        add_fact(&g, run->environment.items[i].key, run->environment.items[i].value);
    put_grid(&g, "  ", out);
    bd_buf_release(&commit);
    bd_buf_release(&measured);
}

static void put_value(const bd_point *point, bd_buf *out)
{
    if (point->outcome != BD_OUTCOME_OK)
        bd_buf_printf(out, "%s%s%s", bd_outcome_name(point->outcome), point->reason ? ": " : "",
                      point->reason ? point->reason : "");
    else if (point->value.kind != BD_NUMBER_NONE)
        bd_number_text(point->value, out);
    else
        bd_buf_putc(out, '-');
}

static void add_point(grid *g, const bd_point *point)
{
    bd_buf name = BD_BUF_INIT, value = BD_BUF_INIT, n = BD_BUF_INIT;
    bd_buf_puts(&name, point->benchmark);
    for (size_t i = 0; i < point->params.count; i++)
        bd_buf_printf(&name, " %s=%s", point->params.items[i].key, point->params.items[i].value);
    if (point->mode)
        bd_buf_printf(&name, " (%s)", point->mode);
    put_value(point, &value);
    size_t count = point->samples.count > 0 ? point->samples.count : (size_t)point->n;
    if (count > 0)
        bd_buf_printf(&n, "n=%zu", count);
    add_cell(g, point->metric);
    add_buf(g, &value);
    add_cell(g, point->unit);
    add_buf(g, &n);
    add_buf(g, &name);
}

void bd_history_show_text(const bd_run *run, bool apart, bd_buf *out)
{
    grid points = { .columns = 5, .right = 1U << 1 };
    bd_buf_printf(out, "%srun %s\n%s, %zu point%s\n\n", apart ? "\n" : "", run->id, run->suite,
                  run->point_count, run->point_count == 1 ? "" : "s");
    put_facts(run, out);
    bd_buf_putc(out, '\n');
    for (size_t i = 0; i < run->point_count; i++)
        add_point(&points, &run->points[i]);
    put_grid(&points, "  ", out);
}
