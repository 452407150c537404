/* What every reader needs: a fresh run with what is known before the file is read,
 * sources, members that nobody maps, and a look at bytes that are no text. */
#include "core/base/utf8.h"
#include "ingest/internal.h"

#include <string.h>

bd_str bd_text_without_bom(bd_str bytes)
{
    return bd_str_starts(bytes, "\xEF\xBB\xBF") ? bd_str_sub(bytes, 3, bytes.len) : bytes;
}

bool bd_text_is_foreign(bd_str bytes, const char **what, const char **hint)
{
    static const struct {
        bd_str start;
        const char *what, *hint;
    } kinds[] = {
        { { "\xFF\xFE", 2 },
          "this is UTF-16 (little endian), not UTF-8",
          "save it as UTF-8; in PowerShell: Out-File -Encoding utf8" },
        { { "\xFE\xFF", 2 }, "this is UTF-16 (big endian), not UTF-8", "save it as UTF-8" },
        { { "\x1F\x8B", 2 }, "this is compressed by gzip", "unpack it first: gunzip FILE" },
        { { "PK\x03\x04", 4 }, "this is a ZIP archive", "unpack it first: unzip FILE" },
        { { "\x28\xB5\x2F\xFD", 4 },
          "this is compressed by zstd",
          "unpack it first: zstd -d FILE" },
    };
    for (size_t i = 0; i < BD_COUNT(kinds); i++)
        if (bd_str_eq(bd_str_sub(bytes, 0, kinds[i].start.len), kinds[i].start)) {
            *what = kinds[i].what;
            *hint = kinds[i].hint;
            return true;
        }
    return false;
}

ptrdiff_t bd_text_problem(bd_str text)
{
    size_t valid = bd_utf8_valid_length(text);
    const char *nul = valid > 0 ? memchr(text.ptr, '\0', valid) : NULL;
    if (nul)
        return nul - text.ptr;
    return valid < text.len ? (ptrdiff_t)valid : -1;
}

static void add_missing(bd_pairs *to, bd_arena *arena, const bd_pairs *from)
{
    for (size_t i = 0; from && i < from->count; i++)
        if (!bd_pairs_get(to, from->items[i].key))
            bd_pairs_set(to, arena, bd_str_of(from->items[i].key), bd_str_of(from->items[i].value));
}

/* Does one id abbreviate the other, or are they the same? */
static bool same_commit(const char *a, const char *b)
{
    bd_str x = bd_str_trim(bd_str_of(a)), y = bd_str_trim(bd_str_of(b));
    size_t shorter = x.len < y.len ? x.len : y.len;
    return shorter > 0 && bd_str_eq(bd_str_sub(x, 0, shorter), bd_str_sub(y, 0, shorter));
}

static void fill_commit(bd_commit *to, bd_arena *arena, const bd_commit *from)
{
    const struct {
        const char **to, *from;
    } texts[] = {
        { &to->id, from->id },
        { &to->message, from->message },
        { &to->branch, from->branch },
        { &to->url, from->url },
        { &to->author.name, from->author.name },
        { &to->author.email, from->author.email },
        { &to->author.username, from->author.username },
        { &to->committer.name, from->committer.name },
        { &to->committer.email, from->committer.email },
        { &to->committer.username, from->committer.username },
    };
    for (size_t i = 0; i < BD_COUNT(texts); i++)
        if (!*texts[i].to)
            *texts[i].to = bd_arena_strdup(arena, texts[i].from);
    if (to->time_ns == BD_TIME_UNKNOWN)
        to->time_ns = from->time_ns;
    if (to->dirty == BD_DIRTY_UNKNOWN)
        to->dirty = from->dirty;
}

/* A commit that the file names itself wins; what is stated describes it only when it
 * is the same one (yesterday's file, ingested by today's push). */
static void apply_commit(bd_run *run, const bd_commit *stated)
{
    const char *own = run->commit.id ? run->commit.id : bd_pairs_get(&run->environment, "commit");
    if (own && *own && stated->id && !same_commit(own, stated->id))
        return;
    bd_commit filled = *stated;
    if (own && *own)
        filled.id = run->commit.id; /* from the environment, when the run is sealed */
    if (bd_pairs_get(&run->environment, "branch"))
        filled.branch = NULL;
    if (bd_pairs_get(&run->environment, "dirty"))
        filled.dirty = BD_DIRTY_UNKNOWN;
    fill_commit(&run->commit, &run->arena, &filled);
}

void bd_reading_apply_stated(bd_reading *reading, bd_run *run)
{
    const bd_ingest_input *in = reading->in;
    if (in->commit)
        apply_commit(run, in->commit);
    add_missing(&run->environment, &run->arena, in->environment);
    add_missing(&run->facts, &run->arena, in->facts);
    if (run->measured_at_ns == BD_TIME_UNKNOWN && in->measured_at_ns != 0) {
        run->measured_at_ns = in->measured_at_ns; /* sealing knows which source is stronger */
        run->measured_from = bd_arena_strdup(&run->arena, in->measured_from);
    }
}

