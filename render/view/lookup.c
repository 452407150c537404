/* How names find values, texts find their language, and what was shown is noted. */
#include "render/view/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bd_touch_observation(const bd_view *view, const bd_observation *o, bd_stat stat)
{
    bd_shown *s = view->shown;
    if (!s)
        return;
    s->items = bd_grow(s->items, s->count, &s->capacity, sizeof *s->items);
    s->items[s->count++] = (bd_touch){ o, stat };
}

void bd_shown_release(bd_shown *shown)
{
    free(shown->items);
    bd_names_release(&shown->facts);
    bd_arena_release(&shown->arena);
    *shown = (bd_shown)BD_SHOWN_INIT;
}

static void note_fact(const bd_view *view, bd_str name)
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

const char *bd_view_get(const bd_view *view, const bd_observation *o, bd_str name, bd_dim_kind *kind,
                        bd_buf *scratch)
{
    bd_dim_kind found = BD_DIM_FACT;
    const char *value = bd_observation_get(o, name, &found, scratch);
    if (value && found == BD_DIM_FACT)
        note_fact(view, name);
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

const char *bd_say(const bd_view *view, const char *text)
{
    if (is_first_language(view) || !has_words(text))
        return text;
    const char *said = bd_config_translate(view->config, view->language, text);
    if (said)
        return said;
    bd_error err = { .code = BD_ERR_CONFIG };
    snprintf(err.message, sizeof err.message, "no translation into '%s' for '%s'", view->language, text);
    snprintf(err.hint, sizeof err.hint, "translations: { %s: { \"%s\": … } }", view->language, text);
    if (view->config->file)
        bd_error_in_file(&err, view->config->file);
    if (!already_said(view->found, err.message))
        bd_diagnostics_add(view->found, BD_WARNING, &err);
    return text;
}

const char *bd_say_value(const bd_view *view, bd_str dimension, const char *value)
{
    const char *label = bd_config_label(view->config, dimension, value);
    if (is_first_language(view))
        return label;
    const char *said = bd_config_translate(view->config, view->language, label);
    return said ? said : label;
}

static void add_error(const bd_view *view, bd_place place, const char *hint, bd_error *err)
{
    bd_error_at(err, place.file ? place.file : "", place.line, place.column);
    if (hint && hint[0])
        bd_hint(err, "%s", hint);
    if (already_said(view->found, err->message))
        view->found->errors++; /* the same finding: counted, not printed again */
    else
        bd_diagnostics_add(view->found, BD_ERROR, err);
}

bool bd_view_fail(const bd_view *view, bd_place place, const char *hint, const char *format, ...)
{
    bd_error err = { .code = BD_ERR_CONFIG };
    va_list args;
    va_start(args, format);
    vsnprintf(err.message, sizeof err.message, format, args);
    va_end(args);
    add_error(view, place, hint, &err);
    return false;
}

bool bd_cell_fail(const bd_cell_context *context, const char *hint, const char *format, ...)
{
    bd_error err = { .code = BD_ERR_INPUT };
    bd_buf message = BD_BUF_INIT;
    va_list args;
    bd_buf_puts(&message, context->basis->title);
    if (context->row && context->row->name && context->row->name[0])
        bd_buf_printf(&message, ", row %s", context->row->name);
    if (context->column_name)
        bd_buf_printf(&message, ", column '%s'", context->column_name);
    bd_buf_puts(&message, ": ");
    va_start(args, format);
    bd_buf_vprintf(&message, format, args);
    va_end(args);
    snprintf(err.message, sizeof err.message, "%s", bd_buf_text(&message));
    add_error(context->basis->view, context->place, hint, &err);
    bd_buf_release(&message);
    return false;
}

const char *bd_shared_value(const bd_view *view, const bd_observation *const *items, size_t count,
                            bd_str name, bd_dim_kind *kind, bool *several)
{
    bd_buf scratch = BD_BUF_INIT;
    const char *shared = NULL;
    *several = false;
    for (size_t i = 0; i < count && !*several; i++) {
        bd_dim_kind k;
        const char *value = bd_view_get(view, items[i], name, &k, &scratch);
        if (!value)
            continue;
        if (!shared) {
            shared = bd_arena_strdup(view->arena, value);
            *kind = k;
        } else if (strcmp(shared, value) != 0) {
            *several = true;
        }
    }
    bd_buf_release(&scratch);
    return *several ? NULL : shared;
}

/* Names by which two observations may differ, beyond their dimensions. */
static const char *const run_names[] = { "suite", "metric", "commit", "cpu", "file" };

static void collect_names(const bd_observation *const *items, size_t count, bd_names *names)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t d = 0; d < items[i]->dim_count; d++)
            bd_names_add(names, items[i]->dims[d].name);
        for (size_t f = 0; f < items[i]->run->facts.count; f++)
            bd_names_add(names, items[i]->run->facts.items[f].key);
    }
    for (size_t i = 0; i < BD_COUNT(run_names); i++)
        bd_names_add(names, run_names[i]);
}

static bool seen_before(const bd_names *names, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(names->items[i], names->items[index]) == 0)
            return true;
    return false;
}

/* Appends "name is a, b, c" when the observations have several values of it. */
static void describe_name(const bd_observation *const *items, size_t count, const char *name, bd_buf *out)
{
    enum { SHOWN = 6 };
    bd_buf scratch = BD_BUF_INIT, values = BD_BUF_INIT;
    bd_map seen = BD_MAP_INIT;
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < count; i++) {
        const char *value = bd_observation_get(items[i], bd_str_of(name), NULL, &scratch);
        bool added;
        value = bd_arena_strdup(&arena, value ? value : "-");
        bd_map_put(&seen, bd_str_of(value), 0, &added);
        if (added && seen.count <= SHOWN)
            bd_buf_printf(&values, "%s%s", seen.count > 1 ? ", " : "", value);
    }
    if (seen.count > 1)
        bd_buf_printf(out, "%s%s is %s%s", out->len > 0 ? "; " : "", name, bd_buf_text(&values),
                      seen.count > SHOWN ? ", …" : "");
    bd_map_release(&seen);
    bd_arena_release(&arena);
    bd_buf_release(&values);
    bd_buf_release(&scratch);
}

void bd_describe_difference(const bd_observation *const *items, size_t count, bd_buf *out)
{
    bd_names names = { 0 };
    size_t looked_at = count < 50 ? count : 50;
    collect_names(items, looked_at, &names);
    for (size_t i = 0; i < names.count && out->len < 300; i++)
        if (!seen_before(&names, i))
            describe_name(items, looked_at, names.items[i], out);
    bd_names_release(&names);
}
