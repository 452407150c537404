/* Other names, less of it, one suite among another: all other bytes stay. */
#include "core/datajs/datajs.h"
#include "tests/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RENAME_SUITE, DROP_SUITE, DROP_ENTRY, MERGE, RENAME_BENCH, DROP_BENCH };

typedef struct step {
    int what;
    size_t suite, entry, bench; /* of MERGE entry is the other suite */
    const char *name;
} step;

static void take(bd_datajs *file, const step *s)
{
    const bd_datajs_place at = { s->suite, s->entry, s->bench };
    if (s->what == RENAME_SUITE)
        bd_datajs_rename_suite(file, s->suite, s->name);
    else if (s->what == DROP_SUITE)
        bd_datajs_drop_suite(file, s->suite);
    else if (s->what == DROP_ENTRY)
        bd_datajs_drop_entry(file, s->suite, s->entry);
    else if (s->what == MERGE)
        bd_datajs_merge_suite(file, s->suite, s->entry);
    else if (s->what == RENAME_BENCH)
        bd_datajs_rename_bench(file, at, s->name);
    else
        bd_datajs_drop_bench(file, at);
}

static bd_buf changed(bd_str before, const step *steps, size_t count)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf out = BD_BUF_INIT, over = BD_BUF_INIT;
    bd_datajs *file;
    assert_ok(bd_datajs_open(before, &file, &err), &err);
    for (size_t i = 0; i < count; i++)
        take(file, &steps[i]);
    bd_datajs_write(file, &out);
    bd_datajs_close(file);
    bd_buf_put_str(&over, before); /* the same in the file's own buffer */
    assert_ok(bd_datajs_open(bd_buf_str(&over), &file, &err), &err);
    for (size_t i = 0; i < count; i++)
        take(file, &steps[i]);
    bd_datajs_write_over(file, &over);
    bd_datajs_close(file);
    assert_str(bd_buf_str(&over), bd_buf_text(&out));
    bd_buf_release(&over);
    assert_ok(bd_datajs_open(bd_buf_str(&out), &file, &err), &err); /* still one */
    bd_datajs_close(file);
    return out;
}

typedef struct row {
    const char *before, *after;
    step steps[3];
    size_t count;
} row;

static void assert_changes(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bd_buf out = changed(bd_str_of(rows[i].before), rows[i].steps, rows[i].count);
        assert_str(bd_buf_str(&out), rows[i].after);
        bd_buf_release(&out);
    }
}

static void only_what_is_meant_changes(void **state)
{
    (void)state;
    static const row rows[] = {
        { "{\"lastUpdate\":3,\"entries\":{\"a\":[{\"date\":1}],\"b\":[]}}",
          "{\"lastUpdate\":3,\"entries\":{\"a \\\"x\\\"\":[{\"date\":1}],\"b\":[]}}",
          { { .what = RENAME_SUITE, .suite = 0, .name = "a \"x\"" } },
          1 },
        { "{\"entries\":{\"a\":[{\"date\":1}], \"b\":[], \"c\":[]}}",
          "{\"entries\":{\"b\":[], \"c\":[]}}",
          { { .what = DROP_SUITE, .suite = 0 } },
          1 },
        { "{\"entries\":{\"a\":[], \"b\":[], \"c\":[]}}",
          "{\"entries\":{\"a\":[]}}",
          { { .what = DROP_SUITE, .suite = 1 }, { .what = DROP_SUITE, .suite = 2 } },
          2 },
        { "{\"entries\":{ \"a\":[] }}",
          "{\"entries\":{}}",
          { { .what = DROP_SUITE, .suite = 0 } },
          1 },
        { "{\"entries\":{\"a\":[{\"date\":1}, {\"date\":2}, {\"date\":3}]}}",
          "{\"entries\":{\"a\":[{\"date\":1}, {\"date\":3}]}}",
          { { .what = DROP_ENTRY, .suite = 0, .entry = 1 } },
          1 },
        { "{\"entries\":{\"a\":[{\"date\":1}, {\"date\":2}, {\"date\":4}], \"b\":[{\"date\":0},"
          "{\"date\":2,\"x\":0}, {\"date\":3},{\"date\":9}]}}",
          "{\"entries\":{\"a\":[{\"date\":0},{\"date\":1}, {\"date\":2}, {\"date\":2,\"x\":0},"
          "{\"date\":4},{\"date\":9}]}}",
          { { .what = DROP_ENTRY, .suite = 1, .entry = 2 },
            { .what = MERGE, .suite = 1, .entry = 0 } },
          2 },
        { "{\"entries\":{\"a\":[{\"date\":1},{\"date\":2}],\"b\":[]}}",
          "{\"entries\":{\"b\":[{\"date\":1},{\"date\":2}]}}",
          { { .what = MERGE, .suite = 0, .entry = 1 } },
          1 },
        { "{\"entries\":{\"a\":[{\"benches\":[{\"name\":\"x\",\"value\":1},{\"value\":2,"
          "\"name\":\"y\"},{\"name\":\"z\"}]},{\"benches\":[{\"name\":\"x\"}]}]}}",
          "{\"entries\":{\"a\":[{\"benches\":[{\"name\":\"new\\n\",\"value\":1},{\"name\":\"z\"}]},"
          "{\"benches\":[]}]}}",
          { { .what = RENAME_BENCH, .name = "new\n" },
            { .what = DROP_BENCH, .bench = 1 },
            { .what = DROP_BENCH, .entry = 1 } },
          3 },
    };
    assert_changes(rows, BD_COUNT(rows));
}

