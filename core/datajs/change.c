/* Changes of what a file has: other names, less of it, one suite among another. */
#include "core/datajs/splice.h"

#include <stdlib.h>
#include <string.h>

size_t bd_datajs_suite_count(const bd_datajs *file)
{
    return bd_json_count(&file->entries);
}

const char *bd_datajs_suite_name(const bd_datajs *file, size_t suite)
{
    return file->suites[suite].name;
}

size_t bd_datajs_entry_count(const bd_datajs *file, size_t suite)
{
    return file->suites[suite].count;
}

bd_json bd_datajs_entry_at(const bd_datajs *file, size_t suite, size_t entry)
{
    return file->suites[suite].items[entry];
}

/* ---- notes ---- */

void bd_datajs_rename_suite(bd_datajs *file, size_t suite, const char *name)
{
    file->suites[suite].renamed = bd_arena_strdup(&file->arena, name);
}

void bd_datajs_drop_suite(bd_datajs *file, size_t suite)
{
    file->suites[suite].dropped = true;
}

void bd_datajs_mark_gone(bd_datajs_suite *suite, size_t entry)
{
    if (!suite->gone)
        suite->gone = bd_alloc((suite->count + 1) * sizeof *suite->gone);
    suite->gone[entry] = true;
}

void bd_datajs_drop_entry(bd_datajs *file, size_t suite, size_t entry)
{
    bd_datajs_mark_gone(&file->suites[suite], entry);
}

/* INT64_MAX = it has none. */
static int64_t date_of(const bd_json *entry)
{
    int64_t ms;
    return bd_datajs_date(entry, &ms) ? ms : INT64_MAX;
}

/* Behind the last one that is not younger. */
static size_t place_among(const int64_t *dates, size_t count, int64_t date)
{
    while (count > 0 && dates[count - 1] > date)
        count--;
    return count;
}

void bd_datajs_merge_suite(bd_datajs *file, size_t from, size_t into)
{
    bd_datajs_suite *to = &file->suites[into];
    bd_datajs_suite *of = &file->suites[from];
    int64_t *dates = bd_alloc((to->count + 1) * sizeof *dates);
    for (size_t i = 0; i < to->count; i++)
        dates[i] = date_of(&to->items[i]);
    for (size_t i = 0; i < of->count; i++) {
        if (of->gone && of->gone[i])
            continue;
        size_t begin = bd_splice_begin(file, &of->items[i]);
        to->moves = bd_grow(to->moves, to->move_count, &to->move_capacity, sizeof *to->moves);
        to->moves[to->move_count++] = (bd_datajs_move){
            place_among(dates, to->count, date_of(&of->items[i])),
            bd_str_sub(file->bytes, begin, bd_splice_end(file, &of->items[i])),
        };
    }
    of->dropped = true;
    free(dates);
}

static void note_bench(bd_datajs *file, bd_datajs_place at, const char *name)
{
    file->bench_changes = bd_grow(file->bench_changes, file->bench_change_count,
                                  &file->bench_change_capacity, sizeof *file->bench_changes);
    file->bench_changes[file->bench_change_count++] = (bd_datajs_bench_change){ at, name };
}

void bd_datajs_rename_bench(bd_datajs *file, bd_datajs_place at, const char *name)
{
    note_bench(file, at, bd_arena_strdup(&file->arena, name));
}

void bd_datajs_drop_bench(bd_datajs *file, bd_datajs_place at)
{
    note_bench(file, at, NULL);
}

/* ---- edits ---- */

static void put_name(bd_splice *s, const bd_json *value, const char *name)
{
    bd_buf text = BD_BUF_INIT;
    bd_json_quote(bd_str_of(name), &text);
    bd_splice_add(s, bd_splice_begin(s->file, value), bd_splice_end(s->file, value), &text);
    bd_buf_release(&text);
}

/* The inside of a container that loses everything. */
static void empty(bd_splice *s, const bd_json *container)
{
    static const bd_buf nothing = BD_BUF_INIT;
    bd_splice_add(s, bd_splice_begin(s->file, container) + 1, bd_splice_end(s->file, container) - 1,
                  &nothing);
}

