/* Values of JSON as JavaScript prints them in a template. */
#include "ingest/figures.h"

/* Beyond these, Number(x) is no longer exact (ECMAScript, MAX_SAFE_INTEGER). */
#define SAFE_INTEGER INT64_C(9007199254740991)

bd_number bd_js_number(bd_number number)
{
    bool exact = number.kind != BD_NUMBER_INT
                 || (number.as.i <= SAFE_INTEGER && number.as.i >= -SAFE_INTEGER);
    return exact ? number : bd_double(bd_number_as_double(number));
}

bool bd_js_text(const bd_json *at, bd_buf *out, bd_error *err)
{
    bd_json item;
    bd_number number;
    bd_str text;
    bd_buf scratch = BD_BUF_INIT;
    bool ok = true;
    switch (bd_json_typeof(at)) {
    case BD_JSON_STRING:
        ok = bd_json_string(at, &scratch, &text, err);
        if (ok)
            bd_buf_put_str(out, text);
        break;
    case BD_JSON_NUMBER:
        ok = bd_json_number(at, &number, err);
        bd_number_text(bd_double(bd_number_as_double(number)), out);
        break;
    case BD_JSON_ARRAY:
        for (bool more = bd_json_first(at, &item); more && ok; more = bd_json_next(&item)) {
            if (item.index > 0)
                bd_buf_putc(out, ',');
            ok = bd_json_typeof(&item) == BD_JSON_NULL || bd_js_text(&item, out, err);
        }
        break;
    case BD_JSON_OBJECT:
        bd_buf_puts(out, "[object Object]");
        break;
    default:
        bd_buf_put_str(out, bd_json_raw(at)); /* null, true, false, NaN */
    }
    bd_buf_release(&scratch);
    return ok;
}

void bd_js_member(const bd_json *object, const char *name, bd_buf *out)
{
    bd_json member;
    bd_error none = BD_ERROR_INIT;
    if (!bd_json_member(object, name, &member))
        bd_buf_puts(out, "undefined");
    else
        bd_js_text(&member, out, &none);
}

void bd_js_line(const bd_json *object, const char *label, const char *name, bd_buf *out)
{
    if (out->len > 0)
        bd_buf_putc(out, '\n');
    bd_buf_puts(out, label);
    bd_js_member(object, name, out);
}
