/* table: result files as a table, without a configuration; or a table of it. */
#include "cli/commands.h"
#include "cli/run.h"
#include "cli/sources.h"
#include "core/base/map.h"
#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct table_options {
    bool csv, json, terminal;
    const char *format;
} table_options;

static const bd_opt options[] = {
    { "csv", 0, BD_OPT_SWITCH, offsetof(table_options, csv), NULL, "print CSV (RFC 4180)" },
    { "json", 0, BD_OPT_SWITCH, offsetof(table_options, json), NULL,
      "print JSON, with the source of every figure" },
    { "terminal", 0, BD_OPT_SWITCH, offsetof(table_options, terminal), NULL,
      "print for reading in a terminal" },
    { "format", 0, BD_OPT_TEXT, offsetof(table_options, format), "NAME",
      "the files' format (see `benchdoc formats`); else it is found by content" },
};

/* A table with the suite that its heading names. */
typedef struct headed {
    const char *suite; /* borrowed; NULL = the only one, without a heading */
    bd_table table;
} headed;

/* What is made on the way. */
typedef struct tabling {
    bd_ctx *ctx;
    bd_project project;
    bd_config *none; /* files are read without a configuration */
    bd_arguments files;
    bd_buf query_text;
    bd_runs runs;
    bd_observations observations;
    size_t metric_words; /* words of the query that are no condition */
    bd_arena arena;
    headed *tables; /* owned */
    size_t count, capacity;
} tabling;

/* ---- which words are files ---- */

static bool looks_like_query(const char *word)
{
    return strpbrk(word, "=<>") != NULL;
}

/* A word that can hardly be anything but a path, so that a typing error in it is told. */
static bool looks_like_path(const char *word)
{
    static const char *const ends[] = { ".json", ".jsonl", ".log", ".txt", ".js", ".csv", ".xml" };
    for (size_t i = 0; i < BD_COUNT(ends); i++)
        if (bd_str_ends(bd_str_of(word), ends[i]))
            return true;
    if (strchr(word, '{'))
        return false; /* a template, as people try them */
    return strchr(word, '/') != NULL || strchr(word, '*') != NULL;
}

/* The shell has taken the quotes off: a value with blanks gets them back. */
static void add_word(bd_buf *out, const char *word)
{
    const char *blank = strpbrk(word, " \t"), *op = strpbrk(word, "=<>");
    if (out->len > 0)
        bd_buf_putc(out, ' ');
    if (!blank || !op || blank < op || strchr(word, '"')) {
        bd_buf_puts(out, word);
        return;
    }
    op += strspn(op, "=<>");
    bd_buf_add(out, word, (size_t)(op - word));
    bd_buf_printf(out, "\"%s\"", op);
}

static void sort_words(tabling *t, const bd_arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->items[i];
        bool is_file = strcmp(word, "-") == 0 || bd_file_exists(word);
        if (!is_file && (looks_like_query(word) || !looks_like_path(word))) {
            add_word(&t->query_text, word);
            t->metric_words += !looks_like_query(word) && strcmp(word, "latest") != 0;
            continue;
        }
        t->files.items = bd_grow(t->files.items, t->files.count, &t->files.capacity,
                                 sizeof *t->files.items);
        t->files.items[t->files.count++] = word;
    }
}

/* ---- building ---- */

static const char command_line[] = "the command line";

static bd_view view_of(tabling *t, const bd_config *config)
{
    return (bd_view){ .config = config,
                      .observations = &t->observations,
                      .arena = &t->arena,
                      .found = &t->ctx->found };
}

static bool parse_query(tabling *t, bool with_suite, bd_query *out, bd_error *err)
{
    if (bd_query_parse(bd_buf_str(&t->query_text), with_suite, &t->arena, out, err))
        return true;
    if (err->code == BD_ERR_CONFIG)
        err->code = BD_ERR_USAGE;
    return false;
}

/* What a query of the command line is taken for and is not. */
static bool check_words(const tabling *t, const bd_query *query, bd_error *err)
{
    const char *words = query->words ? query->words : "";
    if (strchr(words, '{')) {
        bd_hint(err,
                "name a metric alone: benchdoc table %s score; templates stand in `columns:` "
                "of benchdoc.yml, see `benchdoc help templates`",
                t->files.items[0]);
        return bd_fail(err, BD_ERR_USAGE, "'%s' is a template, and no file and no metric", words);
    }
    if (t->metric_words > 1 && strchr(words, ' ')) {
        bd_str first = { words, strcspn(words, " ") };
        bd_hint(err,
                "one metric at a time: benchdoc table %s %.*s; `columns:` of benchdoc.yml can "
                "hold several",
                t->files.items[0], (int)first.len, first.ptr);
        return bd_fail(err, BD_ERR_USAGE, "'%s' names no one metric", words);
    }
    return true;
}

