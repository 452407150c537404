/* What a file is told that is no configuration, or has wrong keys and types. */
#include "tests/config/rows.h"

static void a_file_that_is_no_configuration_says_what_to_begin_with(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { "", 1, 1, "the configuration is empty", "begin with: version: 1" },
        { "# only a remark\n", 1, 1, "the configuration is empty", "version: 1" },
        { "---\n...\n", 1, 1, "the configuration is empty", "version: 1" },
        { "\xEF\xBB\xBF", 1, 1, "the configuration is empty", "version: 1" },
        { "- a\n", 1, 1, "a configuration is a map of keys", "version: 1" },
        { "hello\n", 1, 1, "a configuration is a map of keys", "version: 1" },
        { "project: x\n", 1, 1, "\"version\" is missing", "add the line: version: 1" },
        { "version: one\n", 1, 10, "\"version\" must be 1", "write: version: 1" },
        { "version: 0\n", 1, 10, "\"version\" must be 1", "write: version: 1" },
        { "version: [1]\n", 1, 10, "\"version\" must be 1", "write: version: 1" },
        { "version:\n", 1, 9, "\"version\" must be 1", "write: version: 1" },
        { "new key: [}\nversion: 2\n", 1, 11, "not YAML", "" },
        { "new key: x\nversion: 2\n", 2, 10, "is of version 2, this benchdoc reads version 1",
          "install a newer benchdoc that reads version 2" },
        { "version: 12\n", 1, 10, "is of version 12", "version 12" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void bytes_that_yaml_does_not_allow_have_a_line(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "project: M\xF6nch\n", 2, 11, "not UTF-8: byte 0xF6", "save the file as UTF-8" },
        { V "# \xC3\xA9\r\nproject: \xC3\xA4\xC3\n", 3, 11, "not UTF-8: byte 0xC3", "UTF-8" },
        { V "project: \xC0\xAF\n", 2, 10, "not UTF-8: byte 0xC0", "UTF-8" },         /* overlong */
        { V "project: \xED\xA0\x80\n", 2, 10, "not UTF-8: byte 0xED", "UTF-8" },     /* surrogate */
        { V "project: \xF4\x90\x80\x80\n", 2, 10, "not UTF-8: byte 0xF4", "UTF-8" }, /* too large */
        { "\xFF\xFEv\x01", 1, 1, "not UTF-8: byte 0xFF", "this looks like UTF-16" },
        { V "project: a\x1B[31m\n", 2, 11, "control character U+001B", "remove it" },
        { V "project: \xC2\x9B\n", 2, 10, "control character U+009B", "remove it" },
        { V "project: \"a\\x1b[31m\"\n", 2, 10, "a text contains a control character", "escape" },
        { V "project: \"a\\0b\"\n", 2, 10, "a text contains a control character", "escape" },
        { V "project: \"\\x9b\"\n", 2, 10, "a text contains a control character", "escape" },
        { "%YAML 1.2\n---\n" V, 1, 1, "YAML directives are not supported", "remove the line" },
        { V "\n%TAG ! tag:x\n", 3, 1, "YAML directives are not supported", "remove the line" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void yaml_beyond_the_core_is_refused(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "---\n" V, 2, 1, "a second document begins here", "remove the line ---" },
        { V "a: &a { b: c }\n", 2, 1, "unknown key \"a\"", "there are: version" },
        { V "labels: &l { a: { b: c } }\ntitles: { <<: *l }\n", 3, 11, "merge keys (<<)",
          "columns: *name" },
        { V "titles: { a: !ruby/object x }\n", 2, 14, "the tag !ruby/object", "needs quotes" },
        { V "titles: { a: !!binary x }\n", 2, 14, "the tag tag:yaml.org,2002:binary", "remove it" },
        { V "titles: !x { a: b }\n", 2, 9, "the tag !x", "remove it" },
        { V "titles: { a: ! x }\n", 2, 14, "the tag !", "remove it" },
        { V "titles: *nowhere\n", 2, 9, "*nowhere refers to nothing", "put &nowhere before" },
        { V "titles: &t { a: *t }\n", 2, 17, "*t stands inside of what &t names", "write out" },
        { V "titles: { [a]: b }\n", 2, 11, "a key must be a text", "needs quotes" },
        { V "titles: { {a} b: c }\n", 2, 11, "a key must be a text", "\"{operation} P50\": " },
        { V "titles: { ~: b }\n", 2, 11, "a key is missing", "need quotes" },
        { V "titles: { a: b, c: d, a: e }\n", 2, 23, "the key \"a\" stands here a second time",
          "the first is in line 2, column 11" },
        { V "project: a\n\"project\": b\n", 3, 2, "the key \"project\" stands here a second time",
          "the first is in line 2, column 1" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void broken_yaml_says_where_and_what_helps(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "project: a: b\n", 2, 11, "mapping values are not allowed",
          "a text with \": \" in it needs quotes" },
        { V "project:\n\tname\n", 3, 1, "a tab in front of a line", "use blanks, not a tab" },
        { V "tables:\n  a:\n  \tfrom: x\n", 4, 3, "a tab in front of a line", "blanks" },
        { V "project: `a`\n", 2, 10, "cannot start any token", "needs quotes" },
        { V "project: \"a\n", 2, 10, "lacks its closing \"", "every quote" },
        { V "titles:\n  a: \"größe\n  b: \"x y\"\n", 3, 6, "lacks its closing \"", "every" },
        { V "titles:\n  a: 'it''s\n  # isn't\n  b: 'x'\n  c: y\n", 3, 6, "lacks its closing '",
          "every" },
        { V "titles:\n  a: \"two\n    lines\"\n  b: c: d\n", 5, 7, "mapping values are not allowed",
          "a text with \": \" in it needs quotes" },
        { V "tables:\n  a:\n    from jmh\n    per: [x]\n", 4, 5, "this line lacks its colon",
          "key: value" },
        { V "tables:\n  a:\n    from jmh\n\n    # why\n    per: [x]\n", 4, 5,
          "this line lacks its colon", "key: value" },
        { V "tables:\n  a:\n    per: [x]\n    from:jmh\n", 5, 5, "a colon needs a blank behind it",
          "key: value" },
        { V "project: \"a\\d\"\n", 2, 12, "unknown escape", "use single quotes" },
        { V "documents: [a.md\n"
            "project: x\n",
          3, 8, "expected ',' or ']'", "close the bracket" },
        { V "inputs:\n  a: { files: x }\n b: { files: y }\n", 4, 2, "did not find expected key",
          "check the indentation" },
        { V "titles: { a: {b} / {c} }\n", 2, 18, "expected ',' or '}'", "put the text in quotes" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void unknown_keys_name_the_nearest_or_all(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "projekt: x\n", 2, 1, "unknown key \"projekt\"", "did you mean \"project\"?" },
        { V "color: x\n", 2, 1, "unknown key \"color\"",
          "there are: version, project, documents, inputs" },
        { V "inputs: { a: { files: x, fromat: jmh } }\n", 2, 26, "unknown key \"fromat\"",
          "\"format\"" },
        { TABLE("colums: { A: \"{b}\" }"), 6, 5, "unknown key \"colums\"",
          "did you mean \"columns\"?" },
        { TABLE("columns: { \"{a}\": { across: a, cel: x, cell: y } }"), 6, 36,
          "unknown key \"cel\"", "\"cell\"" },
        { TABLE("columns: { A: [ { whenn: a=b, say: x } ] }"), 6, 23, "unknown key \"whenn\"",
          "\"when\"" },
        { V "environment: { shows: { A: cpu } }\n", 2, 16, "unknown key \"shows\"", "\"show\"" },
        { V "publish: { branche: x, to: { a: b } }\n", 2, 12, "unknown key \"branche\"",
          "\"branch\"" },
        { V "gates: [ { metric: a, grow at most: 1% } ]\n", 2, 23, "unknown key \"grow at most\"",
          "did you mean \"grows at most\"?" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void missing_keys_come_with_the_line_to_add(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "inputs:\n  jmh: {}\n", 3, 3, "\"files\" is missing in this input",
          "add the line: files: results/" },
        { V "inputs: { a: { files: x } }\ntables:\n  t: { per: b }\n", 4, 3,
          "\"from\" is missing in this table", "add the line: from: tick" },
        { V "pages: [ { per: a, file: \"{a}.md\" } ]\n", 2, 10,
          "\"template\" is missing in this page", "template: templates/database.md" },
        { V "breaks:\n  - { suite: tick, why: x }\n", 3, 5, "\"at\" is missing in this break",
          "at: 6476c9b" },
        { V "publish: { branch: x }\n", 2, 10, "\"to\" is missing in this publish", "data.js" },
        { TABLE("columns: { A: [ { when: a=b } ] }"), 6, 21, "\"say\" is missing in this rule",
          "say: Done" },
        { TABLE("columns: { \"{a}\": { across: a } }"), 6, 17, "\"cell\" is missing in this column",
          "cell: " },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void wrong_types_show_an_example(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "project: [a]\n", 2, 10, "\"project\" must be a text, not a list",
          "for example: project: skript-orm" },
        { V "project:\n", 2, 9, "\"project\" has nothing behind it, it must be a text",
          "project: skript-orm" },
        { V "project: ~\n", 2, 10, "has nothing behind it", "project: skript-orm" },
        { V "project: ''\n", 2, 11, "\"project\" must not be empty", "project: skript-orm" },
        { V "documents: { a.md: [en] }\n", 2, 20,
          "a value of \"documents\" must be a text, not a list", "docs/benchmarks.md: en" },
        { V "documents: [a.md, [b.md]]\n", 2, 19, "an item of \"documents\" must be a text",
          "README.md" },
        { V "documents:\n", 2, 11, "\"documents\" has nothing behind it", "documents: [" },
        { V "languages: { en: x }\n", 2, 12, "must be a text or a list of texts, not a map",
          "languages: [en, zh]" },
        { V "languages: []\n", 2, 12, "must be a text or a list of texts", "languages: [en, zh]" },
        { V "languages: [en, ]\norder: [a]\n", 3, 8, "\"order\" must be a map, not a list",
          "order: { backend: [" },
        { V "order: { a: { b: c } }\n", 2, 13,
          "a value of \"order\" must be a text or a list of texts", "backend: [" },
        { V "order: { a: [b, [c]] }\n", 2, 17, "an item of \"order\" must be a text",
          "backend: [" },
        { V "labels: { a: b }\n", 2, 14, "\"labels\" must be a map, not a text",
          "labels: { driver: {" },
        { V "labels: text\n", 2, 9, "\"labels\" must be a map of maps", "labels: { driver: {" },
        { V "inputs: [a]\n", 2, 9, "\"inputs\" must be a map of names", "inputs: { jmh: {" },
        { V "inputs: { a: results.json }\n", 2, 14, "an entry of \"inputs\" must be a map",
          "inputs: { jmh: {" },
        { V "inputs: { a: { files: x, gate: maybe } }\n", 2, 32,
          "\"gate\" must be never, not \"maybe\"", "gate: never" },
        { V "inputs: { a: { files: x, gate: [never] } }\n", 2, 32,
          "\"gate\" must be never, not a list", "gate: never" },
        { V "inputs: { a: { files: x, direction: up } }\n", 2, 37,
          "\"direction\" must be smaller is better or bigger is better, not \"up\"",
          "direction: smaller is better" },
        { V "one machine: yes\n", 2, 14, "\"one machine\" must be row, table or no, not \"yes\"",
          "one machine: table" },
        { V "inputs: { a: { files: x, name:  } }\n", 2, 33, "\"name\" has nothing behind it",
          "name: \"{operation}" },
        { V "inputs: { a: { files: x, name: [ [y] ] } }\n", 2, 34,
          "\"name\" must be a text, not a list", "name: " },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void wrong_types_further_down_show_an_example(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "pages: { per: a }\n", 2, 8, "\"pages\" must be a list of maps, not a map",
          "pages: [ {" },
        { V "pages: [ a ]\n", 2, 10, "an item of \"pages\" must be a map, not a text",
          "pages: [ {" },
        { V "environment: cpu\n", 2, 14, "\"environment\" must be a map",
          "environment: { show: {" },
        { V "gates: { a: b }\n", 2, 8, "\"gates\" must be a list of maps", "gates: [ {" },
        { V "gates: [ ~ ]\n", 2, 10, "an item of \"gates\" has nothing behind it", "gates: [ {" },
        { TABLE("missing: [a]"), 6, 14, "\"missing\" must be a text or a map",
          "missing: { backend=MongoDB" },
        { TABLE("columns: A"), 6, 14, "\"columns\" must be a map of titles",
          "columns: { Backend: " },
        { TABLE("columns: { A: [] }"), 6, 19, "must be a template or a list of rules",
          "columns: { Backend: " },
        { TABLE("columns: { A: [ b ] }"), 6, 21,
          "a rule of \"columns\" must be a map with has, when and say", "columns" },
        { TABLE("columns: { A: {backend} }"), 6, 19,
          "a column of \"columns\" must be a text, not a map",
          "a text that begins with a brace needs quotes: \"{backend}\"" },
        { TABLE("columns: { A: {wall operation=write} }"), 6, 19, "must be a text",
          "needs quotes: \"{wall operation=write}\"" },
    };
    check_rows(rows, BD_COUNT(rows));
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_is_no_configuration_says_what_to_begin_with),
        cmocka_unit_test(bytes_that_yaml_does_not_allow_have_a_line),
        cmocka_unit_test(yaml_beyond_the_core_is_refused),
        cmocka_unit_test(broken_yaml_says_where_and_what_helps),
        cmocka_unit_test(unknown_keys_name_the_nearest_or_all),
        cmocka_unit_test(missing_keys_come_with_the_line_to_add),
        cmocka_unit_test(wrong_types_show_an_example),
        cmocka_unit_test(wrong_types_further_down_show_an_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
