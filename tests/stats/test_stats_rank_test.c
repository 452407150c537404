/* Mann–Whitney U against enumeration, SciPy and R, and Holm's adjustment. */
#include "stats/compare.h"

#include "tests/stats/values.h"
#include "tests/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 600 };

static bd_rank_test compare(bd_series_values base, bd_series_values head)
{
    static double base_room[MOST], head_room[MOST];
    return bd_rank_test_of(bd_sort(base, base_room), bd_sort(head, head_room));
}

static double twice_u(const double *base, size_t n1, const double *head, size_t n2)
{
    double u = 0;
    for (size_t i = 0; i < n1; i++)
        for (size_t k = 0; k < n2; k++)
            u += (base[i] > head[k] ? 2 : 0) + (base[i] == head[k] ? 1 : 0);
    return u;
}

/* The definition: of all ways to deal the values, those as far from the middle as this one. */
static double p_by_enumeration(const double *all, size_t n1, size_t n2)
{
    double middle = (double)(n1 * n2), here = fabs(twice_u(all, n1, all + n1, n2) - middle);
    double as_far = 0, ways = 0;
    for (unsigned dealt = 0; dealt < 1u << (n1 + n2); dealt++) {
        if ((size_t)__builtin_popcount(dealt) != n1)
            continue;
        double base[6], head[6];
        size_t b = 0, h = 0;
        for (size_t i = 0; i < n1 + n2; i++) {
            if (dealt & 1u << i)
                base[b++] = all[i];
            else
                head[h++] = all[i];
        }
        ways++;
        as_far += fabs(twice_u(base, n1, head, n2) - middle) >= here;
    }
    return as_far / ways;
}

static void all_small_samples_agree_with_enumeration(void **state)
{
    (void)state;
    uint32_t x = 7;
    size_t with_ties = 0, without = 0;
    for (size_t n1 = 1; n1 <= 6; n1++)
        for (size_t n2 = 1; n2 <= 6; n2++)
            for (uint32_t kinds = 2; kinds <= 64; kinds *= 2) {
                double all[12];
                for (size_t i = 0; i < n1 + n2; i++)
                    all[i] = (double)((next_value(&x) >> 16) % kinds);
                bd_rank_test test = compare(doubles_of(all, n1), doubles_of(all + n1, n2));
                assert_close(test.u, twice_u(all, n1, all + n1, n2) / 2, 0);
                assert_close(test.p, p_by_enumeration(all, n1, n2), 1e-13);
                with_ties += test.outcome == BD_TEST_EXACT_TIES;
                without += test.outcome == BD_TEST_EXACT;
            }
    assert_true(with_ties > 100 && without > 20);
}

static void swapped_samples_and_other_units_give_the_same_p(void **state)
{
    (void)state;
    uint32_t x = 3;
    for (size_t round = 0; round < 300; round++) {
        double base[60], head[60], scaled_base[60], scaled_head[60];
        size_t n1 = 1 + (next_value(&x) >> 16) % 60, n2 = 1 + (next_value(&x) >> 16) % 60;
        for (size_t i = 0; i < 60; i++) {
            base[i] = (double)((next_value(&x) >> 16) % 40);
            head[i] = (double)((next_value(&x) >> 16) % 40) + 3;
            scaled_base[i] = 0.25 * base[i] - 100;
            scaled_head[i] = 0.25 * head[i] - 100;
        }
        bd_rank_test test = compare(doubles_of(base, n1), doubles_of(head, n2));
        bd_rank_test swapped = compare(doubles_of(head, n2), doubles_of(base, n1));
        bd_rank_test scaled = compare(doubles_of(scaled_base, n1), doubles_of(scaled_head, n2));
        assert_true(test.p >= 0 && test.p <= 1);
        assert_close(swapped.p, test.p, 1e-12);
        assert_true(swapped.u == (double)(n1 * n2) - test.u);
        assert_int_equal(swapped.outcome, test.outcome);
        assert_true(scaled.p == test.p && scaled.u == test.u);
    }
}

/* base: i * step mod 101, from 1 on; head: the same and a shift. python3 with SciPy 1.10:
 *   a = [i * 37 % 101 for i in range(1, n1 + 1)]; b = [i * 53 % 101 + d for i in range(1, n2 + 1)]
 *   scipy.stats.mannwhitneyu(a, b, method=m)    m: 'exact' or 'asymptotic' */
