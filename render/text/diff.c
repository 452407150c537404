/* A unified diff: Myers' O(ND) algorithm in its linear-space form (E. Myers, "An O(ND)
 * Difference Algorithm and Its Variations", 1986), over whole lines. Work is bounded:
 * two texts that have next to nothing in common are shown as replaced. */
#include "render/text/internal.h"

#include "core/base/map.h"

#include <stdlib.h>
#include <string.h>

enum { COST_MAX = 2000 };

static const size_t context = 3; /* equal lines around a change */

typedef struct side {
    bd_str *lines; /* with their line ends; arena */
    uint32_t *ids; /* equal lines have equal numbers; arena */
    bool *changed;
    size_t count;
} side;

typedef struct differ {
    side a, b;
    long *forward, *backward; /* furthest points by diagonal; both directions */
    long middle;              /* index of diagonal 0 */
    bd_arena arena;
} differ;

/* ---- lines ---- */

static void split(bd_str text, side *s, bd_map *ids, bd_arena *arena)
{
    size_t lines = 1;
    for (size_t i = 0; i < text.len; i++)
        lines += text.ptr[i] == '\n';
    s->lines = bd_arena_alloc(arena, lines * sizeof *s->lines);
    s->ids = bd_arena_alloc(arena, lines * sizeof *s->ids);
    s->changed = bd_arena_alloc(arena, lines * sizeof *s->changed);
    while (text.len > 0) {
        const char *end = memchr(text.ptr, '\n', text.len);
        size_t n = end ? (size_t)(end - text.ptr) + 1 : text.len;
        bd_str line = bd_str_sub(text, 0, n);
        s->lines[s->count] = line;
        s->ids[s->count++] = (uint32_t)*bd_map_put(ids, line, ids->count, NULL);
        text = bd_str_sub(text, n, text.len);
    }
}

/* ---- the shortest edit script ---- */

typedef struct box {
    long a0, a1, b0, b1; /* half-open ranges of lines */
} box;

static void mark_all(differ *d, box x)
{
    for (long i = x.a0; i < x.a1; i++)
        d->a.changed[i] = true;
    for (long i = x.b0; i < x.b1; i++)
        d->b.changed[i] = true;
}

static bool same(const differ *d, long i, long j)
{
    return d->a.ids[i] == d->b.ids[j];
}

/* The furthest point on diagonal `k` after one more step; -1 = none within the box. */
static long furthest(const long *reached, long k, long cost, box r)
{
    long width = r.a1 - r.a0, height = r.b1 - r.b0, best = -1;
    if (cost == 0)
        return 0;
    if (k > -cost && reached[k - 1] >= 0 && reached[k - 1] < width)
        best = reached[k - 1] + 1;
    if (k < cost && reached[k + 1] > best && reached[k + 1] - k <= height)
        best = reached[k + 1];
    return best;
}

/* One more step on every diagonal, from the front or from the back.
 * @return whether the two searches met, at met->a0, met->b0 */
static bool step(differ *d, box r, long cost, bool back, box *met)
{
    long *own = (back ? d->backward : d->forward) + d->middle;
    const long *other = (back ? d->forward : d->backward) + d->middle;
    long width = r.a1 - r.a0, height = r.b1 - r.b0, delta = width - height;
    long limit = back ? cost : cost - 1; /* what the other side has searched */
    bool may_meet = (delta % 2 == 0) == back;
    for (long k = -cost; k <= cost; k += 2) {
        long i = furthest(own, k, cost, r), j = i - k;
        while (i >= 0 && i < width && j < height
               && (back ? same(d, r.a1 - 1 - i, r.b1 - 1 - j) : same(d, r.a0 + i, r.b0 + j))) {
            i++;
            j++;
        }
        own[k] = i;
        long facing = delta - k;
        if (i < 0 || !may_meet || facing < -limit || facing > limit || other[facing] < 0
            || i + other[facing] < width)
            continue;
        *met = back ? (box){ .a0 = r.a1 - i, .b0 = r.b1 - j }
                    : (box){ .a0 = r.a0 + i, .b0 = r.b0 + j };
        return true;
    }
    return false;
}

/* A point that a shortest path goes through. @return false when the search got too dear */
static bool find_middle(differ *d, box r, box *met)
{
    for (long cost = 0; cost <= COST_MAX; cost++)
        if (step(d, r, cost, false, met) || step(d, r, cost, true, met))
            return true;
    return false;
}

static void compare(differ *d, box r)
{
    while (r.a0 < r.a1 && r.b0 < r.b1 && same(d, r.a0, r.b0)) {
        r.a0++;
        r.b0++;
    }
    while (r.a0 < r.a1 && r.b0 < r.b1 && same(d, r.a1 - 1, r.b1 - 1)) {
        r.a1--;
        r.b1--;
    }
    box met = r;
    bool found = r.a0 < r.a1 && r.b0 < r.b1 && find_middle(d, r, &met);
    if (!found || (met.a0 == r.a0 && met.b0 == r.b0) || (met.a0 == r.a1 && met.b0 == r.b1)) {
        mark_all(d, r);
        return;
    }
    compare(d, (box){ r.a0, met.a0, r.b0, met.b0 });
    compare(d, (box){ met.a0, r.a1, met.b0, r.b1 });
}

/* ---- what is printed ---- */

typedef struct printer {
    const differ *d;
    bd_buf *out;
    size_t differing;
} printer;

static bd_str without_end(bd_str line)
{
    if (line.len > 0 && line.ptr[line.len - 1] == '\n')
        line.len--;
    return line;
}

static bd_str without_cr(bd_str line)
{
    line = without_end(line);
    if (line.len > 0 && line.ptr[line.len - 1] == '\r')
        line.len--;
    return line;
}

