/* What the bytes of a configuration must be before YAML is asked: UTF-8 without
 * control characters and directives. libyaml would refuse the same, but with a byte offset only. */
#include "core/config/internal.h"

typedef struct place {
    size_t at;
    int line, column;
} place;

static bool is_continuation(bd_str bytes, size_t at)
{
    return at < bytes.len && ((unsigned char)bytes.ptr[at] & 0xC0) == 0x80;
}

/* The length of the sequence at `at` and its code point; 0: not UTF-8 (RFC 3629). */
static size_t decode(bd_str bytes, size_t at, uint32_t *point)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    unsigned char lead = (unsigned char)bytes.ptr[at];
    if (lead < 0x80) {
        *point = lead;
        return 1;
    }
    size_t length = lead >= 0xF8 ? 0 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
    if (length == 0)
        return 0;
    uint32_t value = lead & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (!is_continuation(bytes, at + i))
            return 0;
        value = value << 6 | ((unsigned char)bytes.ptr[at + i] & 0x3Fu);
    }
    if (value < least[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *point = value;
    return length;
}

/* YAML 1.2, 5.1: what may stand in a file. */
static bool is_printable(uint32_t c)
{
    if (c < 0x20)
        return c == '\t' || c == '\n' || c == '\r';
    return c <= 0x7E || c == 0x85 || (c >= 0xA0 && c <= 0xFFFD) || c >= 0x10000;
}

/* %YAML and %TAG: nothing here needs them, and many of them cost quadratic time. */
static bool is_directive(bd_str bytes, const place *p)
{
    return p->column == 1 && bytes.ptr[p->at] == '%';
}

static void step(bd_str bytes, place *p, size_t length)
{
    char c = bytes.ptr[p->at];
    bool crlf = c == '\r' && p->at + 1 < bytes.len && bytes.ptr[p->at + 1] == '\n';
    if (c == '\n' || (c == '\r' && !crlf)) {
        p->line++;
        p->column = 1;
    } else if (!crlf) {
        p->column++;
    }
    p->at += length;
}

bool bd_config_check_bytes(bd_config_reader *r, bd_str bytes)
{
    place p = { 0, 1, 1 };
    bd_error err = BD_ERROR_INIT;
    bool utf16 = bd_str_starts(bytes, "\xFF\xFE") || bd_str_starts(bytes, "\xFE\xFF");
    while (p.at < bytes.len) {
        uint32_t point = 0;
        size_t length = decode(bytes, p.at, &point);
        if (length == 0) {
            bd_fail(&err, BD_ERR_CONFIG, "not UTF-8: byte 0x%02X", (unsigned char)bytes.ptr[p.at]);
            bd_hint(&err, "save the file as UTF-8%s", utf16 ? "; this looks like UTF-16" : "");
            break;
        }
        if (!is_printable(point)) {
            bd_fail(&err, BD_ERR_CONFIG, "control character U+%04X", (unsigned)point);
            bd_hint(&err, "remove it");
            break;
        }
        if (is_directive(bytes, &p)) {
            bd_fail(&err, BD_ERR_CONFIG, "YAML directives are not supported");
            bd_hint(&err, "remove the line, or indent it where it belongs to a text");
            break;
        }
        step(bytes, &p, length);
    }
    if (err.code != BD_OK)
        bd_config_report(r, BD_ERROR, p.line, p.column, &err);
    return err.code == BD_OK;
}
