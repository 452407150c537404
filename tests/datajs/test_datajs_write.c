/* Changes of a data.js, in the layout that it has. */
#include "core/datajs/datajs.h"
#include "tests/support.h"

#include <string.h>

static bd_datajs_entry entry_of(const char *id, int64_t date, const bd_datajs_bench *bench)
{
    return (bd_datajs_entry){ .commit = BD_STR("{\"id\":\"c\"}"),
                              .commit_id = id,
                              .date_ms = date,
                              .tool = "go",
                              .benches = bench,
                              .bench_count = 1 };
}

static const bd_datajs_bench bench = { .name = "b",
                                       .unit = "ns",
                                       .value = { BD_NUMBER_INT, { 7 } } };

/* The same in the file's own buffer. */
static void assert_written_over(const char *before, const bd_datajs_entry *entry, const char *after)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf bytes = BD_BUF_INIT;
    bd_datajs *file;
    bd_buf_puts(&bytes, before);
    assert_ok(bd_datajs_open(bd_buf_str(&bytes), &file, &err), &err);
    bd_datajs_add(file, "s", entry);
    bd_datajs_write_over(file, &bytes);
    bd_datajs_close(file);
    assert_str(bd_buf_str(&bytes), after);
    bd_buf_release(&bytes);
}

static void entries_are_put_in_as_the_file_is_laid_out(void **state)
{
    (void)state;
#define NEW                                                                               \
    "{\"commit\":{\"id\":\"c\"},\"date\":5,\"tool\":\"go\",\"benches\":[{\"name\":\"b\"," \
    "\"value\":7,\"unit\":\"ns\"}]}"
#define SPACED                                                                   \
    "{\"commit\": {\"id\": \"c\"}, \"date\": 5, \"tool\": \"go\", \"benches\": " \
    "[{\"name\": \"b\", \"value\": 7, \"unit\": \"ns\"}]}"
    static const struct {
        const char *before, *after;
    } cases[] = {
        { "{\"entries\":{\"s\":[{\"date\":1}]}}", "{\"entries\":{\"s\":[{\"date\":1}," NEW "]}}" },
        { "{\"entries\":{\"s\":[]}}", "{\"entries\":{\"s\":[" NEW "]}}" },
        { "{\"entries\":{}}", "{\"entries\":{\"s\":[" NEW "]}}" },
        { "{\"entries\": {\"s\": [{\"date\": 1}]}}",
          "{\"entries\": {\"s\": [{\"date\": 1}, " SPACED "]}}" },
        { "{\"entries\": {\"t\": []}}", "{\"entries\": {\"t\": [], \"s\": [" SPACED "]}}" },
        /* an entry a line */
        { "{\n\"entries\": {\n\"s\": [\n{\"date\":1},\n{\"date\":2}\n]\n}\n}",
          "{\n\"entries\": {\n\"s\": [\n{\"date\":1},\n{\"date\":2},\n" NEW "\n]\n}\n}" },
        /* a hand's comma and comment stay behind */
        { "{entries:{s:[{date:1}, /* x */ ]}}", "{entries:{s:[{date:1}," NEW ", /* x */ ]}}" },
        { "{entries:{s:[ // none yet\n]}}", "{entries:{s:[" NEW "]}}" },
        { "{'entries':{t:[],},}", "{'entries':{t:[],\"s\":[" NEW "],},}" },
        /* JavaScript puts a name that is an index first */
        { "{\"entries\":{\"7\":[],\"t\":[]}}",
          "{\"entries\":{\"7\":[],\"t\":[],\"s\":[" NEW "]}}" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_buf out = BD_BUF_INIT;
        bd_datajs *file;
        const bd_datajs_entry entry = entry_of("c", 5, &bench);
        assert_ok(bd_datajs_open(bd_str_of(cases[i].before), &file, &err), &err);
        assert_false(bd_datajs_has(file, "s", &entry));
        bd_datajs_add(file, "s", &entry);
        assert_true(bd_datajs_has(file, "s", &entry));
        bd_datajs_write(file, &out);
        bd_datajs_close(file);
        assert_str(bd_buf_str(&out), cases[i].after);
        assert_written_over(cases[i].before, &entry, cases[i].after);
        assert_ok(bd_datajs_open(bd_buf_str(&out), &file, &err), &err);
        assert_true(bd_datajs_has(file, "s", &entry));
        bd_datajs_close(file);
        bd_buf_release(&out);
    }
}

static void a_suite_whose_name_is_an_index_stands_where_javascript_puts_it(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_buf out = BD_BUF_INIT;
    bd_datajs *file;
    const bd_datajs_entry entry = entry_of("c", 5, &bench);
    assert_ok(bd_datajs_open(BD_STR("{\"entries\":{\"3\":[],\"20\":[],\"t\":[]}}"), &file, &err),
              &err);
    bd_datajs_add(file, "7", &entry);
    bd_datajs_write(file, &out);
    assert_str(bd_buf_str(&out), "{\"entries\":{\"3\":[],\"7\":[" NEW "],\"20\":[],\"t\":[]}}");
    bd_datajs_close(file);
    bd_buf_release(&out);
}

static void the_time_of_the_update_never_goes_back(void **state)
{
    (void)state;
    static const struct {
        const char *before;
        int64_t now;
        const char *after;
    } cases[] = {
        { "{\"lastUpdate\": 10, \"entries\": {}}", 11, "{\"lastUpdate\": 11, \"entries\": {}}" },
        { "{\"lastUpdate\": 10, \"entries\": {}}", 9, "{\"lastUpdate\": 10, \"entries\": {}}" },
        { "{lastUpdate:1e1,entries:{}}", 11, "{lastUpdate:11,entries:{}}" },
        { "{lastUpdate:1e1,entries:{}}", 10, "{lastUpdate:1e1,entries:{}}" },
        { "{\"entries\": {}}", 9, "{\"entries\": {}, \"lastUpdate\": 9}" },
        { "{\n \"entries\": {}\n}", 9, "{\n \"entries\": {},\n \"lastUpdate\": 9\n}" },
        { "{\"lastUpdate\": \"x\", \"entries\": {}}", 9, "{\"lastUpdate\": 9, \"entries\": {}}" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_buf out = BD_BUF_INIT;
        bd_datajs *file;
        assert_ok(bd_datajs_open(bd_str_of(cases[i].before), &file, &err), &err);
        bd_datajs_set_update(file, cases[i].now);
        bd_datajs_write(file, &out);
        assert_str(bd_buf_str(&out), cases[i].after);
        bd_datajs_close(file);
        bd_buf_release(&out);
    }
}

static void an_entry_is_the_same_by_its_run_else_by_commit_date_and_points(void **state)
{
    (void)state;
    static const char text[] =
        "{\"entries\": {\"s\": [{\"commit\": {\"id\": \"c1\"}, \"date\": 5, \"tool\": \"go\", "
        "\"benches\": [{\"name\": \"b\", \"value\": 0.007, \"unit\": \"us\"}]},"
        "{\"commit\": {\"id\": \"c2\"}, \"date\": 6, \"benches\": [], "
        "\"benchdoc\": {\"run\": \"r2\"}},"
        "{\"commit\": {\"id\": \"c4\"}, \"date\": 7, \"benches\": [], "
        "\"benchdoc\": {\"cpu\": \"r5\", \"run\": \"r\\u0034\"}},"
        "{\"commit\": {\"id\": \"c6\"}, \"date\": 8, \"benches\": [{\"name\": \"b\", "
        "\"value\": 7, \"unit\": \"ns\"}], \"benchdoc\": {\"cpu\": \"r6\"}}]}}";
    static const struct {
        const char *suite, *commit;
        int64_t date, value;
        const char *run;
        bool there;
    } cases[] = {
        { "s", "c1", 5, 7, NULL, true },  { "s", "c1", 5, 7, "r1", true },
        { "s", "c1", 5, 8, NULL, false }, { "s", "c1", 6, 7, NULL, false },
        { "s", "c3", 5, 7, NULL, false }, { "t", "c1", 5, 7, NULL, false },
        { "s", "cX", 9, 9, "r2", true },  { "s", "c2", 6, 7, "r3", false },
        { "s", "cX", 9, 9, "r4", true },  /* written with an escape */
        { "s", "cX", 9, 9, "r5", false }, /* it is the CPU's name */
        { "s", "c6", 8, 7, "r6", true },  /* by commit, date and points: no run is named */
        { "s", "c6", 8, 9, "r6", false }, { "s", "c4", 7, 0, "r7", false },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_datajs *file, *closed;
        const bd_datajs_bench b = { .name = "b", .unit = "ns", .value = bd_int(cases[i].value) };
        bd_datajs_entry entry = entry_of(cases[i].commit, cases[i].date, &b);
        entry.run_id = cases[i].run;
        assert_ok(bd_datajs_open(BD_STR(text), &file, &err), &err);
        assert_int_equal(bd_datajs_has(file, cases[i].suite, &entry), cases[i].there);
        assert_ok(bd_datajs_open_to_add(BD_STR(text), &closed, &err), &err);
        assert_int_equal(bd_datajs_has(closed, cases[i].suite, &entry), cases[i].there);
        bd_datajs_close(closed);
        bd_datajs_close(file);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_put_in_as_the_file_is_laid_out),
        cmocka_unit_test(a_suite_whose_name_is_an_index_stands_where_javascript_puts_it),
        cmocka_unit_test(the_time_of_the_update_never_goes_back),
        cmocka_unit_test(an_entry_is_the_same_by_its_run_else_by_commit_date_and_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
