/* What is said when a table cannot be built: place, message, next step. */
#include "tests/view/view_support.h"

#include <string.h>

#define THERE                                                                                 \
    "there is: backend, rows, benchmark, variant, wall, errors, samples, only, run, commit, " \
    "branch, date, unit, outcome, metric, cpu, os"

static void open_world(view_world *w, const char *rest)
{
    bd_buf yaml = BD_BUF_INIT;
    bd_buf_printf(&yaml, "inputs: { a: { files: \"*\" }, empty: { files: \"*\" } }\n%s", rest);
    view_open(w, bd_buf_text(&yaml));
    bd_buf_release(&yaml);
    bd_run *run = view_run(w, "a", "a.json", "cpu=EPYC commit=76dcc7e os=Linux /run=4");
    static const char *const backends[] = {
        "SQLite", "MySQL", "MariaDB", "MongoDB", "Other", "More"
    };
    for (size_t i = 0; i < BD_COUNT(backends); i++) {
        const char *params = bd_arena_printf(&run->arena, "backend=%s rows=5000", backends[i]);
        view_point(run, "x", "wall", params, "1500000", "ns");
        view_point(run, "x", "errors", params, i == 0 ? "" : "0", "widgets");
    }
    view_point(run, "x", "wall", "backend=SQLite rows=10000 variant=raw", "3", "ns");
    view_samples(run, view_point(run, "x", "samples", "backend=SQLite", "", "ns"), "1 2 3");
    view_point(run, "x", "only", "backend=SQLite", "1", "ns");
    bd_point *refused = view_point(run, "x", "only", "backend=MySQL", "", "ns");
    refused->outcome = BD_OUTCOME_REFUSED;
    refused->reason = "over the limit";
    view_observe(w);
}

