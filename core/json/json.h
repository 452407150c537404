/* core/json/json.h: strict, positioned reading of JSON, and the only writer of it.
 *
 * A document is one flat array of tokens over bytes that the caller keeps. Nothing
 * is allocated per value. A cursor (bd_json) knows its parent, so every value can
 * say its path, line and column at no cost until somebody asks:
 *
 *     bd_json_doc *doc;
 *     if (!bd_json_parse(bytes, &options, &doc, err)) return false;
 *     bd_json root = bd_json_root(doc), list, item, unit;
 *     if (!bd_json_need(&root, "benchmarks", &list, err)) ...
 *     for (bool more = bd_json_first(&list, &item); more; more = bd_json_next(&item))
 *         if (bd_json_member(&item, "unit", &unit)) ...
 *     bd_json_free(doc);
 *
 * The grammar is all of RFC 8259 with UTF-8 checked; numbers come out as exact
 * int64 or correctly rounded doubles. It does not build a tree, fetch by pointer
 * expression, or accept comments. */
#ifndef BD_JSON_JSON_H
#define BD_JSON_JSON_H

#include "core/base/buf.h"
#include "core/base/error.h"
#include "core/base/number.h"

typedef enum bd_json_type {
    BD_JSON_NULL,
    BD_JSON_FALSE,
    BD_JSON_TRUE,
    BD_JSON_NUMBER,
    BD_JSON_STRING,
    BD_JSON_ARRAY,
    BD_JSON_OBJECT,
    BD_JSON_NAN, /* bare NaN, Infinity, -Infinity: only with options.lenient */
} bd_json_type;

/* Opaque; not changed after parsing, so threads may share it. */
typedef struct bd_json_doc bd_json_doc;

/* A text that was made out of another one, for messages about that one: from byte `at`
 * on (the next shift's aside), it is the origin's bytes from `from` on. */
typedef struct bd_json_shift {
    uint32_t at, from;
} bd_json_shift;

typedef struct bd_json_origin {
    bd_str               bytes;
    const bd_json_shift *shifts; /* ascending, the first one at 0; at least one */
    size_t               count;
} bd_json_origin;

/* Where in the origin byte `at` of the text stands. */
size_t bd_json_origin_offset(const bd_json_origin *origin, size_t at);

typedef struct bd_json_options {
    bool lenient; /* accept a UTF-8 BOM, and bare NaN / Infinity / -Infinity as values */
    /* false: a repeated key in one object is an error at its position;
     * true: the last one counts, as in JavaScript (all are walked) */
    bool   keep_duplicate_keys;
    size_t max_depth;  /* 0 = 512 */
    size_t max_tokens; /* keys count too, a container counts twice; 0 = 400 million */
    /* Containers deeper than this are checked like all, and closed: they have bytes and a
     * count, but no items to walk. The document's own container has depth 1; 0 = all open. */
    size_t open_depth;
    /* every line and column told is one of this text; borrowed like the bytes; NULL = `bytes` */
    const bd_json_origin *origin;
    bool few_positions; /* lines are not counted before one is asked for, then from the start */
} bd_json_options;

/* @param bytes    borrowed: must outlive the document; under 4 GiB
 * @param options  NULL = strict
 * @param doc      owned by the caller, end with bd_json_free()
 * @return false with BD_ERR_INPUT, line, column and what was expected; `*doc` is then NULL */
bool bd_json_parse(bd_str bytes, const bd_json_options *options, bd_json_doc **doc, bd_error *err);
void bd_json_free(bd_json_doc *doc); /* NULL is fine */

/* A value and the way to it. Lives on the stack; `parent` must outlive it. */
typedef struct bd_json {
    const bd_json_doc    *doc;
    const struct bd_json *parent; /* NULL at the root */
    uint32_t              token;  /* index of the value's token */
    uint32_t              key;    /* index of the member's key token; 0 for an array item */
    size_t                index;  /* in the parent, counted from 0 */
} bd_json;

bd_json      bd_json_root(const bd_json_doc *doc);
bd_json_type bd_json_typeof(const bd_json *at);
size_t       bd_json_count(const bd_json *at); /* items or members; 0 for scalars */

/* false when empty, a scalar, or deeper than the document's open_depth */
bool   bd_json_first(const bd_json *container, bd_json *item);
bool   bd_json_next(bd_json *item);                            /* false after the last */
/* Items from `first` on up to before `item`, in the same container, are not looked at
 * again: most of what a large document needs for them goes back to the system. */
void   bd_json_forget(const bd_json *first, const bd_json *item);
/* The key of a member. Borrowed from the document when it has no escape, else
 * decoded into `scratch` (emptied first). */
bd_str bd_json_key(const bd_json *member, bd_buf *scratch);
bool   bd_json_key_is(const bd_json *member, const char *name);

bool bd_json_member(const bd_json *object, const char *name, bd_json *out); /* false = absent */
/* Like it, but absence (or not an object) is an error with the object's place. */
bool bd_json_need(const bd_json *object, const char *name, bd_json *out, bd_error *err);

