/* Groups result files into inputs: see guess.h. */
#include "cli/guess.h"
#include "core/query/query.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 16, HOLES_MAX = 2 };

/* A path cut at its slashes. */
typedef struct parts {
    bd_str items[PARTS_MAX];
    size_t count; /* 0 = too deep to be guessed about */
} parts;

typedef struct grouping {
    const char *root;
    const bd_tree *tree;
    const char **formats; /* one per file; NULL = no result, or taken already */
    bd_guesses *out;
} grouping;

static parts split(const char *path)
{
    parts p = { 0 };
    bd_str rest = bd_str_of(path), part;
    while (bd_str_split(&rest, '/', &part)) {
        if (p.count == PARTS_MAX)
            return (parts){ 0 };
        p.items[p.count++] = part;
    }
    return p;
}

/* ---- what the parts have in common ---- */

static bool is_separator(char c)
{
    return c == '-' || c == '_' || c == '.' || c == ' ';
}

/* The common beginning and end of the values of one place. */
typedef struct affix {
    size_t before, after;
} affix;

static bool is_digit(char c)
{
    return isdigit((unsigned char)c) != 0;
}

/* "2026-07-01T22.14" is one number of several parts. */
static bool joins_digits(char c)
{
    return is_separator(c) || c == 'T' || c == ':';
}

/* The affix without the digits that belong to a number in the hole. */
static affix without_digits(affix a, bd_str value)
{
    const char *text = value.ptr;
    while (
        a.before > 0
        && (is_digit(text[a.before - 1])
            || (a.before > 1 && joins_digits(text[a.before - 1]) && is_digit(text[a.before - 2]))))
        a.before--;
    size_t at = value.len - a.after;
    while (at < value.len
           && (is_digit(text[at])
               || (at + 1 < value.len && joins_digits(text[at]) && is_digit(text[at + 1]))))
        at++;
    a.after = value.len - at;
    return a;
}

/* @param to_separators  cut back to them: "linux" and "lisa" have no word in common */
static affix common_affix(const bd_str *values, size_t count, bool to_separators)
{
    affix a = { values[0].len, values[0].len };
    for (size_t i = 1; i < count; i++) {
        size_t n = 0, m = 0, least = values[i].len < values[0].len ? values[i].len : values[0].len;
        while (n < least && values[i].ptr[n] == values[0].ptr[n])
            n++;
        while (m < least
               && values[i].ptr[values[i].len - 1 - m] == values[0].ptr[values[0].len - 1 - m])
            m++;
        a.before = n < a.before ? n : a.before;
        a.after = m < a.after ? m : a.after;
    }
    while (to_separators && a.before > 0 && !is_separator(values[0].ptr[a.before - 1]))
        a.before--;
    while (to_separators && a.after > 0 && !is_separator(values[0].ptr[values[0].len - a.after]))
        a.after--;
    if (!to_separators)
        a = without_digits(a, values[0]);
    for (size_t i = 0; i < count; i++)
        if (a.before + a.after >= values[i].len)
            a.after = 0;
    return a;
}

static bool looks_like_time(const bd_str *values, size_t count, affix a)
{
    enum { DIGITS_OF_A_DATE = 8 };
    for (size_t i = 0; i < count; i++) {
        size_t digits = 0;
        for (size_t c = a.before; c + a.after < values[i].len; c++)
            digits += is_digit(values[i].ptr[c]);
        if (digits < DIGITS_OF_A_DATE)
            return false;
    }
    return true;
}

/* Appends a name with every number in it as "#": "jmh-2026-07-01.json" as "jmh-#.json". */
static void put_skeleton(bd_str name, bd_buf *out)
{
    for (size_t i = 0; i < name.len; i++) {
        if (!is_digit(name.ptr[i])) {
            bd_buf_putc(out, name.ptr[i]);
            continue;
        }
        bd_buf_putc(out, '#');
        while (i + 1 < name.len
               && (is_digit(name.ptr[i + 1])
                   || (i + 2 < name.len && joins_digits(name.ptr[i + 1])
                       && is_digit(name.ptr[i + 2]))))
            i++;
    }
}

