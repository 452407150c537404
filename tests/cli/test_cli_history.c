/* history import and export: what went in comes out, once. */
#include "tests/cli/cli_support.h"
#include "tests/cli/history_entries.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All points of a data.js with what their entries say. */
#define POINTS                                                                                \
    "'[.entries | to_entries[] | .key as $k | .value[] | .commit.id as $c | .date as $d "     \
    "| .tool as $t | .benches[] | [$k, $c, $d, $t, .name, .value, .unit, .range, .extra]] | " \
    "unique'"

static const char *points_of(desk *d, const char *file)
{
    return desk_shell(d, bd_arena_printf(&d->arena,
                                         "sed -e '1s/^[^{]*//' -e '$s/;[[:space:]]*$//' '%s' "
                                         "| jq -c " POINTS " | sha256sum",
                                         file));
}

static void every_real_history_comes_out_as_it_went_in(void **state)
{
    (void)state;
    char *shared = realpath(test_shared("real/datajs"), NULL);
    assert_non_null(shared);
    desk d = desk_open();
    bd_str rest = bd_str_of(desk_shell(
        &d, bd_arena_printf(&d.arena, "find '%s' -name data.js -type f | sort", shared)));
    free(shared);
    bd_str line;
    size_t files = 0;
    while (bd_str_split(&rest, '\n', &line)) {
        const char *file = bd_arena_text(&d.arena, line);
        const char *store = bd_arena_printf(&d.arena, "--store sqlite:%zu.db", files++);
        desk_expect(&d, bd_arena_printf(&d.arena, "history import %s %s", file, store), 0);
        desk_expect(&d, bd_arena_printf(&d.arena, "history export -o x.js %s", store), 0);
        const char *before = points_of(&d, file);
        assert_string_equal(points_of(&d, "x.js"), before);
        desk_expect(&d, bd_arena_printf(&d.arena, "history import --json x.js %s", store), 0);
        assert_string_equal(desk_json(&d, ".new"), "0");
    }
    assert_true(files >= 20);
    desk_close(&d);
}

/* What has no number is a gap in a page's line; it stays one. */
static void benches_without_a_number_come_out_as_they_went_in(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } rows[] = {
        { "{\"name\":\"n\",\"value\":null,\"unit\":\"u\",\"range\":\"± 1\",\"extra\":\"e\"}",
          "{\"name\":\"n\",\"value\":null,\"unit\":\"u\",\"range\":\"± 1\",\"extra\":\"e\"}" },
        { "{\"name\":\"n\",\"value\":NaN,\"unit\":\"u\"}",
          "{\"name\":\"n\",\"value\":null,\"unit\":\"u\"}" },
        { "{\"name\":\"n\",\"value\":\"NaN\",\"unit\":\"u\"}",
          "{\"name\":\"n\",\"value\":\"NaN\",\"unit\":\"u\"}" },
        { "{\"name\":\"n\",\"unit\":\"u\",\"range\":3}",
          "{\"name\":\"n\",\"value\":null,\"unit\":\"u\",\"range\":3}" },
        { "{\"name\":\"a.b ( {\\\"p\\\":5} )\",\"value\":null,\"unit\":\"ms/op\"}",
          "{\"name\":\"a.b ( {\\\"p\\\":5} )\",\"value\":null,\"unit\":\"ms/op\"}" },
    };
    desk d = desk_open();
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        desk_shell(&d, "rm -rf .benchdoc");
        test_write_text(
            "data.js",
            bd_arena_printf(&d.arena,
                            "window.BENCHMARK_DATA = {\"entries\":{\"J\":[{\"commit\":"
                            "{\"id\":\"a\"},\"date\":1,\"tool\":\"jmh\",\"benches\":[%s]}]}}",
                            rows[i].in));
        desk_expect(&d, "history import data.js", 0);
        desk_expect(&d, "history export -o x.js", 0);
        assert_string_equal(desk_shell(&d, "sed '1s/^[^{]*//' x.js | jq -c .entries.J[].benches[]"),
                            rows[i].out);
        desk_expect(&d, "history import x.js --json", 0);
        assert_string_equal(desk_json(&d, ".new"), "0");
    }
    test_write_text("r.json", "[{\"name\": \"a\", \"unit\": \"ms\", \"value\": 1},\n"
                              " {\"name\": \"b\", \"unit\": \"ms\", \"value\": NaN}]");
    desk_expect(&d, "ingest r.json --suite r --measured-at 2026-07-01T00:00:00Z", 0);
    desk_expect(&d, "history export --suite r -o x.js", 0);
    desk_tells(&d, "r.json:2:");
    desk_tells(&d, "1 point has no number (b, ");
    desk_tells(&d, "1 run, 1 point to x.js");
    desk_close(&d);
}

static void what_was_published_is_known(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("r.json", "[{\"name\": \"foo\", \"unit\": \"ms\", \"value\": 1.5}]");
    desk_shell(&d, "git init -q -b main . && git init -q --bare r.git && git remote add origin "
                   "r.git && git -c user.name=a -c user.email=a@example.org commit -q "
                   "--allow-empty -m x");
    const char *head = desk_shell(&d, "git rev-parse HEAD");
    desk_expect(&d, bd_arena_printf(&d.arena, "ingest r.json --suite a --commit %s", head), 0);
    desk_expect(&d, "history export -o x.js", 0);
    desk_tells(&d, "not say when");
    desk_expect(&d,
                bd_arena_printf(&d.arena,
                                "ingest r.json --suite b --commit %s --measured-at "
                                "2026-07-01T00:00:00Z",
                                head),
                0);
    desk_expect(&d, "history export -o x.js", 0);
    desk_expect(&d, "history import x.js --json", 0);
    assert_string_equal(desk_json(&d, ".new, .known"), "0\n1");
    desk_close(&d);
}

