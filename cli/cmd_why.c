/* why: the whole way of one cell, from the bytes of a file to the text in a document. */
#include "cli/generate.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct why_options {
    bool json;
} why_options;

static const bd_opt options[] = {
    { "json", 0, BD_OPT_SWITCH, offsetof(why_options, json), NULL, "the same as JSON" },
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

static const bd_built *find_region(const bd_document *d, const char *name, int line)
{
    for (size_t r = 0; r < d->regions.count; r++) {
        const bd_region *region = &d->regions.items[r];
        if (line > 0 ? region->line <= line && line <= line_of(d, region->to)
                     : strcmp(region->arguments, name) == 0)
            return &d->built[r];
    }
    return NULL;
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

/* Is the row called so: by its keys as the results have them, or by its first cells as
 * they are shown? */
static bool is_called(const bd_table *t, size_t row, const char *wanted)
{
    bd_buf shown = BD_BUF_INIT;
    bool same = strcmp(t->row_names[row], wanted) == 0;
    for (size_t c = 0; c < t->column_count && !same; c++) {
        bd_buf_puts(&shown, c > 0 ? " / " : "");
        bd_plain_cell(&t->cells[row * t->column_count + c], &shown);
        same = strcmp(bd_buf_text(&shown), wanted) == 0;
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
                   found == 0 ? "table '%s' has no row '%s'" : "table '%s' has several rows '%s'",
                   t->name, wanted);
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
    return bd_fail(err, BD_ERR_USAGE, "table '%s' has no column '%s'", t->name, wanted);
}

static void line(bd_buf *out, const char *name, const char *text)
{
    bd_buf_printf(out, "  %-11s ", name);
    bd_terminal_text(bd_str_of(text), out);
    bd_buf_putc(out, '\n');
}

static void describe_point(const bd_cell_source *s, bd_buf *out)
{
    const bd_observation *o = s->observation;
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text, "%s, metric %s", o->run->suite, o->metric);
    for (size_t i = 0; i < o->dim_count; i++)
        if (o->dims[i].kind != BD_DIM_STRUCTURE)
            bd_buf_printf(&text, ", %s=%s", o->dims[i].name, o->dims[i].value);
    line(out, "series", bd_buf_text(&text));
    line(out, "name", o->point->benchmark);
    bd_buf_release(&text);
}

static void describe_statistic(const bd_cell_source *s, bd_buf *out)
{
    bd_buf name = BD_BUF_INIT, text = BD_BUF_INIT;
    bd_stat_name(s->stat, &name);
    const bd_point *p = s->observation->point;
    if (s->stat.kind == BD_STAT_VALUE)
        bd_buf_puts(&text, "the value that the file gives");
    else if (s->reported)
        bd_buf_printf(&text, "%s, as the file reports it", bd_buf_text(&name));
    else
        bd_buf_printf(&text, "%s of %lld observations%s", bd_buf_text(&name), (long long)s->n,
                      s->stat.kind == BD_STAT_PERCENTILE ? ", nearest rank: one of them" : "");
    if (!s->reported && s->stat.kind != BD_STAT_VALUE && p->warmups.count > 0)
        bd_buf_printf(&text, " (%zu warm-ups left out)", p->warmups.count);
    line(out, "statistic", bd_buf_text(&text));
    bd_buf_release(&name);
    bd_buf_release(&text);
}

static void describe_number(const bd_cell_source *s, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    bd_number_text(s->number, &text);
    bd_buf_printf(&text, " %s%s", s->unit, s->number.kind == BD_NUMBER_INT ? " (integer)" : "");
    line(out, "number", bd_buf_text(&text));
    bd_buf_clear(&text);
    bool converts = s->style.unit[0] && strcmp(s->style.unit, s->unit) != 0;
    if (s->reciprocal)
        bd_buf_puts(&text, "reciprocal of the mean, ");
    else if (converts)
        bd_buf_printf(&text, "%s to %s, ", s->unit, s->style.unit);
    if (s->style.as_few_decimals)
        bd_buf_puts(&text, "printed exactly");
    else if (s->style.digits > 0)
        bd_buf_printf(&text, "%u significant digits, half away from zero", s->style.digits);
    else
        bd_buf_printf(&text, "%u decimals, half away from zero", s->style.decimals);
    bd_buf_printf(&text, ": %s", s->text);
    line(out, "shown", bd_buf_text(&text));
    bd_buf_release(&text);
}

static void describe_source(const bd_cell_source *s, bd_buf *out)
{
    const bd_run *run = s->observation->run;
    const bd_source *at = &s->at;
    const bd_file_fact *file = &run->files[at->file < run->file_count ? at->file : 0];
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text, "%s:%d:%d", file->path, at->line, at->column);
    if (at->path)
        bd_buf_printf(&text, "  %s", at->path);
    line(out, "source", bd_buf_text(&text));
    line(out, "sha256", file->digest.hex);
    bd_buf_clear(&text);
    const char *cpu = bd_pairs_get(&run->environment, "cpu");
    bd_buf_printf(&text, "commit %s%s, CPU %s", run->commit.id ? run->commit.id : "unknown",
                  run->commit.dirty == BD_DIRTY ? " (dirty)" : "", cpu ? cpu : "unknown");
    if (run->measured_at_ns != BD_TIME_UNKNOWN) {
        bd_buf_puts(&text, ", measured ");
        bd_time_text(run->measured_at_ns, &text);
    }
    line(out, "measured", bd_buf_text(&text));
    line(out, "run", run->id);
    bd_buf_release(&text);
}

