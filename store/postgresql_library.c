/* Opens libpq, which stays loaded until the process ends. */
#include "store/postgresql.h"

#include "core/base/library.h"

static const char library[] = "libpq.so.5";

static const char *const names[] = {
#define NAME(name) #name,
    BD_PQ_FUNCTIONS(NAME)
#undef NAME
};

_Static_assert(sizeof(bd_pq) == BD_COUNT(names) * sizeof(void *), "a pointer each");

bool bd_pq_open(bd_pq *out, bd_error *err)
{
    const char *why = bd_library_open(library, names, BD_COUNT(names), out);
    if (!why)
        return true;
    bd_fail(err, BD_ERR_STORE, "a PostgreSQL store needs libpq, version 14 or later: %s", why);
    return bd_hint(err, "on Debian: apt install libpq5; or name a file: --store "
                        "sqlite:.benchdoc/history.db");
}
