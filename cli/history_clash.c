/* Names that are there already, and what is equal under both: see history_edit.h. */
#include "cli/history_edit.h"

#include <stdlib.h>
#include <string.h>

static const char *word_of(const bd_edit *edit)
{
    return edit->is_suite ? "suite" : "series";
}

/* ---- places ---- */

/* A date of its own: a commit's time says nothing of when its runs were measured. */
static bool is_dated(const bd_run *run)
{
    return run->measured_at_ns != BD_TIME_UNKNOWN
           && !(run->measured_from && strcmp(run->measured_from, "commit") == 0);
}

static void put_part(const char *text, bd_buf *out)
{
    bd_buf_puts(out, text ? text : "\x1e");
    bd_buf_putc(out, '\x1f');
}

/* Commit, date and lane of a run: what a point's place on a chart is. */
static void put_place(const bd_edit_run *r, bd_buf *out)
{
    bd_buf scratch = BD_BUF_INIT;
    put_part(r->history, out);
    put_part(r->run->commit.id, out);
    put_part(bd_run_fact(r->run, BD_STR("cpu"), &scratch), out);
    put_part(bd_run_fact(r->run, BD_STR("backend"), &scratch), out);
    bd_buf_printf(out, "%lld", is_dated(r->run) ? (long long)r->run->measured_at_ns : 0LL);
    bd_buf_release(&scratch);
}

static void say_point(const bd_edit_run *r, size_t point, bd_buf *out)
{
    enum { SHORT_ID = 12 };
    const bd_source *source = &r->run->points[point].source;
    const char *file = source->file < r->run->file_count ? r->run->files[source->file].path : "";
    bd_buf_printf(out, "%.150s", file);
    if (source->line > 0)
        bd_buf_printf(out, ":%d:%d", source->line, source->column);
    bd_buf_printf(out, "%srun %.*s", file[0] ? " of " : "", SHORT_ID, r->run->id);
}

static bool fail_two(const bd_edit *edit, const bd_edit_run *a, size_t i, const bd_edit_run *b,
                     size_t k, bd_error *err)
{
    bd_buf one = BD_BUF_INIT, two = BD_BUF_INIT;
    say_point(a, i, &one);
    say_point(b, k, &two);
    const char *names[] = { a->run->points[i].benchmark, b->run->points[k].benchmark };
    if (edit->verb == BD_EDIT_RENAME)
        bd_hint(err,
                "benchdoc history merge series '%.100s' '%.100s' where the two are equal; else "
                "drop one of them",
                names[0], names[1]);
    else
        bd_hint(err, "take one of the two out: benchdoc history drop --commit ID --series NAME");
    bd_fail(err, BD_ERR_USAGE, "'%.100s' and '%.100s' are both measured there: %s, and %s",
            names[0], names[1], bd_buf_text(&one), bd_buf_text(&two));
    bd_buf_release(&one);
    bd_buf_release(&two);
    return false;
}

/* ---- equal points, equal runs ---- */

static bool same_number(bd_number a, bd_number b)
{
    return a.kind == b.kind && (a.kind == BD_NUMBER_NONE || a.as.i == b.as.i);
}

static bool same_samples(const bd_samples *a, const bd_samples *b)
{
    const void *x = a->ints ? (const void *)a->ints : a->doubles;
    const void *y = b->ints ? (const void *)b->ints : b->doubles;
    return a->count == b->count && (a->ints != NULL) == (b->ints != NULL)
           && (a->count == 0 || memcmp(x, y, a->count * sizeof *a->doubles) == 0);
}

static bool same_point(const bd_point *a, const bd_point *b)
{
    return a->outcome == b->outcome && same_number(a->value, b->value)
           && same_number(a->error, b->error) && strcmp(a->unit, b->unit) == 0 && a->n == b->n
           && same_samples(&a->samples, &b->samples) && a->histogram.count == b->histogram.count;
}

