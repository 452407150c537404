/* The files below a directory: see tree.h. */
#include "cli/tree.h"
#include "cli/generate.h"
#include "core/json/json.h"
#include "ingest/ingest.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES_MAX = 20000, DEPTH_MAX = 12, RESULT_BYTES_MAX = 256 << 20 };

typedef struct walk {
    const char *root;
    bd_tree *out;
} walk;

static void add_file(walk *w, const char *path, const struct stat *info)
{
    bd_tree *out = w->out;
    if (out->count >= FILES_MAX) {
        out->cut = true;
        return;
    }
#ifdef __APPLE__
    const struct timespec *changed = &info->st_mtimespec;
#else
    const struct timespec *changed = &info->st_mtim;
#endif
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count++] = (bd_tree_file){
        path, (int64_t)changed->tv_sec * 1000000000 + changed->tv_nsec, (uint64_t)info->st_size
    };
}

static bool is_left_out(const char *name)
{
    return name[0] == '.' || strcmp(name, "node_modules") == 0;
}

static void walk_into(walk *w, const char *directory, int depth)
{
    bd_names names = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    bd_arena *arena = &w->out->arena;
    if (depth > DEPTH_MAX) {
        w->out->cut = true;
        return;
    }
    bd_directory_list(bd_path_join(arena, w->root, directory), arena, &names, &ignored);
    for (size_t i = 0; i < names.count && !w->out->cut; i++) {
        const char *path = bd_path_join(arena, directory, names.items[i]);
        const char *full = bd_path_join(arena, w->root, path);
        struct stat info;
        if (is_left_out(names.items[i]) || lstat(full, &info) != 0)
            continue;
        if (S_ISDIR(info.st_mode))
            walk_into(w, path, depth + 1);
        else if (S_ISREG(info.st_mode))
            add_file(w, path, &info);
    }
    bd_names_release(&names);
}

void bd_tree_walk(const char *root, bd_tree *out)
{
    walk w = { root, out };
    *out = (bd_tree){ 0 };
    walk_into(&w, ".", 0);
}

const bd_tree_file *bd_tree_find(const bd_tree *tree, const char *path)
{
    for (size_t i = 0; i < tree->count; i++)
        if (strcmp(tree->items[i].path, path) == 0)
            return &tree->items[i];
    return NULL;
}

void bd_tree_release(bd_tree *tree)
{
    free(tree->items);
    bd_arena_release(&tree->arena);
    *tree = (bd_tree){ 0 };
}

/* Results come as JSON, logs and texts; nothing else is opened. */
static bool may_be_result(bd_str name)
{
    static const char *const ends[] = { ".json", ".jsonl", ".log", ".txt", ".js", ".csv", ".xml" };
    static const char *const others[] = { BD_LOCK_NAME,       "environment.txt",
                                          "environment.json", "postgres-stats.jsonl",
                                          "package.json",     "package-lock.json",
                                          "CMakeLists.txt",   "compile_commands.json" };
    for (size_t i = 0; i < BD_COUNT(others); i++)
        if (bd_str_is(name, others[i]))
            return false;
    for (size_t i = 0; i < BD_COUNT(ends); i++)
        if (bd_str_ends(name, ends[i]))
            return !bd_str_ends(name, ".environment.txt");
    return false;
}

static bool read(const char *root, const bd_tree_file *file, bd_buf *out)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_error ignored = BD_ERROR_INIT;
    bool ok = file->bytes <= RESULT_BYTES_MAX && may_be_result(bd_path_name(file->path))
              && bd_file_read(bd_path_join(&arena, root, file->path), RESULT_BYTES_MAX, out,
                              &ignored);
    bd_arena_release(&arena);
    return ok;
}

const char *bd_tree_format(const char *root, const bd_tree_file *file)
{
    bd_buf bytes = BD_BUF_INIT;
    const char *format = NULL;
    if (file->bytes > 0 && read(root, file, &bytes))
        format = bd_format_detect(bd_buf_str(&bytes));
    bd_buf_release(&bytes);
    return format;
}

/* ---- results that cannot be read ---- */

static bool contains(bd_str text, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= text.len; i++)
        if (memcmp(text.ptr + i, word, n) == 0)
            return true;
    return false;
}

/* Settings are JSON, too, and often with comments in it: those are nobody's results. */
static bool sounds_like_results(const char *path, bd_str bytes)
{
    enum { LOOKED_AT = 1 << 16 };
    static const char *const names[] = { "bench", "jmh", "result", "perf" };
    bd_str begin = bd_str_sub(bytes, 0, LOOKED_AT);
    for (size_t i = 0; i < BD_COUNT(names); i++)
        if (contains(bd_str_of(path), names[i]))
            return true;
    return contains(begin, "\"primaryMetric\"")
           || (contains(begin, "\"unit\"") && contains(begin, "\"value\""));
}

static bool is_broken(bd_str bytes)
{
    const bd_json_options options = { .lenient = true };
    bd_error ignored = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    bool ok = bd_json_parse(bytes, &options, &doc, &ignored);
    bd_json_free(doc);
    return !ok;
}

/* What reading it would say. */
static bool ask_reader(const bd_tree_file *file, bd_str bytes, bd_error *err)
{
    bd_ingest_file in_file = { file->path, bytes };
    bd_ingest_input in = { .file = &in_file };
    bd_runs runs = BD_RUNS_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bool wrong = !bd_ingest(&in, &runs, &found) && found.count > 0;
    if (wrong)
        *err = found.items[0].error;
    bd_diagnostics_release(&found);
    bd_runs_release(&runs);
    return wrong;
}

bool bd_tree_unreadable(const char *root, const bd_tree_file *file, bd_error *err)
{
    bd_buf bytes = BD_BUF_INIT;
    bool unreadable = false;
    if (!read(root, file, &bytes))
        return false;
    bd_str text = bd_buf_str(&bytes);
    bool is_json = bd_str_ends(bd_str_of(file->path), ".json");
    if (is_json && is_broken(text))
        unreadable = sounds_like_results(file->path, text);
    else
        unreadable = text.len > 0 && bd_format_foreign(text) != NULL;
    unreadable = unreadable && ask_reader(file, text, err);
    bd_buf_release(&bytes);
    return unreadable;
}
