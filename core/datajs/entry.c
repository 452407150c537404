/* Runs → entries as github-action-benchmark writes them: keys, their order, texts. */
#include "core/datajs/suites.h"

#include <string.h>

/* ---- the text ---- */

static void put_bench(bd_json_writer *w, const bd_datajs_bench *bench, bool range_first)
{
    bd_json_open(w, '{');
    bd_json_put_key(w, "name");
    bd_json_put_text(w, bench->name);
    bd_json_put_key(w, "value");
    if (bd_number_finite(bench->value))
        bd_json_put_number(w, bench->value, false);
    else
        bd_json_put_raw(w, bd_str_of(bench->no_number ? bench->no_number : "null"));
    for (int i = 0; i < 2; i++) {
        bool range = (i == 0) == range_first;
        const char *text = range ? bench->range : bench->unit;
        if (!text)
            continue;
        bd_json_put_key(w, range ? "range" : "unit");
        if (range && bench->range_is_number)
            bd_json_put_raw(w, bd_str_of(text));
        else
            bd_json_put_text(w, text);
    }
    if (bench->extra) {
        bd_json_put_key(w, "extra");
        bd_json_put_text(w, bench->extra);
    }
    if (bench->direction) {
        bd_json_put_key(w, "direction");
        bd_json_put_text(w, bench->direction);
    }
    bd_json_close(w, '}');
}

bd_str bd_datajs_entry_text(const bd_datajs_entry *entry, const bd_datajs_bench *benches,
                            bd_arena *arena)
{
    bd_buf text = BD_BUF_INIT;
    bd_json_writer w = bd_json_writer_to(&text, 0);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "commit");
    bd_json_put_raw(&w, entry->commit);
    bd_json_put_key(&w, "date");
    bd_json_put_int(&w, entry->date_ms);
    bd_json_put_key(&w, "tool");
    bd_json_put_text(&w, entry->tool);
    bd_json_put_key(&w, "benches");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < entry->bench_count; i++)
        put_bench(&w, &benches[i], entry->range_first);
    bd_json_close(&w, ']');
    if (entry->own.len > 0) {
        bd_json_put_key(&w, "benchdoc");
        bd_json_put_raw(&w, entry->own);
    }
    bd_json_close(&w, '}');
    bd_str made = { bd_arena_copy(arena, text.data, text.len), text.len };
    bd_buf_release(&text);
    return made;
}

/* ---- the commit ---- */

/* The kept JSON of a run's `rest`: what its own data.js said of the commit. */
typedef struct kept {
    bd_json_doc *doc; /* owned */
    bd_json root, commit;
    bool has_commit;
} kept;

static void open_kept(const bd_run *run, kept *k)
{
    bd_error none = BD_ERROR_INIT;
    *k = (kept){ 0 };
    if (!run->rest || !bd_json_parse(bd_str_of(run->rest), NULL, &k->doc, &none))
        return;
    k->root = bd_json_root(k->doc);
    k->has_commit = bd_json_member(&k->root, "commit", &k->commit)
                    && bd_json_typeof(&k->commit) == BD_JSON_OBJECT;
}

