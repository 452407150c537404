/* Lines of Go's benchmarks: results, and benchmarks that failed or were skipped. */
#include "ingest/go.h"

#include <stdlib.h>
#include <string.h>

static bool is_count(bd_str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.ptr[i] < '0' || word.ptr[i] > '9')
            return false;
    return word.len > 0;
}

/* Go runs functions whose name goes on with anything but a small letter. */
static bool is_name(bd_str word)
{
    size_t n = strlen("Benchmark");
    return bd_str_starts(word, "Benchmark")
           && (word.len == n || word.ptr[n] < 'a' || word.ptr[n] > 'z');
}

/* Takes a line apart whose name stands elsewhere when `first` is 1: count and pairs. */
static bool take_apart(bd_str text, size_t first, bd_go_line *line)
{
    line->count = first + bd_split_words(text, line->words + first, BD_GO_WORDS - first);
    line->pairs = 0;
    if (line->count < 2 || !is_count(line->words[1]))
        return false;
    for (size_t i = 2; i + 1 < line->count; i += 2) {
        if (!bd_text_number(line->words[i], &line->values[line->pairs]))
            break;
        line->pairs++;
    }
    return line->pairs > 0;
}

bool bd_go_is_result(bd_str text)
{
    bd_go_line line;
    return bd_str_starts(text, "Benchmark") && take_apart(text, 0, &line) && is_name(line.words[0]);
}

/* ---- where it belongs ---- */

static bd_str settings_text(bd_go *go, const bd_pairs *settings)
{
    bd_buf_clear(&go->scratch);
    for (size_t i = 0; i < settings->count; i++)
        bd_buf_printf(&go->scratch, "%s:%s\n", settings->items[i].key, settings->items[i].value);
    return bd_buf_str(&go->scratch);
}

void bd_go_set_always(bd_go *go, bd_str key, bd_str value)
{
    bd_map_release(&go->by_settings);
    go->by_settings = (bd_map)BD_MAP_INIT;
    for (size_t i = 0; i < go->state_count; i++) {
        bd_pairs *settings = &go->states[i].settings;
        bd_pairs_set(settings, &go->keys, key, value);
        bd_str text = bd_str_of(bd_arena_text(&go->keys, settings_text(go, settings)));
        bd_map_put(&go->by_settings, text, i, NULL);
    }
}

/* The settings as they are now, as a number. */
static size_t state_of(bd_go *go)
{
    if (!go->changed && go->state_count > 0)
        return go->state;
    settings_text(go, &go->settings);
    const size_t *there = bd_map_get(&go->by_settings, bd_buf_str(&go->scratch));
    go->changed = false;
    if (there)
        return go->state = *there;
    bd_str key = bd_str_of(bd_arena_text(&go->keys, bd_buf_str(&go->scratch)));
    bd_map_put(&go->by_settings, key, go->state_count, NULL);
    go->states = bd_grow(go->states, go->state_count, &go->state_capacity, sizeof *go->states);
    bd_pairs *settings = &go->states[go->state_count].settings;
    *settings = go->settings;
    settings->items = bd_arena_copy(&go->keys, go->settings.items,
                                    go->settings.count * sizeof *settings->items);
    settings->capacity = settings->count;
    return go->state = go->state_count++;
}

bd_go_group *bd_go_group_of(bd_go *go, bd_str name, int line)
{
    size_t state = state_of(go);
    if (go->count > 0) {
        bd_go_group *last = &go->groups[go->last];
        if (last->state == state && bd_str_eq(last->name, name))
            return last;
    }
    bd_buf_clear(&go->scratch);
    bd_buf_add(&go->scratch, &state, sizeof state);
    bd_buf_put_str(&go->scratch, name);
    const size_t *there = bd_map_get(&go->by_name, bd_buf_str(&go->scratch));
    if (there) {
        go->last = *there;
        return &go->groups[*there];
    }
    char *key = bd_arena_copy(&go->keys, go->scratch.data, go->scratch.len);
    bd_map_put(&go->by_name, (bd_str){ key, go->scratch.len }, go->count, NULL);
    go->groups = bd_grow(go->groups, go->count, &go->capacity, sizeof *go->groups);
    go->last = go->count;
    go->groups[go->count] =
        (bd_go_group){ .name = { key + sizeof state, name.len }, .state = state, .line = line };
    bd_go_group *group = &go->groups[go->count++];
    bd_go_procs(group->name, &group->base);
    group->is_taken = bd_go_is_taken(group->base);
    return group;
}

bd_go_metric *bd_go_metric_of(const bd_go_group *group, bd_str unit, size_t guess)
{
    if (guess < group->count && bd_str_eq(group->metrics[guess].unit, unit))
        return &group->metrics[guess];
    for (size_t i = 0; i < group->count; i++)
        if (bd_str_eq(group->metrics[i].unit, unit))
            return &group->metrics[i];
    return NULL;
}

static bd_go_metric *add_metric(bd_go *go, bd_go_group *group, bd_str unit)
{
    group->metrics = bd_grow(group->metrics, group->count, &group->capacity,
                             sizeof *group->metrics);
    bd_go_metric *metric = &group->metrics[group->count++];
    *metric = (bd_go_metric){ .unit = { bd_arena_text(&go->run->arena, unit), unit.len } };
    return metric;
}

/* ---- lines ---- */