static bd_str key_of(bd_arena *arena, const bd_point *point)
{
    bd_buf key = BD_BUF_INIT;
    bd_point_key(point, &key);
    bd_str kept = { bd_arena_copy(arena, key.data, key.len), key.len };
    bd_buf_release(&key);
    return kept;
}

/* Without a date of their own, two runs are one only where they were made of one file. */
static bool may_be_one(const bd_run *a, const bd_run *b)
{
    return is_dated(a)
           || (a->file_count > 0 && b->file_count > 0
               && strcmp(a->files[0].digest.hex, b->files[0].digest.hex) == 0);
}

/* @param clash  set to a point of each, of one key, that are not equal; SIZE_MAX = none */
static bool same_runs(const bd_run *a, const bd_run *b, size_t clash[2])
{
    bd_map keys = BD_MAP_INIT;
    bd_arena arena = BD_ARENA_INIT;
    size_t equal = 0, common = 0, any[2] = { SIZE_MAX, SIZE_MAX };
    clash[0] = SIZE_MAX;
    for (size_t i = 0; i < a->point_count; i++)
        bd_map_put(&keys, key_of(&arena, &a->points[i]), i, NULL);
    for (size_t k = 0; k < b->point_count; k++) {
        const size_t *i = bd_map_get(&keys, key_of(&arena, &b->points[k]));
        if (!i)
            continue;
        common++;
        any[0] = *i;
        any[1] = k;
        equal += same_point(&a->points[*i], &b->points[k]);
        if (equal < common && clash[0] == SIZE_MAX)
            memcpy(clash, any, sizeof any);
    }
    bool same = equal == a->point_count && equal == b->point_count && may_be_one(a, b);
    if (!same && common > 0 && clash[0] == SIZE_MAX) /* a part of them is in both */
        memcpy(clash, any, sizeof any);
    bd_map_release(&keys);
    bd_arena_release(&arena);
    return same;
}

/* ---- suites ---- */

static bool refuse_suite(const bd_edit *edit, bd_error *err)
{
    bd_hint(err, "benchdoc history merge suite '%.100s' '%.100s' joins them", edit->from, edit->to);
    return bd_fail(err, BD_ERR_USAGE, "the suite '%.200s' is there already", edit->to);
}

static bool rename_suites(const bd_edit *edit, const bd_edit_plan *plan, bd_error *err)
{
    const char *checked = NULL;
    for (size_t i = 0; i < plan->count; i++) {
        const bd_edit_run *r = &plan->runs[i];
        if (!r->moves || (checked && strcmp(checked, r->history) == 0))
            continue;
        checked = r->history;
        if (bd_edit_has_suite(plan, checked, edit->to))
            return refuse_suite(edit, err);
    }
    return true;
}

/* Runs at one place, as a chain. */
typedef struct chains {
    bd_map first; /* place → run */
    size_t *next; /* owned; SIZE_MAX = the last one */
} chains;

static bd_str place_of(bd_edit_plan *plan, const bd_edit_run *r)
{
    bd_buf place = BD_BUF_INIT;
    put_place(r, &place);
    bd_str kept = { bd_arena_copy(&plan->arena, place.data, place.len), place.len };
    bd_buf_release(&place);
    return kept;
}

static bool merge_run(const bd_edit *edit, bd_edit_plan *plan, bd_edit_run *r, const chains *all,
                      bd_error *err)
{
    const size_t *first = bd_map_get(&all->first, place_of(plan, r));
    for (size_t i = first ? *first : SIZE_MAX; i != SIZE_MAX; i = all->next[i]) {
        size_t clash[2];
        const bd_edit_run *other = &plan->runs[i];
        if (same_runs(r->run, other->run, clash)) {
            r->goes = true;
            r->into = i;
            plan->joined_runs++;
            return true;
        }
        if (clash[0] != SIZE_MAX && is_dated(r->run))
            return fail_two(edit, r, clash[0], other, clash[1], err);
    }
    return true;
}

