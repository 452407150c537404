/* What a replay found, for people, a job summary and programs. */
#include "cli/gate.h"

#include "core/json/json.h"
#include "render/text/text.h"
#include "render/view/view.h"

enum { SERIES_SHOWN = 20 };

/* The row of a table of either form: cells, alerts. */
typedef struct line {
    const char *text;
    size_t judged;
    const bd_alerts *seen;
} line;

static void put_gate_text(const bd_replayed_gate *gate, bd_buf *out)
{
    if (gate->file)
        bd_buf_printf(out, "%s:%d: ", gate->file, gate->line);
    bd_buf_puts(out, gate->text);
}

static void put_days(const bd_replay *r, bd_buf *out)
{
    bd_time_date(r->from_ns, out);
    bd_buf_puts(out, " to ");
    bd_time_date(r->to_ns, out);
}

static void put_head(const bd_replay *r, bd_buf *out)
{
    const bd_alerts *all = &r->all;
    bd_buf_printf(out, "%zu runs of ", r->runs);
    put_days(r, out);
    bd_buf_printf(out,
                  " (%.1f weeks): %zu would have failed, with %zu alerts; %zu false (%.2f a week), "
                  "%zu stayed, %zu of a series' latest run\n",
                  bd_replay_weeks(r), r->failed_runs, all->alerts, all->gone,
                  (double)all->gone / bd_replay_weeks(r), all->stayed,
                  all->alerts - all->gone - all->stayed);
}

/* Lines of gates, then of series. */
typedef struct table {
    const char *what;
    line *lines; /* arena */
    size_t count;
} table;

static void put_text_table(const bd_replay *r, const table *t, bd_buf *out)
{
    bd_buf_printf(out, "\n  judged  alerts  false  a week  %s\n", t->what);
    for (size_t i = 0; i < t->count; i++) {
        const line *l = &t->lines[i];
        double rate = (double)l->seen->gone / bd_replay_weeks(r);
        if (l->judged > 0)
            bd_buf_printf(out, "%8zu", l->judged);
        else
            bd_buf_repeat(out, ' ', 8);
        bd_buf_printf(out, "  %6zu  %5zu  %6.2f  ", l->seen->alerts, l->seen->gone, rate);
        bd_terminal_line(bd_str_of(l->text), out);
    }
}

static bd_cell cell_of(bd_arena *arena, const char *text)
{
    bd_cell cell = { .spans = bd_arena_alloc(arena, sizeof *cell.spans), .span_count = 1 };
    *cell.spans = (bd_span){ .text = text, .data = true };
    return cell;
}

static void put_markdown_table(const bd_replay *r, const table *t, bd_arena *arena, bd_buf *out)
{
    enum { COLUMNS = 5 };
    const char *const titles[COLUMNS] = { "judged", "alerts", "false", "a week", t->what };
    bd_table_column columns[COLUMNS];
    bd_cell *cells = bd_arena_alloc(arena, (t->count + 1) * COLUMNS * sizeof *cells);
    for (size_t i = 0; i < COLUMNS; i++)
        columns[i] = (bd_table_column){ .title = cell_of(arena, titles[i]),
                                        .align = i + 1 < COLUMNS ? BD_ALIGN_RIGHT : BD_ALIGN_LEFT };
    for (size_t i = 0; i < t->count; i++) {
        const line *l = &t->lines[i];
        double rate = (double)l->seen->gone / bd_replay_weeks(r);
        bd_cell *row = cells + i * COLUMNS;
        row[0] = cell_of(arena, l->judged > 0 ? bd_arena_printf(arena, "%zu", l->judged) : "");
        row[1] = cell_of(arena, bd_arena_printf(arena, "%zu", l->seen->alerts));
        row[2] = cell_of(arena, bd_arena_printf(arena, "%zu", l->seen->gone));
        row[3] = cell_of(arena, bd_arena_printf(arena, "%.2f", rate));
        row[4] = cell_of(arena, l->text);
    }
    const bd_table view = { .name = t->what,
                            .columns = columns,
                            .column_count = COLUMNS,
                            .cells = cells,
                            .row_count = t->count };
    bd_buf_putc(out, '\n');
    bd_markdown_table(&view, out);
}

