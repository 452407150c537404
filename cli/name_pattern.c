/* A pattern for `name:`, made from names that are built alike: see guess.h. */
#include "cli/guess.h"
#include "core/query/query.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 8, NAMES_LEAST = 3 };

/* The names cut at one separator, all into as many parts. */
typedef struct cut {
    const bd_names *names;
    const char *separator;
    bd_str *parts; /* owned; names × count */
    size_t count;
} cut;

static bool cut_name(const char *name, const char *separator, bd_str *parts, size_t *count)
{
    size_t width = strlen(separator);
    for (*count = 0; *count < PARTS_MAX; name += width) {
        const char *end = strstr(name, separator);
        bd_str part = { name, end ? (size_t)(end - name) : strlen(name) };
        if (part.len == 0)
            return false;
        parts[(*count)++] = part;
        if (!end)
            return true;
        name = end;
    }
    return false;
}

static bool cut_all(cut *c)
{
    size_t first = 0, count = 0;
    for (size_t i = 0; i < c->names->count; i++) {
        if (!cut_name(c->names->items[i], c->separator, c->parts + i * PARTS_MAX, &count))
            return false;
        first = i == 0 ? count : first;
        if (count != first)
            return false;
    }
    c->count = first;
    return first >= 2;
}

static bd_str part_at(const cut *c, size_t name, size_t place)
{
    return c->parts[name * PARTS_MAX + place];
}

static bool varies(const cut *c, size_t place)
{
    for (size_t i = 1; i < c->names->count; i++)
        if (!bd_str_eq(part_at(c, i, place), part_at(c, 0, place)))
            return true;
    return false;
}

/* What stands behind the number of "5000rows" and of every other name there. */
static bd_str word_behind(const cut *c, size_t place)
{
    bd_str word = { "", 0 };
    for (size_t i = 0; i < c->names->count; i++) {
        bd_str part = part_at(c, i, place);
        size_t digits = 0;
        while (digits < part.len && isdigit((unsigned char)part.ptr[digits]))
            digits++;
        bd_str rest = bd_str_sub(part, digits, part.len);
        if (digits == 0 || (i > 0 && !bd_str_eq(rest, word)))
            return (bd_str){ "", 0 };
        word = rest;
    }
    return word;
}

static bool is_word(bd_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!isalpha((unsigned char)text.ptr[i]) || isupper((unsigned char)text.ptr[i]))
            return false;
    return text.len > 1;
}

static void put_pattern(const cut *c, bd_buf *out)
{
    for (size_t place = 0; place < c->count; place++) {
        bd_str word = word_behind(c, place);
        bd_buf_puts(out, place > 0 ? c->separator : "");
        if (!varies(c, place))
            bd_buf_put_str(out, part_at(c, 0, place));
        else if (is_word(word))
            bd_buf_printf(out, "{%.*s}%.*s", (int)word.len, word.ptr, (int)word.len, word.ptr);
        else
            bd_buf_printf(out, "{part%zu}", place + 1);
    }
}

static bool fits_all(bd_str text, const bd_names *names)
{
    bd_error ignored = BD_ERROR_INIT;
    bd_arena arena = BD_ARENA_INIT;
    bd_pattern *pattern = bd_pattern_compile(text, BD_PATTERN_NAME, &ignored);
    bool fits = pattern != NULL;
    for (size_t i = 0; fits && i < names->count; i++) {
        bd_pairs holes = { 0 };
        fits = bd_pattern_match(pattern, bd_str_of(names->items[i]), &arena, &holes);
    }
    bd_pattern_free(pattern);
    bd_arena_release(&arena);
    return fits;
}

bool bd_guess_name_pattern(const bd_names *names, bd_buf *out)
{
    static const char *const separators[] = { "/", "::", " - ", ": ", " ", "_", "-", "." };
    cut c = { .names = names };
    bool found = false;
    if (names->count < NAMES_LEAST)
        return false;
    c.parts = bd_alloc(names->count * PARTS_MAX * sizeof *c.parts);
    for (size_t i = 0; i < BD_COUNT(separators) && !found; i++) {
        c.separator = separators[i];
        bd_buf_clear(out);
        if (!cut_all(&c))
            continue;
        put_pattern(&c, out);
        found = fits_all(bd_buf_str(out), names);
    }
    free(c.parts);
    return found;
}
