/* What GitHub (or a forge that does as it does) says of the job: see event.h. */
#include "cli/event.h"
#include "core/json/json.h"

#include <string.h>

enum { EVENT_BYTES_MAX = 32 << 20 };

static const char *variable(const bd_ctx *ctx, const char *name)
{
    const char *value = ctx->env->variable(ctx->env->state, name);
    return value && value[0] ? value : NULL;
}

/* A number from 1 on; 0 when it is missing, or something else. */
static int64_t number_of(const bd_json *object, const char *name)
{
    bd_json member;
    int64_t number = 0;
    bd_error ignored = BD_ERROR_INIT;
    bool ok = bd_json_member(object, name, &member) && bd_json_int(&member, &number, &ignored);
    return ok && number > 0 ? number : 0;
}

bool bd_is_commit_id(const char *text)
{
    size_t n = text ? strspn(text, "0123456789abcdef") : 0;
    return text && text[n] == '\0' && (n == 40 || n == 64);
}

static void take_person(const bd_json *commit, const char *name, bd_person *out, bd_arena *arena)
{
    bd_json person;
    if (bd_json_object_of(commit, name, &person))
        *out = (bd_person){ bd_json_text_of(&person, "name", arena),
                            bd_json_text_of(&person, "email", arena),
                            bd_json_text_of(&person, "username", arena) };
}

static void take_push(const bd_json *head, bd_event *out)
{
    bd_buf json = BD_BUF_INIT;
    bd_arena *arena = &out->arena;
    const char *id = bd_json_text_of(head, "id", arena),
               *time = bd_json_text_of(head, "timestamp", arena);
    if (!bd_is_commit_id(id))
        return;
    out->commit.id = id;
    out->commit.message = bd_json_text_of(head, "message", arena);
    out->commit.url = bd_json_text_of(head, "url", arena);
    if (time && !bd_time_parse(bd_str_of(time), &out->commit.time_ns))
        out->commit.time_ns = BD_TIME_UNKNOWN;
    take_person(head, "author", &out->commit.author, arena);
    take_person(head, "committer", &out->commit.committer, arena);
    bd_json_compact(head, &json);
    out->head_commit = bd_arena_text(arena, bd_buf_str(&json));
    bd_buf_release(&json);
}

/* A fork may be deleted meanwhile: then the head has no repository and no user. */
static void take_pull_request(const bd_json *request, bd_event *out)
{
    bd_arena *arena = &out->arena;
    bd_json head, part;
    const char *url = bd_json_text_of(request, "html_url", arena);
    const char *id = bd_json_object_of(request, "head", &head)
                         ? bd_json_text_of(&head, "sha", arena)
                         : NULL;
    if (!bd_is_commit_id(id))
        return;
    out->commit.id = id;
    out->commit.message = bd_json_text_of(request, "title", arena);
    out->commit.branch = bd_json_text_of(&head, "ref", arena);
    if (bd_json_object_of(request, "base", &part))
        out->pull_into = bd_json_text_of(&part, "ref", arena);
    if (url)
        out->commit.url = bd_arena_printf(arena, "%s/commits/%s", url, id);
    out->pull_request = number_of(request, "number");
    out->pull_head = id;
    if (bd_json_object_of(&head, "repo", &part))
        out->pull_repository = bd_json_text_of(&part, "full_name", arena);
    if (bd_json_object_of(&head, "user", &part)) {
        const char *login = bd_json_text_of(&part, "login", arena);
        out->commit.author = out->commit.committer = (bd_person){ login, NULL, login };
    }
}

static void take_finished(const bd_json *run, bd_event *out)
{
    bd_json repository;
    bd_arena *arena = &out->arena;
    const char *id = bd_json_text_of(run, "head_sha", arena);
    out->finished = (bd_finished){ .event = bd_json_text_of(run, "event", arena),
                                   .head_sha = bd_is_commit_id(id) ? id : NULL,
                                   .head_branch = bd_json_text_of(run, "head_branch", arena) };
    if (bd_json_object_of(run, "head_repository", &repository))
        out->finished.head_repository = bd_json_text_of(&repository, "full_name", arena);
}

