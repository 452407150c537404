/* The table of tasks, and the files that they work on. */
#include "tests/bench/tasks.h"

#include "core/base/file.h"
#include "tests/bench/go_log.h"
#include "tests/bench/jmh_file.h"
#include "tests/bench/nights.h"
#include "tests/bench/pictures.h"
#include "tests/bench/process.h"
#include "tests/bench/text_logs.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DOCUMENT_BYTES_MAX = 1 << 24, WORDS_MAX = 16, NIGHTS = 30 };

#define WORDS(...)        \
    (const char *const[]) \
    {                     \
        __VA_ARGS__, NULL \
    }

static const char node_parse[] = "JSON.parse(fs.readFileSync(process.argv[1]))";
/* Less than half the work: no units, no names, no packages. */
static const char awk_go[] = "/^Benchmark/ { n++; s += $3 } END { print n, s }";
static const char awk_cargo[] =
    "/^test .* bench:/ { n++; gsub(/,/, \"\"); sub(/.*bench:/, \"\"); s += $1 } END { print n, s }";
static const char awk_benchmarkjs[] =
    "/ runs sampled/ { n++; gsub(/,/, \"\"); sub(/.* x /, \"\"); s += $1 } END { print n, s }";
static const char awk_benchmarkluau[] = "/^SUCCESS:/ { n++; s += $4 } END { print n, s }";
static const char awk_catch2[] = "/^ +[0-9.]+ us / { n++; s += $1 } END { print n, s }";
static const char python_parse[] = "import json, sys; json.load(open(sys.argv[1], 'rb'))";

#define NODE_START(task)                                                           \
    {                                                                              \
        task, "node", NULL, PREPARE_NOTHING, WORDS("node", "-e", "0"), NULL, false \
    }
#define NODE_PARSE(task, file)                                                                  \
    {                                                                                           \
        task, "node", NULL, PREPARE_NOTHING, WORDS("node", "-e", node_parse, file), NULL, false \
    }

#define REGENERATE "regenerate skript-orm"
#define REWRITE    "regenerate skript-orm, all documents changed"
#define CHECK      "check skript-orm without results"
#define INGEST     "ingest @small-size of JMH into SQLite"
#define READ       "read @large-size of JMH"
#define TABLE      "table of a JMH file"
#define LOG(kind)  "log of @small-size, " kind
#define CALM       "compare @many series with 30 runs, calm"
#define NOISY      "compare @many series with 30 runs, noisy"
#define AGAIN      "one bar chart, in process"
#define BARS       "one bar chart, whole process"
#define LINES      "one line chart, whole process"
#define PICTURES   "100 pictures of 50 charts"

#define APPEND      "append to a data.js of @history-size"
#define APPEND_ONLY "append to a data.js of @history-size, without the start"
#define LOCAL       "publish to a bare repository"
#define HTTP        "publish over HTTP"

/* Publishing the result beside the remote as an entry of one of its data.js. */
#define PUBLISH(task, in, remote)                                                          \
    {                                                                                      \
        task, "benchdoc", in, PREPARE_SITE,                                                \
            WORDS("@benchdoc", "publish", "../result.json", "--name", "Benchmark", "--to", \
                  "dev/bench/cpu-3/data.js", "--remote", remote, "--commit",               \
                  "5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e", "-q"),                       \
            NULL, false                                                                    \
    }

/* A text format; the rival says how many entries it found. */
#define READ_LOG(task, kind, sum)                                                                \
    { LOG(task),                                                                                 \
      "benchdoc",                                                                                \
      NULL,                                                                                      \
      PREPARE_NOTHING,                                                                           \
      WORDS("@benchdoc", "ingest", "--dry-run", "@" kind ".log"),                                \
      NULL,                                                                                      \
      false },                                                                                   \
        { LOG(task),                                                                             \
          "node",                                                                                \
          NULL,                                                                                  \
          PREPARE_NOTHING,                                                                       \
          WORDS("node", "@rival-text_logs.js", kind, "@" kind ".log"),                           \
          NULL,                                                                                  \
          false },                                                                               \
    {                                                                                            \
        LOG(task), "awk", NULL, PREPARE_NOTHING, WORDS("awk", sum, "@" kind ".log"), NULL, false \
    }

