/* What a replay found, for people, a job summary and programs. */
#include "cli/gate.h"

#include "core/json/json.h"

#include <string.h>

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

static void put_escaped(const char *text, bd_buf *out)
{
    for (const char *c = text; *c; c++) {
        if (strchr("|\\`*_<>[]&", *c))
            bd_buf_putc(out, '\\');
        bd_buf_putc(out, *c == '\n' ? ' ' : *c);
    }
}

static void put_line(const bd_replay *r, bd_form form, const line *l, bd_buf *out)
{
    double rate = (double)l->seen->gone / bd_replay_weeks(r);
    bd_buf judged = BD_BUF_INIT;
    if (l->judged > 0)
        bd_buf_printf(&judged, "%zu", l->judged);
    if (form == BD_FORM_MARKDOWN) {
        bd_buf_printf(out, "| %s | %zu | %zu | %.2f | ", bd_buf_text(&judged), l->seen->alerts,
                      l->seen->gone, rate);
        put_escaped(l->text, out);
        bd_buf_puts(out, " |\n");
    } else {
        bd_buf_printf(out, "%8s  %6zu  %5zu  %6.2f  ", bd_buf_text(&judged), l->seen->alerts,
                      l->seen->gone, rate);
        bd_terminal_line(bd_str_of(l->text), out);
    }
    bd_buf_release(&judged);
}

static void put_titles(bd_form form, const char *what, bd_buf *out)
{
    if (form == BD_FORM_MARKDOWN)
        bd_buf_printf(out,
                      "\n| Judged | Alerts | False | A week | %s |\n"
                      "| ---: | ---: | ---: | ---: | --- |\n",
                      what);
    else
        bd_buf_printf(out, "\n  judged  alerts  false  a week  %s\n", what);
}

static void put_report(const bd_replay *r, bd_form form, bool all, bd_buf *out)
{
    size_t shown = all ? SIZE_MAX : SERIES_SHOWN;
    put_head(r, out);
    put_titles(form, form == BD_FORM_MARKDOWN ? "Gate" : "gate", out);
    for (size_t i = 0; i < r->gate_count; i++) {
        bd_buf text = BD_BUF_INIT;
        put_gate_text(&r->gates[i], &text);
        line l = { bd_buf_text(&text), r->gates[i].judged, &r->gates[i].seen };
        put_line(r, form, &l, out);
        bd_buf_release(&text);
    }
    if (r->series_count > 0)
        put_titles(form, form == BD_FORM_MARKDOWN ? "Series" : "series", out);
    for (size_t i = 0; i < r->series_count && i < shown; i++)
        put_line(r, form, &(line){ r->series[i].text, 0, &r->series[i].seen }, out);
    if (r->series_count > shown)
        bd_buf_printf(out, "\n%zu more series (--all shows them)\n", r->series_count - shown);
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
