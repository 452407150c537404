/* What is noted as shown, how texts find their language, and how findings are reported. */
#include "render/view/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void touch(const bd_view *view, bd_touch touched)
{
    bd_shown *s = view->shown;
    if (!s)
        return;
    s->items = bd_grow(s->items, s->count, &s->capacity, sizeof *s->items);
    s->items[s->count++] = touched;
}

void bd_touch_observation(const bd_view *view, const bd_observation *o, bd_stat stat)
{
    touch(view, (bd_touch){ o, stat, false });
}

void bd_touch_value(const bd_view *view, const bd_observation *o)
{
    bd_touch_observation(view, o, (bd_stat){ BD_STAT_VALUE, 0 });
}

void bd_touch_samples(const bd_view *view, const bd_observation *o)
{
    touch(view, (bd_touch){ o, { BD_STAT_VALUE, 0 }, true });
}

void bd_shown_release(bd_shown *shown)
{
    free(shown->items);
    bd_names_release(&shown->facts);
    bd_names_release(&shown->said);
    bd_arena_release(&shown->arena);
    *shown = (bd_shown)BD_SHOWN_INIT;
}

void bd_note_name(const bd_view *view, bd_str name)
{
    bd_shown *s = view->shown;
    if (!s)
        return;
    if (bd_str_starts(name, "environment."))
        name = bd_str_sub(name, strlen("environment."), name.len);
    for (size_t i = 0; i < s->facts.count; i++)
        if (bd_str_is(name, s->facts.items[i]))
            return;
    bd_names_add(&s->facts, bd_arena_text(&s->arena, name));
}

const char *bd_view_get(const bd_view *view, const bd_observation *o, bd_str name,
                        bd_dim_kind *kind, bd_buf *scratch)
{
    bd_dim_kind found = BD_DIM_FACT;
    const char *value = bd_observation_get(o, name, &found, scratch);
    if (value && found == BD_DIM_FACT)
        bd_note_name(view, name);
    if (kind)
        *kind = found;
    return value;
}

static bool already_said(const bd_diagnostics *found, const char *message)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->items[i].error.message, message) == 0)
            return true;
    return false;
}

/* The same finding in another column, language or document is said once. */
static void add_finding(const bd_view *view, bd_severity severity, bd_place place, const char *hint,
                        bd_error *err)
{
    bd_error_at(err, place.file ? place.file : "", place.line, place.column);
    if (hint && hint[0])
        bd_hint(err, "%s", hint);
    if (!already_said(view->found, err->message))
        bd_diagnostics_add(view->found, severity, err);
}

BD_PRINTF(3, 0)
static void fail_text(bd_error *err, bd_code code, const char *format, va_list args)
{
    bd_buf message = BD_BUF_INIT;
    bd_buf_vprintf(&message, format, args);
    bd_fail(err, code, "%s", bd_buf_text(&message));
    bd_buf_release(&message);
}

bool bd_view_fail(const bd_view *view, bd_place place, const char *hint, const char *format, ...)
{
    bd_error err = BD_ERROR_INIT;
    va_list args;
    va_start(args, format);
    fail_text(&err, BD_ERR_CONFIG, format, args);
    va_end(args);
    add_finding(view, BD_ERROR, place, hint, &err);
    return false;
}

void bd_view_warn(const bd_view *view, bd_place place, const char *hint, const char *format, ...)
{
    bd_error err = BD_ERROR_INIT;
    va_list args;
    va_start(args, format);
    fail_text(&err, BD_ERR_CONFIG, format, args);
    va_end(args);
    add_finding(view, BD_WARNING, place, hint, &err);
}

void bd_view_note(const bd_view *view, bd_place place, const char *format, ...)
{
    bd_error err = BD_ERROR_INIT;
    va_list args;
    va_start(args, format);
    fail_text(&err, BD_ERR_CONFIG, format, args);
    va_end(args);
    add_finding(view, BD_NOTE, place, NULL, &err);
}

