/* The tables of keys, the JSON Schema for editors and the reference for people say
 * the same: a key that one of them lacks fails here, and so does an example that
 * would not load. */
#include "tests/support.h"

#include "tests/config/schema.h"

#include "core/config/config.h"
#include "core/config/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *in_source(const char *relative)
{
    static char path[2048];
    snprintf(path, sizeof path, "%s/%s", test_source_dir(), relative);
    return path;
}

static void the_schema_in_docs_is_made_from_the_keys(void **state)
{
    (void)state;
    const char *path = in_source("docs/benchdoc.schema.json");
    bd_buf schema = BD_BUF_INIT;
    write_schema(&schema);
    if (getenv("BENCHDOC_UPDATE_GOLDEN"))
        test_write(path, schema.data, schema.len);
    bd_buf kept = test_read(path);
    if (strcmp(bd_buf_text(&kept), bd_buf_text(&schema)) != 0)
        fail_msg("docs/benchdoc.schema.json differs from the keys; BENCHDOC_UPDATE_GOLDEN=1 "
                 "writes it anew");
    bd_buf_release(&kept);
    bd_buf_release(&schema);
}

/* ---- examples load ---- */

static void loads(bd_buf *yaml)
{
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_config *config = NULL;
    if (!bd_config_parse(bd_buf_str(yaml), "benchdoc.yml", &config, &found))
        fail_msg("%s\n%d:%d: %s", bd_buf_text(yaml), found.items[0].error.line,
                 found.items[0].error.column, found.items[0].error.message);
    bd_config_free(config);
    bd_diagnostics_release(&found);
    bd_buf_clear(yaml);
}

static const bd_key *key_of(const bd_shape *shape, const char *name)
{
    for (size_t i = 0; i < shape->count; i++)
        if (strcmp(shape->keys[i].name, name) == 0)
            return &shape->keys[i];
    fail_msg("no key %s", name);
    return NULL;
}

static void the_examples_of_the_top_level_are_one_configuration(void **state)
{
    (void)state;
    bd_buf yaml = BD_BUF_INIT;
    const bd_shape *root = bd_config_shape();
    for (size_t i = 0; i < root->count; i++)
        bd_buf_printf(&yaml, "%s\n", root->keys[i].example);
    loads(&yaml);
    bd_buf_release(&yaml);
}

/* Change points are of lines over commits alone. */
static const char *example_beside(const bd_key *key, const bd_key *needed)
{
    bool over_commits = strcmp(key->name, "change points") == 0 && strcmp(needed->name, "x") == 0;
    return over_commits ? "x: commit" : needed->example;
}

static void every_example_below_loads_in_its_place(void **state)
{
    (void)state;
    static const char inputs[] = "version: 1\nlanguages: [en, zh]\n"
                                 "inputs: { tick: { files: a }, jmh: { files: b } }\n";
    static const struct {
        const char *key, *before;
        const char *needs[4]; /* keys that cannot be left out */
    } places[] = {
        { "inputs", "version: 1\ninputs:\n  x:\n    ", { "files" } },
        { "tables", "tables:\n  x:\n    ", { "from" } },
        { "charts", "charts:\n  x:\n    ", { "from", "y", "x", "error" } },
        { "pages", "pages:\n  - ", { "per", "template", "file" } },
        { "environment", "environment:\n    ", { NULL } },
        { "publish", "publish:\n    ", { "to" } },
        { "breaks", "breaks:\n  - ", { "suite", "at", "why" } },
    };
    bd_buf yaml = BD_BUF_INIT;
    for (size_t p = 0; p < BD_COUNT(places); p++) {
        const bd_shape *shape = key_of(bd_config_shape(), places[p].key)->shape;
        for (size_t k = 0; k < shape->count; k++) {
            const bd_key *key = &shape->keys[k];
            bd_buf_printf(&yaml, "%s%s%s", p == 0 ? "" : inputs, places[p].before, key->example);
            for (size_t n = 0; n < BD_COUNT(places[p].needs) && places[p].needs[n]; n++)
                if (strcmp(places[p].needs[n], key->name) != 0)
                    bd_buf_printf(&yaml, "\n    %s",
                                  example_beside(key, key_of(shape, places[p].needs[n])));
            bd_buf_putc(&yaml, '\n');
            loads(&yaml);
        }
    }
    bd_buf_release(&yaml);
}

