/* The world around a run: configurations of strangers, full disks, missing rights, odd
 * places. */
#include "tests/e2e/project.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

/* ---- configurations ---- */

static void all_mistakes_of_a_configuration_are_said_at_once(void **state)
{
    (void)state;
    project p = project_small();
    test_write_text(project_path(&p, "benchdoc.yml"),
                    "version: 1\ndocumnts: d.md\ninputs:\n  j:\n    files: r.json\n    formt: jmh\n"
                    "    files: x\ntables:\n  t:\n    from: jj\n    per: method\n    columns:\n"
                    "      Method: \"{method\"\n");
    REFUSES(&p, "generate", 2, "benchdoc.yml:2:1: unknown key \"documnts\"",
            "did you mean \"documents\"?", "benchdoc.yml:6:5: inputs.j: unknown key \"formt\"",
            "benchdoc.yml:7:5: the key \"files\"", "benchdoc.yml:10:11: there is no input \"jj\"",
            "benchdoc.yml:13:16: tables.t.columns.Method");
    project_remove(&p);
}

static void a_strangers_configuration_wastes_no_time_and_reads_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *program, *says; /* Python that prints benchdoc.yml */
    } cases[] = {
        { "print('a: &a [' + 'x,' * 9 + ']'); [print('%s: &%s [' % (c, c) + ('*%s,' % chr(ord(c) - "
          "1)) * 9 + ']') "
          "for c in 'bcdefgh']",
          "more than 20000 values" },
        { "print('version: 1\\n#' + 'x' * (1 << 20))", "larger than 1048576 bytes" },
        { "print('[' * 100000)", "more than 32 lists and maps" },
        { "print('version: 1\\ndocuments: ../d.md')",
          "benchdoc.yml:2:12: documents: the path \"../d.md\" leaves" },
        { "print('version: 1\\ndocuments: /etc/hosts')",
          "the path \"/etc/hosts\" leaves the project" },
        { "print('version: 1\\ndocuments: .git/config')", "inside the repository's own folder" },
        { "print('version: 1\\ndocuments: d.md\\ninputs: { j: { files: a/../../r.json } }')",
          "leaves the project" },
        { "print('version: 1\\ndocuments: [d.md, d.md]')",
          "benchdoc.yml:2:19: the document \"d.md\" is listed twice" },
        { "print('version: 2')", "install a newer benchdoc" },
        { "print()", "the configuration is empty" },
        { "import sys; sys.stdout.buffer.write(b'\\xff\\xfe')", "benchdoc.yml:1:1: not UTF-8" },
        { "print('version: 1\\ndocuments: d.md\\ninputs:\\n  c:\\n    files: c.json\\n    name: "
          "\"' "
          "+ ''.join('{%s}a' % c for c in 'bcdefghijklmnopqrstuv') + '{metric}!\"')",
          "no pattern of input 'c' fits" },
    };
    project p = project_small();
    test_write_text(project_path(&p, "make.py"),
                    "import json\njson.dump([{'name': 'a' * 40000, 'unit': 'ns', "
                    "'value': 1}], open('c.json', 'w'))\n");
    project_shell(&p, "python3 make.py && mkdir .git && touch .git/config");
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        test_write_text(project_path(&p, "make.py"), cases[i].program);
        project_shell(&p, "python3 make.py >benchdoc.yml");
        alarm(20);
        REFUSES(&p, "generate", 2, "benchdoc.yml:", cases[i].says);
        alarm(0);
    }
    project_remove(&p);
}

/* ---- disks and rights ---- */

static void a_full_disk_under_the_output_is_exit_6(void **state)
{
    (void)state;
    static const char *const commands[] = { "generate --check",
                                            "table r.json",
                                            "fields r.json",
                                            "formats",
                                            "help",
                                            "generate --json",
                                            "ingest --dry-run --json r.json" };
    project p = project_small();
    project_expect(&p, "generate", 0);
    project_replace(&p, "d.md", "1.50", "1.51"); /* a diff to print */
    for (size_t i = 0; i < BD_COUNT(commands); i++) {
        bd_buf line = BD_BUF_INIT;
        bd_buf_printf(&line, "%s >/dev/full", commands[i]);
        project_expect(&p, bd_buf_text(&line), 6);
        assert_true(project_says(&p, "standard output cannot be written"));
        bd_buf_release(&line);
    }
    project_remove(&p);
}

static void a_full_disk_under_a_document_leaves_everything_as_it_was(void **state)
{
    (void)state;
    project p = project_small();
    char *disk = bd_strdup(project_path(&p, "docs"));
    project_shell(&p, "mkdir docs");
    if (mount("tmpfs", disk, "tmpfs", 0, "size=64k") != 0) {
        print_message("SKIPPED: no file system may be mounted here (%s)\n", strerror(errno));
        free(disk);
        project_remove(&p);
        skip();
    }
    project_replace(&p, "benchdoc.yml", "documents: d.md", "documents: [d.md, docs/e.md]");
    project_shell(&p, "cp d.md docs/e.md; head -c 70000 /dev/zero >docs/filler 2>/dev/null; true");
    bd_buf before = project_fingerprint(&p);
    int status = project_run(&p, "generate");
    bd_buf after = project_fingerprint(&p);
    project_run(&p, "formats >/dev/null; ls -A docs");
    bool left = strstr(bd_buf_text(&p.out), "benchdoc-") != NULL;
    umount(disk);
    assert_int_equal(status, 6);
    assert_str(bd_buf_str(&after), bd_buf_text(&before));
    assert_false(left);
    bd_buf_release(&before);
    bd_buf_release(&after);
    free(disk);
    project_remove(&p);
}

