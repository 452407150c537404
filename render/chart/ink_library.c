/* Opens pango and cairo, which stay loaded until the process ends. */
#include "render/chart/ink.h"

#include <dlfcn.h>
#include <string.h>

/* Brings cairo, pango, gobject and glib along. */
static const char library[] = "libpangocairo-1.0.so.0";

static const char *const names[] = {
#define NAME(name) #name,
    BD_INK_FUNCTIONS(NAME)
#undef NAME
};

_Static_assert(sizeof(bd_ink_library) == BD_COUNT(names) * sizeof(void *), "a pointer each");

static bool missing(bd_error *err)
{
    const char *why = dlerror();
    bd_fail(err, BD_ERR_OUTPUT, "charts cannot be drawn without pango and cairo: %s",
            why ? why : library);
    return bd_hint(err, "on Debian: apt install libpangocairo-1.0-0 fonts-dejavu-core; or let the "
                        "chart be text: format: mermaid");
}

bool bd_ink_library_open(bd_ink_library *out, bd_error *err)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return missing(err);
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol)
            return missing(err);
        memcpy((char *)out + i * sizeof symbol, &symbol, sizeof symbol);
    }
    return true;
}
