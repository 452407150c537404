/* What all forms of a gate's report say alike. */
#include "render/text/gate.h"

#include "core/base/map.h"
#include "render/text/compare.h"

void bd_gate_put_counts(const size_t counts[BD_GATE_STATES], bd_buf *out)
{
    static const bd_gate_state order[] = { BD_GATE_FAILED, BD_GATE_ACCEPTED, BD_GATE_PASSED,
                                           BD_GATE_NOT_JUDGED };
    size_t before = out->len;
    for (size_t i = 0; i < BD_COUNT(order); i++)
        if (counts[order[i]] > 0)
            bd_buf_printf(out, "%s%zu %s", out->len > before ? ", " : "", counts[order[i]],
                          bd_gate_state_name(order[i]));
    if (out->len == before)
        bd_buf_puts(out, "nothing to judge");
}

void bd_gate_put_series(const bd_gate_result *r, bd_buf *out)
{
    if (r->group)
        bd_compare_put_group(r->group, out);
    if (r->row) {
        bd_buf_puts(out, ": ");
        bd_compare_put_series(r->row, out);
    }
}

void bd_gate_put_place(const bd_gate *gate, bd_buf *out)
{
    if (gate->file && gate->line > 0)
        bd_buf_printf(out, "%s:%d", gate->file, gate->line);
}

void bd_gate_put_source(const bd_gate_result *r, bd_buf *out)
{
    if (!r->at) {
        if (r->run && r->run->file_count > 0)
            bd_buf_puts(out, r->run->files[0].path);
        return;
    }
    const bd_source *at = &r->at->point->source;
    const bd_run *run = r->at->run;
    if (at->file >= run->file_count)
        return;
    bd_buf_puts(out, run->files[at->file].path);
    if (at->line > 0)
        bd_buf_printf(out, ":%d:%d", at->line, at->column);
    if (at->path)
        bd_buf_printf(out, ": %s", at->path);
}

/* Every p is another one: they are no reasons of their own. */
static const char *reason_of(const bd_gate_result *r)
{
    bool is_rows = r->row && r->why == r->row->why;
    return is_rows && r->row->verdict == BD_VERDICT_UNCONFIRMED ? "without evidence" : r->why;
}

void bd_gate_put_reasons(const bd_gate_report *report, size_t gate, bd_gate_state state,
                         size_t most, bd_buf *out)
{
    bd_map reasons = BD_MAP_INIT;
    size_t rest = 0;
    for (size_t i = 0; i < report->result_count; i++) {
        const bd_gate_result *r = &report->results[i];
        if (r->gate == gate && r->state == state)
            ++*bd_map_put(&reasons, bd_str_of(reason_of(r)), 0, NULL);
    }
    for (size_t i = 0; i < reasons.count; i++) {
        const bd_map_entry *e = &reasons.entries[i];
        if (i >= most)
            rest += e->value;
        else
            bd_buf_printf(out, "%s%zu %.*s", i > 0 ? "; " : "", e->value, (int)e->key.len,
                          e->key.ptr);
    }
    if (rest > 0)
        bd_buf_printf(out, "; %zu for other reasons", rest);
    bd_map_release(&reasons);
}
