/* Raw HTML as CommonMark sees it: what begins and ends an HTML block (section 4.6),
 * and how far a tag, comment or autolink in running text reaches (6.5, 6.6). */
#include "render/text/internal.h"

#include <string.h>

static char at(bd_str s, size_t i)
{
    return i < s.len ? s.ptr[i] : '\0';
}

static bool is_letter(char c)
{
    return bd_is_alnum(c) && !(c >= '0' && c <= '9');
}

static bool is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static size_t skip_white(bd_str s, size_t i)
{
    while (i < s.len && is_white(s.ptr[i]))
        i++;
    return i;
}

/* @return the place behind `what`, 0 = it is not there */
static size_t behind(bd_str s, size_t i, const char *what)
{
    if (i > s.len)
        return 0;
    const char *found = memmem(s.ptr + i, s.len - i, what, strlen(what));
    return found ? (size_t)(found - s.ptr) + strlen(what) : 0;
}

static bool same_word(bd_str s, const char *word)
{
    if (s.len != strlen(word))
        return false;
    for (size_t i = 0; i < s.len; i++)
        if (bd_lower(s.ptr[i]) != word[i])
            return false;
    return true;
}

/* One attribute with the white space before it. @return its end, 0 = it is none */
static size_t attribute(bd_str s, size_t i)
{
    size_t name = skip_white(s, i);
    if (name == i || !(is_letter(at(s, name)) || at(s, name) == '_' || at(s, name) == ':'))
        return 0;
    size_t end = name;
    while (bd_is_alnum(at(s, end)) || (at(s, end) != '\0' && strchr("_.:-", at(s, end))))
        end++;
    size_t value = skip_white(s, end);
    if (at(s, value) != '=')
        return end;
    value = skip_white(s, value + 1);
    if (at(s, value) == '"')
        return behind(s, value + 1, "\"");
    if (at(s, value) == '\'')
        return behind(s, value + 1, "'");
    end = value;
    while (end < s.len && !is_white(s.ptr[end]) && !strchr("\"'=<>`", s.ptr[end]))
        end++;
    return end > value ? end : 0;
}

static size_t tag(bd_str s, size_t i)
{
    bool closing = at(s, i + 1) == '/';
    size_t name = i + (closing ? 2 : 1), end = name;
    if (!is_letter(at(s, name)))
        return 0;
    while (bd_is_alnum(at(s, end)) || at(s, end) == '-')
        end++;
    for (size_t next = closing ? 0 : attribute(s, end); next > 0; next = attribute(s, end))
        end = next;
    end = skip_white(s, end);
    if (!closing && at(s, end) == '/')
        end++;
    return at(s, end) == '>' ? end + 1 : 0;
}

static size_t autolink(bd_str s, size_t i)
{
    size_t end = i + 1;
    if (!bd_is_alnum(at(s, end)))
        return 0;
    bool address = false;
    while (end < s.len && (unsigned char)s.ptr[end] > ' ' && s.ptr[end] != '<'
           && s.ptr[end] != '>') {
        address = address || s.ptr[end] == ':' || s.ptr[end] == '@';
        end++;
    }
    return address && at(s, end) == '>' ? end + 1 : 0;
}

size_t bd_inline_html(bd_str s, size_t i)
{
    if (at(s, i) != '<')
        return 0;
    char next = at(s, i + 1);
    if (next == '?')
        return behind(s, i + 2, "?>");
    if (next == '!' && bd_str_starts(bd_str_sub(s, i, s.len), "<!--")) {
        if (bd_str_starts(bd_str_sub(s, i, s.len), "<!-->"))
            return i + 5;
        return bd_str_starts(bd_str_sub(s, i, s.len), "<!--->") ? i + 6 : behind(s, i + 4, "-->");
    }
    if (next == '!' && bd_str_starts(bd_str_sub(s, i, s.len), "<![CDATA["))
        return behind(s, i + 9, "]]>");
    if (next == '!')
        return is_letter(at(s, i + 2)) ? behind(s, i + 2, ">") : 0;
    size_t end = tag(s, i);
    return end > 0 ? end : autolink(s, i);
}

static const char *const raw_names[] = { "script", "pre", "style", "textarea" };

static const char *const block_names[] = {
    "address",  "article",  "aside",    "base",       "basefont", "blockquote", "body",   "caption",
    "center",   "col",      "colgroup", "dd",         "details",  "dialog",     "dir",    "div",
    "dl",       "dt",       "fieldset", "figcaption", "figure",   "footer",     "form",   "frame",
    "frameset", "h1",       "h2",       "h3",         "h4",       "h5",         "h6",     "head",
    "header",   "hr",       "html",     "iframe",     "legend",   "li",         "link",   "main",
    "menu",     "menuitem", "nav",      "noframes",   "ol",       "optgroup",   "option", "p",
    "param",    "search",   "section",  "source",     "summary",  "table",      "tbody",  "td",
    "tfoot",    "th",       "thead",    "title",      "tr",       "track",      "ul",
};

static bool is_one_of(bd_str name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (same_word(name, names[i]))
            return true;
    return false;
}

static int named_block(bd_str line)
{
    bool closing = at(line, 1) == '/';
    size_t from = closing ? 2 : 1, end = from;
    while (bd_is_alnum(at(line, end)))
        end++;
    bd_str name = bd_str_sub(line, from, end);
    bool parted = end == line.len || is_white(at(line, end)) || at(line, end) == '>';
    if (parted && !closing && is_one_of(name, raw_names, BD_COUNT(raw_names)))
        return 1;
    parted = parted || (at(line, end) == '/' && at(line, end + 1) == '>');
    return parted && is_one_of(name, block_names, BD_COUNT(block_names)) ? 6 : 0;
}

int bd_html_start(bd_str line, bool in_paragraph)
{
    if (at(line, 0) != '<')
        return 0;
    if (bd_str_starts(line, "<!--"))
        return 2;
    if (bd_str_starts(line, "<?"))
        return 3;
    if (bd_str_starts(line, "<![CDATA["))
        return 5;
    if (at(line, 1) == '!')
        return is_letter(at(line, 2)) ? 4 : 0;
    int type = named_block(line);
    if (type > 0 || in_paragraph)
        return type;
    size_t end = tag(line, 0);
    return end > 0 && skip_white(line, end) == line.len ? 7 : 0;
}

bool bd_html_ends(bd_str line, int type)
{
    static const char *const ends[] = { NULL, NULL, "-->", "?>", ">", "]]>" };
    if (type >= 2 && type <= 5)
        return behind(line, 0, ends[type]) > 0;
    if (type != 1)
        return false;
    for (size_t i = 0; i + 2 < line.len; i++) {
        if (line.ptr[i] != '<' || line.ptr[i + 1] != '/')
            continue;
        size_t end = i + 2;
        while (is_letter(at(line, end)))
            end++;
        if (at(line, end) == '>'
            && is_one_of(bd_str_sub(line, i + 2, end), raw_names, BD_COUNT(raw_names)))
            return true;
    }
    return false;
}
