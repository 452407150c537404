/* Whom data would speak to: people by "@name", issues by "#12". */
#include "render/text/internal.h"
#include "tests/text/text_support.h"

/* In a comment GitHub makes links of these, and tells the issue; in a file it does not. */
static const struct {
    const char *text, *in_comment, *in_document;
} references[] = {
    { "#12", "#<!-- -->12", "#12" },
    { "issue#12", "issue#<!-- -->12", "issue#12" },
    { "acme/widgets#12", "acme/widgets#<!-- -->12", "acme/widgets#12" },
    { "GH-12", "GH-<!-- -->12", "GH-12" },
    { "gh-12", "gh-<!-- -->12", "gh-12" },
    { "high-12", "high-12", "high-12" },
    { "C#", "C#", "C#" },
    { "#x", "#x", "#x" },
    { "@octocat", "@<!-- -->octocat", "@<!-- -->octocat" },
};

static void numbers_of_issues_speak_to_nobody_in_a_comment(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(references); i++) {
        bd_data data = { .text = bd_str_of(references[i].text), .in_comment = true };
        bd_buf comment = BD_BUF_INIT, document = BD_BUF_INIT;
        bd_escape_text(&data, &comment);
        data.in_comment = false;
        bd_escape_text(&data, &document);
        assert_string_equal(bd_buf_text(&comment), references[i].in_comment);
        assert_string_equal(bd_buf_text(&document), references[i].in_document);
        bd_buf_release(&comment);
        bd_buf_release(&document);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_issues_speak_to_nobody_in_a_comment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
