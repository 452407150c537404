/* core/json/scan.h: runs of bytes, sixteen at a time where the processor can.
 * Every function stops at `end` and reads nothing beyond it. */
#ifndef BD_JSON_SCAN_H
#define BD_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && !defined(BD_JSON_PORTABLE)
#include <emmintrin.h>
#define BD_JSON_SSE2
#endif

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

#ifdef BD_JSON_SSE2
static inline __m128i load16(const char *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

static inline unsigned first_zero(unsigned mask) /* of a mask that is not all ones */
{
    return (unsigned)__builtin_ctz(~mask);
}
#else
enum { WORD = 8 };

static inline uint64_t load8(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static inline uint64_t all8(unsigned char c)
{
    return 0x0101010101010101u * c;
}

/* Nonzero when a byte of `word` is zero. */
static inline uint64_t zero_byte(uint64_t word)
{
    return (word - all8(1)) & ~word & all8(0x80);
}
#endif

#ifdef BD_JSON_SSE2
/* A bit for each of sixteen bytes. */
static inline unsigned blanks16(const char *at)
{
    __m128i v = load16(at);
    __m128i space = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(' ')),
                                 _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));
    __m128i other = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\r')),
                                 _mm_cmpeq_epi8(v, _mm_set1_epi8('\t')));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(space, other));
}

static inline unsigned digits16(const char *at)
{
    __m128i v = _mm_sub_epi8(load16(at), _mm_set1_epi8('0'));
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(9)), v));
}
#endif

/* The first byte that is no white space of JSON. */
static inline const char *skip_blanks(const char *at, const char *end)
{
    if (at < end && (unsigned char)*at > ' ')
        return at;
    if (end - at > 1 && is_blank(at[0]) && (unsigned char)at[1] > ' ')
        return at + 1;
#ifdef BD_JSON_SSE2
    for (; end - at >= 32; at += 32) { /* an indentation is rarely longer */
        unsigned blank = blanks16(at) | blanks16(at + 16) << 16;
        if (blank != UINT32_MAX)
            return at + first_zero(blank);
    }
    while (at < end && is_blank(*at))
        at++;
#else
    while (at < end && is_blank(*at)) {
        at++;
        while (end - at >= WORD && load8(at) == all8(' '))
            at += WORD;
    }
#endif
    return at;
}

/* The first quote, backslash, control character or byte outside ASCII. */
static inline const char *skip_plain(const char *at, const char *end)
{
#ifdef BD_JSON_SSE2
    while (end - at >= 16) {
        __m128i v = load16(at);
        __m128i mark = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
                                    _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
        /* signed: bytes from 0x80 on are below zero */
        mark = _mm_or_si128(mark, _mm_cmplt_epi8(v, _mm_set1_epi8(' ')));
        int special = _mm_movemask_epi8(mark);
        if (special != 0)
            return at + (unsigned)__builtin_ctz((unsigned)special);
        at += 16;
    }
#else
    for (; end - at >= WORD; at += WORD) {
        uint64_t word = load8(at);
        uint64_t special = zero_byte(word ^ all8('"')) | zero_byte(word ^ all8('\\'))
                           | ((word - all8(' ')) & ~word & all8(0x80)) | (word & all8(0x80));
        if (special != 0)
            break;
    }
#endif
    while (at < end && (unsigned char)*at >= ' ' && (unsigned char)*at < 0x80 && *at != '"'
           && *at != '\\')
        at++;
    return at;
}

static inline const char *skip_digits(const char *at, const char *end)
{
#ifdef BD_JSON_SSE2
    while (end - at >= 16) {
        unsigned digit = digits16(at);
        if (digit != 0xFFFF)
            return at + first_zero(digit);
        at += 16;
    }
#else
    while (end - at >= WORD) {
        uint64_t word = load8(at), carried = word + all8(6);
        if (((word & all8(0xF0)) | (carried & all8(0xF0)) >> 4) != all8(0x33))
            break;
        at += WORD;
    }
#endif
    while (at < end && is_digit(*at))
        at++;
    return at;
}

