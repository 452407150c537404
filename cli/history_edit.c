/* What shall become of runs, and how much that is: see history_edit.h. */
#include "cli/history_edit.h"

#include <stdlib.h>
#include <string.h>

void bd_edit_add(bd_edit_plan *plan, const bd_run *run, const char *suite, const char *history)
{
    plan->runs = bd_grow(plan->runs, plan->count, &plan->capacity, sizeof *plan->runs);
    plan->runs[plan->count++] =
        (bd_edit_run){ .run = run, .suite = suite, .history = history, .into = SIZE_MAX };
}

void bd_edit_release(bd_edit_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        free(plan->runs[i].fates);
    free(plan->runs);
    free(plan->changes);
    bd_arena_release(&plan->arena);
    *plan = (bd_edit_plan){ 0 };
}

const char *bd_edit_renamed(const bd_edit *edit, const bd_edit_plan *plan, const char *name,
                            bd_arena *arena)
{
    const char *old = plan->benchmark;
    size_t len = strlen(old);
    bool is = strncmp(name, old, len) == 0 && (name[len] == '\0' || name[len] == ' ');
    return is ? bd_arena_printf(arena, "%s%s", edit->to, name + len) : name;
}

/* ---- how much it is ---- */

typedef struct counting {
    bd_edit_plan *plan;
    bd_map places; /* suite and name → change */
    bd_map seen;   /* the same and the run */
    bd_buf text;
} counting;

static void count_points(counting *c, const bd_edit_run *r, const char *name, size_t points)
{
    bd_edit_plan *plan = c->plan;
    bool added;
    bd_buf_clear(&c->text);
    bd_buf_printf(&c->text, "%s\x1f%s", r->suite, name ? name : "");
    bd_str key = { bd_arena_copy(&plan->arena, c->text.data, c->text.len), c->text.len };
    size_t at = *bd_map_put(&c->places, key, plan->change_count, &added);
    if (added) {
        plan->changes = bd_grow(plan->changes, plan->change_count, &plan->change_capacity,
                                sizeof *plan->changes);
        plan->changes[plan->change_count++] = (bd_edit_change){ .suite = r->suite, .name = name };
    }
    bd_buf_printf(&c->text, "\x1f%zu", (size_t)(r - plan->runs));
    key = (bd_str){ bd_arena_copy(&plan->arena, c->text.data, c->text.len), c->text.len };
    bd_map_put(&c->seen, key, 0, &added);
    plan->changes[at].runs += added;
    plan->changes[at].points += points;
}

static void count_run(counting *c, bd_edit_run *r)
{
    bd_edit_plan *plan = c->plan;
    size_t gone = 0, changed = 0;
    for (size_t k = 0; r->fates && k < r->run->point_count; k++) {
        gone += r->fates[k] == BD_GOES;
        changed += r->fates[k] != BD_STAYS;
        if (r->fates[k] != BD_STAYS)
            count_points(c, r, r->run->points[k].benchmark, 1);
    }
    if (gone > 0 && gone == r->run->point_count)
        r->goes = true; /* nothing is left of it */
    if (r->moves || (r->goes && !r->fates)) {
        changed = r->run->point_count;
        count_points(c, r, NULL, changed);
    }
    plan->changed_runs += r->moves || r->goes || changed > 0;
    plan->changed_points += changed;
    plan->gone_runs += r->goes;
}

static void count(bd_edit_plan *plan)
{
    counting c = { .plan = plan };
    for (size_t i = 0; i < plan->count; i++)
        count_run(&c, &plan->runs[i]);
    bd_map_release(&c.places);
    bd_map_release(&c.seen);
    bd_buf_release(&c.text);
}

bool bd_edit_make(const bd_edit *edit, bd_edit_plan *plan, bd_diagnostics *found, bd_error *err)
{
    if (!bd_edit_choose(edit, plan, found, err) || !bd_edit_clash(edit, plan, err))
        return false;
    count(plan);
    return true;
}
