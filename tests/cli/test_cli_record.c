/* record: what it knows about a machine, what it writes, and whose exit code it has. */
#include "cli/machine.h"
#include "tests/cli/cli_support.h"

#include <string.h>
#include <unistd.h>

static const char custom[] = "[{\"name\":\"a\",\"unit\":\"ms\",\"value\":1}]";

static const char *text_of(desk *d, const char *path)
{
    bd_buf bytes = test_read(path);
    const char *text = bd_arena_text(&d->arena, bd_buf_str(&bytes));
    bd_buf_release(&bytes);
    return text;
}

static void expect_line(desk *d, const char *path, const char *line)
{
    const char *text = text_of(d, path);
    const char *whole = bd_arena_printf(&d->arena, "\n%s\n", line);
    if (!strstr(bd_arena_printf(&d->arena, "\n%s", text), whole))
        fail_msg("%s lacks: %s\n%s", path, line, text);
}

static void the_processor_is_found_in_every_form_of_cpuinfo(void **state)
{
    (void)state;
    static const struct {
        const char *cpuinfo, *cpu; /* NULL = says nothing */
    } cases[] = {
        { "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 1\nmodel name\t: AMD EPYC 7763 "
          "64-Core Processor\n",
          "AMD EPYC 7763 64-Core Processor" },
        /* lscpu 2.38.1 names these parts so */
        { "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n\nprocessor\t: 1\n"
          "CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n",
          "Neoverse-N1" },
        { "CPU implementer\t: 0x41\nCPU part\t: 0xd05\nCPU implementer\t: 0x41\n"
          "CPU part\t: 0xd0b\n",
          "Cortex-A55 + Cortex-A76" },
        { "CPU implementer\t: 0x61\nCPU part\t: 0x022\n", "ARM 0x61-0x022" },
        { "processor\t: 0\ncpu\t\t: POWER9, altivec supported\n", "POWER9, altivec supported" },
        { "processor\t: 0\nhart\t: 0\nisa\t: rv64imafdc\nuarch\t: sifive,u74-mc\n",
          "sifive,u74-mc" },
        { "BogoMIPS\t: 38.40\n", NULL },
        { "", NULL },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf out = BD_BUF_INIT;
        assert_int_equal(bd_cpu_of_cpuinfo(bd_str_of(cases[i].cpuinfo), &out),
                         cases[i].cpu != NULL);
        assert_string_equal(bd_buf_text(&out), cases[i].cpu ? cases[i].cpu : "");
        bd_buf_release(&out);
    }
}

static void memory_is_rounded_so_that_a_kernel_update_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *meminfo, *memory;
    } cases[] = {
        { "MemTotal:       16375412 kB\nMemFree: 1 kB\n", "16 GiB" },
        { "MemTotal:       16331040 kB\n", "16 GiB" },
        { "MemTotal:        2023456 kB\n", "1984 MiB" },
        { "MemFree:  1 kB\n", "" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf out = BD_BUF_INIT;
        bd_memory_of_meminfo(bd_str_of(cases[i].meminfo), &out);
        assert_string_equal(bd_buf_text(&out), cases[i].memory);
        bd_buf_release(&out);
    }
}

static void this_machine_is_what_other_programs_say_it_is(void **state)
{
    (void)state;
    desk d = desk_open();
    desk_expect(&d, "record", 0);
    desk_tells(&d, "environment.txt: written");
    expect_line(&d, "environment.txt", "measured_at=2026-07-20T10:00:01Z");
    expect_line(&d, "environment.txt",
                bd_arena_printf(&d.arena, "os=%s", desk_shell(&d, "uname -srm")));
    expect_line(&d, "environment.txt",
                bd_arena_printf(&d.arena, "cores=%s", desk_shell(&d, "getconf _NPROCESSORS_ONLN")));
    const char *cpu = desk_shell(&d, "sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1");
    if (cpu[0])
        expect_line(&d, "environment.txt", bd_arena_printf(&d.arena, "cpu=%s", cpu));
    desk_close(&d);
}

