/* postgres-stats.jsonl beside a stress report: against python, and every kind of line. */
#include "tests/ingest/broken.h"
#include "tests/ingest/stress_case.h"

#include <stdio.h>
#include <string.h>

#define AT(time) "\"RecordedAtUtc\": \"2026-07-20T" time "+00:00\"}\n"

/* python3: json.loads of each line, RecordedAtUtc between StartedAtUtc and FinishedAtUtc,
 * float(CPUPerc[:-1]), first and last MemUsage and BlockIO, line of the first sample. */
static void the_seeds_container_samples_are_in_the_phases_python_finds(void **state)
{
    (void)state;
    static const struct {
        const char *phase;
        size_t n;
        int line;
        double cpu_first, cpu_max, cpu_sum, memory_first, memory_last, read_last, written_last;
    } rows[] = {
        { "100", 28, 23, 160.22, 198.34, 4649.14, 243.7, 291.2, 33600000, 251000000 },
        { "500", 28, 132, 154.39, 199.54, 4613.88, 435.6, 483.1, 81500000, 743000000 },
        { "1000", 27, 242, 169.76, 200.0, 4622.72, 629.2, 674.9, 129500000, 1234000000 },
        { "outside", 197, 1, 9.46, 193.45, 3643.59, 205.0, 697.8, 135200000, 1293000000 },
    };
    reading_result r = test_ingest_path(test_shared(TEST_STRESS_SEED), NULL);
    assert_read(&r);
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        char params[64];
        double sum = 0, max = 0;
        size_t last = rows[i].n - 1;
        snprintf(params, sizeof params, "phase=%s", rows[i].phase);
        const bd_point *cpu = test_find_point(r.run, "postgres", "cpu", params);
        assert_int_equal(cpu->samples.count, rows[i].n);
        for (size_t j = 0; j < cpu->samples.count; j++) {
            sum += cpu->samples.doubles[j];
            max = cpu->samples.doubles[j] > max ? cpu->samples.doubles[j] : max;
        }
        assert_close(sum, rows[i].cpu_sum, 1e-12);
        assert_true(max == rows[i].cpu_max && cpu->samples.doubles[0] == rows[i].cpu_first);
        assert_string_equal(cpu->unit, "%");
        assert_int_equal(cpu->source.line, rows[i].line);
        assert_string_equal(cpu->source.path, "$.CPUPerc");
        assert_true(bd_str_ends(bd_str_of(r.run->files[cpu->source.file].path), "stats.jsonl"));
        const bd_point *memory = test_find_point(r.run, "postgres", "memory", params);
        assert_true(memory->samples.doubles[0] == rows[i].memory_first);
        assert_true(memory->samples.doubles[last] == rows[i].memory_last);
        assert_string_equal(memory->unit, "MiB");
        const bd_point *read = test_find_point(r.run, "postgres", "blockRead", params);
        const bd_point *written = test_find_point(r.run, "postgres", "blockWritten", params);
        assert_true(read->samples.doubles[last] == rows[i].read_last);
        assert_true(written->samples.doubles[last] == rows[i].written_last);
    }
    assert_int_equal(test_finding(&r.found, "the last line is cut short and left out")->severity,
                     BD_NOTE);
    const bd_diagnostic *failed = test_finding(
        &r.found, "1 of 281 samples could not be taken: TimeoutExpired");
    assert_int_equal(failed->error.line, 59);
    assert_string_equal(r.run->rest, "{\"SamplingErrors\":1}");
    test_ingest_drop(&r);
}

static void a_sample_on_a_phases_edge_belongs_to_it(void **state)
{
    (void)state;
    reading_result r = test_read_stress(
        test_stress_report, NULL,
        "{\"CPUPerc\": \"1%\", " AT("10:00:01.499999999") "{\"CPUPerc\": \"2%\", " AT(
            "10:00:01.500000000") "{\"CPUPerc\": \"3%\", " AT("10:00:31.5") "{\"CPUPerc\": "
                                                                            "\"4.5%\", " AT("10:00:"
                                                                                            "31."
                                                                                            "500000"
                                                                                            "001"));
    assert_read(&r);
    const bd_point *in = test_find_point(r.run, "postgres", "cpu", "phase=100");
    const bd_point *out = test_find_point(r.run, "postgres", "cpu", "phase=outside");
    assert_int_equal(in->samples.count, 2);
    assert_true(in->samples.doubles[0] == 2 && in->samples.doubles[1] == 3);
    assert_int_equal(out->samples.count, 2);
    assert_true(out->samples.doubles[0] == 1 && out->samples.doubles[1] == 4.5);
    assert_int_equal(in->source.line, 2);
    test_ingest_drop(&r);
}

