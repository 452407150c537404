/* Tree of nodes → structs, by the rows of keys.h: the kinds that look the same
 * wherever they stand. */
#include "core/config/internal.h"

#include <string.h>

static void *field(void *object, size_t offset)
{
    return (char *)object + offset;
}

void *bd_config_make_array(bd_config_reader *r, const bd_key *key, void *object, size_t count,
                           size_t size)
{
    void *items = bd_arena_alloc(&r->config->arena, count * size);
    memcpy(field(object, key->offset), &items, sizeof items); /* whatever it points at */
    memcpy(field(object, key->second), &count, sizeof count);
    return items;
}

/* ---- texts ---- */

bool bd_config_read_text(bd_config_reader *r, const bd_key *key, const char *part,
                         const bd_node *node, bd_scalar *out)
{
    if (node->kind != BD_NODE_TEXT || !node->text.text) {
        bd_config_wrong_type(r, key, part, "a text", node);
        return false;
    }
    if (!bd_config_check_text(r, key, node->text))
        return false;
    *out = node->text;
    return true;
}

static void read_text(bd_config_reader *r, const bd_key *key, const bd_node *node, void *object)
{
    bd_config_read_text(r, key, "", node, field(object, key->offset));
}

static void read_texts(bd_config_reader *r, const bd_key *key, const bd_node *node, void *object)
{
    bd_scalars *out = field(object, key->offset);
    bool list = node->kind == BD_NODE_LIST;
    size_t count = list ? node->count : 1;
    if (node->kind == BD_NODE_MAP || (list && count == 0)
        || (node->kind == BD_NODE_TEXT && !node->text.text)) {
        bd_config_wrong_type(r, key, "", "a text or a list of texts", node);
        return;
    }
    out->items = bd_arena_alloc(&r->config->arena, count * sizeof *out->items);
    out->capacity = count;
    for (size_t i = 0; i < count; i++) {
        const bd_node *item = list ? node->values[i] : node;
        if (bd_config_read_text(r, key, list ? "an item of " : "", item, &out->items[out->count]))
            out->count++;
    }
}

static const char *const *word_in(const char *const *words, const char *text)
{
    for (; *words; words++)
        if (strcmp(*words, text) == 0)
            return words;
    return NULL;
}

