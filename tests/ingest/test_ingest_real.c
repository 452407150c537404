/* Every file of other people's tools, but for JMH and data.js, which have tests of their own:
 * how many points it gives, with which params and units. */
#include "tests/ingest/read.h"

#include <stdlib.h>
#include <string.h>

/* Counted by a script in Python with readers of its own (an expression or a dict for each
 * kind, after docs/formats.md), not by this program. Names are as much of a path as tells
 * it from all others. */
static const struct {
    const char *file;
    size_t points;
    const char *params, *units; /* sorted; "-" = none */
} expected[] = {
    { "69d76de", 75, "ExampleFileName", "- B ns" },
    { "ea1db31", 10, "", "- B ns" },
    { "null_namespace__", 1, "", "ns" },
    { "two__9", 2, "", "ns" },
    { "two_more__", 2, "", "ns" },
    { "benchstat/crc-new.txt", 72, "align poly size", "MB/s ns/op" },
    { "benchstat/crc-old.txt", 72, "align poly size", "MB/s ns/op" },
    { "benchstat/issue19565.txt", 4, "note", "ns/op" },
    { "benchstat/issue19634.txt", 2, "note", "ns/op" },
    { "benchstat/new.txt", 2, "format", "ns/op" },
    { "benchstat/old.txt", 2, "format", "ns/op" },
    { "benchstat/smallSample.txt", 2, "note", "ns/op" },
    { "benchstat/units.txt", 4, "note", "bytes" },
    { "benchstat/zero.txt", 20, "note", "bytes x y" },
    { "failed__", 3, "", "ns/iter" },
    { "ignore__", 1, "", "ns/iter" },
    { "issue_390__", 4, "", "ns/iter" },
    { "many__", 6, "", "ms/iter ns/iter s/iter \xCE\xBCs/iter" },
    { "multi_target__", 2, "", "ns/iter" },
    { "one__", 1, "", "ns/iter" },
    { "cargo_output2__", 4, "", "ns/iter" },
    { "cargo_output3__", 2, "", "ns/iter" },
    { "cargo_output__", 2, "", "ns/iter" },
    { "cargo_output_units__", 5, "", "MS/s cycles/iter" },
    { "criterion_output__", 4, "", "ns/iter" },
    { "catch2_output_v3__", 4, "test", "ns us" },
    { "Iterative/base/est", 1, "function", "ns" },
    { "Recursive/base/est", 1, "function", "ns" },
    { "full_round_trip_stub_zk/new/est", 1, "function", "ns" },
    { "q1/new/est", 1, "", "ns" },
    { "customBiggerIsBetter_output__", 2, "", "Megabytes req/s" },
    { "customSmallerIsBetter_output2__", 4, "", "ns" },
    { "customSmallerIsBetter_output__", 2, "", "Megabytes Percent" },
    { "derived__LuxDL-LuxLib-jl-LuxLi", 1776, "", "ns" },
    { "derived__nomic-foundation-auto", 8, "", "ms" },
    { "derived__nyrkio-change-detecti", 2, "", "ns" },
    { "derived__shinhyungyang-moobenc", 4, "", "ns" },
    { "derived__shwaka-kohomology-Ben", 2, "", "s/op" },
    { "five__", 5, "gomaxprocs", "ns/op" },
    { "three__", 4, "", "auxMetricUnits ns/op" },
    { "20200101T213604.Base.stdout.txt", 84, "foo pkg prec", "B/op MB/s allocs/op ns/op" },
    { "90860e0c31-opt.20220107T213212.txt", 265, "foo gomaxprocs pkg prec",
      "B/op MB/s allocs/op ns/op" },
    { "benchfmt-files-a.txt", 2, "", "ns/op" },
    { "benchfmt-files-b.txt", 1, "", "ns/op" },
    { "suffixarray.bench.txt", 168, "bits size text", "B/op MB/s allocs/op ns/op" },
    { "bm__", 20, "arg", "ns" },
    { "test1_run1.json", 31, "big_o", "ns s x" },
    { "test1_run2.json", 31, "big_o", "ns s x" },
    { "test2_run.json", 20, "arg", "ms ns" },
    { "test3_run0.json", 8, "", "ns" },
    { "test3_run1.json", 12, "", "ns" },
    { "test4_run.json", 12, "", "-" },
    { "test4_run0.json", 2, "", "x" },
    { "test4_run1.json", 2, "", "x" },
    { "test5_run0.json", 2, "", "s" },
    { "test5_run1.json", 2, "", "s" },
    { "two__8", 6, "", "s" },
    { "0002_", 1, "param", "s" },
    { "0003_", 1, "param", "s" },
    { "0004_", 1, "param", "s" },
    { "0005_", 1, "param", "s" },
    { "0030_", 1, "param", "s" },
};

