/* environment.txt: facts about the machine and the commit, one `key=value` a line.
 *
 * `#` lines and blank lines are comments, line ends may be CRLF. A key is trimmed; a
 * value is kept as it stands, inner quotes and outer blanks included, because a
 * processor's name is what the machine says it is: whoever shows or compares it
 * trims (bd_slug, bd_cpu_short). */
#include "core/base/file.h"
#include "core/base/map.h"
#include "ingest/internal.h"

#include <string.h>

enum { ENVIRONMENT_BYTES_MAX = 1024 * 1024 };

typedef struct reading_lines {
    const bd_ingest_file *file;
    bd_arena *arena;
    bd_pairs *out;
    bd_diagnostics *found;
    bd_map lines; /* key → the line that has it */
} reading_lines;

static int column_of(bd_str line, const char *at)
{
    int column = 1;
    for (const char *p = line.ptr; p < at; p++)
        column += ((unsigned char)*p & 0xC0) != 0x80;
    return column;
}

static void report(reading_lines *r, int line, int column, const char *message, const char *hint)
{
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_INPUT, "%s", message);
    bd_hint(&err, "%s", hint);
    bd_error_at(&err, r->file->path, line, column);
    bd_diagnostics_add(r->found, BD_ERROR, &err);
}

static void report_twice(reading_lines *r, int line, bd_str key, size_t before)
{
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_INPUT, "key \"%.*s\" stands here and in line %zu", (int)key.len, key.ptr,
            before);
    bd_hint(&err, "keep the line that is true");
    bd_error_at(&err, r->file->path, line, 1);
    bd_diagnostics_add(r->found, BD_ERROR, &err);
}

static void read_line(reading_lines *r, int number, bd_str line)
{
    if (bd_str_ends(line, "\r"))
        line.len--;
    bd_str shown = bd_str_trim(line);
    ptrdiff_t bad = bd_text_problem(line);
    if (bad >= 0) {
        bool nul = line.ptr[bad] == '\0';
        report(r, number, column_of(line, line.ptr + bad),
               nul ? "a NUL byte in a text file" : "this byte is not UTF-8",
               "save the file as UTF-8");
        return;
    }
    if (shown.len == 0 || shown.ptr[0] == '#')
        return;
    const char *equals = memchr(line.ptr, '=', line.len);
    if (!equals) {
        report(r, number, column_of(line, shown.ptr), "a line without \"=\"",
               "write it as key=value, or begin it with # as a remark");
        return;
    }
    bd_str key = bd_str_trim((bd_str){ line.ptr, (size_t)(equals - line.ptr) });
    if (key.len == 0) {
        report(r, number, 1, "a line without a key before \"=\"", "write it as key=value");
        return;
    }
    if (r->lines.count >= BD_PAIRS_MAX) {
        report(r, number, 1, "more keys than an environment has", "keep what tells machines apart");
        return;
    }
    bool added;
    size_t *first = bd_map_put(&r->lines, key, (size_t)number, &added);
    if (!added) {
        report_twice(r, number, key, *first);
        return;
    }
    size_t from = (size_t)(equals + 1 - line.ptr);
    bd_pairs_set(r->out, r->arena, key, bd_str_sub(line, from, line.len));
}

bool bd_environment_read(const bd_ingest_file *file, bd_arena *arena, bd_pairs *out,
                         bd_diagnostics *found)
{
    reading_lines r = { .file = file, .arena = arena, .out = out, .found = found };
    size_t errors = found->errors;
    bd_str rest = bd_text_without_bom(file->bytes), line;
    const char *kind = NULL, *hint = NULL;
    if (rest.len > ENVIRONMENT_BYTES_MAX)
        report(&r, 0, 0, "larger than 1 MiB, which no environment.txt is",
               "it holds key=value lines about the machine");
    else if (bd_text_is_foreign(file->bytes, &kind, &hint))
        report(&r, 1, 1, kind, hint);
    else
        for (int number = 1; bd_str_split(&rest, '\n', &line); number++)
            read_line(&r, number, line);
    bd_map_release(&r.lines);
    return found->errors == errors;
}

static const char *beside(bd_arena *arena, const char *path, const char *name)
{
    bd_str directory = bd_path_directory(path);
    const char *folder = bd_arena_text(arena, directory);
    return bd_path_join(arena, folder, name);
}

/* "a/results.json" → "results.environment.txt" */
static const char *named_environment(bd_arena *arena, const char *path)
{
    bd_str name = bd_path_name(path);
    size_t stem = name.len;
    while (stem > 0 && name.ptr[stem - 1] != '.')
        stem--;
    stem = stem > 1 ? stem - 1 : name.len; /* no dot, or only a leading one: all of it */
    return bd_arena_printf(arena, "%.*s.environment.txt", (int)stem, name.ptr);
}

size_t bd_ingest_companions(const char *path, bd_arena *arena, const char *names[8])
{
    static const char *const fixed[] = { "environment.txt", "environment.json",
                                         "postgres-stats.jsonl" };
    static const char *const criterion[] = { "benchmark.json", "sample.json" };
    size_t count = 0;
    if (strcmp(path, "-") == 0 || bd_path_name(path).len == 0)
        return 0;
    names[count++] = beside(arena, path, named_environment(arena, path));
    for (size_t i = 0; i < BD_COUNT(fixed); i++)
        names[count++] = beside(arena, path, fixed[i]);
    for (size_t i = 0; i < BD_COUNT(criterion) && bd_str_is(bd_path_name(path), "estimates.json");
         i++)
        names[count++] = beside(arena, path, criterion[i]);
    return count;
}

const bd_ingest_file *bd_reading_companion(const bd_reading *reading, const char *name)
{
    for (size_t i = 0; i < reading->in->companion_count; i++)
        if (bd_str_is(bd_path_name(reading->in->companions[i].path), name))
            return &reading->in->companions[i];
    return NULL;
}

const bd_ingest_file *bd_reading_environment(const bd_reading *reading)
{
    bd_arena arena = BD_ARENA_INIT;
    const bd_ingest_file *file = bd_reading_companion(
        reading, named_environment(&arena, reading->in->file->path));
    bd_arena_release(&arena);
    return file ? file : bd_reading_companion(reading, "environment.txt");
}