/* Rivals draw the charts of charts.c with scripts of rivals/. */
#define GNUPLOT(task, tool, script, terminal)                                                \
    {                                                                                        \
        task, tool, NULL, PREPARE_NOTHING, WORDS("gnuplot", "-c", script, terminal, "@png"), \
            "@png", false                                                                    \
    }

const task_row task_rows[] = {
    { REGENERATE, "benchdoc", "@example", PREPARE_NOTHING, WORDS("@benchdoc", "generate", "-q"),
      NULL, false },
    NODE_START(REGENERATE),
    { REGENERATE, "jq", NULL, PREPARE_NOTHING, WORDS("jq", "-n", "0"), NULL, false },
    { REGENERATE, "python3", NULL, PREPARE_NOTHING, WORDS("python3", "-c", "pass"), NULL, false },

    { REWRITE, "benchdoc", "@example", PREPARE_DRIFT, WORDS("@benchdoc", "generate", "-q"), NULL,
      false },
    NODE_START(REWRITE),

    { CHECK, "benchdoc", "@bare", PREPARE_NOTHING, WORDS("@benchdoc", "generate", "--check", "-q"),
      NULL, false },
    NODE_START(CHECK),

    { TABLE, "benchdoc", NULL, PREPARE_NOTHING, WORDS("@benchdoc", "table", "@one"), NULL, false },
    NODE_START(TABLE),

    { INGEST, "benchdoc", NULL, PREPARE_NO_STORE,
      WORDS("@benchdoc", "ingest", "--store", "@store", "@small"), NULL, false },
    NODE_PARSE(INGEST, "@small"),
    { INGEST, "jq", NULL, PREPARE_NOTHING, WORDS("jq", "length", "@small"), NULL, false },
    { INGEST, "python3", NULL, PREPARE_NOTHING, WORDS("python3", "-c", python_parse, "@small"),
      NULL, false },

    { READ, "benchdoc", NULL, PREPARE_NOTHING, WORDS("@benchdoc", "ingest", "--dry-run", "@large"),
      NULL, false },
    NODE_PARSE(READ, "@large"),

    { LOG("go test"), "benchdoc", NULL, PREPARE_NOTHING,
      WORDS("@benchdoc", "ingest", "--dry-run", "@go.log"), NULL, false },
    { LOG("go test"), "node", NULL, PREPARE_NOTHING, WORDS("node", "@rival-go_log.js", "@go.log"),
      NULL, false },
    { LOG("go test"), "awk", NULL, PREPARE_NOTHING, WORDS("awk", awk_go, "@go.log"), NULL, false },
    READ_LOG("cargo bench", "cargo", awk_cargo),
    READ_LOG("benchmark.js", "benchmarkjs", awk_benchmarkjs),
    READ_LOG("Luau", "benchmarkluau", awk_benchmarkluau),
    READ_LOG("Catch2", "catch2", awk_catch2),

    { CALM, "benchdoc", "@calm", PREPARE_CALM, WORDS("@benchdoc", "compare"), NULL, false },
    { NOISY, "benchdoc", "@noisy", PREPARE_NOISY, WORDS("@benchdoc", "compare"), NULL, false },

    { AGAIN, "benchdoc", NULL, PREPARE_NOTHING, WORDS("@charts", "again", "@png"), "@png", true },
    { AGAIN, "matplotlib", NULL, PREPARE_NOTHING, WORDS("@python", "@matplotlib", "again", "@png"),
      "@png", true },

    { BARS, "benchdoc", NULL, PREPARE_NOTHING, WORDS("@charts", "bars", "@png"), "@png", false },
    GNUPLOT(BARS, "gnuplot png", "@bars.gp", "png"),
    GNUPLOT(BARS, "gnuplot pngcairo", "@bars.gp", "pngcairo"),
    { BARS, "matplotlib", NULL, PREPARE_NOTHING, WORDS("@python", "@matplotlib", "bars", "@png"),
      "@png", false },

    { LINES, "benchdoc", NULL, PREPARE_NOTHING, WORDS("@charts", "lines", "@png"), "@png", false },
    GNUPLOT(LINES, "gnuplot png", "@lines.gp", "png"),
    GNUPLOT(LINES, "gnuplot pngcairo", "@lines.gp", "pngcairo"),
    { LINES, "matplotlib", NULL, PREPARE_NOTHING, WORDS("@python", "@matplotlib", "lines", "@png"),
      "@png", false },
    { LINES, "rrdtool", NULL, PREPARE_NOTHING, WORDS("sh", "@lines.sh", "draw", "@rrd", "@png"),
      "@png", false },

    { PICTURES, "benchdoc", "@pictures", PREPARE_NO_PICTURES, WORDS("@benchdoc", "generate", "-q"),
      NULL, false },
    { PICTURES, "gnuplot png", NULL, PREPARE_NOTHING,
      WORDS("gnuplot", "-c", "@hundred.gp", "png", "@drawn"), NULL, false },

    { APPEND, "benchdoc", NULL, PREPARE_NOTHING, WORDS("@append", "@data.js", "@after.js"), NULL,
      false },
    { APPEND, "node", NULL, PREPARE_NOTHING,
      WORDS("node", "@rival-append.js", "@data.js", "@after.js"), NULL, false },

    { APPEND_ONLY, "benchdoc", NULL, PREPARE_NOTHING,
      WORDS("@append", "@data.js", "@after.js", "timed"), NULL, true },
    { APPEND_ONLY, "node", NULL, PREPARE_NOTHING,
      WORDS("node", "@rival-append.js", "@data.js", "@after.js", "timed"), NULL, true },

    PUBLISH(LOCAL, "@site/work", "@site/remote.git"),
    { LOCAL, "git as the action", NULL, PREPARE_SITE,
      WORDS("node", "@rival-action.js", "@site/remote.git", "@site/work"), NULL, false },
    { LOCAL, "git plumbing", NULL, PREPARE_SITE, WORDS("sh", "@plumbing.sh", "@site/remote.git"),
      NULL, false },

    PUBLISH(HTTP, "@site/fresh", "@url"),
    { HTTP, "git clone", NULL, PREPARE_SITE, WORDS("sh", "@clone.sh", "@url", "@site/clone"), NULL,
      false },
    { HTTP, "git as the action", NULL, PREPARE_SITE,
      WORDS("node", "@rival-action.js", "@url", "@site/work"), NULL, false },
};

