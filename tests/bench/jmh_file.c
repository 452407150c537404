/* Results as JMH 1.37 lays them out, from a fixed sequence of numbers. The file goes
 * out in pieces, so that this program stays smaller than those it measures. */
#include "tests/bench/jmh_file.h"

#include "core/base/number.h"

#include <stdio.h>

enum { PIECE_BYTES = 1 << 16, FORKS = 5, ITERATIONS = 5, HISTOGRAM_PAIRS = 12 };

typedef struct maker {
    bd_buf text;
    uint64_t state;
} maker;

/* xorshift64*, S. Vigna, "An experimental exploration of Marsaglia's xorshift
 * generators, scrambled" (2016). @return 0 <= x < 1, all 53 bits in use */
static double chance(maker *m)
{
    m->state ^= m->state >> 12;
    m->state ^= m->state << 25;
    m->state ^= m->state >> 27;
    return (double)(m->state * UINT64_C(2685821657736338717) >> 11) * 0x1p-53;
}

static void put_value(maker *m, double value)
{
    bd_number_text(bd_double(value), &m->text);
}

static void put_list(maker *m, const double *values, size_t count, const char *indent)
{
    for (size_t i = 0; i < count; i++) {
        bd_buf_printf(&m->text, "%s%s", i > 0 ? ",\n" : "", indent);
        put_value(m, values[i]);
    }
}

static void put_percentiles(maker *m, double low, double high, const char *indent)
{
    static const char *const names[] = { "0.0",  "50.0",  "90.0",   "95.0",    "99.0",
                                         "99.9", "99.99", "99.999", "99.9999", "100.0" };
    bd_buf_printf(&m->text, "%s\"scorePercentiles\" : {\n", indent);
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        bd_buf_printf(&m->text, "%s    \"%s\" : ", indent, names[i]);
        put_value(m, i == 0 ? low : i == 1 ? (low + high) / 2 : high);
        bd_buf_puts(&m->text, i + 1 < BD_COUNT(names) ? ",\n" : "\n");
    }
    bd_buf_printf(&m->text, "%s},\n", indent);
}

static void put_raw_data(maker *m, const double *values, const char *indent)
{
    bd_buf deeper = BD_BUF_INIT;
    bd_buf_printf(&deeper, "%s        ", indent);
    bd_buf_printf(&m->text, "%s\"rawData\" : [\n", indent);
    for (size_t fork = 0; fork < FORKS; fork++) {
        bd_buf_printf(&m->text, "%s    [\n", indent);
        put_list(m, values + fork * ITERATIONS, ITERATIONS, bd_buf_text(&deeper));
        bd_buf_printf(&m->text, "\n%s    ]%s\n", indent, fork + 1 < FORKS ? "," : "");
    }
    bd_buf_printf(&m->text, "%s]\n", indent);
    bd_buf_release(&deeper);
}

static void put_histogram(maker *m, double around, const char *indent)
{
    bd_buf_printf(&m->text, "%s\"rawDataHistogram\" : [\n", indent);
    for (size_t fork = 0; fork < FORKS; fork++) {
        bd_buf_printf(&m->text, "%s    [\n", indent);
        for (size_t i = 0; i < ITERATIONS; i++) {
            bd_buf_printf(&m->text, "%s        [\n", indent);
            for (size_t pair = 0; pair < HISTOGRAM_PAIRS; pair++) {
                bd_buf_printf(&m->text, "%s            [\n%s                ", indent, indent);
                put_value(m, around * (1 + (double)pair / 16));
                bd_buf_printf(&m->text, ",\n%s                %u\n%s            ]%s\n", indent,
                              1 + (unsigned)(chance(m) * 4000), indent,
                              pair + 1 < HISTOGRAM_PAIRS ? "," : "");
            }
            bd_buf_printf(&m->text, "%s        ]%s\n", indent, i + 1 < ITERATIONS ? "," : "");
        }
        bd_buf_printf(&m->text, "%s    ]%s\n", indent, fork + 1 < FORKS ? "," : "");
    }
    bd_buf_printf(&m->text, "%s]\n", indent);
}

/* The members of one metric, from "score" on. */
static void put_metric(maker *m, double around, const char *unit, bool histogram,
                       const char *indent)
{
    double values[FORKS * ITERATIONS], sum = 0, low = around * 2, high = 0;
    for (size_t i = 0; i < BD_COUNT(values); i++) {
        values[i] = around * (0.95 + 0.1 * chance(m));
        sum += values[i];
        low = values[i] < low ? values[i] : low;
        high = values[i] > high ? values[i] : high;
    }
    double score = sum / (double)BD_COUNT(values), error = (high - low) * 0.7;
    const double interval[] = { score - error, score + error };
    bd_buf deeper = BD_BUF_INIT;
    bd_buf_printf(&deeper, "%s    ", indent);
    bd_buf_printf(&m->text, "%s\"score\" : ", indent);
    put_value(m, score);
    bd_buf_printf(&m->text, ",\n%s\"scoreError\" : ", indent);
    put_value(m, error);
    bd_buf_printf(&m->text, ",\n%s\"scoreConfidence\" : [\n", indent);
    put_list(m, interval, BD_COUNT(interval), bd_buf_text(&deeper));
    bd_buf_printf(&m->text, "\n%s],\n", indent);
    put_percentiles(m, low, high, indent);
    bd_buf_printf(&m->text, "%s\"scoreUnit\" : \"%s\",\n", indent, unit);
    if (histogram)
        put_histogram(m, around, indent);
    else
        put_raw_data(m, values, indent);
    bd_buf_release(&deeper);
}

