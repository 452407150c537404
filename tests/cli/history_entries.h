/* tests/cli/history_entries.h: a small data.js for tests of `history`. */
#ifndef BD_TESTS_CLI_HISTORY_ENTRIES_H
#define BD_TESTS_CLI_HISTORY_ENTRIES_H

#define ENTRY(id, date, value)                                                             \
    "{\"commit\":{\"id\":\"" id "\",\"message\":\"m\"},\"date\":" date ",\"tool\":\"go\"," \
    "\"benches\":[{\"name\":\"read/5000rows\",\"value\":" value ",\"unit\":\"ns/op\"},"    \
    "{\"name\":\"other, \\\"odd\\\"\",\"value\":0.5,\"unit\":\"ns/op\"}]}"

/* The dates are 2026-06-01 and 2026-07-01. */
#define HISTORY                                                                               \
    "window.BENCHMARK_DATA = {\"lastUpdate\":1,\"repoUrl\":\"\",\"entries\":{\"Go\":[" ENTRY( \
        "aaaaaaa1", "1780272000000", "10") "," ENTRY("bbbbbbb2", "1782864000000", "12") "]}}"

#endif
