/* Two-sided p-values of Student's t distribution. */
#include "stats/internal.h"

#include "tests/support.h"

#include <math.h>

/* python3 -c 'import mpmath as m; m.mp.dps = 40
 * p = lambda t, df: m.betainc(df / 2, m.mpf(1) / 2, 0, df / (df + t**2), regularized=True)
 * print(m.nstr(p(m.mpf(t), m.mpf(df)), 17))' */
static void p_values_agree_with_mpmath(void **state)
{
    (void)state;
    static const struct {
        double t, df, p;
    } cases[] = {
        { 0.5, 1, 0.70483276469913345 },
        { 12.706204736, 1, 0.050000000000684654 },
        { 63.656741, 1, 0.010000000025581704 },
        { 1e-8, 3, 0.99999999264894806 },
        { 0.1, 2, 0.92946543841414017 },
        { 2, 4, 0.11611652351681559 },
        { 4.302652729911275, 2, 0.049999999996516624 },
        { 3, 7.3, 0.018980551023133506 },
        { 2.5, 5.25, 0.052193491046643621 },
        { 2, 58, 0.05019046804144834 },
        { 3.4, 58, 0.0012250316076834121 },
        { 6, 58, 1.3629576247680368e-7 },
        { 25, 58, 9.5096978533162339e-33 },
        { -2.2, 10, 0.052441068449353166 },
        { 1.7, 79, 0.093065094345458599 }, /* on both sides of where the series begins */
        { 1.7, 80, 0.093015948380262346 },
        { 1.7, 81, 0.092968015042648337 },
        { 1.96, 1000, 0.050273184955748714 },
        { 4, 1e5, 6.3387997557195339e-5 },
        { 3, 1e8, 0.0026997967280374944 },
        { 1.5, 1e7, 0.13361443410762945 },
        { 8, 1e7, 1.2443234802806785e-15 },
        { 3, 0.3, 0.50133768968761953 },
        { 1e6, 2, 9.999999999985e-13 },
        { 40, 98, 1.663387720368578e-62 },
        { 30, 1000, 1.5374687444043482e-141 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++)
        assert_close(bd_student_t_two_sided(cases[i].t, cases[i].df), cases[i].p, 1e-11);
}

/* P = 1 - (2/π) atan t for one degree of freedom, 1 - t / √(2 + t²) for two. */
static void closed_forms_of_one_and_two_degrees_come_out(void **state)
{
    (void)state;
    for (int i = 1; i <= 300; i++) {
        double t = i * i / 1000.0;
        assert_close(bd_student_t_two_sided(t, 1), atan2(1, t) / acos(0), 1e-11);
        assert_close(bd_student_t_two_sided(t, 2), 2 / (sqrt(2 + t * t) * (sqrt(2 + t * t) + t)),
                     1e-11);
    }
}

static void nothing_to_test_is_no_evidence(void **state)
{
    (void)state;
    assert_true(bd_student_t_two_sided(NAN, 10) == 1);
    assert_true(bd_student_t_two_sided(0, 10) == 1);
    assert_true(bd_student_t_two_sided(5, 0) == 1);
    assert_true(bd_student_t_two_sided(5, NAN) == 1);
    assert_true(bd_student_t_two_sided(INFINITY, 10) == 0);
    assert_true(bd_student_t_two_sided(-INFINITY, 10) == 0);
    assert_close(bd_student_t_two_sided(1.959963984540054, INFINITY), 0.05, 1e-12);
}

static void more_degrees_of_freedom_never_weaken_a_t(void **state)
{
    (void)state;
    double before = 1, df = 0.5;
    for (int i = 0; i < 130; i++) {
        double p = bd_student_t_two_sided(3, df);
        assert_true(p <= before * (1 + 1e-11)); /* nearly normal ones differ in no digit */
        before = p;
        df *= 1.25;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p_values_agree_with_mpmath),
        cmocka_unit_test(closed_forms_of_one_and_two_degrees_come_out),
        cmocka_unit_test(nothing_to_test_is_no_evidence),
        cmocka_unit_test(more_degrees_of_freedom_never_weaken_a_t),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
