/* core/base/library.h: libraries that are opened only when they are needed. */
#ifndef BD_BASE_LIBRARY_H
#define BD_BASE_LIBRARY_H

#include "core/base/common.h"

/* Opens a shared library, which stays loaded until the process ends, and looks names up in it.
 * @param file       "libpq.so.5"
 * @param functions  `count` pointers to functions, in the order of the names; filled
 * @return NULL, or why not: the loader's words, good until it is asked again */
const char *bd_library_open(const char *file, const char *const *names, size_t count,
                            void *functions);

#endif