static void change_suites(bd_splice *s)
{
    const bd_datajs *file = s->file;
    size_t count = bd_datajs_suite_count(file), dropped = 0;
    bd_extent *members = bd_alloc((count + 1) * sizeof *members);
    bool *gone = bd_alloc((count + 1) * sizeof *gone);
    for (size_t i = 0; i < count; i++) {
        const bd_datajs_suite *suite = &file->suites[i];
        bd_json key = bd_splice_key(&suite->list);
        members[i] = (bd_extent){ bd_splice_begin(file, &key), bd_splice_end(file, &suite->list) };
        gone[i] = suite->dropped;
        dropped += suite->dropped;
        if (suite->renamed)
            put_name(s, &key, suite->renamed);
    }
    if (dropped > 0 && bd_splice_cut(s, members, gone, count) == 0)
        empty(s, &file->entries);
    free(members);
    free(gone);
}

/* A suite without entries gets them as it would get new ones. */
static void fill_suite(bd_splice *s, const bd_datajs_suite *suite)
{
    bd_buf text = BD_BUF_INIT;
    bd_str lead = bd_splice_lead(s, &suite->list, 3);
    for (size_t i = 0; i < suite->move_count; i++) {
        if (i > 0)
            bd_splice_comma(s, lead, &text);
        else
            bd_buf_put_str(&text, lead);
        bd_buf_put_str(&text, suite->moves[i].text);
    }
    if (s->style.pretty) {
        bd_str outer = bd_splice_lead(s, &s->file->entries, 2);
        bd_buf_put_str(&text, outer);
    }
    bd_splice_add(s, bd_splice_begin(s->file, &suite->list) + 1,
                  bd_splice_end(s->file, &suite->list) - 1, &text);
    bd_buf_release(&text);
}

static void move_entries(bd_splice *s, const bd_datajs_suite *suite)
{
    bd_buf text = BD_BUF_INIT;
    bd_str lead = bd_splice_lead(s, &suite->list, 3);
    for (size_t i = 0; i < suite->move_count; i++) {
        const bd_datajs_move *move = &suite->moves[i];
        bool last = move->before == suite->count;
        const bd_json *item = &suite->items[last ? move->before - 1 : move->before];
        size_t at = last ? bd_splice_end(s->file, item) : bd_splice_begin(s->file, item);
        bd_buf_clear(&text);
        if (last)
            bd_splice_comma(s, lead, &text);
        bd_buf_put_str(&text, move->text);
        if (!last)
            bd_splice_comma(s, lead, &text);
        bd_splice_add(s, at, at, &text);
    }
    bd_buf_release(&text);
}

/* The benches of one entry that go or are renamed. @return how many changes that were */
static size_t change_entry(bd_splice *s, const bd_datajs_bench_change *changes, size_t left)
{
    const bd_datajs_place *first = &changes[0].at;
    const bd_json *entry = &s->file->suites[first->suite].items[first->entry];
    bd_json list, bench, name;
    if (!bd_json_member(entry, "benches", &list))
        return 1;
    size_t count = bd_json_count(&list), used = 0, dropped = 0;
    bd_extent *benches = bd_alloc((count + 1) * sizeof *benches);
    bool *gone = bd_alloc((count + 1) * sizeof *gone);
    for (bool more = bd_json_first(&list, &bench); more; more = bd_json_next(&bench)) {
        size_t i = bench.index;
        benches[i] = (bd_extent){ bd_splice_begin(s->file, &bench),
                                  bd_splice_end(s->file, &bench) };
        gone[i] = false;
        if (used == left || changes[used].at.suite != first->suite
            || changes[used].at.entry != first->entry || changes[used].at.bench != i)
            continue;
        gone[i] = !changes[used].name;
        dropped += gone[i];
        if (!gone[i] && bd_json_member(&bench, "name", &name))
            put_name(s, &name, changes[used].name);
        used++;
    }
    if (dropped > 0 && bd_splice_cut(s, benches, gone, count) == 0)
        empty(s, &list);
    free(benches);
    free(gone);
    return used > 0 ? used : 1;
}

void bd_splice_changes(bd_splice *s)
{
    const bd_datajs *file = s->file;
    change_suites(s);
    for (size_t i = 0; i < file->suite_count; i++) {
        const bd_datajs_suite *suite = &file->suites[i];
        if (suite->move_count > 0 && suite->count == 0)
            fill_suite(s, suite);
        else if (suite->move_count > 0)
            move_entries(s, suite);
    }
    for (size_t i = 0; i < file->bench_change_count;)
        i += change_entry(s, &file->bench_changes[i], file->bench_change_count - i);
}