static bool merge_suites(const bd_edit *edit, bd_edit_plan *plan, bd_error *err)
{
    bool ok = true;
    chains all = { .next = bd_alloc((plan->count + 1) * sizeof(size_t)) };
    for (size_t i = 0; i < plan->count; i++) {
        bool added;
        all.next[i] = SIZE_MAX;
        if (strcmp(plan->runs[i].suite, edit->to) != 0)
            continue;
        size_t *first = bd_map_put(&all.first, place_of(plan, &plan->runs[i]), i, &added);
        if (!added) {
            all.next[i] = *first;
            *first = i;
        }
    }
    for (size_t i = 0; ok && i < plan->count; i++)
        if (plan->runs[i].moves)
            ok = merge_run(edit, plan, &plan->runs[i], &all, err);
    bd_map_release(&all.first);
    free(all.next);
    return ok;
}

/* ---- series ---- */

typedef struct spot { /* of a point that has the new name already */
    size_t run, point;
} spot;

typedef struct taken {
    bd_map groups; /* history and suite in which a series is renamed */
    bd_map keys;   /* of a run or a place, and of a point → spot */
    spot *spots;   /* owned */
    size_t count, capacity;
    bd_buf text;
} taken;

static bd_str keep(bd_edit_plan *plan, const bd_buf *text)
{
    return (bd_str){ bd_arena_copy(&plan->arena, text->data, text->len), text->len };
}

static bd_str group_of(taken *t, const bd_edit_run *r)
{
    bd_buf_clear(&t->text);
    put_part(r->history, &t->text);
    put_part(r->suite, &t->text);
    return bd_buf_str(&t->text);
}

/* @param run  SIZE_MAX: of the run's place */
static void put_key(taken *t, const bd_edit_run *r, size_t run, const bd_point *point)
{
    bd_buf_clear(&t->text);
    if (run == SIZE_MAX)
        put_place(r, &t->text);
    else
        bd_buf_printf(&t->text, "%zu", run);
    bd_buf_putc(&t->text, '\x1d');
    put_part(r->suite, &t->text);
    bd_point_key(point, &t->text);
}

/* Every point that has the new name where a series is to get it. */
static void find_taken(const bd_edit *edit, bd_edit_plan *plan, taken *t)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->runs[i].fates) {
            group_of(t, &plan->runs[i]);
            if (!bd_map_get(&t->groups, bd_buf_str(&t->text)))
                bd_map_put(&t->groups, keep(plan, &t->text), 0, NULL);
        }
    for (size_t i = 0; i < plan->count; i++) {
        const bd_edit_run *r = &plan->runs[i];
        bool concerned = bd_map_get(&t->groups, group_of(t, r)) != NULL;
        for (size_t k = 0; concerned && k < r->run->point_count; k++) {
            const bd_point *point = &r->run->points[k];
            if (!point->benchmark || strcmp(point->benchmark, edit->to) != 0)
                continue;
            t->spots = bd_grow(t->spots, t->count, &t->capacity, sizeof *t->spots);
            t->spots[t->count++] = (spot){ i, k };
            put_key(t, r, i, point);
            bd_map_put(&t->keys, keep(plan, &t->text), t->count - 1, NULL);
            put_key(t, r, SIZE_MAX, point);
            if (is_dated(r->run))
                bd_map_put(&t->keys, keep(plan, &t->text), t->count - 1, NULL);
        }
    }
}

static size_t first_chosen(const bd_edit_run *r)
{
    size_t k = 0;
    while (r->fates[k] == BD_STAYS)
        k++;
    return k;
}

