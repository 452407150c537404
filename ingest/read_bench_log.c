/* A Minecraft server's log with SKRIPTORM_BENCH lines in it. The lines are read in order
 * and the rules are checked on the way; a log is a result only when it keeps all of them,
 * so each broken one is named with its line. */
#include "core/datajs/datajs.h"
#include "ingest/bench_log.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The plugin's read limit, and what it says above it. */
enum { READ_LIMIT_ROWS = 5000 };
static const char limit_error[] = "more than 5000 rows";

static bool probe(const bd_reading *reading)
{
    bd_str text = reading->text;
    return !bd_datajs_looks_like(text) /* a commit's message there may speak of these lines */
           && memmem(text.ptr, text.len, "SKRIPTORM_BENCH", strlen("SKRIPTORM_BENCH")) != NULL;
}

bool bd_bench_complain(const bd_bench_log *log, int line, const char *format, ...)
{
    bd_error err = { .code = BD_ERR_INPUT, .line = line, .column = line > 0 };
    va_list args;
    va_start(args, format);
    vsnprintf(err.message, sizeof err.message, format, args);
    va_end(args);
    bd_error_in_file(&err, log->reading->in->file->path);
    bd_diagnostics_add(log->reading->found, BD_ERROR, &err);
    return false;
}

/* ---- one measurement ---- */

/* A field that is a whole number, 0 or more. Absent or <none> when it is needed: an error. */
static bool need_int(const bd_bench_log *log, const bd_bench_line *line, const char *key,
                     int64_t *out)
{
    const bd_bench_field *field = bd_bench_line_field(line, key);
    if (!field || field->none)
        return bd_bench_complain(log, line->number, "the %.*s has no %s", (int)line->what.len,
                                 line->what.ptr, key);
    if (!bd_bench_int(field->value, out) || *out < 0)
        return bd_bench_complain(log, line->number,
                                 "expected a whole number, 0 or more, for %s, not \"%.*s\"", key,
                                 (int)field->value.len, field->value.ptr);
    return true;
}

static bool need_time(const bd_bench_log *log, const bd_bench_line *line, const char *key,
                      bd_bench_time *out)
{
    if (!need_int(log, line, key, &out->ns))
        return false;
    out->line = line->number;
    out->column = bd_bench_line_column(line, bd_bench_line_field(line, key));
    return true;
}

static bool is_write(bd_str what)
{
    return bd_str_ends(what, "write");
}

/* Which kinds there are; another one is a newer benchmark's, said and left out. */
static bool is_known_kind(const bd_bench_line *line)
{
    static const char *const kinds[] = { "write", "read", "warmwrite", "warmread" };
    static const char *const compared[] = { "pluginwrite", "pluginread", "rawwrite", "rawread" };
    bool compare = line->kind == BD_BENCH_COMPARE;
    for (size_t i = 0; i < BD_COUNT(kinds); i++)
        if (bd_str_is(line->what, compare ? compared[i] : kinds[i]))
            return true;
    return false;
}

static bool check_write(const bd_bench_log *log, const bd_bench_line *line, int64_t rows)
{
    int64_t affected = 0;
    if (!need_int(log, line, "affected", &affected))
        return false;
    if (affected != rows)
        return bd_bench_complain(log, line->number, "a write of %" PRId64 " rows affected %" PRId64,
                                 rows, affected);
    return true;
}

static bool check_read(const bd_bench_log *log, const bd_bench_line *line,
                       bd_bench_measurement *measured)
{
    const bd_bench_field *error = bd_bench_line_field(line, "error");
    bd_str said = error ? error->value : BD_STR("");
    int64_t stored = 0, rows = measured->rows;
    if (!need_int(log, line, "stored", &stored))
        return false;
    if (rows > READ_LIMIT_ROWS && stored == 0) {
        if (!memmem(said.ptr, said.len, limit_error, strlen(limit_error)))
            return bd_bench_complain(log, line->number,
                                     "a read of %" PRId64 " rows stored nothing, "
                                     "and its error is not the limit's: \"%.*s\"",
                                     rows, (int)said.len, said.ptr);
        measured->refused = bd_arena_text(&log->run->arena, said);
        return true;
    }
    if (stored != rows)
        return bd_bench_complain(log, line->number, "a read of %" PRId64 " rows stored %" PRId64,
                                 rows, stored);
    if (said.len > 0)
        return bd_bench_complain(log, line->number, "a read of %" PRId64 " rows failed: %.*s", rows,
                                 (int)said.len, said.ptr);
    return true;
}

/* The benchmark deletes nothing, so its table grows by every write and by nothing else.
 * After a total that is wrong the next one may go on from it or from the right one: one
 * wrong figure is told once. */
