/* Completions for bash, zsh and fish, from the same rows that parse the command
 * line: see reference.h. Every text goes into single quotes. */
#include "cli/reference.h"

#include <string.h>

/* Without the quotes around it: the text may be a part of a quoted word. */
static void put_quoted(const char *text, bd_buf *out)
{
    for (; *text; text++)
        if (*text == '\'')
            bd_buf_puts(out, "'\\''");
        else
            bd_buf_putc(out, *text);
}

/* zsh reads ':', '[' and ']' in a specification, and '\' before them. */
static void put_zsh(const char *text, bd_buf *out)
{
    for (; *text; text++) {
        if (strchr(":[]\\", *text))
            bd_buf_putc(out, '\\');
        const char one[] = { *text, '\0' };
        put_quoted(one, out);
    }
}

/* "auto|always|never": the value is one of these words. */
static bool has_choices(const bd_opt *opt)
{
    return opt->value && strchr(opt->value, '|');
}

static void put_choices(const bd_opt *opt, bd_buf *out)
{
    for (const char *c = opt->value; *c; c++)
        bd_buf_putc(out, *c == '|' ? ' ' : *c);
}

static bool is_path(const bd_opt *opt)
{
    return opt->value && (strcmp(opt->value, "FILE") == 0 || strcmp(opt->value, "DIR") == 0);
}

/* ---- bash ---- */

static void bash_words(const bd_opt *options, size_t count, bd_buf *out)
{
    for (size_t i = 0; i < count; i++) {
        if (options[i].letter)
            bd_buf_printf(out, " -%c", options[i].letter);
        if (options[i].name)
            bd_buf_printf(out, " --%s", options[i].name);
    }
}

/* A case label: "-C|--config)". */
static void bash_label(const bd_opt *opt, bd_buf *out)
{
    if (opt->letter)
        bd_buf_printf(out, "-%c%s", opt->letter, opt->name ? "|" : "");
    if (opt->name)
        bd_buf_printf(out, "--%s", opt->name);
}

/* After an option with a value comes the value: one of its words, or a file. */
static void bash_values(const bd_opt *options, size_t count, const char *indent, bd_buf *out)
{
    for (size_t i = 0; i < count; i++) {
        if (!options[i].value)
            continue;
        bd_buf_puts(out, indent);
        bash_label(&options[i], out);
        if (has_choices(&options[i])) {
            bd_buf_puts(out, ") COMPREPLY=($(compgen -W '");
            put_choices(&options[i], out);
            bd_buf_puts(out, "' -- \"$current\")); return ;;\n");
        } else {
            bd_buf_puts(out, ") return ;;\n"); /* files, by complete -o default */
        }
    }
}

static void bash_command(const bd_cmd *command, bd_buf *out)
{
    bd_buf_printf(out, "    %s)\n", command->name);
    bd_buf_puts(out, "      case $previous in\n");
    bash_values(command->options, command->option_count, "        ", out);
    bd_buf_puts(out, "      esac\n      options+='");
    bash_words(command->options, command->option_count, out);
    bd_buf_puts(out, "'\n      ;;\n");
}

static void bash_script(const bd_reference *about, bd_buf *out)
{
    bd_buf_puts(out,
                "# bash completion for benchdoc; written by its build\n"
                "_benchdoc() {\n"
                "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                "  local command='' options='' i\n"
                "  COMPREPLY=()\n"
                "  case $previous in\n");
    bash_values(about->global, about->global_count, "    ", out);
    bd_buf_puts(out, "  esac\n"
                     "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
                     "    case ${COMP_WORDS[i]} in\n");
    for (size_t i = 0; i < about->global_count; i++)
        if (about->global[i].value) {
            bd_buf_puts(out, "      ");
            bash_label(&about->global[i], out);
            bd_buf_puts(out, ") i=$((i + 1)) ;;\n");
        }
    bd_buf_puts(out, "      -*) ;;\n"
                     "      *) command=${COMP_WORDS[i]}; break ;;\n"
                     "    esac\n"
                     "  done\n"
                     "  options='");
    bash_words(about->global, about->global_count, out);
    bd_buf_puts(out, "'\n  case $command in\n    '')\n"
                     "      if [[ $current != -* ]]; then\n"
                     "        COMPREPLY=($(compgen -W '");
    for (size_t i = 0; i < about->command_count; i++)
        bd_buf_printf(out, "%s%s", i > 0 ? " " : "", about->commands[i]->name);
    bd_buf_puts(out, "' -- \"$current\"))\n"
                     "        return\n"
                     "      fi\n"
                     "      ;;\n");
    for (size_t i = 0; i < about->command_count; i++)
        bash_command(about->commands[i], out);
    bd_buf_puts(out,
                "  esac\n"
                "  [[ $current == -* ]] && COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
                "}\n"
                "complete -o default -F _benchdoc benchdoc\n");
}

