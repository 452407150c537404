/* Whether a single text is what its key asks for: examples of numbers, paths,
 * patterns, templates, languages, stores. */
#include "core/config/internal.h"

#include "core/base/file.h"

#include <string.h>
#include <strings.h>

int bd_scalar_column(bd_scalar scalar, size_t offset)
{
    int column = scalar.column;
    if (!scalar.verbatim)
        return column;
    for (size_t i = 0; i < offset && scalar.text[i]; i++)
        column += ((unsigned char)scalar.text[i + 1] & 0xC0) != 0x80;
    return column;
}

bd_str bd_config_hole(bd_str text, size_t at)
{
    size_t end = at + 1;
    while (end < text.len && !strchr(":}{", text.ptr[end]))
        end++;
    return bd_str_trim(bd_str_sub(text, at + 1, end));
}

bool bd_config_has_hole(const char *text, bd_str name)
{
    bd_str all = bd_str_of(text);
    for (size_t i = 0; i < all.len; i++)
        if (all.ptr[i] == '{' && bd_str_eq(bd_config_hole(all, i), name))
            return true;
    return false;
}

/* In templates {{ and }} stand for themselves; in patterns no brace does.
 * @return byte offset of the brace that has no partner, when `err` is set */
static size_t check_braces(const char *text, bool doubled, bd_error *err)
{
    for (size_t i = 0; text[i]; i++) {
        if (doubled && (text[i] == '{' || text[i] == '}') && text[i + 1] == text[i]) {
            i++;
        } else if (text[i] == '{') {
            size_t end = i + 1 + strcspn(text + i + 1, "{}");
            if (text[end] != '}') {
                bd_fail(err, BD_ERR_CONFIG, "this brace is not closed");
                bd_hint(err, "a hole looks like {name}; close it with '}'");
                return i;
            }
            i = end;
        } else if (text[i] == '}') {
            bd_fail(err, BD_ERR_CONFIG, "this brace closes nothing");
            bd_hint(err, "a hole looks like {name}; remove the '}', or open it before");
            return i;
        }
    }
    return 0;
}

static void check_inside(const char *path, bd_error *err)
{
    bd_str rest = bd_str_of(path), part = { 0 };
    if (!bd_path_stays_inside(path)) {
        bd_fail(err, BD_ERR_CONFIG, "the path \"%s\" leaves the project", path);
        bd_hint(err, "paths begin at the folder of benchdoc.yml and have no \"..\", for example: "
                     "docs/benchmarks.md");
        return;
    }
    while (bd_str_split(&rest, '/', &part))
        if (part.len == 4 && strncasecmp(part.ptr, ".git", 4) == 0)
            bd_fail(err, BD_ERR_CONFIG, "the path \"%s\" lies inside the repository's own folder",
                    path);
}

size_t bd_config_path_after_ref(const char *text)
{
    bool hole = false;
    for (size_t i = 0; text[i]; i++) {
        if (text[i] == '{' || text[i] == '}')
            hole = text[i] == '{';
        else if (text[i] == ':' && !hole)
            return i + 1;
    }
    return 0;
}

static size_t check_files(const char *text, bd_error *err)
{
    size_t at = bd_config_path_after_ref(text);
    if (strstr(text, "://")) {
        bd_fail(err, BD_ERR_CONFIG, "an input is a file of the project, not an address");
        bd_hint(err, "for example: files: results/results.json, or a git ref: files: "
                     "gh-pages:dev/bench/data.js");
        return 0;
    }
    if (at > 0 && (at == 1 || text[0] == '-' || strcspn(text, " \t") < at)) {
        bd_fail(err, BD_ERR_CONFIG, "before the colon stands no git ref");
        bd_hint(err, "for example: files: gh-pages:dev/bench/data.js");
        return 0;
    }
    check_inside(text + at, err);
    return err->code == BD_OK ? check_braces(text, false, err) : at;
}

static void check_language(const char *text, bd_error *err)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char more[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    size_t first = strspn(text, letters);
    if (first >= 2 && first <= 8 && strspn(text, more) == strlen(text) && strlen(text) <= 35)
        return;
    bd_fail(err, BD_ERR_CONFIG, "\"%s\" is no language", text);
    bd_hint(err, "a language looks like en, zh or pt-BR (BCP 47)");
}

/* A configuration is read by many, and may come with a fork: no password, and none of the files
 * that libpq can be told to read. */
