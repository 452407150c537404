/* A bundle as a file: interchange JSON, so that `benchdoc table` and others read it, too.
 *
 *     {"benchdoc.bundle": {"version": 2, "repository": "acme/widgets", "commit": "0123…",
 *                          "pull_request": 7, "base": {"runs": […]}}, "runs": […]}
 *
 * Version 1 had no base, commit, pull request and repository. */
#include "cli/bundle.h"
#include "core/json/json.h"
#include "ingest/ingest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MEMBER "benchdoc.bundle"
enum { VERSION = 2, TEXT_MAX = 1 << 20 };

/* ---- writing ---- */

static void put_text(bd_json_writer *w, const char *key, const char *text)
{
    if (!text)
        return;
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void put_entries(bd_json_writer *w, const char *key, const bd_entries *entries)
{
    bd_json_put_key(w, key);
    bd_json_open_flat(w, '{');
    for (size_t i = 0; i < entries->count; i++)
        put_text(w, entries->items[i].key.text, entries->items[i].value.text);
    bd_json_close(w, '}');
}

static void put_bases(bd_json_writer *w, const bd_runs *bases)
{
    bd_buf text = BD_BUF_INIT;
    if (bases->count == 0)
        return;
    bd_interchange_write((const bd_run *const *)bases->items, bases->count, NULL, &text);
    bd_json_put_key(w, "base");
    bd_json_put_raw(w, bd_str_trim(bd_buf_str(&text)));
    bd_buf_release(&text);
}

void bd_bundle_write(const bd_bundle *bundle, const bd_runs *runs, bd_buf *out)
{
    bd_buf header = BD_BUF_INIT;
    bd_buf_puts(&header, "\"" MEMBER "\": ");
    bd_json_writer w = bd_json_writer_to(&header, 0);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "version");
    bd_json_put_int(&w, VERSION);
    put_text(&w, "repository", bundle->repository);
    put_text(&w, "commit", bundle->commit);
    if (bundle->pull_request > 0) {
        bd_json_put_key(&w, "pull_request");
        bd_json_put_int(&w, bundle->pull_request);
    }
    put_text(&w, "branch", bundle->branch);
    put_text(&w, "repo_url", bundle->repo_url);
    if (bundle->to.count > 0)
        put_entries(&w, "to", &bundle->to);
    if (bundle->names.count > 0)
        put_entries(&w, "name", &bundle->names);
    if (bundle->head_commit) {
        bd_json_put_key(&w, "head_commit");
        bd_json_put_raw(&w, bd_str_of(bundle->head_commit));
    }
    put_bases(&w, &bundle->bases);
    bd_json_close(&w, '}');
    bd_interchange_write((const bd_run *const *)runs->items, runs->count, bd_buf_text(&header),
                         out);
    bd_buf_release(&header);
}

/* ---- reading ---- */

static bool take_text(const bd_json *at, bd_arena *arena, const char **out, bd_error *err)
{
    return bd_json_text(at, arena, out, err)
           && (strlen(*out) <= TEXT_MAX
               || bd_json_fail(at, err, "longer than a bundle's texts are"));
}

static bool take_entries(const bd_json *at, bd_arena *arena, bd_entries *out, bd_error *err)
{
    bd_json item;
    bd_buf key = BD_BUF_INIT;
    size_t capacity = bd_json_count(at);
    bool ok = bd_json_expect(at, BD_JSON_OBJECT, err);
    out->items = bd_arena_alloc(arena, (capacity + 1) * sizeof *out->items);
    for (bool more = ok && bd_json_first(at, &item); more; more = ok && bd_json_next(&item)) {
        bd_entry *entry = &out->items[out->count++];
        entry->key.text = bd_arena_text(arena, bd_json_key(&item, &key));
        ok = take_text(&item, arena, &entry->value.text, err);
    }
    bd_buf_release(&key);
    return ok;
}

static bool take_head(const bd_json *at, bd_bundle *out, bd_error *err)
{
    bd_buf json = BD_BUF_INIT;
    bool ok = bd_json_expect(at, BD_JSON_OBJECT, err);
    bd_json_compact(at, &json);
    ok = ok && (json.len <= TEXT_MAX || bd_json_fail(at, err, "larger than a commit's facts are"));
    out->head_commit = bd_arena_text(&out->arena, bd_buf_str(&json));
    bd_buf_release(&json);
    return ok;
}

static bool take_version(const bd_json *at, bd_error *err)
{
    int64_t version;
    return bd_json_int(at, &version, err)
           && ((version >= 1 && version <= VERSION)
               || bd_json_fail(at, err,
                               "a bundle of version %" PRId64 "; this benchdoc reads 1 to %d",
                               version, VERSION));
}

static bool take_number(const bd_json *at, int64_t *out, bd_error *err)
{
    return bd_json_int(at, out, err)
           && (*out > 0 || bd_json_fail(at, err, "expected the number of a pull request"));
}

/* What it is of. @return whether it is a member of that kind */
static bool take_origin(const bd_json *at, bd_bundle *out, bool *ok, bd_error *err)
{
    if (bd_json_key_is(at, "repository"))
        *ok = take_text(at, &out->arena, &out->repository, err);
    else if (bd_json_key_is(at, "commit"))
        *ok = take_text(at, &out->arena, &out->commit, err);
    else if (bd_json_key_is(at, "pull_request"))
        *ok = take_number(at, &out->pull_request, err);
    else
        return false;
    return true;
}

