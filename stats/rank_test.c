/* Mann–Whitney U: the statistic from two sorted samples, its exact distribution by
 * counting over groups of ties, its normal approximation. */
#include "stats/compare.h"

#include <math.h>
#include <stdlib.h>

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

/* Counts of choices: ways[j * width + w] of the first groups' values, in which j were
 * dealt to the first sample and U is w steps. */
typedef struct counting {
    double *ways;
    size_t first, second;  /* sizes of the samples */
    size_t width;          /* U is followed for 0 … width - 1 steps only */
    size_t steps_per_pair; /* 1 without ties; 2 with: an equal pair is half of one */
    size_t seen;           /* values in the groups counted so far */
} counting;

/* Adds to row `to` what choosing `chosen` of a group of `size` makes of row to - chosen. */
static void add_choice(counting *c, size_t to, size_t chosen, size_t size, double ways_to_choose)
{
    size_t from = to - chosen;
    if (from > c->seen || c->seen - from > c->second)
        return;
    /* Each chosen value lies above the second sample's earlier ones and ties with the rest. */
    size_t twice = chosen * (2 * (c->seen - from) + (size - chosen));
    size_t shift = c->steps_per_pair == 2 ? twice : twice / 2;
    const double *source = c->ways + from * c->width;
    double *target = c->ways + to * c->width;
    for (size_t w = shift; w < c->width; w++)
        target[w] += ways_to_choose * source[w - shift];
}

static void count_group(counting *c, size_t size)
{
    size_t most = c->seen + size < c->first ? c->seen + size : c->first;
    for (size_t to = most; to > 0; to--) { /* downwards: lower rows are still without it */
        double ways_to_choose = 1;
        for (size_t chosen = 1; chosen <= size && chosen <= to; chosen++) {
            ways_to_choose = ways_to_choose * (double)(size - chosen + 1) / (double)chosen;
            add_choice(c, to, chosen, size, ways_to_choose);
        }
    }
    c->seen += size;
}

/* The share of all ways to deal the values in which the first sample's U is at most
 * `steps`. With the groups taken from the other end it is the upper tail's. */
static double tail(counting *c, const size_t *sizes, size_t groups, bool upper)
{
    size_t cells = (c->first + 1) * c->width;
    for (size_t i = 0; i < cells; i++)
        c->ways[i] = 0;
    c->ways[0] = 1;
    c->seen = 0;
    for (size_t i = 0; i < groups; i++)
        count_group(c, sizes[upper ? groups - 1 - i : i]);
    double within = 0, all = 1;
    for (size_t w = 0; w < c->width; w++)
        within += c->ways[c->first * c->width + w];
    for (size_t i = 1; i <= c->first; i++)
        all = all * (double)(c->second + i) / (double)i;
    return within / all;
}

/* Is U's distribution its own mirror image? Otherwise both tails are to be counted. */
static bool is_symmetric(const size_t *sizes, size_t groups, const counting *c)
{
    bool same = true;
    for (size_t i = 0; i < groups / 2 && same; i++)
        same = sizes[i] == sizes[groups - 1 - i];
    return same || c->first == c->second;
}

static double exact_p(bd_sorted base, bd_sorted head, const facts *found)
{
    size_t n1 = base.count, n2 = head.count, sizes[2 * BD_RANK_EXACT_LIMIT], groups = 0;
    double pairs = (double)n1 * (double)n2, smaller = fmin(found->u, pairs - found->u);
    if (smaller == pairs / 2)
        return 1;
    merge m = { .base = base, .head = head };
    for (group g; groups < BD_COUNT(sizes) && next_group(&m, &g); groups++)
        sizes[groups] = g.in_base + g.in_head;
    counting c = { .first = n1 < n2 ? n1 : n2,
                   .second = n1 < n2 ? n2 : n1,
                   .steps_per_pair = groups < n1 + n2 ? 2 : 1 };
    c.width = (size_t)(smaller * (double)c.steps_per_pair) + 1;
    c.ways = bd_alloc((c.first + 1) * c.width * sizeof *c.ways);
    double lower = tail(&c, sizes, groups, false);
    double p = lower + (is_symmetric(sizes, groups, &c) ? lower : tail(&c, sizes, groups, true));
    free(c.ways);
    return fmin(p, 1);
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
