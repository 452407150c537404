/* Reports of a comparison: for people, for GitHub within a budget, for programs. */
#include "render/text/compare.h"
#include "render/text/text.h"
#include "tests/support.h"
#include "tests/view/compare_world.h"

#include <stdio.h>
#include <string.h>

#define EPYC "AMD EPYC 7763 64-Core Processor"
#define PM   "\xC2\xB1"

/* ---- worlds ---- */

/* Ten samples a side around two centers. */
static void pair(compare_world *w, const char *name, const char *unit, double base, double head)
{
    bd_run *b = w->bases.items[0], *h = w->heads.items[0];
    compare_samples(b, compare_point(b, name, "score", bd_double(base), unit), base, 0.002, 10);
    compare_samples(h, compare_point(h, name, "score", bd_double(head), unit), head, 0.002, 10);
}

static void one(bd_runs *runs, const char *name, const char *metric, bd_number value,
                const char *unit)
{
    compare_point(runs->items[0], name, metric, value, unit);
}

static void open_world(compare_world *w)
{
    compare_world_open(w, NULL);
    compare_run(&w->bases, EPYC, 1);
    compare_run(&w->heads, EPYC, 2);
}

/* A bit of everything. */
static void fill(compare_world *w)
{
    pair(w, "read", "ops/s", 250.5, 220.1);
    pair(w, "write", "ns/op", 78302884, 60000000);
    pair(w, "scan", "ms/op", 10, 10.01);
    one(&w->bases, "write", "gc.alloc.rate.norm", bd_int(24), "B/op");
    one(&w->heads, "write", "gc.alloc.rate.norm", bd_int(32), "B/op");
    one(&w->bases, "slow", "score", bd_int(100), "ms");
    one(&w->heads, "slow", "score", bd_int(120), "ms");
    one(&w->heads, "born", "score", bd_int(5), "ms");
    one(&w->bases, "dead", "score", bd_int(7), "ms");
    compare_now(w);
}

static bd_str text_of(const compare_world *w, bd_compare_text how, bd_buf *out)
{
    bd_buf_clear(out);
    bd_compare_print_text(&w->out, &how, out);
    return bd_buf_str(out);
}

static void has(const bd_buf *text, const char *what)
{
    if (!strstr(text->data, what))
        fail_msg("\"%s\" is not in:\n%s", what, text->data);
}

static void lacks(const bd_buf *text, const char *what)
{
    if (strstr(text->data, what))
        fail_msg("\"%s\" is in:\n%s", what, text->data);
}

/* ---- for people ---- */

static void a_report_has_heading_rows_counts_and_mean(void **state)
{
    (void)state;
    compare_world w;
    bd_buf out = BD_BUF_INIT;
    open_world(&w);
    fill(&w);
    assert_str(
        text_of(&w, (bd_compare_text){ 0 }, &out),
        "jmh \xC2\xB7 EPYC 7763\n"
        "  r.json of 1970-01-03 compared with r.json of 1970-01-02\n"
        "\n"
        "               benchmark  metric                   before                 after        "
        "           change           evidence     n\n"
        "  worse        write      gc.alloc.rate.norm      24 B/op               32 B/op        "
        "     +33.3 % more  (1.33x)  exact\n"
        "  slower       read                           250.5 ops/s  " PM " 0.8 %  220.1 ops/s  " PM
        " 0.8 %  -12.1 % slower  (0.88x)  p = 3.2e-05  10 + 10\n"
        "  faster       write                          78.30 ms/op  " PM " 0.8 %     60 ms/op  " PM
        " 0.8 %  -23.4 % faster  (0.77x)  p = 3.2e-05  10 + 10\n"
        "  unconfirmed  slow                                100 ms                120 ms        "
        "   +20.0 % slower  (1.20x)\n"
        "  new          born                                                        5 ms\n"
        "  gone         dead                                  7 ms\n"
        "\n"
        "  2 worse, 1 faster, 1 same, 1 unconfirmed, 1 new, 1 gone\n"
        "  geometric mean of 4 timings: 1.012x the time\n"
        "\n"
        "p is adjusted for 3 tests (Holm)\n");
    text_of(&w, (bd_compare_text){ .all = true }, &out);
    has(&out, "same         scan ");
    text_of(&w, (bd_compare_text){ .colour = true }, &out);
    has(&out, "\033[1mjmh");
    has(&out, "\033[31mslower\033[0m");
    has(&out, "\033[32mfaster\033[0m");
    bd_buf_release(&out);
    compare_world_close(&w);
}

