/* What Go's benchmarks measured → points. */
#include "ingest/go.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 64 };

int64_t bd_go_procs(bd_str name, bd_str *base)
{
    size_t i = name.len;
    int64_t procs = 0;
    while (i > 0 && name.ptr[i - 1] >= '0' && name.ptr[i - 1] <= '9' && name.len - i < 9)
        i--;
    *base = name;
    if (i == name.len || i == 0 || name.ptr[i - 1] != '-')
        return 0;
    for (size_t k = i; k < name.len; k++)
        procs = procs * 10 + (name.ptr[k] - '0');
    base->len = i - 1;
    return procs;
}

/* ---- settings ---- */

/* Has every state the same value of it? */
static bool is_shared(const bd_go *go, const bd_pair *setting)
{
    for (size_t i = 0; i < go->state_count; i++) {
        const char *value = bd_pairs_get(&go->states[i].settings, setting->key);
        if (!value || strcmp(value, setting->value) != 0)
            return false;
    }
    return true;
}

/* Facts of the run leave the states, which have only params then. */
static void share_settings(bd_go *go)
{
    bd_pairs facts = { 0 };
    for (size_t i = 0; go->state_count > 0 && i < go->states[0].settings.count; i++) {
        const bd_pair *setting = &go->states[0].settings.items[i];
        if (is_shared(go, setting))
            bd_pairs_set(&facts, &go->keys, bd_str_of(setting->key), bd_str_of(setting->value));
    }
    for (size_t i = 0; i < facts.count; i++)
        bd_pairs_set(&go->run->environment, &go->run->arena, bd_str_of(facts.items[i].key),
                     bd_str_of(facts.items[i].value));
    for (size_t i = 0; i < go->state_count; i++) {
        bd_pairs *settings = &go->states[i].settings;
        size_t kept = 0;
        for (size_t k = 0; k < settings->count; k++)
            if (!bd_pairs_get(&facts, settings->items[k].key) && *settings->items[k].value)
                settings->items[kept++] = settings->items[k];
        settings->count = kept;
    }
}

/* Go may leave the suffix out where it says that a benchmark failed. */
static bool has_no_suffix(const bd_go_group *group)
{
    bd_str base;
    return group->count == 0 && bd_go_procs(group->name, &base) == 0;
}

/* GOMAXPROCS when all names end in the same one; 0 = they differ, -1 = none has one. */
static int64_t shared_procs(const bd_go *go)
{
    bd_str base;
    int64_t shared = -1;
    for (size_t i = 0; i < go->count; i++) {
        int64_t procs = bd_go_procs(go->groups[i].name, &base);
        if (has_no_suffix(&go->groups[i]) || (shared >= 0 && procs == shared))
            continue;
        if (shared >= 0)
            return 0;
        shared = procs;
    }
    return shared > 0 ? shared : -1;
}

/* ---- names ---- */