static void dockers_sizes_are_exact_whatever_their_unit(void **state)
{
    (void)state;
    static const struct {
        const char *text, *metric;
        double want;
    } rows[] = {
        /* python3: float("12.4e6"), 1.5 * 2**30 / 2**20, 512e3 / 2**20 */
        { "\"BlockIO\": \"12.4MB / 0B\"", "blockRead", 12400000 },
        { "\"BlockIO\": \"0B / 1.07GB\"", "blockWritten", 1070000000 },
        { "\"NetIO\": \"726kB / 2.29kB\"", "netOut", 2290 },
        { "\"NetIO\": \"726kB/2.29kB\"", "netIn", 726000 },
        { "\"MemUsage\": \"1.5GiB / 2GiB\"", "memory", 1536 },
        { "\"MemUsage\": \"1.5GiB / 2GiB\"", "memoryLimit", 2048 },
        { "\"MemUsage\": \"512kB / 1GiB\"", "memory", 0.48828125 },
        { "\"MemUsage\": \"1024KiB / 1GiB\"", "memory", 1 },
        { "\"MemPerc\": \"20.02%\"", "memoryPercent", 20.02 },
        { "\"PIDs\": \"42\"", "pids", 42 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        char line[256];
        snprintf(line, sizeof line, "{%s, \"CPUPerc\": \"--\", " AT("10:00:02"), rows[i].text);
        reading_result r = test_read_stress(test_stress_report, NULL, line);
        assert_read(&r);
        const bd_point *point = test_find_point(r.run, "postgres", rows[i].metric, "phase=100");
        assert_int_equal(point->samples.count, 1);
        assert_true(point->samples.doubles[0] == rows[i].want);
        for (size_t j = 0; j < r.run->point_count; j++)
            assert_string_not_equal(r.run->points[j].metric, "cpu"); /* "--" is no number */
        test_ingest_drop(&r);
    }
}

static void broken_samples_are_errors_with_their_line_and_a_cut_end_is_a_note(void **state)
{
    (void)state;
    static const struct {
        const char *stats, *message;
        int line;
        bool ok;
    } rows[] = {
        { "{\"CPUPerc\": \"1%\", " AT("10:00:02") "\n{\"CPUPerc\": \"2",
          "the last line is cut short and left out", 3, true },
        { "{\"CPUPerc\": \"1%\", " AT("10:00:02") "{\"CPU\n",
          "the last line is cut short and left out", 2, true },
        { "{\"CPUPerc\": \"1%\"}\n", "the sample has no RecordedAtUtc", 1, false },
        { "{\"RecordedAtUtc\": \"noon\"}\n", "expected a time like \"2026-07-20T10:00:01.5+00:00\"",
          1, false },
        { "{\"CPUPerc\": \"1\", " AT("10:00:02"),
          "CPUPerc \"1\" is not what docker stats writes (\"12.5%\" or \"42\")", 1, false },
        { "{\"MemUsage\": \"1 GiB\", " AT("10:00:02"),
          "MemUsage \"1 GiB\" is not what docker stats writes (\"205.0MiB / 1GiB\")", 1, false },
        { "{\"PIDs\": 42, " AT("10:00:02"), "expected a text, as docker stats writes it", 1,
          false },
        { "[]\n", "expected an object, a sample of docker stats", 1, false },
        { "{\"SamplingError\": \"a\"}\n{\"SamplingError\": \"b\"}\n",
          "2 of 2 samples could not be taken: a", 1, true },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = test_read_stress(test_stress_report, NULL, rows[i].stats);
        const bd_diagnostic *said = test_finding(&r.found, rows[i].message);
        assert_int_equal(r.ok, rows[i].ok);
        assert_int_equal(said->error.line, rows[i].line);
        assert_string_equal(said->error.file, "s/postgres-stats.jsonl");
        assert_int_equal(said->severity, rows[i].ok ? BD_NOTE : BD_ERROR);
        test_ingest_drop(&r);
    }
    reading_result r = test_read_stress(test_stress_report, NULL,
                                        "{\"CPU\n{\"CPUPerc\": \"1%\", " AT("10:00:02"));
    assert_false(r.ok);
    assert_int_equal(r.error.line, 1);
    test_ingest_drop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seeds_container_samples_are_in_the_phases_python_finds),
        cmocka_unit_test(a_sample_on_a_phases_edge_belongs_to_it),
        cmocka_unit_test(dockers_sizes_are_exact_whatever_their_unit),
        cmocka_unit_test(broken_samples_are_errors_with_their_line_and_a_cut_end_is_a_note),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
