/* Places in interchange JSON: those that it states of another file, and those that a point
 * written by hand has in this one. See interchange.h. */
#include "ingest/interchange.h"

static bool take_file(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    int64_t file;
    if (!bd_take_count(x, at, &file, err))
        return false;
    if (file >= UINT32_MAX)
        return bd_json_fail(at, err, "expected the place of a file in \"files\"");
    *(uint32_t *)to = (uint32_t)file;
    return true;
}

bool bd_take_source(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    static const bd_field fields[] = {
        { "file", offsetof(bd_source, file), take_file },
        { "line", offsetof(bd_source, line), bd_take_place },
        { "column", offsetof(bd_source, column), bd_take_place },
        { "path", offsetof(bd_source, path), bd_take_text },
        { NULL, 0, NULL },
    };
    return bd_take_object(x, at, fields, to, err);
}

static bool take_spot(interchange *x, const bd_json *at, const bd_source *own, bd_spot *out,
                      bd_error *err)
{
    static const bd_field fields[] = {
        { "line", offsetof(bd_source, line), bd_take_place },
        { "column", offsetof(bd_source, column), bd_take_place },
        { "path", offsetof(bd_source, path), bd_take_text },
        { NULL, 0, NULL },
    };
    bd_source place = { .file = own->file };
    if (!bd_take_object(x, at, fields, &place, err))
        return false;
    if (place.line == 0)
        return bd_json_fail(at, err, "expected a member \"line\", 1 or more");
    *out = bd_spot_beside(&place, own);
    return true;
}

/* The places of statistics, in the order in which their numbers stand. */
static bool take_statistics(interchange *x, const bd_json *at, bd_point *point, bool computed,
                            bd_error *err)
{
    bd_json member;
    bd_buf scratch = BD_BUF_INIT;
    bd_stat_value *values = bd_arena_copy(&x->run->arena, point->reported,
                                          point->reported_count * sizeof *values);
    size_t i = 0;
    bool ok = bd_json_expect(at, BD_JSON_OBJECT, err);
    point->reported = point->reported_count > 0 ? values : NULL;
    for (bool more = ok && bd_json_first(at, &member); more && ok; more = bd_json_next(&member)) {
        bd_stat stat = { 0 };
        bool known = bd_stat_parse(bd_json_key(&member, &scratch), &stat);
        while (known && i < point->reported_count
               && (values[i].computed != computed || !bd_stat_same(values[i].stat, stat)))
            i++;
        if (known && i < point->reported_count) {
            ok = take_spot(x, &member, &point->source, &values[i++].at, err);
            continue;
        }
        bd_json_fail(&member, err, "expected the place of a statistic under \"%s\"",
                     computed ? "computed" : "reported");
        ok = bd_hint(err, "places stand in the order of their numbers");
    }
    bd_buf_release(&scratch);
    return ok;
}

bool bd_take_places(interchange *x, const bd_json *at, bd_point *point, bd_error *err)
{
    bd_json member;
    for (bool more = bd_json_first(at, &member); more; more = bd_json_next(&member)) {
        bool ok = true;
        const bd_source *own = &point->source;
        if (bd_json_key_is(&member, "error"))
            ok = take_spot(x, &member, own, &point->error_at, err);
        else if (bd_json_key_is(&member, "low"))
            ok = take_spot(x, &member, own, &point->low_at, err);
        else if (bd_json_key_is(&member, "high"))
            ok = take_spot(x, &member, own, &point->high_at, err);
        else if (bd_json_key_is(&member, "observed"))
            ok = take_spot(x, &member, own, &point->observed_at, err);
        else if (bd_json_key_is(&member, "reported"))
            ok = take_statistics(x, &member, point, false, err);
        else if (bd_json_key_is(&member, "computed"))
            ok = take_statistics(x, &member, point, true, err);
        else {
            bd_json_fail(&member, err, "expected the place of a number of the point");
            ok = bd_hint(err, "error low high observed reported computed");
        }
        if (!ok)
            return false;
    }
    return true;
}

static void place_statistics(bd_run *run, const bd_json *at, bd_point *point, bool computed)
{
    bd_json member;
    bd_stat_value *values = bd_arena_copy(&run->arena, point->reported,
                                          point->reported_count * sizeof *values);
    size_t i = 0;
    point->reported = values;
    for (bool more = bd_json_first(at, &member); more; more = bd_json_next(&member)) {
        while (values[i].computed != computed)
            i++;
        values[i++].at = bd_spot_of(&member, &point->source, run);
    }
}

void bd_place_by_hand(bd_run *run, const bd_json *at, bd_point *point)
{
    const struct {
        const char *key;
        bool there;
        bd_spot *to;
    } spots[] = {
        { "error", true, &point->error_at },
        { "low", true, &point->low_at },
        { "high", true, &point->high_at },
        { "n", true, &point->observed_at },
        { "histogram", point->histogram.count > 0, &point->observed_at },
        { "samples", point->samples.count > 0, &point->observed_at },
    };
    bd_json member;
    point->source = bd_source_of(bd_json_member(at, "value", &member) ? &member : at, run);
    for (size_t i = 0; i < BD_COUNT(spots); i++)
        if (spots[i].there && bd_json_member(at, spots[i].key, &member))
            *spots[i].to = bd_spot_of(&member, &point->source, run);
    if (bd_json_member(at, "reported", &member))
        place_statistics(run, &member, point, false);
    if (bd_json_member(at, "computed", &member))
        place_statistics(run, &member, point, true);
}
