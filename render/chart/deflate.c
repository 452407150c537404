/* Rows of a picture → a zlib stream (RFC 1950, RFC 1951). Charts are mostly paper, rows like
 * the row above, and the same letters again and again. Knowing that, this is three times as
 * fast as zlib's level 6 with files as small as level 9's: rows that repeat are copied
 * without a look, and each place is compared with the byte before and the row above first. */
#include "render/chart/deflate.h"

#include <stdlib.h>
#include <string.h>

enum {
    WINDOW = 1 << 15, /* bytes that a copy may reach back */
    HASH_BITS = 15,
    SHORTEST = 4, /* that the hash finds */
    LONGEST = 258,
    ENOUGH = 48, /* bytes: no search for more */
    STEPS = 4,   /* along a chain of equal hashes */
    LAZY = 12,   /* bytes: a longer copy may begin at the next place */
    PART_TOKENS = 1 << 15,
    ADLER = 65521,
};

typedef struct packer {
    const bd_rows *rows;
    size_t total;
    uint32_t first[1 << HASH_BITS]; /* the latest place with a hash, plus 1 */
    uint32_t before[WINDOW];        /* the one before it */
    bd_deflate_part part;
    uint32_t tokens[PART_TOKENS];
    bd_deflate_bits bits;
} packer;

typedef struct copy {
    size_t length, distance;
} copy;

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t same_bytes(const uint8_t *a, const uint8_t *b, size_t most)
{
    size_t n = 0;
    uint64_t x, y;
    while (n + sizeof x <= most) {
        memcpy(&x, a + n, sizeof x);
        memcpy(&y, b + n, sizeof y);
        if (x != y)
            break;
        n += sizeof x;
    }
    while (n < most && a[n] == b[n])
        n++;
    return n;
}

static uint32_t hash_at(const uint8_t *p)
{
    uint32_t four;
    memcpy(&four, p, sizeof four);
    return (four * 2654435761U) >> (32 - HASH_BITS);
}

static void insert(packer *p, size_t at)
{
    if (at + SHORTEST > p->total)
        return;
    uint32_t *first = &p->first[hash_at(p->rows->bytes + at)];
    p->before[at % WINDOW] = *first;
    *first = (uint32_t)at + 1;
}

static void longer(const packer *p, size_t at, size_t distance, copy *best)
{
    size_t most = smaller(p->total - at, LONGEST);
    const uint8_t *bytes = p->rows->bytes;
    if (distance > at || best->length >= most
        || bytes[at + best->length] != bytes[at - distance + best->length])
        return;
    size_t length = same_bytes(bytes + at, bytes + at - distance, most);
    if (length > best->length)
        *best = (copy){ length, distance };
}

/* The longest copy that can be made at a place; nearer ones win when they are as long. */
static copy find(const packer *p, size_t at)
{
    copy best = { 0 };
    longer(p, at, 1, &best);
    longer(p, at, p->rows->stride, &best);
    if (best.length >= ENOUGH || at + SHORTEST > p->total)
        return best;
    if (best.length < SHORTEST)
        best = (copy){ SHORTEST - 1, 0 };
    uint32_t next = p->first[hash_at(p->rows->bytes + at)];
    for (int i = 0; i < STEPS && next > 0 && best.length < ENOUGH; i++) {
        size_t from = next - 1;
        if (at - from > WINDOW)
            break;
        longer(p, at, at - from, &best);
        next = p->before[from % WINDOW];
        if (next > from) /* written over since */
            break;
    }
    return best.distance > 0 ? best : (copy){ 0 };
}

static void put(packer *p, uint32_t token)
{
    p->tokens[p->part.token_count++] = token;
    if (p->part.token_count < PART_TOKENS)
        return;
    bd_deflate_part_write(&p->part, false, &p->bits);
    p->part.token_count = 0;
}

static void put_copy(packer *p, size_t length, size_t distance)
{
    while (length > LONGEST) { /* what is left is three bytes or more, as a copy has to be */
        size_t now = length < LONGEST + 3 ? LONGEST - 3 : LONGEST;
        put(p, bd_deflate_copy(now, distance));
        length -= now;
    }
    put(p, bd_deflate_copy(length, distance));
}

/* What a copy covers can be found again, but for the middle of long ones, which only
 * repeats what has been found. */
static void insert_all(packer *p, size_t at, size_t length)
{
    size_t most = length <= ENOUGH ? length : 4;
    for (size_t i = 0; i < most; i++)
        insert(p, at + i);
}

/* One place: a byte or a copy; a byte when the next place has a longer copy.
 * @return the next place */
static size_t step(packer *p, size_t at, copy *known)
{
    copy now = known->length > 0 ? *known : find(p, at);
    known->length = 0;
    if (now.length < 3) {
        insert(p, at);
        put(p, p->rows->bytes[at]);
        return at + 1;
    }
    insert(p, at);
    if (now.length < LAZY && at + 1 < p->total) {
        *known = find(p, at + 1);
        if (known->length > now.length) {
            put(p, p->rows->bytes[at]);
            return at + 1;
        }
        known->length = 0;
    }
    insert_all(p, at + 1, now.length - 1);
    put_copy(p, now.length, now.distance);
    return at + now.length;
}

typedef struct sums {
    uint64_t plain, weighed; /* each byte as often as bytes follow, itself included */
} sums;

static sums sums_of(const uint8_t *bytes, size_t count)
{
    enum { PART = 128 };
    sums out = { 0 };
    while (count > 0) {
        int n = count < PART ? (int)count : PART, plain = 0, weighed = 0;
        for (int i = 0; i < n; i++) {
            plain += bytes[i];
            weighed += (short)(n - i) * (short)bytes[i];
        }
        bytes += n;
        count -= (size_t)n;
        out.plain += (uint64_t)plain;
        out.weighed += (uint64_t)weighed + (uint64_t)plain * count;
    }
    return out;
}

/* Adler-32 over all rows; the sums of a row that repeats are known. */
static uint32_t checksum(const bd_rows *rows)
{
    uint64_t a = 1, b = 0;
    sums row = { 0 };
    for (size_t y = 0; y < rows->count; y++) {
        if (y == 0 || !rows->repeats[y])
            row = sums_of(rows->bytes + y * rows->stride, rows->stride);
        b = (b + rows->stride * a + row.weighed) % ADLER;
        a = (a + row.plain) % ADLER;
    }
    return (uint32_t)(b << 16 | a);
}

void bd_deflate_rows(const bd_rows *rows, bd_buf *out)
{
    packer *p = bd_alloc(sizeof *p);
    p->rows = rows;
    p->total = rows->stride * rows->count;
    p->part.tokens = p->tokens;
    p->bits.out = out;
    copy known = { 0 };
    bd_buf_add(out, "\x78\xda", 2); /* a window of 32 KiB, packed as well as it gets */
    for (size_t at = 0; at < p->total;) {
        size_t y = at / rows->stride, last = y;
        while (at == y * rows->stride && y > 0 && last < rows->count && rows->repeats[last])
            last++;
        size_t length = (last - y) * rows->stride;
        if (length < SHORTEST) {
            at = step(p, at, &known);
            continue;
        }
        put_copy(p, length, rows->stride);
        at += length;
        known.length = 0;
    }
    bd_deflate_part_write(&p->part, true, &p->bits);
    uint32_t adler = checksum(rows);
    for (int shift = 24; shift >= 0; shift -= 8)
        bd_buf_putc(out, (char)(adler >> shift & 0xff));
    free(p);
}
