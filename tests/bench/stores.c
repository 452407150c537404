/* How fast a store takes points: puts runs and says points per second. Not a test.
 *
 *   benchdoc_stores URL RUNS POINTS SAMPLES
 *
 * Making the runs is not counted, packing, hashing and syncing them is. */
#include "store/store.h"
#include "tests/store/sample.h"
#include "tests/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool put_all(bd_store *store, unsigned runs, size_t points, size_t samples, bd_error *err)
{
    double spent = 0;
    bool ok = true;
    for (unsigned which = 0; ok && which < runs; which++) {
        bd_put what;
        bd_run *run = sample_bulk(points, samples, which);
        double begun = seconds();
        ok = bd_store_put(store, run, &what, err);
        spent += seconds() - begun;
        if (ok && what == BD_PUT_KNOWN)
            printf("run %u was there\n", which);
        bd_run_free(run);
    }
    printf("%u runs of %zu points of %zu samples: %.2f s, %.0f points/s\n", runs, points, samples,
           spent, (double)points * runs / spent);
    return ok;
}

int main(int argc, char **argv)
{
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = true };
    if (argc != 5) {
        fputs("usage: benchdoc_stores URL RUNS POINTS SAMPLES\n", stderr);
        return 2;
    }
    bd_store *store = bd_store_open(argv[1], &options, &err);
    bool ok = store
              && put_all(store, (unsigned)strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10),
                         strtoul(argv[4], NULL, 10), &err);
    ok = bd_store_close(store, &err) && ok;
    if (!ok)
        fprintf(stderr, "%s: %s\n", err.file, err.message);
    return ok ? 0 : 1;
}