/* Files beside results: what benchstat prints, names that are read with the estimates, and
 * changes, which are no measurements. */
static const char *const others[] = { ".stdout", ".stderr", "CASES.tsv", "/benchmark.json",
                                      "/change/estimates.json" };

static bool is_other(const char *path)
{
    for (size_t i = 0; i < BD_COUNT(others); i++)
        if (bd_str_ends(bd_str_of(path), others[i]))
            return true;
    return false;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All different names, with blanks between. */
static void put_sorted(bd_names *names, bd_buf *out)
{
    if (names->count > 0)
        qsort(names->items, names->count, sizeof *names->items, by_text);
    for (size_t i = 0; i < names->count; i++)
        if (i == 0 || strcmp(names->items[i], names->items[i - 1]) != 0)
            bd_buf_printf(out, "%s%s", out->len > 0 ? " " : "", names->items[i]);
    bd_names_release(names);
}

static void put_params(const bd_run *run, bd_buf *out)
{
    bd_names names = { 0 };
    for (size_t i = 0; i < run->point_count; i++)
        for (size_t k = 0; k < run->points[i].params.count; k++)
            bd_names_add(&names, run->points[i].params.items[k].key);
    put_sorted(&names, out);
}

static void put_units(const bd_run *run, bd_buf *out)
{
    bd_names names = { 0 };
    for (size_t i = 0; i < run->point_count; i++)
        bd_names_add(&names, *run->points[i].unit ? run->points[i].unit : "-");
    put_sorted(&names, out);
}

static void check_file(const char *path, size_t row)
{
    bd_buf params = BD_BUF_INIT, units = BD_BUF_INIT;
    reading_result r = test_ingest_path(path, NULL);
    assert_read(&r);
    assert_int_equal(r.runs.count, 1);
    put_params(r.run, &params);
    put_units(r.run, &units);
    if (r.run->point_count != expected[row].points
        || strcmp(bd_buf_text(&params), expected[row].params) != 0
        || strcmp(bd_buf_text(&units), expected[row].units) != 0)
        fail_msg("%s: %zu points, params \"%s\", units \"%s\"", path, r.run->point_count,
                 bd_buf_text(&params), bd_buf_text(&units));
    bd_buf_release(&params);
    bd_buf_release(&units);
    test_ingest_drop(&r);
}

static void every_file_gives_the_points_that_were_counted(void **state)
{
    (void)state;
    bool seen[BD_COUNT(expected)] = { false };
    bd_buf list = BD_BUF_INIT, command = BD_BUF_INIT;
    bd_arena arena = BD_ARENA_INIT;
    const char *root = test_shared("real");
    bd_buf_printf(&command,
                  "cd '%s' && find . -mindepth 2 -type f ! -path './jmh*' "
                  "! -path './datajs/*' ! -path './otava/*' | LC_ALL=C sort",
                  root);
    assert_int_equal(test_shell(bd_buf_text(&command), &list, NULL), 0);
    bd_str rest = bd_buf_str(&list), line;
    while (bd_str_split(&rest, '\n', &line)) {
        const char *path = bd_arena_text(&arena, line);
        size_t row = BD_COUNT(expected);
        for (size_t i = 0; i < BD_COUNT(expected) && line.len > 0; i++)
            row = strstr(path, expected[i].file) ? i : row;
        if (line.len == 0 || is_other(path))
            continue;
        if (row == BD_COUNT(expected) || seen[row])
            fail_msg("nothing is expected of %s: count its points, and add a row", path);
        seen[row] = true;
        check_file(bd_path_join(&arena, root, path), row);
    }
    for (size_t i = 0; i < BD_COUNT(expected); i++)
        if (!seen[i])
            fail_msg("there is no file %s", expected[i].file);
    bd_arena_release(&arena);
    bd_buf_release(&list);
    bd_buf_release(&command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_gives_the_points_that_were_counted),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
