/* A small stress report: see stress_case.h. */
#include "tests/ingest/stress_case.h"

const char test_stress_report[] =
    "{\n"
    "  \"RecordedAtUtc\": \"2026-07-20T10:09:59.5+00:00\",\n"
    "  \"Runtime\": \".NET 10.0.12\",\n"
    "  \"ThinkMilliseconds\": 10,\n"
    "  \"Phases\": [\n"
    "    {\n"
    "      \"StartedAtUtc\": \"2026-07-20T10:00:01.5+00:00\",\n"
    "      \"FinishedAtUtc\": \"2026-07-20T10:00:31.5+00:00\",\n"
    "      \"Sessions\": 100,\n"
    "      \"ElapsedSeconds\": 30,\n"
    "      \"SuccessfulOperationsPerSecond\": 2655,\n"
    "      \"Verified\": true,\n"
    "      \"Operations\": {\n"
    "        \"read\": {\"Successes\": 40102, \"P50Milliseconds\": 12, \"P95Milliseconds\": 36,\n"
    "                 \"P99Milliseconds\": 52},\n"
    "        \"commit\": {\"Successes\": 7, \"P50Milliseconds\": 1.5, \"P95Milliseconds\": 2,\n"
    "                   \"P99Milliseconds\": 2}\n"
    "      },\n"
    "      \"AdmissionWait\": {\"Successes\": 9, \"P50Milliseconds\": 1, \"P95Milliseconds\": 12,\n"
    "                        \"P99Milliseconds\": 25},\n"
    "      \"Errors\": {\"Timeout\": 2, \"Deadlock\": 3}\n"
    "    }\n"
    "  ]\n"
    "}\n";

reading_result test_read_stress(const char *report, const char *plan, const char *stats)
{
    bd_ingest_file file = { "s/report.json", bd_str_of(report) }, beside[2];
    bd_ingest_input in = { .file = &file, .companions = beside };
    if (plan)
        beside[in.companion_count++] = (bd_ingest_file){ "s/environment.json", bd_str_of(plan) };
    if (stats)
        beside[in.companion_count++] = (bd_ingest_file){ "s/postgres-stats.jsonl",
                                                         bd_str_of(stats) };
    return test_ingest_input(&in);
}
