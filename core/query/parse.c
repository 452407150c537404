/* The language of queries: a suite, words, conditions. One scanner, no look-ahead
 * beyond a token; a token is everything between blanks, quotes respected. */
#include "core/query/query.h"

#include <string.h>

typedef struct scanner {
    bd_str text;
    size_t at;
    bd_arena *arena;
    bd_error *err;
} scanner;

static bool fail_at(scanner *s, size_t offset, const char *message, bd_str what)
{
    if (s->err->code == BD_OK)
        s->err->column = (int)offset + 1;
    return bd_fail(s->err, BD_ERR_CONFIG, "%s: '%.*s'", message, (int)what.len, what.ptr);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* One token; quotes may stand anywhere in it and keep blanks together. */
static bool next_token(scanner *s, bd_str *token, bool *more)
{
    while (s->at < s->text.len && is_blank(s->text.ptr[s->at]))
        s->at++;
    *more = s->at < s->text.len;
    size_t from = s->at;
    bool quoted = false;
    for (; s->at < s->text.len && (quoted || !is_blank(s->text.ptr[s->at])); s->at++)
        if (s->text.ptr[s->at] == '"')
            quoted = !quoted;
    *token = bd_str_sub(s->text, from, s->at);
    if (quoted)
        return fail_at(s, from, "a quote is not closed", *token);
    return true;
}

/* Where the first sign outside quotes stands; the token's length when there is none. */
static size_t sign_at(bd_str token)
{
    bool quoted = false;
    for (size_t i = 0; i < token.len; i++) {
        quoted ^= token.ptr[i] == '"';
        bool not_equal = token.ptr[i] == '!' && i + 1 < token.len && token.ptr[i + 1] == '=';
        if (!quoted && (not_equal || (token.ptr[i] && strchr("=<>", token.ptr[i]))))
            return i;
    }
    return token.len;
}

/* The operator at `at`, longest first. @return its length, 0 when there is none */
static size_t operator_at(bd_str token, size_t at, bd_op *op)
{
    static const struct {
        const char *text;
        bd_op op;
    } operators[] = { { "!=", BD_OP_NE }, { "<=", BD_OP_LE }, { ">=", BD_OP_GE },
                      { "==", BD_OP_EQ }, { "=", BD_OP_EQ },  { "<", BD_OP_LT },
                      { ">", BD_OP_GT } };
    bd_str rest = bd_str_sub(token, at, token.len);
    for (size_t i = 0; i < BD_COUNT(operators); i++)
        if (bd_str_starts(rest, operators[i].text)) {
            *op = operators[i].op;
            return strlen(operators[i].text);
        }
    return 0;
}

/* A text without its quotes; inside them a doubled quote is one. */
static char *unquote(scanner *s, bd_str text)
{
    char *out = bd_arena_alloc(s->arena, text.len + 1);
    size_t n = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.len; i++) {
        bool quote = text.ptr[i] == '"';
        bool doubled = quote && quoted && i + 1 < text.len && text.ptr[i + 1] == '"';
        if (!quote || doubled)
            out[n++] = text.ptr[i];
        else
            quoted = !quoted;
        i += doubled;
    }
    return out;
}

/* "" is the empty value, "-". */
static const char *unquote_value(scanner *s, bd_str text)
{
    const char *value = unquote(s, text);
    return value[0] ? value : "-";
}

static void split_values(scanner *s, bd_str text, bd_condition *c)
{
    size_t count = 1;
    bool quoted = false;
    for (size_t i = 0; i < text.len; i++) {
        quoted ^= text.ptr[i] == '"';
        count += text.ptr[i] == '|' && !quoted;
    }
    c->values = bd_arena_alloc(s->arena, count * sizeof *c->values);
    size_t from = 0;
    quoted = false;
    for (size_t i = 0; i <= text.len; i++) {
        if (i < text.len && text.ptr[i] == '"')
            quoted = !quoted;
        if (i < text.len && (text.ptr[i] != '|' || quoted))
            continue;
        c->values[c->value_count++] = unquote_value(s, bd_str_sub(text, from, i));
        from = i + 1;
    }
}

