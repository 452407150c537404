/* tests/ingest/read.h: a file, or bytes, through the front of all readers. */
#ifndef BD_TESTS_INGEST_READ_H
#define BD_TESTS_INGEST_READ_H

#include "core/base/file.h"
#include "ingest/ingest.h"
#include "tests/support.h"

typedef struct reading_result {
    bool           ok;
    bd_runs        runs;
    bd_diagnostics found;
    bd_run        *run;   /* the first one; NULL = none */
    bd_error       error; /* the first error; clear = none */
} reading_result;

reading_result test_ingest_bytes(const char *path, bd_str bytes, const char *format);
reading_result test_ingest_text(const char *text, const char *format);
/* With the companions that lie beside it. */
reading_result test_ingest_path(const char *path, const char *format);
reading_result test_ingest_input(const bd_ingest_input *in);
void           test_ingest_drop(reading_result *result);
void           test_ingest_assert_ok(const reading_result *result, const char *file, int line);
#define assert_read(result) test_ingest_assert_ok((result), __FILE__, __LINE__)

/* @return the point of that benchmark and metric whose params print like "a=1 b=2" (NULL = any) */
const bd_point *test_find_point(const bd_run *run, const char *benchmark, const char *metric,
                                const char *params);
/* JavaScript's text of a number; static buffer */
const char *test_number(bd_number number);
/* All files with that ending under a shared folder, sorted; freed with bd_names_release */
void test_shared_files(const char *folder, const char *ending, bd_arena *arena, bd_names *names);

#endif
