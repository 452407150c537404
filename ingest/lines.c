/* Lines of a text without what a terminal would not show: see lines.h. */
#include "ingest/lines.h"

#include "core/base/utf8.h"
#include "ingest/internal.h"

#include <string.h>

enum { ESCAPE = 0x1B, BELL = 0x07 };

bd_lines bd_lines_of(bd_str text)
{
    bd_lines lines = { .rest = text };
    if (text.len == 0)
        lines.rest.ptr = NULL;
    else {
        lines.has_returns = memchr(text.ptr, '\r', text.len) != NULL;
        lines.has_escapes = memchr(text.ptr, ESCAPE, text.len) != NULL;
    }
    return lines;
}

void bd_lines_release(bd_lines *lines)
{
    bd_buf_release(&lines->clean);
}

/* The end of a control sequence (ECMA-48) that begins at `i`: "\x1b[0;32m", or one that
 * a bell or "\x1b\\" ends: "\x1b]8;;https://…\a". */
static size_t sequence_end(bd_str text, size_t i)
{
    char kind = i + 1 < text.len ? text.ptr[i + 1] : '\0';
    size_t end = i + 2;
    if (kind == '[') {
        while (end < text.len && text.ptr[end] >= 0x20 && text.ptr[end] < 0x40)
            end++;
        return end < text.len ? end + 1 : end;
    }
    if (kind != ']')
        return i + 1;
    while (end < text.len && text.ptr[end] != BELL && text.ptr[end] != ESCAPE)
        end++;
    if (end < text.len && text.ptr[end] == ESCAPE && end + 1 < text.len)
        end++;
    return end < text.len ? end + 1 : end;
}

/* "2026-11-30T23:01:02.1234567Z " that GitHub's own logs put before each line. */
static size_t stamp_length(bd_str text)
{
    static const char shape[] = "0000-00-00T00:00:00.0";
    size_t i = 0;
    for (; i < text.len && shape[i]; i++)
        if (shape[i] == '0' ? text.ptr[i] < '0' || text.ptr[i] > '9' : text.ptr[i] != shape[i])
            return 0;
    if (shape[i])
        return 0;
    while (i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9')
        i++;
    bool ends = i + 1 < text.len && text.ptr[i] == 'Z' && text.ptr[i + 1] == ' ';
    return ends ? i + 2 : 0;
}

/* Behind the last carriage return that something follows: that is what stands there. */
static size_t last_writing(bd_str text)
{
    const char *at = text.len > 0 ? memrchr(text.ptr, '\r', text.len) : NULL;
    return at ? (size_t)(at + 1 - text.ptr) : 0;
}

static void clean(bd_lines *lines, bd_line *line)
{
    bd_str raw = line->raw;
    bd_buf_clear(&lines->clean);
    for (size_t i = line->begin; i < raw.len;) {
        const char *escape = memchr(raw.ptr + i, ESCAPE, raw.len - i);
        size_t end = escape ? (size_t)(escape - raw.ptr) : raw.len;
        bd_buf_put_str(&lines->clean, bd_str_sub(raw, i, end));
        i = escape ? sequence_end(raw, end) : end;
    }
    line->text = bd_buf_str(&lines->clean);
}

bool bd_lines_next(bd_lines *lines, bd_line *line)
{
    bd_str rest = lines->rest;
    if (!rest.ptr)
        return false;
    const char *end = memchr(rest.ptr, '\n', rest.len);
    bd_str raw = { rest.ptr, end ? (size_t)(end - rest.ptr) : rest.len };
    lines->rest = bd_str_sub(rest, raw.len + 1, rest.len);
    if (lines->rest.len == 0)
        lines->rest.ptr = NULL;
    while (lines->has_returns && raw.len > 0 && raw.ptr[raw.len - 1] == '\r')
        raw.len--;
    *line = (bd_line){ .raw = raw, .text = raw, .number = ++lines->number, .is_cut = !end };
    if (raw.len > BD_LINE_BYTES_MAX) {
        line->text.len = 0;
        return true;
    }
    line->begin = lines->has_returns ? last_writing(raw) : 0;
    if (line->begin == 0 && raw.len > 0 && raw.ptr[0] == '2')
        line->begin = stamp_length(raw);
    line->text = bd_str_sub(raw, line->begin, raw.len);
    if (lines->has_escapes && memchr(line->text.ptr, ESCAPE, line->text.len))
        clean(lines, line);
    return true;
}

static bool is_inside(bd_str text, const char *at)
{
    return (uintptr_t)at >= (uintptr_t)text.ptr && (uintptr_t)at <= (uintptr_t)text.ptr + text.len;
}

/* How many bytes of the file's line come before byte `wanted` of the clean text. */
static size_t raw_offset(const bd_line *line, size_t wanted)
{
    size_t i = line->begin, seen = 0;
    while (i < line->raw.len && (seen < wanted || line->raw.ptr[i] == ESCAPE)) {
        if (line->raw.ptr[i] == ESCAPE) {
            i = sequence_end(line->raw, i);
        } else {
            i++;
            seen++;
        }
    }
    return i;
}

static size_t plain_bytes(bd_line *line)
{
    if (line->plain == 0)
        line->plain = bd_ascii_length(line->raw) + 1;
    return line->plain - 1;
}

int bd_line_column(bd_line *line, const char *at)
{
    size_t offset = is_inside(line->raw, at) ? (size_t)(at - line->raw.ptr)
                                             : raw_offset(line, (size_t)(at - line->text.ptr));
    size_t plain = plain_bytes(line);
    if (offset <= plain)
        return (int)offset + 1;
    int column = (int)plain + 1;
    for (size_t i = plain; i < offset; i++)
        column += ((unsigned char)line->raw.ptr[i] & 0xC0) != 0x80;
    return column;
}

bool bd_line_check(bd_line *line, bd_error *err)
{
    if (plain_bytes(line) == line->raw.len)
        return true;
    ptrdiff_t bad = bd_text_problem(line->raw);
    if (bad < 0)
        return true;
    bool nul = line->raw.ptr[bad] == '\0';
    bd_fail(err, BD_ERR_INPUT,
            nul ? "a NUL byte in a line with a result" : "a byte that is not UTF-8 in a result");
    bd_hint(err, "save the output as UTF-8");
    return bd_error_at(err, "", line->number, bd_line_column(line, line->raw.ptr + bad));
}
