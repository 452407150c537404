/* Reading repositories of every shape. They are made by the git program; without it
 * these tests skip. */
#include "core/git/git.h"
#include "tests/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct fixture {
    char *directory; /* owned */
    bd_repository *repository;
    bd_arena arena;
    bd_buf text;
} fixture;

/* Runs git commands in the fixture's directory; stdout without its line end in `text`. */
static char *sh(fixture *f, const char *script)
{
    bd_buf command = BD_BUF_INIT, diag = BD_BUF_INIT;
    bd_buf_clear(&f->text);
    bd_buf_printf(&command,
                  "cd '%s' && export HOME='%s' GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
                  "GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a "
                  "GIT_COMMITTER_EMAIL=a@example.org && set -e && %s",
                  f->directory, f->directory, script);
    int status = test_shell(bd_buf_text(&command), &f->text, &diag);
    if (status != 0)
        fail_msg("%s\n%s", script, bd_buf_text(&diag));
    bd_buf_release(&command);
    bd_buf_release(&diag);
    while (f->text.len > 0 && f->text.data[f->text.len - 1] == '\n')
        f->text.data[--f->text.len] = '\0';
    return bd_buf_text(&f->text);
}

/* A repository "main" with a branch gh-pages of two commits. */
static int make(void **state)
{
    fixture *f = bd_alloc(sizeof *f);
    f->directory = test_temp_dir();
    *state = f;
    if (test_shell("git --version", NULL, NULL) != 0)
        return 0;
    sh(f, "git init -q -b main main && cd main && echo x > README && mkdir -p bench && echo y > "
          "bench/x "
          "&& git add . && git commit -qm one "
          "&& git checkout -q --orphan gh-pages && git rm -rfq . "
          "&& mkdir -p dev/bench/b dev/bench/a && printf 'first\\n' > dev/bench/b/data.js "
          "&& printf '' > dev/bench/a/data.js && printf z > dev/bench-z && printf r > "
          "'dev/\xC3\xA4 x' "
          "&& ln -s b/data.js dev/bench/link.js && chmod +x dev/bench-z "
          "&& git add . && git commit -qm two && printf 'second\\n' > dev/bench/b/data.js "
          "&& git commit -qam three && git checkout -q main");
    return 0;
}

static int unmake(void **state)
{
    fixture *f = *state;
    bd_repository_close(f->repository);
    bd_arena_release(&f->arena);
    bd_buf_release(&f->text);
    test_remove_tree(f->directory);
    free(f->directory);
    free(f);
    return 0;
}

static void need_git(void)
{
    if (test_shell("git --version", NULL, NULL) != 0) {
        print_message("git is not here\n");
        skip();
    }
}

static bd_repository *open_at(fixture *f, const char *relative)
{
    bd_error err = BD_ERROR_INIT;
    bd_repository_close(f->repository);
    f->repository = bd_repository_open(bd_path_join(&f->arena, f->directory, relative), &err);
    assert_ok(f->repository != NULL, &err);
    return f->repository;
}

static void assert_resolves(fixture *f, const char *name, const char *revision_in_main)
{
    char id[41], script[200];
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_repository_resolve(f->repository, name, id, &err), &err);
    snprintf(script, sizeof script, "git -C main rev-parse '%s^{commit}'", revision_in_main);
    assert_string_equal(id, sh(f, script));
}

static void names_resolve_as_git_resolves_them(void **state)
{
    fixture *f = *state;
    need_git();
    sh(f, "cd main && git tag -a v1 -m v1 gh-pages~1 && git tag light gh-pages");
    open_at(f, "main");
    static const char *const names[] = {
        "main", "gh-pages", "gh-pages~1", "v1", "light", "HEAD", "refs/heads/gh-pages",
    };
    for (size_t i = 0; i < BD_COUNT(names); i++)
        assert_resolves(f, names[i], names[i]);
    char id[41];
    snprintf(id, sizeof id, "%s", sh(f, "git -C main rev-parse gh-pages"));
    assert_resolves(f, id, id);
    id[9] = '\0';
    assert_resolves(f, id, id);
}

