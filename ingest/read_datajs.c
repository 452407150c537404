/* data.js of github-action-benchmark: `window.BENCHMARK_DATA = {…}`, and the same object
 * without the assignment, as external-data-json-path writes it. Each entry of each suite
 * is one run: somebody else's history, read as it stands. */
#include "core/base/map.h"
#include "core/datajs/datajs.h"
#include "ingest/datajs_bench.h"

#include <math.h>
#include <string.h>

typedef struct datajs {
    bd_reading *reading;
    bd_file_fact file; /* hashed once: there are thousands of runs in one file */
    bd_direction stated;
    bd_map seen; /* run ids */
    bd_buf text;
    size_t repeated;
} datajs;

/* ---- the commit ---- */

static bool read_person(const bd_json *at, bd_run *run, bd_person *out, bd_buf *rest, bd_error *err)
{
    bd_json member;
    bd_buf more_of_it = BD_BUF_INIT;
    bool ok = true;
    for (bool more = bd_json_first(at, &member); more && ok; more = bd_json_next(&member)) {
        const char **text = bd_json_key_is(&member, "name")       ? &out->name
                            : bd_json_key_is(&member, "email")    ? &out->email
                            : bd_json_key_is(&member, "username") ? &out->username
                                                                  : NULL;
        if (text)
            ok = bd_datajs_text(&member, &run->arena, text, &more_of_it, err);
        else
            bd_keep_rest(&member, &more_of_it);
    }
    if (more_of_it.len > 0)
        bd_keep_rest(at, rest);
    bd_buf_release(&more_of_it);
    return ok;
}

static bool read_timestamp(const bd_json *at, bd_run *run, bd_buf *rest, bd_error *err)
{
    const char *text = NULL;
    if (!bd_datajs_text(at, &run->arena, &text, rest, err))
        return false;
    if (text && !bd_time_parse(bd_str_of(text), &run->commit.time_ns)) {
        run->commit.time_ns = BD_TIME_UNKNOWN;
        bd_keep_rest(at, rest);
    }
    return true;
}

static bool read_commit_member(const bd_json *member, bd_run *run, bd_buf *rest, bd_error *err)
{
    bd_commit *commit = &run->commit;
    if (bd_json_key_is(member, "id"))
        return bd_datajs_text(member, &run->arena, &commit->id, rest, err);
    if (bd_json_key_is(member, "message"))
        return bd_datajs_text(member, &run->arena, &commit->message, rest, err);
    if (bd_json_key_is(member, "url"))
        return bd_datajs_text(member, &run->arena, &commit->url, rest, err);
    if (bd_json_key_is(member, "timestamp"))
        return read_timestamp(member, run, rest, err);
    if (bd_json_key_is(member, "author"))
        return read_person(member, run, &commit->author, rest, err);
    if (bd_json_key_is(member, "committer"))
        return read_person(member, run, &commit->committer, rest, err);
    bd_keep_rest(member, rest);
    return true;
}

static bool read_commit(const bd_json *at, bd_run *run, bd_buf *rest, bd_error *err)
{
    bd_json member;
    bd_buf own = BD_BUF_INIT;
    bool ok = bd_json_expect(at, BD_JSON_OBJECT, err);
    for (bool more = ok && bd_json_first(at, &member); more && ok; more = bd_json_next(&member))
        ok = read_commit_member(&member, run, &own, err);
    if (own.len > 0) {
        if (rest->len > 0)
            rest->data[rest->len - 1] = ',';
        else
            bd_buf_putc(rest, '{');
        bd_buf_printf(rest, "\"commit\":%s}", bd_buf_text(&own));
    }
    bd_buf_release(&own);
    return ok;
}

/* ---- entries ---- */

/* Milliseconds since 1970, as JavaScript's Date counts them. */
static bool read_date(const bd_json *at, bd_run *run, bd_error *err)
{
    double ms;
    if (bd_json_typeof(at) == BD_JSON_NULL)
        return true;
    if (!bd_json_double(at, &ms, err))
        return false;
    if (!(fabs(ms) < (double)(INT64_MAX / 1000000)) || ms != floor(ms))
        return bd_json_fail(at, err, "expected whole milliseconds since 1970");
    run->measured_at_ns = (int64_t)ms * 1000000;
    run->measured_from = "file";
    return true;
}

