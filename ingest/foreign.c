/* Results of tools that no reader reads, by what only their files have, so that a
 * message can name the tool. */
#include "ingest/internal.h"

#include <string.h>

enum { LINES_LOOKED_AT = 200 };

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

/* A line that begins with one text and goes on with the other. */
typedef struct text_sign {
    const char *tool, *start, *inner;
} text_sign;

static const text_sign text_signs[] = {
    { "go test -json (run it without -json)", "{\"Time\":", "\"Action\":\"" },
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

static bool contains(bd_str line, const char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0; i + n <= line.len; i++)
        if (memcmp(line.ptr + i, text, n) == 0)
            return true;
    return false;
}

static const char *tool_of_text(bd_str text)
{
    bd_str line;
    for (int n = 0; n < LINES_LOOKED_AT && bd_str_split(&text, '\n', &line); n++)
        for (size_t i = 0; i < BD_COUNT(text_signs); i++)
            if (bd_str_starts(line, text_signs[i].start) && contains(line, text_signs[i].inner))
                return text_signs[i].tool;
    return NULL;
}

const char *bd_format_foreign(bd_str bytes)
{
    const bd_json_options options = { .lenient = true };
    bd_str text = bd_text_without_bom(bytes);
    bd_error ignored = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    const char *tool = NULL;
    if (!bd_looks_like_json(text)) {
        tool = tool_of_text(text);
    } else if (bd_json_parse(text, &options, &doc, &ignored)) {
        bd_json root = bd_json_root(doc);
        tool = bd_foreign_tool(text, &root);
    }
    bd_json_free(doc);
    return tool;
}

const char *bd_foreign_tool(bd_str text, const bd_json *root)
{
    if (!root)
        return tool_of_text(text);
    if (bd_json_typeof(root) != BD_JSON_OBJECT)
        return NULL;
    for (size_t i = 0; i < BD_COUNT(json_signs); i++)
        if (has_json_sign(root, &json_signs[i]))
            return json_signs[i].tool;
    return NULL;
}
