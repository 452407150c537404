/* Holm's step-down adjustment of the p-values of one report. */
#include "stats/compare.h"

#include <math.h>
#include <stdlib.h>

typedef struct ranked {
    double p;
    size_t at;
} ranked;

static int by_p(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

void bd_holm(const double *p, size_t count, double *adjusted)
{
    if (count == 0)
        return;
    ranked *order = bd_alloc(count * sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = (ranked){ p[i], i };
    qsort(order, count, sizeof *order, by_p);
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        largest = fmin(1, fmax(largest, order[i].p * (double)(count - i)));
        adjusted[order[i].at] = largest;
    }
    free(order);
}
