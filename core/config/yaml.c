/* YAML text → tree of nodes, by libyaml's events: one document, core types only,
 * bounded depth and size, no merge keys, no duplicate keys, aliases without cycles.
 *
 * Events are pulled one by one and the depth is looked at after each: the scanner
 * never runs far ahead, so its quadratic cost for nested brackets stays small. */
#include "core/config/internal.h"

#include "core/base/map.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* A list or map whose end has not come yet. */
typedef struct open_node {
    bd_node *node;
    const char *anchor; /* arena; NULL = none */
    bd_scalar key;      /* of the value to come; .text NULL: a key comes next */
    bool ignore;        /* that value, because its key was reported */
    bd_map seen;        /* key → its place among the keys */
} open_node;

typedef struct builder {
    bd_config_reader *r;
    bd_arena *arena;
    open_node stack[BD_CONFIG_MAX_DEPTH];
    size_t depth;
    bd_map anchors;     /* name → place in anchored */
    bd_node **anchored; /* owned */
    size_t anchored_count, anchored_capacity;
    bd_node *root;
    bool failed; /* nothing more can be read */
} builder;

static void stop(builder *b, yaml_mark_t at, bd_error *err)
{
    bd_config_report(b->r, BD_ERROR, (int)at.line + 1, (int)at.column + 1, err);
    b->failed = true;
}

/* ---- texts ---- */

static size_t characters(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

/* Escapes can make what the bytes of the file may not contain: C0, DEL and C1. */
static bool has_control(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        bool c1 = c == 0xC2 && i + 1 < length && (unsigned char)text[i + 1] < 0xA0;
        if (c1 || c == 0x7F || (c < 0x20 && c != '\n' && c != '\t'))
            return true;
    }
    return false;
}

static bool is_null(const char *text)
{
    static const char *const nulls[] = { "", "~", "null", "Null", "NULL" };
    for (size_t i = 0; i < BD_COUNT(nulls); i++)
        if (strcmp(text, nulls[i]) == 0)
            return true;
    return false;
}

static bd_scalar scalar_of(builder *b, const yaml_event_t *event)
{
    yaml_mark_t from = event->start_mark, to = event->end_mark;
    yaml_scalar_style_t style = event->data.scalar.style;
    const char *text = (const char *)event->data.scalar.value;
    size_t quotes = style == YAML_PLAIN_SCALAR_STYLE ? 0 : 1;
    bd_scalar out = { .line = (int)from.line + 1, .column = (int)from.column + 1 };
    if (has_control(text, event->data.scalar.length)) {
        bd_error err = BD_ERROR_INIT;
        bd_fail(&err, BD_ERR_CONFIG, "a text contains a control character");
        bd_hint(&err, "remove the escape that makes it");
        bd_config_report(b->r, BD_ERROR, out.line, out.column, &err);
        text = "?";
    }
    if (!event->data.scalar.tag && quotes == 0 && is_null(text))
        return out;
    out.text = bd_arena_strdup(b->arena, text);
    out.verbatim = from.line == to.line && to.column - from.column == characters(text) + 2 * quotes;
    if (out.verbatim)
        out.column += (int)quotes;
    return out;
}

/* ---- tags ---- */

static void check_tag(builder *b, const yaml_event_t *event, const yaml_char_t *tag)
{
    static const char prefix[] = "tag:yaml.org,2002:";
    static const char *const names[] = { "str", "int", "float", "bool", "null", "seq", "map" };
    const char *text = (const char *)tag;
    if (!text)
        return;
    if (strncmp(text, prefix, sizeof prefix - 1) == 0)
        for (size_t i = 0; i < BD_COUNT(names); i++)
            if (strcmp(text + sizeof prefix - 1, names[i]) == 0)
                return;
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_CONFIG, "the tag %s is not supported", text);
    bd_hint(&err, "remove it; a text that begins with '!' needs quotes");
    bd_config_report(b->r, BD_ERROR, (int)event->start_mark.line + 1,
                     (int)event->start_mark.column + 1, &err);
}

/* ---- anchors ---- */

static void remember(builder *b, const char *anchor, bd_node *node)
{
    if (!anchor)
        return;
    b->anchored = bd_grow(b->anchored, b->anchored_count, &b->anchored_capacity, sizeof(bd_node *));
    b->anchored[b->anchored_count] = node;
    *bd_map_put(&b->anchors, bd_str_of(anchor), 0, NULL) = b->anchored_count++;
}

static bool is_open(const builder *b, const char *anchor)
{
    for (size_t i = 0; i < b->depth; i++)
        if (b->stack[i].anchor && strcmp(b->stack[i].anchor, anchor) == 0)
            return true;
    return false;
}

