/* core/datajs/internal.h: shared by the files of this folder only. */
#ifndef BD_DATAJS_INTERNAL_H
#define BD_DATAJS_INTERNAL_H

#include "core/datajs/datajs.h"
#include "core/json/json.h"

/* Says what is wrong at a byte, as line and column in characters. @return false, always */
bool bd_datajs_fail(bd_str bytes, size_t at, bd_error *err, const char *message, const char *hint);

/* Past blanks and comments; at the beginning of a comment that does not end. */
size_t bd_datajs_past_blanks(bd_str bytes, size_t at);

/* The place of the object, by what stands before it; where it ends is not looked for.
 * @return false: this is no data.js */
bool bd_datajs_find_object(bd_str bytes, size_t *from, bd_error *err);

/* A text of JSON that was made of JavaScript, and where each part of it stood. */
typedef struct bd_datajs_text {
    bd_buf         json;
    bd_json_shift *shifts; /* owned */
    size_t         shift_count, shift_capacity;
} bd_datajs_text;

void bd_datajs_text_release(bd_datajs_text *text);

/* Turns the literal at `from`, up to the end of the file, into JSON.
 * @return false with BD_ERR_INPUT and the place of what is no literal */
bool bd_datajs_from_literal(bd_str bytes, size_t from, bd_datajs_text *out, bd_error *err);

/* One string or number at `*at`, which is moved past it, appended to the JSON. */
typedef struct bd_literal {
    bd_str          in;
    size_t          at;
    bd_datajs_text *out;
    bd_error       *err;
} bd_literal;

bool bd_literal_string(bd_literal *l);
bool bd_literal_number(bd_literal *l);
bool bd_literal_fail(bd_literal *l, size_t at, const char *message);
/* Copies the input up to `to`, noting where it stood. */
void bd_literal_copy(bd_literal *l, size_t to);
/* Puts `text` in the place of the input up to `to`. */
void bd_literal_put(bd_literal *l, const char *text, size_t to);

static inline char bd_literal_peek(const bd_literal *l, size_t ahead)
{
    return l->at + ahead < l->in.len ? l->in.ptr[l->at + ahead] : '\0';
}

static inline bool bd_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Of a name in JavaScript; what is not ASCII is left to the reader of JSON. */
static inline bool bd_is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || bd_is_digit(c) || c == '_'
           || c == '$' || (unsigned char)c >= 0x80;
}

#endif
