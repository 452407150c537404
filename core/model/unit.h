/* core/model/unit.h: the one table that knows units, directions and how numbers shall look.
 *
 * Readers keep the unit as the file wrote it; conversion happens once, when a
 * table picks the unit it shows. */
#ifndef BD_MODEL_UNIT_H
#define BD_MODEL_UNIT_H

#include "core/base/error.h"
#include "core/base/number.h"

typedef enum bd_dimension {
    BD_DIMENSION_UNKNOWN, /* kept as text, converts into nothing but itself */
    BD_DIMENSION_TIME,    /* ns, ms, s; per operation or iteration alike: ns/op, ms/iter */
    BD_DIMENSION_RATE,    /* operations per time: ops/s, ops/ms, iter/sec */
    BD_DIMENSION_SIZE,    /* B, KiB, MB; per operation alike: B/op */
    BD_DIMENSION_SPEED,   /* size per time: MB/sec */
    BD_DIMENSION_COUNT,   /* counts, allocs/op; an integer without a known unit */
    BD_DIMENSION_RATIO,   /* %, x */
    BD_DIMENSION_TRUTH,   /* 1 = true, 0 = false */
} bd_dimension;

/* The word a configuration uses under `numbers:`: "time", "rate", "size", "speed",
 * "count", "ratio"; beside these "truth" and "unknown", which find() does not take.
 * @return static */
const char *bd_dimension_name(bd_dimension dimension);
bool        bd_dimension_find(bd_str name, bd_dimension *out);

typedef enum bd_direction {
    BD_DIRECTION_UNKNOWN,
    BD_SMALLER_IS_BETTER,
    BD_BIGGER_IS_BETTER,
} bd_direction;

typedef enum bd_class { BD_CLASS_TIMING, BD_CLASS_NEAR_EXACT, BD_CLASS_EXACT } bd_class;

typedef struct bd_unit {
    const char  *name;       /* the usual spelling: of "µs/op" it is "us" */
    bd_dimension dimension;
    bd_direction direction;
    int64_t      num, den;   /* one of it = num/den of the base: s, 1/s, B, B/s, 1 */
} bd_unit;

/* Looks a unit up by any spelling found in the field: "us", "µs" (U+00B5), "μs"
 * (U+03BC), "usec", "Microseconds", "us/op", "ops/sec", "MB/s". "…/op", "…/iter" and
 * the like are the unit before them; "req/s", "iter/sec" are rates of operations.
 * What follows a tab is not looked at (old histories of Go: "ns/op<TAB>  344 B/op").
 * @return static; NULL = unknown */
const bd_unit *bd_unit_find(bd_str name);

/* What can be known of a metric: its name speaks first ("gc.alloc.rate.norm",
 * "gc.count", words such as "errors", "throughput", "latency"), then its unit, then
 * whether the value is an integer: without a known unit that is a count.
 * Classes: near-exact is gc.alloc.rate.norm alone, with or without JMH's leading
 * U+00B7; exact are integer counts and truth values, except the gc's and those that
 * the processor counts ("cycles"); everything else is timing. */
typedef struct bd_meaning {
    const bd_unit *unit; /* static; NULL = unknown */
    bd_dimension   dimension;
    bd_direction   direction;
    bd_class       metric_class;
} bd_meaning;
bd_meaning bd_meaning_of(bd_str metric, bd_str unit, bd_number value);

/* How a number shall look, by example: "0.000000 ms", "1,000", "10 000", "0.00 %",
 * "10000". Digits say decimals and the thousands separator, the rest is the unit.
 * "4 digits", "4 digits ms": significant digits instead, number by number. */
typedef struct bd_number_style {
    bool     as_few_decimals; /* no example given: print exactly what is there */
    unsigned digits;         /* significant ones, by number: "4 digits"; 0 = by decimals */
    unsigned decimals;
    char     group[8]; /* between thousands: "", ",", " ", ".", "'", U+202F … */
    char     point[8]; /* "." or "," */
    char     gap[8];   /* between number and unit: " " or "" */
    char     unit[32]; /* to convert to, and to print; "" = as it is, and not printed */
} bd_number_style;

#define BD_NUMBER_STYLE_PLAIN { .as_few_decimals = true, .point = "." }

/* Reads an example. Digits, with single separators between them, come first:
 *
 * - a blank (also U+00A0, U+202F, U+2009), "'", U+2019 or "_" parts thousands;
 * - two separators or more: all alike part thousands; the last one, when it is a
 *   different "," or ".", is the point: "1.000,00", "1,000,000", "10 000.000";
 * - one "," or ".": the point, when the number begins with 0 or when other than one to
 *   three digits stand before or other than three behind it ("0.000", "0,00", "1.5",
 *   "1000.000"); else "," parts thousands ("1,000") and "." is refused, because "1.000"
 *   is both to somebody;
 * - thousands always have three digits, the first group one to three.
 *
 * "1 digit" to "17 digits", alone or before a blank and the unit, is no example but says
 * how many significant digits a number shall have: 138.105 is "138.1", 91391.76 "91392",
 * because what stands before the point is never cut, and 71.25 stays "71.25", because
 * no digit is shown that the number's own text has not. Integers print whole.
 *
 * As many decimals are shown as stand behind the point, at most 30. Then comes the
 * gap (blanks, kept as they are) and the unit, at most 31 bytes, known or not.
 * @return false with a message that shows an example that would do (no file, no place) */
bool bd_number_style_parse(bd_str example, bd_number_style *out, bd_error *err);

/* Converts: by moving the decimal point where the factor is a power of ten; else
 * (min, KiB) an integer exactly where the division leaves nothing, everything else
 * through a double. A rate and a time turn into each other as reciprocals of the
 * mean. Two texts that are the same convert whether known or not.
 * @param out         exact decimal; of a double, its shortest text
 * @param reciprocal  set to whether that happened; may be NULL
 * @return false with BD_ERR_CONFIG when the two do not convert (both are named), with
 *         BD_ERR_INPUT when there is no finite number, before or after */
bool bd_convert(bd_number n, const char *from, const char *to, bd_decimal *out, bool *reciprocal,
                bd_error *err);

/* Whether a text asks for significant digits: "4 digits", "4 digits ms". */
bool bd_number_style_is_digits(bd_str text);
/* Appends the digits alone as the style has them, rounded once, without a unit. */
void bd_number_style_put(const bd_number_style *style, const bd_decimal *d, bd_buf *out);

/* Reads a number with its unit, as people write it: "50 ms", "1,000 ops/s", "1.5e3B",
 * "95 %". Only "." is the point; "," may part thousands.
 * @param unit  what follows, borrowed from `text`; may be empty
 * @return false when `text` does not begin with such a number */
bool bd_quantity_parse(bd_str text, bd_number *number, bd_str *unit);

/* Appends the value of `unit`, in the style's unit, rounded once (half away from
 * zero, on the exact decimal). A truth value prints "true" or "false" unless the
 * style asks for a unit.
 * @param unit  as the file wrote it; NULL or "" = none
 * @return false, nothing appended, when the value is not finite or does not convert */
bool bd_number_print(bd_number n, const char *unit, const bd_number_style *style, bd_buf *out,
                     bd_error *err);

#endif