static void warn_of_cut(const bd_go *go, const bd_line *line)
{
    bd_report(go->reading->found, BD_WARNING, BD_ERR_INPUT, go->reading->in->file->path,
              line->number, 1, "a result that ends early, left out: was the run stopped?");
}

static bool may_have(bd_go *go, bd_line *line, size_t values, bd_error *err)
{
    go->values += values;
    return bd_reading_may_have(go->reading, go->values, line->number, 1, err);
}

static void add_iterations(bd_go_group *group, bd_str times)
{
    size_t zeros = 0;
    while (zeros + 1 < times.len && times.ptr[zeros] == '0')
        zeros++;
    if (group->iterations.len > 0)
        bd_buf_putc(&group->iterations, ',');
    bd_buf_put_str(&group->iterations, bd_str_sub(times, zeros, times.len));
}

static void add_value(bd_go *go, bd_go_metric *metric, const bd_go_value *value)
{
    size_t at = go->measured_count;
    go->measured = bd_grow(go->measured, at, &go->measured_capacity, sizeof *go->measured);
    go->measured[go->measured_count++] = *value;
    if (metric->count++ > 0)
        go->measured[metric->last].next = at;
    else
        metric->first = at;
    metric->last = at;
}

static bd_go_group *add_result(bd_go *go, bd_line *line, const bd_go_line *parts)
{
    bd_go_group *group = bd_go_group_of(go, parts->words[0], line->number);
    go->results++;
    for (size_t i = 0; i < parts->pairs; i++) {
        bd_str number = parts->words[2 + 2 * i], unit = parts->words[3 + 2 * i];
        bd_go_metric *metric = bd_go_metric_of(group, unit, i);
        if (!metric)
            metric = add_metric(go, group, unit);
        if (metric->seen == go->results)
            continue; /* twice in one line: the first one counts */
        metric->seen = go->results;
        bd_go_value value = { .number = parts->values[i] };
        bd_go_place(go, line, number.ptr, &value.line, &value.column);
        add_value(go, metric, &value);
    }
    add_iterations(group, parts->words[1]);
    return group;
}

/* "BenchmarkX-8" was printed, then the benchmark's own output; its result has a line of
 * its own: "   100<TAB>  12345 ns/op". */
static bool read_late(bd_go *go, bd_line *line, bd_error *err)
{
    bd_go_line parts;
    if (!take_apart(line->text, 1, &parts) || !bd_str_is(parts.words[3], "ns/op"))
        return true;
    if (!bd_line_check(line, err) || !may_have(go, line, parts.pairs, err))
        return false;
    parts.words[0] = go->pending;
    add_result(go, line, &parts);
    go->pending.len = 0;
    return true;
}

bool bd_go_read_result(bd_go *go, bd_line *line, bd_error *err)
{
    bd_go_line parts;
    bd_error none = BD_ERROR_INIT;
    go->after_bad = false;
    if (go->pending.len > 0 && line->text.ptr[0] != 'B')
        return read_late(go, line, err);
    bool whole = take_apart(line->text, 0, &parts);
    if (!is_name(parts.words[0]))
        return true;
    if (!whole) {
        if (line->is_cut && parts.count > 1 && is_count(parts.words[1]))
            warn_of_cut(go, line);
        if (bd_line_check(line, &none))
            go->pending = (bd_str){ bd_arena_text(&go->keys, parts.words[0]), parts.words[0].len };
        return true;
    }
    if (!bd_line_check(line, err) || !may_have(go, line, parts.pairs, err))
        return false;
    go->pending.len = 0;
    bd_go_add_compat(go, add_result(go, line, &parts), &parts, line->text);
    return true;
}

/* A benchmark with failed sub-benchmarks is reported behind them; only they are told. */
static bool is_parent(const bd_go *go, bd_str name)
{
    if (go->count == 0)
        return false;
    const bd_go_group *last = &go->groups[go->last];
    return last->failed && last->name.len > name.len + 1 && last->name.ptr[name.len] == '/'
           && bd_str_eq(bd_str_sub(last->name, 0, name.len), name);
}

static bool add_bad(bd_go *go, bd_line *line, bd_str name, bool skipped, bd_error *err)
{
    if (!is_name(name) || is_parent(go, name))
        return true;
    if (!bd_line_check(line, err) || !may_have(go, line, 1, err))
        return false;
    bd_go_group *group = bd_go_group_of(go, name, line->number);
    group->failed = skipped ? "skipped" : "failed";
    group->skipped = skipped;
    return go->after_bad = true;
}

bool bd_go_read_bad(bd_go *go, bd_line *line, bd_error *err)
{
    bd_str rest = line->text, name;
    bool explains = go->after_bad && line->text.ptr[0] != '-';
    go->after_bad = false;
    if (bd_str_starts(rest, "--- FAIL: ") || bd_str_starts(rest, "--- SKIP: ")) {
        rest = bd_str_sub(rest, strlen("--- FAIL: "), rest.len);
        name = bd_next_word(&rest);
        return add_bad(go, line, name, bd_str_starts(line->text, "--- SKIP"), err);
    }
    bd_error none = BD_ERROR_INIT;
    if (explains && bd_line_check(line, &none))
        go->groups[go->last].failed = bd_arena_text(&go->run->arena, bd_str_trim(rest));
    return true;
}
