/* What `history import` reads: files of this machine, or of a branch; of the branch as the
 * remote has it now, fetched into a repository of benchdoc's own, or as this repository has
 * it. An archive (archive/2025.js) belongs to the data.js that its entries fell out of. */
#include "cli/history_import.h"
#include "cli/publish.h"
#include "cli/run.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_PATH "dev/bench/data.js" /* the action's own */
#define ARCHIVE      "archive"

enum { SHORT_ID = 7, YEAR_DIGITS = 4 };

/* One commit that is read. */
typedef struct bd_import_tree {
    const char *ref;
    bd_branch *branch;         /* owned; NULL: it is of the user's repository */
    bd_repository *repository; /* borrowed */
    char commit[41];
    bd_names paths; /* owned; texts in the importing's arena */
} tree;

static bool has_name(const bd_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

/* ---- archives ---- */

const char *bd_history_of_archive(const char *path, bd_arena *arena)
{
    bd_str folder = bd_path_directory(path), name = bd_path_name(path);
    const size_t tail = YEAR_DIGITS + strlen(".js");
    if (!bd_str_is(bd_path_name(bd_arena_text(arena, folder)), ARCHIVE) || name.len < tail
        || !bd_str_ends(name, ".js"))
        return NULL;
    for (size_t i = 0; i < YEAR_DIGITS; i++)
        if (!isdigit((unsigned char)name.ptr[name.len - tail + i]))
            return NULL;
    bd_str stem = bd_str_sub(name, 0, name.len - tail);
    bd_str above = bd_str_sub(folder, 0, folder.len - strlen(ARCHIVE));
    if (stem.len > 0 && !bd_str_ends(stem, "-"))
        return NULL;
    if (stem.len == 0)
        return bd_arena_printf(arena, "%.*sdata.js", (int)above.len, above.ptr);
    return bd_arena_printf(arena, "%.*s%.*s.js", (int)above.len, above.ptr, (int)stem.len - 1,
                           stem.ptr);
}

/* The place whose parts speak for the file. */
static void set_place(bd_importing *im, const char *path, bd_import_file *file)
{
    const char *place = bd_history_of_archive(path, &im->arena);
    file->is_archive = place != NULL;
    file->place = place ? place : path;
}

/* ---- files of this machine ---- */

static bool take_path(bd_importing *im, const char *path)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf bytes = BD_BUF_INIT;
    bd_import_file file = { .shown = path };
    bool ok = bd_file_read(path, BD_RESULT_BYTES_MAX, &bytes, &err);
    set_place(im, path, &file);
    file.bytes = bd_buf_str(&bytes);
    ok = ok ? bd_import_take(im, &file) : bd_import_report(im, path, &err);
    bd_buf_release(&bytes);
    return ok;
}

/* Older entries go into the store before newer ones. */
static bool take_archives_beside(bd_importing *im, const char *path)
{
    bd_error err = BD_ERROR_INIT;
    bd_names names = { 0 };
    const char *folder = bd_path_join(&im->arena,
                                      bd_arena_text(&im->arena, bd_path_directory(path)), ARCHIVE);
    if (!bd_file_is_directory(folder))
        return true;
    bool ok = bd_directory_list(folder, &im->arena, &names, &err)
              || bd_import_report(im, folder, &err);
    bd_names_sort(&names);
    for (size_t i = 0; ok && i < names.count; i++) {
        const char *archive = bd_path_join(&im->arena, folder, names.items[i]);
        const char *place = bd_history_of_archive(archive, &im->arena);
        if (!place || !bd_str_eq(bd_path_name(place), bd_path_name(path))
            || has_name(&im->taken, archive))
            continue;
        bd_names_add(&im->taken, archive);
        ok = take_path(im, archive);
    }
    bd_names_release(&names);
    return ok;
}

/* ---- commits ---- */

