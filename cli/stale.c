/* Pictures that benchdoc drew for a region that is no more. */
#include "cli/generate.h"

#include <string.h>

enum { PICTURE_BYTES_MAX = 64 << 20 };

static void add_once(bd_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return;
    bd_names_add(names, name);
}

/* Where charts of the documents lie, or lay as long as there were any. */
static void list_directories(const bd_documents *documents, bd_pictures *pictures, bd_names *out)
{
    for (size_t i = 0; i < pictures->count; i++)
        add_once(out, bd_arena_text(&pictures->arena, bd_path_directory(pictures->items[i].path)));
    for (size_t i = 0; i < documents->count; i++) {
        char *beside = bd_arena_text(&pictures->arena, bd_path_directory(documents->items[i].path));
        add_once(out, bd_path_join(&pictures->arena, beside, "charts"));
    }
}

static bool is_shown(const bd_pictures *pictures, const char *path)
{
    for (size_t i = 0; i < pictures->count; i++)
        if (strcmp(pictures->items[i].path, path) == 0)
            return true;
    return false;
}

static bool is_picture_of_ours(bd_project *project, const char *path)
{
    bd_buf bytes = BD_BUF_INIT;
    bd_error unreadable = BD_ERROR_INIT;
    bd_str name = bd_str_of(path);
    bool ours = (bd_str_ends(name, ".png") || bd_str_ends(name, ".svg"))
                && bd_project_read(project, path, PICTURE_BYTES_MAX, &bytes, &unreadable)
                && bd_chart_file_read(bd_buf_str(&bytes)).digest.hex[0] != '\0';
    bd_buf_release(&bytes);
    return ours;
}

bool bd_pictures_find_stale(bd_ctx *ctx, bd_project *project, const bd_documents *documents,
                            bd_pictures *pictures)
{
    bd_names directories = { 0 };
    bool ok = true;
    if (!project->configured) /* other calls name other documents */
        return true;
    list_directories(documents, pictures, &directories);
    for (size_t i = 0; i < directories.count && ok; i++) {
        bd_names names = { 0 };
        bd_error err = BD_ERROR_INIT;
        ok = bd_directory_list(bd_project_path(project, directories.items[i]), &pictures->arena,
                               &names, &err);
        if (!ok)
            bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
        for (size_t k = 0; k < names.count && ok; k++) {
            const char *path = bd_path_join(&pictures->arena, directories.items[i], names.items[k]);
            if (!is_shown(pictures, path) && is_picture_of_ours(project, path))
                bd_names_add(&pictures->stale, path);
        }
        bd_names_release(&names);
    }
    bd_names_release(&directories);
    return ok;
}
