/* Mann–Whitney U: the statistic from two sorted samples, and its p. */
#include "stats/compare.h"

#include "stats/internal.h"

#include <math.h>

/* A run of equal values in the two samples put together. */
typedef struct group {
    size_t in_base, in_head;
} group;

/* Steps through the groups of the merged samples in ascending order. */
typedef struct merge {
    bd_sorted base, head;
    size_t base_at, head_at;
} merge;

static size_t take_equal(bd_sorted sample, size_t *at, double value)
{
    size_t from = *at;
    while (*at < sample.count && sample.values[*at] == value)
        (*at)++;
    return *at - from;
}

static bool next_group(merge *m, group *out)
{
    bool base = m->base_at < m->base.count, head = m->head_at < m->head.count;
    if (!base && !head)
        return false;
    double value = base ? m->base.values[m->base_at] : m->head.values[m->head_at];
    if (base && head)
        value = fmin(value, m->head.values[m->head_at]);
    out->in_base = take_equal(m->base, &m->base_at, value);
    out->in_head = take_equal(m->head, &m->head_at, value);
    return true;
}

typedef struct facts {
    double u;         /* of the base */
    double tie_cubes; /* sum of t^3 - t over the groups of t */
    size_t groups;
} facts;

static facts look_at(bd_sorted base, bd_sorted head)
{
    facts found = { 0 };
    merge m = { .base = base, .head = head };
    double heads_below = 0;
    for (group g; next_group(&m, &g); found.groups++) {
        double in_base = (double)g.in_base, in_head = (double)g.in_head, t = in_base + in_head;
        found.u += in_base * (heads_below + in_head / 2);
        found.tie_cubes += t * t * t - t;
        heads_below += in_head;
    }
    return found;
}

/* Is U's distribution its own mirror image? Otherwise both tails are to be counted. */
static bool is_symmetric(const size_t *sizes, size_t groups)
{
    bool same = true;
    for (size_t i = 0; i < groups / 2 && same; i++)
        same = sizes[i] == sizes[groups - 1 - i];
    return same;
}

static double exact_p(bd_sorted base, bd_sorted head, const facts *found)
{
    size_t n1 = base.count, n2 = head.count;
    size_t fewer = n1 < n2 ? n1 : n2, more = n1 < n2 ? n2 : n1;
    double pairs = (double)n1 * (double)n2, smaller = fmin(found->u, pairs - found->u);
    if (smaller == pairs / 2)
        return 1;
    if (found->groups == n1 + n2)
        return 2 * bd_u_tail(fewer, more, (size_t)smaller);
    size_t sizes[2 * BD_RANK_EXACT_TIES_LIMIT], groups = 0;
    merge m = { .base = base, .head = head };
    for (group g; groups < BD_COUNT(sizes) && next_group(&m, &g); groups++)
        sizes[groups] = g.in_base + g.in_head;
    double tail = bd_u_tail_of_ties(sizes, groups, fewer, (size_t)(2 * smaller));
    if (n1 == n2 || is_symmetric(sizes, groups))
        return 2 * tail;
    for (size_t i = 0; i < groups / 2; i++) { /* from the other end: the upper tail */
        size_t size = sizes[i];
        sizes[i] = sizes[groups - 1 - i];
        sizes[groups - 1 - i] = size;
    }
    return fmin(tail + bd_u_tail_of_ties(sizes, groups, fewer, (size_t)(2 * smaller)), 1);
}

static double normal_p(const bd_rank_test *test, double tie_cubes)
{
    double n1 = (double)test->n1, n2 = (double)test->n2, n = n1 + n2;
    double variance = n1 * n2 / 12 * ((n + 1) - tie_cubes / (n * (n - 1)));
    double distance = fmax(fabs(test->u - n1 * n2 / 2) - 0.5, 0);
    return erfc(distance / sqrt(2 * variance));
}

bd_rank_test bd_rank_test_of(bd_sorted base, bd_sorted head)
{
    bd_rank_test test = { .p = 1, .n1 = base.count, .n2 = head.count };
    if (base.count == 0 || head.count == 0)
        return test;
    facts found = look_at(base, head);
    test.u = found.u;
    bool ties = found.groups < base.count + head.count;
    size_t larger = base.count > head.count ? base.count : head.count;
    if (found.groups == 1) {
        test.outcome = BD_TEST_ALL_EQUAL;
    } else if (larger <= (ties ? BD_RANK_EXACT_TIES_LIMIT : BD_RANK_EXACT_LIMIT)) {
        test.outcome = ties ? BD_TEST_EXACT_TIES : BD_TEST_EXACT;
        test.p = exact_p(base, head, &found);
    } else {
        test.outcome = BD_TEST_NORMAL;
        test.p = normal_p(&test, found.tie_cubes);
    }
    return test;
}

size_t bd_rank_test_needs(double alpha)
{
    enum { LIMIT = 500 };
    double choices = 1; /* C(2n, n) */
    for (size_t n = 1; n <= LIMIT && alpha > 0; n++) {
        choices = choices * (double)(2 * n) * (double)(2 * n - 1) / ((double)n * (double)n);
        if (2 / choices <= alpha)
            return n;
    }
    return 0;
}