/* Behind a number as most are: an integer part, perhaps a fraction, no exponent, less
 * than 32 bytes. NULL where it is another, or none. */
static inline const char *skip_usual_number(const char *at, const char *end)
{
#ifdef BD_JSON_SSE2
    if (end - at < 32)
        return NULL;
    uint64_t digits = digits16(at) | (uint64_t)digits16(at + 16) << 16;
    unsigned sign = *at == '-';
    unsigned whole = (unsigned)__builtin_ctzll(~(digits >> sign)), stop = sign + whole;
    if (whole == 0 || stop > 31 || (at[sign] == '0' && whole > 1))
        return NULL;
    if (at[stop] == '.') {
        unsigned fraction = (unsigned)__builtin_ctzll(~(digits >> (stop + 1)));
        stop += 1 + fraction;
        if (fraction == 0 || stop > 31)
            return NULL;
    }
    return at[stop] == 'e' || at[stop] == 'E' ? NULL : at + stop;
#else
    (void)at, (void)end;
    return NULL;
#endif
}

#ifdef BD_JSON_SSE2
/* Adds the sixteen counters of `counts` up. */
static inline size_t sum16(__m128i counts)
{
    __m128i halves = _mm_sad_epu8(counts, _mm_setzero_si128());
    return (size_t)(_mm_cvtsi128_si32(halves) + _mm_extract_epi16(halves, 4));
}

/* Counts in `*at` .. `end`, a whole number of sixteens, the bytes that equal `byte`,
 * or without `equal` those that are above it as signed numbers. */
static inline size_t count16(const char **at, const char *end, char byte, bool equal)
{
    size_t count = 0;
    __m128i wanted = _mm_set1_epi8(byte);
    while (end - *at >= 16) {
        __m128i counts = _mm_setzero_si128();
        for (int i = 0; i < 255 && end - *at >= 16; i++, *at += 16) { /* before a counter wraps */
            __m128i v = load16(*at);
            v = equal ? _mm_cmpeq_epi8(v, wanted) : _mm_cmpgt_epi8(v, wanted);
            counts = _mm_sub_epi8(counts, v); /* a hit is -1 */
        }
        count += sum16(counts);
    }
    return count;
}
#endif

/* Bytes equal to '\n'. */
static inline size_t count_line_ends(const char *at, const char *end)
{
    size_t count = 0;
#ifdef BD_JSON_SSE2
    count = count16(&at, end, '\n', true);
#endif
    for (; at < end; at++)
        count += *at == '\n';
    return count;
}

/* Characters, that is bytes which continue none. */
static inline size_t count_characters(const char *at, const char *end)
{
    size_t count = 0;
#ifdef BD_JSON_SSE2
    count = count16(&at, end, -65, false); /* continuation bytes are -128 .. -65 */
#endif
    for (; at < end; at++)
        count += ((unsigned char)*at & 0xC0) != 0x80;
    return count;
}

/* Length of the valid UTF-8 sequence at `at` (Unicode 15, table 3-7), 0 = invalid. */
static inline size_t utf8_length(const char *at, const char *end)
{
    unsigned char first = (unsigned char)*at, low = 0x80, high = 0xBF;
    size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3
                  : first < 0xF5 ? 4 : 0;
    if (length == 0 || (size_t)(end - at) < length)
        return 0;
    if (first == 0xE0)
        low = 0xA0; /* overlong */
    else if (first == 0xED)
        high = 0x9F; /* surrogates */
    else if (first == 0xF0)
        low = 0x90; /* overlong */
    else if (first == 0xF4)
        high = 0x8F; /* beyond U+10FFFF */
    for (size_t i = 1; i < length; i++) {
        unsigned char c = (unsigned char)at[i];
        if (c < low || c > high)
            return 0;
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

/* The value of four hex digits, or -1. */
static inline int hex4(const char *at, const char *end)
{
    int value = 0;
    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int digit = is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
                  : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

#endif
