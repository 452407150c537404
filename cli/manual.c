/* The manual's part that the rows of commands and options know: see reference.h.
 * What people wrote around it is in templates/manual/. */
#include "cli/reference.h"

/* Text for man(7): a '-' that is typed, a '\' that is seen, no line that roff
 * takes for a request. */
static void put_roff(bd_str text, bd_buf *out)
{
    bool line_start = true;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (line_start && (c == '.' || c == '\''))
            bd_buf_puts(out, "\\&");
        if (c == '-')
            bd_buf_puts(out, "\\-");
        else if (c == '\\')
            bd_buf_puts(out, "\\e");
        else
            bd_buf_putc(out, c);
        line_start = c == '\n';
    }
}

static void put_text(const char *text, bd_buf *out)
{
    put_roff(bd_str_of(text), out);
}

/* "-o, --output FILE" as a tagged paragraph. */
static void put_option(const bd_opt *opt, bd_buf *out)
{
    bd_buf_puts(out, ".TP\n");
    if (opt->letter)
        bd_buf_printf(out, "\\fB\\-%c\\fR%s", opt->letter, opt->name ? ", " : "");
    if (opt->name) {
        bd_buf_puts(out, "\\fB\\-\\-");
        put_text(opt->name, out);
        bd_buf_puts(out, "\\fR");
    }
    if (opt->value) {
        bd_buf_puts(out, opt->name ? "=\\fI" : " \\fI");
        put_text(opt->value, out);
        bd_buf_puts(out, "\\fR");
    }
    bd_buf_putc(out, '\n');
    put_text(opt->help, out);
    bd_buf_puts(out, opt->kind == BD_OPT_LIST ? " (may be given several times)\n" : "\n");
}

/* Paragraphs as they are; indented lines are examples and keep their line ends. */
static void put_help(const char *help, bd_buf *out)
{
    bd_str rest = bd_str_of(help), line = { 0 };
    bool in_example = false, new_paragraph = true;
    while (bd_str_split(&rest, '\n', &line)) {
        if (bd_str_trim(line).len == 0) {
            new_paragraph = true;
            continue;
        }
        bool example = bd_str_starts(line, "  ");
        if (in_example && !example)
            bd_buf_puts(out, ".EE\n.RE\n");
        if (new_paragraph && !example)
            bd_buf_puts(out, ".PP\n");
        if (example && !in_example)
            bd_buf_puts(out, ".PP\n.RS 4\n.EX\n");
        else if (example && new_paragraph)
            bd_buf_putc(out, '\n');
        put_roff(example ? bd_str_trim(line) : line, out);
        bd_buf_putc(out, '\n');
        in_example = example;
        new_paragraph = false;
    }
    if (in_example)
        bd_buf_puts(out, ".EE\n.RE\n");
}

/* A summary is a sentence here, but begins small and has no full stop in a list. */
static void put_sentence(const char *summary, bd_buf *out)
{
    size_t at = out->len;
    put_text(summary, out);
    if (out->len > at && out->data[at] >= 'a' && out->data[at] <= 'z')
        out->data[at] = (char)(out->data[at] - 'a' + 'A');
    bd_buf_puts(out, ".\n");
}

static void put_command(const bd_cmd *command, bd_buf *out)
{
    bd_buf_printf(out, ".SS benchdoc %s", command->name);
    if (command->option_count > 0)
        bd_buf_puts(out, " [OPTION]...");
    if (command->arguments && command->arguments[0] != '\0') {
        bd_buf_putc(out, ' ');
        put_text(command->arguments, out);
    }
    bd_buf_putc(out, '\n');
    put_sentence(command->summary, out);
    if (command->help)
        put_help(command->help, out);
    for (size_t i = 0; i < command->option_count; i++)
        put_option(&command->options[i], out);
}

void bd_reference_manual(const bd_reference *about, bd_buf *out)
{
    bd_buf_puts(out, ".SH COMMANDS\n");
    for (size_t i = 0; i < about->command_count; i++)
        put_command(about->commands[i], out);
    bd_buf_puts(out, ".SH OPTIONS\nBefore or after the command:\n");
    for (size_t i = 0; i < about->global_count; i++)
        put_option(&about->global[i], out);
}
