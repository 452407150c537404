/* postgres-stats.jsonl: a `docker stats` sample a line, put into the phase whose start and
 * end enclose it. The sampler is stopped hard, so the last line may be cut short. */
#include "ingest/stress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which of the two numbers of "205.0MiB / 1GiB" a metric takes. */
typedef enum half { WHOLE, FIRST, SECOND } half;

typedef struct gauge {
    const char *member, *metric, *unit;
    half part;
} gauge;

static const gauge gauges[] = {
    { "CPUPerc", "cpu", "%", WHOLE },
    { "MemUsage", "memory", "MiB", FIRST },
    { "MemUsage", "memoryLimit", "MiB", SECOND },
    { "MemPerc", "memoryPercent", "%", WHOLE },
    { "BlockIO", "blockRead", "B", FIRST },
    { "BlockIO", "blockWritten", "B", SECOND },
    { "NetIO", "netIn", "B", FIRST },
    { "NetIO", "netOut", "B", SECOND },
    { "PIDs", "pids", "", WHOLE },
};
enum { GAUGES = sizeof gauges / sizeof gauges[0] };

/* The values of one gauge in one phase. */
typedef struct series {
    double *values; /* owned */
    size_t count, capacity;
    int line, column; /* of the first */
} series;

typedef struct stats {
    bd_stress *stress;
    const bd_ingest_file *file;
    uint32_t index; /* of the file in the run */
    int indent;     /* characters before the line's object */
    series *series; /* owned; GAUGES for each phase, then GAUGES for outside */
    size_t samples, failures;
    int first_failure;
    char failure[128];
} stats;

static void complain(const stats *s, bd_severity severity, int line, const bd_json *at,
                     const char *message)
{
    bd_error err = { .code = BD_ERR_INPUT };
    bd_buf path = BD_BUF_INIT;
    int inner;
    snprintf(err.message, sizeof err.message, "%s", message);
    err.line = line;
    if (at) {
        bd_json_position(at, &inner, &err.column);
        err.column += s->indent;
        bd_json_path(at, &path);
        snprintf(err.path, sizeof err.path, "%s", bd_buf_text(&path));
    }
    bd_error_in_file(&err, s->file->path);
    bd_diagnostics_add(s->stress->reading->found, severity, &err);
    bd_buf_release(&path);
}

/* ---- one value ---- */

/* Sizes as docker writes them: decimal for I/O, binary for memory. */
static bool size_of(bd_str number, bd_str unit, double *bytes)
{
    static const struct {
        const char *name;
        int ten, two; /* powers */
    } units[] = {
        { "B", 0, 0 },    { "kB", 3, 0 },   { "KB", 3, 0 },   { "MB", 6, 0 },
        { "GB", 9, 0 },   { "TB", 12, 0 },  { "PB", 15, 0 },  { "KiB", 0, 10 },
        { "MiB", 0, 20 }, { "GiB", 0, 30 }, { "TiB", 0, 40 }, { "PiB", 0, 50 },
    };
    for (size_t i = 0; i < BD_COUNT(units); i++) {
        if (!bd_str_is(unit, units[i].name))
            continue;
        /* the exponent goes into the text, so that 12.4MB is 12400000 and not beside it */
        char text[64];
        int n = snprintf(text, sizeof text, "%.*se%d", (int)number.len, number.ptr, units[i].ten);
        if (n >= (int)sizeof text || !bd_double_parse((bd_str){ text, (size_t)n }, bytes))
            return false;
        *bytes *= (double)((int64_t)1 << units[i].two);
        return true;
    }
    return false;
}