static table gates_of(const bd_replay *r, bd_arena *arena)
{
    table t = { .what = "gate", .count = r->gate_count };
    t.lines = bd_arena_alloc(arena, (t.count + 1) * sizeof *t.lines);
    for (size_t i = 0; i < t.count; i++) {
        bd_buf text = BD_BUF_INIT;
        put_gate_text(&r->gates[i], &text);
        t.lines[i] = (line){ bd_arena_text(arena, bd_buf_str(&text)), r->gates[i].judged,
                             &r->gates[i].seen };
        bd_buf_release(&text);
    }
    return t;
}

static table series_of(const bd_replay *r, bool all, bd_arena *arena)
{
    table t = { .what = "series", .count = r->series_count };
    if (!all && t.count > SERIES_SHOWN)
        t.count = SERIES_SHOWN;
    t.lines = bd_arena_alloc(arena, (t.count + 1) * sizeof *t.lines);
    for (size_t i = 0; i < t.count; i++)
        t.lines[i] = (line){ r->series[i].text, 0, &r->series[i].seen };
    return t;
}

static void put_report(const bd_replay *r, bd_form form, bool all, bd_buf *out)
{
    bd_arena arena = BD_ARENA_INIT;
    const table tables[] = { gates_of(r, &arena), series_of(r, all, &arena) };
    put_head(r, out);
    for (size_t i = 0; i < BD_COUNT(tables); i++)
        if (tables[i].count > 0 && form == BD_FORM_MARKDOWN)
            put_markdown_table(r, &tables[i], &arena, out);
        else if (tables[i].count > 0)
            put_text_table(r, &tables[i], out);
    if (r->series_count > tables[1].count)
        bd_buf_printf(out, "\n%zu more series (--all shows them)\n",
                      r->series_count - tables[1].count);
    bd_arena_release(&arena);
}

/* ---- JSON ---- */

static void put_count(bd_json_writer *w, const char *key, size_t count)
{
    bd_json_put_key(w, key);
    bd_json_put_int(w, (int64_t)count);
}

static void put_time(bd_json_writer *w, const char *key, int64_t time)
{
    bd_buf text = BD_BUF_INIT;
    bd_time_text(time, &text);
    bd_json_put_key(w, key);
    bd_json_put_text(w, bd_buf_text(&text));
    bd_buf_release(&text);
}

static void put_alerts(bd_json_writer *w, const bd_replay *r, const bd_alerts *seen)
{
    put_count(w, "alerts", seen->alerts);
    put_count(w, "false_alerts", seen->gone);
    put_count(w, "stayed", seen->stayed);
    bd_json_put_key(w, "false_alerts_per_week");
    bd_json_put_number(w, bd_double((double)seen->gone / bd_replay_weeks(r)), false);
}

static void put_gates_json(const bd_replay *r, bd_json_writer *w)
{
    bd_json_put_key(w, "gates");
    bd_json_open(w, '[');
    for (size_t i = 0; i < r->gate_count; i++) {
        const bd_replayed_gate *gate = &r->gates[i];
        bd_json_open_flat(w, '{');
        bd_json_put_key(w, "gate");
        bd_json_put_text(w, gate->text);
        if (gate->file) {
            bd_json_put_key(w, "file");
            bd_json_put_text(w, gate->file);
            put_count(w, "line", (size_t)gate->line);
        }
        put_count(w, "judged", gate->judged);
        put_alerts(w, r, &gate->seen);
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
}

static void put_json(const bd_replay *r, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    put_count(&w, "runs", r->runs);
    put_count(&w, "failed_runs", r->failed_runs);
    put_count(&w, "skipped_runs", r->skipped_runs);
    put_time(&w, "from", r->from_ns);
    put_time(&w, "to", r->to_ns);
    bd_json_put_key(&w, "weeks");
    bd_json_put_number(&w, bd_double(bd_replay_weeks(r)), false);
    put_alerts(&w, r, &r->all);
    put_gates_json(r, &w);
    bd_json_put_key(&w, "series");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < r->series_count; i++) {
        bd_json_open_flat(&w, '{');
        bd_json_put_key(&w, "series");
        bd_json_put_text(&w, r->series[i].text);
        put_alerts(&w, r, &r->series[i].seen);
        bd_json_close(&w, '}');
    }
    bd_json_close(&w, ']');
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}

void bd_replay_print(const bd_replay *r, bd_form form, bool all, bd_buf *out)
{
    if (form == BD_FORM_JSON)
        put_json(r, out);
    else
        put_report(r, form, all, out);
}
