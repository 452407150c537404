/* Opens pango and cairo, which stay loaded until the process ends. */
#include "render/chart/ink.h"

#include "core/base/library.h"

/* Brings cairo, pango, gobject and glib along. */
static const char library[] = "libpangocairo-1.0.so.0";

static const char *const names[] = {
#define NAME(name) #name,
    BD_INK_FUNCTIONS(NAME)
#undef NAME
};

_Static_assert(sizeof(bd_ink_library) == BD_COUNT(names) * sizeof(void *), "a pointer each");

bool bd_ink_library_open(bd_ink_library *out, bd_error *err)
{
    const char *why = bd_library_open(library, names, BD_COUNT(names), out);
    if (!why)
        return true;
    bd_fail(err, BD_ERR_OUTPUT, "charts cannot be drawn without pango and cairo: %s", why);
    return bd_hint(err, "on Debian: apt install libpangocairo-1.0-0 fonts-dejavu-core; or let the "
                        "chart be text: format: mermaid");
}
