/* The files of charts: which there are to be, what is there, and what must be drawn (draw.c). */
#include "cli/generate.h"

#include <stdlib.h>
#include <string.h>

enum { PICTURE_BYTES_MAX = 64 << 20 };

bool bd_picture_is_due(const bd_picture_file *file)
{
    return file->state >= BD_PICTURE_OLDER && !file->kept;
}

static bool complain(bd_ctx *ctx, const bd_picture_file *file, bd_error *err)
{
    bd_error_in_file(err, file->path);
    bd_diagnostics_add(&ctx->found, BD_ERROR, err);
    return false;
}

/* ---- which files ---- */

static bool fail_same_file(bd_ctx *ctx, const bd_picture_file *first, const bd_document *document,
                           const bd_region *region)
{
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_CONFIG,
            "this chart and another one, of %s:%d (%s), would both be the file %s",
            first->document->path, first->region->line, first->region->arguments, first->path);
    bd_hint(&err, "give one of them another `file:`, or a name of its own under `charts:`");
    bd_error_at(&err, document->path, region->line, region->column);
    bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
    return false;
}

static bool add_file(bd_ctx *ctx, const bd_document *d, bd_built *built, bool dark,
                     bd_pictures *out)
{
    bd_picture_file file = { .path = built->files[dark],
                             .chart = &built->chart,
                             .options = { .dark = dark },
                             .format = built->format,
                             .document = d,
                             .region = built->region };
    file.digest = bd_chart_digest(file.chart, &file.options, file.format);
    size_t *index = &built->pictures[dark];
    for (*index = 0; *index < out->count; (*index)++) {
        const bd_picture_file *other = &out->items[*index];
        if (strcmp(other->path, file.path) != 0)
            continue;
        return strcmp(other->digest.hex, file.digest.hex) == 0
               || fail_same_file(ctx, other, d, built->region);
    }
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count++] = file;
    return true;
}

/* ---- what is there ---- */

static bool fail_foreign(bd_ctx *ctx, const bd_picture_file *file, bd_str bytes)
{
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_OUTPUT, "the chart would overwrite a file that benchdoc did not make");
    if (bd_str_starts(bytes, "version https://git-lfs"))
        bd_hint(&err, "it stands for a file that Git LFS keeps: git lfs pull");
    else
        bd_hint(&err, "move it away, or let `file:` of the chart name another place");
    return complain(ctx, file, &err);
}

static bd_picture_state state_of(const bd_picture_file *file, const bd_chart_file_facts *facts)
{
    if (strcmp(facts->digest.hex, "") != 0 && strcmp(facts->digest.hex, file->digest.hex) != 0)
        return BD_PICTURE_OTHER;
    if (!facts->whole || strcmp(facts->digest.hex, "") == 0)
        return BD_PICTURE_DAMAGED;
    if (facts->look == BD_CHART_LOOK_BOXES)
        return BD_PICTURE_BOXES;
    if (facts->look > BD_CHART_LOOK)
        return BD_PICTURE_NEWER;
    return facts->look < BD_CHART_LOOK ? BD_PICTURE_OLDER : BD_PICTURE_CURRENT;
}

static bool look_at(bd_ctx *ctx, bd_project *project, bd_picture_file *file)
{
    bd_buf bytes = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    file->state = BD_PICTURE_MISSING;
    if (!bd_file_exists(bd_project_path(project, file->path)))
        return true;
    if (!bd_project_read(project, file->path, PICTURE_BYTES_MAX, &bytes, &err))
        return complain(ctx, file, &err);
    bd_chart_file_facts facts = bd_chart_file_read(bd_buf_str(&bytes));
    bool ok = facts.ours || bytes.len == 0 || fail_foreign(ctx, file, bd_buf_str(&bytes));
    file->state = state_of(file, &facts);
    bd_buf_release(&bytes);
    return ok;
}

bool bd_pictures_find(bd_ctx *ctx, bd_project *project, bd_documents *documents, bd_pictures *out)
{
    bool ok = true;
    for (size_t i = 0; i < documents->count; i++) {
        bd_document *d = &documents->items[i];
        for (size_t r = 0; r < d->regions.count; r++)
            if (d->built[r].is_chart)
                ok = add_file(ctx, d, &d->built[r], false, out)
                     && add_file(ctx, d, &d->built[r], true, out) && ok;
    }
    for (size_t i = 0; i < out->count && ok; i++)
        ok = look_at(ctx, project, &out->items[i]);
    return ok;
}

/* ---- checking ---- */

static bool print_state(bd_ctx *ctx, const bd_picture_file *file, bd_error *err)
{
    static const char *const words[] = {
        [BD_PICTURE_MISSING] = "the picture is not there",
        [BD_PICTURE_OTHER] = "the picture shows something else than the results say",
        [BD_PICTURE_DAMAGED] = "the picture is damaged",
    };
    bd_buf line = BD_BUF_INIT;
    bd_terminal_text(bd_str_of(file->path), &line);
    bd_buf_printf(&line, ": %s (", words[file->state]);
    bd_terminal_text(bd_str_of(file->document->path), &line);
    bd_buf_printf(&line, ":%d)\n", file->region->line);
    bool ok = bd_print(ctx, bd_buf_str(&line), err);
    bd_buf_release(&line);
    return ok;
}

bool bd_pictures_check(bd_ctx *ctx, const bd_pictures *pictures, size_t *drifted, bd_error *err)
{
    size_t older = 0, newer = 0, boxes = 0;
    for (size_t i = 0; i < pictures->count; i++) {
        const bd_picture_file *file = &pictures->items[i];
        older += file->wanted && file->state == BD_PICTURE_OLDER;
        newer += file->wanted && file->state == BD_PICTURE_NEWER;
        boxes += file->wanted && file->state == BD_PICTURE_BOXES;
        if (!file->wanted || file->state < BD_PICTURE_MISSING)
            continue;
        (*drifted)++;
        if (!print_state(ctx, file, err))
            return false;
    }
    if (older > 0)
        bd_note(ctx, "%zu picture%s of an earlier look; `benchdoc generate` draws %s again", older,
                older == 1 ? " is" : "s are", older == 1 ? "it" : "them");
    if (boxes > 0)
        bd_note(ctx,
                "%zu picture%s boxes in place of characters that no font had; `benchdoc "
                "generate` draws %s again where one has them",
                boxes, boxes == 1 ? " has" : "s have", boxes == 1 ? "it" : "them");
    if (newer > 0)
        bd_note(ctx, "%zu picture%s drawn by a newer benchdoc, and right as %s", newer,
                newer == 1 ? " was" : "s were", newer == 1 ? "it is" : "they are");
    for (size_t i = 0; i < pictures->stale.count; i++)
        bd_note(ctx, "%s: no region shows the picture; `benchdoc generate --prune` removes it",
                pictures->stale.items[i]);
    return true; /* a picture that is left over contradicts nothing */
}

void bd_pictures_release(bd_pictures *pictures)
{
    free(pictures->items);
    bd_names_release(&pictures->stale);
    bd_arena_release(&pictures->arena);
    *pictures = (bd_pictures){ 0 };
}
