/* Formats of one line per result: see line_format.h. */
#include "ingest/line_format.h"

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

bool bd_line_format_read(bd_reading *reading, const bd_reader *reader, const bd_line_format *format,
                         bd_error *err)
{
    bd_repeats repeats = { .run = bd_reading_new_run(reading, reader) };
    bd_lines lines = bd_lines_of(reading->text);
    bool ok = true;
    repeats.run->tool = format->tool;
    for (bd_line line; ok && bd_lines_next(&lines, &line);)
        ok = format->add(&repeats, &line, err)
             && bd_reading_may_have(reading, repeats.count, line.number, 1, err);
    if (ok && repeats.count == 0)
        ok = bd_fail_empty(err, format->tool, reader);
    if (ok)
        bd_repeats_points(&repeats);
    bd_repeats_release(&repeats);
    bd_lines_release(&lines);
    return ok;
}
