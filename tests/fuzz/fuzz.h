/* tests/fuzz/fuzz.h: what every fuzz target defines; libFuzzer or driver.c calls it.
 * It aborts when a promise is broken; what it returns is always 0. */
#ifndef BD_TESTS_FUZZ_FUZZ_H
#define BD_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_PROMISE(condition) \
    do {                        \
        if (!(condition))       \
            __builtin_trap();   \
    } while (0)

#endif
