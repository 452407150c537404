/* Trying again what a server failed at: not at once with everybody else, and not for ever. */
#include "store/internal.h"

#define MS INT64_C(1000000)

/* Half a minute in all: a server that restarts is back by then. */
enum { TRIES_NOW = 5, TRIES_MOST = 40 };

bool bd_may_go_on(const bd_env *env, bd_error *err)
{
    return !env || !env->interrupted || !env->interrupted(env->state)
           || bd_fail(err, BD_ERR_INTERRUPTED, "interrupted");
}

bool bd_try_again(bd_tries *tries, void *db, bd_error *err)
{
    static const int64_t first[] = { [BD_RETRY_SOON] = 10 * MS, [BD_RETRY_LATER] = 100 * MS };
    static const int64_t longest = 4000 * MS, in_all = 30000 * MS;
    const bd_env *env = tries->env;
    if (!env || !tries->backend->retry || err->code != BD_ERR_STORE)
        return false;
    bd_retry how = tries->backend->retry(db);
    unsigned count = tries->count++;
    if (how == BD_RETRY_NO || count >= TRIES_MOST || tries->waited_ns >= in_all
        || (how == BD_RETRY_NOW && count >= TRIES_NOW))
        return false;
    if (how != BD_RETRY_NOW) {
        int64_t most = count < 6 ? first[how] << count : longest;
        most = most < longest ? most : longest;
        /* anywhere in the second half: those who failed together do not return together */
        int64_t wait = most / 2 + (int64_t)(env->random_u64(env->state) % (uint64_t)(most / 2));
        env->sleep_ns(env->state, wait);
        tries->waited_ns += wait;
    }
    *err = (bd_error)BD_ERROR_INIT;
    return bd_may_go_on(env, err);
}
