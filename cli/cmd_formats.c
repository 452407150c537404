/* formats: the result files that can be read. */
#include "cli/commands.h"
#include "core/json/json.h"
#include "ingest/ingest.h"

typedef struct formats_options {
    bool json;
} formats_options;

static const bd_opt options[] = {
    { "json", 0, BD_OPT_SWITCH, offsetof(formats_options, json), NULL, "the same as JSON" },
};

static void put_json(bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "formats");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < bd_format_count(); i++) {
        bd_format format = bd_format_at(i);
        bd_str rest = bd_str_of(format.aliases), alias;
        bd_json_open(&w, '{');
        bd_json_put_key(&w, "name");
        bd_json_put_text(&w, format.name);
        bd_json_put_key(&w, "aliases");
        bd_json_open_flat(&w, '[');
        while (format.aliases[0] && bd_str_split(&rest, ' ', &alias))
            bd_json_put_str(&w, alias);
        bd_json_close(&w, ']');
        bd_json_put_key(&w, "summary");
        bd_json_put_text(&w, format.summary);
        bd_json_put_key(&w, "example");
        bd_json_put_text(&w, format.example);
        bd_json_close(&w, '}');
    }
    bd_json_close(&w, ']');
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}

static void put_text(bd_buf *out)
{
    for (size_t i = 0; i < bd_format_count(); i++) {
        bd_format format = bd_format_at(i);
        bd_str rest = bd_str_of(format.example), line;
        bd_buf_printf(out, "%s%s", i > 0 ? "\n" : "", format.name);
        if (format.aliases[0])
            bd_buf_printf(out, " (also: %s)", format.aliases);
        bd_buf_printf(out, "\n  %s\n", format.summary);
        while (rest.len > 0 && bd_str_split(&rest, '\n', &line))
            bd_buf_printf(out, "      %.*s\n", (int)line.len, line.ptr);
    }
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const formats_options *o = opts;
    bd_buf out = BD_BUF_INIT;
    (void)arguments;
    if (o->json)
        put_json(&out);
    else
        put_text(&out);
    bool ok = bd_print(ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

const bd_cmd bd_cmd_formats = {
    .name = "formats",
    .summary = "list the result files that can be read",
    .arguments = "",
    .help = "A format is found by the content of a file. --format NAME, or format: NAME of an\n"
            "input, says which one it is where the content does not: an empty array.\n"
            "\n"
            "  benchdoc formats --json\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(formats_options),
    .run = run,
};