/* The table's body after "from: … per: backend", from line 5 on. */
static const struct {
    const char *what, *yaml, *want;
} rows[] = {
    { "an unknown name in twenty cells is one error with its place",
      "    from: a rows=5000\n    per: backend\n    columns: { Wall: \"{wall}\", X: \"é {wal}\", "
      "Y: \"{wal} {wall}\" }\n",
      "7:38: table 't': nothing here is called 'wal' (did you mean 'wall'? there is: backend, "
      "rows, benchmark, wall, errors, run, commit, branch, date, unit, outcome, metric, cpu, "
      "os)\n" },
    { "an unknown name in a condition of a hole",
      "    from: a\n    per: backend\n    columns: { Wall: \"{wall row=5000}\" }\n",
      "7:29: table 't': nothing here is called 'row' (did you mean 'rows'? " THERE ")\n" },
    { "an unknown name in per:",
      "    from: a\n    per: [backend, colour]\n    columns: { Wall: \"{wall}\" }\n",
      "6:20: table 't': nothing here is called 'colour' (" THERE ")\n" },
    { "a metric in per:",
      "    from: a\n    per: [backend, wall]\n    columns: { Wall: \"{wall}\" }\n",
      "6:20: table 't': 'wall' is a metric; here stands a dimension (there is: backend, rows, "
      "benchmark, variant)\n" },
    { "a statistic alone",
      "    from: a metric=wall\n    per: backend\n    columns: { Wall: \"{p50}\" }\n",
      "7:23: table 't': 'p50' is a statistic and stands alone (write it behind its metric: "
      "wall.p50)\n" },
    { "what is behind the colon is no example",
      "    from: a rows=5000\n    per: backend\n    columns: "
      "{ Wall: \"{wall rows=5000:%.2f}\" }\n",
      "7:23: table 't': '%.2f' behind ':' is no number by example (write the number as it shall "
      "look, {METRIC name=value in UNIT:0.00}, or {METRIC:4 digits}; a name with ':' is "
      "quoted)\n" },
    { "a condition behind the example",
      "    from: a rows=5000\n    per: backend\n    columns: "
      "{ Wall: \"{wall:0.0 ms rows=5000}\" }\n",
      "7:23: table 't': a condition stands behind the example '0.0 ms' (the "
      "order is {METRIC CONDITIONS in UNIT:EXAMPLE})\n" },
    { "a unit before a condition",
      "    from: a rows=5000\n    per: backend\n    columns: "
      "{ Wall: \"{wall in ms rows=5000:0.0}\" }\n",
      "7:23: table 't': \"in UNIT\" stands before a condition in 'wall in ms' (the order is "
      "{METRIC CONDITIONS in UNIT:EXAMPLE})\n" },
    { "across: a value that nothing has",
      "    from: a rows=5000\n    per: rows\n    columns: { W: { across: backend=MySQL|MariaBD, "
      "cell: \"{wall}\" } }\n",
      "7:29: table 't': across: no result has backend=MariaBD (did you mean 'MariaDB'? there is "
      "SQLite, MySQL, MariaDB, MongoDB, Other, More)\n" },
    { "a name in capitals in a condition",
      "    from: a Rows=5000\n    per: backend\n    columns: { Wall: \"{wall}\" }\n",
      "5:13: table 't': no result of suite 'a' has a 'Rows' (did you mean 'rows'? there is: "
      "backend, rows, benchmark, variant, run, commit, branch, date, unit, outcome, metric, cpu, "
      "os)\n" },
    { "a value that is misspelt",
      "    from: a backend=mysql\n    per: backend\n    columns: { Wall: \"{wall}\" }\n",
      "5:13: table 't': no result of suite 'a' has backend=mysql (did you mean 'MySQL'? there is "
      "SQLite, MySQL, MariaDB, MongoDB, Other, More)\n" },
    { "a name in sort: that is not in per:",
      "    from: a\n    per: backend\n    sort: rows\n    columns: { Wall: \"{wall}\" }\n",
      "7:11: table 't': 'rows' is not in per: (sort: takes names of per:)\n" },
    { "a value that no result has",
      "    from: a rows=5001\n    per: backend\n    columns: { Wall: \"{wall}\" }\n",
      "5:13: table 't': no result of suite 'a' has rows=5001 (there is 5000, 10000)\n" },
    { "a size that no result has",
      "    from: a rows>10000\n    per: backend\n    columns: { Wall: \"{wall}\" }\n",
      "5:13: table 't': no result of suite 'a' has rows>10000 (there is 5000, 10000)\n" },
    { "a condition's name that no result has",
      "    from: a colour=red\n    per: backend\n    columns: { Wall: \"{wall}\" }\n",
      "5:13: table 't': no result of suite 'a' has a 'colour' (there is: backend, rows, "
      "benchmark, variant, run, commit, branch, date, unit, outcome, metric, cpu, os)\n" },
    { "conditions that exclude each other",
      "    from: a rows=10000 backend=MySQL\n    per: backend\n    columns: { Wall: \"{wall}\" }\n",
      "5:11: table 't': each condition fits some result, but none fits all of them (see `benchdoc "
      "fields`)\n" },
    { "an input without results",
      "    from: empty\n    per: backend\n    columns: { Wall: \"{wall}\" }\n",
      "5:11: table 't': no result of suite 'empty' (see `benchdoc fields` for what the inputs "
      "hold)\n" },
    { "a query that is none",
      "    from: a rows>many\n    per: backend\n    columns: { Wall: \"{wall}\" }\n",
      "5:18: table 't': from: a size is compared with a number: 'rows>many' (words have no size: "
      "name them, rows=a|b)\n" },
    { "words in from: beside columns",
      "    from: a wall\n    per: backend\n    columns: { Wall: \"{wall}\" }\n",
      "5:11: table 't': from: takes a suite and conditions, not 'wall' (the columns name the "
      "metrics: "
      "columns: { Title: \"{METRIC}\" })\n" },
    { "several points in one cell: what parts them",
      "    from: a backend=SQLite\n    per: backend\n    columns: { Wall: \"{wall}\" }\n",
      "7:23: table 't', row SQLite, column 'Wall': 2 points fit {wall}: rows is 5000, 10000 (add "
      "a condition that leaves one, such as name=value inside the braces)\n" },
    { "a word that a row has several of",
      "    from: a backend=SQLite\n    per: backend\n    columns: { Rows: \"{rows}\" }\n",
      "7:23: table 't', row SQLite, column 'Rows': {rows} is not one word: 5000 and 10000 "
      "(add a condition inside the braces, or a name to per:)\n" },
    { "an empty cell, and how to declare it",
      "    from: a backend=SQLite|MySQL\n    per: backend\n    columns: { Raw: \"{wall "
      "variant=raw}\" }\n",
      "7:22: table 't', row MySQL, column 'Raw': no point fits {wall variant=raw} (bring the "
      "result back, or declare every empty cell, missing: \"–\", or this row's: missing: { "
      "'backend=MySQL': \"…\" })\n" },
    { "many empty cells are told for a few rows, then counted",
      "    from: a\n    per: backend\n    columns: { Raw: \"{wall variant=raw rows=10000}\" }\n",
      "7:22: table 't', row MySQL, column 'Raw': no point fits {wall variant=raw rows=10000} "
      "(bring the result back, or declare every empty cell, missing: \"–\", or this row's: "
      "missing: { 'backend=MySQL': \"…\" })\n7:22: table 't', row MariaDB, column 'Raw': no "
      "point fits {wall variant=raw rows=10000} (bring the result back, or declare every empty "
      "cell, missing: \"–\", or this row's: missing: { 'backend=MariaDB': \"…\" })\n"
      "7:22: table "
      "'t', row MongoDB, column 'Raw': no point fits {wall variant=raw rows=10000} (bring the "
      "result back, or declare every empty cell, missing: \"–\", or this row's: missing: { "
      "'backend=MongoDB': \"…\" })\n7:16: table 't', column 'Raw': 2 more cells are wrong\n" },
    { "a missing: condition that is wrong",
      "    from: a rows=5000\n    per: backend\n    missing: { colour=red: none }\n    columns: { "
      "Wall: \"{wall}\" }\n",
      "7:16: table 't': nothing here is called 'colour' (there is: backend, rows, benchmark, "
      "wall, errors, run, commit, branch, date, unit, outcome, metric, cpu, os)\n" },
    { "a missing: that is no condition",
      "    from: a rows=5000\n    per: backend\n    missing: { wall: none }\n    columns: { Wall: "
      "\"{wall}\" }\n",
      "7:16: table 't': missing: takes conditions, not 'wall' (missing: { name=value: TEXT })\n" },
    { "samples without a statistic",
      "    from: a metric=samples\n    per: backend\n    missing: none\n    columns: { S: "
      "\"{samples}\" }\n",
      "8:20: table 't', row SQLite, column 'S': {samples} has several observations and needs its "
      "statistic (write one "
      "of: {samples.n}, {samples.mean}, {samples.median}, {samples.sd}, {samples.mad}, "
      "{samples.min}, {samples.max}, "
      "{samples.p50}, {samples.p95}, {samples.p99})\n" },
    { "a statistic that the point cannot give",
      "    from: a metric=only backend=SQLite\n    per: backend\n    columns: { S: \"{only.p95}\" "
      "}\n",
      "7:20: table 't', row SQLite, column 'S': {only.p95}: the point cannot give 'p95' "
      "(a.json:15:1) (write one of: {only})\n" },
    { "an outcome that is not ok",
      "    from: a metric=only backend=MySQL\n    per: backend\n    columns: { S: \"{only}\" }\n",
      "7:20: table 't', row MySQL, column 'S': {only} has no number, the point is refused: over "
      "the limit (a.json:16:1) "
      "(say it in words: [ { when: outcome=…, say: … }, … ])\n" },
    { "a result that says there is no number",
      "    from: a metric=errors backend=SQLite\n    per: backend\n    columns: { S: \"{errors}\" "
      "}\n",
      "7:20: table 't', row SQLite, column 'S': {errors}: the result says that there is no number "
      "(a.json:2:1) "
      "(measure again, or declare the cell: `missing:`)\n" },
    { "units that do not convert",
      "    from: a metric=errors backend=MySQL\n    per: backend\n    columns: { S: \"{errors in "
      "ms}\" }\n",
      "7:20: table 't', row MySQL, column 'S': {errors in ms}: \"widgets\" does not convert into "
      "\"ms\" (a.json:4:1) (show "
      "it as it is: \"1,000\" or \"1,000 widgets\")\n" },
    { "a column without a rule for the row",
      "    from: a rows=5000 backend=MySQL\n    per: backend\n    columns: { R: [ { has: wall "
      "rows=1, say: yes }, { when: rows=1, say: no } ] }\n",
      "7:16: table 't', row MySQL, column 'R': no rule of the column fits the row (end the list "
      "with a rule that always "
      "speaks: { say: … })\n" },
    { "has: that names no metric",
      "    from: a\n    per: backend\n    columns: { R: [ { has: rows, say: yes } ] }\n",
      "7:28: table 't': has: 'rows' is no metric (has: METRIC name=value)\n" },
    { "when: that is no condition",
      "    from: a\n    per: backend\n    columns: { R: [ { when: wall, say: yes } ] }\n",
      "7:29: table 't': when: takes conditions, not 'wall' (when: name=value)\n" },
    { "across: that is no dimension",
      "    from: a\n    per: backend\n    columns: { W: { across: rows>5, cell: \"{wall}\" } }\n",
      "7:29: table 't': across: takes one dimension (across: operation=read|write, or across: "
      "operation)\n" },
    { "across: a name that is not there",
      "    from: a rows=5000\n    per: backend\n    columns: { W: { across: colour, cell: "
      "\"{wall}\" } }\n",
      "7:29: table 't': nothing here is called 'colour' (there is: backend, rows, benchmark, "
      "wall, errors, run, commit, branch, date, unit, outcome, metric, cpu, os)\n" },
    { "a cell that would be blank",
      "    from: a rows=5000 backend=MySQL metric=wall\n    per: backend\n    columns: { W: \" \" "
      "}\n",
      "7:16: table 't', row MySQL, column 'W': the cell would be empty (put a text around the "
      "name, or declare the empty "
      "cell: `missing:`)\n" },
    { "{page} without pages",
      "    from: a rows=5000 backend=MySQL metric=wall\n    per: backend\n    columns: { W: "
      "\"{page}\" }\n",
      "7:20: table 't', row MySQL, column 'W': {page}: no pages are declared per backend (pages: [ "
      "{ per: NAME, "
      "template: T.md, file: F.md } ])\n" },
};

static void every_finding_names_place_reason_and_next_step(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf yaml = BD_BUF_INIT;
        view_world w;
        bd_buf_printf(&yaml, "tables:\n  t:\n%s", rows[i].yaml);
        open_world(&w, bd_buf_text(&yaml));
        bd_buf_release(&yaml);
        const char *got = view_table(&w, "t");
        if (strcmp(got, rows[i].want) != 0) {
            print_error("%s: got\n%swant\n%s\n", rows[i].what, got, rows[i].want);
            wrong++;
        }
        view_close(&w);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_finding_names_place_reason_and_next_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