/* What `benchdoc publish` says beside the action's keys: {run, cpu, backend}. */
static void read_own(const bd_json *own, bd_run *run)
{
    static const char *const names[] = { "cpu", "backend" };
    bd_json member;
    bd_str text;
    bd_buf scratch = BD_BUF_INIT;
    bd_error none = BD_ERROR_INIT;
    for (size_t i = 0; i < BD_COUNT(names); i++)
        if (bd_json_member(own, names[i], &member) && bd_json_typeof(&member) == BD_JSON_STRING
            && bd_json_string(&member, &scratch, &text, &none))
            bd_pairs_set(&run->environment, &run->arena, bd_str_of(names[i]), text);
    bd_buf_release(&scratch);
}

static bool read_entry_member(const bd_json *member, bd_run *run, bd_buf *rest, bd_error *err)
{
    if (bd_json_key_is(member, "commit") && bd_json_typeof(member) != BD_JSON_NULL)
        return read_commit(member, run, rest, err);
    if (bd_json_key_is(member, "date"))
        return read_date(member, run, err);
    if (bd_json_key_is(member, "tool"))
        return bd_datajs_text(member, &run->arena, &run->tool, rest, err);
    if (bd_json_key_is(member, "benchdoc") && bd_json_typeof(member) == BD_JSON_OBJECT)
        read_own(member, run);
    if (!bd_json_key_is(member, "benches"))
        bd_keep_rest(member, rest);
    return true;
}

/* From the entry's own text: what is appended to the file later changes no older id, and
 * two measurements of one commit are two runs. */
static const char *id_of(datajs *d, const bd_json *entry, bd_run *run, bd_str suite)
{
    bd_str parts[] = { BD_STR("benchdoc data.js entry 1"), bd_str_of(run->suite), suite, { 0 } };
    bd_buf_clear(&d->text);
    bd_keep_value(entry, &d->text);
    parts[3] = bd_buf_str(&d->text);
    bd_digest digest = bd_sha256_parts(parts, BD_COUNT(parts));
    return bd_arena_strdup(&run->arena, digest.hex);
}

/* A companion would speak of one run, and here are many: none is looked at. */
static bd_run *new_run(datajs *d, bd_str suite)
{
    const bd_ingest_input *in = d->reading->in;
    bd_run *run = bd_run_new();
    run->suite = in->suite ? bd_arena_strdup(&run->arena, in->suite)
                           : bd_arena_text(&run->arena, suite);
    bd_run_add_file(run, d->file.path, (bd_str){ "", 0 });
    run->files[0].digest = d->file.digest;
    run->files[0].bytes = d->file.bytes;
    bd_pairs_set(&run->environment, &run->arena, BD_STR("benchmark_suite"), suite);
    return run;
}

static bool read_benches(datajs *d, const bd_json *entry, bd_run *run, bd_error *err)
{
    bd_json benches, bench;
    bool ok = bd_json_need(entry, "benches", &benches, err)
              && bd_json_expect(&benches, BD_JSON_ARRAY, err);
    for (bool more = ok && bd_json_first(&benches, &bench); more && ok; more = bd_json_next(&bench))
        ok = bd_datajs_read_bench(&bench, d->stated, run, err);
    return ok;
}

static bool read_entry(datajs *d, const bd_json *entry, bd_str suite, bd_error *err)
{
    bd_json member;
    bd_buf rest = BD_BUF_INIT;
    bool added = false;
    if (!bd_json_expect(entry, BD_JSON_OBJECT, err))
        return false;
    bd_run *run = new_run(d, suite);
    run->format = "data.js";
    run->id = id_of(d, entry, run, suite);
    bd_map_put(&d->seen, bd_str_of(run->id), 0, &added);
    if (!added) { /* the same to the millisecond and the last digit: written twice, run once */
        d->repeated++;
        bd_run_free(run);
        return true;
    }
    bd_runs_add(d->reading->runs, run);
    bool ok = true;
    for (bool more = bd_json_first(entry, &member); more && ok; more = bd_json_next(&member))
        ok = read_entry_member(&member, run, &rest, err);
    run->rest = bd_rest_text(&rest, &run->arena);
    bd_buf_release(&rest);
    bd_reading_apply_stated(d->reading, run);
    return ok && read_benches(d, entry, run, err);
}

