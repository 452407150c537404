/* The PostgreSQL store: series, found by digest or added. In the order of their digests, so
 * that of two runs with the same new series one waits, and never each for the other. */
#include "store/postgresql.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_MOST = 4096, BYTES_MOST = 64 << 20, DIGEST_BYTES = 32 };

typedef struct wanted {
    char digest[DIGEST_BYTES];
    bd_series_row *row; /* of the batch */
} wanted;

static char nibble(char hex)
{
    return (char)(hex <= '9' ? hex - '0' : hex - 'a' + 10);
}

static void fill_digest(const char *suite, bd_series_row *row, wanted *out)
{
    const bd_str parts[] = { bd_str_of(suite), row->key };
    bd_digest digest = bd_sha256_parts(parts, BD_COUNT(parts));
    for (size_t i = 0; i < DIGEST_BYTES; i++)
        out->digest[i] = (char)(nibble(digest.hex[2 * i]) << 4 | nibble(digest.hex[2 * i + 1]));
    out->row = row;
}

static int by_digest(const void *a, const void *b)
{
    return memcmp(((const wanted *)a)->digest, ((const wanted *)b)->digest, DIGEST_BYTES);
}

/* A piece of the batch, in order. */
typedef struct piece {
    const bd_series_batch *batch;
    wanted *items;
    size_t count;
    bd_map places; /* digest → index */
} piece;

/* Digest, number and stored identity of some of them. */
static void take_rows(bd_pg *pg, const PGresult *rows, piece *p)
{
    for (int i = 0; i < pg->pq.PQntuples(rows); i++) {
        const size_t *place = bd_map_get(&p->places, bd_pg_column(pg, rows, i, 0));
        if (!place)
            continue;
        bd_series_row *row = p->items[*place].row;
        bd_str stored = bd_pg_column(pg, rows, i, 2);
        row->number = bd_pg_column_int(pg, rows, i, 1);
        row->stored = (bd_str){ bd_arena_copy(p->batch->arena, stored.ptr, stored.len),
                                stored.len };
    }
}

static size_t count_missing(const piece *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->count; i++)
        n += p->items[i].row->number == 0;
    return n;
}

static void put_missing_digests(const piece *p, bd_buf *out)
{
    bd_pg_put_array(out, BD_PG_BYTEA, count_missing(p));
    for (size_t i = 0; i < p->count; i++)
        if (p->items[i].row->number == 0)
            bd_pg_put_value(out, (bd_str){ p->items[i].digest, DIGEST_BYTES });
}

static bool find(bd_pg *pg, piece *p, bd_error *err)
{
    bd_buf digests = BD_BUF_INIT;
    bd_pg_values v = { 0 };
    put_missing_digests(p, &digests);
    bd_pg_bytes(&v, BD_PG_BYTEA_ARRAY, bd_buf_str(&digests));
    PGresult *rows = bd_pg_ask(pg,
                               "SELECT digest, number, identity FROM benchdoc.series"
                               " WHERE digest = ANY ($1)",
                               &v, "look series up", err);
    if (rows)
        take_rows(pg, rows, p);
    pg->pq.PQclear(rows);
    bd_buf_release(&digests);
    return rows != NULL;
}

/* Whoever is adding one of them just now is waited for; then it is there. */
static bool add(bd_pg *pg, piece *p, bd_error *err)
{
    bd_buf digests = BD_BUF_INIT, keys = BD_BUF_INIT, identities = BD_BUF_INIT;
    bd_pg_values v = { 0 };
    size_t missing = count_missing(p);
    put_missing_digests(p, &digests);
    bd_pg_put_array(&keys, BD_PG_TEXT, missing);
    bd_pg_put_array(&identities, BD_PG_BYTEA, missing);
    for (size_t i = 0; i < p->count; i++) {
        if (p->items[i].row->number != 0)
            continue;
        bd_pg_put_value(&keys, p->items[i].row->key);
        bd_pg_put_value(&identities, p->items[i].row->identity);
    }
    bd_pg_text(&v, p->batch->suite);
    bd_pg_bytes(&v, BD_PG_BYTEA_ARRAY, bd_buf_str(&digests));
    bd_pg_bytes(&v, BD_PG_TEXT_ARRAY, bd_buf_str(&keys));
    bd_pg_bytes(&v, BD_PG_BYTEA_ARRAY, bd_buf_str(&identities));
    PGresult *rows = bd_pg_ask(
        pg,
        "INSERT INTO benchdoc.series (suite, digest, key, identity)"
        " SELECT $1, a.digest, a.key, a.identity FROM unnest($2, $3, $4)"
        " WITH ORDINALITY AS a (digest, key, identity, place) ORDER BY a.place"
        " ON CONFLICT (digest) DO NOTHING RETURNING digest, number, identity",
        &v, "store series", err);
    if (rows)
        take_rows(pg, rows, p);
    pg->pq.PQclear(rows);
    bd_buf_release(&digests);
    bd_buf_release(&keys);
    bd_buf_release(&identities);
    return rows != NULL;
}

static bool put_piece(bd_pg *pg, piece *p, bd_error *err)
{
    for (size_t i = 0; i < p->count; i++)
        bd_map_put(&p->places, (bd_str){ p->items[i].digest, DIGEST_BYTES }, i, NULL);
    bool ok = find(pg, p, err) && (count_missing(p) == 0 || add(pg, p, err))
              && (count_missing(p) == 0 || find(pg, p, err));
    if (ok && count_missing(p) > 0) {
        ok = bd_fail(err, BD_ERR_STORE, "cannot store series: they vanish from the store");
        bd_error_in_file(err, pg->shown);
        bd_hint(err, "series are never to be deleted: `benchdoc store check` says what is damaged");
    }
    bd_map_release(&p->places);
    return ok;
}

/* @return how many of those from `items` on are sent together */
static size_t piece_length(const wanted *items, size_t left)
{
    size_t n = 0, bytes = 0;
    while (n < left && n < ROWS_MOST && bytes < BYTES_MOST) {
        bytes += items[n].row->key.len + items[n].row->identity.len;
        n++;
    }
    return n;
}

bool bd_pg_put_series(void *db, bd_series_batch *batch, bd_error *err)
{
    bd_pg *pg = db;
    wanted *all = bd_alloc(batch->count * sizeof *all);
    bool ok = true;
    for (size_t i = 0; i < batch->count; i++) {
        batch->rows[i].number = 0;
        fill_digest(batch->suite, &batch->rows[i], &all[i]);
    }
    qsort(all, batch->count, sizeof *all, by_digest);
    for (size_t at = 0; ok && at < batch->count;) {
        piece p = { .batch = batch,
                    .items = all + at,
                    .count = piece_length(all + at, batch->count - at) };
        at += p.count;
        ok = put_piece(pg, &p, err);
    }
    free(all);
    return ok;
}
