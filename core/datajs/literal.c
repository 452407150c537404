/* JavaScript's object literals → JSON: what a minifier or a hand makes of a data.js. Names
 * get their quotes, `!0` and `void 0` their words, trailing commas and comments become
 * blanks. Whatever is not data (calls, names of variables, `${…}`) is refused. */
#include "core/datajs/internal.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 512 };

typedef enum state { WANT_VALUE, WANT_ITEM, WANT_NAME, AFTER_VALUE, DONE } state;

typedef struct nest {
    char open[DEPTH_MAX];
    size_t depth;
    size_t comma; /* place in the JSON of a comma that nothing has followed yet; 0 = none */
    state state;
} nest;

void bd_datajs_text_release(bd_datajs_text *text)
{
    bd_buf_release(&text->json);
    free(text->shifts);
    *text = (bd_datajs_text){ 0 };
}

bool bd_literal_fail(bd_literal *l, size_t at, const char *message)
{
    return bd_datajs_fail(l->in, at, l->err, message,
                          "benchdoc reads JSON and plain JavaScript data; take the data.js that "
                          "github-action-benchmark wrote");
}

/* From here on the JSON has what stands at `l->at`. */
static void note_place(bd_literal *l)
{
    bd_datajs_text *out = l->out;
    bd_json_shift now = { (uint32_t)out->json.len, (uint32_t)l->at };
    if (out->shift_count > 0) {
        bd_json_shift *last = &out->shifts[out->shift_count - 1];
        if (now.at - last->at == now.from - last->from)
            return;
        if (last->at == now.at) {
            last->from = now.from;
            return;
        }
    }
    out->shifts = bd_grow(out->shifts, out->shift_count, &out->shift_capacity, sizeof now);
    out->shifts[out->shift_count++] = now;
}

void bd_literal_copy(bd_literal *l, size_t to)
{
    note_place(l);
    bd_buf_add(&l->out->json, l->in.ptr + l->at, to - l->at);
    l->at = to;
}

void bd_literal_put(bd_literal *l, const char *text, size_t to)
{
    note_place(l);
    bd_buf_puts(&l->out->json, text);
    l->at = to;
}

/* Blanks stay, comments become blanks: what follows keeps its place. */
static void pass_blanks(bd_literal *l)
{
    size_t end = bd_datajs_past_blanks(l->in, l->at), from = l->out->json.len;
    if (end == l->at)
        return;
    bd_literal_copy(l, end);
    for (char *c = l->out->json.data + from; c < l->out->json.data + l->out->json.len; c++)
        if (*c != '\n' && *c != '\r' && *c != '\t')
            *c = ' ';
}

static bool is_word(const bd_literal *l, const char *word)
{
    size_t len = strlen(word);
    return bd_str_starts(bd_str_sub(l->in, l->at, l->in.len), word)
           && !bd_is_name_char(bd_literal_peek(l, len));
}

/* A word for a word: in as many columns where they suffice. */
static bool replace_word(bd_literal *l, const char *word, const char *json)
{
    if (!is_word(l, word))
        return false;
    size_t from = l->out->json.len, len = strlen(word);
    bd_literal_put(l, json, l->at + len);
    while (l->out->json.len - from < len)
        bd_buf_putc(&l->out->json, ' ');
    return true;
}

static bool pass_scalar(bd_literal *l)
{
    static const struct {
        const char *word, *json;
    } words[] = {
        { "true", "true" },      { "false", "false" },       { "null", "null" },
        { "NaN", "NaN" },        { "Infinity", "Infinity" }, { "-Infinity", "-Infinity" },
        { "!0", "true" },        { "!1", "false" },          { "void 0", "null" },
        { "undefined", "null" },
    };
    char c = bd_literal_peek(l, 0);
    if (c == '"' || c == '\'' || c == '`')
        return bd_literal_string(l);
    for (size_t i = 0; i < BD_COUNT(words); i++)
        if (replace_word(l, words[i].word, words[i].json))
            return true;
    if (bd_is_digit(c) || c == '.' || c == '-' || c == '+')
        return bd_literal_number(l);
    return bd_literal_fail(
        l, l->at, l->at >= l->in.len ? "the text ends inside a value" : "expected a value");
}

