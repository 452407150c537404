/* Result files by name or by configuration: see sources.h. */
#include "cli/sources.h"
#include "cli/run.h"
#include "ingest/ingest.h"

#include <string.h>

/* ---- named on the command line ---- */

static bool report(bd_ctx *ctx, const char *path, bd_error *err)
{
    bd_error_in_file(err, path);
    bd_diagnostics_add(&ctx->found, BD_ERROR, err);
    return false;
}

static bool check_one(bd_ctx *ctx, const char *command, const char *path)
{
    bd_error err = BD_ERROR_INIT;
    if (strcmp(path, "-") == 0)
        return true;
    if (bd_file_is_directory(path)) {
        bd_hint(&err,
                "name its files: benchdoc %s %s%s*.json; `benchdoc init` describes a whole tree",
                command, path, bd_str_ends(bd_str_of(path), "/") ? "" : "/");
        bd_fail(&err, BD_ERR_INPUT, "is a directory");
        return report(ctx, path, &err);
    }
    if (bd_file_exists(path))
        return true;
    if (strpbrk(path, "*?[")) {
        bd_hint(&err, "run the benchmark first, or look where it writes: `ls`");
        bd_fail(&err, BD_ERR_INPUT, "no file fits this pattern");
    } else {
        bd_hint(&err, "check the path; relative paths start where benchdoc runs, or at -C DIR");
        bd_fail(&err, BD_ERR_INPUT, "no such file");
    }
    return report(ctx, path, &err);
}

bool bd_check_named(bd_ctx *ctx, const char *command, const bd_arguments *paths)
{
    bool ok = true;
    for (size_t i = 0; i < paths->count; i++)
        ok = check_one(ctx, command, paths->items[i]) && ok;
    return ok;
}

static bool belongs_to(const char *path, const char *other)
{
    enum { COMPANIONS_MAX = 8 };
    bd_arena arena = BD_ARENA_INIT;
    const char *names[COMPANIONS_MAX];
    bool belongs = false;
    size_t count = bd_ingest_companions(other, &arena, names);
    for (size_t i = 0; i < count && !belongs; i++)
        belongs = bd_str_eq(bd_path_directory(path), bd_path_directory(other))
                  && bd_str_eq(bd_path_name(path), bd_path_name(names[i]));
    bd_arena_release(&arena);
    return belongs;
}

static bool is_companion(const bd_arguments *paths, size_t index)
{
    for (size_t i = 0; i < paths->count; i++)
        if (i != index && strcmp(paths->items[i], paths->items[index]) != 0
            && belongs_to(paths->items[index], paths->items[i])
            && !belongs_to(paths->items[i], paths->items[index]))
            return true;
    return false;
}

bool bd_read_named(bd_ctx *ctx, const bd_arguments *paths, const bd_read_options *options,
                   bd_runs *runs)
{
    bool ok = true;
    bd_error err = BD_ERROR_INIT;
    for (size_t i = 0; i < paths->count && bd_go_on(&err); i++)
        if (!is_companion(paths, i))
            ok = bd_read_results(ctx, paths->items[i], options, runs) && ok;
    return ok && bd_go_on(&err);
}

/* ---- the inputs of a configuration ---- */

static bool find(bd_ctx *ctx, const bd_project *project, const bd_input *input,
                 bd_found_files *files)
{
    for (size_t i = 0; i < input->files.count; i++) {
        bd_error err = BD_ERROR_INIT;
        bd_scalar pattern = input->files.items[i];
        if (bd_files_find(project->root, bd_str_of(pattern.text), files, &err))
            continue;
        bd_error_at(&err, project->config->file, pattern.line,
                    bd_scalar_column(pattern, err.column > 0 ? (size_t)err.column - 1 : 0));
        bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
        return false;
    }
    if (input->newest.text)
        bd_files_keep_newest(files, input->newest.text);
    if (files->count > 0)
        return true;
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_INPUT, "input '%s': no file fits '%s'", input->name.text,
            input->files.count > 0 ? input->files.items[0].text : "");
    bd_hint(&err, "run the benchmark first, or correct the path");
    bd_error_at(&err, project->config->file, input->files.items[0].line,
                input->files.items[0].column);
    bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
    return false;
}

static bool read_input(bd_ctx *ctx, bd_project *project, const bd_input *input, bd_runs *runs)
{
    bd_found_files files = { 0 };
    bd_error err = BD_ERROR_INIT;
    bool ok = find(ctx, project, input, &files);
    for (size_t i = 0; i < files.count && bd_go_on(&err); i++)
        ok = bd_read_input_file(ctx, project, input, files.items[i].path, &files.items[i].holes,
                                runs)
             && ok;
    bd_found_files_release(&files);
    return ok && bd_go_on(&err);
}

bool bd_read_project(bd_ctx *ctx, bd_project *project, const char *suite, bd_runs *runs)
{
    const bd_config *config = project->config;
    bool ok = true;
    for (size_t i = 0; i < config->input_count; i++) {
        const bd_input *input = &config->inputs[i];
        if (suite && strcmp(suite, input->name.text) != 0)
            continue;
        if (bd_input_is_ref(input))
            bd_note(ctx, "%s: read from git by `benchdoc generate --refresh` only; left out",
                    input->name.text);
        else
            ok = read_input(ctx, project, input, runs) && ok;
    }
    return ok;
}

bool bd_pairs_of_texts(const bd_texts *texts, const char *option, bd_arena *arena, bd_pairs *out,
                       bd_error *err)
{
    for (size_t i = 0; i < texts->count; i++) {
        bd_str value = bd_str_of(texts->items[i]), key;
        if (!strchr(texts->items[i], '=') || texts->items[i][0] == '=') {
            bd_hint(err, "--%s backend=SQLite", option);
            return bd_fail(err, BD_ERR_USAGE, "--%s takes KEY=VALUE, not '%s'", option,
                           texts->items[i]);
        }
        bd_str_split(&value, '=', &key);
        bd_pairs_set(out, arena, key, value);
    }
    return true;
}
