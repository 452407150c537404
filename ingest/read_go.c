/* Output of `go test -bench`, in Go's benchmark format (golang.org/design/14313-benchmark-format):
 * results, settings ("pkg: …") that hold for those behind them, units, and whatever else
 * the tests print. */
#include "ingest/go.h"

#include <stdlib.h>
#include <string.h>

/* ---- settings ---- */

/* Words that build logs put before a colon, and that are no settings. */
static bool is_noise(bd_str key)
{
    static const char *const words[] = { "go",   "warning", "error",   "make",  "hint",
                                         "info", "debug",   "testing", "panic", "fatal" };
    for (size_t i = 0; i < BD_COUNT(words); i++)
        if (bd_str_is(key, words[i]))
            return true;
    return false;
}

static bool is_go_key(bd_str key)
{
    return bd_str_is(key, "pkg") || bd_str_is(key, "goos") || bd_str_is(key, "goarch")
           || bd_str_is(key, "cpu");
}

/* "key: value": the key begins with a small letter, and has neither blanks nor capitals. */
static bool take_setting(bd_str text, bd_str *key, bd_str *value)
{
    size_t i = 0;
    if (text.len == 0 || text.ptr[0] < 'a' || text.ptr[0] > 'z')
        return false;
    while (i < text.len && text.ptr[i] > ' ' && text.ptr[i] != ':'
           && !(text.ptr[i] >= 'A' && text.ptr[i] <= 'Z'))
        i++;
    if (i == text.len || text.ptr[i] != ':')
        return false;
    if (i + 1 < text.len && text.ptr[i + 1] != ' ' && text.ptr[i + 1] != '\t')
        return false;
    *key = bd_str_sub(text, 0, i);
    *value = bd_str_trim(bd_str_sub(text, i + 1, text.len));
    return true;
}

/* A setting of Go's own counts wherever it stands. Another one must stand before the first
 * result when it is met first: behind it a program's own output looks just like that. */
static bool read_setting(bd_go *go, bd_line *line, bd_error *err)
{
    bd_str key, value;
    if (!take_setting(line->text, &key, &value))
        return true;
    const char *known = bd_pairs_find(&go->settings, key);
    if (!known && !is_go_key(key)
        && (go->count > 0 || is_noise(key) || go->settings.count >= BD_PAIRS_MAX))
        return true;
    if (!bd_line_check(line, err))
        return false;
    if (bd_str_is(key, "pkg") && value.len > 0)
        bd_map_put(&go->packages, bd_str_of(bd_arena_text(&go->keys, value)), 0, NULL);
    if (known && bd_str_is(value, known))
        return true;
    if (!known && is_go_key(key) && !bd_str_is(key, "pkg"))
        bd_go_set_always(go, key, value);
    bd_pairs_set(&go->settings, &go->keys, key, value);
    go->changed = true;
    return true;
}

/* "Unit ns/op assume=exact better=lower" */
static bool read_unit(bd_go *go, bd_line *line, bd_error *err)
{
    bd_str rest = bd_str_sub(line->text, strlen("Unit "), line->text.len);
    bd_str unit = bd_next_word(&rest);
    if (unit.len == 0 || bd_find(unit, "=") || !bd_find(rest, "=")
        || go->units.count >= BD_PAIRS_MAX)
        return true;
    if (!bd_line_check(line, err))
        return false;
    bd_pairs_set(&go->units, &go->keys, unit, bd_str_trim(rest));
    return true;
}

/* ---- the file ---- */

/* "FAIL<TAB>package<TAB>0.1s", "FAIL  package [build failed]" */
static void read_fail(bd_go *go, bd_line *line)
{
    bd_str rest = bd_str_sub(line->text, strlen("FAIL"), line->text.len);
    bd_str package = bd_next_word(&rest);
    bd_error none = BD_ERROR_INIT;
    if (package.len == 0 || !bd_line_check(line, &none))
        return;
    bd_report(go->reading->found, BD_WARNING, BD_ERR_INPUT, go->reading->in->file->path,
              line->number, 1, "tests of %.*s failed: benchmarks of it may be missing",
              (int)package.len, package.ptr);
}

