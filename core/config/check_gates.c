/* `gates:` what can fail a build, so a gate that could never fail is an error. */
#include "core/config/internal.h"

#include "core/base/map.h"

#include <string.h>

/* Any word can be a metric; what has blanks, or is nearly one of the known keys, is not. */
static void check_key(bd_config_reader *r, const bd_shape *shape, bd_scalar key)
{
    const char *names[16];
    size_t count = 0;
    for (size_t i = 0; i < shape->count && count < BD_COUNT(names); i++) {
        names[count++] = shape->keys[i].name;
        if (strcmp(shape->keys[i].name, key.text) == 0)
            return;
    }
    bool phrase = strchr(key.text, ' ') != NULL;
    const char *nearest = bd_nearest(bd_str_of(key.text), names, count);
    bd_error err = BD_ERROR_INIT;
    if (!phrase && !nearest)
        return;
    bd_fail(&err, BD_ERR_CONFIG, phrase ? "unknown key \"%s\"" : "\"%s\" is taken for a metric",
            key.text);
    bd_config_hint_names(&err, bd_str_of(key.text), names, count);
    bd_config_report(r, phrase ? BD_ERROR : BD_WARNING, key.line, key.column, &err);
}

static bd_scalar get(const bd_gate_config *gate, const char *key)
{
    return bd_entries_get(&gate->conditions, key);
}

/* "1%", "0.5 %", "8 B": no operator, not below zero, with a unit that converts. */
static bool is_amount(const char *text)
{
    bd_gate_limit limit;
    bool is_digit = text[0] >= '0' && text[0] <= '9';
    return is_digit && bd_gate_limit_parse(text, &limit)
           && (bd_str_is(limit.unit, "%") || bd_unit_find(limit.unit) != NULL);
}

static void check_metric_said(bd_config_reader *r, const bd_gate_config *gate, const char *key,
                              const char *example)
{
    bd_scalar value = get(gate, key);
    bd_error err = BD_ERROR_INIT;
    if (!value.text || get(gate, "metric").text)
        return;
    bd_fail(&err, BD_ERR_CONFIG, "\"%s\" does not say of which metric", key);
    bd_hint(&err, "for example: { metric: %s, %s: %s }",
            strcmp(example, "1%") == 0 ? "gc.alloc.rate.norm" : "latency.p99", key, example);
    bd_config_report(r, BD_ERROR, value.line, value.column, &err);
}

static bool check_amount(bd_config_reader *r, const bd_gate_config *gate, const char *key)
{
    bd_scalar amount = get(gate, key);
    bd_error err = BD_ERROR_INIT;
    if (!amount.text || is_amount(amount.text))
        return amount.text != NULL;
    bd_fail(&err, BD_ERR_CONFIG,
            "\"%s\" must be a percentage or an amount with its unit, not \"%s\"", key, amount.text);
    bd_hint(&err, "for example: %s: 1%%, or %s: 8 B", key, key);
    bd_config_report(r, BD_ERROR, amount.line, amount.column, &err);
    return false;
}

static void check_growth(bd_config_reader *r, const bd_gate_config *gate, const char *key)
{
    if (check_amount(r, gate, key))
        check_metric_said(r, gate, key, "1%");
}

/* A number that the metric must keep to, whatever it was before. */
static void check_budget(bd_config_reader *r, bd_scalar key, bd_scalar value)
{
    bd_gate_limit limit;
    bd_error err = BD_ERROR_INIT;
    bool is_bound = strcmp(key.text, "at most") == 0 || strcmp(key.text, "at least") == 0;
    bool good = bd_gate_limit_parse(value.text, &limit);
    if (good && !(is_bound && (limit.truth || strpbrk(value.text, "<=>"))))
        return;
    bd_fail(&err, BD_ERR_CONFIG, "\"%s\" must be a number%s, not \"%s\"", key.text,
            is_bound ? " with its unit" : ", true or false", value.text);
    if (is_bound)
        bd_hint(&err, "for example: { metric: latency.p99, %s: 50 ms }", key.text);
    else
        bd_hint(&err, "for example: %s: 0, or %s: \"<= 50 ms\"", key.text, key.text);
    bd_config_report(r, BD_ERROR, value.line, value.column, &err);
}

