/* Which entries fall out, and what stays of the file around them. */
#include "core/datajs/datajs.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

enum { DAY = 86400000 };

/* A file with entries of these dates, a letter a suite: "a1 a2 b3"; days since 1970. */
static void make(const char *dates, bd_buf *out)
{
    bd_str rest = bd_str_of(dates), word;
    char suite = 0;
    bd_buf_puts(out, "{\n  \"entries\": {");
    while (bd_str_split(&rest, ' ', &word)) {
        double days = strtod(word.ptr + 1, NULL);
        if (word.ptr[0] != suite)
            bd_buf_printf(out, "%s\n    \"%c\": [", suite ? "\n    ]," : "", word.ptr[0]);
        else
            bd_buf_putc(out, ',');
        bd_buf_printf(out, "\n      {\n        \"date\": %.0f\n      }", days * DAY);
        suite = word.ptr[0];
    }
    bd_buf_puts(out, "\n    ]\n  }\n}");
}

static void what_falls_out_leaves_no_trace(void **state)
{
    (void)state;
    static const struct {
        const char *before;
        bd_datajs_keep keep;
        size_t gone;
        const char *after;
    } cases[] = {
        { "a1 a2 a3 b1 b2", { .entries = 2 }, 1, "a2 a3 b1 b2" },
        { "a1 a2 a3 b1 b2", { .entries = 1 }, 3, "a3 b2" },
        { "a1 a2 a3", { .entries = 3 }, 0, "a1 a2 a3" },
        { "a1 a5 a2 a6 b1 b9", { .since_ms = 3 * (int64_t)DAY }, 3, "a5 a6 b9" },
        { "a5 a6 a1", { .since_ms = 3 * (int64_t)DAY }, 1, "a5 a6" },
        { "a5 a1 a2 a6 a1", { .since_ms = 3 * (int64_t)DAY }, 3, "a5 a6" },
        { "a1.1 a1.5 a1.9 a2.2 a5.1 a5.2",
          { .daily_ms = 5 * (int64_t)DAY },
          2,
          "a1.9 a2.2 a5.1 a5.2" },
        { "a1.1 a1.5 a2 a3", { .entries = 2, .daily_ms = 5 * (int64_t)DAY }, 2, "a2 a3" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_buf before = BD_BUF_INIT, want = BD_BUF_INIT, out = BD_BUF_INIT;
        bd_datajs *file;
        bd_datajs_old *old;
        make(cases[i].before, &before);
        make(cases[i].after, &want);
        assert_ok(bd_datajs_open(bd_buf_str(&before), &file, &err), &err);
        assert_int_equal(bd_datajs_take_out(file, &cases[i].keep, &old), cases[i].gone);
        bd_datajs_write(file, &out);
        assert_str(bd_buf_str(&out), bd_buf_text(&want));
        free(old);
        bd_datajs_write_over(file, &before);
        assert_str(bd_buf_str(&before), bd_buf_text(&want));
        bd_datajs_close(file);
        bd_buf_release(&before);
        bd_buf_release(&want);
        bd_buf_release(&out);
    }
}

static void what_fell_out_goes_into_another_file_once(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_buf before = BD_BUF_INIT, first = BD_BUF_INIT, again = BD_BUF_INIT;
    bd_datajs *file, *archive;
    bd_datajs_old *old;
    const bd_datajs_keep keep = { .entries = 1 };
    make("a400 a800 a9", &before);
    assert_ok(bd_datajs_open(bd_buf_str(&before), &file, &err), &err);
    assert_int_equal(bd_datajs_take_out(file, &keep, &old), 2);
    assert_int_equal(old[0].year, 1971);
    assert_int_equal(old[1].year, 1972);
    assert_ok(bd_datajs_open(bd_str_of(bd_datajs_empty), &archive, &err), &err);
    bd_datajs_add_old(archive, old[0].suite, old[0].text);
    bd_datajs_write(archive, &first);
    assert_str(bd_buf_str(&first),
               "window.BENCHMARK_DATA = {\n  \"lastUpdate\": 0,\n  \"repoUrl\": "
               "\"\",\n  \"entries\": {\n    \"a\": [\n      {\n        "
               "\"date\": 34560000000\n      }\n    ]\n  }\n}");
    bd_datajs_close(archive);
    assert_ok(bd_datajs_open(bd_buf_str(&first), &archive, &err), &err);
    bd_datajs_add_old(archive, old[0].suite, old[0].text);
    bd_datajs_write(archive, &again);
    assert_str(bd_buf_str(&again), bd_buf_text(&first));
    free(old);
    bd_datajs_close(archive);
    bd_datajs_close(file);
    bd_buf_release(&before);
    bd_buf_release(&first);
    bd_buf_release(&again);
}

/* Values of `date -u -d @SECONDS +%Y`. */
static void the_year_is_that_of_utc(void **state)
{
    (void)state;
    static const struct {
        int64_t seconds;
        int year;
    } cases[] = {
        { 0, 1970 },          { -1, 1969 },         { 951782399, 2000 },  { 978307199, 2000 },
        { 978307200, 2001 },  { 1704067199, 2023 }, { 1704067200, 2024 }, { 1735689599, 2024 },
        { 4102444799, 2099 }, { 4133980799, 2100 }, { 4133980800, 2101 }, { -62135596800, 1 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++)
        assert_int_equal(bd_datajs_year(cases[i].seconds * 1000), cases[i].year);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_falls_out_leaves_no_trace),
        cmocka_unit_test(what_fell_out_goes_into_another_file_once),
        cmocka_unit_test(the_year_is_that_of_utc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