static bd_table *add_table(tabling *t, const char *suite)
{
    t->tables = bd_grow(t->tables, t->count, &t->capacity, sizeof *t->tables);
    t->tables[t->count] = (headed){ .suite = suite };
    return &t->tables[t->count++].table;
}

static void list_suites(const bd_runs *runs, bd_names *out)
{
    for (size_t r = 0; r < runs->count; r++) {
        size_t i = 0;
        while (i < out->count && strcmp(out->items[i], runs->items[r]->suite) != 0)
            i++;
        if (i == out->count)
            bd_names_add(out, runs->items[r]->suite);
    }
}

static void move(bd_diagnostics *from, bd_diagnostics *to)
{
    for (size_t i = 0; i < from->count; i++)
        bd_diagnostics_add(to, from->items[i].severity, &from->items[i].error);
    bd_diagnostics_release(from);
    *from = (bd_diagnostics){ 0 };
}

/* A suite that has nothing of what was asked for is left out where another one has it. */
static bool build_suites(tabling *t, const bd_view *view, const bd_query *query,
                         const bd_names *suites)
{
    bd_diagnostics kept = t->ctx->found, wrong = BD_DIAGNOSTICS_INIT, left = BD_DIAGNOSTICS_INIT;
    for (size_t i = 0; i < suites->count; i++) {
        bd_query own = *query;
        bd_table table;
        bd_error err = BD_ERROR_INIT;
        own.suite = suites->items[i];
        t->ctx->found = (bd_diagnostics){ 0 };
        if (bd_view_query_table(view, &own, (bd_place){ command_line, 0, 0 }, &table)) {
            *add_table(t, own.suite) = table;
            move(&t->ctx->found, &kept);
            continue;
        }
        bd_fail(&err, BD_ERR_USAGE, "%s is left out: %s", own.suite,
                t->ctx->found.count > 0 ? t->ctx->found.items[0].error.message : "no table");
        bd_diagnostics_add(&left, BD_NOTE, &err);
        move(&t->ctx->found, &wrong);
    }
    move(t->count > 0 ? &left : &wrong, &kept);
    bd_diagnostics_release(&left);
    bd_diagnostics_release(&wrong);
    t->ctx->found = kept;
    return t->count > 0;
}

/* Suites have neither metrics nor dimensions in common: a table each. */
static bool build_tables(tabling *t, const bd_query *query)
{
    bd_view view = view_of(t, t->none);
    bd_names suites = { 0 };
    list_suites(&t->runs, &suites);
    bool ok = suites.count > 1 ? build_suites(t, &view, query, &suites)
                               : bd_view_query_table(&view, query, (bd_place){ command_line, 0, 0 },
                                                     add_table(t, NULL));
    bd_names_release(&suites);
    return ok;
}

static bool build_from_files(tabling *t, const table_options *o, bd_error *err)
{
    bd_read_options how = { .format = o->format };
    bd_query query;
    t->none = bd_config_empty();
    return parse_query(t, false, &query, err) && check_words(t, &query, err)
           && bd_check_named(t->ctx, "table", &t->files)
           && bd_read_named(t->ctx, &t->files, &how, &t->runs)
           && bd_observe(t->none, &t->runs, &t->observations, &t->ctx->found)
           && build_tables(t, &query);
}

static bool fail_unknown(const tabling *t, const char *name, bd_error *err)
{
    const bd_config *config = t->project.config;
    bd_names names = { 0 };
    for (size_t i = 0; i < config->table_count; i++)
        bd_names_add(&names, config->tables[i].name.text);
    for (size_t i = 0; i < config->input_count; i++)
        bd_names_add(&names, config->inputs[i].name.text);
    const char *nearest = bd_nearest(bd_str_of(name), names.items, names.count);
    if (nearest)
        bd_hint(err, "did you mean `benchdoc table %s`?", nearest);
    else
        bd_hint(err, "name a result file, or a table or an input of benchdoc.yml");
    bd_names_release(&names);
    return bd_fail(err, BD_ERR_USAGE, "'%s' is no file, and no table and no input of %s", name,
                   config->file);
}