static void put_head(maker *m, size_t i, const char *mode)
{
    static const char *const implementations[] = { "array", "chained", "open" };
    bd_buf_printf(&m->text,
                  "    {\n"
                  "        \"jmhVersion\" : \"1.37\",\n"
                  "        \"benchmark\" : \"org.example.module%zu.ReadPathBenchmark.case%zu\",\n"
                  "        \"mode\" : \"%s\",\n"
                  "        \"threads\" : 1,\n"
                  "        \"forks\" : %d,\n"
                  "        \"jvm\" : \"/usr/lib/jvm/java-21-openjdk-amd64/bin/java\",\n"
                  "        \"jvmArgs\" : [\n"
                  "            \"-Xms2g\",\n"
                  "            \"-Xmx2g\",\n"
                  "            \"-Dfile.encoding=UTF-8\"\n"
                  "        ],\n"
                  "        \"jdkVersion\" : \"21.0.4\",\n"
                  "        \"vmName\" : \"OpenJDK 64-Bit Server VM\",\n"
                  "        \"vmVersion\" : \"21.0.4+7-LTS\",\n"
                  "        \"warmupIterations\" : 3,\n"
                  "        \"warmupTime\" : \"1 s\",\n"
                  "        \"warmupBatchSize\" : 1,\n"
                  "        \"measurementIterations\" : %d,\n"
                  "        \"measurementTime\" : \"1 s\",\n"
                  "        \"measurementBatchSize\" : 1,\n"
                  "        \"params\" : {\n"
                  "            \"implementation\" : \"%s\",\n"
                  "            \"size\" : \"%d\"\n"
                  "        },\n"
                  "        \"primaryMetric\" : {\n",
                  i / 150, i / 15, mode, FORKS, ITERATIONS, implementations[i % 3],
                  1 << (4 + 2 * (i % 15 / 3)));
}

static void put_gc(maker *m, double score)
{
    const struct {
        const char *name, *unit;
        double around;
    } metrics[] = {
        { "gc.alloc.rate", "MB/sec", 2000 * chance(m) },
        { "gc.alloc.rate.norm", "B/op", score * 24 },
        { "gc.count", "counts", 40 },
        { "gc.time", "ms", 90 },
    };
    for (size_t i = 0; i < BD_COUNT(metrics); i++) {
        bd_buf_printf(&m->text, "            \"%s\" : {\n", metrics[i].name);
        put_metric(m, metrics[i].around, metrics[i].unit, false, "                ");
        bd_buf_printf(&m->text, "            }%s\n", i + 1 < BD_COUNT(metrics) ? "," : "");
    }
}

static void put_result(maker *m, size_t i)
{
    bool sampled = i % 5 == 4, throughput = i % 2 == 1;
    const char *mode = sampled ? "sample" : throughput ? "thrpt" : "avgt";
    double score = 1 + 5000 * chance(m);
    put_head(m, i, mode);
    put_metric(m, score, sampled || !throughput ? "us/op" : "ops/ms", sampled, "            ");
    bd_buf_puts(&m->text, "        },\n        \"secondaryMetrics\" : {\n");
    if (i % 3 == 0)
        put_gc(m, score);
    bd_buf_puts(&m->text, "        }\n    }");
}

static bool flush(maker *m, FILE *file, size_t *written)
{
    size_t n = fwrite(m->text.data, 1, m->text.len, file);
    bool ok = n == m->text.len;
    *written += n;
    bd_buf_clear(&m->text);
    return ok;
}

bool jmh_file_write(const char *path, size_t bytes)
{
    maker m = { .state = UINT64_C(0x9E3779B97F4A7C15) };
    size_t written = 0;
    bool ok = true;
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bd_buf_puts(&m.text, "[\n");
    for (size_t i = 0; ok && (i == 0 || written + m.text.len < bytes); i++) {
        if (i > 0)
            bd_buf_puts(&m.text, ",\n");
        put_result(&m, i);
        if (m.text.len > PIECE_BYTES)
            ok = flush(&m, file, &written);
    }
    bd_buf_puts(&m.text, "\n]\n");
    ok = ok && flush(&m, file, &written);
    bd_buf_release(&m.text);
    return fclose(file) == 0 && ok;
}
