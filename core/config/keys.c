/* The tables of keys.h: every key of benchdoc.yml, in the order in which a newcomer
 * meets them (docs/configuration.md follows it). */
#include "core/config/keys.h"

#include "core/config/config.h"

#include <assert.h>

#define SHAPE(label, type, rows) { label, sizeof(type), rows, BD_COUNT(rows) }

/* A named struct of BD_KEY_MAP_OF begins with its name; maps of maps look alike. */
static_assert(offsetof(bd_input, name) == 0, "name first");
static_assert(offsetof(bd_table_config, name) == 0, "name first");
static_assert(offsetof(bd_value_config, name) == 0, "name first");
static_assert(sizeof(struct bd_labels) == sizeof(bd_translation), "same layout");
static_assert(offsetof(struct bd_labels, labels) == offsetof(bd_translation, texts), "same layout");

static const char *const only_never[] = { "never", NULL };
static const char *const only_allow[] = { "allow", NULL };
static const char *const directions[] = { "smaller is better", "bigger is better", NULL };
static const char *const machines[] = { "row", "table", "no", NULL };

/* ---- inputs ---- */

static const bd_key name_rule_keys[] = {
    { .name = "ignore", .kind = BD_KEY_TEXT, .check = BD_CHECK_PATTERN, .required = true,
      .example = "ignore: \"* median\"",
      .help = "Names that fit this pattern are left out." },
};
static const bd_shape name_rule = SHAPE("name rule", bd_name_rule, name_rule_keys);

static const bd_key input_keys[] = {
    { .name = "files", .kind = BD_KEY_TEXTS, .check = BD_CHECK_FILES, .required = true,
      .offset = offsetof(bd_input, files),
      .example = "files: results/run-{run}/results.json",
      .help = "Where the result files lie, from the project's root: a path pattern or a list of them. "
              "* fits within a folder, ** across folders, {hole} becomes a fact of the run. "
              "REF:pattern reads from a git ref." },
    { .name = "format", .kind = BD_KEY_TEXT, .offset = offsetof(bd_input, format),
      .example = "format: jmh",
      .help = "The files' format, as `benchdoc formats` lists them. Left out: told by their content." },
    { .name = "newest", .kind = BD_KEY_TEXT, .offset = offsetof(bd_input, newest),
      .example = "newest: timestamp",
      .help = "A hole of the path: of the files that differ in it only, the one with the last name counts. "
              "Left out: all files count." },
    { .name = "name", .kind = BD_KEY_NAME_RULES, .check = BD_CHECK_PATTERN,
      .offset = offsetof(bd_input, name_rules), .second = offsetof(bd_input, name_rule_count),
      .shape = &name_rule, .example = "name: \"{operation} {rows}rows {metric}\"",
      .help = "How the names in a custom array come apart into dimensions and {metric}: a pattern, or "
              "a list of which the first that fits speaks." },
    { .name = "benchmark", .kind = BD_KEY_NAME_RULES, .check = BD_CHECK_PATTERN,
      .offset = offsetof(bd_input, benchmark_rules),
      .second = offsetof(bd_input, benchmark_rule_count), .shape = &name_rule,
      .example = "benchmark: \"**.{database}Benchmark.{scenario}\"",
      .help = "How dotted benchmark names come apart into dimensions: a pattern, or a list of which "
              "the first that fits speaks." },
    { .name = "rename", .kind = BD_KEY_MAP, .offset = offsetof(bd_input, rename),
      .example = "rename: { kind: operation }",
      .help = "Dimension as the file calls it → dimension as it shall be called." },
    { .name = "dimensions", .kind = BD_KEY_MAP, .offset = offsetof(bd_input, dimensions),
      .example = "dimensions: { version: environment.backend_version }",
      .help = "Dimension → fact of the run that gives its value. Runs that differ in it are "
              "different series." },
    { .name = "environment", .kind = BD_KEY_MAP, .offset = offsetof(bd_input, environment),
      .example = "environment: { cpu: AMD Ryzen 5 5600X, memory: 32 GiB }",
      .help = "Facts about the machine that no file of the run carries; a file's own value wins." },
    { .name = "direction", .kind = BD_KEY_WORD, .offset = offsetof(bd_input, direction),
      .words = directions, .example = "direction: smaller is better",
      .help = "Which way is better, where neither the file nor the unit says." },
    { .name = "gate", .kind = BD_KEY_FLAG, .offset = offsetof(bd_input, gate_never),
      .words = only_never, .example = "gate: never",
      .help = "These numbers are reported and never fail a build." },
    { .name = "incomplete", .kind = BD_KEY_FLAG, .offset = offsetof(bd_input, allow_incomplete),
      .words = only_allow, .example = "incomplete: allow",
      .help = "Runs that ended early count, too. Left out: they are an error." },
};
static const bd_shape input = SHAPE("input", bd_input, input_keys);

