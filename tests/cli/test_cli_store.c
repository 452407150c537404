/* store: described, checked, copied, migrated, vacuumed, in a file and in a server. */
#include "tests/cli/cli_support.h"

#include <stdlib.h>
#include <string.h>

static const char *server_url(void)
{
    return getenv("BENCHDOC_TEST_POSTGRESQL");
}

static void empty_server(desk *d)
{
    desk_shell(d, bd_arena_printf(&d->arena,
                                  "psql -Xqc 'DROP SCHEMA IF EXISTS benchdoc CASCADE' '%s' 2>&1",
                                  server_url()));
}

static desk open_with_runs(void)
{
    desk d = desk_open();
    test_write_text("a.json", "[{\"name\":\"a\",\"unit\":\"ns\",\"value\":1.5},"
                              "{\"name\":\"'; DROP TABLE run; --\",\"unit\":\"ns\",\"value\":2}]");
    test_write_text("b.json", "[{\"name\":\"a\",\"unit\":\"ns\",\"value\":9007199254740993}]");
    desk_expect(&d, "ingest a.json b.json -e cpu=EPYC", 0);
    return d;
}

/* Runs `check` with the file and, where there is a server, with that. */
static void with_each(void (*check)(desk *d, const char *url))
{
    desk d = open_with_runs();
    check(&d, "sqlite:other/copy.db");
    desk_close(&d);
    if (!server_url()) {
        print_message("no PostgreSQL server program is installed (package postgresql)\n");
        return;
    }
    d = open_with_runs();
    empty_server(&d);
    check(&d, server_url());
    desk_close(&d);
}

