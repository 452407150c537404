/* core/base/utf8.h: is a text UTF-8? */
#ifndef BD_BASE_UTF8_H
#define BD_BASE_UTF8_H

#include "core/base/common.h"

/* The first byte of `text` that is not UTF-8 (RFC 3629), or its length. NUL is a character. */
size_t bd_utf8_valid_length(bd_str text);
/* How many bytes it begins with that are ASCII and not NUL. */
size_t bd_ascii_length(bd_str text);

#endif
