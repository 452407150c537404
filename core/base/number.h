/* core/base/number.h: numbers that stay what the file said.
 *
 * An integer is an int64 from file to cell; everything else is the double that
 * the text rounds to. Text goes out by exact decimal arithmetic, never through
 * printf("%f") or the locale. */
#ifndef BD_BASE_NUMBER_H
#define BD_BASE_NUMBER_H

#include "core/base/buf.h"

typedef enum bd_number_kind {
    BD_NUMBER_NONE, /* the file says there is no number: NaN, null, "NaN" */
    BD_NUMBER_INT,
    BD_NUMBER_DOUBLE, /* any double, infinities and -0.0 included; NaN bits are kept */
} bd_number_kind;

typedef struct bd_number {
    bd_number_kind kind;
    union {
        int64_t i;
        double  d;
    } as;
} bd_number;

#define BD_NUMBER_NOTHING { .kind = BD_NUMBER_NONE }

bd_number bd_int(int64_t value);
bd_number bd_double(double value); /* stays a double, whole or not */
bool      bd_number_finite(bd_number n); /* a number and neither NaN nor infinite */
double    bd_number_as_double(bd_number n); /* NaN for NONE; an int64 beyond 2^53 rounds */
bool      bd_number_same(bd_number a, bd_number b); /* same kind and same bits */
/* Exact, also int64 against double; NONE and NaN come last. */
int       bd_number_order(bd_number a, bd_number b);

/* Reads a JSON number text (RFC 8259 grammar, already checked): an int64 when it
 * is written as an integer and fits, "-0" excepted; else the nearest double, as
 * strtod rounds it. Beyond the range: infinity, as IEEE 754 rounds. */
bd_number bd_number_parse(bd_str text);

/* The nearest double of a decimal text (optional sign, digits, fraction,
 * exponent), bit for bit what strtod gives in the C locale.
 * @return false when `text` is not such a number, whole */
bool bd_double_parse(bd_str text, double *out);
/* The nearest double of mantissa * 10^exponent; beyond the largest it is infinite. */
double bd_double_nearest(uint64_t mantissa, int exponent);

/* Appends the text that JavaScript's String(x) gives (ECMA-262, Number::toString):
 * shortest digits that read back, 1e21 and 1e-7 as limits of plain notation,
 * "NaN", "Infinity", -0 as "0". An int64 prints all its digits. NONE prints "NaN". */
void bd_number_text(bd_number n, bd_buf *out);

/* A number as decimal digits: value = (-1)^negative * digits * 10^exponent.
 * Exact for an int64; for a double the digits of its shortest text. */
typedef struct bd_decimal {
    bool    negative;
    uint8_t digit_count; /* 1..20 without leading or trailing zeros; 0 = zero */
    uint8_t digits[20];  /* 0..9, most significant first */
    int32_t exponent;    /* of ten, of the last digit */
} bd_decimal;

/* @return false when `n` is not finite */
bool bd_decimal_of(bd_number n, bd_decimal *out);

/* Appends `d` with exactly `decimals` digits after the point, rounded half away
 * from zero on the exact decimal, thousands parted by `group` ("" = not), the
 * point written as `point`. Never prints "-0". */
void bd_decimal_format(const bd_decimal *d, unsigned decimals, const char *group, const char *point,
                       bd_buf *out);

/* As few decimals as say the number exactly, plain notation, for texts where no
 * example asks for a number of decimals. */
void bd_decimal_plain(const bd_decimal *d, const char *group, const char *point, bd_buf *out);

#endif