/* "size=10" of a sub-benchmark's name: a word, "=" and something. */
static bool is_dimension(bd_str part, bd_str *key, bd_str *value)
{
    const char *equals = memchr(part.ptr, '=', part.len);
    if (!equals || equals == part.ptr || equals + 1 == part.ptr + part.len)
        return false;
    *key = (bd_str){ part.ptr, (size_t)(equals - part.ptr) };
    *value = bd_str_sub(part, key->len + 1, part.len);
    for (size_t i = 0; i < key->len; i++) {
        char c = key->ptr[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        bool other = (c >= '0' && c <= '9') || c == '-' || c == '.';
        if (!letter && !(other && i > 0))
            return false;
    }
    return true;
}

/* "BenchmarkNew/text=opticks/bits=32": params text and bits; parts without "=" stay. */
static void take_name_apart(bd_go *go, bd_str base, bd_point *point)
{
    bd_arena *arena = &go->run->arena;
    bd_str part, key, value;
    bd_buf_clear(&go->scratch);
    for (bool first = true; bd_str_split(&base, '/', &part); first = false) {
        if (!first && is_dimension(part, &key, &value) && !bd_pairs_find(&point->params, key)
            && point->params.count < BD_PAIRS_MAX) {
            bd_pairs_set(&point->params, arena, key, value);
            continue;
        }
        if (!first)
            bd_buf_putc(&go->scratch, '/');
        bd_buf_put_str(&go->scratch, part);
    }
    point->benchmark = bd_arena_text(arena, bd_buf_str(&go->scratch));
}

/* ---- points ---- */

/* Go's own metrics are their units. "build-real-ns/op" is measured in "ns/op", "text-bytes"
 * in "bytes". */
static const char *unit_of(const char *metric)
{
    const char *dash = strrchr(metric, '-');
    if (dash && !bd_unit_find(bd_str_of(metric)) && bd_unit_find(bd_str_of(dash + 1)))
        return dash + 1;
    return metric;
}

static bd_direction direction_of(const bd_go *go, bd_str unit)
{
    const char *said = bd_pairs_find(&go->units, unit);
    bd_str rest = bd_str_of(said ? said : ""), word;
    while ((word = bd_next_word(&rest)).len > 0) {
        if (bd_str_is(word, "better=higher"))
            return BD_BIGGER_IS_BETTER;
        if (bd_str_is(word, "better=lower"))
            return BD_SMALLER_IS_BETTER;
    }
    return BD_DIRECTION_UNKNOWN;
}

static void set_values(bd_go *go, const bd_go_metric *metric, bd_point *point)
{
    bd_number few[FEW],
        *values = metric->count <= FEW ? few : bd_alloc(metric->count * sizeof *values);
    const bd_go_value *first = &go->measured[metric->first], *at = first;
    for (size_t i = 0; i < metric->count; i++, at = &go->measured[at->next])
        values[i] = at->number;
    at = first;
    for (size_t middle = bd_middle_of(values, metric->count); middle > 0; middle--)
        at = &go->measured[at->next];
    point->value = at->number;
    point->source = (bd_source){ .line = at->line, .column = at->column };
    point->n = (int64_t)metric->count;
    if (metric->count > 1) {
        bd_source begin = { .line = first->line, .column = first->column };
        bd_samples_put(&point->samples, &go->run->arena, values, metric->count);
        point->observed_at = bd_spot_beside(&begin, &point->source);
    }
    if (point->value.kind == BD_NUMBER_NONE) {
        point->outcome = BD_OUTCOME_FAILED;
        point->reason = "the value is NaN";
    }
    point->compat = metric->compat;
    if (values != few)
        free(values);
}

static void add_group(bd_go *go, bd_go_group *group, int64_t procs)
{
    bd_point shared = { .unit = "ns/op", .metric = "ns/op" };
    bd_arena *arena = &go->run->arena;
    bd_str base;
    const bd_pairs *settings = &go->states[group->state].settings;
    int64_t own = bd_go_procs(group->name, &base);
    take_name_apart(go, base, &shared);
    if (procs == 0 && !has_no_suffix(group)) /* Go leaves a 1 out */
        bd_pairs_set(&shared.params, arena, BD_STR("gomaxprocs"),
                     bd_str_of(bd_arena_printf(arena, "%lld", (long long)(own ? own : 1))));
    for (size_t i = 0; i < settings->count; i++)
        bd_pairs_set(&shared.params, arena, bd_str_of(settings->items[i].key),
                     bd_str_of(settings->items[i].value));
    shared.source.line = group->line;
    shared.source.column = 1;
    if (group->failed) {
        shared.outcome = group->skipped ? BD_OUTCOME_SKIPPED : BD_OUTCOME_FAILED;
        shared.reason = group->failed;
    }
    for (size_t i = 0; i < group->count; i++) {
        bd_point *point = bd_run_add_point(go->run);
        *point = shared;
        point->metric = group->metrics[i].unit.ptr;
        point->unit = unit_of(point->metric);
        point->direction = direction_of(go, group->metrics[i].unit);
        set_values(go, &group->metrics[i], point);
        if (i == 0)
            point->rest = bd_arena_printf(arena, "{\"iterations\":[%s]}", group->iterations.data);
    }
    if (group->count == 0)
        *bd_run_add_point(go->run) = shared;
}

/* What "Unit" lines say beside what is better. */
static void keep_units(bd_go *go)
{
    bd_buf text = BD_BUF_INIT;
    if (go->units.count == 0)
        return;
    for (size_t i = 0; i < go->units.count; i++) {
        bd_buf_puts(&text, i ? "," : "{\"units\":{");
        bd_json_quote(bd_str_of(go->units.items[i].key), &text);
        bd_buf_putc(&text, ':');
        bd_json_quote(bd_str_of(go->units.items[i].value), &text);
    }
    bd_buf_puts(&text, "}}");
    go->run->rest = bd_arena_text(&go->run->arena, bd_buf_str(&text));
    bd_buf_release(&text);
}

void bd_go_points(bd_go *go)
{
    int64_t procs = shared_procs(go);
    for (size_t i = 0; i < go->count; i++)
        bd_go_name_compat(go, &go->groups[i]);
    share_settings(go);
    if (procs > 0)
        bd_pairs_set(&go->run->environment, &go->run->arena, BD_STR("gomaxprocs"),
                     bd_str_of(bd_arena_printf(&go->keys, "%lld", (long long)procs)));
    for (size_t i = 0; i < go->count; i++)
        add_group(go, &go->groups[i], procs);
    keep_units(go);
}