const size_t task_row_count = BD_COUNT(task_rows);

/* ---- places ---- */

static char *inside(places *p, const char *name)
{
    return bd_path_join(&p->arena, p->directory, name);
}

static const char *rival(places *p, const char *name)
{
    const char *folder = bd_path_join(&p->arena, p->source, "tests/bench/rivals");
    return bd_path_join(&p->arena, folder, name);
}

const char *places_word(places *p, const char *word)
{
    if (word[0] != '@')
        return word;
    if (strcmp(word, "@benchdoc") == 0)
        return p->benchdoc;
    if (strcmp(word, "@charts") == 0)
        return p->charts;
    if (strcmp(word, "@append") == 0)
        return p->append;
    if (strcmp(word, "@url") == 0)
        return p->url;
    if (bd_str_starts(bd_str_of(word), "@rival-"))
        return rival(p, word + strlen("@rival-"));
    if (strcmp(word, "@python") == 0)
        return p->python;
    if (strcmp(word, "@matplotlib") == 0)
        return rival(p, "matplotlib_charts.py");
    if (bd_str_ends(bd_str_of(word), ".gp") || bd_str_ends(bd_str_of(word), ".sh"))
        return rival(p, word + 1);
    if (strcmp(word, "@png") == 0)
        return inside(p, "chart.png");
    if (strcmp(word, "@one") == 0)
        return inside(p, "example/results/jmh-report/results.json");
    if (strcmp(word, "@store") == 0)
        return bd_arena_printf(&p->arena, "sqlite:%s/history.db", p->directory);
    if (strcmp(word, "@small") == 0 || strcmp(word, "@large") == 0)
        return inside(p, bd_arena_printf(&p->arena, "%s.json", word + 1));
    return inside(p, word + 1);
}