static bd_node *find_anchor(builder *b, const yaml_event_t *event)
{
    const char *name = (const char *)event->data.alias.anchor;
    const size_t *at = bd_map_get(&b->anchors, bd_str_of(name));
    bd_node *node = at && b->anchored ? b->anchored[*at] : NULL;
    bd_error err = BD_ERROR_INIT;
    if (is_open(b, name)) {
        bd_fail(&err, BD_ERR_CONFIG, "*%s stands inside of what &%s names", name, name);
        bd_hint(&err, "write out what is meant here");
    } else if (!node) {
        bd_fail(&err, BD_ERR_CONFIG, "*%s refers to nothing", name);
        bd_hint(&err,
                "put &%s before what it shall stand for, above this line; a text that "
                "begins with '*' needs quotes",
                name);
    } else if (b->depth + node->height > BD_CONFIG_MAX_DEPTH) {
        bd_fail(&err, BD_ERR_CONFIG, "more than %d lists and maps inside each other",
                BD_CONFIG_MAX_DEPTH);
    } else {
        return node;
    }
    stop(b, event->start_mark, &err);
    return NULL;
}

/* ---- building ---- */

static void *wider(builder *b, const void *old, size_t count, size_t capacity, size_t size)
{
    char *wide = bd_arena_alloc(b->arena, capacity * size);
    if (count > 0)
        memcpy(wide, old, count * size);
    return wide;
}

static void append(builder *b, bd_node *parent, bd_scalar key, bd_node *value)
{
    if (parent->count == parent->capacity) {
        parent->capacity = parent->capacity == 0 ? 8 : parent->capacity * 2;
        parent->keys = wider(b, parent->keys, parent->count, parent->capacity, sizeof(bd_scalar));
        parent->values = wider(b, parent->values, parent->count, parent->capacity,
                               sizeof(bd_node *));
    }
    parent->keys[parent->count] = key;
    parent->values[parent->count++] = value;
}

/* A key that cannot be used, with the reason in `err`. */
static bool usable_key(const open_node *top, bd_scalar key, bd_error *err)
{
    const size_t *before = key.text ? bd_map_get(&top->seen, bd_str_of(key.text)) : NULL;
    if (!key.text) {
        bd_fail(err, BD_ERR_CONFIG, "a key is missing before the colon");
        bd_hint(err, "the words null and ~ need quotes to be texts");
    } else if (key.verbatim && strcmp(key.text, "<<") == 0) {
        bd_fail(err, BD_ERR_CONFIG, "merge keys (<<) are not supported");
        bd_hint(err, "write the keys out; a whole list or map can be shared: columns: &name, then "
                     "columns: *name");
    } else if (before) {
        bd_scalar first = top->node->keys[*before];
        bd_fail(err, BD_ERR_CONFIG, "the key \"%s\" stands here a second time", key.text);
        bd_hint(err, "the first is in line %d, column %d; remove or rename one of them", first.line,
                first.column);
    }
    return err->code == BD_OK;
}

static void take_key(builder *b, open_node *top, const bd_node *node)
{
    bd_error err = BD_ERROR_INIT;
    top->ignore = !usable_key(top, node->text, &err);
    top->key = node->text;
    if (!top->key.text)
        top->key.text = "";
    if (top->ignore)
        bd_config_report(b->r, BD_ERROR, node->text.line, node->text.column, &err);
    else
        bd_map_put(&top->seen, bd_str_of(top->key.text), top->node->count, NULL);
}

/* Gives a finished node to what is open. */
static void place(builder *b, bd_node *node, yaml_mark_t at)
{
    if (b->depth == 0) {
        b->root = node;
        return;
    }
    open_node *top = &b->stack[b->depth - 1];
    bd_error err = BD_ERROR_INIT;
    top->node->weight += node->weight;
    if (top->node->weight > BD_CONFIG_MAX_NODES) {
        bd_fail(&err, BD_ERR_CONFIG, "more than %d values, aliases written out",
                BD_CONFIG_MAX_NODES);
        bd_hint(&err, "a configuration is a few hundred lines; use fewer aliases of aliases");
        stop(b, at, &err);
        return;
    }
    if (node->height >= top->node->height)
        top->node->height = node->height + 1;
    if (top->node->kind == BD_NODE_LIST) {
        append(b, top->node, (bd_scalar){ 0 }, node);
    } else if (!top->key.text && node->kind == BD_NODE_TEXT) {
        take_key(b, top, node);
    } else if (!top->key.text) {
        bd_fail(&err, BD_ERR_CONFIG, "a key must be a text");
        bd_hint(&err, "a key with braces or brackets needs quotes: \"{operation} P50\": …");
        stop(b, at, &err);
    } else {
        if (!top->ignore)
            append(b, top->node, top->key, node);
        top->key = (bd_scalar){ 0 };
    }
}

