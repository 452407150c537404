/* Whatever text data holds, GitHub's own renderer (cmark-gfm) shows that text: nothing
 * more, nothing less, no tag. Skipped where there is no cmark-gfm. */
#include "tests/text/text_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RENDERER "cmark-gfm --unsafe -e table -e strikethrough -e autolink -e tasklist -e footnotes"

static const char *const nasty[] = {
    "plain",
    "rows_per_statement",
    "mysql:8.4",
    "C++",
    "C#",
    "F #",
    "1.5",
    "a-b",
    "#4",
    "a*b*c",
    "a * b",
    "*",
    "**",
    "***",
    "* * *",
    "_",
    "__init__",
    "_x_",
    "a_b_",
    "_a_b",
    "x _ y",
    "~",
    "~~",
    "~~x~~",
    "~x~",
    "`",
    "``",
    "```",
    "`x`",
    "a`b``c",
    "\\",
    "\\\\",
    "\\|",
    "|",
    "||",
    "a|b|c",
    "\\\\|",
    "\\`",
    "\\*x\\*",
    "[",
    "]",
    "[x]",
    "[x](y)",
    "![x](y)",
    "[x][y]",
    "[^1]",
    "[ ]",
    "[x] task",
    "[x]: y",
    "](x)",
    "!",
    "![",
    "<",
    ">",
    "<b>",
    "</b>",
    "<b",
    "<!-- x -->",
    "<!--",
    "-->",
    "<?php ?>",
    "<!X>",
    "<![CDATA[x]]>",
    "<script>alert(1)</script>",
    "<http://a.b>",
    "<a@b.ch>",
    "a < b",
    "a<b",
    "a <b> c",
    "<5",
    "<=5",
    "<-",
    "->",
    "&",
    "&amp;",
    "&lt;",
    "&#65;",
    "&#x41;",
    "&copy;",
    "&copy",
    "a&b;c",
    "R&D",
    "AT&T;",
    "&&amp;",
    "http://a.b",
    "https://a.b/c?d=e&f=g",
    "ftp://a.b",
    "HTTP://A.B",
    "www.a.b",
    "(www.a.b)",
    "WWW.a.b",
    "mailto:a@b.ch",
    "a@b.ch",
    "a.b+c@d-e.ch",
    "@octocat",
    "x @octocat y",
    "a@1.2",
    "xmpp:a@b.ch/x",
    "@",
    "$x$",
    "$$x$$",
    "a$b$c",
    "$",
    ":tada:",
    "a:b:c",
    "::",
    "12:30:45",
    "{{x}}",
    "{% x %}",
    "{",
    "}",
    "{:x}",
    "# x",
    "## x",
    "#",
    "> x",
    ">",
    "- x",
    "-",
    "--",
    "---",
    "- - -",
    "+ x",
    "+",
    "* x",
    "1. x",
    "1) x",
    "1.",
    "123456789. x",
    "===",
    "=",
    "    x",
    "  x  y  ",
    "\t",
    "a\tb",
    "a\nb",
    "\n",
    "a\r\nb",
    "a\rb",
    "a\n\nb",
    "\x1B[31mred",
    "\x7F",
    ("\xE2\x80\xAE" /* the next letters are no hex digits of it */
     "abc"),
    "\xE2\x80\xA8",
    "\xEF\xBB\xBFx",
    "\xE2\x80\x8B",
    "\xC2\xAD",
    "<!-- benchdoc:end -->",
    "<!-- benchdoc:table x -->",
    "`<!-- benchdoc:end -->`",
    "| a | b |\n| - | - |",
    "写入（重复）",
    "_写_",
    "*写*",
    "é_é",
    "\xF0\x9F\x9A\x80_x_",
    "\xC2\xA0*x*",
    "“*x*”",
    "a\\",
    "a\\\\",
    "\\<",
    "\\&amp;",
    "\\\n",
    "`\\",
    "\\www.a.b",
    "http\\://a.b",
    "<br>",
    "a<br>b",
    "&lt;br&gt;",
    "x\xCC\x81_y_",
    "=x=",
};

