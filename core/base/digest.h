/* core/base/digest.h: SHA-256 (FIPS 180-4), through libcrypto. */
#ifndef BD_BASE_DIGEST_H
#define BD_BASE_DIGEST_H

#include "core/base/common.h"

typedef struct bd_digest {
    char hex[65]; /* 64 lower-case hex digits and NUL; "" = none */
} bd_digest;

bd_digest bd_sha256(bd_str bytes);

/* A digest over several parts; each part is hashed with its length, so that
 * "ab" + "c" and "a" + "bc" differ. */
bd_digest bd_sha256_parts(const bd_str *parts, size_t count);

/* A digest that is computed while something else is done: by a thread of its own when
 * there is much to hash, else when it is asked for.
 * @param bytes  borrowed until the end
 * @return owned; end it with bd_sha256_end() */
typedef struct bd_digest_job bd_digest_job;
bd_digest_job *bd_sha256_begin(bd_str bytes);
bd_digest      bd_sha256_end(bd_digest_job *job); /* waits; frees the job */

#endif
