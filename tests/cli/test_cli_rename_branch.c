/* history rename, merge and drop on a branch: one commit, and all other bytes stay. */
#include "tests/cli/cli_support.h"

#include <stdlib.h>
#include <string.h>

static const char *json(desk *d, const char *query)
{
    test_write("out.json", d->out.data, d->out.len);
    return desk_shell(d, bd_arena_printf(&d->arena, "jq -cr '%s' out.json", query));
}

#define BENCH(name, value) "{\"name\":\"" name "\",\"value\":" value ",\"unit\":\"ns\"}"
#define ENTRY(id, date, benches) \
    "{\"commit\":{\"id\":\"" id "\"},\"date\":" date ",\"tool\":\"go\",\"benches\":[" benches "]}"
#define FILE_OF(entries) \
    "window.BENCHMARK_DATA = {\"lastUpdate\":9,\"repoUrl\":\"\",\"entries\":{" entries "}}"

static const char main_file[] = FILE_OF(
    "\"Old\":[" ENTRY("b1", "1782864000000", BENCH("read", "2") "," BENCH("write", "3")) "," ENTRY(
        "b2", "1782950400000", BENCH("read", "4")) "],\"New\":[" ENTRY("b1", "1782864000001",
                                                                       BENCH("scan", "5")) "]");
static const char archive_file[] = FILE_OF(
    "\"Old\":[" ENTRY("a1", "1700000000000", BENCH("read", "1")) "]");
static const char other_file[] = FILE_OF(
    "\"Else\":[" ENTRY("c1", "1782864000000", BENCH("read", "6")) "]");

