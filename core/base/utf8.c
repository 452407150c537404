/* UTF-8 or not: see utf8.h. */
#include "core/base/utf8.h"

#include <string.h>

size_t bd_ascii_length(bd_str text)
{
    const uint64_t high = UINT64_C(0x8080808080808080), ones = UINT64_C(0x0101010101010101);
    uint64_t eight;
    size_t i = 0;
    for (; i + sizeof eight <= text.len; i += sizeof eight) {
        memcpy(&eight, text.ptr + i, sizeof eight);
        if (((eight | (eight - ones)) & high) != 0)
            break;
    }
    while (i < text.len && text.ptr[i] != '\0' && (unsigned char)text.ptr[i] < 0x80)
        i++;
    return i;
}

/* The bytes of the character at `at`, 0 when it is not UTF-8: no overlong forms,
 * no surrogates, nothing above U+10FFFF (RFC 3629, section 4). */
static size_t character_length(const unsigned char *at, size_t left)
{
    static const struct {
        unsigned char first_low, first_high, second_low, second_high;
        size_t length;
    } forms[] = {
        { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 }, { 0xe1, 0xec, 0x80, 0xbf, 3 },
        { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
        { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
    };
    if (at[0] < 0x80)
        return 1;
    for (size_t i = 0; i < BD_COUNT(forms); i++) {
        if (at[0] < forms[i].first_low || at[0] > forms[i].first_high)
            continue;
        if (left < forms[i].length || at[1] < forms[i].second_low || at[1] > forms[i].second_high)
            return 0;
        for (size_t k = 2; k < forms[i].length; k++)
            if ((at[k] & 0xc0) != 0x80)
                return 0;
        return forms[i].length;
    }
    return 0;
}

size_t bd_utf8_valid_length(bd_str text)
{
    const unsigned char *bytes = (const unsigned char *)text.ptr;
    size_t i = 0;
    while (i < text.len) {
        uint64_t eight;
        if (text.len - i >= sizeof eight) { /* nearly all text is ASCII */
            memcpy(&eight, bytes + i, sizeof eight);
            if ((eight & 0x8080808080808080u) == 0) {
                i += sizeof eight;
                continue;
            }
        }
        size_t n = character_length(bytes + i, text.len - i);
        if (n == 0)
            return i;
        i += n;
    }
    return i;
}
