/* The exact distribution of Mann and Whitney's U: how many of the ways to deal all values
 * to two samples have a U of at most so much. */
#include "stats/internal.h"

#include "stats/compare.h"

#include <stdlib.h>

/* A whole number modulo 2^128: C(100, 50) is below 2^97. */
typedef struct wide {
    uint64_t high, low;
} wide;

static void add(wide *to, wide x)
{
    to->low += x.low;
    to->high += x.high + (to->low < x.low);
}

static void subtract(wide *from, wide x)
{
    from->high -= x.high + (from->low < x.low);
    from->low -= x.low;
}

/* C(first + second, first) */
static double ways_to_deal(size_t first, size_t second)
{
    double ways = 1;
    for (size_t i = 1; i <= first; i++)
        ways = ways * (double)(second + i) / (double)i;
    return ways;
}

/* Without ties the counts are the coefficients of the Gaussian binomial (Andrews 1976,
 * chapter 3): the product of (1 - q^(second + i)) / (1 - q^i) for i = 1 … first. */
double bd_u_tail(size_t first, size_t second, size_t u)
{
    wide ways[BD_RANK_EXACT_LIMIT * BD_RANK_EXACT_LIMIT / 2 + 1] = { { 0, 1 } };
    for (size_t i = 1; i <= first; i++) {
        for (size_t w = u; w >= second + i; w--)
            subtract(&ways[w], ways[w - second - i]);
        for (size_t w = i; w <= u; w++)
            add(&ways[w], ways[w - i]);
    }
    double within = 0;
    for (size_t w = 0; w <= u; w++)
        within += (double)ways[w].high * 18446744073709551616.0 + (double)ways[w].low;
    return within / ways_to_deal(first, second);
}

/* Counts of choices: ways[j * width + w] of the values in the groups so far, in which j
 * were dealt to the first sample and twice U is w. */
typedef struct counting {
    double *ways;
    size_t first, second; /* sizes of the samples */
    size_t width;         /* twice U is followed for 0 … width - 1 only */
    size_t seen;          /* values in the groups counted so far */
} counting;

/* Adds to row `to` what choosing `chosen` of a group of `size` makes of row to - chosen. */
static void add_choice(counting *c, size_t to, size_t chosen, size_t size, double ways_to_choose)
{
    size_t from = to - chosen;
    if (from > c->seen || c->seen - from > c->second)
        return;
    /* Each chosen value lies above the second sample's earlier ones and ties with the rest. */
    size_t shift = chosen * (2 * (c->seen - from) + (size - chosen));
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

double bd_u_tail_of_ties(const size_t *sizes, size_t groups, size_t first, size_t twice_u)
{
    counting c = { .first = first, .width = twice_u + 1 };
    for (size_t i = 0; i < groups; i++)
        c.second += sizes[i];
    c.second -= first;
    c.ways = bd_alloc((first + 1) * c.width * sizeof *c.ways);
    c.ways[0] = 1;
    for (size_t i = 0; i < groups; i++)
        count_group(&c, sizes[i]);
    double within = 0;
    for (size_t w = 0; w < c.width; w++)
        within += c.ways[first * c.width + w];
    free(c.ways);
    return within / ways_to_deal(first, c.second);
}
