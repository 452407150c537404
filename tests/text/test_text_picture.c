/* The HTML of a picture in a document. */
#include "tests/text/text_support.h"

static void a_picture_has_a_dark_variant_and_links_from_its_document(void **state)
{
    (void)state;
    bd_buf out = BD_BUF_INIT;
    bd_picture picture = { .document = "docs/speed.md",
                           .light = "docs/charts/a b.png",
                           .dark = "docs/charts/a b-dark.png",
                           .alt = "lowest 1 ms",
                           .width_px = 830 };
    bd_markdown_picture(&picture, &out);
    assert_str(
        bd_buf_str(&out),
        "<picture>\n"
        "  <source media=\"(prefers-color-scheme: dark)\" srcset=\"charts/a%20b-dark.png\">\n"
        "  <img alt=\"lowest 1 ms\" src=\"charts/a%20b.png\" width=\"830\">\n"
        "</picture>\n");
    bd_buf_clear(&out);
    picture.dark = NULL;
    picture.document = "docs/en/speed.md";
    bd_markdown_picture(&picture, &out);
    assert_str(
        bd_buf_str(&out),
        "<picture>\n"
        "  <img alt=\"lowest 1 ms\" src=\"../charts/a%20b.png\" width=\"830\">\n</picture>\n");
    bd_buf_release(&out);
}

static void alternative_text_cannot_leave_its_attribute_line_or_region(void **state)
{
    (void)state;
    static const struct {
        const char *alt, *want;
    } rows[] = {
        { "a \"b\" 'c' <d> & e", "a &quot;b&quot; &#39;c&#39; &lt;d&gt; &amp; e" },
        { "a\n\n b\r\nc ", "a b c" },
        { "--> <!-- benchdoc:end -->",
          "&#45;&#45;&gt; &lt;!&#45;&#45; benchdoc:end &#45;&#45;&gt;" },
        { "End-to-end", "End-to-end" },
        { "-a-", "&#45;a&#45;" },
        { "\xe2\x80\xaexe\x01", "\\u202Exe\\u0001" },
        { "后端 1 ms", "后端 1 ms" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf out = BD_BUF_INIT, want = BD_BUF_INIT;
        bd_picture picture = { "d.md", "c.png", NULL, rows[i].alt, 830 };
        bd_markdown_picture(&picture, &out);
        bd_buf_printf(&want,
                      "<picture>\n  <img alt=\"%s\" src=\"c.png\" width=\"830\">\n</picture>\n",
                      rows[i].want);
        assert_str(bd_buf_str(&out), bd_buf_text(&want));
        bd_buf_release(&out);
        bd_buf_release(&want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_has_a_dark_variant_and_links_from_its_document),
        cmocka_unit_test(alternative_text_cannot_leave_its_attribute_line_or_region),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
