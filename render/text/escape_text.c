/* Escapes data for running Markdown (a table cell, a paragraph, a list item), so
 * that any text comes out as that text and nothing else. What CommonMark or GFM
 * would not read as markup where it stands is left alone, because people read the
 * source too: rows_per_statement, mysql:8.4, C++, 1.5, a-b, #4.
 *
 * Some things GitHub makes out of the finished text, behind the back of backslashes:
 * mentions, mail addresses, emoji words, Liquid. An empty comment keeps those apart. */
#include "render/text/internal.h"

#include <string.h>

#define APART "<!-- -->"

typedef struct escape {
    const bd_data *data;
    bd_str s;
    size_t i;
    bd_buf *out;
    bool starts_line; /* still true */
} escape;

static char at(const escape *e, size_t index)
{
    return index < e->s.len ? e->s.ptr[index] : '\0';
}

static int32_t character_before(bd_str s, size_t i)
{
    if (i == 0)
        return -1;
    size_t from = i - 1;
    while (from > 0 && i - from < 4 && ((unsigned char)s.ptr[from] & 0xC0) == 0x80)
        from--;
    int32_t c;
    return from + bd_utf8_at(s, from, &c) == i ? c : -1;
}

static int32_t character_at(bd_str s, size_t i)
{
    int32_t c = -1;
    if (i < s.len)
        bd_utf8_at(s, i, &c);
    return c;
}

static size_t run_of(const escape *e, char c)
{
    size_t n = 1;
    while (at(e, e->i + n) == c)
        n++;
    return n;
}

/* A run of `c` between blanks can neither open nor close anything. */
static bool between_blanks(const escape *e, size_t run)
{
    return e->i > 0 && bd_is_space(at(e, e->i - 1)) && bd_is_space(at(e, e->i + run));
}

static bool between_words(const escape *e, size_t run)
{
    return bd_is_word(character_before(e->s, e->i)) && bd_is_word(character_at(e->s, e->i + run));
}

static void put_run(escape *e, size_t run, bool escaped)
{
    for (size_t k = 0; k < run; k++) {
        if (escaped)
            bd_buf_putc(e->out, '\\');
        bd_buf_putc(e->out, at(e, e->i));
    }
    e->i += run;
}

static bool ends_with_word(const escape *e, const char *word)
{
    size_t n = strlen(word);
    if (e->i < n)
        return false;
    for (size_t k = 0; k < n; k++)
        if (bd_lower(e->s.ptr[e->i - n + k]) != word[k])
            return false;
    return true;
}

static bool begins_url(const escape *e)
{
    return at(e, e->i + 1) == '/' && at(e, e->i + 2) == '/'
           && (ends_with_word(e, "http") || ends_with_word(e, "https") || ends_with_word(e, "ftp"));
}

/* ":tada:" is a picture on GitHub; none are "a::tada::b", "12:30:45", "jdbc:mysql://". */
static bool begins_emoji(const escape *e)
{
    size_t j = e->i + 1;
    bool digits = true;
    for (; bd_is_alnum(at(e, j)) || at(e, j) == '_' || at(e, j) == '+' || at(e, j) == '-'; j++)
        digits = digits && at(e, j) >= '0' && at(e, j) <= '9';
    bd_str name = bd_str_sub(e->s, e->i + 1, j);
    if (name.len == 0 || at(e, j) != ':')
        return false;
    if ((e->i > 0 && at(e, e->i - 1) == ':') || at(e, j + 1) == ':' || at(e, j + 1) == '/')
        return false;
    return !digits || bd_str_is(name, "100") || bd_str_is(name, "1234");
}

/* "@name" calls a person, "a@b.example" becomes a link; "lodash@4.17.21" is neither. */
static bool begins_mention(const escape *e)
{
    size_t j = e->i + 1;
    bool dot = false, letter = false;
    for (; bd_is_alnum(at(e, j)) || (at(e, j) != '\0' && strchr(".-_", at(e, j))); j++) {
        dot = dot || at(e, j) == '.';
        letter = letter || (bd_is_alnum(at(e, j)) && at(e, j) > '9');
    }
    if (j == e->i + 1)
        return j == e->s.len && e->data->more;
    return !bd_is_word(character_before(e->s, e->i)) || (dot && letter);
}

static bool begins_entity(const escape *e)
{
    size_t j = e->i + 1;
    while (bd_is_alnum(at(e, j)) || at(e, j) == '#')
        j++;
    return (j > e->i + 1 && at(e, j) == ';') || (j == e->s.len && e->data->more);
}

static bool begins_tag(const escape *e)
{
    char next = at(e, e->i + 1);
    return !(bd_is_space(next) || next == '=' || (next >= '0' && next <= '9'));
}

/* A backslash is harmless before a letter, a digit or a blank. What follows as a
 * hidden or non-ASCII character may be written with a backslash of its own. */
static bool backslash_counts(const escape *e)
{
    char next = at(e, e->i + 1);
    return !(bd_is_alnum(next) || next == ' ');
}

static void put_backslash_if(escape *e, bool needed)
{
    if (needed)
        bd_buf_putc(e->out, '\\');
    bd_buf_putc(e->out, at(e, e->i++));
}

static void put_apart_if(escape *e, bool needed)
{
    bd_buf_putc(e->out, at(e, e->i++));
    if (needed)
        bd_buf_puts(e->out, APART);
}

