/* The suites of an open file and the entries that come to them. */
#include "core/datajs/suites.h"

#include "core/base/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bd_datajs_suite *new_suite(bd_datajs *file, bd_str name)
{
    file->suites = bd_grow(file->suites, file->suite_count, &file->suite_capacity,
                           sizeof *file->suites);
    bd_datajs_suite *suite = &file->suites[file->suite_count++];
    *suite = (bd_datajs_suite){ .name = bd_arena_text(&file->arena, name) };
    return suite;
}

static bool read_items(bd_datajs_suite *suite, bd_error *err)
{
    bd_json item;
    suite->items = bd_alloc((bd_json_count(&suite->list) + 1) * sizeof *suite->items);
    for (bool more = bd_json_first(&suite->list, &item); more; more = bd_json_next(&item)) {
        if (!bd_json_expect(&item, BD_JSON_OBJECT, err))
            return false;
        suite->items[suite->count++] = item;
    }
    return true;
}

bool bd_datajs_read_suites(bd_datajs *file, bd_error *err)
{
    bd_json member;
    bd_buf scratch = BD_BUF_INIT;
    file->root = bd_json_root(file->doc);
    bool ok = bd_json_need(&file->root, "entries", &file->entries, err)
              && bd_json_expect(&file->entries, BD_JSON_OBJECT, err);
    for (bool more = ok && bd_json_first(&file->entries, &member); more && ok;
         more = bd_json_next(&member)) {
        ok = bd_json_expect(&member, BD_JSON_ARRAY, err);
        if (!ok)
            break;
        bd_datajs_suite *suite = new_suite(file, bd_json_key(&member, &scratch));
        suite->exists = true;
        suite->list = member;
        ok = read_items(suite, err);
    }
    bd_buf_release(&scratch);
    return ok;
}

void bd_datajs_release_suites(bd_datajs *file)
{
    for (size_t i = 0; i < file->suite_count; i++) {
        free(file->suites[i].items);
        free(file->suites[i].gone);
        free(file->suites[i].added);
        free(file->suites[i].moves);
    }
    free(file->bench_changes);
    free(file->suites);
}

bd_datajs_suite *bd_datajs_suite_of(const bd_datajs *file, const char *name)
{
    for (size_t i = 0; i < file->suite_count; i++)
        if (strcmp(file->suites[i].name, name) == 0)
            return &file->suites[i];
    return NULL;
}

bool bd_datajs_date(const bd_json *entry, int64_t *ms)
{
    bd_json member;
    bd_error none = BD_ERROR_INIT;
    double value;
    if (!bd_json_member(entry, "date", &member) || bd_json_typeof(&member) != BD_JSON_NUMBER
        || !bd_json_double(&member, &value, &none) || !(fabs(value) < 9e15))
        return false;
    *ms = (int64_t)value;
    return true;
}

/* ---- the same entry ---- */

/* Opens what an entry holds: a file that is only added to keeps it closed. */
static bool open_closed(const bd_json *value, bd_json_doc **doc)
{
    const bd_json_options options = { .lenient = true, .few_positions = true };
    bd_error none = BD_ERROR_INIT;
    return bd_json_parse(bd_json_raw(value), &options, doc, &none);
}

static bool commit_is(const bd_json *entry, const char *id, bd_arena *arena)
{
    bd_json commit;
    bd_str text = { 0 };
    bd_json_doc *doc = NULL;
    bool same = false;
    if (bd_json_member(entry, "commit", &commit) && open_closed(&commit, &doc)) {
        bd_json root = bd_json_root(doc);
        same = bd_datajs_text_member(&root, "id", arena, &text) && bd_str_is(text, id ? id : "");
    }
    bd_json_free(doc);
    return same;
}

/* Its number, in whatever unit either has. */
static bool same_bench(const bd_json *at, const bd_datajs_bench *bench, bd_arena *arena)
{
    bd_json member;
    bd_str name, unit = { "", 0 };
    double value;
    bd_error none = BD_ERROR_INIT;
    bd_datajs_bench as_there = *bench;
    if (!bd_datajs_text_member(at, "name", arena, &name) || !bd_str_is(name, bench->name))
        return false;
    bool is_number = bd_json_member(at, "value", &member)
                     && bd_json_typeof(&member) == BD_JSON_NUMBER
                     && bd_json_double(&member, &value, &none) && isfinite(value);
    if (!is_number || !bd_number_finite(bench->value))
        return !is_number && !bd_number_finite(bench->value);
    as_there.range = NULL;
    if (bd_datajs_text_member(at, "unit", arena, &unit))
        bd_datajs_rescale(unit, &as_there, arena);
    return bd_number_as_double(as_there.value) == value;
}

