/* What benchdoc published, in a browser: a page that reads data.js as the action's does, and
 * the page that benchdoc puts beside it, both compared with the runs. */
#include "tests/e2e/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST   "aaaaaaa111111111111111111111111111111111"
#define SECOND  "bbbbbbb222222222222222222222222222222222"
#define HELLO   "org.openjdk.jmh.samples.JMHSample_01_HelloWorld.wellHelloThere"
#define COMMITS "https://github.com/acme/widgets/commit/"

/* Chromium writes the page as it is once its scripts have run; what a script complains of
 * comes out as a line of the console. */
static const char browse[] =
    "$(command -v chromium || command -v google-chrome || command -v chromium-browser) --headless "
    "--no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run "
    "--disable-background-networking --user-data-dir=profile --enable-logging=stderr --v=0 "
    "--virtual-time-budget=2000 --dump-dom \"file://$PWD/page/%s\" >dom 2>console "
    "&& ! grep CONSOLE console && cat dom";

/* The branch's files, with the reader beside every data.js. */
static void check_out(site *s)
{
    char command[1400];
    snprintf(command, sizeof command,
             "rm -rf page && mkdir page && git -C remote.git archive gh-pages | tar -x -C page "
             "&& find page -name '*.js' | while read -r f; do d=$(dirname \"$f\"); "
             "cp '%s/tests/e2e/browser/reader.html' \"$d\"; done",
             test_source_dir());
    site_sh(s, command);
}

static const char *open_page(site *s, const char *path)
{
    char command[700];
    snprintf(command, sizeof command, browse, path);
    return site_sh(s, command);
}

/* The reader sees exactly these lines; < > & as HTML has them. */
static void reader_sees(site *s, const char *path, const char *want)
{
    static const char begin[] = "<pre id=\"seen\">\n";
    const char *page = open_page(s, path), *from = strstr(page, begin);
    const char *to = from ? strstr(from, "</pre>") : NULL;
    if (!to)
        fail_msg("%s shows nothing:\n%s", path, page);
    from += strlen(begin);
    assert_str(((bd_str){ from, (size_t)(to - from) }), want);
}

static size_t count(const char *text, const char *what)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
        n++;
    return n;
}

/* benchdoc's own page: so many charts and points, and all of `says`, in this order. */
static void page_shows(site *s, const char *path, size_t series, size_t points,
                       const char *const *says)
{
    const char *page = open_page(s, path), *at = page;
    assert_int_equal(count(page, "<figure>"), series);
    assert_int_equal(count(page, "<circle"), points);
    for (; *says; says++) {
        const char *found = strstr(at, *says);
        if (!found)
            fail_msg("%s does not show, or not there: %s\n%s", path, *says, page);
        at = found + strlen(*says);
    }
}

#define PAGE_SHOWS(s, path, series, points, ...) \
    page_shows((s), (path), (series), (points), (const char *const[]){ __VA_ARGS__, NULL })

/* A result of two benchmarks, measured on a day of November. */
static void write_run(site *s, int day, const char *commit, const char *first, const char *second)
{
    char text[400], name[40];
    snprintf(name, sizeof name, "results/%d.json", day);
    snprintf(text, sizeof text,
             "[{\"name\": \"read <b>&\", \"unit\": \"ms\", \"value\": %s, \"range\": \"± 2\"},"
             "{\"name\": \"wr\xc3\xaate\", \"unit\": \"ms\", \"value\": %s}]",
             first, second);
    test_write_text(project_path(&s->p, name), text);
    snprintf(name, sizeof name, "results/%d.environment.txt", day);
    snprintf(text, sizeof text,
             "measured_at=2026-11-%02dT10:00:00Z\ncommit=%s\ncpu=AMD EPYC\nslug=amd-epyc\n", day,
             commit);
    test_write_text(project_path(&s->p, name), text);
}

static void publish(site *s, const char *arguments)
{
    char line[600];
    snprintf(line, sizeof line, "publish %s --remote remote.git", arguments);
    project_expect(&s->p, line, 0);
}