static const char alphabet[] = "**__``~~[]()<>!&;#|\\\\ \n\t:@.$-+=/{}%'\"01awhtpx";

/* What shall be seen of data: hidden characters by their code, line ends as such. */
static void put_seen(const char *text, bool code, bd_buf *out)
{
    static const struct {
        const char *bytes, *seen;
    } hidden[] = {
        { "\t", "\\t" },
        { "\x1B", "\\u001B" },
        { "\x7F", "\\u007F" },
        { "\xE2\x80\xAE", "\\u202E" },
        { "\xE2\x80\xA8", "\\u2028" },
        { "\xEF\xBB\xBF", "\\uFEFF" },
        { "\xE2\x80\x8B", "\\u200B" },
        { "\xC2\xAD", "\\u00AD" },
    };
    while (*text) {
        size_t k = 0;
        while (k < BD_COUNT(hidden) && strncmp(text, hidden[k].bytes, strlen(hidden[k].bytes)) != 0)
            k++;
        if (k < BD_COUNT(hidden)) {
            bd_buf_puts(out, hidden[k].seen);
            text += strlen(hidden[k].bytes);
        } else if (*text == '\r' && text[1] == '\n' && !code) {
            text++;
        } else {
            char c = *text++;
            if (code && (c == '\n' || c == '\r'))
                bd_buf_puts(out, c == '\n' ? "\\n" : "\\r");
            else
                bd_buf_putc(out, c == '\r' ? '\n' : code && c == '`' ? '\'' : c);
        }
    }
}

/* The text of a piece of HTML; fails on every tag but <br />. */
static void put_text_of(bd_str html, bool code, bd_buf *out)
{
    static const struct {
        const char *from, *to;
    } known[] = {
        { "&lt;", "<" },    { "&gt;", ">" },  { "&amp;", "&" },   { "&quot;", "\"" },
        { "<br />", "\n" }, { "<br>", "\n" }, { "<!-- -->", "" },
    };
    while (html.len > 0) {
        size_t k = 0;
        while (k < BD_COUNT(known) && !bd_str_starts(html, known[k].from))
            k++;
        if (k < BD_COUNT(known)) {
            bd_buf_puts(out, known[k].to);
            html = bd_str_sub(html, strlen(known[k].from), html.len);
            continue;
        }
        bool tag = code && (bd_str_starts(html, "<code>") || bd_str_starts(html, "</code>"));
        if (tag) {
            html = bd_str_sub(html, html.ptr[1] == '/' ? 7 : 6, html.len);
            continue;
        }
        if (html.ptr[0] == '<')
            fail_msg("a tag came out: %.*s", (int)(html.len < 60 ? html.len : 60), html.ptr);
        bd_buf_putc(out, html.ptr[0]);
        html = bd_str_sub(html, 1, html.len);
    }
}

static void render(const bd_buf *markdown, bd_buf *html)
{
    char *dir = test_temp_dir();
    bd_buf command = BD_BUF_INIT;
    bd_buf_printf(&command, "%s/in.md", dir);
    test_write(bd_buf_text(&command), markdown->data, markdown->len);
    bd_buf_clear(&command);
    bd_buf_printf(&command, RENDERER " '%s/in.md'", dir);
    assert_int_equal(test_shell(bd_buf_text(&command), html, NULL), 0);
    bd_buf_release(&command);
    test_remove_tree(dir);
    free(dir);
}

static void skip_without_renderer(void)
{
    if (test_shell("cmark-gfm --version >/dev/null 2>&1", NULL, NULL) != 0) {
        print_message("SKIPPED: cmark-gfm is not here\n");
        skip();
    }
}

/* Takes the next piece between two marks out of `html`. */
static bd_str take(bd_str *html, const char *open, const char *close)
{
    const char *from = memmem(html->ptr, html->len, open, strlen(open));
    if (!from)
        fail_msg("fewer pieces than there are texts; rest: %.200s", html->ptr);
    from += strlen(open);
    size_t left = html->len - (size_t)(from - html->ptr);
    const char *to = memmem(from, left, close, strlen(close));
    assert_non_null(to);
    bd_str piece = { from, (size_t)(to - from) };
    *html = (bd_str){ to, html->len - (size_t)(to - html->ptr) };
    return piece;
}

