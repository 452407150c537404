/* tests/config/schema.h: the JSON Schema of benchdoc.yml, made from the tables of
 * core/config/keys.h. */
#ifndef BD_TESTS_CONFIG_SCHEMA_H
#define BD_TESTS_CONFIG_SCHEMA_H

#include "core/base/buf.h"

/* Appends the whole schema, JSON Schema draft 7, ending with a newline. */
void write_schema(bd_buf *out);

#endif
