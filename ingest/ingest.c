/* The front of all readers: bytes are looked at, a reader is chosen by name or by
 * content, what it read is sealed, and only a file that was read whole is handed on. */
#include "core/base/map.h"
#include "ingest/internal.h"

#include <stdlib.h>
#include <string.h>

/* A file beyond this is no result file. */
#define FILE_BYTES_MAX (UINT64_C(1) << 30)

bool bd_looks_like_json(bd_str text)
{
    bd_str shown = bd_str_trim(bd_str_sub(text, 0, 4096));
    return shown.len > 0 && (shown.ptr[0] == '[' || shown.ptr[0] == '{');
}

static bool fail_at_start(bd_error *err, const char *message, const char *hint)
{
    bd_fail(err, BD_ERR_INPUT, "%s", message);
    bd_hint(err, "%s", hint);
    return bd_error_at(err, "", 1, 1);
}

static bool check_bytes(bd_str bytes, bd_error *err)
{
    const char *what, *hint;
    if (bytes.len > FILE_BYTES_MAX) {
        bd_fail(err, BD_ERR_INPUT, "larger than 1 GiB");
        return bd_hint(err, "is this a result file? split it by benchmark");
    }
    if (bd_text_is_foreign(bytes, &what, &hint))
        return fail_at_start(err, what, hint);
    if (bd_str_trim(bd_text_without_bom(bytes)).len == 0)
        return fail_at_start(err, "the file is empty",
                             "did the benchmark end before it wrote its results?");
    return true;
}

static bool is_javascript(bd_str text)
{
    static const char *const starts[] = {
        "//",      "/*",      "var ",           "let ",    "const ",
        "export ", "import ", "module.exports", "window.", "\"use strict\"",
    };
    bd_str shown = bd_str_trim(bd_str_sub(text, 0, 4096));
    for (size_t i = 0; i < BD_COUNT(starts); i++)
        if (bd_str_starts(shown, starts[i]))
            return true;
    return false;
}

/* "jmh, custom, …" */
static void list_formats(bd_buf *out)
{
    for (size_t i = 0; i < bd_format_count(); i++)
        bd_buf_printf(out, "%s%s", i ? ", " : "", bd_format_at(i).name);
}

static const bd_reader *named_reader(const char *name, bd_error *err)
{
    const bd_reader *reader = bd_reader_find(bd_str_of(name));
    if (reader)
        return reader;
    bd_buf known = BD_BUF_INIT;
    const char **names = bd_alloc(bd_format_count() * sizeof *names);
    for (size_t i = 0; i < bd_format_count(); i++)
        names[i] = bd_format_at(i).name;
    const char *near = bd_nearest(bd_str_of(name), names, bd_format_count());
    list_formats(&known);
    bd_fail(err, BD_ERR_USAGE, "unknown format \"%s\"", name);
    if (near)
        bd_hint(err, "did you mean %s? known: %s", near, bd_buf_text(&known));
    else
        bd_hint(err, "known: %s", bd_buf_text(&known));
    free(names);
    bd_buf_release(&known);
    return NULL;
}

static const char custom_hint[] = "write its figures as a custom array, which is read: "
                                  "[{\"name\": \"parse\", \"unit\": \"ms\", \"value\": 12.5}, …]";

static const bd_reader *unknown_content(const bd_reading *reading, bd_error *err)
{
    bd_buf hint = BD_BUF_INIT;
    bd_str begin = bd_str_sub(reading->text, 0, 4096);
    if (is_javascript(reading->text)) {
        fail_at_start(err, "this is JavaScript, not JSON",
                      "keep only the array, from its [ to its ], and name the file .json");
        return NULL;
    }
    if (memchr(begin.ptr, '\0', begin.len)) {
        fail_at_start(err, "this is no text: it has NUL bytes",
                      "a result is UTF-8 text; PowerShell's \">\" writes UTF-16: use "
                      "\"| Out-File -Encoding utf8\"");
        return NULL;
    }
    if (reading->root && bd_json_typeof(reading->root) == BD_JSON_ARRAY
        && bd_json_count(reading->root) == 0) {
        fail_at_start(err, "an empty array, which several formats can write",
                      "say which one it is: --format jmh or --format custom");
        return NULL;
    }
    const char *tool = reading->root ? bd_foreign_tool(reading->root) : NULL;
    if (tool) {
        bd_buf_printf(&hint, "looks like a file of %s, which this version does not read", tool);
        fail_at_start(err, bd_buf_text(&hint), custom_hint);
        bd_buf_release(&hint);
        return NULL;
    }
    bd_buf_puts(&hint, "name the format if you know it: --format NAME, one of ");
    list_formats(&hint);
    fail_at_start(err,
                  reading->root ? "JSON, but not of a benchmark format that is known"
                                : "not of a benchmark format that is known",
                  bd_buf_text(&hint));
    bd_buf_release(&hint);
    return NULL;
}

