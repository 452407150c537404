/* Lines that repeat each other → points: see repeats.h. */
#include "ingest/repeats.h"

#include <stdlib.h>
#include <string.h>

/* The first one of a key, whose point is the run's already. */
struct bd_first {
    size_t point;
    bd_compat *compat; /* in the run's arena; NULL = none */
    size_t next, last; /* items of its key; only when there are any */
    size_t count;      /* with itself */
};

typedef struct place {
    int line, column;
} place;

/* What few formats say. */
typedef struct rare {
    bd_number low, high;
    place low_at, high_at;
    const bd_stat_value *reported;
    const char *rest;
} rare;

/* A later one is the first one again but for these, and most are nothing else: a point of
 * its own would take five times as much. */
struct bd_repeat {
    const bd_point *whole; /* in the run's arena; NULL: what stands below is all that differs */
    const rare *rare;      /* the same; NULL = nothing of it */
    bd_number value, error;
    place at, error_at;
    int64_t n;
    bd_compat *compat;
    size_t next;
};

const char *bd_keep(bd_kept *last, bd_arena *arena, bd_str text)
{
    if (!last->text.ptr || !bd_str_eq(last->text, text))
        last->text = (bd_str){ bd_arena_text(arena, text), text.len };
    return last->text.ptr;
}

const char *bd_arena_join(bd_arena *arena, bd_str a, bd_str b)
{
    char *text = bd_arena_alloc(arena, a.len + b.len + 1);
    memcpy(text, a.ptr, a.len);
    memcpy(text + a.len, b.ptr, b.len);
    return text;
}

typedef struct ranked {
    bd_number value;
    size_t index;
} ranked;