static bool rename_series(const bd_edit *edit, const bd_edit_plan *plan, const taken *t,
                          bd_error *err)
{
    for (size_t i = 0; i < t->count; i++) {
        const bd_edit_run *r = &plan->runs[t->spots[i].run];
        if (r->fates)
            return fail_two(edit, r, first_chosen(r), r, t->spots[i].point, err);
    }
    if (t->count == 0)
        return true;
    bd_hint(err, "benchdoc history merge series '%.100s' '%.100s' joins them", edit->from,
            edit->to);
    return bd_fail(err, BD_ERR_USAGE, "other runs have a benchmark '%.200s' already", edit->to);
}

/* A point that is there under the new name, too, goes when the two are equal. */
static bool merge_point(const bd_edit *edit, bd_edit_plan *plan, taken *t, const spot *at,
                        bd_error *err)
{
    bd_edit_run *r = &plan->runs[at->run];
    bd_point renamed = r->run->points[at->point];
    renamed.benchmark = edit->to;
    for (int step = 0; step < 2; step++) {
        put_key(t, r, step == 0 ? at->run : SIZE_MAX, &renamed);
        const size_t *found = bd_map_get(&t->keys, bd_buf_str(&t->text));
        if (!found || (step == 1 && !is_dated(r->run)))
            continue;
        const spot *other = &t->spots[*found];
        const bd_edit_run *there = &plan->runs[other->run];
        if (!same_point(&renamed, &there->run->points[other->point]))
            return fail_two(edit, r, at->point, there, other->point, err);
        r->fates[at->point] = BD_GOES;
        r->into = other->run;
        plan->joined_points++;
        return true;
    }
    return true;
}

static bool merge_series(const bd_edit *edit, bd_edit_plan *plan, taken *t, bd_error *err)
{
    for (size_t i = 0; i < plan->count; i++)
        for (size_t k = 0; plan->runs[i].fates && k < plan->runs[i].run->point_count; k++) {
            const spot at = { i, k };
            if (plan->runs[i].fates[k] == BD_RENAMED && !merge_point(edit, plan, t, &at, err))
                return false;
        }
    return true;
}

/* ---- both ---- */

static bool fail_absent(const bd_edit *edit, const bd_edit_plan *plan, bd_error *err)
{
    bd_error unknown = BD_ERROR_INIT;
    bd_edit_unknown(edit, plan, edit->to, &unknown);
    bool near = strncmp(unknown.hint, "did you mean", strlen("did you mean")) == 0;
    if (!near)
        bd_hint(err, "benchdoc history rename %s '%.100s' '%.100s' gives it that name",
                word_of(edit), edit->from, edit->to);
    if (err->code == BD_OK) {
        memcpy(unknown.hint, near ? unknown.hint : err->hint, sizeof unknown.hint);
        *err = unknown;
    }
    return false;
}

static bool clash_series(const bd_edit *edit, bd_edit_plan *plan, bd_error *err)
{
    taken t = { .count = 0 };
    find_taken(edit, plan, &t);
    bool ok = edit->verb == BD_EDIT_RENAME ? rename_series(edit, plan, &t, err)
              : t.count == 0               ? fail_absent(edit, plan, err)
                                           : merge_series(edit, plan, &t, err);
    bd_map_release(&t.groups);
    bd_map_release(&t.keys);
    bd_buf_release(&t.text);
    free(t.spots);
    return ok;
}

bool bd_edit_clash(const bd_edit *edit, bd_edit_plan *plan, bd_error *err)
{
    const char *old = edit->is_suite ? edit->from : plan->benchmark;
    if (edit->verb == BD_EDIT_DROP)
        return true;
    if (strcmp(old, edit->to) == 0)
        return bd_fail(err, BD_ERR_USAGE, "'%.200s' is what it is called already", edit->to);
    if (!edit->is_suite)
        return clash_series(edit, plan, err);
    if (edit->verb == BD_EDIT_RENAME)
        return rename_suites(edit, plan, err);
    return bd_edit_has_suite(plan, NULL, edit->to) ? merge_suites(edit, plan, err)
                                                   : fail_absent(edit, plan, err);
}
