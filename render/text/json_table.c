/* Views as JSON: what a table shows, and for every number where it came from. */
#include "render/text/internal.h"

#include <math.h>

static void put_plain(bd_json_writer *w, const bd_cell *cell)
{
    bd_buf text = BD_BUF_INIT;
    bd_plain_cell(cell, &text);
    bd_json_put_str(w, bd_buf_str(&text));
    bd_buf_release(&text);
}

static void put_place(bd_json_writer *w, const bd_run *run, const bd_source *at)
{
    if (at->file < run->file_count) {
        const bd_file_fact *file = &run->files[at->file];
        bd_json_put_key(w, "file");
        bd_json_put_text(w, file->path);
        bd_json_put_key(w, "sha256");
        bd_json_put_text(w, file->digest.hex);
    }
    if (at->line > 0) {
        bd_json_put_key(w, "line");
        bd_json_put_int(w, at->line);
        bd_json_put_key(w, "column");
        bd_json_put_int(w, at->column);
    }
    if (at->path) {
        bd_json_put_key(w, "path");
        bd_json_put_text(w, at->path);
    }
}

static void put_source(bd_json_writer *w, const bd_cell_source *source)
{
    bd_buf name = BD_BUF_INIT;
    bd_json_open(w, '{');
    if (source->observation) {
        bd_json_put_key(w, "suite");
        bd_json_put_text(w, source->observation->run->suite);
        put_place(w, source->observation->run, &source->at);
    }
    bd_json_put_key(w, "value");
    if (source->number.kind == BD_NUMBER_NONE)
        bd_json_put_text(w, NULL);
    else
        bd_json_put_number(w, source->number, false);
    bd_json_put_key(w, "unit");
    bd_json_put_text(w, source->unit);
    bd_stat_name(source->stat, &name);
    bd_json_put_key(w, "statistic");
    bd_json_put_str(w, bd_buf_str(&name));
    if (source->n > 0) {
        bd_json_put_key(w, "n");
        bd_json_put_int(w, source->n);
    }
    bd_json_close(w, '}');
    bd_buf_release(&name);
}

void bd_json_cell(const bd_cell *cell, bd_json_writer *w)
{
    bd_json_open(w, '{');
    bd_json_put_key(w, "text");
    put_plain(w, cell);
    bd_json_put_key(w, "sources");
    bd_json_open(w, '[');
    for (size_t i = 0; i < cell->source_count; i++)
        put_source(w, &cell->sources[i]);
    bd_json_close(w, ']');
    bd_json_close(w, '}');
}

static void put_row(const bd_table *table, size_t row, bd_json_writer *w)
{
    bd_json_open(w, '{');
    if (table->row_names) {
        bd_json_put_key(w, "row");
        bd_json_put_text(w, table->row_names[row]);
    }
    bd_json_put_key(w, "cells");
    bd_json_open(w, '[');
    for (size_t i = 0; i < table->column_count; i++)
        bd_json_cell(&table->cells[row * table->column_count + i], w);
    bd_json_close(w, ']');
    bd_json_close(w, '}');
}

static void put_table(const bd_table *table, bd_json_writer *w)
{
    bd_json_put_key(w, "table");
    bd_json_put_text(w, table->name);
    bd_json_put_key(w, "columns");
    bd_json_open(w, '[');
    for (size_t i = 0; i < table->column_count; i++)
        put_plain(w, &table->columns[i].title);
    bd_json_close(w, ']');
    bd_json_put_key(w, "rows");
    bd_json_open(w, '[');
    for (size_t row = 0; row < table->row_count; row++)
        put_row(table, row, w);
    bd_json_close(w, ']');
    if (table->note_count > 0) {
        bd_json_put_key(w, "notes");
        bd_json_open(w, '[');
        for (size_t i = 0; i < table->note_count; i++)
            bd_json_put_text(w, table->notes[i]);
        bd_json_close(w, ']');
    }
}

void bd_json_table(const bd_table *table, bd_json_writer *w)
{
    bd_json_open(w, '{');
    put_table(table, w);
    bd_json_close(w, '}');
}

static void put_double(bd_json_writer *w, const char *key, double value)
{
    bd_json_put_key(w, key);
    bd_json_put_number(w, bd_double(value), false);
}

static void put_side(bd_json_writer *w, const char *key, double mean, double deviation, size_t n)
{
    bd_json_put_key(w, key);
    bd_json_open(w, '{');
    put_double(w, "mean", mean);
    put_double(w, "standard_deviation", deviation);
    bd_json_put_key(w, "n");
    bd_json_put_int(w, (int64_t)n);
    bd_json_close(w, '}');
}

static void put_change(const bd_chart *chart, const bd_chart_change *c, bd_json_writer *w)
{
    bd_json_open(w, '{');
    if (chart->panel_count > 1) {
        bd_json_put_key(w, "panel");
        bd_json_put_text(w, chart->panels[c->panel].title);
    }
    bd_json_put_key(w, "series");
    bd_json_put_text(w, c->series);
    bd_json_put_key(w, "after");
    bd_json_put_text(w, c->last);
    bd_json_put_key(w, "at");
    bd_json_put_text(w, c->first);
    bd_json_put_key(w, "relative");
    if (isfinite(c->relative))
        bd_json_put_number(w, bd_double(c->relative), false);
    else
        bd_json_put_text(w, NULL);
    put_double(w, "p_value", c->p_value);
    put_side(w, "before", c->mean_before, c->deviation_before, c->n_before);
    put_side(w, "since", c->mean_after, c->deviation_after, c->n_after);
    bd_json_put_key(w, "unit");
    bd_json_put_text(w, chart->y.unit);
    bd_json_close(w, '}');
}

void bd_json_chart(const bd_table *table, const bd_chart *chart, bd_json_writer *w)
{
    bd_json_open(w, '{');
    put_table(table, w);
    if (chart->changes_sought) {
        bd_json_put_key(w, "change_points");
        bd_json_open(w, '[');
        for (size_t i = 0; i < chart->change_count; i++)
            put_change(chart, &chart->changes[i], w);
        bd_json_close(w, ']');
    }
    bd_json_close(w, '}');
}
