/* Places of numbers, looked up: see places.h. */
#include "tests/ingest/places.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 8, NUMBER_MAX = 64 };
#define TICK_NS 50000000

/* One file of the run, with what shall be asked of jq about it. */
typedef struct claimed {
    bd_buf bytes;
    size_t *lines; /* owned: where each begins */
    size_t line_count, line_capacity;
    bd_buf paths;    /* JSON: the paths, as jq's getpath takes them */
    double *numbers; /* owned: what must be there */
    size_t count, capacity;
    bool is_lines; /* JSON Lines: the path goes on from the line */
} claimed;

typedef struct checking {
    const bd_run *run;
    claimed files[FILES_MAX];
    places_seen *seen;
    bd_arena arena;
} checking;

static void open_file(claimed *file, const char *path)
{
    file->bytes = test_read(path);
    file->is_lines = bd_str_ends(bd_str_of(path), ".jsonl");
    size_t from = bd_str_starts(bd_buf_str(&file->bytes), "\xEF\xBB\xBF") ? 3 : 0;
    for (size_t i = from; i <= file->bytes.len; i++)
        if (i == from || file->bytes.data[i - 1] == '\n') {
            file->lines = bd_grow(file->lines, file->line_count, &file->line_capacity,
                                  sizeof *file->lines);
            file->lines[file->line_count++] = i;
        }
}

static const char *bytes_at(const claimed *file, const bd_source *at)
{
    assert_true(at->line >= 1 && (size_t)at->line <= file->line_count && at->column >= 1);
    size_t i = file->lines[at->line - 1];
    for (int column = 1; column < at->column; column++)
        for (i++; i < file->bytes.len && ((unsigned char)file->bytes.data[i] & 0xC0) == 0x80;)
            i++;
    assert_true(i < file->bytes.len);
    return file->bytes.data + i;
}

/* The number that begins there: of JSON, in a JSON string, or with a log's commas. */
static double number_at(const char *at, bool log)
{
    char text[NUMBER_MAX];
    size_t n = 0;
    if (strncmp(at, "true", 4) == 0)
        return 1;
    if (strncmp(at, "false", 5) == 0)
        return 0;
    if (*at == '"')
        at++;
    for (; n + 1 < sizeof text && *at && strchr("0123456789+-.eExXINFainfty,", *at); at++)
        if (*at != ',')
            text[n++] = *at;
        else if (!log)
            break;
    text[n] = '\0';
    char *end;
    double value = strtod(text, &end);
    return end == text ? NAN : value;
}

/* "$[0].a["b c"]" → [0,"a","b c"] */
static void add_path(claimed *file, const bd_source *at)
{
    const char *p = at->path + 1;
    bd_buf *out = &file->paths;
    assert_int_equal(at->path[0], '$');
    bd_buf_puts(out, file->count > 0 ? ",\n[" : "[");
    if (file->is_lines)
        bd_buf_printf(out, "%d%s", at->line - 1, *p ? "," : "");
    for (bool first = true; *p; first = false) {
        bd_buf_puts(out, first ? "" : ",");
        if (*p == '.') {
            size_t n = strcspn(p + 1, ".[");
            bd_buf_printf(out, "\"%.*s\"", (int)n, p + 1);
            p += n + 1;
            continue;
        }
        const char *from = ++p;
        bool quoted = *p == '"';
        for (p += quoted; *p && (quoted ? *p != '"' : *p != ']'); p++)
            p += *p == '\\';
        p += quoted;
        bd_buf_put_str(out, (bd_str){ from, (size_t)(p - from) });
        assert_int_equal(*p, ']');
        p++;
    }
    bd_buf_putc(out, ']');
}

static void claim_path(checking *c, const bd_source *at, double number)
{
    claimed *file = &c->files[at->file];
    if (!at->path)
        return;
    add_path(file, at);
    file->numbers = bd_grow(file->numbers, file->count, &file->capacity, sizeof *file->numbers);
    file->numbers[file->count++] = number;
    c->seen->paths++;
}

static bd_source source_of(checking *c, const bd_point *p, bd_stat_kind kind, bool computed)
{
    bd_source at = bd_point_source(p, (bd_stat){ kind, 0 }, computed, &c->arena);
    assert_true(at.file < c->run->file_count);
    return at;
}

/* The number itself stands there. */
static void check_number(checking *c, const bd_point *p, const char *what, bd_number number,
                         const bd_source *at)
{
    const claimed *file = &c->files[at->file];
    if (!bd_number_finite(number))
        return;
    const char *bytes = bytes_at(file, at);
    double want = bd_number_as_double(number), got = number_at(bytes, !at->path);
    if (strcmp(p->metric, "overrun") == 0) /* of a tick: benchdoc's own, of the gap */
        got = fmax(got - TICK_NS, 0);
    if (strcmp(p->metric, "errors") == 0 && *bytes == '{') /* the sum of what stands there */
        got = want;
    if (!(got == want))
        fail_msg("%s %s, %s: %s:%d:%d %s: %.17g, not %.17g (%.30s)", p->benchmark, p->metric, what,
                 c->run->files[at->file].path, at->line, at->column, at->path ? at->path : "", got,
                 want, bytes);
    c->seen->numbers++;
    claim_path(c, at, want);
}

