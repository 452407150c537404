/* The scanner of blocks against GitHub's own renderer (cmark-gfm): both must agree on
 * which comments of a made-up document are comments and which are text in code. */
#include "render/text/internal.h"

#include "tests/text/text_support.h"

#include <stdlib.h>
#include <string.h>

#define MARK     "<!-- benchdoc:x -->"
#define RENDERER "cmark-gfm --unsafe -e table -e strikethrough -e autolink -e tasklist"

/* M stands for the comment. HTML blocks are left out: there markers have more rights
 * than comments (blocks.c, is_marker). */
static const char *const lines[] = {
    "M",          "M",         "text M text",
    "M x",        "`M`",       "`` a ` M `` b",
    "text `open", "close` M",  "",
    "",           "",          "text",
    "```",        "~~~",       "````x",
    "- item",     "1. item",   "2) M",
    "> q",        "# h M",     "===",
    "---",        "***",       "| a | b |",
    "| - | - |",  "| M | ` |", "| ` M | x |",
    "    code M", "\tM",       "\\`M`",
    "\\M",        "+",         "-",
    "1.",         "- ",        "* * *",
    "a\\",        "`",
};
static const char *const prefixes[] = {
    "",   "",     "",   "",     "",     "  ",     "   ", "    ", "     ", "> ",  "> ",  ">",
    "- ", "  > ", "\t", "> - ", "-   ", "-     ", "1. ", "  - ", ">\t",   "-\t", " \t",
};

static void put_marked(const char *line, bd_buf *out)
{
    for (; *line; line++) {
        if (*line == 'M')
            bd_buf_puts(out, MARK);
        else
            bd_buf_putc(out, *line);
    }
}

static void make_document(uint64_t *seed, bd_buf *out)
{
    bd_buf_puts(out, "begin\n\n"); /* so that "---" begins no front matter */
    for (size_t n = text_random(seed) % 9 + 1; n > 0; n--) {
        bd_buf_puts(out, prefixes[text_random(seed) % BD_COUNT(prefixes)]);
        if (text_random(seed) % 3 == 0)
            bd_buf_puts(out, prefixes[text_random(seed) % BD_COUNT(prefixes)]);
        put_marked(lines[text_random(seed) % BD_COUNT(lines)], out);
        bd_buf_putc(out, '\n');
    }
}

static void count_comment(void *state, const bd_comment *comment)
{
    *(size_t *)state += comment->closed;
}

static void ignore_code(void *state, size_t from, size_t to, int line)
{
    (void)state, (void)from, (void)to, (void)line;
}

static void ignore_end(void *state)
{
    (void)state;
}

static size_t comments_in_html(const char *dir, bd_str document)
{
    bd_buf path = BD_BUF_INIT, html = BD_BUF_INIT;
    size_t count = 0;
    bd_buf_printf(&path, "%s/in.md", dir);
    test_write(bd_buf_text(&path), document.ptr, document.len);
    bd_buf_clear(&path);
    bd_buf_printf(&path, RENDERER " '%s/in.md'", dir);
    assert_int_equal(test_shell(bd_buf_text(&path), &html, NULL), 0);
    for (const char *at = bd_buf_text(&html); (at = strstr(at, MARK)) != NULL; at++)
        count++;
    bd_buf_release(&path);
    bd_buf_release(&html);
    return count;
}

static void both_see_the_same_comments(void **state)
{
    (void)state;
    if (test_shell("cmark-gfm --version >/dev/null 2>&1", NULL, NULL) != 0) {
        print_message("SKIPPED: cmark-gfm is not here\n");
        skip();
    }
    char *dir = test_temp_dir();
    uint64_t seed = 2024;
    for (size_t round = test_rounds(4000); round > 0; round--) {
        bd_buf document = BD_BUF_INIT;
        size_t ours = 0;
        make_document(&seed, &document);
        const bd_visitor visitor = { &ours, ignore_code, count_comment, ignore_end, NULL };
        bd_walk(bd_buf_str(&document), &visitor);
        size_t theirs = comments_in_html(dir, bd_buf_str(&document));
        if (ours != theirs)
            fail_msg("%zu comments, cmark-gfm sees %zu, in\n%s", ours, theirs,
                     bd_buf_text(&document));
        bd_buf_release(&document);
    }
    test_remove_tree(dir);
    free(dir);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = { cmocka_unit_test(both_see_the_same_comments) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
