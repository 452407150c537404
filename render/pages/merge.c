/* A publication merged into what the branch has: data.js files, archives, pages. */
#include "core/base/file.h"
#include "core/datajs/datajs.h"
#include "render/pages/internal.h"

#include <stdlib.h>
#include <string.h>

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;
static const uint64_t warn_default = 20 * 1000 * 1000, limit_default = 100 * 1000 * 1000;

/* A file of the branch while it is changed. */
typedef struct open_file {
    const char *path;
    bd_buf before;
    bool is_new, changed;
    bd_datajs *file;
    size_t added, archived;
} open_file;

typedef struct merge {
    const bd_publication *p;
    const bd_pages_options *options;
    const bd_pages_branch *branch;
    bd_pages_changes *out;
    bd_diagnostics *found;
    open_file **files; /* owned, each by itself; the data.js first, then its archives */
    size_t count, capacity;
} merge;

static bool report(merge *m, const char *path, bd_error *err)
{
    bd_error_in_file(err, path);
    bd_diagnostics_add(m->found, BD_ERROR, err);
    return false;
}

/* ---- files of the branch ---- */

static void close_files(merge *m)
{
    for (size_t i = 0; i < m->count; i++) {
        bd_datajs_close(m->files[i]->file);
        bd_buf_release(&m->files[i]->before);
        free(m->files[i]);
    }
    m->count = 0;
}

/* A damaged file is never taken for an empty one: that is how histories were lost.
 * @return borrowed from the merge; NULL when it cannot be read */
static open_file *open_at(merge *m, const char *path)
{
    bd_error err = BD_ERROR_INIT;
    bool exists = false;
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->files[i]->path, path) == 0)
            return m->files[i];
    open_file *f = bd_alloc(sizeof *f);
    f->path = bd_arena_strdup(&m->out->arena, path);
    m->files = bd_grow(m->files, m->count, &m->capacity, sizeof *m->files);
    m->files[m->count++] = f;
    bool ok = m->branch->read(m->branch->context, path, &f->before, &exists, &err);
    f->is_new = !exists;
    bd_str text = exists ? bd_buf_str(&f->before) : bd_str_of(bd_datajs_empty);
    if (ok && bd_datajs_open_to_add(text, &f->file, &err))
        return f;
    bd_hint(&err, "the file is left as it is: repair it on the branch, or publish to another path");
    report(m, path, &err);
    return NULL;
}

static char *archive_path(merge *m, const char *path, int year)
{
    bd_str folder = bd_path_directory(path), name = bd_path_name(path);
    bd_arena *arena = &m->out->arena;
    char *file = bd_str_is(name, "data.js")
                     ? bd_arena_printf(arena, "archive/%d.js", year)
                     : bd_arena_printf(arena, "archive/%.*s-%d.js", (int)(name.len - strlen(".js")),
                                       name.ptr, year);
    return bd_path_join(arena, bd_arena_text(arena, folder), file);
}

/* ---- entries ---- */

static int64_t date_of(const bd_run *run, const bd_pages_options *options)
{
    bool by_commit = run->measured_from && strcmp(run->measured_from, "commit") == 0;
    bool known = run->measured_at_ns != BD_TIME_UNKNOWN && run->measured_from;
    if (known && (!by_commit || options->backfill))
        return run->measured_at_ns / 1000000;
    if (options->backfill && run->commit.time_ns != BD_TIME_UNKNOWN)
        return run->commit.time_ns / 1000000;
    return options->now_ms;
}

static bool put_entry(merge *m, open_file *f, const bd_pages_entry *entry)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_datajs_entry made;
    const bd_datajs_facts facts = { .date_ms = date_of(entry->run, m->options),
                                    .strict = m->options->strict,
                                    .repo_url = m->options->repo_url,
                                    .head_commit = m->options->head_commit };
    bool ok = true;
    bd_datajs_entry_of(entry->run, entry->points, entry->count, &facts, &arena, &made);
    bool present = made.bench_count == 0 || bd_datajs_has(f->file, entry->suite, &made);
    if (!present) { /* it may have been put away */
        const open_file *old = open_at(m, archive_path(m, f->path, bd_datajs_year(made.date_ms)));
        ok = old != NULL;
        present = ok && bd_datajs_has(old->file, entry->suite, &made);
    }
    if (present && made.bench_count > 0)
        m->out->present++;
    if (ok && !present) {
        bd_datajs_add(f->file, entry->suite, &made);
        f->changed = true;
        f->added++;
        m->out->added++;
    }
    bd_arena_release(&arena);
    return ok;
}

