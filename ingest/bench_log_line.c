/* One line of a server log: is it the benchmark's, and what does it say? Servers put
 * times, levels, plugin names and colours before it; other plugins' lines are left alone
 * whatever bytes they hold. */
#include "ingest/bench_log.h"

#include <string.h>

static const char marker[] = "SKRIPTORM_BENCH";

static bool find(bd_str in, const char *what, size_t from, size_t *at)
{
    if (from > in.len)
        return false;
    const char *hit = memmem(in.ptr + from, in.len - from, what, strlen(what));
    if (hit)
        *at = (size_t)(hit - in.ptr);
    return hit != NULL;
}

/* The end of an ECMA-48 control sequence that begins at `i` ("\x1b[0;32m"). */
static size_t sequence_end(bd_str text, size_t i)
{
    if (i + 1 >= text.len || text.ptr[i + 1] != '[')
        return i + 1;
    size_t end = i + 2;
    while (end < text.len && (unsigned char)text.ptr[end] >= 0x20
           && (unsigned char)text.ptr[end] < 0x40)
        end++;
    return end < text.len ? end + 1 : end;
}

/* One character of the file, or one sequence of control characters, as it is in the
 * clean line. A byte that is no UTF-8 becomes U+FFFD, because the run's texts have to be valid.
 * @return where the next one begins */
static size_t clean_one(bd_str text, size_t i, bd_buf *out)
{
    unsigned char c = (unsigned char)text.ptr[i];
    if (c == 0x1B)
        return sequence_end(text, i);
    if (c < 0x20) {
        bd_buf_putc(out, ' ');
        return i + 1;
    }
    size_t n = 1;
    while (c >= 0x80 && n < 4 && i + n < text.len
           && ((unsigned char)text.ptr[i + n] & 0xC0) == 0x80)
        n++;
    bool good = bd_text_problem(bd_str_sub(text, i, i + n)) < 0;
    bd_buf_put_str(out, good ? bd_str_sub(text, i, i + n) : BD_STR("\xEF\xBF\xBD"));
    return i + (good ? n : 1);
}

/* The line without colours and other control characters. */
static bd_str cleaned(bd_str text, bd_buf *out)
{
    bd_buf_clear(out);
    for (size_t i = 0; i < text.len;)
        i = clean_one(text, i, out);
    return bd_str_trim(bd_buf_str(out));
}

int bd_bench_line_column(const bd_bench_line *line, const bd_bench_field *field)
{
    bd_buf clean = BD_BUF_INIT;
    size_t digits = 0, i = line->marked;
    while (digits < field->value.len && strchr("[ ", field->value.ptr[digits]))
        digits++;
    size_t wanted = (size_t)(field->value.ptr - line->clean.data) + digits;
    /* a sequence of control characters in front of the number is not the number */
    while (i < line->raw.len && (clean.len < wanted || line->raw.ptr[i] == 0x1B))
        i = clean_one(line->raw, i, &clean);
    bd_buf_release(&clean);
    int column = 1;
    for (size_t k = 0; k < i; k++)
        column += ((unsigned char)line->raw.ptr[k] & 0xC0) != 0x80;
    return column;
}

bool bd_bench_int(bd_str text, int64_t *out)
{
    text = bd_str_trim(text);
    if (text.len >= 2 && text.ptr[0] == '[' && text.ptr[text.len - 1] == ']')
        text = bd_str_trim(bd_str_sub(text, 1, text.len - 1));
    char digits[32];
    size_t n = 0, since_comma = 0, i = 0;
    bool commas = false;
    if (i < text.len && text.ptr[i] == '-')
        digits[n++] = text.ptr[i++];
    size_t first = i;
    for (; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == ',' && i > first && (commas ? since_comma == 3 : i - first <= 3)) {
            commas = true;
            since_comma = 0;
            continue;
        }
        if (c < '0' || c > '9' || n + 1 >= sizeof digits)
            return false;
        digits[n++] = c;
        since_comma++;
    }
    if (i == first || (commas && since_comma != 3))
        return false;
    size_t zeros = first; /* JSON's grammar allows no leading zero */
    while (zeros + 1 < n && digits[zeros] == '0')
        zeros++;
    memmove(digits + first, digits + zeros, n - zeros);
    bd_number number = bd_number_parse((bd_str){ digits, n - (zeros - first) });
    if (number.kind != BD_NUMBER_INT)
        return false;
    *out = number.as.i;
    return true;
}

static void problem(bd_bench_line *line, const char *what, bd_str at)
{
    if (line->problem)
        return;
    line->problem = what;
    line->problem_at = at;
}

const bd_bench_field *bd_bench_line_field(const bd_bench_line *line, const char *key)
{
    for (size_t i = 0; i < line->field_count; i++)
        if (bd_str_is(line->fields[i].key, key))
            return &line->fields[i];
    return NULL;
}

