/* What a wrong configuration is told: every kind of error with its place and the
 * next step, several at once, and hostile files quickly. */
#include "tests/support.h"

#include "core/base/file.h"
#include "core/config/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define V "version: 1\n"

typedef struct wrong {
    const char *yaml;
    int         line, column;
    const char *message, *hint; /* what they contain */
} wrong;

static bd_diagnostics errors_of(bd_str yaml)
{
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_config *config = NULL;
    bool ok = bd_config_parse(yaml, "benchdoc.yml", &config, &found);
    assert_true(ok == (found.errors == 0));
    assert_true(ok == (config != NULL));
    bd_config_free(config);
    return found;
}

static void check_row(const wrong *row)
{
    bd_diagnostics found = errors_of(bd_str_of(row->yaml));
    const bd_error *e = found.count > 0 ? &found.items[0].error : NULL;
    if (!e)
        fail_msg("no error in:\n%s", row->yaml);
    bool right = found.errors == 1 && e->line == row->line && e->column == row->column
                 && strstr(e->message, row->message) && strstr(e->hint, row->hint);
    if (!right)
        fail_msg("%s\ngot %zu errors, the first: %d:%d: %s (%s)\nwant: %d:%d: %s (%s)", row->yaml,
                 found.errors, e->line, e->column, e->message, e->hint, row->line, row->column,
                 row->message, row->hint);
    assert_string_equal(e->file, "benchdoc.yml");
    assert_int_equal(e->code, BD_ERR_CONFIG);
    assert_true(e->hint[0] != '\0');
    bd_diagnostics_release(&found);
}

static void check_rows(const wrong *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_row(&rows[i]);
}

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
        { V "project: \xC0\xAF\n", 2, 10, "not UTF-8: byte 0xC0", "UTF-8" },             /* overlong */
        { V "project: \xED\xA0\x80\n", 2, 10, "not UTF-8: byte 0xED", "UTF-8" },         /* surrogate */
        { V "project: \xF4\x90\x80\x80\n", 2, 10, "not UTF-8: byte 0xF4", "UTF-8" },     /* too large */
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
        { V "labels: &l { a: { b: c } }\ntitles: { <<: *l }\n", 3, 11, "merge keys (<<)", "columns: *name" },
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
        { V "project: a: b\n", 2, 11, "mapping values are not allowed", "a text with \": \" in it needs quotes" },
        { V "project:\n\tname\n", 3, 1, "cannot start any token", "not with a tab" },
        { V "project: `a`\n", 2, 10, "cannot start any token", "needs quotes" },
        { V "project: \"a\n", 3, 1, "unexpected end of stream", "close the quote" },
        { V "project: \"a\\d\"\n", 2, 12, "unknown escape", "use single quotes" },
        { V "documents: [a.md\n" "project: x\n", 3, 8, "expected ',' or ']'", "close the bracket" },
        { V "inputs:\n  a: { files: x }\n b: { files: y }\n", 4, 2, "did not find expected key",
          "check the indentation" },
        { V "titles: { a: {b} / {c} }\n", 2, 18, "expected ',' or '}'", "put the text in quotes" },
    };
    check_rows(rows, BD_COUNT(rows));
}

#define TABLE(line) V "inputs: { jmh: { files: r.json } }\ntables:\n  t:\n    from: jmh\n    " line "\n"

