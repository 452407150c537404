/* The columns that a run is looked up by, made from the run. */
#include "store/internal.h"

static const char *fact(const bd_run *run, bd_str name, bd_arena *scratch)
{
    bd_buf made = BD_BUF_INIT;
    const char *text = bd_arena_strdup(scratch, bd_run_fact(run, name, &made));
    bd_buf_release(&made);
    return text;
}

void bd_run_row_of(const bd_run *run, bd_arena *scratch, bd_run_row *out)
{
    bd_buf slug = BD_BUF_INIT;
    *out = (bd_run_row){
        .head = {
            .id = run->id,
            .suite = run->suite,
            .format = run->format,
            .commit = run->commit.id,
            .branch = run->commit.branch,
            .cpu = fact(run, BD_STR("cpu"), scratch),
            .backend = fact(run, BD_STR("backend"), scratch),
            .file = run->file_count > 0 ? run->files[0].path : NULL,
            .measured_at_ns = run->measured_at_ns,
            .commit_time_ns = run->commit.time_ns,
            .dirty = run->commit.dirty,
            .point_count = run->point_count,
            .outcome = run->outcome,
        },
    };
    bd_slug(bd_str_of(out->head.cpu), &slug);
    out->cpu_slug = bd_arena_text(scratch, bd_buf_str(&slug));
    bd_buf_release(&slug);
}
