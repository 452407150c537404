/* compare, and why of a comparison: sides that are files, runs, commits, inputs; what git
 * does not know; every wrong word. */
#include "tests/cli/cli_support.h"

#include <string.h>

#define CPU "AMD EPYC 7763 64-Core Processor"

/* One JMH file of two benchmarks with eight samples each, `factor` times as slow. */
static void write_results(desk *d, const char *path, double factor, int bytes)
{
    bd_buf out = BD_BUF_INIT;
    (void)d;
    for (int i = 0; i < 2; i++) {
        double score = (i + 1) * factor;
        bd_buf_printf(
            &out,
            "%s{\"jmhVersion\": \"1.37\", \"benchmark\": \"bench.List.%s\", \"mode\": "
            "\"avgt\", \"threads\": 1, \"forks\": 1, \"primaryMetric\": {\"score\": %.6f, "
            "\"scoreError\": 0.01, \"scoreUnit\": \"ms/op\", \"rawData\": [[",
            i > 0 ? ",\n" : "[", i > 0 ? "get" : "add", score);
        for (int k = 0; k < 8; k++)
            bd_buf_printf(&out, "%s%.6f", k > 0 ? ", " : "", score * (1 + (k - 4) * 0.001));
        bd_buf_printf(&out,
                      "]]}, \"secondaryMetrics\": {\"gc.alloc.rate.norm\": {\"score\": %d, "
                      "\"scoreUnit\": \"B/op\", \"rawData\": [[%d]]}}}",
                      bytes, bytes);
    }
    bd_buf_puts(&out, "]\n");
    test_write(path, out.data, out.len);
    bd_buf_release(&out);
}

#define GIT "git -c user.name=a -c user.email=a@example.org "

/* Of the commit that is checked out. */
static void ingest(desk *d)
{
    const char *id = desk_shell(d, "git rev-parse HEAD");
    desk_expect(d,
                bd_arena_printf(&d->arena,
                                "ingest out/r.json --suite jmh --commit %s --branch main "
                                "-e 'cpu=" CPU "'",
                                id),
                0);
}

/* Some commits, the last one v1, with data in the store; v2 with none; and the head, 12 %
 * slower with 8 more bytes, here. */
static desk open_measured(int commits)
{
    desk d = desk_open();
    test_write_text("benchdoc.yml", "version: 1\ninputs:\n  jmh:\n    files: \"out/*.json\"\n"
                                    "    environment: { cpu: \"" CPU "\" }\n");
    desk_shell(&d, "git init -q -b main . && printf 'out\n.benchdoc\n' > .gitignore && "
                   "git add benchdoc.yml .gitignore && " GIT "commit -qm one");
    write_results(&d, "out/r.json", 1, 24);
    for (int i = 0; i < commits; i++) {
        if (i > 0)
            desk_shell(&d, GIT "commit -q --allow-empty -m again");
        ingest(&d);
    }
    desk_shell(&d, "git tag v1 && " GIT "commit -q --allow-empty -m two && git tag v2 && " GIT
                   "commit -q --allow-empty -m three");
    write_results(&d, "out/r.json", 1.12, 32);
    return d;
}

/* Enough of them to know by how much the runs of days differ. */
static desk open_project(void)
{
    enum { ENOUGH = 8 };
    return open_measured(ENOUGH);
}

static void two_files_need_no_configuration(void **state)
{
    (void)state;
    desk d = desk_open();
    write_results(&d, "old.json", 1, 24);
    write_results(&d, "new.json", 1.12, 24);
    desk_expect(&d, "compare old.json new.json", 0);
    desk_says(&d, "new.json compared with old.json");
    desk_says(&d, "+12.0 % slower");
    desk_says(&d, "2 slower, 2 same");
    desk_is_silent(&d);
    desk_expect(&d, "compare new.json old.json method=add metric=score", 0);
    desk_says(&d, "-10.7 % faster");
    desk_says(&d, "1 faster\n");
    desk_expect(&d, "compare old.json new.json gc.alloc.rate.norm", 0);
    desk_says(&d, "  2 same\n");
    desk_expect(&d, "compare --base old.json --head new.json --json", 0);
    assert_string_equal(desk_json(&d, ".counts.worse, .groups[0].baseline, "
                                      ".groups[0].rows[0].head.sources[0].file, "
                                      ".groups[0].rows[0].head.sources[0].path"),
                        "2\nnamed\nnew.json\n$[0].primaryMetric.score");
    desk_expect(&d, "compare --baseline old.json --head new.json -o report.md", 0);
    bd_buf report = test_read("report.md");
    assert_non_null(strstr(report.data, "| **slower** | `List.add"));
    bd_buf_release(&report);
    desk_close(&d);
}