static void unknown_keys_name_the_nearest_or_all(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "projekt: x\n", 2, 1, "unknown key \"projekt\"", "did you mean \"project\"?" },
        { V "color: x\n", 2, 1, "unknown key \"color\"", "there are: version, project, documents, inputs" },
        { V "inputs: { a: { files: x, fromat: jmh } }\n", 2, 26, "unknown key \"fromat\"", "\"format\"" },
        { TABLE("colums: { A: \"{b}\" }"), 6, 5, "unknown key \"colums\"", "did you mean \"columns\"?" },
        { TABLE("columns: { \"{a}\": { across: a, cel: x, cell: y } }"), 6, 36, "unknown key \"cel\"", "\"cell\"" },
        { TABLE("columns: { A: [ { whenn: a=b, say: x } ] }"), 6, 23, "unknown key \"whenn\"", "\"when\"" },
        { V "environment: { shows: { A: cpu } }\n", 2, 16, "unknown key \"shows\"", "\"show\"" },
        { V "publish: { branche: x, to: { a: b } }\n", 2, 12, "unknown key \"branche\"", "\"branch\"" },
        { V "gates: [ { metric: a, grow at most: 1% } ]\n", 2, 23, "unknown key \"grow at most\"",
          "did you mean \"grows at most\"?" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void missing_keys_come_with_the_line_to_add(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "inputs:\n  jmh: {}\n", 3, 3, "\"files\" is missing in this input", "add the line: files: results/" },
        { V "inputs: { a: { files: x } }\ntables:\n  t: { per: b }\n", 4, 3, "\"from\" is missing in this table",
          "add the line: from: tick" },
        { V "pages: [ { per: a, file: \"{a}.md\" } ]\n", 2, 10, "\"template\" is missing in this page",
          "template: templates/database.md" },
        { V "breaks:\n  - { suite: tick, why: x }\n", 3, 5, "\"at\" is missing in this break", "at: 6476c9b" },
        { V "publish: { branch: x }\n", 2, 10, "\"to\" is missing in this publish", "data.js" },
        { TABLE("columns: { A: [ { when: a=b } ] }"), 6, 21, "\"say\" is missing in this rule", "say: Done" },
        { TABLE("columns: { \"{a}\": { across: a } }"), 6, 17, "\"cell\" is missing in this column", "cell: " },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void wrong_types_show_an_example(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "project: [a]\n", 2, 10, "\"project\" must be a text, not a list", "for example: project: skript-orm" },
        { V "project:\n", 2, 9, "\"project\" has nothing behind it, it must be a text", "project: skript-orm" },
        { V "project: ~\n", 2, 10, "has nothing behind it", "project: skript-orm" },
        { V "project: ''\n", 2, 11, "\"project\" must not be empty", "project: skript-orm" },
        { V "documents: { a.md: [en] }\n", 2, 20, "a value of \"documents\" must be a text, not a list", "docs/benchmarks.md: en" },
        { V "documents: [a.md, [b.md]]\n", 2, 19, "an item of \"documents\" must be a text", "README.md" },
        { V "documents:\n", 2, 11, "\"documents\" has nothing behind it", "documents: [" },
        { V "languages: { en: x }\n", 2, 12, "must be a text or a list of texts, not a map", "languages: [en, zh]" },
        { V "languages: []\n", 2, 12, "must be a text or a list of texts", "languages: [en, zh]" },
        { V "languages: [en, ]\norder: [a]\n", 3, 8, "\"order\" must be a map, not a list", "order: { backend: [" },
        { V "order: { a: { b: c } }\n", 2, 13, "a value of \"order\" must be a text or a list of texts", "backend: [" },
        { V "order: { a: [b, [c]] }\n", 2, 17, "an item of \"order\" must be a text", "backend: [" },
        { V "labels: { a: b }\n", 2, 14, "\"labels\" must be a map, not a text", "labels: { driver: {" },
        { V "labels: text\n", 2, 9, "\"labels\" must be a map of maps", "labels: { driver: {" },
        { V "inputs: [a]\n", 2, 9, "\"inputs\" must be a map of names", "inputs: { jmh: {" },
        { V "inputs: { a: results.json }\n", 2, 14, "an entry of \"inputs\" must be a map", "inputs: { jmh: {" },
        { V "inputs: { a: { files: x, gate: maybe } }\n", 2, 32, "\"gate\" must be never, not \"maybe\"", "gate: never" },
        { V "inputs: { a: { files: x, gate: [never] } }\n", 2, 32, "\"gate\" must be never, not a list", "gate: never" },
        { V "inputs: { a: { files: x, direction: up } }\n", 2, 37,
          "\"direction\" must be smaller is better or bigger is better, not \"up\"", "direction: smaller is better" },
        { V "one machine: yes\n", 2, 14, "\"one machine\" must be row, table or no, not \"yes\"", "one machine: table" },
        { V "inputs: { a: { files: x, name:  } }\n", 2, 33, "\"name\" has nothing behind it", "name: \"{operation}" },
        { V "inputs: { a: { files: x, name: [ [y] ] } }\n", 2, 34, "\"name\" must be a text, not a list", "name: " },
        { V "pages: { per: a }\n", 2, 8, "\"pages\" must be a list of maps, not a map", "pages: [ {" },
        { V "pages: [ a ]\n", 2, 10, "an item of \"pages\" must be a map, not a text", "pages: [ {" },
        { V "environment: cpu\n", 2, 14, "\"environment\" must be a map", "environment: { show: {" },
        { V "gates: { a: b }\n", 2, 8, "\"gates\" must be a list of maps", "gates: [ {" },
        { V "gates: [ ~ ]\n", 2, 10, "an item of \"gates\" has nothing behind it", "gates: [ {" },
        { TABLE("missing: [a]"), 6, 14, "\"missing\" must be a text or a map", "missing: { backend=MongoDB" },
        { TABLE("columns: A"), 6, 14, "\"columns\" must be a map of titles", "columns: { Backend: " },
        { TABLE("columns: { A: [] }"), 6, 19, "must be a template or a list of rules", "columns: { Backend: " },
        { TABLE("columns: { A: [ b ] }"), 6, 21, "a rule of \"columns\" must be a map with has, when and say", "columns" },
        { TABLE("columns: { A: {backend} }"), 6, 19, "a column of \"columns\" must be a text, not a map",
          "a text that begins with a brace needs quotes: \"{backend}\"" },
        { TABLE("columns: { A: {wall operation=write} }"), 6, 19, "must be a text",
          "needs quotes: \"{wall operation=write}\"" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void names_that_refer_to_nothing_name_the_nearest(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "inputs: { tick: { files: x } }\ntables: { t: { from: tck run=4 } }\n", 3, 22,
          "there is no input \"tck\"", "did you mean \"tick\"?" },
        { V "inputs: { tick: { files: x } }\ntables: { t: { from: \" sql  a=b\" } }\n", 3, 24,
          "there is no input \"sql\"", "there are: tick" },
        { V "tables: { t: { from: jmh } }\n", 2, 22, "there is no input \"jmh\"", "inputs: { jmh: {" },
        { V "inputs: { tick: { files: x } }\ntables: { t: { from: rows=5 tick } }\n", 3, 22,
          "a query begins with the name of an input, not with \"rows=5\"", "there are: tick" },
        { V "values: { v: { from: jmh } }\n", 2, 22, "there is no input \"jmh\"", "inputs: { jmh: {" },
        { V "inputs: { j: { files: x } }\nvalues: { abc: { from: j }, v: { ratio: [abc, abd] } }\n", 3, 47,
          "there is no value \"abd\"", "did you mean \"abc\"?" },
        { V "inputs: { j: { files: x } }\nvalues: { a: { from: j }, v: { ratio: [v, a] } }\n", 3, 40,
          "\"v\" is a ratio itself", "that have from" },
        { V "inputs: { j: { files: x } }\nvalues: { a: { from: j }, v: { ratio: a } }\n", 3, 39,
          "a ratio is of two values", "ratio: [insert-amd" },
        { V "values: { v: { number: \"0.0\" } }\n", 2, 11, "\"v\" has neither from nor ratio", "from: " },
        { V "inputs: { j: { files: x } }\nvalues: { a: { from: j }, b: { from: j }, v: { from: j, ratio: [a, b] } }\n",
          3, 43, "has both from and ratio", "remove one" },
        { V "inputs: { j: { files: x } }\nvalues: { a: { from: j }, v: { ratio: [a, a], say: x } }\n",
          3, 27, "has ratio and say", "number:" },
        { V "inputs: { \"a b\": { files: x } }\n", 2, 12, "the name of an input must be one word", "five-thousand-rows" },
        { V "inputs: { j: { files: x } }\ntables: { \"a>b\": { from: j } }\n", 3, 12, "the name of a table must be one word", "" },
        { V "documents: { a.md: en, b.md: zh }\n", 2, 30, "\"zh\" is not one of the languages", "languages: [en, zh]" },
        { V "languages: [en, zh]\ntranslations: { fr: { a: b } }\n", 3, 17, "\"fr\" is not one", "languages: [en, zh, fr]" },
        { V "languages: [en, zh]\ntranslations: { en: { a: b } }\n", 3, 17, "\"en\" is the language that this file",
          "labels and titles" },
        { V "languages: [en, zh, en]\n", 2, 21, "the language \"en\" is listed twice", "remove one" },
        { V "pages: [ { per: a, template: t.md, file: \"{a}.md\", language: de } ]\n", 2, 62, "\"de\" is not one", "en, de" },
        { V "inputs: { j: { files: x } }\nvalues: { v: { from: j, say: { fr: x } } }\n", 3, 32, "\"fr\" is not one", "en, fr" },
        { V "languages: [\"e n\"]\n", 2, 14, "\"e n\" is no language", "BCP 47" },
        { V "documents: [a.md, b.md, ./a.md]\n", 2, 25, "the document \"./a.md\" is listed twice",
          "the first is in line 2, column 13" },
        { V "numbers: { times: \"0.0 ms\" }\n", 2, 12, "\"times\" is no kind of unit", "did you mean \"time\"?" },
        { V "numbers: { truth: \"0\" }\n", 2, 12, "\"truth\" is no kind of unit", "time, rate, size" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void holes_and_braces_are_checked_to_the_column(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "inputs: { a: { files: \"x/{run}/r.json\", newest: timestamp } }\n", 2, 49,
          "no hole {timestamp} in \"x/{run}/r.json\"", "newest names a hole" },
        { V "inputs: { a: { files: [\"{t}/a\", b], newest: t } }\n", 2, 45, "no hole {t} in \"b\"", "newest" },
        { V "inputs: { a: { files: \"x/{run/r.json\" } }\n", 2, 26, "this brace is not closed", "{name}" },
        { V "inputs: { a: { files: x, name: \"\xC3\xA4\xC3\xB6 {b} {c\" } }\n", 2, 40, "this brace is not closed", "'}'" },
        { V "inputs: { a: { files: x, name: \"a} {c}\" } }\n", 2, 34, "this brace closes nothing", "remove the '}'" },
        { TABLE("columns: { A: \"{b} / {c\" }"), 6, 26, "this brace is not closed", "'}'" },
        { TABLE("columns: { A: \"{{b}} {c}}\" }"), 6, 29, "this brace closes nothing", "" },
        { TABLE("columns: { A: [ { say: \"{c\" } ] }"), 6, 29, "this brace is not closed", "'}'" },
        { TABLE("columns: { \"{a P50\": { across: a, cell: x } }"), 6, 17, "this brace is not closed", "'}'" },
        { TABLE("columns: { P50: { across: a=b|c, cell: x } }"), 6, 16, "all columns across \"a\" would have the title \"P50\"",
          "put {a} into the title" },
        { TABLE("columns: { A: [ { say: x }, { when: a=b, say: y } ] }"), 6, 28, "the next is never reached", "end of the list" },
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
        { V "documents: ../a.md\n", 2, 12, "the path \"../a.md\" leaves the project", "docs/benchmarks.md" },
        { V "documents: /etc/passwd\n", 2, 12, "the path \"/etc/passwd\" leaves", "" },
        { V "documents: { a/../../b.md: en }\n", 2, 14, "leaves the project", "" },
        { V "documents: .git/hooks/post-checkout\n", 2, 12, "lies inside the repository's own folder", "" },
        { V "documents: a/.GIT/config\n", 2, 12, "lies inside the repository's own folder", "" },
        { V "inputs: { a: { files: ../r.json } }\n", 2, 23, "the path \"../r.json\" leaves", "" },
        { V "inputs: { a: { files: [x, /r.json] } }\n", 2, 27, "the path \"/r.json\" leaves", "" },
        { V "inputs: { a: { files: \"main:../r.json\" } }\n", 2, 29, "the path \"../r.json\" leaves", "" },
        { V "inputs: { a: { files: \"main:/r.json\" } }\n", 2, 29, "the path \"/r.json\" leaves", "" },
        { V "inputs: { a: { files: \"main:\" } }\n", 2, 29, "the path \"\" leaves", "" },
        { V "inputs: { a: { files: \":r.json\" } }\n", 2, 24, "before the colon stands no git ref", "gh-pages:" },
        { V "inputs: { a: { files: \"--upload-pack=x:r.json\" } }\n", 2, 24, "stands no git ref", "gh-pages:" },
        { V "inputs: { a: { files: \"https://example.org/r.json\" } }\n", 2, 24, "not an address", "results.json" },
        { V "pages: [ { per: a, template: ../t.md, file: \"{a}.md\" } ]\n", 2, 30, "leaves the project", "" },
        { V "pages: [ { per: a, template: t.md, file: \"../{a}.md\" } ]\n", 2, 43, "leaves the project", "" },
        { V "publish: { to: { a: \"../{cpu}/data.js\" } }\n", 2, 22, "leaves the project", "" },
        { V "store: sqlite:/tmp/x.db\n", 2, 8, "leaves the project", "" },
        { V "store: mysql://x\n", 2, 8, "\"mysql://x\" is no store", "postgresql://" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void a_gate_that_cannot_fail_is_an_error(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { V "gates: [ { suite: a, metric: b } ]\n", 2, 12, "this gate asks for nothing", "grows at most: 1%" },
        { V "gates: [ { metric: b, grows at most: much } ]\n", 2, 38, "must be a percentage or an amount", "1%" },
        { V "gates: [ { metric: b, grows at most: 1.% } ]\n", 2, 38, "must be a percentage or an amount", "1%" },
        { V "gates: [ { grows at most: 1% } ]\n", 2, 27, "does not say of which metric", "metric: gc.alloc.rate.norm" },
        { V "gates: [ { complete: false } ]\n", 2, 22, "\"complete\" must be true, not \"false\"", "remove the gate" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void a_suite_that_is_nearly_an_input_is_a_warning(void **state)
{
    (void)state;
    bd_diagnostics found = errors_of(BD_STR(V "inputs: { tick: { files: x } }\n"
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

static void several_errors_come_at_once_in_the_order_of_the_file(void **state)
{
    (void)state;
    bd_diagnostics found = errors_of(BD_STR("tables:\n"
                                            "  t:\n"
                                            "    form: jmh\n"
                                            "    per: { a: b }\n"
                                            "  t: { from: x }\n"
                                            "project: [x]\n"
                                            "documents: [a.md, a.md]\n"
                                            "one machine: yes\n"));
    static const struct {
        int         line, column;
        const char *path, *message;
    } want[] = {
        { 1, 1, "", "\"version\" is missing" },
        { 2, 3, "tables.t", "\"from\" is missing in this table" },
        { 3, 5, "tables.t", "unknown key \"form\"" },
        { 4, 10, "tables.t.per", "\"per\" must be a text or a list of texts, not a map" },
        { 5, 3, "", "the key \"t\" stands here a second time" },
        { 6, 10, "project", "\"project\" must be a text, not a list" },
        { 7, 19, "", "the document \"a.md\" is listed twice" },
        { 8, 14, "one machine", "\"one machine\" must be row, table or no, not \"yes\"" },
    };
    assert_int_equal(found.errors, BD_COUNT(want));
    for (size_t i = 0; i < BD_COUNT(want); i++) {
        const bd_error *e = &found.items[i].error;
        assert_string_equal(e->message, want[i].message);
        assert_int_equal(e->line, want[i].line);
        assert_int_equal(e->column, want[i].column);
        assert_string_equal(e->path, want[i].path);
    }
    bd_diagnostics_release(&found);
}

static void an_error_in_what_an_alias_repeats_is_said_once(void **state)
{
    (void)state;
    bd_diagnostics found = errors_of(BD_STR(V "inputs: { j: { files: x } }\ntables:\n"
                                              "  a: { from: j, columns: &c { A: [x], B: \"{y\" } }\n"
                                              "  b: { from: j, columns: *c }\n"));
    assert_int_equal(found.errors, 2);
    assert_int_equal(found.total, 2);
    assert_int_equal(found.items[0].error.line, 4);
    assert_int_equal(found.items[1].error.line, 4);
    bd_diagnostics_release(&found);
}

static void more_errors_than_are_kept_are_counted(void **state)
{
    (void)state;
    bd_buf yaml = BD_BUF_INIT;
    bd_buf_puts(&yaml, V);
    for (int i = 0; i < 200; i++)
        bd_buf_printf(&yaml, "unknown%d: x\n", i);
    bd_diagnostics found = errors_of(bd_buf_str(&yaml));
    assert_int_equal(found.errors, 200);
    assert_int_equal(found.total, 200);
    assert_int_equal(found.count, BD_DIAGNOSTICS_KEPT);
    bd_diagnostics_release(&found);
    bd_buf_release(&yaml);
}

static void line_ends_of_windows_and_a_byte_order_mark_do_not_move_places(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { "\xEF\xBB\xBF" "version: 1\r\n\r\nprojekt: x\r\n", 3, 1, "unknown key \"projekt\"", "project" },
        { "\xEF\xBB\xBF" "verson: 1\r\nversion: 1", 1, 1, "unknown key \"verson\"", "version" },
        { "version: 1\rprojekt: x\r", 2, 1, "unknown key \"projekt\"", "project" },
    };
    check_rows(rows, BD_COUNT(rows));
}

/* ---- hostile files ---- */

static bd_str repeated(bd_buf *out, const char *begin, const char *unit, size_t times)
{
    bd_buf_clear(out);
    bd_buf_puts(out, begin);
    for (size_t i = 0; i < times; i++)
        bd_buf_puts(out, unit);
    return bd_buf_str(out);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void deep_and_repeating_files_end_quickly(void **state)
{
    (void)state;
    static const struct {
        const char *begin, *unit;
        size_t      times;
        const char *message;
    } cases[] = {
        { "", "[", 1000000, "inside each other" },
        { "", "{", 1000000, "inside each other" },
        { "", "[\n", 500000, "inside each other" },
        { "", "- ", 500000, "inside each other" },
        { "", "? ", 500000, "inside each other" },
        { "a: ", "{a: ", 250000, "inside each other" },
        { "[", "a,", 500000, "more than 20000 values" },
        { "", "- &x a\n- *x\n", 80000, "more than 20000 values" },
        { "{", "a: b, ", 150000, "a second time" },
        { V, "a: b\n", 9000, "a second time" },
        { "", "%TAG !a! tag:x\n", 60000, "directives" },
        { "", "&a ", 300000, "not YAML" },
        { "", "#", 1048577, "larger than 1 MiB" },
        { "", "\n", 1048576, "empty" },
    };
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        double before = seconds();
        bd_diagnostics found = errors_of(repeated(&text, cases[i].begin, cases[i].unit, cases[i].times));
        bool said = false;
        for (size_t j = 0; j < found.count; j++)
            said = said || strstr(found.items[j].error.message, cases[i].message);
        if (!said)
            fail_msg("%s%s…: %s", cases[i].begin, cases[i].unit, found.items[0].error.message);
        assert_true(seconds() - before < 5); /* sanitizers included; unbounded it was minutes */
        bd_diagnostics_release(&found);
    }
    bd_buf_release(&text);
}

static void aliases_of_aliases_do_not_multiply(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    bd_buf_puts(&text, V "order:\n  a: &a [x, x, x, x, x, x, x, x, x, x]\n");
    for (char c = 'b'; c <= 'j'; c++)
        bd_buf_printf(&text, "  %c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n", c, c, c - 1, c - 1, c - 1,
                      c - 1, c - 1, c - 1, c - 1, c - 1);
    bd_diagnostics found = errors_of(bd_buf_str(&text));
    assert_int_equal(found.errors, 1);
    assert_non_null(strstr(found.items[0].error.message, "more than 20000 values, aliases written out"));
    bd_diagnostics_release(&found);

    bd_buf_clear(&text); /* each alias one level deeper: 1 + 2 + … */
    bd_buf_puts(&text, "- &a0 x\n");
    for (int i = 1; i <= 40; i++)
        bd_buf_printf(&text, "- &a%d [*a%d]\n", i, i - 1);
    found = errors_of(bd_buf_str(&text));
    assert_int_equal(found.errors, 1);
    assert_non_null(strstr(found.items[0].error.message, "more than 32 lists and maps inside each other"));
    assert_int_equal(found.items[0].error.line, 33);
    bd_diagnostics_release(&found);
    bd_buf_release(&text);
}

static void thirty_two_levels_are_allowed(void **state)
{
    (void)state;
    for (int depth = 32; depth <= 33; depth++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_puts(&text, V "project: ");
        for (int i = 1; i < depth; i++)
            bd_buf_putc(&text, '[');
        for (int i = 1; i < depth; i++)
            bd_buf_putc(&text, ']');
        bd_diagnostics found = errors_of(bd_buf_str(&text));
        assert_int_equal(found.errors, 1);
        assert_non_null(strstr(found.items[0].error.message, depth == 32 ? "must be a text" : "inside each other"));
        bd_diagnostics_release(&found);
        bd_buf_release(&text);
    }
}

static void a_directory_is_no_configuration(void **state)
{
    (void)state;
    bd_buf bytes = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    assert_false(bd_file_read(test_source_dir(), 1 << 20, &bytes, &err));
    assert_non_null(strstr(err.message, "directory"));
    bd_buf_release(&bytes);
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
        cmocka_unit_test(names_that_refer_to_nothing_name_the_nearest),
        cmocka_unit_test(holes_and_braces_are_checked_to_the_column),
        cmocka_unit_test(paths_stay_inside_the_project),
        cmocka_unit_test(a_gate_that_cannot_fail_is_an_error),
        cmocka_unit_test(a_suite_that_is_nearly_an_input_is_a_warning),
        cmocka_unit_test(several_errors_come_at_once_in_the_order_of_the_file),
        cmocka_unit_test(an_error_in_what_an_alias_repeats_is_said_once),
        cmocka_unit_test(more_errors_than_are_kept_are_counted),
        cmocka_unit_test(line_ends_of_windows_and_a_byte_order_mark_do_not_move_places),
        cmocka_unit_test(deep_and_repeating_files_end_quickly),
        cmocka_unit_test(aliases_of_aliases_do_not_multiply),
        cmocka_unit_test(thirty_two_levels_are_allowed),
        cmocka_unit_test(a_directory_is_no_configuration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
