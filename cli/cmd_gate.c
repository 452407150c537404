/* gate: fails when what must hold does not. */
#include "cli/commands.h"
#include "cli/gate.h"
#include "cli/report.h"
#include "render/text/gate.h"

#include <stdlib.h>
#include <string.h>

static const bd_opt options[] = {
    BD_SIDE_OPTIONS(bd_gate_options, sides),
    BD_ALERT_OPTIONS(bd_gate_options, alerts),
    { "replay", 0, BD_OPT_SWITCH, offsetof(bd_gate_options, replay), NULL,
      "judge the stored runs: how often would the gates have failed, and how often falsely" },
    { "since", 0, BD_OPT_TEXT, offsetof(bd_gate_options, since), "DATE",
      "with --replay: runs from this day on (2026-01-31)" },
    { "all", 0, BD_OPT_SWITCH, offsetof(bd_gate_options, all), NULL,
      "a line for what passed or was not judged, too" },
    { "as", 0, BD_OPT_TEXT, offsetof(bd_gate_options, form.as), "text|markdown|json",
      "what to print; else the output's name says it, or text" },
    { "json", 0, BD_OPT_SWITCH, offsetof(bd_gate_options, form.json), NULL, "print JSON" },
    { "output", 'o', BD_OPT_TEXT, offsetof(bd_gate_options, form.output), "FILE",
      "write to this file" },
    BD_GITHUB_OPTION(bd_gate_options, github),
};

static bool read_since(const char *text, int64_t *out, bd_error *err)
{
    static const int64_t day = (int64_t)86400 * 1000 * 1000 * 1000;
    *out = BD_TIME_UNKNOWN;
    if (!text)
        return true;
    if (bd_gate_day_parse(text, out)) {
        *out -= day; /* its beginning */
        return true;
    }
    bd_hint(err, "--since 2026-01-31");
    return bd_fail(err, BD_ERR_USAGE, "--since takes a day, not '%s'", text);
}

static bool check_options(const bd_gate_options *o, const bd_arguments *words, bd_error *err)
{
    const bd_side_options *s = &o->sides;
    if (o->since && !o->replay) {
        bd_hint(err, "benchdoc gate --replay --since %s", o->since);
        return bd_fail(err, BD_ERR_USAGE, "--since goes with --replay");
    }
    if (o->replay && (words->count > 0 || s->base.count > 0 || s->head.count > 0)) {
        bd_hint(err, "benchdoc gate --replay --suite NAME replays one suite");
        return bd_fail(err, BD_ERR_USAGE,
                       "--replay judges the stored runs, and takes no base or head");
    }
    if (o->replay && o->github) {
        bd_hint(err, "benchdoc gate --replay --as markdown >> \"$GITHUB_STEP_SUMMARY\"");
        return bd_fail(err, BD_ERR_USAGE, "--github tells of one comparison, not of --replay");
    }
    return true;
}

