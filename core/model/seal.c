/* Finishing a run: facts out of the environment, no point twice, the id. */
#include "core/base/map.h"
#include "core/model/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the environment says about the commit and the time ---- */

enum fact { FACT_COMMIT, FACT_DIRTY, FACT_BRANCH, FACT_MEASURED_AT };

/* Names that environment files in the field use; of one fact the first that is there. */
static const struct {
    const char *key;
    enum fact fact;
} environment_facts[] = {
    { "commit", FACT_COMMIT },
    { "Commit", FACT_COMMIT },
    { "git_commit", FACT_COMMIT },
    { "dirty", FACT_DIRTY },
    { "Dirty", FACT_DIRTY },
    { "WorkingTreeDirty", FACT_DIRTY },
    { "git_dirty", FACT_DIRTY },
    { "branch", FACT_BRANCH },
    { "Branch", FACT_BRANCH },
    { "git_branch", FACT_BRANCH },
    { "measured_at", FACT_MEASURED_AT },
    { "MeasuredAt", FACT_MEASURED_AT },
    { "RecordedAtUtc", FACT_MEASURED_AT },
    { "recorded_at", FACT_MEASURED_AT },
};

static const char *said(const bd_pairs *environment, enum fact fact)
{
    for (size_t i = 0; i < BD_COUNT(environment_facts); i++) {
        if (environment_facts[i].fact != fact)
            continue;
        const char *value = bd_pairs_get(environment, environment_facts[i].key);
        if (value && value[0] != '\0' && !bd_same_word(bd_str_of(value), "unknown"))
            return value;
    }
    return NULL;
}

static bd_dirty dirty_of(const char *value)
{
    static const char *const yes[] = { "1", "true", "yes", "dirty" };
    static const char *const no[] = { "0", "false", "no", "clean" };
    for (size_t i = 0; value && i < BD_COUNT(yes); i++) {
        if (bd_same_word(bd_str_of(value), yes[i]))
            return BD_DIRTY;
        if (bd_same_word(bd_str_of(value), no[i]))
            return BD_CLEAN;
    }
    return BD_DIRTY_UNKNOWN;
}

static void take_commit(bd_run *run)
{
    bd_commit *commit = &run->commit;
    if (!commit->id)
        commit->id = said(&run->environment, FACT_COMMIT);
    if (commit->id && bd_str_ends(bd_str_of(commit->id), "-dirty")) { /* git describe --dirty */
        bd_str id = bd_str_of(commit->id);
        commit->id = bd_arena_text(&run->arena, bd_str_sub(id, 0, id.len - strlen("-dirty")));
        commit->dirty = BD_DIRTY;
    }
    if (commit->dirty == BD_DIRTY_UNKNOWN)
        commit->dirty = dirty_of(said(&run->environment, FACT_DIRTY));
    if (!commit->branch)
        commit->branch = said(&run->environment, FACT_BRANCH);
}

/* Who may say when a run was measured, the strongest first. */
static const char *const time_sources[] = { "file",   "environment", "path",
                                            "option", "event",       "commit" };

static size_t rank_of(const char *source)
{
    size_t i = 0;
    while (i < BD_COUNT(time_sources) && strcmp(time_sources[i], source ? source : "") != 0)
        i++;
    return i;
}

static void offer_time(bd_run *run, int64_t unix_ns, const char *source)
{
    bool unknown = run->measured_at_ns == BD_TIME_UNKNOWN;
    if (unix_ns == BD_TIME_UNKNOWN || (!unknown && rank_of(run->measured_from) <= rank_of(source)))
        return;
    run->measured_at_ns = unix_ns;
    run->measured_from = source;
}

/* "2026-06-27T22.14.05.123456", as names of folders spell it: colons are not allowed there. */
static bool parse_path_time(const char *text, int64_t *unix_ns)
{
    char copy[40];
    size_t len = strlen(text);
    if (len < 19 || len >= sizeof copy)
        return false;
    memcpy(copy, text, len + 1);
    if (copy[10] == '_')
        copy[10] = 'T';
    for (size_t i = 13; i <= 16; i += 3)
        if (copy[i] == '.' || copy[i] == '-' || copy[i] == '_')
            copy[i] = ':';
    return bd_time_parse((bd_str){ copy, len }, unix_ns);
}

