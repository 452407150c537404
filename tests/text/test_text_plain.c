/* Views for terminals and programs: plain cells, aligned columns, CSV, JSON. */
#include "tests/text/text_support.h"

static const char *const cells[] = {
    "Backend",
    "`time`",
    "\x02后端, \"x\"\x03",
    "1 ms",
    "[\x02"
    "A_B\x03](\x02"
    "a.md\x03)",
    "**12** ms",
    NULL,
};

static void a_plain_cell_has_no_markup_of_the_author(void **state)
{
    (void)state;
    static const struct {
        const char *cell, *want;
    } rows[] = {
        { "`./gradlew \x02x_y\x03:t`", "./gradlew x_y:t" },
        { "[\x02"
          "DB\x03](\x02"
          "a.md\x03), b",
          "DB, b" },
        { "[a](b.md) c [d](e.md)", "a c d" },
        { "**\x02**x**\x03**", "**x**" },
        { "a \\| b<br>c <b>d</b> < e", "a | b\nc d < e" },
        { "\x02[x](y) `z` <b>\\*\x03", "[x](y) `z` <b>\\*" },
        { "5 * 3", "5 * 3" },
    };
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_cell cell = text_cell(&arena, rows[i].cell);
        bd_buf out = BD_BUF_INIT;
        bd_plain_cell(&cell, &out);
        assert_str(bd_buf_str(&out), rows[i].want);
        bd_buf_release(&out);
    }
    bd_arena_release(&arena);
}

static void a_terminal_gets_aligned_columns(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_buf plain = BD_BUF_INIT, coloured = BD_BUF_INIT;
    bd_table table = text_table(&arena, "lr", cells);
    bd_terminal_table(&table, false, &plain);
    assert_str(bd_buf_str(&plain), "Backend     time\n"
                                   "后端, \"x\"   1 ms\n"
                                   "A_B        12 ms\n");
    bd_terminal_table(&table, true, &coloured);
    assert_true(bd_str_starts(bd_buf_str(&coloured), "\033[1mBackend     time\033[0m\n后端"));
    bd_buf_release(&plain);
    bd_buf_release(&coloured);
    bd_arena_release(&arena);
}

static void a_terminal_obeys_nothing_that_data_says(void **state)
{
    (void)state;
    bd_buf out = BD_BUF_INIT;
    bd_terminal_text(BD_STR("a\x1B]0;x\x07 \xC2\x9B"
                            "b\xE2\x80\xAE\r\n\xFF é"),
                     &out);
    assert_str(bd_buf_str(&out), "a\\u001B]0;x\\u0007 \\u009Bb\\u202E\\r\\n\\xFF é");
    bd_buf_release(&out);
}

static void csv_quotes_what_rfc_4180_asks_for(void **state)
{
    (void)state;
    static const char *const odd[] = { "a", "b", "\x02x\"y\x03", "\x02l1\nl2\x03", " c", "", NULL };
    bd_arena arena = BD_ARENA_INIT;
    bd_buf out = BD_BUF_INIT, one = BD_BUF_INIT;
    bd_table table = text_table(&arena, "lr", cells);
    bd_csv_table(&table, &out);
    assert_str(bd_buf_str(&out), "Backend,time\n\"后端, \"\"x\"\"\",1 ms\nA_B,12 ms\n");
    table = text_table(&arena, "lr", odd);
    bd_csv_table(&table, &one);
    assert_str(bd_buf_str(&one), "a,b\n\"x\"\"y\",\"l1\nl2\"\n\" c\",\n");
    bd_buf_release(&out);
    bd_buf_release(&one);
    bd_arena_release(&arena);
}

static void json_says_where_a_number_came_from(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_buf out = BD_BUF_INIT;
    static const char *const one[] = { "t",
                                       "\x02"
                                       "7 ms\x03",
                                       NULL };
    bd_table table = text_table(&arena, "r", one);
    bd_file_fact file = { .path = "r.json", .digest = bd_sha256(BD_STR("")) };
    bd_run run = { .suite = "tick", .files = &file, .file_count = 1 };
    bd_point point = { .source = { .file = 0, .line = 3, .column = 5, .path = "$[0].value" } };
    bd_observation o = { .run = &run, .point = &point };
    bd_cell_source source = { .observation = &o,
                              .at = point.source,
                              .stat = { .kind = BD_STAT_MEDIAN },
                              .number = bd_int(7000000),
                              .unit = "ns",
                              .n = 20 };
    table.cells[0].sources = &source;
    table.cells[0].source_count = 1;
    bd_json_writer w = bd_json_writer_to(&out, 0);
    bd_json_table(&table, &w);
    /* the digest is SHA-256 of nothing, FIPS 180-4 */
    assert_str(
        bd_buf_str(&out),
        "{\"table\":\"made-up\",\"columns\":[\"t\"],\"rows\":[{\"cells\":[{\"text\":\"7 ms\","
        "\"sources\":[{\"suite\":\"tick\",\"file\":\"r.json\",\"sha256\":"
        "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\","
        "\"line\":3,\"column\":5,\"path\":\"$[0].value\",\"value\":7000000,\"unit\":\"ns\","
        "\"statistic\":\"median\",\"n\":20}]}]}]}");
    bd_buf_release(&out);
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_cell_has_no_markup_of_the_author),
        cmocka_unit_test(a_terminal_gets_aligned_columns),
        cmocka_unit_test(a_terminal_obeys_nothing_that_data_says),
        cmocka_unit_test(csv_quotes_what_rfc_4180_asks_for),
        cmocka_unit_test(json_says_where_a_number_came_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
