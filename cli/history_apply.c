/* What becomes of entries and benches, put into the bytes of data.js files. */
#include "cli/history_files.h"

#include <stdlib.h>
#include <string.h>

typedef struct applying {
    const bd_edit *edit;
    bd_edit_plan *plan;
    bd_branch_history *out;
    bd_datajs *file;
    bd_map texts;  /* list and text of an entry → its run in the file */
    bd_map series; /* of one entry: name of a bench → fate */
    size_t met;    /* runs so far */
} applying;

/* The run that was read from an entry: one that stands there twice is one run. */
static bd_edit_run *run_of(applying *a, size_t suite, size_t entry)
{
    bd_buf text = BD_BUF_INIT;
    bd_json at = bd_datajs_entry_at(a->file, suite, entry);
    bool added;
    bd_buf_printf(&text, "%zu\x1f", suite);
    bd_json_compact(&at, &text);
    bd_str key = { bd_arena_copy(&a->plan->arena, text.data, text.len), text.len };
    bd_buf_release(&text);
    size_t run = *bd_map_put(&a->texts, key, a->met, &added);
    a->met += added;
    return run < a->out->run_count ? &a->plan->runs[a->out->first_run + run] : NULL;
}

/* ---- one entry ---- */

static void note_names(applying *a, const bd_edit_run *r)
{
    bd_map_release(&a->series);
    for (size_t k = 0; k < r->run->point_count; k++) {
        const bd_point *point = &r->run->points[k];
        if (r->fates[k] == BD_STAYS)
            continue;
        for (const bd_compat *c = point->compat; c; c = c->next)
            bd_map_put(&a->series, bd_str_of(c->name), r->fates[k], NULL);
        if (!point->compat)
            bd_map_put(&a->series, bd_str_of(point->benchmark), r->fates[k], NULL);
    }
}

static bool change_bench(applying *a, const bd_json *bench, bd_datajs_place at, bd_error *err)
{
    bd_json member;
    const char *name;
    bd_arena *arena = &a->plan->arena;
    if (!bd_json_member(bench, "name", &member) || !bd_json_text(&member, arena, &name, err))
        return false;
    const size_t *fate = bd_map_get(&a->series, bd_str_of(name));
    if (!fate)
        return true;
    a->out->points++;
    if (*fate == BD_GOES)
        bd_datajs_drop_bench(a->file, at);
    else
        bd_datajs_rename_bench(a->file, at, bd_edit_renamed(a->edit, a->plan, name, arena));
    return true;
}

static bool change_benches(applying *a, const bd_edit_run *r, bd_datajs_place at, bd_error *err)
{
    bd_json entry = bd_datajs_entry_at(a->file, at.suite, at.entry), list, bench;
    bool ok = bd_json_need(&entry, "benches", &list, err);
    note_names(a, r);
    for (bool more = ok && bd_json_first(&list, &bench); more && ok; more = bd_json_next(&bench)) {
        at.bench = bench.index;
        ok = change_bench(a, &bench, at, err);
    }
    return ok;
}

/* ---- one list ---- */

static bool find_list(const bd_datajs *file, const char *name, size_t *out)
{
    for (size_t i = 0; i < bd_datajs_suite_count(file); i++)
        if (strcmp(bd_datajs_suite_name(file, i), name) == 0) {
            *out = i;
            return true;
        }
    return false;
}

/* Where the new name is there, the two are merged: it may be an empty list. */
static void move_list(applying *a, size_t suite)
{
    size_t into;
    if (find_list(a->file, a->edit->to, &into))
        bd_datajs_merge_suite(a->file, suite, into);
    else
        bd_datajs_rename_suite(a->file, suite, a->edit->to);
}

static bool change_list(applying *a, size_t suite, bd_error *err)
{
    size_t count = bd_datajs_entry_count(a->file, suite), moved = 0, gone = 0;
    bool ok = true;
    for (size_t e = 0; ok && e < count; e++) {
        const bd_edit_run *r = run_of(a, suite, e);
        const bd_datajs_place at = { suite, e, 0 };
        if (!r)
            return bd_fail(err, BD_ERR_BUG, "entry %zu of a list is no run", e);
        if (!r->goes && !r->moves && !r->fates)
            continue;
        a->out->entries++;
        moved += r->moves;
        gone += r->goes;
        if (r->goes)
            bd_datajs_drop_entry(a->file, suite, e);
        if (r->goes || r->moves)
            a->out->points += r->run->point_count;
        else
            ok = change_benches(a, r, at, err);
    }
    if (moved > 0)
        move_list(a, suite);
    else if (gone > 0 && gone == count) /* an empty list would be a heading without a chart */
        bd_datajs_drop_suite(a->file, suite);
    return ok;
}

/* ---- the files ---- */

static bool change_file(applying *a, bd_error *err)
{
    bd_str before = bd_buf_str(&a->out->before);
    bool ok = bd_datajs_open(before, &a->file, err);
    for (size_t i = 0; ok && i < bd_datajs_suite_count(a->file); i++)
        ok = change_list(a, i, err);
    a->out->is_changed = ok && a->out->entries > 0;
    if (a->out->is_changed)
        bd_datajs_write(a->file, &a->out->after);
    bd_datajs_close(a->file);
    bd_map_release(&a->texts);
    bd_map_release(&a->series);
    return ok || bd_error_in_file(err, a->out->shown);
}

bool bd_branch_files_change(bd_branch_files *files, const bd_edit *edit, bd_edit_plan *plan,
                            bd_error *err)
{
    for (size_t i = 0; i < files->count; i++) {
        applying a = { .edit = edit, .plan = plan, .out = &files->items[i] };
        if (!change_file(&a, err))
            return false;
    }
    return true;
}