/* "row, table or no" */
static void list_words(const char *const *words, bd_buf *out)
{
    for (size_t i = 0; words[i]; i++)
        bd_buf_printf(out, "%s%s", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
}

/* @return the place of the node's word; NULL when that was reported */
static const char *const *read_one_of(bd_config_reader *r, const bd_key *key, const bd_node *node)
{
    bool text = node->kind == BD_NODE_TEXT && node->text.text;
    const char *const *word = text ? word_in(key->words, node->text.text) : NULL;
    bd_buf list = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    if (word)
        return word;
    list_words(key->words, &list);
    if (!text) {
        bd_config_wrong_type(r, key, "", bd_buf_text(&list), node);
    } else {
        bd_fail(&err, BD_ERR_CONFIG, "\"%s\" must be %s, not \"%s\"", key->name, bd_buf_text(&list),
                node->text.text);
        bd_hint(&err, "for example: %s", key->example);
        bd_config_report(r, BD_ERROR, node->text.line, node->text.column, &err);
    }
    bd_buf_release(&list);
    return NULL;
}

static void read_word(bd_config_reader *r, const bd_key *key, const bd_node *node, void *object)
{
    const char *const *word = read_one_of(r, key, node);
    if (!word)
        return;
    bd_scalar *out = field(object, key->offset);
    *out = node->text;
    out->text = bd_arena_text(&r->config->arena, (bd_str){ *word, strcspn(*word, " ") });
}

static void read_flag(bd_config_reader *r, const bd_key *key, const bd_node *node, void *object)
{
    bool *out = field(object, key->offset);
    *out = read_one_of(r, key, node) != NULL;
}

static void read_one_machine(bd_config_reader *r, const bd_key *key, const bd_node *node,
                             void *object)
{
    const char *const *word = read_one_of(r, key, node);
    bd_one_machine *out = field(object, key->offset);
    if (word)
        *out = (bd_one_machine)(word - key->words);
}

static void read_version(bd_config_reader *r, const bd_key *key, const bd_node *node, void *object)
{
    bd_error err = BD_ERROR_INIT;
    (void)object;
    const char *text = node->kind == BD_NODE_TEXT && node->text.text ? node->text.text : "";
    if (strcmp(text, "1") == 0) /* newer ones were refused before, see config.c */
        return;
    bd_fail(&err, BD_ERR_CONFIG, "\"%s\" must be 1", key->name);
    bd_hint(&err, "write: %s", key->example);
    bd_config_report(r, BD_ERROR, node->line, node->column, &err);
}

/* ---- maps of texts ---- */

static void add_entry(bd_entries *out, bd_scalar key, bd_scalar value)
{
    out->items[out->count++] = (bd_entry){ key, value };
}

static bool begin_entries(bd_config_reader *r, const bd_key *key, const bd_node *node,
                          bd_entries *out)
{
    if (node->kind != BD_NODE_MAP) {
        bd_config_wrong_type(r, key, "", "a map", node);
        return false;
    }
    out->items = bd_arena_alloc(&r->config->arena, node->count * sizeof *out->items);
    out->capacity = node->count;
    return true;
}

void bd_config_read_entries(bd_config_reader *r, const bd_key *key, const bd_node *node,
                            bd_entries *out)
{
    if (!begin_entries(r, key, node, out))
        return;
    for (size_t i = 0; i < node->count; i++) {
        bd_scalar value = { 0 };
        if (bd_config_read_text(r, key, "a value of ", node->values[i], &value))
            add_entry(out, node->keys[i], value);
    }
}

static void read_map(bd_config_reader *r, const bd_key *key, const bd_node *node, void *object)
{
    bd_config_read_entries(r, key, node, field(object, key->offset));
}

bool bd_config_read_joined(bd_config_reader *r, const bd_key *key, const char *join,
                           const bd_node *node, bd_scalar *out)
{
    bd_buf text = BD_BUF_INIT;
    bool ok = true;
    if (node->kind == BD_NODE_TEXT)
        return bd_config_read_text(r, key, "a value of ", node, out);
    if (node->kind == BD_NODE_MAP || node->count == 0) {
        bd_config_wrong_type(r, key, "a value of ", "a text or a list of texts", node);
        return false;
    }
    for (size_t i = 0; i < node->count; i++) {
        bd_scalar item = { 0 };
        ok = bd_config_read_text(r, key, "an item of ", node->values[i], &item) && ok;
        bd_buf_printf(&text, "%s%s", i > 0 ? join : "", item.text ? item.text : "");
    }
    *out = (bd_scalar){ .text = bd_arena_strdup(&r->config->arena, bd_buf_text(&text)),
                        .line = node->line,
                        .column = node->column };
    bd_buf_release(&text);
    return ok;
}

static void read_map_of_lists(bd_config_reader *r, const bd_key *key, const bd_node *node,
                              void *object)
{
    bd_entries *out = field(object, key->offset);
    if (!begin_entries(r, key, node, out))
        return;
    for (size_t i = 0; i < node->count; i++) {
        bd_scalar value = { 0 };
        if (bd_config_read_joined(r, key, key->join, node->values[i], &value))
            add_entry(out, node->keys[i], value);
    }
}

static void read_text_or_map(bd_config_reader *r, const bd_key *key, const bd_node *node,
                             void *object)
{
    if (node->kind == BD_NODE_MAP && !bd_config_is_bare_template(node))
        bd_config_read_entries(r, key, node, field(object, key->second));
    else if (node->kind == BD_NODE_TEXT && node->text.text)
        bd_config_read_text(r, key, "", node, field(object, key->offset));
    else
        bd_config_wrong_type(r, key, "", "a text or a map", node);
}

static void read_map_of_maps(bd_config_reader *r, const bd_key *key, const bd_node *node,
                             void *object)
{
    if (node->kind != BD_NODE_MAP) {
        bd_config_wrong_type(r, key, "", "a map of maps", node);
        return;
    }
    bd_translation *items = bd_config_make_array(r, key, object, node->count, sizeof *items);
    for (size_t i = 0; i < node->count; i++) {
        size_t mark = bd_config_push(r, node->keys[i].text);
        items[i].language = node->keys[i];
        bd_config_read_entries(r, key, node->values[i], &items[i].texts);
        bd_config_pop(r, mark);
    }
}

/* ---- structs ---- */

static void read_object(bd_config_reader *r, const bd_key *key, const bd_node *node, void *object)
{
    bd_scalar at = { .line = node->line, .column = node->column };
    if (node->kind == BD_NODE_MAP)
        bd_config_read_object(r, key->shape, node, at, field(object, key->offset));
    else
        bd_config_wrong_type(r, key, "", "a map", node);
}

static void read_list_of(bd_config_reader *r, const bd_key *key, const bd_node *node, void *object)
{
    if (node->kind != BD_NODE_LIST) {
        bd_config_wrong_type(r, key, "", "a list of maps", node);
        return;
    }
    char *items = bd_config_make_array(r, key, object, node->count, key->shape->size);
    for (size_t i = 0; i < node->count; i++) {
        const bd_node *item = node->values[i];
        bd_scalar at = { .line = item->line, .column = item->column };
        if (item->kind == BD_NODE_MAP)
            bd_config_read_object(r, key->shape, item, at, items + i * key->shape->size);
        else
            bd_config_wrong_type(r, key, "an item of ", "a map", item);
    }
}

/* What a table says of its own begins as what the file says for all. */
static void inherit(bd_config_reader *r, const bd_shape *shape, void *object)
{
    for (size_t i = 0; i < shape->count; i++)
        if (shape->keys[i].kind == BD_KEY_ONE_MACHINE)
            memcpy(field(object, shape->keys[i].offset), &r->config->one_machine,
                   sizeof r->config->one_machine);
}

static void read_map_of(bd_config_reader *r, const bd_key *key, const bd_node *node, void *object)
{
    if (node->kind != BD_NODE_MAP) {
        bd_config_wrong_type(r, key, "", "a map of names", node);
        return;
    }
    char *items = bd_config_make_array(r, key, object, node->count, key->shape->size);
    for (size_t i = 0; i < node->count; i++) {
        char *item = items + i * key->shape->size;
        size_t mark = bd_config_push(r, node->keys[i].text);
        memcpy(item, &node->keys[i], sizeof node->keys[i]);
        inherit(r, key->shape, item);
        if (node->values[i]->kind == BD_NODE_MAP)
            bd_config_read_object(r, key->shape, node->values[i], node->keys[i], item);
        else
            bd_config_wrong_type(r, key, "an entry of ", "a map", node->values[i]);
        bd_config_pop(r, mark);
    }
}

static bd_config_read_kind *const kinds[BD_KEY_KIND_COUNT] = {
    [BD_KEY_VERSION] = read_version,
    [BD_KEY_TEXT] = read_text,
    [BD_KEY_TEXTS] = read_texts,
    [BD_KEY_WORD] = read_word,
    [BD_KEY_FLAG] = read_flag,
    [BD_KEY_ONE_MACHINE] = read_one_machine,
    [BD_KEY_MAP] = read_map,
    [BD_KEY_MAP_OF_LISTS] = read_map_of_lists,
    [BD_KEY_TEXT_OR_MAP] = read_text_or_map,
    [BD_KEY_OBJECT] = read_object,
    [BD_KEY_LIST_OF] = read_list_of,
    [BD_KEY_MAP_OF] = read_map_of,
    [BD_KEY_MAP_OF_MAPS] = read_map_of_maps,
    [BD_KEY_DOCUMENTS] = bd_config_read_documents,
    [BD_KEY_NAME_RULES] = bd_config_read_name_rules,
    [BD_KEY_COLUMNS] = bd_config_read_columns,
    [BD_KEY_GATES] = bd_config_read_gates,
};

/* ---- maps with known keys: each row's function ---- */

static const bd_key *find_key(const bd_shape *shape, const char *name)
{
    for (size_t i = 0; i < shape->count; i++)
        if (strcmp(shape->keys[i].name, name) == 0)
            return &shape->keys[i];
    return NULL;
}

static bool is_simple(const bd_key *key)
{
    return key->kind < BD_KEY_OBJECT;
}

static bool node_has(const bd_node *node, const char *name)
{
    for (size_t i = 0; i < node->count; i++)
        if (strcmp(node->keys[i].text, name) == 0)
            return true;
    return false;
}

void bd_config_read_object(bd_config_reader *r, const bd_shape *shape, const bd_node *node,
                           bd_scalar at, void *object)
{
    /* The simple keys first: what a map's entries inherit is known when they are read. */
    for (int simple = 1; simple >= 0; simple--) {
        for (size_t i = 0; i < node->count; i++) {
            const bd_key *key = find_key(shape, node->keys[i].text);
            if (!key && simple)
                bd_config_unknown_key(r, shape, node->keys[i]);
            if (!key || is_simple(key) != simple)
                continue;
            size_t mark = bd_config_push(r, key->name);
            kinds[key->kind](r, key, node->values[i], object);
            bd_config_pop(r, mark);
        }
    }
    for (size_t i = 0; i < shape->count; i++)
        if (shape->keys[i].required && !node_has(node, shape->keys[i].name))
            bd_config_missing_key(r, shape, &shape->keys[i], at);
}
