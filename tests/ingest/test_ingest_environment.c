/* environment.txt: what a line becomes, and which text belongs to which file. */
#include "tests/ingest/read.h"

#include <string.h>

static bool read_text(bd_str text, bd_arena *arena, bd_pairs *out, bd_error *first)
{
    bd_ingest_file file = { .path = "environment.txt", .bytes = text };
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bool ok = bd_environment_read(&file, arena, out, &found);
    if (found.count > 0)
        *first = found.items[0].error;
    bd_diagnostics_release(&found);
    return ok;
}

static void lines_become_pairs_and_values_stay_as_they_are(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_pairs pairs = { 0 };
    bd_error err = BD_ERROR_INIT;
    assert_ok(read_text(BD_STR("\xEF\xBB\xBF# remark\r\n\r\n  # indented\r\n commit = 86eed09\r\n"
                               "cpu=AMD Ryzen 5 5600X 6-Core Processor             \r\n"
                               "java=openjdk version \"25\" LTS\nempty=\nurl=a=b=c\nlast=1"),
                        &arena, &pairs, &err),
              &err);
    static const bd_pair want[] = {
        { "commit", " 86eed09" },
        { "cpu", "AMD Ryzen 5 5600X 6-Core Processor             " },
        { "java", "openjdk version \"25\" LTS" },
        { "empty", "" },
        { "url", "a=b=c" },
        { "last", "1" },
    };
    assert_int_equal(pairs.count, BD_COUNT(want));
    for (size_t i = 0; i < BD_COUNT(want); i++) {
        assert_string_equal(pairs.items[i].key, want[i].key);
        assert_string_equal(pairs.items[i].value, want[i].value);
    }
    bd_arena_release(&arena);
}

static void a_wrong_line_is_named(void **state)
{
    (void)state;
    static const struct {
        bd_str text;
        const char *message;
        int line, column;
    } rows[] = {
        { { "a=1\n\nno equals\n", 15 }, "without \"=\"", 3, 1 },
        { { "a=1\n  x\n", 8 }, "without \"=\"", 2, 3 },
        { { "a=1\nb=2\na=3\n", 12 }, "stands here and in line 1", 3, 1 },
        { { "=1\n", 3 }, "without a key", 1, 1 },
        { { "a=\xC3\xA9\xE9\n", 6 }, "not UTF-8", 1, 4 },
        { { "a=1\nb=\0\n", 8 }, "NUL", 2, 3 },
        { { "\xFF\xFE"
            "a\0",
            4 },
          "UTF-16",
          1,
          1 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_pairs pairs = { 0 };
        bd_error err = BD_ERROR_INIT;
        assert_false(read_text(rows[i].text, &arena, &pairs, &err));
        assert_int_equal(err.code, BD_ERR_INPUT);
        assert_string_equal(err.file, "environment.txt");
        assert_non_null(strstr(err.message, rows[i].message));
        assert_int_equal(err.line, rows[i].line);
        assert_int_equal(err.column, rows[i].column);
        assert_true(err.hint[0] != '\0');
        bd_arena_release(&arena);
    }
}

static void only_well_formed_utf8_is_text(void **state)
{
    (void)state;
    /* Unicode 15, table 3-7: the first and last sequence of each row, and what is beside them. */
    static const struct {
        const char *bytes;
        bool good;
    } rows[] = {
        { "\xC2\x80", true },
        { "\xDF\xBF", true },
        { "\xE0\xA0\x80", true },
        { "\xED\x9F\xBF", true },
        { "\xEE\x80\x80", true },
        { "\xEF\xBF\xBF", true },
        { "\xF0\x90\x80\x80", true },
        { "\xF4\x8F\xBF\xBF", true },
        { "\xC1\xBF", false },
        { "\xE0\x9F\xBF", false },
        { "\xED\xA0\x80", false },
        { "\xF0\x8F\xBF\xBF", false },
        { "\xF4\x90\x80\x80", false },
        { "\xF5\x80\x80\x80", false },
        { "\x80", false },
        { "\xE2\x82", false },
        { "\xC3(", false },
        { "\xE2\x82(", false },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_pairs pairs = { 0 };
        bd_error err = BD_ERROR_INIT;
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text, "a=%s\n", rows[i].bytes);
        assert_int_equal(read_text(bd_buf_str(&text), &arena, &pairs, &err), rows[i].good);
        bd_buf_release(&text);
        bd_arena_release(&arena);
    }
}