static void files_are_sorted_by_bytes_and_are_files(void **state)
{
    fixture *f = *state;
    bd_error err = BD_ERROR_INIT;
    bd_names names = { 0 };
    char id[41];
    need_git();
    open_at(f, "main");
    assert_ok(bd_repository_resolve(f->repository, "gh-pages", id, &err), &err);
    assert_ok(bd_repository_files(f->repository, id, &f->arena, &names, &err), &err);
    static const char *const want[] = {
        "dev/bench-z",
        "dev/bench/a/data.js",
        "dev/bench/b/data.js",
        "dev/\xC3\xA4 x",
    };
    assert_int_equal(names.count, BD_COUNT(want));
    for (size_t i = 0; i < BD_COUNT(want); i++)
        assert_string_equal(names.items[i], want[i]);
    bd_names_release(&names);
}

static void bytes_are_those_of_the_commit(void **state)
{
    fixture *f = *state;
    bd_error err = BD_ERROR_INIT;
    bd_buf bytes = BD_BUF_INIT;
    char id[41];
    static const struct {
        const char *name, *path, *bytes;
    } cases[] = {
        { "gh-pages", "dev/bench/b/data.js", "second\n" },
        { "gh-pages~1", "dev/bench/b/data.js", "first\n" },
        { "gh-pages", "dev/bench/a/data.js", "" },
        { "gh-pages", "dev/bench-z", "z" },
        { "main", "README", "x\n" },
    };
    need_git();
    open_at(f, "main");
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        assert_ok(bd_repository_resolve(f->repository, cases[i].name, id, &err), &err);
        assert_ok(bd_repository_read(f->repository, id, cases[i].path, &bytes, &err), &err);
        assert_str(bd_buf_str(&bytes), cases[i].bytes);
    }
    static const char *const none[] = { "dev/bench", "dev/bench/link.js", "nosuch", "" };
    for (size_t i = 0; i < BD_COUNT(none); i++) {
        bd_error refused = BD_ERROR_INIT;
        assert_ok(bd_repository_resolve(f->repository, "gh-pages", id, &err), &err);
        assert_false(bd_repository_read(f->repository, id, none[i], &bytes, &refused));
        assert_true(refused.message[0] != '\0');
        assert_int_equal(bytes.len, 0);
    }
    bd_buf_release(&bytes);
}

static void every_shape_of_repository_is_read(void **state)
{
    fixture *f = *state;
    need_git();
    sh(f,
       "git clone -q --bare main bare.git && git -C main worktree add -q ../linked gh-pages~1 2>&1 "
       "&& git clone -q --depth=1 --no-single-branch \"file://$PWD/main\" shallow "
       "&& git clone -q main detached && git -C detached checkout -q --detach "
       "&& git clone -q main packed && git -C packed gc -q && git -C packed pack-refs --all");
    static const char *const places[] = {
        "main",    "main/bench", "main/.git", "bare.git", "linked", "linked/dev/bench",
        "shallow", "detached",   "packed",
    };
    for (size_t i = 0; i < BD_COUNT(places); i++) {
        open_at(f, places[i]);
        assert_resolves(f, "gh-pages", "gh-pages");
        assert_resolves(f, "main", "main");
    }
}

static void a_branch_that_only_the_remote_has_is_found_there(void **state)
{
    fixture *f = *state;
    need_git();
    sh(f, "git clone -q main clone && git -C clone branch -a | grep -q '  gh-pages' && exit 1 || "
          "true");
    open_at(f, "clone");
    assert_resolves(f, "gh-pages", "gh-pages");
}

