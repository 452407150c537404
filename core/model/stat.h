/* core/model/stat.h: the names of statistics, as readers, configurations and documents use them. */
#ifndef BD_MODEL_STAT_H
#define BD_MODEL_STAT_H

#include "core/base/buf.h"
#include "core/base/number.h"

typedef enum bd_stat_kind {
    BD_STAT_VALUE, /* the value that the file gives itself ("score") */
    BD_STAT_N,     /* how many observations stand behind it */
    BD_STAT_MEAN,
    BD_STAT_MEDIAN, /* middle value, or mean of the two middle ones; integers truncated */
    BD_STAT_SD,     /* sample standard deviation, n - 1 */
    BD_STAT_MAD,    /* median absolute deviation, unscaled */
    BD_STAT_MIN,
    BD_STAT_MAX,
    BD_STAT_PERCENTILE, /* nearest rank: always an observed value */
    BD_STAT_ERROR, /* half width of the confidence interval that the file reports */
    BD_STAT_LOW,   /* its ends */
    BD_STAT_HIGH,
} bd_stat_kind;

typedef struct bd_stat {
    bd_stat_kind kind;
    uint32_t     p_micro; /* of a percentile: percent * 10^6, 0..100 * 10^6 */
} bd_stat;

/* "value" "n" "mean" "median" "sd" "mad" "min" "max" "p50" "p99.9" "error" "low" "high".
 * @return false when `name` is none of them */
bool bd_stat_parse(bd_str name, bd_stat *out);
void bd_stat_name(bd_stat stat, bd_buf *out);
bool bd_stat_same(bd_stat a, bd_stat b);
int  bd_stat_order(bd_stat a, bd_stat b); /* in the order above, percentiles ascending */

/* Where a number stands that is not its point's own value: in the same file, mostly a
 * few lines off. Its path begins as that of the point does, so only the rest is kept:
 * "$[1].primaryMetric.scoreError" beside "$[1].primaryMetric.score" is 20 and "Error". */
typedef struct bd_spot {
    int         line, column; /* 1-based; line 0 = it is the point's own place */
    uint32_t    shared;       /* bytes of the point's path that its own begins with */
    const char *rest;         /* what follows them; NULL for formats without paths */
} bd_spot;

/* A statistic with a number: reported by a file, or kept in benchdoc.lock. */
typedef struct bd_stat_value {
    bd_stat   stat;
    bd_number number;
    bd_spot   at;
    bool      computed; /* from observations, by benchdoc; false: the file merely reports it */
} bd_stat_value;

#endif