static void sides_that_took_turns_are_pooled(void **state)
{
    (void)state;
    desk d = desk_open();
    write_results(&d, "a1.json", 1, 24);
    write_results(&d, "a2.json", 1.001, 24);
    write_results(&d, "b1.json", 1.12, 24);
    write_results(&d, "b2.json", 1.121, 24);
    desk_expect(&d, "compare --base a1.json --base a2.json --head b1.json --head b2.json --json",
                0);
    assert_string_equal(desk_json(&d, "[.groups[0] | (.base, .head | length)], "
                                      "[.groups[0].rows[0] | .base.n, .head.n]"),
                        "[2,2]\n[16,16]");
    desk_close(&d);
}

static void a_baseline_is_chosen_by_what_the_commit_was_built_upon(void **state)
{
    (void)state;
    desk d = open_project();
    desk_expect(&d, "compare", 0);
    desk_says(&d, "the nearest ancestor with data, 2 commits back");
    desk_says(&d, "4 worse");
    desk_expect(&d, "compare --json", 0);
    assert_string_equal(desk_json(&d, ".groups[0] | .baseline, .commits_back, .notes"),
                        "ancestor\n2\nnull");
    desk_close(&d);
}

static void a_side_is_a_tag_a_branch_a_commit_or_a_run(void **state)
{
    (void)state;
    desk d = open_project();
    const char *const words[] = {
        "v1", "main~2", bd_arena_strdup(&d.arena, desk_shell(&d, "git rev-parse v1")),
        bd_arena_strdup(&d.arena, desk_shell(&d, "git rev-parse --short v1"))
    };
    for (size_t i = 0; i < BD_COUNT(words); i++) {
        desk_expect(&d, bd_arena_printf(&d.arena, "compare %s", words[i]), 0);
        desk_says(&d, "4 worse");
    }
    desk_expect(&d, "history list --json", 0);
    const char *run = bd_arena_strdup(&d.arena, desk_json(&d, ".runs[0].id[0:8]"));
    desk_expect(&d, bd_arena_printf(&d.arena, "compare %s out/r.json", run), 0);
    desk_says(&d, "4 worse");
    desk_close(&d);
}

static void a_commit_without_results_is_stood_for_by_its_ancestor(void **state)
{
    (void)state;
    desk d = open_project();
    desk_expect(&d, "compare v2", 0);
    desk_says(&d, "4 worse");
    desk_says(&d, "note: v2 has no results: taken are those of ");
    desk_says(&d, ", 1 commit before it");
    desk_expect(&d, "compare v1 v2", 3); /* the head is what was measured, and nothing else */
    desk_tells(&d, "no run is of 'v2'");
    desk_close(&d);
}

static void a_shallow_clone_says_so_and_compares_with_the_latest(void **state)
{
    (void)state;
    desk d = open_project();
    desk_shell(&d, "git clone -q --depth 1 \"file://$PWD\" shallow && "
                   "cp -r out .benchdoc shallow/");
    desk_expect(&d, "-C shallow compare", 0);
    desk_says(&d, "the latest earlier run of main");
    desk_says(&d, "note: this is a shallow clone");
    desk_says(&d, "4 worse");
    desk_close(&d);
}

static void without_a_repository_the_latest_run_will_do(void **state)
{
    (void)state;
    desk d = open_project();
    desk_set(&d, "GIT_CEILING_DIRECTORIES", "/");
    desk_shell(&d, "rm -rf .git");
    desk_expect(&d, "compare", 0);
    desk_says(&d, "the latest earlier run of main");
    desk_says(&d, "note: no git repository holds this folder: the baseline is the latest");
    desk_expect(&d, "compare v1", 2);
    desk_tells(&d, "'v1' is neither a file, nor a run's id, nor a commit");
    desk_close(&d);
}

