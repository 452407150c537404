/* Gates for programs. */
#include "render/text/gate.h"

static void put_text(bd_json_writer *w, const char *key, const char *text)
{
    if (!text || !text[0])
        return;
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void put_count(bd_json_writer *w, const char *key, size_t count)
{
    bd_json_put_key(w, key);
    bd_json_put_int(w, (int64_t)count);
}

static void put_counts(bd_json_writer *w, const size_t counts[BD_GATE_STATES])
{
    bd_json_put_key(w, "counts");
    bd_json_open_flat(w, '{');
    for (int i = 0; i < BD_GATE_STATES; i++)
        put_count(w, bd_gate_state_name((bd_gate_state)i), counts[i]);
    bd_json_close(w, '}');
}

static void put_source(bd_json_writer *w, const bd_gate_result *r)
{
    const bd_source *at = r->at ? &r->at->point->source : NULL;
    const bd_run *run = r->at ? r->at->run : r->run;
    size_t file = at ? at->file : 0;
    if (!run)
        return;
    bd_json_put_key(w, "source");
    bd_json_open_flat(w, '{');
    put_text(w, "run", run->id);
    put_text(w, "commit", run->commit.id);
    if (file < run->file_count)
        put_text(w, "file", run->files[file].path);
    if (at && at->line > 0) {
        put_count(w, "line", (size_t)at->line);
        put_count(w, "column", (size_t)at->column);
    }
    put_text(w, "path", at ? at->path : NULL);
    bd_json_close(w, '}');
}

static void put_result(bd_json_writer *w, const bd_gate_result *r)
{
    bd_json_open(w, '{');
    put_text(w, "state", bd_gate_state_name(r->state));
    if (r->group) {
        put_text(w, "suite", r->group->lane.suite);
        put_text(w, "cpu", r->group->cpu);
        put_text(w, "backend", r->group->lane.backend);
    }
    if (r->row) {
        put_text(w, "series", r->row->label);
        put_text(w, "metric", r->row->metric);
        put_text(w, "verdict", bd_verdict_name(r->row->verdict));
    }
    put_text(w, "value", r->value);
    put_text(w, "why", r->why);
    put_source(w, r);
    bd_json_close(w, '}');
}

static void put_gate(bd_json_writer *w, const bd_gate_report *report, size_t index)
{
    const bd_gate *gate = &report->gates[index];
    bd_json_open(w, '{');
    put_text(w, "gate", gate->text);
    if (gate->file) {
        put_text(w, "file", gate->file);
        put_count(w, "line", (size_t)gate->line);
        put_count(w, "column", (size_t)gate->column);
    }
    put_text(w, "why", gate->why);
    put_text(w, "accepted_until", gate->accepted_until);
    put_counts(w, gate->counts);
    bd_json_put_key(w, "results");
    bd_json_open(w, '[');
    for (size_t i = 0; i < report->result_count; i++)
        if (report->results[i].gate == index)
            put_result(w, &report->results[i]);
    bd_json_close(w, ']');
    bd_json_close(w, '}');
}

void bd_gate_print_json(const bd_gate_report *report, bd_json_writer *w)
{
    bd_json_open(w, '{');
    put_counts(w, report->counts);
    bd_json_put_key(w, "gates");
    bd_json_open(w, '[');
    for (size_t i = 0; i < report->gate_count; i++)
        put_gate(w, report, i);
    bd_json_close(w, ']');
    bd_json_close(w, '}');
}
