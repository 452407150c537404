/* The rows of keys.h for `tables:`, `values:` and `pages:`: what documents show. */
#include "core/config/internal.h"

const char *const bd_words_one_machine[] = { "row", "table", "no", NULL };

static const bd_key say_rule_keys[] = {
    { .name = "has",
      .kind = BD_KEY_TEXT,
      .offset = offsetof(bd_say_rule, has),
      .example = "has: wall variant=warm",
      .help = "A query: the rule holds when the row has a number that it fits." },
    { .name = "when",
      .kind = BD_KEY_TEXT,
      .offset = offsetof(bd_say_rule, when),
      .example = "when: backend=MongoDB",
      .help = "Conditions on the row's own dimensions." },
    { .name = "say",
      .kind = BD_KEY_TEXT,
      .check = BD_CHECK_TEMPLATE,
      .required = true,
      .offset = offsetof(bd_say_rule, say),
      .example = "say: Done",
      .help = "The cell's text when the rule holds." },
};
static const bd_shape say_rule = SHAPE("rule", bd_say_rule, say_rule_keys);

static const bd_key column_keys[] = {
    { .name = "across",
      .kind = BD_KEY_TEXT,
      .offset = offsetof(bd_column, across),
      .example = "across: operation=read|update|commit",
      .help = "One column for each value of this dimension, or for the values listed after `=`; "
              "{DIMENSION} in the title becomes the value." },
    { .name = "cell",
      .kind = BD_KEY_TEXT,
      .check = BD_CHECK_TEMPLATE,
      .required = true,
      .offset = offsetof(bd_column, cell),
      .example = "cell: \"{latency.p50} / {latency.p99}\"",
      .help = "What stands in the cells." },
    { .name = "number",
      .kind = BD_KEY_TEXT,
      .check = BD_CHECK_NUMBER,
      .offset = offsetof(bd_column, number),
      .example = "number: \"0.000 ms\"",
      .help = "An example of a number in this column: decimals, separators, unit; or \"4 digits\", "
              "significant ones." },
};
static const bd_shape column = SHAPE("column", bd_column, column_keys);

static const bd_key table_keys[] = {
    { .name = "from",
      .kind = BD_KEY_TEXT,
      .required = true,
      .offset = offsetof(bd_table_config, from),
      .example = "from: tick run=4 rows=5000",
      .help = "A query: the input's name, then conditions (key=value, key=a|b, key>5000)." },
    { .name = "per",
      .kind = BD_KEY_TEXTS,
      .offset = offsetof(bd_table_config, per),
      .example = "per: [backend, rows]",
      .help = "What a row is: a dimension or a list of them. Each one that no column names is a "
              "column." },
    { .name = "columns",
      .kind = BD_KEY_COLUMNS,
      .check = BD_CHECK_TEMPLATE,
      .offset = offsetof(bd_table_config, columns),
      .second = offsetof(bd_table_config, column_count),
      .shape = &column,
      .other = &say_rule,
      .example = "columns: { Backend: \"{backend}\", Write: \"{wall operation=write}\" }",
      .help =
          "Column title → what its cells say: a template, a list of rules, or across and cell." },
    { .name = "sort",
      .kind = BD_KEY_TEXTS,
      .offset = offsetof(bd_table_config, sort),
      .example = "sort: [rows, backend]",
      .help = "The order of the rows by dimensions. Left out: the order of per." },
    { .name = "titles",
      .kind = BD_KEY_MAP,
      .check = BD_CHECK_NONE,
      .offset = offsetof(bd_table_config, titles),
      .example = "titles: { database: DB }",
      .help = "Dimension → title of its column in this table." },
    { .name = "number",
      .kind = BD_KEY_TEXT,
      .check = BD_CHECK_NUMBER,
      .offset = offsetof(bd_table_config, number),
      .example = "number: \"1,000\"",
      .help = "An example of a number in this table; or \"4 digits\", significant ones." },
    { .name = "missing",
      .kind = BD_KEY_TEXT_OR_MAP,
      .check = BD_CHECK_NONE,
      .offset = offsetof(bd_table_config, missing),
      .second = offsetof(bd_table_config, missing_when),
      .example = "missing: { backend=MongoDB: not applicable }",
      .help = "What an empty cell says: one text, or condition → text. Left out: an empty "
              "cell is an error." },
    { .name = "one machine",
      .kind = BD_KEY_ONE_MACHINE,
      .offset = offsetof(bd_table_config, one_machine),
      .words = bd_words_one_machine,
      .example = "one machine: table",
      .help = "Whether numbers of two CPUs or commits may meet: not in a row, not in the table, or "
              "no rule." },
};
const bd_shape bd_shape_table = SHAPE("table", bd_table_config, table_keys);

/* ---- values, pages ---- */

static const bd_key value_keys[] = {
    { .name = "from",
      .kind = BD_KEY_TEXT,
      .offset = offsetof(bd_value_config, from),
      .example = "from: tick wall backend=MariaDB rows=5000",
      .help = "A query that fits exactly one number." },
    { .name = "say",
      .kind = BD_KEY_TEXT_OR_MAP,
      .check = BD_CHECK_TEMPLATE,
      .offset = offsetof(bd_value_config, say),
      .second = offsetof(bd_value_config, says),
      .example = "say: \"{score:0.000 ms}\"",
      .help = "What the region says: a template, or language → template." },
    { .name = "ratio",
      .kind = BD_KEY_TEXTS,
      .offset = offsetof(bd_value_config, ratio),
      .example = "ratio: [insert-amd, insert-intel]",
      .help =
          "Instead of from: the first value divided by the second, both named here under values." },
    { .name = "number",
      .kind = BD_KEY_TEXT,
      .check = BD_CHECK_NUMBER,
      .offset = offsetof(bd_value_config, number),
      .example = "number: \"0.00\"",
      .help = "An example of the number." },
};
const bd_shape bd_shape_value = SHAPE("value", bd_value_config, value_keys);

static const bd_key page_keys[] = {
    { .name = "per",
      .kind = BD_KEY_TEXT,
      .required = true,
      .offset = offsetof(bd_page_config, per),
      .example = "per: database",
      .help = "The dimension; each of its values gets a page." },
    { .name = "template",
      .kind = BD_KEY_TEXT,
      .check = BD_CHECK_PATH,
      .required = true,
      .offset = offsetof(bd_page_config, template_file),
      .example = "template: templates/database.md",
      .help = "The document that every page begins as; its regions show that value only." },
    { .name = "file",
      .kind = BD_KEY_TEXT,
      .check = BD_CHECK_PATH_TEMPLATE,
      .required = true,
      .offset = offsetof(bd_page_config, file),
      .example = "file: \"docs/{database:slug}.md\"",
      .help = "Where a page goes. It contains the dimension in braces." },
    { .name = "language",
      .kind = BD_KEY_TEXT,
      .check = BD_CHECK_LANGUAGE,
      .offset = offsetof(bd_page_config, language),
      .example = "language: en",
      .help = "One of languages. Left out: the first." },
};
const bd_shape bd_shape_page = SHAPE("page", bd_page_config, page_keys);
