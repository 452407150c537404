/* Student's t distribution through the incomplete beta function. */
#include "stats/internal.h"

#include <math.h>

static double away_from_zero(double x)
{
    const double tiny = 1e-300;
    return fabs(x) < tiny ? tiny : x;
}

/* The continued fraction of I_x(a, b) (DLMF 8.17.22) by the modified Lentz algorithm
 * (Thompson & Barnett 1986); converges for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
    enum { MOST_STEPS = 100000 };
    double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
    double fraction = d;
    for (int m = 1; m <= MOST_STEPS; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / away_from_zero(1 + even * d);
        c = away_from_zero(1 + even / c);
        fraction *= c * d;
        d = 1 / away_from_zero(1 + odd * d);
        c = away_from_zero(1 + odd / c);
        fraction *= c * d;
        if (fabs(c * d - 1) < 1e-15)
            break;
    }
    return fraction;
}

/* 1 / B(a, 1/2) = Γ(a + 1/2) / (Γ(a) √π). The series (Tricomi & Erdélyi 1951) is used where
 * the difference of two large logarithms would lose digits. */
static double beta_weight(double a)
{
    const double root_of_pi = 1.7724538509055160273;
    if (a < 40)
        return tgamma(a + 0.5) / (tgamma(a) * root_of_pi);
    double r = 1 / a, r2 = r * r;
    double log_ratio = r * (-1.0 / 8 + r2 * (1.0 / 192 - r2 / 640));
    return sqrt(a) * exp(log_ratio) / root_of_pi;
}

/* Wallace 1959, "Bounds on normal approximations to Student's and the chi-square
 * distributions": ten digits up to t = 8, where the fraction loses more, 1 - x being tiny. */
static double by_normal(double t, double df)
{
    double ratio = t / sqrt(df), most = isinf(df) ? t : sqrt(df * log1p(ratio * ratio));
    double shrunk = most - most * 2 / (8 * df + 3);
    return erfc(shrunk / sqrt(2));
}

double bd_student_t_two_sided(double t, double df)
{
    if (isnan(t) || !(df > 0))
        return 1;
    if (df > 1e6)
        return by_normal(fabs(t), df);
    double a = df / 2, ratio = t / sqrt(df);
    double q = ratio * ratio, x = 1 / (1 + q);
    if (q == 0)
        return 1;
    if (x == 0)
        return 0;
    /* x^a (1 - x)^(1/2) / B(a, 1/2), with 1 - x = q x */
    double front = exp(-a * log1p(q)) * sqrt(q * x) * beta_weight(a);
    if (x < (a + 1) / (a + 2.5))
        return front * beta_fraction(a, 0.5, x) / a;
    return 1 - front * beta_fraction(0.5, a, q * x) * 2;
}