static bool parse_value(bd_str text, const gauge *kind, double *out)
{
    bd_str rest = text, part = text;
    if (kind->part != WHOLE) {
        if (!bd_str_split(&rest, '/', &part) || !rest.ptr)
            return false;
        part = kind->part == FIRST ? part : rest;
    }
    part = bd_str_trim(part);
    size_t digits = 0;
    while (digits < part.len && (strchr("0123456789.", part.ptr[digits]) && part.ptr[digits]))
        digits++;
    bd_str number = bd_str_sub(part, 0, digits);
    bd_str unit = bd_str_trim(bd_str_sub(part, digits, part.len));
    if (strcmp(kind->unit, "%") == 0 || kind->unit[0] == '\0')
        return bd_str_is(unit, kind->unit) && bd_double_parse(number, out);
    if (!size_of(number, unit, out))
        return false;
    if (strcmp(kind->unit, "MiB") == 0)
        *out /= 1024.0 * 1024.0; /* a power of two: exact */
    return true;
}

/* ---- one line ---- */

static size_t phase_of(const stats *s, int64_t at_ns)
{
    const bd_stress *stress = s->stress;
    for (size_t i = 0; i < stress->count; i++)
        if (stress->phases[i].started_ns != BD_TIME_UNKNOWN
            && stress->phases[i].finished_ns != BD_TIME_UNKNOWN
            && stress->phases[i].started_ns <= at_ns && at_ns <= stress->phases[i].finished_ns)
            return i;
    return stress->count;
}

static bool read_time(stats *s, const bd_json *sample, int line, int64_t *at_ns)
{
    bd_json at;
    bd_str text;
    bd_error err = BD_ERROR_INIT;
    if (!bd_json_member(sample, "RecordedAtUtc", &at)) {
        complain(s, BD_ERROR, line, NULL, "the sample has no RecordedAtUtc");
        return false;
    }
    if (bd_json_string(&at, &s->stress->reading->scratch, &text, &err)
        && bd_time_parse(text, at_ns))
        return true;
    complain(s, BD_ERROR, line, &at, "expected a time like \"2026-07-20T10:00:01.5+00:00\"");
    return false;
}

static void read_gauge(stats *s, const bd_json *sample, int line, size_t which, series *to)
{
    const gauge *kind = &gauges[which];
    bd_json at;
    bd_str text;
    double value;
    bd_error err = BD_ERROR_INIT;
    if (!bd_json_member(sample, kind->member, &at))
        return;
    if (!bd_json_string(&at, &s->stress->reading->scratch, &text, &err)) {
        complain(s, BD_ERROR, line, &at, "expected a text, as docker stats writes it");
        return;
    }
    if (bd_str_starts(bd_str_trim(text), "--")) /* docker's "not available" */
        return;
    if (!parse_value(text, kind, &value)) {
        char message[256];
        snprintf(message, sizeof message, "%s \"%.*s\" is not what docker stats writes (%s)",
                 kind->member, (int)(text.len < 80 ? text.len : 80), text.ptr,
                 kind->part == WHOLE ? "\"12.5%\" or \"42\"" : "\"205.0MiB / 1GiB\"");
        complain(s, BD_ERROR, line, &at, message);
        return;
    }
    if (to->count == 0) {
        int inner;
        to->line = line;
        bd_json_position(&at, &inner, &to->column);
        to->column += s->indent;
    }
    to->values = bd_grow(to->values, to->count, &to->capacity, sizeof *to->values);
    to->values[to->count++] = value;
}

static void note_failure(stats *s, const bd_json *at, int line)
{
    bd_str text = { 0 };
    bd_error err = BD_ERROR_INIT;
    if (s->failures++ > 0)
        return;
    s->first_failure = line;
    if (!bd_json_string(at, &s->stress->reading->scratch, &text, &err))
        text = bd_json_raw(at);
    snprintf(s->failure, sizeof s->failure, "%.*s", (int)(text.len < 100 ? text.len : 100),
             text.ptr);
}