static void javascript_stays_javascript(void **state)
{
    (void)state;
    static const row rows[] = {
        { "{entries:{'it\\'s':[{date:1,benches:[{name:'x',value:.5}/* c */,]}],b:[]},}",
          "{entries:{\"new\":[{date:1,benches:[{name:\"y\",value:.5}/* c */,]}],b:[]},}",
          { { .what = RENAME_SUITE, .name = "new" }, { .what = RENAME_BENCH, .name = "y" } },
          2 },
        { "{entries:{a:[{date:2,n:!0}],b:[{date:1e0,n:'x'},]}}",
          "{entries:{a:[{date:1e0,n:'x'},{date:2,n:!0}]}}",
          { { .what = MERGE, .suite = 1, .entry = 0 } },
          1 },
        { "{entries:{a:[{benches:[{name:`x`},{name:\"y\"},]}]}}",
          "{entries:{a:[{benches:[{name:\"z\"},]}]}}",
          { { .what = RENAME_BENCH, .name = "z" }, { .what = DROP_BENCH, .bench = 1 } },
          2 },
    };
    assert_changes(rows, BD_COUNT(rows));
}

/* What JSON.stringify(…, null, 2) would have written. */
static void a_pretty_file_stays_so(void **state)
{
    (void)state;
    static const char before[] = "window.BENCHMARK_DATA = {\n"
                                 "  \"entries\": {\n"
                                 "    \"a\": [\n"
                                 "      {\n        \"date\": 1\n      },\n"
                                 "      {\n        \"date\": 3\n      }\n"
                                 "    ],\n"
                                 "    \"b\": [\n"
                                 "      {\n        \"date\": 2\n      },\n"
                                 "      {\n        \"date\": 4\n      }\n"
                                 "    ],\n"
                                 "    \"c\": []\n"
                                 "  }\n}";
    static const char merged[] = "window.BENCHMARK_DATA = {\n"
                                 "  \"entries\": {\n"
                                 "    \"a\": [\n"
                                 "      {\n        \"date\": 1\n      },\n"
                                 "      {\n        \"date\": 2\n      },\n"
                                 "      {\n        \"date\": 3\n      },\n"
                                 "      {\n        \"date\": 4\n      }\n"
                                 "    ],\n"
                                 "    \"c\": []\n"
                                 "  }\n}";
    static const char filled[] = "window.BENCHMARK_DATA = {\n"
                                 "  \"entries\": {\n"
                                 "    \"a\": [\n"
                                 "      {\n        \"date\": 1\n      },\n"
                                 "      {\n        \"date\": 3\n      }\n"
                                 "    ],\n"
                                 "    \"c\": [\n"
                                 "      {\n        \"date\": 2\n      },\n"
                                 "      {\n        \"date\": 4\n      }\n"
                                 "    ]\n"
                                 "  }\n}";
    const step into_a = { .what = MERGE, .suite = 1, .entry = 0 };
    const step into_c = { .what = MERGE, .suite = 1, .entry = 2 };
    bd_buf out = changed(bd_str_of(before), &into_a, 1);
    assert_str(bd_buf_str(&out), merged);
    bd_buf_release(&out);
    out = changed(bd_str_of(before), &into_c, 1);
    assert_str(bd_buf_str(&out), filled);
    bd_buf_release(&out);
}