/* What a sign other than = and != may stand before: one number. */
static bool check_size(scanner *s, const bd_condition *c, bd_str token, size_t value_at)
{
    double number;
    if (c->op == BD_OP_EQ || c->op == BD_OP_NE)
        return true;
    if (c->value_count > 1)
        return fail_at(s, (size_t)c->offset, "only = and != take alternatives", token);
    if (bd_double_parse(bd_str_of(c->values[0]), &number))
        return true;
    bd_hint(s->err, "words have no size: name them, %s=a|b", c->key);
    return fail_at(s, value_at, "a size is compared with a number", token);
}

static bool add_condition(scanner *s, bd_str token, bd_query *out)
{
    size_t offset = (size_t)(token.ptr - s->text.ptr), key_len = sign_at(token);
    bd_op op = BD_OP_EQ;
    size_t value_at = key_len + operator_at(token, key_len, &op);
    const char *key = unquote(s, bd_str_sub(token, 0, key_len));
    if (!key[0])
        return fail_at(s, offset, "a condition needs a name before its sign", token);
    bd_str value = bd_str_sub(token, value_at, token.len);
    if (value.len == 0)
        return fail_at(s, offset, "a condition needs a value; '-' stands for none", token);
    bd_condition c = { .key = key, .op = op, .offset = (int)offset };
    split_values(s, value, &c);
    if (strcmp(key, "file") == 0 && op == BD_OP_EQ && c.value_count == 1) {
        out->file = c.values[0];
        return true;
    }
    out->conditions[out->condition_count++] = c;
    return check_size(s, &c, token, offset + value_at);
}

static size_t count_tokens(bd_str text)
{
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        n += !is_blank(text.ptr[i]) && (i == 0 || is_blank(text.ptr[i - 1]));
    return n;
}

bool bd_query_parse(bd_str text, bool with_suite, bd_arena *arena, bd_query *out, bd_error *err)
{
    scanner s = { text, 0, arena, err };
    size_t capacity = count_tokens(text);
    bd_buf words = BD_BUF_INIT;
    bool ok = false, more = false;
    bd_str token;

    *out = (bd_query){ 0 };
    out->conditions = bd_arena_alloc(arena, (capacity + 1) * sizeof *out->conditions);
    while (next_token(&s, &token, &more) && more) {
        if (sign_at(token) < token.len) {
            if (!add_condition(&s, token, out))
                goto done;
        } else if (with_suite && !out->suite && words.len == 0) {
            out->suite = unquote(&s, token);
        } else if (bd_str_is(token, "latest")) {
            out->latest = true;
        } else {
            bd_buf_printf(&words, "%s%s", words.len > 0 ? " " : "", unquote(&s, token));
        }
    }
    if (err->code != BD_OK)
        goto done;
    if (words.len > 0)
        out->words = bd_arena_text(arena, bd_buf_str(&words));
    ok = true;
done:
    bd_buf_release(&words);
    return ok;
}

void bd_query_put_word(bd_str word, bd_buf *out)
{
    static const char special[] = " \t\r\n\"=<>!|:{}";
    bool quoted = word.len == 0 || bd_str_is(word, "latest") || bd_str_is(word, "in");
    for (size_t i = 0; i < word.len && !quoted; i++)
        quoted = word.ptr[i] && strchr(special, word.ptr[i]);
    if (!quoted) {
        bd_buf_put_str(out, word);
        return;
    }
    bd_buf_putc(out, '"');
    for (size_t i = 0; i < word.len; i++)
        bd_buf_printf(out, word.ptr[i] == '"' ? "\"\"" : "%c", word.ptr[i]);
    bd_buf_putc(out, '"');
}
