/* The demands that are made: entries of `gates:`, or what holds without them. */
#include "render/view/gate_builder.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bd_scalar get(const bd_gate_config *gate, const char *key)
{
    return bd_entries_get(&gate->conditions, key);
}

static void split(bd_gating *g, const char *joined, bd_names *out)
{
    bd_str rest = bd_str_of(joined), part;
    while (bd_str_split(&rest, '|', &part))
        if (part.len > 0)
            bd_names_add(out, bd_arena_text(&g->out->arena, part));
}

void bd_demand_fail(bd_gating *g, bd_demand *d, bd_scalar at, const char *hint, const char *format,
                    ...)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf message = BD_BUF_INIT;
    va_list args;
    if (d->complained)
        return;
    d->complained = true;
    va_start(args, format);
    bd_buf_vprintf(&message, format, args);
    va_end(args);
    bd_fail(&err, BD_ERR_CONFIG, "%s", bd_buf_text(&message));
    bd_hint(&err, "%s", hint);
    if (at.line > 0)
        bd_error_at(&err, g->call->config->file, at.line, at.column);
    bd_diagnostics_add(g->found, BD_ERROR, &err);
    bd_buf_release(&message);
}

/* ---- words ---- */

static void put_limit(const bd_gate_limit *limit, const char *text, bd_buf *out)
{
    static const char *const signs[] = { "=", "<=", "<", ">=", ">" };
    bd_buf_printf(out, " %s ", limit->truth ? "is" : signs[limit->op]);
    bd_buf_puts(out, text + strspn(text, "<>= "));
}

static void put_facts(const bd_demand *d, const bd_gate_config *gate, const char *key, bd_buf *out)
{
    if (!get(gate, key).text || d->facts.count == 0)
        return;
    bd_buf_printf(out, " %s ", key);
    for (size_t i = 0; i < d->facts.count; i++)
        bd_buf_printf(out, "%s%s", i > 0 ? ", " : "", d->facts.items[i]);
}

static const char *text_of(bd_gating *g, const bd_gate_config *gate, const bd_demand *d,
                           const bd_entry *e)
{
    bd_buf text = BD_BUF_INIT;
    bool is_metric = !bd_gate_key_is_known(e->key.text);
    if (d->suite.text)
        bd_buf_printf(&text, "%s:", d->suite.text);
    for (size_t i = 0; i < d->metrics.count; i++)
        bd_buf_printf(&text, "%s%s", i > 0 ? ", " : " ", d->metrics.items[i]);
    if (d->series.text)
        bd_buf_printf(&text, " (%s)", d->series.text);
    if (is_metric)
        put_limit(&d->limit, e->value.text, &text);
    else if (d->kind == BD_DEMAND_COMPLETE)
        bd_buf_puts(&text, " complete");
    else if (d->kind == BD_DEMAND_EQUAL)
        put_facts(d, gate, "equal while", &text);
    else
        bd_buf_printf(&text, " %s %s", e->key.text, e->value.text);
    if (d->kind != BD_DEMAND_EQUAL)
        put_facts(d, gate, "only while", &text);
    bd_str trimmed = bd_str_trim(bd_buf_str(&text));
    const char *kept = bd_arena_text(&g->out->arena, trimmed);
    bd_buf_release(&text);
    return kept;
}

/* ---- demands ---- */

static bd_demand *add(bd_gating *g, bd_demand_kind kind)
{
    bd_gate_report *out = g->out;
    g->demands = bd_grow(g->demands, g->count, &g->capacity, sizeof *g->demands);
    bd_demand *d = &g->demands[g->count++];
    *d = (bd_demand){ .kind = kind, .gate = out->gate_count++ };
    return d;
}

static bool kind_of(const char *key, bd_demand_kind *kind)
{
    static const struct {
        const char *key;
        bd_demand_kind kind;
    } kinds[] = {
        { "grows at most", BD_DEMAND_GROWS },   { "shrinks at most", BD_DEMAND_SHRINKS },
        { "slower at most", BD_DEMAND_SLOWER }, { "equal while", BD_DEMAND_EQUAL },
        { "at most", BD_DEMAND_BUDGET },        { "at least", BD_DEMAND_BUDGET },
        { "complete", BD_DEMAND_COMPLETE },
    };
    if (bd_gate_key_is_scope(key))
        return false;
    *kind = BD_DEMAND_BUDGET; /* a metric */
    for (size_t i = 0; i < BD_COUNT(kinds); i++)
        if (strcmp(kinds[i].key, key) == 0)
            *kind = kinds[i].kind;
    return true;
}

