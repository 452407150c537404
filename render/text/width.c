/* Display width: what a terminal or a monospaced source makes of a text, cluster by
 * cluster, so that an emoji built of five characters takes two columns. */
#include "render/text/internal.h"

#include <utf8proc.h>

typedef struct cluster {
    int32_t first;
    size_t sum;    /* of its characters' widths */
    bool emoji;    /* asks for emoji presentation, or joins */
    bool pictured; /* its first character can be an emoji */
} cluster;

static bool is_regional(int32_t c)
{
    return c >= 0x1F1E6 && c <= 0x1F1FF;
}

static size_t width_of(const cluster *c, size_t characters)
{
    if (characters > 1 && (is_regional(c->first) || (c->emoji && c->pictured)))
        return 2;
    return c->sum;
}

static cluster begin(int32_t c)
{
    bool keycap = (c >= '0' && c <= '9') || c == '#' || c == '*';
    bool pictured = keycap
                    || utf8proc_get_property(c)->boundclass
                           == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
    return (cluster){ .first = c, .pictured = pictured };
}

static void extend(cluster *into, int32_t c)
{
    if (c == 0xFE0F || c == 0x200D || (c >= 0x1F3FB && c <= 0x1F3FF))
        into->emoji = true;
    int width = utf8proc_charwidth(c);
    /* Medial and final Hangul letters are drawn inside the syllable's square. */
    if (c >= 0x1160 && c <= 0x11FF)
        width = 0;
    into->sum += width > 0 ? (size_t)width : 0;
}

size_t bd_display_width(bd_str text)
{
    size_t width = 0, characters = 0;
    cluster now = { 0 };
    int32_t before = -1;
    utf8proc_int32_t state = 0;
    for (size_t at = 0; at < text.len;) {
        int32_t c;
        at += bd_utf8_at(text, at, &c);
        if (c < 0) /* a stray byte: most programs show one replacement character */
            c = 0xFFFD;
        if (characters == 0 || utf8proc_grapheme_break_stateful(before, c, &state)) {
            width += characters > 0 ? width_of(&now, characters) : 0;
            now = begin(c);
            characters = 0;
        }
        extend(&now, c);
        characters++;
        before = c;
    }
    return width + (characters > 0 ? width_of(&now, characters) : 0);
}
