/* Opens libpq, which stays loaded until the process ends. */
#include "store/postgresql.h"

#include <dlfcn.h>
#include <string.h>

static const char library[] = "libpq.so.5";

static const char *const names[] = {
#define NAME(name) #name,
    BD_PQ_FUNCTIONS(NAME)
#undef NAME
};

_Static_assert(sizeof(bd_pq) == BD_COUNT(names) * sizeof(void *), "a pointer each");

static bool missing(bd_error *err)
{
    const char *why = dlerror();
    bd_fail(err, BD_ERR_STORE, "a PostgreSQL store needs libpq, version 14 or later: %s",
            why ? why : library);
    return bd_hint(err, "on Debian: apt install libpq5; or name a file: --store "
                        "sqlite:.benchdoc/history.db");
}

bool bd_pq_open(bd_pq *out, bd_error *err)
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
