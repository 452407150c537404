/* The file of a benchmark: see results.h. */
#include "tests/bench/results.h"

#include "core/base/file.h"
#include "ingest/ingest.h"
#include "tests/bench/process.h"

enum { ENVIRONMENT_BYTES_MAX = 1 << 20 };

static bool record(bd_run *run, const char *benchdoc, const char *output, bd_error *err)
{
    bd_buf text = BD_BUF_INIT, name = BD_BUF_INIT;
    bd_str directory = bd_path_directory(output);
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_buf_printf(&name, "%.*s/environment.txt", (int)directory.len, directory.ptr);
    const char *path = bd_buf_text(&name);
    const char *argv[] = { benchdoc, "record", "-o", path, NULL };
    bool ok = process_measure(argv, NULL).status == 0
              || bd_fail(err, BD_ERR_OUTPUT, "`benchdoc record` could not write %s", path);
    ok = ok && bd_file_read(path, ENVIRONMENT_BYTES_MAX, &text, err);
    bd_ingest_file file = { .path = "environment.txt", .bytes = bd_buf_str(&text) };
    ok = ok && bd_environment_read(&file, &run->arena, &run->environment, &found);
    bd_diagnostics_release(&found);
    bd_buf_release(&text);
    bd_buf_release(&name);
    return ok;
}

bool results_write(bd_run *run, const char *benchdoc, const char *output, bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    const bd_run *runs[] = { run };
    bool ok = record(run, benchdoc, output, err) && bd_run_seal(run, &found);
    bd_interchange_write(runs, 1, NULL, &out);
    bd_transaction *t = bd_transaction_begin();
    if (ok && bd_transaction_put(t, NULL, output, bd_buf_str(&out), err))
        ok = bd_transaction_commit(t, err);
    else
        bd_transaction_rollback(t);
    bd_diagnostics_release(&found);
    bd_buf_release(&out);
    return ok && err->code == BD_OK;
}
