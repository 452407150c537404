/* The rows of keys.h for `inputs:`. */
#include "core/config/internal.h"

static const char *const only_never[] = { "never", NULL };
static const char *const only_allow[] = { "allow", NULL };
static const char *const directions[] = { "smaller is better", "bigger is better", NULL };

static const bd_key name_rule_keys[] = {
    { .name = "ignore",
      .kind = BD_KEY_TEXT,
      .check = BD_CHECK_PATTERN,
      .required = true,
      .example = "ignore: \"* median\"",
      .help = "Names that fit this pattern are left out." },
};
static const bd_shape name_rule = SHAPE("name rule", bd_name_rule, name_rule_keys);

static const bd_key input_keys[] = {
    { .name = "files",
      .kind = BD_KEY_TEXTS,
      .check = BD_CHECK_FILES,
      .required = true,
      .offset = offsetof(bd_input, files),
      .example = "files: results/run-{run}/results.json",
      .help =
          "Where the result files lie, from the project's root: a path pattern or a list of them. "
          "* fits within a folder, ** across folders, {hole} becomes a fact of the run. "
          "REF:pattern reads from a git ref." },
    { .name = "format",
      .kind = BD_KEY_TEXT,
      .offset = offsetof(bd_input, format),
      .example = "format: jmh",
      .help =
          "The files' format, as `benchdoc formats` lists them. Left out: told by their content." },
    { .name = "newest",
      .kind = BD_KEY_TEXT,
      .offset = offsetof(bd_input, newest),
      .example = "newest: run",
      .help = "A hole of the path: of the files that differ in it only, the one with the last name "
              "counts. "
              "Left out: all files count." },
    { .name = "name",
      .kind = BD_KEY_NAME_RULES,
      .check = BD_CHECK_PATTERN,
      .offset = offsetof(bd_input, name_rules),
      .second = offsetof(bd_input, name_rule_count),
      .shape = &name_rule,
      .example = "name: \"{operation} {rows}rows {metric}\"",
      .help =
          "How the names in a custom array come apart into dimensions and {metric}: a pattern, or "
          "a list of which the first that fits speaks." },
    { .name = "benchmark",
      .kind = BD_KEY_NAME_RULES,
      .check = BD_CHECK_PATTERN,
      .offset = offsetof(bd_input, benchmark_rules),
      .second = offsetof(bd_input, benchmark_rule_count),
      .shape = &name_rule,
      .example = "benchmark: \"**.{database}Benchmark.{scenario}\"",
      .help =
          "How dotted benchmark names come apart into dimensions: a pattern, or a list of which "
          "the first that fits speaks." },
    { .name = "rename",
      .kind = BD_KEY_MAP,
      .offset = offsetof(bd_input, rename),
      .example = "rename: { kind: operation }",
      .help = "Dimension as the file calls it → dimension as it shall be called." },
    { .name = "dimensions",
      .kind = BD_KEY_MAP,
      .offset = offsetof(bd_input, dimensions),
      .example = "dimensions: { version: environment.backend_version }",
      .help = "Dimension → fact of the run that gives its value. Runs that differ in it are "
              "different series." },
    { .name = "environment",
      .kind = BD_KEY_MAP,
      .offset = offsetof(bd_input, environment),
      .example = "environment: { cpu: AMD Ryzen 5 5600X, memory: 32 GiB }",
      .help = "Facts about the machine that no file of the run carries; a file's own value wins." },
    { .name = "direction",
      .kind = BD_KEY_WORD,
      .offset = offsetof(bd_input, direction),
      .words = directions,
      .example = "direction: smaller is better",
      .help = "Which way is better, where neither the file nor the unit says." },
    { .name = "gate",
      .kind = BD_KEY_FLAG,
      .offset = offsetof(bd_input, gate_never),
      .words = only_never,
      .example = "gate: never",
      .help = "These numbers are reported and never fail a build." },
    { .name = "incomplete",
      .kind = BD_KEY_FLAG,
      .offset = offsetof(bd_input, allow_incomplete),
      .words = only_allow,
      .example = "incomplete: allow",
      .help = "Runs that ended early count, too. Left out: they are an error." },
};
const bd_shape bd_shape_input = SHAPE("input", bd_input, input_keys);
