/* libtest's JSON lines, which the reader of cargo bench takes as it takes its text. */
#include "tests/ingest/action.h"
#include "tests/ingest/broken.h"

static const char lines[] =
    "     Running benches/b.rs (target/release/deps/b-1)\n"
    "{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 3 }\n"
    "{ \"type\": \"bench\", \"name\": \"fib_10\", \"median\": 135, \"deviation\": 24 }\n"
    "{ \"type\": \"bench\", \"name\": \"copy\", \"median\": 18149.5, \"deviation\": 755, "
    "\"mib_per_second\": 210 }\n"
    "{ \"type\": \"test\", \"name\": \"bad\", \"event\": \"failed\" }\n"
    "{ \"type\": \"suite\", \"event\": \"failed\", \"passed\": 0, \"failed\": 1 }\n";

static void each_line_is_a_point_at_its_place(void **state)
{
    (void)state;
    static const char *const formats[] = { NULL, "cargo", "libtest" };
    for (size_t i = 0; i < BD_COUNT(formats); i++) {
        reading_result r = test_ingest_text(lines, formats[i]);
        assert_read(&r);
        assert_string_equal(r.run->format, "cargo");
        assert_int_equal(r.run->point_count, 4);
        const bd_point *p = test_find_point(r.run, "fib_10", "time", NULL);
        assert_string_equal(test_number(p->value), "135");
        assert_string_equal(test_number(p->error), "24");
        assert_string_equal(p->unit, "ns/iter");
        assert_int_equal(p->source.line, 3);
        assert_int_equal(p->source.column, 48); /* awk 'NR == 3 {print index($0, "135")}' */
        p = test_find_point(r.run, "copy", "throughput", NULL);
        assert_string_equal(test_number(p->value), "210");
        assert_string_equal(p->unit, "MiB/s");
        assert_int_equal(test_find_point(r.run, "bad", "time", NULL)->outcome, BD_OUTCOME_FAILED);
        test_ingest_drop(&r);
    }
}

static void the_entry_is_that_of_the_text_so_that_a_history_goes_on(void **state)
{
    (void)state;
    bd_buf json = BD_BUF_INIT, text = BD_BUF_INIT;
    reading_result r = test_ingest_text(lines, NULL);
    assert_read(&r);
    test_put_compat(r.run, &json);
    test_ingest_drop(&r);
    r = test_ingest_text("test fib_10 ... bench: 135 ns/iter (+/- 24)\n"
                         "test copy ... bench: 18,149.5 ns/iter (+/- 755)\n",
                         NULL);
    assert_read(&r);
    test_put_compat(r.run, &text);
    test_ingest_drop(&r);
    assert_string_equal(bd_buf_text(&json), bd_buf_text(&text));
    bd_buf_release(&json);
    bd_buf_release(&text);
}

static void what_is_broken_is_told_with_its_line(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "135,", "\"x\",", "\"x\",", "$.median", "expected a number, found the string \"x\"", 0 },
        { "\"name\": \"copy\", ", "", "{ \"type\": \"bench\", \"median\": 18", "$",
          "expected the member \"name\", which is not there", 0 },
    };
    test_all_broken("bench.json", lines, cases, BD_COUNT(cases));
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_is_a_point_at_its_place),
        cmocka_unit_test(the_entry_is_that_of_the_text_so_that_a_history_goes_on),
        cmocka_unit_test(what_is_broken_is_told_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
