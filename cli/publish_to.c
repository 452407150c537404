/* Where runs go on the branch: see publish.h. */
#include "cli/publish.h"

#include <string.h>

#define DEFAULT_PATH "dev/bench/data.js" /* the action's own */

/* What the options say, then benchdoc.yml, then a bundle of our own: another says no place. */
static const char *pattern_of(const bd_publishing *p, const char *suite)
{
    const bd_publish_config *config = &p->project.config->publish;
    const char *pattern = p->options->to;
    if (!pattern)
        pattern = bd_entries_get(&config->to, suite).text;
    if (!pattern && config->to.count == 0)
        pattern = bd_entries_get(&p->bundle.to, suite).text;
    return pattern || config->to.count > 0 ? pattern : DEFAULT_PATH;
}

static const char *name_of(const bd_publishing *p, const char *suite)
{
    const bd_publish_config *config = &p->project.config->publish;
    const char *name = p->options->name;
    if (!name)
        name = bd_entries_get(&config->names, suite).text;
    if (!name && config->to.count == 0)
        name = bd_entries_get(&p->bundle.names, suite).text;
    return name ? name : suite;
}

static const char *value_of(const void *context, bd_str name, bd_buf *scratch)
{
    return bd_observation_get(context, name, NULL, scratch);
}

static void remember(bd_publishing *p, bd_entries *entries, const char *key, const char *value)
{
    if (bd_entries_get(entries, key).text)
        return;
    bd_entry *items = bd_arena_alloc(&p->arena, (entries->count + 1) * sizeof *items);
    for (size_t i = 0; i < entries->count; i++)
        items[i] = entries->items[i];
    items[entries->count] = (bd_entry){ .key = { .text = key }, .value = { .text = value } };
    entries->items = items;
    entries->count++;
}

/* A suite that goes nowhere is told once. */
static void tell_homeless(bd_publishing *p, bd_entries *told, const char *suite)
{
    if (bd_entries_get(told, suite).text)
        return;
    remember(p, told, suite, "");
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_CONFIG, "`publish: to:` does not say where '%s' goes; it is left out",
            suite);
    bd_hint(&err, "publish: { to: { %s: \"dev/bench/{cpu}/data.js\" } }, or --to PATH", suite);
    bd_diagnostics_add(&p->ctx->found, BD_WARNING, &err);
}

static bool add_all(bd_publishing *p, const bd_observations *all, bd_error *err)
{
    bd_entries told = { 0 };
    for (size_t i = 0; i < all->count; i++) {
        const bd_observation *o = &all->items[i];
        const char *suite = o->run->suite, *pattern = pattern_of(p, suite);
        if (!pattern) {
            tell_homeless(p, &told, suite);
            continue;
        }
        bd_pages_route route = { pattern, name_of(p, suite), value_of, o };
        if (!bd_publication_add(p->publication, o->run, o->point, &route, err))
            return false;
        remember(p, &p->bundle.to, suite, pattern);
        remember(p, &p->bundle.names, suite, route.suite);
    }
    return true;
}

bool bd_publish_route(bd_publishing *p, bd_error *err)
{
    const bd_config *config = p->project.config;
    const bd_entries *expect = &config->publish.expect;
    p->publication = bd_publication_new();
    for (size_t i = 0; i < expect->count && p->is_whole; i++)
        bd_publication_expect(p->publication, expect->items[i].key.text,
                              expect->items[i].value.text);
    if (!bd_observe(config, &p->known, &p->known_observations, &p->ctx->found)
        || !bd_observe(config, &p->runs, &p->observations, &p->ctx->found)
        || !add_all(p, &p->known_observations, err) || !add_all(p, &p->observations, err))
        return false;
    if (p->bundle.trust != BD_TRUST_OWN
        && bd_publication_files(p->publication) > BD_BUNDLE_FILES_MAX)
        return bd_fail(err, BD_ERR_INPUT,
                       "the bundle would fill %zu files of the branch; %d at most",
                       bd_publication_files(p->publication), BD_BUNDLE_FILES_MAX);
    bd_publication_missing(p->publication, &p->ctx->found);
    if (bd_publication_entries(p->publication) > 0)
        return true;
    bd_hint(err, "`benchdoc fields FILE` shows what the results hold");
    return bd_fail(err, BD_ERR_INPUT, "there is no number to publish");
}