/* The observations, or the first of them, begin there. */
static void check_observed(checking *c, const bd_point *p, const bd_source *at)
{
    double first = p->histogram.count > 0 ? p->histogram.values[0] : NAN;
    if (p->samples.count > 0)
        first = p->samples.ints ? (double)p->samples.ints[0] : p->samples.doubles[0];
    if (!isfinite(first))
        return;
    const char *bytes = bytes_at(&c->files[at->file], at);
    if (*bytes == '[') {
        claim_path(c, at, first);
    } else if (*bytes == '"') { /* as docker stats writes them: "205.0MiB / 1GiB" */
        assert_true(p->unit[0] == '%' ? number_at(bytes, false) == first
                                      : number_at(bytes, false) >= 0);
        claim_path(c, at, number_at(bytes, false));
    } else {
        assert_true(number_at(bytes, !at->path) == first);
        claim_path(c, at, first);
    }
    c->seen->observed++;
}

/* A lock has no observations, but says where they begin. */
static void check_computed(checking *c, const bd_point *p, const bd_source *at)
{
    const char *bytes = bytes_at(&c->files[at->file], at);
    double first = number_at(bytes + (*bytes == '['), !at->path);
    if (!(*bytes == '[' || isfinite(first)))
        fail_msg("%s %s: %s:%d:%d: %.30s", p->benchmark, p->metric, c->run->files[at->file].path,
                 at->line, at->column, bytes);
    if (*bytes != '[')
        claim_path(c, at, first);
    c->seen->computed++;
}

static void check_reported(checking *c, const bd_point *p)
{
    for (size_t i = 0; i < p->reported_count; i++) {
        const bd_stat_value *value = &p->reported[i];
        bd_buf name = BD_BUF_INIT;
        bd_stat_name(value->stat, &name);
        bd_source at = bd_point_source(p, value->stat, value->computed, &c->arena);
        if (!value->computed)
            check_number(c, p, bd_buf_text(&name), value->number, &at);
        else
            check_computed(c, p, &at);
        bd_buf_release(&name);
    }
}

static void check_point(checking *c, const bd_point *p)
{
    bd_source value = source_of(c, p, BD_STAT_VALUE, false);
    bd_source error = source_of(c, p, BD_STAT_ERROR, false);
    bd_source low = source_of(c, p, BD_STAT_LOW, false);
    bd_source high = source_of(c, p, BD_STAT_HIGH, false);
    bool observed = p->samples.count > 0 || p->histogram.count > 0;
    bd_source n = source_of(c, p, BD_STAT_N, observed);
    check_number(c, p, "value", p->value, &value);
    check_number(c, p, "error", p->error, &error);
    check_number(c, p, "low", p->low, &low);
    check_number(c, p, "high", p->high, &high);
    if (observed)
        check_observed(c, p, &n);
    else if (n.line != value.line || n.column != value.column) /* else nobody states it */
        check_number(c, p, "n", bd_int(p->n), &n);
    check_reported(c, p);
}

/* What jq finds on each path, a number a line. */
static void ask_jq(checking *c, claimed *file, const char *path)
{
    static const char look[] =
        "$p[0][] as $x | $d | getpath($x) | if type==\"array\" then (flatten|.[0]) "
        "elif type==\"object\" then ([.[]]|add // 0) elif type==\"boolean\" then (if . then 1 else "
        "0 end) elif type==\"string\" then (match(\"^[-+0-9.eE]+\").string|tonumber) else . end";
    char *directory = test_temp_dir();
    const char *asked = bd_arena_printf(&c->arena, "%s/paths.json", directory);
    bd_buf command = BD_BUF_INIT, out = BD_BUF_INIT;
    bd_buf_putc(&file->paths, ']');
    test_write(asked, file->paths.data, file->paths.len);
    bd_buf_printf(&command,
                  "sed '1s/^\\xEF\\xBB\\xBF//; 1s/^window.BENCHMARK_DATA = //; $s/;$//' '%s' | "
                  "jq -%s --slurpfile p '%s' '%s as $d | %s'",
                  path, file->is_lines ? "ncR" : "c", asked,
                  file->is_lines ? "[inputs|(fromjson? // null)]" : ".", look);
    assert_int_equal(test_shell(bd_buf_text(&command), &out, NULL), 0);
    bd_str lines = bd_buf_str(&out), line;
    for (size_t i = 0; i < file->count; i++) {
        assert_true(bd_str_split(&lines, '\n', &line));
        double got = number_at(line.ptr, false);
        if (!(got == file->numbers[i]))
            fail_msg("%s: path %zu: jq finds %.*s, not %.17g", path, i, (int)line.len, line.ptr,
                     file->numbers[i]);
    }
    test_remove_tree(directory);
    free(directory);
    bd_buf_release(&command);
    bd_buf_release(&out);
}

void places_check(const bd_run *run, const char *root, places_seen *seen)
{
    checking c = { .run = run, .seen = seen };
    assert_true(run->file_count <= FILES_MAX);
    for (size_t i = 0; i < run->file_count; i++) {
        open_file(&c.files[i], bd_arena_printf(&c.arena, "%s%s", root, run->files[i].path));
        bd_buf_putc(&c.files[i].paths, '[');
    }
    for (size_t i = 0; i < run->point_count; i++)
        check_point(&c, &run->points[i]);
    for (size_t i = 0; i < run->file_count; i++) {
        claimed *file = &c.files[i];
        if (file->count > 0)
            ask_jq(&c, file, bd_arena_printf(&c.arena, "%s%s", root, run->files[i].path));
        bd_buf_release(&file->bytes);
        bd_buf_release(&file->paths);
        free(file->lines);
        free(file->numbers);
    }
    bd_arena_release(&c.arena);
}
