/* why: the whole way of one cell, from the bytes of a file to the text in a document. */
#include "cli/generate.h"
#include "cli/sides.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct why_options {
    bd_side_options sides;
    bool json, compare;
} why_options;

static const bd_opt options[] = {
    { "json", 0, BD_OPT_SWITCH, offsetof(why_options, json), NULL, "the same as JSON" },
    { "compare", 0, BD_OPT_SWITCH, offsetof(why_options, compare), NULL,
      "of a comparison: [BASE] [HEAD] QUERY, as `compare` takes them" },
    BD_SIDE_OPTIONS(why_options, sides),
};

static bool same_text(const bd_cell *cell, const char *wanted)
{
    bd_buf text = BD_BUF_INIT;
    bd_plain_cell(cell, &text);
    bool same = strcmp(bd_buf_text(&text), wanted) == 0;
    bd_buf_release(&text);
    return same;
}

/* "docs/x.md:12" names the region at a line. @return the line, 0 = none */
static int split_line(const char *argument, bd_arena *arena, const char **path)
{
    const char *colon = strrchr(argument, ':');
    *path = argument;
    if (!colon || strspn(colon + 1, "0123456789") != strlen(colon + 1))
        return 0;
    bd_number line = bd_number_parse(bd_str_of(colon + 1));
    if (!colon[1] || line.kind != BD_NUMBER_INT || line.as.i < 1 || line.as.i > 10000000)
        return 0;
    *path = bd_arena_text(arena, (bd_str){ argument, (size_t)(colon - argument) });
    return (int)line.as.i;
}

static const bd_document *find_document(const bd_documents *documents, const char *path)
{
    for (size_t i = 0; i < documents->count; i++)
        if (strcmp(documents->items[i].path, path) == 0)
            return &documents->items[i];
    return NULL;
}

static int line_of(const bd_document *d, size_t offset)
{
    int line = 1;
    for (size_t i = 0; i < offset && i < d->source.len; i++)
        line += d->source.data[i] == '\n';
    return line;
}

static bool is_meant(const bd_document *d, const bd_region *region, const char *name, int line)
{
    return line > 0 ? region->line <= line && line <= line_of(d, region->to)
                    : strcmp(region->arguments, name) == 0;
}

static bool is_chart(const bd_built *built)
{
    return strcmp(built->region->kind, "chart") == 0;
}

static void list_names(const bd_table *t, bool columns, bd_buf *out)
{
    size_t count = columns ? t->column_count : t->row_count;
    for (size_t i = 0; i < count && out->len < 380; i++) {
        bd_buf_puts(out, i > 0 ? ", " : "there is: ");
        if (columns)
            bd_plain_cell(&t->columns[i].title, out);
        else
            bd_buf_puts(out, t->row_names[i]);
    }
}

/* Are the names the same, but for what parts thousands in one of them? "5,000" is 5000. */
static bool same_name(const char *a, const char *b)
{
    static const char parts[] = ",' _\xc2\xa0\xe2\x80\xaf"; /* and blanks that do not break */
    const char *start = a;
    while (*a && *b) {
        if (*a == *b) {
            a++;
            b++;
        } else if (a > start && a[-1] >= '0' && a[-1] <= '9' && strspn(a, parts) > 0
                   && a[strspn(a, parts)] == *b) {
            a += strspn(a, parts);
        } else {
            return false;
        }
    }
    return *a == *b;
}

/* Is the row called so: by its keys as the results have them, or by its first cells as
 * they are shown? */
static bool is_called(const bd_table *t, size_t row, const char *wanted)
{
    bd_buf shown = BD_BUF_INIT;
    bool same = same_name(t->row_names[row], wanted);
    for (size_t c = 0; c < t->column_count && !same; c++) {
        bd_buf_puts(&shown, c > 0 ? " / " : "");
        bd_plain_cell(&t->cells[row * t->column_count + c], &shown);
        same = same_name(bd_buf_text(&shown), wanted);
    }
    bd_buf_release(&shown);
    return same;
}

static bool find_row(const bd_table *t, const char *wanted, size_t *row, bd_error *err)
{
    size_t found = 0;
    for (size_t r = 0; r < t->row_count; r++)
        if (is_called(t, r, wanted)) {
            *row = r;
            found++;
        }
    if (found == 1)
        return true;
    bd_buf names = BD_BUF_INIT;
    list_names(t, false, &names);
    bd_hint(err, "%s", bd_buf_text(&names));
    bd_buf_release(&names);
    return bd_fail(err, BD_ERR_USAGE,
                   found == 0 ? "'%s' has no row '%s'" : "'%s' has several rows '%s'", t->name,
                   wanted);
}

