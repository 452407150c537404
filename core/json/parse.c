/* Text to tokens: one pass, one flat array, a state machine without recursion.
 * Numbers and strings are only checked here; they are converted when asked for
 * (value.c). What is wrong is worded in syntax.c. See json.h. */
#include "core/base/task.h"
#include "core/json/internal.h"
#include "core/json/scan.h"

#include <stdlib.h>

enum { MUCH = 1000 * 1000 }; /* bytes whose line ends are counted beside the parser */

const char *bd_json_fault(parser *p, fault what, const char *at)
{
    if (p->fault == FAULT_NONE) {
        p->fault = what;
        p->fault_at = at;
    }
    return NULL;
}

/* The array begins with room for a token every eight bytes, which is more than
 * measurement files need: the pages are only used when written to, and it is
 * hardly ever grown. */
static bool grow(parser *p)
{
    size_t limit = p->options.max_tokens;
    if (limit > NO_TOKEN - 2)
        limit = NO_TOKEN - 2;
    size_t wanted = p->capacity == 0 ? (size_t)(p->end - p->start) / 8 + 16
                                     : p->capacity + p->capacity / 2;
    if (p->count + 2 > limit)
        return false;
    p->capacity = wanted < limit ? wanted : limit;
    p->doc->tokens = bd_realloc(p->doc->tokens, p->capacity * sizeof(token));
    return true;
}

static inline bool push(parser *p, const char *at, size_t info)
{
    if (p->count + 2 > p->capacity && !grow(p))
        return bd_json_fault(p, FAULT_TOKENS, at) != NULL;
    p->doc->tokens[p->count++] = (token){ (uint32_t)(at - p->start), (uint32_t)info };
    return true;
}

static void after_value(parser *p)
{
    p->state = p->depth > 0 ? WANT_COMMA_OR_END : DONE;
}

/* ---- scalars ---- */

static const char *check_escape(parser *p, const char *at)
{
    const char *c = at + 1;
    if (c == p->end)
        return bd_json_fault(p, FAULT_STRING_END, at);
    if (*c != 'u')
        return memchr("\"\\/bfnrt", *c, 8) ? c + 1 : bd_json_fault(p, FAULT_ESCAPE, at);
    int unit = hex4(c + 1, p->end);
    if (unit < 0)
        return bd_json_fault(p, FAULT_ESCAPE, at);
    c += 5;
    if (unit < 0xD800 || unit > 0xDFFF)
        return c;
    bool pair = unit < 0xDC00 && p->end - c >= 2 && c[0] == '\\' && c[1] == 'u';
    int second = pair ? hex4(c + 2, p->end) : -1;
    if (pair && second < 0)
        return bd_json_fault(p, FAULT_ESCAPE, c);
    if (second < 0xDC00 || second > 0xDFFF)
        return bd_json_fault(p, FAULT_SURROGATE, at);
    return c + 6;
}

/* `open` is at the quote. @return behind the closing quote */
static const char *read_string(parser *p, const char *open)
{
    bool escaped = false;
    const char *at = open + 1;
    for (;;) {
        at = skip_plain(at, p->end);
        if (at == p->end)
            return bd_json_fault(p, FAULT_STRING_END, open);
        if (*at == '"')
            break;
        if (*at == '\\') {
            at = check_escape(p, at);
            if (!at)
                return NULL;
            escaped = true;
            continue;
        }
        if ((unsigned char)*at < ' ')
            return bd_json_fault(p, FAULT_CONTROL, at);
        size_t length = utf8_length(at, p->end);
        if (length == 0)
            return bd_json_fault(p, FAULT_UTF8, at);
        at += length;
    }
    if (at - open > INT32_MAX)
        return bd_json_fault(p, FAULT_LONG_STRING, open);
    return push(p, open, (size_t)(at - open - 1) * 2 + escaped) ? at + 1 : NULL;
}

static inline const char *need_digits(parser *p, const char *at)
{
    const char *after = skip_digits(at, p->end);
    if (after > at)
        return after;
    return bd_json_fault(p, at == p->end ? FAULT_END : FAULT_NUMBER, at);
}

static const char *read_literal(parser *p, const char *at, const char *word, size_t len)
{
    size_t left = (size_t)(p->end - at);
    if (memcmp(at, word, left < len ? left : len) != 0)
        return bd_json_fault(p, FAULT_VALUE, at);
    if (left < len)
        return bd_json_fault(p, FAULT_END, p->end);
    return push(p, at, len) ? at + len : NULL;
}

