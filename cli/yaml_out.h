/* cli/yaml_out.h: configurations as text, for `init` to write and `fields` to offer. */
#ifndef BD_CLI_YAML_OUT_H
#define BD_CLI_YAML_OUT_H

#include "core/base/buf.h"
#include "core/config/config.h"
#include "render/view/view.h"

/* A text as it may stand in YAML: as it is where that is the text, else in quotes. */
void bd_yaml_put_text(const char *text, bd_buf *out);
/* A laid-out table below `tables:`.
 * @param from  the query that `from:` says
 * @param missing  say what stands in an empty cell; without it an empty cell is an error */
void bd_yaml_put_table(const char *name, const char *from, const bd_table_config *table,
                       bool missing, bd_buf *out);
/* A column's template with its number example, without quotes. */
void bd_yaml_put_cell(const bd_column *column, bd_buf *out);
/* Whether a built table shows what `missing:` says. */
bool bd_table_has_missing(const bd_table *table);

#endif
