/* What is wrong with a text that is not JSON, in words: runs once, after the
 * parser has stopped. */
#include "core/json/internal.h"
#include "core/json/scan.h"

#include <stdio.h>

static bool at_text(const parser *p, const char *at, const char *text)
{
    size_t len = strlen(text);
    return (size_t)(p->end - at) >= len && memcmp(at, text, len) == 0;
}

/* ---- whole files of another kind ---- */

static bool is_utf16(const parser *p)
{
    if (at_text(p, p->start, "\xFF\xFE") || at_text(p, p->start, "\xFE\xFF"))
        return true;
    /* without a byte order mark: every other byte of ASCII is NUL */
    return p->end - p->start >= 4 && (p->start[0] == '\0') != (p->start[1] == '\0')
           && (p->start[2] == '\0') == (p->start[0] == '\0')
           && (p->start[3] == '\0') == (p->start[1] == '\0');
}

/* @return true when it was told */
static bool explain_encoding(const parser *p, bd_error *err)
{
    bd_error before = *err;
    if (p->start == p->end) {
        bd_fail(err, BD_ERR_INPUT, "the file is empty");
        bd_hint(err, "did the program that should write it end early?");
    } else if (is_utf16(p)) {
        bd_fail(err, BD_ERR_INPUT, "not UTF-8 but UTF-16: save the file as UTF-8");
        bd_hint(err, "PowerShell writes UTF-16 with \">\"; use \"| Out-File -Encoding utf8\"");
    } else if (at_text(p, p->start, "\x1F\x8B") || at_text(p, p->start, "PK\x03\x04")) {
        bd_fail(err, BD_ERR_INPUT, "not JSON but a compressed file");
        bd_hint(err, "unpack it first");
    } else if (!p->options.lenient && at_text(p, p->start, "\xEF\xBB\xBF")) {
        bd_fail(err, BD_ERR_INPUT, "a byte order mark before the document");
        bd_hint(err, "save the file as UTF-8 without BOM");
    }
    return err->code != before.code;
}

/* ---- parts of messages ---- */

/* Names what stands at the fault: ", found 'x'". */
static void name_found(const parser *p, char *out, size_t size)
{
    const char *at = p->fault_at;
    size_t length = at < p->end ? utf8_length(at, p->end) : 0;
    if (at == p->end)
        snprintf(out, size, ", found the end of the text");
    else if (length == 0 || (unsigned char)*at < ' ' || *at == 0x7F)
        snprintf(out, size, ", found byte 0x%02X", (unsigned)(unsigned char)*at);
    else
        snprintf(out, size, ", found '%.*s'", (int)length, at);
}

static bool begins_value(const parser *p, const char *at)
{
    return at < p->end && (is_digit(*at) || strchr("{[\"-tfn", *at) != NULL) && *at != '\0';
}

/* The last byte before the fault that is no white space, or NUL. */
static char before_fault(const parser *p)
{
    const char *at = p->fault_at;
    while (at > p->start && is_blank(at[-1]))
        at--;
    return at > p->start ? at[-1] : '\0';
}

static void hint_value(const parser *p, bd_error *err)
{
    const char *at = p->fault_at;
    char c = at < p->end ? *at : '\0';
    if (at_text(p, at, "NaN") || at_text(p, at, "Inf") || at_text(p, at, "-Inf"))
        bd_hint(err, "JSON has no NaN and no Infinity: write null, or the text \"NaN\"");
    else if (at_text(p, at, "True") || at_text(p, at, "False") || at_text(p, at, "None"))
        bd_hint(err, "JSON writes true, false and null (Python: json.dumps)");
    else if (c == '\'')
        bd_hint(err, "strings stand in double quotes");
    else if (c == '/' || c == '#')
        bd_hint(err, "JSON has no comments");
    else if (c == '.' || c == '+')
        bd_hint(err, "a number begins with a digit or '-'");
    else if (c == '<')
        bd_hint(err, "this looks like HTML or XML: was an error page saved in place of the file?");
    else if (p->depth == 0 && c != '\0')
        bd_hint(err, "is this the result file, or the program's printed output?");
}

/* ---- one function a family of faults ---- */

static bool leading_zero(const parser *p, bd_error *err)
{
    if (!is_digit(*p->fault_at) || p->fault_at == p->start || p->fault_at[-1] != '0')
        return false;
    bd_fail(err, BD_ERR_INPUT, "a number with a leading zero");
    bd_hint(err, "remove the zero");
    return true;
}

static void explain_value(const parser *p, bd_error *err)
{
    char found[64];
    name_found(p, found, sizeof found);
    if (before_fault(p) == ',' && *p->fault_at == ']') {
        bd_fail(err, BD_ERR_INPUT, "a comma before ']'");
        bd_hint(err, "remove the comma");
        return;
    }
    bd_fail(err, BD_ERR_INPUT, "expected a value%s", found);
    hint_value(p, err);
}

static void explain_key(const parser *p, bd_error *err)
{
    char found[64];
    name_found(p, found, sizeof found);
    bool comma = before_fault(p) == ',';
    if (comma && *p->fault_at == '}') {
        bd_fail(err, BD_ERR_INPUT, "a comma before '}'");
        bd_hint(err, "remove the comma");
        return;
    }
    const char *end = comma ? "" : " or '}'";
    bd_fail(err, BD_ERR_INPUT, "expected a key in double quotes%s%s", end, found);
    hint_value(p, err);
}

