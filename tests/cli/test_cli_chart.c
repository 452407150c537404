/* chart: one picture, or bars, of result files without a configuration. */
#include "tests/cli/cli_support.h"

#include "render/chart/chart.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char jmh[] =
    "[{\"benchmark\":\"org.example.Reads.one\",\"mode\":\"avgt\",\"threads\":1,"
    "\"params\":{\"size\":\"10\"},\"primaryMetric\":{\"score\":1.5,\"scoreError\":0.25,"
    "\"scoreUnit\":\"ms/op\",\"rawData\":[[1,2]]},\"secondaryMetrics\":{}},\n"
    "{\"benchmark\":\"org.example.Reads.one\",\"mode\":\"avgt\",\"threads\":1,"
    "\"params\":{\"size\":\"200\"},\"primaryMetric\":{\"score\":3,\"scoreError\":\"NaN\","
    "\"scoreUnit\":\"ms/op\",\"rawData\":[[3,3.5]]},\"secondaryMetrics\":{}}]\n";

static void setup(desk *d)
{
    *d = desk_open();
    test_write_text("results.json", jmh);
    desk_set(d, "COLUMNS", "60");
}

static void without_a_file_it_shows_bars_as_wide_as_the_terminal(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    desk_expect(&d, "chart results.json", 0);
    desk_says(&d, "\n10   ██████████████████████     "
                  "                   1.5 ms/op\n"
                  "200  ██████████████████████"
                  "██████████████████████"
                  "    3 ms/op\n");
    desk_expect(&d, "chart results.json -o -", 0);
    desk_says(&d, "3 ms/op\n");
    desk_is_silent(&d);
    desk_close(&d);
}

static void a_file_is_written_as_its_name_ends(void **state)
{
    (void)state;
    static const struct {
        const char *words, *file, *begins;
    } cases[] = {
        { "-o a.png", "a.png", "\x89PNG\r\n" },
        { "-o a.svg --dark", "a.svg", "<svg " },
        { "--output=a.md --kind bars", "a.md", "```mermaid\nxychart-beta\n" },
        { "-o picture --as png --width 400 --scale 1", "picture", "\x89PNG\r\n" },
    };
    desk d;
    setup(&d);
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf line = BD_BUF_INIT;
        bd_buf_printf(&line, "chart results.json %s", cases[i].words);
        for (int again = 0; again < 2; again++) { /* its own may be replaced */
            desk_expect(&d, bd_buf_text(&line), 0);
            desk_tells(&d, ": written");
            bd_buf bytes = test_read(cases[i].file);
            assert_true(bd_str_starts(bd_buf_str(&bytes), cases[i].begins));
            bd_buf_release(&bytes);
        }
        bd_buf_release(&line);
    }
    bd_buf narrow = test_read("picture");
    assert_int_equal((unsigned char)narrow.data[18] * 256 + (unsigned char)narrow.data[19], 400);
    assert_true(bd_chart_file_read(bd_buf_str(&narrow)).whole);
    bd_buf_release(&narrow);
    desk_close(&d);
}

static void options_decide_what_the_files_leave_open(void **state)
{
    (void)state;
    static const struct {
        const char *words, *says;
    } cases[] = {
        { "--title 'Our reads'", "Our reads\n" },
        { "--log y", "log" },
        { "--number '0.0 us'", "1500.0 us" },
        { "--budget '2 ms'", "┊" },
        { "--as mermaid --kind bars --horizontal", "xychart-beta horizontal" },
        { "--as svg --values", ">1.5</text>" },
        { "--x size --kind bars --as mermaid", "  bar [1.5, 3]" },
        { "size=10", "1.5 ms/op\n" },
        { "--json", "$[1].primaryMetric.score" },
        { "--kind boxes", "(n 2)" },
    };
    desk d;
    setup(&d);
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf line = BD_BUF_INIT;
        bd_buf_printf(&line, "chart results.json %s", cases[i].words);
        desk_expect(&d, bd_buf_text(&line), 0);
        desk_says(&d, cases[i].says);
        bd_buf_release(&line);
    }
    desk_close(&d);
}

static void a_wrong_wish_ends_with_2_and_the_way_out(void **state)
{
    (void)state;
    static const struct {
        const char *words, *message, *hint;
    } cases[] = {
        { "--kind line", "--kind: there is no 'line'", "did you mean lines?" },
        { "--kind pie", "--kind: there is no 'pie'", "there are bars, stacked" },
        { "--log z", "--log: there is no 'z'", "" },
        { "--as jpeg", "--as: there is no 'jpeg'", "" },
        { "-o a.jpg", "'a.jpg' does not say what shall be written", "--as png" },
        { "--change-points no", "--change-points: yes, or the smallest change that counts",
          "--change-points 5%" },
        { "--change-points 5", "not '5'", "--change-points yes" },
        { "--change-points yes", "change points belong to lines over commits", "x: commit" },
        { "--scale 3", "--scale: 1 or 2, not 3", "" },
        { "--number nonsense", "nonsense", "" },
        { "--x szie", "szie", "size" },
        { "nonsense", "nonsense", "score" },
        { "--as mermaid --log y", "Mermaid cannot draw", "" },
    };
    desk d;
    setup(&d);
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf line = BD_BUF_INIT;
        bd_buf_printf(&line, "chart results.json %s", cases[i].words);
        desk_expect(&d, bd_buf_text(&line), 2);
        desk_tells(&d, cases[i].message);
        desk_tells(&d, cases[i].hint);
        assert_int_equal(d.out.len, 0);
        bd_buf_release(&line);
    }
    assert_int_not_equal(access("a.jpg", F_OK), 0);
    desk_close(&d);
}

