/* chart: result files, or a chart of the configuration, as one picture or as bars. */
#include "cli/asked.h"
#include "cli/commands.h"
#include "core/base/map.h"
#include "render/chart/chart.h"
#include "render/text/text.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct chart_options {
    const char *output, *as, *kind, *grid, *title, *number, *budget, *format, *changes;
    bd_texts x, series, log;
    bool horizontal, values, dark, json;
    size_t width, scale;
} chart_options;

#define AT(field) offsetof(chart_options, field)

static const bd_opt options[] = {
    { "output", 'o', BD_OPT_TEXT, AT(output), "FILE",
      "write FILE: .png, .svg, or .md for Mermaid; - is bars on standard output" },
    { "as", 0, BD_OPT_TEXT, AT(as), "FORM", "png, svg, mermaid or bars, whatever FILE ends in" },
    { "kind", 0, BD_OPT_TEXT, AT(kind), "KIND",
      "bars, stacked, lines, scatter, boxes, distribution or percentiles" },
    { "x", 0, BD_OPT_LIST, AT(x), "DIMENSION", "what stands along the axis" },
    { "series", 0, BD_OPT_LIST, AT(series), "DIMENSION", "what is told apart by colour" },
    { "grid", 0, BD_OPT_TEXT, AT(grid), "DIMENSION", "a small chart for each of its values" },
    { "title", 0, BD_OPT_TEXT, AT(title), "TEXT", "the title" },
    { "number", 0, BD_OPT_TEXT, AT(number), "EXAMPLE", "an example of a number: \"0.0 ms\"" },
    { "budget", 0, BD_OPT_TEXT, AT(budget), "NUMBER", "a line across the values: \"50 ms\"" },
    { "change-points", 0, BD_OPT_TEXT, AT(changes), "LEAST",
      "of lines over commits, where they changed: yes, or the least change: 5%" },
    { "log", 0, BD_OPT_LIST, AT(log), "AXIS", "x or y is logarithmic" },
    { "horizontal", 0, BD_OPT_SWITCH, AT(horizontal), NULL, "bars run to the right" },
    { "values", 0, BD_OPT_SWITCH, AT(values), NULL, "write each number at its mark" },
    { "dark", 0, BD_OPT_SWITCH, AT(dark), NULL, "for pages with dark colours" },
    { "width", 0, BD_OPT_COUNT, AT(width), "PIXELS", "of the layout; else 830" },
    { "scale", 0, BD_OPT_COUNT, AT(scale), "N", "1 or 2 pixels of a PNG for each; else 2" },
    { "format", 0, BD_OPT_TEXT, AT(format), "NAME",
      "the files' format (see `benchdoc formats`); else it is found by content" },
    { "json", 0, BD_OPT_SWITCH, AT(json), NULL,
      "print the numbers as JSON, with the source of each" },
};

typedef enum form { FORM_BARS, FORM_MERMAID, FORM_PNG, FORM_SVG } form;

typedef struct drawn {
    const char *suite; /* borrowed; NULL = the only one */
    bd_chart chart;
} drawn;

typedef struct charting {
    bd_asked asked;
    const chart_options *options;
    form form;
    drawn *charts; /* owned */
    size_t count, capacity;
} charting;

/* ---- options ---- */

static bool is_one_of(const char *option, const char *word, const char *const *words, bd_error *err)
{
    bd_buf list = BD_BUF_INIT;
    size_t count = 0;
    for (; words[count]; count++) {
        if (strcmp(words[count], word) == 0) {
            bd_buf_release(&list);
            return true;
        }
        bd_buf_printf(&list, "%s%s", count > 0 ? ", " : "", words[count]);
    }
    const char *nearest = bd_nearest(bd_str_of(word), words, count);
    bd_hint(err, nearest ? "did you mean %s?" : "there are %s",
            nearest ? nearest : bd_buf_text(&list));
    bd_buf_release(&list);
    return bd_fail(err, BD_ERR_USAGE, "--%s: there is no '%s'", option, word);
}

static bool check_options(const chart_options *o, bd_error *err)
{
    static const char *const kinds[] = { "bars",  "stacked",      "lines",       "scatter",
                                         "boxes", "distribution", "percentiles", NULL };
    static const char *const axes[] = { "x", "y", NULL };
    bd_number_style style;
    double least;
    if (o->kind && !is_one_of("kind", o->kind, kinds, err))
        return false;
    for (size_t i = 0; i < o->log.count; i++)
        if (!is_one_of("log", o->log.items[i], axes, err))
            return false;
    if (o->scale > 2)
        return bd_fail(err, BD_ERR_USAGE, "--scale: 1 or 2, not %zu", o->scale);
    if (o->changes && !bd_config_least_change(o->changes, &least)) {
        bd_hint(err, "--change-points yes, or --change-points 5%%");
        return bd_fail(err, BD_ERR_USAGE,
                       "--change-points: yes, or the smallest change that counts, not '%s'",
                       o->changes);
    }
    if (o->number && !bd_number_style_parse(bd_str_of(o->number), &style, err)) {
        err->code = BD_ERR_USAGE;
        return false;
    }
    return true;
}