static void check_server(const char *text, bd_error *err)
{
    static const char *const refused[] = { "password", "passfile", "sslkey",      "sslcert",
                                           "sslcrl",   "service",  "sslrootcert", "%" };
    const char *at = strstr(text, "://") + 3, *query = strchr(at, '?');
    const char *user_end = memchr(at, '@', strcspn(at, "/?"));
    if (user_end && memchr(at, ':', (size_t)(user_end - at))) {
        bd_fail(err, BD_ERR_CONFIG, "the store's URL holds a password, which others would read");
        bd_hint(err, "leave it out here; it belongs into ~/.pgpass, PGPASSWORD or BENCHDOC_STORE");
        return;
    }
    for (size_t i = 0; query && i < BD_COUNT(refused); i++)
        if (strstr(query, refused[i])) {
            bd_fail(err, BD_ERR_CONFIG, "the store's URL says \"%s\", which is not the project's",
                    refused[i]);
            bd_hint(err, "leave it out here; libpq takes it from its PG… variables, or give the "
                         "whole URL by --store or BENCHDOC_STORE");
            return;
        }
}

static void check_store(const char *text, bd_error *err)
{
    bd_str url = bd_str_of(text);
    if (bd_str_starts(url, "sqlite:")) {
        check_inside(text + strlen("sqlite:"), err);
        return;
    }
    if (bd_str_starts(url, "postgresql://") || bd_str_starts(url, "postgres://")) {
        check_server(text, err);
        return;
    }
    bd_fail(err, BD_ERR_CONFIG, "\"%s\" is no store", strchr(text, '@') ? "…" : text);
    bd_hint(
        err,
        "for example: store: sqlite:.benchdoc/history.db, or store: postgresql://host/database");
}

static void check_number(const char *text, bd_error *err)
{
    bd_number_style style;
    bd_number_style_parse(bd_str_of(text), &style, err);
}

static void check_count(const char *text, bd_error *err)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 9 || text[digits] != '\0' || text[0] == '0')
        bd_fail(err, BD_ERR_CONFIG, "\"%s\" is no whole number from 1 to 999999999", text);
}

static void check_size(const char *text, bd_error *err)
{
    size_t digits = strspn(text, "0123456789");
    if (digits > 5 || bd_config_bytes((bd_scalar){ .text = text }) == 0)
        bd_fail(err, BD_ERR_CONFIG, "\"%s\" is no size of at most 99999 kB, MB or GB", text);
}

static void check_author(const char *text, bd_error *err)
{
    const char *open = strchr(text, '<');
    size_t len = strlen(text);
    if (!open || open == text || strcspn(open + 1, "<> ") != strlen(open) - 2 || !strchr(open, '@')
        || text[len - 1] != '>' || strcspn(text, "\n") < len)
        bd_fail(err, BD_ERR_CONFIG, "\"%s\" is no name with an address", text);
}

/* @return byte offset of what is wrong, when `err` is set */
static size_t check(bd_key_check kind, const char *text, bd_error *err)
{
    switch (kind) {
    case BD_CHECK_NUMBER:
        check_number(text, err);
        return 0;
    case BD_CHECK_TEMPLATE:
        return check_braces(text, true, err);
    case BD_CHECK_PATTERN:
        return check_braces(text, false, err);
    case BD_CHECK_FILES:
        return check_files(text, err);
    case BD_CHECK_PATH:
        check_inside(text, err);
        return 0;
    case BD_CHECK_PATH_TEMPLATE:
        check_inside(text, err);
        return err->code == BD_OK ? check_braces(text, false, err) : 0;
    case BD_CHECK_LANGUAGE:
        check_language(text, err);
        return 0;
    case BD_CHECK_STORE:
        check_store(text, err);
        return 0;
    case BD_CHECK_COUNT:
        check_count(text, err);
        return 0;
    case BD_CHECK_SIZE:
        check_size(text, err);
        return 0;
    case BD_CHECK_AUTHOR:
        check_author(text, err);
        return 0;
    case BD_CHECK_FILLED:
    case BD_CHECK_NONE:
        return 0;
    }
    return 0;
}

bool bd_config_check_text(bd_config_reader *r, const bd_key *key, bd_scalar text)
{
    bd_error err = BD_ERROR_INIT;
    size_t at = 0;
    if (text.text[0] == '\0' && key->check != BD_CHECK_NONE && key->check != BD_CHECK_TEMPLATE)
        bd_fail(&err, BD_ERR_CONFIG, "\"%s\" must not be empty", key->name);
    else
        at = check(key->check, text.text, &err);
    if (err.code == BD_OK)
        return true;
    err.code = BD_ERR_CONFIG; /* whatever a parser of base or model said */
    bd_hint(&err, "for example: %s", key->example);
    bd_config_report(r, BD_ERROR, text.line, bd_scalar_column(text, at), &err);
    return false;
}