static void what_others_made_is_not_replaced(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    test_write_text("README.md", "# mine\n");
    test_write_text("photo.png", "\x89PNG but not ours");
    desk_expect(&d, "chart results.json --kind bars -o README.md", 6);
    desk_tells(&d, "README.md: is there already, and benchdoc did not make it");
    desk_expect(&d, "chart results.json -o photo.png", 6);
    bd_buf readme = test_read("README.md");
    assert_str(bd_buf_str(&readme), "# mine\n");
    bd_buf_release(&readme);
    desk_expect(&d, "chart results.json -o nowhere-yet/a.png", 0);
    desk_expect(&d, "chart results.json --as png -o /dev/full", 6);
    desk_close(&d);
}

static void a_terminal_is_not_fed_a_picture(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    d.terminal = true;
    desk_expect(&d, "chart results.json --as png", 2);
    desk_tells(&d, "a terminal cannot show the bytes of a PNG");
    desk_tells(&d, "-o chart.png");
    desk_expect(&d, "chart results.json --as svg", 0);
    d.terminal = false;
    desk_expect(&d, "chart results.json --as png", 0);
    assert_true(bd_str_starts(bd_buf_str(&d.out), "\x89PNG"));
    desk_close(&d);
}

static void several_suites_give_several_charts_but_no_picture(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    test_write_text("custom.json", "[{\"name\": \"start\", \"unit\": \"s\", \"value\": 2}]\n");
    desk_expect(&d, "chart results.json custom.json", 0);
    desk_says(&d, "3 ms/op");
    desk_says(&d, "2 s\n");
    desk_expect(&d, "chart results.json custom.json -o a.png", 2);
    desk_tells(&d, "a picture is of one suite, and these are 2");
    desk_close(&d);
}

static void a_name_is_a_chart_of_the_configuration(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    test_write_text("benchdoc.yml",
                    "version: 1\ndocuments: d.md\ninputs: { j: { files: results.json } }\ncharts:\n"
                    "  sizes: { from: j, x: size, y: \"{score:0.00 ms}\", title: By size }\n");
    desk_expect(&d, "chart sizes", 0);
    desk_says(&d, "By size\n");
    desk_says(&d, "3.00 ms");
    desk_expect(&d, "chart sizes --title Other --as svg", 0);
    desk_says(&d, "<title>Other</title>");
    desk_expect(&d, "chart j score size=200", 0);
    desk_expect(&d, "chart size", 2);
    desk_tells(&d, "did you mean `benchdoc chart sizes`?");
    desk_close(&d);
}

static void long_names_stand_beside_their_bars(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t count;
        bool beside;
    } cases[] = {
        { "numeric, local, replaced", 5, true },   { "numeric, local, replaced", 40, true },
        { "numeric, local, replaced", 41, false }, /* thinner than a line of text */
        { "numeric, local, replaced", 2, false },  { "write", 20, false },
    };
    desk d = desk_open();
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf json = BD_BUF_INIT;
        for (size_t k = 0; k < cases[i].count; k++)
            bd_buf_printf(&json, "%s{\"name\":\"%s %zu\",\"unit\":\"ms\",\"value\":%zu}",
                          k > 0 ? "," : "[", cases[i].name, k, k + 1);
        bd_buf_putc(&json, ']');
        test_write_text("names.json", bd_buf_text(&json));
        desk_expect(&d, "chart names.json --as mermaid", 0);
        desk_says(&d, cases[i].beside ? "xychart-beta horizontal\n" : "xychart-beta\n");
        bd_buf_release(&json);
    }
    desk_close(&d);
}

static void change_points_of_a_history_are_lines_and_json(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    bd_buf line = BD_BUF_INIT;
    bd_buf_printf(&line, "chart %s/bench-data/history/data.js benchmark=parse --x commit ",
                  test_source_dir());
    size_t words = line.len;
    bd_buf_puts(&line, "--change-points yes");
    desk_expect(&d, bd_buf_text(&line), 0);
    desk_says(&d, "7d10f19: +8.0 %\n783df4e: -10.2 %\nChange points, with their percentage: ");
    bd_buf_puts(&line, " --json");
    desk_expect(&d, bd_buf_text(&line), 0);
    desk_says(&d, "\"change_points\": [");
    desk_says(&d, "\"after\": \"f00f881282e4d77c500b1fd4ec9eb3189f2b9ee0\"");
    desk_says(&d, "\"at\": \"7d10f195dede5af1cf415b7c1f9a375b28abb579\"");
    desk_says(&d, "\"n\": 17");
    line.len = words;
    bd_buf_puts(&line, "--change-points 50% --json");
    desk_expect(&d, bd_buf_text(&line), 0);
    desk_says(&d, "\"change_points\": []");
    line.len = words;
    bd_buf_puts(&line, "--json");
    desk_expect(&d, bd_buf_text(&line), 0);
    assert_null(strstr(bd_buf_text(&d.out), "change_points"));
    bd_buf_release(&line);
    desk_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_file_it_shows_bars_as_wide_as_the_terminal),
        cmocka_unit_test(a_file_is_written_as_its_name_ends),
        cmocka_unit_test(options_decide_what_the_files_leave_open),
        cmocka_unit_test(a_wrong_wish_ends_with_2_and_the_way_out),
        cmocka_unit_test(change_points_of_a_history_are_lines_and_json),
        cmocka_unit_test(what_others_made_is_not_replaced),
        cmocka_unit_test(a_terminal_is_not_fed_a_picture),
        cmocka_unit_test(long_names_stand_beside_their_bars),
        cmocka_unit_test(several_suites_give_several_charts_but_no_picture),
        cmocka_unit_test(a_name_is_a_chart_of_the_configuration),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
