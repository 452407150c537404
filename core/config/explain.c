/* What a syntax error of YAML most likely is, in the words of who wrote the file:
 * libyaml notices a missing quote or colon only where it cannot go on. */
#include "core/config/internal.h"

#include <string.h>

/* A line of the text, without its end. @param index  from 0; empty beyond the last */
static bd_str line_at(bd_str text, size_t index)
{
    bd_str line = { text.ptr, 0 };
    for (size_t i = 0; i <= index; i++)
        if (!bd_str_split(&text, '\n', &line))
            return (bd_str){ text.ptr, 0 };
    return line;
}

static size_t indent_of(bd_str line)
{
    size_t n = 0;
    while (n < line.len && line.ptr[n] == ' ')
        n++;
    return n;
}

static bool has_words(bd_str line)
{
    bd_str words = bd_str_trim(line);
    return words.len > 0 && words.ptr[0] != '#';
}

static void put_place(bd_yaml_problem *p, size_t line, size_t column)
{
    p->line = line;
    p->column = column;
}

/* ---- a tab ---- */

static bool is_tab(bd_str text, bd_yaml_problem *p, bd_error *err)
{
    bd_str line = line_at(text, p->line);
    size_t at = indent_of(line);
    if (at >= line.len || line.ptr[at] != '\t')
        return false;
    put_place(p, p->line, at);
    bd_hint(err, "use blanks, not a tab");
    bd_fail(err, BD_ERR_CONFIG, "not YAML: a tab in front of a line");
    return true;
}

/* ---- a quote that is not closed ---- */

/* A quote opens a text at the begin of a line, behind a colon, a dash or in brackets. */
static bool opens(bd_str text, size_t at)
{
    size_t from = at;
    while (from > 0 && text.ptr[from - 1] == ' ')
        from--;
    if (from == 0 || text.ptr[from - 1] == '\n')
        return true;
    char before = text.ptr[from - 1];
    return before == '[' || before == '{' || before == ','
           || (from < at && (before == ':' || before == '-'));
}

/* @return where the quote is closed; text.len = nowhere */
static size_t closing(bd_str text, size_t open)
{
    char quote = text.ptr[open];
    for (size_t i = open + 1; i < text.len; i++) {
        bool doubled = quote == '\'' && i + 1 < text.len && text.ptr[i + 1] == quote;
        if ((quote == '"' && text.ptr[i] == '\\') || (text.ptr[i] == quote && doubled))
            i++;
        else if (text.ptr[i] == quote)
            return i;
    }
    return text.len;
}

/* Nothing but an end, a separator or a comment can stand behind a closed quote. */
static bool ends_well(bd_str text, size_t close)
{
    size_t at = close + 1;
    while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\r'))
        at++;
    return at >= text.len || strchr("\n:,]}", text.ptr[at])
           || (at > close + 1 && text.ptr[at] == '#');
}

static size_t lines_before(bd_str text, size_t at)
{
    size_t n = 0;
    for (size_t i = 0; i < at && i < text.len; i++)
        n += text.ptr[i] == '\n';
    return n;
}

static size_t column_of(bd_str text, size_t at)
{
    size_t from = at, characters = 0;
    while (from > 0 && text.ptr[from - 1] != '\n')
        characters += ((unsigned char)text.ptr[--from] & 0xC0) != 0x80;
    return characters;
}

static bool is_open_quote(bd_str text, bd_yaml_problem *p, bd_error *err)
{
    for (size_t i = 0; i < text.len; i++) {
        bool quote = text.ptr[i] == '"' || text.ptr[i] == '\'';
        if (text.ptr[i] == '#' && (i == 0 || strchr(" \n", text.ptr[i - 1])))
            while (i < text.len && text.ptr[i] != '\n')
                i++;
        if (!quote || !opens(text, i))
            continue;
        size_t close = closing(text, i), line = lines_before(text, close);
        if (!ends_well(text, close) || close == text.len) {
            if (close < text.len && p->line != line && p->line != line + 1)
                return false; /* what cannot be read is somewhere else */
            put_place(p, lines_before(text, i), column_of(text, i));
            bd_hint(err, "every quote that begins a text ends it, too: \"…\" or '…'");
            bd_fail(err, BD_ERR_CONFIG, "not YAML: the text that begins here lacks its closing %c",
                    text.ptr[i]);
            return true;
        }
        i = close;
    }
    return false;
}

/* ---- a colon that is missing ---- */

static bool fail_colon(bd_str line, size_t index, bd_yaml_problem *p, bd_error *err)
{
    bd_str words = bd_str_trim(line);
    bool glued = memchr(words.ptr, ':', words.len) != NULL;
    put_place(p, index, indent_of(line));
    bd_hint(err, "every line of a map is \"key: value\"");
    bd_fail(err, BD_ERR_CONFIG, "not YAML: %s",
            glued ? "a colon needs a blank behind it" : "this line lacks its colon");
    return true;
}

static bool has_colon(bd_str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (line.ptr[i] == ':' && (i + 1 == line.len || strchr(" \r", line.ptr[i + 1])))
            return true;
    return false;
}

static bool lacks_colon(bd_str line)
{
    bd_str words = bd_str_trim(line);
    return has_words(line) && !has_colon(line) && !strchr("-|>[]{}\"'", words.ptr[0]);
}

/* "from jmh" goes on as a text over the next line, whose colon is then one too many. */
static bool is_colon(bd_str text, bd_yaml_problem *p, bd_error *err)
{
    bd_str here = line_at(text, p->line), there = line_at(text, p->context_line);
    if (strstr(p->problem, "expected ':'") && lacks_colon(there))
        return fail_colon(there, p->context_line, p, err);
    if (!strstr(p->problem, "mapping values are not allowed")
        && !strstr(p->problem, "expected key"))
        return false;
    size_t above = p->line;
    while (above > 0 && !has_words(line_at(text, above - 1)))
        above--;
    bd_str line = above > 0 ? line_at(text, above - 1) : (bd_str){ 0 };
    if (above == 0 || !lacks_colon(line) || indent_of(line) != indent_of(here))
        return false;
    return fail_colon(line, above - 1, p, err);
}

/* ---- else: libyaml's words ---- */

static const char *advice(const char *problem)
{
    static const struct {
        const char *problem, *hint;
    } known[] = {
        { "cannot start any token", "a text that begins with @, ` or % needs quotes; indent with "
                                    "blanks, not with a tab" },
        { "mapping values are not allowed", "a text with \": \" in it needs quotes" },
        { "unknown escape", "in double quotes \\ begins an escape; use single quotes or \\\\" },
        { "expected key", "check the indentation; a text that begins with { or [ needs quotes" },
        { "could not find expected ':'", "every line of a map is \"key: value\"" },
        { "expected ',' or", "close the bracket, or put the text in quotes" },
        { "unexpected end of stream", "close the quote" },
        { "'-' indicator", "check the indentation of the list" },
        { "block sequence entries", "a list begins on a line of its own" },
    };
    for (size_t i = 0; i < BD_COUNT(known); i++)
        if (strstr(problem, known[i].problem))
            return known[i].hint;
    return "check the indentation, the quotes and the brackets";
}

void bd_config_explain(bd_str text, bd_yaml_problem *p, bd_error *err)
{
    if (is_tab(text, p, err) || is_open_quote(text, p, err) || is_colon(text, p, err))
        return;
    bd_fail(err, BD_ERR_CONFIG, "not YAML: %s%s%s", p->problem, p->context ? ", " : "",
            p->context ? p->context : "");
    bd_hint(err, "%s", advice(p->problem));
}
