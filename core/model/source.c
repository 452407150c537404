/* Where the numbers of a point stand: its own place, and spots seen from there. */
#include "core/model/internal.h"

#include <string.h>

/* How much of the point's path a spot takes; never beyond its end. */
static size_t shared_bytes(const bd_spot *spot, const bd_source *own)
{
    size_t len = own->path ? strlen(own->path) : 0;
    return spot->shared < len ? spot->shared : len;
}

bd_source bd_spot_source(const bd_spot *spot, const bd_source *own, bd_arena *arena)
{
    if (spot->line == 0)
        return *own;
    bd_source at = { own->file, spot->line, spot->column, NULL };
    size_t shared = shared_bytes(spot, own);
    if (spot->rest && shared == 0)
        at.path = bd_arena_strdup(arena, spot->rest);
    else if (spot->rest)
        at.path = bd_arena_printf(arena, "%.*s%s", (int)shared, own->path, spot->rest);
    return at;
}

/* Lets the path of `own` say as much as it can, whole characters only. */
static void share_path(bd_spot *spot, const bd_source *own)
{
    const char *path = own->path ? own->path : "";
    size_t shared = shared_bytes(spot, own), first = shared;
    for (; *spot->rest && path[shared] == *spot->rest; spot->rest++)
        shared++;
    for (; shared > first && ((unsigned char)*spot->rest & 0xC0) == 0x80; spot->rest--)
        shared--;
    spot->shared = (uint32_t)shared;
}

bd_spot bd_spot_shortest(bd_spot spot, const bd_source *own)
{
    if (spot.line == 0)
        return (bd_spot){ 0 };
    if (spot.rest)
        share_path(&spot, own);
    else
        spot.shared = 0;
    bool same_path = spot.rest ? own->path && !*spot.rest && !own->path[spot.shared] : !own->path;
    bool is_own = same_path && spot.line == own->line && spot.column == own->column;
    if (is_own)
        spot = (bd_spot){ 0 };
    return spot;
}

bd_spot bd_spot_beside(const bd_source *at, const bd_source *own)
{
    return bd_spot_shortest((bd_spot){ at->line, at->column, 0, at->path }, own);
}

static const bd_spot *spot_of(const bd_point *point, bd_stat stat, bool computed)
{
    if (computed && (point->samples.count > 0 || point->histogram.count > 0))
        return &point->observed_at;
    for (size_t i = 0; i < point->reported_count; i++)
        if (bd_stat_same(point->reported[i].stat, stat) && point->reported[i].computed == computed)
            return &point->reported[i].at;
    switch (stat.kind) {
    case BD_STAT_ERROR:
        return &point->error_at;
    case BD_STAT_LOW:
        return &point->low_at;
    case BD_STAT_HIGH:
        return &point->high_at;
    case BD_STAT_N:
        return &point->observed_at;
    default:
        return NULL;
    }
}

bd_source bd_point_source(const bd_point *point, bd_stat stat, bool computed, bd_arena *arena)
{
    const bd_spot *spot = spot_of(point, stat, computed);
    return spot ? bd_spot_source(spot, &point->source, arena) : point->source;
}
