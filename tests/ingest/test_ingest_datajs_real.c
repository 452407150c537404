/* Histories that other projects keep in a data.js: counts and values as jq sees them. */
#include "tests/ingest/read.h"

#include <stdio.h>
#include <string.h>

/* What jq prints of the object alone; an entry that stands twice counts once. */
static bd_buf jq(const char *filter, const char *file)
{
    bd_buf command = BD_BUF_INIT, out = BD_BUF_INIT;
    bd_buf_printf(&command, "sed '1s/^window.BENCHMARK_DATA = //; $s/;$//' '%s' | jq -r '%s'", file,
                  filter);
    assert_int_equal(test_shell(bd_buf_text(&command), &out, NULL), 0);
    bd_buf_release(&command);
    return out;
}

static double sum_of(const bd_runs *runs, size_t *points, size_t *ranges)
{
    double sum = 0;
    *points = *ranges = 0;
    for (size_t i = 0; i < runs->count; i++)
        for (size_t k = 0; k < runs->items[i]->point_count; k++) {
            const bd_point *p = &runs->items[i]->points[k];
            sum += bd_number_as_double(p->value);
            *ranges += p->compat->range != NULL;
            ++*points;
            assert_true(p->source.line > 0 && p->source.path != NULL);
        }
    return sum;
}

static void histories_of_other_projects_are_read_as_jq_reads_them(void **state)
{
    (void)state;
    static const char filter[] =
        "[.entries[] | unique[]] | [length, ([.[].benches | length] | add), "
        "([.[].benches[].value] | add), "
        "([.[].benches[] | select(has(\"range\"))] | length)] | map(tostring) | "
        "join(\" \")";
    bd_arena arena = BD_ARENA_INIT;
    bd_buf list = BD_BUF_INIT, command = BD_BUF_INIT;
    bd_buf_printf(&command, "find '%s' -name '*.js' | LC_ALL=C sort", test_shared("real/datajs"));
    if (test_shell("command -v jq", NULL, NULL) != 0)
        skip();
    assert_int_equal(test_shell(bd_buf_text(&command), &list, NULL), 0);
    bd_str lines = bd_buf_str(&list), line;
    size_t files = 0, runs = 0;
    while (bd_str_split(&lines, '\n', &line)) {
        if (line.len == 0)
            continue;
        const char *path = bd_arena_text(&arena, line);
        bd_buf want = jq(filter, path);
        size_t want_runs = 0, want_points = 0, want_ranges = 0, points, ranges;
        double want_sum = 0;
        assert_int_equal(sscanf(bd_buf_text(&want), "%zu %zu %lf %zu", &want_runs, &want_points,
                                &want_sum, &want_ranges),
                         4);
        reading_result r = test_ingest_path(path, NULL);
        assert_read(&r);
        assert_int_equal(r.runs.count, want_runs);
        double sum = sum_of(&r.runs, &points, &ranges);
        assert_int_equal(points, want_points);
        assert_int_equal(ranges, want_ranges);
        assert_close(sum, want_sum, 1e-9);
        files++;
        runs += r.runs.count;
        test_ingest_drop(&r);
        bd_buf_release(&want);
    }
    assert_true(files >= 20 && runs > 10000);
    bd_buf_release(&list);
    bd_buf_release(&command);
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(histories_of_other_projects_are_read_as_jq_reads_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
