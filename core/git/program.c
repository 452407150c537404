/* The git program as the way to a remote: it knows every credential helper, proxy and
 * certificate that its user has set up. Settings and secrets go through its environment. */
#include "core/git/internal.h"

#include <signal.h>
#include <string.h>

enum { MAJOR_MIN = 2, MINOR_MIN = 31 }; /* GIT_CONFIG_COUNT */

/* ---- which program ---- */

static unsigned number(bd_str *text)
{
    unsigned n = 0;
    while (text->len > 0 && text->ptr[0] >= '0' && text->ptr[0] <= '9') {
        n = n * 10 + (unsigned)(text->ptr[0] - '0');
        *text = bd_str_sub(*text, 1, text->len);
    }
    *text = bd_str_sub(*text, 1, text->len);
    return n;
}

/* "git version 2.39.5". */
static bool is_new_enough(bd_str said)
{
    if (!bd_str_starts(said, "git version "))
        return false;
    said = bd_str_sub(said, strlen("git version "), said.len);
    unsigned major = number(&said), minor = number(&said);
    return major > MAJOR_MIN || (major == MAJOR_MIN && minor >= MINOR_MIN);
}

const char *bd_program_find(const bd_env *env, bd_arena *arena)
{
    const char *name = env->variable(env->state, "BENCHDOC_GIT");
    bd_process_result result = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    if (name && strcmp(name, "libgit2") == 0)
        return NULL;
    name = bd_arena_strdup(arena, name && name[0] ? name : "git");
    const char *argv[] = { name, "--version", NULL };
    bd_process process = { .argv = argv };
    bool ok = env->run(env->state, &process, &result, &ignored) && result.exit_status == 0
              && is_new_enough(bd_buf_str(&result.out));
    bd_buf_release(&result.out);
    bd_buf_release(&result.diag);
    return ok ? name : NULL;
}

/* ---- its environment ---- */

/* A variable without "=" is taken away: a hook or an alias that runs benchdoc has set
 * them, and objects would land in the user's repository. */
static const char *const plain_env[] = {
    "LC_ALL=C",
    "LANGUAGE=C",
    "GIT_TERMINAL_PROMPT=0",
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_SHALLOW_FILE",
    "GIT_QUARANTINE_PATH",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_GRAFT_FILE",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_PUSH_OPTION_COUNT",
};

/* What the user's set-up must not do here. */
static const char *const plain_settings[][2] = {
    { "core.hooksPath", "/dev/null" }, { "push.followTags", "false" },
    { "push.gpgSign", "false" },       { "gc.auto", "0" },
    { "maintenance.auto", "false" },   { "http.lowSpeedLimit", "1" },
    { "http.lowSpeedTime", "60" },     { "advice.pushUpdateRejected", "false" },
    { "fetch.unpackLimit", "1" }, /* what came packed stays so: nothing is packed twice */
};

typedef struct environment {
    bd_names all;
    size_t settings;
    bd_arena arena;
} environment;

static void set(environment *e, const char *key, const char *value)
{
    bd_names_add(&e->all, bd_arena_printf(&e->arena, "GIT_CONFIG_KEY_%zu=%s", e->settings, key));
    bd_names_add(&e->all,
                 bd_arena_printf(&e->arena, "GIT_CONFIG_VALUE_%zu=%s", e->settings, value));
    e->settings++;
}

/* The user's own settings of this kind stay in front of ours. */
static size_t settings_before(const bd_env *env)
{
    const char *count = env->variable(env->state, "GIT_CONFIG_COUNT");
    bd_str text = bd_str_of(count);
    return count ? number(&text) : 0;
}

static void make_environment(const bd_branch *b, environment *e)
{
    for (size_t i = 0; i < BD_COUNT(plain_env); i++)
        bd_names_add(&e->all, plain_env[i]);
    e->settings = settings_before(b->env);
    for (size_t i = 0; i < BD_COUNT(plain_settings); i++)
        set(e, plain_settings[i][0], plain_settings[i][1]);
    for (size_t i = 0; i < b->access.settings.count; i++) {
        const char *key = b->access.settings.items[i];
        set(e, key, key + strlen(key) + 1);
    }
    bd_names_add(&e->all, bd_arena_printf(&e->arena, "GIT_CONFIG_COUNT=%zu", e->settings));
    bd_names_add(&e->all, NULL);
}

/* ---- running it ---- */

/* @return 0 = as long as it takes */
static int64_t time_left(const bd_branch *b)
{
    const int64_t least = 1000000000;
    int64_t left = b->deadline_ns - b->env->now_unix_ns(b->env->state);
    if (b->deadline_ns == 0)
        return 0;
    return left > least ? left : least;
}