/* ---- tables ---- */

static const bd_key say_rule_keys[] = {
    { .name = "has", .kind = BD_KEY_TEXT, .offset = offsetof(bd_say_rule, has),
      .example = "has: wall variant=warm",
      .help = "A query: the rule holds when the row has a number that it fits." },
    { .name = "when", .kind = BD_KEY_TEXT, .offset = offsetof(bd_say_rule, when),
      .example = "when: backend=MongoDB",
      .help = "Conditions on the row's own dimensions." },
    { .name = "say", .kind = BD_KEY_TEXT, .check = BD_CHECK_TEMPLATE, .required = true,
      .offset = offsetof(bd_say_rule, say), .example = "say: Done",
      .help = "The cell's text when the rule holds." },
};
static const bd_shape say_rule = SHAPE("rule", bd_say_rule, say_rule_keys);

static const bd_key column_keys[] = {
    { .name = "across", .kind = BD_KEY_TEXT, .offset = offsetof(bd_column, across),
      .example = "across: operation=read|update|commit",
      .help = "One column for each value of this dimension; the title has it in braces." },
    { .name = "cell", .kind = BD_KEY_TEXT, .check = BD_CHECK_TEMPLATE, .required = true,
      .offset = offsetof(bd_column, cell), .example = "cell: \"{latency.p50} / {latency.p99}\"",
      .help = "What stands in the cells." },
    { .name = "number", .kind = BD_KEY_TEXT, .check = BD_CHECK_NUMBER,
      .offset = offsetof(bd_column, number), .example = "number: \"0.000 ms\"",
      .help = "An example of a number in this column: decimals, separators, unit." },
};
static const bd_shape column = SHAPE("column", bd_column, column_keys);

static const bd_key table_keys[] = {
    { .name = "from", .kind = BD_KEY_TEXT, .required = true,
      .offset = offsetof(bd_table_config, from), .example = "from: tick run=4 rows=5000",
      .help = "A query: the input's name, then conditions (key=value, key=a|b, key>5000)." },
    { .name = "per", .kind = BD_KEY_TEXTS, .offset = offsetof(bd_table_config, per),
      .example = "per: [backend, rows]",
      .help = "What a row is: a dimension or a list of them. Each one that no column names is a column." },
    { .name = "columns", .kind = BD_KEY_COLUMNS, .check = BD_CHECK_TEMPLATE,
      .offset = offsetof(bd_table_config, columns),
      .second = offsetof(bd_table_config, column_count), .shape = &column, .other = &say_rule,
      .example = "columns: { Backend: \"{backend}\", Write: \"{wall operation=write}\" }",
      .help = "Column title → what its cells say: a template, a list of rules, or across and cell." },
    { .name = "sort", .kind = BD_KEY_TEXTS, .offset = offsetof(bd_table_config, sort),
      .example = "sort: [rows, backend]",
      .help = "The order of the rows by dimensions. Left out: the order of per." },
    { .name = "titles", .kind = BD_KEY_MAP, .check = BD_CHECK_NONE,
      .offset = offsetof(bd_table_config, titles), .example = "titles: { database: DB }",
      .help = "Dimension → title of its column in this table." },
    { .name = "number", .kind = BD_KEY_TEXT, .check = BD_CHECK_NUMBER,
      .offset = offsetof(bd_table_config, number), .example = "number: \"1,000\"",
      .help = "An example of a number in this table." },
    { .name = "missing", .kind = BD_KEY_TEXT_OR_MAP, .check = BD_CHECK_NONE,
      .offset = offsetof(bd_table_config, missing),
      .second = offsetof(bd_table_config, missing_when),
      .example = "missing: { backend=MongoDB: not applicable }",
      .help = "What an empty cell says: one text, or condition → text. Left out: an empty cell is an error." },
    { .name = "one machine", .kind = BD_KEY_ONE_MACHINE,
      .offset = offsetof(bd_table_config, one_machine), .words = machines,
      .example = "one machine: table",
      .help = "Whether numbers of two CPUs or commits may meet: not in a row, not in the table, or no rule." },
};
static const bd_shape table = SHAPE("table", bd_table_config, table_keys);

