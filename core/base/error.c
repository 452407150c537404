/* Errors as values: see error.h. */
#include "core/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bd_exit_code(bd_code code)
{
    switch (code) {
    case BD_OK:
        return 0;
    case BD_ERR_USAGE:
    case BD_ERR_CONFIG:
        return 2;
    case BD_ERR_INPUT:
        return 3;
    case BD_ERR_STORE:
        return 4;
    case BD_ERR_GIT:
        return 5;
    case BD_ERR_OUTPUT:
        return 6;
    case BD_ERR_BUG:
        return 70;
    case BD_ERR_INTERRUPTED:
        return 130;
    }
    return 70;
}

/* A cut message must not end inside a UTF-8 sequence. */
static void cut_to_characters(char *text)
{
    size_t n = strlen(text), back = 0;
    while (back < 4 && back < n && ((unsigned char)text[n - 1 - back] & 0xC0) == 0x80)
        back++;
    if (back >= n)
        return;
    unsigned char lead = (unsigned char)text[n - 1 - back];
    size_t need = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    if (need > back)
        text[n - 1 - back] = '\0';
}

BD_PRINTF(3, 0)
static void format_into(char *out, size_t size, const char *format, va_list args)
{
    int n = vsnprintf(out, size, format, args);
    if (n >= 0 && (size_t)n >= size)
        cut_to_characters(out);
}

bool bd_fail(bd_error *err, bd_code code, const char *format, ...)
{
    if (err->code != BD_OK)
        return false;
    err->code = code;
    va_list args;
    va_start(args, format);
    format_into(err->message, sizeof err->message, format, args);
    va_end(args);
    return false;
}

bool bd_hint(bd_error *err, const char *format, ...)
{
    if (err->hint[0] != '\0')
        return false;
    va_list args;
    va_start(args, format);
    format_into(err->hint, sizeof err->hint, format, args);
    va_end(args);
    return false;
}

bool bd_error_in_file(bd_error *err, const char *file)
{
    if (err->file[0] != '\0')
        return false;
    size_t len = strlen(file), room = sizeof err->file - 1;
    if (len <= room)
        memcpy(err->file, file, len + 1);
    else
        snprintf(err->file, sizeof err->file, "...%s", file + (len - room + 3));
    return false;
}

bool bd_error_at(bd_error *err, const char *file, int line, int column)
{
    if (err->file[0] == '\0' && err->line == 0) {
        err->line = line;
        err->column = column;
    }
    return bd_error_in_file(err, file);
}

void bd_diagnostics_add(bd_diagnostics *list, bd_severity severity, const bd_error *error)
{
    list->total++;
    if (severity == BD_ERROR)
        list->errors++;
    if (list->count >= BD_DIAGNOSTICS_KEPT)
        return;
    list->items = bd_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (bd_diagnostic){ severity, *error };
}

void bd_report(bd_diagnostics *list, bd_severity severity, bd_code code, const char *file, int line,
               int column, const char *format, ...)
{
    bd_error error = { .code = code, .line = line, .column = column };
    va_list args;
    va_start(args, format);
    format_into(error.message, sizeof error.message, format, args);
    va_end(args);
    if (file)
        bd_error_in_file(&error, file);
    bd_diagnostics_add(list, severity, &error);
}

void bd_diagnostics_take(bd_diagnostics *list, bd_diagnostics *more)
{
    size_t kept_errors = 0;
    for (size_t i = 0; i < more->count; i++) {
        bd_diagnostics_add(list, more->items[i].severity, &more->items[i].error);
        kept_errors += more->items[i].severity == BD_ERROR;
    }
    list->total += more->total - more->count;
    list->errors += more->errors - kept_errors;
    bd_diagnostics_release(more);
}

void bd_diagnostics_release(bd_diagnostics *list)
{
    free(list->items);
    *list = (bd_diagnostics)BD_DIAGNOSTICS_INIT;
}
