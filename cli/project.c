/* The project: benchdoc.yml found upwards, and what follows from it. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CONFIG_BYTES_MAX = 1 << 20, PARENTS_MAX = 64 };

/* "benchdoc.yml", "../benchdoc.yml", … up to the root of the file system.
 * @return in the arena; NULL = there is none */
static const char *find_upwards(bd_arena *arena)
{
    bd_buf path = BD_BUF_INIT;
    const char *found = NULL;
    bd_buf_puts(&path, "benchdoc.yml");
    for (int up = 0; up < PARENTS_MAX && !found; up++) {
        if (bd_file_exists(bd_buf_text(&path)) && !bd_file_is_directory(bd_buf_text(&path)))
            found = bd_arena_text(arena, bd_buf_str(&path));
        bd_buf longer = BD_BUF_INIT;
        bd_buf_printf(&longer, "../%s", bd_buf_text(&path));
        bd_buf_release(&path);
        path = longer;
    }
    bd_buf_release(&path);
    return found;
}

static bool load(bd_ctx *ctx, const char *path, bd_project *out, bd_error *err)
{
    bd_buf bytes = BD_BUF_INIT;
    size_t before = ctx->found.errors;
    bool ok = false;
    if (!bd_file_read(path, CONFIG_BYTES_MAX, &bytes, err)) {
        err->code = BD_ERR_CONFIG;
        if (bd_file_exists(path) && !bd_file_is_directory(path)) { /* the hint is for results */
            err->hint[0] = '\0';
            bd_hint(err, "a configuration is a few hundred lines that you may read");
        }
        goto done;
    }
    ok = bd_config_parse(bd_buf_str(&bytes), path, &out->config, &ctx->found)
         && ctx->found.errors == before;
    out->root = bd_arena_text(&out->arena, bd_path_directory(path));
    out->configured = true;
done:
    bd_buf_release(&bytes);
    return ok;
}

bool bd_project_open(bd_ctx *ctx, bool required, bd_project *out, bd_error *err)
{
    *out = (bd_project){ .root = "." };
    const char *path = ctx->global->config ? ctx->global->config : find_upwards(&out->arena);
    if (path)
        return load(ctx, path, out, err);
    if (required) {
        bd_hint(err, "`benchdoc init` writes one from the result files that it finds");
        return bd_fail(err, BD_ERR_CONFIG, "no benchdoc.yml here or in a directory above");
    }
    out->config = bd_config_empty();
    return true;
}

void bd_project_close(bd_project *project)
{
    bd_config_free(project->config);
    bd_arena_release(&project->arena);
    *project = (bd_project){ 0 };
}

char *bd_project_path(bd_project *project, const char *relative)
{
    return bd_path_join(&project->arena, project->root, relative);
}

static bool is_in(const char *real, const char *root)
{
    size_t n = strlen(root);
    return strncmp(real, root, n) == 0 && (n == 1 || real[n] == '/' || real[n] == '\0');
}

const char *bd_project_relative(bd_project *project, const char *path)
{
    bd_arena *arena = &project->arena;
    bool starts_here = strcmp(project->root, ".") == 0 && path[0] != '/';
    if (starts_here || !bd_file_exists(path))
        return path;
    /* its last part may be a link that the project knows by this name */
    char *root = realpath(project->root, NULL);
    char *real = realpath(bd_arena_text(arena, bd_path_directory(path)), NULL);
    const char *relative = path;
    if (root && real && is_in(real, root)) {
        const char *below = real + strlen(root);
        relative = bd_path_join(arena, below + strspn(below, "/"),
                                bd_arena_text(arena, bd_path_name(path)));
    }
    free(root);
    free(real);
    return relative;
}

bool bd_project_read(bd_project *project, const char *relative, size_t max_bytes, bd_buf *out,
                     bd_error *err)
{
    return bd_file_read_inside(project->root, bd_project_path(project, relative), max_bytes, out,
                               err);
}

const char *bd_project_store(bd_ctx *ctx, bd_project *project)
{
    const char *chosen = ctx->global->store;
    if (!chosen)
        chosen = ctx->env->variable(ctx->env->state, "BENCHDOC_STORE");
    if (!chosen || !chosen[0])
        chosen = project->config->store.text;
    if (chosen)
        return chosen;
    return bd_arena_printf(&project->arena, "sqlite:%s",
                           bd_project_path(project, ".benchdoc/history.db"));
}