static void check_piece(bd_str piece, const char *data, bool code)
{
    bd_buf got = BD_BUF_INIT, want = BD_BUF_INIT;
    put_seen(data, code, &want);
    put_text_of(piece, code, &got);
    bd_str seen = bd_str_trim(bd_buf_str(&got)), wanted = bd_str_trim(bd_buf_str(&want));
    if (!bd_str_eq(seen, wanted))
        fail_msg("data <%s> came out as <%.*s> of HTML <%.*s>", data, (int)seen.len, seen.ptr,
                 (int)piece.len, piece.ptr);
    bd_buf_release(&got);
    bd_buf_release(&want);
}

typedef enum place { IN_TABLE, IN_CODE, IN_SENTENCE, IN_LIST, PLACES } place;

/* Renders all texts in one document of that kind, and looks at each. */
static void check_texts(const char *const *texts, size_t count, place where)
{
    static const char *const around[PLACES][2] = {
        { "(", ")" }, { "`:", ":`" }, { "", "" }, { "", "" }
    };
    bd_arena arena = BD_ARENA_INIT;
    bd_buf markdown = BD_BUF_INIT, html = BD_BUF_INIT;
    const char **cells = bd_alloc((count + 2) * sizeof *cells);
    cells[0] = "title";
    for (size_t i = 0; i < count; i++)
        cells[i + 1] = bd_arena_printf(&arena, "%s\x02%s\x03%s", around[where][0], texts[i],
                                       around[where][1]);
    bd_table table = text_table(&arena, "l", cells);
    if (where == IN_LIST)
        bd_markdown_list(&table, &markdown);
    else if (where != IN_SENTENCE)
        bd_markdown_table(&table, &markdown);
    for (size_t i = 0; i < count && where == IN_SENTENCE; i++) {
        bd_buf_puts(&markdown, "Took <!-- x -->(");
        bd_markdown_cell(&table.cells[i], &markdown);
        bd_buf_puts(&markdown, ")<!-- /x --> of *that*, see [x](y) and `z`.\n\n");
    }
    render(&markdown, &html);
    bd_str rest = bd_buf_str(&html);
    for (size_t i = 0; i < count; i++) {
        static const char *const open[PLACES] = { "<td>(", "<td><code>:", "<!-- x -->(", "<li>" };
        static const char *const close[PLACES] = {
            ")</td>", ":</code></td>",
            ")<!-- /x --> of <em>that</em>, see <a href=\"y\">x</a> and <code>z</code>", "</li>"
        };
        bd_str piece = take(&rest, open[where], close[where]);
        check_piece(piece, texts[i], where == IN_CODE);
    }
    free(cells);
    bd_buf_release(&markdown);
    bd_buf_release(&html);
    bd_arena_release(&arena);
}

static void nasty_texts_come_out_as_they_are(void **state)
{
    (void)state;
    skip_without_renderer();
    for (int where = 0; where < PLACES; where++)
        check_texts(nasty, BD_COUNT(nasty), (place)where);
}

static void random_texts_come_out_as_they_are(void **state)
{
    (void)state;
    skip_without_renderer();
    enum { AT_ONCE = 400 };
    uint64_t seed = 20240607;
    for (size_t round = test_rounds(40); round > 0; round--) {
        bd_arena arena = BD_ARENA_INIT;
        const char *texts[AT_ONCE];
        for (size_t i = 0; i < AT_ONCE; i++) {
            bd_buf text = BD_BUF_INIT;
            for (size_t n = text_random(&seed) % 12 + 1; n > 0; n--)
                bd_buf_putc(&text, alphabet[text_random(&seed) % (sizeof alphabet - 1)]);
            texts[i] = bd_arena_text(&arena, bd_buf_str(&text));
            bd_buf_release(&text);
        }
        for (int where = 0; where < PLACES; where++)
            check_texts(texts, AT_ONCE, (place)where);
        bd_arena_release(&arena);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nasty_texts_come_out_as_they_are),
        cmocka_unit_test(random_texts_come_out_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
