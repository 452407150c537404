/* ingest/datajs_bench.h: private to the data.js reader: one bench of one entry. */
#ifndef BD_INGEST_DATAJS_BENCH_H
#define BD_INGEST_DATAJS_BENCH_H

#include "ingest/internal.h"

/* Adds the point of a bench to the run, whose tool is known.
 * @param stated  what the configuration says about the direction, else unknown */
bool bd_datajs_read_bench(const bd_json *bench, bd_direction stated, bd_run *run, bd_error *err);
/* A member that should be a text: copied when it is one, left alone when it is null,
 * else kept in `rest`. */
bool bd_datajs_text(const bd_json *member, bd_arena *arena, const char **out, bd_buf *rest,
                    bd_error *err);

#endif
