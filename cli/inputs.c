/* Result files and what lies beside them, read into runs. */
#include "cli/cli.h"
#include "ingest/ingest.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMPANIONS_MAX = 8, COMPANION_BYTES_MAX = 64 << 20 };

/* One file with its companions, kept until the runs have been made. */
typedef struct reading {
    bd_buf bytes;
    bd_buf companion_bytes[COMPANIONS_MAX];
    bd_ingest_file companions[COMPANIONS_MAX];
    size_t companion_count;
    bd_arena arena;
} reading;

static void release(reading *r)
{
    bd_buf_release(&r->bytes);
    for (size_t i = 0; i < r->companion_count; i++)
        bd_buf_release(&r->companion_bytes[i]);
    bd_arena_release(&r->arena);
}

static bool read_file(const char *root, const char *path, size_t max_bytes, bd_buf *out,
                      bd_error *err)
{
    return root ? bd_file_read_inside(root, path, max_bytes, out, err)
                : bd_file_read(path, max_bytes, out, err);
}

static bool read_companions(reading *r, const char *path, const bd_read_options *options,
                            bd_error *err)
{
    const char *shown = options->shown_path ? options->shown_path : path;
    const char *names[COMPANIONS_MAX];
    size_t count = bd_ingest_companions(path, &r->arena, names);
    const char *shown_directory = bd_arena_text(&r->arena, bd_path_directory(shown));
    for (size_t i = 0; i < count; i++) {
        if (!bd_file_exists(names[i]) || bd_file_is_directory(names[i])
            || strcmp(names[i], path) == 0)
            continue;
        size_t at = r->companion_count;
        const char *name = bd_arena_text(&r->arena, bd_path_name(names[i]));
        if (!read_file(options->root, names[i], COMPANION_BYTES_MAX, &r->companion_bytes[at], err))
            return false;
        r->companions[at] = (bd_ingest_file){ bd_path_join(&r->arena, shown_directory, name),
                                              bd_buf_str(&r->companion_bytes[at]) };
        r->companion_count++;
    }
    return true;
}

static bool read_stdin(bd_ctx *ctx, bd_buf *out, bd_error *err)
{
    char chunk[1 << 16];
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, ctx->in)) > 0;) {
        if (out->len + n > BD_RESULT_BYTES_MAX)
            return bd_fail(err, BD_ERR_INPUT, "standard input is larger than 1 GiB");
        bd_buf_add(out, chunk, n);
    }
    return !ferror(ctx->in) || bd_fail(err, BD_ERR_INPUT, "standard input cannot be read");
}

static bool read_bytes(bd_ctx *ctx, const char *path, const bd_read_options *options, reading *r,
                       bd_error *err)
{
    if (strcmp(path, "-") == 0)
        return read_stdin(ctx, &r->bytes, err);
    return read_file(options->root, path, BD_RESULT_BYTES_MAX, &r->bytes, err)
           && read_companions(r, path, options, err);
}

bool bd_read_results(bd_ctx *ctx, const char *path, const bd_read_options *options, bd_runs *runs)
{
    reading r = { 0 };
    bd_error err = BD_ERROR_INIT;
    const char *shown = options->shown_path ? options->shown_path : path;
    bool ok = read_bytes(ctx, path, options, &r, &err);
    if (!ok) {
        bd_error_in_file(&err, shown);
        bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
        goto done;
    }
    bd_ingest_file file = { strcmp(path, "-") == 0 ? "standard input" : shown,
                            bd_buf_str(&r.bytes) };
    bd_ingest_input in = { .file = &file,
                           .companions = r.companions,
                           .companion_count = r.companion_count,
                           .format = options->format,
                           .suite = options->suite,
                           .direction = options->direction,
                           .environment = options->environment,
                           .facts = options->facts,
                           .commit = options->commit,
                           .measured_at_ns = options->measured_at_ns,
                           .measured_from = "option" };
    ok = bd_ingest(&in, runs, &ctx->found);
done:
    release(&r);
    return ok;
}

void bd_input_environment(const bd_input *input, bd_arena *arena, bd_pairs *out)
{
    for (size_t i = 0; i < input->environment.count; i++)
        bd_pairs_set(out, arena, bd_str_of(input->environment.items[i].key.text),
                     bd_str_of(input->environment.items[i].value.text));
}

bool bd_read_input_file(bd_ctx *ctx, bd_project *project, const bd_input *input, const char *path,
                        const bd_pairs *holes, bd_runs *runs)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_pairs environment = { 0 };
    bd_input_environment(input, &arena, &environment);
    bd_read_options options = { .shown_path = path,
                                .root = project->root,
                                .format = input->format.text,
                                .suite = input->name.text,
                                .direction = input->direction.text,
                                .environment = &environment,
                                .facts = holes };
    bool ok = bd_read_results(ctx, bd_project_path(project, path), &options, runs);
    bd_arena_release(&arena);
    return ok;
}

bool bd_input_is_ref(const bd_input *input)
{
    for (size_t i = 0; i < input->files.count; i++)
        if (bd_config_path_after_ref(input->files.items[i].text) > 0)
            return true;
    return false;
}
