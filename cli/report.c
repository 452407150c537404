/* One report of a comparison and its gates: see report.h. */
#include "cli/report.h"

#include "render/text/compare.h"
#include "render/text/gate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- as Markdown ---- */

/* Lines are whole, rows of tables too: nothing is left open that matters. */
static void cut(bd_buf *out, size_t from, size_t bytes)
{
    static const char said[] = "\nThe rest did not fit.\n";
    size_t room = from + bytes;
    if (bytes == 0 || out->len <= room)
        return;
    size_t end = room > strlen(said) + from ? room - strlen(said) : from;
    while (end > from && out->data[end - 1] != '\n')
        end--;
    out->len = end;
    out->data[end] = '\0';
    bd_buf_puts(out, said);
}

static void put_head(const bd_report_parts *parts, size_t rows, bd_buf *head)
{
    bd_buf_clear(head);
    bd_buf_put_str(head, parts->head);
    if (!parts->gates || bd_gate_report_is_empty(parts->gates))
        return;
    bd_gate_print_markdown(parts->gates, rows, head);
    bd_buf_putc(head, '\n');
}

void bd_report_markdown(const bd_report_parts *parts, size_t bytes, bd_buf *out)
{
    bd_buf head = BD_BUF_INIT;
    size_t rows = BD_GATE_ROWS, from = out->len;
    put_head(parts, rows, &head);
    while (bytes > 0 && head.len > bytes / 2 && rows > 0)
        put_head(parts, rows /= 2, &head);
    bd_compare_print_markdown(parts->comparison, bd_buf_str(&head), bytes, out);
    cut(out, from, bytes);
    bd_buf_release(&head);
}

/* ---- for a step ---- */

enum { SUMMARY_BYTES = 1 << 20 }; /* what GitHub takes of a step */

typedef struct step {
    bd_ctx *ctx;
    const char *summary, *output, *temporary;
    bd_arena arena;
} step;

static bool find(const bd_ctx *ctx, const char *name, const char **out, bd_error *err)
{
    *out = ctx->env->variable(ctx->env->state, name);
    if (*out && (*out)[0])
        return true;
    bd_hint(err, "elsewhere: --as markdown --output report.md");
    return bd_fail(err, BD_ERR_USAGE, "--github is for a step of GitHub Actions, and %s is not set",
                   name);
}

/* What other steps or programs have put there stays. */
static bool append(const char *path, bd_str text, bd_error *err)
{
    FILE *file = fopen(path, "ab");
    bool ok = file && fwrite(text.ptr, 1, text.len, file) == text.len;
    int why = errno;
    if (file && fclose(file) != 0) {
        why = errno;
        ok = false;
    }
    if (ok)
        return true;
    bd_fail(err, BD_ERR_OUTPUT, "cannot be written: %s", strerror(why));
    bd_hint(err, "the runner makes this file; is the disk full?");
    return bd_error_in_file(err, path);
}

static size_t size_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
    if (file)
        fclose(file);
    return size > 0 ? (size_t)size : 0;
}

/* A value with a line end could set other outputs: it gets an end that nobody can know. */
static void put_output(step *s, const char *name, const char *value, bd_buf *out)
{
    const bd_env *env = s->ctx->env;
    if (!strpbrk(value, "\r\n")) {
        bd_buf_printf(out, "%s=%s\n", name, value);
        return;
    }
    unsigned long long end = env->random_u64(env->state);
    bd_buf_printf(out, "%s<<end-%016llx\n%s\nend-%016llx\n", name, end, value, end);
}

/* Earlier steps' reports stay. */
static const char *new_path(step *s, const char *command)
{
    const char *path = bd_arena_printf(&s->arena, "%s/benchdoc-%s.md", s->temporary, command);
    for (int i = 2; bd_file_exists(path); i++)
        path = bd_arena_printf(&s->arena, "%s/benchdoc-%s-%d.md", s->temporary, command, i);
    return path;
}

/* Behind what the step has written there; nothing where that leaves no room. */
static bool append_summary(const step *s, const bd_report_parts *parts, bd_error *err)
{
    enum { LEAST_ROOM = 1024 };
    size_t used = size_of(s->summary);
    bd_buf text = BD_BUF_INIT;
    bd_buf_puts(&text, used > 0 ? "\n" : "");
    if (used + LEAST_ROOM < SUMMARY_BYTES)
        bd_report_markdown(parts, SUMMARY_BYTES - used - text.len, &text);
    bool ok = append(s->summary, bd_buf_str(&text), err);
    bd_buf_release(&text);
    return ok;
}

static bool write_all(step *s, const char *command, const bd_report_parts *parts, bd_error *err)
{
    bd_buf text = BD_BUF_INIT, outputs = BD_BUF_INIT;
    const size_t *counts = parts->comparison->counts;
    const char *path = new_path(s, command);
    bd_report_markdown(parts, SUMMARY_BYTES, &text);
    put_output(s, "regressions", bd_arena_printf(&s->arena, "%zu", counts[BD_VERDICT_WORSE]),
               &outputs);
    put_output(s, "improvements", bd_arena_printf(&s->arena, "%zu", counts[BD_VERDICT_BETTER]),
               &outputs);
    put_output(s, "report-path", path, &outputs);
    bool ok = bd_print_or_write(s->ctx, path, bd_buf_str(&text), err)
              && append_summary(s, parts, err) && append(s->output, bd_buf_str(&outputs), err);
    bd_buf_release(&text);
    bd_buf_release(&outputs);
    return ok;
}

bool bd_report_step(bd_ctx *ctx, const char *command, const bd_report_parts *parts, bd_error *err)
{
    step s = { .ctx = ctx };
    bool ok = find(ctx, "GITHUB_STEP_SUMMARY", &s.summary, err)
              && find(ctx, "GITHUB_OUTPUT", &s.output, err)
              && find(ctx, "RUNNER_TEMP", &s.temporary, err) && write_all(&s, command, parts, err);
    bd_arena_release(&s.arena);
    return ok;
}
