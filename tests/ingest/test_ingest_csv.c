/* CSV by hand and by spreadsheets: what is read, and the place of what is wrong. That what
 * `history export` writes comes back is in tests/cli/test_cli_csv.c. */
#include "tests/ingest/read.h"

#include <string.h>

static void three_columns_are_enough(void **state)
{
    (void)state;
    reading_result r = test_ingest_text("benchmark,value,unit\nstartup,120,ms\nparse,12.5,us\n",
                                        NULL);
    assert_read(&r);
    assert_string_equal(r.run->format, "csv");
    assert_int_equal(r.run->point_count, 2);
    const bd_point *p = test_find_point(r.run, "startup", "value", "");
    assert_true(bd_number_same(p->value, bd_int(120)));
    assert_string_equal(p->unit, "ms");
    assert_int_equal(p->source.line, 2);
    assert_int_equal(p->source.column, 9);
    p = test_find_point(r.run, "parse", "value", "");
    assert_true(bd_number_same(p->value, bd_double(12.5)));
    test_ingest_drop(&r);
}

static void columns_of_other_names_are_params(void **state)
{
    (void)state;
    reading_result r = test_ingest_text("Name,size,value,params\n"
                                        "a,10,1,\"mode=fast, text=\"\"x, y=z\"\"\"\n"
                                        "a,,2,\"mode=slow k=a,b\"\n",
                                        NULL);
    assert_read(&r);
    assert_non_null(test_find_point(r.run, "a", "value", "size=10 mode=fast text=x, y=z"));
    const bd_point *p = &r.run->points[1];
    assert_int_equal(p->params.count, 2);
    assert_string_equal(bd_pairs_get(&p->params, "k"), "a,b");
    test_ingest_drop(&r);
}

static void every_part_of_a_point_has_a_column(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "benchmark;metric;mode;threads;value;unit;error;low;high;confidence;n;samples;p99;stddev;"
        "direction;outcome;reason\n"
        "a;time;avgt;4;5.0;ns;-0.5;1;9;0.99;;1 2 / 3;7;0.25;bigger;ok;\n"
        "b;;;;;;;;;;;;;;;refused;over the limit\n"
        "c;;;;NaN;;;;Infinity;;12;-0.0 1e3;;;smaller;;\n",
        NULL);
    assert_read(&r);
    const bd_point *p = &r.run->points[0];
    assert_string_equal(p->metric, "time");
    assert_string_equal(p->mode, "avgt");
    assert_int_equal(p->threads, 4);
    assert_true(bd_number_same(p->value, bd_double(5.0)));
    assert_true(bd_number_same(p->error, bd_double(-0.5)));
    assert_true(bd_number_same(p->low, bd_int(1)));
    assert_true(bd_number_same(p->high, bd_int(9)));
    assert_true(p->confidence == 0.99);
    assert_int_equal(p->n, 3);
    assert_int_equal(p->samples.count, 3);
    assert_int_equal(p->samples.ints[2], 3);
    assert_int_equal(p->samples.group_count, 2);
    assert_int_equal(p->samples.groups[0], 2);
    assert_int_equal(p->reported_count, 2);
    assert_int_equal(p->reported[0].stat.kind, BD_STAT_PERCENTILE);
    assert_int_equal(p->reported[1].stat.kind, BD_STAT_SD);
    assert_int_equal(p->direction, BD_BIGGER_IS_BETTER);
    p = &r.run->points[1];
    assert_int_equal(p->outcome, BD_OUTCOME_REFUSED);
    assert_string_equal(p->reason, "over the limit");
    assert_int_equal(p->value.kind, BD_NUMBER_NONE);
    p = &r.run->points[2];
    assert_int_equal(p->value.kind, BD_NUMBER_DOUBLE);
    assert_int_equal(p->n, 12);
    assert_true(p->samples.doubles[1] == 1000);
    test_ingest_drop(&r);
}

static void quotes_line_ends_and_a_byte_order_mark_are_those_of_rfc_4180(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF\"benchmark\",value,unit\r\n"
                               "\"two\r\nlines, \"\"quoted\"\"\" , 1 ,\" ms\"\r\n"
                               "\r\n,,\r\n"
                               "\xC3\xA4\t, 2,ms";
    reading_result r = test_ingest_text(text, NULL);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 2);
    const bd_point *p = &r.run->points[0];
    assert_string_equal(p->benchmark, "two\r\nlines, \"quoted\"");
    assert_string_equal(p->unit, " ms");
    assert_int_equal(p->source.line, 3);
    assert_int_equal(p->source.column, 22);
    p = &r.run->points[1];
    assert_string_equal(p->benchmark, "\xC3\xA4");
    assert_int_equal(p->source.line, 6);
    assert_int_equal(p->source.column, 5);
    test_ingest_drop(&r);
}

static void rows_that_agree_in_their_facts_are_one_run(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "suite,commit,branch,dirty,cpu,environment.jdk,measured_at,benchmark,value\n"
        "s,abc1,main,true,EPYC,21,2026-07-01T00:00:00Z,a,1\n"
        "s,abc2,main,false,EPYC,21,2026-07-02T00:00:00Z,a,2\n"
        "s,abc1,main,true,EPYC,21,2026-07-01T00:00:00Z,b,3\n",
        NULL);
    assert_read(&r);
    assert_int_equal(r.runs.count, 2);
    assert_int_equal(r.run->point_count, 2);
    assert_string_equal(r.run->suite, "s");
    assert_string_equal(r.run->commit.id, "abc1");
    assert_string_equal(r.run->commit.branch, "main");
    assert_int_equal(r.run->commit.dirty, BD_DIRTY);
    assert_string_equal(bd_pairs_get(&r.run->environment, "cpu"), "EPYC");
    assert_string_equal(bd_pairs_get(&r.run->environment, "jdk"), "21");
    assert_string_equal(r.run->measured_from, "file");
    test_ingest_drop(&r);
    r = test_ingest_text("run,benchmark,value\n1,a,1\n2,a,2\n1,b,2\n", NULL);
    assert_read(&r);
    assert_int_equal(r.runs.count, 2);
    assert_string_not_equal(r.runs.items[0]->id, r.runs.items[1]->id);
    test_ingest_drop(&r);
}

