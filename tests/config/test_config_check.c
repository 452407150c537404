/* What a configuration is told whose places do not agree with each other. */
#include "tests/config/rows.h"

static void names_that_refer_to_nothing_name_the_nearest(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "inputs: { tick: { files: x } }\ntables: { t: { from: tck run=4 } }\n", 3, 22,
          "there is no input \"tck\"", "did you mean \"tick\"?" },
        { V "inputs: { tick: { files: x } }\ntables: { t: { from: \" sql  a=b\" } }\n", 3, 24,
          "there is no input \"sql\"", "there are: tick" },
        { V "tables: { t: { from: jmh } }\n", 2, 22, "there is no input \"jmh\"",
          "inputs: { jmh: {" },
        { V "inputs: { tick: { files: x } }\ntables: { t: { from: rows=5 tick } }\n", 3, 22,
          "a query begins with the name of an input, not with \"rows=5\"", "there are: tick" },
        { V "values: { v: { from: jmh } }\n", 2, 22, "there is no input \"jmh\"",
          "inputs: { jmh: {" },
        { V "inputs: { j: { files: x } }\nvalues: { abc: { from: j }, v: { ratio: [abc, abd] } }\n",
          3, 47, "there is no value \"abd\"", "did you mean \"abc\"?" },
        { V "inputs: { j: { files: x } }\nvalues: { a: { from: j }, v: { ratio: [v, a] } }\n", 3,
          40, "\"v\" is a ratio itself", "that have from" },
        { V "inputs: { j: { files: x } }\nvalues: { a: { from: j }, v: { ratio: a } }\n", 3, 39,
          "a ratio is of two values", "ratio: [insert-amd" },
        { V "values: { v: { number: \"0.0\" } }\n", 2, 11, "\"v\" has neither from nor ratio",
          "from: " },
        { V "inputs: { j: { files: x } }\nvalues: { a: { from: j }, b: { from: j }, v: { from: j, "
            "ratio: [a, b] } }\n",
          3, 43, "has both from and ratio", "remove one" },
        { V
          "inputs: { j: { files: x } }\nvalues: { a: { from: j }, v: { ratio: [a, a], say: x } }\n",
          3, 27, "has ratio and say", "number:" },
        { V "inputs: { \"a b\": { files: x } }\n", 2, 12, "the name of an input must be one word",
          "five-thousand-rows" },
        { V "inputs: { j: { files: x } }\ntables: { \"a>b\": { from: j } }\n", 3, 12,
          "the name of a table must be one word", "" },
        { V "documents: { a.md: en, b.md: zh }\n", 2, 30, "\"zh\" is not one of the languages",
          "languages: [en, zh]" },
        { V "languages: [en, zh]\ntranslations: { fr: { a: b } }\n", 3, 17, "\"fr\" is not one",
          "languages: [en, zh, fr]" },
        { V "languages: [en, zh]\ntranslations: { en: { a: b } }\n", 3, 17,
          "\"en\" is the language that this file", "labels and titles" },
        { V "languages: [en, zh, en]\n", 2, 21, "the language \"en\" is listed twice",
          "remove one" },
        { V "pages: [ { per: a, template: t.md, file: \"{a}.md\", language: de } ]\n", 2, 62,
          "\"de\" is not one", "en, de" },
        { V "inputs: { j: { files: x } }\nvalues: { v: { from: j, say: { fr: x } } }\n", 3, 32,
          "\"fr\" is not one", "en, fr" },
        { V "languages: [\"e n\"]\n", 2, 14, "\"e n\" is no language", "BCP 47" },
        { V "documents: [a.md, b.md, ./a.md]\n", 2, 25, "the document \"./a.md\" is listed twice",
          "the first is in line 2, column 13" },
        { V "numbers: { times: \"0.0 ms\" }\n", 2, 12, "\"times\" is no kind of unit",
          "did you mean \"time\"?" },
        { V "numbers: { truth: \"0\" }\n", 2, 12, "\"truth\" is no kind of unit",
          "time, rate, size" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void holes_and_braces_are_checked_to_the_column(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "inputs: { a: { files: \"x/{run}/r.json\", newest: timestamp } }\n", 2, 49,
          "no hole {timestamp} in \"x/{run}/r.json\"", "newest names a hole" },
        { V "inputs: { a: { files: [\"{t}/a\", b], newest: t } }\n", 2, 45, "no hole {t} in \"b\"",
          "newest" },
        { V "inputs: { a: { files: \"x/{run/r.json\" } }\n", 2, 26, "this brace is not closed",
          "{name}" },
        { V "inputs: { a: { files: x, name: \"\xC3\xA4\xC3\xB6 {b} {c\" } }\n", 2, 40,
          "this brace is not closed", "'}'" },
        { V "inputs: { a: { files: x, name: \"a} {c}\" } }\n", 2, 34, "this brace closes nothing",
          "remove the '}'" },
        { TABLE("columns: { A: \"{b} / {c\" }"), 6, 26, "this brace is not closed", "'}'" },
        { TABLE("columns: { A: \"{{b}} {c}}\" }"), 6, 29, "this brace closes nothing", "" },
        { TABLE("columns: { A: [ { say: \"{c\" } ] }"), 6, 29, "this brace is not closed", "'}'" },
        { TABLE("columns: { \"{a P50\": { across: a, cell: x } }"), 6, 17,
          "this brace is not closed", "'}'" },
        { TABLE("columns: { \"P50 of {op}\": { across: operation=b|c, cell: x } }"), 6, 24,
          "the title has {op}, but the columns go across \"operation\"", "write {operation} into" },
        { TABLE("columns: { A: [ { say: x }, { when: a=b, say: y } ] }"), 6, 28,
          "the next is never reached", "end of the list" },
        { V "pages: [ { per: db, template: t.md, file: \"docs/{d}.md\" } ]\n", 2, 44,
          "every page would be the file \"docs/{d}.md\"", "docs/{db:slug}.md" },
        { V "number: abc\n", 2, 9, "", "" },
        { V "numbers: { time: \"fast\" }\n", 2, 19, "", "" },
        { TABLE("number: \"\""), 6, 14, "\"number\" must not be empty", "number: " },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void paths_stay_inside_the_project(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "documents: ../a.md\n", 2, 12, "the path \"../a.md\" leaves the project",
          "docs/benchmarks.md" },
        { V "documents: /etc/passwd\n", 2, 12, "the path \"/etc/passwd\" leaves", "" },
        { V "documents: { a/../../b.md: en }\n", 2, 14, "leaves the project", "" },
        { V "documents: .git/hooks/post-checkout\n", 2, 12,
          "lies inside the repository's own folder", "" },
        { V "documents: a/.GIT/config\n", 2, 12, "lies inside the repository's own folder", "" },
        { V "inputs: { a: { files: ../r.json } }\n", 2, 23, "the path \"../r.json\" leaves", "" },
        { V "inputs: { a: { files: [x, /r.json] } }\n", 2, 27, "the path \"/r.json\" leaves", "" },
        { V "inputs: { a: { files: \"main:../r.json\" } }\n", 2, 29,
          "the path \"../r.json\" leaves", "" },
        { V "inputs: { a: { files: \"main:/r.json\" } }\n", 2, 29, "the path \"/r.json\" leaves",
          "" },
        { V "inputs: { a: { files: \"main:\" } }\n", 2, 29, "the path \"\" leaves", "" },
        { V "inputs: { a: { files: \":r.json\" } }\n", 2, 24, "before the colon stands no git ref",
          "gh-pages:" },
        { V "inputs: { a: { files: \"--upload-pack=x:r.json\" } }\n", 2, 24, "stands no git ref",
          "gh-pages:" },
        { V "inputs: { a: { files: \"https://example.org/r.json\" } }\n", 2, 24, "not an address",
          "results.json" },
        { V "pages: [ { per: a, template: ../t.md, file: \"{a}.md\" } ]\n", 2, 30,
          "leaves the project", "" },
        { V "pages: [ { per: a, template: t.md, file: \"../{a}.md\" } ]\n", 2, 43,
          "leaves the project", "" },
        { V "publish: { to: { a: \"../{cpu}/data.js\" } }\n", 2, 22, "leaves the project", "" },
        { V "store: sqlite:/tmp/x.db\n", 2, 8, "leaves the project", "" },
        { V "store: mysql://x\n", 2, 8, "\"mysql://x\" is no store", "postgresql://" },
        { V "store: mysql://u:secret@x\n", 2, 8, "\"…\" is no store", "postgresql://" },
        { V "store: postgresql://u:secret@x/y\n", 2, 8, "holds a password", "PGPASSWORD" },
        { V "store: postgresql://x/y?user=u&password=secret\n", 2, 8, "password", "PG…" },
        { V "store: postgresql://x/y?sslkey=/etc/passwd\n", 2, 8, "sslkey", "BENCHDOC_STORE" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void a_gate_that_cannot_fail_is_an_error(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "gates: [ { suite: a, metric: b } ]\n", 2, 12, "this gate asks for nothing",
          "grows at most: 1%" },
        { V "gates: [ { metric: b, grows at most: much } ]\n", 2, 38,
          "must be a percentage or an amount", "1%" },
        { V "gates: [ { metric: b, grows at most: 1.% } ]\n", 2, 38,
          "must be a percentage or an amount", "1%" },
        { V "gates: [ { grows at most: 1% } ]\n", 2, 27, "does not say of which metric",
          "metric: gc.alloc.rate.norm" },
        { V "gates: [ { complete: false } ]\n", 2, 22, "\"complete\" must be true, not \"false\"",
          "remove the gate" },
        { V "gates: [ { slower at most: 10 } ]\n", 2, 28, "must be a percentage or an amount",
          "slower at most: 1%" },
        { V "gates: [ { metric: b, grows at most: -1% } ]\n", 2, 38,
          "must be a percentage or an amount", "1%" },
        { V "gates: [ { at most: 50 ms } ]\n", 2, 21, "does not say of which metric",
          "{ metric: latency.p99, at most: 50 ms }" },
        { V "gates: [ { metric: b, at least: many } ]\n", 2, 33,
          "\"at least\" must be a number with its unit, not \"many\"", "at least: 50 ms" },
        { V "gates: [ { metric: b, at most: \"<= 5\" } ]\n", 2, 33,
          "\"at most\" must be a number with its unit", "at most: 50 ms" },
        { V "gates: [ { errors: none } ]\n", 2, 20,
          "\"errors\" must be a number, true or false, not \"none\"", "errors: 0" },
        { V "gates: [ { errors: [0, 1] } ]\n", 2, 20, "must be a number, true or false",
          "errors: 0" },
        { V "gates: [ { verified: \"> true\" } ]\n", 2, 23, "must be a number, true or false",
          "verified: 0" },
        { V "gates: [ { suite: a, accepted until: 2026-12-31, why: x } ]\n", 2, 12,
          "this gate asks for nothing", "grows at most: 1%" },
        { V "gates: [ { errors: 0, accepted until: soon, why: x } ]\n", 2, 39,
          "\"accepted until\" must be a day, not \"soon\"", "accepted until: 2026-12-31" },
        { V "gates: [ { errors: 0, accepted until: 2026-02-30, why: x } ]\n", 2, 39,
          "must be a day", "2026-12-31" },
        { V "gates: [ { errors: 0, accepted until: 2026-12-31 } ]\n", 2, 39,
          "nothing says why this is accepted", "why: waits" },
        { V "inputs: { a: { files: x, gate: never } }\ngates: [ { suite: a, errors: 0 } ]\n", 3, 19,
          "can never fail: input \"a\" says gate: never", "remove one of the two" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void a_limit_is_a_number_with_what_may_stand_around_it(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bd_gate_op op;
        double number;
        const char *unit;
        bool truth;
    } rows[] = {
        { "0", BD_GATE_EQUAL, 0, "", false },
        { "== 0", BD_GATE_EQUAL, 0, "", false },
        { "true", BD_GATE_EQUAL, 1, "", true },
        { "= false", BD_GATE_EQUAL, 0, "", true },
        { "<= 50 ms", BD_GATE_AT_MOST, 50, "ms", false },
        { "<50ms", BD_GATE_LESS, 50, "ms", false },
        { ">= 1,000 ops/s", BD_GATE_AT_LEAST, 1000, "ops/s", false },
        { "> -0.5 %", BD_GATE_MORE, -0.5, "%", false },
        { "1%", BD_GATE_EQUAL, 1, "%", false },
    };
    static const char *const none[] = { "", "<=", "ms", "<= true", "1.%", "<> 5", "NaN", "- 5" };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_gate_limit limit;
        assert_true(bd_gate_limit_parse(rows[i].text, &limit));
        assert_int_equal(limit.op, rows[i].op);
        assert_true(bd_number_as_double(limit.number) == rows[i].number);
        assert_true(bd_str_is(limit.unit, rows[i].unit));
        assert_int_equal(limit.truth, rows[i].truth);
    }
    for (size_t i = 0; i < BD_COUNT(none); i++) {
        bd_gate_limit limit;
        if (bd_gate_limit_parse(none[i], &limit))
            fail_msg("\"%s\" was taken for a limit", none[i]);
    }
}

static void an_accepted_day_ends_at_its_midnight(void **state)
{
    (void)state;
    static const char *const none[] = { "2026-13-01", "2026-1-1", "2026-12-31T00:00:00Z", "soon",
                                        "31.12.2026" };
    int64_t end;
    assert_true(bd_gate_day_parse("2026-12-31", &end));
    assert_int_equal(end, INT64_C(1798761600) * 1000000000); /* date -ud 2027-01-01 +%s */
    assert_true(bd_gate_day_parse("2024-02-29", &end));
    assert_int_equal(end, INT64_C(1709251200) * 1000000000); /* date -ud 2024-03-01 +%s */
    for (size_t i = 0; i < BD_COUNT(none); i++)
        assert_false(bd_gate_day_parse(none[i], &end));
}

static void a_suite_that_is_nearly_an_input_is_a_warning(void **state)
{
    (void)state;
    bd_diagnostics found = errors_of(
        BD_STR(V "inputs: { tick: { files: x } }\n"
                 "breaks: [ { suite: tik, at: abc, why: x } ]\n"
                 "publish: { to: { tock: a/data.js, other: b/data.js } }\n"));
    assert_int_equal(found.errors, 0);
    assert_int_equal(found.total, 2);
    assert_int_equal(found.items[0].severity, BD_WARNING);
    assert_int_equal(found.items[0].error.line, 3);
    assert_string_equal(found.items[0].error.hint, "did you mean \"tick\"?");
    assert_int_equal(found.items[1].error.column, 18);
    bd_diagnostics_release(&found);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_refer_to_nothing_name_the_nearest),
        cmocka_unit_test(holes_and_braces_are_checked_to_the_column),
        cmocka_unit_test(paths_stay_inside_the_project),
        cmocka_unit_test(a_gate_that_cannot_fail_is_an_error),
        cmocka_unit_test(a_limit_is_a_number_with_what_may_stand_around_it),
        cmocka_unit_test(an_accepted_day_ends_at_its_midnight),
        cmocka_unit_test(a_suite_that_is_nearly_an_input_is_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