bool bd_cell_fail(const bd_cell_context *context, const char *hint, const char *format, ...)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf message = BD_BUF_INIT;
    va_list args;
    if (context->wrong && ++*context->wrong > BD_CELLS_SAID)
        return false;
    bd_buf_puts(&message, context->basis->title);
    if (context->where)
        bd_buf_puts(&message, context->where);
    else if (context->row && context->row->name && context->row->name[0])
        bd_buf_printf(&message, ", row %s", context->row->name);
    if (!context->where && context->column_name)
        bd_buf_printf(&message, ", column '%s'", context->column_name);
    bd_buf_puts(&message, ": ");
    va_start(args, format);
    bd_buf_vprintf(&message, format, args);
    va_end(args);
    bd_fail(&err, BD_ERR_INPUT, "%s", bd_buf_text(&message));
    add_finding(context->basis->view, BD_ERROR, context->place, hint, &err);
    bd_buf_release(&message);
    return false;
}

static bool has_words(const char *text)
{
    bool in_hole = false;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        in_hole = c == '{' || (in_hole && c != '}');
        if (!in_hole && ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c >= 0x80))
            return true;
    }
    return false;
}

static bool is_first_language(const bd_view *view)
{
    return !view->language || view->config->languages.count == 0
           || strcmp(view->language, view->config->languages.items[0].text) == 0;
}

/* Each text of the configuration has an address of its own. */
static void note_said(const bd_view *view, const char *said)
{
    bd_shown *s = view->shown;
    for (size_t i = 0; s && i < s->said.count; i++)
        if (s->said.items[i] == said)
            return;
    if (s && said)
        bd_names_add(&s->said, said);
}

static bd_scalar translation(const bd_view *view, const char *text)
{
    const bd_config *config = view->config;
    bd_scalar said = { 0 };
    for (size_t i = 0; i < config->translation_count && !said.text; i++)
        if (strcmp(config->translations[i].language.text, view->language) == 0)
            said = bd_entries_get(&config->translations[i].texts, text);
    note_said(view, said.text);
    return said;
}

/* In double quotes, as YAML reads it back. */
static const char *yaml_text(const bd_view *view, const char *text)
{
    bd_buf out = BD_BUF_INIT;
    bd_buf_putc(&out, '"');
    for (; *text; text++)
        bd_buf_printf(&out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    bd_buf_putc(&out, '"');
    const char *quoted = bd_arena_text(view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return quoted;
}

bd_scalar bd_say_scalar(const bd_view *view, bd_scalar text)
{
    if (is_first_language(view) || !has_words(text.text))
        return text;
    bd_scalar said = translation(view, text.text);
    if (said.text)
        return said;
    bd_place place = { view->config->file, text.line, text.column };
    bd_view_fail(view, place,
                 bd_arena_printf(view->arena, "translations: { %s: { %s: TEXT } }", view->language,
                                 yaml_text(view, text.text)),
                 "no translation into '%s' for '%s'", view->language, text.text);
    return text;
}

const char *bd_say_derived(const bd_view *view, bd_scalar text)
{
    bd_scalar said = { 0 };
    if (!is_first_language(view))
        said = translation(view, text.text);
    return said.text ? said.text : text.text;
}

const char *bd_say(const bd_view *view, const char *text)
{
    if (is_first_language(view) && !view->language)
        return text;
    const char *said = is_first_language(view) ? NULL : translation(view, text).text;
    if (!said)
        said = bd_own_words(view->language, text);
    if (said)
        return said;
    bd_view_warn(view, (bd_place){ view->config->file, 0, 0 },
                 bd_arena_printf(view->arena, "translations: { %s: { %s: TEXT } }", view->language,
                                 yaml_text(view, text)),
                 "benchdoc's own '%s' stays English in '%s'", text, view->language);
    return text;
}

const char *bd_say_with(const bd_view *view, const char *text, const char *const (*names)[2],
                        size_t count)
{
    bd_buf out = BD_BUF_INIT;
    for (const char *at = bd_say(view, text); *at;) {
        size_t i = 0;
        while (i < count && strncmp(at, names[i][0], strlen(names[i][0])) != 0)
            i++;
        if (i < count) {
            bd_buf_puts(&out, names[i][1]);
            at += strlen(names[i][0]);
        } else {
            bd_buf_putc(&out, *at++);
        }
    }
    const char *said = bd_arena_text(view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return said;
}

const char *bd_say_value(const bd_view *view, bd_str dimension, const char *value)
{
    const char *label = bd_config_label(view->config, dimension, value);
    if (is_first_language(view))
        return label;
    const char *said = translation(view, label).text;
    return said ? said : label;
}
