/* Runs that are killed, that meet another one, or an editor: documents stay whole. */
#include "tests/e2e/project.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DOCUMENTS = 5 };

static project several_documents(void)
{
    project p = project_small();
    project_replace(&p, "benchdoc.yml", "documents: d.md",
                    "documents: [d0.md, d1.md, d2.md, d3.md, d4.md]");
    project_shell(&p, "for i in 0 1 2 3 4; do cp d.md d$i.md; done; rm d.md; "
                      "cp r.json a.kept; sed s/1.5/3.5/g r.json >b.kept; sed -i "
                      "'s/r\\*.json/r.json/' benchdoc.yml");
    return p;
}

static pid_t start(const project *p)
{
    pid_t child = fork();
    if (child == 0) {
        if (chdir(p->directory) == 0)
            execl(BENCHDOC_PROGRAM, "benchdoc", "-q", "generate", (char *)NULL);
        _exit(127);
    }
    return child;
}

/* How long one run takes here and now, in microseconds: when to disturb others. */
static useconds_t duration(project *p)
{
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    project_expect(p, "-q generate", 0);
    clock_gettime(CLOCK_MONOTONIC, &to);
    return (useconds_t)((to.tv_sec - from.tv_sec) * 1000000 + (to.tv_nsec - from.tv_nsec) / 1000
                        + 1000);
}

static size_t count_temporaries(project *p)
{
    bd_buf out = BD_BUF_INIT, line = BD_BUF_INIT;
    bd_buf_printf(&line, "find '%s' -name '.*.benchdoc-*' | wc -l", p->directory);
    assert_int_equal(test_shell(bd_buf_text(&line), &out, NULL), 0);
    size_t count = strtoul(bd_buf_text(&out), NULL, 10);
    bd_buf_release(&out);
    bd_buf_release(&line);
    return count;
}

static bool is_one_of(const project *p, const char *name, const bd_buf *a, const bd_buf *b)
{
    bd_buf now = project_read(p, name);
    bool is = bd_str_eq(bd_buf_str(&now), bd_buf_str(a))
              || bd_str_eq(bd_buf_str(&now), bd_buf_str(b));
    bd_buf_release(&now);
    return is;
}

static void a_kill_leaves_every_document_whole_and_the_next_run_cleans_up(void **state)
{
    (void)state;
    project p = several_documents();
    size_t rounds = test_rounds(200), killed = 0, left = 0;
    project_shell(&p, "cp b.kept r.json");
    project_expect(&p, "generate", 0);
    bd_buf b = project_read(&p, "d0.md"), lock_b = project_read(&p, "benchdoc.lock");
    project_shell(&p, "cp a.kept r.json");
    useconds_t window = duration(&p);
    bd_buf a = project_read(&p, "d0.md"), lock_a = project_read(&p, "benchdoc.lock");
    for (size_t i = 0; i < rounds; i++) {
        project_shell(&p, i % 2 == 0 ? "cp b.kept r.json" : "cp a.kept r.json");
        pid_t child = start(&p);
        int status;
        usleep((useconds_t)rand() % window);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, &status, 0), child);
        killed += WIFSIGNALED(status);
        for (int d = 0; d < DOCUMENTS; d++) {
            char name[16];
            snprintf(name, sizeof name, "d%d.md", d);
            if (!is_one_of(&p, name, &a, &b))
                fail_msg("round %zu: %s is neither old nor new", i, name);
        }
        assert_true(is_one_of(&p, "benchdoc.lock", &lock_a, &lock_b));
        left += count_temporaries(&p);
        project_expect(&p, "generate", 0);
        project_expect(&p, "generate --check", 0);
        assert_int_equal(count_temporaries(&p), 0);
    }
    print_message("%zu of %zu killed, %zu temporary files were left and taken away\n", killed,
                  rounds, left);
    bd_buf_release(&a);
    bd_buf_release(&b);
    bd_buf_release(&lock_a);
    bd_buf_release(&lock_b);
    project_remove(&p);
}

