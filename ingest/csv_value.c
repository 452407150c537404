/* What the cells of a CSV say: numbers, samples, params. */
#include "ingest/csv.h"

#include <math.h>
#include <string.h>

/* JSON's grammar, and the words that stand for the rest of the doubles. */
static bool take_number(bd_str text, bd_number *out)
{
    double value;
    if (bd_str_is(text, "NaN")) {
        *out = bd_double(NAN);
        return true;
    }
    bd_str digits = bd_str_starts(text, "-") ? bd_str_sub(text, 1, text.len) : text;
    if (bd_str_is(digits, "Infinity")) {
        *out = bd_double(digits.len == text.len ? INFINITY : -INFINITY);
        return true;
    }
    if (bd_str_starts(text, "+"))
        text = bd_str_sub(text, 1, text.len);
    if (!bd_double_parse(text, &value))
        return false;
    bool is_whole = true;
    for (size_t i = text.ptr[0] == '-'; i < text.len; i++)
        is_whole &= text.ptr[i] >= '0' && text.ptr[i] <= '9';
    *out = is_whole ? bd_number_parse(text) : bd_double(value);
    return true;
}

bool bd_csv_number(const bd_csv_cell *cell, bd_number *out, bd_error *err)
{
    *out = (bd_number)BD_NUMBER_NOTHING;
    if (cell->text.len == 0 || take_number(cell->text, out))
        return true;
    if (memchr(cell->text.ptr, ',', cell->text.len))
        bd_hint(err, "write it with a point before its decimals, and nothing between thousands");
    else
        bd_hint(err, "a unit has a column of its own, \"unit\"; a cell without a number is empty");
    return bd_csv_fail(cell, err, "expected a number, not \"%.*s\"",
                       (int)(cell->text.len < 60 ? cell->text.len : 60), cell->text.ptr);
}

bool bd_csv_count(const bd_csv_cell *cell, int64_t *out, bd_error *err)
{
    bd_number number;
    if (!bd_csv_number(cell, &number, err))
        return false;
    if (number.kind == BD_NUMBER_NONE)
        return true;
    *out = number.kind == BD_NUMBER_INT ? number.as.i : -1;
    return *out >= 0 || bd_csv_fail(cell, err, "expected a whole number, not negative");
}

/* ---- samples ---- */

static bd_str next_word(bd_str *rest)
{
    size_t from = 0, end;
    while (from < rest->len && strchr(" \t\r\n", rest->ptr[from]))
        from++;
    end = from;
    while (end < rest->len && !strchr(" \t\r\n", rest->ptr[end]))
        end++;
    bd_str word = bd_str_sub(*rest, from, end);
    *rest = bd_str_sub(*rest, end, rest->len);
    return word;
}

static void count_words(bd_str text, size_t *numbers, size_t *forks)
{
    *numbers = 0;
    *forks = 1;
    for (bd_str word; (word = next_word(&text)).len > 0;) {
        bool ends = bd_str_is(word, "/");
        *forks += ends;
        *numbers += !ends;
    }
}

bool bd_csv_samples(const bd_csv_cell *cell, bd_arena *arena, bd_samples *out, bd_error *err)
{
    size_t count, forks, fork = 0, i = 0;
    bd_str rest = cell->text, word;
    bool all_ints = true;
    count_words(rest, &count, &forks);
    if (cell->text.len == 0)
        return true;
    bd_number *numbers = bd_arena_alloc(arena, (count + 1) * sizeof *numbers);
    uint32_t *groups = bd_arena_alloc(arena, forks * sizeof *groups);
    while ((word = next_word(&rest)).len > 0) {
        if (bd_str_is(word, "/")) {
            fork++;
            continue;
        }
        if (!take_number(word, &numbers[i])) {
            bd_hint(err, "samples are numbers with blanks between, and \"/\" between two forks");
            return bd_csv_fail(cell, err, "expected numbers, not \"%.*s\"",
                               (int)(word.len < 60 ? word.len : 60), word.ptr);
        }
        all_ints &= numbers[i++].kind == BD_NUMBER_INT;
        groups[fork]++;
    }
    int64_t *ints = bd_arena_alloc(arena, (count + 1) * sizeof *ints);
    double *doubles = (double *)(void *)ints; /* the same room serves both */
    for (i = 0; i < count; i++)
        if (all_ints)
            ints[i] = numbers[i].as.i;
        else
            doubles[i] = bd_number_as_double(numbers[i]);
    *out = (bd_samples){ .count = count };
    if (count > 0 && all_ints)
        out->ints = ints;
    else if (count > 0)
        out->doubles = doubles;
    if (forks > 1) {
        out->groups = groups;
        out->group_count = forks;
    }
    return true;
}

