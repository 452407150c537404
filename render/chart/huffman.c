/* Deflate blocks with Huffman codes of their own (RFC 1951, 3.2.7). */
#include "render/chart/deflate.h"

#include <stdlib.h>
#include <string.h>

enum {
    LITERALS = 286,
    END = 256,
    DISTANCES = 30,
    LENGTH_CODES = 19,
    SYMBOLS_MOST = LITERALS,
    BITS_MOST = 15,
};

typedef struct symbol {
    uint32_t count;
    uint16_t value;
} symbol;

static int by_count(const void *left, const void *right)
{
    const symbol *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return (int)a->value - (int)b->value;
}

/* How deep each leaf of Huffman's tree is; leaves come sorted, so the two smallest nodes are
 * always at the head of one of two queues: leaves, and nodes in the order they were made. */
static void depths(const symbol *leaves, size_t count, uint32_t *numbers)
{
    uint32_t weight[2 * SYMBOLS_MOST] = { 0 }, parent[2 * SYMBOLS_MOST] = { 0 };
    uint32_t depth[2 * SYMBOLS_MOST] = { 0 };
    size_t leaf = 0, inner = count, made = count;
    for (size_t i = 0; i < count; i++)
        weight[i] = leaves[i].count;
    while (made < 2 * count - 1) {
        weight[made] = 0;
        for (int child = 0; child < 2; child++) {
            bool take_leaf = leaf < count && (inner == made || weight[leaf] <= weight[inner]);
            size_t taken = take_leaf ? leaf++ : inner++;
            weight[made] += weight[taken];
            parent[taken] = (uint32_t)made;
        }
        made++;
    }
    depth[made - 1] = 0;
    for (size_t i = made - 1; i-- > 0;) {
        depth[i] = depth[parent[i]] + 1;
        if (i < count)
            numbers[depth[i] < BITS_MOST ? depth[i] : BITS_MOST]++;
    }
}

/* Codes deeper than allowed are lifted; shorter ones make way until the code fits again. */
static void limit_depth(uint32_t numbers[BITS_MOST + 1], unsigned most)
{
    uint32_t room = 0;
    for (unsigned l = most + 1; l <= BITS_MOST; l++) {
        numbers[most] += numbers[l];
        numbers[l] = 0;
    }
    for (unsigned l = 1; l <= most; l++)
        room += numbers[l] << (most - l);
    for (; room > 1U << most; room--) {
        unsigned l = most - 1;
        while (numbers[l] == 0)
            l--;
        numbers[most]--;
        numbers[l]--;
        numbers[l + 1] += 2;
    }
}

void bd_huffman_lengths(const uint32_t *counts, size_t count, unsigned most, uint8_t *lengths)
{
    symbol used[SYMBOLS_MOST];
    uint32_t numbers[BITS_MOST + 1] = { 0 };
    size_t n = 0;
    memset(lengths, 0, count);
    for (size_t i = 0; i < count; i++)
        if (counts[i] > 0)
            used[n++] = (symbol){ counts[i], (uint16_t)i };
    for (size_t i = 0; n < 2; i++) /* a code of one symbol is not complete */
        if (counts[i] == 0)
            used[n++] = (symbol){ 0, (uint16_t)i };
    qsort(used, n, sizeof *used, by_count);
    depths(used, n, numbers);
    limit_depth(numbers, most);
    size_t at = 0;
    for (unsigned l = most; l > 0; l--)
        for (uint32_t i = 0; i < numbers[l]; i++)
            lengths[used[at++].value] = (uint8_t)l;
}

/* Canonical codes (RFC 1951, 3.2.2), first bit lowest. */
static void codes_of(const uint8_t *lengths, size_t count, uint16_t *codes)
{
    uint32_t numbers[BITS_MOST + 1] = { 0 }, next[BITS_MOST + 1] = { 0 };
    for (size_t i = 0; i < count; i++)
        numbers[lengths[i]]++;
    numbers[0] = 0;
    for (unsigned l = 1; l <= BITS_MOST; l++)
        next[l] = (next[l - 1] + numbers[l - 1]) << 1;
    for (size_t i = 0; i < count; i++) {
        uint32_t code = lengths[i] ? next[lengths[i]]++ : 0, turned = 0;
        for (unsigned b = 0; b < lengths[i]; b++)
            turned |= (code >> b & 1) << (lengths[i] - 1U - b);
        codes[i] = (uint16_t)turned;
    }
}

static void put_bits(bd_deflate_bits *bits, uint32_t value, unsigned count)
{
    bits->waiting |= (uint64_t)value << bits->count;
    bits->count += count;
    if (bits->count < 32)
        return;
    char four[4];
    for (unsigned i = 0; i < 4; i++)
        four[i] = (char)(bits->waiting >> (8 * i) & 0xff);
    bd_buf_add(bits->out, four, sizeof four);
    bits->waiting >>= 32;
    bits->count -= 32;
}

static unsigned highest_bit(uint32_t value)
{
    return 31U - (unsigned)__builtin_clz(value);
}

typedef struct field { /* a symbol, and the bits that follow it */
    uint32_t symbol, extra;
    unsigned extra_bits;
} field;