static const char *words(desk *d, const char *format, const char *url)
{
    bd_str rest = bd_str_of(format), part;
    bd_buf out = BD_BUF_INIT;
    bd_str_split(&rest, '@', &part);
    bd_buf_printf(&out, "%.*s%s%.*s", (int)part.len, part.ptr, url, (int)rest.len,
                  rest.ptr ? rest.ptr : "");
    const char *kept = bd_arena_text(&d->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return kept;
}

static void check_copy(desk *d, const char *url)
{
    desk_expect(d, words(d, "store copy sqlite:.benchdoc/history.db @ --dry-run", url), 0);
    desk_says(d, "2 runs would be copied, 0 are there");
    desk_expect(d, words(d, "store info --store @", url), 4);
    desk_tells(d, "there is no store");
    desk_expect(d, words(d, "store copy sqlite:.benchdoc/history.db @", url), 0);
    desk_says(d, "2 runs copied, 0 were there; 2 of 2 have the same digest");
    desk_expect(d, words(d, "store copy --json sqlite:.benchdoc/history.db @", url), 0);
    assert_string_equal(desk_json(d, "[.runs,.copied,.were_there,.same,.different] | @csv"),
                        "2,0,2,2,0");
    desk_expect(d, words(d, "store copy @ sqlite:back.db", url), 0);
    desk_says(d, "2 runs copied");
}

static void what_is_copied_is_the_same_there_and_back(void **state)
{
    (void)state;
    with_each(check_copy);
}

static void check_export(desk *d, const char *url)
{
    static const char *const ways[] = { "data.js", "csv", "json" };
    desk_expect(d, words(d, "store copy sqlite:.benchdoc/history.db @", url), 0);
    for (size_t i = 0; i < BD_COUNT(ways); i++) {
        desk_expect(d, words(d, "history export -o here --as @", ways[i]), 0);
        desk_expect(d, words(d, words(d, "history export -o there --as @ --store @", ways[i]), url),
                    0);
        assert_string_equal(desk_shell(d, "cmp here there && echo same"), "same");
    }
}

static void exports_of_a_copy_are_the_same_bytes(void **state)
{
    (void)state;
    with_each(check_export);
}

static void check_whole(desk *d, const char *url)
{
    desk_expect(d, words(d, "ingest a.json --store @", url), 0);
    desk_expect(d, words(d, "store info --json --store @", url), 0);
    assert_string_equal(desk_json(d, ".store"), url);
    assert_string_equal(desk_json(d, "[.runs,.points,.version==.newest_version] | @csv"),
                        "1,2,true");
    desk_expect(d, words(d, "store --store @", url), 0);
    desk_says(d, "runs     1\n");
    desk_expect(d, words(d, "store check --store @", url), 0);
    desk_says(d, "sound: 1 run, 2 points");
    desk_expect(d, words(d, "store check --repair --json --store @", url), 0);
    assert_string_equal(desk_json(d, "[.sound,.removed_runs,.removed_points] | @csv"), "true,0,0");
    desk_expect(d, words(d, "store migrate --store @", url), 0);
    desk_says(d, "nothing to do");
    desk_expect(d, words(d, "store migrate --dry-run --json --store @", url), 0);
    assert_string_equal(desk_json(d, ".version"), "2");
    desk_expect(d, words(d, "store vacuum --store @", url), 0);
    desk_says(d, "before");
    desk_expect(d, words(d, "store vacuum --dry-run --store @", url), 0);
    desk_says(d, "not vacuumed");
}

static void a_store_is_described_checked_and_kept_up(void **state)
{
    (void)state;
    with_each(check_whole);
}

/* The server's disk is full when the second one comes. */
static void what_was_stored_before_a_failure_is_said(void **state)
{
    (void)state;
    if (!server_url()) {
        print_message("no PostgreSQL server program is installed (package postgresql)\n");
        skip();
    }
    desk d = open_with_runs();
    empty_server(&d);
    desk_expect(&d, words(&d, "store copy sqlite:.benchdoc/history.db @", server_url()), 0);
    desk_shell(&d,
               bd_arena_printf(&d.arena,
                               "psql -Xq '%s' <<'END'\nDELETE FROM benchdoc.run;"
                               "DELETE FROM benchdoc.point;\n"
                               "CREATE FUNCTION benchdoc.no_space() RETURNS trigger"
                               " LANGUAGE plpgsql AS $$ BEGIN"
                               " RAISE EXCEPTION USING ERRCODE = '53100'; END $$;\n"
                               "CREATE TRIGGER no_space BEFORE INSERT ON benchdoc.run FOR EACH ROW"
                               " WHEN (NEW.points = 1) EXECUTE FUNCTION benchdoc.no_space()\nEND",
                               server_url()));
    desk_expect(&d, words(&d, "ingest a.json b.json -e cpu=EPYC --store @", server_url()), 4);
    desk_says(&d, "new ");
    desk_tells(&d, "1 of 2 runs are stored, each whole; the others are not");
    desk_tells(&d, "the server's disk is full");
    desk_expect(&d, words(&d, "ingest a.json -e cpu=EPYC --json --store @", server_url()), 0);
    assert_string_equal(desk_json(&d, ".runs[0].result"), "known");
    desk_expect(&d, words(&d, "store check --store @", server_url()), 0);
    desk_close(&d);
}

/* One that was renamed in one of the two keeps its id. */
static void a_run_that_was_changed_is_told_apart(void **state)
{
    (void)state;
    desk d = open_with_runs();
    desk_expect(&d, "store copy sqlite:.benchdoc/history.db sqlite:b.db", 0);
    desk_shell(&d, "python3 - <<'END'\nimport sqlite3\nc = sqlite3.connect('b.db')\n"
                   "c.execute(\"UPDATE run SET digest = '0' WHERE number = 1\")\nc.commit()\nEND");
    desk_expect(&d, "store copy sqlite:.benchdoc/history.db sqlite:b.db", 1);
    desk_says(&d, "1 of 2 have the same digest");
    desk_tells(&d, "is another one there");
    desk_expect(&d, "store check --store sqlite:b.db", 4);
    desk_tells(&d, "its digest is not that of what is stored");
    desk_close(&d);
}

static void leftovers_are_found_and_repaired(void **state)
{
    (void)state;
    desk d = open_with_runs();
    desk_shell(&d, "python3 - <<'END'\nimport sqlite3\n"
                   "c = sqlite3.connect('.benchdoc/history.db')\n"
                   "c.execute('UPDATE run SET complete = 0 WHERE points = 2')\n"
                   "c.execute(\"INSERT INTO point VALUES (99 << 32, 0, 1, NULL, x'00', NULL)\")\n"
                   "c.commit()\nEND");
    desk_expect(&d, "store check", 4);
    desk_tells(&d, "was begun and never finished");
    desk_tells(&d, "1 points belong to no run");
    desk_tells(&d, "store check --repair");
    desk_expect(&d, "store check --repair --dry-run", 4);
    desk_expect(&d, "store check --repair", 0);
    desk_says(&d, "removed 1 unfinished run and 3 points of no run");
    desk_expect(&d, "store check", 0);
    desk_says(&d, "sound: 1 run, 1 point");
    desk_close(&d);
}

static void wrong_calls_say_what_is_right(void **state)
{
    (void)state;
    static const struct {
        const char *words, *told;
        int code;
    } rows[] = {
        { "store fix", "store does not know 'fix'", 2 },
        { "store copy sqlite:a", "benchdoc store copy FROM TO", 2 },
        { "store check now", "store check takes no arguments", 2 },
        { "store info --repair", "benchdoc store check --repair", 2 },
        { "store copy sqlite:none.db sqlite:b.db", "there is no store here yet", 4 },
        { "store copy sqlite:.benchdoc/history.db b.db", "write sqlite:PATH", 2 },
        { "store info --store postgresql://u:geheim@/x?host=/nowhere", "no server answers", 4 },
        { "store info --store postgresql://u:ge@heim@h/x", "%40", 2 },
    };
    desk d = open_with_runs();
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        desk_expect(&d, rows[i].words, rows[i].code);
        desk_tells(&d, rows[i].told);
        assert_null(strstr(bd_buf_text(&d.diag), "heim"));
    }
    assert_string_equal(desk_shell(&d, "ls"), "a.json\nb.json");
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_copied_is_the_same_there_and_back),
        cmocka_unit_test(exports_of_a_copy_are_the_same_bytes),
        cmocka_unit_test(a_store_is_described_checked_and_kept_up),
        cmocka_unit_test(what_was_stored_before_a_failure_is_said),
        cmocka_unit_test(a_run_that_was_changed_is_told_apart),
        cmocka_unit_test(leftovers_are_found_and_repaired),
        cmocka_unit_test(wrong_calls_say_what_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
