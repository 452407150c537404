/* What a bundle of a stranger may hold: see bundle.h. */
#include "cli/bundle.h"
#include "core/json/json.h"

#include <string.h>

/* ---- texts ---- */

typedef struct walk {
    bd_buf scratch;
    bool is_rest; /* below a member "rest", which is whatever a tool wrote */
    size_t runs, points;
} walk;

/* A character that ends a line, moves a cursor, or turns the order of letters round; NULL =
 * there is none. */
static const char *forbidden(bd_str text, bool lines)
{
    for (size_t i = 0; i < text.len; i++) {
        const unsigned char *at = (const unsigned char *)text.ptr + i;
        size_t left = text.len - i;
        if (lines && (at[0] == '\n' || at[0] == '\r' || at[0] == '\t'))
            continue;
        if (at[0] == '\n' || at[0] == '\r')
            return "a line end";
        if (at[0] < 0x20 || at[0] == 0x7F || (left > 1 && at[0] == 0xC2 && at[1] < 0xA0))
            return "a control character";
        if (left < 3 || at[0] != 0xE2)
            continue;
        if (at[1] == 0x80 && at[2] >= 0xA8 && at[2] <= 0xAE) /* U+2028…202E */
            return at[2] < 0xAA ? "a line end" : "a control of the order of letters";
        if (at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9) /* U+2066…2069 */
            return "a control of the order of letters";
    }
    return NULL;
}

static bool is_one_of(const bd_json *at, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (at->key > 0 && bd_json_key_is(at, names[i]))
            return true;
    return false;
}

static bool check_text(const bd_json *at, bd_str text, size_t max, bool lines, bd_error *err)
{
    const char *bad = forbidden(text, lines);
    if (bad)
        return bd_json_fail(at, err, "%s in a text of a bundle", bad);
    return text.len <= max
           || bd_json_fail(at, err, "longer than the %zu bytes that a bundle may have here", max);
}

static bool check_string(walk *w, const bd_json *at, bd_error *err)
{
    static const char *const names[] = { "suite", "benchmark", "metric", "unit",  "mode",
                                         "name",  "tool",      "format", "branch" };
    static const char *const long_ones[] = { "extra", "range", "message", "reason" };
    bd_str text;
    if (!bd_json_string(at, &w->scratch, &text, err))
        return false;
    bool is_long = w->is_rest || is_one_of(at, long_ones, BD_COUNT(long_ones));
    bool is_name = !is_long && is_one_of(at, names, BD_COUNT(names));
    size_t max = is_name ? BD_BUNDLE_NAME_MAX : is_long ? BD_BUNDLE_LONG_MAX : BD_BUNDLE_TEXT_MAX;
    return check_text(at, text, max, is_long, err);
}

/* Counted before anything is made of them: a run of 14 bytes becomes one of 16 kilobytes. */
static bool count_items(walk *w, const bd_json *at, bd_error *err)
{
    size_t count = bd_json_count(at);
    bool named = at->key > 0 && !w->is_rest;
    if (named && bd_json_key_is(at, "runs"))
        w->runs += count;
    if (named && bd_json_key_is(at, "points"))
        w->points += count;
    if (w->runs > BD_BUNDLE_RUNS_MAX)
        return bd_json_fail(at, err, "%zu runs; a bundle has at most %d", w->runs,
                            BD_BUNDLE_RUNS_MAX);
    return w->points <= BD_BUNDLE_POINTS_MAX
           || bd_json_fail(at, err, "%zu points; a bundle has at most %d", w->points,
                           BD_BUNDLE_POINTS_MAX);
}

/* As deep as BD_BUNDLE_DEPTH_MAX lets it. */
static bool check_value(walk *w, const bd_json *at, bd_error *err)
{
    bd_json item;
    bool was_rest = w->is_rest, ok = true;
    if (bd_json_typeof(at) == BD_JSON_STRING)
        return check_string(w, at, err);
    if (!count_items(w, at, err))
        return false;
    w->is_rest = was_rest || (at->key > 0 && bd_json_key_is(at, "rest"));
    bool has_keys = bd_json_typeof(at) == BD_JSON_OBJECT;
    for (bool more = bd_json_first(at, &item); ok && more; more = ok && bd_json_next(&item)) {
        if (has_keys)
            ok = check_text(&item, bd_json_key(&item, &w->scratch), BD_BUNDLE_NAME_MAX, false, err);
        ok = ok && check_value(w, &item, err);
    }
    w->is_rest = was_rest;
    return ok;
}

