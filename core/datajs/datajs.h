/* core/datajs/datajs.h: where the JSON is inside a data.js.
 *
 * github-action-benchmark writes `window.BENCHMARK_DATA = ` and a JSON object. Hands
 * and other programs have added a byte order mark, other blanks and a semicolon; the
 * object between is what counts. */
#ifndef BD_DATAJS_DATAJS_H
#define BD_DATAJS_DATAJS_H

#include "core/base/error.h"
#include "core/json/json.h"

typedef struct bd_datajs_place {
    size_t from, to; /* bytes of the JSON object */
} bd_datajs_place;

/* Does the text begin as a data.js does? */
bool bd_datajs_looks_like(bd_str bytes);
/* @return false with BD_ERR_INPUT, line and column */
bool bd_datajs_locate(bd_str bytes, bd_datajs_place *out, bd_error *err);

#endif
