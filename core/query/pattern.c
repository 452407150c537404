/* Patterns of names and paths, compiled to anchored regular expressions that run
 * with match and depth limits: a hostile name costs a bounded time. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "core/query/query.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

enum { HOLES_MAX = 32, MATCH_LIMIT = 200000, DEPTH_LIMIT = 2000 };

struct bd_pattern {
    pcre2_code *code;            /* owned */
    pcre2_match_data *match;     /* owned */
    pcre2_match_context *limits; /* owned */
    char *holes[HOLES_MAX];      /* owned */
    size_t hole_count;
};

typedef struct compiler {
    bd_pattern *pattern;
    bd_pattern_kind kind;
    bd_str text;
    bd_buf regex;
    bd_error *err;
} compiler;

static bool fail_at(compiler *c, size_t offset, const char *message)
{
    c->err->column = c->err->code == BD_OK ? (int)offset + 1 : c->err->column;
    return bd_fail(c->err, BD_ERR_CONFIG, "%s in the pattern '%.*s'", message, (int)c->text.len,
                   c->text.ptr);
}

static void add_literal(bd_buf *regex, bd_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (strchr("\\^$.[]|()?*+{}-#", text.ptr[i]))
            bd_buf_putc(regex, '\\');
        bd_buf_putc(regex, text.ptr[i]);
    }
}

/* What a hole or a single star may not cross. */
static const char *inner_class(bd_pattern_kind kind)
{
    return kind == BD_PATTERN_PATH ? "[^/]" : kind == BD_PATTERN_BENCHMARK ? "[^.]" : ".";
}

static bool is_name_char(char ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9')
           || ch == '_' || ch == '-' || ch == '.';
}

static bool check_name(compiler *c, bd_str name, size_t offset)
{
    if (name.len == 0)
        return fail_at(c, offset, "a hole without a name");
    for (size_t i = 0; i < name.len; i++)
        if (!is_name_char(name.ptr[i]))
            return fail_at(c, offset, "a hole's name is letters, digits, '_', '-' and '.'");
    if (c->pattern->hole_count == HOLES_MAX)
        return fail_at(c, offset, "more than 32 holes");
    return true;
}

static void add_alternatives(compiler *c, bd_str choices)
{
    bd_str one;
    const char *between = "";
    while (bd_str_split(&choices, '|', &one)) {
        bd_buf_puts(&c->regex, between);
        add_literal(&c->regex, one);
        between = "|";
    }
}

/* `inside` is what stands between the braces. */
static bool add_hole(compiler *c, bd_str inside, size_t offset)
{
    bd_str rest = inside, name;
    bd_str_split(&rest, ':', &name);
    if (!check_name(c, name, offset))
        return false;
    for (size_t i = 0; i < c->pattern->hole_count; i++)
        if (bd_str_is(name, c->pattern->holes[i])) { /* the same name again: the same text */
            bd_buf_printf(&c->regex, "\\g{%zu}", i + 1);
            return !rest.ptr || fail_at(c, offset, "a hole says its alternatives the first time");
        }
    bd_buf_putc(&c->regex, '(');
    if (rest.ptr)
        add_alternatives(c, rest);
    else
        bd_buf_printf(&c->regex, "%s+?", inner_class(c->kind));
    bd_buf_putc(&c->regex, ')');
    bd_pattern *p = c->pattern;
    p->holes[p->hole_count] = bd_alloc(name.len + 1);
    memcpy(p->holes[p->hole_count++], name.ptr, name.len);
    return true;
}

/* "*", "**", or in paths any number of folders: "**" and a slash.
 * @param at  moved past it */
