/* The program gh as the way to a forge: see forge.h. */
#include "cli/forge.h"

#include "core/git/git.h"

#include <string.h>

enum { PAGE = 100, PAGES_MAX = 100, EXIT_NO_LOGIN = 4, CODE_DIGITS = 3 };
static const int64_t call_limit_ns = INT64_C(60) * 1000 * 1000 * 1000;

/* ---- which repository ---- */

static const char *variable(const bd_ctx *ctx, const char *name)
{
    const char *value = ctx->env->variable(ctx->env->state, name);
    return value && value[0] ? value : NULL;
}

static bool is_name(bd_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i], letter = (char)(c | 0x20);
        bool plain = (letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9');
        if (!plain && c != '-' && c != '_' && c != '.')
            return false;
    }
    return text.len > 0 && !bd_str_is(text, ".") && !bd_str_is(text, "..");
}

/* "acme/widgets": it becomes part of a path. */
static bool take_repository(bd_forge *f, bd_str text)
{
    bd_str owner, name, rest = text;
    if (!bd_str_split(&rest, '/', &owner) || !bd_str_split(&rest, '/', &name) || rest.ptr)
        return false;
    if (!is_name(owner) || !is_name(name))
        return false;
    f->repository = bd_arena_text(&f->arena, text);
    return true;
}

/* "ghe.example", with a port where there is one. @return what stands behind the host */
static bd_str take_host(bd_forge *f, const char *url)
{
    bd_str rest = bd_str_of(url), host;
    const char *scheme = strstr(url, "://");
    rest = bd_str_sub(rest, scheme ? (size_t)(scheme - url) + 3 : 0, rest.len);
    if (!bd_str_split(&rest, '/', &host))
        return (bd_str){ 0 };
    f->host = host.len > 0 && !bd_str_is(host, "github.com") ? bd_arena_text(&f->arena, host)
                                                             : NULL;
    return rest;
}

static const char *url_of_origin(bd_forge *f)
{
    bd_error ignored = BD_ERROR_INIT;
    bd_repository *repository = bd_repository_open(".", &ignored);
    const char *url = repository ? bd_repository_web(repository, &f->arena) : NULL;
    bd_repository_close(repository);
    return url;
}

bool bd_forge_open(bd_ctx *ctx, const char *url, bd_forge *out, bd_error *err)
{
    const char *name = variable(ctx, "GITHUB_REPOSITORY");
    const char *server = variable(ctx, "GITHUB_SERVER_URL"), *gh = variable(ctx, "BENCHDOC_GH");
    *out = (bd_forge){ .env = ctx->env };
    out->program = bd_arena_strdup(&out->arena, gh ? gh : "gh");
    if (name) {
        take_host(out, server ? server : "https://github.com");
        if (take_repository(out, bd_str_of(name)))
            return true;
        bd_hint(err, "GITHUB_REPOSITORY=owner/name");
        return bd_fail(err, BD_ERR_USAGE, "GITHUB_REPOSITORY is no name of a repository: '%s'",
                       name);
    }
    url = url ? url : url_of_origin(out);
    if (url && take_repository(out, take_host(out, url)))
        return true;
    bd_hint(err, "GITHUB_REPOSITORY=owner/name says it, or the URL of the remote \"origin\"");
    return bd_fail(err, BD_ERR_USAGE, "of which repository at GitHub is not known");
}

void bd_forge_release(bd_forge *forge)
{
    bd_arena_release(&forge->arena);
}

/* ---- what went wrong ---- */

/* gh ends what it says of a refusal with "(HTTP 403)", or says "HTTP 502". @return 0 = none */
static int http_status(const char *said)
{
    int status = 0;
    for (const char *at = strstr(said, "HTTP "); at; at = strstr(at + 1, "HTTP ")) {
        const char *digits = at + strlen("HTTP ");
        if (strspn(digits, "0123456789") == CODE_DIGITS)
            status = (digits[0] - '0') * 100 + (digits[1] - '0') * 10 + (digits[2] - '0');
    }
    return status;
}

