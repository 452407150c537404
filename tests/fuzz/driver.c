/* Stands in for libFuzzer as an ordinary test with any compiler: gives every file of
 * the named directories to the target, then mutations of them, always the same ones.
 * A failure aborts, as it does under the fuzzer; no file at all is a failure too.
 *
 * usage: fuzz_NAME DIRECTORY... */
#include "tests/fuzz/fuzz.h"

#include "core/base/file.h"

#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

enum { FULL_ROUNDS = 50000, SEED_BYTES_MAX = 1 << 20 };

/* xorshift64*: S. Vigna, "An experimental exploration of Marsaglia's xorshift generators". */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static size_t below(uint64_t *state, size_t limit)
{
    return (size_t)(next_random(state) >> 33) % limit;
}

/* One small change: a byte, a bit, a piece removed, doubled, or taken from another seed. */
static void mutate(uint64_t *chance, bd_buf *input, bd_str other)
{
    static const char signs[] = "\0\x7F\x80\xFF\"\\{}[]:,-+.eE0123456789NaI \n\t<!->|/";
    size_t at = below(chance, input->len + 1), n = below(chance, 16) + 1;
    bd_buf out = BD_BUF_INIT;
    bd_str all = bd_buf_str(input);
    bd_buf_put_str(&out, bd_str_sub(all, 0, at));
    switch (below(chance, 6)) {
    case 0:
        bd_buf_putc(&out, signs[below(chance, sizeof signs - 1)]);
        break;
    case 1:
        bd_buf_putc(&out, signs[below(chance, sizeof signs - 1)]);
        at++;
        break;
    case 2:
        if (at < all.len)
            bd_buf_putc(&out, (char)(all.ptr[at] ^ (1 << below(chance, 8))));
        at++;
        break;
    case 3:
        at += n;
        break;
    case 4:
        bd_buf_put_str(&out, bd_str_sub(all, at, at + n));
        break;
    default:
        if (other.len > 0) {
            size_t from = below(chance, other.len);
            bd_buf_put_str(&out, bd_str_sub(other, from, from + 4 * n));
        }
    }
    bd_buf_put_str(&out, bd_str_sub(all, at, all.len));
    bd_buf_release(input);
    *input = out;
}

/* In memory of exactly its size, so that one byte too far is seen. */
static void run_one(bd_str input)
{
    uint8_t *exact = malloc(input.len > 0 ? input.len : 1);
    if (!exact)
        abort();
    memcpy(exact, input.ptr, input.len);
    LLVMFuzzerTestOneInput(exact, input.len);
    free(exact);
}

typedef struct seeds {
    bd_buf *items;
    size_t count, capacity;
} seeds;

static void read_seeds(const char *directory, seeds *out)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_names names = { 0 };
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_directory_list(directory, &arena, &names, &err), &err);
    for (size_t i = 0; i < names.count; i++) {
        out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
        bd_buf *seed = &out->items[out->count++];
        *seed = (bd_buf)BD_BUF_INIT;
        const char *path = bd_path_join(&arena, directory, names.items[i]);
        assert_ok(bd_file_read(path, SEED_BYTES_MAX, seed, &err), &err);
    }
    bd_names_release(&names);
    bd_arena_release(&arena);
}

static void seeds_and_their_mutations_are_survived(void **state)
{
    seeds all = { 0 };
    for (char **directory = *state; *directory; directory++)
        read_seeds(*directory, &all);
    assert_true(all.count > 0);
    for (size_t i = 0; i < all.count; i++)
        run_one(bd_buf_str(&all.items[i]));
    uint64_t chance = UINT64_C(0x9E3779B97F4A7C15);
    for (size_t rounds = test_rounds(FULL_ROUNDS); rounds > 0; rounds--) {
        bd_buf input = BD_BUF_INIT;
        bd_buf_put_str(&input, bd_buf_str(&all.items[below(&chance, all.count)]));
        for (size_t n = below(&chance, 6) + 1; n > 0; n--)
            mutate(&chance, &input, bd_buf_str(&all.items[below(&chance, all.count)]));
        run_one(bd_buf_str(&input));
        bd_buf_release(&input);
    }
    for (size_t i = 0; i < all.count; i++)
        bd_buf_release(&all.items[i]);
    free(all.items);
}

int main(int argc, char **argv)
{
    test_fix_world();
    if (argc < 2)
        return 2;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(seeds_and_their_mutations_are_survived, argv + 1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