static void lines_that_it_does_not_measure_stay(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("e.txt", "# by hand\ncores=99999\ndisk=NVMe\n\nbackend=old\nlast=1");
    desk_expect(&d, "record -o e.txt --set backend=SQLite --set 'note=a = b'", 0);
    const char *text = text_of(&d, "e.txt");
    assert_int_equal(strncmp(text, "# by hand\ncores=", 16), 0);
    expect_line(&d, "e.txt", "disk=NVMe");
    expect_line(&d, "e.txt", "backend=SQLite");
    expect_line(&d, "e.txt", "last=1");
    expect_line(&d, "e.txt", "note=a = b");
    desk_tells(&d, "e.txt: cores: 99999 → ");
    desk_tells(&d, "e.txt: backend: old → SQLite");
    assert_null(strstr(text, "99999"));
    desk_close(&d);
}

static void a_slug_follows_the_cpu_that_was_stated(void **state)
{
    (void)state;
    desk d = desk_open();
    desk_expect(&d, "record --set 'cpu=AMD EPYC 7763 64-Core Processor'", 0);
    expect_line(&d, "environment.txt", "slug=amd-epyc-7763-64-core-processor");
    desk_close(&d);
}

static void every_result_that_the_command_wrote_gets_its_environment(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("source.json", custom);
    test_write_text("old/results.json", custom);
    test_write_text("named/x.json", custom);
    test_write_text("named/x.environment.txt", "disk=NVMe\n");
    test_write_text("go.sh", "mkdir -p new .hidden node_modules\n"
                             "cp source.json new/results.json; cp source.json .hidden/\n"
                             "cp source.json node_modules/; echo '{}' >new/other.json\n"
                             "sleep 0.02; echo >>named/x.json; echo text >text.txt\n");
    desk_expect(&d, "record -- sh go.sh", 0);
    static const struct {
        const char *path;
        bool there;
    } cases[] = {
        { "new/environment.txt", true },      { "old/environment.txt", false },
        { "named/environment.txt", false },   { "environment.txt", false },
        { ".hidden/environment.txt", false }, { "node_modules/environment.txt", false },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++)
        if ((access(cases[i].path, F_OK) == 0) != cases[i].there)
            fail_msg("%s: %s", cases[i].path, cases[i].there ? "missing" : "too much");
    expect_line(&d, "named/x.environment.txt", "disk=NVMe");
    expect_line(&d, "named/x.environment.txt", "measured_at=2026-07-20T10:00:01Z");
    desk_close(&d);
}

static void the_exit_code_is_the_command_s(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int code;
    } cases[] = {
        { "record -o e.txt -- true", 0 },
        { "record -o e.txt -- sh -c 'exit 7'", 7 },
        { "record -o e.txt -- sh -c 'kill -9 $$'", 137 },
        { "record -o e.txt -- no-such-program", 2 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        desk d = desk_open();
        desk_expect(&d, cases[i].words, cases[i].code);
        desk_close(&d);
    }
}

static void a_command_that_wrote_no_result_is_told(void **state)
{
    (void)state;
    desk d = desk_open();
    desk_expect(&d, "record -- true", 0);
    desk_tells(&d, "warning: the command wrote no result file of a known format");
    desk_tells(&d, "-o FILE");
    desk_close(&d);
}

static void a_dry_run_runs_and_writes_nothing(void **state)
{
    (void)state;
    desk d = desk_open();
    desk_expect(&d, "record -n -- touch made", 0);
    desk_says(&d, "measured_at=2026-07-20T10:00:01Z");
    assert_int_not_equal(access("made", F_OK), 0);
    assert_int_not_equal(access("environment.txt", F_OK), 0);
    desk_close(&d);
}

static bool names_json(const char *path)
{
    return bd_str_ends(bd_str_of(path), ".json");
}