static bool archive_old(merge *m, open_file *f)
{
    const bd_pages_keep *keep = &m->options->keep;
    bd_datajs_old *old = NULL;
    const bd_datajs_keep kept = {
        .entries = keep->entries,
        .since_ms = keep->days > 0 ? m->options->now_ms - keep->days * day_ms : 0,
        .daily_ms = keep->daily_after > 0 ? m->options->now_ms - keep->daily_after * day_ms : 0
    };
    size_t count = bd_datajs_take_out(f->file, &kept, &old);
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        open_file *archive = open_at(m, archive_path(m, f->path, old[i].year));
        ok = archive != NULL;
        if (!ok)
            break;
        bd_datajs_add_old(archive->file, old[i].suite, old[i].text);
        archive->changed = true;
        f->archived++;
        m->out->archived++;
    }
    free(old);
    return ok;
}

/* ---- what comes out ---- */

static bd_pages_file *new_file(merge *m, const char *path)
{
    bd_pages_changes *out = m->out;
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    bd_pages_file *file = &out->items[out->count++];
    *file = (bd_pages_file){ .path = bd_arena_strdup(&out->arena, path) };
    return file;
}

/* @param largest,part  the suite with the most bytes */
static bool check_size(merge *m, const char *path, uint64_t bytes, const char *largest, size_t part)
{
    uint64_t limit = m->options->limit_bytes ? m->options->limit_bytes : limit_default;
    uint64_t warn = m->options->warn_bytes ? m->options->warn_bytes : warn_default;
    bd_error err = BD_ERROR_INIT;
    if (bytes <= warn && bytes <= limit)
        return true;
    bd_fail(&err, BD_ERR_OUTPUT, "would have %.1f MB; %s %.1f MB", (double)bytes / 1e6,
            bytes > limit ? "more is not published than" : "GitHub refuses files of",
            (double)limit / 1e6);
    bd_hint(&err,
            "suite \"%s\" has %.1f MB of it; publish: { keep: { entries: 500 } } moves older "
            "entries to archive/",
            largest ? largest : "", (double)part / 1e6);
    if (bytes > limit)
        return report(m, path, &err);
    bd_error_in_file(&err, path);
    bd_diagnostics_add(m->found, BD_WARNING, &err);
    return true;
}

static bool put_out(merge *m, open_file *f)
{
    bd_datajs_set_update(f->file, m->options->now_ms);
    if (m->options->repo_url)
        bd_datajs_set_repo(f->file, m->options->repo_url);
    bd_pages_file *file = new_file(m, f->path);
    file->is_new = f->is_new;
    file->added = f->added;
    file->archived = f->archived;
    size_t part;
    const char *largest = bd_datajs_largest(f->file, &part);
    if (f->is_new) {
        bd_datajs_write(f->file, &file->bytes);
    } else {
        bd_datajs_write_over(f->file, &f->before);
        file->bytes = f->before;
        f->before = (bd_buf){ 0 };
    }
    return check_size(m, f->path, file->bytes.len, largest, part);
}

/* Where none is, or one of ours that has become old. */
static bool put_index(merge *m, const char *path)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf page = BD_BUF_INIT;
    bool exists = false;
    bd_arena *arena = &m->out->arena;
    if (m->options->no_index || !bd_str_is(bd_path_name(path), "data.js"))
        return true;
    const char *index = bd_path_join(arena, bd_arena_text(arena, bd_path_directory(path)),
                                     "index.html");
    bool ok = m->branch->read(m->branch->context, index, &page, &exists, &err);
    if (ok && (!exists || bd_pages_index_is_old(bd_buf_str(&page)))) {
        bd_pages_file *file = new_file(m, index);
        file->is_new = !exists;
        bd_buf_put_str(&file->bytes, bd_pages_index());
    }
    bd_buf_release(&page);
    return ok || report(m, index, &err);
}

static bool merge_file(merge *m, size_t index)
{
    open_file *f = open_at(m, m->p->paths[index]);
    bool ok = f != NULL;
    for (size_t i = 0; i < m->p->entry_count && ok; i++)
        if (m->p->entries[i].file == index)
            ok = put_entry(m, f, &m->p->entries[i]);
    if (ok && f->changed)
        ok = archive_old(m, f) && put_index(m, f->path);
    for (size_t i = 0; i < m->count && ok; i++)
        if (m->files[i]->changed)
            ok = put_out(m, m->files[i]);
    close_files(m);
    return ok;
}

bool bd_publication_merge(const bd_publication *p, const bd_pages_options *options,
                          const bd_pages_branch *branch, bd_pages_changes *out,
                          bd_diagnostics *found)
{
    bd_pages_changes_release(out);
    merge m = { .p = p, .options = options, .branch = branch, .out = out, .found = found };
    bool ok = true;
    for (size_t i = 0; i < p->path_count; i++)
        ok &= merge_file(&m, i); /* every file that cannot be read is told */
    free(m.files);
    if (!ok)
        bd_pages_changes_release(out);
    return ok;
}

void bd_pages_changes_release(bd_pages_changes *changes)
{
    for (size_t i = 0; i < changes->count; i++)
        bd_buf_release(&changes->items[i].bytes);
    free(changes->items);
    bd_arena_release(&changes->arena);
    *changes = (bd_pages_changes){ 0 };
}