static bool same_but_numbers(bd_str a, bd_str b)
{
    bd_buf x = BD_BUF_INIT, y = BD_BUF_INIT;
    put_skeleton(a, &x);
    put_skeleton(b, &y);
    bool same = bd_str_eq(bd_buf_str(&x), bd_buf_str(&y));
    bd_buf_release(&x);
    bd_buf_release(&y);
    return same;
}

/* Names that mean something else in a query. */
static bool is_taken(const char *name)
{
    static const char *const taken[] = { "benchmark", "class",   "method",  "mode",    "threads",
                                         "metric",    "unit",    "suite",   "outcome", "commit",
                                         "branch",    "message", "dirty",   "tool",    "format",
                                         "file",      "date",    "cpu",     "backend", "latest",
                                         "timestamp", "time",    "results", "result" };
    for (size_t i = 0; i < BD_COUNT(taken); i++)
        if (strcmp(name, taken[i]) == 0)
            return true;
    return false;
}

/* "tick-report-" → "report": the last word before the hole. */
static const char *hole_name(bd_arena *arena, bd_str before, const char *other)
{
    size_t to = before.len;
    while (to > 0 && is_separator(before.ptr[to - 1]))
        to--;
    size_t from = to;
    while (from > 0 && isalpha((unsigned char)before.ptr[from - 1]))
        from--;
    char *name = bd_arena_text(arena, bd_str_sub(before, from, to));
    for (char *c = name; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    if (name[0] && !is_taken(name))
        return name;
    return other;
}

/* ---- a group and its pattern ---- */

typedef enum shape {
    SAME_NAME,    /* in folders that differ */
    SAME_NUMBERS, /* names in one folder that differ by a date or number only */
    SAME_FOLDER,
} shape;

typedef struct file_group {
    const char *format;
    size_t members[4096];
    size_t count;
    size_t depth; /* how many parts its paths have */
} file_group;

static bool same_shape(const parts *a, const parts *b, shape how)
{
    if (a->count != b->count || a->count == 0)
        return false;
    bd_str name = a->items[a->count - 1], other = b->items[b->count - 1];
    if (how == SAME_NAME)
        return bd_str_eq(name, other);
    if (how == SAME_NUMBERS && !same_but_numbers(name, other))
        return false;
    for (size_t i = 0; i + 1 < a->count; i++)
        if (!bd_str_eq(a->items[i], b->items[i]))
            return false;
    return true;
}

static void collect(const grouping *g, size_t first, shape how, file_group *out)
{
    parts own = split(g->tree->items[first].path);
    *out = (file_group){ .format = g->formats[first], .depth = own.count };
    for (size_t i = first; i < g->tree->count && out->count < BD_COUNT(out->members); i++) {
        if (!g->formats[i] || strcmp(g->formats[i], out->format) != 0)
            continue;
        parts other = split(g->tree->items[i].path);
        if (same_shape(&own, &other, how))
            out->members[out->count++] = i;
    }
}

static void values_at(const grouping *g, const file_group *group, size_t place, bd_str *out)
{
    for (size_t i = 0; i < group->count; i++)
        out[i] = split(g->tree->items[group->members[i]].path).items[place];
}

static bool varies(const bd_str *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (!bd_str_eq(values[i], values[0]))
            return true;
    return false;
}

typedef struct drawing {
    shape how;
    bd_buf pattern;
    const char *newest;
    size_t holes;
    bool common; /* the last hole has something in common around it */
} drawing;

static void draw_part(bd_arena *arena, const bd_str *values, size_t count, drawing *d)
{
    if (!varies(values, count)) {
        bd_buf_put_str(&d->pattern, values[0]);
        return;
    }
    affix a = common_affix(values, count, d->how != SAME_NUMBERS);
    affix wide = without_digits(a, values[0]);
    bool is_time = looks_like_time(values, count, wide) && !d->newest;
    if (is_time || d->how == SAME_NUMBERS)
        a = wide;
    const char *other = d->how == SAME_NUMBERS ? "n" : d->holes == 0 ? "folder" : "subfolder";
    const char *name = hole_name(arena, bd_str_sub(values[0], 0, a.before), other);
    d->holes++;
    d->common = a.before > 0;
    if (is_time)
        name = "timestamp";
    if (is_time || d->how == SAME_NUMBERS)
        d->newest = name;
    bd_buf_put_str(&d->pattern, bd_str_sub(values[0], 0, a.before));
    bd_buf_printf(&d->pattern, "{%s}", name);
    bd_buf_put_str(&d->pattern, bd_str_sub(values[0], values[0].len - a.after, values[0].len));
}

/* Does the pattern name the group's files and no other? */
static bool fits_exactly(const grouping *g, const file_group *group, bd_str pattern)
{
    bd_found_files found = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    bool fits = bd_files_find(g->root, pattern, &found, &ignored) && found.count == group->count;
    bd_found_files_release(&found);
    return fits;
}

static bool draw(const grouping *g, const file_group *group, drawing *d)
{
    bd_str *values = bd_alloc(group->count * sizeof *values);
    for (size_t place = 0; place < group->depth; place++) {
        bd_buf_puts(&d->pattern, place > 0 ? "/" : "");
        values_at(g, group, place, values);
        draw_part(&g->out->arena, values, group->count, d);
    }
    free(values);
    bool meant = d->holes >= 1 && d->holes <= HOLES_MAX && (d->how != SAME_FOLDER || d->common);
    return meant && fits_exactly(g, group, bd_buf_str(&d->pattern));
}

static bd_guess *add_guess(bd_guesses *out, const char *format, const char *pattern)
{
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    bd_guess *guess = &out->items[out->count++];
    *guess = (bd_guess){ .format = format, .pattern = pattern };
    return guess;
}

static bool take_group(grouping *g, size_t first, shape how)
{
    file_group *members = bd_alloc(sizeof *members);
    drawing d = { .how = how };
    collect(g, first, how, members);
    bool taken = members->count >= 2 && draw(g, members, &d);
    if (taken) {
        bd_guess *guess = add_guess(g->out, members->format,
                                    bd_arena_text(&g->out->arena, bd_buf_str(&d.pattern)));
        guess->newest = d.newest;
        for (size_t i = 0; i < members->count; i++) {
            bd_names_add(&guess->files, g->tree->items[members->members[i]].path);
            g->formats[members->members[i]] = NULL;
        }
    }
    bd_buf_release(&d.pattern);
    free(members);
    return taken;
}

void bd_guess_inputs(const char *root, const bd_tree *tree, bd_guesses *out)
{
    grouping g = { root, tree, bd_alloc((tree->count + 1) * sizeof *g.formats), out };
    for (size_t i = 0; i < tree->count; i++) {
        bd_error err = BD_ERROR_INIT;
        g.formats[i] = bd_tree_format(root, &tree->items[i]);
        if (!g.formats[i] && bd_tree_unreadable(root, &tree->items[i], &err))
            bd_diagnostics_add(&out->unread, BD_NOTE, &err);
    }
    for (size_t i = 0; i < tree->count; i++) {
        if (!g.formats[i] || take_group(&g, i, SAME_NAME) || take_group(&g, i, SAME_NUMBERS)
            || take_group(&g, i, SAME_FOLDER))
            continue;
        bd_guess *guess = add_guess(out, g.formats[i], tree->items[i].path);
        bd_names_add(&guess->files, tree->items[i].path);
    }
    free(g.formats);
}

void bd_guess_split(const bd_guess *guess, bd_guesses *out)
{
    for (size_t i = 0; i < guess->files.count; i++)
        bd_names_add(&add_guess(out, guess->format, guess->files.items[i])->files,
                     guess->files.items[i]);
}

void bd_guesses_release(bd_guesses *guesses)
{
    for (size_t i = 0; i < guesses->count; i++)
        bd_names_release(&guesses->items[i].files);
    free(guesses->items);
    bd_diagnostics_release(&guesses->unread);
    bd_arena_release(&guesses->arena);
    *guesses = (bd_guesses){ 0 };
}