/* A name of a member, which gets quotes. */
static bool pass_name(bd_literal *l)
{
    size_t end = l->at;
    char c = bd_literal_peek(l, 0);
    if (c == '"' || c == '\'')
        return bd_literal_string(l);
    while (end < l->in.len && bd_is_name_char(l->in.ptr[end]))
        end++;
    if (end == l->at)
        return bd_literal_fail(l, l->at,
                               l->at >= l->in.len ? "the text ends inside an object"
                                                  : "expected a name or '}'");
    if (bd_is_digit(c) && (c == '0' ? end - l->at > 1 : false))
        return bd_literal_fail(l, l->at, "a name that begins with 0");
    bd_literal_put(l, "\"", l->at);
    bd_literal_copy(l, end);
    bd_literal_put(l, "\"", l->at);
    return true;
}

static bool open_container(bd_literal *l, nest *n, char bracket)
{
    if (n->depth == DEPTH_MAX)
        return bd_literal_fail(l, l->at, "nested more than 512 deep");
    n->open[n->depth++] = bracket;
    n->state = bracket == '{' ? WANT_NAME : WANT_ITEM;
    bd_literal_copy(l, l->at + 1);
    return true;
}

static bool close_container(bd_literal *l, nest *n)
{
    if (n->comma > 0)
        l->out->json.data[n->comma] = ' ';
    n->comma = 0;
    n->depth--;
    n->state = n->depth > 0 ? AFTER_VALUE : DONE;
    bd_literal_copy(l, l->at + 1);
    return true;
}

static bool pass_comma(bd_literal *l, nest *n, char close)
{
    if (bd_literal_peek(l, 0) != ',')
        return bd_literal_fail(l, l->at,
                               close == '}' ? "expected ',' or '}' after a member"
                                            : "expected ',' or ']' after a value");
    bd_literal_copy(l, l->at + 1);
    n->comma = l->out->json.len - 1;
    n->state = close == '}' ? WANT_NAME : WANT_ITEM;
    return true;
}

static bool step(bd_literal *l, nest *n)
{
    char c = bd_literal_peek(l, 0);
    char close = n->depth == 0 ? '\0' : n->open[n->depth - 1] == '{' ? '}' : ']';
    if (close && c == close && n->state != WANT_VALUE)
        return close_container(l, n);
    if (n->state == AFTER_VALUE)
        return pass_comma(l, n, close);
    n->comma = 0;
    if (n->state == WANT_NAME) {
        if (!pass_name(l))
            return false;
        pass_blanks(l);
        if (bd_literal_peek(l, 0) != ':')
            return bd_literal_fail(l, l->at, "expected ':' after a name");
        bd_literal_copy(l, l->at + 1);
        n->state = WANT_VALUE;
        return true;
    }
    if (c == '{' || c == '[')
        return open_container(l, n, c);
    n->state = AFTER_VALUE;
    return pass_scalar(l);
}

/* Behind the object: semicolons, blanks and comments only. */
static bool pass_end(bd_literal *l)
{
    size_t at = bd_datajs_past_blanks(l->in, l->at);
    while (at < l->in.len && l->in.ptr[at] == ';')
        at = bd_datajs_past_blanks(l->in, at + 1);
    return at == l->in.len || bd_literal_fail(l, at, "expected the end of the file");
}

bool bd_datajs_from_literal(bd_str bytes, size_t from, bd_datajs_text *out, bd_error *err)
{
    bd_literal l = { .in = bytes, .at = from, .out = out, .err = err };
    nest n = { .state = WANT_VALUE };
    if (bytes.len >= UINT32_MAX / 2)
        return bd_fail(err, BD_ERR_INPUT, "larger than 2 GiB");
    bd_buf_reserve(&out->json, bytes.len + bytes.len / 4);
    while (n.state != DONE) {
        pass_blanks(&l);
        if (!step(&l, &n))
            return false;
    }
    return pass_end(&l);
}