/* One log can hold the output of two tools: reading only one of them would lose the other's. */
static const bd_reader *only_one(const bd_reading *reading, const bd_reader *reader, bd_error *err)
{
    const bd_reader *other = bd_reader_other(reading, reader);
    bd_buf message = BD_BUF_INIT, hint = BD_BUF_INIT;
    if (!other)
        return reader;
    bd_buf_printf(&message, "results of two formats: %s and %s", reader->format.name,
                  other->format.name);
    bd_buf_printf(&hint,
                  "name the one to be read: --format %s; as two inputs, one of each format, "
                  "both are read",
                  reader->format.name);
    fail_at_start(err, bd_buf_text(&message), bd_buf_text(&hint));
    bd_buf_release(&message);
    bd_buf_release(&hint);
    return NULL;
}

/* Chooses the reader, and parses the file when it is JSON.
 * @param root  storage for reading->root
 * @return NULL with an error */
static const bd_reader *choose(bd_reading *reading, bd_json_doc **doc, bd_json *root, bd_error *err)
{
    const bd_json_options options = { .lenient = true, .max_tokens = BD_JSON_TOKENS_MAX };
    const bd_reader *reader = NULL;
    if (reading->in->format) {
        reader = named_reader(reading->in->format, err);
        if (reader && reader->json_form && bd_looks_like_json(reading->text)
            && !reader->probe(reading))
            reader = reader->json_form;
        if (!reader || !reader->is_json)
            return reader;
        if (is_javascript(reading->text))
            return unknown_content(reading, err);
    }
    if (reader || bd_looks_like_json(reading->text)) {
        if (bd_json_parse(reading->text, &options, doc, err)) {
            *root = bd_json_root(*doc);
            reading->root = root;
        } else {
            bd_hint(err, "one file holds one JSON document, as the benchmark wrote it: was it "
                         "edited, or are two results joined in it?");
        }
    }
    if (reader)
        return reading->root ? reader : NULL;
    reader = bd_reader_detect(reading);
    if (reader) { /* a log whose lines begin with a bracket is no broken JSON */
        *err = (bd_error)BD_ERROR_INIT;
        return only_one(reading, reader, err);
    }
    return err->code == BD_OK ? unknown_content(reading, err) : NULL;
}

/* Points beyond the limit were not kept: see bd_run_add_point(). */
static bool all_fit(bd_reading *reading, bd_error *err)
{
    bool ok = true;
    for (size_t i = 0; i < reading->runs->count && ok; i++) {
        bd_run *run = reading->runs->items[i];
        if (run->point_max == 0 || run->point_count <= run->point_max)
            continue;
        const bd_source *first = &run->points[run->point_max].source;
        ok = bd_reading_may_have(reading, run->point_count, first->line, first->column, err);
    }
    return ok;
}

/* A named reader got another kind of JSON. */
static void show_example(const bd_reader *reader, bd_error *err)
{
    bd_str rest = bd_str_of(reader->format.example), first;
    if (strcmp(err->path, "$") != 0)
        return;
    bd_str_split(&rest, '\n', &first);
    bd_hint(err, "looked for %s, such as: %.*s", reader->format.summary, (int)first.len, first.ptr);
}

static bool read_whole(bd_reading *reading, bd_error *err)
{
    bd_json_doc *doc = NULL;
    bd_json root;
    size_t errors = reading->found->errors;
    bool ok = false;
    const bd_reader *reader = choose(reading, &doc, &root, err);
    if (!reader)
        goto done;
    ok = reader->read(reading, err) && all_fit(reading, err);
    show_example(reader, err);
    if (!ok && err->code == BD_OK && reading->found->errors == errors)
        bd_fail(err, BD_ERR_BUG, "the reader \"%s\" failed without a reason", reader->format.name);
    if (!ok || reading->found->errors != errors)
        goto done;
    for (size_t i = 0; i < reading->runs->count; i++)
        bd_run_seal(reading->runs->items[i], reading->found);
done:
    reading->root = NULL; /* it lives here */
    bd_json_free(doc);
    return ok && reading->found->errors == errors;
}

bool bd_ingest(const bd_ingest_input *in, bd_runs *runs, bd_diagnostics *found)
{
    bd_error err = BD_ERROR_INIT;
    bd_runs fresh = BD_RUNS_INIT;
    bd_reading reading = {
        .in = in, .text = bd_text_without_bom(in->file->bytes), .runs = &fresh, .found = found
    };
    bool ok = check_bytes(in->file->bytes, &err);
    if (ok) {
        reading.hashing = bd_sha256_begin(in->file->bytes);
        ok = read_whole(&reading, &err);
        bd_reading_digest(&reading); /* its thread must not outlive the bytes */
    }

    if (err.code != BD_OK) {
        bd_error_in_file(&err, in->file->path);
        bd_diagnostics_add(found, BD_ERROR, &err);
    }
    for (size_t i = 0; ok && i < fresh.count; i++)
        bd_runs_add(runs, fresh.items[i]);
    if (ok)
        fresh.count = 0; /* handed on */
    bd_runs_release(&fresh);
    bd_buf_release(&reading.scratch);
    return ok;
}