static void explain_separator(const parser *p, bd_error *err)
{
    char found[64];
    name_found(p, found, sizeof found);
    const char *at = p->fault_at;
    if (leading_zero(p, err))
        return;
    bd_fail(err, BD_ERR_INPUT, "expected ',' or '%c' after a %s%s", p->in_object ? '}' : ']',
            p->in_object ? "member" : "value", found);
    int line, column;
    bd_json_place(p->doc, p->doc->tokens[p->open].at, &line, &column);
    if (*at == '}' || *at == ']')
        bd_hint(err, "the %s that begins at %d:%d is still open", p->in_object ? "object" : "array",
                line, column);
    else if (begins_value(p, at))
        bd_hint(err, "is a comma missing?");
    else
        hint_value(p, err);
}

static void explain_end(const parser *p, bd_error *err)
{
    static const char *const why = "was the program that wrote it stopped, or the disk full?";
    if (p->fault == FAULT_STRING_END)
        bd_fail(err, BD_ERR_INPUT, "the text ends inside a string");
    else if (p->depth == 0)
        bd_fail(err, BD_ERR_INPUT, "%s",
                before_fault(p) == '\0' ? "the file holds nothing but white space"
                                        : "the text ends inside a value");
    else {
        int line, column;
        bd_json_place(p->doc, p->doc->tokens[p->open].at, &line, &column);
        bd_fail(err, BD_ERR_INPUT, "the text ends inside the %s that begins at %d:%d",
                p->in_object ? "object" : "array", line, column);
    }
    bd_hint(err, "%s", why);
}

static void explain_trailing(const parser *p, bd_error *err)
{
    char found[64];
    name_found(p, found, sizeof found);
    if (*p->fault_at == ']' || *p->fault_at == '}')
        bd_fail(err, BD_ERR_INPUT, "a '%c' too many after the end of the document", *p->fault_at);
    else if (leading_zero(p, err))
        return;
    else if (begins_value(p, p->fault_at))
        bd_fail(err, BD_ERR_INPUT,
                "a second value after the end of the document (two files concatenated?)");
    else
        bd_fail(err, BD_ERR_INPUT, "expected the end of the document%s", found);
}

static void explain_duplicate(const parser *p, bd_error *err)
{
    int line, column;
    bd_json_place(p->doc, p->doc->tokens[p->first_key].at, &line, &column);
    bd_str key = string_raw(p->doc, p->first_key);
    bd_fail(err, BD_ERR_INPUT, "the key \"%.*s\" stands twice in one object, first at %d:%d",
            (int)(key.len < 100 ? key.len : 100), key.ptr, line, column);
    bd_hint(err, "remove one of the two: readers disagree about which one counts");
}

static void explain_string(const parser *p, bd_error *err)
{
    char found[64];
    name_found(p, found, sizeof found);
    switch (p->fault) {
    case FAULT_CONTROL:
        bd_fail(err, BD_ERR_INPUT, "a control character in a string%s", found);
        if (*p->fault_at == '\n')
            bd_hint(err, "is a closing quote missing? A line break is written \\n");
        else
            bd_hint(err, "write it as an escape: \\t, \\u0007");
        break;
    case FAULT_UTF8:
        bd_fail(err, BD_ERR_INPUT, "invalid UTF-8%s", found);
        bd_hint(err, "save the file as UTF-8");
        break;
    case FAULT_SURROGATE:
        bd_fail(err, BD_ERR_INPUT, "half of a surrogate pair in a string: %.6s", p->fault_at);
        bd_hint(err, "a character beyond U+FFFF needs both halves");
        break;
    default:
        bd_fail(err, BD_ERR_INPUT, "an unknown escape in a string");
        bd_hint(err, "a backslash itself is written \\\\");
        break;
    }
}

static void explain_fault(const parser *p, bd_error *err)
{
    char found[64];
    name_found(p, found, sizeof found);
    switch (p->fault) {
    case FAULT_VALUE:
        explain_value(p, err);
        break;
    case FAULT_KEY:
        explain_key(p, err);
        break;
    case FAULT_SEPARATOR:
        explain_separator(p, err);
        break;
    case FAULT_TRAILING:
        explain_trailing(p, err);
        break;
    case FAULT_END:
    case FAULT_STRING_END:
        explain_end(p, err);
        break;
    case FAULT_DUPLICATE:
        explain_duplicate(p, err);
        break;
    case FAULT_COLON:
        bd_fail(err, BD_ERR_INPUT, "expected ':' after a key%s", found);
        bd_hint(err, "a member is written \"key\": value");
        break;
    case FAULT_NUMBER:
        bd_fail(err, BD_ERR_INPUT, "expected a digit%s", found);
        bd_hint(err, "a number is written 12, -0.5 or 1.5e-7");
        break;
    case FAULT_DEPTH:
        bd_fail(err, BD_ERR_INPUT, "nested deeper than %zu levels", p->options.max_depth);
        bd_hint(err, "no result file nests like this: is it the right file?");
        break;
    case FAULT_TOKENS:
        bd_fail(err, BD_ERR_INPUT, "more than %zu values and keys", p->options.max_tokens);
        bd_hint(err, "split the file");
        break;
    case FAULT_LONG_STRING:
        bd_fail(err, BD_ERR_INPUT, "a string longer than 2 GiB");
        bd_hint(err, "is a closing quote missing?");
        break;
    default:
        explain_string(p, err);
        break;
    }
}

bool bd_json_explain(const parser *p, bd_error *err)
{
    if (err->code != BD_OK)
        return false;
    int line, column;
    bd_json_place(p->doc, (size_t)(p->fault_at - p->start), &line, &column);
    if (!explain_encoding(p, err))
        explain_fault(p, err);
    return bd_error_at(err, "", line, column);
}