static bool same_benches(const bd_json *item, const bd_datajs_bench *benches, size_t count,
                         bd_arena *arena)
{
    bd_json list, bench;
    bd_json_doc *doc = NULL;
    size_t i = 0;
    if (!bd_json_member(item, "benches", &list) || bd_json_typeof(&list) != BD_JSON_ARRAY
        || bd_json_count(&list) != count || !open_closed(&list, &doc))
        return false;
    bd_json root = bd_json_root(doc);
    bool same = true;
    for (bool more = bd_json_first(&root, &bench); more && same; more = bd_json_next(&bench))
        same = same_bench(&bench, &benches[i++], arena);
    bd_json_free(doc);
    return same;
}

/* Whether the run id stands in the key of ours; with an escape in it, it may. */
static bool may_name_run(const bd_json *own, const char *run_id)
{
    bd_str raw = bd_json_raw(own);
    return memmem(raw.ptr, raw.len, run_id, strlen(run_id)) || memchr(raw.ptr, '\\', raw.len);
}

/* @return whether the key of ours names a run, which then is `run` */
static bool run_of(const bd_json *own, bd_arena *arena, bd_str *run)
{
    bd_json_doc *doc = NULL;
    bool ok = bd_json_typeof(own) == BD_JSON_OBJECT && open_closed(own, &doc);
    if (ok) {
        bd_json root = bd_json_root(doc);
        ok = bd_datajs_text_member(&root, "run", arena, run);
    }
    bd_json_free(doc);
    return ok;
}

/* Thousands of entries are asked, so their members are walked once, and what they hold is
 * only opened where the date or the run id may be the same. */
static bool same_item(const bd_json *item, const bd_datajs_entry *entry, bd_arena *arena)
{
    bd_json member, own = { 0 };
    bd_error none = BD_ERROR_INIT;
    bd_str run;
    double date = 0;
    bool dated = false;
    for (bool more = bd_json_first(item, &member); more; more = bd_json_next(&member)) {
        if (bd_json_key_is(&member, "date"))
            dated = bd_json_typeof(&member) == BD_JSON_NUMBER
                    && bd_json_double(&member, &date, &none) && date == (double)entry->date_ms;
        else if (entry->run_id && bd_json_key_is(&member, "benchdoc"))
            own = member;
    }
    if (own.doc && (dated || may_name_run(&own, entry->run_id)) && run_of(&own, arena, &run))
        return bd_str_is(run, entry->run_id);
    return dated && commit_is(item, entry->commit_id, arena)
           && same_benches(item, entry->benches, entry->bench_count, arena);
}

static bool same_new(const bd_datajs_new *n, const bd_datajs_entry *entry, bd_arena *arena)
{
    if (n->run_id && entry->run_id)
        return strcmp(n->run_id, entry->run_id) == 0;
    if (n->as_it_came || n->date_ms != entry->date_ms || n->bench_count != entry->bench_count
        || strcmp(n->commit_id, entry->commit_id) != 0)
        return false;
    for (size_t i = 0; i < n->bench_count; i++) {
        bd_datajs_bench bench = entry->benches[i];
        bench.range = NULL;
        bd_datajs_rescale(bd_str_of(n->benches[i].unit), &bench, arena);
        if (strcmp(bench.name, n->benches[i].name) != 0
            || bd_number_as_double(bench.value) != bd_number_as_double(n->benches[i].value))
            return false;
    }
    return true;
}

bool bd_datajs_has(const bd_datajs *file, const char *name, const bd_datajs_entry *entry)
{
    const bd_datajs_suite *suite = bd_datajs_suite_of(file, name);
    bd_arena arena = BD_ARENA_INIT;
    bool found = false;
    for (size_t i = suite ? suite->count : 0; i > 0 && !found; i--)
        found = same_item(&suite->items[i - 1], entry, &arena);
    for (size_t i = suite ? suite->added_count : 0; i > 0 && !found; i--)
        found = same_new(&suite->added[i - 1], entry, &arena);
    bd_arena_release(&arena);
    return found;
}

/* ---- adding ---- */

/* Name → unit of the last entry before of another commit, the first of a name. */
typedef struct units_before {
    bd_map places;
    bd_str *units; /* owned */
} units_before;

static void note_unit(units_before *b, bd_str name, bd_str unit)
{
    bool added;
    bd_map_put(&b->places, name, b->places.count, &added);
    if (added)
        b->units[b->places.count - 1] = unit;
}

