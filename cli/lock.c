/* benchdoc.lock: what the documents show and where it came from, as text that diffs well. */
#include "cli/generate.h"
#include "core/base/map.h"
#include "ingest/ingest.h"

#include <stdlib.h>
#include <string.h>

enum { LOCK_VERSION = 1 };

bool bd_lock_parse(bd_ctx *ctx, bd_str bytes, bd_runs *out)
{
    bd_ingest_file file = { BD_LOCK_NAME, bytes };
    bd_ingest_input in = { .file = &file, .format = "benchdoc" };
    return bd_ingest(&in, out, &ctx->found);
}

/* Says it before the JSON reader stumbles over it. @return false when there is one */
static bool check_conflict(bd_ctx *ctx, bd_str bytes)
{
    bd_str rest = bytes, line;
    bd_error err = BD_ERROR_INIT;
    for (int number = 1; bd_str_split(&rest, '\n', &line); number++) {
        if (!bd_str_starts(line, "<<<<<<<") && !bd_str_starts(line, ">>>>>>>"))
            continue;
        bd_fail(&err, BD_ERR_INPUT, "a merge conflict stands in it");
        bd_hint(&err, "take either side (git checkout --ours %s), then run `benchdoc generate`",
                BD_LOCK_NAME);
        bd_error_at(&err, BD_LOCK_NAME, number, 1);
        bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
        return false;
    }
    return true;
}

/* The number behind "benchdoc.lock": at its beginning; 0 when there is none. */
static long version_of(bd_str bytes, int *line)
{
    static const char key[] = "\"" BD_LOCK_NAME "\"";
    size_t head = bytes.len < 200 ? bytes.len : 200;
    const char *at = memmem(bytes.ptr, head, key, sizeof key - 1);
    if (!at)
        return 0;
    for (const char *c = bytes.ptr; c < at; c++)
        *line += *c == '\n';
    at += sizeof key - 1;
    char digits[12] = "";
    size_t n = 0;
    for (; at < bytes.ptr + bytes.len && n < sizeof digits - 1 && strchr(": 0123456789", *at); at++)
        if (*at >= '0' && *at <= '9')
            digits[n++] = *at;
    return strtol(digits, NULL, 10);
}

static bool check_version(bd_ctx *ctx, bd_str bytes)
{
    int line = 1;
    bd_error err = BD_ERROR_INIT;
    long version = version_of(bytes, &line);
    if (version <= LOCK_VERSION)
        return true;
    bd_fail(&err, BD_ERR_INPUT,
            "was written by a newer benchdoc: it is of version %ld, this one reads %d", version,
            LOCK_VERSION);
    bd_hint(&err, "install a newer benchdoc");
    bd_error_at(&err, BD_LOCK_NAME, line, 1);
    bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
    return false;
}

bool bd_lock_read(bd_ctx *ctx, bd_project *project, bd_lock *out)
{
    bd_error err = BD_ERROR_INIT;
    const char *path = bd_project_path(project, BD_LOCK_NAME);
    *out = (bd_lock){ 0 };
    if (!bd_file_exists(path))
        return true;
    out->exists = true;
    if (!bd_project_read(project, BD_LOCK_NAME, BD_RESULT_BYTES_MAX, &out->bytes, &err)) {
        bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
        return false;
    }
    if (!check_conflict(ctx, bd_buf_str(&out->bytes))
        || !check_version(ctx, bd_buf_str(&out->bytes)))
        return false;
    if (bd_lock_parse(ctx, bd_buf_str(&out->bytes), &out->runs))
        return true;
    bd_fail(&err, BD_ERR_INPUT, "the lock cannot be read");
    bd_error_in_file(&err, BD_LOCK_NAME);
    bd_hint(&err, "bring it back (git checkout %s), or remove it and run `benchdoc generate`",
            BD_LOCK_NAME);
    bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
    return false;
}

void bd_lock_release(bd_lock *lock)
{
    bd_buf_release(&lock->bytes);
    bd_runs_release(&lock->runs);
}

static const char *first_path(const bd_run *run)
{
    return run->file_count > 0 ? run->files[0].path : "";
}

