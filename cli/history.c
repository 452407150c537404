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

/* Facts that have a line of their own already, under the names that the field has for them. */
static bool is_told(const bd_run *run, const char *key)
{
    const struct {
        bool told;
        const char *names[5];
    } own[] = {
        { run->commit.id != NULL, { "commit", "Commit", "git_commit" } },
        { run->commit.id != NULL, { "dirty", "Dirty", "WorkingTreeDirty", "git_dirty" } },
        { run->commit.branch != NULL, { "branch", "Branch", "git_branch" } },
        { run->measured_at_ns != BD_TIME_UNKNOWN,
          { "measured_at", "MeasuredAt", "RecordedAtUtc", "recorded_at" } },
    };
    for (size_t i = 0; i < BD_COUNT(own); i++)
        for (size_t n = 0; own[i].told && own[i].names[n]; n++)
            if (strcmp(own[i].names[n], key) == 0)
                return true;
    return false;
}

static void add_pairs(grid *g, const bd_run *run, const bd_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++)
        if (!is_told(run, pairs->items[i].key))
            add_fact(g, pairs->items[i].key, pairs->items[i].value);
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
    add_pairs(&g, run, &run->facts);
    add_pairs(&g, run, &run->environment);
    put_grid(&g, "  ", out);
    bd_buf_release(&commit);
    bd_buf_release(&measured);
}

/* Six digits say what a person compares; zeros at the end say nothing. */
static void put_rounded(bd_number number, bd_buf *out)
{
    enum { DIGITS = 6, DECIMALS_MAX = 30 };
    bd_decimal decimal;
    bd_error ignored = BD_ERROR_INIT;
    bd_number_style style = { .point = "." };
    if (number.kind == BD_NUMBER_INT || !bd_decimal_of(number, &decimal)) {
        bd_number_text(number, out);
        return;
    }
    int decimals = DIGITS - (decimal.digit_count + decimal.exponent);
    style.decimals = (unsigned)(decimals < 0              ? 0
                                : decimals > DECIMALS_MAX ? DECIMALS_MAX
                                                          : decimals);
    bd_number_print(number, NULL, &style, out, &ignored);
    while (style.decimals > 0 && (out->data[out->len - 1] == '0' || out->data[out->len - 1] == '.'))
        if (out->data[--out->len] == '.')
            break;
}

static void put_value(const bd_point *point, bd_buf *out)
{
    if (point->outcome != BD_OUTCOME_OK)
        bd_buf_printf(out, "%s%s%s", bd_outcome_name(point->outcome), point->reason ? ": " : "",
                      point->reason ? point->reason : "");
    else if (point->value.kind != BD_NUMBER_NONE)
        put_rounded(point->value, out);
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
        bd_buf_printf(&n, "%zu", count);
    add_cell(g, point->metric);
    add_buf(g, &value);
    add_cell(g, point->unit);
    add_buf(g, &n);
    add_buf(g, &name);
}

static void put_points(const bd_run *run, size_t count, bd_buf *out)
{
    static const char *const titles[] = { "METRIC", "VALUE", "UNIT", "N", "BENCHMARK" };
    grid g = { .columns = BD_COUNT(titles), .right = 1U << 1 | 1U << 3 };
    for (size_t i = 0; count > 0 && i < BD_COUNT(titles); i++)
        add_cell(&g, titles[i]);
    for (size_t i = 0; i < count; i++)
        add_point(&g, &run->points[i]);
    put_grid(&g, "  ", out);
}

void bd_history_show_text(const bd_run *run, bool apart, bool all, bd_buf *out)
{
    enum { POINTS_SHOWN = 40 };
    size_t count = all || run->point_count <= POINTS_SHOWN ? run->point_count : POINTS_SHOWN;
    bd_buf_printf(out, "%srun %s\n%s, %zu point%s\n\n", apart ? "\n" : "", run->id, run->suite,
                  run->point_count, run->point_count == 1 ? "" : "s");
    put_facts(run, out);
    bd_buf_putc(out, '\n');
    put_points(run, count, out);
    if (count < run->point_count)
        bd_buf_printf(out, "  … and %zu more: --all shows them\n", run->point_count - count);
}
