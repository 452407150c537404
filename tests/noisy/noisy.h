/* tests/noisy/noisy.h: benchmarks as hosted runners measure them, seeded. Samples of one run
 * differ, runs differ by more than that, now and then a sample stalls or a host is slow, and
 * some benchmarks are fast or slow by the run. */
#ifndef BD_TESTS_NOISY_NOISY_H
#define BD_TESTS_NOISY_NOISY_H

#include <stddef.h>
#include <stdint.h>

typedef struct noisy_benchmark {
    const char *name;
    double level;   /* time of an operation in ms */
    double samples; /* standard deviation of the samples of a run, as a share of its level */
    double runs;    /* … of the levels of runs: Student's t, 4 degrees of freedom */
    double stalls;  /* share of samples that take up to half as long again */
    double slow_mode; /* factor of every other run, by chance; 1 = one mode */
} noisy_benchmark;

enum { NOISY_BENCHMARKS = 12, NOISY_BIMODAL = 11 };
/* A dozen, some of them calm; the last one has two modes. */
extern const noisy_benchmark noisy_benchmarks[NOISY_BENCHMARKS];

enum { NOISY_CPUS = 3, NOISY_BACKENDS = 2 };
extern const char *const noisy_cpus[NOISY_CPUS];
extern const char *const noisy_backends[NOISY_BACKENDS];
/* What runner a job gets: half of them the first, a fifth the last. */
size_t noisy_cpu(uint64_t *state);
/* How much longer everything takes on it: 25 % on one host of forty. */
double noisy_host(uint64_t *state);

/* One run of a benchmark, `factor` times as long as usual.
 * @param samples  in ms; filled
 * @return their mean, which is what JMH reports */
double noisy_run(const noisy_benchmark *b, double factor, double *samples, size_t count,
                 uint64_t *state);

#endif
