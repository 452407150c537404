/* libgit2 as the way to a remote, where there is no git program: no shallow fetch, no
 * credential helpers; tokens, an SSH agent and the usual proxies work. */
#include "core/git/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct talk {
    bd_branch *branch;
    int tries;      /* of signing in: libgit2 asks again after a refusal */
    bd_buf refusal; /* what the server said about the ref; libgit2 itself reports success */
    bd_buf told;    /* the server's remarks */
    bool moved;     /* the branch does not stand where it was fetched */
} talk;

static int sign_in(git_credential **out, const char *url, const char *user, unsigned allowed,
                   void *payload)
{
    talk *t = payload;
    const bd_git_url *known = &t->branch->url;
    (void)url;
    if (t->tries++ == 0) {
        if ((allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT) && known->password)
            return git_credential_userpass_plaintext_new(out, known->user, known->password);
        if ((allowed & GIT_CREDENTIAL_SSH_KEY) && user)
            return git_credential_ssh_key_from_agent(out, user);
    }
    git_error_set_str(GIT_ERROR_NET, "authentication failed");
    return GIT_EAUTH;
}

static int take_refusal(const char *ref, const char *status, void *payload)
{
    talk *t = payload;
    if (status)
        bd_buf_printf(&t->refusal, "! [remote rejected] %s (%s)\n", ref, status);
    return 0;
}

static int take_remark(const char *text, int len, void *payload)
{
    talk *t = payload;
    bd_str all = { text, len > 0 ? (size_t)len : 0 }, line;
    while (all.ptr && bd_str_split(&all, '\n', &line))
        if (line.len > 0)
            bd_buf_printf(&t->told, "remote: %.*s\n", (int)line.len, line.ptr);
    return 0;
}

/* libgit2 knows no lease, but shows what the server said of the branch a moment ago, and
 * the server replaces that only. A branch that is not there any more is a zero id. */
static int check_lease(const git_push_update **updates, size_t count, void *payload)
{
    static const git_oid none = { { 0 } };
    talk *t = payload;
    const git_oid *base = t->branch->exists ? &t->branch->base : &none;
    for (size_t i = 0; i < count && !t->moved; i++)
        t->moved = !git_oid_equal(&updates[i]->src, base);
    return t->moved ? GIT_EMODIFIED : 0;
}

static git_remote_callbacks callbacks(talk *t)
{
    git_remote_callbacks c;
    git_remote_init_callbacks(&c, GIT_REMOTE_CALLBACKS_VERSION);
    c.credentials = sign_in;
    c.push_update_reference = take_refusal;
    c.push_negotiation = check_lease;
    c.sideband_progress = take_remark;
    c.payload = t;
    return c;
}

/* libgit2's TLS library does not read these itself. */
static void set_certificates(const bd_env *env)
{
    const char *file = env->variable(env->state, "GIT_SSL_CAINFO");
    const char *folder = env->variable(env->state, "SSL_CERT_DIR");
    if (!file)
        file = env->variable(env->state, "SSL_CERT_FILE");
    if (file || folder)
        git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, file, folder);
}

static git_strarray headers(const bd_branch *b)
{
    return (git_strarray){ (char **)(uintptr_t)b->access.headers.items, b->access.headers.count };
}

static bd_reply judge(talk *t, bd_error *err)
{
    bd_buf said = BD_BUF_INIT, clean = BD_BUF_INIT;
    bd_buf_put_str(&said, bd_buf_str(&t->told));
    if (t->refusal.len > 0)
        bd_buf_put_str(&said, bd_buf_str(&t->refusal));
    else
        bd_buf_printf(&said, "fatal: %s\n", bd_git_reason());
    bd_git_scrub(&t->branch->access, bd_buf_str(&said), &clean);
    bd_reply reply = bd_git_judge(bd_buf_str(&clean), bd_branch_where(t->branch), err);
    bd_buf_release(&said);
    bd_buf_release(&clean);
    return reply;
}

static void end(talk *t, git_remote *remote)
{
    git_remote_free(remote);
    bd_buf_release(&t->refusal);
    bd_buf_release(&t->told);
}

/* Where the branch stands, and what HEAD names. */
static void read_heads(bd_branch *b, git_remote *remote)
{
    const git_remote_head **heads = NULL;
    size_t count = 0;
    b->head = NULL;
    if (git_remote_ls(&heads, &count, remote) != 0)
        return;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(heads[i]->name, "HEAD") == 0)
            b->head = bd_arena_strdup(&b->arena, heads[i]->symref_target);
        if (strcmp(heads[i]->name, b->ref) != 0)
            continue;
        b->base = heads[i]->oid;
        b->exists = true;
    }
}

static int make_remote(const bd_branch *b, git_remote **out)
{
    git_remote_create_options options = { .version = GIT_REMOTE_CREATE_OPTIONS_VERSION,
                                          .repository = bd_git_own_repository(b->own),
                                          .flags = GIT_REMOTE_CREATE_SKIP_INSTEADOF
                                                   | GIT_REMOTE_CREATE_SKIP_DEFAULT_FETCHSPEC };
    return git_remote_create_with_opts(out, b->url.shown, &options);
}

bd_reply bd_library_fetch(bd_branch *b, bd_error *err)
{
    talk t = { .branch = b };
    git_remote *remote = NULL;
    git_fetch_options options;
    git_fetch_options_init(&options, GIT_FETCH_OPTIONS_VERSION);
    char *spec = bd_arena_printf(&b->arena, "+%s:" BD_GIT_BASE_REF, b->ref);
    git_strarray specs = { &spec, 1 };
    options.callbacks = callbacks(&t);
    options.update_fetchhead = 0;
    options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE;
    options.proxy_opts.type = GIT_PROXY_AUTO;
    options.custom_headers = headers(b);
    set_certificates(b->env);
    int code = make_remote(b, &remote);
    if (code == 0)
        code = git_remote_fetch(remote, &specs, &options, NULL);
    if (code == 0)
        read_heads(b, remote);
    bd_reply reply = code == 0 ? BD_REPLY_DONE : judge(&t, err);
    end(&t, remote);
    return reply;
}

bd_reply bd_library_push(bd_branch *b, const git_oid *id, bool forced, bd_error *err)
{
    talk t = { .branch = b };
    git_remote *remote = NULL;
    git_reference *ref = NULL;
    git_push_options options;
    git_push_options_init(&options, GIT_PUSH_OPTIONS_VERSION);
    char *spec = bd_arena_printf(&b->arena, "%s" BD_GIT_NEW_REF ":%s", forced ? "+" : "", b->ref);
    git_strarray specs = { &spec, 1 };
    options.callbacks = callbacks(&t);
    options.proxy_opts.type = GIT_PROXY_AUTO;
    options.custom_headers = headers(b);
    set_certificates(b->env);
    git_repository *own = bd_git_own_repository(b->own);
    int code = git_reference_create(&ref, own, BD_GIT_NEW_REF, id, 1, NULL);
    if (code == 0)
        code = make_remote(b, &remote);
    if (code == 0)
        code = git_remote_upload(remote, &specs, &options);
    bd_reply reply = BD_REPLY_DONE;
    if (code == GIT_ENONFASTFORWARD || t.moved) {
        bd_fail(err, BD_ERR_GIT, "the branch '%s' has moved on", b->name);
        reply = BD_REPLY_MOVED;
    } else if (code != 0 || t.refusal.len > 0) {
        reply = judge(&t, err);
    }
    git_reference_free(ref);
    end(&t, remote);
    return reply;
}