static bool add_star(compiler *c, size_t *at)
{
    bd_str rest = bd_str_sub(c->text, *at, c->text.len);
    bool twice = bd_str_starts(rest, "**");
    bool starts_part = *at == 0 || c->text.ptr[*at - 1] == '/';
    bool ends_part = rest.len == 2 || bd_str_starts(rest, "**/");
    if (twice && c->kind == BD_PATTERN_PATH && !(starts_part && ends_part))
        return fail_at(c, *at, "'**' stands alone between slashes");
    if (twice && c->kind == BD_PATTERN_PATH && rest.len > 2) {
        bd_buf_puts(&c->regex, "(?:.*/)?");
        *at += 3;
        return true;
    }
    bd_buf_printf(&c->regex, "%s*?", twice ? "." : inner_class(c->kind));
    *at += twice ? 2 : 1;
    return true;
}

static bool translate(compiler *c)
{
    bd_str text = c->text;
    for (size_t i = 0; i < text.len;) {
        if (text.ptr[i] == '{') {
            const char *end = memchr(text.ptr + i, '}', text.len - i);
            if (!end)
                return fail_at(c, i, "'{' without '}'");
            size_t close = (size_t)(end - text.ptr);
            if (!add_hole(c, bd_str_sub(text, i + 1, close), i))
                return false;
            i = close + 1;
        } else if (text.ptr[i] == '}') {
            return fail_at(c, i, "'}' without '{'");
        } else if (text.ptr[i] == '*') {
            if (!add_star(c, &i))
                return false;
        } else {
            add_literal(&c->regex, bd_str_sub(text, i, i + 1));
            i++;
        }
    }
    return true;
}

bd_pattern *bd_pattern_compile(bd_str text, bd_pattern_kind kind, bd_error *err)
{
    static const uint32_t whole = PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_DOTALL | PCRE2_UTF;
    bd_pattern *p = bd_alloc(sizeof *p);
    compiler c = { .pattern = p, .kind = kind, .text = text, .err = err };
    int code = 0;
    PCRE2_SIZE at = 0;
    bool ok = false;
    if (!translate(&c))
        goto done;
    p->code = pcre2_compile((PCRE2_SPTR)bd_buf_text(&c.regex), c.regex.len, whole, &code, &at,
                            NULL);
    if (!p->code) {
        fail_at(&c, 0, "cannot compile: too long or not UTF-8");
        goto done;
    }
    p->match = pcre2_match_data_create_from_pattern(p->code, NULL);
    p->limits = pcre2_match_context_create(NULL);
    pcre2_set_match_limit(p->limits, MATCH_LIMIT);
    pcre2_set_depth_limit(p->limits, DEPTH_LIMIT);
    ok = true;
done:
    bd_buf_release(&c.regex);
    if (ok)
        return p;
    bd_pattern_free(p);
    return NULL;
}

void bd_pattern_free(bd_pattern *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->hole_count; i++)
        free(p->holes[i]);
    pcre2_match_context_free(p->limits);
    pcre2_match_data_free(p->match);
    pcre2_code_free(p->code);
    free(p);
}

size_t bd_pattern_holes(const bd_pattern *p)
{
    return p->hole_count;
}

const char *bd_pattern_hole(const bd_pattern *p, size_t index)
{
    return p->holes[index];
}

bool bd_pattern_match(const bd_pattern *p, bd_str subject, bd_arena *arena, bd_pairs *holes)
{
    int n = pcre2_match(p->code, (PCRE2_SPTR)(subject.ptr ? subject.ptr : ""), subject.len, 0, 0,
                        p->match, p->limits);
    if (n <= 0)
        return false;
    const PCRE2_SIZE *offsets = pcre2_get_ovector_pointer(p->match);
    for (size_t i = 0; i < p->hole_count; i++) {
        bool set = (int)i + 1 < n && offsets[2 * i + 2] != PCRE2_UNSET;
        bd_str value = set ? bd_str_sub(subject, offsets[2 * i + 2], offsets[2 * i + 3])
                           : BD_STR("");
        if (value.len == 0)
            value = BD_STR("-");
        bd_pairs_set(holes, arena, bd_str_of(p->holes[i]), value);
    }
    return true;
}
