/* The data.js files of a branch, read as runs: see history_files.h. */
#include "cli/history_files.h"
#include "core/query/query.h"
#include "ingest/ingest.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_PATH "dev/bench/data.js" /* the action's own */

void bd_branch_files_release(bd_branch_files *f)
{
    for (size_t i = 0; i < f->count; i++) {
        bd_buf_release(&f->items[i].before);
        bd_buf_release(&f->items[i].after);
    }
    free(f->items);
    bd_runs_release(&f->runs);
    bd_arena_release(&f->arena);
    f->items = NULL;
    f->count = f->capacity = 0;
}

/* ---- which files ---- */

/* "{cpu:slug}" is the same as "{cpu}": what is in the path is a slug already. */
static const char *plain_pattern(bd_branch_files *f, const char *pattern)
{
    static const char slug[] = ":slug}";
    bd_buf out = BD_BUF_INIT;
    for (const char *at = pattern; *at; at++) {
        bool is = strncmp(at, slug, strlen(slug)) == 0;
        at += is ? strlen(slug) - 1 : 0;
        bd_buf_putc(&out, *at);
    }
    const char *plain = bd_arena_text(&f->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return plain;
}

/* The pattern that a data.js fits; NULL = it is none of those that are meant. */
static const char *pattern_of(bd_branch_files *f, const char *path)
{
    const bd_entries *to = &f->config->publish.to;
    bd_pairs ignored = { 0 };
    if (f->path || to->count == 0) {
        const char *only = f->path ? f->path : DEFAULT_PATH;
        return bd_files_match(bd_str_of(only), path, &f->arena, &ignored) ? only : NULL;
    }
    for (size_t i = 0; i < to->count; i++) {
        const char *pattern = plain_pattern(f, to->items[i].value.text);
        if (bd_files_match(bd_str_of(pattern), path, &f->arena, &ignored))
            return pattern;
    }
    return NULL;
}

static void add_file(bd_branch_files *f, const char *path)
{
    const char *archived = bd_history_of_archive(path, &f->arena);
    const char *history = archived ? archived : path;
    const char *pattern = pattern_of(f, history);
    if (!pattern && archived) { /* it may be named itself */
        history = path;
        pattern = pattern_of(f, path);
    }
    if (!pattern)
        return;
    f->items = bd_grow(f->items, f->count, &f->capacity, sizeof *f->items);
    f->items[f->count++] = (bd_branch_history){
        .path = path,
        .shown = bd_arena_printf(&f->arena, "%s:%s", f->name, path),
        .history = history,
        .pattern = pattern,
    };
}

static bool fail_none(bd_branch_files *f, const bd_names *paths, bd_error *err)
{
    enum { SHOWN = 4 };
    const bd_entries *to = &f->config->publish.to;
    bd_buf hint = BD_BUF_INIT;
    size_t shown = 0;
    for (size_t i = 0; i < paths->count && shown < SHOWN; i++)
        if (bd_str_is(bd_path_name(paths->items[i]), "data.js"))
            bd_buf_printf(&hint, "%s--on '%s:%.90s'", shown++ > 0 ? ", " : "there is: ", f->name,
                          paths->items[i]);
    bd_hint(err, "%s", hint.len > 0 ? bd_buf_text(&hint) : "no file of it is called data.js");
    bd_buf_release(&hint);
    if (f->path || to->count == 0)
        return bd_fail(err, BD_ERR_INPUT, "no file of %s fits '%.200s'", f->name,
                       f->path ? f->path : DEFAULT_PATH);
    return bd_fail(err, BD_ERR_INPUT, "no file of %s is where `publish: to:` puts it", f->name);
}

/* ---- reading ---- */

static const char *list_of(const bd_run *run)
{
    return bd_pairs_get(&run->environment, "benchmark_suite");
}

/* The input that publishes this list there; else the list's own name. */
static const char *suite_of(bd_branch_files *f, const bd_branch_history *file, const char *list)
{
    const bd_entries *to = &f->config->publish.to;
    bd_pairs ignored = { 0 };
    for (size_t i = 0; i < to->count; i++) {
        const char *suite = to->items[i].key.text;
        const char *name = bd_entries_get(&f->config->publish.names, suite).text;
        if (strcmp(name ? name : suite, list) == 0
            && bd_files_match(bd_str_of(plain_pattern(f, to->items[i].value.text)), file->history,
                              &f->arena, &ignored))
            return suite;
    }
    return list;
}

static void add_missing(bd_pairs *to, const bd_pairs *from, bd_arena *arena)
{
    for (size_t i = 0; i < from->count; i++)
        if (!bd_pairs_get(to, from->items[i].key))
            bd_pairs_set(to, arena, bd_str_of(from->items[i].key), bd_str_of(from->items[i].value));
}

/* What path and configuration say of an entry, as when it is imported. */
static void complete(bd_branch_files *f, const bd_branch_history *file, bd_run *run)
{
    bd_pairs holes = { 0 }, stated = { 0 };
    run->suite = bd_arena_strdup(&run->arena, suite_of(f, file, list_of(run)));
    if (bd_files_match(bd_str_of(file->pattern), file->history, &f->arena, &holes))
        add_missing(&run->facts, &holes, &run->arena);
    const bd_input *input = bd_config_input(f->config, run->suite);
    if (input)
        bd_input_environment(input, &f->arena, &stated);
    add_missing(&run->environment, &stated, &run->arena);
}

static bool read_file(bd_branch_files *f, bd_branch_history *file, bd_diagnostics *found,
                      bd_error *err)
{
    bool exists = false;
    bd_ingest_file bytes = { .path = file->shown };
    bd_ingest_input in = { .file = &bytes };
    if (!bd_branch_read(f->branch, file->path, &file->before, &exists, err))
        return false;
    bytes.bytes = bd_buf_str(&file->before);
    const char *format = bd_format_detect(bytes.bytes);
    if (!format || (strcmp(format, "data.js") != 0 && strcmp(format, "data.json") != 0)) {
        bd_hint(err, "repair it on the branch; until then nothing is pushed");
        bd_fail(err, BD_ERR_INPUT, "is no data.js");
        return bd_error_in_file(err, file->shown);
    }
    in.format = format;
    file->first_run = f->runs.count;
    if (!bd_ingest(&in, &f->runs, found))
        return false;
    file->run_count = f->runs.count - file->first_run;
    return true;
}

bool bd_branch_files_read(bd_branch_files *f, bd_edit_plan *plan, bd_diagnostics *found,
                          bd_error *err)
{
    bd_names paths = { 0 };
    bool ok = bd_repository_files(bd_branch_repository(f->branch), bd_branch_commit(f->branch),
                                  &f->arena, &paths, err);
    for (size_t i = 0; ok && i < paths.count; i++)
        add_file(f, paths.items[i]);
    ok = ok && (f->count > 0 || fail_none(f, &paths, err));
    bd_names_release(&paths);
    for (size_t i = 0; ok && i < f->count; i++) {
        bd_branch_history *file = &f->items[i];
        ok = read_file(f, file, found, err);
        for (size_t k = 0; ok && k < file->run_count; k++) {
            bd_run *run = f->runs.items[file->first_run + k];
            complete(f, file, run);
            bd_edit_add(plan, run, list_of(run), file->history);
        }
    }
    return ok;
}