/* Rights do not bind root: then another user runs it. */
static int run_as_nobody(project *p, const char *arguments)
{
    bd_buf line = BD_BUF_INIT;
    bd_buf_printf(&line, "cd '%s' && %s'%s' %s", p->directory,
                  geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "",
                  BENCHDOC_PROGRAM, arguments);
    int status = test_shell(bd_buf_text(&line), &p->out, &p->diag);
    bd_buf_release(&line);
    return status;
}

static void what_must_not_be_read_or_written_says_which_right_is_missing(void **state)
{
    (void)state;
    static const struct {
        const char *command;
        int status;
        const char *says, *hint;
    } cases[] = {
        { "chmod 555 .", 6, "cannot be written: Permission denied", "chmod u+w" },
        { "chmod 444 d.md", 6, "d.md: cannot be written: Permission denied", "chmod u+w" },
        { "chmod 000 r.json", 3, "r.json: cannot be read: Permission denied", "chmod u+r" },
        { "chmod 000 d.md", 3, "d.md: cannot be read: Permission denied", "chmod u+r" },
        { "chmod 000 benchdoc.yml", 2, "benchdoc.yml: cannot be read: Permission denied", "" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        project p = project_small();
        project_shell(&p, "chmod 755 . && chown -R 65534 . 2>/dev/null; true");
        if (run_as_nobody(&p, "generate --dry-run") != 0) {
            print_message("SKIPPED: no other user can run it here: %s\n", bd_buf_text(&p.diag));
            project_remove(&p);
            skip();
        }
        project_shell(&p, cases[i].command);
        bd_buf before = project_read(&p, "d.md");
        int status = run_as_nobody(&p, "generate");
        bd_buf after = project_read(&p, "d.md");
        if (status != cases[i].status || !project_says(&p, cases[i].says)
            || !project_says(&p, cases[i].hint))
            fail_msg("%s: exit %d: %s", cases[i].command, status, bd_buf_text(&p.diag));
        assert_str(bd_buf_str(&after), bd_buf_text(&before));
        assert_int_not_equal(access(project_path(&p, "benchdoc.lock"), F_OK), 0);
        bd_buf_release(&before);
        bd_buf_release(&after);
        project_shell(&p, "chmod -R u+rwX .");
        project_remove(&p);
    }
}

/* ---- places and surroundings ---- */

static void output_depends_on_nothing_around_it(void **state)
{
    (void)state;
    static const char *const around[] = { "env -u HOME",
                                          "env -i",
                                          "env LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8",
                                          "env LC_ALL=tr_TR.UTF-8",
                                          "env LC_ALL=C",
                                          "env TZ=Asia/Kolkata",
                                          "env COLUMNS=20 TERM=dumb CLICOLOR_FORCE=1" };
    project p = project_copy("skript-orm");
    for (size_t i = 0; i < BD_COUNT(around); i++) {
        bd_buf line = BD_BUF_INIT;
        bd_buf_printf(&line, "cd '%s' && %s '%s' generate --check", p.directory, around[i],
                      BENCHDOC_PROGRAM);
        if (test_shell(bd_buf_text(&line), &p.out, &p.diag) != 0)
            fail_msg("%s: %s%s", around[i], bd_buf_text(&p.out), bd_buf_text(&p.diag));
        bd_buf_release(&line);
    }
    project_remove(&p);
}

static void the_project_is_found_wherever_it_is(void **state)
{
    (void)state;
    project p = project_small();
    bd_buf deep = BD_BUF_INIT, line = BD_BUF_INIT;
    bd_buf_puts(&deep, "m\xc3\xbcnchen \xe6\xb8\xac\xe8\xa9\xa6/a b/$HOME;x");
    for (int i = 0; i < 4; i++)
        bd_buf_printf(&deep, "/%0200d", i);
    bd_buf_printf(&line, "mkdir -p '%s/sub/dir' && mv benchdoc.yml r.json d.md '%s'",
                  bd_buf_text(&deep), bd_buf_text(&deep));
    project_shell(&p, bd_buf_text(&line));
    static const char *const ways[] = { "-C '%s' generate",
                                        "--config '%s/benchdoc.yml' generate --check",
                                        "-C '%s/sub/dir' generate --check",
                                        "generate -C '%s' --check d.md" };
    for (size_t i = 0; i < BD_COUNT(ways); i++) {
        const char *hole = strstr(ways[i], "%s");
        bd_buf_clear(&line);
        bd_buf_printf(&line, "%.*s%s%s", (int)(hole - ways[i]), ways[i], bd_buf_text(&deep),
                      hole + 2);
        project_expect(&p, bd_buf_text(&line), 0);
    }
    REFUSES(&p, "generate", 2, "no benchdoc.yml here or in a directory above", "benchdoc init");
    REFUSES(&p, "-C nowhere generate", 2, "nowhere: cannot work there", "-C takes the directory");
    REFUSES(&p, "--config none.yml generate", 2, "none.yml: no such file", "check the path");
    bd_buf_release(&deep);
    bd_buf_release(&line);
    project_remove(&p);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_mistakes_of_a_configuration_are_said_at_once),
        cmocka_unit_test(a_strangers_configuration_wastes_no_time_and_reads_nothing),
        cmocka_unit_test(a_full_disk_under_the_output_is_exit_6),
        cmocka_unit_test(a_full_disk_under_a_document_leaves_everything_as_it_was),
        cmocka_unit_test(what_must_not_be_read_or_written_says_which_right_is_missing),
        cmocka_unit_test(output_depends_on_nothing_around_it),
        cmocka_unit_test(the_project_is_found_wherever_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
