/* SHA-256 against the published vectors of FIPS 180-4 (NIST's example values). */
#include "core/base/digest.h"

#include "tests/support.h"

#include <string.h>

typedef struct row {
    const char *text;
    const char *hex;
} row;

static const row vectors[] = {
    { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
    { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
    { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
    { "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
      "lmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
};

static void the_published_vectors_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(vectors); i++)
        assert_string_equal(bd_sha256(bd_str_of(vectors[i].text)).hex, vectors[i].hex);
}

static void a_million_letters_a_hash_as_published(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    bd_buf_repeat(&text, 'a', 1000000);
    assert_string_equal(bd_sha256(bd_buf_str(&text)).hex,
                        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    bd_buf_release(&text);
}

/* The longer one by a thread of its own. */
static void a_job_gives_the_same_digest(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    bd_buf_repeat(&text, 'a', 1000000);
    bd_digest_job *many = bd_sha256_begin(bd_buf_str(&text));
    bd_digest_job *few = bd_sha256_begin(bd_str_of(vectors[0].text));
    assert_string_equal(bd_sha256_end(few).hex, vectors[0].hex);
    assert_string_equal(bd_sha256_end(many).hex,
                        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    bd_buf_release(&text);
}

static void parts_are_told_apart(void **state)
{
    (void)state;
    const bd_str one[] = { BD_STR("ab"), BD_STR("c") };
    const bd_str two[] = { BD_STR("a"), BD_STR("bc") };
    const bd_str more[] = { BD_STR("ab"), BD_STR("c"), BD_STR("") };
    bd_digest a = bd_sha256_parts(one, 2), b = bd_sha256_parts(two, 2);
    bd_digest c = bd_sha256_parts(more, 3);
    assert_string_not_equal(a.hex, b.hex);
    assert_string_not_equal(a.hex, c.hex);
    assert_string_equal(a.hex, bd_sha256_parts(one, 2).hex);
}

/* printf '\2\0\0\0\0\0\0\0ab\1\0\0\0\0\0\0\0c' | sha256sum */
static void a_part_is_hashed_behind_its_length_in_eight_bytes(void **state)
{
    (void)state;
    const bd_str parts[] = { BD_STR("ab"), BD_STR("c") };
    assert_string_equal(bd_sha256_parts(parts, 2).hex,
                        "43ee655579de01ca739b3f95c1c2d3f46d353b2c0df818064ea594506cdb2617");
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_vectors_hold),
        cmocka_unit_test(a_million_letters_a_hash_as_published),
        cmocka_unit_test(a_job_gives_the_same_digest),
        cmocka_unit_test(parts_are_told_apart),
        cmocka_unit_test(a_part_is_hashed_behind_its_length_in_eight_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