bool bd_bundle_check(bd_str text, bd_error *err)
{
    static const bd_json_options options = { .max_depth = BD_BUNDLE_DEPTH_MAX,
                                             .max_tokens = BD_BUNDLE_TOKENS_MAX };
    bd_json_doc *doc = NULL;
    walk w = { .scratch = BD_BUF_INIT };
    if (text.len > BD_BUNDLE_BYTES_MAX)
        return bd_fail(err, BD_ERR_INPUT, "a bundle for another job has at most %d MiB",
                       BD_BUNDLE_BYTES_MAX >> 20);
    if (!bd_json_parse(text, &options, &doc, err))
        return false;
    bd_json root = bd_json_root(doc);
    bool ok = check_value(&w, &root, err);
    bd_buf_release(&w.scratch);
    bd_json_free(doc);
    return ok;
}

/* ---- runs ---- */

enum { DAY_S = 24 * 60 * 60, EARLIEST_S = 946684800 /* 2000-01-01 */ };

static bool is_time(int64_t ns, int64_t now_ns)
{
    const int64_t second = 1000000000;
    return ns == BD_TIME_UNKNOWN
           || (ns / second >= EARLIEST_S && ns / second <= now_ns / second + DAY_S);
}

static bool check_times(const bd_run *run, int64_t now_ns, bd_error *err)
{
    if (is_time(run->measured_at_ns, now_ns) && is_time(run->commit.time_ns, now_ns))
        return true;
    bd_hint(err, "is the clock right where it was measured, and here?");
    return bd_fail(err, BD_ERR_INPUT, "a run of '%s' says a time before 2000 or in the future",
                   run->suite);
}

static bool check_whole(const bd_run *run, bd_error *err)
{
    if (run->outcome != BD_OUTCOME_OK || run->commit.dirty == BD_DIRTY) {
        bd_hint(err, "`benchdoc bundle` writes no such run");
        return bd_fail(err, BD_ERR_INPUT, "a run of '%s' is %s", run->suite,
                       run->commit.dirty == BD_DIRTY ? "dirty" : "incomplete");
    }
    return true;
}

/* All runs of the head are of one commit, whose id is whole. */
static bool check_commit(bd_bundle *bundle, const bd_run *run, bd_error *err)
{
    const char *id = run->commit.id;
    if (!bd_is_commit_id(id)) {
        bd_hint(err, "a commit's id has 40 hex digits; a name could mean another one tomorrow");
        return bd_fail(err, BD_ERR_INPUT, "a run of '%s' does not say the id of its commit",
                       run->suite);
    }
    if (!bundle->commit)
        bundle->commit = bd_arena_strdup(&bundle->arena, id);
    if (strcmp(bundle->commit, id) == 0)
        return true;
    bd_hint(err, "a bundle is of one commit");
    return bd_fail(err, BD_ERR_INPUT, "runs of two commits, %.7s and %.7s", bundle->commit, id);
}

/* What stands there in place of an id must not reach git. */
static bool check_base(const bd_run *run, bd_error *err)
{
    enum { SHORTEST = 7 };
    const char *id = run->commit.id;
    size_t n = id ? strspn(id, "0123456789abcdef") : 0;
    if (!id || (id[n] == '\0' && n >= SHORTEST))
        return true;
    return bd_fail(err, BD_ERR_INPUT, "a run of the base says '%s' for its commit, which is no id",
                   id);
}

bool bd_bundle_check_runs(bd_bundle *bundle, const bd_runs *runs, int64_t now_ns, bd_error *err)
{
    const bd_runs *bases = &bundle->bases;
    if (runs->count == 0)
        return bd_fail(err, BD_ERR_INPUT, "there is no run in the bundle");
    if (bundle->commit && !bd_is_commit_id(bundle->commit))
        return bd_fail(err, BD_ERR_INPUT, "the bundle says '%s' for its commit, which is no id",
                       bundle->commit);
    for (size_t i = 0; i < runs->count; i++)
        if (!check_commit(bundle, runs->items[i], err) || !check_whole(runs->items[i], err)
            || !check_times(runs->items[i], now_ns, err))
            return false;
    for (size_t i = 0; i < bases->count; i++)
        if (!check_base(bases->items[i], err) || !check_times(bases->items[i], now_ns, err))
            return false;
    return true;
}
