/* Units as github-action-benchmark 1.22 converts them to those of the point before: in
 * steps of 1000 among s, ms, us, ns, the same per iteration, and operations per each.
 * Nothing else converts ("us/op" does not), and a range is a plain number behind ±. */
#include "core/datajs/suites.h"

#include <string.h>

enum { NOT_FOUND = -1 };

/* Trimmed, lower case, "µ" and "μ" before an s as u: of at most 15 characters. */
static void canonical(bd_str unit, char out[16])
{
    size_t len = 0;
    unit = bd_str_trim(unit);
    for (size_t i = 0; i < unit.len && len < 15; i++) {
        bd_str rest = bd_str_sub(unit, i, unit.len);
        char c = unit.ptr[i];
        bool micro = bd_str_starts(rest, "\xc2\xb5s") || bd_str_starts(rest, "\xce\xbcs")
                     || bd_str_starts(rest, "\xc2\xb5S") || bd_str_starts(rest, "\xce\xbcS");
        if (micro)
            i++;
        out[len++] = micro ? 'u' : (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    }
    out[unit.len > 20 ? 0 : len] = '\0';
}

static int place_in(const char *const *family, const char *unit)
{
    for (int i = 0; i < 4; i++)
        if (strcmp(family[i], unit) == 0)
            return i;
    return NOT_FOUND;
}

/* 1000 to the power of the steps between the units; 1 where they do not convert. */
static double factor_between(bd_str before, bd_str now)
{
    static const char *const families[3][4] = {
        { "s", "ms", "us", "ns" },
        { "s/iter", "ms/iter", "us/iter", "ns/iter" },
        { "ops/ns", "ops/us", "ops/ms", "ops/s" },
    };
    static const double powers[] = { 1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9 };
    char old_unit[16], new_unit[16];
    canonical(before, old_unit);
    canonical(now, new_unit);
    for (size_t i = 0; i < BD_COUNT(families); i++) {
        int from = place_in(families[i], new_unit), to = place_in(families[i], old_unit);
        if (from != NOT_FOUND && to != NOT_FOUND)
            return powers[to - from + 3];
    }
    return 1;
}

/* "± 12.5": where the number begins. @return false when there is no such number */
static bool find_range_number(bd_str range, size_t *prefix, size_t *number, double *value)
{
    for (size_t i = 0; i < range.len; i++) {
        bd_str rest = bd_str_sub(range, i, range.len);
        if (!bd_str_starts(rest, "+-") && !bd_str_starts(rest, "\xc2\xb1"))
            continue;
        size_t at = i + 2;
        while (at < range.len && strchr(" \t\n\v\f\r", range.ptr[at]))
            at++;
        if (at >= range.len || !bd_is_digit(range.ptr[at]))
            continue;
        bd_str text = bd_str_sub(range, at, range.len);
        for (size_t k = 0; k < text.len; k++)
            if (text.ptr[k] == '\n' || text.ptr[k] == '\r')
                text.len = k;
        text = bd_str_trim(text);
        if (text.len > 1 && text.ptr[text.len - 1] == '.' && bd_is_digit(text.ptr[text.len - 2]))
            text.len--;
        *prefix = i;
        *number = at;
        return bd_double_parse(text, value);
    }
    return false;
}

static void rescale_range(double factor, bd_datajs_bench *bench, bd_arena *arena)
{
    bd_str range = bd_str_of(bench->range);
    size_t prefix, number;
    double value;
    if (!find_range_number(range, &prefix, &number, &value))
        return;
    bd_buf text = BD_BUF_INIT;
    bd_buf_put_str(&text, bd_str_sub(range, prefix, number));
    bd_number_text(bd_double(value * factor), &text);
    bench->range = bd_arena_text(arena, bd_buf_str(&text));
    bd_buf_release(&text);
}

void bd_datajs_rescale(bd_str before, bd_datajs_bench *bench, bd_arena *arena)
{
    double factor = factor_between(before, bd_str_of(bench->unit));
    double value = bd_number_as_double(bench->value), scaled = value * factor;
    if (bench->range)
        rescale_range(factor, bench, arena);
    if (scaled == value)
        return;
    bench->value = bd_double(scaled);
    bench->unit = bd_arena_text(arena, before);
}
