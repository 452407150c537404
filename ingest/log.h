/* ingest/log.h: a log whose results are points as they repeat each other: its lines one after
 * the other, those of a long one in halves beside each other. */
#ifndef BD_INGEST_LOG_H
#define BD_INGEST_LOG_H

#include "ingest/repeats.h"

/* A reader's state begins with it. */
typedef struct bd_log {
    const bd_reading *reading; /* borrowed; nobody changes it meanwhile */
    bd_lines          lines;   /* set by bd_log_read() */
    bd_repeats        repeats; /* its run is that of the reading, or of a second half's own */
} bd_log;

typedef struct bd_log_format {
    size_t size; /* of the reader's state */
    /* `state` is the reader's. @return false only with an error */
    bool (*read_line)(void *state, bd_line *line, bd_error *err);
    /* Could a reader begin at a line, whatever stood before it? NULL = at any.
     * @param rest  of the text behind it */
    bool (*may_begin)(bd_line *line, bd_str rest);
    /* Is it now, before such a line, as one that has read nothing? NULL = always. */
    bool (*is_fresh)(const void *state);
    /* Is the end of the file well where it is now? NULL = always. @return false with an error */
    bool (*read_end)(void *state, bd_error *err);
    /* What the reader's state owns beside its bd_log; NULL = nothing. */
    void (*release)(void *state);
} bd_log_format;

/* Reads all lines of the reading's text, as many results as a file may have.
 *
 * A text of a megabyte or more is read in halves, the second one beside the first, with a
 * state of its own. What comes of it, errors too, is the same as from one reading: where the
 * second half does not follow from a fresh state after all, it is read once more.
 *
 * @param state  begins with a bd_log that has a reading and, in its repeats, a run; beside
 *               them it owns nothing yet. Release it with bd_log_release() in any case
 * @return false with an error */
bool bd_log_read(const bd_log_format *format, void *state, bd_error *err);
void bd_log_release(const bd_log_format *format, void *state);

#endif
