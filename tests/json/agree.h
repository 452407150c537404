/* tests/json/agree.h: jansson as the judge of core/json. Used by the tests and by
 * the fuzz target. */
#ifndef BD_TESTS_JSON_AGREE_H
#define BD_TESTS_JSON_AGREE_H

#include "core/base/buf.h"

/* Reads `bytes` with both and compares: accepted or not, then every value. Inputs
 * beyond jansson's documented limits (numbers outside int64 and double, NUL bytes
 * in keys or raw, its depth) count as agreement.
 * @param why  what differs, when something does
 * @return false when they differ */
bool agrees_with_jansson(bd_str bytes, bd_buf *why);

/* What must hold for every accepted text whatever jansson says: positions equal
 * counting from the start, compact and stringified text read back, and reading
 * them again changes nothing more.
 * @return false when it does not hold */
bool agrees_with_itself(bd_str bytes, bd_buf *why);

#endif