/* A document may hold bytes that a terminal or a log would obey. */
static void put_harmless(bd_str text, bd_buf *out)
{
    for (size_t i = 0; i < text.len;) {
        int32_t c;
        size_t n = bd_utf8_at(text, i, &c);
        if (c != '\t' && (c < 0 || bd_is_hidden(c)))
            bd_put_visible(c, (unsigned char)text.ptr[i], out);
        else
            bd_buf_add(out, text.ptr + i, n);
        i += n;
    }
}

static void put_line(const printer *p, char mark, bd_str line, bool show_cr)
{
    bd_buf_putc(p->out, mark);
    put_harmless(without_cr(line), p->out);
    if (without_cr(line).len < without_end(line).len)
        bd_buf_puts(p->out, show_cr ? "\xE2\x90\x8D" : "\r");
    bd_buf_putc(p->out, '\n');
    if (without_end(line).len == line.len)
        bd_buf_puts(p->out, "\\ No newline at end of file\n");
}

static size_t run_of_changes(const side *s, size_t at)
{
    size_t n = 0;
    while (at + n < s->count && s->changed[at + n])
        n++;
    return n;
}

static bool only_ends_differ(const differ *d, size_t i, size_t j)
{
    return bd_str_eq(without_cr(d->a.lines[i]), without_cr(d->b.lines[j]));
}

/* Lines taken away, then lines put in; returns behind them. */
static void put_change(printer *p, size_t *i, size_t *j)
{
    const differ *d = p->d;
    size_t away = run_of_changes(&d->a, *i), in = run_of_changes(&d->b, *j);
    for (size_t k = 0; k < away; k++)
        put_line(p, '-', d->a.lines[*i + k], k < in && only_ends_differ(d, *i + k, *j + k));
    for (size_t k = 0; k < in; k++)
        put_line(p, '+', d->b.lines[*j + k], k < away && only_ends_differ(d, *i + k, *j + k));
    p->differing += away + in;
    *i += away;
    *j += in;
}

/* How many equal lines stand before the next change; up to the end there are none. */
static size_t equal_lines(const differ *d, size_t i, size_t j)
{
    size_t n = 0;
    while (i + n < d->a.count && j + n < d->b.count && !d->a.changed[i + n] && !d->b.changed[j + n])
        n++;
    return n;
}

static bool at_end(const differ *d, size_t i, size_t j)
{
    return i >= d->a.count && j >= d->b.count;
}

/* Where the hunk that begins at i, j ends: before a gap of more than twice the context. */
static void hunk_end(const differ *d, size_t *i, size_t *j)
{
    while (!at_end(d, *i, *j)) {
        *i += run_of_changes(&d->a, *i);
        *j += run_of_changes(&d->b, *j);
        size_t gap = equal_lines(d, *i, *j);
        bool last = at_end(d, *i + gap, *j + gap);
        size_t taken = last || gap > 2 * context ? (gap < context ? gap : context) : gap;
        *i += taken;
        *j += taken;
        if (last || gap > 2 * context)
            return;
    }
}

static void put_range(bd_buf *out, char mark, size_t from, size_t to)
{
    size_t n = to - from;
    bd_buf_printf(out, " %c%zu", mark, n == 0 ? from : from + 1);
    if (n != 1)
        bd_buf_printf(out, ",%zu", n);
}

static void put_hunk(printer *p, size_t *i, size_t *j, size_t before)
{
    size_t a_from = *i - before, b_from = *j - before, a_to = *i, b_to = *j;
    hunk_end(p->d, &a_to, &b_to);
    bd_buf_puts(p->out, "@@");
    put_range(p->out, '-', a_from, a_to);
    put_range(p->out, '+', b_from, b_to);
    bd_buf_puts(p->out, " @@\n");
    size_t a = a_from, b = b_from;
    while (a < a_to || b < b_to) {
        if ((a < a_to && p->d->a.changed[a]) || (b < b_to && p->d->b.changed[b])) {
            put_change(p, &a, &b);
        } else {
            put_line(p, ' ', p->d->a.lines[a], false);
            a++;
            b++;
        }
    }
    *i = a_to;
    *j = b_to;
}

static void put_hunks(printer *p)
{
    size_t i = 0, j = 0, gap = equal_lines(p->d, 0, 0);
    while (!at_end(p->d, i + gap, j + gap)) {
        i += gap;
        j += gap;
        put_hunk(p, &i, &j, gap < context ? gap : context);
        gap = equal_lines(p->d, i, j);
    }
}

size_t bd_unified_diff(bd_str before, bd_str after, const char *name, bd_buf *out)
{
    if (bd_str_eq(before, after))
        return 0;
    differ d = { .arena = BD_ARENA_INIT };
    bd_map ids = BD_MAP_INIT;
    split(before, &d.a, &ids, &d.arena);
    split(after, &d.b, &ids, &d.arena);
    bd_map_release(&ids);
    size_t diagonals = d.a.count + d.b.count < COST_MAX ? d.a.count + d.b.count : COST_MAX;
    d.middle = (long)diagonals + 2;
    d.forward = bd_arena_alloc(&d.arena, (2 * diagonals + 6) * sizeof *d.forward);
    d.backward = bd_arena_alloc(&d.arena, (2 * diagonals + 6) * sizeof *d.backward);
    compare(&d, (box){ 0, (long)d.a.count, 0, (long)d.b.count });
    printer p = { .d = &d, .out = out };
    bd_buf_puts(out, "--- a/");
    bd_terminal_text(bd_str_of(name), out);
    bd_buf_puts(out, "\n+++ b/");
    bd_terminal_text(bd_str_of(name), out);
    bd_buf_putc(out, '\n');
    put_hunks(&p);
    bd_arena_release(&d.arena);
    return p.differing;
}
