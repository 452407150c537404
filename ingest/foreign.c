/* Results of tools that no reader reads, by what only their files have, so that a
 * message can name the tool. */
#include "ingest/internal.h"

/* A member of the root that has the second one, itself or in its first item. */
typedef struct json_sign {
    const char *tool, *member, *inner;
} json_sign;

static const json_sign json_signs[] = {
    { "Criterion.rs with changes (the times are in new/estimates.json)", "mean",
      "confidence_interval" },
    { "Criterion.rs with changes (the times are in new/estimates.json)", "Mean",
      "confidence_interval" },
    { "vitest bench", "files", "groups" },
    { "k6", "metrics", "http_req_duration" },
};

static bool has_json_sign(const bd_json *root, const json_sign *sign)
{
    bd_json member, item, inner;
    if (!bd_json_member(root, sign->member, &member))
        return false;
    if (bd_json_typeof(&member) == BD_JSON_ARRAY && bd_json_first(&member, &item))
        return bd_json_typeof(&item) == BD_JSON_OBJECT
               && bd_json_member(&item, sign->inner, &inner);
    return bd_json_typeof(&member) == BD_JSON_OBJECT
           && bd_json_member(&member, sign->inner, &inner);
}

const char *bd_format_foreign(bd_str bytes)
{
    const bd_json_options options = { .lenient = true };
    bd_str text = bd_text_without_bom(bytes);
    bd_error ignored = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    const char *tool = NULL;
    if (bd_looks_like_json(text) && bd_json_parse(text, &options, &doc, &ignored)) {
        bd_json root = bd_json_root(doc);
        tool = bd_foreign_tool(&root);
    }
    bd_json_free(doc);
    return tool;
}

const char *bd_foreign_tool(const bd_json *root)
{
    if (bd_json_typeof(root) != BD_JSON_OBJECT)
        return NULL;
    for (size_t i = 0; i < BD_COUNT(json_signs); i++)
        if (has_json_sign(root, &json_signs[i]))
            return json_signs[i].tool;
    return NULL;
}
