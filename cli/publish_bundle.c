/* A bundle: runs that could not be pushed, or that another job shall push, and where they
 * should go. It is interchange JSON, so that `benchdoc table` and others read it, too. */
#include "cli/publish.h"
#include "core/json/json.h"
#include "ingest/ingest.h"

#include <string.h>

#define MEMBER "benchdoc.bundle"
enum { VERSION = 1, TEXT_MAX = 1 << 20 };

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

void bd_bundle_write(const bd_bundle *bundle, const bd_runs *runs, bd_buf *out)
{
    bd_buf header = BD_BUF_INIT;
    bd_buf_puts(&header, "\"" MEMBER "\": ");
    bd_json_writer w = bd_json_writer_to(&header, 0);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "version");
    bd_json_put_int(&w, VERSION);
    put_text(&w, "branch", bundle->branch);
    put_text(&w, "repo_url", bundle->repo_url);
    put_entries(&w, "to", &bundle->to);
    put_entries(&w, "name", &bundle->names);
    if (bundle->head_commit) {
        bd_json_put_key(&w, "head_commit");
        bd_json_put_raw(&w, bd_str_of(bundle->head_commit));
    }
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
           && (version == VERSION
               || bd_json_fail(at, err, "a bundle of version %d; this benchdoc reads %d",
                               (int)version, VERSION));
}

static bool take_member(const bd_json *at, bd_bundle *out, bd_error *err)
{
    bd_arena *arena = &out->arena;
    if (bd_json_key_is(at, "version"))
        return take_version(at, err);
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

static bool read_header(bd_str bytes, bd_bundle *out, bd_error *err)
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
        ok = take_member(&item, out, err);
    bd_json_free(doc);
    return ok;
}

bool bd_bundle_read(bd_ctx *ctx, const char *path, bd_bundle *out, bd_runs *runs)
{
    bd_buf bytes = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bool ok = bd_file_read(path, BD_RESULT_BYTES_MAX, &bytes, &err)
              && read_header(bd_buf_str(&bytes), out, &err);
    if (!ok) {
        bd_hint(&err, "a bundle is what `benchdoc publish` left behind, or --write-bundle wrote");
        bd_error_in_file(&err, path);
        bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
    } else {
        bd_ingest_file file = { path, bd_buf_str(&bytes) };
        bd_ingest_input in = { .file = &file, .format = "benchdoc" };
        ok = bd_ingest(&in, runs, &ctx->found);
    }
    bd_buf_release(&bytes);
    return ok;
}

void bd_bundle_release(bd_bundle *bundle)
{
    bd_arena_release(&bundle->arena);
}
