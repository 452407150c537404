/* core/base/time.h: instants as nanoseconds since 1970-01-01T00:00:00Z. No clock here. */
#ifndef BD_BASE_TIME_H
#define BD_BASE_TIME_H

#include "core/base/buf.h"

#define BD_TIME_UNKNOWN INT64_MIN

/* Reads RFC 3339 / ISO 8601 "2026-07-20T10:00:01.1234567+00:00": a fraction of any
 * length (digits past the ninth are dropped), "Z" or an offset, "T" or a blank.
 * Without an offset the time is taken as UTC. Years 1678..2261.
 * @return false when `text` is not such an instant, whole */
bool bd_time_parse(bd_str text, int64_t *unix_ns);

/* Appends "2026-07-20T10:00:01Z", with the shortest fraction that is exact;
 * "unknown" for BD_TIME_UNKNOWN. */
void bd_time_text(int64_t unix_ns, bd_buf *out);
/* Appends "2026-07-20", or "unknown". */
void bd_time_date(int64_t unix_ns, bd_buf *out);

#endif