static void read_sample(stats *s, const bd_json *sample, int line)
{
    bd_json failed;
    int64_t at_ns;
    s->samples++;
    if (bd_json_member(sample, "SamplingError", &failed)) {
        note_failure(s, &failed, line);
        return;
    }
    if (!read_time(s, sample, line, &at_ns))
        return;
    series *of_phase = &s->series[phase_of(s, at_ns) * GAUGES];
    for (size_t i = 0; i < GAUGES; i++)
        read_gauge(s, sample, line, i, &of_phase[i]);
}

static void read_line(stats *s, bd_str text, int line, bool last)
{
    static const bd_json_options options = { .max_depth = 32, .max_tokens = 10000 };
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    if (!bd_json_parse(text, &options, &doc, &err)) {
        err.line = line;
        err.column += s->indent;
        bd_error_in_file(&err, s->file->path);
        if (last)
            complain(s, BD_NOTE, line, NULL, "the last line is cut short and left out");
        else
            bd_diagnostics_add(s->stress->reading->found, BD_ERROR, &err);
        return;
    }
    bd_json root = bd_json_root(doc);
    if (bd_json_typeof(&root) == BD_JSON_OBJECT)
        read_sample(s, &root, line);
    else
        complain(s, BD_ERROR, line, &root, "expected an object, a sample of docker stats");
    bd_json_free(doc);
}

/* ---- all lines ---- */

static void read_lines(stats *s)
{
    bd_str text = bd_text_without_bom(s->file->bytes), line;
    while (text.len > 0 && strchr(" \t\r\n", text.ptr[text.len - 1]) && text.ptr[text.len - 1])
        text.len--;
    bool any = text.len > 0;
    for (int number = 1; any && bd_str_split(&text, '\n', &line); number++) {
        bd_str whole = line;
        line = bd_str_trim(line);
        s->indent = (int)(line.ptr - whole.ptr);
        if (line.len > 0)
            read_line(s, line, number, text.ptr == NULL);
    }
}

static void add_points(const stats *s, size_t phase, const char *name)
{
    bd_run *run = s->stress->run;
    for (size_t i = 0; i < GAUGES; i++) {
        const series *from = &s->series[phase * GAUGES + i];
        if (from->count == 0)
            continue;
        bd_point *point = bd_run_add_point(run);
        point->benchmark = "postgres";
        point->metric = gauges[i].metric;
        point->unit = gauges[i].unit;
        point->n = (int64_t)from->count;
        point->samples.count = from->count;
        point->samples.doubles = bd_arena_copy(&run->arena, from->values,
                                               from->count * sizeof *from->values);
        bd_pairs_set(&point->params, &run->arena, BD_STR("phase"), bd_str_of(name));
        point->source = (bd_source){ .file = s->index,
                                     .line = from->line,
                                     .column = from->column,
                                     .path = bd_arena_printf(&run->arena, "$.%s",
                                                             gauges[i].member) };
    }
}

static void finish(stats *s)
{
    if (s->failures > 0) {
        char message[256];
        snprintf(message, sizeof message, "%zu of %zu samples could not be taken: %s", s->failures,
                 s->samples, s->failure);
        complain(s, BD_NOTE, s->first_failure, NULL, message);
        snprintf(message, sizeof message, "%zu", s->failures);
        bd_stress_keep(s->stress, "SamplingErrors", bd_str_of(message));
    }
    for (size_t i = 0; i < s->stress->count; i++)
        add_points(s, i, s->stress->phases[i].name);
    add_points(s, s->stress->count, "outside");
}

void bd_stress_read_stats(bd_stress *stress)
{
    stats s = { .stress = stress,
                .file = bd_reading_companion(stress->reading, "postgres-stats.jsonl") };
    if (!s.file)
        return;
    s.index = bd_run_add_file(stress->run, s.file->path, s.file->bytes);
    s.series = bd_alloc((stress->count + 1) * GAUGES * sizeof *s.series);
    read_lines(&s);
    finish(&s);
    for (size_t i = 0; i < (stress->count + 1) * GAUGES; i++)
        free(s.series[i].values);
    free(s.series);
}
