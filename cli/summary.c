/* What a generate changed, in one line per document: nobody shall replace published
 * numbers without having been told. */
#include "cli/generate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct change {
    size_t cells, changed, filled; /* filled: where nothing stood before */
    double largest;                /* percent; NaN = none that is a number */
    bd_buf text;                   /* "Write, total: 685.1 ms → 699.5 ms" */
} change;

/* The number a cell begins with, its thousands separators dropped. @param rest  what follows it */
static bool number_of(bd_str cell, double *out, bd_str *rest)
{
    char digits[64];
    size_t n = 0, i = 0;
    for (; i < cell.len && n < sizeof digits - 1; i++) {
        char c = cell.ptr[i];
        if ((c >= '0' && c <= '9') || c == '.' || (c == '-' && n == 0))
            digits[n++] = c;
        else if (c != ','
                 && !(c == ' ' && i + 1 < cell.len && cell.ptr[i + 1] >= '0'
                      && cell.ptr[i + 1] <= '9'))
            break;
    }
    *rest = bd_str_trim(bd_str_sub(cell, i, cell.len));
    return n > 0 && bd_double_parse((bd_str){ digits, n }, out);
}

/* Would "%+.1f" print a zero? */
static bool rounds_to_nothing(double percent)
{
    return fabs(percent) < 0.05;
}

static void note_change(change *c, bd_str where, bd_str before, bd_str after)
{
    double x, y;
    bd_str unit, unit_now;
    c->changed++;
    c->filled += before.len == 0 || bd_str_is(before, "?");
    if (!number_of(before, &x, &unit) || !number_of(after, &y, &unit_now) || x == 0
        || !bd_str_eq(unit, unit_now)) /* another unit is another thing */
        return;
    double percent = (y - x) / fabs(x) * 100;
    if (!isnan(c->largest) && fabs(percent) <= fabs(c->largest))
        return;
    c->largest = percent;
    bd_buf_clear(&c->text);
    bd_buf_printf(&c->text, "%.*s: %.*s → %.*s", (int)where.len, where.ptr, (int)before.len,
                  before.ptr, (int)after.len, after.ptr);
}

/* Cells by their place; rows that came or went count as changed. */
static void compare_tables(const bd_text_table *before, const bd_text_table *after, change *c)
{
    size_t columns = after->column_count;
    for (size_t r = 1; r < after->row_count; r++)
        for (size_t k = 0; k < columns; k++) {
            bd_str now = after->cells[r * columns + k];
            bool had = r < before->row_count && k < before->column_count;
            bd_str old = had ? before->cells[r * before->column_count + k] : BD_STR("");
            c->cells++;
            if (!bd_str_eq(now, old))
                note_change(c, after->cells[k], old, now);
        }
    if (before->row_count > after->row_count)
        c->changed += (before->row_count - after->row_count) * columns;
}

static void compare_region(const bd_document *d, size_t index, change *c)
{
    const bd_region *region = &d->regions.items[index];
    bd_str old = bd_str_sub(bd_buf_str(&d->source), region->from, region->to);
    bd_str now = bd_buf_str(&d->built[index].text);
    bd_text_table before = { 0 }, after = { 0 };
    if (region->is_inline) {
        c->cells++;
        if (!bd_str_eq(bd_str_trim(old), bd_str_trim(now)))
            note_change(c, bd_str_of(region->arguments), bd_str_trim(old), bd_str_trim(now));
        return;
    }
    bool has_old = bd_text_table_read(old, &before);
    if (bd_text_table_read(now, &after)) {
        if (!has_old)
            before = (bd_text_table){ 0 };
        compare_tables(&before, &after, c);
    }
    bd_text_table_release(&before);
    bd_text_table_release(&after);
}

static void add_once(bd_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return;
    bd_names_add(names, name);
}

static const char *fact_of(const bd_run *run, bool cpu, bd_arena *arena)
{
    if (!cpu && run->commit.id) /* as git shortens it */
        return bd_arena_printf(arena, "%.9s", run->commit.id);
    if (!cpu)
        return "unknown";
    const char *text = bd_pairs_get(&run->environment, "cpu");
    bd_buf out = BD_BUF_INIT;
    bd_cpu_short(bd_str_of(text ? text : "unknown"), &out);
    const char *kept = bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return kept;
}

static void join(const bd_names *names, bd_buf *out)
{
    for (size_t i = 0; i < names->count; i++)
        bd_buf_printf(out, "%s%s", i > 0 ? ", " : "", names->items[i]);
}

/* "; commit 6476c9b → 76dcc7e" for the suites that the document shows. */
static void add_fact(const bd_document *d, const bd_shown *shown, const bd_runs *before, bool cpu,
                     bd_buf *line)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_names suites = { 0 }, now = { 0 }, then = { 0 };
    bd_buf a = BD_BUF_INIT, b = BD_BUF_INIT;
    for (size_t i = d->shown_from; i < d->shown_to; i++) {
        const bd_run *run = shown->items[i].observation->run;
        add_once(&suites, run->suite);
        add_once(&now, fact_of(run, cpu, &arena));
    }
    for (size_t r = 0; r < before->count; r++)
        for (size_t s = 0; s < suites.count; s++)
            if (strcmp(suites.items[s], before->items[r]->suite) == 0)
                add_once(&then, fact_of(before->items[r], cpu, &arena));
    bd_names_sort(&now);
    bd_names_sort(&then);
    join(&then, &a);
    join(&now, &b);
    const char *what = cpu ? "CPU" : "commit";
    if (a.len > 0 && !bd_str_eq(bd_buf_str(&a), bd_buf_str(&b)))
        bd_buf_printf(line, "; %s %s → %s", what, bd_buf_text(&a), bd_buf_text(&b));
    else if (b.len > 0)
        bd_buf_printf(line, "; %s %s", what, bd_buf_text(&b));
    bd_buf_release(&a);
    bd_buf_release(&b);
    bd_names_release(&suites);
    bd_names_release(&now);
    bd_names_release(&then);
    bd_arena_release(&arena);
}