static int by_value(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    int order = bd_number_order(x->value, y->value);
    return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

/* By insertion; qsort would allocate. */
static void sort_few(ranked *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        ranked item = items[i];
        size_t at = i;
        for (; at > 0 && by_value(&items[at - 1], &item) > 0; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

size_t bd_middle_of(const bd_number *values, size_t count)
{
    enum { FEW = 32 };
    ranked few[FEW], *sorted = count <= FEW ? few : bd_alloc(count * sizeof *sorted);
    size_t numbers = 0;
    for (size_t i = 0; i < count; i++) {
        sorted[i] = (ranked){ values[i], i };
        numbers += values[i].kind != BD_NUMBER_NONE;
    }
    if (sorted == few)
        sort_few(sorted, count);
    else
        qsort(sorted, count, sizeof *sorted, by_value);
    size_t index = count > 0 ? sorted[numbers / 2].index : 0;
    if (sorted != few)
        free(sorted);
    return index;
}

void bd_samples_put(bd_samples *to, bd_arena *arena, const bd_number *values, size_t count)
{
    bool all_ints = true;
    for (size_t i = 0; i < count; i++)
        all_ints &= values[i].kind == BD_NUMBER_INT;
    to->count = count;
    if (all_ints) {
        int64_t *ints = bd_arena_alloc(arena, count * sizeof *ints);
        for (size_t i = 0; i < count; i++)
            ints[i] = values[i].as.i;
        to->ints = ints;
        return;
    }
    double *doubles = bd_arena_alloc(arena, count * sizeof *doubles);
    for (size_t i = 0; i < count; i++)
        doubles[i] = bd_number_as_double(values[i]);
    to->doubles = doubles;
}

static bd_point *add_first(bd_repeats *r, bd_str key, bd_str name, const bd_point *point)
{
    bd_str kept = { bd_arena_copy(&r->keys, key.ptr, key.len), key.len };
    bd_map_put(&r->by_key, kept, r->first_count, NULL);
    r->firsts = bd_grow(r->firsts, r->first_count, &r->first_capacity, sizeof *r->firsts);
    bd_point *added = bd_run_add_point(r->run);
    *added = *point;
    if (!added->benchmark)
        added->benchmark = bd_arena_text(&r->run->arena, name);
    r->firsts[r->first_count++] = (bd_first){ .point = r->run->point_count - 1, .count = 1 };
    return added;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_params(const bd_pairs *a, const bd_pairs *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = same_text(a->items[i].key, b->items[i].key)
               && same_text(a->items[i].value, b->items[i].value);
    return same;
}

/* Has it no path: a line and a column say it all? */
static bool is_short(const bd_spot *spot)
{
    return spot->shared == 0 && !spot->rest;
}

static bool is_nowhere(const bd_spot *spot)
{
    return is_short(spot) && spot->line == 0 && spot->column == 0;
}

/* Could it be put together again of the first one and what a bd_repeat has? */
static bool is_like(const bd_point *point, const bd_point *first)
{
    return point->outcome == BD_OUTCOME_OK && first->outcome == BD_OUTCOME_OK && !point->reason
           && point->samples.count + point->warmups.count + point->histogram.count == 0
           && !point->source.path && is_short(&point->error_at) && is_short(&point->low_at)
           && is_short(&point->high_at) && is_nowhere(&point->observed_at)
           && is_nowhere(&first->observed_at) && first->samples.count == 0
           && point->source.file == first->source.file && point->threads == first->threads
           && point->direction == first->direction && point->confidence == first->confidence
           && point->reported_count == first->reported_count && same_text(point->unit, first->unit)
           && same_text(point->metric, first->metric) && same_text(point->mode, first->mode)
           && (!point->benchmark || same_text(point->benchmark, first->benchmark))
           && same_params(&point->params, &first->params);
}

static place place_of(const bd_spot *spot)
{
    return (place){ spot->line, spot->column };
}

static const rare *rare_of(const bd_point *point, bd_arena *arena)
{
    if (point->low.kind == BD_NUMBER_NONE && point->high.kind == BD_NUMBER_NONE && !point->reported
        && !point->rest)
        return NULL;
    const rare all = { .low = point->low,
                       .high = point->high,
                       .low_at = place_of(&point->low_at),
                       .high_at = place_of(&point->high_at),
                       .reported = point->reported,
                       .rest = point->rest };
    return bd_arena_copy(arena, &all, sizeof all);
}

static bd_repeat short_form(const bd_point *point, bd_arena *arena)
{
    return (bd_repeat){ .rare = rare_of(point, arena),
                        .value = point->value,
                        .error = point->error,
                        .at = { point->source.line, point->source.column },
                        .error_at = place_of(&point->error_at),
                        .n = point->n };
}

static void move(bd_spot *spot, place to)
{
    *spot = (bd_spot){ .line = to.line, .column = to.column };
}

/* The point again. @param first  as it was read */
static bd_point long_form(const bd_repeat *item, const bd_point *first)
{
    static const rare nothing = { 0 };
    const rare *more = item->rare ? item->rare : &nothing;
    if (item->whole)
        return *item->whole;
    bd_point point = *first;
    point.value = item->value;
    point.error = item->error;
    point.low = more->low;
    point.high = more->high;
    point.source.line = item->at.line;
    point.source.column = item->at.column;
    move(&point.error_at, item->error_at);
    move(&point.low_at, more->low_at);
    move(&point.high_at, more->high_at);
    point.n = item->n;
    point.reported = more->reported;
    point.rest = more->rest;
    return point;
}

static bd_repeat *add_later(bd_repeats *r, bd_first *first, const bd_point *point)
{
    size_t at = r->item_count;
    bd_arena *arena = &r->run->arena;
    const bd_point *like = &r->run->points[first->point];
    r->items = bd_grow(r->items, at, &r->item_capacity, sizeof *r->items);
    bd_repeat *item = &r->items[r->item_count++];
    *item = (bd_repeat){ .value = point->value };
    if (is_like(point, like)) {
        *item = short_form(point, arena);
    } else {
        bd_point *whole = bd_arena_copy(arena, point, sizeof *point);
        whole->benchmark = point->benchmark ? point->benchmark : like->benchmark;
        item->whole = whole;
    }
    if (first->count++ == 1)
        first->next = at;
    else
        r->items[first->last].next = at;
    first->last = at;
    return item;
}

/* @return NULL = the action has none */
static bd_compat *keep_compat(bd_repeats *r, const bd_compat *compat, const char *benchmark)
{
    if (!compat)
        return NULL;
    bd_compat *kept = bd_arena_copy(&r->run->arena, compat, sizeof *compat);
    kept->place = r->places++;
    kept->name = kept->name ? kept->name : benchmark;
    return kept;
}

void bd_repeats_add(bd_repeats *r, bd_str key, bd_str name, const bd_point *point,
                    const bd_compat *compat)
{
    const size_t *there = bd_map_get(&r->by_key, key);
    r->count++;
    if (there) {
        bd_first *first = &r->firsts[*there];
        bd_repeat *item = add_later(r, first, point);
        item->compat = keep_compat(r, compat, r->run->points[first->point].benchmark);
    } else {
        const bd_point *added = add_first(r, key, name, point);
        r->firsts[r->first_count - 1].compat = keep_compat(r, compat, added->benchmark);
    }
}

/* The entries of all repeats as one list. */
static const bd_compat *joined(const bd_repeats *r, const bd_first *first)
{
    const bd_compat *list = first->compat;
    const bd_compat **end = first->compat ? &first->compat->next : &list;
    for (size_t i = 1, at = first->next; i < first->count; i++, at = r->items[at].next) {
        bd_compat *compat = r->items[at].compat;
        if (!compat)
            continue;
        *end = compat;
        end = &compat->next;
    }
    return list;
}

/* The middle one of several speaks, and their values are its samples; one that is not ok
 * speaks for all. */
static void join_points(const bd_repeats *r, const bd_first *first)
{
    enum { FEW = 16 };
    size_t count = first->count, speaker = SIZE_MAX;
    bd_number few[FEW], *values = count <= FEW ? few : bd_alloc(count * sizeof *values);
    bd_point *point = &r->run->points[first->point];
    const bd_source begin = point->source;
    values[0] = point->value;
    if (point->outcome != BD_OUTCOME_OK)
        speaker = 0;
    for (size_t i = 1, at = first->next; i < count; i++, at = r->items[at].next) {
        const bd_repeat *item = &r->items[at];
        values[i] = item->value;
        if (item->whole && item->whole->outcome != BD_OUTCOME_OK && speaker == SIZE_MAX)
            speaker = i;
    }
    bool all_ok = speaker == SIZE_MAX;
    if (all_ok)
        speaker = bd_middle_of(values, count);
    if (speaker > 0) {
        size_t at = first->next;
        for (size_t i = 1; i < speaker; i++)
            at = r->items[at].next;
        *point = long_form(&r->items[at], point);
    }
    if (all_ok) {
        bd_samples_put(&point->samples, &r->run->arena, values, count);
        point->n = (int64_t)count;
        point->observed_at = bd_spot_beside(&begin, &point->source);
    }
    if (values != few)
        free(values);
}

void bd_repeats_points(bd_repeats *r)
{
    for (size_t i = 0; i < r->first_count; i++) {
        const bd_first *first = &r->firsts[i];
        if (first->count > 1)
            join_points(r, first);
        r->run->points[first->point].compat = joined(r, first);
    }
}

void bd_repeats_release(bd_repeats *r)
{
    free(r->firsts);
    free(r->items);
    bd_map_release(&r->by_key);
    bd_arena_release(&r->keys);
    bd_buf_release(&r->scratch);
    *r = (bd_repeats){ .run = r->run };
}

bd_point bd_point_at(bd_line *line, const char *at)
{
    bd_point point = { .metric = "value", .unit = "" };
    point.source.line = line->number;
    point.source.column = bd_line_column(line, at);
    return point;
}

bd_spot bd_spot_at(bd_line *line, const char *at)
{
    return (bd_spot){ .line = line->number, .column = bd_line_column(line, at) };
}

bool bd_fail_empty(bd_error *err, const char *tool, const bd_reader *reader)
{
    bd_str rest = bd_str_of(reader->format.example), example;
    bd_str_split(&rest, '\n', &example);
    bd_fail(err, BD_ERR_INPUT, "no result of %s in it", tool);
    bd_hint(err, "looked for lines such as: %.*s", (int)example.len, example.ptr);
    return bd_error_at(err, "", 1, 1);
}