/* ---- zsh ---- */

/* '(-o --output)'{-o,--output}'[write there]:FILE:_files' */
static void zsh_option(const bd_opt *opt, bd_buf *out)
{
    bd_buf_puts(out, " \\\n      ");
    if (opt->letter && opt->name)
        bd_buf_printf(out, "'(-%c --%s)'{-%c,--%s}'[", opt->letter, opt->name, opt->letter,
                      opt->name);
    else if (opt->letter)
        bd_buf_printf(out, "'-%c[", opt->letter);
    else
        bd_buf_printf(out, "'%s--%s[", opt->kind == BD_OPT_LIST ? "*" : "", opt->name);
    put_zsh(opt->help, out);
    bd_buf_putc(out, ']');
    if (opt->value) {
        bd_buf_putc(out, ':');
        put_zsh(opt->value, out);
        bd_buf_putc(out, ':');
        if (has_choices(opt)) {
            bd_buf_putc(out, '(');
            put_choices(opt, out);
            bd_buf_putc(out, ')');
        } else if (is_path(opt)) {
            bd_buf_puts(out, strcmp(opt->value, "DIR") == 0 ? "_files -/" : "_files");
        }
    }
    bd_buf_putc(out, '\'');
}

static void zsh_script(const bd_reference *about, bd_buf *out)
{
    bd_buf_puts(out, "#compdef benchdoc\n"
                     "# zsh completion for benchdoc; written by its build\n"
                     "_benchdoc() {\n"
                     "  local state\n"
                     "  local -a commands options\n"
                     "  commands=(\n");
    for (size_t i = 0; i < about->command_count; i++) {
        bd_buf_printf(out, "    '%s:", about->commands[i]->name);
        put_zsh(about->commands[i]->summary, out);
        bd_buf_puts(out, "'\n");
    }
    bd_buf_puts(out, "  )\n  options=(");
    for (size_t i = 0; i < about->global_count; i++)
        zsh_option(&about->global[i], out);
    bd_buf_puts(out, " \\\n  )\n"
                     "  _arguments -C $options '1: :->command' '*:: :->rest'\n"
                     "  case $state in\n"
                     "  command) _describe -t commands 'benchdoc command' commands ;;\n"
                     "  rest)\n"
                     "    case $words[1] in\n");
    for (size_t i = 0; i < about->command_count; i++) {
        const bd_cmd *command = about->commands[i];
        bd_buf_printf(out, "    %s) _arguments $options", command->name);
        for (size_t o = 0; o < command->option_count; o++)
            zsh_option(&command->options[o], out);
        bd_buf_puts(out, " \\\n      '*: :_files' ;;\n");
    }
    bd_buf_puts(out, "    esac ;;\n"
                     "  esac\n"
                     "}\n"
                     "_benchdoc \"$@\"\n");
}

/* ---- fish ---- */

static void fish_option(const bd_opt *opt, const char *condition, bd_buf *out)
{
    bd_buf_puts(out, "complete -c benchdoc");
    if (condition[0] != '\0')
        bd_buf_printf(out, " -n '__fish_seen_subcommand_from %s'", condition);
    if (opt->letter)
        bd_buf_printf(out, " -s %c", opt->letter);
    if (opt->name)
        bd_buf_printf(out, " -l %s", opt->name);
    if (opt->value)
        bd_buf_puts(out, is_path(opt) ? " -r -F" : " -x");
    if (has_choices(opt)) {
        bd_buf_puts(out, " -a '");
        put_choices(opt, out);
        bd_buf_putc(out, '\'');
    }
    bd_buf_puts(out, " -d '");
    put_quoted(opt->help, out);
    bd_buf_puts(out, "'\n");
}

static void fish_script(const bd_reference *about, bd_buf *out)
{
    bd_buf_puts(out, "# fish completion for benchdoc; written by its build\n");
    for (size_t i = 0; i < about->global_count; i++)
        fish_option(&about->global[i], "", out);
    for (size_t i = 0; i < about->command_count; i++) {
        const bd_cmd *command = about->commands[i];
        bd_buf_printf(out, "complete -c benchdoc -f -n __fish_use_subcommand -a %s -d '",
                      command->name);
        put_quoted(command->summary, out);
        bd_buf_puts(out, "'\n");
        for (size_t o = 0; o < command->option_count; o++)
            fish_option(&command->options[o], command->name, out);
    }
}

bool bd_reference_completion(const bd_reference *about, const char *shell, bd_buf *out)
{
    static const struct {
        const char *shell;
        void (*write)(const bd_reference *about, bd_buf *out);
    } shells[] = { { "bash", bash_script }, { "zsh", zsh_script }, { "fish", fish_script } };
    for (size_t i = 0; i < BD_COUNT(shells); i++)
        if (strcmp(shells[i].shell, shell) == 0) {
            shells[i].write(about, out);
            return true;
        }
    return false;
}
