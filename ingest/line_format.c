/* Formats of one line per result: see line_format.h. */
#include "ingest/line_format.h"

#include "ingest/log.h"

#include <string.h>

bool bd_line_format_probe(const bd_reading *reading, const bd_line_format *format)
{
    bd_lines lines = bd_lines_of(reading->text);
    bool found = false;
    if (!bd_may_have(reading->text, format->needle))
        return false;
    for (bd_line line; !found && bd_lines_next(&lines, &line);)
        found = format->is_result(line.text);
    bd_lines_release(&lines);
    return found;
}

typedef struct state {
    bd_log log;
    const bd_line_format *format;
} state;

static bool read_line(void *context, bd_line *line, bd_error *err)
{
    state *s = context;
    return s->format->add(&s->log.repeats, line, err);
}

bool bd_line_format_read(bd_reading *reading, const bd_reader *reader, const bd_line_format *format,
                         bd_error *err)
{
    static const bd_log_format all = { .size = sizeof(state), .read_line = read_line };
    bd_run *run = bd_reading_new_run(reading, reader);
    state s = { .log = { .reading = reading, .repeats = { .run = run } }, .format = format };
    run->tool = format->tool;
    bool ok = bd_log_read(&all, &s, err);
    if (ok && s.log.repeats.count == 0)
        ok = bd_fail_empty(err, format->tool, reader);
    if (ok)
        bd_repeats_points(&s.log.repeats);
    bd_log_release(&all, &s);
    return ok;
}
