/* Reading for tests: see read.h. */
#include "tests/ingest/read.h"

#include "core/base/file.h"

#include <stdio.h>
#include <string.h>

reading_result test_ingest_input(const bd_ingest_input *in)
{
    reading_result r = { .runs = BD_RUNS_INIT, .found = BD_DIAGNOSTICS_INIT };
    r.ok = bd_ingest(in, &r.runs, &r.found);
    r.run = r.runs.count > 0 ? r.runs.items[0] : NULL;
    for (size_t i = r.found.count; i-- > 0;)
        if (r.found.items[i].severity == BD_ERROR)
            r.error = r.found.items[i].error;
    assert_int_equal(r.ok, r.found.errors == 0);
    if (!r.ok)
        assert_int_equal(r.runs.count, 0);
    return r;
}

reading_result test_ingest_bytes(const char *path, bd_str bytes, const char *format)
{
    bd_ingest_file file = { .path = path, .bytes = bytes };
    bd_ingest_input in = { .file = &file, .format = format };
    return test_ingest_input(&in);
}

reading_result test_ingest_text(const char *text, const char *format)
{
    return test_ingest_bytes("results.json", bd_str_of(text), format);
}

reading_result test_ingest_path(const char *path, const char *format)
{
    bd_buf bytes = test_read(path), beside[8] = { BD_BUF_INIT };
    bd_arena arena = BD_ARENA_INIT;
    const char *names[8];
    bd_ingest_file file = { .path = path, .bytes = bd_buf_str(&bytes) }, companions[8];
    bd_ingest_input in = { .file = &file, .format = format, .companions = companions };
    size_t count = bd_ingest_companions(path, &arena, names);
    for (size_t i = 0; i < count; i++) {
        if (!bd_file_exists(names[i]))
            continue;
        bd_buf *text = &beside[in.companion_count];
        *text = test_read(names[i]);
        companions[in.companion_count++] = (bd_ingest_file){ .path = names[i],
                                                             .bytes = bd_buf_str(text) };
    }
    reading_result r = test_ingest_input(&in);
    for (size_t i = 0; i < BD_COUNT(beside); i++)
        bd_buf_release(&beside[i]);
    bd_buf_release(&bytes);
    bd_arena_release(&arena);
    return r;
}

void test_ingest_drop(reading_result *result)
{
    bd_runs_release(&result->runs);
    bd_diagnostics_release(&result->found);
}

void test_ingest_assert_ok(const reading_result *result, const char *file, int line)
{
    test_assert_ok(result->ok, &result->error, file, line);
}

static bool has_params(const bd_point *point, const char *params)
{
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < point->params.count; i++)
        bd_buf_printf(&text, "%s%s=%s", i ? " " : "", point->params.items[i].key,
                      point->params.items[i].value);
    bool same = bd_str_is(bd_buf_str(&text), params);
    bd_buf_release(&text);
    return same;
}

const bd_point *test_find_point(const bd_run *run, const char *benchmark, const char *metric,
                                const char *params)
{
    for (size_t i = 0; i < run->point_count; i++) {
        const bd_point *p = &run->points[i];
        if (strcmp(p->benchmark, benchmark) == 0 && strcmp(p->metric, metric) == 0
            && (!params || has_params(p, params)))
            return p;
    }
    fail_msg("no point %s %s", benchmark, metric);
    return NULL;
}

const char *test_number(bd_number number)
{
    static char text[64];
    bd_buf buf = BD_BUF_INIT;
    bd_number_text(number, &buf);
    snprintf(text, sizeof text, "%s", bd_buf_text(&buf));
    bd_buf_release(&buf);
    return text;
}

void test_shared_files(const char *folder, const char *ending, bd_arena *arena, bd_names *names)
{
    bd_error err = BD_ERROR_INIT;
    bd_names all = { 0 };
    const char *directory = test_shared(folder);
    assert_ok(bd_directory_list(directory, arena, &all, &err), &err);
    for (size_t i = 0; i < all.count; i++)
        if (bd_str_ends(bd_str_of(all.items[i]), ending))
            bd_names_add(names, bd_path_join(arena, directory, all.items[i]));
    bd_names_release(&all);
    assert_true(names->count > 0);
}
