/* What came before a commit: see git.h. libgit2's own walk fails in a shallow clone, whose
 * last commits name parents that are not there. */
#include "core/git/internal.h"

#include "core/base/map.h"

#include <stdlib.h>

/* Commits to come, the latest on top. */
typedef struct waiting {
    git_commit **items; /* owned, with the commits */
    size_t count, capacity;
} waiting;

static bool is_later(const git_commit *a, const git_commit *b)
{
    return git_commit_time(a) > git_commit_time(b);
}

static void swap(waiting *w, size_t a, size_t b)
{
    git_commit *commit = w->items[a];
    w->items[a] = w->items[b];
    w->items[b] = commit;
}

static void put(waiting *w, git_commit *commit)
{
    w->items = bd_grow(w->items, w->count, &w->capacity, sizeof(git_commit *));
    w->items[w->count] = commit;
    for (size_t i = w->count++; i > 0 && is_later(w->items[i], w->items[(i - 1) / 2]);
         i = (i - 1) / 2)
        swap(w, i, (i - 1) / 2);
}

static git_commit *take(waiting *w)
{
    git_commit *top = w->items[0];
    w->items[0] = w->items[--w->count];
    for (size_t i = 0, child = 1; child < w->count; child = 2 * i + 1) {
        if (child + 1 < w->count && is_later(w->items[child + 1], w->items[child]))
            child++;
        if (!is_later(w->items[child], w->items[i]))
            break;
        swap(w, i, child);
        i = child;
    }
    return top;
}

typedef struct ancestry {
    git_repository *git;
    waiting waiting;
    bd_map seen;
    bd_arena *arena;
    bd_names *out;
    bool cut;
} ancestry;

static void meet(ancestry *a, const git_oid *oid)
{
    char id[GIT_OID_HEXSZ + 1];
    git_commit *commit = NULL;
    bool is_new;
    git_oid_tostr(id, sizeof id, oid);
    if (bd_map_get(&a->seen, bd_str_of(id)))
        return;
    bd_map_put(&a->seen, bd_str_of(bd_arena_strdup(a->arena, id)), 0, &is_new);
    if (git_commit_lookup(&commit, a->git, oid) == 0)
        put(&a->waiting, commit);
    else
        a->cut = true;
}

bool bd_repository_ancestors(bd_repository *r, const char *name, bd_arena *arena, bd_names *out,
                             bool *cut, bd_error *err)
{
    char id[GIT_OID_HEXSZ + 1];
    git_oid oid;
    ancestry a = { .git = r->git, .arena = arena, .out = out };
    if (!bd_repository_resolve(r, name, id, err))
        return false;
    if (git_oid_fromstr(&oid, id) == 0)
        meet(&a, &oid);
    while (a.waiting.count > 0) {
        git_commit *commit = take(&a.waiting);
        a.cut = a.cut || out->count >= BD_ANCESTORS_MAX;
        if (out->count < BD_ANCESTORS_MAX) {
            git_oid_tostr(id, sizeof id, git_commit_id(commit));
            bd_names_add(out, bd_arena_strdup(arena, id));
            for (unsigned i = 0; i < git_commit_parentcount(commit); i++)
                meet(&a, git_commit_parent_id(commit, i));
        }
        git_commit_free(commit);
    }
    *cut = a.cut;
    free(a.waiting.items);
    bd_map_release(&a.seen);
    return true;
}