/* What it says, without secrets. @return exit status, -1 when it could not be run */
static int run(bd_branch *b, const char *const *arguments, bd_buf *said, bd_error *err)
{
    environment e = { 0 };
    bd_process_result result = { 0 };
    const char *argv[16] = { b->program,
                             bd_arena_printf(&b->arena, "--git-dir=%s", bd_git_own_path(b->own)) };
    for (size_t i = 0; arguments[i] && i + 3 < BD_COUNT(argv); i++)
        argv[i + 2] = arguments[i];
    make_environment(b, &e);
    bd_process process = { .argv = argv, .extra_env = e.all.items, .limit_ns = time_left(b) };
    int status = -1;
    if (b->env->run(b->env->state, &process, &result, err))
        status = result.exit_status;
    bd_buf_clear(said);
    bd_git_scrub(&b->access, bd_buf_str(&result.diag), said);
    bd_buf_putc(said, '\n');
    bd_git_scrub(&b->access, bd_buf_str(&result.out), said);
    bd_buf_release(&result.out);
    bd_buf_release(&result.diag);
    bd_names_release(&e.all);
    bd_arena_release(&e.arena);
    return status;
}

static bd_reply judge(bd_branch *b, int status, const bd_buf *said, bd_error *err)
{
    enum { SIGNAL = 128 };
    if (status == -1)
        return BD_REPLY_REFUSED;
    if ((status == SIGNAL + SIGTERM || status == SIGNAL + SIGKILL) && b->deadline_ns > 0
        && b->env->now_unix_ns(b->env->state) >= b->deadline_ns) {
        bd_fail(err, BD_ERR_GIT, "the time was over before the server had answered");
        bd_hint(err, "run it again later, or give it longer: --deadline SECONDS");
        bd_error_in_file(err, bd_branch_where(b));
        return BD_REPLY_UNREACHED;
    }
    if (status > SIGNAL && said->len <= 1) {
        bd_fail(err, BD_ERR_GIT, "git was ended by signal %d", status - SIGNAL);
        return BD_REPLY_REFUSED;
    }
    return bd_git_judge(bd_buf_str(said), bd_branch_where(b), err);
}

bd_reply bd_program_fetch(bd_branch *b, bd_error *err)
{
    bd_buf said = BD_BUF_INIT;
    const char *spec = bd_arena_printf(&b->arena, "+%s:" BD_GIT_BASE_REF, b->ref);
    const char *const arguments[] = { "fetch",     "--depth=1",
                                      "--no-tags", "--no-write-fetch-head",
                                      "--quiet",   "--no-recurse-submodules",
                                      "--",        b->url.shown,
                                      spec,        NULL };
    bd_reply reply = BD_REPLY_DONE;
    int status = run(b, arguments, &said, err);
    b->exists = status == 0;
    if (status != 0 && !strstr(bd_buf_text(&said), "couldn't find remote ref"))
        reply = judge(b, status, &said, err);
    else if (status == 0
             && git_reference_name_to_id(&b->base, bd_git_own_repository(b->own), BD_GIT_BASE_REF)
                    != 0)
        reply = bd_git_fail(err, "read what was fetched") ? BD_REPLY_DONE : BD_REPLY_REFUSED;
    bd_buf_release(&said);
    return reply;
}

/* The lease makes the server's branch stand where it was fetched, or not be there at all. */
bd_reply bd_program_push(bd_branch *b, const git_oid *id, bd_error *err)
{
    bd_buf said = BD_BUF_INIT;
    char hex[GIT_OID_HEXSZ + 1], base[GIT_OID_HEXSZ + 1] = "";
    git_oid_tostr(hex, sizeof hex, id);
    if (b->exists)
        git_oid_tostr(base, sizeof base, &b->base);
    const char *lease = bd_arena_printf(&b->arena, "--force-with-lease=%s:%s", b->ref, base);
    const char *spec = bd_arena_printf(&b->arena, "%s:%s", hex, b->ref);
    const char *const arguments[] = {
        "push",       "--porcelain", "--no-verify", "--recurse-submodules=no", lease, "--",
        b->url.shown, spec,          NULL
    };
    int status = run(b, arguments, &said, err);
    bd_reply reply = status == 0 ? BD_REPLY_DONE : judge(b, status, &said, err);
    bd_buf_release(&said);
    return reply;
}

/* "ref: refs/heads/main<TAB>HEAD" */
bd_reply bd_program_head(bd_branch *b, const char **out, bd_error *err)
{
    static const char begin[] = "ref: ", end[] = "\tHEAD";
    bd_buf said = BD_BUF_INIT;
    bd_str line, all;
    const char *const arguments[] = { "ls-remote",  "--symref", "--quiet", "--",
                                      b->url.shown, "HEAD",     NULL };
    int status = run(b, arguments, &said, err);
    bd_reply reply = status == 0 ? BD_REPLY_DONE : judge(b, status, &said, err);
    *out = NULL;
    all = bd_buf_str(&said);
    while (status == 0 && !*out && all.ptr && bd_str_split(&all, '\n', &line))
        if (bd_str_starts(line, begin) && bd_str_ends(line, end))
            *out = bd_arena_text(&b->arena,
                                 bd_str_sub(line, strlen(begin), line.len - strlen(end)));
    bd_buf_release(&said);
    return reply;
}
