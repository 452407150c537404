/* Translations that no document uses: a misspelt text, or one that was changed since. */
#include "cli/generate.h"

#include <string.h>

static bool is_spoken(const bd_documents *documents, const char *language)
{
    for (size_t i = 0; i < documents->count; i++)
        if (documents->items[i].language && strcmp(documents->items[i].language, language) == 0)
            return true;
    return false;
}

static bool was_said(const bd_shown *shown, const char *text)
{
    for (size_t i = 0; i < shown->said.count; i++)
        if (shown->said.items[i] == text)
            return true;
    return false;
}

/* Labels are of values that may come another day. */
static bool is_label(const bd_config *config, const char *text)
{
    for (size_t i = 0; i < config->label_count; i++)
        for (size_t k = 0; k < config->labels[i].labels.count; k++)
            if (strcmp(config->labels[i].labels.items[k].value.text, text) == 0)
                return true;
    return false;
}

void bd_warn_unused_translations(bd_ctx *ctx, const bd_generation *g)
{
    const bd_config *config = g->project.config;
    for (size_t i = 0; i < config->translation_count; i++) {
        const bd_translation *t = &config->translations[i];
        for (size_t k = 0; k < t->texts.count && is_spoken(&g->documents, t->language.text); k++) {
            bd_scalar key = t->texts.items[k].key;
            bd_error err = BD_ERROR_INIT;
            if (was_said(&g->shown, t->texts.items[k].value.text) || is_label(config, key.text))
                continue;
            bd_fail(&err, BD_ERR_CONFIG, "no document in '%s' says '%s'", t->language.text,
                    key.text);
            bd_hint(&err, "a translation's key is the text as this file has it, to the letter");
            bd_error_at(&err, config->file, key.line, key.column);
            bd_diagnostics_add(&ctx->found, BD_WARNING, &err);
        }
    }
}
