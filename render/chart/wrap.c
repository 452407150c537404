/* Names that are longer than their place: broken into lines where words end, shortened in
 * the middle, and freed of the beginning that all of them share. */
#include "render/chart/internal.h"

#include <string.h>

#define ELLIPSIS "\xe2\x80\xa6"

/* Where the character at `at` ends; what joins or modifies it goes along: combining marks,
 * variation selectors, skin tones, zero-width joiners. */
static size_t next_character(const char *text, size_t at)
{
    for (bool joined = true; joined && text[at];) {
        at++;
        while (((unsigned char)text[at] & 0xc0) == 0x80)
            at++;
        const unsigned char *next = (const unsigned char *)text + at;
        joined = next[0] == 0xcc || (next[0] == 0xcd && next[1] < 0xb0)
                 || (next[0] == 0xef && next[1] == 0xb8 && next[2] <= 0x8f)
                 || (next[0] == 0xf0 && next[1] == 0x9f && next[2] == 0x8f && next[3] >= 0xbb);
        if (next[0] == 0xe2 && next[1] == 0x80 && next[2] == 0x8d && next[3]) {
            at += 3;
            joined = true;
        }
    }
    return at;
}

static size_t *boundaries(const bd_scene *scene, const char *text, size_t *count)
{
    size_t *at = bd_arena_alloc(scene->arena, (strlen(text) + 2) * sizeof *at);
    *count = 0;
    for (size_t i = 0; text[i]; i = next_character(text, i))
        at[(*count)++] = i;
    at[*count] = strlen(text);
    return at;
}

static const char *without_middle(const bd_scene *scene, const char *text, const size_t *at,
                                  size_t count, size_t kept)
{
    size_t head = (kept + 1) / 2, tail = kept - head;
    return bd_arena_printf(scene->arena, "%.*s" ELLIPSIS "%s", (int)at[head], text,
                           text + at[count - tail]);
}

const char *bd_fit_text(const bd_scene *scene, bd_type type, const char *text, double width)
{
    if (bd_scene_text_width(scene, text, type) <= width)
        return text;
    size_t count;
    size_t *at = boundaries(scene, text, &count);
    size_t fits = 0, too_many = count;
    while (fits + 1 < too_many) {
        size_t middle = (fits + too_many) / 2;
        const char *shorter = without_middle(scene, text, at, count, middle);
        if (bd_scene_text_width(scene, shorter, type) <= width)
            fits = middle;
        else
            too_many = middle;
    }
    return without_middle(scene, text, at, count, fits);
}

/* After a separator, or between the words of aNameLikeThis. */
static bool breaks_after(const char *text, size_t at)
{
    bool camel = text[at] >= 'a' && text[at] <= 'z' && text[at + 1] >= 'A' && text[at + 1] <= 'Z';
    return camel || strchr(" /.,;:_-+=|)", text[at]) != NULL;
}

/* How much of `text` goes into a line: up to the last place to break that fits, or what
 * fits of one long word. */
static size_t line_end(const bd_scene *scene, bd_type type, const char *text, double width,
                       bool *cut)
{
    size_t count, best = 0, fits = 0;
    if (bd_scene_text_width(scene, text, type) <= width)
        return strlen(text);
    size_t *at = boundaries(scene, text, &count);
    size_t low = 1, high = count - 1;
    while (low <= high) { /* widths grow with the number of characters */
        size_t middle = (low + high) / 2;
        const char *head = bd_arena_text(scene->arena, (bd_str){ text, at[middle] });
        if (bd_scene_text_width(scene, head, type) <= width) {
            fits = middle;
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    for (size_t i = 1; i <= fits; i++)
        if (breaks_after(text, at[i] - 1) || text[at[i]] == ' ')
            best = i;
    *cut = *cut || best == 0;
    return at[best > 0 ? best : fits > 0 ? fits : 1];
}

bd_wrapped bd_wrap_text(const bd_scene *scene, bd_type type, const char *text, double width,
                        size_t limit)
{
    bd_wrapped out = { .whole = true };
    const char *rest = text;
    do {
        bool cut = false;
        size_t end = line_end(scene, type, rest, width, &cut);
        const char *line;
        if (out.count + 1 == limit && rest[end]) {
            line = bd_fit_text(scene, type, rest, width);
            out.whole = false;
            rest += strlen(rest);
        } else {
            line = bd_arena_text(scene->arena, bd_str_trim((bd_str){ rest, end }));
            out.whole = out.whole && !cut;
            rest += end;
            while (*rest == ' ')
                rest++;
        }
        out.lines[out.count++] = line;
        double wide = bd_scene_text_width(scene, line, type);
        out.width = wide > out.width ? wide : out.width;
    } while (*rest && out.count < limit);
    return out;
}

/* Does a name part behind its first bytes? The point of "0.1" is inside a number. */
static bool parts_behind(const char *text, size_t bytes)
{
    char last = text[bytes - 1], before = bytes > 1 ? text[bytes - 2] : ' ';
    return strchr(" /.:_-", last) && !(last == '.' && before >= '0' && before <= '9');
}

size_t bd_common_prefix(const char *const *texts, size_t count)
{
    enum { WORTH_SAYING = 6 };
    if (count < 2)
        return 0;
    size_t common = strlen(texts[0]);
    for (size_t i = 1; i < count; i++) {
        size_t same = 0;
        while (same < common && texts[i][same] == texts[0][same])
            same++;
        common = same;
    }
    while (common > 0 && !parts_behind(texts[0], common))
        common--;
    for (size_t i = 0; i < count; i++) /* nothing would be left of it */
        if (texts[i][common] == '\0')
            return 0;
    return common >= WORTH_SAYING ? common : 0;
}