/* ---- values, pages ---- */

static const bd_key value_keys[] = {
    { .name = "from", .kind = BD_KEY_TEXT, .offset = offsetof(bd_value_config, from),
      .example = "from: tick wall backend=MariaDB rows=5000",
      .help = "A query that fits exactly one number." },
    { .name = "say", .kind = BD_KEY_TEXT_OR_MAP, .check = BD_CHECK_TEMPLATE,
      .offset = offsetof(bd_value_config, say), .second = offsetof(bd_value_config, says),
      .example = "say: \"{score:0.000 ms}\"",
      .help = "What the region says: a template, or language → template." },
    { .name = "ratio", .kind = BD_KEY_TEXTS, .offset = offsetof(bd_value_config, ratio),
      .example = "ratio: [insert-amd, insert-intel]",
      .help = "Instead of from: the first value divided by the second, both named here under values." },
    { .name = "number", .kind = BD_KEY_TEXT, .check = BD_CHECK_NUMBER,
      .offset = offsetof(bd_value_config, number), .example = "number: \"0.00\"",
      .help = "An example of the number." },
};
static const bd_shape value = SHAPE("value", bd_value_config, value_keys);

static const bd_key page_keys[] = {
    { .name = "per", .kind = BD_KEY_TEXT, .required = true, .offset = offsetof(bd_page_config, per),
      .example = "per: database", .help = "The dimension; each of its values gets a page." },
    { .name = "template", .kind = BD_KEY_TEXT, .check = BD_CHECK_PATH, .required = true,
      .offset = offsetof(bd_page_config, template_file), .example = "template: templates/database.md",
      .help = "The document that every page begins as; its regions show that value only." },
    { .name = "file", .kind = BD_KEY_TEXT, .check = BD_CHECK_PATH_TEMPLATE, .required = true,
      .offset = offsetof(bd_page_config, file), .example = "file: \"docs/{database:slug}.md\"",
      .help = "Where a page goes. It contains the dimension in braces." },
    { .name = "language", .kind = BD_KEY_TEXT, .check = BD_CHECK_LANGUAGE,
      .offset = offsetof(bd_page_config, language), .example = "language: en",
      .help = "One of languages. Left out: the first." },
};
static const bd_shape page = SHAPE("page", bd_page_config, page_keys);

/* ---- the rest ---- */

static const bd_key environment_keys[] = {
    { .name = "show", .kind = BD_KEY_MAP, .offset = 0,
      .example = "show: { CPU: cpu, RAM: memory, Commit: commit }",
      .help = "Title → fact of the run, in the order of the list. Nothing else is shown." },
};
static const bd_shape environment = SHAPE("environment", bd_entries, environment_keys);

static const bd_key publish_keys[] = {
    { .name = "branch", .kind = BD_KEY_TEXT, .offset = offsetof(bd_publish_config, branch),
      .example = "branch: gh-pages", .help = "The branch that keeps the history. Left out: gh-pages." },
    { .name = "to", .kind = BD_KEY_MAP, .check = BD_CHECK_PATH_TEMPLATE, .required = true,
      .offset = offsetof(bd_publish_config, to), .example = "to: { jmh: \"dev/bench/{cpu}/data.js\" }",
      .help = "Input → data.js that its runs are added to. Holes become folders." },
    { .name = "expect", .kind = BD_KEY_MAP_OF_LISTS, .offset = offsetof(bd_publish_config, expect),
      .join = "|", .example = "expect: { backend: [SQLite, MySQL] }",
      .help = "Dimension → values that every publication must bring; a missing one is reported." },
};
static const bd_shape publish = SHAPE("publish", bd_publish_config, publish_keys);

