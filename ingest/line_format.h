/* ingest/line_format.h: formats each of whose results is one line by itself. */
#ifndef BD_INGEST_LINE_FORMAT_H
#define BD_INGEST_LINE_FORMAT_H

#include "ingest/repeats.h"

typedef struct bd_line_format {
    const char *tool;   /* "benchmark.js", for the run and for messages */
    const char *needle; /* that every result has, so that other files are passed over fast */
    bool (*is_result)(bd_str line);
    /* Adds what a line says, if it is a result; then it has to pass bd_line_check().
     * @return false only with an error */
    bool (*add)(bd_repeats *repeats, bd_line *line, bd_error *err);
} bd_line_format;

/* Has the text a line that is a result? */
bool bd_line_format_probe(const bd_reading *reading, const bd_line_format *format);
/* Reads all results into a run. Without any it is an error that shows the first line of
 * the reader's example. */
bool bd_line_format_read(bd_reading *reading, const bd_reader *reader,
                         const bd_line_format *format, bd_error *err);

#endif