static void add_field(bd_bench_line *line, bd_str key, bd_str value)
{
    for (size_t i = 0; i < line->field_count; i++)
        if (bd_str_eq(line->fields[i].key, key))
            problem(line, "stands twice in the line", key);
    if (line->field_count == BD_BENCH_FIELDS) {
        problem(line, "is one key too many for a line", key);
        return;
    }
    bool none = bd_str_is(value, "<none>") || bd_str_is(value, "[<none>]") || value.len == 0;
    line->fields[line->field_count++] = (bd_bench_field){ key, none ? (bd_str){ "", 0 } : value,
                                                          none };
}

/* key=word, key=[…], and error=… to the end of the line. */
static void read_fields(bd_bench_line *line, bd_str text)
{
    while ((text = bd_str_trim(text)).len > 0) {
        size_t end = 0, equals = 0;
        while (end < text.len && text.ptr[end] != ' ')
            end++;
        if (!find(bd_str_sub(text, 0, end), "=", 0, &equals) || equals == 0) {
            problem(line, "is not key=value", bd_str_sub(text, 0, end));
            return;
        }
        bd_str key = bd_str_sub(text, 0, equals);
        if (bd_str_is(key, "error"))
            end = text.len;
        else if (equals + 1 < text.len && text.ptr[equals + 1] == '[') {
            if (!find(text, "]", equals, &end)) {
                problem(line, "has a bracket that does not end", key);
                return;
            }
            end++;
        }
        add_field(line, key, bd_str_trim(bd_str_sub(text, equals + 1, end)));
        text = bd_str_sub(text, end, text.len);
    }
}

/* "<what>: key=value …" @return false when there is no such head */
static bool read_head(bd_bench_line *line, bd_str text)
{
    size_t colon;
    if (!find(text, ":", 0, &colon) || colon == 0)
        return false;
    bd_str what = bd_str_sub(text, 0, colon);
    if (memchr(what.ptr, ' ', what.len) || memchr(what.ptr, '=', what.len))
        return false;
    line->what = what;
    read_fields(line, bd_str_sub(text, colon + 1, text.len));
    return true;
}

static bd_bench_line_kind read_word(bd_bench_line *line, bd_str text)
{
    static const struct {
        const char *word;
        bd_bench_line_kind kind;
        bool has_fields;
    } words[] = {
        { "COMPARE", BD_BENCH_COMPARE, true }, { "SAMPLE", BD_BENCH_SAMPLE, true },
        { "SKIP", BD_BENCH_SKIP, false },      { "DIAG", BD_BENCH_DIAG, false },
        { "FAIL", BD_BENCH_FAIL, false },      { "DONE", BD_BENCH_DONE, false },
    };
    size_t end = 0;
    while (end < text.len && text.ptr[end] >= 'A' && text.ptr[end] <= 'Z')
        end++;
    line->what = bd_str_sub(text, 0, end);
    line->rest = bd_str_trim(bd_str_sub(text, end, text.len));
    for (size_t i = 0; i < BD_COUNT(words); i++) {
        if (!bd_str_is(line->what, words[i].word))
            continue;
        if (words[i].has_fields && !read_head(line, line->rest))
            problem(line, "is not followed by a kind and a colon", line->what);
        return words[i].kind;
    }
    return BD_BENCH_UNKNOWN;
}

bd_bench_line_kind bd_bench_line_read(bd_str text, int number, bd_bench_line *line)
{
    static const char enabling[] = "Enabling skript-orm";
    bd_buf clean = line->clean;
    size_t at;
    *line = (bd_bench_line){ .number = number, .raw = text, .clean = clean };
    if (find(text, enabling, 0, &at)) {
        text = cleaned(bd_str_sub(text, at, text.len), &line->clean);
        line->rest = bd_str_sub(text, strlen("Enabling "), text.len);
        return line->kind = BD_BENCH_ENABLED;
    }
    if (!find(text, marker, 0, &at))
        return line->kind = BD_BENCH_FOREIGN;
    line->marked = at + strlen(marker);
    text = cleaned(bd_str_sub(text, line->marked, text.len), &line->clean);
    if (text.len == 0 || (text.ptr[0] == '=' && text.len == 1))
        return line->kind = BD_BENCH_UNKNOWN;
    if (text.ptr[0] == '=')
        return line->kind = read_word(line, bd_str_sub(text, 1, text.len));
    line->rest = text;
    if (!read_head(line, text))
        return line->kind = BD_BENCH_UNKNOWN;
    return line->kind = bd_str_is(line->what, "calibrate") ? BD_BENCH_CALIBRATE
                                                           : BD_BENCH_MEASUREMENT;
}