static void read_limit(bd_demand *d, const bd_entry *e)
{
    bool has_limit = d->kind != BD_DEMAND_EQUAL && d->kind != BD_DEMAND_COMPLETE;
    if (!has_limit || !bd_gate_limit_parse(e->value.text, &d->limit))
        return;
    if (strcmp(e->key.text, "at most") == 0)
        d->limit.op = BD_GATE_AT_MOST;
    else if (strcmp(e->key.text, "at least") == 0)
        d->limit.op = BD_GATE_AT_LEAST;
}

static bool read_series(bd_gating *g, bd_demand *d)
{
    bd_error err = BD_ERROR_INIT;
    if (!d->series.text)
        return true;
    if (!bd_query_parse(bd_str_of(d->series.text), false, &g->out->arena, &d->query, &err)) {
        bd_scalar at = d->series;
        at.column = bd_scalar_column(at, err.column > 0 ? (size_t)err.column - 1 : 0);
        bd_demand_fail(g, d, at, err.hint, "series: %s", err.message);
    } else if (d->query.words) {
        bd_demand_fail(g, d, d->series, "for example: metric: wall, series: operation=read",
                       "series takes conditions, key=value, and \"%s\" is none", d->query.words);
    }
    return !d->complained;
}

static bool add_entry(bd_gating *g, const bd_gate_config *gate, const bd_entry *e)
{
    bd_demand_kind kind;
    if (!kind_of(e->key.text, &kind))
        return true;
    bd_demand *d = add(g, kind);
    d->place = e->value;
    d->suite = get(gate, "suite");
    d->series = get(gate, "series");
    bool is_metric = !bd_gate_key_is_known(e->key.text);
    d->metric = is_metric ? e->key : get(gate, "metric");
    if (kind == BD_DEMAND_COMPLETE)
        d->metric = (bd_scalar){ 0 };
    if (is_metric)
        bd_names_add(&d->metrics, e->key.text);
    else
        split(g, d->metric.text, &d->metrics);
    if (kind == BD_DEMAND_EQUAL)
        split(g, e->value.text, &d->facts);
    if (kind != BD_DEMAND_BUDGET && kind != BD_DEMAND_COMPLETE) /* these have no other side */
        split(g, get(gate, "only while").text, &d->facts);
    read_limit(d, e);
    bd_scalar until = get(gate, "accepted until");
    int64_t end;
    g->out->gates[d->gate] = (bd_gate){
        .config = gate,
        .file = g->call->config->file,
        .line = e->key.line,
        .column = e->key.column,
        .text = text_of(g, gate, d, e),
        .why = get(gate, "why").text,
        .accepted_until = until.text,
        .accepted = until.text && bd_gate_day_parse(until.text, &end) && g->call->now_ns < end,
    };
    return read_series(g, d);
}

static void add_alert(bd_gating *g)
{
    bd_demand *d = add(g, BD_DEMAND_ALERT);
    const char *how = g->call->alert_alone ? "" : ", with evidence";
    g->out->gates[d->gate].text = bd_arena_printf(
        &g->out->arena, "at most %g times as bad as the baseline%s", g->call->alert, how);
}

bool bd_gate_compile(bd_gating *g)
{
    const bd_config *config = g->call->config;
    size_t most = 2;
    bool ok = true;
    for (size_t i = 0; i < config->gate_count; i++)
        most += config->gates[i].conditions.count;
    g->out->gates = bd_arena_alloc(&g->out->arena, most * sizeof *g->out->gates);
    for (size_t i = 0; i < config->gate_count; i++)
        for (size_t k = 0; k < config->gates[i].conditions.count; k++)
            ok = add_entry(g, &config->gates[i], &config->gates[i].conditions.items[k]) && ok;
    if (g->call->alert > 0)
        add_alert(g);
    g->out->unasked = !(g->call->alert > 0) && config->gate_count == 0;
    if (g->out->unasked)
        g->out->gates[add(g, BD_DEMAND_COUNTED)->gate].text = "what was counted is not worse";
    return ok;
}

void bd_gate_demands_release(bd_gating *g)
{
    for (size_t i = 0; i < g->count; i++) {
        bd_names_release(&g->demands[i].metrics);
        bd_names_release(&g->demands[i].facts);
    }
    free(g->demands);
}