static int by_suite_and_path(const void *a, const void *b)
{
    const bd_run *x = *(const bd_run *const *)a, *y = *(const bd_run *const *)b;
    int order = strcmp(x->suite, y->suite);
    if (order == 0)
        order = strcmp(first_path(x), first_path(y));
    return order != 0 ? order : strcmp(x->id, y->id);
}

void bd_lock_write(const bd_runs *runs, bd_buf *out)
{
    const bd_run **sorted = bd_alloc((runs->count + 1) * sizeof *sorted);
    for (size_t i = 0; i < runs->count; i++)
        sorted[i] = runs->items[i];
    qsort(sorted, runs->count, sizeof *sorted, by_suite_and_path);
    bd_interchange_write(sorted, runs->count, "\"benchdoc.lock\": 1", out);
    free(sorted);
}

/* ---- without a configuration, each call names its own documents ---- */

static bd_run *same_run(const bd_runs *runs, const bd_run *wanted)
{
    for (size_t i = 0; i < runs->count; i++)
        if (strcmp(runs->items[i]->id, wanted->id) == 0)
            return runs->items[i];
    return NULL;
}

static bool is_read_again(const bd_runs *runs, const bd_run *old)
{
    for (size_t i = 0; i < runs->count; i++)
        if (strcmp(first_path(runs->items[i]), first_path(old)) == 0)
            return true;
    return false;
}

static bd_point *same_point(const bd_run *run, const bd_point *wanted)
{
    bd_buf key = BD_BUF_INIT, other = BD_BUF_INIT;
    bd_point *found = NULL;
    bd_point_key(wanted, &key);
    for (size_t i = 0; i < run->point_count && !found; i++) {
        bd_buf_clear(&other);
        bd_point_key(&run->points[i], &other);
        if (bd_str_eq(bd_buf_str(&key), bd_buf_str(&other)))
            found = &run->points[i];
    }
    bd_buf_release(&key);
    bd_buf_release(&other);
    return found;
}

static int by_stat(const void *a, const void *b)
{
    return bd_stat_order(((const bd_stat_value *)a)->stat, ((const bd_stat_value *)b)->stat);
}

/* The interval has fields of its own. */
static void unite_interval(bd_point *to, const bd_point *old)
{
    const struct {
        bd_number *to, old;
        bd_spot *to_at, old_at;
    } numbers[] = {
        { &to->error, old->error, &to->error_at, old->error_at },
        { &to->low, old->low, &to->low_at, old->low_at },
        { &to->high, old->high, &to->high_at, old->high_at },
    };
    for (size_t i = 0; i < BD_COUNT(numbers); i++)
        if (numbers[i].to->kind == BD_NUMBER_NONE) {
            *numbers[i].to = numbers[i].old;
            *numbers[i].to_at = numbers[i].old_at;
        }
}

/* The statistics that either shows. */
static void unite_statistics(bd_run *run, bd_point *to, const bd_point *old)
{
    unite_interval(to, old);
    size_t count = to->reported_count;
    bd_stat_value *all = bd_arena_alloc(&run->arena,
                                        (count + old->reported_count + 1) * sizeof *all);
    if (count > 0)
        memcpy(all, to->reported, count * sizeof *all);
    for (size_t i = 0; i < old->reported_count; i++) {
        bool known = false;
        for (size_t k = 0; k < to->reported_count && !known; k++)
            known = bd_stat_same(to->reported[k].stat, old->reported[i].stat);
        if (!known)
            all[count++] = old->reported[i];
    }
    qsort(all, count, sizeof *all, by_stat);
    to->reported = all;
    to->reported_count = count;
}

static int by_place(const void *a, const void *b)
{
    const bd_source *x = &((const bd_point *)a)->source, *y = &((const bd_point *)b)->source;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->line != y->line ? x->line - y->line : x->column - y->column;
}

void bd_lock_unite(bd_runs *cut, const bd_runs *old, bd_runs *borrowed)
{
    for (size_t r = 0; r < old->count; r++) {
        bd_run *to = same_run(cut, old->items[r]);
        if (!to && !is_read_again(cut, old->items[r]))
            bd_runs_add(borrowed, old->items[r]);
        for (size_t p = 0; to && p < old->items[r]->point_count; p++) {
            const bd_point *point = &old->items[r]->points[p];
            bd_point *mine = same_point(to, point);
            if (mine)
                unite_statistics(to, mine, point);
            else
                *bd_run_add_point(to) = *point;
        }
        if (to)
            qsort(to->points, to->point_count, sizeof *to->points, by_place);
    }
    for (size_t i = 0; i < cut->count; i++)
        bd_runs_add(borrowed, cut->items[i]);
}