static bool check_total(bd_bench_log *log, const bd_bench_line *line, int64_t rows)
{
    int64_t added = is_write(line->what) ? rows : 0, before = log->total, total = 0;
    int64_t right = log->right_total;
    if (!is_write(line->what) && !bd_bench_line_field(line, "total"))
        return true;
    log->total = log->right_total = -1;
    if (!need_int(log, line, "total", &total))
        return false;
    log->total = log->right_total = total;
    if (before < 0 || total - before == added || total - right == added)
        return true;
    log->right_total = before <= INT64_MAX - added ? before + added : total;
    return bd_bench_complain(log, line->number,
                             "the table's total went from %" PRId64 " to %" PRId64
                             ", which is not the %" PRId64 " rows of this %s",
                             before, total, added, added > 0 ? "write" : "read");
}

/* Comparisons have a table of their own: one for all of them, or a fresh one for each. */
static bool check_compared_total(bd_bench_log *log, const bd_bench_line *line, int64_t rows)
{
    int64_t before = log->compared, total = 0;
    if (!is_write(line->what))
        return true;
    if (!need_int(log, line, "total", &total))
        return false;
    log->compared = total;
    if (total != rows && total - before != rows)
        return bd_bench_complain(log, line->number,
                                 "the comparison's table went from %" PRId64 " to %" PRId64
                                 ", which is not the %" PRId64 " rows of this write",
                                 before, total, rows);
    return true;
}

static void read_measurement(bd_bench_log *log, const bd_bench_line *line)
{
    bd_bench_measurement measured = { .compare = line->kind == BD_BENCH_COMPARE };
    if (!is_known_kind(line)) {
        bd_report(log->reading->found, BD_WARNING, BD_ERR_INPUT, log->reading->in->file->path,
                  line->number, 1, "unknown measurement \"%.*s\", left out", (int)line->what.len,
                  line->what.ptr);
        return;
    }
    if (!need_int(log, line, "rows", &measured.rows)) {
        log->total = measured.compare ? log->total : -1;
        return;
    }
    bool good = need_time(log, line, "wallNs", &measured.wall);
    if (!measured.compare)
        good = need_time(log, line, "gapNs", &measured.gap) && good;
    if (is_write(line->what))
        good = check_write(log, line, measured.rows) && good;
    else
        good = check_read(log, line, &measured) && good;
    if (measured.compare)
        good = check_compared_total(log, line, measured.rows) && good;
    else
        good = check_total(log, line, measured.rows) && good;
    if (!good)
        return;
    measured.kind = bd_arena_text(&log->run->arena, line->what);
    bd_bench_log_add(log, line, &measured);
}

/* ---- one pipeline sample ---- */

static bool read_sample_field(bd_bench_log *log, const bd_bench_line *line,
                              const bd_bench_field *field, bd_sample *sample)
{
    size_t text = bd_sample_text_find(field->key), number = bd_sample_int_find(field->key);
    int64_t value;
    bool is_int = bd_bench_int(field->value, &value);
    if (text != SIZE_MAX) {
        if (!field->none)
            sample->texts[text] = bd_arena_text(&log->run->arena, field->value);
        return true;
    }
    if (bd_str_is(field->key, "error"))
        return field->none
               || bd_bench_complain(log, line->number, "the sample failed: %.*s",
                                    (int)field->value.len, field->value.ptr);
    if (field->none && !bd_is_timer(field->key))
        return true; /* the one of affected and stored that the kind has not */
    if (number != SIZE_MAX && is_int) {
        sample->ints[number] = value;
        return sample->has[number] = true;
    }
    if (is_int && bd_sample_measure(sample, log->run, field->key, bd_int(value))) {
        sample->measures[sample->measure_count - 1].column = bd_bench_line_column(line, field);
        return true;
    }
    if (number != SIZE_MAX || bd_is_timer(field->key))
        return bd_bench_complain(log, line->number,
                                 "expected a whole number for %.*s, not \"%.*s\"",
                                 (int)field->key.len, field->key.ptr, (int)field->value.len,
                                 field->none ? "" : field->value.ptr);
    bd_buf *rest = &sample->rest;
    if (rest->len > 0)
        rest->data[rest->len - 1] = ',';
    else
        bd_buf_putc(rest, '{');
    bd_json_quote(field->key, rest);
    bd_buf_putc(rest, ':');
    bd_json_quote(field->value, rest);
    bd_buf_putc(rest, '}');
    return true;
}