static void what_a_killed_run_left_is_taken_away_and_nothing_else(void **state)
{
    (void)state;
    project p = project_small();
    project_shell(
        &p, "touch .d.md.benchdoc-AbC123 .benchdoc.lock.benchdoc-zzzzzz .e.md.benchdoc-AbC123 "
            ".d.md.benchdoc-AbC123x d.md.benchdoc-AbC123");
    project_expect(&p, "generate", 0);
    assert_int_not_equal(access(project_path(&p, ".d.md.benchdoc-AbC123"), F_OK), 0);
    assert_int_not_equal(access(project_path(&p, ".benchdoc.lock.benchdoc-zzzzzz"), F_OK), 0);
    assert_int_equal(access(project_path(&p, ".e.md.benchdoc-AbC123"), F_OK), 0);
    assert_int_equal(access(project_path(&p, ".d.md.benchdoc-AbC123x"), F_OK), 0);
    assert_int_equal(access(project_path(&p, "d.md.benchdoc-AbC123"), F_OK), 0);
    project_remove(&p);
}

static void several_runs_at_once_all_succeed(void **state)
{
    (void)state;
    enum { AT_ONCE = 4 };
    project p = several_documents();
    for (size_t i = 0, rounds = test_rounds(50); i < rounds; i++) {
        pid_t children[AT_ONCE];
        project_shell(&p, i % 2 == 0 ? "cp b.kept r.json" : "cp a.kept r.json");
        for (int k = 0; k < AT_ONCE; k++)
            children[k] = start(&p);
        for (int k = 0; k < AT_ONCE; k++) {
            int status;
            assert_int_equal(waitpid(children[k], &status, 0), children[k]);
            assert_true(WIFEXITED(status));
            assert_int_equal(WEXITSTATUS(status), 0);
        }
        project_expect(&p, "generate", 0);
        project_expect(&p, "generate --check", 0);
        assert_int_equal(count_temporaries(&p), 0);
    }
    project_remove(&p);
}

/* A second input makes reading take long, so that the edit comes before the writing. */
/* Somebody saves d4.md while `generate` is at work, after a part of its time.
 * @param before  gets d0.md as it stood when that began
 * @return its exit status */
static int save_meanwhile(project *p, const char *edited, unsigned tenths, bd_buf *before)
{
    int status;
    test_write_text(project_path(p, "make.py"),
                    "import json\njson.dump([{'name': 'n%d' % i, 'unit': 'ns', 'value': i}\n"
                    "           for i in range(60000)], open('big.json', 'w'))\n");
    project_shell(p, "python3 make.py");
    project_replace(p, "benchdoc.yml", "inputs:\n", "inputs:\n  big: { files: big.json }\n");
    useconds_t window = duration(p);
    project_shell(p, "cp b.kept r.json");
    *before = project_read(p, "d0.md");
    pid_t child = start(p);
    usleep(window / 10 * tenths);
    test_write_text(project_path(p, "d4.md"), edited);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void what_is_written_into_a_document_meanwhile_is_not_lost(void **state)
{
    (void)state;
    static const char edited[] = "# mine now\n\n<!-- benchdoc:table t -->\n<!-- benchdoc:end -->\n";
    static const unsigned tenths[] = { 5, 4, 6, 3, 7, 5, 2, 8, 5, 4, 6, 3 };
    int status = 0;
    for (size_t i = 0; i < BD_COUNT(tenths) && status != 6; i++) { /* until it meets */
        project p = several_documents();
        bd_buf before;
        status = save_meanwhile(&p, edited, tenths[i], &before);
        bd_buf now = project_read(&p, "d4.md"), first = project_read(&p, "d0.md");
        assert_true(status == 0 || status == 6);
        assert_true(bd_str_starts(bd_buf_str(&now), "# mine now\n"));
        if (status == 6) {
            assert_str(bd_buf_str(&now), edited);
            assert_str(bd_buf_str(&first), bd_buf_text(&before));
        }
        assert_int_equal(count_temporaries(&p), 0);
        project_expect(&p, "generate", 0);
        project_expect(&p, "generate --check", 0);
        bd_buf_release(&before);
        bd_buf_release(&first);
        bd_buf_release(&now);
        project_remove(&p);
    }
    assert_int_equal(status, 6);
}

int main(void)
{
    test_fix_world();
    srand(7);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kill_leaves_every_document_whole_and_the_next_run_cleans_up),
        cmocka_unit_test(what_a_killed_run_left_is_taken_away_and_nothing_else),
        cmocka_unit_test(several_runs_at_once_all_succeed),
        cmocka_unit_test(what_is_written_into_a_document_meanwhile_is_not_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
