/* The JSON Schema for editors, from the rows that read the configuration: see schema.h. */
#include "tests/config/schema.h"

#include "tests/support.h"

#include "core/config/keys.h"

#include <string.h>
#include <yaml.h>

#define TEXT_TYPE     "\"type\":[\"string\",\"number\",\"boolean\"]"
#define TEXT          "{" TEXT_TYPE "}"
#define LIST_OF_TEXTS "\"type\":\"array\",\"minItems\":1,\"items\":" TEXT
#define TEXTS         "\"anyOf\":[" TEXT ",{" LIST_OF_TEXTS "}]"
#define MAP_OF(json)  "\"type\":\"object\",\"additionalProperties\":" json

static void put_text(bd_buf *out, const char *text)
{
    bd_buf_putc(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            bd_buf_putc(out, '\\');
        bd_buf_putc(out, *text);
    }
    bd_buf_putc(out, '"');
}

/* ---- an example in YAML as JSON ---- */

static void put_scalar(const yaml_node_t *node, bd_buf *out)
{
    const char *value = (const char *)node->data.scalar.value;
    bool plain = node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (plain && (strspn(value, "0123456789") == strlen(value) || strcmp(value, "true") == 0))
        bd_buf_puts(out, value);
    else
        put_text(out, value);
}

static void put_node(yaml_document_t *document, int index, bd_buf *out)
{
    const yaml_node_t *node = yaml_document_get_node(document, index);
    bool list = node->type == YAML_SEQUENCE_NODE;
    if (node->type == YAML_SCALAR_NODE) {
        put_scalar(node, out);
        return;
    }
    bd_buf_putc(out, list ? '[' : '{');
    if (list) {
        const yaml_node_item_t *begin = node->data.sequence.items.start;
        for (const yaml_node_item_t *i = begin; i < node->data.sequence.items.top; i++) {
            bd_buf_puts(out, i > begin ? "," : "");
            put_node(document, *i, out);
        }
    } else {
        const yaml_node_pair_t *begin = node->data.mapping.pairs.start;
        for (const yaml_node_pair_t *i = begin; i < node->data.mapping.pairs.top; i++) {
            const yaml_node_t *key = yaml_document_get_node(document, i->key);
            bd_buf_puts(out, i > begin ? "," : "");
            put_text(out, (const char *)key->data.scalar.value);
            bd_buf_putc(out, ':');
            put_node(document, i->value, out);
        }
    }
    bd_buf_putc(out, list ? ']' : '}');
}

/* The value of the only key of `example`. */
static void put_example(const bd_key *key, bd_buf *out)
{
    yaml_parser_t parser;
    yaml_document_t document;
    assert_true(yaml_parser_initialize(&parser));
    const unsigned char *text = (const unsigned char *)key->example;
    yaml_parser_set_input_string(&parser, text, strlen(key->example));
    assert_true(yaml_parser_load(&parser, &document));
    const yaml_node_t *root = yaml_document_get_root_node(&document);
    assert_non_null(root);
    assert_int_equal(root->type, YAML_MAPPING_NODE);
    const yaml_node_pair_t *pair = root->data.mapping.pairs.start;
    const yaml_node_t *name = yaml_document_get_node(&document, pair->key);
    assert_string_equal((const char *)name->data.scalar.value, key->name);
    put_node(&document, pair->value, out);
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);
}

/* ---- rows ---- */

static void put_key(const bd_key *key, bd_buf *out);

/* What an object of the shape is, without the braces around it. */
static void put_shape(const bd_shape *shape, const char *additional, bd_buf *out)
{
    bool required = false;
    bd_buf_puts(out, "\"type\":\"object\",\"properties\":{");
    for (size_t i = 0; i < shape->count; i++) {
        bd_buf_puts(out, i > 0 ? "," : "");
        put_key(&shape->keys[i], out);
    }
    bd_buf_putc(out, '}');
    for (size_t i = 0; i < shape->count; i++) {
        if (!shape->keys[i].required)
            continue;
        bd_buf_puts(out, required ? "," : ",\"required\":[");
        put_text(out, shape->keys[i].name);
        required = true;
    }
    bd_buf_puts(out, required ? "]" : "");
    bd_buf_printf(out, ",\"additionalProperties\":%s", additional);
}

static void put_list_of(const bd_shape *shape, const char *additional, bd_buf *out)
{
    bd_buf_puts(out, "\"type\":\"array\",\"items\":{");
    put_shape(shape, additional, out);
    bd_buf_putc(out, '}');
}

static void put_words(const bd_key *key, bd_buf *out)
{
    bd_buf_puts(out, "\"enum\":");
    for (size_t i = 0; key->words[i]; i++) {
        bd_buf_putc(out, i == 0 ? '[' : ',');
        put_text(out, key->words[i]);
    }
    bd_buf_putc(out, ']');
}

static void put_name_rules(const bd_key *key, bd_buf *out)
{
    bd_buf_puts(out, "\"anyOf\":[" TEXT ",{\"type\":\"array\",\"items\":{\"anyOf\":[" TEXT ",{");
    put_shape(key->shape, "false", out);
    bd_buf_puts(out, "}]}}]");
}

