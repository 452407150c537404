/* Which entries fall out of a data.js, and into which year's archive. */
#include "core/datajs/suites.h"

#include "core/base/map.h"

#include <stdlib.h>

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;

/* Days since 1970 → year, proleptic Gregorian: the length of 400 years is 146097 days. */
int bd_datajs_year(int64_t ms)
{
    int64_t days = ms / day_ms - (ms % day_ms < 0) + 719468; /* since 0000-03-01 */
    int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    int64_t of_era = days - era * 146097;
    int64_t years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * years + years / 4 - years / 100);
    return (int)(years + era * 400 + (of_year >= 306)); /* March begins the year here */
}

/* What was added now stays: it counts, and nothing falls out before it was ever there. */
static void mark_count(bd_datajs_suite *suite, size_t keep)
{
    size_t total = suite->count + suite->added_count;
    for (size_t i = 0; suite->gone && i < suite->count; i++)
        total -= suite->gone[i];
    for (size_t i = 0; i < suite->count && total > keep; i++)
        if (!suite->gone || !suite->gone[i]) {
            bd_datajs_mark_gone(suite, i);
            total--;
        }
}

/* From the end: of each day that is old enough, the first one met stays. */
static void mark_by_date(bd_datajs_suite *suite, const bd_datajs_keep *keep)
{
    bd_map days = BD_MAP_INIT;
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = suite->count; i > 0; i--) {
        int64_t ms;
        bool added = true;
        if (!bd_datajs_date(&suite->items[i - 1], &ms))
            continue;
        if (keep->since_ms != 0 && ms < keep->since_ms) {
            bd_datajs_mark_gone(suite, i - 1);
        } else if (keep->daily_ms != 0 && ms < keep->daily_ms) {
            int64_t day = ms / day_ms;
            bd_map_put(&days, (bd_str){ bd_arena_copy(&arena, &day, sizeof day), sizeof day }, 0,
                       &added);
            if (!added)
                bd_datajs_mark_gone(suite, i - 1);
        }
    }
    bd_map_release(&days);
    bd_arena_release(&arena);
}

size_t bd_datajs_take_out(bd_datajs *file, const bd_datajs_keep *keep, bd_datajs_old **out)
{
    size_t count = 0, capacity = 0;
    *out = NULL;
    for (size_t s = 0; s < file->suite_count; s++) {
        bd_datajs_suite *suite = &file->suites[s];
        if (keep->since_ms != 0 || keep->daily_ms != 0)
            mark_by_date(suite, keep);
        if (keep->entries > 0)
            mark_count(suite, keep->entries);
        for (size_t i = 0; suite->gone && i < suite->count; i++) {
            int64_t ms = 0;
            if (!suite->gone[i])
                continue;
            bd_datajs_date(&suite->items[i], &ms);
            *out = bd_grow(*out, count, &capacity, sizeof **out);
            (*out)[count++] = (bd_datajs_old){ suite->name, bd_json_raw(&suite->items[i]),
                                               bd_datajs_year(ms) };
        }
    }
    return count;
}