/* The forge's sentence out of "gh: Not Found (HTTP 404)", or its first line. */
static bd_str sentence(const char *said)
{
    const char *at = strstr(said, "gh: ");
    bd_str rest = bd_str_of(at ? at + strlen("gh: ") : said), line = { 0 };
    while (bd_str_trim(line).len == 0 && bd_str_split(&rest, '\n', &line))
        continue;
    return bd_str_sub(bd_str_trim(line), 0, 200);
}

static bd_reply fail(const bd_forge_request *request, const char *said, bd_reply reply,
                     bd_error *err)
{
    bd_str why = sentence(said);
    bd_fail(err, BD_ERR_GIT, "cannot %s: %.*s", request->what, (int)why.len,
            why.len > 0 ? why.ptr : "");
    return reply;
}

static bd_reply judge_refusal(const bd_forge_request *request, const char *said, int status,
                              bd_error *err)
{
    if (strstr(said, "rate limit") || status == 429) {
        bd_hint(err, "the forge answers again after a while: run it again later");
        return fail(request, said, BD_REPLY_UNREACHED, err);
    }
    if (status >= 500) {
        bd_hint(err, "the forge has trouble of its own: run it again later");
        return fail(request, said, BD_REPLY_UNREACHED, err);
    }
    if (status == 401)
        bd_hint(err, "the token is wrong or over: GH_TOKEN of the step, or `gh auth login`");
    else if (status == 403)
        bd_hint(err,
                "the job needs `permissions: { %s }`; the token of a fork's pull request can "
                "only read: docs/comment.md",
                request->permission);
    else if (status == 404)
        bd_hint(err, "is it there, and may the token see it? A private repository needs "
                     "`permissions: { contents: read }`, too");
    else
        bd_hint(err, "docs/comment.md says what is asked of the forge");
    return fail(request, said, BD_REPLY_REFUSED, err);
}

static bd_reply judge(const bd_forge *f, const bd_forge_request *request, bd_process_result *result,
                      int *http, bd_error *err)
{
    const char *said = bd_buf_text(&result->diag);
    int status = *http = http_status(said);
    enum { SIGNAL = 128 };
    if (status > 0)
        return judge_refusal(request, said, status, err);
    if (result->exit_status == EXIT_NO_LOGIN) {
        bd_hint(err, "`env: { GH_TOKEN: ${{ github.token }} }` on the step, or `gh auth login`");
        bd_fail(err, BD_ERR_GIT, "cannot %s: %s is not signed in", request->what, f->program);
        return BD_REPLY_REFUSED;
    }
    if (result->exit_status > SIGNAL) {
        bd_hint(err, "run it again later");
        bd_fail(err, BD_ERR_GIT, "cannot %s: %s did not answer in a minute, or was ended",
                request->what, f->program);
        return BD_REPLY_UNREACHED;
    }
    bool network = strstr(said, "error connecting") || strstr(said, "dial tcp")
                   || strstr(said, "no such host") || strstr(said, "timeout");
    bd_hint(err, network ? "is there a network, and a proxy in HTTPS_PROXY?"
                         : "`gh --version` and `gh auth status` may say more");
    return fail(request, said[0] ? said : "it says nothing",
                network ? BD_REPLY_UNREACHED : BD_REPLY_REFUSED, err);
}

/* ---- one call ---- */

/* Nobody is there to answer, and no colour may get into the JSON. */
static const char *const quiet_env[] = { "GH_PROMPT_DISABLED=1",
                                         "GH_NO_UPDATE_NOTIFIER=1",
                                         "NO_COLOR=1",
                                         "CLICOLOR_FORCE",
                                         "GH_FORCE_TTY",
                                         "GH_DEBUG",
                                         "DEBUG",
                                         NULL };

static bool start(const bd_forge *f, const bd_forge_request *r, bd_process_result *result,
                  bd_error *err)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_error why = BD_ERROR_INIT;
    const char *path = r->path[0] == '/'
                           ? r->path + 1
                           : bd_arena_printf(&arena, "repos/%s/%s", f->repository, r->path);
    const char *argv[16] = { f->program, "api", "--method", r->method };
    size_t count = 4;
    if (f->host) {
        argv[count++] = "--hostname";
        argv[count++] = f->host;
    }
    argv[count++] = "--header";
    argv[count++] = "Accept: application/vnd.github+json";
    argv[count++] = path;
    if (r->body.len > 0) {
        argv[count++] = "--input";
        argv[count++] = "-";
    }
    bd_process process = {
        .argv = argv, .extra_env = quiet_env, .input = r->body, .limit_ns = call_limit_ns
    };
    bool ok = f->env->run(f->env->state, &process, result, &why);
    bd_arena_release(&arena);
    if (ok)
        return true;
    bd_hint(err, "GitHub's command line is at https://cli.github.com; BENCHDOC_GH names another "
                 "program that does as it does");
    return bd_fail(err, BD_ERR_GIT, "cannot %s: %s", r->what, why.message);
}