const char *places_task_name(places *p, const task_row *row)
{
    const char *at = strchr(row->task, '@');
    if (!at)
        return row->task;
    if (at[1] == 'm')
        return bd_arena_printf(&p->arena, "%.*s%zu%s", (int)(at - row->task), row->task, p->many,
                               at + strlen("@many"));
    size_t bytes = at[1] == 's' ? p->small_bytes : at[1] == 'h' ? p->history_bytes : p->large_bytes;
    return bd_arena_printf(&p->arena, "%.*s%zu MB%s", (int)(at - row->task), row->task,
                           bytes / 1000000, strstr(at, "size") + strlen("size"));
}

bool places_has(const places *p, const task_row *row)
{
    return row->prepare != PREPARE_SITE || p->has_site;
}

static bool run(const char *const *argv)
{
    int status = process_measure(argv, NULL).status;
    if (status != 0)
        fprintf(stderr, "benchdoc_bench: %s %s: exit %d\n", argv[0], argv[1], status);
    return status == 0;
}

static bool copy_example(places *p, const char *name)
{
    char *from = bd_path_join(&p->arena, p->source, "bench-data/skript-orm");
    return run(WORDS("cp", "-R", from, inside(p, name)));
}

static bool make_file(places *p, const char *name, size_t bytes)
{
    bool ok = jmh_file_write(inside(p, name), bytes);
    if (!ok)
        fprintf(stderr, "benchdoc_bench: %s/%s: cannot be written\n", p->directory, name);
    return ok;
}

/* A project of charts, and what the rivals need; without a rival its rows are left out. */
static bool make_pictures(places *p)
{
    char *results = bd_path_join(&p->arena, p->source, "bench-data/benchdoc/results.json");
    const char *python = "/usr/bin/python3"; /* where a distribution's matplotlib is */
    bool has = process_measure(WORDS("python3", "-c", "import matplotlib"), NULL).status == 0;
    p->python = has ? "python3" : python;
    process_measure(WORDS("sh", rival(p, "lines.sh"), "make", inside(p, "rrd")), NULL);
    return run(WORDS("mkdir", inside(p, "pictures"), inside(p, "drawn")))
           && run(WORDS("cp", results, inside(p, "pictures/results.json")))
           && pictures_make(inside(p, "pictures"));
}

/* The server is git's own, behind a password; it ends when it is told to. */
static bool serve(places *p)
{
    enum { STEP_US = 20000, STEPS = 500 };
    bd_error err = BD_ERROR_INIT;
    bd_buf port = BD_BUF_INIT;
    const char *script = bd_path_join(&p->arena, p->source, "tests/git/http_server.py");
    const char *const argv[] = { "env",        "ACCOUNT=u:password", "python3", script,
                                 p->directory, inside(p, "port"),    NULL };
    p->server = process_start(argv);
    for (int i = 0; i < STEPS && access(inside(p, "port"), R_OK) != 0; i++)
        usleep(STEP_US);
    bool ok = p->server > 0 && bd_file_read(inside(p, "port"), DOCUMENT_BYTES_MAX, &port, &err);
    if (ok)
        p->url = bd_arena_printf(&p->arena, "http://u:password@127.0.0.1:%s/site/remote.git",
                                 bd_buf_text(&port));
    bd_buf_release(&port);
    return ok;
}

