/* Names of statistics: see stat.h. */
#include "core/model/stat.h"

enum { MICRO = 1000000, PLACES = 6 };

static const char *const names[] = {
    [BD_STAT_VALUE] = "value",   [BD_STAT_N] = "n",       [BD_STAT_MEAN] = "mean",
    [BD_STAT_MEDIAN] = "median", [BD_STAT_SD] = "sd",     [BD_STAT_MAD] = "mad",
    [BD_STAT_MIN] = "min",       [BD_STAT_MAX] = "max",   [BD_STAT_ERROR] = "error",
    [BD_STAT_LOW] = "low",       [BD_STAT_HIGH] = "high",
};

/* "99.9" → 99900000. At most three digits before the point and six behind it. */
static bool parse_percent(bd_str text, uint32_t *p_micro)
{
    bd_str rest = text, whole, fraction = { "", 0 };
    bd_str_split(&rest, '.', &whole);
    if (rest.ptr)
        fraction = rest;
    if (whole.len < 1 || whole.len > 3 || fraction.len > PLACES || (rest.ptr && fraction.len == 0))
        return false;
    uint32_t value = 0;
    for (size_t i = 0; i < whole.len + PLACES; i++) {
        size_t j = i - whole.len;
        char c = i < whole.len ? whole.ptr[i] : j < fraction.len ? fraction.ptr[j] : '0';
        if (c < '0' || c > '9')
            return false;
        value = value * 10 + (uint32_t)(c - '0');
    }
    *p_micro = value;
    return value <= 100u * MICRO;
}

bool bd_stat_parse(bd_str name, bd_stat *out)
{
    *out = (bd_stat){ .kind = BD_STAT_VALUE };
    for (size_t i = 0; i < BD_COUNT(names); i++)
        if (names[i] && bd_str_is(name, names[i])) {
            out->kind = (bd_stat_kind)i;
            return true;
        }
    if (!bd_str_starts(name, "p") || !parse_percent(bd_str_sub(name, 1, name.len), &out->p_micro))
        return false;
    out->kind = BD_STAT_PERCENTILE;
    return true;
}

void bd_stat_name(bd_stat stat, bd_buf *out)
{
    if (stat.kind != BD_STAT_PERCENTILE) {
        bd_buf_puts(out, names[stat.kind]);
        return;
    }
    uint32_t fraction = stat.p_micro % MICRO;
    int places = PLACES;
    bd_buf_printf(out, "p%u", (unsigned)(stat.p_micro / MICRO));
    if (fraction == 0)
        return;
    for (; fraction % 10 == 0; fraction /= 10)
        places--;
    bd_buf_printf(out, ".%0*u", places, (unsigned)fraction);
}

bool bd_stat_same(bd_stat a, bd_stat b)
{
    return bd_stat_order(a, b) == 0;
}

int bd_stat_order(bd_stat a, bd_stat b)
{
    if (a.kind != b.kind)
        return a.kind < b.kind ? -1 : 1;
    if (a.kind != BD_STAT_PERCENTILE)
        return 0;
    return (a.p_micro > b.p_micro) - (a.p_micro < b.p_micro);
}
