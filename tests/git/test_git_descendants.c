/* What was built upon a commit. The repository is made by the git program; without it this
 * test skips. */
#include "core/git/git.h"
#include "tests/support.h"

#include <stdlib.h>

/* Commits at the hours 1, 2, …: a branch that leaves at "b" and is merged at "m"; "late" is
 * older by its date than what it was built upon. */
static const char script[] =
    "cd '%s' && export HOME=\"$PWD\" GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
    "GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org "
    "&& set -e && git init -q -b main merged && cd merged "
    "&& c() { GIT_COMMITTER_DATE=\"2026-01-01T0$1:00Z\" git commit -q --allow-empty -m $2; } "
    "&& c 1 a && c 2 b && git checkout -q -b side && c 3 s && git checkout -q main && c 4 c "
    "&& GIT_COMMITTER_DATE=2026-01-01T05:00Z git merge -q --no-ff -m m side && c 6 d "
    "&& git checkout -q -b late && c 1 late && git checkout -q --orphan alone && c 9 alone "
    "&& git checkout -q main && cd .. "
    "&& git clone -q --depth 2 --branch main \"file://$PWD/merged\" shallow";

typedef struct world {
    char *directory; /* owned */
    bd_repository *repository;
    bd_arena arena;
} world;

/* As `git rev-list --ancestry-path NAME..COMMIT` finds them. */
static void says(world *w, const char *name, const char *messages)
{
    static const char *const all[] = { "late",  "main",   "main~1", "main~2", "side",
                                       "alone", "main~3", "main~4", "no-such" };
    bd_names ancestors = { 0 }, later = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_buf said = BD_BUF_INIT;
    bool cut;
    assert_true(bd_repository_ancestors(w->repository, name, &w->arena, &ancestors, &cut, &err));
    bd_repository_descendants(w->repository, (const char *const *)ancestors.items, ancestors.count,
                              all, BD_COUNT(all), &w->arena, &later);
    for (size_t i = 0; i < later.count; i++) {
        bd_commit_facts facts;
        assert_true(bd_repository_commit(w->repository, later.items[i], &w->arena, &facts, &err));
        bd_buf_printf(&said, "%s ", facts.message);
    }
    if (!bd_str_is(bd_buf_str(&said), messages))
        fail_msg("%s: \"%s\" in place of \"%s\"", name, bd_buf_text(&said), messages);
    bd_buf_release(&said);
    bd_names_release(&ancestors);
    bd_names_release(&later);
}

static void open_at(world *w, const char *folder)
{
    bd_error err = BD_ERROR_INIT;
    bd_repository_close(w->repository);
    w->repository = bd_repository_open(bd_path_join(&w->arena, w->directory, folder), &err);
    if (!w->repository)
        fail_msg("%s", err.message);
}

static void what_was_built_upon_a_commit_is_known_through_merges(void **state)
{
    (void)state;
    world w = { .directory = test_temp_dir() };
    bd_buf diag = BD_BUF_INIT;
    if (test_shell("git --version", NULL, NULL) != 0)
        skip();
    if (test_shell(bd_arena_printf(&w.arena, script, w.directory), NULL, &diag) != 0)
        fail_msg("%s", bd_buf_text(&diag));
    open_at(&w, "merged");
    says(&w, "late", "");
    says(&w, "main", "late ");
    says(&w, "side", "late d m ");
    says(&w, "main~2", "late d m "); /* c: s lies beside it */
    says(&w, "main~3", "late d m c s ");
    says(&w, "main~4", "late d m c s b ");
    says(&w, "alone", "");
    open_at(&w, "shallow");
    says(&w, "HEAD~1", "d ");
    bd_repository_close(w.repository);
    bd_buf_release(&diag);
    bd_arena_release(&w.arena);
    test_remove_tree(w.directory);
    free(w.directory);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_built_upon_a_commit_is_known_through_merges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