static const struct {
    const char *metric, *base_unit, *head_unit;
    bd_number base, head;
    const char *base_text, *head_text;
} unit_rows[] = {
    { "score",
      "ns",
      "ms",
      { BD_NUMBER_INT, .as.i = 78302884 },
      { BD_NUMBER_INT, .as.i = 80 },
      "78.30 ms",
      "80 ms" },
    { "score",
      "ns/op",
      "us/op",
      { BD_NUMBER_DOUBLE, .as.d = 999.5 },
      { BD_NUMBER_DOUBLE, .as.d = 1.5 },
      "0.9995 us/op",
      "1.5 us/op" },
    { "score",
      "ops/s",
      "ops/ms",
      { BD_NUMBER_INT, .as.i = 1000 },
      { BD_NUMBER_INT, .as.i = 2 },
      "1 ops/ms",
      "2 ops/ms" },
    { "score",
      "ops/s",
      "ms/op",
      { BD_NUMBER_INT, .as.i = 1000 },
      { BD_NUMBER_INT, .as.i = 2 },
      "1 ms/op",
      "2 ms/op" },
    { "score",
      "ms",
      "ms",
      { BD_NUMBER_DOUBLE, .as.d = 10.00012 },
      { BD_NUMBER_DOUBLE, .as.d = 10.00034 },
      "10.0001 ms",
      "10.0003 ms" },
    { "score",
      "ns",
      "ns",
      { BD_NUMBER_INT, .as.i = 0 },
      { BD_NUMBER_INT, .as.i = 3 },
      "0 ns",
      "3 ns" },
    { "score",
      "widgets",
      "widgets",
      { BD_NUMBER_DOUBLE, .as.d = 1.5 },
      { BD_NUMBER_DOUBLE, .as.d = 2.5 },
      "1.5 widgets",
      "2.5 widgets" },
    { "score",
      "ms",
      "B",
      { BD_NUMBER_DOUBLE, .as.d = 1.5 },
      { BD_NUMBER_DOUBLE, .as.d = 2.5 },
      "1.5 ms",
      "2.5 B" },
    { "errors",
      "",
      "",
      { BD_NUMBER_INT, .as.i = 123456789 },
      { BD_NUMBER_INT, .as.i = 123456797 },
      "123456789",
      "123456797" },
    { "score",
      "ns/op\t  344 B/op",
      "ns/op\t  344 B/op",
      { BD_NUMBER_INT, .as.i = 5 },
      { BD_NUMBER_INT, .as.i = 6 },
      "5 ns/op",
      "6 ns/op" },
};

static void both_sides_stand_in_one_unit_with_digits_that_tell_them_apart(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(unit_rows); i++) {
        compare_world w;
        bd_buf text = BD_BUF_INIT;
        open_world(&w);
        one(&w.bases, "b", unit_rows[i].metric, unit_rows[i].base, unit_rows[i].base_unit);
        one(&w.heads, "b", unit_rows[i].metric, unit_rows[i].head, unit_rows[i].head_unit);
        compare_now(&w);
        const bd_compared *row = compare_row(&w, "b", unit_rows[i].metric);
        bd_compare_put_side(row, &row->base, &text);
        assert_str(bd_buf_str(&text), unit_rows[i].base_text);
        bd_buf_clear(&text);
        bd_compare_put_side(row, &row->head, &text);
        assert_str(bd_buf_str(&text), unit_rows[i].head_text);
        bd_buf_release(&text);
        compare_world_close(&w);
    }
}

static size_t widest_line(bd_str text)
{
    size_t most = 0;
    for (bd_str line; bd_str_split(&text, '\n', &line);) {
        size_t width = bd_display_width(line);
        most = width > most ? width : most;
    }
    return most;
}

static void a_narrow_terminal_is_kept_to(void **state)
{
    (void)state;
    compare_world w;
    bd_buf out = BD_BUF_INIT;
    open_world(&w);
    pair(&w, "org.example.\xE6\x95\xB0\xE6\x8D\xAE\xE5\xBA\x93.VeryLongBenchmarkName.withMethod",
         "ops/s", 250.5, 220.1);
    pair(&w, "short", "ns/op", 78302884, 60000000);
    compare_now(&w);
    for (size_t columns = 72; columns < 160; columns += 4)
        assert_true(widest_line(text_of(&w, (bd_compare_text){ .columns = columns }, &out))
                    <= columns);
    has(&out, "p = ");
    text_of(&w, (bd_compare_text){ .columns = 80 }, &out);
    has(&out, "slower");
    has(&out, "\xE2\x80\xA6"); /* the name lost its middle, not its end */
    has(&out, "Method");
    bd_buf_release(&out);
    compare_world_close(&w);
}

/* ---- names that attack ---- */

#define HOSTILE "a\x1b[31m|`x`\n<script>@octocat \xE2\x80\xAE#1 <!-- benchdoc:end --> ,\"q\""

static void hostile(compare_world *w)
{
    open_world(w);
    bd_pairs_set(&w->heads.items[0]->environment, &w->heads.items[0]->arena, BD_STR("jdk`|"),
                 BD_STR(HOSTILE));
    bd_pairs_set(&w->bases.items[0]->environment, &w->bases.items[0]->arena, BD_STR("jdk`|"),
                 BD_STR("21"));
    w->heads.items[0]->suite = w->bases.items[0]->suite = "s|\x1b]0;t\x07 @octocat";
    pair(w, HOSTILE, "ms|\x1b[2J", 10, 20);
    compare_now(w);
    bd_comparison_note(&w->out, HOSTILE);
}

