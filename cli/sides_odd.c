/* Sides that are not what one expects: a history in place of one run, two files of suites that
 * bear different names, one run on both sides, a base that came after the head. */
#include "cli/sides_past.h"

#include <string.h>

static const char *file_of(const bd_run *run)
{
    return run->file_count > 0 ? run->files[0].path : "a side";
}

/* ---- many runs in one file ---- */

static bool is_same_list(bd_sides *s, const bd_run *a, const bd_run *b)
{
    bd_lane one, other;
    bd_buf x = BD_BUF_INIT, y = BD_BUF_INIT;
    const char *list = bd_run_fact(a, BD_STR("benchmark_suite"), &x);
    const char *other_list = bd_run_fact(b, BD_STR("benchmark_suite"), &y);
    bd_lane_of(a, &s->arena, &one);
    bd_lane_of(b, &s->arena, &other);
    bool cpu = one.cpu && other.cpu ? strcmp(one.cpu, other.cpu) == 0 : one.cpu == other.cpu;
    bool same = cpu && bd_lane_same(&one, &other, true)
                && strcmp(list ? list : "", other_list ? other_list : "") == 0;
    bd_buf_release(&x);
    bd_buf_release(&y);
    return same;
}

/* Runs of one commit may have been measured in turns, those of two were not. */
static bool is_of_another_commit(const bd_run *a, const bd_run *b)
{
    return a->commit.id && b->commit.id && !bd_commit_same(a->commit.id, b->commit.id);
}

static bool is_rival(bd_sides *s, const bd_run *a, const bd_run *b)
{
    return is_of_another_commit(a, b) && strcmp(file_of(a), file_of(b)) == 0
           && is_same_list(s, a, b);
}

/* Puts a run behind those that are kept, in place of the earlier ones of its list.
 * @return how many are kept then */
static size_t keep(bd_sides *s, bd_runs *runs, size_t kept, bd_run *run)
{
    size_t end = 0;
    bool is_late = true;
    for (size_t i = 0; i < kept; i++) {
        bd_run *other = runs->items[i];
        bool rivals = is_rival(s, run, other);
        if (rivals && bd_run_time(run) >= bd_run_time(other)) {
            bd_run_free(other);
            continue;
        }
        is_late = is_late && !rivals;
        runs->items[end++] = other;
    }
    if (is_late)
        runs->items[end++] = run;
    else
        bd_run_free(run);
    return end;
}

static void note_left_out(bd_sides *s, const bd_runs *runs, size_t left_out)
{
    const bd_run *last = runs->items[runs->count - 1];
    bd_buf day = BD_BUF_INIT;
    if (bd_run_time(last) != BD_TIME_UNKNOWN) {
        bd_buf_puts(&day, " of ");
        bd_time_date(bd_run_time(last), &day);
    }
    if (runs->count == 1)
        bd_sides_note(s, "%s has %zu runs: the latest is taken, %.8s%s", file_of(last),
                      left_out + 1, last->commit.id ? last->commit.id : "", bd_buf_text(&day));
    else
        bd_sides_note(s,
                      "%zu runs of %s are left out: the latest of each suite and machine is "
                      "taken",
                      left_out, file_of(last));
    bd_buf_release(&day);
}

void bd_sides_keep_latest(bd_sides *s, bd_runs *runs)
{
    size_t all = runs->count, kept = 0;
    for (size_t i = 0; i < all; i++)
        kept = keep(s, runs, kept, runs->items[i]);
    runs->count = kept;
    if (kept < all)
        note_left_out(s, runs, all - kept);
}

/* ---- two files, two names ---- */

/* The suite of all of them; NULL = there are several, or no run. */
static const char *suite_of(const bd_runs *runs)
{
    const char *suite = runs->count > 0 ? runs->items[0]->suite : NULL;
    for (size_t i = 1; i < runs->count && suite; i++)
        suite = strcmp(suite, runs->items[i]->suite) == 0 ? suite : NULL;
    return suite;
}

static void call_suite(bd_runs *runs, const char *suite)
{
    for (size_t i = 0; i < runs->count; i++)
        runs->items[i]->suite = bd_arena_strdup(&runs->items[i]->arena, suite);
}

