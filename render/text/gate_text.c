/* Gates for people: a line for what failed, and the counts. */
#include "render/text/gate.h"

#include "render/text/text.h"

#include <string.h>

enum { LINES_MAX = 50, REASONS_MAX = 3 };

static const char *colour_of(bd_gate_state state)
{
    switch (state) {
    case BD_GATE_FAILED:
        return "\x1b[31m";
    case BD_GATE_ACCEPTED:
        return "\x1b[33m";
    case BD_GATE_PASSED:
        return "\x1b[32m";
    default:
        return "";
    }
}

static void put_state(bd_gate_state state, const bd_gate_text *how, bd_buf *out)
{
    const char *paint = how->colour ? colour_of(state) : "";
    bd_buf_printf(out, "%s%s%s", paint, bd_gate_state_name(state), paint[0] ? "\x1b[0m" : "");
}

/* Ends a line: what came from files and the configuration made visible. */
static void put_line(bd_buf *line, bd_buf *out)
{
    bd_terminal_text(bd_buf_str(line), out);
    bd_buf_putc(out, '\n');
    bd_buf_clear(line);
}

static void put_gate(const bd_gate *gate, bd_buf *line)
{
    size_t before = line->len;
    bd_gate_put_place(gate, line);
    bd_buf_printf(line, "%s%s", line->len > before ? ": " : "", gate->text);
}

/* "failed: jmh · EPYC: get: 24 → 32 B/op [benchdoc.yml:143: grows at most 1%] (r.json:8:3)" */
static void put_result(const bd_gate_report *report, const bd_gate_result *r,
                       const bd_gate_text *how, bd_buf *out)
{
    bd_buf line = BD_BUF_INIT;
    const bd_gate *gate = &report->gates[r->gate];
    put_state(r->state, how, out);
    bd_buf_puts(&line, ": ");
    bd_gate_put_series(r, &line);
    if (r->value[0])
        bd_buf_printf(&line, "%s%s", r->group ? ": " : "", r->value);
    if (r->why[0])
        bd_buf_printf(&line, " (%s)", r->why);
    if (r->state == BD_GATE_ACCEPTED)
        bd_buf_printf(&line, " (until %s: %s)", gate->accepted_until, gate->why);
    bd_buf_puts(&line, " [");
    put_gate(gate, &line);
    bd_buf_puts(&line, "] ");
    bd_gate_put_source(r, &line);
    while (line.len > 0 && line.data[line.len - 1] == ' ')
        line.data[--line.len] = '\0';
    put_line(&line, out);
    bd_buf_release(&line);
}

static bool is_shown(const bd_gate_result *r, const bd_gate_text *how)
{
    return how->all || r->state <= BD_GATE_ACCEPTED;
}

static void put_results(const bd_gate_report *report, bd_gate_state state, const bd_gate_text *how,
                        bd_buf *out)
{
    size_t gate = SIZE_MAX, lines = 0;
    for (size_t i = 0; i < report->result_count; i++) {
        const bd_gate_result *r = &report->results[i];
        if (r->state != state || !is_shown(r, how))
            continue;
        lines = r->gate == gate ? lines + 1 : 1;
        gate = r->gate;
        size_t all = report->gates[gate].counts[state];
        if (lines <= LINES_MAX || how->all)
            put_result(report, r, how, out);
        else if (lines == LINES_MAX + 1)
            bd_buf_printf(out, "%s: %zu more of this gate (--all shows them)\n",
                          bd_gate_state_name(state), all - LINES_MAX);
    }
}

static void put_unjudged(const bd_gate_report *report, bd_buf *out)
{
    bd_buf line = BD_BUF_INIT;
    for (size_t i = 0; i < report->gate_count; i++) {
        const bd_gate *gate = &report->gates[i];
        if (gate->counts[BD_GATE_NOT_JUDGED] == 0)
            continue;
        bd_buf_puts(&line, "not judged: ");
        put_gate(gate, &line);
        bd_buf_puts(&line, ": ");
        bd_gate_put_reasons(report, i, BD_GATE_NOT_JUDGED, REASONS_MAX, &line);
        put_line(&line, out);
    }
    bd_buf_release(&line);
}

void bd_gate_print_text(const bd_gate_report *report, const bd_gate_text *how, bd_buf *out)
{
    for (int state = 0; state < BD_GATE_STATES; state++)
        put_results(report, (bd_gate_state)state, how, out);
    if (!how->all)
        put_unjudged(report, out);
    bd_gate_put_counts(report->counts, out);
    bd_buf_putc(out, '\n');
}