/* What shall be written: by --as, else by how the file's name ends. */
static bool find_form(const chart_options *o, form *out, bd_error *err)
{
    static const char *const words[] = { "bars", "mermaid", "png", "svg", NULL };
    static const struct {
        const char *end;
        form form;
    } ends[] = { { ".png", FORM_PNG }, { ".svg", FORM_SVG }, { ".md", FORM_MERMAID } };
    *out = FORM_BARS;
    if (o->as) {
        if (!is_one_of("as", o->as, words, err))
            return false;
        while (strcmp(words[*out], o->as) != 0)
            (*out)++;
        return true;
    }
    if (!o->output || strcmp(o->output, "-") == 0)
        return true;
    for (size_t i = 0; i < BD_COUNT(ends); i++)
        if (bd_str_ends(bd_str_of(o->output), ends[i].end)) {
            *out = ends[i].form;
            return true;
        }
    bd_hint(err, "let it end in .png, .svg or .md, or say it: --as png");
    return bd_fail(err, BD_ERR_USAGE, "'%s' does not say what shall be written", o->output);
}

static void wish(bd_scalar *into, const char *text)
{
    if (text)
        *into = (bd_scalar){ .text = text };
}

static void wish_all(bd_scalars *into, const bd_texts *texts, bd_arena *arena)
{
    if (texts->count == 0)
        return;
    *into = (bd_scalars){ .items = bd_arena_alloc(arena, texts->count * sizeof *into->items),
                          .count = texts->count };
    for (size_t i = 0; i < texts->count; i++)
        into->items[i] = (bd_scalar){ .text = texts->items[i] };
}

/* What the command line decides about a chart, over what the configuration says. */
static bd_chart_config with_wishes(charting *c, const bd_chart_config *config)
{
    const chart_options *o = c->options;
    bd_arena *arena = &c->asked.arena;
    bd_chart_config out = config ? *config : (bd_chart_config){ 0 };
    wish(&out.kind, o->kind);
    wish(&out.grid, o->grid);
    wish(&out.title, o->title);
    wish(&out.number, o->number);
    wish(&out.change_points, o->changes);
    if (o->budget)
        out.budgets = (bd_entries){ 0 };
    wish(&out.budget, o->budget);
    wish_all(&out.x, &o->x, arena);
    wish_all(&out.series, &o->series, arena);
    wish_all(&out.log, &o->log, arena);
    out.horizontal = out.horizontal || o->horizontal;
    out.value_labels = out.value_labels || o->values;
    return out;
}

/* ---- building ---- */

static const char *from_of(const bd_config *config, const char *name)
{
    const bd_chart_config *chart = bd_config_chart(config, name);
    return chart ? chart->from.text : NULL;
}

static void list_names(const bd_config *config, bd_names *out)
{
    for (size_t i = 0; i < config->chart_count; i++)
        bd_names_add(out, config->charts[i].name.text);
}

static const bd_asked_kind kind = { "chart", from_of, list_names };

static bool build(void *state, const bd_view *view, const bd_query *query, const char *suite)
{
    charting *c = state;
    bd_chart chart;
    const bd_chart_config *config = c->asked.name ? bd_config_chart(view->config, c->asked.name)
                                                  : NULL;
    bd_chart_config *wishes = bd_arena_alloc(&c->asked.arena, sizeof *wishes);
    *wishes = with_wishes(c, config);
    bool ok = config ? bd_view_chart(view, wishes, &chart)
                     : bd_view_query_chart(view, query, bd_asked_place(), wishes, &chart);
    if (!ok)
        return false;
    c->charts = bd_grow(c->charts, c->count, &c->capacity, sizeof *c->charts);
    c->charts[c->count++] = (drawn){ .suite = suite, .chart = chart };
    return true;
}

/* ---- what comes out ---- */

static void put_json(charting *c, bd_buf *out)
{
    bd_view view = bd_asked_view(&c->asked);
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "charts");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < c->count; i++) {
        bd_table table = { 0 };
        bd_view_chart_table(&view, &c->charts[i].chart, &table);
        bd_json_chart(&table, &c->charts[i].chart, &w);
    }
    bd_json_close(&w, ']');
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}

static void put_heading(const charting *c, size_t index, bd_buf *out)
{
    const char *suite = c->charts[index].suite;
    if (!suite)
        return;
    bd_buf_puts(out, index > 0 ? "\n" : "");
    bd_buf_puts(out, c->form == FORM_MERMAID ? "## " : "");
    bd_terminal_text(bd_str_of(suite), out);
    bd_buf_puts(out, "\n\n");
}

