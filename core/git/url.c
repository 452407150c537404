/* What a remote's URL says: a path of this machine, a web server, and the secrets that
 * people write into it. */
#include "core/git/internal.h"

#include <string.h>

static bool has_scheme(bd_str text, const char *scheme)
{
    bd_str head = bd_str_sub(text, 0, strlen(scheme));
    for (size_t i = 0; i < head.len; i++) {
        char c = head.ptr[i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != scheme[i])
            return false;
    }
    return head.len == strlen(scheme);
}

static size_t find(bd_str text, const char *any_of)
{
    size_t i = 0;
    while (i < text.len && !strchr(any_of, text.ptr[i]))
        i++;
    return i;
}

/* As git tells them apart: a colon before the first slash is a host's. */
static bool is_path(bd_str text)
{
    for (size_t i = 0; i + 2 < text.len; i++)
        if (strncmp(text.ptr + i, "://", 3) == 0)
            return false;
    size_t stop = find(text, ":/");
    return stop == text.len || text.ptr[stop] == '/';
}

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static const char *decoded(bd_str text, bd_arena *arena)
{
    char *out = bd_arena_alloc(arena, text.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++) {
        bool is_escape = text.ptr[i] == '%' && i + 2 < text.len && hex(text.ptr[i + 1]) >= 0
                         && hex(text.ptr[i + 2]) >= 0;
        if (!is_escape) {
            out[n++] = text.ptr[i];
            continue;
        }
        out[n++] = (char)(hex(text.ptr[i + 1]) * 16 + hex(text.ptr[i + 2]));
        i += 2;
    }
    out[n] = '\0';
    return out;
}

/* "https://user:password@host/path". */
static void read_http(bd_str text, bd_arena *arena, bd_git_url *out)
{
    size_t scheme = find(text, ":") + 3;
    bd_str rest = bd_str_sub(text, scheme, text.len);
    bd_str authority = bd_str_sub(rest, 0, find(rest, "/?#"));
    size_t at = authority.len;
    while (at > 0 && authority.ptr[at - 1] != '@')
        at--;
    bd_str host = bd_str_sub(authority, at, authority.len);
    if (at > 0) {
        bd_str user = bd_str_sub(authority, 0, at - 1), password;
        size_t colon = find(user, ":");
        password = bd_str_sub(user, colon + 1, user.len);
        out->user = decoded(bd_str_sub(user, 0, colon), arena);
        if (colon < user.len)
            out->password = decoded(password, arena);
    }
    char *server = bd_arena_printf(arena, "%.*s%.*s", (int)scheme, text.ptr, (int)host.len,
                                   host.ptr);
    for (char *c = server; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    out->server = server;
    bd_str path = bd_str_sub(rest, authority.len, rest.len);
    out->shown = bd_arena_printf(arena, "%s%.*s", server, (int)path.len, path.ptr);
}

void bd_git_url_read(const char *text, const char *base, bd_arena *arena, bd_git_url *out)
{
    bd_str url = bd_str_of(text);
    *out = (bd_git_url){ .shown = bd_arena_strdup(arena, text) };
    if (has_scheme(url, "http://") || has_scheme(url, "https://")) {
        read_http(url, arena, out);
    } else if (has_scheme(url, "file://")) {
        out->path = decoded(bd_str_sub(url, strlen("file://"), url.len), arena);
        out->is_file = true;
    } else if (is_path(url)) {
        out->path = bd_path_join(arena, base, text);
        out->shown = out->path;
    }
}

const char *bd_git_url_web(const char *text, bd_arena *arena)
{
    bd_git_url url;
    bd_git_url_read(text, ".", arena, &url);
    bd_str rest = bd_str_of(url.shown);
    if (url.path)
        return NULL;
    if (!url.server) { /* git@host:owner/name.git, ssh://git@host:22/owner/name.git */
        bool is_url = has_scheme(rest, "ssh://");
        rest = bd_str_sub(rest, is_url ? strlen("ssh://") : 0, rest.len);
        size_t at = find(rest, "@");
        if (at < find(rest, "/"))
            rest = bd_str_sub(rest, at + 1, rest.len);
        bd_str host = bd_str_sub(rest, 0, find(rest, ":/"));
        rest = bd_str_sub(rest, is_url ? find(rest, "/") : host.len, rest.len);
        while (rest.len > 0 && (rest.ptr[0] == ':' || rest.ptr[0] == '/'))
            rest = bd_str_sub(rest, 1, rest.len);
        rest = bd_str_of(bd_arena_printf(arena, "https://%.*s/%.*s", (int)host.len, host.ptr,
                                         (int)rest.len, rest.ptr));
    }
    while (bd_str_ends(rest, "/"))
        rest.len--;
    rest.len -= bd_str_ends(rest, ".git") ? strlen(".git") : 0;
    return bd_arena_text(arena, rest);
}

bool bd_git_url_matches(const char *base, const char *url)
{
    size_t n = strlen(base);
    while (n > 0 && base[n - 1] == '/')
        n--;
    return strncmp(base, url, n) == 0 && (url[n] == '\0' || url[n] == '/');
}

const char *bd_git_basic(const char *user, const char *password, bd_arena *arena)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *text = bd_arena_printf(arena, "%s:%s", user, password);
    size_t len = strlen(text);
    char *out = bd_arena_alloc(arena, (len + 2) / 3 * 4 + 1), *to = out;
    for (size_t i = 0; i < len; i += 3) {
        unsigned bits = (unsigned)(unsigned char)text[i] << 16;
        bits |= i + 1 < len ? (unsigned)(unsigned char)text[i + 1] << 8 : 0;
        bits |= i + 2 < len ? (unsigned)(unsigned char)text[i + 2] : 0;
        *to++ = digits[bits >> 18 & 63];
        *to++ = digits[bits >> 12 & 63];
        *to++ = i + 1 < len ? digits[bits >> 6 & 63] : '=';
        *to++ = i + 2 < len ? digits[bits & 63] : '=';
    }
    return bd_arena_printf(arena, "Basic %s", out);
}
