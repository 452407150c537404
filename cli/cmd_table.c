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

/* What is made on the way. */
typedef struct tabling {
    bd_ctx *ctx;
    bd_project project;
    bd_config *none; /* files are read without a configuration */
    bd_arguments files;
    bd_buf query_text;
    bd_runs runs;
    bd_observations observations;
    bd_arena arena;
    bd_table table;
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

static bool build_from_files(tabling *t, const table_options *o, bd_error *err)
{
    bd_read_options how = { .format = o->format };
    bd_query query;
    t->none = bd_config_empty();
    bd_view view = view_of(t, t->none);
    return parse_query(t, false, &query, err) && bd_check_named(t->ctx, "table", &t->files)
           && bd_read_named(t->ctx, &t->files, &how, &t->runs)
           && bd_observe(t->none, &t->runs, &t->observations, &t->ctx->found)
           && bd_view_query_table(&view, &query, (bd_place){ command_line, 0, 0 }, &t->table);
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
    return table ? bd_view_table(&view, table, &t->table)
                 : bd_view_query_table(&view, &query, (bd_place){ command_line, 0, 0 }, &t->table);
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

static bool print(tabling *t, const table_options *o, bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    if (o->csv) {
        bd_csv_table(&t->table, &out);
    } else if (o->json) {
        bd_json_writer w = bd_json_writer_to(&out, 2);
        bd_json_table(&t->table, &w);
        bd_buf_putc(&out, '\n');
    } else if (o->terminal) {
        bd_terminal_table(&t->table, t->ctx->colour, &out);
    } else {
        bd_markdown_table(&t->table, &out);
    }
    for (size_t i = 0; i < t->table.note_count; i++)
        bd_note(t->ctx, "note: %s", t->table.notes[i]);
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
    return ok;
}

const bd_cmd bd_cmd_table = {
    .name = "table",
    .summary = "print result files as a table",
    .arguments = "FILE… [QUERY] | NAME",
    .help = "Needs no configuration: rows are what varies in the files, columns what was\n"
            "measured. Words with =, < or > are conditions, words that name no file a metric;\n"
            "see `benchdoc help queries`. - is standard input. With a benchdoc.yml in reach,\n"
            "NAME is one of its tables, or an input followed by a query.\n"
            "\n"
            "  benchdoc table results.json\n"
            "  benchdoc table results.json mode=avgt size>1000\n"
            "  benchdoc table results.json gc.alloc.rate.norm --csv\n"
            "  curl -s https://example.org/results.json | benchdoc table -\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(table_options),
    .arguments_min = 1,
    .arguments_max = -1,
    .run = run,
};
