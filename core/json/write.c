/* The only writer of JSON: quoting as JSON.stringify does, and a writer that keeps
 * commas, indent and nesting right. See json.h. */
#include "core/json/json.h"
#include "core/json/scan.h"

#include <math.h>

void bd_json_quote(bd_str text, bd_buf *out)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt", hex[] = "0123456789abcdef";
    const char *at = text.ptr, *end = text.ptr + text.len;
    bd_buf_reserve(out, text.len + 2);
    bd_buf_putc(out, '"');
    while (at < end) {
        const char *stop = skip_plain(at, end);
        while (stop < end && (unsigned char)*stop >= 0x80)
            stop = skip_plain(stop + 1, end);
        bd_buf_add(out, at, (size_t)(stop - at));
        at = stop;
        if (at == end)
            break;
        const char *named = memchr(from, *at, sizeof from - 1);
        char escape[6] = { '\\', 'u', '0', '0', hex[*at >> 4 & 15], hex[*at & 15] };
        if (named)
            escape[1] = to[named - from];
        bd_buf_add(out, escape, named ? 2 : sizeof escape);
        at++;
    }
    bd_buf_putc(out, '"');
}

bd_json_writer bd_json_writer_to(bd_buf *out, unsigned indent)
{
    return (bd_json_writer){ .out = out, .indent = indent, .first = true };
}

static bool on_one_line(const bd_json_writer *w)
{
    return w->flat > 0 && w->depth >= w->flat;
}

static void new_line(bd_json_writer *w)
{
    bd_buf_putc(w->out, '\n');
    bd_buf_repeat(w->out, ' ', (size_t)w->indent * w->depth);
}

/* What must stand between the last thing written and the next one. */
static void separate(bd_json_writer *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    if (!w->first)
        bd_buf_putc(w->out, ',');
    if (w->depth > 0 && on_one_line(w))
        bd_buf_puts(w->out, w->first ? "" : " ");
    else if (w->depth > 0 && w->indent > 0)
        new_line(w);
    w->first = false;
}

void bd_json_open(bd_json_writer *w, char bracket)
{
    separate(w);
    bd_buf_putc(w->out, bracket);
    w->depth++;
    w->first = true;
}

void bd_json_open_flat(bd_json_writer *w, char bracket)
{
    bd_json_open(w, bracket);
    if (w->flat == 0)
        w->flat = w->depth;
}

void bd_json_close(bd_json_writer *w, char bracket)
{
    bool broken = !w->first && w->indent > 0 && !on_one_line(w);
    if (w->flat == w->depth)
        w->flat = 0;
    w->depth--;
    if (broken)
        new_line(w);
    bd_buf_putc(w->out, bracket);
    w->first = false;
}

void bd_json_put_key_str(bd_json_writer *w, bd_str key)
{
    separate(w);
    bd_json_quote(key, w->out);
    bd_buf_puts(w->out, w->indent > 0 || on_one_line(w) ? ": " : ":");
    w->after_key = true;
}

void bd_json_put_key(bd_json_writer *w, const char *key)
{
    bd_json_put_key_str(w, bd_str_of(key));
}

void bd_json_put_raw(bd_json_writer *w, bd_str json)
{
    separate(w);
    bd_buf_put_str(w->out, json);
}

void bd_json_put_str(bd_json_writer *w, bd_str text)
{
    separate(w);
    bd_json_quote(text, w->out);
}

void bd_json_put_text(bd_json_writer *w, const char *text)
{
    if (text)
        bd_json_put_str(w, bd_str_of(text));
    else
        bd_json_put_raw(w, BD_STR("null"));
}

void bd_json_put_int(bd_json_writer *w, int64_t value)
{
    separate(w);
    bd_number_text(bd_int(value), w->out);
}

void bd_json_put_bool(bd_json_writer *w, bool value)
{
    bd_json_put_raw(w, value ? BD_STR("true") : BD_STR("false"));
}

void bd_json_put_number(bd_json_writer *w, bd_number value, bool keep_kind)
{
    separate(w);
    if (!bd_number_finite(value)) {
        bd_buf_putc(w->out, '"');
        bd_number_text(value, w->out);
        bd_buf_putc(w->out, '"');
        return;
    }
    size_t from = w->out->len;
    bool is_double = value.kind == BD_NUMBER_DOUBLE;
    if (keep_kind && is_double && value.as.d == 0 && signbit(value.as.d))
        bd_buf_putc(w->out, '-'); /* JavaScript's text of -0 is "0" */
    bd_number_text(value, w->out);
    bool whole = !memchr(w->out->data + from, '.', w->out->len - from)
                 && !memchr(w->out->data + from, 'e', w->out->len - from);
    if (keep_kind && is_double && whole)
        bd_buf_puts(w->out, ".0");
}