static int64_t time_of_path(const bd_pairs *facts)
{
    static const char *const holes[] = { "measured_at", "timestamp", "time" };
    for (size_t i = 0; i < BD_COUNT(holes); i++) {
        const char *value = bd_pairs_get(facts, holes[i]);
        int64_t unix_ns;
        if (value && parse_path_time(value, &unix_ns))
            return unix_ns;
    }
    return BD_TIME_UNKNOWN;
}

static const char *shown_path(const bd_run *run, uint32_t file)
{
    return file < run->file_count ? run->files[file].path : "";
}

static void take_time(bd_run *run, bd_diagnostics *found)
{
    const char *text = said(&run->environment, FACT_MEASURED_AT);
    int64_t unix_ns = BD_TIME_UNKNOWN;
    if (text && !bd_time_parse(bd_str_of(text), &unix_ns)) {
        unix_ns = BD_TIME_UNKNOWN;
        bd_error error = BD_ERROR_INIT;
        bd_fail(&error, BD_ERR_INPUT, "\"%.60s\" in the environment is no time of measuring", text);
        bd_hint(&error, "write it like measured_at=2026-07-20T10:00:01Z");
        bd_error_in_file(&error, shown_path(run, 0));
        bd_diagnostics_add(found, BD_WARNING, &error);
    }
    offer_time(run, unix_ns, "environment");
    offer_time(run, time_of_path(&run->facts), "path");
    offer_time(run, run->commit.time_ns, "commit");
}

/* ---- one key, one point ---- */

/* A field of a key: the separators inside it are escaped, so that no two keys meet. */
static void put_field(bd_buf *out, bd_str text)
{
    size_t from = 0; /* what is not added yet */
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c != '\x1f' && c != '\x1e' && c != '\\')
            continue;
        bd_buf_put_str(out, bd_str_sub(text, from, i));
        bd_buf_putc(out, '\\');
        from = i;
    }
    bd_buf_put_str(out, bd_str_sub(text, from, text.len));
}

static int by_key(const void *a, const void *b)
{
    const bd_pair *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order != 0 ? order : strcmp(x->value, y->value);
}

static bd_pair *sorted_pairs(const bd_pairs *pairs)
{
    bd_pair *sorted = bd_alloc(pairs->count * sizeof *sorted);
    if (pairs->count > 0) {
        memcpy(sorted, pairs->items, pairs->count * sizeof *sorted);
        qsort(sorted, pairs->count, sizeof *sorted, by_key);
    }
    return sorted;
}

static bool are_sorted(const bd_pairs *pairs)
{
    for (size_t i = 1; i < pairs->count; i++)
        if (by_key(&pairs->items[i - 1], &pairs->items[i]) > 0)
            return false;
    return true;
}

void bd_point_key(const bd_point *point, bd_buf *out)
{
    put_field(out, bd_str_of(point->benchmark));
    bd_buf_putc(out, '\x1f');
    put_field(out, bd_metric_bare(bd_str_of(point->metric)));
    bd_buf_putc(out, '\x1f');
    put_field(out, bd_str_of(point->mode));
    bd_buf_putc(out, '\x1f');
    bd_number_text(bd_int(point->threads), out);
    bd_pair *sorted = are_sorted(&point->params) ? NULL : sorted_pairs(&point->params);
    const bd_pair *pairs = sorted ? sorted : point->params.items;
    for (size_t i = 0; i < point->params.count; i++) {
        bd_buf_putc(out, '\x1f');
        put_field(out, bd_str_of(pairs[i].key));
        bd_buf_putc(out, '\x1e');
        put_field(out, bd_str_of(pairs[i].value));
    }
    free(sorted);
}

/* "results.json:12:5", or the place in the list where the format has no lines */
static void put_place(const bd_run *run, size_t index, bd_buf *out)
{
    const bd_source *source = &run->points[index].source;
    bd_buf_puts(out, shown_path(run, source->file));
    if (source->line > 0)
        bd_buf_printf(out, ":%d:%d", source->line, source->column);
    else
        bd_buf_printf(out, " (point %zu)", index + 1);
}

