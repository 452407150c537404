/* Rows and cells of CSV (RFC 4180): quotes, doubled quotes, line ends inside them. */
#include "ingest/csv.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(const bd_csv *csv, char c)
{
    return c == ' ' || (c == '\t' && csv->separator != '\t');
}

/* The first one of the first line that stands outside quotes. */
static char separator_of(bd_str text)
{
    bool quoted = false;
    for (size_t i = 0; i < text.len && (quoted || text.ptr[i] != '\n'); i++) {
        char c = text.ptr[i];
        quoted ^= c == '"';
        if (!quoted && (c == ',' || c == ';' || c == '\t'))
            return c;
    }
    return ',';
}

bd_csv bd_csv_of(bd_str text)
{
    return (bd_csv){ .text = text, .separator = separator_of(text), .line = 1 };
}

void bd_csv_release(bd_csv *csv)
{
    free(csv->cells);
    bd_buf_release(&csv->unquoted);
}

int bd_csv_column(const bd_csv_cell *cell)
{
    int column = 1;
    for (const char *p = cell->line_begin; p < cell->begin; p++)
        column += ((unsigned char)*p & 0xC0) != 0x80;
    return column;
}

bool bd_csv_fail(const bd_csv_cell *cell, bd_error *err, const char *format, ...)
{
    char text[sizeof err->message];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    bd_fail(err, BD_ERR_INPUT, "%s", text);
    return bd_error_at(err, "", cell->line, bd_csv_column(cell));
}

static char at(const bd_csv *csv, size_t i)
{
    return i < csv->text.len ? csv->text.ptr[i] : '\0';
}

static bool ends_row(const bd_csv *csv, size_t i)
{
    char c = at(csv, i);
    return i >= csv->text.len || c == '\n'
           || (c == '\r' && (i + 1 == csv->text.len || at(csv, i + 1) == '\n'));
}

static bd_csv_cell place(const bd_csv *csv)
{
    const char *text = csv->text.ptr;
    return (bd_csv_cell){ .begin = text + csv->at,
                          .line_begin = text + csv->line_begin,
                          .line = csv->line };
}

/* To the closing quote; a doubled one is one. */
static bool take_quoted(bd_csv *csv, bd_csv_cell *cell, bd_error *err)
{
    size_t from = csv->unquoted.len;
    for (csv->at++;; csv->at++) {
        if (csv->at >= csv->text.len) {
            bd_hint(err, "a quote inside a quoted cell is written twice");
            return bd_csv_fail(cell, err, "a quote that is not closed");
        }
        char c = at(csv, csv->at);
        if (c == '"' && at(csv, ++csv->at) != '"')
            break;
        bd_buf_putc(&csv->unquoted, c);
        if (c == '\n') {
            csv->line++;
            csv->line_begin = csv->at + 1;
        }
    }
    while (is_blank(csv, at(csv, csv->at)))
        csv->at++;
    cell->text = (bd_str){ NULL, csv->unquoted.len - from }; /* placed when the row is whole */
    if (at(csv, csv->at) == csv->separator || ends_row(csv, csv->at))
        return true;
    bd_csv_cell there = place(csv);
    bd_hint(err, "a quote inside a quoted cell is written twice");
    return bd_csv_fail(&there, err, "expected the end of the cell behind its closing quote");
}

static bool take_plain(bd_csv *csv, bd_csv_cell *cell, bd_error *err)
{
    size_t from = csv->at;
    while (at(csv, csv->at) != csv->separator && !ends_row(csv, csv->at)) {
        if (at(csv, csv->at) == '"') {
            bd_csv_cell there = place(csv);
            bd_hint(err, "quote the whole cell, and write each quote in it twice");
            return bd_csv_fail(&there, err, "a quote in a cell that does not begin with one");
        }
        csv->at++;
    }
    cell->text = bd_str_trim(bd_str_sub(csv->text, from, csv->at));
    return true;
}

static bool take_cell(bd_csv *csv, bd_error *err)
{
    while (is_blank(csv, at(csv, csv->at)))
        csv->at++;
    bd_csv_cell cell = place(csv);
    size_t from = csv->at;
    if (csv->count >= BD_CSV_COLUMNS_MAX)
        return bd_csv_fail(&cell, err, "more than %d cells in a row", BD_CSV_COLUMNS_MAX);
    bool ok = at(csv, csv->at) == '"' ? take_quoted(csv, &cell, err) : take_plain(csv, &cell, err);
    if (ok && csv->at - from > BD_CSV_CELL_MAX)
        return bd_csv_fail(&cell, err, "a cell of more than %d bytes", BD_CSV_CELL_MAX);
    csv->cells = bd_grow(csv->cells, csv->count, &csv->capacity, sizeof *csv->cells);
    csv->cells[csv->count++] = cell;
    return ok;
}

static bool take_row(bd_csv *csv, bd_error *err)
{
    csv->count = 0;
    bd_buf_clear(&csv->unquoted);
    while (take_cell(csv, err)) {
        if (at(csv, csv->at) == csv->separator && csv->at < csv->text.len) {
            csv->at++;
            continue;
        }
        csv->at += at(csv, csv->at) == '\r' ? 2 : 1;
        csv->line++;
        csv->line_begin = csv->at;
        return true;
    }
    return false;
}

/* Gives the quoted cells their text, which has stopped moving, and looks for one. */
static bool finish_row(bd_csv *csv)
{
    size_t from = 0;
    bool any = false;
    for (size_t i = 0; i < csv->count; i++) {
        bd_str *text = &csv->cells[i].text;
        if (!text->ptr) {
            text->ptr = bd_buf_text(&csv->unquoted) + from;
            from += text->len;
        }
        any |= text->len > 0;
    }
    return any;
}

bool bd_csv_next(bd_csv *csv, bd_error *err)
{
    while (csv->at < csv->text.len) {
        if (!take_row(csv, err))
            return false;
        if (finish_row(csv))
            return true;
    }
    return false;
}
