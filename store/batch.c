/* Points on their way into a store: packed and hashed in batches, so that it can be done
 * while the database takes the batch before. */
#include "store/bytes.h"
#include "store/internal.h"

#include <stdlib.h>

enum { BATCH = 4 * BD_POINT_GROUP, MUCH = BD_POINT_GROUP, PARTS = 3 };

bd_packed_batch *bd_packed_batch_new(const bd_run *run)
{
    bd_packed_batch *batch = bd_alloc(sizeof *batch);
    size_t most = run->point_count < BATCH ? run->point_count : BATCH;
    batch->run = run;
    batch->packed = bd_alloc(most * sizeof *batch->packed);
    return batch;
}

/* @return the part, whose bytes may still move */
static bd_str pack_part(const bd_point *point, void (*pack)(const bd_point *, bd_buf *),
                        bd_buf *out)
{
    size_t at = out->len;
    bd_put_word(out, 0);
    pack(point, out);
    size_t len = out->len - at - sizeof(uint64_t);
    bd_set_word(out, at, len);
    return (bd_str){ NULL, len };
}

/* Gives the parts their places in the bytes of the group. */
static void place_parts(bd_packed_point *points, size_t count, const char *at)
{
    for (size_t i = 0; i < count; i++) {
        bd_str *parts[] = { &points[i].identity, &points[i].facts, &points[i].samples };
        for (size_t k = 0; k < PARTS; k++) {
            parts[k]->ptr = at + sizeof(uint64_t);
            at = parts[k]->ptr + parts[k]->len;
        }
    }
}

static void pack_points(void *context)
{
    bd_packed_batch *batch = context;
    size_t from = 0; /* of the group */
    bd_buf_clear(&batch->bytes);
    bd_buf_clear(&batch->digests);
    for (size_t i = 0; i < batch->count; i++) {
        const bd_point *point = &batch->run->points[batch->first + i];
        batch->packed[i] = (bd_packed_point){
            .identity = pack_part(point, bd_pack_identity, &batch->bytes),
            .facts = pack_part(point, bd_pack_facts, &batch->bytes),
            .samples = pack_part(point, bd_pack_samples, &batch->bytes),
        };
        if ((i + 1) % BD_POINT_GROUP != 0 && i + 1 < batch->count)
            continue;
        bd_str group = bd_str_sub(bd_buf_str(&batch->bytes), from, batch->bytes.len);
        bd_buf_puts(&batch->digests, bd_sha256(group).hex);
        from = batch->bytes.len;
    }
    place_parts(batch->packed, batch->count, batch->bytes.data);
}

void bd_packed_batch_begin(bd_packed_batch *batch, size_t first)
{
    size_t left = batch->run->point_count - first;
    batch->first = first;
    batch->count = left < BATCH ? left : BATCH;
    batch->task = bd_task_begin(batch->count > MUCH, pack_points, batch);
}

void bd_packed_batch_end(bd_packed_batch *batch)
{
    bd_task_end(batch->task);
    batch->task = NULL;
}

void bd_packed_batch_free(bd_packed_batch *batch)
{
    bd_packed_batch_end(batch);
    bd_buf_release(&batch->bytes);
    bd_buf_release(&batch->digests);
    free(batch->packed);
    free(batch);
}