static void read_item_units(const bd_json *item, units_before *b, bd_arena *arena)
{
    bd_json list, bench;
    bd_json_doc *doc;
    bd_str name, unit;
    if (!bd_json_member(item, "benches", &list) || !open_closed(&list, &doc))
        return;
    bd_json root = bd_json_root(doc);
    b->units = bd_alloc((bd_json_count(&root) + 1) * sizeof *b->units);
    for (bool more = bd_json_first(&root, &bench); more; more = bd_json_next(&bench))
        if (bd_datajs_text_member(&bench, "name", arena, &name))
            note_unit(b, name,
                      bd_datajs_text_member(&bench, "unit", arena, &unit) ? unit : (bd_str){ 0 });
    bd_json_free(doc); /* texts are of the file, or in the arena */
}

static void read_before(const bd_datajs_suite *suite, const char *commit, units_before *b,
                        bd_arena *arena)
{
    for (size_t i = suite->added_count; i > 0; i--) {
        const bd_datajs_new *n = &suite->added[i - 1];
        if (n->as_it_came || strcmp(n->commit_id, commit) == 0)
            continue;
        b->units = bd_alloc((n->bench_count + 1) * sizeof *b->units);
        for (size_t k = 0; k < n->bench_count; k++)
            note_unit(b, bd_str_of(n->benches[k].name), bd_str_of(n->benches[k].unit));
        return;
    }
    for (size_t i = suite->count; i > 0; i--)
        if (!commit_is(&suite->items[i - 1], commit, arena)) {
            read_item_units(&suite->items[i - 1], b, arena);
            return;
        }
}

static bd_datajs_bench *converted(const bd_datajs_suite *suite, const bd_datajs_entry *entry,
                                  bd_arena *arena)
{
    units_before b = { 0 };
    bd_arena own = BD_ARENA_INIT;
    bd_datajs_bench *benches = bd_arena_copy(arena, entry->benches,
                                             entry->bench_count * sizeof *benches);
    if (!entry->as_it_was)
        read_before(suite, entry->commit_id, &b, &own);
    for (size_t i = 0; i < entry->bench_count; i++) {
        const size_t *place = bd_map_get(&b.places, bd_str_of(benches[i].name));
        if (place && b.units && b.units[*place].ptr)
            bd_datajs_rescale(b.units[*place], &benches[i], arena);
        benches[i].name = bd_arena_strdup(arena, benches[i].name);
        benches[i].unit = bd_arena_strdup(arena, benches[i].unit);
    }
    bd_map_release(&b.places);
    free(b.units);
    bd_arena_release(&own);
    return benches;
}

static bd_datajs_new *new_entry(bd_datajs *file, const char *name)
{
    bd_datajs_suite *suite = bd_datajs_suite_of(file, name);
    if (!suite)
        suite = new_suite(file, bd_str_of(name));
    suite->added = bd_grow(suite->added, suite->added_count, &suite->added_capacity,
                           sizeof *suite->added);
    suite->added[suite->added_count] = (bd_datajs_new){ 0 };
    return &suite->added[suite->added_count++];
}

void bd_datajs_add(bd_datajs *file, const char *name, const bd_datajs_entry *entry)
{
    bd_datajs_new *n = new_entry(file, name);
    bd_datajs_suite *suite = bd_datajs_suite_of(file, name);
    suite->added_count--; /* it is not its own entry before */
    bd_datajs_bench *benches = converted(suite, entry, &file->arena);
    suite->added_count++;
    *n = (bd_datajs_new){ .text = bd_datajs_entry_text(entry, benches, &file->arena),
                          .run_id = bd_arena_strdup(&file->arena, entry->run_id),
                          .commit_id = bd_arena_strdup(&file->arena, entry->commit_id),
                          .date_ms = entry->date_ms,
                          .benches = benches,
                          .bench_count = entry->bench_count };
}

void bd_datajs_add_old(bd_datajs *file, const char *name, bd_str text)
{
    const bd_datajs_suite *suite = bd_datajs_suite_of(file, name);
    for (size_t i = 0; suite && i < suite->count; i++)
        if (bd_str_eq(bd_json_raw(&suite->items[i]), text))
            return;
    bd_datajs_new *n = new_entry(file, name);
    *n = (bd_datajs_new){ .text = { bd_arena_copy(&file->arena, text.ptr, text.len), text.len },
                          .as_it_came = true };
}

void bd_datajs_set_update(bd_datajs *file, int64_t now_ms)
{
    bd_json member;
    bd_error none = BD_ERROR_INIT;
    double before = 0;
    if (bd_json_member(&file->root, "lastUpdate", &member)
        && bd_json_typeof(&member) == BD_JSON_NUMBER)
        bd_json_double(&member, &before, &none);
    if ((double)now_ms > before && now_ms > file->update_ms)
        file->update_ms = now_ms;
}

void bd_datajs_set_repo(bd_datajs *file, const char *url)
{
    bd_str before;
    if (!bd_datajs_text_member(&file->root, "repoUrl", &file->arena, &before)
        || !bd_str_is(before, url))
        file->repo_url = bd_arena_strdup(&file->arena, url);
}