static void larger_samples_agree_with_scipy(void **state)
{
    (void)state;
    static const struct {
        size_t n1, n2;
        double shift, u, p;
        bd_test_outcome outcome;
    } cases[] = {
        { 10, 10, 0.5, 63.0, 0.35268137435320107, BD_TEST_EXACT },
        { 7, 19, 20.5, 37.0, 0.09419884463362724, BD_TEST_EXACT },
        { 50, 50, 10.5, 1052.0, 0.1740987471699874, BD_TEST_EXACT },
        { 50, 3, -30.5, 126.0, 0.04909075386322889, BD_TEST_EXACT },
        { 41, 30, 0.5, 647.0, 0.7155856138419247, BD_TEST_EXACT },
        { 51, 50, 10.5, 1082.0, 0.1910332648868841, BD_TEST_NORMAL },
        { 26, 25, 3, 320.0, 0.9324191677302585, BD_TEST_NORMAL },
        { 101, 40, 0, 1970.0, 0.820889055865219, BD_TEST_NORMAL },
        { 600, 600, 2, 173309.0, 0.26499073094616443, BD_TEST_NORMAL },
        { 600, 30, -40, 15016.5, 6.250906001880876e-10, BD_TEST_NORMAL },
    };
    for (size_t c = 0; c < BD_COUNT(cases); c++) {
        double base[MOST], head[MOST];
        for (size_t i = 0; i < MOST; i++) {
            base[i] = (double)((i + 1) * 37 % 101);
            head[i] = (double)((i + 1) * 53 % 101) + cases[c].shift;
        }
        bd_rank_test test = compare(doubles_of(base, cases[c].n1), doubles_of(head, cases[c].n2));
        assert_int_equal(test.outcome, cases[c].outcome);
        assert_true(test.u == cases[c].u);
        assert_close(test.p, cases[c].p, 1e-11);
    }
}

/* Published with benchstat, in its tests of the test (the large ones checked there with R):
 * i * 2 for i < 500 against i * 2 - 41 for i < 600, and again with the first 30 equal. */
static void cases_of_benchstats_authors_come_out(void **state)
{
    (void)state;
    assert_close(compare(INTS(2, 1, 3, 5), INTS(12, 11, 13, 15)).p, 0.028571428571428577, 1e-15);
    assert_close(compare(INTS(2, 1, 3, 5), INTS(0, 4, 6, 7)).p, 0.48571428571428577, 1e-15);
    assert_close(compare(INTS(2, 1, 3, 5), INTS(2, 2, 2, 2)).p, 0.7142857142857143, 1e-15);
    assert_close(compare(INTS(-1, -1, -1), INTS(1, 1, 1)).p, 0.1, 1e-15);
    assert_close(compare(INTS(1, -1, -1, -1), INTS(-1, 1, 1, 1)).p, 0.4857142857142857, 1e-15);
    double base[500], head[600];
    for (size_t i = 0; i < 500; i++)
        base[i] = (double)i * 2;
    for (size_t i = 0; i < 600; i++)
        head[i] = (double)i * 2 - 41;
    bd_rank_test test = compare(doubles_of(base, 500), doubles_of(head, 600));
    assert_true(test.u == 135250);
    assert_close(test.p, 0.0049335360814172224, 1e-7);
    memcpy(head, base, 30 * sizeof *base);
    test = compare(doubles_of(base, 500), doubles_of(head, 600));
    assert_true(test.u == 134845);
    assert_close(test.p, 0.0038703814239617884, 1e-7);
    /* Unequal numbers with ties, where benchstat says p = 0. By hand: 6 of C(9, 4) ways leave
     * 2, 3 and 5 in the first sample (U = 17.5); the other end, all three in the second, has
     * U = 4, which is nearer to the mean of 10. */
    test = compare(INTS(2, 1, 3, 5), INTS(1, 1, 1, 1, 1));
    assert_true(test.u == 17.5);
    assert_close(test.p, 6 / 126.0, 1e-14);
}

