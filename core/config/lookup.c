/* Finding things in a configuration that has been read. */
#include "core/config/config.h"

#include <string.h>

bd_scalar bd_entries_get(const bd_entries *entries, const char *key)
{
    for (size_t i = 0; i < entries->count; i++)
        if (strcmp(entries->items[i].key.text, key) == 0)
            return entries->items[i].value;
    return (bd_scalar){ 0 };
}

static bd_scalar get(const bd_entries *entries, bd_str key)
{
    for (size_t i = 0; i < entries->count; i++)
        if (bd_str_is(key, entries->items[i].key.text))
            return entries->items[i].value;
    return (bd_scalar){ 0 };
}

const bd_input *bd_config_input(const bd_config *config, const char *name)
{
    for (size_t i = 0; i < config->input_count; i++)
        if (strcmp(config->inputs[i].name.text, name) == 0)
            return &config->inputs[i];
    return NULL;
}

const bd_table_config *bd_config_table(const bd_config *config, const char *name)
{
    for (size_t i = 0; i < config->table_count; i++)
        if (strcmp(config->tables[i].name.text, name) == 0)
            return &config->tables[i];
    return NULL;
}

const bd_chart_config *bd_config_chart(const bd_config *config, const char *name)
{
    for (size_t i = 0; i < config->chart_count; i++)
        if (strcmp(config->charts[i].name.text, name) == 0)
            return &config->charts[i];
    return NULL;
}

const bd_value_config *bd_config_value(const bd_config *config, const char *name)
{
    for (size_t i = 0; i < config->value_count; i++)
        if (strcmp(config->values[i].name.text, name) == 0)
            return &config->values[i];
    return NULL;
}

const char *bd_config_label(const bd_config *config, bd_str dimension, const char *value)
{
    for (size_t i = 0; i < config->label_count; i++) {
        if (!bd_str_is(dimension, config->labels[i].dimension.text))
            continue;
        bd_scalar label = bd_entries_get(&config->labels[i].labels, value);
        return label.text ? label.text : value;
    }
    return value;
}

const char *bd_config_translate(const bd_config *config, const char *language, const char *text)
{
    if (!language || strcmp(language, config->languages.items[0].text) == 0)
        return text;
    for (size_t i = 0; i < config->translation_count; i++)
        if (strcmp(config->translations[i].language.text, language) == 0)
            return bd_entries_get(&config->translations[i].texts, text).text;
    return NULL;
}

size_t bd_config_order(const bd_config *config, bd_str dimension, const char *value)
{
    const char *values = get(&config->order, dimension).text;
    bd_str rest = { values, values ? strlen(values) : 0 }, part = { 0 };
    for (size_t place = 0; bd_str_split(&rest, BD_CONFIG_SEPARATOR[0], &part); place++)
        if (bd_str_is(part, value))
            return place;
    return SIZE_MAX;
}

bd_scalar bd_config_number(const bd_config *config, bd_dimension dimension)
{
    bd_scalar example = { 0 };
    if (dimension != BD_DIMENSION_UNKNOWN)
        example = bd_entries_get(&config->numbers, bd_dimension_name(dimension));
    return example.text ? example : config->number;
}

uint64_t bd_config_count(bd_scalar count)
{
    uint64_t value = 0;
    for (const char *c = count.text ? count.text : ""; *c >= '0' && *c <= '9'; c++)
        value = value * 10 + (uint64_t)(*c - '0');
    return value;
}

uint64_t bd_config_bytes(bd_scalar size)
{
    static const struct {
        const char *unit;
        uint64_t bytes;
    } units[] = { { "kB", 1000 }, { "MB", 1000 * 1000 }, { "GB", 1000 * 1000 * 1000 } };
    const char *unit = size.text ? size.text + strspn(size.text, "0123456789 ") : "";
    for (size_t i = 0; i < BD_COUNT(units); i++)
        if (strcmp(units[i].unit, unit) == 0)
            return bd_config_count(size) * units[i].bytes;
    return 0;
}

bool bd_config_author(bd_scalar author, bd_arena *arena, const char **name, const char **email)
{
    const char *open = author.text ? strchr(author.text, '<') : NULL;
    if (!open)
        return false;
    bd_str all = bd_str_of(author.text);
    size_t at = (size_t)(open - author.text);
    *name = bd_arena_text(arena, bd_str_trim(bd_str_sub(all, 0, at)));
    *email = bd_arena_text(arena, bd_str_sub(all, at + 1, all.len - 1));
    return true;
}
