/* Logs line by line, long ones in halves: see log.h. */
#include "ingest/log.h"

#include "core/base/task.h"

#include <stdlib.h>
#include <string.h>

/* Shorter ones are read before a thread has begun. */
enum { MUCH = 1000 * 1000 };

static bool read_lines(const bd_log_format *format, void *state, bd_error *err)
{
    bd_log *log = state;
    bool ok = true;
    for (bd_line line; ok && bd_lines_next(&log->lines, &line);)
        ok = format->read_line(state, &line, err)
             && bd_reading_may_have(log->reading, log->repeats.count, line.number, 1, err);
    return ok;
}

static bool read_to_end(const bd_log_format *format, void *state, bd_error *err)
{
    return read_lines(format, state, err) && (!format->read_end || format->read_end(state, err));
}

static void set_lines(bd_log *log, bd_str text, int before)
{
    bd_lines_release(&log->lines);
    log->lines = bd_lines_of(text);
    log->lines.number = before;
}

static size_t line_end(bd_str text, size_t from)
{
    const char *end = memchr(text.ptr + from, '\n', text.len - from);
    return end ? (size_t)(end + 1 - text.ptr) : text.len;
}

static bool may_begin(const bd_log_format *format, bd_str text, size_t from, size_t end)
{
    bd_lines lines = bd_lines_of(bd_str_sub(text, from, end));
    bd_line line;
    bool ok = bd_lines_next(&lines, &line)
              && format->may_begin(&line, bd_str_sub(text, end, text.len));
    bd_lines_release(&lines);
    return ok;
}

/* Where the second half begins; the text's length: nowhere. */
static size_t find_half(const bd_log_format *format, bd_str text)
{
    if (text.len < MUCH)
        return text.len;
    for (size_t at = line_end(text, text.len / 2), end; at < text.len; at = end) {
        end = line_end(text, at);
        if (!format->may_begin || may_begin(format, text, at, end))
            return at;
    }
    return text.len;
}

/* In pieces whose count fits a byte: compilers make wide instructions of that. */
static int count_lines(bd_str text)
{
    enum { PIECE = 128 };
    int count = 0;
    size_t i = 0;
    for (; text.len - i >= PIECE; i += PIECE) {
        uint8_t piece = 0;
        for (size_t k = 0; k < PIECE; k++)
            piece = (uint8_t)(piece + (text.ptr[i + k] == '\n'));
        count += piece;
    }
    for (; i < text.len; i++)
        count += text.ptr[i] == '\n';
    return count;
}

/* The second half, and what becomes of it. */
typedef struct half {
    const bd_log_format *format;
    bd_log *log; /* the reader's state */
    bd_str before, text;
    bool ok;
    bd_error err;
} half;

static void read_half(void *context)
{
    half *h = context;
    set_lines(h->log, h->text, count_lines(h->before));
    h->ok = read_to_end(h->format, h->log, &h->err);
}

/* Does the half follow from where the log before it has ended? */
static bool belongs(const bd_log *log, const half *behind)
{
    bd_error none = BD_ERROR_INIT;
    size_t count = log->repeats.count + behind->log->repeats.count;
    return behind->ok && !log->repeats.mixed && !behind->log->repeats.mixed
           && (!behind->format->is_fresh || behind->format->is_fresh(log))
           && bd_reading_may_have(log->reading, count, 0, 0, &none);
}

static bool read_halves(const bd_log_format *format, bd_log *log, size_t at, bd_error *err)
{
    bd_str text = log->reading->text;
    bd_log *other = bd_alloc(format->size);
    half second = { .format = format,
                    .log = other,
                    .before = bd_str_sub(text, 0, at),
                    .text = bd_str_sub(text, at, text.len) };
    memcpy(other, log, format->size);
    other->repeats.run = bd_run_new();
    other->repeats.run->point_max = log->repeats.run->point_max;
    bd_task *task = bd_task_begin(true, read_half, &second);
    set_lines(log, second.before, 0);
    bool ok = read_lines(format, log, err);
    bd_task_end(task);
    if (ok && belongs(log, &second)) {
        bd_repeats_join(&log->repeats, &other->repeats);
    } else if (ok) {
        set_lines(log, second.text, count_lines(second.before));
        ok = read_to_end(format, log, err);
    }
    bd_run_free(other->repeats.run);
    bd_log_release(format, other);
    free(other);
    return ok;
}

bool bd_log_read(const bd_log_format *format, void *state, bd_error *err)
{
    bd_log *log = state;
    size_t at = find_half(format, log->reading->text);
    if (at < log->reading->text.len)
        return read_halves(format, log, at, err);
    set_lines(log, log->reading->text, 0);
    return read_to_end(format, state, err);
}

void bd_log_release(const bd_log_format *format, void *state)
{
    bd_log *log = state;
    if (format->release)
        format->release(state);
    bd_repeats_release(&log->repeats);
    bd_lines_release(&log->lines);
}
