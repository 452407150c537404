/* What is UTF-8, and what is plain ASCII. */
#include "core/base/utf8.h"
#include "tests/support.h"

#include <string.h>

/* Counted instead of listed: of the strings of one, two and three bytes exactly so
 * many are UTF-8 (128 characters of one byte, 1920 of two, 65536 - 2048 - 2048 of three). */
static void utf8_is_recognised_exactly(void **state)
{
    (void)state;
    size_t valid[4] = { 0 };
    for (uint32_t n = 0; n < 1u << 24; n++) {
        const char bytes[3] = { (char)(n >> 16), (char)(n >> 8), (char)n };
        for (size_t len = 1; len <= 3; len++)
            if (n >> (8 * len) == 0)
                valid[len] += bd_utf8_valid_length((bd_str){ bytes + 3 - len, len }) == len;
    }
    assert_int_equal(valid[1], 128);
    assert_int_equal(valid[2], 128 * 128 + 1920);
    assert_int_equal(valid[3], 128 * 128 * 128 + 2 * 128 * 1920 + 61440);
    static const char *const good[] = {
        "\xf0\x90\x80\x80",
        "\xf4\x8f\xbf\xbf",
        "12345678\xf3\xa0\x80\x81",
    };
    static const char *const bad[] = {
        "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf0\x90\x80",
        "1234567\xf0",
    };
    for (size_t i = 0; i < BD_COUNT(good); i++)
        assert_int_equal(bd_utf8_valid_length(bd_str_of(good[i])), strlen(good[i]));
    for (size_t i = 0; i < BD_COUNT(bad); i++)
        assert_true(bd_utf8_valid_length(bd_str_of(bad[i])) < strlen(bad[i]));
}

/* A byte of each kind at each place of a text longer than a word. */
static void ascii_ends_at_the_first_other_byte_or_nul(void **state)
{
    (void)state;
    static const char others[] = { '\0', '\x80', '\xC3', '\xFF' };
    char text[20];
    for (size_t len = 0; len <= sizeof text; len++) {
        memset(text, 0x7F, sizeof text);
        text[len / 2] = 0x01;
        assert_int_equal(bd_ascii_length((bd_str){ text, len }), len);
        for (size_t at = 0; at < len; at++)
            for (size_t i = 0; i < BD_COUNT(others); i++) {
                memset(text, 'a', sizeof text);
                text[at] = others[i];
                assert_int_equal(bd_ascii_length((bd_str){ text, len }), at);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_recognised_exactly),
        cmocka_unit_test(ascii_ends_at_the_first_other_byte_or_nul),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
