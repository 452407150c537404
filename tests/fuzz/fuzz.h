/* tests/fuzz/fuzz.h: the entry that libFuzzer, or driver.c, calls. */
#ifndef BD_TESTS_FUZZ_FUZZ_H
#define BD_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* @return 0; a failure is reported by abort() */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