static bool put_texts(charting *c, bd_buf *out, bd_error *err)
{
    const bd_ctx *ctx = c->asked.ctx;
    bool to_file = c->options->output && strcmp(c->options->output, "-") != 0;
    for (size_t i = 0; i < c->count; i++) {
        put_heading(c, i, out);
        if (c->form == FORM_BARS)
            bd_terminal_chart(&c->charts[i].chart, bd_columns(ctx), ctx->colour && !to_file, out);
        else if (!bd_mermaid_chart(&c->charts[i].chart, out, err))
            return false;
    }
    return true;
}

static bool put_picture(charting *c, bd_buf *out, bd_error *err)
{
    bd_chart_options how = { .dark = c->options->dark,
                             .width_px = (double)c->options->width,
                             .scale = (unsigned)c->options->scale };
    if (c->count > 1) {
        bd_hint(err, "name the files of one of them");
        return bd_fail(err, BD_ERR_USAGE, "a picture is of one suite, and these are %zu: %s, %s",
                       c->count, c->charts[0].suite, c->charts[1].suite);
    }
    return bd_chart_render(&c->charts[0].chart, &how,
                           c->form == FORM_SVG ? BD_CHART_SVG : BD_CHART_PNG, out,
                           &c->asked.ctx->found, err);
}

/* Only what benchdoc made is replaced: `-o README.md` is soon written. */
static bool may_write(const char *path, bd_error *err)
{
    static const char mermaid[] = "```mermaid\nxychart-beta";
    struct stat info;
    bd_buf bytes = BD_BUF_INIT;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0)
        return true;
    bool ours = bd_file_read(path, 64 << 20, &bytes, err)
                && (bd_chart_file_read(bd_buf_str(&bytes)).ours
                    || bd_str_starts(bd_buf_str(&bytes), mermaid));
    bd_buf_release(&bytes);
    if (ours)
        return true;
    bd_hint(err, "remove it first, or name another file");
    bd_fail(err, BD_ERR_OUTPUT, "is there already, and benchdoc did not make it");
    return bd_error_in_file(err, path);
}

static bool write_file(const charting *c, bd_str bytes, bd_error *err)
{
    const char *path = c->options->output;
    if (!may_write(path, err))
        return false;
    bd_transaction *t = bd_transaction_begin();
    if (!bd_transaction_put(t, NULL, path, bytes, err)) {
        bd_transaction_rollback(t);
        return false;
    }
    if (!bd_transaction_commit(t, err))
        return false;
    bd_note(c->asked.ctx, "%s: written", path);
    return true;
}

static bool hand_out(charting *c, bd_error *err)
{
    const chart_options *o = c->options;
    bool to_file = o->output && strcmp(o->output, "-") != 0;
    bool binary = c->form == FORM_PNG && !o->json;
    bd_buf out = BD_BUF_INIT;
    bool ok = true;
    if (o->json)
        put_json(c, &out);
    else
        ok = c->form >= FORM_PNG ? put_picture(c, &out, err) : put_texts(c, &out, err);
    if (ok && to_file)
        ok = write_file(c, bd_buf_str(&out), err);
    else if (ok && binary && c->asked.ctx->out_is_terminal) {
        bd_hint(err, "write a file: -o chart.png");
        ok = bd_fail(err, BD_ERR_USAGE, "a terminal cannot show the bytes of a PNG");
    } else if (ok)
        ok = bd_print(c->asked.ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const chart_options *o = opts;
    charting c = { .asked = { .ctx = ctx, .kind = &kind }, .options = o };
    bool ok = check_options(o, err) && find_form(o, &c.form, err)
              && bd_asked_read(&c.asked, arguments, o->format, err)
              && bd_asked_each_suite(&c.asked, build, &c) && hand_out(&c, err);
    bd_asked_release(&c.asked);
    free(c.charts);
    return ok;
}

const bd_cmd bd_cmd_chart = {
    .name = "chart",
    .summary = "draw result files, or a chart of benchdoc.yml, as one picture",
    .arguments = "FILE… [QUERY] | NAME",
    .help = "Needs no configuration: axis and series are what varies in the files. Without -o it\n"
            "shows bars on the terminal. FILE, QUERY and NAME are as in `benchdoc table`, NAME a\n"
            "chart of `charts:`. Pictures of documents are made by `benchdoc generate`.\n"
            "\n"
            "  benchdoc chart results.json\n"
            "  benchdoc chart results.json mode=avgt --x size --log x -o size.png\n"
            "  benchdoc chart results.json --kind bars --horizontal --as mermaid\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(chart_options),
    .arguments_min = 1,
    .arguments_max = -1,
    .run = run,
};
