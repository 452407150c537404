/* Packed forms: their bytes, their way back, and what damaged bytes may do. */
#include "store/bytes.h"
#include "store/internal.h"
#include "tests/store/sample.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

static void assert_bytes(bd_buf *got, const char *want_hex)
{
    bd_buf hex = BD_BUF_INIT;
    for (size_t i = 0; i < got->len; i++)
        bd_buf_printf(&hex, "%02x", (unsigned char)got->data[i]);
    assert_string_equal(bd_buf_text(&hex), want_hex);
    bd_buf_release(&hex);
    bd_buf_clear(got);
}

static void counts_are_leb128_and_signed_ones_zigzag(void **state)
{
    (void)state;
    /* 624485: the example of the DWARF standard's appendix C; zigzag: the table in
     * the documentation of protocol buffers, "encoding". */
    static const struct {
        int64_t number;
        const char *unsigned_hex, *signed_hex;
    } cases[] = {
        { 0, "00", "00" },
        { 1, "01", "02" },
        { 127, "7f", "fe01" },
        { 128, "8001", "8002" },
        { 624485, "e58e26", "ca9d4c" },
        { 2147483647, "ffffffff07", "feffffff0f" },
        { -1, "ffffffffffffffffff01", "01" },
        { -2, "feffffffffffffffff01", "03" },
        { INT64_MIN, "80808080808080808001", "ffffffffffffffffff01" },
    };
    bd_buf out = BD_BUF_INIT;
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_put_count(&out, (uint64_t)cases[i].number);
        bd_put_signed(&out, cases[i].number);
        bd_reader_bytes in = bd_read_bytes(bd_buf_str(&out), NULL);
        assert_true(bd_get_count(&in) == (uint64_t)cases[i].number);
        assert_true(bd_get_signed(&in) == cases[i].number);
        assert_true(bd_get_end(&in));
        bd_buf_clear(&out);
        bd_put_count(&out, (uint64_t)cases[i].number);
        assert_bytes(&out, cases[i].unsigned_hex);
        bd_put_signed(&out, cases[i].number);
        assert_bytes(&out, cases[i].signed_hex);
    }
    bd_buf_release(&out);
}

static void numbers_keep_kind_and_bits(void **state)
{
    (void)state;
    bd_buf out = BD_BUF_INIT;
    bd_put_number(&out, (bd_number)BD_NUMBER_NOTHING);
    assert_bytes(&out, "00");
    /* python3 -c "from struct import *; print((pack('<q', 2**53+1) + pack('<d', -0.0)).hex())" */
    bd_put_number(&out, bd_int(9007199254740993));
    assert_bytes(&out, "010100000000002000");
    bd_put_number(&out, bd_double(-0.0));
    assert_bytes(&out, "020000000000000080");
    bd_put_text(&out, NULL);
    bd_put_text(&out, "");
    bd_put_text(&out, "é");
    assert_bytes(&out, "000103c3a9");
    bd_buf_release(&out);
}

/* Packed once more, a run that came back has the same bytes. */
static void packing_is_a_function_of_the_run(void **state)
{
    (void)state;
    size_t rounds = test_rounds(200);
    for (size_t seed = 1; seed <= rounds; seed++) {
        bd_run *run = sample_random(seed), *again = sample_random(seed);
        bd_buf one = BD_BUF_INIT, two = BD_BUF_INIT;
        bd_pack_run(run, &one);
        bd_pack_run(again, &two);
        for (size_t i = 0; i < run->point_count; i++) {
            bd_pack_facts(&run->points[i], &one);
            bd_pack_facts(&again->points[i], &two);
            bd_pack_samples(&run->points[i], &one);
            bd_pack_samples(&again->points[i], &two);
        }
        assert_true(bd_str_eq(bd_buf_str(&one), bd_buf_str(&two)));
        bd_buf_release(&one);
        bd_buf_release(&two);
        bd_run_free(run);
        bd_run_free(again);
    }
}

typedef struct packed {
    bd_buf identity, facts, samples;
} packed;

static packed pack_first(const bd_run *run)
{
    packed p = { BD_BUF_INIT, BD_BUF_INIT, BD_BUF_INIT };
    bd_pack_identity(&run->points[0], &p.identity);
    bd_pack_facts(&run->points[0], &p.facts);
    bd_pack_samples(&run->points[0], &p.samples);
    return p;
}

static void packed_release(packed *p)
{
    bd_buf_release(&p->identity);
    bd_buf_release(&p->facts);
    bd_buf_release(&p->samples);
}

/* A copy of exactly the size, so that the sanitizer sees a read past its end. */
static bd_str exact(bd_str bytes, char **owned)
{
    *owned = bd_alloc(bytes.len);
    if (bytes.len > 0)
        memcpy(*owned, bytes.ptr, bytes.len);
    return (bd_str){ *owned, bytes.len };
}

static bool unpacks(const packed *p, size_t which, bd_str changed)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_point point = { 0 };
    char *owned;
    bd_packed_point parts = {
        bd_buf_str(&p->identity),
        bd_buf_str(&p->facts),
        bd_buf_str(&p->samples),
    };
    *(which == 0   ? &parts.identity
      : which == 1 ? &parts.facts
                   : &parts.samples) = exact(changed, &owned);
    bool ok = bd_unpack_point(&parts, &arena, &point);
    free(owned);
    bd_arena_release(&arena);
    return ok;
}

