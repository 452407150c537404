/* A comparison as a comment of GitHub: within its budget, and with names that attack. */
#include "render/text/compare.h"
#include "render/text/text.h"
#include "tests/support.h"
#include "tests/view/compare_world.h"

#include <stdio.h>
#include <string.h>

#define EPYC "AMD EPYC 7763 64-Core Processor"

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

static bd_str markdown_of(const compare_world *w, const char *head, size_t bytes, bd_buf *out)
{
    bd_buf_clear(out);
    bd_compare_print_markdown(&w->out, bd_str_of(head), bytes, out);
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

static void names_can_do_nothing_to_a_comment(void **state)
{
    (void)state;
    compare_world w;
    bd_buf out = BD_BUF_INIT;
    bd_text_table table;
    hostile(&w);
    bd_str text = markdown_of(&w, "", 0, &out);
    lacks(&out, "<script>@octocat \xE2\x80\xAE#1 <!-- benchdoc:end --> ,\"q\"\n");
    lacks(&out, " @octocat\n");
    lacks(&out, "\x1b");
    lacks(&out, "\xE2\x80\xAE");
    assert_true(bd_text_table_read(text, &table));
    assert_int_equal(table.column_count, 6);
    assert_int_equal(table.row_count, 2);
    assert_str(table.cells[table.column_count], "changed");
    bd_text_table_release(&table);
    bd_buf_release(&out);
    compare_world_close(&w);
}

static void places_of_a_machine_do_not_reach_a_comment(void **state)
{
    (void)state;
    static const char *const values[] = { "/home/anna/jdk/bin/java", "-Xmx1g -Dx=/home/anna/x",
                                          "C:\\Users\\anna\\java", "a:/home/anna" };
    for (size_t i = 0; i < BD_COUNT(values); i++) {
        compare_world w;
        bd_buf out = BD_BUF_INIT;
        open_world(&w);
        bd_run *base = w.bases.items[0], *head = w.heads.items[0];
        bd_pairs_set(&base->environment, &base->arena, BD_STR("jvm"), bd_str_of(values[i]));
        bd_pairs_set(&head->environment, &head->arena, BD_STR("jvm"), BD_STR("other"));
        bd_pairs_set(&base->environment, &base->arena, BD_STR("jdk"), BD_STR("21.0.1"));
        bd_pairs_set(&head->environment, &head->arena, BD_STR("jdk"), BD_STR("21.0.2"));
        pair(&w, "b", "ms", 10, 20);
        compare_now(&w);
        markdown_of(&w, "", 0, &out);
        lacks(&out, "anna");
        has(&out, "A change is of code or environment: jvm differs; jdk `21.0.1` \xE2\x86\x92 "
                  "`21.0.2`");
        bd_buf_release(&out);
        compare_world_close(&w);
    }
}

/* ---- within a budget ---- */

enum { MANY = 1500 };

/* Changes of all sizes, unconfirmed and unchanged ones, with names that are not ASCII. */
static void fill_many(compare_world *w)
{
    char name[96];
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "\xE6\x95\xB0\xE6\x8D\xAE.\xC3\xA4|%d", i);
        int kind = i % 5;
        one(&w->bases, name, kind == 0 ? "errors" : "score", bd_int(1000), kind == 0 ? "" : "ms");
        one(&w->heads, name, kind == 0 ? "errors" : "score",
            bd_int(kind == 0   ? 1001 + i
                   : kind == 1 ? 1100
                               : 1000),
            kind == 0 ? "" : "ms");
        if (kind == 2)
            one(&w->heads, name, "other", bd_int(1), "ms");
    }
    compare_now(w);
}

static size_t count_of(const bd_buf *text, const char *what)
{
    size_t count = 0;
    for (const char *at = text->data; (at = strstr(at, what)) != NULL; at += strlen(what))
        count++;
    return count;
}

static void what_is_too_long_loses_what_matters_least(void **state)
{
    (void)state;
    static const char head[] = "<!-- report \xC3\xA9 -->\n\n- gate failed: errors\n\n";
    static const char counts[] = "**300 worse, 900 same, 300 unconfirmed, 300 new**\n";
    compare_world w;
    bd_buf out = BD_BUF_INIT;
    open_world(&w);
    fill_many(&w);
    markdown_of(&w, head, 0, &out);
    size_t whole = out.len;
    assert_int_equal(count_of(&out, "\n| same |"), 900);
    lacks(&out, "Shortened");
    assert_int_equal(markdown_of(&w, head, whole, &out).len, whole); /* exactly the limit */
    markdown_of(&w, head, whole - 1, &out);
    assert_int_equal(count_of(&out, "\n| same |"), 0);
    assert_int_equal(count_of(&out, "\n| new |"), 300);
    size_t without_same = out.len;
    markdown_of(&w, head, without_same, &out);
    assert_int_equal(count_of(&out, "\n| new |"), 300);
    markdown_of(&w, head, without_same - 1, &out);
    assert_int_equal(count_of(&out, "\n| new |"), 0);
    assert_int_equal(count_of(&out, "\n| unconfirmed |"), 300);
    markdown_of(&w, head, out.len - 1, &out);
    assert_int_equal(count_of(&out, "\n| unconfirmed |"), 0);
    assert_int_equal(count_of(&out, "\n| **worse** |"), 300);
    size_t previous = 300;
    for (size_t bytes = out.len - 1; bytes > 400; bytes = bytes * 9 / 10) {
        bd_str text = markdown_of(&w, head, bytes, &out);
        size_t shown = count_of(&out, "\n| **worse** |");
        assert_true(text.len <= bytes);
        assert_true(bd_str_starts(text, head));
        has(&out, counts);
        has(&out, "Shortened to fit");
        assert_true(shown <= previous && shown < 300);
        if (shown > 0)
            has(&out, "|1495` "); /* the largest change stays longest */
        previous = shown;
    }
    assert_int_equal(previous, 0);
    markdown_of(&w, head, 1, &out); /* what cannot fit: head and counts stay */
    assert_true(bd_str_starts(bd_buf_str(&out), head));
    has(&out, counts);
    assert_true(out.len < 500);
    bd_buf_release(&out);
    compare_world_close(&w);
}

static void a_cut_report_is_whole_utf_8_and_whole_rows(void **state)
{
    (void)state;
    compare_world w;
    bd_buf out = BD_BUF_INIT;
    open_world(&w);
    fill_many(&w);
    for (size_t bytes = 600; bytes < 9000; bytes += 37) {
        bd_str text = markdown_of(&w, "", bytes, &out);
        bd_text_table table;
        assert_true(text.len <= bytes);
        assert_true(bd_str_ends(text, "\n"));
        assert_int_equal(count_of(&out, "<details>"), count_of(&out, "</details>"));
        if (bd_text_table_read(text, &table)) {
            for (size_t i = 0; i < table.row_count * table.column_count; i += table.column_count)
                assert_true(table.cells[i].len > 0 || i == 0);
            bd_text_table_release(&table);
        }
    }
    bd_buf_release(&out);
    compare_world_close(&w);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_can_do_nothing_to_a_comment),
        cmocka_unit_test(places_of_a_machine_do_not_reach_a_comment),
        cmocka_unit_test(what_is_too_long_loses_what_matters_least),
        cmocka_unit_test(a_cut_report_is_whole_utf_8_and_whole_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