static void a_new_branch_is_read_as_the_action_would_have_written_it(void **state)
{
    (void)state;
    site s = site_make();
    site_sh(&s, "git -C remote.git update-ref -d refs/heads/gh-pages");
    write_run(&s, 1, FIRST, "12.5", "7");
    write_run(&s, 2, SECOND, "13.25", "1e-7");
    publish(&s, "results/1.json --name Nightly");
    publish(&s, "results/2.json --name Nightly");
    check_out(&s);
    reader_sees(&s, "dev/bench/reader.html",
                "repository | \n"
                "suite | Nightly | 2 entries | 2 series\n"
                "series | read &lt;b&gt;&amp; | 2 points | 12.5 13.25\n"
                "last | 13.25 ms | (± 2) | bbbbbbb |  |  | @undefined | 2026-11-02T10:00:00.000Z\n"
                "series | wr\xc3\xaate | 2 points | 7 1e-7\n"
                "last | 1e-7 ms |  | bbbbbbb |  |  | @undefined | 2026-11-02T10:00:00.000Z\n");
    PAGE_SHOWS(&s, "dev/bench/index.html", 2, 4, "<h1>Nightly</h1>",
               "read &lt;b&gt;&amp; — ms</figcaption>", "<title>12.5 ms (± 2)\naaaaaaa",
               "<title>13.25 ms (± 2)\nbbbbbbb", "2026-11-02T10:00:00.000Z</title>",
               "wr\xc3\xaate — ms</figcaption>", "<title>7 ms\naaaaaaa", "<title>1e-7 ms\nbbbbbbb");
    site_remove(&s);
}

/* ---- going on with a file of the action's ---- */

/* What a push tells its job. */
static const char event[] =
    "{\"ref\": \"refs/heads/main\", \"repository\": {\"html_url\": "
    "\"https://github.com/acme/widgets\", \"default_branch\": \"main\"}, \"head_commit\": {"
    "\"author\": {\"email\": \"d@example.com\", \"name\": \"Dev\", \"username\": \"dev1\"}, "
    "\"committer\": {\"email\": \"d@example.com\", \"name\": \"Dev\", \"username\": \"dev2\"}, "
    "\"distinct\": true, \"id\": \"" SECOND "\", \"message\": \"Faster\\n\\nbody\", "
    "\"timestamp\": \"2026-11-02T09:00:00Z\", \"tree_id\": "
    "\"ffffffffffffffffffffffffffffffffffffffff\", "
    "\"url\": \"https://github.com/acme/widgets/commit/" SECOND "\"}}";

/* The branch as the action left it after two runs, and a run of the same benchmark. */
static void go_on(site *s)
{
    char command[1600];
    snprintf(command, sizeof command,
             "mkdir -p results && { printf 'window.BENCHMARK_DATA = '; cat '%s'; } >data.js "
             "&& cd work && git checkout -q --orphan gh-pages && git rm -rfq . "
             "&& mkdir -p dev/bench && mv ../data.js dev/bench && git add . && git commit -qm add "
             "&& git push -qf ../remote.git gh-pages && git checkout -q main && cd .. "
             "&& printf 'measured_at=2026-11-02T10:00:00Z\\n' >results/b.environment.txt",
             test_shared("github-action-benchmark/append/data.after-2.json"));
    site_sh(s, command);
    snprintf(command, sizeof command, "jq '.[0].primaryMetric.score = 152.25' '%s' >results/b.json",
             test_shared("github-action-benchmark/append/b.json"));
    site_sh(s, command);
    test_write_text(project_path(&s->p, "event.json"), event);
}

static void a_file_of_the_action_goes_on_in_the_same_series(void **state)
{
    (void)state;
    site s = site_make();
    go_on(&s);
    setenv("GITHUB_EVENT_NAME", "push", 1);
    setenv("GITHUB_EVENT_PATH", project_path(&s.p, "event.json"), 1);
    publish(&s, "results/b.json --name 'JMH Benchmark'");
    unsetenv("GITHUB_EVENT_PATH");
    unsetenv("GITHUB_EVENT_NAME");
    check_out(&s);
    reader_sees(
        &s, "dev/bench/reader.html",
        "repository | https://github.com/acme/widgets\n"
        "suite | JMH Benchmark | 3 entries | 2 series\n"
        "series | " HELLO " | 1 points | 3376238873.1228185\n"
        "last | 3376238873.1228185 ops/s |  | 1111111 | Step 1: \"quotes\", &lt;tags&gt; &amp; "
        "ünïcode | " COMMITS "1111111111111111111111111111111111111111 | @dev2 | "
        "2026-09-22T14:13:20.000Z\n"
        "series | " HELLO " ( {\"b\":\"x|y\",\"a\":\"1\"} ) | 2 points | 148.74 152.25\n"
        "last | 152.25 ops/s |  | bbbbbbb | Faster | " COMMITS SECOND " | @dev2 | "
        "2026-11-02T10:00:00.000Z\n");
    PAGE_SHOWS(&s, "dev/bench/index.html", 2, 3, "href=\"https://github.com/acme/widgets\"",
               "<h1>JMH Benchmark</h1>", HELLO " — ops/s</figcaption>",
               "href=\"" COMMITS "1111111111111111111111111111111111111111\"",
               "<title>3376238873.1228185 ops/s\n1111111 Step 1",
               HELLO " ( {\"b\":\"x|y\",\"a\":\"1\"} ) — ops/s</figcaption>",
               "href=\"" COMMITS SECOND "\"", "<title>152.25 ops/s\nbbbbbbb Faster\n",
               "2026-11-02T09:00:00Z @dev2");
    site_remove(&s);
}