static field length_field(uint32_t token)
{
    uint32_t v = (token >> 15 & 0x1ff) - 3;
    if (v == 255)
        return (field){ 285, 0, 0 };
    if (v < 8)
        return (field){ 257 + v, 0, 0 };
    unsigned bits = highest_bit(v) - 2;
    return (field){ 261 + 4 * bits + (v >> bits & 3), v & ((1U << bits) - 1), bits };
}

static field distance_field(uint32_t token)
{
    uint32_t v = token & 0x7fff;
    if (v < 4)
        return (field){ v, 0, 0 };
    unsigned bits = highest_bit(v) - 1;
    return (field){ 2 * bits + 2 + (v >> bits & 1), v & ((1U << bits) - 1), bits };
}

typedef struct codes {
    uint32_t counts[LITERALS + DISTANCES];
    uint8_t lengths[LITERALS + DISTANCES]; /* of literals, then of distances */
    uint16_t bits[LITERALS + DISTANCES];
} codes;

static void make_codes(const bd_deflate_part *part, codes *c)
{
    memset(c->counts, 0, sizeof c->counts);
    c->counts[END] = 1;
    for (size_t i = 0; i < part->token_count; i++) {
        uint32_t token = part->tokens[i];
        if (token & BD_DEFLATE_COPY) {
            c->counts[length_field(token).symbol]++;
            c->counts[LITERALS + distance_field(token).symbol]++;
        } else {
            c->counts[token]++;
        }
    }
    bd_huffman_lengths(c->counts, LITERALS, BITS_MOST, c->lengths);
    bd_huffman_lengths(c->counts + LITERALS, DISTANCES, BITS_MOST, c->lengths + LITERALS);
    codes_of(c->lengths, LITERALS, c->bits);
    codes_of(c->lengths + LITERALS, DISTANCES, c->bits + LITERALS);
}

/* Code lengths, repetitions shortened: 16 = the one before 3 … 6 times, 17 and 18 = zeros. */
static size_t shorten(const uint8_t *lengths, size_t count, field *out)
{
    size_t made = 0;
    for (size_t i = 0, run; i < count; i += run) {
        for (run = 1; i + run < count && lengths[i + run] == lengths[i] && run < 138;)
            run++;
        bool again = i > 0 && lengths[i] != 0 && lengths[i] == lengths[i - 1];
        if (lengths[i] == 0 && run >= 11) {
            out[made++] = (field){ 18, (uint32_t)run - 11, 7 };
        } else if (lengths[i] == 0 && run >= 3) {
            out[made++] = (field){ 17, (uint32_t)run - 3, 3 };
        } else if (again && run >= 3) {
            run = run > 6 ? 6 : run;
            out[made++] = (field){ 16, (uint32_t)run - 3, 2 };
        } else {
            run = 1;
            out[made++] = (field){ lengths[i], 0, 0 };
        }
    }
    return made;
}

static void put_header(const codes *c, bd_deflate_bits *bits)
{
    static const uint8_t order[LENGTH_CODES] = { 16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                 11, 4,  12, 3, 13, 2, 14, 1, 15 };
    field fields[LITERALS + DISTANCES];
    uint32_t counts[LENGTH_CODES] = { 0 };
    uint8_t lengths[LENGTH_CODES];
    uint16_t code[LENGTH_CODES];
    size_t made = shorten(c->lengths, LITERALS + DISTANCES, fields);
    for (size_t i = 0; i < made; i++)
        counts[fields[i].symbol]++;
    bd_huffman_lengths(counts, LENGTH_CODES, 7, lengths);
    codes_of(lengths, LENGTH_CODES, code);
    put_bits(bits, LITERALS - 257, 5);
    put_bits(bits, DISTANCES - 1, 5);
    put_bits(bits, LENGTH_CODES - 4, 4);
    for (size_t i = 0; i < LENGTH_CODES; i++)
        put_bits(bits, lengths[order[i]], 3);
    for (size_t i = 0; i < made; i++) {
        put_bits(bits, code[fields[i].symbol], lengths[fields[i].symbol]);
        put_bits(bits, fields[i].extra, fields[i].extra_bits);
    }
}

static void put_field(const codes *c, field f, bd_deflate_bits *bits)
{
    put_bits(bits, c->bits[f.symbol], c->lengths[f.symbol]);
    put_bits(bits, f.extra, f.extra_bits);
}

void bd_deflate_part_write(const bd_deflate_part *part, bool last, bd_deflate_bits *bits)
{
    codes c;
    make_codes(part, &c);
    put_bits(bits, last ? 1 : 0, 1);
    put_bits(bits, 2, 2); /* codes of its own */
    put_header(&c, bits);
    for (size_t i = 0; i < part->token_count; i++) {
        uint32_t token = part->tokens[i];
        if (!(token & BD_DEFLATE_COPY)) {
            put_bits(bits, c.bits[token], c.lengths[token]);
            continue;
        }
        field distance = distance_field(token);
        distance.symbol += LITERALS;
        put_field(&c, length_field(token), bits);
        put_field(&c, distance, bits);
    }
    put_bits(bits, c.bits[END], c.lengths[END]);
    for (; last && bits->count > 0; bits->count -= bits->count < 8 ? bits->count : 8) {
        bd_buf_putc(bits->out, (char)(bits->waiting & 0xff));
        bits->waiting >>= 8;
    }
}
