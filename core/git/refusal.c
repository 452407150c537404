/* What git and its servers say when a push or a fetch fails, as an outcome and the next
 * step. GitHub, GitLab, Gitea, Bitbucket and Azure all have words of their own. */
#include "core/git/internal.h"

#include <string.h>

typedef struct refusal {
    const char *said; /* in lower case; anywhere in what was said */
    bd_reply reply;
    const char *sentence, *hint;
} refusal;

#define PROTECTED                                \
    BD_REPLY_REFUSED, "the branch is protected", \
        "let this token past the protection, or publish to another branch: --branch NAME"
#define REWRITE                                                           \
    BD_REPLY_REFUSED, "the server does not let this branch be rewritten", \
        "allow force pushes to it for this once: branch protection, or "  \
        "receive.denyNonFastForwards"
#define LARGE                                                            \
    BD_REPLY_REFUSED, "the server refuses files or pushes of this size", \
        "`keep:` moves old entries into archive files; another path splits the history"
#define SIGN_IN                                                   \
    BD_REPLY_REFUSED, "the server does not accept who is asking", \
        "set BENCHDOC_TOKEN (or GITHUB_TOKEN on GitHub), or sign git in: a push by hand must work"
#define PERMISSION                                                 \
    BD_REPLY_REFUSED, "signed in, but not allowed to write there", \
        "on GitHub a job needs `permissions: { contents: write }`; else a token that may write"
#define ABSENT                                                                        \
    BD_REPLY_REFUSED, "there is no such repository, or it is hidden from this token", \
        "check the URL (`git remote -v`, --remote URL) and what the token may see"
#define MOVED   BD_REPLY_MOVED, "the branch has moved on", "run it again: what was added stays"
#define NETWORK BD_REPLY_UNREACHED, "the server could not be reached", "run it again later"
#define SERVER  BD_REPLY_UNREACHED, "the server failed", "run it again later"
#define CERTIFICATE                                              \
    BD_REPLY_REFUSED, "the server's certificate is not trusted", \
        "git config --global http.sslCAInfo FILE, with your authority's certificates"
#define IN_THE_WAY                                              \
    BD_REPLY_REFUSED, "a branch of another name is in the way", \
        "a and a/b cannot both be branches: --branch NAME"
#define HOOK                                                   \
    BD_REPLY_REFUSED, "a hook of the server refused the push", \
        "who runs the server can say what it wants"
#define FULL BD_REPLY_REFUSED, "the server's disk is full", "who runs the server can make room"
#define OWNER                                                                             \
    BD_REPLY_REFUSED, "the repository belongs to another user, so git does not trust it", \
        "if it is yours: git config --global --add safe.directory DIRECTORY"

/* The first that fits speaks: what is for good before what passes, a reason before the
 * "hook declined" that goes with it. */
static const refusal refusals[] = {
    { "gh001", LARGE },
    { "exceeds github's file size limit", LARGE },
    { "exceeds maximum allowed size", LARGE },
    { "exceeded its size limit", LARGE },
    { "exceeds the maximum", LARGE },
    { "size limit", LARGE },
    { "file too large", LARGE },
    { "returned error: 413", LARGE },
    { "http 413", LARGE },
    { "status code: 413", LARGE },
    { "denying non-fast-forward", REWRITE },
    { "cannot force-push", REWRITE },
    { "force push", REWRITE },
    { "[remote rejected] (non-fast-forward)", REWRITE },
    { "gh006", PROTECTED },
    { "gh013", PROTECTED },
    { "repository rule violations", PROTECTED },
    { "protected branch", PROTECTED },
    { "branch is protected", PROTECTED },
    { "is protected from", PROTECTED },
    { "tf402455", PROTECTED },
    { "dubious ownership", OWNER },
    { "no space left on device", FULL },
    { "exists; cannot create", IN_THE_WAY },
    { "directory file conflict", IN_THE_WAY },
    { "write access to repository not granted", PERMISSION },
    { "repository was archived", PERMISSION },
    { "marked as read only", PERMISSION },
    { "not allowed to push", PERMISSION },
    { "returned error: 403", PERMISSION },
    { "http 403", PERMISSION },
    { "status code: 403", PERMISSION },
    { "resource not accessible", PERMISSION },
    { "insufficient permission", PERMISSION },
    { "tf401027", PERMISSION },
    { "permission denied (", SIGN_IN },
    { "host key verification failed", SIGN_IN },
    { "permission denied", PERMISSION },
    { "authentication failed", SIGN_IN },
    { "could not read username", SIGN_IN },
    { "could not read password", SIGN_IN },
    { "invalid username or", SIGN_IN },
    { "access denied", SIGN_IN },
    { "bad credentials", SIGN_IN },
    { "returned error: 401", SIGN_IN },
    { "http 401", SIGN_IN },
    { "status code: 401", SIGN_IN },
    { "authentication required", SIGN_IN },
    { "too many redirects or authentication", SIGN_IN },
    { "no callback set", SIGN_IN },
    { "certificate", CERTIFICATE },
    { "repository not found", ABSENT },
    { "could not be found", ABSENT },
    { "does not appear to be a git repository", ABSENT },
    { "returned error: 404", ABSENT },
    { "status code: 404", ABSENT },
    { "tf401019", ABSENT },
    { "stale info", MOVED },
    { "fetch first", MOVED },
    { "non-fast-forward", MOVED },
    { "not present locally", MOVED },
    { "cannot lock ref", MOVED },
    { "failed to update ref", MOVED },
    { "failed to lock", MOVED },
    { "failed to create locked file", MOVED },
    { "unable to lock", MOVED },
    { "incorrect old value", MOVED },
    { "reference already exists", MOVED },
    { "but expected", MOVED },
    { "did not send all necessary objects", MOVED },
    { "missing necessary objects", MOVED },
    { "shallow update not allowed", MOVED },
    { "fatal error in commit_refs", SERVER },
    { "internal server error", SERVER },
    { "returned error: 429", SERVER },
    { "returned error: 5", SERVER },
    { "status code: 5", SERVER },
    { "http 5", SERVER },
    { "hook declined", HOOK },
    { "pre-receive hook", HOOK },
    { "rpc failed", NETWORK },
    { "could not resolve", NETWORK },
    { "failed to resolve address", NETWORK },
    { "name resolution", NETWORK },
    { "failed to connect", NETWORK },
    { "couldn't connect", NETWORK },
    { "connection refused", NETWORK },
    { "connection reset", NETWORK },
    { "connection closed", NETWORK },
    { "connection timed out", NETWORK },
    { "timed out", NETWORK },
    { "timeout", NETWORK },
    { "too slow", NETWORK },
    { "unreachable", NETWORK },
    { "no route to host", NETWORK },
    { "hung up", NETWORK },
    { "early eof", NETWORK },
    { "unexpected disconnect", NETWORK },
    { "broken pipe", NETWORK },
    { "gnutls", NETWORK },
    { "ssl_", NETWORK },
    { "empty reply", NETWORK },
    { "eof", NETWORK },
    { "not found", ABSENT },
};

