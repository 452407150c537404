/* fields: every dimension, metric and fact of result files, in a configuration's words. */
#include "cli/commands.h"
#include "cli/fields.h"
#include "cli/sources.h"

typedef struct fields_options {
    bool json;
    const char *format;
} fields_options;

static const bd_opt options[] = {
    { "json", 0, BD_OPT_SWITCH, offsetof(fields_options, json), NULL, "the same as JSON" },
    { "format", 0, BD_OPT_TEXT, offsetof(fields_options, format), "NAME",
      "the files' format (see `benchdoc formats`); else it is found by content" },
};

static bool read_runs(bd_ctx *ctx, const fields_options *o, const bd_arguments *arguments,
                      bd_project *project, bd_runs *runs, bd_error *err)
{
    bd_read_options how = { .format = o->format };
    if (arguments->count > 0) {
        project->config = bd_config_empty();
        return bd_check_named(ctx, "fields", arguments)
               && bd_read_named(ctx, arguments, &how, runs);
    }
    if (!bd_project_open(ctx, false, project, err))
        return false;
    if (project->configured)
        return bd_read_project(ctx, project, NULL, runs);
    bd_hint(err, "benchdoc fields results.json; with a benchdoc.yml its inputs are listed");
    return bd_fail(err, BD_ERR_USAGE, "no result file was named, and there is no benchdoc.yml");
}

static bool print(bd_ctx *ctx, const fields_options *o, const bd_fields *fields, bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    if (o->json)
        bd_fields_json(fields, &out);
    else
        bd_fields_text(fields, &out);
    bool ok = bd_print(ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

static void tell_unknown_cpu(const bd_ctx *ctx, const bd_fields *fields)
{
    for (size_t i = 0; i < fields->count; i++)
        if (!fields->items[i].knows_cpu) {
            bd_note(ctx, "%s: " BD_CPU_UNKNOWN, fields->items[i].suite);
            return;
        }
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const fields_options *o = opts;
    bd_project project = { 0 };
    bd_runs runs = BD_RUNS_INIT;
    bd_observations observations = BD_OBSERVATIONS_INIT;
    bd_fields fields = { 0 };
    bool ok = read_runs(ctx, o, arguments, &project, &runs, err)
              && bd_observe(project.config, &runs, &observations, &ctx->found);
    if (ok) {
        fields.configured = project.configured;
        bd_fields_collect(&observations, &runs, &fields);
        bd_fields_offer(project.config, &observations, &fields);
        ok = print(ctx, o, &fields, err);
        tell_unknown_cpu(ctx, &fields);
    }
    bd_fields_release(&fields);
    bd_observations_release(&observations);
    bd_runs_release(&runs);
    bd_project_close(&project);
    return ok;
}

const bd_cmd bd_cmd_fields = {
    .name = "fields",
    .summary = "list what result files hold, in a configuration's words",
    .arguments = "[FILE…]",
    .help = "Every dimension with its values, every metric with unit, direction, class and the\n"
            "statistics it can give, the facts of the runs; then lines to paste. Without FILE the\n"
            "inputs of benchdoc.yml are listed as it names them.\n"
            "\n"
            "  benchdoc fields results.json\n"
            "  benchdoc fields --json results.json | jq '.suites[].metrics[].name'\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(fields_options),
    .arguments_max = -1,
    .run = run,
};
