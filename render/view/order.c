/* The order of a dimension's values. */
#include "render/view/internal.h"

#include <math.h>
#include <stdlib.h>

typedef struct placed_value {
    const char *text;
    size_t declared; /* place in `order:`; SIZE_MAX = none */
    bool number;
    size_t arrival;
} placed_value;

static int by_place(const void *a, const void *b)
{
    const placed_value *x = a, *y = b;
    if (x->declared != y->declared)
        return x->declared < y->declared ? -1 : 1;
    int order = x->number || y->number ? bd_value_order(x->text, y->text) : 0;
    return order != 0 ? order : (x->arrival > y->arrival) - (x->arrival < y->arrival);
}

void bd_order_values(const bd_config *config, bd_str name, const char *const *values, size_t count,
                     size_t *ranks)
{
    placed_value *placed = bd_alloc((count + 1) * sizeof *placed);
    for (size_t i = 0; i < count; i++) {
        double number = 0;
        bool is_number = bd_double_parse(bd_str_of(values[i]), &number) && isfinite(number);
        placed[i] = (placed_value){ values[i], bd_config_order(config, name, values[i]), is_number,
                                    i };
    }
    qsort(placed, count, sizeof *placed, by_place);
    for (size_t i = 0; i < count; i++)
        ranks[placed[i].arrival] = i;
    free(placed);
}