static const bd_key gate_keys[] = {
    { .name = "suite", .kind = BD_KEY_TEXT, .example = "suite: stress",
      .help = "The input that the gate is about. Left out: all." },
    { .name = "metric", .kind = BD_KEY_TEXT, .example = "metric: gc.alloc.rate.norm",
      .help = "The metric that the gate is about." },
    { .name = "grows at most", .kind = BD_KEY_TEXT, .example = "grows at most: 1%",
      .help = "Fails when the metric grew by more against the baseline." },
    { .name = "shrinks at most", .kind = BD_KEY_TEXT, .example = "shrinks at most: 5%",
      .help = "Fails when the metric shrank by more against the baseline." },
    { .name = "equal while", .kind = BD_KEY_TEXTS, .example = "equal while: [jdbc_driver]",
      .help = "Fails when a number differs from the baseline although these facts are the same." },
    { .name = "complete", .kind = BD_KEY_TEXT, .example = "complete: true",
      .help = "Fails when a part of the run is missing." },
};
static const bd_shape gate = SHAPE("gate", bd_gate_config, gate_keys);

static const bd_key break_keys[] = {
    { .name = "suite", .kind = BD_KEY_TEXT, .required = true, .offset = offsetof(bd_break_config, suite),
      .example = "suite: tick", .help = "The input whose numbers changed their meaning." },
    { .name = "at", .kind = BD_KEY_TEXT, .required = true, .offset = offsetof(bd_break_config, at),
      .example = "at: 6476c9b", .help = "The first commit with the new meaning." },
    { .name = "why", .kind = BD_KEY_TEXT, .required = true, .offset = offsetof(bd_break_config, why),
      .example = "why: System.nanoTime() instead of the server's clock",
      .help = "Said wherever the break is shown." },
};
static const bd_shape break_shape = SHAPE("break", bd_break_config, break_keys);

