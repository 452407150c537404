/* SHA-256: see digest.h. */
#include "core/base/digest.h"
#include "core/base/task.h"

#include <openssl/evp.h>
#include <stdlib.h>

enum { MUCH = 1000 * 1000 }; /* a millisecond of hashing; starting a thread takes a tenth */

static bd_digest finish(EVP_MD_CTX *ctx)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char raw[EVP_MAX_MD_SIZE];
    unsigned int n = 0;
    bd_digest out = { "" };
    if (EVP_DigestFinal_ex(ctx, raw, &n) == 1 && n == 32)
        for (size_t i = 0; i < 32; i++) {
            out.hex[2 * i] = digits[raw[i] >> 4];
            out.hex[2 * i + 1] = digits[raw[i] & 15];
        }
    EVP_MD_CTX_free(ctx);
    return out;
}

static EVP_MD_CTX *begin(void)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    if (!ctx || EVP_DigestInit_ex(ctx, EVP_sha256(), NULL) != 1)
        abort(); /* libcrypto without SHA-256 */
    return ctx;
}

bd_digest bd_sha256(bd_str bytes)
{
    EVP_MD_CTX *ctx = begin();
    EVP_DigestUpdate(ctx, bytes.ptr, bytes.len);
    return finish(ctx);
}

bd_digest bd_sha256_parts(const bd_str *parts, size_t count)
{
    EVP_MD_CTX *ctx = begin();
    for (size_t i = 0; i < count; i++) {
        unsigned char len[8];
        for (size_t b = 0; b < 8; b++)
            len[b] = (unsigned char)((uint64_t)parts[i].len >> (8 * b));
        EVP_DigestUpdate(ctx, len, sizeof len);
        EVP_DigestUpdate(ctx, parts[i].ptr, parts[i].len);
    }
    return finish(ctx);
}

struct bd_digest_job {
    bd_str bytes;
    bd_digest digest;
    bd_task *task; /* owned */
};

static void work(void *memory)
{
    bd_digest_job *job = memory;
    job->digest = bd_sha256(job->bytes);
}

bd_digest_job *bd_sha256_begin(bd_str bytes)
{
    bd_digest_job *job = bd_alloc(sizeof *job);
    job->bytes = bytes;
    job->task = bd_task_begin(bytes.len >= MUCH, work, job);
    return job;
}

bd_digest bd_sha256_end(bd_digest_job *job)
{
    bd_task_end(job->task);
    bd_digest digest = job->digest;
    free(job);
    return digest;
}
