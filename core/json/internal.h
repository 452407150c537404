/* core/json/internal.h: the token array, shared by the files of this folder only. */
#ifndef BD_JSON_INTERNAL_H
#define BD_JSON_INTERNAL_H

#include "core/json/json.h"

/* One value or key: where it begins, and what its kind needs. The kind is told by
 * the byte there.
 *   string    info = length between the quotes * 2 + (1 when it has escapes)
 *   number, literal   info = length
 *   array, object     info = index of the token after the whole container; a second
 *                     token follows: at = items or members, info = offset after the bracket;
 *                     of a closed one no token of its inside is there
 * A member is its key's token and then its value's. */
typedef struct token {
    uint32_t at;
    uint32_t info;
} token;

/* Line and column at the start of each block of the text, so that a position costs
 * one block to count and not the whole file. */
enum { LINE_BLOCK = 1024 };

typedef struct line_mark {
    uint32_t line;   /* line ends before the block */
    uint32_t column; /* characters between the last of them and the block */
} line_mark;

struct bd_json_doc {
    const char *text; /* borrowed */
    size_t      len;
    token      *tokens; /* owned */
    line_mark  *marks;  /* owned; one a block of the text that positions are told in; NULL = none */
    const bd_json_origin *origin; /* borrowed; NULL = the text itself */
    bool        duplicates; /* keys may repeat: the last one counts */
};

typedef enum fault {
    FAULT_NONE,
    FAULT_VALUE,     /* no value where one must be */
    FAULT_KEY,       /* no key where one must be */
    FAULT_COLON,     /* no colon behind a key */
    FAULT_SEPARATOR, /* neither comma nor the right bracket */
    FAULT_TRAILING,  /* something behind the document */
    FAULT_END,       /* the text ends too early */
    FAULT_STRING_END,
    FAULT_CONTROL,
    FAULT_UTF8,
    FAULT_ESCAPE,
    FAULT_SURROGATE,
    FAULT_LONG_STRING,
    FAULT_NUMBER,
    FAULT_DEPTH,
    FAULT_TOKENS,
    FAULT_DUPLICATE,
} fault;

typedef enum state {
    WANT_VALUE,
    WANT_ITEM_OR_END,
    WANT_KEY,
    WANT_KEY_OR_END,
    WANT_COMMA_OR_END,
    DONE,
} state;

#define NO_TOKEN UINT32_MAX

typedef struct parser {
    const char     *start, *end;
    bd_json_doc    *doc;
    size_t          count, capacity; /* of doc->tokens */
    uint32_t        open;            /* innermost open container; its info is the one around it */
    bool            in_object;
    state           state;
    size_t          depth;
    bd_json_options options;    /* defaults filled in */
    fault           fault;
    const char     *fault_at;
    uint32_t        first_key; /* FAULT_DUPLICATE: the earlier one's token */
} parser;

/* Notes the first fault. @return NULL, always */
const char *bd_json_fault(parser *p, fault what, const char *at);

/* Says what the parser's fault is, where, and what to do. @return false, always */
bool bd_json_explain(const parser *p, bd_error *err);

/* Looks for a key that stands twice in the object whose token is `object`.
 * @return false with FAULT_DUPLICATE */
bool bd_json_unique_keys(parser *p, uint32_t object);

/* Writes the line marks of a document, or of its origin: work for a bd_task, beside the parser. */
void bd_json_mark_lines(void *context);
void bd_json_place(const bd_json_doc *doc, size_t offset, int *line, int *column);
/* Line and column are those of `before`; they become those of `offset`. */
void bd_json_place_after(const bd_json_doc *doc, size_t offset, size_t before, int *line,
                         int *column);

/* Appends the characters of a checked string's inside. */
void bd_json_decode(bd_str raw, bd_buf *out);

static inline bd_str string_raw(const bd_json_doc *doc, uint32_t index)
{
    const token *t = &doc->tokens[index];
    return (bd_str){ doc->text + t->at + 1, t->info / 2 };
}

static inline bool string_escaped(const bd_json_doc *doc, uint32_t index)
{
    return doc->tokens[index].info % 2 != 0;
}

static inline bool is_container(const bd_json_doc *doc, uint32_t index)
{
    return (doc->text[doc->tokens[index].at] | 0x20) == '{'; /* or '[' */
}

/* The type of a value, told by its first byte. */
static inline bd_json_type type_at(const bd_json_doc *doc, uint32_t index)
{
    const char *at = doc->text + doc->tokens[index].at;
    if (*at == '"')
        return BD_JSON_STRING;
    if (*at <= '9') /* behind '-' stands a digit, or "Infinity" */
        return *at == '-' && at[1] == 'I' ? BD_JSON_NAN : BD_JSON_NUMBER;
    switch (*at) {
    case '{':
        return BD_JSON_OBJECT;
    case '[':
        return BD_JSON_ARRAY;
    case 't':
        return BD_JSON_TRUE;
    case 'f':
        return BD_JSON_FALSE;
    case 'n':
        return BD_JSON_NULL;
    default: /* "NaN" or "Infinity" */
        return BD_JSON_NAN;
    }
}

/* The token after the whole value at `index`. */
static inline uint32_t token_after(const bd_json_doc *doc, uint32_t index)
{
    return is_container(doc, index) ? doc->tokens[index].info : index + 1;
}

#endif
