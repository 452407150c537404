/* Reads benchstat's inputs into samples and its tables into plain lines. */
#include "tests/stats/benchstat.h"

#include "tests/support.h"

#include "core/base/number.h"

#include <stdlib.h>
#include <string.h>

static bd_str next_word(bd_str *rest)
{
    size_t from = 0, to = 0;
    while (from < rest->len && (rest->ptr[from] == ' ' || rest->ptr[from] == '\t'))
        from++;
    for (to = from; to < rest->len && rest->ptr[to] != ' ' && rest->ptr[to] != '\t'; to++)
        ;
    bd_str word = bd_str_sub(*rest, from, to);
    *rest = bd_str_sub(*rest, to, rest->len);
    return word;
}

/* The value of "/key=…" in a name, up to the next slash. */
static bd_str part_of(bd_str name, const char *key)
{
    bd_str part;
    while (bd_str_split(&name, '/', &part))
        if (bd_str_starts(part, key))
            return bd_str_sub(part, strlen(key), part.len);
    return BD_STR("");
}

static bool place(bd_str name, bd_str column, layout how, bd_str place[2])
{
    place[0] = name;
    place[1] = column;
    if (how == NAME_BY_FILE)
        bd_str_split(&name, '/', &place[0]);
    if (how != SIZE_BY_POLY)
        return true;
    place[0] = part_of(name, "size=");
    place[1] = part_of(name, "poly=");
    return bd_str_starts(part_of(name, "align="), "0-");
}

sample *samples_find(samples *all, bd_str row, bd_str column, bd_str unit)
{
    for (size_t i = 0; i < all->count; i++) {
        sample *s = &all->items[i];
        if (bd_str_is(row, s->row) && bd_str_is(column, s->column) && bd_str_is(unit, s->unit))
            return s;
    }
    return NULL;
}

static void add_value(samples *all, const bd_str where[2], bd_str unit, double value)
{
    if (bd_str_is(unit, "ns/op")) {
        unit = BD_STR("sec/op");
        value *= 1e-9;
    } else if (bd_str_is(unit, "MB/s")) {
        unit = BD_STR("B/s");
        value *= 1e6;
    }
    sample *s = samples_find(all, where[0], where[1], unit);
    if (!s) {
        all->items = bd_grow(all->items, all->count, &all->capacity, sizeof *all->items);
        s = &all->items[all->count++];
        *s = (sample){ .row = bd_arena_text(&all->arena, where[0]),
                       .column = bd_arena_text(&all->arena, where[1]),
                       .unit = bd_arena_text(&all->arena, unit) };
    }
    assert_true(s->count < SAMPLE_ROOM);
    s->values[s->count++] = value;
}

static void read_benchmark(samples *all, bd_str line, bd_str column, layout how)
{
    bd_str name = next_word(&line), where[2];
    next_word(&line); /* iterations */
    if (!place(bd_str_sub(name, strlen("Benchmark"), name.len), column, how, where))
        return;
    for (;;) {
        bd_str text = next_word(&line), unit = next_word(&line);
        double value = 0;
        if (unit.len == 0)
            break;
        assert_true(bd_double_parse(text, &value));
        add_value(all, where, unit, value);
    }
}

void samples_read(samples *all, const char *path, const char *column, layout how)
{
    bd_buf file = test_read(path);
    bd_str rest = bd_buf_str(&file), line, col = bd_str_of(column), exact[8];
    size_t exacts = 0;
    while (bd_str_split(&rest, '\n', &line)) {
        if (bd_str_starts(line, "note: ") && how == BY_NOTE)
            col = bd_str_sub(line, strlen("note: "), line.len);
        if (bd_str_starts(line, "Benchmark"))
            read_benchmark(all, line, col, how);
        if (bd_str_starts(line, "Unit ")) {
            next_word(&line);
            assert_true(exacts < BD_COUNT(exact));
            exact[exacts++] = next_word(&line);
        }
    }
    for (size_t i = 0; i < all->count; i++)
        for (size_t e = 0; e < exacts; e++)
            all->items[i].exact |= bd_str_is(exact[e], all->items[i].unit);
    bd_buf_release(&file);
}

void samples_seal(samples *all)
{
    for (size_t i = 0; i < all->count; i++) {
        double room[SAMPLE_ROOM];
        sample *s = &all->items[i];
        bd_sort((bd_series_values){ .doubles = s->values, .count = s->count }, room);
        memcpy(s->values, room, sizeof room);
    }
}

void samples_release(samples *all)
{
    free(all->items);
    bd_arena_release(&all->arena);
    *all = (samples){ 0 };
}

bd_sorted sample_sorted(const sample *s)
{
    return (bd_sorted){ s->values, s->count };
}

double sample_center(const sample *s)
{
    size_t best = 0, run = 0, longest = 0;
    if (!s->exact)
        return bd_sorted_median(sample_sorted(s));
    for (size_t i = 0; i < s->count; i++) {
        run = i > 0 && s->values[i] == s->values[i - 1] ? run + 1 : 1;
        if (run > longest) {
            longest = run;
            best = i;
        }
    }
    return s->values[best];
}

char *plain_line(bd_arena *arena, bd_str line)
{
    static const struct {
        const char *text;
        char plain;
    } signs[] = { { "│", '|' }, { "±", '=' }, { "∞", 'I' }, { "µ", 'u' },
                  { "¹", '^' }, { "²", '^' }, { "³", '^' } };
    bd_buf out = BD_BUF_INIT;
    while (line.len > 0) {
        size_t taken = 1;
        char plain = line.ptr[0];
        for (size_t i = 0; i < BD_COUNT(signs); i++)
            if (bd_str_starts(line, signs[i].text)) {
                plain = signs[i].plain;
                taken = strlen(signs[i].text);
            }
        bd_buf_putc(&out, plain);
        line = bd_str_sub(line, taken, line.len);
    }
    char *text = bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}
