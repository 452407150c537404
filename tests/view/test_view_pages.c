/* Pages per value of a dimension, and the hub's list. */
#include "tests/view/view_support.h"

#include <string.h>

static void open_world(view_world *w, const char *file, const char *labels)
{
    bd_buf yaml = BD_BUF_INIT;
    bd_buf_printf(&yaml,
                  "inputs: { a: { files: x } }\nlabels: { db: { %s } }\n"
                  "pages: [ { per: db, template: t.md, file: \"%s\" } ]\n"
                  "tables:\n  hub: { from: a, per: db, columns: { DB: \"[{db}]({page})\", N: "
                  "\"{series}\" } }\n"
                  "  own: { from: a, per: size, columns: { V: \"{value}\" } }\n",
                  labels, file);
    view_open(w, bd_buf_text(&yaml));
    bd_buf_release(&yaml);
    bd_run *run = view_run(w, "a", "1", "");
    view_point(run, "x", "value", "db=PostgreSql size=2", "1", "ns");
    view_point(run, "x", "value", "db=MySql size=1", "2", "ns");
    view_point(run, "x", "value", "db=MySql size=3", "3", "ns");
    view_observe(w);
}

static void every_value_has_a_page(void **state)
{
    (void)state;
    view_world w;
    bd_pages pages = { 0 };
    open_world(&w, "docs/{db:slug}.md", "PostgreSql: PostgreSQL");
    assert_true(bd_view_pages(&w.view, &pages));
    assert_int_equal(pages.count, 2);
    assert_string_equal(pages.items[0].path, "docs/postgresql.md");
    assert_string_equal(pages.items[0].value, "PostgreSql");
    assert_string_equal(pages.items[0].title, "PostgreSQL");
    assert_string_equal(pages.items[1].path, "docs/mysql.md");
    view_close(&w);
}

static void links_lead_from_the_document_to_the_page(void **state)
{
    (void)state;
    view_world w;
    bd_table list;
    bd_buf got = BD_BUF_INIT;
    open_world(&w, "docs/{db:slug}.md", "PostgreSql: PostgreSQL");
    w.view.document = "docs/en/README.md";
    assert_text(view_table(&w, "hub"),
                "DB|N\n[PostgreSQL](../postgresql.md)|1\n[MySql](../mysql.md)|2\n");
    assert_true(bd_view_page_list(&w.view, BD_STR("db"), (bd_place){ "doc.md", 1, 1 }, &list));
    view_describe_table(&list, &got);
    assert_text(bd_buf_text(&got), "l:db\n[PostgreSql]\n[«PostgreSQL»](../postgresql.md)\n"
                                   "[MySql]\n[«MySql»](../mysql.md)\n");
    bd_buf_release(&got);
    view_close(&w);
}

static void a_page_shows_its_own_value_only(void **state)
{
    (void)state;
    view_world w;
    open_world(&w, "docs/{db:slug}.md", "");
    w.view.page_dimension = "db";
    w.view.page_value = "MySql";
    assert_text(view_table(&w, "own"), "size|V\n1|2 ns\n3|3 ns\n");
    view_close(&w);
}

static void wrong_pages_are_said(void **state)
{
    (void)state;
    static const struct {
        const char *file, *labels, *want;
    } rows[] = {
        { "docs/{db}.md", "PostgreSql: ../../x", "4:" },
        { "docs/{db:slug}.md", "PostgreSql: My SQL, MySql: My-SQL",
          "4:17: pages: 'PostgreSql' and 'MySql' would both be docs/my-sql.md (give the values "
          "labels that differ)\n" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        view_world w;
        bd_pages pages = { 0 };
        open_world(&w, rows[i].file, rows[i].labels);
        assert_false(bd_view_pages(&w.view, &pages));
        const char *got = view_findings(&w);
        if (i == 0)
            assert_non_null(strstr(
                got, "pages: 'docs/../../x.md' would leave the project (write {NAME:slug})"));
        else
            assert_text(got, rows[i].want);
        view_close(&w);
    }
}

static void a_list_of_pages_that_nobody_declares_is_said(void **state)
{
    (void)state;
    view_world w;
    bd_table list;
    open_world(&w, "docs/{db:slug}.md", "");
    assert_false(bd_view_page_list(&w.view, BD_STR("size"), (bd_place){ "doc.md", 3, 1 }, &list));
    assert_text(view_findings(&w), "3:1: no pages are declared per 'size' (pages: [ { per: NAME, "
                                   "template: T.md, file: F.md } ])\n");
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_has_a_page),
        cmocka_unit_test(links_lead_from_the_document_to_the_page),
        cmocka_unit_test(a_page_shows_its_own_value_only),
        cmocka_unit_test(wrong_pages_are_said),
        cmocka_unit_test(a_list_of_pages_that_nobody_declares_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
