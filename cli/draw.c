/* Draws the pictures that are due, on two threads: whoever is through with a chart takes the next
 * one. A picture's bytes do not depend on who draws it, and everything is handed on in the order
 * of the pictures. */
#include "cli/generate.h"
#include "cli/run.h"
#include "core/base/task.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WORTH_A_THREAD = 4 }; /* pictures: a thread looks for fonts of its own */

typedef struct drawing {
    bd_picture_file *file;
    bd_buf bytes;
    bd_diagnostics found;
    bd_error err; /* BD_OK once it is drawn */
} drawing;

typedef struct pile { /* what both threads take from */
    drawing *items;
    size_t count;
    atomic_size_t next; /* the first that nobody took */
} pile;

/* Takes the next chart's pictures, light and dark: they share their geometry. */
static bool take(pile *all, size_t *from, size_t *to)
{
    *from = atomic_load(&all->next);
    do {
        if (*from >= all->count)
            return false;
        const bd_chart *chart = all->items[*from].file->chart;
        for (*to = *from + 1; *to < all->count && all->items[*to].file->chart == chart;)
            (*to)++;
    } while (!atomic_compare_exchange_weak(&all->next, from, *to));
    return true;
}

static bool draw(bd_chart_studio *studio, drawing *d)
{
    const bd_picture_file *file = d->file;
    const bd_chart_picture picture = { file->chart, &file->options, file->format };
    return bd_go_on(&d->err)
           && (bd_chart_studio_draw(studio, &picture, &d->bytes, &d->found, &d->err)
               || bd_error_at(&d->err, file->document->path, file->region->line,
                              file->region->column));
}

/* What was taken is finished even when the other thread fails, so that the first error in the
 * order of the pictures is known. */
static void draw_some(void *context)
{
    pile *all = context;
    bd_chart_studio *studio = bd_chart_studio_new();
    size_t from, to;
    while (take(all, &from, &to))
        for (size_t i = from; i < to; i++)
            if (!draw(studio, &all->items[i]))
                atomic_store(&all->next, all->count);
    bd_chart_studio_free(studio);
}

/* A font is missed by all charts that need it: that is said once. */
static void add_warnings(bd_ctx *ctx, const bd_picture_file *file, const bd_diagnostics *found)
{
    for (size_t i = 0; i < found->count; i++) {
        bd_error warning = found->items[i].error;
        bool known = false;
        for (size_t k = 0; k < ctx->found.count && !known; k++)
            known = strcmp(ctx->found.items[k].error.hint, warning.hint) == 0;
        if (known)
            continue;
        bd_error_in_file(&warning, file->path);
        bd_diagnostics_add(&ctx->found, found->items[i].severity, &warning);
    }
}

/* Boxes drawn again are no reason for another file: fonts that lack the same may differ. */
static bool is_better(const drawing *d)
{
    return d->file->state != BD_PICTURE_BOXES
           || bd_chart_file_read(bd_buf_str(&d->bytes)).look != BD_CHART_LOOK_BOXES;
}

static bool put(bd_ctx *ctx, bd_project *project, const drawing *d, bd_transaction *t,
                bd_error *err)
{
    add_warnings(ctx, d->file, &d->found);
    if (d->err.code != BD_OK) {
        *err = d->err;
        return false;
    }
    d->file->kept = !is_better(d);
    if (d->file->kept)
        return true;
    return bd_transaction_put(t, project->root, bd_project_path(project, d->file->path),
                              bd_buf_str(&d->bytes), err);
}

bool bd_pictures_stage(bd_ctx *ctx, bd_project *project, bd_pictures *pictures, bd_transaction *t,
                       bd_error *err)
{
    pile all = { .items = bd_alloc((pictures->count + 1) * sizeof *all.items) };
    for (size_t i = 0; i < pictures->count; i++)
        if (pictures->items[i].wanted && bd_picture_is_due(&pictures->items[i]))
            all.items[all.count++].file = &pictures->items[i];
    bd_task *second = bd_task_begin(all.count >= WORTH_A_THREAD, draw_some, &all);
    draw_some(&all);
    bd_task_end(second);
    bool ok = true;
    for (size_t i = 0; i < all.count; i++) {
        ok = ok && put(ctx, project, &all.items[i], t, err);
        bd_buf_release(&all.items[i].bytes);
        bd_diagnostics_release(&all.items[i].found);
    }
    free(all.items);
    return ok;
}
