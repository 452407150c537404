/* Adding lines that repeat each other: see repeats.h. */
#include "ingest/repeats_internal.h"

#include <stdlib.h>
#include <string.h>

const char *bd_repeats_text(bd_repeats *r, bd_str text)
{
    bd_str *kept = &r->texts[bd_hash(text) % BD_COUNT(r->texts)];
    if (!kept->ptr || !bd_str_eq(*kept, text))
        *kept = (bd_str){ bd_arena_text(&r->run->arena, text), text.len };
    return kept->ptr;
}

const char *bd_repeats_join_text(bd_repeats *r, bd_str a, bd_str b)
{
    char both[64];
    if (a.len + b.len > sizeof both || a.len == 0 || b.len == 0)
        return bd_arena_join(&r->run->arena, a, b);
    memcpy(both, a.ptr, a.len);
    memcpy(both + a.len, b.ptr, b.len);
    return bd_repeats_text(r, (bd_str){ both, a.len + b.len });
}

bool bd_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_params(const bd_pairs *a, const bd_pairs *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && a->items != b->items && i < a->count; i++)
        same = bd_same_text(a->items[i].key, b->items[i].key)
               && bd_same_text(a->items[i].value, b->items[i].value);
    return same;
}

/* ---- short forms ---- */

const bd_rare bd_rare_whole = { 0 };

/* Has it no path: a line and a column say it all? */
static bool is_short(const bd_spot *spot)
{
    return spot->shared == 0 && !spot->rest;
}

static bool is_nowhere(const bd_spot *spot)
{
    return is_short(spot) && spot->line == 0 && spot->column == 0;
}

/* Is there nothing but what a bd_repeat has, and what many points have alike? */
static bool is_usual(const bd_point *p)
{
    return p->outcome == BD_OUTCOME_OK && !p->reason && !p->source.path
           && p->samples.count + p->warmups.count + p->histogram.count == 0
           && is_short(&p->error_at) && is_short(&p->low_at) && is_short(&p->high_at)
           && is_nowhere(&p->observed_at);
}

/* Are two usual ones alike but for what a bd_repeat has, and their names? */
static bool is_like(const bd_point *a, const bd_point *b)
{
    return a->source.file == b->source.file && a->threads == b->threads
           && a->direction == b->direction && a->confidence == b->confidence
           && a->reported_count == b->reported_count && bd_same_text(a->unit, b->unit)
           && bd_same_text(a->metric, b->metric) && bd_same_text(a->mode, b->mode)
           && same_params(&a->params, &b->params);
}

/* One that a point is like, of the last few. */
static const bd_point *find_like(bd_repeats *r, const bd_point *point)
{
    for (size_t i = 0; i < BD_COUNT(r->likes) && r->likes[i]; i++)
        if (is_like(point, r->likes[i]))
            return r->likes[i];
    const bd_point *like = bd_arena_copy(&r->own, point, sizeof *point);
    r->likes[r->next_like] = like;
    r->next_like = (r->next_like + 1) % BD_COUNT(r->likes);
    return like;
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

static bd_repeat *keep(bd_repeats *r, const bd_point *point)
{
    bool usual = is_usual(point);
    const bd_repeat item = {
        .like = usual ? find_like(r, point) : bd_arena_copy(&r->own, point, sizeof *point),
        .rare = usual ? rare_of(point, &r->own) : &bd_rare_whole,
        .value = point->value,
        .error = point->error,
        .at = { point->source.line, point->source.column },
        .error_at = place_of(&point->error_at),
        .n = point->n,
    };
    return bd_arena_copy(&r->own, &item, sizeof item);
}

static void move(bd_spot *spot, bd_place to)
{
    *spot = (bd_spot){ .line = to.line, .column = to.column };
}

bd_point bd_repeat_point(const bd_repeat *item, const char *benchmark)
{
    static const bd_rare nothing = { 0 };
    const bd_rare *more = item->rare ? item->rare : &nothing;
    bd_point point = *item->like;
    point.benchmark = benchmark;
    if (item->rare == &bd_rare_whole)
        return point;
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

/* ---- adding ---- */

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

/* Do numbers of the two units belong together? Counts convert, whatever is counted: cycles are
 * no instructions all the same. */
static bool fits(const char *unit, const char *first)
{
    bd_error none = BD_ERROR_INIT;
    bd_decimal number;
    bool reciprocal;
    if (bd_same_text(unit, first))
        return true;
    const bd_unit *a = bd_unit_find(bd_str_of(unit)), *b = bd_unit_find(bd_str_of(first));
    bool other_things = a && b && a->dimension == BD_DIMENSION_COUNT && a != b;
    return !other_things && bd_convert(bd_int(1), unit, first, &number, &reciprocal, &none)
           && !reciprocal;
}

size_t bd_repeats_find(bd_repeats *r, bd_str key, const char *unit, bool *added)
{
    size_t index = *bd_map_put(&r->by_key, key, r->first_count, added);
    if (*added || fits(unit, r->firsts[index].item->like->unit))
        return index;
    char *other = bd_arena_printf(&r->own, "%.*s\n%s", (int)key.len, key.ptr, unit);
    r->mixed = true;
    return *bd_map_put(&r->by_key, bd_str_of(other), r->first_count, added);
}

void bd_repeats_add(bd_repeats *r, bd_str key, bd_str name, const bd_point *point,
                    const bd_compat *compat)
{
    bool added;
    size_t index = bd_repeats_find(r, key, point->unit, &added);
    bd_repeat *item = keep(r, point);
    r->count++;
    if (added) {
        bd_str *kept = &r->by_key.entries[index].key;
        kept->ptr = bd_arena_text(&r->own, *kept);
        r->firsts = bd_grow(r->firsts, index, &r->first_capacity, sizeof *r->firsts);
        r->firsts[r->first_count++] = (bd_first){
            .benchmark = point->benchmark ? point->benchmark : bd_arena_text(&r->run->arena, name),
            .item = item,
        };
    } else {
        r->firsts[index].last->next = item;
    }
    bd_first *first = &r->firsts[index];
    first->last = item;
    first->count++;
    item->compat = keep_compat(r, compat, first->benchmark);
}

bd_str bd_repeats_key(const bd_repeats *r, size_t point)
{
    return r->by_key.entries[point].key;
}

void bd_repeats_release(bd_repeats *r)
{
    free(r->firsts);
    bd_map_release(&r->by_key);
    bd_arena_release(&r->own);
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