/* ---- params ---- */

/* Doubled quotes are one. @return false when it is not closed */
static bool take_quoted(bd_str *rest, bd_buf *out)
{
    size_t i = 1;
    for (; i < rest->len; i++) {
        bool quote = rest->ptr[i] == '"';
        if (quote && (i + 1 == rest->len || rest->ptr[i + 1] != '"'))
            break;
        bd_buf_putc(out, rest->ptr[i]);
        i += quote;
    }
    bool closed = i < rest->len;
    *rest = bd_str_sub(*rest, i + 1, rest->len);
    return closed;
}

static bool take_word(bd_str *rest, bd_buf *out)
{
    size_t i = 0;
    bd_buf_clear(out);
    if (bd_str_starts(*rest, "\""))
        return take_quoted(rest, out);
    while (i < rest->len && !strchr(" \t\r\n\"=", rest->ptr[i]))
        i++;
    bd_buf_put_str(out, bd_str_sub(*rest, 0, i));
    *rest = bd_str_sub(*rest, i, rest->len);
    return i > 0;
}

static void skip_blanks(bd_str *rest)
{
    while (rest->len > 0 && strchr(" \t\r\n", rest->ptr[0]))
        *rest = bd_str_sub(*rest, 1, rest->len);
}

/* size=100, or size=100 and a comma, which belongs to the value only at the end. */
static bool take_param(bd_str *rest, bd_buf *key, bd_buf *value)
{
    bool quoted;
    if (!take_word(rest, key) || !bd_str_starts(*rest, "="))
        return false;
    *rest = bd_str_sub(*rest, 1, rest->len);
    quoted = bd_str_starts(*rest, "\"");
    if (!take_word(rest, value) || bd_str_starts(*rest, "=") || bd_str_starts(*rest, "\""))
        return false;
    if (quoted && bd_str_starts(*rest, ","))
        *rest = bd_str_sub(*rest, 1, rest->len);
    else if (!quoted && rest->len > 0 && value->len > 1 && value->data[value->len - 1] == ',')
        value->data[--value->len] = '\0';
    return rest->len == 0 || strchr(" \t\r\n", rest->ptr[0]) != NULL;
}

bool bd_csv_params(const bd_csv_cell *cell, bd_arena *arena, bd_pairs *out, bd_error *err)
{
    bd_buf key = BD_BUF_INIT, value = BD_BUF_INIT;
    bd_str rest = cell->text;
    bool ok = true;
    for (skip_blanks(&rest); ok && rest.len > 0; skip_blanks(&rest)) {
        ok = take_param(&rest, &key, &value);
        if (!ok) {
            bd_hint(err, "for example: size=100, mode=\"with blanks\"");
            bd_csv_fail(cell, err, "expected params, name=value with \", \" between them");
        } else if (bd_pairs_find(out, bd_buf_str(&key)) || out->count >= BD_PAIRS_MAX) {
            ok = bd_csv_fail(cell, err,
                             out->count >= BD_PAIRS_MAX ? "too many params"
                                                        : "the param \"%s\" stands twice",
                             bd_buf_text(&key));
        } else {
            bd_pairs_set(out, arena, bd_buf_str(&key), bd_buf_str(&value));
        }
    }
    bd_buf_release(&key);
    bd_buf_release(&value);
    return ok;
}