static bool take_member(const bd_json *at, bd_bundle *out, bd_str *base, bd_error *err)
{
    bd_arena *arena = &out->arena;
    bool ok = false;
    if (take_origin(at, out, &ok, err))
        return ok;
    if (bd_json_key_is(at, "version"))
        return take_version(at, err);
    if (bd_json_key_is(at, "base")) {
        *base = bd_json_raw(at);
        return bd_json_expect(at, BD_JSON_OBJECT, err);
    }
    if (bd_json_key_is(at, "branch"))
        return take_text(at, arena, &out->branch, err);
    if (bd_json_key_is(at, "repo_url"))
        return take_text(at, arena, &out->repo_url, err);
    if (bd_json_key_is(at, "to"))
        return take_entries(at, arena, &out->to, err);
    if (bd_json_key_is(at, "name"))
        return take_entries(at, arena, &out->names, err);
    if (bd_json_key_is(at, "head_commit"))
        return take_head(at, out, err);
    return bd_json_fail(at, err, "not a member of a bundle");
}

static bool read_header(bd_str bytes, bd_bundle *out, bd_str *base, bd_error *err)
{
    bd_json_doc *doc = NULL;
    bd_json header, item, version;
    if (!bd_json_parse(bytes, NULL, &doc, err))
        return false;
    bd_json root = bd_json_root(doc);
    bool ok = bd_json_need(&root, MEMBER, &header, err)
              && bd_json_expect(&header, BD_JSON_OBJECT, err)
              && bd_json_need(&header, "version", &version, err);
    for (bool more = ok && bd_json_first(&header, &item); more; more = ok && bd_json_next(&item))
        ok = take_member(&item, out, base, err);
    bd_json_free(doc);
    return ok;
}

/* What would be too much for this job is refused before anything else looks at it. */
static bool read_text(const char *path, const bd_event *event, bd_bundle *out, bd_str *base,
                      bd_buf *bytes, bd_error *err)
{
    bd_trust before;
    if (!bd_bundle_trust(event, out, &before, err)
        || !bd_file_read(path,
                         before == BD_TRUST_OWN ? (size_t)BD_RESULT_BYTES_MAX
                                                : (size_t)BD_BUNDLE_BYTES_MAX,
                         bytes, err))
        return false;
    bd_str text = bd_buf_str(bytes);
    if ((before != BD_TRUST_OWN && !bd_bundle_check(text, err))
        || !read_header(text, out, base, err) || !bd_bundle_trust(event, out, &out->trust, err))
        return false;
    return before != BD_TRUST_OWN || out->trust == BD_TRUST_OWN || bd_bundle_check(text, err);
}

static bool read_runs(const char *path, bd_str bytes, bd_runs *runs, bd_diagnostics *found)
{
    bd_ingest_file file = { path, bytes };
    bd_ingest_input in = { .file = &file, .format = "benchdoc" };
    return bd_ingest(&in, runs, found);
}

/* "$.runs[0]" is "$["benchdoc.bundle"].base.runs[0]" in the whole file. */
static void name_base(bd_diagnostics *found)
{
    for (size_t i = 0; i < found->count; i++) {
        bd_error *err = &found->items[i].error;
        char inner[sizeof err->path];
        if (err->path[0] != '$')
            continue;
        memcpy(inner, err->path, sizeof inner);
        snprintf(err->path, sizeof err->path, "$[\"" MEMBER "\"].base%.*s",
                 (int)(sizeof inner - sizeof MEMBER - 16), inner + 1);
    }
}

/* They stand within the bundle: what is around them becomes blanks, so that lines and columns
 * are those of the file. */
static bool read_bases(bd_ctx *ctx, const char *path, bd_str bytes, bd_str base, bd_runs *out)
{
    bd_buf text = BD_BUF_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    size_t from = base.len > 0 ? (size_t)(base.ptr - bytes.ptr) : 0;
    if (base.len == 0)
        return true;
    bd_buf_add(&text, bytes.ptr, from + base.len);
    for (size_t i = 0; i < from; i++)
        if (text.data[i] != '\n')
            text.data[i] = ' ';
    bool ok = read_runs(path, bd_buf_str(&text), out, &found);
    name_base(&found);
    bd_diagnostics_take(&ctx->found, &found);
    bd_buf_release(&text);
    return ok;
}

bool bd_bundle_open(bd_ctx *ctx, const char *path, const bd_event *event, bd_bundle *out,
                    bd_runs *runs)
{
    bd_buf bytes = BD_BUF_INIT;
    bd_str base = { 0 };
    bd_error err = BD_ERROR_INIT;
    bool ok = read_text(path, event, out, &base, &bytes, &err);
    if (!ok)
        bd_hint(&err,
                "a bundle is what `benchdoc bundle` wrote, or `benchdoc publish` left behind");
    bd_str text = bd_buf_str(&bytes);
    ok = ok && read_runs(path, text, runs, &ctx->found)
         && read_bases(ctx, path, text, base, &out->bases)
         && (out->trust == BD_TRUST_OWN || bd_bundle_verify(ctx, event, out, runs, &err));
    if (err.code != BD_OK) {
        bd_error_in_file(&err, path);
        bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
    }
    bd_buf_release(&bytes);
    return ok;
}

void bd_bundle_release(bd_bundle *bundle)
{
    bd_runs_release(&bundle->bases);
    bd_arena_release(&bundle->arena);
}
