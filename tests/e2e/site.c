/* A repository that many publish to: see site.h. */
#include "tests/e2e/site.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 16 };

const char *site_sh(site *s, const char *command)
{
    bd_buf line = BD_BUF_INIT, diag = BD_BUF_INIT;
    bd_buf_printf(&line, "cd '%s' && set -e && %s", s->p.directory, command);
    bd_buf_clear(&s->p.out);
    if (test_shell(bd_buf_text(&line), &s->p.out, &diag) != 0)
        fail_msg("%s\n%s", command, bd_buf_text(&diag));
    bd_buf_release(&line);
    bd_buf_release(&diag);
    while (s->p.out.len > 0 && s->p.out.data[s->p.out.len - 1] == '\n')
        s->p.out.data[--s->p.out.len] = '\0';
    return bd_buf_text(&s->p.out);
}

site site_make(void)
{
    static const char *const of_ci[] = { "GITHUB_EVENT_PATH", "GITHUB_SHA",   "GITHUB_REF",
                                         "GITHUB_SERVER_URL", "GITHUB_TOKEN", "GITHUB_REPOSITORY",
                                         "BENCHDOC_TOKEN",    "BENCHDOC_GIT" };
    site s = { .p = project_empty() };
    for (size_t i = 0; i < BD_COUNT(of_ci); i++)
        unsetenv(of_ci[i]);
    if (test_shell("git --version && jq --version", NULL, NULL) != 0) {
        project_remove(&s.p);
        print_message("git or jq is not here\n");
        skip();
    }
    setenv("HOME", s.p.directory, 1);
    site_sh(&s,
            "mkdir tmp && git config --global user.name a "
            "&& git config --global user.email a@example.org "
            "&& git init -q -b main work && cd work && echo x >x && git add . && git commit -qm x "
            "&& git checkout -q --orphan gh-pages && echo page >index.html && echo run >tool "
            "&& chmod +x tool && ln -s tool link && git add . && git commit -qm page "
            "&& git checkout -q main && cd .. && git clone -q --bare work remote.git "
            "&& git -C remote.git config http.receivepack true "
            "&& git -C work branch -q -D gh-pages");
    return s;
}

void site_remove(site *s)
{
    if (s->server > 0) {
        kill(s->server, SIGTERM);
        waitpid(s->server, NULL, 0);
    }
    project_remove(&s->p);
}

const char *site_serve(site *s)
{
    enum { STEP_US = 20000, STEPS = 500 };
    static char url[64];
    if (test_shell(
            "python3 -c 'import http.server' && test -x \"$(git --exec-path)\"/git-http-backend",
            NULL, NULL)
        != 0) {
        print_message("python3 or git's http-backend is not here\n");
        site_remove(s);
        skip();
    }
    s->server = fork();
    if (s->server == 0) {
        setenv("ACCOUNT", "u:" SITE_PASSWORD, 1);
        execl("/bin/sh", "sh", "-c",
              "cd \"$1\" && exec python3 \"$2/tests/git/http_server.py\" . port log", "sh",
              s->p.directory, test_source_dir(), (char *)NULL);
        _exit(127);
    }
    for (int i = 0; i < STEPS && access(project_path(&s->p, "port"), R_OK) != 0; i++)
        usleep(STEP_US);
    snprintf(url, sizeof url, "http://127.0.0.1:%s/remote.git", site_sh(s, "cat port"));
    return url;
}

/* ---- one publish ---- */

void site_write_result(site *s, size_t n)
{
    char text[200], name[40];
    snprintf(name, sizeof name, "results/%zu.json", n);
    snprintf(text, sizeof text, "[{\"name\": \"foo\", \"unit\": \"ms\", \"value\": %zu}]", n + 1);
    test_write_text(project_path(&s->p, name), text);
}

/* @return the child; it works beside `work`, whose origin says nothing */
pid_t site_start(const site *s, const char *remote, size_t n)
{
    char file[40], commit[41];
    snprintf(file, sizeof file, "results/%zu.json", n);
    snprintf(commit, sizeof commit, "%040zx", n + 0xabcdef);
    pid_t child = fork();
    if (child == 0) {
        int log = open(project_path(&s->p, "publish.log"), O_WRONLY | O_CREAT | O_APPEND, 0600);
        setenv("TMPDIR", project_path(&s->p, "tmp"), 1);
        dup2(log, 1);
        dup2(log, 2);
        if (chdir(s->p.directory) == 0)
            execl(BENCHDOC_PROGRAM, "benchdoc", "publish", file, "--name", "race", "--remote",
                  remote, "--commit", commit, "--deadline", "600", (char *)NULL);
        _exit(127);
    }
    return child;
}

int site_wait(pid_t child)
{
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- what must be there ---- */

size_t site_count(site *s, const char *query)
{
    char command[400];
    snprintf(command, sizeof command,
             "git -C remote.git show gh-pages:dev/bench/data.js "
             "| sed 's/^window.BENCHMARK_DATA = //' | jq '%s'",
             query);
    return strtoul(site_sh(s, command), NULL, 10);
}

void site_assert_history(site *s, size_t runs)
{
    if (site_count(s, ".entries.race | length") != runs)
        fail_msg("%zu entries, not %zu\n%s", site_count(s, ".entries.race | length"), runs,
                 site_sh(s, "tail -n 40 publish.log"));
    assert_int_equal(site_count(s, "[.entries.race[].commit.id] | unique | length"), runs);
    assert_int_equal(site_count(s, "[.entries.race[].benches[0].value] | unique | length"), runs);
    assert_string_equal(site_sh(s, "git -C remote.git ls-tree gh-pages index.html tool link "
                                   "| cut -c1-6 | tr '\\n' ' '; "
                                   "git -C remote.git show gh-pages:index.html gh-pages:tool"),
                        "100644 120000 100755 page\nrun");
    site_sh(s, "git -C remote.git fsck --strict && ! grep -r " SITE_PASSWORD " publish.log work");
}

/* Every process publishes its share, one after the other; every fourth run a
 * neighbour of its own publishes, too. @return exit status */
static int publish_share(const site *s, const char *remote, size_t who, size_t rounds)
{
    for (size_t i = 0; i < rounds; i++) {
        int status = site_wait(site_start(s, remote, who * rounds + i));
        if (status == 0 && (i + who) % 4 == 0)
            status = site_wait(site_start(s, remote, (who + 1) % PROCESSES * rounds + i));
        if (status != 0)
            return status;
    }
    return 0;
}

void site_race(site *s, const char *remote)
{
    pid_t children[PROCESSES];
    size_t rounds = (test_rounds(200) + PROCESSES / 2) / PROCESSES;
    for (size_t n = 0; n < rounds * PROCESSES; n++)
        site_write_result(s, n);
    for (size_t i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        if (children[i] == 0)
            _exit(publish_share(s, remote, i, rounds));
    }
    int worst = 0;
    for (size_t i = 0; i < PROCESSES; i++) {
        int status = site_wait(children[i]);
        worst = status > worst ? status : worst;
    }
    if (worst != 0)
        fail_msg("exit %d\n%s", worst, site_sh(s, "tail -n 40 publish.log"));
    site_assert_history(s, rounds * PROCESSES);
    assert_string_equal(site_sh(s, "ls tmp"), "");
}
