/* tests/base/doubles.h: doubles that are hard to read or to print. */
#ifndef BD_TESTS_BASE_DOUBLES_H
#define BD_TESTS_BASE_DOUBLES_H

#include <stddef.h>
#include <stdint.h>

typedef struct doubles {
    double *items; /* owned */
    size_t  count, capacity;
} doubles;

/* All powers of two and of ten with both neighbours, the edges of the subnormal,
 * the exact-integer and the int64 range, each with both signs; then `random`
 * values: any bits, subnormals, short decimals, whole numbers. None is NaN. */
doubles doubles_make(size_t random);

double   double_of_bits(uint64_t bits);
uint64_t bits_of_double(double value);

#endif
