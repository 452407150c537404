/* Opening a data.js: strict JSON first, which nearly all are; else as JavaScript. */
#include "core/datajs/suites.h"

#include <stdlib.h>
#include <string.h>

/* A point of a history has a hundred bytes; this is 10 GB of them. */
static const size_t tokens_max = 100 * 1000 * 1000;

/* The object, `entries`, a list, an entry. */
enum { ENTRY_DEPTH = 4 };

const char bd_datajs_empty[] =
    "window.BENCHMARK_DATA = {\n  \"lastUpdate\": 0,\n  \"repoUrl\": \"\",\n  \"entries\": {}\n}";

/* Behind JSON: blanks and semicolons. What else there may be, the literal's reader knows. */
static size_t end_of_json(bd_str bytes)
{
    size_t end = bytes.len;
    while (end > 0 && strchr(" \t\r\n;", bytes.ptr[end - 1]) && bytes.ptr[end - 1] != '\0')
        end--;
    return end;
}

static bool parse(bd_datajs *file, bd_str json, bd_error *err)
{
    file->json = json;
    const bd_json_options options = { .lenient = true,
                                      .max_tokens = tokens_max,
                                      .origin = &file->origin,
                                      .few_positions = file->use != BD_DATAJS_READ,
                                      .open_depth = file->use == BD_DATAJS_ADD ? ENTRY_DEPTH : 0 };
    return bd_json_parse(json, &options, &file->doc, err);
}

/* Who came further into the file knows more. */
static bool further(const bd_error *a, const bd_error *b)
{
    return a->line != b->line ? a->line > b->line : a->column > b->column;
}

static bool parse_literal(bd_datajs *file, size_t from, const bd_error *json_error, bd_error *err)
{
    bd_error own = BD_ERROR_INIT;
    if (!bd_datajs_from_literal(file->bytes, from, &file->text, &own)) {
        *err = further(&own, json_error) ? own : *json_error;
        return false;
    }
    file->origin.shifts = file->text.shifts;
    file->origin.count = file->text.shift_count;
    return parse(file, bd_buf_str(&file->text.json), err);
}

static bool open_file(bd_str bytes, bd_datajs_use use, bd_datajs **out, bd_error *err)
{
    size_t from;
    bd_error json_error = BD_ERROR_INIT;
    *out = NULL;
    if (!bd_datajs_find_object(bytes, &from, err))
        return false;
    bd_datajs *file = bd_alloc(sizeof *file); /* owned until handed over */
    file->bytes = bytes;
    file->use = use;
    file->start = (bd_json_shift){ 0, (uint32_t)from };
    file->origin = (bd_json_origin){ .bytes = bytes, .shifts = &file->start, .count = 1 };
    if ((parse(file, bd_str_sub(bytes, from, end_of_json(bytes)), &json_error)
         || parse_literal(file, from, &json_error, err))
        && bd_datajs_read_suites(file, err)) {
        *out = file;
        return true;
    }
    bd_datajs_close(file);
    return false;
}

bool bd_datajs_open(bd_str bytes, bd_datajs **out, bd_error *err)
{
    return open_file(bytes, BD_DATAJS_CHANGE, out, err);
}

bool bd_datajs_open_to_add(bd_str bytes, bd_datajs **out, bd_error *err)
{
    return open_file(bytes, BD_DATAJS_ADD, out, err);
}

bool bd_datajs_open_to_read(bd_str bytes, bd_datajs **out, bd_error *err)
{
    return open_file(bytes, BD_DATAJS_READ, out, err);
}

void bd_datajs_close(bd_datajs *file)
{
    if (!file)
        return;
    bd_datajs_release_suites(file);
    bd_json_free(file->doc);
    bd_datajs_text_release(&file->text);
    bd_arena_release(&file->arena);
    free(file);
}

bd_json bd_datajs_root(const bd_datajs *file)
{
    return bd_json_root(file->doc);
}

bool bd_datajs_text_member(const bd_json *object, const char *name, bd_arena *arena, bd_str *out)
{
    bd_json member;
    bd_error none = BD_ERROR_INIT;
    bd_buf scratch = BD_BUF_INIT;
    bool ok = bd_json_member(object, name, &member) && bd_json_typeof(&member) == BD_JSON_STRING
              && bd_json_string(&member, &scratch, out, &none);
    if (ok && out->ptr == scratch.data)
        out->ptr = bd_arena_copy(arena, out->ptr, out->len);
    bd_buf_release(&scratch);
    return ok;
}