static void report_twice(const bd_run *run, size_t first, size_t second, bd_diagnostics *found)
{
    const bd_point *p = &run->points[second];
    bd_error error = BD_ERROR_INIT;
    bd_buf place = BD_BUF_INIT, what = BD_BUF_INIT;
    put_place(run, first, &place);
    bd_buf_printf(&what, "\"%.120s\", %.60s", p->benchmark ? p->benchmark : "", p->metric);
    if (p->mode)
        bd_buf_printf(&what, ", mode %.20s", p->mode);
    for (size_t i = 0; i < p->params.count && what.len < 250; i++)
        bd_buf_printf(&what, ", %.40s=%.40s", p->params.items[i].key, p->params.items[i].value);
    bd_fail(&error, BD_ERR_INPUT, "%s stands twice in one run: here and at %s", bd_buf_text(&what),
            bd_buf_text(&place));
    bd_hint(&error, "remove one of the two, or keep the results of each run in a file of its own");
    bd_error_at(&error, shown_path(run, p->source.file), p->source.line, p->source.column);
    if (p->source.path && strlen(p->source.path) < sizeof error.path)
        memcpy(error.path, p->source.path, strlen(p->source.path) + 1);
    bd_diagnostics_add(found, BD_ERROR, &error);
    bd_buf_release(&what);
    bd_buf_release(&place);
}

/* Points by their keys, of which only the hashes are kept: keys take more than a run's file. */
typedef struct seen {
    const bd_run *run;
    uint64_t *hashes; /* of its points so far */
    uint32_t *slots;  /* index + 1, 0 = free */
    size_t mask;
    bd_buf key, other;
} seen;

static bool has_key(seen *s, size_t index)
{
    bd_buf_clear(&s->other);
    bd_point_key(&s->run->points[index], &s->other);
    return bd_str_eq(bd_buf_str(&s->other), bd_buf_str(&s->key));
}

/* @return the point of the same key before it, else itself */
static size_t first_of(seen *s, size_t index)
{
    bd_buf_clear(&s->key);
    bd_point_key(&s->run->points[index], &s->key);
    uint64_t hash = s->hashes[index] = bd_hash(bd_buf_str(&s->key));
    size_t slot = (size_t)hash & s->mask;
    for (; s->slots[slot] != 0; slot = (slot + 1) & s->mask) {
        size_t there = s->slots[slot] - 1;
        if (s->hashes[there] == hash && has_key(s, there))
            return there;
    }
    s->slots[slot] = (uint32_t)index + 1;
    return index;
}

static bool no_point_twice(const bd_run *run, bd_diagnostics *found)
{
    bool ok = true;
    size_t slots = 16;
    while (slots < run->point_count * 2)
        slots *= 2;
    seen s = { .run = run,
               .hashes = bd_alloc(run->point_count * sizeof *s.hashes),
               .slots = bd_alloc(slots * sizeof *s.slots),
               .mask = slots - 1 };
    for (size_t i = 0; i < run->point_count; i++) {
        size_t first = first_of(&s, i);
        if (first == i)
            continue;
        report_twice(run, first, i, found);
        ok = false;
    }
    free(s.hashes);
    free(s.slots);
    bd_buf_release(&s.key);
    bd_buf_release(&s.other);
    return ok;
}

/* ---- the id ---- */

/* Everything that makes the run this run, and nothing that tells where it lies:
 * the same files at another path are the same run. */
const char *bd_run_id_in(const bd_run *run, const char *suite, bd_arena *arena)
{
    size_t count = 0, capacity = run->file_count + 2 * run->environment.count + 8;
    bd_str *parts = bd_alloc(capacity * sizeof *parts);
    bd_pair *environment = sorted_pairs(&run->environment);
    bd_buf time = BD_BUF_INIT;
    parts[count++] = BD_STR("benchdoc run 1");
    for (size_t i = 0; i < run->file_count; i++)
        parts[count++] = bd_str_of(run->files[i].digest.hex);
    parts[count++] = BD_STR("suite");
    parts[count++] = bd_str_of(suite);
    parts[count++] = BD_STR("commit");
    parts[count++] = bd_str_of(run->commit.id);
    if (run->measured_from && strcmp(run->measured_from, "file") == 0) {
        bd_time_text(run->measured_at_ns, &time); /* a history file holds many runs */
        parts[count++] = BD_STR("measured");
        parts[count++] = bd_buf_str(&time);
    }
    parts[count++] = BD_STR("environment");
    for (size_t i = 0; i < run->environment.count; i++) {
        parts[count++] = bd_str_of(environment[i].key);
        parts[count++] = bd_str_of(environment[i].value);
    }
    bd_digest digest = bd_sha256_parts(parts, count);
    bd_buf_release(&time);
    free(environment);
    free(parts);
    return bd_arena_strdup(arena, digest.hex);
}

bool bd_run_seal(bd_run *run, bd_diagnostics *found)
{
    take_commit(run);
    take_time(run, found);
    if (!run->id)
        run->id = bd_run_id_in(run, run->suite, &run->arena);
    return no_point_twice(run, found);
}