static const char *branch_of_ref(const char *ref)
{
    return ref && bd_str_starts(bd_str_of(ref), "refs/heads/") ? ref + strlen("refs/heads/") : NULL;
}

bool bd_event_parse(bd_str text, bd_event *out, bd_error *err)
{
    static const bd_json_options options = { .lenient = true, .keep_duplicate_keys = true };
    bd_json_doc *doc = NULL;
    bd_json part, request;
    if (!bd_json_parse(text, &options, &doc, err))
        return false;
    bd_json root = bd_json_root(doc);
    bool ok = bd_json_expect(&root, BD_JSON_OBJECT, err);
    if (ok && bd_json_object_of(&root, "repository", &part)) {
        out->repo_url = bd_json_text_of(&part, "html_url", &out->arena);
        out->default_branch = bd_json_text_of(&part, "default_branch", &out->arena);
        out->repository = bd_json_text_of(&part, "full_name", &out->arena);
    }
    if (ok && bd_json_object_of(&root, "workflow_run", &part))
        take_finished(&part, out);
    /* a comment: the commit is not said */
    if (ok && bd_json_object_of(&root, "issue", &part)
        && bd_json_object_of(&part, "pull_request", &request))
        out->pull_request = number_of(&part, "number");
    if (ok && bd_json_object_of(&root, "pull_request", &part)) {
        take_pull_request(&part, out);
    } else if (ok && bd_json_object_of(&root, "head_commit", &part)) {
        take_push(&part, out);
        const char *branch = branch_of_ref(bd_json_text_of(&root, "ref", &out->arena));
        out->commit.branch = branch ? branch : out->commit.branch;
    }
    bd_json_free(doc);
    return ok;
}

static void read_payload(bd_ctx *ctx, const char *path, bd_event *out)
{
    bd_buf text = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    if (!bd_file_read(path, EVENT_BYTES_MAX, &text, &err)
        || !bd_event_parse(bd_buf_str(&text), out, &err)) {
        err.hint[0] = '\0';
        bd_hint(&err, "GITHUB_EVENT_PATH names it; without it only GITHUB_SHA is known");
        bd_error_in_file(&err, path);
        bd_diagnostics_add(&ctx->found, BD_WARNING, &err);
        out->is_unreadable = true;
    }
    bd_buf_release(&text);
}

static const char *url_of_server(const bd_ctx *ctx, bd_arena *arena)
{
    const char *server = variable(ctx, "GITHUB_SERVER_URL");
    const char *name = variable(ctx, "GITHUB_REPOSITORY");
    return name ? bd_arena_printf(arena, "%s/%s", server ? server : "https://github.com", name)
                : NULL;
}

void bd_event_read(bd_ctx *ctx, bd_event *out)
{
    *out = (bd_event){ .commit = BD_COMMIT_INIT };
    const char *path = variable(ctx, "GITHUB_EVENT_PATH"), *sha = variable(ctx, "GITHUB_SHA");
    const char *repository = variable(ctx, "GITHUB_REPOSITORY");
    if (path)
        read_payload(ctx, path, out);
    out->name = bd_arena_strdup(&out->arena, variable(ctx, "GITHUB_EVENT_NAME"));
    if (repository) /* the runner's word before the payload's */
        out->repository = bd_arena_strdup(&out->arena, repository);
    if (!out->repo_url)
        out->repo_url = url_of_server(ctx, &out->arena);
    if (out->commit.id || !bd_is_commit_id(sha))
        return;
    out->commit.id = bd_arena_strdup(&out->arena, sha);
    out->commit.branch = bd_arena_strdup(&out->arena, branch_of_ref(variable(ctx, "GITHUB_REF")));
}

void bd_event_release(bd_event *event)
{
    bd_arena_release(&event->arena);
}