/* A table of the configuration, or a query over one of its inputs. */
static bool build_from_project(tabling *t, bd_error *err)
{
    const bd_config *config = t->project.config;
    const char *text = bd_buf_text(&t->query_text);
    const bd_table_config *table = bd_config_table(config, text);
    bd_query query;
    if (table)
        text = table->from.text;
    if (!bd_query_parse(bd_str_of(text), true, &t->arena, &query, err))
        return false;
    if (!query.suite || !bd_config_input(config, query.suite))
        return fail_unknown(t, query.suite ? query.suite : text, err);
    if (!bd_read_project(t->ctx, &t->project, query.suite, &t->runs)
        || !bd_observe(config, &t->runs, &t->observations, &t->ctx->found))
        return false;
    bd_view view = view_of(t, config);
    bd_table *out = add_table(t, NULL);
    return table ? bd_view_table(&view, table, out)
                 : bd_view_query_table(&view, &query, (bd_place){ command_line, 0, 0 }, out);
}

static bool build(tabling *t, const table_options *o, bd_error *err)
{
    if (t->files.count > 0)
        return build_from_files(t, o, err);
    if (!bd_project_open(t->ctx, false, &t->project, err))
        return false;
    if (t->project.configured)
        return build_from_project(t, err);
    bd_hint(err, "benchdoc table results.json %s", bd_buf_text(&t->query_text));
    bd_fail(err, BD_ERR_INPUT, "no such file, and no benchdoc.yml whose table it could be");
    return bd_error_in_file(err, bd_buf_text(&t->query_text));
}

/* ---- printing ---- */

static void put_heading(const headed *one, bool first, const char *mark, bd_buf *out)
{
    if (!one->suite)
        return;
    bd_buf_printf(out, "%s%s", first ? "" : "\n", mark);
    bd_terminal_text(bd_str_of(one->suite), out);
    bd_buf_puts(out, "\n\n");
}

static void put_json(const tabling *t, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bool several = t->tables[0].suite != NULL;
    if (several) {
        bd_json_open(&w, '{');
        bd_json_put_key(&w, "tables");
        bd_json_open(&w, '[');
    }
    for (size_t i = 0; i < t->count; i++)
        bd_json_table(&t->tables[i].table, &w);
    if (several) {
        bd_json_close(&w, ']');
        bd_json_close(&w, '}');
    }
    bd_buf_putc(out, '\n');
}

static void put_tables(const tabling *t, const table_options *o, bd_buf *out)
{
    for (size_t i = 0; i < t->count; i++) {
        const headed *one = &t->tables[i];
        put_heading(one, i == 0, o->terminal ? "" : "## ", out);
        if (o->terminal)
            bd_terminal_table(&one->table, t->ctx->colour, out);
        else
            bd_markdown_table(&one->table, out);
    }
}

static bool print(tabling *t, const table_options *o, bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    if (o->csv && t->count > 1) {
        bd_hint(err, "name the files of one of them, or print --json");
        return bd_fail(err, BD_ERR_USAGE, "--csv prints one table, and these are %zu", t->count);
    }
    if (o->csv)
        bd_csv_table(&t->tables[0].table, &out);
    else if (o->json)
        put_json(t, &out);
    else
        put_tables(t, o, &out);
    for (size_t i = 0; i < t->count; i++)
        for (size_t n = 0; n < t->tables[i].table.note_count; n++)
            bd_note(t->ctx, "note: %s", t->tables[i].table.notes[n]);
    bool ok = bd_print(t->ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const table_options *o = opts;
    tabling t = { .ctx = ctx };
    bool ok = (int)o->csv + o->json + o->terminal <= 1
              || bd_fail(err, BD_ERR_USAGE, "--csv, --json and --terminal exclude each other");
    sort_words(&t, arguments);
    ok = ok && build(&t, o, err) && print(&t, o, err);
    bd_observations_release(&t.observations);
    bd_runs_release(&t.runs);
    bd_config_free(t.none);
    bd_project_close(&t.project);
    bd_arena_release(&t.arena);
    bd_buf_release(&t.query_text);
    bd_arguments_release(&t.files);
    free(t.tables);
    return ok;
}

const bd_cmd bd_cmd_table = {
    .name = "table",
    .summary = "print result files as a table",
    .arguments = "FILE… [QUERY] | NAME",
    .help = "Needs no configuration: rows are what varies in the files, columns what was\n"
            "measured. Words with =, < or > are conditions, words that name no file a metric;\n"
            "see `benchdoc help queries`. - is standard input. With a benchdoc.yml in reach,\n"
            "NAME is one of its tables, or an input followed by a query. Files of several\n"
            "suites give a table each (--json: {\"tables\": […]}).\n"
            "\n"
            "  benchdoc table results.json\n"
            "  benchdoc table results.json mode=avgt 'size>1000'\n"
            "  benchdoc table results.json gc.alloc.rate.norm --csv\n"
            "  curl -s https://example.org/results.json | benchdoc table -\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(table_options),
    .arguments_min = 1,
    .arguments_max = -1,
    .run = run,
};
