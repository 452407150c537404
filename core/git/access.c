/* How to get in: what the user's configuration says about servers, and which secret
 * goes to which of them. */
#include "core/git/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct finding {
    const bd_git_url *url;
    bd_git_access *out;
    bd_arena *arena;
    bool headers_replaced; /* benchdoc brings its own */
    bool has_header;       /* the configuration signs in itself */
} finding;

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const char *text, const char *with)
{
    return bd_str_ends(bd_str_of(text), with);
}

/* "key", NUL, "value": as two texts in one. */
static void add_setting(finding *f, const char *key, const char *value)
{
    size_t n = strlen(key), m = strlen(value);
    char *both = bd_arena_alloc(f->arena, n + m + 2);
    memcpy(both, key, n);
    memcpy(both + n + 1, value, m);
    bd_names_add(&f->out->settings, both);
}

static void add_secret(finding *f, const char *secret)
{
    enum { SHORTEST = 4 };
    if (strlen(secret) >= SHORTEST)
        bd_names_add(&f->out->secrets, bd_arena_strdup(f->arena, secret));
}

/* "http.extraheader", "http.https://host/.extraheader" of this server. */
static bool is_header_of(const finding *f, const char *name)
{
    size_t head = strlen("http."), tail = strlen(".extraheader"), n = strlen(name);
    if (strcmp(name, "http.extraheader") == 0)
        return true;
    if (!begins(name, "http.") || !ends(name, ".extraheader") || n < head + tail)
        return false;
    bd_str base = { name + head, n - head - tail };
    return bd_git_url_matches(bd_arena_text(f->arena, base), f->url->shown);
}

static void take_header(finding *f, const char *value)
{
    if (value[0] == '\0') { /* as git reads it: forget what was said before */
        f->out->headers.count = 0;
        f->has_header = false;
        return;
    }
    bd_names_add(&f->out->headers, bd_arena_strdup(f->arena, value));
    const char *colon = strchr(value, ':');
    const char *word = strrchr(value, ' ');
    f->has_header = f->has_header || begins(value, "Authorization:")
                    || begins(value, "AUTHORIZATION:") || begins(value, "authorization:");
    add_secret(f, colon ? colon + 1 + (colon[1] == ' ') : value);
    if (word)
        add_secret(f, word + 1);
}

/* Ways and credentials are the same from benchdoc's own repository. */
static bool is_about_access(const char *name)
{
    static const char *const heads[] = { "http.", "credential.", "url.", "ssh." };
    for (size_t i = 0; i < BD_COUNT(heads); i++)
        if (begins(name, heads[i]))
            return true;
    return strcmp(name, "core.sshcommand") == 0 || strcmp(name, "core.askpass") == 0
           || strcmp(name, "core.gitproxy") == 0;
}

static int take_entry(const git_config_entry *entry, void *payload)
{
    finding *f = payload;
    const char *value = entry->value ? entry->value : "true";
    bool is_header = ends(entry->name, ".extraheader");
    if (f->url->server && is_header && !f->headers_replaced && is_header_of(f, entry->name))
        take_header(f, value);
    /* the git program reads system and user files itself, not the user's repository */
    if (entry->level >= GIT_CONFIG_LEVEL_LOCAL && is_about_access(entry->name)
        && !(is_header && f->headers_replaced))
        add_setting(f, entry->name, value);
    return 0;
}

/* ---- another URL ---- */

typedef struct replacing {
    const char *url;
    bd_str base;      /* the URL's new beginning, in the arena */
    size_t length;    /* of the old one */
    bool for_pushing; /* it is the kind that wins */
    bd_arena *arena;
} replacing;

static int take_replacement(const git_config_entry *entry, void *payload)
{
    replacing *r = payload;
    bd_str name = bd_str_of(entry->name);
    bool for_pushing = bd_str_ends(name, ".pushinsteadof");
    if (!begins(entry->name, "url.") || !entry->value
        || (!for_pushing && !bd_str_ends(name, ".insteadof")))
        return 0;
    size_t n = strlen(entry->value), tail = strlen(for_pushing ? ".pushinsteadof" : ".insteadof");
    bool is_better = for_pushing != r->for_pushing ? for_pushing : n > r->length;
    if (!begins(r->url, entry->value) || !is_better || name.len < tail + strlen("url."))
        return 0;
    name = bd_str_sub(name, strlen("url."), name.len - tail);
    r->base = bd_str_of(bd_arena_text(r->arena, name));
    r->length = n;
    r->for_pushing = for_pushing;
    return 0;
}

