/* core/datajs/datajs.h: where the JSON is inside a data.js.
 *
 * github-action-benchmark writes `window.BENCHMARK_DATA = ` and a JSON object. Hands
 * and other programs have added a byte order mark, other blanks and a semicolon; the
 * object between is what counts. */
#ifndef BD_DATAJS_DATAJS_H
#define BD_DATAJS_DATAJS_H

#include "core/base/buf.h"
#include "core/base/error.h"

typedef struct bd_datajs_place {
    size_t from, to; /* bytes of the JSON object */
} bd_datajs_place;

/* Does the text begin as a data.js does? */
bool bd_datajs_looks_like(bd_str bytes);
/* @return false with BD_ERR_INPUT, line and column; a file that a site build has
 *         minified (names without quotes) is refused here */
bool bd_datajs_locate(bd_str bytes, bd_datajs_place *out, bd_error *err);
/* The object as a text of JSON in which everything stands where it stood: what is
 * around the object has become blanks, so that lines and columns are those of the file.
 * @param out  emptied first */
bool bd_datajs_json(bd_str bytes, bd_buf *out, bd_error *err);

#endif
