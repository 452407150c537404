/* render/chart/deflate.h: private to deflate.c (what to copy from where) and huffman.c (how
 * that becomes bits), and to png.c. */
#ifndef BD_CHART_DEFLATE_H
#define BD_CHART_DEFLATE_H

#include "core/base/buf.h"

typedef struct bd_rows {
    const uint8_t *bytes;
    size_t         stride, count; /* bytes of a row, at most 32768; rows */
    const bool    *repeats; /* of each row: it is the same as the one above; not of the first */
} bd_rows;

/* Appends the zlib stream of all rows. */
void bd_deflate_rows(const bd_rows *rows, bd_buf *out);

/* ---- huffman.c ---- */

typedef struct bd_deflate_bits {
    bd_buf  *out;
    uint64_t waiting;
    unsigned count; /* bits that wait */
} bd_deflate_bits;

/* A token is a byte, or a copy of 3 … 258 bytes from 1 … 32768 bytes before. */
#define BD_DEFLATE_COPY 0x80000000U
static inline uint32_t bd_deflate_copy(size_t length, size_t distance)
{
    return BD_DEFLATE_COPY | (uint32_t)length << 15 | (uint32_t)(distance - 1);
}

typedef struct bd_deflate_part { /* a block */
    const uint32_t *tokens;
    size_t          token_count;
} bd_deflate_part;

/* Writes a block with Huffman codes made for it; the last one fills its last byte. */
void bd_deflate_part_write(const bd_deflate_part *part, bool last, bd_deflate_bits *bits);

/* The lengths of a Huffman code for symbols that occur so often; always a complete code of two
 * symbols or more.
 * @param most  bits, at most 15 */
void bd_huffman_lengths(const uint32_t *counts, size_t count, unsigned most, uint8_t *lengths);

#endif
