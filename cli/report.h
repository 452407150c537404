/* cli/report.h: one report of a comparison and its gates as Markdown, for a comment, and for
 * the step of a job (`--github`). */
#ifndef BD_CLI_REPORT_H
#define BD_CLI_REPORT_H

#include "cli/cli.h"
#include "render/view/gate.h"

#define BD_GITHUB_OPTION(type, member)                                                        \
    { "github", 0, BD_OPT_SWITCH, offsetof(type, member), NULL,                               \
      "in a step of GitHub Actions: also the job's summary, and the outputs regressions, "    \
      "improvements and report-path" }

#define BD_REPORT_HEAD BD_STR("### Benchmarks\n\n")

typedef struct bd_report_parts {
    bd_str                head; /* Markdown that stands first; may be empty */
    const bd_comparison  *comparison;
    const bd_gate_report *gates; /* NULL = none were judged */
} bd_report_parts;

/* Appends head, gates and comparison. What does not fit is left out and counted: rows of the
 * comparison as bd_compare_print_markdown() does, before that rows of gates where they alone
 * would take half of the room.
 * @param bytes  never more, unless `head` is; 0 = all */
void bd_report_markdown(const bd_report_parts *parts, size_t bytes, bd_buf *out);

/* Appends the report to GITHUB_STEP_SUMMARY, writes it into RUNNER_TEMP, and names it with
 * the counts in GITHUB_OUTPUT.
 * @param command  for the file's name
 * @return false with BD_ERR_USAGE (this is no step) or BD_ERR_OUTPUT */
bool bd_report_step(bd_ctx *ctx, const char *command, const bd_report_parts *parts,
                    bd_error *err);

#endif
