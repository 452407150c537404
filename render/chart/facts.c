/* What a chart file says about itself, and whether all of it is there: PNG chunks with
 * their checksums (PNG specification, third edition, 5.3 and D), or an SVG up to its end. */
#include "render/chart/image.h"

#include <string.h>

static const char png_signature[8] = { '\x89', 'P', 'N', 'G', '\r', '\n', '\x1a', '\n' };

static const char boxes[] = "boxes"; /* in place of a look's number */

static uint32_t crc_of(const uint8_t *bytes, size_t count)
{
    uint32_t table[256];
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320U ^ (c >> 1) : c >> 1;
        table[n] = c;
    }
    uint32_t crc = 0xffffffffU;
    for (size_t i = 0; i < count; i++)
        crc = table[(crc ^ bytes[i]) & 0xff] ^ (crc >> 8);
    return ~crc;
}

static uint32_t big_endian(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void take_digest(bd_str text, bd_digest *out)
{
    if (text.len != sizeof out->hex - 1)
        return;
    for (size_t i = 0; i < text.len; i++)
        if (!strchr("0123456789abcdef", text.ptr[i]))
            return;
    memcpy(out->hex, text.ptr, text.len);
    out->hex[text.len] = '\0';
}

static int to_look(bd_str text)
{
    int look = 0;
    if (bd_str_is(text, boxes))
        return BD_CHART_LOOK_BOXES;
    for (size_t i = 0; i < text.len && i < 6; i++) {
        if (text.ptr[i] < '0' || text.ptr[i] > '9')
            return 0;
        look = look * 10 + (text.ptr[i] - '0');
    }
    return look;
}

static void take_text(bd_str chunk, bd_chart_file_facts *out)
{
    const char *end = memchr(chunk.ptr, '\0', chunk.len);
    if (!end)
        return;
    size_t key = (size_t)(end - chunk.ptr);
    bd_str name = { chunk.ptr, key }, value = bd_str_sub(chunk, key + 1, chunk.len);
    if (bd_str_is(name, BD_CHART_KEY_DIGEST))
        take_digest(value, &out->digest);
    else if (bd_str_is(name, BD_CHART_KEY_LOOK))
        out->look = to_look(value);
}

static void read_png(bd_str bytes, bd_chart_file_facts *out)
{
    const uint8_t *data = (const uint8_t *)bytes.ptr;
    size_t at = sizeof png_signature;
    bool image = false;
    while (bytes.len - at >= 12) {
        uint32_t length = big_endian(data + at);
        if (length > bytes.len - at - 12)
            return;
        const uint8_t *type = data + at + 4;
        if (crc_of(type, length + 4U) != big_endian(type + 4 + length))
            return;
        image = image || memcmp(type, "IDAT", 4) == 0;
        if (memcmp(type, "tEXt", 4) == 0)
            take_text((bd_str){ (const char *)type + 4, length }, out);
        at += 12 + (size_t)length;
        if (memcmp(type, "IEND", 4) == 0) {
            out->whole = image && at == bytes.len;
            return;
        }
    }
}

/* The value after `key=` in the metadata, up to a blank or a tag. */
static bd_str value_after(bd_str text, const char *key)
{
    size_t length = strlen(key);
    for (size_t i = 0; i + length + 1 <= text.len; i++) {
        if (memcmp(text.ptr + i, key, length) != 0 || text.ptr[i + length] != '=')
            continue;
        size_t from = i + length + 1, to = from;
        while (to < text.len && text.ptr[to] != ' ' && text.ptr[to] != '<')
            to++;
        return bd_str_sub(text, from, to);
    }
    return (bd_str){ "", 0 };
}

static void read_svg(bd_str bytes, bd_chart_file_facts *out)
{
    static const char open[] = "<metadata>" BD_CHART_KEY_DIGEST "=";
    size_t length = sizeof open - 1;
    for (size_t i = 0; i + length <= bytes.len; i++) {
        if (bytes.ptr[i] != '<' || memcmp(bytes.ptr + i, open, length) != 0)
            continue;
        bd_str metadata = bd_str_sub(bytes, i, i + 200);
        take_digest(value_after(metadata, BD_CHART_KEY_DIGEST), &out->digest);
        out->look = to_look(value_after(metadata, BD_CHART_KEY_LOOK));
        break;
    }
    out->whole = bd_str_ends(bd_str_trim(bytes), "</svg>");
}

void bd_stamp_put_look(const bd_chart_stamp *stamp, bd_buf *out)
{
    if (stamp->boxes)
        bd_buf_puts(out, boxes);
    else
        bd_buf_printf(out, "%d", BD_CHART_LOOK);
}

bd_chart_file_facts bd_chart_file_read(bd_str bytes)
{
    static const char key[] = BD_CHART_KEY_DIGEST;
    bd_chart_file_facts out = { .look = 0 };
    if (bytes.len > 0)
        out.ours = memmem(bytes.ptr, bytes.len, key, sizeof key - 1) != NULL;
    if (bytes.len >= sizeof png_signature
        && memcmp(bytes.ptr, png_signature, sizeof png_signature) == 0)
        read_png(bytes, &out);
    else if (bd_str_starts(bd_str_trim(bytes), "<svg"))
        read_svg(bytes, &out);
    return out;
}