static void check_budgets(bd_config_reader *r, const bd_gate_config *gate)
{
    for (size_t i = 0; i < gate->conditions.count; i++) {
        const bd_entry *e = &gate->conditions.items[i];
        bool is_bound = strcmp(e->key.text, "at most") == 0 || strcmp(e->key.text, "at least") == 0;
        if (is_bound || (!bd_gate_key_is_known(e->key.text) && !strchr(e->key.text, ' ')))
            check_budget(r, e->key, e->value);
        if (is_bound)
            check_metric_said(r, gate, e->key.text, "50 ms");
    }
}

static void check_complete(bd_config_reader *r, const bd_gate_config *gate)
{
    bd_scalar complete = get(gate, "complete");
    bd_error err = BD_ERROR_INIT;
    if (!complete.text || strcmp(complete.text, "true") == 0)
        return;
    bd_fail(&err, BD_ERR_CONFIG, "\"complete\" must be true, not \"%s\"", complete.text);
    bd_hint(&err, "remove the gate where runs need not be complete");
    bd_config_report(r, BD_ERROR, complete.line, complete.column, &err);
}

/* An accepted regression ends on a day, and somebody said why. */
static void check_accepted(bd_config_reader *r, const bd_gate_config *gate)
{
    bd_scalar until = get(gate, "accepted until");
    bd_error err = BD_ERROR_INIT;
    int64_t end;
    if (!until.text)
        return;
    if (!bd_gate_day_parse(until.text, &end)) {
        bd_fail(&err, BD_ERR_CONFIG, "\"accepted until\" must be a day, not \"%s\"", until.text);
        bd_hint(&err, "for example: accepted until: 2026-12-31");
    } else if (!get(gate, "why").text) {
        bd_fail(&err, BD_ERR_CONFIG, "nothing says why this is accepted");
        bd_hint(&err, "for example: why: waits for the driver's next release");
    }
    if (err.code != BD_OK)
        bd_config_report(r, BD_ERROR, until.line, until.column, &err);
}

/* suite, metric and the like only say where to look. */
static void check_demand(bd_config_reader *r, const bd_gate_config *gate)
{
    bd_error err = BD_ERROR_INIT;
    for (size_t i = 0; i < gate->conditions.count; i++)
        if (!bd_gate_key_is_scope(gate->conditions.items[i].key.text))
            return;
    if (gate->conditions.count == 0)
        return; /* reported before */
    bd_scalar at = gate->conditions.items[0].key;
    bd_fail(&err, BD_ERR_CONFIG, "this gate asks for nothing");
    bd_hint(
        &err,
        "add what must hold: grows at most: 1%%, equal while: [jdbc_driver], complete: true, or "
        "a metric and its value: errors: 0");
    bd_config_report(r, BD_ERROR, at.line, at.column, &err);
}

/* Numbers that never fail a build and a gate on them: one of the two is a mistake. */
static void check_never(bd_config_reader *r, const bd_gate_config *gate)
{
    bd_scalar suite = get(gate, "suite");
    const bd_input *input = suite.text ? bd_config_input(r->config, suite.text) : NULL;
    bd_error err = BD_ERROR_INIT;
    if (!input || !input->gate_never)
        return;
    bd_fail(&err, BD_ERR_CONFIG, "this gate can never fail: input \"%s\" says gate: never",
            suite.text);
    bd_hint(&err, "remove one of the two");
    bd_config_report(r, BD_ERROR, suite.line, suite.column, &err);
}

void bd_config_check_gates(bd_config_reader *r)
{
    const bd_shape *shape = bd_gate_shape();
    for (size_t i = 0; i < r->config->gate_count; i++) {
        const bd_gate_config *gate = &r->config->gates[i];
        for (size_t j = 0; j < gate->conditions.count; j++)
            check_key(r, shape, gate->conditions.items[j].key);
        check_growth(r, gate, "grows at most");
        check_growth(r, gate, "shrinks at most");
        check_amount(r, gate, "slower at most");
        check_budgets(r, gate);
        check_complete(r, gate);
        check_accepted(r, gate);
        check_demand(r, gate);
        check_never(r, gate);
    }
}
