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

/* The next value and its unit. @return false when there are none */
static bool next_pair(bd_str *rest, bd_number *value, bd_str *number, bd_str *unit)
{
    *number = bd_next_word(rest);
    *unit = bd_next_word(rest);
    return unit->len > 0 && bd_text_number(*number, value);
}

bool bd_go_is_result(bd_str line)
{
    bd_number value;
    bd_str rest = line, number, unit;
    return bd_str_starts(line, "Benchmark") && is_name(bd_next_word(&rest))
           && is_count(bd_next_word(&rest)) && next_pair(&rest, &value, &number, &unit);
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
    return &go->groups[go->count++];
}

/* @param guess  where it is when the line is like the one before */
static bd_go_metric *metric_of(bd_go *go, bd_go_group *group, bd_str unit, size_t guess)
{
    if (guess < group->count && bd_str_eq(group->metrics[guess].unit, unit))
        return &group->metrics[guess];
    for (size_t i = 0; i < group->count; i++)
        if (bd_str_eq(group->metrics[i].unit, unit))
            return &group->metrics[i];
    group->metrics = bd_grow(group->metrics, group->count, &group->capacity,
                             sizeof *group->metrics);
    bd_go_metric *metric = &group->metrics[group->count++];
    *metric = (bd_go_metric){ .unit = { bd_arena_text(&go->run->arena, unit), unit.len } };
    return metric;
}

static void add_value(bd_go_metric *metric, bd_number value, int line, int column)
{
    if (metric->count == metric->capacity) {
        metric->capacity = metric->capacity ? metric->capacity * 2 : 1;
        metric->values = bd_realloc(metric->values, metric->capacity * sizeof *metric->values);
        metric->places = bd_realloc(metric->places, metric->capacity * sizeof *metric->places);
    }
    metric->values[metric->count] = value;
    metric->places[metric->count++] = (struct bd_go_place){ line, column };
}

/* ---- lines ---- */

static void warn_of_cut(const bd_go *go, const bd_line *line)
{
    bd_report(go->reading->found, BD_WARNING, BD_ERR_INPUT, go->reading->in->file->path,
              line->number, 1, "a result that ends early, left out: was the run stopped?");
}

/* @param rest  what follows the count */
static bool add_result(bd_go *go, bd_line *line, bd_str name, bd_str times, bd_str rest)
{
    bd_str number, unit, left = bd_str_sub(rest, 0, rest.len);
    bd_number value;
    bd_go_group *group = bd_go_group_of(go, name, line->number);
    size_t guess = 0;
    for (; next_pair(&left, &value, &number, &unit); guess++) {
        bd_go_metric *metric = metric_of(go, group, unit, guess);
        if (metric->count > 0 && metric->places[metric->count - 1].line == line->number)
            continue; /* twice in one line: the first one counts */
        add_value(metric, value, line->number, bd_line_column(line, number.ptr));
    }
    if (group->iterations.len > 0)
        bd_buf_putc(&group->iterations, ',');
    size_t zeros = 0;
    while (zeros + 1 < times.len && times.ptr[zeros] == '0')
        zeros++;
    bd_buf_put_str(&group->iterations, bd_str_sub(times, zeros, times.len));
    return true;
}

/* "BenchmarkX-8" was printed, then the benchmark's own output; its result has a line of
 * its own: "   100<TAB>  12345 ns/op". */
static bool read_late(bd_go *go, bd_line *line, bd_error *err)
{
    bd_number value;
    bd_str rest = line->text, times = bd_next_word(&rest), left = rest, number, unit;
    if (!is_count(times) || !next_pair(&left, &value, &number, &unit) || !bd_str_is(unit, "ns/op"))
        return true;
    if (!bd_line_check(line, err))
        return false;
    add_result(go, line, go->pending, times, rest);
    go->pending.len = 0;
    return true;
}

bool bd_go_read_result(bd_go *go, bd_line *line, bd_error *err)
{
    bd_number value;
    bd_error none = BD_ERROR_INIT;
    bd_str rest = line->text, name = bd_next_word(&rest);
    go->after_bad = false;
    if (go->pending.len > 0 && line->text.ptr[0] != 'B')
        return read_late(go, line, err);
    if (!is_name(name))
        return true;
    bd_str after = rest, times = bd_next_word(&after), left = after, number, unit;
    if (!is_count(times) || !next_pair(&left, &value, &number, &unit)) {
        if (is_count(times) && line->is_cut)
            warn_of_cut(go, line);
        if (bd_line_check(line, &none))
            go->pending = (bd_str){ bd_arena_text(&go->keys, name), name.len };
        return true;
    }
    if (!bd_line_check(line, err))
        return false;
    go->pending.len = 0;
    add_result(go, line, name, times, after);
    bd_go_add_compat(go, &go->groups[go->last], times, after);
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
    if (!bd_line_check(line, err))
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