static bd_reply read_answer(const bd_forge_request *request, bd_answer *out, bd_error *err)
{
    static const bd_json_options options = { .keep_duplicate_keys = true };
    bd_error why = BD_ERROR_INIT;
    if (bd_str_trim(bd_buf_str(&out->text)).len == 0)
        return BD_REPLY_DONE;
    if (bd_json_parse(bd_buf_str(&out->text), &options, &out->doc, &why)) {
        out->root = bd_json_root(out->doc);
        return BD_REPLY_DONE;
    }
    bd_hint(err, "does `gh api rate_limit` print JSON here?");
    bd_fail(err, BD_ERR_GIT, "cannot %s: the answer is no JSON: %s", request->what, why.message);
    return BD_REPLY_REFUSED;
}

bd_reply bd_forge_call(const bd_forge *forge, const bd_forge_request *request, bd_answer *out,
                       bd_error *err)
{
    bd_process_result result = { 0 };
    bd_reply reply = BD_REPLY_REFUSED;
    *out = (bd_answer){ 0 };
    if (start(forge, request, &result, err)) {
        out->text = result.out;
        result.out = (bd_buf)BD_BUF_INIT;
        reply = result.exit_status == 0 ? read_answer(request, out, err)
                                        : judge(forge, request, &result, &out->status, err);
    }
    bd_buf_release(&result.out);
    bd_buf_release(&result.diag);
    return reply;
}

void bd_answer_release(bd_answer *answer)
{
    bd_json_free(answer->doc);
    bd_buf_release(&answer->text);
    *answer = (bd_answer){ 0 };
}

/* ---- lists ---- */

/* @param more  set: there is another page, and it is wanted */
static bd_reply list_page(const bd_forge *forge, const bd_forge_request *request,
                          bool (*take)(void *, const bd_json *, bd_error *), void *context,
                          bool *more, bd_error *err)
{
    bd_answer answer;
    bd_json item;
    bd_error why = BD_ERROR_INIT;
    bool going = true;
    bd_reply reply = bd_forge_call(forge, request, &answer, err);
    *more = false;
    if (reply == BD_REPLY_DONE && (!answer.doc || bd_json_typeof(&answer.root) != BD_JSON_ARRAY)) {
        bd_fail(err, BD_ERR_GIT, "cannot %s: the answer is no list", request->what);
        reply = BD_REPLY_REFUSED;
    }
    if (reply == BD_REPLY_DONE) {
        for (bool at = bd_json_first(&answer.root, &item); at && going; at = bd_json_next(&item))
            going = take(context, &item, &why);
        *more = going && bd_json_count(&answer.root) == PAGE;
        if (why.code != BD_OK) {
            bd_fail(err, BD_ERR_GIT, "cannot %s: %s", request->what, why.message);
            reply = BD_REPLY_REFUSED;
        }
    }
    bd_answer_release(&answer);
    return reply;
}

bd_reply bd_forge_list(const bd_forge *forge, const bd_forge_request *request,
                       bool (*take)(void *context, const bd_json *item, bd_error *err),
                       void *context, bd_error *err)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_reply reply = BD_REPLY_DONE;
    bool more = true;
    for (int page = 1; more && page <= PAGES_MAX && reply == BD_REPLY_DONE; page++) {
        bd_forge_request one = *request;
        one.path = bd_arena_printf(&arena, "%s%cper_page=%d&page=%d", request->path,
                                   strchr(request->path, '?') ? '&' : '?', PAGE, page);
        reply = list_page(forge, &one, take, context, &more, err);
    }
    bd_arena_release(&arena);
    return reply;
}
