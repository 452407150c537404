/* The whole way of one figure in words: number, statistic, series, source, machine. */
#include "cli/generate.h"

#include <string.h>

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

void bd_describe_cell(const char *title, const bd_cell *cell, bd_buf *out)
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