static void only_changes_to_the_program_make_a_commit_dirty(void **state)
{
    (void)state;
    static const struct {
        const char *porcelain;
        size_t length;
        bool dirty;
    } cases[] = {
#define STATUS(text) text, sizeof(text) - 1
        { "", 0, false },
        { STATUS(" M src/main.c\0"), true },
        { STATUS(" M results.json\0 M environment.txt\0 M benchdoc.lock\0 M README.md\0"), false },
        { STATUS(" M results.json\0A  src/new.c\0"), true },
        { STATUS("R  b.json\0src/a.c\0"), false }, /* the old name is no entry */
        { STATUS("R  b.c\0a.json\0"), true },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_str porcelain = { cases[i].porcelain, cases[i].length };
        assert_int_equal(bd_status_is_dirty(porcelain, "", names_json), cases[i].dirty);
    }
}

static void commit_and_branch_are_git_s(void **state)
{
    (void)state;
    if (test_shell("command -v git", NULL, NULL) != 0)
        skip();
    desk d = desk_open();
    test_write_text("results.json", custom);
    test_write_text("sub/main.c", "int x;\n");
    desk_shell(&d, "git init -q -b trunk . && git add . && git -c user.name=A -c user.email=a@b"
                   " commit -qm one");
    const char *commit = bd_arena_printf(&d.arena, "commit=%s",
                                         desk_shell(&d, "git rev-parse HEAD"));
    test_write_text("results.json", "[{\"name\":\"a\",\"unit\":\"ms\",\"value\":2}]");
    desk_expect(&d, "record -C sub", 0);
    expect_line(&d, "sub/environment.txt", commit);
    expect_line(&d, "sub/environment.txt", "branch=trunk");
    expect_line(&d, "sub/environment.txt", "dirty=0");
    test_write_text("sub/main.c", "int y;\n");
    desk_expect(&d, "record -C sub", 0);
    expect_line(&d, "sub/environment.txt", "dirty=1");
    desk_close(&d);
}

static void a_run_is_shown_in_short(void **state)
{
    (void)state;
    desk d = desk_open();
    bd_buf many = BD_BUF_INIT;
    for (int i = 0; i < 45; i++)
        bd_buf_printf(&many, "%s{\"name\":\"n%d\",\"unit\":\"ms\",\"value\":1234.56789012}",
                      i > 0 ? "," : "[", i);
    bd_buf_putc(&many, ']');
    test_write_text("many.json", bd_buf_text(&many));
    test_write_text("environment.txt", "git_commit=abc1234\ngit_dirty=0\ngit_branch=main\n");
    desk_expect(&d, "ingest many.json", 0);
    desk_expect(&d, "history list", 0);
    desk_tells(&d, "custom: the CPU is not known; `benchdoc record -- COMMAND`");
    desk_expect(&d, "history show", 0);
    desk_says(&d, "  METRIC    VALUE  UNIT  N  BENCHMARK\n  value   1234.57  ms    -  n0\n");
    desk_says(&d, "n39\n  … and 5 more: --all shows them\n");
    desk_says(&d, "  commit  abc1234\n");
    if (strstr(bd_buf_text(&d.out), "git_") || strstr(bd_buf_text(&d.out), "n40"))
        fail_msg("twice, or too much:\n%s", bd_buf_text(&d.out));
    desk_expect(&d, "history show --all", 0);
    desk_says(&d, "n44\n");
    bd_buf_release(&many);
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_processor_is_found_in_every_form_of_cpuinfo),
        cmocka_unit_test(memory_is_rounded_so_that_a_kernel_update_changes_nothing),
        cmocka_unit_test(this_machine_is_what_other_programs_say_it_is),
        cmocka_unit_test(lines_that_it_does_not_measure_stay),
        cmocka_unit_test(a_slug_follows_the_cpu_that_was_stated),
        cmocka_unit_test(every_result_that_the_command_wrote_gets_its_environment),
        cmocka_unit_test(the_exit_code_is_the_command_s),
        cmocka_unit_test(a_command_that_wrote_no_result_is_told),
        cmocka_unit_test(a_dry_run_runs_and_writes_nothing),
        cmocka_unit_test(only_changes_to_the_program_make_a_commit_dirty),
        cmocka_unit_test(commit_and_branch_are_git_s),
        cmocka_unit_test(a_run_is_shown_in_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