static void files_that_may_belong_are_named_beside_the_result(void **state)
{
    (void)state;
    static const struct {
        const char *path, *first, *second;
    } rows[] = {
        { "results.json", "results.environment.txt", "environment.txt" },
        { "a/b/results.v1.json", "a/b/results.v1.environment.txt", "a/b/environment.txt" },
        { "/x/latest", "/x/latest.environment.txt", "/x/environment.txt" },
        { "a.b/.json", "a.b/.json.environment.txt", "a.b/environment.txt" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_arena arena = BD_ARENA_INIT;
        const char *names[8];
        assert_int_equal(bd_ingest_companions(rows[i].path, &arena, names), 4);
        assert_string_equal(names[0], rows[i].first);
        assert_string_equal(names[1], rows[i].second);
        bd_arena_release(&arena);
    }
    bd_arena arena = BD_ARENA_INIT;
    const char *names[8];
    assert_int_equal(bd_ingest_companions("-", &arena, names), 0);
    bd_arena_release(&arena);
}

#define RESULT "[{\"name\": \"a\", \"value\": 1}]"

static void the_first_environment_text_is_used_and_hashed_with_the_run(void **state)
{
    (void)state;
    const bd_ingest_file file = { .path = "x/r.json", .bytes = BD_STR(RESULT) };
    const bd_ingest_file both[] = {
        { .path = "x/environment.txt", .bytes = BD_STR("cpu=A\ncommit=abc\n") },
        { .path = "x/r.environment.txt", .bytes = BD_STR("cpu=B\n") },
    };
    static const char *const want[] = { NULL, "A", "B" };
    bd_buf ids = BD_BUF_INIT;
    for (size_t count = 0; count <= 2; count++) {
        bd_ingest_input in = { .file = &file, .companions = both, .companion_count = count };
        reading_result r = test_ingest_input(&in);
        assert_read(&r);
        const char *cpu = bd_pairs_get(&r.run->environment, "cpu");
        if (want[count])
            assert_string_equal(cpu, want[count]);
        else
            assert_null(cpu);
        assert_int_equal(r.run->file_count, count ? 2 : 1);
        assert_null(strstr(bd_buf_text(&ids), r.run->id));
        bd_buf_puts(&ids, r.run->id);
        test_ingest_drop(&r);
    }
    bd_buf_release(&ids);
}

static void a_wrong_environment_refuses_the_run_in_its_own_name(void **state)
{
    (void)state;
    const bd_ingest_file file = { .path = "r.json", .bytes = BD_STR(RESULT) };
    const bd_ingest_file beside = { .path = "environment.txt", .bytes = BD_STR("cpu\n") };
    bd_ingest_input in = { .file = &file, .companions = &beside, .companion_count = 1 };
    reading_result r = test_ingest_input(&in);
    assert_false(r.ok);
    assert_string_equal(r.error.file, "environment.txt");
    assert_int_equal(r.error.line, 1);
    test_ingest_drop(&r);
}

static void what_the_files_say_is_stronger_than_what_is_stated(void **state)
{
    (void)state;
    bd_pair pairs[] = { { "cpu", "stated" }, { "ram", "8 GB" } };
    bd_pair hole = { "run", "4" };
    const bd_pairs stated = { pairs, 2, 2 }, facts = { &hole, 1, 1 };
    const bd_ingest_file file = { .path = "r.json", .bytes = BD_STR(RESULT) };
    const bd_ingest_file beside = {
        .path = "environment.txt",
        .bytes = BD_STR("cpu=own\ncommit=86eed09\ndirty=1\nmeasured_at=2026-07-20T10:00:01Z\n"),
    };
    static const struct {
        const char *id, *message; /* stated; whether its message is believed */
    } rows[] = { { "86eed0912345", "the change" }, { "ffff", NULL } };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_commit commit = BD_COMMIT_INIT;
        commit.id = rows[i].id;
        commit.message = "the change";
        commit.dirty = BD_CLEAN;
        bd_ingest_input in = { .file = &file,
                               .companions = &beside,
                               .companion_count = 1,
                               .suite = "speed",
                               .environment = &stated,
                               .facts = &facts,
                               .commit = &commit,
                               .measured_at_ns = 5,
                               .measured_from = "event" };
        reading_result r = test_ingest_input(&in);
        assert_read(&r);
        assert_string_equal(r.run->suite, "speed");
        assert_string_equal(bd_pairs_get(&r.run->environment, "cpu"), "own");
        assert_string_equal(bd_pairs_get(&r.run->environment, "ram"), "8 GB");
        assert_string_equal(bd_pairs_get(&r.run->facts, "run"), "4");
        assert_string_equal(r.run->commit.id, "86eed09");
        assert_int_equal(r.run->commit.dirty, BD_DIRTY);
        if (rows[i].message)
            assert_string_equal(r.run->commit.message, rows[i].message);
        else
            assert_null(r.run->commit.message);
        assert_string_equal(r.run->measured_from, "environment");
        test_ingest_drop(&r);
    }
    bd_commit commit = { .id = "1234", .branch = "main", .time_ns = 7 };
    bd_ingest_input in = {
        .file = &file, .commit = &commit, .measured_at_ns = 5, .measured_from = "event"
    };
    reading_result r = test_ingest_input(&in);
    assert_read(&r);
    assert_string_equal(r.run->commit.id, "1234");
    assert_string_equal(r.run->commit.branch, "main");
    assert_int_equal(r.run->measured_at_ns, 5);
    assert_string_equal(r.run->measured_from, "event");
    test_ingest_drop(&r);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_become_pairs_and_values_stay_as_they_are),
        cmocka_unit_test(a_wrong_line_is_named),
        cmocka_unit_test(only_well_formed_utf8_is_text),
        cmocka_unit_test(files_that_may_belong_are_named_beside_the_result),
        cmocka_unit_test(the_first_environment_text_is_used_and_hashed_with_the_run),
        cmocka_unit_test(a_wrong_environment_refuses_the_run_in_its_own_name),
        cmocka_unit_test(what_the_files_say_is_stronger_than_what_is_stated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