static void a_downloaded_baseline_is_of_the_input_that_the_head_is_of(void **state)
{
    (void)state;
    desk d = open_project();
    write_results(&d, "elsewhere/base.json", 1, 24);
    desk_expect(&d, "compare --baseline elsewhere/base.json --json", 0);
    assert_string_equal(desk_json(&d, "[.groups[] | .suite, .cpu], .counts.worse"),
                        "[\"jmh\",\"" CPU "\"]\n4");
    desk_expect(&d, "compare elsewhere/base.json out/r.json --json", 0);
    assert_string_equal(desk_json(&d, ".counts.worse"), "4");
    desk_close(&d);
}

static void inputs_that_are_not_here_are_noted(void **state)
{
    (void)state;
    desk d = open_project();
    desk_shell(&d, "printf '  other: { files: \"other/*.json\" }\\n' >> benchdoc.yml");
    desk_expect(&d, "compare", 0);
    desk_says(&d, "note: input 'other' has no results here");
    desk_expect(&d, "compare --suite other", 3);
    desk_tells(&d, "have no results here");
    desk_close(&d);
}

static void the_first_run_has_no_baseline_and_that_is_no_failure(void **state)
{
    (void)state;
    desk d = open_project();
    desk_shell(&d, "rm -rf .benchdoc");
    desk_expect(&d, "compare --history store", 0);
    desk_says(&d, "no baseline on this CPU yet");
    desk_says(&d, "4 without a baseline");
    desk_says(&d, "note: there is no history yet");
    desk_expect(&d, "compare", 0); /* nor is a branch there */
    desk_says(&d, "note: no history of the branch: ");
    desk_close(&d);
}

/* A kept run is of another day, whether it was chosen or is named; files are of one. */
static void one_earlier_run_confirms_no_timing_and_a_file_does(void **state)
{
    (void)state;
    static const char *const kept[] = { "compare", "compare v1", "compare HEAD~2 out/r.json" };
    desk d = open_measured(1);
    for (size_t i = 0; i < BD_COUNT(kept); i++) {
        desk_expect(&d, kept[i], 0);
        desk_says(&d, "2 worse");
        desk_says(&d, "2 unconfirmed");
    }
    desk_expect(&d, "why metric=score", 0);
    desk_says(&d, "8 earlier runs would say by how much its runs differ");
    write_results(&d, "base.json", 1, 24);
    desk_expect(&d, "compare base.json out/r.json", 0);
    desk_says(&d, "4 worse");
    desk_close(&d);
}

static void the_history_may_be_of_another_repository(void **state)
{
    (void)state;
    desk d = open_project();
    desk_shell(&d, "git init -q --bare other.git");
    desk_expect(&d, "publish out/r.json --remote other.git --allow-dirty", 0);
    desk_shell(&d, GIT "commit -q --allow-empty -m later");
    write_results(&d, "out/r.json", 1.68, 32);
    desk_expect(&d, "compare --history branch --remote other.git", 0);
    desk_says(&d, "+50.0 % slower");
    desk_expect(&d, "compare --history branch --remote nope.git", 0);
    desk_says(&d, "note: no history of the branch: ");
    desk_close(&d);
}

static void wrong_words_are_told_with_what_to_do(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int code;
        const char *tells;
    } rows[] = {
        { "compare nope", 2, "'nope' is neither a file" },
        { "compare nope.json", 3, "nope.json: no such file" },
        { "compare out", 3, "is a directory" },
        { "compare out/", 3, "is a directory" },
        { "compare method=nope", 2, "no series fits method=nope" },
        { "compare 'method=a b'", 2, "no series fits method=\"a b\"" },
        { "compare --as yaml", 2, "--as does not know 'yaml'" },
        { "compare --least x", 2, "--least takes a percentage" },
        { "compare --alpha 1", 2, "--alpha takes a share" },
        { "compare --history here", 2, "--history does not know 'here'" },
        { "compare --suite nope", 2, "has no input 'nope'" },
        { "compare v1 --base out/r.json", 2, "a side is named twice" },
        { "compare benchdoc.yml", 3, "benchdoc.yml" },
        { "compare -o no/such/dir/", 6, "" },
        { "why --compare method=nope", 2, "no series fits method=nope" },
        { "why a b c d e", 2, "why does not take 'e'" },
    };
    desk d = open_project();
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        desk_expect(&d, rows[i].words, rows[i].code);
        desk_tells(&d, rows[i].tells);
    }
    desk_close(&d);
}

