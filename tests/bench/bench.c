/* benchdoc_bench: what benchdoc takes, as whole processes, beside what the usual tools
 * take. Writes interchange JSON with every sample, and environment.txt beside it. The
 * rounds of a task alternate between its tools, so that a disturbance meets all of them.
 *
 *     benchdoc_bench --benchdoc PROGRAM --charts benchdoc_charts
 *         --append benchdoc_append --source TREE -o bench-data/benchdoc/results.json */
#include "tests/bench/process.h"
#include "tests/bench/results.h"
#include "tests/bench/tasks.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ROUNDS_USUAL = 21, ROUNDS_MAX = 1000, TOOLS_MAX = 8, ARGUMENTS_MAX = 16 };

typedef struct options {
    const char *benchdoc, *charts, *append, *source, *output, *only, *suite;
    int rounds;
    bool quick;
} options;

typedef struct bench {
    const options *o;
    places places;
    bd_run *run;
} bench;

/* The samples of one tool in one task. */
typedef struct series {
    const task_row *row;
    bool missing; /* the tool is not on this machine */
    int64_t wall_ns[ROUNDS_MAX], peak_bytes[ROUNDS_MAX];
    int64_t file_bytes; /* that it wrote; 0 = none is looked at */
} series;

/* ---- measuring ---- */

/* A program that measures itself says one number. */
static process_sample told(const char *const *argv)
{
    process_sample out = { .status = -1 };
    bd_buf line = BD_BUF_INIT;
    if (process_first_line(argv, &line)) {
        out.wall_ns = strtoll(bd_buf_text(&line), NULL, 10);
        out.status = out.wall_ns > 0 ? 0 : 1;
    }
    bd_buf_release(&line);
    return out;
}

static int64_t size_of_file(const char *path)
{
    struct stat facts;
    return path && stat(path, &facts) == 0 ? (int64_t)facts.st_size : 0;
}

