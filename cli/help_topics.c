/* The topics of `benchdoc help TOPIC`. */
#include "cli/run.h"

#include <string.h>

static const char exit_codes[] =
    "Exit codes\n"
    "\n"
    "    0  done\n"
    "    1  a difference was found: a document drifted, a gate failed\n"
    "    2  the command line or benchdoc.yml is wrong\n"
    "    3  a result file is missing, unreadable or incomplete\n"
    "    4  the history's store refused\n"
    "    5  git or the remote refused\n"
    "    6  an output could not be written; nothing is half-written\n"
    "   70  a bug in benchdoc: please report it\n"
    "  130  interrupted\n"
    "\n"
    "Of several errors the first one counts. Warnings do not change the code.\n"
    "`benchdoc record -- COMMAND` ends with the command's own code.\n";

static const char queries[] =
    "Queries: one language for the command line, `from:`, cells and regions\n"
    "\n"
    "  [INPUT] [METRIC] CONDITION…\n"
    "\n"
    "  backend=MariaDB         is\n"
    "  rows=1000|5000          is one of\n"
    "  variant!=warm           is not\n"
    "  rows>5000  rows<=5000   numbers compare as numbers\n"
    "  variant=-               has none, or an empty one\n"
    "  cpu=\"AMD EPYC 7763\"     a value with blanks is quoted; cpu also by slug or short name\n"
    "  latest                  of several runs the one measured last\n"
    "  file=PATH               in a region: of this file, without a configuration\n"
    "\n"
    "INPUT is a name under `inputs:`; on the command line a FILE stands in its place.\n"
    "METRIC is what was measured: score, gc.alloc.rate.norm, wall.\n"
    "Keys are dimensions (parameters, names, mode, threads, method, class; params for all\n"
    "parameters as one text), then facts of the run: holes of the path, commit, branch, date,\n"
    "cpu, and environment.KEY.\n"
    "`benchdoc fields results.json` lists all of them with their values.\n"
    "\n"
    "  benchdoc table results.json mode=avgt 'size>1000'\n"
    "  from: tick run=4 rows=5000\n"
    "  <!-- benchdoc:table tick rows=5000 -->\n";

static const char templates[] =
    "Templates: what a cell, a title, a value or a page's path says\n"
    "\n"
    "  {backend}                 a dimension or fact of the row, by its label\n"
    "  {score}                   a metric: the value that the file gives\n"
    "  {wall.median}             a statistic: n mean median sd mad min max p50 p99.9 error\n"
    "                            low high\n"
    "  {score in ms/op}          converted\n"
    "  {wall.median:0.000 ms}    a number by example: unit, decimals and separators\n"
    "  {rows:10 000}             thousands parted by a blank\n"
    "  {wall operation=write}    with conditions of a query\n"
    "  {cpu.short}               EPYC 9V74 for AMD EPYC 9V74 80-Core Processor\n"
    "  {backend:slug}            for paths and links\n"
    "\n"
    "Everything else is Markdown as it stands. A cell may hold several:\n"
    "  \"{latency.p50} / {latency.p95} / {latency.p99}\"\n"
    "\n"
    "Number examples: \"0.000000 ms\", \"1,000\", \"10 000\", \"0 %\". Rounded once, half\n"
    "away from zero, by exact decimal arithmetic. An empty cell is an error unless `missing:`\n"
    "says its text.\n";

static const char delta[] =
    "Deltas: how two figures are compared\n"
    "\n"
    "  delta = (after - before) / before, in percent, with its sign\n"
    "  ratio = after / before\n"
    "\n"
    "  -12.5 % faster (0.88x)  a time that shrank, or a rate that grew: the sign is the\n"
    "                          number's, the word says what it means\n"
    "  +3.0 % more (1.03x)     a size or a count, or a number of which nobody knows which\n"
    "                          direction is better: more, less\n"
    "\n"
    "Several timings together are said in time: a rate that doubled is 0.500x the time.\n"
    "\n"
    "Which one is better comes from the metric's name, then its unit; an input can say it\n"
    "with `direction: smaller is better`. Figures are compared on one CPU only; exact counts on "
    "any.\n";

const char *bd_help_topic(const char *name)
{
    static const struct {
        const char *name, *text;
    } topics[] = { { "exit-codes", exit_codes },
                   { "queries", queries },
                   { "templates", templates },
                   { "delta", delta } };
    for (size_t i = 0; i < BD_COUNT(topics); i++)
        if (strcmp(topics[i].name, name) == 0)
            return topics[i].text;
    return NULL;
}
