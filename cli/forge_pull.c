/* Pull requests of a forge: see forge.h. */
#include "cli/forge.h"

#include <stdlib.h>
#include <string.h>

static bool read_pull(const bd_json *at, bd_arena *arena, bd_pull *out, bd_error *err)
{
    bd_json number, head, part;
    *out = (bd_pull){ 0 };
    if (!bd_json_need(at, "number", &number, err) || !bd_json_int(&number, &out->number, err)
        || !bd_json_need(at, "head", &head, err))
        return false;
    const char *state = bd_json_text_of(at, "state", arena);
    out->is_open = state && strcmp(state, "open") == 0;
    out->head = bd_json_text_of(&head, "sha", arena);
    out->branch = bd_json_text_of(&head, "ref", arena);
    out->title = bd_json_text_of(at, "title", arena);
    out->url = bd_json_text_of(at, "html_url", arena);
    if (bd_json_object_of(at, "user", &part))
        out->author = bd_json_text_of(&part, "login", arena);
    if (bd_json_object_of(&head, "repo", &part))
        out->head_repo = bd_json_text_of(&part, "full_name", arena);
    if (bd_json_object_of(at, "base", &part))
        out->base = bd_json_text_of(&part, "ref", arena);
    return out->head || bd_json_fail(&head, err, "the pull request's head has no commit");
}

bd_reply bd_forge_pull(const bd_forge *forge, int64_t number, bd_arena *arena, bd_pull *out,
                       bd_error *err)
{
    bd_answer answer;
    bd_error why = BD_ERROR_INIT;
    const char *path = bd_arena_printf(arena, "pulls/%lld", (long long)number);
    const bd_forge_request request = {
        .method = "GET",
        .path = path,
        .what = bd_arena_printf(arena, "read pull request %lld", (long long)number),
        .permission = "pull-requests: read",
    };
    bd_reply reply = bd_forge_call(forge, &request, &answer, err);
    if (reply == BD_REPLY_DONE
        && !(answer.doc ? read_pull(&answer.root, arena, out, &why)
                        : bd_fail(&why, BD_ERR_GIT, "the answer is empty"))) {
        bd_fail(err, BD_ERR_GIT, "cannot %s: %s", request.what, why.message);
        reply = BD_REPLY_REFUSED;
    }
    bd_answer_release(&answer);
    return reply;
}

/* ---- of a commit ---- */

typedef struct search {
    const char *commit;
    bd_pulls *found;
} search;

static bool take_pull(void *context, const bd_json *item, bd_error *err)
{
    search *s = context;
    bd_pull pull;
    if (!read_pull(item, &s->found->arena, &pull, err))
        return false;
    if (!pull.is_open || strcmp(pull.head, s->commit) != 0)
        return true;
    s->found->items = bd_grow(s->found->items, s->found->count, &s->found->capacity, sizeof pull);
    s->found->items[s->found->count++] = pull;
    return true;
}

static int by_number(const void *a, const void *b)
{
    int64_t x = ((const bd_pull *)a)->number, y = ((const bd_pull *)b)->number;
    return (x > y) - (x < y);
}

/* "commits/SHA/pulls" would be shorter, and knows nothing of a fork's commits. */
bd_reply bd_forge_pulls_of(const bd_forge *forge, const char *commit, bd_pulls *out, bd_error *err)
{
    search s = { commit, out };
    const bd_forge_request request = {
        .method = "GET",
        .path = "pulls?state=open&sort=updated&direction=desc",
        .what = "list the open pull requests",
        .permission = "pull-requests: read",
    };
    bd_reply reply = bd_forge_list(forge, &request, take_pull, &s, err);
    if (out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, by_number);
    return reply;
}

void bd_pulls_release(bd_pulls *pulls)
{
    free(pulls->items);
    bd_arena_release(&pulls->arena);
    *pulls = (bd_pulls){ 0 };
}