static const char *read_other_number(parser *p, const char *from)
{
    const char *at = from, *end = p->end;
    if (*at == '-')
        at++;
    if (at < end && *at == '0')
        at++;
    else if (at < end && *at == 'I' && p->options.lenient)
        return read_literal(p, from, "-Infinity", 9);
    else
        at = need_digits(p, at);
    if (at && at < end && *at == '.')
        at = need_digits(p, at + 1);
    if (at && at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < end && (*at == '+' || *at == '-'))
            at++;
        at = need_digits(p, at);
    }
    return at && push(p, from, (size_t)(at - from)) ? at : NULL;
}

static inline const char *read_number(parser *p, const char *from)
{
    const char *at = skip_usual_number(from, p->end);
    if (!at)
        return read_other_number(p, from);
    return push(p, from, (size_t)(at - from)) ? at : NULL;
}

/* ---- containers ---- */

static const char *open_container(parser *p, const char *at, bool object)
{
    if (p->depth == p->options.max_depth)
        return bd_json_fault(p, FAULT_DEPTH, at);
    uint32_t index = (uint32_t)p->count;
    if (!push(p, at, p->open) || !push(p, p->start, 0))
        return NULL;
    p->depth++;
    p->open = index;
    p->in_object = object;
    p->state = object ? WANT_KEY_OR_END : WANT_ITEM_OR_END;
    return at + 1;
}

static const char *close_container(parser *p, const char *at)
{
    token *open = &p->doc->tokens[p->open];
    uint32_t index = p->open, around = open->info;
    open[0].info = (uint32_t)p->count;
    open[1].info = (uint32_t)(at + 1 - p->start);
    if (p->in_object && !p->options.keep_duplicate_keys && !bd_json_unique_keys(p, index))
        return NULL;
    if (p->depth > p->options.open_depth) { /* what it holds was needed for the check above */
        p->count = index + 2;
        open[0].info = index + 2;
    }
    p->open = around;
    p->in_object = around != NO_TOKEN && p->start[p->doc->tokens[around].at] == '{';
    p->depth--;
    after_value(p);
    return at + 1;
}

static const char *read_separator(parser *p, const char *at)
{
    if (*at == ',') {
        p->doc->tokens[p->open + 1].at++;
        p->state = p->in_object ? WANT_KEY : WANT_VALUE;
        return at + 1;
    }
    if (*at != (p->in_object ? '}' : ']'))
        return bd_json_fault(p, FAULT_SEPARATOR, at);
    p->doc->tokens[p->open + 1].at++;
    return close_container(p, at);
}

static const char *read_key(parser *p, const char *at)
{
    if (*at != '"')
        return bd_json_fault(p, FAULT_KEY, at);
    at = read_string(p, at);
    if (!at)
        return NULL;
    at = skip_blanks(at, p->end);
    if (at == p->end || *at != ':')
        return bd_json_fault(p, at == p->end ? FAULT_END : FAULT_COLON, at);
    p->state = WANT_VALUE;
    return at + 1;
}

static const char *read_value(parser *p, const char *at)
{
    switch (*at) {
    case '{':
    case '[':
        return open_container(p, at, *at == '{');
    case '"':
        at = read_string(p, at);
        break;
    case 't':
        at = read_literal(p, at, "true", 4);
        break;
    case 'f':
        at = read_literal(p, at, "false", 5);
        break;
    case 'n':
        at = read_literal(p, at, "null", 4);
        break;
    default:
        if (*at == '-' || is_digit(*at))
            at = read_number(p, at);
        else if (p->options.lenient && *at == 'N')
            at = read_literal(p, at, "NaN", 3);
        else if (p->options.lenient && *at == 'I')
            at = read_literal(p, at, "Infinity", 8);
        else
            at = bd_json_fault(p, FAULT_VALUE, at);
    }
    after_value(p);
    return at;
}

/* Behind a value: goes on to the next one when a comma follows.
 * @return where that begins; NULL: `*at` is where something else stands */
static inline const char *next_value(parser *p, const char **at)
{
    *at = skip_blanks(*at, p->end);
    if (*at == p->end || **at != ',')
        return NULL;
    p->doc->tokens[p->open + 1].at++;
    *at = skip_blanks(*at + 1, p->end);
    return *at;
}

