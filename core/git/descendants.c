/* What was built upon a commit: see git.h. */
#include "core/git/internal.h"

#include "core/base/map.h"

#include <stdlib.h>

/* A commit whose parents are looked at one after the other. */
typedef struct step {
    git_oid oid;
    unsigned next; /* parent */
} step;

typedef struct search {
    git_repository *git;
    git_oid of;   /* the commit */
    bd_map known; /* id → was it built upon the commit, or is it the commit itself? */
    bd_arena *arena;
    step *path; /* owned: from the commit that is asked for down to an ancestor of it */
    size_t count, capacity;
} search;

static const char *id_of(search *s, const git_oid *oid)
{
    char id[GIT_OID_HEXSZ + 1];
    return bd_arena_strdup(s->arena, git_oid_tostr(id, sizeof id, oid));
}

static const size_t *answer_of(const search *s, const git_oid *oid)
{
    char id[GIT_OID_HEXSZ + 1];
    git_oid_tostr(id, sizeof id, oid);
    return bd_map_get(&s->known, bd_str_of(id));
}

static void push(search *s, const git_oid *oid)
{
    s->path = bd_grow(s->path, s->count, &s->capacity, sizeof *s->path);
    s->path[s->count++] = (step){ .oid = *oid };
}

static void answer(search *s, const git_oid *oid, size_t is_upon)
{
    bd_map_put(&s->known, bd_str_of(id_of(s, oid)), is_upon, NULL);
    s->count--;
}

/* Looks at one more parent of the last commit of the path. Where a shallow clone ends there
 * is nothing to look at. */
static void go_on(search *s)
{
    step *last = &s->path[s->count - 1];
    git_oid own = last->oid;
    git_commit *commit = NULL;
    bool is_here = git_commit_lookup(&commit, s->git, &own) == 0;
    if (!is_here || last->next >= git_commit_parentcount(commit)) {
        answer(s, &own, 0);
    } else {
        const git_oid *parent = git_commit_parent_id(commit, last->next);
        const size_t *known = answer_of(s, parent);
        if (!known)
            push(s, parent);
        else if (*known)
            answer(s, &own, 1);
        else
            last->next++;
    }
    git_commit_free(commit);
}

static bool is_upon(search *s, const char *text)
{
    git_object *object = NULL;
    if (git_revparse_single(&object, s->git, text) != 0)
        return false;
    git_oid oid = *git_object_id(object);
    bool is_other = git_object_type(object) == GIT_OBJECT_COMMIT && !git_oid_equal(&oid, &s->of);
    git_object_free(object);
    if (!is_other)
        return false;
    if (!answer_of(s, &oid))
        push(s, &oid);
    while (s->count > 0 && s->known.count < BD_ANCESTORS_MAX * 2)
        go_on(s);
    s->count = 0;
    const size_t *known = answer_of(s, &oid);
    return known && *known;
}

void bd_repository_descendants(bd_repository *r, const char *const *ancestors, size_t count,
                               const char *const *ids, size_t id_count, bd_arena *arena,
                               bd_names *out)
{
    search s = { .git = r->git, .arena = arena };
    if (count == 0 || git_oid_fromstr(&s.of, ancestors[0]) != 0)
        return;
    for (size_t i = 0; i < count; i++)
        bd_map_put(&s.known, bd_str_of(ancestors[i]), i == 0, NULL);
    for (size_t i = 0; i < id_count; i++)
        if (is_upon(&s, ids[i]))
            bd_names_add(out, ids[i]);
    free(s.path);
    bd_map_release(&s.known);
}
