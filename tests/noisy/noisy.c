/* Benchmarks as hosted runners measure them: see noisy.h. */
#include "tests/noisy/noisy.h"

#include "tests/stats/noise.h"

const noisy_benchmark noisy_benchmarks[NOISY_BENCHMARKS] = {
    { "parse", 1.2, 0.010, 0.004, 0.02, 1 },    { "write", 18, 0.015, 0.004, 0.02, 1 },
    { "read", 6.5, 0.010, 0.005, 0.02, 1 },     { "index", 42, 0.010, 0.004, 0.01, 1 },
    { "search", 3.1, 0.020, 0.010, 0.03, 1 },   { "sort", 11, 0.008, 0.003, 0.01, 1 },
    { "encode", 0.8, 0.010, 0.006, 0.02, 1 },   { "decode", 0.9, 0.010, 0.005, 0.02, 1 },
    { "connect", 25, 0.050, 0.020, 0.10, 1 },   { "commit", 9.4, 0.030, 0.015, 0.05, 1 },
    { "allocate", 0.4, 0.010, 0.005, 0.02, 1 }, { "hash", 2.2, 0.008, 0.004, 0.01, 1.15 },
};

const char *const noisy_cpus[NOISY_CPUS] = {
    "AMD EPYC 7763 64-Core Processor",
    "AMD EPYC 9V74 80-Core Processor",
    "INTEL(R) XEON(R) PLATINUM 8573C",
};

const char *const noisy_backends[NOISY_BACKENDS] = { "SQLite", "PostgreSQL" };

size_t noisy_cpu(uint64_t *state)
{
    double u = next_uniform(state);
    return u < 0.5 ? 0 : u < 0.8 ? 1 : 2;
}

double noisy_host(uint64_t *state)
{
    return next_uniform(state) < 0.025 ? 1.25 : 1;
}

/* A normal over the root of a mean of four squares; of variance 1. */
static double next_heavy(uint64_t *state)
{
    double squares = 0, top = next_normal(state);
    for (int i = 0; i < 4; i++) {
        double x = next_normal(state);
        squares += x * x / 4;
    }
    return top / sqrt(squares) / sqrt(2);
}

double noisy_run(const noisy_benchmark *b, double factor, double *samples, size_t count,
                 uint64_t *state)
{
    double level = b->level * factor * (1 + b->runs * next_heavy(state)), sum = 0;
    if (next_uniform(state) < 0.5)
        level *= b->slow_mode;
    for (size_t i = 0; i < count; i++) {
        samples[i] = level * (1 + b->samples * next_normal(state));
        if (next_uniform(state) < b->stalls)
            samples[i] *= 1 + next_uniform(state) / 2;
        sum += samples[i];
    }
    return count > 0 ? sum / (double)count : 0;
}
