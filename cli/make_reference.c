/* Host tool of the build: writes the manual or a completion script to a file.
 *
 * usage: make_reference bash|zsh|fish OUTPUT
 *        make_reference manual OUTPUT HEAD TAIL */
#include "cli/run.h"

#include <string.h>

static bool add_file(const char *path, bd_buf *out, bd_error *err)
{
    bd_buf part = BD_BUF_INIT;
    bool ok = bd_file_read(path, 1 << 20, &part, err);
    bd_buf_put_str(out, bd_buf_str(&part));
    bd_buf_release(&part);
    return ok;
}

static bool build(char **argv, int argc, const bd_reference *about, bd_buf *out, bd_error *err)
{
    if (argc == 3)
        return bd_reference_completion(about, argv[1], out)
               || bd_fail(err, BD_ERR_USAGE, "no completion for %s", argv[1]);
    if (argc != 5 || strcmp(argv[1], "manual") != 0)
        return bd_fail(err, BD_ERR_USAGE, "usage: make_reference SHELL|manual OUTPUT [HEAD TAIL]");
    if (!add_file(argv[3], out, err))
        return false;
    bd_reference_manual(about, out);
    return add_file(argv[4], out, err);
}

int main(int argc, char **argv)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf out = BD_BUF_INIT;
    const bd_reference about = bd_reference_of_program();
    bd_transaction *t = bd_transaction_begin();
    bool ok = build(argv, argc, &about, &out, &err)
              && bd_transaction_put(t, NULL, argv[2], bd_buf_str(&out), &err);
    if (ok)
        ok = bd_transaction_commit(t, &err);
    else
        bd_transaction_rollback(t);
    bd_buf_release(&out);
    if (!ok)
        fprintf(stderr, "make_reference: %s: %s\n", err.file, err.message);
    return bd_exit_code(err.code);
}
