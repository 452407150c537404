/* What github-action-benchmark (since v1.18) makes of Go's result lines: an entry for each
 * value, and before them, where a line has several, one with the rest of the line as unit,
 * which older versions wrote. */
#include "ingest/go.h"

#include <string.h>

/* Names that wait for the packages: of the first entry of a line, and of the others. */
static const char name_alone[] = "", name_and_unit[] = "-";

/* Which characters a name may have behind "Benchmark" and one of A-Z a-z 0-9 _ . */
static bool is_taken(bd_str name)
{
    static const char others[] = "_()$%^&*+,-./:;<=|[]{}\"#";
    size_t n = strlen("Benchmark");
    for (size_t i = n; i < name.len; i++) {
        char c = name.ptr[i];
        bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                    || c == '_';
        if (!word && (i == n || c == '\0' || !strchr(others, c)))
            return false;
    }
    return name.len > n;
}

static const char *extra_of(bd_go *go, bd_str name, bd_str times)
{
    bd_str base;
    size_t procs = bd_go_procs(name, &base) > 0 || base.len < name.len ? name.len - base.len : 0;
    char *text = bd_arena_alloc(&go->run->arena, times.len + procs + sizeof " times\n procs");
    char *at = text;
    memcpy(at, times.ptr, times.len);
    at += times.len;
    memcpy(at, " times", 6);
    at += 6;
    if (procs > 0) {
        *at++ = '\n';
        memcpy(at, name.ptr + base.len + 1, procs - 1);
        memcpy(at + procs - 1, " procs", 6);
    }
    return text;
}

static void add_entry(bd_go *go, bd_go_metric *metric, const bd_compat *entry)
{
    if (!bd_number_finite(entry->value))
        return;
    bd_compat *compat = bd_arena_copy(&go->run->arena, entry, sizeof *entry);
    compat->place = go->place++;
    if (metric->last_compat)
        metric->last_compat->next = compat;
    else
        metric->compat = compat;
    metric->last_compat = compat;
}

/* A piece between blanks and tabs; behind a blank at the end there is an empty one.
 * @return false when there is no further one */
static bool next_piece(bd_str *rest, bd_str *piece)
{
    size_t end = 0;
    if (!rest->ptr)
        return false;
    while (end < rest->len && rest->ptr[end] != ' ' && rest->ptr[end] != '\t')
        end++;
    *piece = bd_str_sub(*rest, 0, end);
    size_t next = end;
    while (next < rest->len && (rest->ptr[next] == ' ' || rest->ptr[next] == '\t'))
        next++;
    if (next == end)
        rest->ptr = NULL;
    else
        *rest = bd_str_sub(*rest, next, rest->len);
    return true;
}

static bd_go_metric *metric_of(const bd_go_group *group, bd_str unit, size_t guess)
{
    if (guess < group->count && bd_str_eq(group->metrics[guess].unit, unit))
        return &group->metrics[guess];
    for (size_t i = 0; i < group->count; i++)
        if (bd_str_eq(group->metrics[i].unit, unit))
            return &group->metrics[i];
    return NULL;
}

/* The entry with all that follows the first value as its unit, when that is more than one
 * word. JavaScript looks for the second piece from the start, and so does this. */
static bool add_whole(bd_go *go, bd_go_group *group, bd_str rest, bd_compat *entry)
{
    bd_str left = rest, value, unit, more;
    if (!next_piece(&left, &value) || !next_piece(&left, &unit) || !next_piece(&left, &more))
        return false;
    const char *at = memmem(rest.ptr, rest.len, unit.ptr, unit.len);
    bd_go_metric *metric = metric_of(group, unit, 0);
    bd_str whole = { at, (size_t)(rest.ptr + rest.len - at) };
    entry->name = name_alone;
    entry->value = bd_parse_float(value);
    entry->unit = bd_arena_text(&go->run->arena, whole);
    if (metric)
        add_entry(go, metric, entry);
    return true;
}

void bd_go_add_compat(bd_go *go, bd_go_group *group, bd_str times, bd_str rest)
{
    bd_str base, value, unit;
    bd_go_procs(group->name, &base);
    while (rest.len > 0 && (rest.ptr[0] == ' ' || (rest.ptr[0] >= '\t' && rest.ptr[0] <= '\r')))
        rest = bd_str_sub(rest, 1, rest.len);
    if (!is_taken(base) || rest.len == 0)
        return;
    bd_compat entry = { .extra = extra_of(go, group->name, times) };
    entry.name = add_whole(go, group, rest, &entry) ? name_and_unit : name_alone;
    for (size_t i = 0; next_piece(&rest, &value) && next_piece(&rest, &unit); i++) {
        bd_go_metric *metric = metric_of(group, unit, i);
        if (!metric)
            continue;
        entry.value = bd_parse_float(value);
        entry.unit = metric->unit.ptr;
        add_entry(go, metric, &entry);
    }
}

/* ---- names ---- */

static bool contains(bd_str name, bd_str part, char slash)
{
    for (size_t i = 0; i + part.len <= name.len; i++) {
        size_t k = 0;
        while (k < part.len && name.ptr[i + k] == (part.ptr[k] == '/' ? slash : part.ptr[k]))
            k++;
        if (k == part.len)
            return true;
    }
    return false;
}

/* Does a name end in two or more of its package's parts, with "/" or "_" between? Then the
 * action does not add the package. */
static bool names_package(bd_str name, bd_str package)
{
    for (bd_str rest = package, part; bd_str_split(&rest, '/', &part) && rest.ptr;) {
        bd_str end = { part.ptr, (size_t)(package.ptr + package.len - part.ptr) };
        if (contains(name, end, '/') || contains(name, end, '_'))
            return true;
    }
    return false;
}

void bd_go_name_compat(bd_go *go, const bd_go_group *group)
{
    bd_arena *arena = &go->run->arena;
    bd_str base;
    const char *package = bd_pairs_get(&go->states[group->state].settings, "pkg");
    bd_go_procs(group->name, &base);
    bool adds = go->packages.count > 1 && package && *package
                && !names_package(base, bd_str_of(package));
    const char *alone = NULL;
    for (size_t i = 0; i < group->count; i++) {
        const char *with_unit = NULL;
        for (bd_compat *c = group->metrics[i].compat; c; c = (bd_compat *)c->next) {
            if (!alone)
                alone = adds ? bd_arena_printf(arena, "%.*s (%s)", (int)base.len, base.ptr, package)
                             : bd_arena_text(arena, base);
            if (c->name == name_and_unit && !with_unit)
                with_unit = bd_arena_printf(arena, "%s - %s", alone, c->unit);
            c->name = c->name == name_and_unit ? with_unit : alone;
        }
    }
}
