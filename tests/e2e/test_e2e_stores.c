/* Both stores are one: what was ingested into SQLite and into PostgreSQL comes out with the
 * same bytes, whatever is asked. */
#include "tests/e2e/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *server_url(void)
{
    const char *url = getenv("BENCHDOC_TEST_POSTGRESQL");
    if (!url) {
        print_message("no PostgreSQL server program is installed (package postgresql)\n");
        skip();
    }
    return url;
}

static void empty_server(const project *p)
{
    project_shell(p, "psql -X -q \"$BENCHDOC_TEST_POSTGRESQL\""
                     " -c 'DROP SCHEMA IF EXISTS benchdoc CASCADE' 2>psql.log");
}

/* What the program says and how it ends, asked of one store. */
static bd_buf answer(project *p, const char *arguments, const char *store)
{
    bd_buf call = BD_BUF_INIT, out = BD_BUF_INIT;
    bd_buf_printf(&call, "%s --store '%s'", arguments, store);
    int status = project_run(p, bd_buf_text(&call));
    bd_buf_printf(&out, "exit %d\n%s\n", status, bd_buf_text(&p->out));
    bd_buf_put_str(&out, bd_buf_str(&p->diag));
    bd_buf_release(&call);
    return out;
}

/* @param least  bytes that a true answer has */
static void same(project *p, const char *arguments, size_t least)
{
    bd_buf one = answer(p, arguments, "sqlite:here.db"), two = answer(p, arguments, server_url());
    if (one.len < least || !bd_str_starts(bd_buf_str(&one), "exit 0"))
        fail_msg("benchdoc %s: %s", arguments, bd_buf_text(&one));
    if (!bd_str_eq(bd_buf_str(&one), bd_buf_str(&two)))
        fail_msg("benchdoc %s: sqlite says\n%s\npostgresql says\n%s", arguments, bd_buf_text(&one),
                 bd_buf_text(&two));
    bd_buf_release(&one);
    bd_buf_release(&two);
}

static void ingest_into_both(project *p, const char *arguments)
{
    bd_buf one = answer(p, arguments, "sqlite:here.db");
    if (!bd_str_starts(bd_buf_str(&one), "exit 0"))
        fail_msg("benchdoc %s: %s", arguments, bd_buf_text(&one));
    bd_buf two = answer(p, arguments, server_url());
    if (!bd_str_starts(bd_buf_str(&two), "exit 0"))
        fail_msg("benchdoc %s: %s", arguments, bd_buf_text(&two));
    bd_buf_release(&one);
    bd_buf_release(&two);
}

/* The ids of all runs, newest first, as words. */
static bd_buf run_ids(project *p)
{
    project_expect(p, "history list --json --store sqlite:here.db", 0);
    bd_buf ids = BD_BUF_INIT;
    bd_str rest = bd_buf_str(&p->out), line;
    while (bd_str_split(&rest, '\n', &line)) {
        bd_str text = bd_str_trim(line);
        if (bd_str_starts(text, "{\"id\": \""))
            bd_buf_printf(&ids, "%.64s\n", text.ptr + strlen("{\"id\": \""));
    }
    return ids;
}

/* The newest dozen. */
static void runs_are_shown_and_compared_alike(project *p)
{
    bd_buf ids = run_ids(p);
    bd_str rest = bd_buf_str(&ids), id, before = { 0 };
    char call[512];
    size_t count = 0;
    for (; count < 12 && bd_str_split(&rest, '\n', &id) && id.len > 0; count++) {
        snprintf(call, sizeof call, "history show %.64s --json", id.ptr);
        same(p, call, 200);
        snprintf(call, sizeof call, "compare %.64s %.64s --all --json",
                 before.len ? before.ptr : id.ptr, id.ptr);
        same(p, call, 100);
        before = id;
    }
    assert_true(count > 0);
    bd_buf_release(&ids);
}

/* Two empty remotes get the runs back, one from each store. What may differ is the time of
 * publishing: lastUpdate, and the dates of runs without one.
 * @param suite  that is to be published; NULL = benchdoc.yml says it, and the runs have no date */
