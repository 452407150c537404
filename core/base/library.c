/* Libraries that are opened only when they are needed: see library.h. */
#include "core/base/library.h"

#include <dlfcn.h>
#include <string.h>

static const char *reason(const char *otherwise)
{
    const char *why = dlerror();
    return why ? why : otherwise;
}

const char *bd_library_open(const char *file, const char *const *names, size_t count,
                            void *functions)
{
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return reason(file);
    for (size_t i = 0; i < count; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol)
            return reason(names[i]);
        memcpy((char *)functions + i * sizeof symbol, &symbol, sizeof symbol);
    }
    return NULL;
}