static desk open_branch(void)
{
    desk d = desk_open();
    setenv("HOME", bd_arena_printf(&d.arena, "%s/home", d.directory), 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    if (test_shell("git --version && jq --version", NULL, NULL) != 0) {
        desk_close(&d);
        skip();
    }
    desk_set(&d, "TMPDIR", d.directory);
    test_write_text("main.js", main_file);
    test_write_text("archive.js", archive_file);
    test_write_text("other.js", other_file);
    desk_shell(
        &d, "mkdir home && git config --global user.name a && git config --global user.email "
            "a@b.example "
            "&& git init -q -b gh-pages . && mkdir -p dev/bench/archive dev/other "
            "&& mv main.js dev/bench/data.js && mv archive.js dev/bench/archive/2023.js "
            "&& mv other.js dev/other/data.js && echo page > index.html && git add dev index.html "
            "&& git commit -qm x && git init -q --bare r.git && git push -q r.git gh-pages "
            "&& git checkout -q --orphan main && git rm -rqf . "
            "&& git commit -q --allow-empty -m first && git remote add origin r.git");
    return d;
}

static const char *show(desk *d, const char *path)
{
    return desk_shell(d, bd_arena_printf(&d->arena, "git -C r.git show 'gh-pages:%s'", path));
}

static const char *head(desk *d)
{
    return desk_shell(d, "git -C r.git rev-parse gh-pages");
}

/* A literal with one text in the place of another, wherever that stands. */
static const char *with(desk *d, const char *text, const char *from, const char *to)
{
    bd_buf out = BD_BUF_INIT;
    for (const char *at; (at = strstr(text, from)); text = at + strlen(from)) {
        bd_buf_add(&out, text, (size_t)(at - text));
        bd_buf_puts(&out, to);
    }
    bd_buf_puts(&out, text);
    const char *made = bd_arena_text(&d->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return made;
}

static void a_list_and_its_archive_get_the_new_name_in_one_commit(void **state)
{
    (void)state;
    desk d = open_branch();
    const char *before = head(&d);
    desk_expect(&d, "history rename suite Old Ticks --on gh-pages --dry-run", 0);
    desk_says(&d, "3 entries, 4 points of 2 files would be renamed");
    assert_string_equal(head(&d), before);
    desk_expect(&d, "history rename suite Old Ticks --on gh-pages", 0);
    desk_says(&d, "changed  dev/bench/archive/2023.js  1 entry, 1 point");
    assert_string_equal(show(&d, "dev/bench/data.js"), with(&d, main_file, "Old", "Ticks"));
    assert_string_equal(show(&d, "dev/bench/archive/2023.js"),
                        with(&d, archive_file, "Old", "Ticks"));
    assert_string_equal(desk_shell(&d, "git -C r.git diff --name-only gh-pages~1 gh-pages"),
                        "dev/bench/archive/2023.js\ndev/bench/data.js");
    assert_string_equal(desk_shell(&d, "git -C r.git log -1 --format=%s gh-pages"),
                        "Rename suite 'Old' to 'Ticks'");
    /* the way back that it prints */
    char *command = strstr(bd_buf_text(&d.out), "  git fetch ");
    assert_non_null(command);
    desk_shell(&d, command);
    assert_string_equal(head(&d), before);
    desk_close(&d);
}

static void a_bench_gets_another_name_and_all_other_bytes_stay(void **state)
{
    (void)state;
    desk d = open_branch();
    desk_expect(&d, "history rename series read 'read \"all\"' --on 'gh-pages:dev/*/data.js'", 0);
    desk_says(&d, "4 entries, 4 points of 3 files renamed");
    assert_string_equal(show(&d, "dev/bench/data.js"),
                        with(&d, main_file, "\"read\"", "\"read \\\"all\\\"\""));
    assert_string_equal(show(&d, "dev/other/data.js"),
                        with(&d, other_file, "\"read\"", "\"read \\\"all\\\"\""));
    desk_expect(&d, "history rename series 'read \"all\"' read --on 'gh-pages:dev/*/data.js'", 0);
    assert_string_equal(show(&d, "dev/bench/data.js"), main_file);
    assert_string_equal(show(&d, "dev/bench/archive/2023.js"), archive_file);
    assert_string_equal(show(&d, "dev/other/data.js"), other_file);
    desk_close(&d);
}

static void lists_are_merged_by_date_and_entries_dropped(void **state)
{
    (void)state;
    desk d = open_branch();
    desk_expect(&d, "history rename suite Old New --on gh-pages", 2);
    desk_tells(&d, "history merge suite 'Old' 'New'");
    desk_expect(&d, "history merge suite Old New --on gh-pages", 0);
    assert_string_equal(desk_shell(&d, "git -C r.git show gh-pages:dev/bench/data.js | sed "
                                       "'s/^[^{]*//' | jq -c '[.entries.New[] | .date]'"),
                        "[1782864000000,1782864000001,1782950400000]");
    desk_expect(&d, "history drop --commit b1 --since 2026-07-01 --on gh-pages --json", 0);
    assert_string_equal(json(&d, ".result, .entries, .points, .taken_out, (.files | length)"),
                        "dropped\n2\n3\n2\n1");
    desk_expect(&d, "history drop --series write --on gh-pages", 2);
    desk_expect(&d, "history drop New benchmark=read --until 2024-01-01 --on gh-pages", 0);
    assert_string_equal(desk_shell(&d, "git -C r.git show gh-pages:dev/bench/archive/2023.js"),
                        FILE_OF(""));
    desk_close(&d);
}

static void two_of_one_place_are_refused_and_nothing_is_pushed(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int code;
        const char *says;
    } rows[] = {
        { "history rename series read write --on gh-pages", 2, "gh-pages:dev/bench/data.js:1:" },
        { "history rename series raed x --on gh-pages", 2, "did you mean 'read'?" },
        { "history rename suite Older x --on gh-pages", 2, "did you mean 'Old'?" },
        { "history drop --suite Olds --on gh-pages", 2, "did you mean 'Old'?" },
        { "history drop --commit ffff --on gh-pages", 2, "no run fits" },
        { "history rename suite Old x --on pages", 5, "there is no branch 'pages'" },
        { "history rename suite Old x --on gh-pages:no/data.js", 3,
          "there is: --on 'gh-pages:dev/bench/data.js'" },
        { "history rename suite Old x --on gh-pages:index.html", 3, "is no data.js" },
        { "history rename suite Old x --on gh-pages --remote none.git", 5, "none.git" },
        { "history drop --on gh-pages", 2, "nothing says which runs to drop" },
    };
    desk d = open_branch();
    const char *before = head(&d);
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        desk_expect(&d, rows[i].words, rows[i].code);
        desk_tells(&d, rows[i].says);
        assert_string_equal(head(&d), before);
    }
    desk_close(&d);
}

