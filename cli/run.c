/* One run of the program: command line, directory, colour, command, what it has to
 * say, exit code. */
#include "cli/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const bd_opt global_rows[] = {
    { "directory", 'C', BD_OPT_TEXT, offsetof(bd_global_options, directory), "DIR",
      "work in this directory" },
    { "config", 0, BD_OPT_TEXT, offsetof(bd_global_options, config), "FILE",
      "use this configuration in place of the nearest benchdoc.yml" },
    { "store", 0, BD_OPT_TEXT, offsetof(bd_global_options, store), "URL",
      "use this history: sqlite:PATH or postgresql://… (also BENCHDOC_STORE)" },
    { "color", 0, BD_OPT_TEXT, offsetof(bd_global_options, color), "auto|always|never",
      "when to colour (also NO_COLOR, CLICOLOR_FORCE)" },
    { "quiet", 'q', BD_OPT_SWITCH, offsetof(bd_global_options, quiet), NULL, "say errors only" },
    { "help", 'h', BD_OPT_SWITCH, offsetof(bd_global_options, help), NULL,
      "say what the command does and takes" },
    { "version", 'V', BD_OPT_SWITCH, offsetof(bd_global_options, version), NULL,
      "say the version" },
};

atomic_int bd_interrupted;

bool bd_go_on(bd_error *err)
{
    return !bd_interrupted || bd_fail(err, BD_ERR_INTERRUPTED, "interrupted");
}

bd_reference bd_reference_of_program(void)
{
    bd_reference about = { .global = global_rows, .global_count = BD_COUNT(global_rows) };
    about.commands = bd_commands(&about.command_count);
    return about;
}