static const char *const noise[] = { "remote: ", "error: ", "fatal: ", "GitLab: ", "! " };

static bd_str without_prefixes(bd_str line)
{
    bool again = true;
    line = bd_str_trim(line);
    while (again) {
        again = false;
        for (size_t i = 0; i < BD_COUNT(noise); i++)
            if (bd_str_starts(line, noise[i])) {
                line = bd_str_trim(bd_str_sub(line, strlen(noise[i]), line.len));
                again = true;
            }
    }
    return line;
}

/* The line of `text` around byte `at`. */
static bd_str line_at(bd_str text, size_t at)
{
    size_t from = at, to = at;
    while (from > 0 && text.ptr[from - 1] != '\n')
        from--;
    while (to < text.len && text.ptr[to] != '\n')
        to++;
    return bd_str_sub(text, from, to);
}

/* The first thing that the server says itself. */
static bool server_line(bd_str text, bd_str *out)
{
    bd_str line;
    while (text.ptr && bd_str_split(&text, '\n', &line)) {
        if (!bd_str_starts(line, "remote: "))
            continue;
        *out = without_prefixes(line);
        if (out->len > 0 && !bd_str_starts(*out, "Resolving deltas")
            && !bd_str_starts(*out, "Trace:"))
            return true;
    }
    return false;
}

/* "error: …", "fatal: …", a rejection; else the last line. */
static bd_str main_line(bd_str text)
{
    bd_str line, last = { 0 }, best = { 0 };
    while (text.ptr && bd_str_split(&text, '\n', &line)) {
        line = bd_str_trim(line);
        bool tells = bd_str_starts(line, "fatal: ") || bd_str_starts(line, "error: ")
                     || bd_str_starts(line, "!");
        if (!best.ptr && tells)
            best = line;
        if (line.len > 0)
            last = line;
    }
    return without_prefixes(best.ptr ? best : last);
}

static bd_reply speak(const refusal *r, bd_str text, size_t at, bd_error *err)
{
    enum { SHOWN_MAX = 240 };
    bd_str line = without_prefixes(line_at(text, at));
    if (strcmp(r->said, "hook declined") == 0 || strcmp(r->said, "pre-receive hook") == 0)
        server_line(text, &line);
    line = bd_str_sub(line, 0, SHOWN_MAX);
    for (size_t i = 0; i < line.len; i++)
        if (line.ptr[i] == '\t')
            line.len = i; /* a porcelain line: flag, refs, summary; git's own words follow */
    if (line.len > 1)
        bd_fail(err, BD_ERR_GIT, "%s: %.*s", r->sentence, (int)line.len, line.ptr);
    else
        bd_fail(err, BD_ERR_GIT, "%s", r->sentence);
    bd_hint(err, "%s", r->hint);
    return r->reply;
}

bd_reply bd_git_judge(bd_str said, const char *where, bd_error *err)
{
    bd_buf text = BD_BUF_INIT;
    bd_reply reply = BD_REPLY_REFUSED;
    bd_buf_put_str(&text, said);
    const char *all = bd_buf_text(&text);
    bool known = false;
    for (size_t i = 0; i < BD_COUNT(refusals) && !known; i++) {
        const char *at = strcasestr(all, refusals[i].said);
        known = at != NULL;
        if (known)
            reply = speak(&refusals[i], bd_buf_str(&text), (size_t)(at - all), err);
    }
    bd_str line = main_line(said);
    if (!known)
        bd_fail(err, BD_ERR_GIT, "git failed: %.*s", (int)line.len, line.len > 0 ? line.ptr : "");
    bd_error_in_file(err, where);
    bd_buf_release(&text);
    return reply;
}
