/* The way back from bytes to runs and points; mirrors pack.c. Bytes may be
 * damaged: nothing is read past their end and no count is believed beyond it. */
#include "store/bytes.h"
#include "store/internal.h"

#include <limits.h>
#include <string.h>

static void unpack_pairs(bd_reader_bytes *in, bd_pairs *out)
{
    size_t count = bd_get_length(in, 2);
    if (count == 0)
        return;
    out->items = bd_arena_alloc(in->arena, count * sizeof *out->items);
    out->count = out->capacity = count;
    for (size_t i = 0; i < count; i++) {
        out->items[i].key = bd_get_text(in);
        out->items[i].value = bd_get_text(in);
    }
}

static const uint32_t *unpack_small(bd_reader_bytes *in, size_t *count)
{
    *count = bd_get_length(in, 1);
    if (*count == 0)
        return NULL;
    uint32_t *items = bd_arena_alloc(in->arena, *count * sizeof *items);
    for (size_t i = 0; i < *count; i++) {
        uint64_t n = bd_get_count(in);
        in->bad |= n > UINT32_MAX;
        items[i] = (uint32_t)n;
    }
    return items;
}

static void unpack_person(bd_reader_bytes *in, bd_person *out)
{
    out->name = bd_get_text(in);
    out->email = bd_get_text(in);
    out->username = bd_get_text(in);
}