/* ---- what falls out ---- */

static void entries_that_fell_out_are_read_in_the_archive(void **state)
{
    (void)state;
    site s = site_make();
    site_sh(&s, "git -C remote.git update-ref -d refs/heads/gh-pages");
    test_write_text(
        project_path(&s.p, "benchdoc.yml"),
        "version: 1\ninputs: { Nightly: { files: results/*.json } }\n"
        "publish: { to: { Nightly: 'dev/bench/{cpu}/data.js' }, keep: { entries: 2 } }\n");
    for (int day = 1; day <= 4; day++) {
        static const char *const values[] = { "1", "2", "3", "4" };
        char call[60];
        write_run(&s, day, day % 2 ? FIRST : SECOND, values[day - 1], values[day - 1]);
        snprintf(call, sizeof call, "results/%d.json", day);
        publish(&s, call);
    }
    check_out(&s);
    site_sh(
        &s,
        "cp -R page/dev/bench/amd-epyc/archive page/old && mv page/old/2026.js page/old/data.js");
    reader_sees(&s, "dev/bench/amd-epyc/reader.html",
                "repository | \n"
                "suite | Nightly | 2 entries | 2 series\n"
                "series | read &lt;b&gt;&amp; | 2 points | 3 4\n"
                "last | 4 ms | (± 2) | bbbbbbb |  |  | @undefined | 2026-11-04T10:00:00.000Z\n"
                "series | wr\xc3\xaate | 2 points | 3 4\n"
                "last | 4 ms |  | bbbbbbb |  |  | @undefined | 2026-11-04T10:00:00.000Z\n");
    reader_sees(&s, "old/reader.html",
                "repository | \n"
                "suite | Nightly | 2 entries | 2 series\n"
                "series | read &lt;b&gt;&amp; | 2 points | 1 2\n"
                "last | 2 ms | (± 2) | bbbbbbb |  |  | @undefined | 2026-11-02T10:00:00.000Z\n"
                "series | wr\xc3\xaate | 2 points | 1 2\n"
                "last | 2 ms |  | bbbbbbb |  |  | @undefined | 2026-11-02T10:00:00.000Z\n");
    PAGE_SHOWS(&s, "dev/bench/amd-epyc/index.html", 2, 4, "<title>3 ms", "<title>4 ms");
    site_remove(&s);
}

/* The checks above would see it. */
static void a_page_that_cannot_read_its_data_complains(void **state)
{
    (void)state;
    site s = site_make();
    site_sh(&s, "mkdir page");
    test_write_text(
        project_path(&s.p, "page/data.js"),
        "window.BENCHMARK_DATA = {\"lastUpdate\": 1, \"entries\": {\"s\": [{\"commit\": "
        "{\"id\": \"c\", \"message\": \"m\"}, \"date\": 1, \"tool\": \"go\", "
        "\"benches\": [{\"name\": \"b\", \"value\": 1, \"unit\": \"s\"}]}]}}");
    char command[1400];
    snprintf(command, sizeof command, "cp '%s/tests/e2e/browser/reader.html' page",
             test_source_dir());
    site_sh(&s, command);
    snprintf(command, sizeof command, browse, "reader.html");
    bd_buf line = BD_BUF_INIT, out = BD_BUF_INIT;
    bd_buf_printf(&line, "cd '%s' && %s", s.p.directory, command);
    assert_int_not_equal(test_shell(bd_buf_text(&line), &out, NULL), 0);
    assert_non_null(strstr(bd_buf_text(&out), "TypeError")); /* no committer */
    bd_buf_release(&line);
    bd_buf_release(&out);
    site_remove(&s);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_branch_is_read_as_the_action_would_have_written_it),
        cmocka_unit_test(a_file_of_the_action_goes_on_in_the_same_series),
        cmocka_unit_test(a_page_that_cannot_read_its_data_complains),
        cmocka_unit_test(entries_that_fell_out_are_read_in_the_archive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