/* ---- another machine's numbers must not replace these by accident ---- */

static const char *cpu_of(const bd_run *run)
{
    return bd_pairs_get(&run->environment, "cpu");
}

/* What makes two runs' points the same series of a document, the machine aside. */
static void series_key(const bd_config *config, const bd_run *run, const bd_point *point,
                       bd_buf *out)
{
    const bd_input *input = bd_config_input(config, run->suite);
    const char *backend = bd_pairs_get(&run->environment, "backend");
    bd_buf_printf(out, "%s\x1f%s\x1f", run->suite, backend ? backend : "");
    for (size_t i = 0; i < run->facts.count; i++)
        if (strcmp(run->facts.items[i].key, BD_REF_COMMIT) != 0
            && (!input || !input->newest.text
                || strcmp(run->facts.items[i].key, input->newest.text) != 0))
            bd_buf_printf(out, "%s\x1f", run->facts.items[i].value);
    bd_point_key(point, out);
}

typedef struct machines {
    bd_map series; /* key → index into runs */
    const bd_run **runs;
    bd_arena arena;
} machines;

static void remember(machines *m, const bd_config *config, const bd_runs *runs)
{
    bd_buf key = BD_BUF_INIT;
    m->runs = bd_alloc((runs->count + 1) * sizeof *m->runs);
    for (size_t r = 0; r < runs->count; r++) {
        m->runs[r] = runs->items[r];
        for (size_t p = 0; p < runs->items[r]->point_count; p++) {
            bd_buf_clear(&key);
            series_key(config, runs->items[r], &runs->items[r]->points[p], &key);
            bd_map_put(&m->series, bd_str_of(bd_arena_text(&m->arena, bd_buf_str(&key))), r, NULL);
        }
    }
    bd_buf_release(&key);
}

static bool same_cpu(const char *before, const char *after)
{
    if (!before || !after) /* nothing was known before: nothing is lost */
        return !before;
    bd_buf x = BD_BUF_INIT, y = BD_BUF_INIT;
    bd_slug(bd_str_of(before), &x);
    bd_slug(bd_str_of(after), &y);
    bool same = bd_str_eq(bd_buf_str(&x), bd_buf_str(&y));
    bd_buf_release(&x);
    bd_buf_release(&y);
    return same;
}

/* How many points of the run stand where another CPU's stood; *old is one of those runs. */
static size_t replaced_points(const machines *m, const bd_config *config, const bd_run *run,
                              const bd_run **old)
{
    bd_buf key = BD_BUF_INIT;
    size_t count = 0;
    for (size_t p = 0; p < run->point_count; p++) {
        bd_buf_clear(&key);
        series_key(config, run, &run->points[p], &key);
        const size_t *at = bd_map_get(&m->series, bd_buf_str(&key));
        if (!at || same_cpu(cpu_of(m->runs[*at]), cpu_of(run)))
            continue;
        *old = m->runs[*at];
        count++;
    }
    bd_buf_release(&key);
    return count;
}

bool bd_lock_same_machines(bd_ctx *ctx, const bd_config *config, const bd_runs *before,
                           const bd_runs *after)
{
    machines m = { 0 };
    bool same = true;
    remember(&m, config, before);
    for (size_t r = 0; r < after->count; r++) {
        const bd_run *run = after->items[r], *old = NULL;
        size_t count = replaced_points(&m, config, run, &old);
        if (count == 0)
            continue;
        bd_error err = BD_ERROR_INIT;
        bd_fail(&err, BD_ERR_INPUT, "%zu published number%s of %s %s measured on %s, these on %s",
                count, count == 1 ? "" : "s", run->suite, count == 1 ? "was" : "were", cpu_of(old),
                cpu_of(run) ? cpu_of(run) : "an unknown CPU");
        bd_hint(
            &err,
            "nothing was written; `benchdoc generate --accept-machine` replaces them all the same");
        bd_error_in_file(&err, first_path(run));
        bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
        same = false;
    }
    bd_map_release(&m.series);
    bd_arena_release(&m.arena);
    free(m.runs);
    return same;
}