static void why_shows_the_way_to_a_verdict(void **state)
{
    (void)state;
    desk d = open_project();
    desk_expect(&d, "why method=add metric=score", 0);
    desk_says(&d, "List.add, score\n  lane       jmh \xC2\xB7 EPYC 7763\n  compared   out/r.json "
                  "compared with ");
    desk_says(&d, "  change     1.12 / 1 ms/op = 1.1200: +12.0 % slower\n");
    desk_says(&d,
              "  test       Mann\xE2\x80\x93Whitney U of the raw samples (exact): p = 0.000155");
    desk_says(&d, "  verdict    worse: ");
    desk_expect(&d, "why --compare v1 gc.alloc.rate.norm", 2); /* BASE, HEAD, then a metric */
    desk_expect(&d, "why --compare v1 metric=gc.alloc.rate.norm method=get", 0);
    desk_says(&d, "  threshold  more than 1 B and more than 0.5 % counts\n");
    desk_says(&d, "  verdict    worse: counted, not timed\n");
    desk_expect(&d, "why --compare v1 metric=score --json", 0);
    assert_string_equal(desk_json(&d, "[.groups[0].rows[].verdict]"), "[\"worse\",\"worse\"]");
    desk_close(&d);
}

/* ---- real files ---- */

static void verdicts_of_go_results_are_those_of_benchstat(void **state)
{
    (void)state;
    desk d = desk_open();
    const char *old = test_shared("real/benchstat/old.txt");
    const char *new = test_shared("real/benchstat/new.txt");
    desk_expect(&d, bd_arena_printf(&d.arena, "compare %s %s --json", old, new), 0);
    /* csvOldNew.stdout: format=json -17.20 % p=0.000, format=gob ~ p=0.446, n=10; benchstat
     * compares medians, benchdoc the means that the file's lines have */
    assert_string_equal(desk_json(&d, "[.groups[0].rows[] | .verdict, (.p * 1000 | round), "
                                      ".base.n, .head.n]"),
                        "[\"better\",0,10,10,\"same\",446,10,10]");
    desk_close(&d);
}

/* What docs/compare.md shows is what the program says. */
static void the_document_shows_real_reports(void **state)
{
    (void)state;
    static const char *const commands[] = { "compare", "why --compare" };
    static const char *const queries[] = { "", " scenario=seed dataSize=1000 poolSize=10" };
    desk d = desk_open();
    bd_buf document = test_read(bd_arena_printf(&d.arena, "%s/docs/compare.md", test_source_dir()));
    const char *nights = "reports/benchmarks/postgresJdbc";
    for (size_t i = 0; i < BD_COUNT(commands); i++) {
        desk_expect(&d,
                    bd_arena_printf(&d.arena,
                                    "-C %s/bench-data/bluetape4k %s "
                                    "%s/2026-06-20T09.00.00.000001/benchmark.json "
                                    "%s/2026-06-27T22.14.05.123456/benchmark.json%s",
                                    test_source_dir(), commands[i], nights, nights, queries[i]),
                    0);
        if (!strstr(document.data, d.out.data))
            fail_msg("docs/compare.md does not show:\n%s", d.out.data);
    }
    bd_buf_release(&document);
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_files_need_no_configuration),
        cmocka_unit_test(sides_that_took_turns_are_pooled),
        cmocka_unit_test(a_baseline_is_chosen_by_what_the_commit_was_built_upon),
        cmocka_unit_test(a_side_is_a_tag_a_branch_a_commit_or_a_run),
        cmocka_unit_test(a_commit_without_results_is_stood_for_by_its_ancestor),
        cmocka_unit_test(a_shallow_clone_says_so_and_compares_with_the_latest),
        cmocka_unit_test(without_a_repository_the_latest_run_will_do),
        cmocka_unit_test(a_downloaded_baseline_is_of_the_input_that_the_head_is_of),
        cmocka_unit_test(inputs_that_are_not_here_are_noted),
        cmocka_unit_test(the_first_run_has_no_baseline_and_that_is_no_failure),
        cmocka_unit_test(one_earlier_run_confirms_no_timing_and_a_file_does),
        cmocka_unit_test(the_history_may_be_of_another_repository),
        cmocka_unit_test(wrong_words_are_told_with_what_to_do),
        cmocka_unit_test(why_shows_the_way_to_a_verdict),
        cmocka_unit_test(verdicts_of_go_results_are_those_of_benchstat),
        cmocka_unit_test(the_document_shows_real_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
