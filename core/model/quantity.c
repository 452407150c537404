/* "50 ms": a number that somebody wrote with its unit. */
#include "core/model/internal.h"

static size_t digits_from(bd_str text, size_t at)
{
    size_t end = at;
    while (end < text.len && bd_is_digit(text.ptr[end]))
        end++;
    return end;
}

/* Past ",000" groups that stand behind one to three digits. */
static size_t past_groups(bd_str text, size_t first, size_t at)
{
    enum { GROUP = 3 };
    if (at - first > GROUP)
        return at;
    while (at < text.len && text.ptr[at] == ',' && digits_from(text, at + 1) == at + 1 + GROUP)
        at += 1 + GROUP;
    return at;
}

static size_t past_exponent(bd_str text, size_t at)
{
    size_t sign = at + 1;
    if (at >= text.len || bd_lower(text.ptr[at]) != 'e')
        return at;
    if (sign < text.len && (text.ptr[sign] == '-' || text.ptr[sign] == '+'))
        sign++;
    size_t end = digits_from(text, sign);
    return end > sign ? end : at;
}

bool bd_quantity_parse(bd_str text, bd_number *number, bd_str *unit)
{
    enum { LONGEST = 40 };
    char plain[LONGEST];
    size_t length = 0;
    text = bd_str_trim(text);
    size_t first = text.len > 0 && text.ptr[0] == '-' ? 1 : 0;
    size_t end = digits_from(text, first);
    if (end == first)
        return false;
    end = past_groups(text, first, end);
    if (end < text.len && text.ptr[end] == '.' && digits_from(text, end + 1) > end + 1)
        end = digits_from(text, end + 1);
    end = past_exponent(text, end);
    for (size_t i = 0; i < end; i++) {
        if (text.ptr[i] == ',')
            continue;
        if (length == sizeof plain)
            return false;
        plain[length++] = text.ptr[i];
    }
    size_t from = first; /* "007" is 7 */
    while (from + 1 < length && plain[from] == '0' && bd_is_digit(plain[from + 1]))
        from++;
    if (first == 1)
        plain[--from] = '-';
    *number = bd_number_parse((bd_str){ plain + from, length - from });
    *unit = bd_str_trim(bd_str_sub(text, end, text.len));
    bool parted = end == text.len || (text.ptr[end] != '.' && text.ptr[end] != ',');
    return parted && bd_number_finite(*number);
}
