/* The keys that take several forms: documents, name rules, columns, gates. */
#include "core/config/internal.h"

#include <string.h>

static bool is_null(const bd_node *node)
{
    return node->kind == BD_NODE_TEXT && !node->text.text;
}

/* ---- documents: path, list of paths, path → language ---- */

void bd_config_read_documents(bd_config_reader *r, const bd_key *key, const bd_node *node,
                              void *object)
{
    static const bd_key language = { .name = "documents",
                                     .check = BD_CHECK_LANGUAGE,
                                     .example = "documents: { docs/benchmarks.md: en }" };
    size_t kept = 0, count = node->kind == BD_NODE_TEXT ? 1 : node->count;
    if (is_null(node)) {
        bd_config_wrong_type(r, key, "", "a path, a list of paths or a map of path to language",
                             node);
        return;
    }
    bd_document_config *items = bd_config_make_array(r, key, object, count, sizeof *items);
    for (size_t i = 0; i < count; i++) {
        bd_document_config item = { 0 };
        bool ok = false;
        if (node->kind == BD_NODE_MAP) {
            item.path = node->keys[i];
            ok = bd_config_check_text(r, key, item.path);
            ok = bd_config_read_text(r, &language, "a value of ", node->values[i], &item.language)
                 && ok;
        } else {
            const bd_node *path = node->kind == BD_NODE_LIST ? node->values[i] : node;
            ok = bd_config_read_text(r, key, "an item of ", path, &item.path);
        }
        if (ok)
            items[kept++] = item;
    }
    memcpy((char *)object + key->second, &kept, sizeof kept);
}

/* ---- name rules: pattern, or list of patterns and {ignore: pattern} ---- */

static bool read_name_rule(bd_config_reader *r, const bd_key *key, const bd_node *node,
                           bd_name_rule *out)
{
    if (node->kind != BD_NODE_MAP || bd_config_is_bare_template(node))
        return bd_config_read_text(r, key, "", node, &out->pattern);
    bd_name_rule rule = { .ignore = true };
    bd_config_read_object(r, key->shape, node,
                          (bd_scalar){ .line = node->line, .column = node->column }, &rule);
    *out = rule;
    return rule.pattern.text != NULL;
}

void bd_config_read_name_rules(bd_config_reader *r, const bd_key *key, const bd_node *node,
                               void *object)
{
    bool list = node->kind == BD_NODE_LIST;
    size_t kept = 0, count = list ? node->count : 1;
    if (is_null(node)) {
        bd_config_wrong_type(r, key, "", "a pattern or a list of patterns", node);
        return;
    }
    bd_name_rule *items = bd_config_make_array(r, key, object, count, sizeof *items);
    for (size_t i = 0; i < count; i++)
        if (read_name_rule(r, key, list ? node->values[i] : node, &items[kept]))
            kept++;
    memcpy((char *)object + key->second, &kept, sizeof kept);
}

/* ---- columns: title → template, list of rules, or {across, cell, number} ---- */

static void check_rule_order(bd_config_reader *r, const bd_column *column)
{
    for (size_t i = 0; i + 1 < column->rule_count; i++) {
        const bd_say_rule *rule = &column->rules[i], *next = &column->rules[i + 1];
        if (rule->has.text || rule->when.text || !rule->say.text || !next->say.text)
            continue;
        bd_error err = BD_ERROR_INIT;
        bd_fail(&err, BD_ERR_CONFIG,
                "a rule without has and when always holds, the next is never reached");
        bd_hint(&err, "move it to the end of the list");
        bd_config_report(r, BD_ERROR, rule->say.line, rule->say.column, &err);
        return;
    }
}

static void read_rules(bd_config_reader *r, const bd_key *key, const bd_node *node, bd_column *out)
{
    if (node->count == 0)
        bd_config_wrong_type(r, key, "a column of ", "a template or a list of rules", node);
    out->rules = bd_arena_alloc(&r->config->arena, node->count * sizeof *out->rules);
    for (size_t i = 0; i < node->count; i++) {
        const bd_node *item = node->values[i];
        bd_scalar at = { .line = item->line, .column = item->column };
        if (item->kind == BD_NODE_MAP)
            bd_config_read_object(r, key->other, item, at, &out->rules[out->rule_count++]);
        else
            bd_config_wrong_type(r, key, "a rule of ", "a map with has, when and say", item);
    }
    check_rule_order(r, out);
}

static void read_column(bd_config_reader *r, const bd_key *key, const bd_node *node, bd_column *out)
{
    if (node->kind == BD_NODE_LIST)
        read_rules(r, key, node, out);
    else if (node->kind == BD_NODE_MAP && !bd_config_is_bare_template(node))
        bd_config_read_object(r, key->shape, node, out->title, out);
    else
        bd_config_read_text(r, key, "a column of ", node, &out->cell);
}

/* The title of a pivot is said once per value and can say the value; any other hole in
 * it is a slip. All other titles are plain texts. */
static void check_title(bd_config_reader *r, const bd_key *key, const bd_column *column)
{
    const char *title = column->title.text, *brace = strchr(title, '{');
    if (!column->across.text || !bd_config_check_text(r, key, column->title) || !brace)
        return;
    bd_str name = { column->across.text, strcspn(column->across.text, "=<>! ") };
    size_t at = (size_t)(brace - title);
    bd_str hole = bd_config_hole(bd_str_of(title), at);
    if (bd_str_eq(hole, name))
        return;
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_CONFIG, "the title has {%.*s}, but the columns go across \"%.*s\"",
            (int)hole.len, hole.ptr, (int)name.len, name.ptr);
    bd_hint(&err, "write {%.*s} into the title", (int)name.len, name.ptr);
    bd_config_report(r, BD_ERROR, column->title.line, bd_scalar_column(column->title, at), &err);
}

void bd_config_read_columns(bd_config_reader *r, const bd_key *key, const bd_node *node,
                            void *object)
{
    if (node->kind != BD_NODE_MAP) {
        bd_config_wrong_type(r, key, "", "a map of titles", node);
        return;
    }
    bd_column *items = bd_config_make_array(r, key, object, node->count, sizeof *items);
    for (size_t i = 0; i < node->count; i++) {
        size_t mark = bd_config_push(r, node->keys[i].text);
        items[i].title = node->keys[i];
        read_column(r, key, node->values[i], &items[i]);
        check_title(r, key, &items[i]);
        bd_config_pop(r, mark);
    }
}

/* ---- gates: a list of maps with any keys, see check_gates.c ---- */

void bd_config_read_gates(bd_config_reader *r, const bd_key *key, const bd_node *node, void *object)
{
    static const char expected[] = "a list of maps";
    if (node->kind != BD_NODE_LIST) {
        bd_config_wrong_type(r, key, "", expected, node);
        return;
    }
    bd_gate_config *items = bd_config_make_array(r, key, object, node->count, sizeof *items);
    for (size_t i = 0; i < node->count; i++) {
        const bd_node *gate = node->values[i];
        bd_entries *out = &items[i].conditions;
        items[i].at = (bd_scalar){ .line = gate->line, .column = gate->column };
        if (gate->kind != BD_NODE_MAP || gate->count == 0) {
            bd_config_wrong_type(r, key, "an item of ", "a map", gate);
            continue;
        }
        out->items = bd_arena_alloc(&r->config->arena, gate->count * sizeof *out->items);
        out->capacity = gate->count;
        for (size_t j = 0; j < gate->count; j++) {
            bd_scalar value = { 0 };
            if (bd_config_read_joined(r, key, "|", gate->values[j], &value))
                out->items[out->count++] = (bd_entry){ gate->keys[j], value };
        }
    }
}
