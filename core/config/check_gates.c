/* `gates:` what can fail a build, so a gate that could never fail is an error. */
#include "core/config/internal.h"

#include "core/base/map.h"

#include <string.h>

static const bd_shape *gate_shape(void)
{
    const bd_shape *root = bd_config_shape();
    for (size_t i = 0; i < root->count; i++)
        if (root->keys[i].kind == BD_KEY_GATES)
            return root->keys[i].shape;
    return NULL;
}

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

/* "1%", "0.5 %", "8 B": digits with at most one point, then a unit. */
static bool is_amount(const char *text)
{
    size_t whole = strspn(text, "0123456789");
    const char *rest = text + whole;
    if (*rest == '.') {
        size_t decimals = strspn(rest + 1, "0123456789");
        if (decimals == 0)
            return false;
        rest += 1 + decimals;
    }
    rest += strspn(rest, " ");
    return whole > 0 && (strcmp(rest, "%") == 0 || bd_unit_find(bd_str_of(rest)) != NULL);
}

static void check_amount(bd_config_reader *r, const bd_gate_config *gate, const char *key)
{
    bd_scalar amount = bd_entries_get(&gate->conditions, key);
    bd_error err = BD_ERROR_INIT;
    if (!amount.text)
        return;
    if (!is_amount(amount.text)) {
        bd_fail(&err, BD_ERR_CONFIG,
                "\"%s\" must be a percentage or an amount with its unit, not \"%s\"", key,
                amount.text);
        bd_hint(&err, "for example: %s: 1%%, or %s: 8 B", key, key);
    } else if (!bd_entries_get(&gate->conditions, "metric").text) {
        bd_fail(&err, BD_ERR_CONFIG, "\"%s\" does not say of which metric", key);
        bd_hint(&err, "for example: { metric: gc.alloc.rate.norm, %s: 1%% }", key);
    }
    if (err.code != BD_OK)
        bd_config_report(r, BD_ERROR, amount.line, amount.column, &err);
}

static void check_complete(bd_config_reader *r, const bd_gate_config *gate)
{
    bd_scalar complete = bd_entries_get(&gate->conditions, "complete");
    bd_error err = BD_ERROR_INIT;
    if (!complete.text || strcmp(complete.text, "true") == 0)
        return;
    bd_fail(&err, BD_ERR_CONFIG, "\"complete\" must be true, not \"%s\"", complete.text);
    bd_hint(&err, "remove the gate where runs need not be complete");
    bd_config_report(r, BD_ERROR, complete.line, complete.column, &err);
}

/* suite and metric only say where to look. */
static void check_demand(bd_config_reader *r, const bd_gate_config *gate)
{
    bd_error err = BD_ERROR_INIT;
    for (size_t i = 0; i < gate->conditions.count; i++) {
        const char *key = gate->conditions.items[i].key.text;
        if (strcmp(key, "suite") != 0 && strcmp(key, "metric") != 0)
            return;
    }
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

void bd_config_check_gates(bd_config_reader *r)
{
    const bd_shape *shape = gate_shape();
    for (size_t i = 0; i < r->config->gate_count; i++) {
        const bd_gate_config *gate = &r->config->gates[i];
        for (size_t j = 0; j < gate->conditions.count; j++)
            check_key(r, shape, gate->conditions.items[j].key);
        check_amount(r, gate, "grows at most");
        check_amount(r, gate, "shrinks at most");
        check_complete(r, gate);
        check_demand(r, gate);
    }
}