/* Typed getters: false with "expected …", line, column and path. An integer is
 * written without fraction and exponent and fits int64. A bare NaN is no number
 * (BD_NUMBER_NONE; as double NaN), a bare Infinity an infinite double. */
bool bd_json_number(const bd_json *at, bd_number *out, bd_error *err);
bool bd_json_int(const bd_json *at, int64_t *out, bd_error *err);
bool bd_json_double(const bd_json *at, double *out, bd_error *err);
bool bd_json_bool(const bd_json *at, bool *out, bd_error *err);
/* Borrowed or in `scratch`, as bd_json_key. U+0000 in a string is refused. */
bool bd_json_string(const bd_json *at, bd_buf *scratch, bd_str *out, bd_error *err);
/* The same as a NUL-terminated copy in `arena`. */
bool bd_json_text(const bd_json *at, bd_arena *arena, const char **out, bd_error *err);
bool bd_json_expect(const bd_json *at, bd_json_type type, bd_error *err);

/* Members that others write as they like: what is missing, null or of another type is none. */
const char *bd_json_text_of(const bd_json *object, const char *name, bd_arena *arena); /* or NULL */
bool        bd_json_object_of(const bd_json *object, const char *name, bd_json *out);

/* Numbers of an array of numbers, in one pass, for samples. A member of another
 * type is an error at its place, except that with `nan_ok` the strings "NaN",
 * "+INF", "-INF", null and bare NaN become NaN or infinities.
 * @param out  room for bd_json_count(at) values
 * @param all_int  set to whether every item was written as an integer that fits int64 */
bool bd_json_doubles(const bd_json *at, bool nan_ok, double *out, bool *all_int, bd_error *err);

/* Pairs of numbers in an array `[[1.5, 3], …]`, in one pass, for histograms.
 * @param out  room for bd_json_count(at) pairs
 * @return how many lead the array; where it is not all of them, the next item is no pair */
size_t bd_json_pairs(const bd_json *at, double (*out)[2]);

bd_str bd_json_raw(const bd_json *at); /* the value's bytes in the file, borrowed */
/* 1-based, columns in characters; costs a few kilobytes of counting at most. */
void   bd_json_position(const bd_json *at, int *line, int *column);
/* The same, counted on from a value before it where that is nearer.
 * @param line,column  in: those of `before` */
void   bd_json_position_after(const bd_json *at, const bd_json *before, int *line, int *column);
/* Appends "$[0].params.size"; odd keys as ["a b"]. */
void   bd_json_path(const bd_json *at, bd_buf *out);
/* Fails with the value's line, column and path. @return false, always */
bool   bd_json_fail(const bd_json *at, bd_error *err, const char *format, ...) BD_PRINTF(3, 4);

/* Appends the value without insignificant white space, object order kept, strings
 * and numbers as they are written in the file. */
void bd_json_compact(const bd_json *at, bd_buf *out);
/* Appends what JavaScript's JSON.stringify(JSON.parse(raw)) gives, without indent. */
void bd_json_stringify(const bd_json *at, bd_buf *out);

/* ---- writing ---- */

/* Appends `text` as a JSON string with its quotes, escaped as JSON.stringify does
 * (control characters, quote, backslash; lone surrogates cannot occur in UTF-8). */
void bd_json_quote(bd_str text, bd_buf *out);

/* A writer that keeps commas, indent and nesting right. */
typedef struct bd_json_writer {
    bd_buf  *out;    /* borrowed */
    unsigned indent; /* blanks a level; 0 = everything on one line, no blanks */
    unsigned depth;
    bool     first;   /* nothing written in this container yet */
    bool     after_key;
    unsigned flat;    /* from this depth on, on one line with ", " and ": "; 0 = never */
} bd_json_writer;

bd_json_writer bd_json_writer_to(bd_buf *out, unsigned indent);
void bd_json_open(bd_json_writer *w, char bracket); /* '[' or '{' */
void bd_json_close(bd_json_writer *w, char bracket); /* ']' or '}' */
/* From here to the matching close, the container goes on one line (lists of
 * points stay a line each and diff well). */
void bd_json_open_flat(bd_json_writer *w, char bracket);
void bd_json_put_key(bd_json_writer *w, const char *key);
void bd_json_put_key_str(bd_json_writer *w, bd_str key);
void bd_json_put_text(bd_json_writer *w, const char *text); /* NULL writes null */
void bd_json_put_str(bd_json_writer *w, bd_str text);
void bd_json_put_int(bd_json_writer *w, int64_t value);
/* JavaScript's text; "NaN", "Infinity", "-Infinity" as strings; a whole double gets
 * ".0" when `keep_kind` asks that reading back gives a double ("-0.0" too). */
void bd_json_put_number(bd_json_writer *w, bd_number value, bool keep_kind);
void bd_json_put_bool(bd_json_writer *w, bool value);
void bd_json_put_raw(bd_json_writer *w, bd_str json); /* valid JSON text, as it is */

#endif
