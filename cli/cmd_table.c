/* table: result files as a table, without a configuration; or a table of it. */
#include "cli/asked.h"
#include "cli/commands.h"
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
    bd_asked asked;
    headed *tables; /* owned */
    size_t count, capacity;
} tabling;

/* ---- building ---- */

static const char *from_of(const bd_config *config, const char *name)
{
    const bd_table_config *table = bd_config_table(config, name);
    return table ? table->from.text : NULL;
}

static void list_names(const bd_config *config, bd_names *out)
{
    for (size_t i = 0; i < config->table_count; i++)
        bd_names_add(out, config->tables[i].name.text);
}

static const bd_asked_kind kind = { "table", from_of, list_names };

static bool build(void *state, const bd_view *view, const bd_query *query, const char *suite)
{
    tabling *t = state;
    bd_table table;
    bool ok = t->asked.name
                  ? bd_view_table(view, bd_config_table(view->config, t->asked.name), &table)
                  : bd_view_query_table(view, query, bd_asked_place(), &table);
    if (!ok)
        return false;
    t->tables = bd_grow(t->tables, t->count, &t->capacity, sizeof *t->tables);
    t->tables[t->count++] = (headed){ .suite = suite, .table = table };
    return true;
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
            bd_terminal_table(&one->table, t->asked.ctx->colour, out);
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
            bd_note(t->asked.ctx, "note: %s", t->tables[i].table.notes[n]);
    bool ok = bd_print(t->asked.ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const table_options *o = opts;
    tabling t = { .asked = { .ctx = ctx, .kind = &kind } };
    bool ok = (int)o->csv + o->json + o->terminal <= 1
              || bd_fail(err, BD_ERR_USAGE, "--csv, --json and --terminal exclude each other");
    ok = ok && bd_asked_read(&t.asked, arguments, o->format, err)
         && bd_asked_each_suite(&t.asked, build, &t) && print(&t, o, err);
    bd_asked_release(&t.asked);
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