static void every_example_of_a_column_rule_value_and_gate_loads(void **state)
{
    (void)state;
    const bd_key *columns = key_of(key_of(bd_config_shape(), "tables")->shape, "columns");
    const bd_shape *value = key_of(bd_config_shape(), "values")->shape;
    const bd_shape *gate = key_of(bd_config_shape(), "gates")->shape;
    bd_buf yaml = BD_BUF_INIT;
    static const char table[] = "version: 1\ninputs: { tick: { files: a } }\n"
                                "tables:\n  t:\n    from: tick\n    columns:\n";
    bd_buf_printf(&yaml, "%s      \"{operation}\":\n", table);
    for (size_t i = 0; i < columns->shape->count; i++)
        bd_buf_printf(&yaml, "        %s\n", columns->shape->keys[i].example);
    loads(&yaml);
    bd_buf_printf(&yaml, "%s      A:\n        -\n", table);
    for (size_t i = 0; i < columns->other->count; i++)
        bd_buf_printf(&yaml, "          %s\n", columns->other->keys[i].example);
    loads(&yaml);
    bd_buf_printf(&yaml,
                  "version: 1\ninputs: { tick: { files: a } }\nvalues:\n"
                  "  insert-amd: { from: tick }\n  insert-intel: { from: tick }\n"
                  "  a:\n    %s\n    %s\n    %s\n  b:\n    %s\n",
                  key_of(value, "from")->example, key_of(value, "say")->example,
                  key_of(value, "number")->example, key_of(value, "ratio")->example);
    loads(&yaml);
    bd_buf_puts(&yaml, "version: 1\ngates:\n  -\n");
    for (size_t i = 0; i < gate->count; i++)
        bd_buf_printf(&yaml, "    %s\n", gate->keys[i].example);
    loads(&yaml);
    bd_buf_release(&yaml);
}

/* ---- the reference ---- */

/* From the heading of `key` to the next one of its level. */
static bd_str section_of(bd_str text, const char *key)
{
    char heading[64];
    snprintf(heading, sizeof heading, "\n## `%s`\n", key);
    const char *from = strstr(text.ptr, heading);
    if (!from)
        fail_msg("docs/configuration.md has no section for %s", key);
    const char *to = strstr(from + strlen(heading), "\n## ");
    return (bd_str){ from, to ? (size_t)(to - from) : strlen(from) };
}

static void check_mentioned(bd_str section, const char *root, const bd_shape *shape)
{
    for (size_t i = 0; shape && i < shape->count; i++) {
        char mention[64];
        snprintf(mention, sizeof mention, "`%s`", shape->keys[i].name);
        if (!memmem(section.ptr, section.len, mention, strlen(mention)))
            fail_msg("docs/configuration.md: the section `%s` does not mention %s", root, mention);
        check_mentioned(section, root, shape->keys[i].shape);
        check_mentioned(section, root, shape->keys[i].other);
    }
}

static void the_reference_has_every_key_in_its_section(void **state)
{
    (void)state;
    bd_buf text = test_read(in_source("docs/configuration.md"));
    const bd_shape *root = bd_config_shape();
    for (size_t i = 0; i < root->count; i++)
        check_mentioned(section_of(bd_buf_str(&text), root->keys[i].name), root->keys[i].name,
                        root->keys[i].shape);
    bd_buf_release(&text);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schema_in_docs_is_made_from_the_keys),
        cmocka_unit_test(the_examples_of_the_top_level_are_one_configuration),
        cmocka_unit_test(every_example_below_loads_in_its_place),
        cmocka_unit_test(every_example_of_a_column_rule_value_and_gate_loads),
        cmocka_unit_test(the_reference_has_every_key_in_its_section),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