static bool print(bd_ctx *ctx, const bd_gate_options *o, bd_form form, const bd_gate_report *report,
                  bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    const bd_gate_text how = { .all = o->all, .colour = ctx->colour && !o->form.output };
    bd_json_writer w = bd_json_writer_to(&out, 2);
    if (form == BD_FORM_JSON) {
        bd_gate_print_json(report, &w);
        bd_buf_putc(&out, '\n');
    } else if (form == BD_FORM_MARKDOWN) {
        bd_gate_print_markdown(report, BD_GATE_ROWS, &out);
    } else {
        bd_gate_print_text(report, &how, &out);
    }
    bool ok = bd_print_or_write(ctx, o->form.output, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

static bool has_series(bd_sides *s, const bd_comparison *c, bd_error *err)
{
    if (!s->options.query || c->row_count > 0)
        return true;
    bd_hint(err, "`benchdoc fields FILE` lists names and values");
    return bd_fail(err, BD_ERR_USAGE, "no series meets '%s', so that nothing could fail",
                   bd_buf_text(&s->query_text));
}

/* A green check over nothing needs a word: who asked for it may think that timings hold. */
static void tell_nothing(const bd_ctx *ctx, const bd_comparison *c, const bd_gate_report *report)
{
    if (c->row_count == 0 || !bd_gate_report_is_empty(report))
        return;
    bd_note(
        ctx,
        "%zu series %s compared, and no gate judges them: without `gates:` only what is counted "
        "is (allocations, errors, calls)",
        c->row_count, c->row_count == 1 ? "was" : "were");
    bd_note(ctx, "  \xE2\x86\x92 `benchdoc gate --alert 120%%` fails what became so much worse; "
                 "`gates:` of benchdoc.yml say more (docs/gates.md)");
}

static bool judge(bd_ctx *ctx, const bd_gate_options *o, const bd_arguments *words,
                  bd_gate_call call, bd_error *err)
{
    bd_sides sides = { .ctx = ctx, .asked = &o->sides, .command = "gate", .lazily = true };
    bd_comparison c = { 0 };
    bd_gate_report report = { 0 };
    bd_form form;
    bool ok = bd_form_find(&o->form, false, &form, err) && bd_sides_read(&sides, words, err)
              && bd_sides_compare(&sides, &c, err) && has_series(&sides, &c, err);
    if (ok) {
        bd_sides_tell(&sides, &c);
        ok = bd_gate_sides(&sides, &c, call, &report) && print(ctx, o, form, &report, err);
    }
    const bd_report_parts parts = { BD_REPORT_HEAD, &c, &report };
    ok = ok && (!o->github || bd_report_step(ctx, "gate", &parts, err));
    for (size_t i = 0; ok && i < c.notes.count; i++)
        bd_note(ctx, "%s", c.notes.items[i]);
    if (ok)
        tell_nothing(ctx, &c, &report);
    if (ok && report.counts[BD_GATE_FAILED] > 0)
        ctx->exit_code = 1;
    bd_gate_report_release(&report);
    bd_comparison_release(&c);
    bd_sides_release(&sides);
    return ok;
}

static bool replay(bd_ctx *ctx, const bd_gate_options *o, bd_gate_call call, bd_error *err)
{
    bd_sides sides = { .ctx = ctx, .asked = &o->sides, .command = "gate" };
    bd_replay past = { 0 };
    bd_buf out = BD_BUF_INIT;
    int64_t since;
    bd_form form;
    bool ok = bd_form_find(&o->form, false, &form, err) && read_since(o->since, &since, err)
              && bd_sides_read_past(&sides, err);
    if (ok) {
        call.config = sides.project.config;
        ok = bd_replay_run(&sides, call, since, &past, err);
    }
    if (ok) {
        if (past.skipped_runs > 0)
            bd_note(ctx, "%zu runs could not be judged; the first: %s", past.skipped_runs,
                    past.skipped.message);
        bd_replay_print(&past, form, o->all, &out);
        ok = bd_print_or_write(ctx, o->form.output, bd_buf_str(&out), err);
    }
    bd_buf_release(&out);
    bd_replay_release(&past);
    bd_sides_release(&sides);
    return ok;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *words, bd_error *err)
{
    const bd_gate_options *o = opts;
    bd_gate_call call = { 0 };
    if (!check_options(o, words, err) || !bd_gate_ask(ctx, &o->alerts, &call, err))
        return false;
    return o->replay ? replay(ctx, o, call, err) : judge(ctx, o, words, call, err);
}

const bd_cmd bd_cmd_gate = {
    .name = "gate",
    .summary = "fail when what must hold does not: gates of benchdoc.yml",
    .arguments = "[BASE] [HEAD] [QUERY]",
    .help =
        "Judges HEAD by `gates:` of benchdoc.yml and ends with 1 when one fails: a line for each\n"
        "series that does. Without `gates:` what was counted (allocations, errors, calls) must\n"
        "not be worse than in the baseline, and timings fail nothing. BASE and HEAD are those of\n"
        "`benchdoc compare`; a machine without a baseline yet fails nothing. A timing fails only\n"
        "with evidence, and only where a gate asks for it. A gate that fits nothing is an error.\n"
        "--replay judges every stored run against its baseline then, and tells how often the\n"
        "gates would have failed and how often the next run was as before: false alerts.\n"
        "docs/gates.md has the rules.\n"
        "\n"
        "  benchdoc gate\n"
        "  benchdoc gate main --output gates.md\n"
        "  benchdoc gate old.json new.json --alert 150%\n"
        "  benchdoc gate --replay --since 2026-01-01\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(bd_gate_options),
    .arguments_max = -1,
    .run = run,
};
