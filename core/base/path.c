/* Paths as text: joining, parting, links between files. Nothing here looks at a
 * disk: see file.h. */
#include "core/base/file.h"

#include <string.h>

static bool is_neutral(const char *path)
{
    return path[0] == '\0' || strcmp(path, ".") == 0;
}

char *bd_path_join(bd_arena *arena, const char *a, const char *b)
{
    if (b[0] == '/' || is_neutral(a))
        return bd_arena_strdup(arena, is_neutral(b) ? "." : b);
    if (is_neutral(b))
        return bd_arena_strdup(arena, a);
    const char *slash = a[strlen(a) - 1] == '/' ? "" : "/";
    return bd_arena_printf(arena, "%s%s%s", a, slash, b);
}

static bd_str without_final_slashes(bd_str path)
{
    while (path.len > 1 && path.ptr[path.len - 1] == '/')
        path.len--;
    return path;
}

/* Where the last component begins. */
static size_t name_start(bd_str path)
{
    size_t at = path.len;
    while (at > 0 && path.ptr[at - 1] != '/')
        at--;
    return at;
}

bd_str bd_path_directory(const char *path)
{
    bd_str all = without_final_slashes(bd_str_of(path));
    size_t at = name_start(all);
    if (at == 0)
        return BD_STR(".");
    return without_final_slashes(bd_str_sub(all, 0, at));
}

bd_str bd_path_name(const char *path)
{
    bd_str all = without_final_slashes(bd_str_of(path));
    if (bd_str_is(all, "/"))
        return all;
    return bd_str_sub(all, name_start(all), all.len);
}

bool bd_path_stays_inside(const char *path)
{
    if (path[0] == '\0' || path[0] == '/')
        return false;
    bd_str rest = bd_str_of(path), part = { 0 };
    while (bd_str_split(&rest, '/', &part))
        if (bd_str_is(part, ".."))
            return false;
    return true;
}

/* The next component that means something. */
static bool next_component(bd_str *rest, bd_str *part)
{
    while (bd_str_split(rest, '/', part))
        if (part->len > 0 && !bd_str_is(*part, "."))
            return true;
    return false;
}

/* Everything but RFC 3986's unreserved characters: also what Markdown would read,
 * like parentheses, and a colon, which would begin a scheme. */
static void put_escaped(bd_str part, bd_buf *out)
{
    for (size_t i = 0; i < part.len; i++) {
        unsigned char c = (unsigned char)part.ptr[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                     || c == '-' || c == '.' || c == '_' || c == '~';
        if (plain)
            bd_buf_putc(out, (char)c);
        else
            bd_buf_printf(out, "%%%02X", c);
    }
}

void bd_path_link(const char *from, const char *to, bd_buf *out)
{
    bd_str here = bd_path_directory(from), there = bd_str_of(to), a = { 0 }, b = { 0 };
    bd_str here_rest = here, there_rest = there;
    /* Leave the common directories behind; the last component of `to` always stays. */
    while (next_component(&here_rest, &a) && next_component(&there_rest, &b) && bd_str_eq(a, b)) {
        bd_str ahead = there_rest;
        if (!next_component(&ahead, &b))
            break;
        here = here_rest;
        there = there_rest;
    }
    size_t start = out->len;
    while (next_component(&here, &a))
        bd_buf_puts(out, out->len > start ? "/.." : "..");
    while (next_component(&there, &b)) {
        if (out->len > start)
            bd_buf_putc(out, '/');
        put_escaped(b, out);
    }
    if (out->len == start)
        bd_buf_putc(out, '.');
}