static void one_file_that_cannot_be_read_stops_all(void **state)
{
    (void)state;
    desk d = open_branch();
    desk_shell(&d, "git clone -q -b gh-pages r.git w && cd w && printf 'window.BENCHMARK_DATA = "
                   "{\"entries\": {\"a\": [' > dev/other/data.js && git commit -qam damaged "
                   "&& git push -q origin gh-pages");
    const char *before = head(&d);
    desk_expect(&d, "history rename series read x --on 'gh-pages:dev/*/data.js'", 3);
    desk_tells(&d, "gh-pages:dev/other/data.js:1:");
    assert_string_equal(head(&d), before);
    desk_expect(&d, "history rename series read x --on gh-pages:dev/bench/data.js", 0);
    desk_close(&d);
}

/* Git that lets somebody else push first, once. */
static void who_is_overtaken_changes_what_came_meanwhile(void **state)
{
    (void)state;
    desk d = open_branch();
    test_write_text("r.json", "[{\"name\":\"read\",\"unit\":\"ms\",\"value\":8}]");
    test_write_text(
        "git.sh", "#!/bin/sh\ncase \" $* \" in *\" push \"*)\n"
                  "  if [ ! -e \"$HOME/raced\" ]; then touch \"$HOME/raced\"; (cd \"$HOME/..\" && "
                  "env -u BENCHDOC_GIT " BENCHDOC_PROGRAM
                  " publish r.json --name Old --commit dddd >/dev/null); fi;;\n"
                  "esac\nexec git \"$@\"\n");
    desk_shell(&d, "chmod +x git.sh");
    desk_set(&d, "HOME", getenv("HOME"));
    desk_set(&d, "PATH", getenv("PATH"));
    desk_set(&d, "BENCHDOC_GIT", bd_arena_printf(&d.arena, "%s/git.sh", d.directory));
    desk_expect(&d,
                bd_arena_printf(&d.arena,
                                "history rename series read get --on gh-pages --json "
                                "--remote file://%s/r.git",
                                d.directory),
                0);
    assert_string_equal(json(&d, ".attempts, .entries"), "2\n4");
    assert_string_equal(
        desk_shell(&d, "git -C r.git show gh-pages:dev/bench/data.js | sed 's/^[^{]*//' "
                       "| jq -c '[.entries.Old[] | .commit.id, .benches[0].name]'"),
        "[\"b1\",\"get\",\"b2\",\"get\",\"dddd\",\"get\"]");
    desk_close(&d);
}

/* The push arrives, its answer does not: the next try finds the names changed. */
static void a_push_whose_answer_was_lost_is_recognised(void **state)
{
    (void)state;
    desk d = open_branch();
    test_write_text(
        "git.sh", "#!/bin/sh\ncase \" $* \" in *\" push \"*)\n"
                  "  if [ ! -e \"$HOME/lost\" ]; then touch \"$HOME/lost\"; git \"$@\" >&2; "
                  "echo \"fatal: unable to access 'x': Could not resolve host: x\" >&2; exit 128; "
                  "fi;;\nesac\nexec git \"$@\"\n");
    desk_shell(&d, "chmod +x git.sh");
    desk_set(&d, "HOME", getenv("HOME"));
    desk_set(&d, "PATH", getenv("PATH"));
    desk_set(&d, "BENCHDOC_GIT", bd_arena_printf(&d.arena, "%s/git.sh", d.directory));
    desk_expect(&d,
                bd_arena_printf(&d.arena,
                                "history rename suite Old Ticks --on gh-pages --json "
                                "--remote file://%s/r.git",
                                d.directory),
                0);
    assert_string_equal(json(&d, ".result, .entries, .attempts"), "renamed\n3\n2");
    assert_string_equal(json(&d, ".commit"), head(&d));
    assert_string_equal(desk_shell(&d, "git -C r.git rev-list --count gh-pages"), "2");
    desk_close(&d);
}

static void nothing_is_lost_among_many_who_publish(void **state)
{
    (void)state;
    desk d = open_branch();
    desk_shell(&d,
               "for i in 1 2 3 4 5 6; do printf '[{\"name\":\"read\",\"unit\":\"ns\",\"value\":"
               "1%d}]' $i > r$i.json; done; for i in 1 2 3 4 5 6; do " BENCHDOC_PROGRAM
               " publish r$i.json --name Old --commit abc$i >/dev/null & done; " BENCHDOC_PROGRAM
               " history rename series write put --on gh-pages > rename.txt; "
               "echo $? > code; wait; cat code");
    assert_string_equal(desk_shell(&d, "cat code"), "0");
    assert_string_equal(
        desk_shell(&d, "git -C r.git show gh-pages:dev/bench/data.js | sed 's/^[^{]*//' | jq -c "
                       "'[.entries.Old[].commit.id] | sort'"),
        "[\"abc1\",\"abc2\",\"abc3\",\"abc4\",\"abc5\",\"abc6\",\"b1\",\"b2\"]");
    assert_string_equal(desk_shell(&d, "git -C r.git show gh-pages:dev/bench/data.js | sed "
                                       "'s/^[^{]*//' | jq -r '.entries.Old[0].benches[1].name'"),
                        "put");
    desk_shell(&d, "git -C r.git fsck --strict");
    desk_close(&d);
}