static inline bool begins_number(const char *at, const char *end)
{
    return at < end && (is_digit(*at) || *at == '-');
}

/* Reads an item of an array, and as long as they are numbers the following ones: most of
 * a measurement file stands in such lists. */
static const char *read_items(parser *p, const char *at)
{
    while (begins_number(at, p->end)) {
        at = read_number(p, at);
        if (!at)
            return NULL;
        p->state = WANT_COMMA_OR_END;
        if (!next_value(p, &at))
            return at;
        p->state = WANT_VALUE;
    }
    return at < p->end ? read_value(p, at) : at;
}

/* The same for members whose values are numbers or strings. */
static const char *read_members(parser *p, const char *at)
{
    while (at < p->end) {
        at = read_key(p, at);
        if (!at)
            return NULL;
        at = skip_blanks(at, p->end);
        if (at == p->end)
            return at;
        if (!begins_number(at, p->end) && *at != '"')
            return read_value(p, at);
        at = *at == '"' ? read_string(p, at) : read_number(p, at);
        if (!at)
            return NULL;
        p->state = WANT_COMMA_OR_END;
        if (!next_value(p, &at))
            return at;
        p->state = WANT_KEY;
    }
    return at;
}

static const char *step(parser *p, const char *at)
{
    switch (p->state) {
    case WANT_COMMA_OR_END:
        return read_separator(p, at);
    case WANT_ITEM_OR_END:
        return *at == ']' ? close_container(p, at) : read_items(p, at);
    case WANT_KEY_OR_END:
        return *at == '}' ? close_container(p, at) : read_members(p, at);
    case WANT_KEY:
        return read_members(p, at);
    case WANT_VALUE:
    case DONE:
        break;
    }
    return p->depth > 0 && !p->in_object ? read_items(p, at) : read_value(p, at);
}

static bool read_document(parser *p)
{
    const char *at = p->start;
    if (p->options.lenient && p->end - at >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    while (p->state != DONE) {
        at = skip_blanks(at, p->end);
        if (at == p->end)
            return bd_json_fault(p, FAULT_END, at) != NULL;
        at = step(p, at);
        if (!at)
            return false;
    }
    at = skip_blanks(at, p->end);
    if (at != p->end)
        bd_json_fault(p, FAULT_TRAILING, at);
    return p->fault == FAULT_NONE;
}

bool bd_json_parse(bd_str bytes, const bd_json_options *options, bd_json_doc **doc, bd_error *err)
{
    *doc = NULL;
    if (bytes.len >= UINT32_MAX)
        return bd_fail(err, BD_ERR_INPUT, "larger than 4 GiB")
               || bd_hint(err, "split the file: JSON is read up to 4 GiB");
    bd_json_options with = options ? *options : (bd_json_options){ 0 };
    with.max_depth = with.max_depth > 0 ? with.max_depth : 512;
    with.max_tokens = with.max_tokens > 0 ? with.max_tokens : 400000000;
    with.open_depth = with.open_depth > 0 ? with.open_depth : SIZE_MAX;

    bd_json_doc *made = bd_alloc(sizeof *made); /* owned until handed over */
    made->text = bytes.len > 0 ? bytes.ptr : "";
    made->len = bytes.len;
    made->duplicates = with.keep_duplicate_keys;
    made->origin = with.origin;
    size_t told = with.origin ? with.origin->bytes.len : bytes.len;
    if (!with.few_positions)
        made->marks = bd_alloc((told / LINE_BLOCK + 1) * sizeof *made->marks);
    parser p = { .start = made->text,
                 .end = made->text + bytes.len,
                 .doc = made,
                 .open = NO_TOKEN,
                 .state = WANT_VALUE,
                 .options = with };
    bd_task *marking = made->marks ? bd_task_begin(told >= MUCH, bd_json_mark_lines, made) : NULL;
    bool ok = read_document(&p);
    bd_task_end(marking);
    if (ok) {
        if (p.capacity * sizeof(token) < MUCH) /* of more, what is left over was never touched */
            made->tokens = bd_realloc(made->tokens, p.count * sizeof(token));
        *doc = made;
    } else {
        bd_json_explain(&p, err);
        bd_json_free(made);
    }
    return ok;
}

void bd_json_free(bd_json_doc *doc)
{
    if (!doc)
        return;
    free(doc->tokens);
    free(doc->marks);
    free(doc);
}
