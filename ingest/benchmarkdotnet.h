/* ingest/benchmarkdotnet.h: private to the reader of BenchmarkDotNet. */
#ifndef BD_INGEST_BENCHMARKDOTNET_H
#define BD_INGEST_BENCHMARKDOTNET_H

#include "ingest/figures.h"

/* Fills the point of the time: mean, interval, percentiles, samples (nanoseconds an
 * operation), and what the action writes. A benchmark that failed has no statistics. */
bool bd_dotnet_time(const bd_json *bench, bd_run *run, bd_point *point, bd_error *err);
/* Is the member this text, as it is written? */
bool bd_dotnet_says(const bd_json *object, const char *name, const char *text);

#endif