const bd_cmd *bd_find_command(const char *name)
{
    size_t count;
    const bd_cmd *const *commands = bd_commands(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* ---- before the command ---- */

typedef struct session {
    bd_ctx ctx;
    bd_global_options global;
    const bd_cmd *command; /* NULL: the program itself was asked */
    void *options;         /* owned */
    bd_arguments arguments;
    int home; /* the directory to go back to; -1 = it was not left */
} session;

static bool is_set(const bd_env *env, const char *name)
{
    const char *value = env->variable(env->state, name);
    return value && value[0] != '\0' && strcmp(value, "0") != 0;
}

static bool wants_colour(const session *s, bool is_terminal)
{
    const bd_env *env = s->ctx.env;
    const char *how = s->global.color ? s->global.color : "auto";
    const char *terminal = env->variable(env->state, "TERM");
    const char *no_color = env->variable(env->state, "NO_COLOR");
    if (strcmp(how, "auto") != 0)
        return strcmp(how, "always") == 0;
    if (no_color && no_color[0] != '\0')
        return false;
    if (is_set(env, "CLICOLOR_FORCE"))
        return true;
    return is_terminal && !(terminal && strcmp(terminal, "dumb") == 0);
}

static bool choose_colour(session *s, const bd_streams *streams, bd_error *err)
{
    const char *how = s->global.color;
    if (how && strcmp(how, "auto") != 0 && strcmp(how, "always") != 0
        && strcmp(how, "never") != 0) {
        bd_hint(err, "--color=auto, --color=always or --color=never");
        return bd_fail(err, BD_ERR_USAGE, "--color takes auto, always or never, not '%s'", how);
    }
    s->ctx.out_is_terminal = streams->out_is_terminal;
    s->ctx.diag_is_terminal = streams->diag_is_terminal;
    s->ctx.colour = wants_colour(s, streams->out_is_terminal);
    s->ctx.diag_colour = wants_colour(s, streams->diag_is_terminal);
    return true;
}

static bool enter_directory(session *s, bd_error *err)
{
    if (!s->global.directory)
        return true;
    s->home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (chdir(s->global.directory) == 0)
        return true;
    bd_fail(err, BD_ERR_USAGE, "cannot work there: %s", strerror(errno));
    bd_hint(err, "-C takes the directory of the project");
    return bd_error_in_file(err, s->global.directory);
}

static bool check_count(const bd_cmd *command, const bd_arguments *arguments, bd_error *err)
{
    size_t least = (size_t)command->arguments_min;
    if (arguments->count >= least
        && (command->arguments_max < 0 || arguments->count <= (size_t)command->arguments_max))
        return true;
    bd_hint(err, "benchdoc %s%s%s", command->name, command->arguments[0] ? " " : "",
            command->arguments);
    if (arguments->count < least)
        return bd_fail(err, BD_ERR_USAGE, "%s needs %s", command->name,
                       arguments->count == 0 ? command->arguments : "more arguments");
    return bd_fail(err, BD_ERR_USAGE, "%s does not take '%s'", command->name,
                   arguments->items[command->arguments_max]);
}

static bool read_command_line(session *s, const char *const *argv, bd_error *err)
{
    bd_opt_set sets[2] = { { global_rows, BD_COUNT(global_rows), &s->global } };
    size_t at = argv[0] ? 1 : 0;
    if (!bd_opt_leading(argv, sets, &at, err))
        return false;
    if (!argv[at])
        return true;
    s->command = bd_find_command(argv[at]);
    if (!s->command)
        return bd_fail_unknown_command(argv[at], err);
    s->options = bd_alloc(s->command->options_size + 1);
    sets[1] = (bd_opt_set){ s->command->options, s->command->option_count, s->options };
    return bd_opt_parse(argv + at + 1, sets, 2, s->command->takes_command, &s->arguments, err);
}

/* ---- the command ---- */

static bool put_help(session *s, bd_error *err)
{
    bd_buf text = BD_BUF_INIT;
    if (s->command)
        bd_help_command(s->command, &text);
    else
        bd_help_overview(&text);
    bool ok = bd_print(&s->ctx, bd_buf_str(&text), err);
    bd_buf_release(&text);
    return ok;
}

static bool run_command(session *s, bd_error *err)
{
    if (s->global.help)
        return put_help(s, err);
    if (s->global.version)
        return bd_print(&s->ctx, BD_STR("benchdoc " BD_VERSION_TEXT "\n"), err);
    if (!s->command) {
        bd_hint(err,
                "`benchdoc help` lists the commands; `benchdoc table results.json` shows a file");
        return bd_fail(err, BD_ERR_USAGE, "no command was given");
    }
    return check_count(s->command, &s->arguments, err) && enter_directory(s, err)
           && s->command->run(&s->ctx, s->options, &s->arguments, err);
}

static bd_code first_code(const bd_diagnostics *found, const bd_error *err)
{
    for (size_t i = 0; i < found->count; i++)
        if (found->items[i].severity == BD_ERROR)
            return found->items[i].error.code;
    return err->code;
}

static int finish(session *s, bool ok, bd_error *err)
{
    bd_ctx *ctx = &s->ctx;
    if (bd_interrupted && !ok) {
        fputs("benchdoc: interrupted\n", ctx->diag);
        return bd_exit_code(BD_ERR_INTERRUPTED);
    }
    bd_print_diagnostics(ctx, &ctx->found);
    if (ok)
        ok = bd_print_end(ctx, err);
    if (ok && ctx->found.errors == 0)
        return ctx->exit_code;
    if (err->code != BD_OK && !ctx->pipe_closed)
        bd_print_error(ctx, BD_ERROR, err);
    bd_code code = first_code(&ctx->found, err);
    return bd_exit_code(code == BD_OK ? BD_ERR_BUG : code);
}

static void leave(session *s)
{
    if (s->home >= 0) {
        if (fchdir(s->home) != 0)
            s->ctx.exit_code = bd_exit_code(BD_ERR_BUG);
        close(s->home);
    }
    if (s->command)
        bd_opt_release(&(bd_opt_set){ s->command->options, s->command->option_count, s->options });
    free(s->options);
    bd_arguments_release(&s->arguments);
    bd_diagnostics_release(&s->ctx.found);
}

int bd_main_with(const char *const *argv, const bd_streams *streams, const bd_env *env)
{
    session s = { .home = -1 };
    bd_error err = BD_ERROR_INIT;
    s.ctx = (bd_ctx){ .out = streams->out,
                      .diag = streams->diag,
                      .in = streams->in,
                      .env = env,
                      .global = &s.global };
    bool ok = read_command_line(&s, argv, &err);
    ok = choose_colour(&s, streams, &err) && ok && run_command(&s, &err);
    int code = finish(&s, ok, &err);
    leave(&s);
    return code;
}