static void the_branch_is_restored_alike(project *p, const char *suite)
{
    static const char restored[] =
        "for r in one two; do git -C $r.git ls-tree -r --name-only gh-pages >$r.names"
        " && while read -r f; do echo \"== $f\"; git -C $r.git show \"gh-pages:$f\""
        " | sed -e '/\"lastUpdate\": [0-9]*,$/d' -e '%s'; done <$r.names >$r.all || exit 1; done"
        " && grep -q 'window.BENCHMARK_DATA' one.all && cmp one.all two.all >&2";
    static const char without_date[] = "s/\"date\": [0-9]*,/\"date\": 0,/";
    bd_buf setting = BD_BUF_INIT;
    if (suite)
        bd_buf_printf(&setting,
                      "printf 'publish: { to: { %s: \"dev/bench/{cpu}/data.js\" } }\\n'"
                      " >>benchdoc.yml && ",
                      suite);
    bd_buf_puts(&setting, "git init -q -b main . && git init -q --bare one.git"
                          " && git init -q --bare two.git");
    project_shell(p, bd_buf_text(&setting));
    bd_buf_release(&setting);
    bd_buf one = answer(p, "publish --restore --remote one.git", "sqlite:here.db");
    bd_buf two = answer(p, "publish --restore --remote two.git", server_url());
    if (!bd_str_starts(bd_buf_str(&one), "exit 0") || !bd_str_starts(bd_buf_str(&two), "exit 0"))
        fail_msg("%s\n%s", bd_buf_text(&one), bd_buf_text(&two));
    bd_buf comparison = BD_BUF_INIT;
    bd_buf_printf(&comparison, restored, suite ? "" : without_date);
    project_shell(p, bd_buf_text(&comparison));
    bd_buf_release(&comparison);
    bd_buf_release(&one);
    bd_buf_release(&two);
}

static void both_answer_alike(project *p, const char *suite)
{
    static const struct {
        const char *arguments;
        size_t least; /* bytes */
    } asked[] = {
        { "history list", 100 },
        { "history list --json", 300 },
        { "history export --as json", 1000 },
        { "history export --as csv", 500 },
        { "history changes", 50 },
        { "history changes --json", 30 },
        { "compare", 20 },
        { "compare --all --json", 100 },
        { "compare --all --as csv", 100 },
        { "compare --all --as markdown", 50 },
    };
    for (size_t k = 0; k < BD_COUNT(asked); k++)
        same(p, asked[k].arguments, asked[k].least);
    runs_are_shown_and_compared_alike(p);
    the_branch_is_restored_alike(p, suite);
}

static void the_examples_come_out_of_both_stores_alike(void **state)
{
    (void)state;
    static const char *const examples[][2] = { { "skript-orm", NULL },
                                               { "moongate", "stress" },
                                               { "bluetape4k", "batch" } };
    server_url();
    for (size_t i = 0; i < BD_COUNT(examples); i++) {
        project p = project_copy(examples[i][0]);
        empty_server(&p);
        ingest_into_both(&p, "ingest --commit 5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e");
        both_answer_alike(&p, examples[i][1]);
        project_remove(&p);
    }
}

/* 48 runs with real changes in them. */
static void an_imported_history_comes_out_of_both_stores_alike(void **state)
{
    (void)state;
    server_url();
    project p = project_copy("history");
    empty_server(&p);
    project_shell(&p, "printf 'version: 1\ninputs: { h: { files: data.js, environment: { cpu: "
                      "epyc-7763 } } }\n' >benchdoc.yml");
    ingest_into_both(&p, "history import data.js --cpu epyc-7763 --suite h");
    both_answer_alike(&p, "h");
    same(&p, "history changes --since 2026-01-20", 50);
    same(&p, "history export 'h benchmark=parse' --as csv", 500);
    project_remove(&p);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_come_out_of_both_stores_alike),
        cmocka_unit_test(an_imported_history_comes_out_of_both_stores_alike),
    };
    return cmocka_run_group_tests_name("two stores", tests, NULL, NULL);
}