static bool fetch(bd_importing *im, const char *ref, tree *t)
{
    const bd_history_options *o = im->call->options;
    const bd_env *env = im->call->ctx->env;
    bd_error err = BD_ERROR_INIT;
    bd_branch_place place = { .directory = im->call->project->root,
                              .remote = o->remote,
                              .branch = ref,
                              .deadline_ns = bd_deadline_ns(env, o->deadline_s) };
    t->branch = bd_branch_open(&place, env, &err);
    if (!t->branch || bd_branch_fetch(t->branch, &err) != BD_REPLY_DONE)
        return bd_import_report(im, NULL, &err);
    const char *commit = bd_branch_commit(t->branch);
    if (!commit) {
        bd_hint(&err, "git ls-remote --heads %s",
                o->remote ? bd_branch_where(t->branch) : "origin");
        bd_fail(&err, BD_ERR_GIT, "there is no branch '%s'", ref);
        return bd_import_report(im, bd_branch_where(t->branch), &err);
    }
    memcpy(t->commit, commit, sizeof t->commit);
    t->repository = bd_branch_repository(t->branch);
    bd_note(im->call->ctx, "%s at %.*s of %s", ref, SHORT_ID, t->commit,
            bd_branch_where(t->branch));
    return true;
}

/* In the user's repository, which may be older than the remote. */
static bool resolve(bd_importing *im, const char *ref, bool has_origin, tree *t)
{
    bd_error err = BD_ERROR_INIT;
    t->repository = im->repository;
    if (bd_repository_resolve(im->repository, ref, t->commit, &err)) {
        bd_note(im->call->ctx, "%s at %.*s, as this repository has it%s", ref, SHORT_ID, t->commit,
                has_origin ? "; --remote origin reads what is there now" : "");
        return true;
    }
    return has_origin ? fetch(im, ref, t) : bd_import_report(im, NULL, &err);
}

/* @param newest  of the remote, where there is one; else only what this repository lacks */
static bool find_commit(bd_importing *im, const char *ref, bool newest, tree *t)
{
    bd_error err = BD_ERROR_INIT;
    if (im->call->options->remote)
        return fetch(im, ref, t);
    if (!im->repository)
        im->repository = bd_repository_open(im->call->project->root, &err);
    if (!im->repository)
        return bd_import_report(im, NULL, &err);
    bool has_origin = bd_repository_has_remote(im->repository, "origin");
    return has_origin && newest ? fetch(im, ref, t) : resolve(im, ref, has_origin, t);
}

static const tree *open_tree(bd_importing *im, const char *ref, bool newest)
{
    bd_error err = BD_ERROR_INIT;
    for (size_t i = 0; i < im->tree_count; i++)
        if (strcmp(im->trees[i].ref, ref) == 0)
            return im->trees[i].repository ? &im->trees[i] : NULL;
    im->trees = bd_grow(im->trees, im->tree_count, &im->tree_capacity, sizeof *im->trees);
    tree *t = &im->trees[im->tree_count++];
    *t = (tree){ .ref = bd_arena_strdup(&im->arena, ref) };
    if (!find_commit(im, ref, newest, t))
        return NULL;
    if (bd_repository_files(t->repository, t->commit, &im->arena, &t->paths, &err))
        return t;
    bd_import_report(im, NULL, &err);
    return NULL;
}

void bd_import_close(bd_importing *im)
{
    for (size_t i = 0; i < im->tree_count; i++) {
        bd_branch_close(im->trees[i].branch);
        bd_names_release(&im->trees[i].paths);
    }
    free(im->trees);
    bd_repository_close(im->repository);
}

/* ---- files of a commit ---- */

static bool take_blob(bd_importing *im, const tree *t, const char *path, const bd_pairs *holes)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf bytes = BD_BUF_INIT;
    bd_import_file file = { .shown = bd_arena_printf(&im->arena, "%s:%s", t->ref, path),
                            .holes = *holes };
    if (has_name(&im->taken, file.shown))
        return true;
    bd_names_add(&im->taken, file.shown);
    set_place(im, path, &file);
    file.of_ref = bd_arena_printf(&im->arena, "%s:%s", t->ref, file.place);
    bool ok = bd_repository_read(t->repository, t->commit, path, &bytes, &err);
    file.bytes = bd_buf_str(&bytes);
    ok = ok ? bd_import_take(im, &file) : bd_import_report(im, file.shown, &err);
    bd_buf_release(&bytes);
    return ok;
}

