/* What `publish:` says, and what of it is refused. */
#include "tests/config/rows.h"

#include <string.h>

#define P(line) V "inputs: { a: { files: r.json } }\npublish:\n  to: { a: d/data.js }\n  " line "\n"

static void every_key_arrives(void **state)
{
    (void)state;
    static const char yaml[] = P("name: { a: JMH Benchmark }\n  keep: { entries: 500, days: 365, "
                                 "daily after: 30 }\n  warn: 5 MB\n  limit: 2GB\n  compat: "
                                 "strict\n  message: \"{name} of {commit}\"\n  author: \"A B "
                                 "<a@b.c>\"");
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_config *c = NULL;
    bd_arena arena = BD_ARENA_INIT;
    const char *name = NULL, *email = NULL;
    assert_true(bd_config_parse(BD_STR(yaml), "benchdoc.yml", &c, &found));
    const bd_publish_config *p = &c->publish;
    assert_string_equal(bd_entries_get(&p->names, "a").text, "JMH Benchmark");
    assert_int_equal(bd_config_count(p->keep.entries), 500);
    assert_int_equal(bd_config_count(p->keep.days), 365);
    assert_int_equal(bd_config_count(p->keep.daily_after), 30);
    assert_int_equal(bd_config_bytes(p->warn), 5000000);
    assert_int_equal(bd_config_bytes(p->limit), 2000000000);
    assert_string_equal(p->compat.text, "strict");
    assert_string_equal(p->message.text, "{name} of {commit}");
    assert_true(bd_config_author(p->author, &arena, &name, &email));
    assert_string_equal(name, "A B");
    assert_string_equal(email, "a@b.c");
    bd_config_free(c);
    bd_arena_release(&arena);
    bd_diagnostics_release(&found);
}

static void what_is_not_said_is_nothing(void **state)
{
    (void)state;
    bd_config *c = bd_config_empty();
    bd_arena arena = BD_ARENA_INIT;
    const char *name, *email;
    assert_int_equal(bd_config_count(c->publish.keep.entries), 0);
    assert_int_equal(bd_config_bytes(c->publish.limit), 0);
    assert_false(bd_config_author(c->publish.author, &arena, &name, &email));
    bd_config_free(c);
}

static void wrong_counts_sizes_and_authors_are_told_with_an_example(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { P("keep: { entries: many }"), 5, 20, "whole number", "entries: 500" },
        { P("keep: { days: 0 }"), 5, 17, "whole number", "days: 365" },
        { P("keep: { days: 1.5 }"), 5, 17, "whole number", "days: 365" },
        { P("keep: { days: 9999999999 }"), 5, 17, "whole number", "days: 365" },
        { P("keep: { year: 1 }"), 5, 11, "unknown key \"year\"", "" },
        { P("warn: 20"), 5, 9, "no size", "warn: 20 MB" },
        { P("warn: 20 MiB"), 5, 9, "no size", "warn: 20 MB" },
        { P("warn: 0 MB"), 5, 9, "no size", "warn: 20 MB" },
        { P("limit: 123456 GB"), 5, 10, "no size", "limit: 100 MB" },
        { P("compat: loose"), 5, 11, "loose", "strict" },
        { P("author: me"), 5, 11, "no name with an address", "bench@example.com" },
        { P("author: \"<a@b>\""), 5, 12, "no name with an address", "bench@example.com" },
        { P("author: \"A <a b>\""), 5, 12, "no name with an address", "bench@example.com" },
        { P("message: \"{name\""), 5, 13, "not closed", "" },
    };
    check_rows(rows, BD_COUNT(rows));
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_arrives),
        cmocka_unit_test(what_is_not_said_is_nothing),
        cmocka_unit_test(wrong_counts_sizes_and_authors_are_told_with_an_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