static void put_member_text(bd_json_writer *w, const char *key, const char *text)
{
    if (!text)
        return;
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void put_person(bd_json_writer *w, const char *key, const bd_person *person)
{
    bd_json_put_key(w, key);
    bd_json_open(w, '{');
    put_member_text(w, "email", person->email);
    put_member_text(w, "name", person->name);
    put_member_text(w, "username", person->username);
    bd_json_close(w, '}');
}

static void put_raw(bd_json_writer *w, const bd_json *member)
{
    bd_buf text = BD_BUF_INIT, key = BD_BUF_INIT;
    bd_json_stringify(member, &text);
    bd_json_put_key_str(w, bd_json_key(member, &key));
    bd_json_put_raw(w, bd_buf_str(&text));
    bd_buf_release(&text);
    bd_buf_release(&key);
}

static void put_url(bd_json_writer *w, const bd_commit *commit, const char *repo_url)
{
    bd_buf url = BD_BUF_INIT;
    if (commit->url)
        bd_buf_puts(&url, commit->url);
    else if (repo_url)
        bd_buf_printf(&url, "%s/commit/%s", repo_url, commit->id ? commit->id : "");
    bd_json_put_key(w, "url");
    bd_json_put_str(w, bd_buf_str(&url));
    bd_buf_release(&url);
}

static void put_timestamp(bd_json_writer *w, int64_t time_ns)
{
    bd_buf text = BD_BUF_INIT;
    bd_time_text(time_ns, &text);
    bd_json_put_key(w, "timestamp");
    bd_json_put_str(w, bd_buf_str(&text));
    bd_buf_release(&text);
}

enum { AUTHOR, COMMITTER, DISTINCT, ID, MESSAGE, TIMESTAMP, TREE_ID, URL, COMMIT_KEYS };

static const char *const commit_keys[COMMIT_KEYS] = { "author",  "committer", "distinct", "id",
                                                      "message", "timestamp", "tree_id",  "url" };

static void put_commit_member(bd_json_writer *w, int key, const bd_commit *c, const char *repo_url)
{
    bool no_committer = !c->committer.name && !c->committer.email && !c->committer.username;
    if (key == AUTHOR)
        put_person(w, "author", &c->author);
    else if (key == COMMITTER) /* the action's page reads it without asking */
        put_person(w, "committer", no_committer ? &c->author : &c->committer);
    else if (key == ID)
        put_member_text(w, "id", c->id ? c->id : "");
    else if (key == MESSAGE)
        put_member_text(w, "message", c->message ? c->message : "");
    else if (key == TIMESTAMP && c->time_ns != BD_TIME_UNKNOWN)
        put_timestamp(w, c->time_ns);
    else if (key == URL)
        put_url(w, c, repo_url);
}

static bool is_commit_key(const bd_json *member)
{
    for (int i = 0; i < COMMIT_KEYS; i++)
        if (bd_json_key_is(member, commit_keys[i]))
            return true;
    return false;
}

static void put_commit(const bd_run *run, const kept *k, const char *repo_url, bd_buf *out)
{
    bd_json member;
    bd_json_writer w = bd_json_writer_to(out, 0);
    bd_json_open(&w, '{');
    for (int i = 0; i < COMMIT_KEYS; i++) {
        if (k->has_commit && bd_json_member(&k->commit, commit_keys[i], &member))
            put_raw(&w, &member);
        else
            put_commit_member(&w, i, &run->commit, repo_url);
    }
    for (bool more = k->has_commit && bd_json_first(&k->commit, &member); more;
         more = bd_json_next(&member))
        if (!is_commit_key(&member))
            put_raw(&w, &member);
    bd_json_close(&w, '}');
}

/* The push event's own words, where they are about this commit. */
static bool put_head_commit(const bd_run *run, const char *head_commit, bd_buf *out)
{
    bd_json_doc *doc = NULL;
    bd_error none = BD_ERROR_INIT;
    bd_arena arena = BD_ARENA_INIT;
    bd_str id;
    const bd_json_options options = { .keep_duplicate_keys = true };
    bool ok = head_commit && run->commit.id
              && bd_json_parse(bd_str_of(head_commit), &options, &doc, &none);
    if (ok) {
        bd_json root = bd_json_root(doc);
        ok = bd_datajs_text_member(&root, "id", &arena, &id) && bd_str_is(id, run->commit.id);
        if (ok)
            bd_json_stringify(&root, out);
    }
    bd_json_free(doc);
    bd_arena_release(&arena);
    return ok;
}

/* ---- points ---- */

/* How the action takes its tools: benchmark-action/github-action-benchmark 1.22. */
static const struct tool {
    const char *name;
    bool bigger, range_first;
} tools[] = {
    { "customSmallerIsBetter", false, true },
    { "customBiggerIsBetter", true, true },
    { "jmh", false, false },
    { "cargo", false, true },
    { "go", false, false },
    { "benchmarkjs", true, true },
    { "benchmarkluau", false, false },
    { "pytest", true, false },
    { "googlecpp", false, false },
    { "catch2", false, true },
    { "julia", false, false },
    { "benchmarkdotnet", false, false },
};

bd_direction bd_datajs_direction_of(const bd_point *p)
{
    if (p->direction != BD_DIRECTION_UNKNOWN)
        return p->direction;
    return bd_meaning_of(bd_str_of(p->metric), bd_str_of(p->unit), p->value).direction;
}

bool bd_datajs_is_source(const bd_run *run)
{
    return run->format
           && (strcmp(run->format, "data.js") == 0 || strcmp(run->format, "data.json") == 0);
}

/* A format that the action does not read is a custom array to it: the bigger kind when
 * nothing in it is better smaller. */
static const struct tool *tool_of(const bd_run *run, const bd_point *const *points, size_t count)
{
    bool bigger = false, smaller = false;
    const char *name = bd_datajs_is_source(run) ? run->tool : run->format;
    for (size_t i = 0; name && i < BD_COUNT(tools); i++)
        if (strcmp(tools[i].name, name) == 0)
            return &tools[i];
    for (size_t i = 0; i < count; i++) {
        bigger |= bd_datajs_direction_of(points[i]) == BD_BIGGER_IS_BETTER;
        smaller |= bd_datajs_direction_of(points[i]) == BD_SMALLER_IS_BETTER;
    }
    return &tools[bigger && !smaller];
}

/* Of the whole entry: which run, on what. */
static bd_str own_member(const bd_run *run, const kept *k, bd_arena *arena)
{
    bd_buf text = BD_BUF_INIT;
    bd_json own;
    if (k->doc && bd_json_member(&k->root, "benchdoc", &own)) {
        bd_json_stringify(&own, &text);
    } else {
        bd_json_writer w = bd_json_writer_to(&text, 0);
        bd_json_open(&w, '{');
        put_member_text(&w, "run", run->id);
        put_member_text(&w, "cpu", bd_pairs_get(&run->environment, "cpu"));
        put_member_text(&w, "backend", bd_pairs_get(&run->environment, "backend"));
        bd_json_close(&w, '}');
    }
    bd_str made = { bd_arena_copy(arena, text.data, text.len), text.len };
    bd_buf_release(&text);
    return made;
}

static const char *kept_run_id(const bd_run *run, const kept *k, bd_arena *arena)
{
    bd_json own;
    bd_str id;
    if (k->doc && bd_json_member(&k->root, "benchdoc", &own)
        && bd_datajs_text_member(&own, "run", arena, &id))
        return bd_arena_text(arena, id);
    return run->id;
}

void bd_datajs_entry_of(const bd_run *run, const bd_point *const *points, size_t count,
                        const bd_datajs_facts *facts, bd_arena *arena, bd_datajs_entry *out)
{
    const struct tool *tool = tool_of(run, points, count);
    const bd_datajs_points from = { .run = run,
                                    .points = points,
                                    .count = count,
                                    .usual = tool->bigger ? BD_BIGGER_IS_BETTER
                                                          : BD_SMALLER_IS_BETTER,
                                    .says_direction = !facts->strict };
    bd_buf commit = BD_BUF_INIT;
    kept k;
    open_kept(run, &k);
    *out = (bd_datajs_entry){ .commit_id = run->commit.id ? run->commit.id : "",
                              .date_ms = facts->date_ms,
                              .tool = tool->name,
                              .range_first = tool->range_first,
                              .as_it_was = bd_datajs_is_source(run) };
    out->bench_count = bd_datajs_benches_of(&from, arena, &out->benches);
    if (!put_head_commit(run, facts->head_commit, &commit))
        put_commit(run, &k, facts->repo_url, &commit);
    out->commit = (bd_str){ bd_arena_copy(arena, commit.data, commit.len), commit.len };
    if (!facts->strict) {
        out->run_id = kept_run_id(run, &k, arena);
        out->own = own_member(run, &k, arena);
    }
    bd_json_free(k.doc);
    bd_buf_release(&commit);
}
