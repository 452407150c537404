/* Any bytes through the front: they are refused with a place, or become runs that
 * interchange JSON holds without loss. The first byte chooses the format. */
#include "tests/fuzz/fuzz.h"

#include "ingest/ingest.h"

#include <stdlib.h>
#include <string.h>

static void promise(bool kept)
{
    if (!kept)
        abort();
}

static void write_and_read(const bd_runs *runs)
{
    bd_buf first = BD_BUF_INIT, second = BD_BUF_INIT;
    bd_runs again = BD_RUNS_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_interchange_write((const bd_run *const *)runs->items, runs->count, NULL, &first);
    bd_ingest_file file = { .path = "export.json", .bytes = bd_buf_str(&first) };
    bd_ingest_input in = { .file = &file, .format = "benchdoc" };
    promise(bd_ingest(&in, &again, &found));
    bd_interchange_write((const bd_run *const *)again.items, again.count, NULL, &second);
    promise(first.len == second.len && memcmp(first.data, second.data, first.len) == 0);
    bd_runs_release(&again);
    bd_diagnostics_release(&found);
    bd_buf_release(&first);
    bd_buf_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const bd_ingest_file environment = { .path = "environment.txt",
                                                .bytes = { "cpu=A B\ncommit=abc\n", 19 } };
    if (size == 0)
        return 0;
    size_t choice = data[0] % (bd_format_count() + 1);
    bd_ingest_file file = { .path = "r.json", .bytes = { (const char *)data + 1, size - 1 } };
    bd_ingest_input in = { .file = &file, .companions = &environment, .companion_count = 1 };
    bd_runs runs = BD_RUNS_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    if (choice > 0)
        in.format = bd_format_at(choice - 1).name;
    bool ok = bd_ingest(&in, &runs, &found);
    promise(ok == (found.errors == 0) && (ok || runs.count == 0));
    for (size_t i = 0; i < found.count; i++)
        promise(found.items[i].error.file[0] && found.items[i].error.message[0]);
    if (ok)
        write_and_read(&runs);
    else if (choice == 0 && !bd_format_detect(file.bytes))
        promise(found.errors > 0);
    bd_arena arena = BD_ARENA_INIT;
    bd_pairs pairs = { 0 };
    bd_environment_read(&file, &arena, &pairs, &found);
    bd_arena_release(&arena);
    bd_runs_release(&runs);
    bd_diagnostics_release(&found);
    return 0;
}
