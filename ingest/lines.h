/* ingest/lines.h: the one scanner of all text formats. A log is walked line by line with
 * nothing allocated per line:
 *
 *     bd_lines lines = bd_lines_of(reading->text);
 *     for (bd_line line; bd_lines_next(&lines, &line);)
 *         if (bd_str_starts(line.text, "test ") && bd_line_check(&line, err)) …
 *     bd_lines_release(&lines);
 *
 * What a terminal would not show is off: "\r\n", colours and other control sequences, what
 * a progress bar wrote before its last carriage return, the time that GitHub's own logs put
 * before each line. Lines and columns are always those of the file. */
#ifndef BD_INGEST_LINES_H
#define BD_INGEST_LINES_H

#include "core/base/buf.h"
#include "core/base/error.h"
#include "core/base/number.h"

/* A longer line holds no result; its text is empty. */
enum { BD_LINE_BYTES_MAX = 1000 * 1000 };

typedef struct bd_line {
    bd_str text;   /* as it would be read; borrowed until the next line is asked for */
    bd_str raw;    /* as the file has it, without its end; borrowed from the file */
    int    number; /* 1-based */
    size_t begin;  /* bytes of `raw` before what `text` is made of */
    bool   is_cut; /* the file ends here without a line end */
    size_t plain;  /* bytes of `raw` that are ASCII but NUL, up to the first other one, and
                    * one; 0 = not counted yet */
} bd_line;

typedef struct bd_lines {
    bd_str rest;   /* ptr NULL at the end */
    int    number; /* of the line before it */
    bool   has_returns, has_escapes; /* anywhere in the file */
    bd_buf clean; /* owned */
} bd_lines;

bd_lines bd_lines_of(bd_str text); /* borrowed */
bool     bd_lines_next(bd_lines *lines, bd_line *line);
void     bd_lines_release(bd_lines *lines);

/* Where a byte of the line's text stands in the file's line, in characters from 1. */
int bd_line_column(bd_line *line, const char *at);
/* Is the line UTF-8 without NUL? Only lines that hold a result have to be.
 * @return false with the place of the first byte that is not (no file) */
bool bd_line_check(bd_line *line, bd_error *err);

/* Moves `rest` past blanks and the word behind them. @return empty at the end */
bd_str bd_next_word(bd_str *rest);
/* All words of a line at once. @return how many, at most `max` */
size_t bd_split_words(bd_str line, bd_str *words, size_t max);
/* Where `what` begins in `text`; NULL = nowhere. */
const char *bd_find(bd_str text, const char *what);
/* Could a line of the text have it? No only when it does not, and has no colours in between. */
bool bd_may_have(bd_str text, const char *what);
/* The text with all of one character taken out, in `out`, which is emptied first. */
bd_str bd_without(bd_str text, char what, bd_buf *out);

/* A number as tools print it: digits, thousands commas, point, exponent, sign; "NaN" is
 * none. An integer that fits is one, else it is a double.
 * @return false when it is anything else */
bool bd_text_number(bd_str text, bd_number *out);
/* A number in another unit. @return false when the two do not convert */
bool bd_number_in_unit(bd_number number, bd_str from, bd_str to, bd_number *out);
/* So many percent of a number, as decimals: 0.5 of 15.041 is 0.075205. Both are texts that
 * bd_text_number() takes. */
bd_number bd_percent_of(bd_str whole, bd_str percent);
/* JavaScript's parseFloat: the number that the text begins with; NONE = NaN. */
bd_number bd_parse_float(bd_str text);
/* The same of a text whose commas are taken out before, and that is a number for
 * bd_text_number() already. @param scratch  emptied first */
bd_number bd_text_parse_float(bd_str text, bd_number number, bd_buf *scratch);

#endif
