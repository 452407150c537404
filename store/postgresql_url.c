/* URLs of PostgreSQL stores: what of them may be shown, and which are refused because
 * libpq would read them otherwise than they are meant. */
#include "store/postgresql.h"

#include <string.h>

static const char *behind_scheme(const char *url)
{
    const char *slashes = strstr(url, "://");
    return slashes ? slashes + 3 : url + strlen(url);
}

/* "password=…", "sslpassword=…" and whatever else is called so; a name that is written with
 * escapes might be one. */
static bool is_secret(bd_str parameter)
{
    static const char *const words[] = { "password", "secret", "%" };
    const char *equals = memchr(parameter.ptr, '=', parameter.len);
    bd_buf name = BD_BUF_INIT;
    bd_buf_add(&name, parameter.ptr, equals ? (size_t)(equals - parameter.ptr) : parameter.len);
    bool secret = false;
    for (size_t i = 0; i < BD_COUNT(words); i++)
        secret = secret || strstr(bd_buf_text(&name), words[i]) != NULL;
    bd_buf_release(&name);
    return secret;
}

static void show_parameters(const char *text, bd_buf *out)
{
    bd_str rest = bd_str_of(text), parameter;
    char before = '?';
    while (bd_str_split(&rest, '&', &parameter)) {
        if (is_secret(parameter))
            continue;
        bd_buf_putc(out, before);
        bd_buf_put_str(out, parameter);
        before = '&';
    }
}

void bd_pg_show_url(const char *target, bd_buf *out)
{
    const char *at = behind_scheme(target);
    const char *user = at, *host = strpbrk(at, "@/"), *query = strchr(at, '?');
    bd_buf_puts(out, "postgresql://");
    if (host && *host == '@') { /* libpq looks for it before the first slash */
        const char *colon = memchr(user, ':', (size_t)(host - user));
        bd_buf_add(out, user, (size_t)((colon ? colon : host) - user));
        at = host;
        query = strchr(at, '?');
    }
    bd_buf_add(out, at, query ? (size_t)(query - at) : strlen(at));
    if (query)
        show_parameters(query + 1, out);
}

static bool refuse(const char *what, const char *hint, bd_error *err)
{
    bd_fail(err, BD_ERR_USAGE, "%s", what);
    bd_error_in_file(err, "postgresql://…");
    return bd_hint(err, "%s", hint);
}

/* What libpq would take for a port may be a password without its host. */
static bool ports_ok(const PQconninfoOption *options)
{
    for (; options->keyword; options++)
        if (strcmp(options->keyword, "port") == 0 && options->val)
            return strspn(options->val, "0123456789,") == strlen(options->val);
    return true;
}

bool bd_pg_check_url(const bd_pq *pq, const char *url, bd_error *err)
{
    static const char form[] = "postgresql://USER@HOST/DATABASE; the password belongs into "
                               "~/.pgpass or PGPASSWORD";
    const char *at = behind_scheme(url);
    const char *first = strpbrk(at, "@/"), *last = strrchr(at, '@');
    if (last && (last != first))
        return refuse("the store's URL has an @ in a place where it is ambiguous",
                      "write @ as %40, / as %2F and : as %3A in names and passwords", err);
    char *why = NULL;
    PQconninfoOption *options = pq->PQconninfoParse(url, &why);
    bool parsed = options != NULL, ports = parsed && ports_ok(options);
    pq->PQconninfoFree(options);
    if (why)
        pq->PQfreemem(why);
    if (!parsed)
        return refuse("the store's URL is none that libpq can read", form, err);
    return ports || refuse("the port in the store's URL is not a number", form, err);
}

static void replace(bd_buf *text, const char *secret)
{
    size_t len = strlen(secret);
    bd_buf made = BD_BUF_INIT;
    const char *at = bd_buf_text(text), *found;
    while ((found = strstr(at, secret)) != NULL) {
        bd_buf_add(&made, at, (size_t)(found - at));
        bd_buf_puts(&made, "***");
        at = found + len;
    }
    bd_buf_puts(&made, at);
    bd_buf_release(text);
    *text = made;
}

void bd_pg_clean_text(bd_pg *pg, const char *text, bd_buf *out)
{
    PQconninfoOption *options = pg->conn ? pg->pq.PQconninfo(pg->conn) : NULL;
    size_t line = text ? strcspn(text, "\n") : 0;
    bd_buf_add(out, text, line);
    for (PQconninfoOption *o = options; o && o->keyword; o++)
        if (o->dispchar && o->dispchar[0] == '*' && o->val && o->val[0] != '\0')
            replace(out, o->val);
    pg->pq.PQconninfoFree(options);
}