static void exports_take_a_query(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("data.js", HISTORY);
    desk_expect(&d, "history import data.js --cpu 'Some CPU'", 0);
    desk_expect(&d, "history export Go benchmark=read/5000rows --as csv --since 2026-06-15", 0);
    desk_says(&d, "suite,measured_at,commit");
    desk_says(&d,
              ",Go,2026-07-01T00:00:00Z,bbbbbbb2,,Some CPU,,read/5000rows,,,value,12,ns/op,,ok");
    assert_null(strstr(bd_buf_text(&d.out), "odd"));
    assert_null(strstr(bd_buf_text(&d.out), "aaaaaaa1"));
    desk_expect(&d, "history export --as csv", 0);
    desk_says(&d, "\"other, \"\"odd\"\"\"");
    desk_expect(&d, "history export -o x.js benchmark=read/5000rows", 0);
    assert_string_equal(desk_shell(&d, "sed '1s/^[^{]*//' x.js "
                                       "| jq -c '[.entries.Go[].benches[].value]'"),
                        "[10,12]");
    desk_expect(&d, "history export -o x.json benchmark=read/5000rows", 0);
    desk_expect(&d, "ingest x.json --json --store sqlite:other.db", 0);
    assert_string_equal(desk_json(&d, "[.runs[] | [.result, .points]]"),
                        "[[\"new\",2],[\"new\",2]]");
    desk_expect(&d, "history export -o none.csv --dry-run", 0);
    desk_tells(&d, "2 runs, 4 points would be written to none.csv");
    assert_int_not_equal(access("none.csv", F_OK), 0);
    desk_expect(&d, "history export Goo benchmark=read/5000rows --as csv", 0);
    desk_tells(&d, "nothing fits 'Goo benchmark=read/5000rows'; the suites here are Go");
    desk_close(&d);
}

static void dropped_runs_are_gone_and_the_others_whole(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("data.js", HISTORY);
    desk_expect(&d, "history import data.js", 0);
    desk_expect(&d, "history drop --suite Go --dry-run --json", 0);
    desk_tells(&d, "2 runs would be dropped");
    assert_string_equal(desk_json(&d, "[.runs[].commit]"), "[\"bbbbbbb2\",\"aaaaaaa1\"]");
    desk_expect(&d, "history drop --since 2026-06-15", 0);
    desk_tells(&d, "1 run dropped");
    desk_expect(&d, "history export --as csv", 0);
    desk_says(&d, "aaaaaaa1");
    assert_null(strstr(bd_buf_text(&d.out), "bbbbbbb2"));
    desk_expect(&d, "history import data.js --cpu x", 0); /* it may come back, said better */
    desk_says(&d, "1 new, 1 known");
    desk_expect(&d, "history list --json", 0);
    assert_string_equal(desk_json(&d, "[.runs[].cpu]"), "[\"x\",null]");
    const char *id = desk_json(&d, ".runs[0].id");
    desk_expect(&d, bd_arena_printf(&d.arena, "history drop %.8s", id), 0);
    desk_expect(&d, bd_arena_printf(&d.arena, "history drop %.8s", id), 2);
    desk_expect(&d, "history drop --limit 1", 2);
    desk_tells(&d, "nothing says which runs to drop");
    desk_expect(&d, "history drop --suite none", 2);
    desk_tells(&d, "no run fits");
    desk_expect(&d, "history list --json", 0);
    assert_string_equal(desk_json(&d, "[.runs[].points]"), "[2]");
    desk_close(&d);
}

static void what_cannot_be_done_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int code;
        const char *says;
    } rows[] = {
        { "history export", 2, "--as data.js|csv|json" },
        { "history export -o x.txt", 2, "nothing says what" },
        { "history export --as xml", 2, "--as does not know 'xml'" },
        { "history export --as csv Go latest", 2, "--limit 1 is the newest run" },
        { "history import none.js", 3, "none.js: no such file" },
        { "history import r.json", 3, "r.json: is no data.js" },
        { "history import damaged.js", 3, "damaged.js:1:" },
        { "history export -o r.json/x.js", 6, "r.json" },
        { "history changes Go benchmark=none", 2, "no series fits Go benchmark=none" },
        { "history changes --least some", 2, "--least takes a percentage, not 'some'" },
        { "history changes Goo", 0, "no run fits" },
        { "history changes", 0, "2 runs left out: the CPU is not known" },
        { "history changes --accept-machine", 0, "no series has been measured four times yet" },
        { "history list more", 2, "history list does not take 'more'" },
    };
    desk d = desk_open();
    test_write_text("data.js", HISTORY);
    test_write_text("damaged.js", "window.BENCHMARK_DATA = {\"entries\":{\"Go\":[{]}}");
    test_write_text("r.json", "[{\"name\": \"foo\", \"unit\": \"ms\", \"value\": 1.5}]");
    desk_expect(&d, "history import data.js", 0);
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        desk_expect(&d, rows[i].words, rows[i].code);
        desk_tells(&d, rows[i].says);
    }
    desk_expect(&d, "history import data.js damaged.js --store sqlite:other.db", 3);
    assert_int_not_equal(access("other.db", F_OK), 0);
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_real_history_comes_out_as_it_went_in),
        cmocka_unit_test(benches_without_a_number_come_out_as_they_went_in),
        cmocka_unit_test(what_was_published_is_known),
        cmocka_unit_test(exports_take_a_query),
        cmocka_unit_test(dropped_runs_are_gone_and_the_others_whole),
        cmocka_unit_test(what_cannot_be_done_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