static const bd_key root_keys[] = {
    { .name = "version", .kind = BD_KEY_VERSION, .required = true, .example = "version: 1",
      .help = "The version of this file's language: 1." },
    { .name = "project", .kind = BD_KEY_TEXT, .offset = offsetof(bd_config, project),
      .example = "project: skript-orm", .help = "The project's name." },
    { .name = "documents", .kind = BD_KEY_DOCUMENTS, .check = BD_CHECK_PATH,
      .offset = offsetof(bd_config, documents), .second = offsetof(bd_config, document_count),
      .example = "documents: [docs/benchmarks.md, README.md]",
      .help = "The documents with marked regions: a path, a list of paths, or path → language." },
    { .name = "inputs", .kind = BD_KEY_MAP_OF, .offset = offsetof(bd_config, inputs),
      .second = offsetof(bd_config, input_count), .shape = &input,
      .example = "inputs: { jmh: { files: results/jmh.json } }",
      .help = "Name → result files and what their names mean. Queries begin with the name." },
    { .name = "tables", .kind = BD_KEY_MAP_OF, .offset = offsetof(bd_config, tables),
      .second = offsetof(bd_config, table_count), .shape = &table,
      .example = "tables: { speed: { from: jmh, per: backend } }",
      .help = "Name → table, for regions `benchdoc:table NAME` and `benchdoc:chart NAME`." },
    { .name = "number", .kind = BD_KEY_TEXT, .check = BD_CHECK_NUMBER,
      .offset = offsetof(bd_config, number), .example = "number: \"0.000\"",
      .help = "An example of a number, for everything that has none of its own." },
    { .name = "numbers", .kind = BD_KEY_MAP, .check = BD_CHECK_NUMBER,
      .offset = offsetof(bd_config, numbers),
      .example = "numbers: { time: \"0.000 ms\", count: \"10 000\" }",
      .help = "An example of a number for each kind of unit: time, rate, size, speed, count, ratio." },
    { .name = "labels", .kind = BD_KEY_MAP_OF_MAPS, .check = BD_CHECK_NONE,
      .offset = offsetof(bd_config, labels), .second = offsetof(bd_config, label_count),
      .example = "labels: { driver: { Jdbc: JDBC } }",
      .help = "Dimension → value → how it is shown." },
    { .name = "titles", .kind = BD_KEY_MAP, .check = BD_CHECK_NONE, .offset = offsetof(bd_config, titles),
      .example = "titles: { dataSize: Rows }",
      .help = "Dimension → title of its column, in every table." },
    { .name = "order", .kind = BD_KEY_MAP_OF_LISTS, .offset = offsetof(bd_config, order),
      .join = BD_CONFIG_SEPARATOR, .example = "order: { backend: [SQLite, MySQL, MongoDB] }",
      .help = "Dimension → its values in the order in which rows and columns show them." },
    { .name = "one machine", .kind = BD_KEY_ONE_MACHINE, .offset = offsetof(bd_config, one_machine),
      .words = machines, .example = "one machine: table",
      .help = "Whether numbers of two CPUs or commits may meet: not in a row (row), not in a table "
              "(table), or no rule (no)." },
    { .name = "values", .kind = BD_KEY_MAP_OF, .offset = offsetof(bd_config, values),
      .second = offsetof(bd_config, value_count), .shape = &value,
      .example = "values: { insert: { from: jmh method=insert, say: \"{score:0.0 ms}\" } }",
      .help = "Name → number that several documents quote, for regions `benchdoc:value NAME`." },
    { .name = "pages", .kind = BD_KEY_LIST_OF, .offset = offsetof(bd_config, pages),
      .second = offsetof(bd_config, page_count), .shape = &page,
      .example = "pages: [ { per: database, template: db.md, file: \"docs/{database:slug}.md\" } ]",
      .help = "Documents made from a template, one for each value of a dimension." },
    { .name = "environment", .kind = BD_KEY_OBJECT, .offset = offsetof(bd_config, environment_show),
      .shape = &environment, .example = "environment: { show: { CPU: cpu, RAM: memory } }",
      .help = "What regions `benchdoc:environment` show of the machine." },
    { .name = "languages", .kind = BD_KEY_TEXTS, .check = BD_CHECK_LANGUAGE,
      .offset = offsetof(bd_config, languages), .example = "languages: [en, zh]",
      .help = "The documents' languages; the first is the one this file is written in." },
    { .name = "translations", .kind = BD_KEY_MAP_OF_MAPS, .check = BD_CHECK_NONE,
      .offset = offsetof(bd_config, translations), .second = offsetof(bd_config, translation_count),
      .example = "translations: { zh: { Write: 写入 } }",
      .help = "Language → text of this file → its translation: titles, labels, cells." },
    { .name = "publish", .kind = BD_KEY_OBJECT, .offset = offsetof(bd_config, publish),
      .shape = &publish, .example = "publish: { to: { jmh: dev/bench/data.js } }",
      .help = "Where `benchdoc publish` keeps the history." },
    { .name = "gates", .kind = BD_KEY_GATES, .offset = offsetof(bd_config, gates),
      .second = offsetof(bd_config, gate_count), .shape = &gate,
      .example = "gates: [ { metric: gc.alloc.rate.norm, grows at most: 1% } ]",
      .help = "What can fail a build; nothing else can. A metric's name as a key asks for that value." },
    { .name = "breaks", .kind = BD_KEY_LIST_OF, .offset = offsetof(bd_config, breaks),
      .second = offsetof(bd_config, break_count), .shape = &break_shape,
      .example = "breaks: [ { suite: tick, at: 6476c9b, why: another clock } ]",
      .help = "Commits across which nothing is compared." },
    { .name = "store", .kind = BD_KEY_TEXT, .check = BD_CHECK_STORE, .offset = offsetof(bd_config, store),
      .example = "store: sqlite:.benchdoc/history.db",
      .help = "Where ingested runs are kept. Left out: sqlite:.benchdoc/history.db." },
};
static const bd_shape root = SHAPE("configuration", bd_config, root_keys);

const bd_shape *bd_config_shape(void)
{
    return &root;
}