/* A renamed entry has another text, and so another id; its numbers are known. */
static void what_was_renamed_on_the_branch_is_not_imported_again(void **state)
{
    (void)state;
    desk d = open_branch();
    desk_expect(&d, "history import --json", 0);
    assert_string_equal(json(&d, ".new, .known"), "4\n0");
    desk_expect(&d, "history rename series read get --on gh-pages", 0);
    desk_expect(&d, "history import --json", 0);
    assert_string_equal(json(&d, ".new, .known"), "0\n4");
    desk_expect(&d, "history rename series read get", 0);
    desk_expect(&d, "history import --json", 0);
    assert_string_equal(json(&d, ".new, .known"), "0\n4");
    desk_expect(&d, "history rename suite Old Ticks --on gh-pages", 0);
    desk_expect(&d, "history rename suite Old Ticks", 0);
    desk_expect(&d, "history import --json", 0);
    assert_string_equal(json(&d, ".new, .known"), "0\n4");
    desk_close(&d);
}

/* Each of the real histories, as a file of a branch. */
static void real_histories_come_back_byte_for_byte(void **state)
{
    (void)state;
    char *shared = realpath(test_shared("real/datajs"), NULL);
    assert_non_null(shared);
    desk d = open_branch();
    desk_shell(&d, bd_arena_printf(&d.arena,
                                   "git clone -q -b gh-pages r.git w && cd w && i=0 && for f in "
                                   "$(find '%s' -name data.js -size -600k | sort); do i=$((i+1)); "
                                   "mkdir -p real/$i && cp \"$f\" real/$i/data.js; done && git add "
                                   "-A && git commit -qm real && git push -q origin gh-pages && "
                                   "echo $i > ../count",
                                   shared));
    free(shared);
    int count = (int)strtol(desk_shell(&d, "cat count"), NULL, 10);
    const char *tree = desk_shell(&d, "git -C r.git rev-parse gh-pages^{tree}");
    assert_in_range(count, 10, 100);
    for (int i = 1; i <= count; i++) {
        const char *read = bd_arena_printf(&d.arena,
                                           "sed -e '1s/^[^{]*//' -e '$s/;[[:space:]]*$//' "
                                           "w/real/%d/data.js | jq -r",
                                           i);
        const char *list = desk_shell(
            &d, bd_arena_printf(&d.arena, "%s '.entries | to_entries[0].key'", read));
        const char *on = bd_arena_printf(&d.arena, "--on gh-pages:real/%d/data.js", i);
        desk_expect(
            &d, bd_arena_printf(&d.arena, "history rename suite '%s' 'It is new' %s", list, on), 0);
        desk_expect(
            &d, bd_arena_printf(&d.arena, "history rename suite 'It is new' '%s' %s", list, on), 0);
        assert_string_equal(desk_shell(&d, "git -C r.git rev-parse gh-pages^{tree}"), tree);
    }
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_and_its_archive_get_the_new_name_in_one_commit),
        cmocka_unit_test(a_bench_gets_another_name_and_all_other_bytes_stay),
        cmocka_unit_test(lists_are_merged_by_date_and_entries_dropped),
        cmocka_unit_test(two_of_one_place_are_refused_and_nothing_is_pushed),
        cmocka_unit_test(one_file_that_cannot_be_read_stops_all),
        cmocka_unit_test(who_is_overtaken_changes_what_came_meanwhile),
        cmocka_unit_test(a_push_whose_answer_was_lost_is_recognised),
        cmocka_unit_test(nothing_is_lost_among_many_who_publish),
        cmocka_unit_test(what_was_renamed_on_the_branch_is_not_imported_again),
        cmocka_unit_test(real_histories_come_back_byte_for_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