/* Something to publish to. */
static bool make_site(places *p)
{
    const char *commits = bd_arena_printf(&p->arena, "%d", p->commits);
    const char *const make[] = { "sh", rival(p, "history.sh"), "make", inside(p, "site"), commits,
                                 NULL };
    p->has_site = process_measure(make, NULL).status == 0 && serve(p);
    if (!p->has_site)
        fprintf(stderr, "benchdoc_bench: git or python3 is not here: publishing is left out\n");
    const char *bytes = bd_arena_printf(&p->arena, "%zu", p->history_bytes);
    return run(WORDS(p->append, "make", inside(p, "data.js"), bytes));
}

void places_end(places *p)
{
    if (p->server > 0)
        process_end(p->server);
    process_measure(WORDS("rm", "-rf", p->directory), NULL);
    bd_arena_release(&p->arena);
}

/* The logs of text formats; Go's has a maker of its own. */
static bool make_logs(places *p)
{
    static const char *const kinds[] = { "cargo", "benchmarkjs", "benchmarkluau", "catch2" };
    bool ok = go_log_write(inside(p, "go.log"), p->small_bytes);
    for (size_t i = 0; ok && i < BD_COUNT(kinds); i++)
        ok = text_log_write(kinds[i], inside(p, bd_arena_printf(&p->arena, "%s.log", kinds[i])),
                            p->small_bytes);
    if (!ok)
        fprintf(stderr, "benchdoc_bench: %s: a log cannot be written\n", p->directory);
    return ok;
}

bool places_make(places *p)
{
    return make_pictures(p) && make_site(p) && copy_example(p, "example") && copy_example(p, "bare")
           && run(WORDS("rm", "-r", inside(p, "bare/results")))
           && make_file(p, "small.json", p->small_bytes)
           && make_file(p, "large.json", p->large_bytes) && make_logs(p);
}

/* ---- before a sample ---- */

/* In every line of a table, ones become twos. */
static bool spoil_document(places *p, const char *name)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf text = BD_BUF_INIT;
    const char *path = inside(p, name);
    bool ok = bd_file_read(path, DOCUMENT_BYTES_MAX, &text, &err);
    bool in_table = false;
    for (size_t i = 0; ok && i < text.len; i++) {
        if (i == 0 || text.data[i - 1] == '\n')
            in_table = text.data[i] == '|';
        if (in_table && text.data[i] == '1')
            text.data[i] = '2';
    }
    FILE *file = ok ? fopen(path, "wb") : NULL;
    ok = file && fwrite(text.data, 1, text.len, file) == text.len;
    ok = file && fclose(file) == 0 && ok;
    bd_buf_release(&text);
    if (!ok)
        fprintf(stderr, "benchdoc_bench: %s: cannot be changed\n", path);
    return ok;
}

bool places_prepare(places *p, const task_row *row)
{
    static const char *const files[] = { "history.db", "history.db-wal", "history.db-shm" };
    switch (row->prepare) {
    case PREPARE_NO_STORE:
        for (size_t i = 0; i < BD_COUNT(files); i++)
            unlink(inside(p, files[i]));
        return true;
    case PREPARE_DRIFT:
        unlink(inside(p, "example/benchdoc.lock"));
        return spoil_document(p, "example/docs/benchmarking.md")
               && spoil_document(p, "example/docs/benchmarking.zh-CN.md");
    case PREPARE_CALM:
        return nights_make(&(nights){ p->many, NIGHTS, false }, p->benchdoc, inside(p, "calm"));
    case PREPARE_NOISY:
        return nights_make(&(nights){ p->many, NIGHTS, true }, p->benchdoc, inside(p, "noisy"));
    case PREPARE_SITE:
        return run(WORDS("sh", rival(p, "history.sh"), "reset", inside(p, "site")));
    case PREPARE_NO_PICTURES:
        return run(WORDS("rm", "-rf", inside(p, "pictures/charts")));
    case PREPARE_NOTHING:
        break;
    }
    return true;
}
