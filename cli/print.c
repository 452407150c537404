/* What people read: errors with their place and the next step, notes, and standard output. */
#include "cli/cli.h"
#include "render/text/text.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>

#define RED    "\033[31m"
#define YELLOW "\033[33m"
#define DIM    "\033[2m"
#define PLAIN  "\033[0m"

/* Texts may come from a file that somebody else made. */
static void put_safe(bd_buf *out, const char *text)
{
    bd_terminal_text(bd_str_of(text), out);
}

static void put_place(bd_buf *out, const bd_error *err)
{
    if (err->file[0]) {
        put_safe(out, err->file);
        if (err->line > 0)
            bd_buf_printf(out, ":%d", err->line);
        if (err->line > 0 && err->column > 0)
            bd_buf_printf(out, ":%d", err->column);
        bd_buf_puts(out, ": ");
    }
    if (err->path[0]) {
        put_safe(out, err->path);
        bd_buf_puts(out, ": ");
    }
}

void bd_print_error(const bd_ctx *ctx, bd_severity severity, const bd_error *err)
{
    static const char *const words[] = { "note: ", "warning: ", "" };
    static const char *const colours[] = { DIM, YELLOW, RED };
    bd_buf out = BD_BUF_INIT;
    if (severity != BD_ERROR && ctx->global->quiet)
        return;
    bd_buf_printf(&out, "%sbenchdoc:%s ", ctx->diag_colour ? colours[severity] : "",
                  ctx->diag_colour ? PLAIN : "");
    bd_buf_puts(&out, words[severity]);
    put_place(&out, err);
    put_safe(&out, err->message[0] ? err->message : "failed without saying why");
    if (err->hint[0]) {
        bd_buf_puts(&out, "\n  → ");
        put_safe(&out, err->hint);
    }
    bd_buf_putc(&out, '\n');
    fwrite(out.data, 1, out.len, ctx->diag);
    bd_buf_release(&out);
}

void bd_print_diagnostics(const bd_ctx *ctx, const bd_diagnostics *found)
{
    for (size_t i = 0; i < found->count; i++)
        bd_print_error(ctx, found->items[i].severity, &found->items[i].error);
    if (found->total > found->count)
        fprintf(ctx->diag, "benchdoc: and %zu more\n", found->total - found->count);
}

size_t bd_columns(const bd_ctx *ctx)
{
    enum { USUAL = 80, MOST = 500 };
    const char *said = ctx->env->variable(ctx->env->state, "COLUMNS");
    struct winsize window;
    double columns = 0;
    if (said && said[0])
        bd_double_parse(bd_str_of(said), &columns);
    else if (ctx->out_is_terminal && ioctl(fileno(ctx->out), TIOCGWINSZ, &window) == 0)
        columns = window.ws_col;
    if (!(columns >= 1))
        return USUAL;
    return columns < MOST ? (size_t)columns : MOST;
}

void bd_terminal_line(bd_str text, bd_buf *out)
{
    bd_terminal_text(text, out);
    bd_buf_putc(out, '\n');
}

void bd_note(const bd_ctx *ctx, const char *format, ...)
{
    bd_buf text = BD_BUF_INIT, safe = BD_BUF_INIT;
    va_list args;
    if (ctx->global->quiet)
        return;
    va_start(args, format);
    bd_buf_vprintf(&text, format, args);
    va_end(args);
    bd_terminal_text(bd_buf_str(&text), &safe);
    bd_buf_putc(&safe, '\n');
    fwrite(safe.data, 1, safe.len, ctx->diag);
    bd_buf_release(&text);
    bd_buf_release(&safe);
}

/* @return false, always */
static bool fail_output(bd_ctx *ctx, bd_error *err)
{
    int reason = errno;
    ctx->pipe_closed = reason == EPIPE;
    bd_hint(err, "is the disk full? send the output elsewhere");
    return bd_fail(err, BD_ERR_OUTPUT, "standard output cannot be written: %s", strerror(reason));
}

bool bd_print(bd_ctx *ctx, bd_str text, bd_error *err)
{
    errno = 0;
    /* at once: what is said next stands behind it, also where both go into one pipe */
    if (text.len == 0
        || (fwrite(text.ptr, 1, text.len, ctx->out) == text.len && fflush(ctx->out) == 0))
        return true;
    return fail_output(ctx, err);
}

bool bd_print_end(bd_ctx *ctx, bd_error *err)
{
    errno = 0;
    if (fflush(ctx->out) == 0 && !ferror(ctx->out))
        return true;
    return fail_output(ctx, err);
}

bool bd_print_or_write(bd_ctx *ctx, const char *path, bd_str text, bd_error *err)
{
    if (!path)
        return bd_print(ctx, text, err);
    bd_transaction *change = bd_transaction_begin();
    if (bd_transaction_put(change, NULL, path, text, err))
        return bd_transaction_commit(change, err);
    bd_transaction_rollback(change);
    return false;
}
