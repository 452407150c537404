/* benchdoc.yml: whatever the bytes are, they either become a configuration whose names
 * can be looked up, or there are errors with a place; never both, never neither. */
#include "tests/fuzz/fuzz.h"

#include "core/config/config.h"

#include <stdlib.h>
#include <string.h>

static void promise(bool kept)
{
    if (!kept)
        abort();
}

static void look_up(const bd_config *c)
{
    promise(c->languages.count > 0);
    for (size_t i = 0; i < c->table_count; i++) {
        const char *from = c->tables[i].from.text;
        promise(from && bd_config_table(c, c->tables[i].name.text));
    }
    for (size_t i = 0; i < c->input_count; i++)
        promise(c->inputs[i].files.count > 0 && bd_config_input(c, c->inputs[i].name.text));
    for (size_t i = 0; i < c->page_count; i++)
        promise(c->pages[i].per.text && c->pages[i].template_file.text && c->pages[i].file.text);
    for (size_t i = 0; i < c->value_count; i++)
        promise((c->values[i].from.text != NULL) != (c->values[i].ratio.count == 2));
    for (size_t i = 0; i < c->order.count; i++) {
        const char *key = c->order.items[i].key.text;
        promise(bd_config_order(c, bd_str_of(key), "no such value \t") == SIZE_MAX);
    }
    bd_config_translate(c, "zh", "Write");
    bd_config_label(c, BD_STR("operation"), "write");
    bd_config_number(c, BD_DIMENSION_TIME);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_config *config = NULL;
    bool ok = bd_config_parse((bd_str){ (const char *)data, size }, "benchdoc.yml", &config,
                              &found);
    promise(ok == (config != NULL) && ok == (found.errors == 0));
    for (size_t i = 0; i < found.count; i++) {
        const bd_error *e = &found.items[i].error;
        promise(e->line > 0 && e->column > 0 && e->message[0] && e->hint[0]);
        promise(!strpbrk(e->message, "\x1b\r\x07"));
    }
    if (config)
        look_up(config);
    bd_config_free(config);
    bd_diagnostics_release(&found);
    return 0;
}
