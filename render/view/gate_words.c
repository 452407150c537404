/* What a gate says of a series, and which facts differ. */
#include "render/view/gate_builder.h"

#include <string.h>

void bd_gate_put_number(bd_number number, const char *unit, bd_buf *out)
{
    const bd_number_style style = { .digits = 5, .point = "." };
    bd_error ignored = BD_ERROR_INIT;
    size_t before = out->len;
    if (!bd_number_print(number, unit, &style, out, &ignored)) {
        out->len = before;
        bd_number_text(number, out);
    }
    if (unit && unit[0])
        bd_buf_printf(out, " %s", unit);
}

static const char *kept(bd_gating *g, bd_buf *text)
{
    const char *out = bd_arena_text(&g->out->arena, bd_buf_str(text));
    bd_buf_release(text);
    return out;
}

const char *bd_gate_change_text(bd_gating *g, const bd_compared *row)
{
    bd_buf text = BD_BUF_INIT;
    const bd_compared_side *base = &row->base, *head = &row->head;
    bool same_unit = base->unit && head->unit && strcmp(base->unit, head->unit) == 0;
    if (!base->has_number && !head->has_number)
        return "";
    if (!base->has_number) {
        bd_gate_put_number(head->value, head->unit, &text);
        return kept(g, &text);
    }
    bd_gate_put_number(base->value, head->has_number && same_unit ? NULL : base->unit, &text);
    bd_buf_puts(&text, " \xE2\x86\x92 ");
    if (head->has_number)
        bd_gate_put_number(head->value, head->unit, &text);
    else
        bd_buf_puts(&text, "nothing");
    if (row->has_change)
        bd_buf_printf(&text, ", %s", row->words);
    return kept(g, &text);
}

/* ---- facts ---- */

static const bd_run *last_run(const bd_compared_side *side)
{
    return side->count > 0 ? side->items[side->count - 1]->run : NULL;
}

static const char *fact_differs(bd_gating *g, const bd_compared *row, const char *key)
{
    bd_buf first = BD_BUF_INIT, second = BD_BUF_INIT;
    const char *before = bd_run_fact(last_run(&row->base), bd_str_of(key), &first);
    const char *after = bd_run_fact(last_run(&row->head), bd_str_of(key), &second);
    bd_arena *arena = &g->out->arena;
    const char *why = NULL;
    if (!before || !after)
        why = bd_arena_printf(arena, "%s is not recorded %s", key,
                              !before && !after ? "on either side"
                              : before          ? "by the head"
                                                : "by the baseline");
    else if (strcmp(before, after) != 0)
        why = bd_arena_printf(arena, "%s changed: %s \xE2\x86\x92 %s", key, before, after);
    bd_buf_release(&first);
    bd_buf_release(&second);
    return why;
}

const char *bd_gate_facts_differ(bd_gating *g, bd_demand *d, const bd_compared *row)
{
    const char *why = NULL;
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < d->facts.count; i++) {
        const char *key = d->facts.items[i];
        if (i < BD_FACTS_MAX && bd_run_fact(last_run(&row->head), bd_str_of(key), &scratch))
            d->facts_seen |= UINT32_C(1) << i;
        if (!why && row->base.count > 0)
            why = fact_differs(g, row, key);
    }
    bd_buf_release(&scratch);
    return why;
}

/* What a machine is does not change what a program counts. */
static bool is_hardware(const char *key)
{
    static const char *const keys[] = { "cpu",      "slug",    "cores",          "threads",
                                        "memory",   "ram",     "disk",           "os",
                                        "kernel",   "host",    "runner",         "image",
                                        "governor", "machine", "virtualization", "storage" };
    for (size_t i = 0; i < BD_COUNT(keys); i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return bd_fact_is_passing(bd_str_of(key));
}

const char *bd_gate_software_differs(bd_gating *g, const bd_compared *row)
{
    const bd_pairs *before = &last_run(&row->base)->environment;
    const bd_pairs *after = &last_run(&row->head)->environment;
    for (size_t i = 0; i < before->count; i++) {
        bd_pair pair = before->items[i];
        const char *now = bd_pairs_get(after, pair.key);
        if (now && strcmp(now, pair.value) != 0 && !is_hardware(pair.key))
            return fact_differs(g, row, pair.key);
    }
    return NULL;
}
