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

/* The word a configuration uses under `numbers:`: "time", "rate", "size", "speed", "count", "ratio". */
const char  *bd_dimension_name(bd_dimension dimension);
bool         bd_dimension_find(bd_str name, bd_dimension *out);

typedef enum bd_direction { BD_DIRECTION_UNKNOWN, BD_SMALLER_IS_BETTER, BD_BIGGER_IS_BETTER } bd_direction;

typedef enum bd_class { BD_CLASS_TIMING, BD_CLASS_NEAR_EXACT, BD_CLASS_EXACT } bd_class;

typedef struct bd_unit {
    const char  *name;       /* as written in result files: "ms/op" */
    bd_dimension dimension;
    bd_direction direction;
    int64_t      num, den;   /* one of this unit = num/den of the dimension's base (s, 1/s, B, B/s, 1) */
} bd_unit;

/* Looks a unit up by any spelling found in the field: "us", "µs", "μs", "usec",
 * "microseconds", "us/op", "ops/sec", "MB/s". @return static; NULL = unknown */
const bd_unit *bd_unit_find(bd_str name);
/* What can be known of a metric: its name speaks first ("gc.alloc.rate.norm",
 * "gc.count"), then its unit, then whether the value is an integer. */
typedef struct bd_meaning {
    const bd_unit *unit; /* static; NULL = unknown */
    bd_dimension   dimension;
    bd_direction   direction;
    bd_class       metric_class;
} bd_meaning;
bd_meaning bd_meaning_of(bd_str metric, bd_str unit, bd_number value);

/* How a number shall look, by example: "0.000000 ms", "1,000", "10 000", "0.00 %",
 * "10000". Digits say decimals and the thousands separator, the rest is the unit. */
typedef struct bd_number_style {
    bool     as_few_decimals; /* no example given: print exactly what is there */
    unsigned decimals;
    char     group[8]; /* between thousands: "", ",", " ", ".", "'", U+202F … */
    char     point[8]; /* "." or "," */
    char     gap[8];   /* between number and unit: " " or "" */
    char     unit[32]; /* to convert to, and to print; "" = as it is, and not printed */
} bd_number_style;

#define BD_NUMBER_STYLE_PLAIN { .as_few_decimals = true, .point = "." }

/* @return false with a message that shows an example that would do (no file, no place) */
bool bd_number_style_parse(bd_str example, bd_number_style *out, bd_error *err);

/* Converts exactly where the factor is a power of ten, through a double otherwise
 * (rate and time turn into each other as reciprocals of the mean).
 * @param reciprocal  set when that happened; may be NULL
 * @return false when the two do not convert: message names both units */
bool bd_convert(bd_number n, const char *from, const char *to, bd_decimal *out, bool *reciprocal,
                bd_error *err);

/* Value of `unit`, in the style's unit, rounded once, as text.
 * @return false when the value is not finite or the unit does not convert */
bool bd_number_print(bd_number n, const char *unit, const bd_number_style *style, bd_buf *out,
                     bd_error *err);

#endif