void bd_sides_join_suites(bd_sides *s)
{
    const char *head = suite_of(&s->heads), *base = suite_of(&s->bases);
    const bd_config *config = s->project.config;
    if (!head || !base || strcmp(head, base) == 0)
        return;
    bool is_input = bd_config_input(config, head) != NULL;
    bool other_is = bd_config_input(config, base) != NULL;
    if (is_input && other_is)
        return;
    bd_sides_note(s, "%s is of suite '%s', %s of '%s': they are compared as one",
                  file_of(s->bases.items[0]), base, file_of(s->heads.items[0]), head);
    if (other_is)
        call_suite(&s->heads, bd_arena_strdup(&s->arena, base));
    else
        call_suite(&s->bases, bd_arena_strdup(&s->arena, head));
}

/* ---- one run twice, and time turned round ---- */

static bool is_same_run(const bd_run *a, const bd_run *b)
{
    bool same = a->file_count == b->file_count && a->file_count > 0;
    if (a->id && b->id && strcmp(a->id, b->id) == 0)
        return true;
    for (size_t i = 0; i < a->file_count && same; i++)
        same = a->files[i].digest.hex[0]
               && strcmp(a->files[i].digest.hex, b->files[i].digest.hex) == 0;
    return same && !is_of_another_commit(a, b) && a->measured_at_ns == b->measured_at_ns;
}

void bd_sides_note_odd(bd_sides *s)
{
    const bd_compare_call *call = &s->call;
    const bd_run *twice = NULL, *late = NULL;
    for (size_t i = 0; i < call->base_count; i++) {
        const bd_run *base = call->bases[i];
        bool is_later = bd_ancestry_place(&s->later, base->commit.id) != SIZE_MAX;
        bool is_twice = false;
        for (size_t k = 0; k < call->head_count && !is_twice; k++)
            is_twice = is_same_run(base, call->heads[k]);
        twice = is_twice ? base : twice;
        late = is_later ? base : late;
    }
    if (twice)
        bd_sides_note(s, "both sides have the same run, %s: it cannot differ from itself",
                      file_of(twice));
    if (late)
        bd_sides_note(s, "the base %.8s was built upon the head: what changed is told backwards",
                      late->commit.id);
}

/* ---- another name ---- */

enum { IN_HEAD = 1, IN_BASE = 2 };

/* Which sides of a group have a benchmark, whatever its parameters and metrics. */
static void find_names(const bd_comparison *c, size_t group, bd_map *names)
{
    for (size_t i = 0; i < c->row_count; i++) {
        const bd_compared *row = &c->rows[i];
        const char *name = row->series->point->benchmark;
        if (row->group == group && name)
            *bd_map_put(names, bd_str_of(name), 0, NULL) |= (row->head.count > 0 ? IN_HEAD : 0)
                                                            | (row->base.count > 0 ? IN_BASE : 0);
    }
}

/* Appends the one name that this side alone has, as a shell takes it, or what stands for
 * several. @return how many there are */
static size_t put_name(const bd_map *names, size_t side, const char *several, bd_buf *out)
{
    size_t count = 0;
    const char *only = several;
    for (size_t i = 0; i < names->count; i++)
        if (names->entries[i].value == side && count++ == 0)
            only = names->entries[i].key.ptr; /* a benchmark's name, which ends with NUL */
    only = count == 1 && !strchr(only, '\'') ? only : several;
    const char *quote = strpbrk(only, " \t\"`$&|;<>()[]{}*?!#~\\=") ? "'" : "";
    bd_buf_printf(out, " %s%s%s", quote, only, quote);
    return count;
}

void bd_sides_tell_renamed(const bd_sides *s, bd_comparison *c)
{
    for (size_t g = 0; g < c->group_count && s->bases.count == 0; g++) {
        bd_map names = BD_MAP_INIT;
        bd_buf text = BD_BUF_INIT, call = BD_BUF_INIT;
        find_names(c, g, &names);
        size_t gone = put_name(&names, IN_BASE, "OLD", &call);
        size_t new = put_name(&names, IN_HEAD, "NEW", &call);
        bd_buf_printf(&text,
                      "%s: %zu benchmark%s gone, %zu new; what only has another name goes on under "
                      "it: benchdoc history rename series%s",
                      c->groups[g].lane.suite, gone, gone == 1 ? " is" : "s are", new,
                      bd_buf_text(&call));
        if (gone > 0 && new > 0)
            bd_comparison_note(c, bd_buf_text(&text));
        bd_buf_release(&text);
        bd_buf_release(&call);
        bd_map_release(&names);
    }
}
