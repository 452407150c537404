/* Upkeep of a store: leftovers, space, and the ids that stand for others. */
#include "store/internal.h"

#include <stdlib.h>

/* What is done in one transaction, and again where trying again may help. */
typedef bool step(bd_store *store, void *context, bd_error *err);

static bool in_transaction(bd_store *store, bool write, step *take, void *context, bd_error *err)
{
    const bd_backend *b = store->backend;
    bd_tries tries = bd_store_tries(store);
    bool ok;
    do {
        ok = b->begin(store->db, write, err) && take(store, context, err)
             && b->commit(store->db, err);
        if (!ok)
            b->rollback(store->db);
    } while (!ok && bd_try_again(&tries, store->db, err));
    return ok;
}

static bool repair(bd_store *store, void *context, bd_error *err)
{
    bd_store_repaired *out = context;
    *out = (bd_store_repaired){ 0 };
    return store->backend->repair(store->db, out, err);
}

bool bd_store_repair(bd_store *store, bd_store_repaired *out, bd_error *err)
{
    if (store->read_only)
        return bd_refuse_writing(store, err);
    return in_transaction(store, true, repair, out, err);
}

bool bd_store_vacuum(bd_store *store, bd_error *err)
{
    if (store->read_only)
        return bd_refuse_writing(store, err);
    return store->backend->vacuum(store->db, err);
}

/* ---- aliases ---- */

void bd_aliases_add(bd_aliases *out, bd_str id, bd_str of)
{
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count++] = (bd_alias){ .id = bd_arena_text(&out->arena, id),
                                           .of = bd_arena_text(&out->arena, of) };
}

void bd_aliases_release(bd_aliases *aliases)
{
    free(aliases->items);
    bd_arena_release(&aliases->arena);
    *aliases = (bd_aliases){ 0 };
}

static bool list(bd_store *store, void *context, bd_error *err)
{
    bd_aliases_release(context);
    return store->backend->list_aliases(store->db, context, err);
}

bool bd_store_aliases(bd_store *store, bd_aliases *out, bd_error *err)
{
    if (in_transaction(store, false, list, out, err))
        return true;
    bd_aliases_release(out);
    return false;
}

typedef struct alias_list {
    const bd_alias *items;
    size_t count;
} alias_list;

static bool put_aliases(bd_store *store, void *context, bd_error *err)
{
    const alias_list *aliases = context;
    bool ok = true;
    for (size_t i = 0; ok && i < aliases->count; i++)
        ok = store->backend->put_alias(store->db, aliases->items[i].id, aliases->items[i].of, err);
    return ok;
}

bool bd_store_put_aliases(bd_store *store, const bd_alias *aliases, size_t count, bd_error *err)
{
    alias_list all = { aliases, count };
    if (store->read_only)
        return bd_refuse_writing(store, err);
    return count == 0 || in_transaction(store, true, put_aliases, &all, err);
}
