/* What a configuration's errors say: the place, what is expected there, the nearest
 * valid name. */
#include "core/config/internal.h"

#include "core/base/map.h"

#include <stdio.h>

enum { NAMES_SHOWN = 24 };

size_t bd_config_push(bd_config_reader *r, const char *name)
{
    size_t mark = r->path.len;
    bd_buf_printf(&r->path, "%s%s", mark > 0 ? "." : "", name);
    return mark;
}

void bd_config_pop(bd_config_reader *r, size_t mark)
{
    r->path.len = mark;
    bd_buf_text(&r->path)[mark] = '\0';
}

void bd_config_report(bd_config_reader *r, bd_severity severity, int line, int column,
                      bd_error *err)
{
    bd_error_at(err, r->file, line, column);
    if (err->path[0] == '\0' && r->path.len > 0)
        snprintf(err->path, sizeof err->path, "%s", bd_buf_text(&r->path));
    bd_diagnostics_add(r->found, severity, err);
}

static const char *word_for(const bd_node *node)
{
    if (node->kind == BD_NODE_LIST)
        return "a list";
    if (node->kind == BD_NODE_MAP)
        return "a map";
    return node->text.text ? "a text" : "nothing";
}

bool bd_config_is_bare_template(const bd_node *node)
{
    return node->kind == BD_NODE_MAP && node->count == 1 && node->values[0]->kind == BD_NODE_TEXT
           && !node->values[0]->text.text;
}

void bd_config_wrong_type(bd_config_reader *r, const bd_key *key, const char *part,
                          const char *expected, const bd_node *node)
{
    bd_error err = BD_ERROR_INIT;
    if (node->kind == BD_NODE_TEXT && !node->text.text)
        bd_fail(&err, BD_ERR_CONFIG, "%s\"%s\" has nothing behind it, it must be %s", part,
                key->name, expected);
    else
        bd_fail(&err, BD_ERR_CONFIG, "%s\"%s\" must be %s, not %s", part, key->name, expected,
                word_for(node));
    if (bd_config_is_bare_template(node))
        bd_hint(&err, "a text that begins with a brace needs quotes: \"{%s}\"", node->keys[0].text);
    else
        bd_hint(&err, "for example: %s", key->example);
    bd_config_report(r, BD_ERROR, node->line, node->column, &err);
}

void bd_config_hint_names(bd_error *err, bd_str wanted, const char *const *names, size_t count)
{
    const char *nearest = bd_nearest(wanted, names, count);
    bd_buf list = BD_BUF_INIT;
    for (size_t i = 0; i < count && i < NAMES_SHOWN; i++)
        bd_buf_printf(&list, "%s%s", i > 0 ? ", " : "", names[i]);
    if (count > NAMES_SHOWN)
        bd_buf_printf(&list, " and %zu more", count - NAMES_SHOWN);
    if (nearest)
        bd_hint(err, "did you mean \"%s\"?", nearest);
    else if (count > 0)
        bd_hint(err, "there are: %s", bd_buf_text(&list));
    bd_buf_release(&list);
}

bool bd_config_enough(const bd_config_reader *r)
{
    return r->found->count >= BD_DIAGNOSTICS_KEPT;
}

void bd_config_unknown_key(bd_config_reader *r, const bd_shape *shape, bd_scalar key)
{
    const char **names = bd_arena_alloc(&r->config->arena, shape->count * sizeof *names);
    bd_error err = BD_ERROR_INIT;
    for (size_t i = 0; i < shape->count; i++)
        names[i] = shape->keys[i].name;
    bd_fail(&err, BD_ERR_CONFIG, "unknown key \"%s\"", key.text);
    if (!bd_config_enough(r))
        bd_config_hint_names(&err, bd_str_of(key.text), names, shape->count);
    bd_config_report(r, BD_ERROR, key.line, key.column, &err);
}

void bd_config_missing_key(bd_config_reader *r, const bd_shape *shape, const bd_key *key,
                           bd_scalar at)
{
    bd_error err = BD_ERROR_INIT;
    bool root = shape == bd_config_shape();
    bd_fail(&err, BD_ERR_CONFIG, "\"%s\" is missing%s%s", key->name, root ? "" : " in this ",
            root ? "" : shape->name);
    bd_hint(&err, "add the line: %s", key->example);
    bd_config_report(r, BD_ERROR, at.line, at.column, &err);
}
