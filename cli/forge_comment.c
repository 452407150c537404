/* Comments on pull requests and commits: see forge.h. */
#include "cli/forge.h"

#include <inttypes.h>
#include <string.h>

static const char *permission(const bd_remark *on)
{
    return on->pull > 0 ? "pull-requests: write" : "contents: write";
}

static const char *place(const bd_remark *on, bd_arena *arena)
{
    return on->pull > 0 ? bd_arena_printf(arena, "pull request %" PRId64, on->pull)
                        : bd_arena_printf(arena, "commit %.7s", on->commit);
}

/* All of them, and where a new one goes. */
static const char *list_path(const bd_remark *on, bd_arena *arena)
{
    return on->pull > 0 ? bd_arena_printf(arena, "issues/%" PRId64 "/comments", on->pull)
                        : bd_arena_printf(arena, "commits/%s/comments", on->commit);
}

/* ---- the one of before ---- */

enum { CANDIDATES_MAX = 16 };

typedef struct candidate {
    bd_comment comment;
    const char *login;
    bool is_app;
} candidate;

typedef struct search {
    const char *marker;
    bd_arena *arena;
    candidate items[CANDIDATES_MAX];
    size_t count;
} search;

static bool begins_with_line(const char *text, const char *line)
{
    size_t n = strlen(line);
    return text && strncmp(text, line, n) == 0
           && (text[n] == '\0' || text[n] == '\n' || text[n] == '\r');
}

static bool read_comment(const bd_json *at, bd_arena *arena, bd_comment *out, bd_error *err)
{
    bd_json id;
    *out = (bd_comment){ .url = bd_json_text_of(at, "html_url", arena) };
    return bd_json_need(at, "id", &id, err) && bd_json_int(&id, &out->id, err);
}

static bool take_comment(void *context, const bd_json *item, bd_error *err)
{
    search *s = context;
    bd_json user;
    candidate *c = &s->items[s->count];
    *c = (candidate){ 0 };
    if (!begins_with_line(bd_json_text_of(item, "body", s->arena), s->marker))
        return true;
    if (!read_comment(item, s->arena, &c->comment, err))
        return false;
    if (bd_json_object_of(item, "user", &user)) {
        const char *type = bd_json_text_of(&user, "type", s->arena);
        c->login = bd_json_text_of(&user, "login", s->arena);
        c->is_app = type && strcmp(type, "Bot") == 0;
    }
    return ++s->count < CANDIDATES_MAX;
}

/* @param login  set; NULL: the token is an app's, and no person's, and may not ask */
static bd_reply who_am_i(const bd_forge *forge, bd_arena *arena, const char **login, bd_error *err)
{
    bd_answer answer;
    bd_error ignored = BD_ERROR_INIT;
    const bd_forge_request request = {
        .method = "GET",
        .path = "/user",
        .what = "ask who is signed in",
        .permission = "contents: read",
    };
    bd_reply reply = bd_forge_call(forge, &request, &answer, &ignored);
    *login = reply == BD_REPLY_DONE && answer.doc ? bd_json_text_of(&answer.root, "login", arena)
                                                  : NULL;
    if (reply == BD_REPLY_UNREACHED)
        *err = ignored;
    bd_answer_release(&answer);
    return reply == BD_REPLY_UNREACHED ? reply : BD_REPLY_DONE;
}

bd_reply bd_forge_find_comment(const bd_forge *forge, const bd_remark *on, const char *marker,
                               bd_arena *arena, bd_comment *out, bd_error *err)
{
    search s = { .marker = marker, .arena = arena };
    const char *login = NULL;
    const bd_forge_request request = {
        .method = "GET",
        .path = list_path(on, arena),
        .what = bd_arena_printf(arena, "read the comments of %s", place(on, arena)),
        .permission = permission(on),
    };
    *out = (bd_comment){ 0 };
    bd_reply reply = bd_forge_list(forge, &request, take_comment, &s, err);
    if (reply == BD_REPLY_DONE && s.count > 0)
        reply = who_am_i(forge, arena, &login, err);
    for (size_t i = 0; i < s.count && reply == BD_REPLY_DONE && out->id == 0; i++) {
        const candidate *c = &s.items[i];
        if (login ? c->login && strcmp(c->login, login) == 0 : c->is_app)
            *out = c->comment;
    }
    return reply;
}

/* ---- writing it ---- */

enum { HTTP_NOT_FOUND = 404 };

static const char *one_path(const bd_remark *on, int64_t id, bd_arena *arena)
{
    return on->pull > 0 ? bd_arena_printf(arena, "issues/comments/%" PRId64, id)
                        : bd_arena_printf(arena, "comments/%" PRId64, id);
}

bd_reply bd_forge_put_comment(const bd_forge *forge, const bd_remark *on, bd_str text,
                              bd_arena *arena, bd_comment *comment, bd_error *err)
{
    bd_answer answer;
    bd_error why = BD_ERROR_INIT;
    bd_buf body = BD_BUF_INIT;
    bd_buf_puts(&body, "{\"body\": ");
    bd_json_quote(text, &body);
    bd_buf_puts(&body, "}");
    bool is_new = comment->id == 0;
    const bd_forge_request request = {
        .method = is_new ? "POST" : "PATCH",
        .path = is_new ? list_path(on, arena) : one_path(on, comment->id, arena),
        .body = bd_buf_str(&body),
        .what = bd_arena_printf(arena, is_new ? "comment on %s" : "change the comment on %s",
                                place(on, arena)),
        .permission = permission(on),
    };
    bd_reply reply = bd_forge_call(forge, &request, &answer, err);
    if (reply == BD_REPLY_DONE
        && !(answer.doc ? read_comment(&answer.root, arena, comment, &why)
                        : bd_fail(&why, BD_ERR_GIT, "the answer is empty"))) {
        bd_fail(err, BD_ERR_GIT, "cannot %s: %s", request.what, why.message);
        reply = BD_REPLY_REFUSED;
    }
    comment->is_new = is_new;
    bool is_gone = !is_new && reply == BD_REPLY_REFUSED && answer.status == HTTP_NOT_FOUND;
    bd_answer_release(&answer);
    bd_buf_release(&body);
    if (!is_gone)
        return reply;
    *err = (bd_error)BD_ERROR_INIT;
    *comment = (bd_comment){ 0 };
    return bd_forge_put_comment(forge, on, text, arena, comment, err);
}