static bool sample(bench *b, series *s, int round)
{
    const char *argv[ARGUMENTS_MAX + 1];
    size_t count = 0;
    for (; count < ARGUMENTS_MAX && s->row->argv[count]; count++)
        argv[count] = places_word(&b->places, s->row->argv[count]);
    argv[count] = NULL;
    if (!places_prepare(&b->places, s->row))
        return false;
    const char *in = s->row->in ? places_word(&b->places, s->row->in) : NULL;
    process_sample got = s->row->says_ns ? told(argv) : process_measure(argv, in);
    bool ours = strcmp(s->row->tool, "benchdoc") == 0, first = round < 0 || b->o->quick;
    s->missing = got.status == -1 || (!ours && first && got.status != 0);
    if (s->missing && !ours) {
        fprintf(stderr, "benchdoc_bench: %s is not here: left out\n", s->row->tool);
        return true;
    }
    if (got.status != 0) {
        fprintf(stderr, "benchdoc_bench: %s, %s: exit %d\n", s->row->task, s->row->tool,
                got.status);
        return false;
    }
    if (round >= 0) { /* the round before the first one warms the caches */
        s->wall_ns[round] = got.wall_ns;
        s->peak_bytes[round] = got.peak_bytes;
    }
    if (s->row->file)
        s->file_bytes = size_of_file(places_word(&b->places, s->row->file));
    return true;
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int64_t median_of(const int64_t *values, int count)
{
    int64_t sorted[ROUNDS_MAX];
    memcpy(sorted, values, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, by_size);
    return count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

typedef struct metric {
    const char *name, *unit;
    const int64_t *values;
    int count;
} metric;

static const char *group_of(const char *task)
{
    bd_str text = bd_str_of(task);
    if (bd_str_starts(text, "append") || bd_str_starts(text, "publish"))
        return "history";
    if (bd_str_starts(text, "log"))
        return "logs";
    if (bd_str_starts(text, "compare"))
        return "comparing";
    return strstr(task, "chart") ? "charts" : "whole process";
}

/* Measured when asked for, by a target of its own. */
static bool has_own_file(const char *group)
{
    return strcmp(group, "comparing") == 0 || strcmp(group, "logs") == 0;
}

static void add_point(bench *b, const series *s, metric m)
{
    bd_arena *arena = &b->run->arena;
    size_t count = (size_t)m.count;
    bd_point *point = bd_run_add_point(b->run);
    point->benchmark = group_of(s->row->task);
    point->metric = m.name;
    point->unit = m.unit;
    point->direction = BD_SMALLER_IS_BETTER;
    bd_pairs_set(&point->params, arena, BD_STR("task"),
                 bd_str_of(places_task_name(&b->places, s->row)));
    bd_pairs_set(&point->params, arena, BD_STR("tool"), bd_str_of(s->row->tool));
    point->value = bd_int(median_of(m.values, m.count));
    point->n = m.count;
    point->samples = (bd_samples){ .ints = bd_arena_copy(arena, m.values, count * sizeof *m.values),
                                   .count = count };
}

static void report(bench *b, const series *s)
{
    int rounds = b->o->rounds;
    if (s->missing)
        return;
    add_point(b, s, (metric){ "wall", "ns", s->wall_ns, rounds });
    if (!s->row->says_ns)
        add_point(b, s, (metric){ "peak", "bytes", s->peak_bytes, rounds });
    if (s->file_bytes > 0)
        add_point(b, s, (metric){ "file", "bytes", &s->file_bytes, 1 });
    printf("%-44s %-18s %9.3f ms %9.1f MB", places_task_name(&b->places, s->row), s->row->tool,
           (double)median_of(s->wall_ns, rounds) / 1e6,
           (double)median_of(s->peak_bytes, rounds) / 1e6);
    if (s->file_bytes > 0)
        printf(" %7lld bytes", (long long)s->file_bytes);
    printf("\n");
    fflush(stdout);
}

static bool measure_task(bench *b, size_t first, size_t count)
{
    bool ok = true;
    series *all = bd_alloc(count * sizeof *all);
    for (size_t i = 0; i < count; i++)
        all[i].row = &task_rows[first + i];
    for (int round = b->o->quick ? 0 : -1; ok && round < b->o->rounds; round++)
        for (size_t i = 0; ok && i < count; i++)
            ok = all[i].missing || sample(b, &all[i], round);
    for (size_t i = 0; ok && i < count; i++)
        report(b, &all[i]);
    free(all);
    return ok;
}

/* What takes long to prepare has a file of its own, and is measured when it is asked for. */
static bool is_asked_for(const bench *b, const char *task)
{
    if (!b->o->only)
        return b->o->quick || !has_own_file(group_of(task));
    return strstr(task, b->o->only) != NULL;
}

static bool measure_all(bench *b)
{
    for (size_t first = 0, next; first < task_row_count; first = next) {
        const char *task = task_rows[first].task;
        for (next = first + 1; next < task_row_count && strcmp(task_rows[next].task, task) == 0;)
            next++;
        if (!is_asked_for(b, task) || !places_has(&b->places, &task_rows[first]))
            continue;
        if (!measure_task(b, first, next - first))
            return false;
    }
    return true;
}

/* ---- the file ---- */

static void add_versions(bench *b)
{
    static const char *const tools[][3] = { { "node", "--version" },    { "jq", "--version" },
                                            { "python3", "--version" }, { "gnuplot", "--version" },
                                            { "rrdtool", "--version" }, { "git", "--version" } };
    bd_buf line = BD_BUF_INIT;
    for (size_t i = 0; i < BD_COUNT(tools); i++)
        if (process_first_line(tools[i], &line))
            bd_pairs_set(&b->run->environment, &b->run->arena, bd_str_of(tools[i][0]),
                         bd_buf_str(&line));
    const char *const matplotlib[] = { b->places.python, "-c",
                                       "import matplotlib; print(matplotlib.__version__)", NULL };
    if (process_first_line(matplotlib, &line))
        bd_pairs_set(&b->run->environment, &b->run->arena, BD_STR("matplotlib"), bd_buf_str(&line));
    bd_buf_release(&line);
}

static bool write_results(bench *b, bd_error *err)
{
    add_versions(b);
    b->run->suite = b->o->suite;
    b->run->tool = "benchdoc_bench";
    return results_write(b->run, b->places.benchdoc, b->o->output, err);
}

/* ---- the program ---- */

static bool read_options(int argc, char **argv, options *o)
{
    static const struct option names[] = {
        { "benchdoc", required_argument, NULL, 'b' }, { "charts", required_argument, NULL, 'c' },
        { "append", required_argument, NULL, 'a' },   { "source", required_argument, NULL, 's' },
        { "output", required_argument, NULL, 'o' },   { "rounds", required_argument, NULL, 'r' },
        { "only", required_argument, NULL, 't' },     { "suite", required_argument, NULL, 'n' },
        { "quick", no_argument, NULL, 'q' },          { NULL, 0, NULL, 0 },
    };
    *o = (options){ .source = ".", .suite = "speed", .rounds = ROUNDS_USUAL };
    for (int c; (c = getopt_long(argc, argv, "o:", names, NULL)) != -1;) {
        switch (c) {
        case 'b':
            o->benchdoc = optarg;
            break;
        case 'c':
            o->charts = optarg;
            break;
        case 'a':
            o->append = optarg;
            break;
        case 's':
            o->source = optarg;
            break;
        case 'o':
            o->output = optarg;
            break;
        case 'r':
            o->rounds = (int)strtol(optarg, NULL, 10);
            break;
        case 't':
            o->only = optarg;
            break;
        case 'n':
            o->suite = optarg;
            break;
        case 'q':
            o->quick = true;
            break;
        default:
            return false;
        }
    }
    if (o->quick)
        o->rounds = 1;
    return o->benchdoc && o->charts && o->append && o->output && optind == argc && o->rounds >= 1
           && o->rounds <= ROUNDS_MAX;
}

static char *make_directory(void)
{
    const char *base = getenv("TMPDIR");
    bd_buf name = BD_BUF_INIT;
    bd_buf_printf(&name, "%s/benchdoc-bench-XXXXXX", base && base[0] ? base : "/tmp");
    char *made = mkdtemp(bd_buf_text(&name));
    if (!made)
        bd_buf_release(&name);
    return made; /* is the buffer's memory */
}

int main(int argc, char **argv)
{
    options o;
    bd_error err = BD_ERROR_INIT;
    if (!read_options(argc, argv, &o)) {
        fprintf(stderr, "usage: benchdoc_bench --benchdoc PROGRAM --charts PROGRAM --append PROGRAM"
                        " -o FILE"
                        " [--source TREE] [--rounds N] [--only TASK] [--suite NAME] [--quick]\n");
        return 2;
    }
    char *program = realpath(o.benchdoc, NULL), *directory = make_directory();
    if (!program || !directory) {
        perror(program ? "benchdoc_bench: no temporary directory" : o.benchdoc);
        free(program);
        return 6;
    }
    size_t megabyte = 1000 * 1000;
    bench b = { .o = &o, .run = bd_run_new() };
    b.places = (places){ .benchdoc = program,
                         .charts = o.charts,
                         .append = o.append,
                         .source = o.source,
                         .directory = directory,
                         .small_bytes = (o.quick ? 1 : 20) * megabyte,
                         .history_bytes = (o.quick ? 1 : 10) * megabyte,
                         .many = o.quick ? 100 : 20000,
                         .commits = o.quick ? 16 : 2000,
                         .large_bytes = (o.quick ? 2 : 200) * megabyte };
    bool ok = places_make(&b.places) && measure_all(&b) && write_results(&b, &err);
    if (err.code != BD_OK)
        fprintf(stderr, "benchdoc_bench: %s: %s\n", err.file, err.message);
    places_end(&b.places);
    bd_run_free(b.run);
    free(program);
    free(directory);
    return ok ? 0 : 1;
}
