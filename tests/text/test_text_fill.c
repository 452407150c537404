/* Regions filled without touching a byte outside them. */
#include "tests/text/text_support.h"

#include <stdlib.h>
#include <string.h>

#define END   "<!-- benchdoc:end -->"
#define TABLE "<!-- benchdoc:table x -->"
#define VALUE "<!-- benchdoc:value v -->"
#define BOM   "\xEF\xBB\xBF"

static void fill(bd_str document, const char *content, bd_buf *out)
{
    bd_regions regions;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_str contents[64];
    assert_true(bd_document_scan(document, "a.md", &regions, &found));
    assert_true(regions.count <= BD_COUNT(contents));
    for (size_t i = 0; i < regions.count; i++)
        contents[i] = content ? bd_str_of(content) : (bd_str){ NULL, 0 };
    bd_document_fill(document, &regions, contents, out);
    bd_regions_release(&regions);
    bd_diagnostics_release(&found);
}

static void a_region_is_filled_and_nothing_else_changes(void **state)
{
    (void)state;
    static const struct {
        const char *document, *content, *want;
    } rows[] = {
        { "a\n" TABLE "\nold\n" END "\nb\n", "| x |\n| - |\n",
          "a\n" TABLE "\n\n| x |\n| - |\n\n" END "\nb\n" },
        { TABLE "\n" END, "x", TABLE "\n\nx\n\n" END },
        { TABLE "\n" END, "", TABLE "\n\n" END },
        { TABLE "\nold\n" END, NULL, TABLE "\nold\n" END },
        { BOM "a\r\n" TABLE "\r\nold\r\n" END "\r\nb", "x\ny\n",
          BOM "a\r\n" TABLE "\r\n\r\nx\r\ny\r\n\r\n" END "\r\nb" },
        { "a\n" TABLE "\r\n" END "\nb\n", "x\ny",
          "a\n" TABLE "\r\n\r\nx\r\ny\r\n\r\n" END "\nb\n" },
        { "a\r" TABLE "\r" END "\r", "x\r\ny", "a\r" TABLE "\r\rx\ry\r\r" END "\r" },
        { "> " TABLE "\n> " END "\n", "x\n\ny", "> " TABLE "\n>\n> x\n>\n> y\n>\n> " END "\n" },
        { "- " TABLE "\n  " END "\n", "x\ny", "- " TABLE "\n\n  x\n  y\n\n  " END "\n" },
        { "1. > " TABLE "\n   > " END "\n", "x",
          "1. > " TABLE "\n   >\n   > x\n   >\n   > " END "\n" },
        { "a " VALUE "1 ms" END " b", "2 ms\n", "a " VALUE "2 ms" END " b" },
        { "a " VALUE END " b " VALUE "2\n3" END "\n", "x\ny",
          "a " VALUE "x y" END " b " VALUE "x y" END "\n" },
        { "| a |\n| - |\n| " VALUE END " |\n", "`a|b` \\|",
          "| a |\n| - |\n| " VALUE "`a\\|b` \\|" END " |\n" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf out = BD_BUF_INIT, again = BD_BUF_INIT;
        fill(bd_str_of(rows[i].document), rows[i].content, &out);
        assert_str(bd_buf_str(&out), rows[i].want);
        fill(bd_buf_str(&out), rows[i].content, &again);
        assert_str(bd_buf_str(&again), rows[i].want);
        bd_buf_release(&out);
        bd_buf_release(&again);
    }
}

static void a_filling_that_hides_its_own_marker_is_noticed(void **state)
{
    (void)state;
    bd_regions regions;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_buf out = BD_BUF_INIT, said = BD_BUF_INIT;
    bd_str document = BD_STR("x\n\na ` b " VALUE "1" END "\n"), content = BD_STR("`y`");
    assert_true(bd_document_scan(document, "a.md", &regions, &found));
    bd_document_fill(document, &regions, &content, &out);
    assert_false(bd_document_verify(bd_buf_str(&out), &regions, "a.md", &found));
    text_findings(&found, &said);
    assert_true(bd_str_starts(bd_buf_str(&said), "3:7: with its new text this region would not"));
    bd_regions_release(&regions);
    bd_diagnostics_release(&found);
    bd_buf_release(&out);
    bd_buf_release(&said);
}

/* ---- documents made of random lines ---- */

static const char *const lines[] = {
    TABLE,
    END,
    "<!-- benchdoc:environment -->",
    "text " VALUE "1" END " text",
    "text " VALUE "2",
    END " x",
    "",
    "",
    "text",
    "```",
    "~~~",
    "- item",
    "1. item",
    "> quote",
    "# heading",
    "| a | b |",
    "| - | - |",
    "| " VALUE "1" END " | ` |",
    "`open",
    "close`",
    "<!-- comment",
    "-->",
    "<div>",
    "</div>",
    "<pre>",
    "</pre>",
    "---",
    "***",
    "[^n]: note",
    "    code",
    "\tcode",
    "\\`",
    "`` x `",
    "<b title=\"",
    "\">",
    TABLE "\nold\n" END,
    "<!-- benchdoc: x -->",
    "é\xF0\x9F\x9A\x80",
};
static const char *const prefixes[] = { "",   "",   "",  "",   "",     "  ", "   ", "    ",
                                        "> ", "> ", ">", "- ", "  > ", "\t", "> - " };
static const char *const ends[] = { "\n", "\n", "\n", "\n", "\r\n", "\r" };

static void make_document(uint64_t *seed, bd_buf *out)
{
    bool one_end = text_random(seed) % 2 == 0;
    if (text_random(seed) % 8 == 0)
        bd_buf_puts(out, BOM);
    for (size_t n = text_random(seed) % 14 + 1; n > 0; n--) {
        bd_buf_puts(out, prefixes[text_random(seed) % BD_COUNT(prefixes)]);
        bd_buf_puts(out, lines[text_random(seed) % BD_COUNT(lines)]);
        bd_buf_puts(out, one_end ? "\n" : ends[text_random(seed) % BD_COUNT(ends)]);
    }
}

/* Takes the regions' bytes out: what is left is not ours. */
static void put_outside(bd_str bytes, const bd_regions *regions, bd_buf *out)
{
    size_t at = 0;
    for (size_t i = 0; i < regions->count; i++) {
        bd_buf_put_str(out, bd_str_sub(bytes, at, regions->items[i].from));
        at = regions->items[i].to;
    }
    bd_buf_put_str(out, bd_str_sub(bytes, at, bytes.len));
}

static bool same_regions(const bd_regions *a, const bd_regions *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = strcmp(a->items[i].kind, b->items[i].kind) == 0
               && strcmp(a->items[i].arguments, b->items[i].arguments) == 0
               && strcmp(a->items[i].prefix, b->items[i].prefix) == 0;
    return same;
}

/* @return the number of regions, or 0 when the document is refused */
static size_t check_document(bd_str document, const char *content)
{
    bd_regions before, after;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_buf once = BD_BUF_INIT, twice = BD_BUF_INIT, rest = BD_BUF_INIT, rest_after = BD_BUF_INIT;
    size_t count = 0;
    if (bd_document_scan(document, "a.md", &before, &found) && before.count > 0) {
        count = before.count;
        bd_str *contents = bd_alloc(count * sizeof *contents);
        for (size_t i = 0; i < count; i++)
            contents[i] = bd_str_of(before.items[i].is_inline ? "68 &#96;x\\|y ms" : content);
        bd_document_fill(document, &before, contents, &once);
        bool ok = bd_document_scan(bd_buf_str(&once), "a.md", &after, &found)
                  && bd_document_verify(bd_buf_str(&once), &before, "a.md", &found);
        if (!ok || !same_regions(&before, &after))
            fail_msg("regions changed by filling <%.*s>", (int)document.len, document.ptr);
        put_outside(document, &before, &rest);
        put_outside(bd_buf_str(&once), &after, &rest_after);
        if (!bd_str_eq(bd_buf_str(&rest), bd_buf_str(&rest_after)))
            fail_msg("bytes outside changed in <%.*s>", (int)document.len, document.ptr);
        bd_document_fill(bd_buf_str(&once), &after, contents, &twice);
        if (!bd_str_eq(bd_buf_str(&once), bd_buf_str(&twice)))
            fail_msg("filling twice differs for <%.*s>", (int)document.len, document.ptr);
        free(contents);
        bd_regions_release(&after);
    }
    bd_regions_release(&before);
    bd_diagnostics_release(&found);
    bd_buf_release(&once);
    bd_buf_release(&twice);
    bd_buf_release(&rest);
    bd_buf_release(&rest_after);
    return count;
}

static void filling_is_idempotent_and_exact_for_any_document(void **state)
{
    (void)state;
    static const char *const contents[] = {
        "| a   | b   |\n| --- | --- |\n| 1 \\| 2 | `x` |\n",
        "- [a](b.md)\n- c\n",
        "",
        "![a](b.png)\n",
    };
    uint64_t seed = 7;
    size_t with_regions = 0, rounds = test_rounds(200000);
    for (size_t round = 0; round < rounds; round++) {
        bd_buf document = BD_BUF_INIT;
        make_document(&seed, &document);
        with_regions += check_document(bd_buf_str(&document), contents[round % 4]) > 0;
        bd_buf_release(&document);
    }
    assert_true(with_regions * 50 > rounds); /* the check does run */
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_region_is_filled_and_nothing_else_changes),
        cmocka_unit_test(a_filling_that_hides_its_own_marker_is_noticed),
        cmocka_unit_test(filling_is_idempotent_and_exact_for_any_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
