/* compare: what became slower or faster, and how sure that is. */
#include "cli/commands.h"
#include "cli/form.h"
#include "cli/report.h"
#include "cli/sides.h"
#include "render/text/compare.h"

#include <stdlib.h>
#include <string.h>

typedef struct compare_options {
    bd_side_options sides;
    bd_form_options form;
    bool all, github;
    size_t max_bytes;
} compare_options;

static const bd_opt options[] = {
    BD_SIDE_OPTIONS(compare_options, sides),
    BD_SIDE_BUNDLE_OPTION(compare_options, sides),
    { "all", 0, BD_OPT_SWITCH, offsetof(compare_options, all), NULL,
      "every series: the same, new, gone and without a baseline, too" },
    { "as", 0, BD_OPT_TEXT, offsetof(compare_options, form.as), "text|markdown|json|csv",
      "what to print; else the output's name says it, or text" },
    { "json", 0, BD_OPT_SWITCH, offsetof(compare_options, form.json), NULL, "print JSON" },
    { "output", 'o', BD_OPT_TEXT, offsetof(compare_options, form.output), "FILE",
      "write to this file" },
    { "max-bytes", 0, BD_OPT_COUNT, offsetof(compare_options, max_bytes), "COUNT",
      "Markdown of at most so many bytes (65536 fit into a comment): rows are left out" },
    BD_GITHUB_OPTION(compare_options, github),
};

static void put(const bd_ctx *ctx, const compare_options *o, bd_form form, const bd_comparison *c,
                bd_buf *out)
{
    const char *said = ctx->env->variable(ctx->env->state, "COLUMNS");
    bool narrow = !o->form.output && (ctx->out_is_terminal || (said && said[0]));
    const bd_compare_text how = { .all = o->all,
                                  .colour = ctx->colour && !o->form.output,
                                  .columns = narrow ? bd_columns(ctx) : 0 };
    bd_json_writer w = bd_json_writer_to(out, 2);
    switch (form) {
    case BD_FORM_TEXT:
        bd_compare_print_text(c, &how, out);
        break;
    case BD_FORM_MARKDOWN:
        bd_compare_print_markdown(c, (bd_str){ 0 }, o->max_bytes, out);
        break;
    case BD_FORM_JSON:
        bd_compare_print_json(c, &w);
        bd_buf_putc(out, '\n');
        break;
    case BD_FORM_CSV:
        bd_compare_print_csv(c, out);
        break;
    }
}

static bool print(bd_ctx *ctx, const compare_options *o, bd_form form, const bd_comparison *c,
                  bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    put(ctx, o, form, c, &out);
    bool ok = bd_print_or_write(ctx, o->form.output, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const compare_options *o = opts;
    bd_sides sides = {
        .ctx = ctx, .asked = &o->sides, .command = "compare", .partial_ok = true, .lazily = true
    };
    bd_comparison c = { 0 };
    bd_form form;
    bool ok = bd_form_find(&o->form, true, &form, err) && bd_sides_read(&sides, arguments, err)
              && bd_sides_compare(&sides, &c, err) && bd_sides_check(&sides, &c, err);
    if (ok)
        bd_sides_tell(&sides, &c);
    const bd_report_parts parts = { BD_REPORT_HEAD, &c, NULL };
    ok = ok && print(ctx, o, form, &c, err)
         && (!o->github || bd_report_step(ctx, "compare", &parts, err));
    bd_comparison_release(&c);
    bd_sides_release(&sides);
    return ok;
}

const bd_cmd bd_cmd_compare = {
    .name = "compare",
    .summary = "say what became slower or faster, and how sure that is",
    .arguments = "[BASE] [HEAD] [QUERY]",
    .help =
        "A side is a result file, the first digits of a run's id, or a commit, tag or branch\n"
        "whose runs the history has. Without HEAD it is what the inputs of benchdoc.yml have now;\n"
        "without BASE it is chosen: the nearest commit with data that HEAD was built upon, on the\n"
        "same CPU and backend. Several files of a side, measured alternately on one machine, are\n"
        "the surest comparison: --base a1.json --base a2.json --head b1.json --head b2.json.\n"
        "--bundle FILE has both of another job, and asks the forge whether they still count.\n"
        "Words behind the sides are conditions and a metric; `benchdoc why --compare` with the\n"
        "same words shows the way to each verdict.\n"
        "+12.3 % slower (1.12x): percent of BASE, and HEAD / BASE; \302\261 is the 95 % interval.\n"
        "A timing counts as slower or faster when it changed by --least and there is evidence for\n"
        "it; what was counted needs none. The exit code is 0 whatever was found; `benchdoc gate`\n"
        "fails. docs/comparison.md has the rules.\n"
        "\n"
        "  benchdoc compare old.json new.json\n"
        "  benchdoc compare\n"
        "  benchdoc compare v1.2 HEAD backend=SQLite\n"
        "  benchdoc compare --max-bytes 65536 -o comment.md\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(compare_options),
    .arguments_max = -1,
    .run = run,
};
