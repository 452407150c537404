/* render/text/changes.h: change points of a history as text for people, and as JSON. */
#ifndef BD_TEXT_CHANGES_H
#define BD_TEXT_CHANGES_H

#include "core/base/buf.h"
#include "render/view/changes.h"

/* Those of one place, a range of commits, stand together; then how many there are of what. */
void bd_changes_print_text(const bd_changes *changes, bool colour, bd_buf *out);
/* {"changes": […], "series": n} */
void bd_changes_print_json(const bd_changes *changes, bd_buf *out);

#endif