static bool take_with_archives(bd_importing *im, const tree *t, const char *path,
                               const bd_pairs *holes)
{
    bool ok = true;
    for (size_t i = 0; ok && i < t->paths.count; i++) {
        const char *place = bd_history_of_archive(t->paths.items[i], &im->arena);
        if (place && strcmp(place, path) == 0)
            ok = take_blob(im, t, t->paths.items[i], holes);
    }
    return ok && take_blob(im, t, path, holes);
}

static bool take_matches(bd_importing *im, const tree *t, const char *text, size_t *found)
{
    bd_error err = BD_ERROR_INIT;
    bd_pattern *pattern = bd_pattern_compile(bd_str_of(text), BD_PATTERN_PATH, &err);
    bool ok = pattern || bd_import_report(im, NULL, &err);
    for (size_t i = 0; ok && i < t->paths.count; i++) {
        bd_pairs holes = { 0 };
        if (!bd_pattern_match(pattern, bd_str_of(t->paths.items[i]), &im->arena, &holes))
            continue;
        ++*found;
        ok = take_with_archives(im, t, t->paths.items[i], &holes);
    }
    bd_pattern_free(pattern);
    return ok;
}

/* ---- what is asked for ---- */

static bool take_ref(bd_importing *im, const char *ref, const char *pattern)
{
    size_t found = 0;
    bd_error err = BD_ERROR_INIT;
    const tree *t = open_tree(im, ref, false);
    if (!t || !take_matches(im, t, pattern, &found))
        return false;
    if (found > 0)
        return true;
    bd_hint(&err, "git ls-tree -r --name-only %.*s", SHORT_ID, t->commit);
    bd_fail(&err, BD_ERR_INPUT, "no file of %s (commit %.*s) fits '%s'", ref, SHORT_ID, t->commit,
            pattern);
    return bd_import_report(im, NULL, &err);
}

static bool take_named(bd_importing *im, const char *name)
{
    bd_error err = BD_ERROR_INIT;
    size_t at = bd_config_path_after_ref(name);
    if (bd_file_exists(name) && !bd_file_is_directory(name))
        return take_archives_beside(im, name) && take_path(im, name);
    if (at > 0)
        return take_ref(im, bd_arena_text(&im->arena, (bd_str){ name, at - 1 }), name + at);
    bd_hint(&err, "a data.js, or one of a branch: gh-pages:%s", DEFAULT_PATH);
    bd_fail(&err, BD_ERR_INPUT, bd_file_is_directory(name) ? "is a directory" : "no such file");
    return bd_import_report(im, name, &err);
}

/* All that `publish:` names; the action's own place where it names nothing. */
static bool take_published(bd_importing *im)
{
    const bd_publish_config *publish = &im->call->project->config->publish;
    const char *branch = im->call->options->branch ? im->call->options->branch
                                                   : publish->branch.text;
    bd_error err = BD_ERROR_INIT;
    size_t found = 0;
    if (!branch)
        branch = "gh-pages";
    const tree *t = open_tree(im, branch, true);
    if (!t)
        return false;
    if (publish->to.count == 0 && !take_matches(im, t, DEFAULT_PATH, &found))
        return false;
    for (size_t i = 0; i < publish->to.count; i++)
        if (!take_matches(im, t, publish->to.items[i].value.text, &found))
            return false;
    if (found > 0)
        return true;
    bd_hint(&err, "benchdoc history import %s:PATH; git ls-tree -r --name-only %.*s", branch,
            SHORT_ID, t->commit);
    if (publish->to.count > 0)
        bd_fail(&err, BD_ERR_INPUT, "no file of %s is where `publish: to:` puts it", branch);
    else
        bd_fail(&err, BD_ERR_INPUT, "no file of %s (commit %.*s) fits '%s'", branch, SHORT_ID,
                t->commit, DEFAULT_PATH);
    return bd_import_report(im, NULL, &err);
}

bool bd_import_find(bd_importing *im, bd_error *err)
{
    const bd_arguments *a = im->call->arguments;
    bool ok = a->count > 1 || take_published(im);
    for (size_t i = 1; ok && i < a->count; i++)
        ok = bd_go_on(err) && take_named(im, a->items[i]);
    return ok;
}