static void names_can_do_nothing_to_a_terminal(void **state)
{
    (void)state;
    compare_world w;
    bd_buf out = BD_BUF_INIT;
    hostile(&w);
    text_of(&w, (bd_compare_text){ .all = true }, &out);
    for (size_t i = 0; i < out.len; i++)
        assert_true(out.data[i] == '\n' || (unsigned char)out.data[i] >= 0x20);
    lacks(&out, "\xE2\x80\xAE");
    bd_buf_clear(&out);
    bd_compare_explain(&w.out, &w.out.rows[0], &out);
    for (size_t i = 0; i < out.len; i++)
        assert_true(out.data[i] == '\n' || (unsigned char)out.data[i] >= 0x20);
    bd_buf_release(&out);
    compare_world_close(&w);
}

/* ---- for programs ---- */

static void csv_has_a_record_for_each_series(void **state)
{
    (void)state;
    compare_world w;
    bd_buf out = BD_BUF_INIT;
    hostile(&w);
    bd_compare_print_csv(&w.out, &out);
    size_t fields = 1, quotes = 0, records = 0;
    size_t want = 0;
    for (size_t i = 0; i < out.len; i++) {
        quotes += out.data[i] == '"';
        fields += out.data[i] == ',' && quotes % 2 == 0;
        if (out.data[i] != '\n' || quotes % 2 != 0)
            continue;
        want = want == 0 ? fields : want;
        assert_int_equal(fields, want);
        fields = 1;
        records++;
    }
    assert_int_equal(records, 1 + w.out.row_count);
    has(&out, "<!-- benchdoc:end --> ,\"\"q\"\"");
    bd_buf_release(&out);
    compare_world_close(&w);
}

static void json_says_where_each_number_stands(void **state)
{
    (void)state;
    compare_world w;
    bd_buf out = BD_BUF_INIT;
    bd_json_doc *doc;
    bd_error err = BD_ERROR_INIT;
    open_world(&w);
    pair(&w, "b", "ms", 10, 20);
    w.heads.items[0]->points[0].source = (bd_source){ 0, 12, 7, "$[3].score" };
    compare_now(&w);
    bd_comparison_note(&w.out, "a shallow clone");
    bd_json_writer writer = bd_json_writer_to(&out, 2);
    bd_compare_print_json(&w.out, &writer);
    assert_ok(bd_json_parse(bd_buf_str(&out), NULL, &doc, &err), &err);
    bd_json_free(doc);
    has(&out, "\"line\": 12, \"column\": 7, \"path\": \"$[3].score\"");
    has(&out, "\"sha256\": \"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a\"");
    has(&out, "\"p_adjusted\": 0.00001082508822446903");
    has(&out, "\"a shallow clone\"");
    has(&out, "\"time\": \"1970-01-03T00:00:00Z\"");
    bd_buf_release(&out);
    compare_world_close(&w);
}

static void a_verdict_can_be_followed_line_by_line(void **state)
{
    (void)state;
    compare_world w;
    bd_buf out = BD_BUF_INIT;
    open_world(&w);
    bd_run *b = w.bases.items[0], *h = w.heads.items[0];
    compare_samples(b, compare_point(b, "read", "score", bd_double(100), "ms"), 100, 0.01, 6);
    compare_samples(h, compare_point(h, "read", "score", bd_double(120), "ms"), 120, 0.01, 6);
    h->points[0].source = (bd_source){ 0, 12, 7, "$[3].score" };
    compare_now(&w);
    bd_compare_explain(&w.out, &w.out.rows[0], &out);
    assert_str(bd_buf_str(&out),
               "read, score\n"
               "  lane       jmh \xC2\xB7 EPYC 7763\n"
               "  compared   r.json of 1970-01-03 compared with r.json of 1970-01-02\n"
               "  before     100 ms, n = 6, between 98 and 103 ms at 97 %\n"
               "             r.json\n"
               "             samples: 100 101 99 102 98 103 ms\n"
               "  after      120 ms, n = 6, between 117.6 and 123.6 ms at 97 %\n"
               "             r.json:12:7  $[3].score\n"
               "             samples: 120 121.2 118.8 122.4 117.6 123.6 ms\n"
               "  history    0 earlier runs of this lane: too few to say what is normal\n"
               "  change     120 / 100 ms = 1.2000: +20.0 % slower\n"
               "  threshold  at least 3 % counts: it does\n"
               "  test       Mann\xE2\x80\x93Whitney U of the raw samples (exact): p = 0.00216\n"
               "  adjusted   p = 0.00216 among 1 test (Holm): at most 0.01, so this is evidence\n"
               "  verdict    worse: Mann\xE2\x80\x93Whitney, p = 0.0022\n");
    bd_buf_release(&out);
    compare_world_close(&w);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_has_heading_rows_counts_and_mean),
        cmocka_unit_test(both_sides_stand_in_one_unit_with_digits_that_tell_them_apart),
        cmocka_unit_test(a_narrow_terminal_is_kept_to),
        cmocka_unit_test(names_can_do_nothing_to_a_terminal),
        cmocka_unit_test(csv_has_a_record_for_each_series),
        cmocka_unit_test(json_says_where_each_number_stands),
        cmocka_unit_test(a_verdict_can_be_followed_line_by_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
