/* The alphabet of packed forms: see bytes.h. */
#include "store/bytes.h"

#include <string.h>

enum { WORD = 8, LONGEST_COUNT = 10 };

static bool little_endian(void)
{
    const uint16_t probe = 1;
    unsigned char first;
    memcpy(&first, &probe, 1);
    return first == 1;
}

/* Packing is most of what storing costs besides the database itself: most counts
 * are one byte, and fit where a longer thing has made room. */
static bool put_byte(bd_buf *out, uint64_t n)
{
    if (n >= 0x80 || out->capacity - out->len < 2)
        return false;
    out->data[out->len++] = (char)n;
    out->data[out->len] = '\0';
    return true;
}

void bd_put_count(bd_buf *out, uint64_t n)
{
    if (put_byte(out, n))
        return;
    unsigned char bytes[LONGEST_COUNT];
    size_t len = 0;
    for (; n >= 0x80; n >>= 7)
        bytes[len++] = (unsigned char)(n | 0x80);
    bytes[len++] = (unsigned char)n;
    bd_buf_add(out, bytes, len);
}

void bd_put_signed(bd_buf *out, int64_t n)
{
    uint64_t bits = (uint64_t)n << 1;
    bd_put_count(out, n < 0 ? ~bits : bits);
}

void bd_put_word(bd_buf *out, uint64_t bits)
{
    if (little_endian()) {
        bd_buf_add(out, &bits, WORD);
        return;
    }
    unsigned char bytes[WORD];
    for (size_t i = 0; i < WORD; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
    bd_buf_add(out, bytes, WORD);
}

void bd_set_word(bd_buf *out, size_t at, uint64_t bits)
{
    for (size_t i = 0; i < WORD; i++)
        out->data[at + i] = (char)(unsigned char)(bits >> (8 * i));
}

void bd_put_words(bd_buf *out, const void *words, size_t count)
{
    if (count == 0)
        return;
    if (little_endian()) {
        bd_buf_add(out, words, count * WORD);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, (const char *)words + i * WORD, WORD);
        bd_put_word(out, bits);
    }
}

void bd_put_text(bd_buf *out, const char *text)
{
    size_t len = text ? strlen(text) : 0;
    bd_put_count(out, text ? (uint64_t)len + 1 : 0);
    if (len > 0)
        bd_buf_add(out, text, len);
}

void bd_put_double(bd_buf *out, double d)
{
    uint64_t bits;
    memcpy(&bits, &d, WORD);
    bd_put_word(out, bits);
}

void bd_put_number(bd_buf *out, bd_number n)
{
    bd_put_count(out, n.kind);
    if (n.kind == BD_NUMBER_INT)
        bd_put_word(out, (uint64_t)n.as.i);
    else if (n.kind == BD_NUMBER_DOUBLE)
        bd_put_double(out, n.as.d);
}

/* ---- reading ---- */

bd_reader_bytes bd_read_bytes(bd_str bytes, bd_arena *arena)
{
    const unsigned char *at = (const unsigned char *)(bytes.ptr ? bytes.ptr : "");
    return (bd_reader_bytes){ .at = at, .end = at + bytes.len, .arena = arena };
}

static const unsigned char *take(bd_reader_bytes *in, size_t len)
{
    if (in->bad || (size_t)(in->end - in->at) < len) {
        in->bad = true;
        return NULL;
    }
    const unsigned char *at = in->at;
    in->at += len;
    return at;
}

uint64_t bd_get_count(bd_reader_bytes *in)
{
    uint64_t n = 0;
    for (unsigned shift = 0; shift < 7 * LONGEST_COUNT; shift += 7) {
        const unsigned char *at = take(in, 1);
        if (!at)
            return 0;
        n |= (uint64_t)(*at & 0x7f) << shift;
        if (*at < 0x80)
            return n;
    }
    in->bad = true;
    return 0;
}

size_t bd_get_length(bd_reader_bytes *in, size_t each)
{
    uint64_t n = bd_get_count(in);
    if (n > (uint64_t)(in->end - in->at) / each) {
        in->bad = true;
        return 0;
    }
    return (size_t)n;
}

unsigned bd_get_enum(bd_reader_bytes *in, unsigned last)
{
    uint64_t n = bd_get_count(in);
    if (n > last) {
        in->bad = true;
        return 0;
    }
    return (unsigned)n;
}

int64_t bd_get_signed(bd_reader_bytes *in)
{
    uint64_t n = bd_get_count(in);
    uint64_t bits = n & 1 ? ~(n >> 1) : n >> 1;
    int64_t value;
    memcpy(&value, &bits, WORD);
    return value;
}

static uint64_t word_at(const unsigned char *at)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < WORD; i++)
        bits |= (uint64_t)at[i] << (8 * i);
    return bits;
}

uint64_t bd_get_word(bd_reader_bytes *in)
{
    const unsigned char *at = take(in, WORD);
    return at ? word_at(at) : 0;
}

const void *bd_get_words(bd_reader_bytes *in, size_t count)
{
    if (count > SIZE_MAX / WORD)
        in->bad = true;
    const unsigned char *at = count > 0 && !in->bad ? take(in, count * WORD) : NULL;
    if (!at)
        return NULL;
    if (little_endian())
        return bd_arena_copy(in->arena, at, count * WORD);
    uint64_t *words = bd_arena_alloc(in->arena, count * WORD);
    for (size_t i = 0; i < count; i++)
        words[i] = word_at(at + i * WORD);
    return words;
}

const char *bd_get_text(bd_reader_bytes *in)
{
    uint64_t n = bd_get_count(in);
    if (n == 0)
        return NULL;
    if (n - 1 > (uint64_t)(in->end - in->at)) {
        in->bad = true;
        return NULL;
    }
    size_t len = (size_t)(n - 1);
    const unsigned char *at = take(in, len);
    if (!at || (len > 0 && memchr(at, '\0', len))) {
        in->bad = true;
        return NULL;
    }
    return bd_arena_text(in->arena, (bd_str){ (const char *)at, len });
}

double bd_get_double(bd_reader_bytes *in)
{
    uint64_t bits = bd_get_word(in);
    double d;
    memcpy(&d, &bits, WORD);
    return d;
}

bd_number bd_get_number(bd_reader_bytes *in)
{
    bd_number n = BD_NUMBER_NOTHING;
    n.kind = (bd_number_kind)bd_get_enum(in, BD_NUMBER_DOUBLE);
    if (n.kind == BD_NUMBER_DOUBLE) {
        n.as.d = bd_get_double(in);
    } else if (n.kind == BD_NUMBER_INT) {
        uint64_t bits = bd_get_word(in);
        memcpy(&n.as.i, &bits, WORD);
    }
    return n;
}

bool bd_get_end(const bd_reader_bytes *in)
{
    return !in->bad && in->at == in->end;
}
