/* help: the commands, one command, or a topic. */
#include "cli/commands.h"
#include "cli/run.h"
#include "core/base/map.h"
#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL_WIDTH = 24 };

static void put_row(const char *label, const char *text, size_t width, bd_buf *out)
{
    size_t used = bd_display_width(bd_str_of(label));
    bd_buf_printf(out, "  %s", label);
    if (used > width) {
        bd_buf_putc(out, '\n');
        used = 0;
        bd_buf_puts(out, "  ");
    }
    bd_buf_repeat(out, ' ', width - used);
    bd_buf_printf(out, "  %s\n", text);
}

static void put_options(const bd_opt *rows, size_t count, bd_buf *out)
{
    bd_buf label = BD_BUF_INIT;
    for (size_t i = 0; i < count; i++) {
        bd_buf_clear(&label);
        if (rows[i].letter)
            bd_buf_printf(&label, "-%c, ", rows[i].letter);
        else
            bd_buf_puts(&label, "    ");
        bd_buf_printf(&label, "--%s%s%s", rows[i].name, rows[i].value ? " " : "",
                      rows[i].value ? rows[i].value : "");
        put_row(bd_buf_text(&label), rows[i].help, LABEL_WIDTH, out);
    }
    bd_buf_release(&label);
}

static const char first_minutes[] =
    "benchdoc: benchmark documents that never drift, and a history that nobody loses\n"
    "\n"
    "The first five minutes need no configuration:\n"
    "  benchdoc table results.json      a Markdown table of a result file\n"
    "  benchdoc chart results.json      bars in the terminal, or a picture with -o\n"
    "  benchdoc fields results.json     what is in it, in a configuration's words\n"
    "  benchdoc init --into README.md   a configuration, and regions in the README\n"
    "  benchdoc generate                fill them; --check in CI\n"
    "\n"
    "Commands:\n";

static const char more_help[] =
    "\n`benchdoc help COMMAND` says more; so does `benchdoc help` with exit-codes, queries,\n"
    "templates or delta.\n";

void bd_help_overview(bd_buf *out)
{
    bd_reference about = bd_reference_of_program();
    bd_buf_puts(out, first_minutes);
    for (size_t i = 0; i < about.command_count; i++)
        put_row(about.commands[i]->name, about.commands[i]->summary, 10, out);
    bd_buf_puts(out, "\nOptions, before or after the command:\n");
    put_options(about.global, about.global_count, out);
    bd_buf_puts(out, more_help);
}

void bd_help_command(const bd_cmd *command, bd_buf *out)
{
    bd_reference about = bd_reference_of_program();
    bd_buf_printf(out, "Usage: benchdoc %s [OPTION]…%s%s\n\n", command->name,
                  command->arguments[0] ? " " : "", command->arguments);
    bd_buf_printf(out, "%s: %s.\n\n%s", command->name, command->summary, command->help);
    if (command->option_count > 0)
        bd_buf_puts(out, "\nOptions:\n");
    put_options(command->options, command->option_count, out);
    bd_buf_puts(out, "\nOptions of every command:\n");
    put_options(about.global, about.global_count, out);
}

bool bd_fail_unknown_command(const char *name, bd_error *err)
{
    size_t count;
    const bd_cmd *const *commands = bd_commands(&count);
    const char **names = bd_alloc(count * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = commands[i]->name;
    const char *nearest = bd_nearest(bd_str_of(name), names, count);
    if (nearest)
        bd_hint(err, "did you mean `benchdoc %s`?", nearest);
    else if (bd_file_exists(name))
        bd_hint(err, "benchdoc table %s", name);
    else
        bd_hint(err, "`benchdoc help` lists the commands");
    free(names);
    return bd_fail(err, BD_ERR_USAGE, "there is no command '%s'", name);
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const char *wanted = arguments->count > 0 ? arguments->items[0] : NULL;
    const bd_cmd *command = wanted ? bd_find_command(wanted) : NULL;
    const char *topic = wanted && !command ? bd_help_topic(wanted) : NULL;
    bd_buf out = BD_BUF_INIT;
    (void)opts;
    if (command)
        bd_help_command(command, &out);
    else if (topic)
        bd_buf_puts(&out, topic);
    else if (!wanted)
        bd_help_overview(&out);
    else
        bd_fail_unknown_command(wanted, err);
    bool ok = err->code == BD_OK && bd_print(ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

const bd_cmd bd_cmd_help = {
    .name = "help",
    .summary = "explain a command or a topic",
    .arguments = "[COMMAND | exit-codes | queries | templates | delta]",
    .help = "  benchdoc help table\n"
            "  benchdoc help queries\n",
    .arguments_max = 1,
    .run = run,
};