static bd_node *make_node(builder *b, bd_node_kind kind, const yaml_event_t *event)
{
    bd_node *node = bd_arena_alloc(b->arena, sizeof *node);
    *node = (bd_node){ .kind = kind, .weight = 1, .height = kind != BD_NODE_TEXT };
    node->line = (int)event->start_mark.line + 1;
    node->column = (int)event->start_mark.column + 1;
    return node;
}

static void open_one(builder *b, bd_node_kind kind, const yaml_event_t *event,
                     const yaml_char_t *anchor)
{
    if (b->depth == BD_CONFIG_MAX_DEPTH) {
        bd_error err = BD_ERROR_INIT;
        bd_fail(&err, BD_ERR_CONFIG, "more than %d lists and maps inside each other",
                BD_CONFIG_MAX_DEPTH);
        bd_hint(&err, "no key of benchdoc needs more than seven");
        stop(b, event->start_mark, &err);
        return;
    }
    b->stack[b->depth++] = (open_node){
        .node = make_node(b, kind, event),
        .anchor = bd_arena_strdup(b->arena, (const char *)anchor),
    };
}

static void close_one(builder *b)
{
    open_node *top = &b->stack[--b->depth];
    bd_map_release(&top->seen);
    remember(b, top->anchor, top->node);
    place(b, top->node,
          (yaml_mark_t){ .line = (size_t)top->node->line - 1,
                         .column = (size_t)top->node->column - 1 });
}

static void take_text(builder *b, const yaml_event_t *event)
{
    bd_node *node = make_node(b, BD_NODE_TEXT, event);
    check_tag(b, event, event->data.scalar.tag);
    node->text = scalar_of(b, event);
    remember(b, bd_arena_strdup(b->arena, (const char *)event->data.scalar.anchor), node);
    place(b, node, event->start_mark);
}

static void take(builder *b, const yaml_event_t *event)
{
    bd_error err = BD_ERROR_INIT;
    bd_node *node = NULL;
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (!b->root)
            return;
        bd_fail(&err, BD_ERR_CONFIG, "a second document begins here");
        bd_hint(&err, "a configuration is one document; remove the line ---");
        stop(b, event->start_mark, &err);
        return;
    case YAML_SCALAR_EVENT:
        take_text(b, event);
        return;
    case YAML_ALIAS_EVENT:
        node = find_anchor(b, event);
        if (node)
            place(b, node, event->start_mark);
        return;
    case YAML_SEQUENCE_START_EVENT:
        check_tag(b, event, event->data.sequence_start.tag);
        open_one(b, BD_NODE_LIST, event, event->data.sequence_start.anchor);
        return;
    case YAML_MAPPING_START_EVENT:
        check_tag(b, event, event->data.mapping_start.tag);
        open_one(b, BD_NODE_MAP, event, event->data.mapping_start.anchor);
        return;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_one(b);
        return;
    default:
        return;
    }
}

static void report_syntax(builder *b, const yaml_parser_t *parser, bd_str bytes)
{
    bd_error err = BD_ERROR_INIT;
    bd_yaml_problem problem = {
        .problem = parser->problem ? parser->problem : "cannot be read",
        .context = parser->context,
        .line = parser->problem_mark.line,
        .column = parser->problem_mark.column,
        .context_line = parser->context_mark.line,
    };
    bd_config_explain(bytes, &problem, &err);
    stop(b, (yaml_mark_t){ .line = problem.line, .column = problem.column }, &err);
}

bd_node *bd_config_read_yaml(bd_config_reader *r, bd_str bytes)
{
    builder b = { .r = r, .arena = &r->config->arena };
    yaml_parser_t parser;
    yaml_event_t event;
    bool done = false;
    if (!yaml_parser_initialize(&parser))
        return NULL;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)bytes.ptr, bytes.len);
    while (!done && !b.failed) {
        if (!yaml_parser_parse(&parser, &event)) {
            report_syntax(&b, &parser, bytes);
            break;
        }
        done = event.type == YAML_STREAM_END_EVENT;
        take(&b, &event);
        yaml_event_delete(&event);
    }
    while (b.depth > 0)
        bd_map_release(&b.stack[--b.depth].seen);
    bd_map_release(&b.anchors);
    free(b.anchored);
    yaml_parser_delete(&parser);
    return b.failed ? NULL : b.root;
}
