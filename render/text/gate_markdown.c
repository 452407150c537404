/* Gates for a comment or a job summary. */
#include "render/text/gate.h"

#include "render/text/internal.h"

enum { REASONS_MAX = 5 };

static void put_cell(bd_buf *text, bd_buf *out)
{
    bd_data data = { .text = bd_buf_str(text), .in_table = true, .in_comment = true };
    bd_escape_text(&data, out);
    bd_buf_puts(out, " | ");
    bd_buf_clear(text);
}

static void put_gate(const bd_gate *gate, bd_buf *text)
{
    bd_buf_puts(text, gate->text);
    if (!gate->file)
        return;
    bd_buf_puts(text, " (");
    bd_gate_put_place(gate, text);
    bd_buf_puts(text, ")");
}

static void put_row(const bd_gate_report *report, const bd_gate_result *r, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    const bd_gate *gate = &report->gates[r->gate];
    bd_buf_printf(out, "| %s%s | ", r->state == BD_GATE_FAILED ? "\xF0\x9F\x94\xB4 " : "",
                  bd_gate_state_name(r->state));
    bd_gate_put_series(r, &text);
    put_cell(&text, out);
    bd_buf_puts(&text, r->value);
    put_cell(&text, out);
    put_gate(gate, &text);
    put_cell(&text, out);
    bd_buf_puts(&text, r->why);
    if (r->state == BD_GATE_ACCEPTED)
        bd_buf_printf(&text, "until %s: %s", gate->accepted_until, gate->why);
    put_cell(&text, out);
    bd_gate_put_source(r, &text);
    put_cell(&text, out);
    out->data[--out->len] = '\0';
    bd_buf_putc(out, '\n');
    bd_buf_release(&text);
}

static void put_table(const bd_gate_report *report, size_t rows, bd_buf *out)
{
    size_t shown = 0, all = report->counts[BD_GATE_FAILED] + report->counts[BD_GATE_ACCEPTED];
    if (all > 0 && rows > 0)
        bd_buf_puts(out, "\n| | Series | Value | Gate | Why | Source |\n"
                         "| --- | --- | --- | --- | --- | --- |\n");
    for (int state = BD_GATE_FAILED; state <= BD_GATE_ACCEPTED; state++)
        for (size_t i = 0; i < report->result_count && shown < rows; i++)
            if (report->results[i].state == (bd_gate_state)state) {
                put_row(report, &report->results[i], out);
                shown++;
            }
    if (shown < all)
        bd_buf_printf(out, "\n%zu more are not shown.\n", all - shown);
}

static void put_unjudged(const bd_gate_report *report, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    if (report->counts[BD_GATE_NOT_JUDGED] == 0)
        return;
    bd_buf_printf(out,
                  "\n<details><summary>%zu not judged</summary>\n\n"
                  "| Gate | Why |\n| --- | --- |\n",
                  report->counts[BD_GATE_NOT_JUDGED]);
    for (size_t i = 0; i < report->gate_count; i++) {
        if (report->gates[i].counts[BD_GATE_NOT_JUDGED] == 0)
            continue;
        bd_buf_puts(out, "| ");
        put_gate(&report->gates[i], &text);
        put_cell(&text, out);
        bd_gate_put_reasons(report, i, BD_GATE_NOT_JUDGED, REASONS_MAX, &text);
        put_cell(&text, out);
        out->data[--out->len] = '\0';
        bd_buf_putc(out, '\n');
    }
    bd_buf_puts(out, "\n</details>\n");
    bd_buf_release(&text);
}

void bd_gate_print_markdown(const bd_gate_report *report, size_t rows, bd_buf *out)
{
    bd_buf_puts(out, "**Gates: ");
    bd_gate_put_counts(report->counts, out);
    bd_buf_puts(out, "**\n");
    put_table(report, rows, out);
    put_unjudged(report, out);
}