static void read_sample(bd_bench_log *log, const bd_bench_line *line)
{
    bd_sample sample = { .line = line->number };
    bool good = true;
    log->sample_lines++;
    sample.texts[BD_GROUP_KIND] = bd_arena_text(&log->run->arena, line->what);
    for (size_t i = 0; i < line->field_count; i++)
        good = read_sample_field(log, line, &line->fields[i], &sample) && good;
    if (good)
        bd_sample_groups_add(&log->samples, &sample);
    bd_sample_release(&sample);
}

/* ---- all lines ---- */

static void read_enabled(bd_bench_log *log, const bd_bench_line *line)
{
    if (!log->enabled)
        log->run->tool = bd_arena_text(&log->run->arena, line->rest);
    log->enabled = true;
}

static void read_remark(bd_bench_log *log, const bd_bench_line *line)
{
    if (log->remarks.len > 0)
        bd_buf_putc(&log->remarks, ',');
    bd_json_quote(line->rest, &log->remarks);
}

static void read_line(bd_bench_log *log, const bd_bench_line *line)
{
    if (line->problem) {
        bd_bench_complain(log, line->number, "\"%.*s\" %s", (int)line->problem_at.len,
                          line->problem_at.ptr, line->problem);
        if (line->kind == BD_BENCH_MEASUREMENT)
            log->total = -1; /* what it did to the table is not known */
        return;
    }
    switch (line->kind) {
    case BD_BENCH_FOREIGN:
        break;
    case BD_BENCH_ENABLED:
        read_enabled(log, line);
        break;
    case BD_BENCH_MEASUREMENT:
    case BD_BENCH_COMPARE:
        read_measurement(log, line);
        break;
    case BD_BENCH_SAMPLE:
        read_sample(log, line);
        break;
    case BD_BENCH_CALIBRATE:
        bd_bench_log_add_control(log, line);
        break;
    case BD_BENCH_SKIP:
        bd_bench_log_add_skip(log, line);
        break;
    case BD_BENCH_DIAG:
        read_remark(log, line);
        break;
    case BD_BENCH_FAIL:
        bd_bench_complain(log, line->number, "the benchmark failed: %.*s", (int)line->rest.len,
                          line->rest.ptr);
        break;
    case BD_BENCH_DONE:
        log->done = true;
        break;
    case BD_BENCH_UNKNOWN:
        bd_report(log->reading->found, BD_WARNING, BD_ERR_INPUT, log->reading->in->file->path,
                  line->number, 1, "unknown SKRIPTORM_BENCH line, left out");
        break;
    }
}

static void check_whole(const bd_bench_log *log)
{
    if (!log->enabled)
        bd_bench_complain(log, 1,
                          "no line says \"Enabling skript-orm\": "
                          "the server ran without the plugin");
    if (!log->done)
        bd_bench_complain(log, log->last_line,
                          "no SKRIPTORM_BENCH=DONE up to the end: the benchmark did not finish");
    if (log->count == 0 && log->sample_lines == 0 && log->reading->found->errors == 0)
        bd_bench_complain(log, log->last_line, "the benchmark measured nothing");
}

static bool read_file(bd_reading *reading, bd_error *err)
{
    bd_bench_log log = { .reading = reading,
                         .run = bd_reading_new_run(reading, &bd_reader_bench_log) };
    bd_bench_line line = { 0 };
    bd_str rest = reading->text, text;
    size_t errors = reading->found->errors;
    log.samples.run = log.run;
    log.samples.reading = reading;
    while (bd_str_ends(rest, "\n"))
        rest.len--;
    for (int number = 1; bd_str_split(&rest, '\n', &text); number++) {
        log.last_line = number;
        bd_bench_line_read(text, number, &line);
        read_line(&log, &line);
    }
    check_whole(&log);
    bd_bench_log_points(&log);
    if (log.remarks.len > 0)
        log.run->rest = bd_arena_printf(&log.run->arena, "{\"DIAG\":[%s]}", log.remarks.data);
    bd_buf_release(&line.clean);
    bd_bench_log_release(&log);
    (void)err; /* every rule is in the findings */
    return reading->found->errors == errors;
}

const bd_reader bd_reader_bench_log = {
    .format = {
        .name = "skriptorm-log",
        .aliases = "bench-log server-log",
        .summary = "a Minecraft server's log with skript-orm's SKRIPTORM_BENCH lines",
        .example = "[09:15:08 INFO]: [Skript] SKRIPTORM_BENCH write: rows=100 wallNs=[183,019,540] "
                   "gapNs=77813136 …\n[09:15:44 INFO]: [Skript] SKRIPTORM_BENCH=DONE",
    },
    .is_json = false,
    .probe = probe,
    .read = read_file,
};