static void a_branch_that_is_not_here_comes_with_the_line_that_fetches_it(void **state)
{
    fixture *f = *state;
    need_git();
    sh(f, "git clone -q --single-branch --no-tags main single && "
          "git clone -q --depth=1 --no-tags \"file://$PWD/main\" shallow");
    static const struct {
        const char *place, *hint;
    } cases[] = {
        { "single", "git fetch origin gh-pages:refs/remotes/origin/gh-pages" },
        { "shallow", "git fetch --depth=1 origin gh-pages:refs/remotes/origin/gh-pages" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        char id[41];
        open_at(f, cases[i].place);
        assert_false(bd_repository_resolve(f->repository, "gh-pages", id, &err));
        assert_int_equal(err.code, BD_ERR_GIT);
        assert_non_null(strstr(err.message, "gh-pages"));
        assert_string_equal(err.hint, cases[i].hint);
        sh(f, bd_arena_printf(&f->arena, "cd %s && %s", cases[i].place, err.hint)); /* it does */
        open_at(f, cases[i].place);
        assert_resolves(f, "gh-pages", "gh-pages");
    }
}

static void where_no_repository_is_the_error_says_which_one_is_meant(void **state)
{
    fixture *f = *state;
    bd_error err = BD_ERROR_INIT;
    assert_null(bd_repository_open(f->directory, &err));
    assert_int_equal(err.code, BD_ERR_GIT);
    assert_non_null(strstr(err.message, "no git repository"));
    assert_non_null(strstr(err.hint, "benchdoc.yml"));
}

static void a_repository_of_another_user_comes_with_the_line_that_trusts_it(void **state)
{
    fixture *f = *state;
    need_git();
    if (geteuid() != 0) {
        print_message("only root can give a repository away\n");
        skip();
    }
    sh(f, "chown -R 12345:12345 main");
    for (size_t i = 0; i < 2; i++) {
        bd_error err = BD_ERROR_INIT;
        const char *inside[] = { "main", "main/bench" };
        assert_null(bd_repository_open(bd_path_join(&f->arena, f->directory, inside[i]), &err));
        assert_int_equal(err.code, BD_ERR_GIT);
        assert_non_null(strstr(err.message, "another user"));
        char *want = bd_arena_printf(&f->arena, "git config --global --add safe.directory '%s'",
                                     bd_path_join(&f->arena, f->directory, "main"));
        assert_non_null(strstr(err.hint, want));
        sh(f, bd_arena_printf(&f->arena, "chmod o+rx . && %s && git -C main status >&2", want));
    }
}

static void a_damaged_repository_is_an_error_and_no_crash(void **state)
{
    fixture *f = *state;
    bd_error err = BD_ERROR_INIT;
    bd_buf bytes = BD_BUF_INIT;
    bd_names names = { 0 };
    char id[41];
    need_git();
    open_at(f, "main");
    assert_ok(bd_repository_resolve(f->repository, "gh-pages", id, &err), &err);
    sh(f,
       "cd main && for o in $(git rev-parse gh-pages:dev/bench/b/data.js gh-pages:dev/bench/a); do "
       "f=.git/objects/$(echo $o | cut -c1-2)/$(echo $o | cut -c3-); chmod u+w $f; echo broken > "
       "$f; "
       "done");
    open_at(f, "main");
    assert_false(bd_repository_read(f->repository, id, "dev/bench/b/data.js", &bytes, &err));
    assert_int_equal(err.code, BD_ERR_GIT);
    assert_string_equal(err.file, "dev/bench/b/data.js");
    err = (bd_error)BD_ERROR_INIT;
    assert_false(bd_repository_files(f->repository, id, &f->arena, &names, &err));
    assert_int_equal(err.code, BD_ERR_GIT);
    bd_names_release(&names);
    bd_buf_release(&bytes);
}

static void a_commit_says_who_made_it_and_when(void **state)
{
    fixture *f = *state;
    bd_error err = BD_ERROR_INIT;
    bd_commit_facts facts;
    need_git();
    sh(f, "cd main && git checkout -q --detach && printf 'one\\n\\ntwo\\n\\n' "
          "| GIT_AUTHOR_NAME='A B' GIT_AUTHOR_EMAIL=ab@example.org "
          "GIT_COMMITTER_DATE='1784541600 +0900' git commit -q --allow-empty -F -");
    open_at(f, "main");
    assert_ok(bd_repository_commit(f->repository, "HEAD", &f->arena, &facts, &err), &err);
    assert_string_equal(facts.id, sh(f, "git -C main rev-parse HEAD"));
    assert_string_equal(facts.message, "one\n\ntwo");
    assert_string_equal(facts.author_name, "A B");
    assert_string_equal(facts.author_email, "ab@example.org");
    assert_string_equal(facts.committer_name, "a");
    assert_string_equal(facts.committer_email, "a@example.org");
    assert_int_equal(facts.time_s, 1784541600);
    assert_null(bd_repository_branch(f->repository, &f->arena));
    assert_null(bd_repository_web(f->repository, &f->arena));
    assert_false(bd_repository_commit(f->repository, "nosuch", &f->arena, &facts, &err));
    sh(f, "cd main && git checkout -q -b topic/x && git remote add origin "
          "https://u:p@github.com/acme/widgets.git");
    open_at(f, "main");
    assert_string_equal(bd_repository_branch(f->repository, &f->arena), "topic/x");
    assert_string_equal(bd_repository_web(f->repository, &f->arena),
                        "https://github.com/acme/widgets");
}

static void says_ancestors(fixture *f, const char *name, const char *messages, bool is_cut)
{
    bd_names ids = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_buf said = BD_BUF_INIT;
    bool cut = !is_cut;
    assert_true(bd_repository_ancestors(f->repository, name, &f->arena, &ids, &cut, &err));
    for (size_t i = 0; i < ids.count; i++) {
        bd_commit_facts facts;
        assert_true(bd_repository_commit(f->repository, ids.items[i], &f->arena, &facts, &err));
        bd_buf_printf(&said, "%s%s", i > 0 ? " " : "", facts.message);
    }
    assert_string_equal(bd_buf_text(&said), messages);
    assert_int_equal(cut, is_cut);
    bd_buf_release(&said);
    bd_names_release(&ids);
}

/* Commits at the hours 1, 2, …: a branch that leaves at "b" and is merged at "m". */
static void make_merged(fixture *f)
{
    sh(f, "git init -q -b main merged && cd merged "
          "&& c() { GIT_COMMITTER_DATE=\"2026-01-01T0$1:00Z\" git commit -q --allow-empty -m $2; } "
          "&& c 1 a && c 2 b && git checkout -q -b side && c 3 s && git checkout -q main && c 4 c "
          "&& GIT_COMMITTER_DATE=2026-01-01T05:00Z git merge -q --no-ff -m m side && c 6 d");
}

static void what_a_commit_was_built_upon_is_found_the_latest_first(void **state)
{
    fixture *f = *state;
    need_git();
    make_merged(f);
    f->repository = open_at(f, "merged");
    says_ancestors(f, "main", "d m c s b a", false);
    says_ancestors(f, "side", "s b a", false);
}

static void a_shallow_clone_says_that_there_is_more(void **state)
{
    fixture *f = *state;
    need_git();
    make_merged(f);
    sh(f, "git clone -q --depth 2 \"file://$PWD/merged\" shallow");
    f->repository = open_at(f, "shallow");
    says_ancestors(f, "HEAD", "d m", true);
}

static void ancestors_of_a_name_that_is_no_commit_are_an_error_that_names_it(void **state)
{
    fixture *f = *state;
    bd_names ids = { 0 };
    bd_error err = BD_ERROR_INIT;
    bool cut;
    need_git();
    f->repository = open_at(f, "main");
    assert_false(bd_repository_ancestors(f->repository, "no-such", &f->arena, &ids, &cut, &err));
    assert_int_equal(err.code, BD_ERR_GIT);
    assert_non_null(strstr(err.message, "no-such"));
    assert_int_equal(ids.count, 0);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_resolve_as_git_resolves_them, make, unmake),
        cmocka_unit_test_setup_teardown(files_are_sorted_by_bytes_and_are_files, make, unmake),
        cmocka_unit_test_setup_teardown(bytes_are_those_of_the_commit, make, unmake),
        cmocka_unit_test_setup_teardown(every_shape_of_repository_is_read, make, unmake),
        cmocka_unit_test_setup_teardown(a_branch_that_only_the_remote_has_is_found_there, make,
                                        unmake),
        cmocka_unit_test_setup_teardown(
            a_branch_that_is_not_here_comes_with_the_line_that_fetches_it, make, unmake),
        cmocka_unit_test_setup_teardown(where_no_repository_is_the_error_says_which_one_is_meant,
                                        make, unmake),
        cmocka_unit_test_setup_teardown(
            a_repository_of_another_user_comes_with_the_line_that_trusts_it, make, unmake),
        cmocka_unit_test_setup_teardown(a_damaged_repository_is_an_error_and_no_crash, make,
                                        unmake),
        cmocka_unit_test_setup_teardown(a_commit_says_who_made_it_and_when, make, unmake),
        cmocka_unit_test_setup_teardown(what_a_commit_was_built_upon_is_found_the_latest_first,
                                        make, unmake),
        cmocka_unit_test_setup_teardown(a_shallow_clone_says_that_there_is_more, make, unmake),
        cmocka_unit_test_setup_teardown(
            ancestors_of_a_name_that_is_no_commit_are_an_error_that_names_it, make, unmake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
