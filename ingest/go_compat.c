/* What github-action-benchmark (since v1.18) makes of Go's result lines: an entry for each
 * value, and before them, where a line has several, one with the rest of the line as unit,
 * which older versions wrote. */
#include "ingest/go.h"

#include <string.h>

/* Which characters a name may have behind "Benchmark" and one of A-Z a-z 0-9 _ . */
bool bd_go_is_taken(bd_str name)
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

static const char *extra_of(bd_go *go, const bd_go_group *group, bd_str times)
{
    size_t procs = group->name.len - group->base.len; /* with its dash */
    char *text = bd_arena_alloc(&go->run->arena, times.len + procs + sizeof " times\n procs");
    char *at = text;
    memcpy(at, times.ptr, times.len);
    at += times.len;
    memcpy(at, " times", 6);
    at += 6;
    if (procs > 0) {
        *at++ = '\n';
        memcpy(at, group->name.ptr + group->base.len + 1, procs - 1);
        memcpy(at + procs - 1, " procs", 6);
    }
    return text;
}

/* Room for a name whose package is not known to be needed yet. */
static const char *room_for(bd_go *go, const bd_go_group *group, size_t unit, char **name)
{
    const char *there = *name;
    if (there)
        return there;
    const char *package = bd_pairs_get(&go->states[group->state].settings, "pkg");
    size_t more = package ? strlen(package) + strlen(" ()") : 0;
    return *name = bd_arena_alloc(&go->run->arena,
                                  group->base.len + more + strlen(" - ") + unit + 1);
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

/* JavaScript's number: what the value begins with; no integer beyond 2^53. */
static bd_number value_of(const bd_go_line *line, size_t pair)
{
    bd_str word = line->words[2 + 2 * pair];
    if (pair >= line->pairs || memchr(word.ptr, ',', word.len))
        return bd_parse_float(word);
    bd_number value = line->values[pair];
    bool is_exact = value.kind != BD_NUMBER_INT
                    || (value.as.i <= INT64_C(1) << 53 && value.as.i >= -(INT64_C(1) << 53));
    return is_exact ? value : bd_double(bd_number_as_double(value));
}

static bool ends_in_blank(bd_str text)
{
    char c = text.len > 0 ? text.ptr[text.len - 1] : '\0';
    return c == ' ' || c == '\t';
}

/* The entry with all that follows the first value as its unit, when that is more than one
 * word. JavaScript looks for the second word from the start, and so does this. */
static void add_whole(bd_go *go, bd_go_group *group, const bd_go_line *line, bd_str text,
                      bd_compat entry)
{
    const char *from = line->words[2].ptr;
    bd_str rest = { from, (size_t)(text.ptr + text.len - from) }, unit = line->words[3];
    const char *at = memmem(rest.ptr, rest.len, unit.ptr, unit.len);
    bd_go_metric *metric = bd_go_metric_of(group, unit, 0);
    if (!metric)
        return;
    entry.name = room_for(go, group, 0, &group->compat_name);
    entry.value = value_of(line, 0);
    entry.unit = bd_arena_text(&go->run->arena, (bd_str){ at, (size_t)(rest.ptr + rest.len - at) });
    add_entry(go, metric, &entry);
}

void bd_go_add_compat(bd_go *go, bd_go_group *group, const bd_go_line *line, bd_str text)
{
    if (!group->is_taken)
        return;
    bd_compat entry = { .extra = extra_of(go, group, line->words[1]) };
    bool has_whole = line->count > 4 || ends_in_blank(text);
    if (has_whole)
        add_whole(go, group, line, text, entry);
    for (size_t i = 0; 3 + 2 * i < line->count; i++) {
        bd_go_metric *metric = bd_go_metric_of(group, line->words[3 + 2 * i], i);
        if (!metric)
            continue;
        entry.name = has_whole || i > 0
                         ? room_for(go, group, metric->unit.len, &metric->compat_name)
                         : room_for(go, group, 0, &group->compat_name);
        entry.value = value_of(line, i);
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

static void put(char **at, bd_str text)
{
    memcpy(*at, text.ptr, text.len);
    *at += text.len;
}

static void fill(char *name, const bd_go_group *group, const char *package, bd_str unit)
{
    if (!name)
        return;
    put(&name, group->base);
    if (package) {
        put(&name, BD_STR(" ("));
        put(&name, bd_str_of(package));
        put(&name, BD_STR(")"));
    }
    if (unit.len > 0)
        put(&name, BD_STR(" - "));
    put(&name, unit);
}

void bd_go_name_compat(const bd_go *go, const bd_go_group *group)
{
    const char *package = bd_pairs_get(&go->states[group->state].settings, "pkg");
    bool wanted = go->packages.count > 1
                  || bd_reader_word(go->reading->in->format, BD_GO_WITH_PACKAGES);
    if (!wanted || !package || !*package || names_package(group->base, bd_str_of(package)))
        package = NULL;
    fill(group->compat_name, group, package, BD_STR(""));
    for (size_t i = 0; i < group->count; i++)
        fill(group->metrics[i].compat_name, group, package, group->metrics[i].unit);
}
