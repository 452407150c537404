/* Interchange JSON: runs as bd_interchange_write() writes them, or as another program
 * does. {"runs": [{…, "points": [{…}]}]}; other members beside "runs" are the business
 * of whoever wrote the file (benchdoc.lock says so there). */
#include "ingest/interchange.h"

#include <string.h>

static bool is_hex(const char *text, size_t len)
{
    return strlen(text) == len && strspn(text, "0123456789abcdef") == len;
}

static bool take_id(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    const char **id = to;
    return bd_take_text(x, at, to, err)
           && (!*id || is_hex(*id, 64) || bd_json_fail(at, err, "expected 64 hex digits"));
}

static bool take_digest(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_digest *digest = to;
    const char *text;
    if (!bd_take_text(x, at, &text, err))
        return false;
    if (text && text[0] && !is_hex(text, 64))
        return bd_json_fail(at, err, "expected 64 hex digits");
    if (text)
        memcpy(digest->hex, text, strlen(text) + 1);
    return true;
}

static bool take_bytes(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    int64_t bytes;
    if (!bd_take_count(x, at, &bytes, err))
        return false;
    *(uint64_t *)to = (uint64_t)bytes;
    return true;
}

static bool take_files(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    static const bd_field fields[] = {
        { "path", offsetof(bd_file_fact, path), bd_take_text },
        { "sha256", offsetof(bd_file_fact, digest), take_digest },
        { "bytes", offsetof(bd_file_fact, bytes), take_bytes },
        { NULL, 0, NULL },
    };
    bd_run *run = to;
    bd_json item;
    if (!bd_json_expect(at, BD_JSON_ARRAY, err))
        return false;
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item)) {
        bd_file_fact file = { .path = NULL };
        if (!bd_take_object(x, &item, fields, &file, err))
            return false;
        if (!file.path)
            return bd_json_fail(&item, err, "expected a member \"path\"");
        uint32_t place = bd_run_add_file(run, file.path, BD_STR(""));
        file.path = run->files[place].path;
        run->files[place] = file;
    }
    return true;
}

static bool take_dirty(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bool dirty;
    (void)x;
    if (!bd_json_bool(at, &dirty, err))
        return false;
    *(bd_dirty *)to = dirty ? BD_DIRTY : BD_CLEAN;
    return true;
}

static bool take_person(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    static const bd_field fields[] = {
        { "name", offsetof(bd_person, name), bd_take_text },
        { "email", offsetof(bd_person, email), bd_take_text },
        { "username", offsetof(bd_person, username), bd_take_text },
        { NULL, 0, NULL },
    };
    return bd_take_object(x, at, fields, to, err);
}

static bool take_commit(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    static const bd_field fields[] = {
        { "id", offsetof(bd_commit, id), bd_take_text },
        { "message", offsetof(bd_commit, message), bd_take_text },
        { "branch", offsetof(bd_commit, branch), bd_take_text },
        { "url", offsetof(bd_commit, url), bd_take_text },
        { "author", offsetof(bd_commit, author), take_person },
        { "committer", offsetof(bd_commit, committer), take_person },
        { "time", offsetof(bd_commit, time_ns), bd_take_time },
        { "dirty", offsetof(bd_commit, dirty), take_dirty },
        { NULL, 0, NULL },
    };
    return bd_take_object(x, at, fields, to, err);
}

static const bd_field run_fields[] = {
    { "id", offsetof(bd_run, id), take_id },
    { "suite", offsetof(bd_run, suite), bd_take_text },
    { "format", offsetof(bd_run, format), bd_take_text },
    { "tool", offsetof(bd_run, tool), bd_take_text },
    { "files", 0, take_files },
    { "commit", offsetof(bd_run, commit), take_commit },
    { "environment", offsetof(bd_run, environment), bd_take_pairs },
    { "facts", offsetof(bd_run, facts), bd_take_pairs },
    { "measured_at", offsetof(bd_run, measured_at_ns), bd_take_time },
    { "measured_from", offsetof(bd_run, measured_from), bd_take_text },
    { "outcome", offsetof(bd_run, outcome), bd_take_outcome },
    { "reason", offsetof(bd_run, reason), bd_take_text },
    { "rest", offsetof(bd_run, rest), bd_take_json },
    { "points", 0, bd_take_points },
    { NULL, 0, NULL },
};

/* Sources can be judged only when all files are known. */
static bool check_sources(const bd_json *at, const bd_run *run, bd_error *err)
{
    for (size_t i = 0; i < run->point_count; i++)
        if (run->points[i].source.file >= run->file_count)
            return bd_json_fail(at, err, "point %zu has a source in file %u, but there are %zu", i,
                                (unsigned)run->points[i].source.file, run->file_count);
    return true;
}

/* An id that the file gives stays: the points of a lock are fewer than the run's. */
static bool read_run(bd_reading *reading, const bd_json *at, bd_error *err)
{
    interchange x = { .reading = reading, .run = bd_run_new() };
    bd_run *run = x.run;
    const bd_ingest_input *in = reading->in;
    bd_runs_add(reading->runs, run);
    if (!bd_take_object(&x, at, run_fields, run, err))
        return false;
    if (run->file_count == 0)
        bd_reading_add_file(reading, run);
    if (!run->suite)
        run->suite = bd_arena_strdup(&run->arena, in->suite ? in->suite : "benchdoc");
    if (!run->format)
        run->format = bd_reader_interchange.format.name;
    bd_reading_apply_stated(reading, run);
    return check_sources(at, run, err);
}

static bool read(bd_reading *reading, bd_error *err)
{
    bd_json runs, run;
    if (!bd_json_need(reading->root, "runs", &runs, err)
        || !bd_json_expect(&runs, BD_JSON_ARRAY, err))
        return false;
    for (bool more = bd_json_first(&runs, &run); more; more = bd_json_next(&run))
        if (!read_run(reading, &run, err))
            return false;
    return true;
}

static bool probe(const bd_reading *reading)
{
    bd_json runs, first, points;
    if (!bd_json_member(reading->root, "runs", &runs) || bd_json_typeof(&runs) != BD_JSON_ARRAY)
        return false;
    return !bd_json_first(&runs, &first) || bd_json_member(&first, "points", &points);
}

const bd_reader bd_reader_interchange = {
    .format = { .name = "benchdoc",
                .aliases = "interchange",
                .summary = "benchdoc's own interchange JSON, benchdoc.lock included",
                .example = "{\"runs\": [{\"points\": [\n"
                           "  {\"benchmark\": \"startup\", \"value\": 120, \"unit\": \"ms\"}]}]}" },
    .is_json = true,
    .probe = probe,
    .read = read,
};