static void describe_cell(const char *title, const bd_cell *cell, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    bd_plain_cell(cell, &text);
    bd_buf_printf(out, "%s: ", title);
    bd_terminal_text(bd_buf_str(&text), out);
    bd_buf_putc(out, '\n');
    bd_buf_release(&text);
    if (cell->missing)
        bd_buf_puts(out, "  no result fits; the text is declared under missing:\n");
    else if (cell->source_count == 0)
        bd_buf_puts(out, "  words of the configuration and facts of the run; no number\n");
    for (size_t i = 0; i < cell->source_count; i++) {
        bd_buf_putc(out, '\n');
        describe_number(&cell->sources[i], out);
        describe_statistic(&cell->sources[i], out);
        describe_point(&cell->sources[i], out);
        describe_source(&cell->sources[i], out);
    }
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
        describe_cell(title, cell, &out);
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

static bool explain(bd_ctx *ctx, const why_options *o, const bd_arguments *a, bd_generation *g,
                    bd_error *err)
{
    const char *path, *title;
    int at_line = split_line(a->items[0], &g->documents.arena, &path);
    path = bd_project_relative(&g->project, path);
    const bd_document *d = find_document(&g->documents, path);
    if (!d)
        return bd_fail(err, BD_ERR_USAGE, "'%s' is no document of benchdoc.yml", path);
    size_t next = at_line > 0 ? 1 : 2;
    const char *name = at_line > 0 ? a->items[0] : a->count > 1 ? a->items[1] : "";
    const bd_built *built = find_region(d, name, at_line);
    if (!built)
        return fail_region(d, name, at_line, err);
    if (!built->is_table) {
        title = bd_arena_printf(&g->documents.arena, "%s:%d, value %s", path, built->region->line,
                                built->region->arguments);
        return print_cell(ctx, o, title, &built->cell, err);
    }
    size_t row = 0, column = 0;
    bool by_line = a->count == next + 1 && row_at_line(built, at_line, &row);
    if (!by_line && a->count < next + 2) {
        bd_hint(err, "benchdoc why %s '%s' ROW COLUMN", path, built->region->arguments);
        return bd_fail(err, BD_ERR_USAGE, "a table's cell is named by its row and its column");
    }
    const char *wanted = a->items[by_line ? next : next + 1];
    if ((!by_line && !find_row(&built->table, a->items[next], &row, err))
        || !find_column(&built->table, wanted, &column, err))
        return false;
    title = bd_arena_printf(&g->documents.arena, "%s, table %s, row %s, column %s", path,
                            built->table.name, built->table.row_names[row], wanted);
    return print_cell(ctx, o, title, &built->table.cells[row * built->table.column_count + column],
                      err);
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
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
    .summary = "show where one cell's figure comes from, to the byte",
    .arguments = "DOCUMENT TABLE ROW COLUMN | DOCUMENT:LINE [[ROW] COLUMN]",
    .help =
        "Prints the whole way of a figure: file, digest, line and column, JSON path, the number\n"
        "as it was read, statistic with its number of observations, conversion and rounding.\n"
        "\n"
        "  benchdoc why docs/benchmarking.md five-thousand-rows MariaDB 'Write, total'\n"
        "  benchdoc why docs/benchmarking.md:36 'Write, total'\n"
        "  benchdoc why docs/benchmarking.md:26\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(why_options),
    .arguments_min = 1,
    .arguments_max = 4,
    .run = run,
};