/* The row that stands at a line of the document: behind the marker a blank line, the
 * titles and the rule. */
static bool row_at_line(const bd_built *built, int line, size_t *row)
{
    int first = built->region->line + 4;
    if (line < first || (size_t)(line - first) >= built->table.row_count)
        return false;
    *row = (size_t)(line - first);
    return true;
}

static bool find_column(const bd_table *t, const char *wanted, size_t *column, bd_error *err)
{
    for (size_t c = 0; c < t->column_count; c++)
        if (same_text(&t->columns[c].title, wanted)) {
            *column = c;
            return true;
        }
    bd_buf names = BD_BUF_INIT;
    list_names(t, true, &names);
    bd_hint(err, "%s", bd_buf_text(&names));
    bd_buf_release(&names);
    return bd_fail(err, BD_ERR_USAGE, "'%s' has no column '%s'", t->name, wanted);
}

static bool print_cell(bd_ctx *ctx, const why_options *o, const char *title, const bd_cell *cell,
                       bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    if (o->json) {
        bd_json_writer w = bd_json_writer_to(&out, 2);
        bd_json_cell(cell, &w);
        bd_buf_putc(&out, '\n');
    } else {
        bd_describe_cell(title, cell, &out);
    }
    bool ok = bd_print(ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

static bool fail_region(const bd_document *d, const char *name, int line, bd_error *err)
{
    bd_buf names = BD_BUF_INIT;
    for (size_t r = 0; r < d->regions.count && names.len < 380; r++)
        bd_buf_printf(&names, "%s%s (line %d)",
                      r > 0 ? ", " : "there is: ", d->regions.items[r].arguments,
                      d->regions.items[r].line);
    bd_hint(err, "%s", bd_buf_text(&names));
    bd_buf_release(&names);
    if (line > 0)
        return bd_fail(err, BD_ERR_USAGE, "line %d of %s is in no region", line, d->path);
    if (!name[0])
        return bd_fail(err, BD_ERR_USAGE, "which region of %s?", d->path);
    return bd_fail(err, BD_ERR_USAGE, "%s has no region '%s'", d->path, name);
}

/* What is asked: words behind the document. */
typedef struct question {
    const bd_document *document;
    const char *name;         /* of the region; "" = by line */
    int line;                 /* 0 = by name */
    const char *const *words; /* row and column, or series and place */
    size_t word_count;
} question;

/* A chart's mark is named by series and place, its numbers' table has them the other way;
 * both are understood. */
static bool find_mark(const bd_table *t, const question *q, size_t *row, size_t *column,
                      bd_error *err)
{
    bd_error other = BD_ERROR_INIT;
    return (find_row(t, q->words[0], row, &other) && find_column(t, q->words[1], column, &other))
           || (find_column(t, q->words[0], column, err) && find_row(t, q->words[1], row, err));
}

/* An example of what to write, out of the names that there are. */
static bool fail_unnamed(const bd_built *built, const question *q, bd_error *err)
{
    const bd_table *t = &built->table;
    bd_buf column = BD_BUF_INIT;
    const char *row = t->row_count > 0 ? t->row_names[0] : "";
    if (t->column_count > 0)
        bd_plain_cell(&t->columns[t->column_count - 1].title, &column);
    bd_hint(err, "for example: benchdoc why %s '%s' '%s' '%s'", q->document->path,
            built->region->arguments, is_chart(built) ? bd_buf_text(&column) : row,
            is_chart(built) ? row : bd_buf_text(&column));
    bd_buf_release(&column);
    return bd_fail(err, BD_ERR_USAGE,
                   is_chart(built) ? "a chart's mark is named by its series and its place"
                                   : "a table's cell is named by its row and its column");
}

static bool find_cell(const bd_built *built, const question *q, size_t *row, size_t *column,
                      bd_error *err)
{
    const bd_table *t = &built->table;
    if (q->word_count == 1 && !is_chart(built) && row_at_line(built, q->line, row))
        return find_column(t, q->words[0], column, err);
    if (q->word_count == 1 && is_chart(built) && built->chart.legend_count == 1) {
        *column = t->column_count - 1; /* the only series needs no name */
        return find_row(t, q->words[0], row, err);
    }
    if (q->word_count < 2)
        return fail_unnamed(built, q, err);
    if (is_chart(built))
        return find_mark(t, q, row, column, err);
    return find_row(t, q->words[0], row, err) && find_column(t, q->words[1], column, err);
}

static bool explain_built(bd_ctx *ctx, const why_options *o, const question *q,
                          const bd_built *built, bd_error *err)
{
    bd_buf title = BD_BUF_INIT, column_title = BD_BUF_INIT;
    const bd_cell *cell = &built->cell;
    size_t row = 0, column = 0;
    if (built->is_table && !find_cell(built, q, &row, &column, err))
        return false;
    if (built->is_table) {
        cell = &built->table.cells[row * built->table.column_count + column];
        bd_plain_cell(&built->table.columns[column].title, &column_title);
        const char *place = built->table.row_names[row], *what = bd_buf_text(&column_title);
        if (is_chart(built))
            bd_buf_printf(&title, "%s, chart %s, %s, at %s", q->document->path, built->table.name,
                          what, place);
        else
            bd_buf_printf(&title, "%s, table %s, row %s, column %s", q->document->path,
                          built->table.name, place, what);
    } else {
        bd_buf_printf(&title, "%s:%d, value %s", q->document->path, built->region->line,
                      built->region->arguments);
    }
    bool ok = print_cell(ctx, o, bd_buf_text(&title), cell, err);
    bd_buf_release(&column_title);
    bd_buf_release(&title);
    return ok;
}

/* A table and a chart may bear one name: then the one that has such a cell is meant. */
static const bd_built *choose_region(const question *q)
{
    const bd_built *first = NULL;
    for (size_t r = 0; r < q->document->regions.count; r++) {
        const bd_built *built = &q->document->built[r];
        bd_error ignored = BD_ERROR_INIT;
        size_t row, column;
        if (!is_meant(q->document, built->region, q->name, q->line))
            continue;
        if (!built->is_table || find_cell(built, q, &row, &column, &ignored))
            return built;
        first = first ? first : built;
    }
    return first;
}

static bool explain(bd_ctx *ctx, const why_options *o, const bd_arguments *a, bd_generation *g,
                    bd_error *err)
{
    const char *path;
    question q = { .line = split_line(a->items[0], &g->documents.arena, &path) };
    path = bd_project_relative(&g->project, path);
    q.document = find_document(&g->documents, path);
    if (!q.document)
        return bd_fail(err, BD_ERR_USAGE, "'%s' is no document of benchdoc.yml", path);
    size_t next = q.line > 0 || a->count < 2 ? 1 : 2;
    q.name = q.line == 0 && a->count > 1 ? a->items[1] : "";
    q.words = &a->items[next];
    q.word_count = a->count - next;
    const bd_built *built = choose_region(&q);
    if (!built)
        return fail_region(q.document, q.name, q.line, err);
    return explain_built(ctx, o, &q, built, err);
}

/* "method=add" names no document. */
static bool is_of_comparison(const why_options *o, const bd_arguments *a)
{
    const bd_side_options *s = &o->sides;
    return o->compare || s->base.count > 0 || s->head.count > 0 || s->baseline
           || (strpbrk(a->items[0], "=<>") && !bd_file_exists(a->items[0]));
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const why_options *o = opts;
    if (is_of_comparison(o, arguments))
        return bd_why_compare(ctx, &o->sides, o->json, arguments, err);
    if (arguments->count > 4) {
        bd_hint(err, "a name with blanks is quoted: 'Write, total'");
        return bd_fail(err, BD_ERR_USAGE, "why does not take '%s'", arguments->items[4]);
    }
    bd_generate_options how = { .locked = true };
    bd_arguments none = { 0 };
    bd_generation g;
    bool ok = bd_generation_prepare(ctx, &how, &none, &g, err)
              && explain(ctx, opts, arguments, &g, err);
    bd_generation_release(&g);
    return ok;
}

const bd_cmd bd_cmd_why = {
    .name = "why",
    .summary = "show where a figure of a table, sentence or chart comes from, to the byte",
    .arguments =
        "DOCUMENT TABLE ROW COLUMN | DOCUMENT CHART SERIES PLACE | DOCUMENT:LINE [[ROW] COLUMN] "
        "| --compare [BASE] [HEAD] QUERY",
    .help =
        "Prints the whole way of a figure: file, digest, line and column, JSON path, the number\n"
        "as it was read, statistic with its number of observations, conversion and rounding.\n"
        "A mark of a chart is named by its series and its place on the axis.\n"
        "With --compare, or a condition alone: the way to the verdict of series, from the "
        "baseline\n"
        "that was chosen over samples, noise, threshold and test to the word. Sides are named as\n"
        "`compare` takes them: `benchdoc why --compare old.json new.json method=add`.\n"
        "\n"
        "  benchdoc why docs/benchmarking.md five-thousand-rows MariaDB 'Write, total'\n"
        "  benchdoc why docs/benchmarking.md:36 'Write, total'\n"
        "  benchdoc why docs/benchmarking.md:26\n"
        "  benchdoc why rows=5000 backend=SQLite\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(why_options),
    .arguments_min = 1,
    .arguments_max = -1,
    .run = run,
};
