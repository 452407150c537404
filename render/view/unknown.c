/* What to say about a name that means nothing here: what it may have been meant for,
 * and what there is, the likely names first. */
#include "render/view/internal.h"

#include <string.h>
#include <strings.h>

static void add_once(bd_map *seen, bd_names *names, const char *name)
{
    bool added;
    bd_map_put(seen, bd_str_of(name), 0, &added);
    if (added)
        bd_names_add(names, name);
}

static void collect_dimensions(const bd_observation *const *items, size_t count, bd_map *seen,
                               bd_names *out)
{
    for (size_t i = 0; i < count; i++)
        for (size_t d = 0; d < items[i]->dim_count; d++)
            add_once(seen, out, items[i]->dims[d].name);
}

static void collect_facts(const bd_observation *const *items, size_t count, bd_map *seen,
                          bd_names *out)
{
    static const char *const more[] = { "commit", "branch", "date", "unit", "outcome", "metric" };
    for (size_t i = 0; i < count; i++) /* holes of paths: somebody chose these names */
        for (size_t f = 0;
             (i == 0 || items[i]->run != items[i - 1]->run) && f < items[i]->run->facts.count; f++)
            add_once(seen, out, items[i]->run->facts.items[f].key);
    for (size_t i = 0; i < BD_COUNT(more); i++)
        add_once(seen, out, more[i]);
    for (size_t i = 0; i < count; i++)
        for (size_t e = 0;
             (i == 0 || items[i]->run != items[i - 1]->run) && e < items[i]->run->environment.count;
             e++)
            add_once(seen, out, items[i]->run->environment.items[e].key);
}

const char *bd_nearest_name(bd_str wanted, const bd_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        if (strlen(names->items[i]) == wanted.len
            && strncasecmp(names->items[i], wanted.ptr, wanted.len) == 0)
            return names->items[i];
    return bd_nearest(wanted, names->items, names->count);
}

/* "did you mean 'wall'? there is: wall, rows, …" */
static void put_hint(bd_str name, const bd_names *names, size_t shown_at_most, bd_buf *hint)
{
    enum { HINT_BYTES = 400 };
    size_t shown = 0;
    const char *nearest = bd_nearest_name(name, names);
    if (nearest)
        bd_buf_printf(hint, "did you mean '%s'? ", nearest);
    bd_buf_puts(hint, "there is:");
    for (; shown < names->count && shown < shown_at_most && hint->len < HINT_BYTES; shown++)
        bd_buf_printf(hint, "%s %s", shown > 0 ? "," : "", names->items[shown]);
    if (shown < names->count)
        bd_buf_puts(hint, ", …");
}

void bd_hint_names(const bd_observation *const *items, size_t count, const bd_map *metrics,
                   bd_str name, bd_buf *hint)
{
    enum { FACTS_SHOWN = 9 };
    bd_map seen = BD_MAP_INIT;
    bd_names names = { 0 };
    collect_dimensions(items, count, &seen, &names);
    for (size_t i = 0; metrics && i < metrics->count; i++)
        add_once(&seen, &names, metrics->entries[i].key.ptr);
    size_t shown = names.count + FACTS_SHOWN;
    collect_facts(items, count, &seen, &names);
    put_hint(name, &names, shown, hint);
    bd_map_release(&seen);
    bd_names_release(&names);
}

static bool fail_metric(const bd_basis *basis, bd_str name, bd_place place)
{
    bd_buf hint = BD_BUF_INIT;
    bd_map seen = BD_MAP_INIT;
    bd_names names = { 0 };
    collect_dimensions(basis->items, basis->count, &seen, &names);
    for (size_t i = 0; i < names.count && hint.len < 300; i++)
        bd_buf_printf(&hint, "%s%s", i > 0 ? ", " : "there is: ", names.items[i]);
    bd_view_fail(basis->view, place, bd_buf_text(&hint),
                 "%s: '%.*s' is a metric; here stands a dimension", basis->title, (int)name.len,
                 name.ptr);
    bd_buf_release(&hint);
    bd_map_release(&seen);
    bd_names_release(&names);
    return false;
}

/* "p50" alone. */
static bool fail_statistic(const bd_basis *basis, bd_str name, bd_place place)
{
    enum { METRICS = 4 };
    bd_buf hint = BD_BUF_INIT;
    for (size_t i = 0; i < basis->metrics.count && i < METRICS; i++)
        bd_buf_printf(&hint, "%s%s.%.*s", i > 0 ? ", " : "write it behind its metric: ",
                      basis->metrics.entries[i].key.ptr, (int)name.len, name.ptr);
    bd_buf_puts(&hint, basis->metrics.count > METRICS ? ", …" : "");
    bd_view_fail(basis->view, place, bd_buf_text(&hint),
                 "%s: '%.*s' is a statistic and stands alone", basis->title, (int)name.len,
                 name.ptr);
    bd_buf_release(&hint);
    return false;
}

static bool is_here(const bd_basis *basis, bd_str name)
{
    bd_buf scratch = BD_BUF_INIT;
    bd_found_metric ignored;
    bool here = bd_metric_named(basis, bd_arena_text(basis->view->arena, name), &ignored);
    for (size_t i = 0; i < basis->count && !here; i++)
        here = bd_observation_get(basis->items[i], name, NULL, &scratch) != NULL;
    bd_buf_release(&scratch);
    return here;
}

bool bd_fail_example(const bd_basis *basis, bd_str example, bd_place place)
{
    bd_number_style style;
    bd_error ignored = BD_ERROR_INIT;
    if (bd_number_style_parse(example, &style, &ignored)) /* it would be one, at the end */
        return bd_view_fail(basis->view, place, "the order is {METRIC CONDITIONS in UNIT:EXAMPLE}",
                            "%s: a condition stands behind the example '%.*s'", basis->title,
                            (int)example.len, example.ptr);
    return bd_view_fail(basis->view, place,
                        "write the number as it shall look, {METRIC name=value in UNIT:0.00}, or "
                        "{METRIC:4 digits}; a name with ':' is quoted",
                        "%s: '%.*s' behind ':' is no number by example", basis->title,
                        (int)example.len, example.ptr);
}

bool bd_fail_unknown(const bd_basis *basis, bd_str name, bd_place place)
{
    bd_stat stat;
    const char *colon = memchr(name.ptr, ':', name.len);
    size_t before = colon ? (size_t)(colon - name.ptr) : 0;
    if (bd_map_get(&basis->metrics, name))
        return fail_metric(basis, name, place);
    if (colon && is_here(basis, bd_str_sub(name, 0, before)))
        return bd_fail_example(basis, bd_str_sub(name, before + 1, name.len), place);
    if (memmem(name.ptr, name.len, " in ", strlen(" in ")))
        return bd_view_fail(basis->view, place, "the order is {METRIC CONDITIONS in UNIT:EXAMPLE}",
                            "%s: \"in UNIT\" stands before a condition in '%.*s'", basis->title,
                            (int)name.len, name.ptr);
    if (bd_stat_parse(name, &stat) && basis->metrics.count > 0)
        return fail_statistic(basis, name, place);
    bd_buf hint = BD_BUF_INIT;
    bd_hint_names(basis->items, basis->count, &basis->metrics, name, &hint);
    bd_view_fail(basis->view, place, bd_buf_text(&hint), "%s: nothing here is called '%.*s'",
                 basis->title, (int)name.len, name.ptr);
    bd_buf_release(&hint);
    return false;
}
