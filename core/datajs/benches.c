/* Points → benches: what github-action-benchmark would have written for them, or what
 * comes nearest to it. */
#include "core/datajs/suites.h"

#include <stdlib.h>
#include <string.h>

/* Formats that the action does not know have no names of its own: metric and params
 * stand behind the benchmark as it writes JMH's. */
static const char *own_name(const bd_point *p, bd_arena *arena)
{
    bd_buf text = BD_BUF_INIT;
    bd_buf_puts(&text, p->benchmark);
    if (p->metric && strcmp(p->metric, "value") != 0)
        bd_buf_printf(&text, "%s%s", text.len > 0 ? " " : "", p->metric);
    if (p->params.count > 0) {
        bd_json_writer w = bd_json_writer_to(&text, 0);
        bd_buf_puts(&text, " ( ");
        bd_json_open(&w, '{');
        for (size_t i = 0; i < p->params.count; i++) {
            bd_json_put_key(&w, p->params.items[i].key);
            bd_json_put_text(&w, p->params.items[i].value);
        }
        bd_json_close(&w, '}');
        bd_buf_puts(&text, " )");
    }
    const char *name = bd_arena_text(arena, bd_buf_str(&text));
    bd_buf_release(&text);
    return name;
}

static bool has_compat(const bd_run *run)
{
    for (size_t i = 0; i < run->point_count; i++)
        if (run->points[i].compat)
            return true;
    return false;
}

/* The reader keeps a range that was a number as text, and says so in the rest. */
static bool range_is_number(const bd_point *p)
{
    bd_json_doc *doc = NULL;
    bd_json range;
    bd_error none = BD_ERROR_INIT;
    if (!p->rest || !p->compat->range || !bd_json_parse(bd_str_of(p->rest), NULL, &doc, &none))
        return false;
    bd_json root = bd_json_root(doc);
    bool is = bd_json_member(&root, "range", &range) && bd_json_typeof(&range) == BD_JSON_NUMBER;
    bd_json_free(doc);
    return is;
}

/* A member of what the reader keeps beside the point, as text. @return NULL = it has none */
static const char *kept_text(const bd_json *rest, const char *name, bd_arena *arena)
{
    bd_json member;
    const char *text = NULL;
    bd_error none = BD_ERROR_INIT;
    if (!bd_json_member(rest, name, &member) || bd_json_typeof(&member) != BD_JSON_STRING)
        return NULL;
    return bd_json_text(&member, arena, &text, &none) ? text : NULL;
}

/* A bench of a data.js whose value is no number. */
static bd_datajs_bench bench_without_number(const bd_point *p, bd_arena *arena)
{
    bd_datajs_bench bench = { .name = p->benchmark, .unit = p->unit };
    bd_json_doc *doc = NULL;
    bd_json rest, member;
    bd_error none = BD_ERROR_INIT;
    if (!p->rest || !bd_json_parse(bd_str_of(p->rest), NULL, &doc, &none))
        return bench;
    rest = bd_json_root(doc);
    const char *name = kept_text(&rest, "name", arena);
    bench.name = name ? name : bench.name;
    bench.extra = kept_text(&rest, "extra", arena);
    bench.range = kept_text(&rest, "range", arena);
    if (bd_json_member(&rest, "value", &member))
        bench.no_number = bd_arena_text(arena, bd_json_raw(&member));
    if (!bench.range && bd_json_member(&rest, "range", &member)
        && bd_json_typeof(&member) == BD_JSON_NUMBER) {
        bench.range = bd_arena_text(arena, bd_json_raw(&member));
        bench.range_is_number = true;
    }
    bd_json_free(doc);
    return bench;
}

typedef struct placed_bench {
    size_t place, order;
    bd_datajs_bench bench;
} placed_bench;

static int by_place(const void *a, const void *b)
{
    const placed_bench *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

typedef struct making {
    bd_arena *arena;
    placed_bench *items; /* owned */
    size_t count, capacity;
    bool all;         /* also what the action would not have taken */
    bool has_several; /* some point has more than one */
    bool is_source;   /* the run is of a data.js */
} making;

static void add(making *m, size_t place, const bd_datajs_bench *bench)
{
    m->items = bd_grow(m->items, m->count, &m->capacity, sizeof *m->items);
    m->items[m->count] = (placed_bench){ place, m->count, *bench };
    m->count++;
}

static void add_point(making *m, const bd_point *p, const char *direction)
{
    bool is_number = p->compat && range_is_number(p);
    bd_datajs_bench bench;
    if (!p->compat && m->is_source && !bd_number_finite(p->value)) {
        bench = bench_without_number(p, m->arena);
        bench.direction = direction;
        add(m, 0, &bench);
        return;
    }
    for (const bd_compat *c = p->compat; c; c = c->next) {
        bench = (bd_datajs_bench){ c->name,  c->unit,   c->range,  c->extra,
                                   c->value, direction, is_number, NULL };
        if (bd_number_finite(c->value))
            add(m, c->place, &bench);
        m->has_several |= c->next != NULL;
    }
    if (p->compat || !m->all || p->outcome != BD_OUTCOME_OK || !bd_number_finite(p->value))
        return;
    bd_datajs_bench own = {
        .name = own_name(p, m->arena), .unit = p->unit, .value = p->value, .direction = direction
    };
    add(m, 0, &own);
}

bool bd_datajs_holds(const bd_run *run, const bd_point *p)
{
    return bd_datajs_is_source(run) || (p->compat && bd_number_finite(p->compat->value))
           || (p->outcome == BD_OUTCOME_OK && bd_number_finite(p->value));
}

size_t bd_datajs_benches_of(const bd_datajs_points *from, bd_arena *arena,
                            const bd_datajs_bench **out)
{
    static const char *const words[] = { NULL, "smaller", "bigger" };
    making m = { .arena = arena,
                 .items = bd_alloc((from->count + 1) * sizeof(placed_bench)),
                 .capacity = from->count + 1,
                 .all = !has_compat(from->run),
                 .is_source = bd_datajs_is_source(from->run) };
    for (size_t i = 0; i < from->count; i++) {
        bd_direction direction = bd_datajs_direction_of(from->points[i]);
        bool said = from->says_direction && direction != from->usual;
        add_point(&m, from->points[i], said ? words[direction] : NULL);
    }
    /* Points with several entries each (repeated lines) are mixed in the file; else the
     * order is the caller's. */
    if (m.has_several)
        qsort(m.items, m.count, sizeof *m.items, by_place);
    bd_datajs_bench *benches = bd_arena_alloc(arena, (m.count + 1) * sizeof *benches);
    for (size_t i = 0; i < m.count; i++)
        benches[i] = m.items[i].bench;
    free(m.items);
    *out = benches;
    return m.count;
}