static void samples_without_an_answer_say_so(void **state)
{
    (void)state;
    assert_int_equal(compare(DOUBLES(1), (bd_series_values){ 0 }).outcome, BD_TEST_NONE);
    assert_int_equal(compare((bd_series_values){ 0 }, (bd_series_values){ 0 }).outcome,
                     BD_TEST_NONE);
    bd_rank_test equal = compare(INTS(5, 5, 5), INTS(5, 5));
    assert_int_equal(equal.outcome, BD_TEST_ALL_EQUAL);
    assert_true(equal.p == 1 && equal.u == 3 && equal.n1 == 3 && equal.n2 == 2);
    assert_true(compare(INTS(1), INTS(2)).p == 1);
    /* minus zero is zero: the tied two lie above in one of three ways to deal */
    assert_close(compare(INTS(-1), DOUBLES(-0.0, 0)).p, 1 / 3.0, 1e-15);
}

static void a_million_equal_or_shifted_values_take_no_table(void **state)
{
    (void)state;
    enum { MILLION = 1000000 };
    double *base = bd_alloc(MILLION * sizeof *base), *head = bd_alloc(MILLION * sizeof *head);
    for (size_t i = 0; i < MILLION; i++) {
        base[i] = (double)(i / 4);
        head[i] = base[i] + 1000;
    }
    bd_sorted b = { base, MILLION }, h = { head, MILLION };
    bd_rank_test test = bd_rank_test_of(b, h);
    assert_int_equal(test.outcome, BD_TEST_NORMAL);
    assert_true(test.p < 1e-15 && test.p > 0);
    assert_true(bd_rank_test_of(b, b).p == 1);
    free(base);
    free(head);
}

static void the_smallest_sample_for_a_level_is_known(void **state)
{
    (void)state;
    /* 2 / C(2n, n): 1, 0.33, 0.1, 0.029, 0.0079, … */
    assert_int_equal(bd_rank_test_needs(1), 1);
    assert_int_equal(bd_rank_test_needs(0.05), 4);
    assert_int_equal(bd_rank_test_needs(0.01), 5);
    assert_int_equal(bd_rank_test_needs(0.0001), 9);
    assert_int_equal(bd_rank_test_needs(0), 0);
    assert_int_equal(bd_rank_test_needs(-1), 0);
    for (size_t n = 1; n <= 10; n++) {
        double low[10], high[10];
        for (size_t i = 0; i < n; i++) {
            low[i] = (double)i;
            high[i] = (double)(i + 100);
        }
        double p = compare(doubles_of(low, n), doubles_of(high, n)).p;
        assert_int_equal(bd_rank_test_needs(p * 1.000001), n);
    }
}

/* R: p.adjust(p, "holm") */
static void holm_agrees_with_r(void **state)
{
    (void)state;
    static const double p[] = { 0.01, 0.04, 0.03, 0.005, 0.9, 0.04 };
    static const double want[] = { 0.05, 0.12, 0.12, 0.03, 0.9, 0.12 };
    double adjusted[BD_COUNT(p)];
    bd_holm(p, BD_COUNT(p), adjusted);
    for (size_t i = 0; i < BD_COUNT(p); i++)
        assert_close(adjusted[i], want[i], 1e-15);
    bd_holm(p, 0, adjusted);
    double alone = 0.2;
    bd_holm(&alone, 1, &alone);
    assert_true(alone == 0.2);
}

static void holm_is_monotone_and_never_below_p(void **state)
{
    (void)state;
    enum { TESTS = 200 };
    uint32_t x = 11;
    double p[TESTS], adjusted[TESTS];
    for (size_t i = 0; i < TESTS; i++)
        p[i] = pow((double)next_value(&x) / 2147483648.0, 6);
    bd_holm(p, TESTS, adjusted);
    for (size_t i = 0; i < TESTS; i++) {
        assert_true(adjusted[i] >= p[i] && adjusted[i] <= 1);
        for (size_t k = 0; k < TESTS; k++)
            assert_true(p[i] > p[k] || adjusted[i] <= adjusted[k]);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_small_samples_agree_with_enumeration),
        cmocka_unit_test(swapped_samples_and_other_units_give_the_same_p),
        cmocka_unit_test(larger_samples_agree_with_scipy),
        cmocka_unit_test(cases_of_benchstats_authors_come_out),
        cmocka_unit_test(samples_without_an_answer_say_so),
        cmocka_unit_test(a_million_equal_or_shifted_values_take_no_table),
        cmocka_unit_test(the_smallest_sample_for_a_level_is_known),
        cmocka_unit_test(holm_agrees_with_r),
        cmocka_unit_test(holm_is_monotone_and_never_below_p),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