/* "; 2 charts drawn, 1 unchanged" */
static void add_charts(const bd_document *d, const bd_pictures *pictures, bd_buf *line)
{
    size_t drawn = 0, same = 0;
    for (size_t r = 0; r < d->regions.count; r++) {
        const bd_built *built = &d->built[r];
        if (!built->is_chart)
            continue;
        if (bd_picture_is_due(&pictures->items[built->pictures[0]])
            || bd_picture_is_due(&pictures->items[built->pictures[1]]))
            drawn++;
        else
            same++;
    }
    if (drawn > 0)
        bd_buf_printf(line, "; %zu chart%s drawn", drawn, drawn == 1 ? "" : "s");
    if (drawn > 0 && same > 0)
        bd_buf_printf(line, ", %zu unchanged", same);
    else if (same > 0)
        bd_buf_printf(line, "; %zu chart%s unchanged", same, same == 1 ? "" : "s");
}

void bd_summarize(bd_ctx *ctx, const bd_document *d, const bd_generation *g)
{
    change c = { .largest = NAN };
    bd_buf line = BD_BUF_INIT;
    for (size_t i = 0; i < d->regions.count && !d->page; i++)
        compare_region(d, i, &c);
    bool same = d->exists && bd_str_eq(bd_buf_str(&d->before), bd_buf_str(&d->after));
    bd_buf_printf(&line, "%s: ", d->path);
    if (same)
        bd_buf_puts(&line, "unchanged");
    else if (!d->exists)
        bd_buf_puts(&line, "new page");
    else if (d->page)
        bd_buf_puts(&line, "page rewritten");
    else if (c.changed == 0)
        bd_buf_puts(&line, "text changed");
    else if (c.changed == c.filled)
        bd_buf_printf(&line, "%zu cells filled", c.filled);
    else
        bd_buf_printf(&line, "%zu of %zu cells changed", c.changed, c.cells);
    if (!isnan(c.largest) && rounds_to_nothing(c.largest))
        bd_buf_printf(&line, ", largest below 0.1 %% (%s)", bd_buf_text(&c.text));
    else if (!isnan(c.largest))
        bd_buf_printf(&line, ", largest %+.1f %% (%s)", c.largest, bd_buf_text(&c.text));
    add_charts(d, &g->pictures, &line);
    add_fact(d, &g->shown, &g->lock.runs, false, &line);
    add_fact(d, &g->shown, &g->lock.runs, true, &line);
    bd_note(ctx, "%s", bd_buf_text(&line));
    bd_buf_release(&c.text);
    bd_buf_release(&line);
}

static const char *name_of(bd_picture_state state)
{
    static const char *const names[] = {
        [BD_PICTURE_CURRENT] = "current",  [BD_PICTURE_NEWER] = "newer look",
        [BD_PICTURE_OLDER] = "older look", [BD_PICTURE_MISSING] = "missing",
        [BD_PICTURE_OTHER] = "other",      [BD_PICTURE_DAMAGED] = "damaged",
        [BD_PICTURE_BOXES] = "boxes",
    };
    return names[state];
}

static void put_files(const bd_built *built, const bd_pictures *pictures, bd_json_writer *w)
{
    bd_json_put_key(w, "files");
    bd_json_open(w, '[');
    for (size_t i = 0; built->is_chart && i < BD_COUNT(built->pictures); i++) {
        const bd_picture_file *file = &pictures->items[built->pictures[i]];
        bd_json_open(w, '{');
        bd_json_put_key(w, "path");
        bd_json_put_text(w, file->path);
        bd_json_put_key(w, "was"); /* before this run */
        bd_json_put_text(w, name_of(file->state));
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
}

static void put_region(const bd_region *region, const bd_built *built, const bd_pictures *pictures,
                       bd_json_writer *w)
{
    bd_json_open(w, '{');
    bd_json_put_key(w, "line");
    bd_json_put_int(w, region->line);
    bd_json_put_key(w, "kind");
    bd_json_put_text(w, region->kind);
    bd_json_put_key(w, "arguments");
    bd_json_put_text(w, region->arguments);
    if (strcmp(region->kind, "chart") == 0)
        put_files(built, pictures, w);
    bd_json_put_key(w, "shows");
    if (built->is_table)
        bd_json_table(&built->table, w);
    else
        bd_json_cell(&built->cell, w);
    bd_json_close(w, '}');
}

void bd_documents_json(const bd_documents *documents, const bd_pictures *pictures, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "documents");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < documents->count; i++) {
        const bd_document *d = &documents->items[i];
        bd_json_open(&w, '{');
        bd_json_put_key(&w, "path");
        bd_json_put_text(&w, d->path);
        bd_json_put_key(&w, "changed");
        bd_json_put_bool(&w,
                         !d->exists || !bd_str_eq(bd_buf_str(&d->before), bd_buf_str(&d->after)));
        bd_json_put_key(&w, "regions");
        bd_json_open(&w, '[');
        for (size_t r = 0; r < d->regions.count; r++)
            put_region(&d->regions.items[r], &d->built[r], pictures, &w);
        bd_json_close(&w, ']');
        bd_json_close(&w, '}');
    }
    bd_json_close(&w, ']');
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}