static void put_colon(escape *e)
{
    if (begins_url(e) || (e->i == 0 && e->data->before == ']'))
        put_backslash_if(e, true);
    else
        put_apart_if(e, begins_emoji(e));
}

/* A stray backtick earlier in a paragraph would pair with one here, backslash or not. */
static void put_tick(escape *e)
{
    bd_buf_puts(e->out, e->data->in_sentence ? "&#96;" : "\\`");
    e->i++;
}

static void put_plain(escape *e)
{
    unsigned char byte = (unsigned char)at(e, e->i);
    int32_t c;
    size_t n = bd_utf8_at(e->s, e->i, &c);
    if (byte == '\n' || byte == '\r') {
        n = byte == '\r' && at(e, e->i + 1) == '\n' ? 2 : 1;
        bd_buf_puts(e->out, "<br>");
    } else if (c < 0 || bd_is_hidden(c)) {
        bd_put_visible(c, byte, e->out);
    } else {
        bd_buf_add(e->out, e->s.ptr + e->i, n);
    }
    e->i += n;
}

/* What would begin a block at the start of a line. */
static bool begins_block(const escape *e)
{
    char c = at(e, e->i);
    size_t run = run_of(e, c);
    char after = at(e, e->i + run);
    bool parted = after == '\0' || bd_is_space(after) || after == '\n' || after == '\r';
    if (c == '>' || c == '=')
        return true;
    if (c == '#')
        return run <= 6 && parted;
    if (c == '-')
        return parted;
    return c == '+' && run == 1 && parted;
}

/* "1. " and "1) " begin a list: the mark behind the digits is escaped. */
static void put_number(escape *e)
{
    size_t j = e->i;
    while (at(e, j) >= '0' && at(e, j) <= '9')
        j++;
    bd_buf_add(e->out, e->s.ptr + e->i, j - e->i);
    e->i = j;
    char after = at(e, j + 1);
    if ((at(e, j) == '.' || at(e, j) == ')')
        && (after == '\0' || bd_is_space(after) || after == '\n' || after == '\r'))
        put_backslash_if(e, true);
}

/* @return whether the start of the line needed care, and got it */
static bool put_line_start(escape *e)
{
    char c = at(e, e->i);
    if (c == ' ') {
        e->i++;
        return true;
    }
    e->starts_line = false;
    if (c >= '0' && c <= '9') {
        put_number(e);
        return true;
    }
    if (!begins_block(e))
        return false;
    put_backslash_if(e, true);
    return true;
}

static bool links_number(const escape *e, size_t index)
{
    char c = at(e, index);
    return e->data->in_comment && ((c >= '0' && c <= '9') || (c == '\0' && e->data->more));
}

/* "GH-12" */
static bool begins_reference(const escape *e)
{
    return links_number(e, e->i + 1) && ends_with_word(e, "gh")
           && !bd_is_word(character_before(e->s, e->i - 2));
}

/* A person that would be told, or an issue that would be told of. */
static bool speaks_to(const escape *e)
{
    return at(e, e->i) == '@' ? begins_mention(e) : begins_reference(e);
}

/* At the end of a heading they would be dropped. */
static void put_hashes(escape *e)
{
    size_t run = run_of(e, '#');
    put_run(e, run, e->i + run == e->s.len && e->i > 0 && bd_is_space(at(e, e->i - 1)));
    if (links_number(e, e->i))
        bd_buf_puts(e->out, APART);
}

/* Marks count where a word begins or ends at them; "_" and "$" not within one. */
static void put_marks(escape *e, char c)
{
    size_t run = run_of(e, c);
    bool blanks = between_blanks(e, run), words = between_words(e, run);
    if (c == '$')
        put_run(e, run, !words);
    else
        put_run(e, run, !blanks && !(c == '_' && words));
}

static void put_next(escape *e)
{
    char c = at(e, e->i);
    switch (c) {
    case '`':
        put_tick(e);
        break;
    case '[':
    case ']':
    case '|':
        put_backslash_if(e, true);
        break;
    case '*':
    case '~':
    case '_':
    case '$': /* mathematics on GitHub */
        put_marks(e, c);
        break;
    case '\\':
        put_backslash_if(e, backslash_counts(e));
        break;
    case '<':
        put_backslash_if(e, begins_tag(e));
        break;
    case '&':
        put_backslash_if(e, begins_entity(e));
        break;
    case '.':
        put_backslash_if(e, ends_with_word(e, "www"));
        break;
    case '#':
        put_hashes(e);
        break;
    case '(':
        put_backslash_if(e, e->i == 0 && e->data->before == ']');
        break;
    case '!':
        put_backslash_if(e, e->i + 1 == e->s.len && e->data->more);
        break;
    case ':':
        put_colon(e);
        break;
    case '@':
    case '-':
        put_apart_if(e, speaks_to(e));
        break;
    case '{': /* Liquid, on GitHub Pages */
        put_apart_if(e, at(e, e->i + 1) == '{' || at(e, e->i + 1) == '%');
        break;
    default:
        put_plain(e);
    }
}

void bd_escape_text(const bd_data *data, bd_buf *out)
{
    escape e = { .data = data, .s = data->text, .out = out, .starts_line = data->starts_line };
    while (e.i < e.s.len)
        if (!e.starts_line || !put_line_start(&e))
            put_next(&e);
}

void bd_markdown_words(bd_str text, bd_buf *out)
{
    bd_data data = { .text = text, .in_sentence = true, .in_comment = true };
    bd_escape_text(&data, out);
}