static void put_columns(const bd_key *key, bd_buf *out)
{
    bd_buf_puts(out, "\"type\":\"object\",\"additionalProperties\":{\"anyOf\":[" TEXT ",{");
    put_list_of(key->other, "false", out);
    bd_buf_puts(out, "},{");
    put_shape(key->shape, "false", out);
    bd_buf_puts(out, "}]}");
}

static void put_form(const bd_key *key, bd_buf *out)
{
    switch (key->kind) {
    case BD_KEY_VERSION:
        bd_buf_puts(out, "\"const\":1");
        return;
    case BD_KEY_TEXT:
        bd_buf_puts(out, TEXT_TYPE);
        return;
    case BD_KEY_TEXTS:
        bd_buf_puts(out, TEXTS);
        return;
    case BD_KEY_WORD:
    case BD_KEY_FLAG:
    case BD_KEY_ONE_MACHINE:
        put_words(key, out);
        return;
    case BD_KEY_MAP:
        bd_buf_puts(out, MAP_OF(TEXT));
        return;
    case BD_KEY_MAP_OF_LISTS:
        bd_buf_puts(out, MAP_OF("{" TEXTS "}"));
        return;
    case BD_KEY_TEXT_OR_MAP:
        bd_buf_puts(out, "\"anyOf\":[" TEXT ",{" MAP_OF(TEXT) "}]");
        return;
    case BD_KEY_OBJECT:
        put_shape(key->shape, "false", out);
        return;
    case BD_KEY_LIST_OF:
        put_list_of(key->shape, "false", out);
        return;
    case BD_KEY_MAP_OF:
        bd_buf_puts(out, "\"type\":\"object\",\"additionalProperties\":{");
        put_shape(key->shape, "false", out);
        bd_buf_putc(out, '}');
        return;
    case BD_KEY_MAP_OF_MAPS:
        bd_buf_puts(out, MAP_OF("{" MAP_OF(TEXT) "}"));
        return;
    case BD_KEY_DOCUMENTS:
        bd_buf_puts(out, "\"anyOf\":[" TEXT ",{" LIST_OF_TEXTS "},{" MAP_OF(TEXT) "}]");
        return;
    case BD_KEY_NAME_RULES:
        put_name_rules(key, out);
        return;
    case BD_KEY_COLUMNS:
        put_columns(key, out);
        return;
    case BD_KEY_GATES: /* the name of any metric can be a key */
        put_list_of(key->shape, TEXT, out);
        return;
    case BD_KEY_KIND_COUNT:
        break;
    }
    fail_msg("no schema for %s", key->name);
}

static void put_key(const bd_key *key, bd_buf *out)
{
    put_text(out, key->name);
    bd_buf_puts(out, ":{\"description\":");
    put_text(out, key->help);
    bd_buf_putc(out, ',');
    put_form(key, out);
    bd_buf_puts(out, ",\"examples\":[");
    put_example(key, out);
    bd_buf_puts(out, "]}");
}

/* ---- layout: what is short stays on one line ---- */

enum { SHORT = 90 };

static const char *after_text(const char *at)
{
    for (at++; *at != '"'; at++)
        at += *at == '\\';
    return at + 1;
}

/* The end of the value at `at`. */
static const char *after_value(const char *at)
{
    int depth = 0;
    do {
        if (*at == '"') {
            at = after_text(at);
            continue;
        }
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at++;
    } while (depth > 0);
    return at;
}

static void lay_out(const char *json, bd_buf *out)
{
    const char *short_end = json;
    size_t depth = 0;
    while (*json) {
        bool is_short = json < short_end, opens = *json == '{' || *json == '[';
        const char *end = *json == '"' ? after_text(json) : json + 1;
        if (!is_short && opens && after_value(json) - json < SHORT) {
            short_end = after_value(json);
            is_short = true;
        }
        bool closes = !is_short && (*json == '}' || *json == ']');
        depth -= closes;
        if (closes)
            bd_buf_putc(out, '\n');
        bd_buf_repeat(out, ' ', closes ? 2 * depth : 0);
        bd_buf_add(out, json, (size_t)(end - json));
        bool breaks = !is_short && (opens || *json == ',');
        depth += !is_short && opens;
        if (breaks)
            bd_buf_putc(out, '\n');
        bd_buf_repeat(out, ' ', breaks ? 2 * depth : *json == ':' || *json == ',');
        json = end;
    }
    bd_buf_putc(out, '\n');
}

void write_schema(bd_buf *out)
{
    bd_buf json = BD_BUF_INIT;
    bd_buf_puts(&json, "{\"$schema\":\"http://json-schema.org/draft-07/schema#\","
                       "\"title\":\"benchdoc.yml\",\"description\":\"Which benchmark results "
                       "become which tables of which documents.\",");
    put_shape(bd_config_shape(), "false", &json);
    bd_buf_putc(&json, '}');
    lay_out(bd_buf_text(&json), out);
    bd_buf_release(&json);
}