/* Every bench and every suite of a real history gets another name, and its own again. */
static bd_buf rename_all(bd_str bytes, const char *suffix, bool back)
{
    bd_error err = BD_ERROR_INIT;
    bd_datajs *file;
    bd_buf out = BD_BUF_INIT, name = BD_BUF_INIT, scratch = BD_BUF_INIT;
    assert_ok(bd_datajs_open(bytes, &file, &err), &err);
    for (size_t s = 0; s < bd_datajs_suite_count(file); s++) {
        bd_str old = bd_str_of(bd_datajs_suite_name(file, s));
        bd_buf_clear(&name);
        bd_buf_put_str(&name, bd_str_sub(old, 0, old.len - (back ? strlen(suffix) : 0)));
        bd_buf_puts(&name, back ? "" : suffix);
        bd_datajs_rename_suite(file, s, bd_buf_text(&name));
        for (size_t e = 0; e < bd_datajs_entry_count(file, s); e++) {
            bd_json entry = bd_datajs_entry_at(file, s, e), list, bench, member;
            assert_true(bd_json_member(&entry, "benches", &list));
            for (bool more = bd_json_first(&list, &bench); more; more = bd_json_next(&bench)) {
                assert_true(bd_json_member(&bench, "name", &member));
                assert_ok(bd_json_string(&member, &scratch, &old, &err), &err);
                bd_buf_clear(&name);
                bd_buf_put_str(&name, bd_str_sub(old, 0, old.len - (back ? strlen(suffix) : 0)));
                bd_buf_puts(&name, back ? "" : suffix);
                bd_datajs_rename_bench(file, (bd_datajs_place){ s, e, bench.index },
                                       bd_buf_text(&name));
            }
        }
    }
    bd_datajs_write(file, &out);
    bd_datajs_close(file);
    bd_buf_release(&name);
    bd_buf_release(&scratch);
    return out;
}

static void real_histories_are_the_same_bytes_after_a_rename_and_back(void **state)
{
    (void)state;
    bd_buf list = BD_BUF_INIT, command = BD_BUF_INIT;
    bd_buf_printf(&command, "find '%s' -name data.js -type f | sort", test_shared("real/datajs"));
    assert_int_equal(test_shell(bd_buf_text(&command), &list, NULL), 0);
    bd_str rest = bd_buf_str(&list), line;
    size_t files = 0;
    while (bd_str_split(&rest, '\n', &line)) {
        if (line.len == 0)
            continue;
        bd_arena arena = BD_ARENA_INIT;
        bd_buf bytes = test_read(bd_arena_text(&arena, line));
        bd_buf there = rename_all(bd_buf_str(&bytes), " / new", false);
        bd_buf back = rename_all(bd_buf_str(&there), " / new", true);
        assert_false(bd_str_eq(bd_buf_str(&bytes), bd_buf_str(&there)));
        assert_true(bd_str_eq(bd_buf_str(&bytes), bd_buf_str(&back)));
        bd_buf_release(&bytes);
        bd_buf_release(&there);
        bd_buf_release(&back);
        bd_arena_release(&arena);
        files++;
    }
    assert_true(files >= 20);
    bd_buf_release(&list);
    bd_buf_release(&command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_meant_changes),
        cmocka_unit_test(javascript_stays_javascript),
        cmocka_unit_test(a_pretty_file_stays_so),
        cmocka_unit_test(real_histories_are_the_same_bytes_after_a_rename_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
