/* benchdoc.yml: bytes → structs, in three steps: bytes, YAML, keys; see config.h. */
#include "core/config/internal.h"

#include "core/base/file.h"

#include <stdlib.h>
#include <string.h>

static bd_scalar given(const char *text)
{
    return (bd_scalar){ .text = text };
}

/* Defaults of what was not given. */
static void complete(bd_config *config)
{
    if (config->languages.count == 0) {
        config->languages.items = bd_arena_alloc(&config->arena, sizeof *config->languages.items);
        config->languages.items[0] = given("en");
        config->languages.count = config->languages.capacity = 1;
    }
    if (!config->publish.branch.text && config->publish.to.count > 0)
        config->publish.branch = given("gh-pages");
}

bd_config *bd_config_empty(void)
{
    bd_config *config = bd_alloc(sizeof *config);
    config->directory = ".";
    complete(config);
    return config;
}

void bd_config_free(bd_config *config)
{
    if (!config)
        return;
    bd_arena_release(&config->arena);
    free(config);
}

/* ---- version ---- */

static const bd_node *version_of(const bd_node *root)
{
    for (size_t i = 0; i < root->count; i++)
        if (strcmp(root->keys[i].text, "version") == 0)
            return root->values[i];
    return NULL;
}

/* A newer language has keys that this program cannot judge, so only the version is said. */
static bool is_newer(bd_config_reader *r, const bd_node *root)
{
    const bd_node *version = version_of(root);
    const char *text = version && version->kind == BD_NODE_TEXT ? version->text.text : NULL;
    bd_error err = BD_ERROR_INIT;
    if (!text || text[0] < '1' || text[0] > '9' || strspn(text, "0123456789") != strlen(text)
        || strcmp(text, "1") == 0)
        return false;
    bd_fail(&err, BD_ERR_CONFIG,
            "this configuration is of version %s, this benchdoc reads version 1", text);
    bd_hint(&err, "install a newer benchdoc that reads version %s", text);
    bd_config_report(r, BD_ERROR, version->line, version->column, &err);
    return true;
}

/* ---- findings ---- */

static int by_place(const bd_error *a, const bd_error *b)
{
    return a->line != b->line ? a->line - b->line : a->column - b->column;
}

static bool same(const bd_error *a, const bd_error *b)
{
    return by_place(a, b) == 0 && strcmp(a->message, b->message) == 0;
}

/* In the order of the file; what an alias shows several times is said once. */
static void hand_over(const bd_diagnostics *found, bd_diagnostics *out)
{
    const bd_diagnostic *sorted[BD_DIAGNOSTICS_KEPT];
    for (size_t i = 0; i < found->count; i++) { /* few, and stable */
        size_t at = i;
        for (; at > 0 && by_place(&sorted[at - 1]->error, &found->items[i].error) > 0; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = &found->items[i];
    }
    size_t kept_errors = 0;
    for (size_t i = 0; i < found->count; i++) {
        kept_errors += sorted[i]->severity == BD_ERROR;
        bool again = false;
        for (size_t j = i;
             j > 0 && !again && by_place(&sorted[j - 1]->error, &sorted[i]->error) == 0; j--)
            again = same(&sorted[j - 1]->error, &sorted[i]->error);
        if (!again)
            bd_diagnostics_add(out, sorted[i]->severity, &sorted[i]->error);
    }
    out->errors += found->errors - kept_errors;
    out->total += found->total - found->count;
}

/* ---- parsing ---- */

static void report_whole(bd_config_reader *r, const char *message, const char *hint)
{
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_CONFIG, "%s", message);
    bd_hint(&err, "%s", hint);
    bd_config_report(r, BD_ERROR, 1, 1, &err);
}

static void read_all(bd_config_reader *r, bd_str bytes)
{
    static const char start[] =
        "begin with: version: 1, then: inputs: { results: { files: results.json } }";
    if (bytes.len > BD_CONFIG_MAX_BYTES) {
        report_whole(r, "larger than 1 MiB",
                     "a configuration is a few hundred lines; is this the right file?");
        return;
    }
    if (bd_str_starts(bytes, "\xEF\xBB\xBF"))
        bytes = bd_str_sub(bytes, 3, bytes.len);
    if (!bd_config_check_bytes(r, bytes))
        return;
    const bd_node *root = bd_config_read_yaml(r, bytes);
    if (r->found->errors > 0 && !root)
        return;
    if (!root || (root->kind == BD_NODE_TEXT && !root->text.text)) {
        report_whole(r, "the configuration is empty", start);
    } else if (root->kind != BD_NODE_MAP) {
        report_whole(r, "a configuration is a map of keys", start);
    } else if (!is_newer(r, root)) {
        bd_config_read_object(r, bd_config_shape(), root,
                              (bd_scalar){ .line = root->line, .column = root->column }, r->config);
        complete(r->config);
        bd_config_check(r);
    }
}

bool bd_config_parse(bd_str bytes, const char *file, bd_config **out, bd_diagnostics *found)
{
    bd_diagnostics own = BD_DIAGNOSTICS_INIT;
    bd_config *config = bd_alloc(sizeof *config);
    bd_config_reader r = { .file = file, .config = config, .found = &own };
    config->file = bd_arena_strdup(&config->arena, file);
    config->directory = bd_arena_text(&config->arena, bd_path_directory(file));
    read_all(&r, bytes);
    bool ok = own.errors == 0;
    hand_over(&own, found);
    bd_buf_release(&r.path);
    bd_diagnostics_release(&own);
    if (!ok) {
        bd_config_free(config);
        config = NULL;
    }
    *out = config;
    return ok;
}