static void bytes_that_end_too_early_or_late_are_refused(void **state)
{
    (void)state;
    bd_run *run = sample_everything();
    packed p = pack_first(run);
    bd_buf *const parts[] = { &p.identity, &p.facts, &p.samples };
    for (size_t which = 0; which < BD_COUNT(parts); which++) {
        assert_true(unpacks(&p, which, bd_buf_str(parts[which])));
        for (size_t len = which == 2 ? 1 : 0; len < parts[which]->len; len++)
            if (unpacks(&p, which, (bd_str){ parts[which]->data, len }))
                fail_msg("part %zu is taken when cut to %zu bytes", which, len);
        bd_buf_putc(parts[which], '\0');
        assert_false(unpacks(&p, which, bd_buf_str(parts[which])));
        parts[which]->len--;
    }
    packed_release(&p);
    bd_run_free(run);
}

static void damaged_bytes_do_no_harm(void **state)
{
    (void)state;
    bd_run *run = sample_everything();
    packed p = pack_first(run);
    bd_buf *const parts[] = { &p.identity, &p.facts, &p.samples };
    size_t taken = 0, tried = 0;
    for (size_t which = 0; which < BD_COUNT(parts); which++)
        for (size_t i = 0; i < parts[which]->len; i++)
            for (unsigned bit = 0; bit < 8; bit++, tried++) {
                parts[which]->data[i] = (char)(parts[which]->data[i] ^ (1 << bit));
                taken += unpacks(&p, which, bd_buf_str(parts[which]));
                parts[which]->data[i] = (char)(parts[which]->data[i] ^ (1 << bit));
            }
    assert_true(taken > 0 && taken < tried); /* some only change a text or a number */
    packed_release(&p);
    bd_run_free(run);
}

static void a_body_of_another_packing_is_refused(void **state)
{
    (void)state;
    bd_run *run = sample_everything();
    bd_buf body = BD_BUF_INIT;
    bd_pack_run(run, &body);
    for (size_t len = 0; len <= body.len; len++) {
        bd_run *copy = bd_run_new();
        assert_int_equal(bd_unpack_run((bd_str){ body.data, len }, copy), len == body.len);
        bd_run_free(copy);
    }
    body.data[0] = BD_PACK_VERSION + 1;
    bd_run *copy = bd_run_new();
    assert_false(bd_unpack_run(bd_buf_str(&body), copy));
    bd_run_free(copy);
    bd_buf_release(&body);
    bd_run_free(run);
}

static bd_digest digest_of(const bd_packed_point *points, size_t count)
{
    bd_buf groups = BD_BUF_INIT;
    bd_digest_group(points, count, &groups);
    bd_digest digest = bd_digest_run("id", BD_STR("body"), &groups);
    bd_buf_release(&groups);
    return digest;
}

/* The digest of one point, taken by another program:
 *   printf '\1\0\0\0\0\0\0\0a\2\0\0\0\0\0\0\0bc\0\0\0\0\0\0\0\0' | sha256sum      # G
 *   printf '\2\0\0\0\0\0\0\0id\4\0\0\0\0\0\0\0body\100\0\0\0\0\0\0\0'G | sha256sum */
static void a_digest_can_be_recomputed_by_other_programs(void **state)
{
    (void)state;
    const bd_packed_point point = { BD_STR("a"), BD_STR("bc"), { NULL, 0 } };
    assert_string_equal(digest_of(&point, 1).hex,
                        "b0ac04c626dbc98659afdf0f1f49d5d842a1225854be62075a06a21412f1997b");
}

static void a_digest_sees_where_parts_end_and_in_which_order_they_are(void **state)
{
    (void)state;
    const bd_packed_point points[] = {
        { BD_STR("a"), BD_STR("bc"), BD_STR("d") },
        { BD_STR("ab"), BD_STR("c"), BD_STR("d") },
        { BD_STR("a"), BD_STR("bcd"), BD_STR("") },
    };
    const bd_packed_point swapped[] = { points[1], points[0], points[2] };
    for (size_t i = 0; i < BD_COUNT(points); i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(digest_of(&points[i], 1).hex, digest_of(&points[k], 1).hex);
    assert_string_not_equal(digest_of(points, 3).hex, digest_of(swapped, 3).hex);
    assert_string_not_equal(digest_of(points, 3).hex, digest_of(points, 2).hex);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_leb128_and_signed_ones_zigzag),
        cmocka_unit_test(numbers_keep_kind_and_bits),
        cmocka_unit_test(packing_is_a_function_of_the_run),
        cmocka_unit_test(bytes_that_end_too_early_or_late_are_refused),
        cmocka_unit_test(damaged_bytes_do_no_harm),
        cmocka_unit_test(a_body_of_another_packing_is_refused),
        cmocka_unit_test(a_digest_can_be_recomputed_by_other_programs),
        cmocka_unit_test(a_digest_sees_where_parts_end_and_in_which_order_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
