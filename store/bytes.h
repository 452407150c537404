/* store/bytes.h: the alphabet of packed forms, private to store/.
 *
 * Counts are LEB128 (seven bits a byte, low ones first), signed ones zigzag before
 * it; int64 and double are eight bytes, low ones first; a text is its length + 1
 * and its bytes, 0 = NULL. */
#ifndef BD_STORE_BYTES_H
#define BD_STORE_BYTES_H

#include "core/base/buf.h"
#include "core/base/number.h"

void bd_put_count(bd_buf *out, uint64_t n);
void bd_put_signed(bd_buf *out, int64_t n);
void bd_put_word(bd_buf *out, uint64_t bits);
void bd_set_word(bd_buf *out, size_t at, uint64_t bits); /* one that was put at `at` */
void bd_put_words(bd_buf *out, const void *words, size_t count); /* 8 bytes each */
void bd_put_text(bd_buf *out, const char *text); /* NULL stays NULL */
void bd_put_number(bd_buf *out, bd_number n);
void bd_put_double(bd_buf *out, double d);

/* Reads what the above wrote. Past the end, or after anything impossible, `bad`
 * is set and everything reads as zero. */
typedef struct bd_reader_bytes {
    const unsigned char *at, *end;
    bd_arena            *arena; /* that texts and arrays are copied into */
    bool                 bad;
} bd_reader_bytes;

bd_reader_bytes bd_read_bytes(bd_str bytes, bd_arena *arena);
uint64_t        bd_get_count(bd_reader_bytes *in);
/* A count of things of at least `each` bytes: bounded by what is left. */
size_t          bd_get_length(bd_reader_bytes *in, size_t each);
unsigned        bd_get_enum(bd_reader_bytes *in, unsigned last); /* 0..last */
int64_t         bd_get_signed(bd_reader_bytes *in);
uint64_t        bd_get_word(bd_reader_bytes *in);
const void     *bd_get_words(bd_reader_bytes *in, size_t count); /* in the arena; NULL for none */
const char     *bd_get_text(bd_reader_bytes *in);
bd_number       bd_get_number(bd_reader_bytes *in);
double          bd_get_double(bd_reader_bytes *in);
bool            bd_get_end(const bd_reader_bytes *in); /* all read, and nothing bad */

#endif