static void what_is_wrong_is_named_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message, *hint;
        int line, column;
    } rows[] = {
        { "benchmark,value\na,12 ms\n", "expected a number, not \"12 ms\"", "\"unit\"", 2, 3 },
        { "benchmark;value\na;1,5\n", "expected a number", "with a point", 2, 3 },
        { "benchmark,value\na,\n", "expected a number", "\"outcome\"", 2, 3 },
        { "benchmark,value\na,0x1\n", "expected a number", "", 2, 3 },
        { "benchmark,value\n,1\n", "without a name", "", 2, 1 },
        { "benchmark,value\na,1,2\n", "3 cells, but the first line names 2", "", 2, 1 },
        { "benchmark,value\na\n", "1 cells", "", 2, 1 },
        { "benchmark,value\n\"a,1\n", "a quote that is not closed", "twice", 2, 1 },
        { "benchmark,value\na\"b,1\n", "does not begin with one", "quote the whole", 2, 2 },
        { "benchmark,value\n\"a\"b,1\n", "behind its closing quote", "twice", 2, 4 },
        { "benchmark,value,Value\na,1,1\n", "columns 2 and 3 are both \"value\"", "", 1, 17 },
        { ",benchmark,value\n0,a,1\n", "column 1 has no name", "index=False", 1, 1 },
        { "benchmark,value,threads\na,1,-1\n", "a whole number", "", 2, 5 },
        { "benchmark,value,samples\na,1,1;2\n", "expected numbers, not \"1;2\"", "blanks", 2, 5 },
        { "benchmark,value,outcome\na,1,fine\n", "expected ok, refused", "", 2, 5 },
        { "benchmark,value,direction\na,1,up\n", "smaller or bigger", "", 2, 5 },
        { "benchmark,value,confidence\na,1,95\n", "between 0 and 1", "", 2, 5 },
        { "benchmark,value,measured_at\na,1,now\n", "expected a time", "", 2, 5 },
        { "benchmark,value,dirty\na,1,maybe\n", "true or false", "", 2, 5 },
        { "benchmark,value,params\na,1,fast\n", "name=value", "size=100", 2, 5 },
        { "benchmark,value,params\na,1,a=b=c\n", "name=value", "size=100", 2, 5 },
        { "benchmark,value,params\na,1,a=1 a=2\n", "the param \"a\" stands twice", "", 2, 5 },
        { "benchmark,value,params,k\na,1,k=1,2\n", "stands in \"params\", too", "", 2, 9 },
        { "run,cpu,benchmark,value\n1,x,a,1\n1,y,b,1\n", "differ from those in line 2", "", 3, 1 },
        { "benchmark,value\na,1\na,2\n", "", "", 3, 3 },
        { "benchmark,value\n", "and no row", "", 1, 1 },
        { "benchmark,value\na\xFF,1\n", "not UTF-8", "Excel", 2, 2 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = test_ingest_text(rows[i].text, NULL);
        assert_false(r.ok);
        if (!strstr(r.error.message, rows[i].message) || !strstr(r.error.hint, rows[i].hint)
            || r.error.line != rows[i].line || r.error.column != rows[i].column)
            fail_msg("row %zu: %d:%d: %s (%s)", i, r.error.line, r.error.column, r.error.message,
                     r.error.hint);
        test_ingest_drop(&r);
    }
}

static void a_file_without_the_columns_is_no_csv_of_ours(void **state)
{
    (void)state;
    static const char *const others[] = {
        "command,mean,stddev,median,user,system,min,max\nsleep 1,1,0,1,0,0,1,1\n", /* hyperfine */
        "name,iterations,real_time,cpu_time,time_unit\n\"BM\",1,2,3,ns\n",         /* Google */
        "benchmark: value of it\n",
    };
    for (size_t i = 0; i < BD_COUNT(others); i++)
        assert_null(bd_format_detect(bd_str_of(others[i])));
    reading_result r = test_ingest_text(others[0], "benchdoc-csv");
    assert_false(r.ok);
    assert_string_equal(r.error.message, "no column \"benchmark\"");
    test_ingest_drop(&r);
}

/* Any beginning of a file is read or refused with a place, and never crashes. */
static void a_cut_file_is_read_or_refused(void **state)
{
    (void)state;
    static const char text[] = "run,benchmark,params,value,samples,p50\r\n"
                               "1,\"a \"\"b\"\"\",\"k=\"\"v w\"\", x=1\",12.5,1 2 / 3,4\r\n";
    for (size_t len = 0; len < sizeof text; len++) {
        reading_result r = test_ingest_bytes("cut.csv", (bd_str){ text, len }, "csv");
        assert_true(r.ok || r.error.line > 0);
        test_ingest_drop(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_columns_are_enough),
        cmocka_unit_test(columns_of_other_names_are_params),
        cmocka_unit_test(every_part_of_a_point_has_a_column),
        cmocka_unit_test(quotes_line_ends_and_a_byte_order_mark_are_those_of_rfc_4180),
        cmocka_unit_test(rows_that_agree_in_their_facts_are_one_run),
        cmocka_unit_test(what_is_wrong_is_named_with_its_place),
        cmocka_unit_test(a_file_without_the_columns_is_no_csv_of_ours),
        cmocka_unit_test(a_cut_file_is_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