const bd_digest *bd_reading_digest(bd_reading *reading)
{
    if (reading->hashing)
        reading->digest = bd_sha256_end(reading->hashing);
    reading->hashing = NULL;
    return &reading->digest;
}

void bd_reading_add_file(bd_reading *reading, bd_run *run)
{
    uint32_t place = bd_run_add_file(run, reading->in->file->path, BD_STR(""));
    run->files[place].digest = *bd_reading_digest(reading);
    run->files[place].bytes = reading->in->file->bytes.len;
}

static size_t points_max(const bd_reading *reading)
{
    return reading->in->max_points ? reading->in->max_points : BD_POINTS_MAX;
}

bool bd_reading_may_have(const bd_reading *reading, size_t points, int line, int column,
                         bd_error *err)
{
    if (points <= points_max(reading))
        return true;
    bd_fail(err, BD_ERR_INPUT, "more than %zu results in one file", points_max(reading));
    bd_hint(err, "is it the output of one run? split it: a file for each run, or for a part of "
                 "the benchmarks");
    return bd_error_at(err, "", line, column);
}

bd_run *bd_reading_new_run(bd_reading *reading, const bd_reader *reader)
{
    const bd_ingest_input *in = reading->in;
    bd_run *run = bd_run_new();
    bd_runs_add(reading->runs, run);
    run->suite = bd_arena_strdup(&run->arena, in->suite ? in->suite : reader->format.name);
    run->format = reader->format.name;
    run->point_max = points_max(reading);
    bd_reading_add_file(reading, run);
    const bd_ingest_file *environment = bd_reading_environment(reading);
    if (environment) {
        bd_run_add_file(run, environment->path, environment->bytes);
        bd_environment_read(environment, &run->arena, &run->environment, reading->found);
    }
    bd_reading_apply_stated(reading, run);
    return run;
}

bd_source bd_source_of(const bd_json *at, bd_run *run)
{
    bd_source source = { .file = 0 };
    bd_buf path = BD_BUF_INIT;
    bd_json_position(at, &source.line, &source.column);
    bd_json_path(at, &path);
    source.path = bd_arena_text(&run->arena, bd_buf_str(&path));
    bd_buf_release(&path);
    return source;
}

bd_spot bd_spot_of(const bd_json *at, const bd_source *own, bd_run *run)
{
    bd_source whole = { .file = 0 };
    bd_buf path = BD_BUF_INIT;
    bd_json_position(at, &whole.line, &whole.column);
    bd_json_path(at, &path);
    whole.path = bd_buf_text(&path);
    bd_spot spot = bd_spot_beside(&whole, own);
    spot.rest = bd_arena_strdup(&run->arena, spot.rest);
    bd_buf_release(&path);
    return spot;
}

void bd_keep_value(const bd_json *at, bd_buf *out)
{
    bd_json_type type = bd_json_typeof(at);
    if (type != BD_JSON_ARRAY && type != BD_JSON_OBJECT) {
        if (type == BD_JSON_NAN)
            bd_json_quote(bd_json_raw(at), out);
        else
            bd_json_compact(at, out);
        return;
    }
    bd_json item;
    bd_buf scratch = BD_BUF_INIT;
    bd_buf_putc(out, type == BD_JSON_ARRAY ? '[' : '{');
    for (bool more = bd_json_first(at, &item), first = true; more; more = bd_json_next(&item)) {
        if (!first)
            bd_buf_putc(out, ',');
        first = false;
        if (type == BD_JSON_OBJECT) {
            bd_json_quote(bd_json_key(&item, &scratch), out);
            bd_buf_putc(out, ':');
        }
        bd_keep_value(&item, out);
    }
    bd_buf_putc(out, type == BD_JSON_ARRAY ? ']' : '}');
    bd_buf_release(&scratch);
}

void bd_keep_rest(const bd_json *member, bd_buf *rest)
{
    bd_buf scratch = BD_BUF_INIT;
    if (rest->len > 0)
        rest->data[rest->len - 1] = ','; /* the brace that ended it so far */
    else
        bd_buf_putc(rest, '{');
    bd_json_quote(bd_json_key(member, &scratch), rest);
    bd_buf_putc(rest, ':');
    bd_keep_value(member, rest);
    bd_buf_putc(rest, '}');
    bd_buf_release(&scratch);
}

bool bd_member_name(const bd_json *member, bd_buf *scratch, bd_str *out, bd_error *err)
{
    *out = bd_json_key(member, scratch);
    return !memchr(out->ptr, '\0', out->len)
           || bd_json_fail(member, err, "U+0000 in a name, which no benchmark has");
}

const char *bd_rest_text(const bd_buf *rest, bd_arena *arena)
{
    return rest->len > 0 ? bd_arena_text(arena, bd_buf_str(rest)) : NULL;
}