static int64_t get_time(bd_reader_bytes *in)
{
    uint64_t bits = bd_get_word(in);
    int64_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void unpack_commit(bd_reader_bytes *in, bd_commit *out)
{
    out->id = bd_get_text(in);
    out->message = bd_get_text(in);
    out->branch = bd_get_text(in);
    out->url = bd_get_text(in);
    unpack_person(in, &out->author);
    unpack_person(in, &out->committer);
    out->time_ns = get_time(in);
    out->dirty = (bd_dirty)bd_get_enum(in, BD_DIRTY);
}

static void unpack_file(bd_reader_bytes *in, bd_file_fact *out)
{
    out->path = bd_get_text(in);
    const char *hex = bd_get_text(in);
    size_t len = hex ? strlen(hex) : 0;
    if (len >= sizeof out->digest.hex)
        in->bad = true;
    else if (hex)
        memcpy(out->digest.hex, hex, len + 1);
    out->bytes = bd_get_count(in);
}

static void unpack_files(bd_reader_bytes *in, bd_run *run)
{
    size_t count = bd_get_length(in, 3);
    if (count == 0)
        return;
    run->files = bd_arena_alloc(in->arena, count * sizeof *run->files);
    run->file_count = run->file_capacity = count;
    for (size_t i = 0; i < count; i++)
        unpack_file(in, &run->files[i]);
}

bool bd_unpack_run(bd_str body, bd_run *run)
{
    bd_reader_bytes in = bd_read_bytes(body, &run->arena);
    if (bd_get_count(&in) != BD_PACK_VERSION)
        return false;
    run->id = bd_get_text(&in);
    run->suite = bd_get_text(&in);
    run->format = bd_get_text(&in);
    run->tool = bd_get_text(&in);
    unpack_files(&in, run);
    unpack_commit(&in, &run->commit);
    unpack_pairs(&in, &run->environment);
    unpack_pairs(&in, &run->facts);
    run->measured_at_ns = get_time(&in);
    run->measured_from = bd_get_text(&in);
    run->outcome = (bd_outcome)bd_get_enum(&in, BD_OUTCOME_INCOMPLETE);
    run->reason = bd_get_text(&in);
    run->rest = bd_get_text(&in);
    bd_get_count(&in); /* of points: the caller counts them */
    return bd_get_end(&in);
}

static void unpack_identity(bd_reader_bytes *in, bd_point *out)
{
    out->benchmark = bd_get_text(in);
    out->metric = bd_get_text(in);
    out->mode = bd_get_text(in);
    out->threads = bd_get_signed(in);
    unpack_pairs(in, &out->params);
}

static void unpack_spot(bd_reader_bytes *in, const bd_source *own, bd_spot *out)
{
    uint64_t shared = bd_get_count(in);
    *out = (bd_spot){ 0 };
    if (shared == 0)
        return;
    int64_t lines = bd_get_signed(in), column = bd_get_signed(in);
    const char *rest = bd_get_text(in);
    size_t len = own->path ? strlen(own->path) : 0;
    in->bad |= shared - 1 > len || lines > INT_MAX || lines < -INT_MAX || own->line < 0
               || lines > INT_MAX - own->line || lines + own->line < 1 || column < 0
               || column > INT_MAX;
    if (!in->bad)
        *out = (bd_spot){ (int)(own->line + lines), (int)column, (uint32_t)(shared - 1), rest };
}

static void unpack_reported(bd_reader_bytes *in, bd_point *out)
{
    size_t count = bd_get_length(in, 5);
    if (count == 0)
        return;
    bd_stat_value *values = bd_arena_alloc(in->arena, count * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        values[i].stat.kind = (bd_stat_kind)bd_get_enum(in, BD_STAT_HIGH);
        values[i].stat.p_micro = bd_get_enum(in, UINT32_MAX);
        values[i].number = bd_get_number(in);
        values[i].computed = bd_get_enum(in, 1) == 1;
        unpack_spot(in, &out->source, &values[i].at);
    }
    out->reported = values;
    out->reported_count = count;
}

static const bd_compat *unpack_compat(bd_reader_bytes *in)
{
    const bd_compat *first = NULL;
    const bd_compat **end = &first;
    for (size_t left = bd_get_length(in, 6); left > 0; left--) {
        bd_compat *compat = bd_arena_alloc(in->arena, sizeof *compat);
        compat->name = bd_get_text(in);
        compat->unit = bd_get_text(in);
        compat->range = bd_get_text(in);
        compat->extra = bd_get_text(in);
        compat->value = bd_get_number(in);
        compat->place = (size_t)bd_get_count(in);
        *end = compat;
        end = &compat->next;
    }
    return first;
}

static void unpack_facts(bd_reader_bytes *in, bd_point *out)
{
    out->unit = bd_get_text(in);
    out->direction = (bd_direction)bd_get_enum(in, BD_BIGGER_IS_BETTER);
    out->value = bd_get_number(in);
    out->error = bd_get_number(in);
    out->low = bd_get_number(in);
    out->high = bd_get_number(in);
    out->confidence = bd_get_double(in);
    out->n = bd_get_signed(in);
    out->source.file = bd_get_enum(in, UINT32_MAX);
    out->source.line = (int)bd_get_signed(in);
    out->source.column = (int)bd_get_signed(in);
    out->source.path = bd_get_text(in);
    unpack_reported(in, out);
    out->outcome = (bd_outcome)bd_get_enum(in, BD_OUTCOME_INCOMPLETE);
    out->reason = bd_get_text(in);
    unpack_spot(in, &out->source, &out->error_at);
    unpack_spot(in, &out->source, &out->low_at);
    unpack_spot(in, &out->source, &out->high_at);
    unpack_spot(in, &out->source, &out->observed_at);
    out->compat = unpack_compat(in);
    out->rest = bd_get_text(in);
}

static void unpack_samples(bd_reader_bytes *in, bd_samples *out)
{
    unsigned kind = bd_get_enum(in, 2);
    if (kind != 0)
        out->count = bd_get_length(in, 8);
    if (kind == 1)
        out->ints = bd_get_words(in, out->count);
    else if (kind == 2)
        out->doubles = bd_get_words(in, out->count);
    out->groups = unpack_small(in, &out->group_count);
}

static void unpack_histogram(bd_reader_bytes *in, bd_histogram *out)
{
    size_t count = bd_get_length(in, 9);
    out->values = bd_get_words(in, count);
    int64_t *counts = count > 0 ? bd_arena_alloc(in->arena, count * sizeof *counts) : NULL;
    for (size_t i = 0; i < count; i++)
        counts[i] = bd_get_signed(in);
    out->counts = counts;
    out->count = count;
    out->iterations = unpack_small(in, &out->iteration_count);
    out->forks = unpack_small(in, &out->fork_count);
}

bool bd_unpack_point(const bd_packed_point *packed, bd_arena *arena, bd_point *out)
{
    bd_reader_bytes identity = bd_read_bytes(packed->identity, arena);
    bd_reader_bytes facts = bd_read_bytes(packed->facts, arena);
    bd_reader_bytes samples = bd_read_bytes(packed->samples, arena);
    unpack_identity(&identity, out);
    unpack_facts(&facts, out);
    if (packed->samples.len > 0) {
        unpack_samples(&samples, &out->samples);
        unpack_samples(&samples, &out->warmups);
        unpack_histogram(&samples, &out->histogram);
    }
    return bd_get_end(&identity) && bd_get_end(&facts) && bd_get_end(&samples);
}
