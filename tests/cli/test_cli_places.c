/* A figure names its own place, whichever statistic it is: to the byte, and so that jq finds
 * the number there; also when only benchdoc.lock is left. */
#include "tests/cli/cli_support.h"

#include <string.h>
#include <unistd.h>

static const char results[] =
    "[{\"benchmark\": \"org.example.Reads.one\", \"mode\": \"avgt\", \"threads\": 1,\n"
    "  \"primaryMetric\": {\"score\": 1.5, \"scoreError\": 0.25,\n"
    "    \"scoreConfidence\": [1.25, 1.75],\n"
    "    \"scorePercentiles\": {\"0.0\": 1.125, \"99.0\": 1.875},\n"
    "    \"scoreUnit\": \"ms/op\"}},\n"
    " {\"benchmark\": \"org.example.Reads.all\", \"mode\": \"avgt\", \"threads\": 1,\n"
    "  \"primaryMetric\": {\"score\": 2.5, \"scoreError\": 0.5,\n"
    "    \"scoreUnit\": \"ms/op\", \"rawData\": [[2, 3.25]]}}]\n";

static const char config[] =
    "version: 1\ndocuments: [README.md]\ninputs: { jmh: { files: results.json } }\ntables:\n  t:\n"
    "    from: jmh\n    per: method\n    columns:\n      Score: \"{score}\"\n"
    "      Error: \"{score.error}\"\n      Low: \"{score.low}\"\n      High: \"{score.high}\"\n"
    "      P99: \"{score.p99}\"\n      Max: \"{score.max}\"\n      N: \"{score.n}\"\n"
    "    missing: { 'method=one': \"–\", 'method=all': \"–\" }\n";

static const struct {
    const char *row, *column, *place, *path, *number;
    bool computed;
} figures[] = {
    { "one", "Score", "2:30", "$[0].primaryMetric.score", "1.5", false },
    { "one", "Error", "2:49", "$[0].primaryMetric.scoreError", "0.25", false },
    { "one", "Low", "3:25", "$[0].primaryMetric.scoreConfidence[0]", "1.25", false },
    { "one", "High", "3:31", "$[0].primaryMetric.scoreConfidence[1]", "1.75", false },
    { "one", "P99", "4:48", "$[0].primaryMetric.scorePercentiles[\"99.0\"]", "1.875", false },
    { "all", "Score", "7:30", "$[1].primaryMetric.score", "2.5", false },
    { "all", "Error", "7:49", "$[1].primaryMetric.scoreError", "0.5", false },
    { "all", "P99", "8:38", "$[1].primaryMetric.rawData", "3.25", true },
    { "all", "Max", "8:38", "$[1].primaryMetric.rawData", "3.25", true },
    { "all", "N", "8:38", "$[1].primaryMetric.rawData", "2", true },
};

static void ask_why(desk *d, size_t i)
{
    bd_buf words = BD_BUF_INIT, want = BD_BUF_INIT;
    bd_buf_printf(&words, "why README.md t %s %s", figures[i].row, figures[i].column);
    bd_buf_printf(&want, "source      results.json:%s  %s\n", figures[i].place, figures[i].path);
    desk_expect(d, bd_buf_text(&words), 0);
    desk_says(d, bd_buf_text(&want));
    bd_buf_clear(&want);
    bd_buf_printf(&want, "number      %s ", figures[i].number);
    desk_says(d, bd_buf_text(&want));
    bd_buf_release(&words);
    bd_buf_release(&want);
}

static void why_names_the_place_of_each_statistic(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("results.json", results);
    test_write_text("benchdoc.yml", config);
    test_write_text("README.md", "# x\n\n<!-- benchdoc:table t -->\n<!-- benchdoc:end -->\n");
    desk_expect(&d, "generate", 0);
    for (size_t i = 0; i < BD_COUNT(figures); i++)
        ask_why(&d, i);
    assert_int_equal(unlink("results.json"), 0);
    for (size_t i = 0; i < BD_COUNT(figures); i++)
        ask_why(&d, i); /* of the lock alone */
    desk_close(&d);
}

static void json_names_the_place_where_jq_finds_the_number(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("results.json", results);
    test_write_text("benchdoc.yml", config);
    test_write_text("README.md", "# x\n\n<!-- benchdoc:table t -->\n<!-- benchdoc:end -->\n");
    if (test_shell("command -v jq", NULL, NULL) != 0)
        skip();
    desk_expect(&d, "generate --json", 0);
    test_write("all.json", d.out.data, d.out.len);
    const char *places = desk_shell(
        &d, "jq -r '[.. | objects | select(.statistic) | \"\\(.line):\\(.column) \\(.path) "
            "\\(.value)\"] | unique[]' all.json");
    for (size_t i = 0; i < BD_COUNT(figures); i++) {
        char *want = bd_arena_printf(&d.arena, "%s %s %s", figures[i].place, figures[i].path,
                                     figures[i].number);
        if (!strstr(places, want))
            fail_msg("'%s' is not in\n%s", want, places);
        if (figures[i].computed)
            continue;
        const char *found = desk_shell(
            &d, bd_arena_printf(&d.arena, "jq '.%s' results.json", figures[i].path + 1));
        assert_string_equal(found, figures[i].number);
    }
    desk_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(why_names_the_place_of_each_statistic),
        cmocka_unit_test(json_names_the_place_where_jq_finds_the_number),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
