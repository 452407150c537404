/* Adding lines that repeat each other: see repeats.h. */
#include "ingest/repeats_internal.h"

#include <stdlib.h>
#include <string.h>

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

/* Its key was put into the map just now, borrowed. */
static bd_point *add_first(bd_repeats *r, bd_str name, const bd_point *point)
{
    bd_str *key = &r->by_key.entries[r->first_count].key;
    key->ptr = bd_arena_copy(&r->keys, key->ptr, key->len);
    r->firsts = bd_grow(r->firsts, r->first_count, &r->first_capacity, sizeof *r->firsts);
    bd_point *added = bd_run_add_point(r->run);
    *added = *point;
    if (!added->benchmark)
        added->benchmark = bd_arena_text(&r->run->arena, name);
    r->firsts[r->first_count++] = (bd_first){ .point = r->run->point_count - 1, .count = 1 };
    return added;
}

bool bd_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_params(const bd_pairs *a, const bd_pairs *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = bd_same_text(a->items[i].key, b->items[i].key)
               && bd_same_text(a->items[i].value, b->items[i].value);
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

bool bd_points_alike(const bd_point *point, const bd_point *first)
{
    return point->outcome == BD_OUTCOME_OK && first->outcome == BD_OUTCOME_OK && !point->reason
           && point->samples.count + point->warmups.count + point->histogram.count == 0
           && !point->source.path && is_short(&point->error_at) && is_short(&point->low_at)
           && is_short(&point->high_at) && is_nowhere(&point->observed_at)
           && is_nowhere(&first->observed_at) && first->samples.count == 0
           && point->source.file == first->source.file && point->threads == first->threads
           && point->direction == first->direction && point->confidence == first->confidence
           && point->reported_count == first->reported_count
           && bd_same_text(point->unit, first->unit) && bd_same_text(point->metric, first->metric)
           && bd_same_text(point->mode, first->mode)
           && (!point->benchmark || bd_same_text(point->benchmark, first->benchmark))
           && same_params(&point->params, &first->params);
}

static bd_place place_of(const bd_spot *spot)
{
    return (bd_place){ spot->line, spot->column };
}

static const bd_rare *rare_of(const bd_point *point, bd_arena *arena)
{
    if (point->low.kind == BD_NUMBER_NONE && point->high.kind == BD_NUMBER_NONE && !point->reported
        && !point->rest)
        return NULL;
    const bd_rare all = { .low = point->low,
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

static void move(bd_spot *spot, bd_place to)
{
    *spot = (bd_spot){ .line = to.line, .column = to.column };
}

bd_point bd_repeat_point(const bd_repeat *item, const bd_point *first)
{
    static const bd_rare nothing = { 0 };
    const bd_rare *more = item->rare ? item->rare : &nothing;
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

const bd_point *bd_repeats_keep_whole(const bd_repeats *r, const bd_point *point,
                                      const bd_point *first)
{
    bd_point *whole = bd_arena_copy(&r->run->arena, point, sizeof *point);
    if (!whole->benchmark)
        whole->benchmark = first->benchmark;
    return whole;
}

void bd_repeats_chain(bd_repeats *r, bd_first *first, size_t from, size_t to, size_t count)
{
    if (first->count == 1)
        first->next = from;
    else
        r->items[first->last].next = from;
    first->last = to;
    first->count += count;
}

bd_repeat *bd_repeats_add_later(bd_repeats *r, bd_first *first, const bd_point *point)
{
    size_t at = r->item_count;
    const bd_point *like = &r->run->points[first->point];
    r->items = bd_grow(r->items, at, &r->item_capacity, sizeof *r->items);
    bd_repeat *item = &r->items[r->item_count++];
    *item = (bd_repeat){ .value = point->value };
    if (bd_points_alike(point, like))
        *item = short_form(point, &r->run->arena);
    else
        item->whole = bd_repeats_keep_whole(r, point, like);
    bd_repeats_chain(r, first, at, at, 1);
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

/* Do numbers of the two units belong together? */
static bool fits(const bd_point *point, const bd_point *first)
{
    bd_error none = BD_ERROR_INIT;
    bd_decimal number;
    bool reciprocal;
    return bd_same_text(point->unit, first->unit)
           || (bd_convert(bd_int(1), point->unit, first->unit, &number, &reciprocal, &none)
               && !reciprocal);
}

size_t bd_repeats_find(bd_repeats *r, bd_str key, const bd_point *point, bool *added)
{
    size_t index = *bd_map_put(&r->by_key, key, r->first_count, added);
    if (*added || fits(point, &r->run->points[r->firsts[index].point]))
        return index;
    char *own = bd_arena_printf(&r->keys, "%.*s\n%s", (int)key.len, key.ptr, point->unit);
    r->mixed = true;
    return *bd_map_put(&r->by_key, bd_str_of(own), r->first_count, added);
}

void bd_repeats_add(bd_repeats *r, bd_str key, bd_str name, const bd_point *point,
                    const bd_compat *compat)
{
    bool added;
    size_t index = bd_repeats_find(r, key, point, &added);
    r->count++;
    if (added) {
        const bd_point *first = add_first(r, name, point);
        r->firsts[index].compat = keep_compat(r, compat, first->benchmark);
    } else {
        bd_repeat *item = bd_repeats_add_later(r, &r->firsts[index], point);
        item->compat = keep_compat(r, compat, r->run->points[r->firsts[index].point].benchmark);
    }
}

bd_str bd_repeats_key(const bd_repeats *r, size_t point)
{
    return r->by_key.entries[point].key;
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