static bool read_suite(datajs *d, const bd_json *suite, bd_error *err)
{
    bd_json entry;
    bd_str name;
    bd_buf scratch = BD_BUF_INIT;
    bool ok = bd_member_name(suite, &scratch, &name, err)
              && bd_json_expect(suite, BD_JSON_ARRAY, err);
    for (bool more = ok && bd_json_first(suite, &entry); more && ok; more = bd_json_next(&entry))
        ok = read_entry(d, &entry, name, err);
    bd_buf_release(&scratch);
    return ok;
}

static bool read_root(datajs *d, const bd_json *root, bd_error *err)
{
    bd_json entries, suite;
    bool ok = bd_json_need(root, "entries", &entries, err)
              && bd_json_expect(&entries, BD_JSON_OBJECT, err);
    for (bool more = ok && bd_json_first(&entries, &suite); more && ok; more = bd_json_next(&suite))
        ok = read_suite(d, &suite, err);
    return ok;
}

/* ---- the file ---- */

static bd_direction stated_direction(const bd_ingest_input *in)
{
    if (bd_reader_word(in->direction, "smaller"))
        return BD_SMALLER_IS_BETTER;
    return bd_reader_word(in->direction, "bigger") ? BD_BIGGER_IS_BETTER : BD_DIRECTION_UNKNOWN;
}

static void tell_repeated(const datajs *d)
{
    if (d->repeated == 0)
        return;
    bd_report(d->reading->found, BD_NOTE, BD_ERR_INPUT, d->file.path, 0, 0,
              "%zu entr%s a second time, the same in every byte; counted once", d->repeated,
              d->repeated == 1 ? "y stands there" : "ies stand there");
}

static bool read_object(bd_reading *reading, const bd_json *root, bd_error *err)
{
    const bd_ingest_file *file = reading->in->file;
    datajs d = { .reading = reading,
                 .file = { file->path, *bd_reading_digest(reading), file->bytes.len },
                 .stated = stated_direction(reading->in) };
    bool ok = read_root(&d, root, err);
    if (ok)
        tell_repeated(&d);
    bd_map_release(&d.seen);
    bd_buf_release(&d.text);
    return ok;
}

static bool read_text(bd_reading *reading, bd_error *err)
{
    bd_datajs *file = NULL;
    if (!bd_datajs_open_to_read(reading->text, &file, err))
        return false;
    bd_json root = bd_datajs_root(file);
    bool ok = read_object(reading, &root, err);
    bd_datajs_close(file);
    return ok;
}

static bool read_json(bd_reading *reading, bd_error *err)
{
    return read_object(reading, reading->root, err);
}

static bool probe_text(const bd_reading *reading)
{
    return bd_datajs_looks_like(reading->text);
}

static bool probe_json(const bd_reading *reading)
{
    bd_json entries, member;
    return bd_json_member(reading->root, "entries", &entries)
           && bd_json_typeof(&entries) == BD_JSON_OBJECT
           && bd_json_member(reading->root, "lastUpdate", &member)
           && !bd_json_member(reading->root, "runs", &member)
           && !bd_json_member(reading->root, "samples", &member)
           && !bd_json_member(reading->root, "Phases", &member);
}

const bd_reader bd_reader_datajs = {
    .format = { .name = "data.js",
                .aliases = "datajs github-action-benchmark",
                .summary = "the history that github-action-benchmark keeps on gh-pages",
                .example =
                    "window.BENCHMARK_DATA = {\"entries\": {\"Benchmark\": [{\"commit\": {…},\n"
                    "  \"benches\": [{\"name\": \"add\", \"value\": 12, \"unit\": "
                    "\"ns/iter\"}]}]}}" },
    .is_json = false,
    .probe = probe_text,
    .read = read_text,
};

const bd_reader bd_reader_datajs_json = {
    .format = { .name = "data.json",
                .aliases = "",
                .summary = "the same object alone, of the action's external-data-json-path",
                .example = "{\"lastUpdate\": 1784541601000, \"entries\": {\"Benchmark\": "
                           "[{\"commit\": {…},\n"
                           "  \"benches\": [{\"name\": \"add\", \"value\": 12, \"unit\": "
                           "\"ns/iter\"}]}]}}" },
    .is_json = true,
    .probe = probe_json,
    .read = read_json,
};