const char *bd_git_instead_of(git_config *config, const char *url, bd_arena *arena)
{
    replacing r = { .url = url, .arena = arena };
    git_config_foreach(config, take_replacement, &r);
    return r.base.ptr ? bd_arena_printf(arena, "%s%s", r.base.ptr, url + r.length) : url;
}

/* ---- secrets ---- */

static const char *variable(const bd_env *env, const char *name)
{
    const char *value = env->variable(env->state, name);
    return value && value[0] ? value : NULL;
}

/* More exact than any base the configuration may have, so that it is asked last. */
static void sign_in(finding *f, const char *user, const char *password)
{
    const char *basic = bd_git_basic(user, password, f->arena);
    const char *header = bd_arena_printf(f->arena, "Authorization: %s", basic);
    const char *key = bd_arena_printf(f->arena, "http.%s.extraheader", f->url->shown);
    add_setting(f, key, "");
    add_setting(f, key, header);
    f->out->headers.count = 0;
    bd_names_add(&f->out->headers, header);
    add_secret(f, password);
    add_secret(f, basic + strlen("Basic "));
}

/* A forge takes any user with a token; "user:password" is for other servers. */
static void sign_in_with(finding *f, const char *token)
{
    bd_str rest = bd_str_of(token), user;
    if (!strchr(token, ':')) {
        sign_in(f, "x-access-token", token);
        return;
    }
    bd_str_split(&rest, ':', &user);
    sign_in(f, bd_arena_text(f->arena, user), bd_arena_text(f->arena, rest));
}

/* GITHUB_TOKEN is that server's and nobody else's. */
static bool is_github(const bd_env *env, const bd_git_url *url)
{
    const char *server = variable(env, "GITHUB_SERVER_URL");
    return bd_git_url_matches(server ? server : "https://github.com", url->server);
}

void bd_git_access_find(git_config *config, const bd_git_url *url, const bd_env *env,
                        bd_arena *arena, bd_git_access *out)
{
    finding f = { .url = url, .out = out, .arena = arena };
    const char *own = variable(env, "BENCHDOC_TOKEN"), *github = variable(env, "GITHUB_TOKEN");
    if (own)
        add_secret(&f, own);
    if (github)
        add_secret(&f, github);
    f.headers_replaced = url->server && (own || url->password);
    git_config_foreach(config, take_entry, &f);
    if (!url->server)
        return;
    if (own)
        sign_in_with(&f, own);
    else if (url->password)
        sign_in(&f, url->user, url->password);
    else if (!f.has_header && github && is_github(env, url))
        sign_in_with(&f, github);
    else if (url->user)
        add_setting(&f, bd_arena_printf(arena, "credential.%s.username", url->server), url->user);
}

void bd_git_access_release(bd_git_access *access)
{
    bd_names_release(&access->settings);
    bd_names_release(&access->headers);
    bd_names_release(&access->secrets);
}

static size_t secret_at(const bd_git_access *access, bd_str text)
{
    size_t longest = 0;
    for (size_t i = 0; i < access->secrets.count; i++) {
        size_t n = strlen(access->secrets.items[i]);
        if (n > longest && n <= text.len && memcmp(text.ptr, access->secrets.items[i], n) == 0)
            longest = n;
    }
    return longest;
}

void bd_git_scrub(const bd_git_access *access, bd_str text, bd_buf *out)
{
    for (size_t i = 0; i < text.len;) {
        size_t n = secret_at(access, bd_str_sub(text, i, text.len));
        if (n > 0)
            bd_buf_puts(out, "***");
        else
            bd_buf_putc(out, text.ptr[i]);
        i += n > 0 ? n : 1;
    }
}