static bool read_line(bd_go *go, bd_line *line, bd_error *err)
{
    bd_str text = line->text;
    char c = text.len > 0 ? text.ptr[0] : '\0';
    if (c == '{' && !go->stream && bd_go_is_event(text))
        return bd_go_add_event(go, line, err);
    if (c == 'B' || (go->pending.len > 0 && (c == ' ' || c == '\t' || (c >= '0' && c <= '9'))))
        return bd_go_read_result(go, line, err);
    if (c == '-' || (go->after_bad && (c == ' ' || c == '\t')))
        return bd_go_read_bad(go, line, err);
    go->after_bad = false;
    if (c == 'U' && bd_str_starts(text, "Unit "))
        return read_unit(go, line, err);
    if (c == 'F' && (bd_str_starts(text, "FAIL\t") || bd_str_starts(text, "FAIL ")))
        read_fail(go, line);
    return c < 'a' || c > 'z' || read_setting(go, line, err);
}

/* What a package printed, in lines again, each at its place in the file. */
static bool read_stream(bd_go *go, const bd_go_stream *stream, bd_error *err)
{
    bd_lines lines = bd_lines_of(bd_buf_str(&stream->output));
    bool ok = true;
    go->stream = stream;
    go->pending.len = 0;
    go->after_bad = false;
    bd_pairs_set(&go->settings, &go->keys, BD_STR("pkg"), stream->package);
    go->changed = true;
    for (bd_line line; ok && bd_lines_next(&lines, &line);) {
        int column;
        bd_go_place(go, &line, line.text.ptr, &line.number, &column);
        ok = read_line(go, &line, err);
        if (!ok) { /* told in the package's output so far */
            err->line = line.number;
            err->column = column;
        }
    }
    go->stream = NULL;
    bd_lines_release(&lines);
    return ok;
}

static void release(bd_go *go)
{
    for (size_t i = 0; i < go->count; i++) {
        free(go->groups[i].metrics);
        bd_buf_release(&go->groups[i].iterations);
    }
    free(go->groups);
    bd_go_streams_release(go);
    free(go->measured);
    free(go->states);
    bd_map_release(&go->by_name);
    bd_map_release(&go->by_settings);
    bd_map_release(&go->packages);
    bd_arena_release(&go->keys);
    bd_buf_release(&go->scratch);
}

static bool read(bd_reading *reading, bd_error *err)
{
    bd_go go = { .reading = reading, .run = bd_reading_new_run(reading, &bd_reader_go) };
    bd_lines lines = bd_lines_of(reading->text);
    bool ok = true;
    go.run->tool = "go test";
    for (bd_line line; ok && bd_lines_next(&lines, &line);)
        ok = read_line(&go, &line, err);
    for (size_t i = 0; ok && i < go.stream_count; i++)
        ok = read_stream(&go, &go.streams[i], err);
    if (ok && go.count == 0)
        ok = bd_fail_empty(err, "go test -bench", &bd_reader_go);
    if (ok)
        bd_go_points(&go);
    bd_lines_release(&lines);
    release(&go);
    return ok;
}

/* A result, or what the tests of a package print without any. */
static bool probe(const bd_reading *reading)
{
    bd_lines lines = bd_lines_of(reading->text);
    bool found = false;
    if (!bd_find(reading->text, "Benchmark") && !bd_find(reading->text, "goos: ")
        && !bd_may_have(reading->text, "\"Action\""))
        return false;
    for (bd_line line; !found && bd_lines_next(&lines, &line);)
        found = bd_go_is_result(line.text) || bd_str_starts(line.text, "goos: ")
                || bd_go_is_event(line.text);
    bd_lines_release(&lines);
    return found;
}

const bd_reader bd_reader_go = {
    .format = { .name = "go",
                .aliases = "go-test benchfmt benchstat " BD_GO_WITH_PACKAGES,
                .summary = "go test -bench, with or without -json, and Go's benchmark format",
                .example = "BenchmarkFib/size=10-8   5000000   325 ns/op   16 B/op\n"
                           "BenchmarkFib/size=20-8     30000 40537 ns/op   16 B/op" },
    .is_json = false,
    .has_json_lines = true,
    .probe = probe,
    .read = read,
};
