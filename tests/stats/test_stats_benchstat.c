/* Every cell of benchstat's published outputs, worked out again: middle, spread, change, p, n
 * and geometric means, in the digits that it prints.
 *
 * Without counterpart here: the layout of the tables; units and prefixes (k, Mi, …: those
 * of the output are taken, the digits are ours); the sentence of csvErrors.stderr and the one
 * about exact units whose values vary, both of which are about names and declared units;
 * "benchmark set differs", which the caller of a geometric mean knows. The most frequent
 * value as the middle of an exact unit is worked out by the test. */
#include "stats/compare.h"

#include "tests/stats/benchstat.h"
#include "tests/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 3, ROWS = 64, TEXT = 64 };

static const double level = 0.95, alpha = 0.05;

/* One table while it is read. */
typedef struct table {
    samples *all;
    size_t columns, start[COLUMNS];
    bd_str names[COLUMNS], units[COLUMNS];
    sample *cells[ROWS][COLUMNS];
    size_t rows;
    size_t *cells_compared;
} table;

/* "44.40n", "2.001Gi" with our digits: as many decimals and the prefix of the output. */
static void format_like(const char *wanted, double value, char out[TEXT])
{
    static const struct {
        const char *prefix;
        double factor;
    } prefixes[] = { { "n", 1e-9 },  { "u", 1e-6 },     { "m", 1e-3 },       { "k", 1e3 },
                     { "Ki", 1024 }, { "Mi", 1048576 }, { "Gi", 1073741824 } };
    size_t digits = strspn(wanted, "0123456789.");
    const char *point = strchr(wanted, '.'), *prefix = wanted + digits;
    double factor = 1;
    for (size_t i = 0; i < BD_COUNT(prefixes); i++)
        if (strcmp(prefix, prefixes[i].prefix) == 0)
            factor = prefixes[i].factor;
    assert_true(*prefix == '\0' || factor != 1);
    int decimals = point ? (int)(prefix - point - 1) : 0;
    snprintf(out, TEXT, "%.*f%s", decimals, value / factor, prefix);
}

static bd_interval interval_of(const sample *s)
{
    if (s->exact)
        return (bd_interval){ true, s->values[0], s->values[s->count - 1], 1 };
    return bd_median_interval(sample_sorted(s), level);
}

static void format_spread(const sample *s, char out[TEXT])
{
    double percent = 0;
    switch (bd_interval_spread(interval_of(s), sample_center(s), &percent)) {
    case BD_SPREAD_PERCENT:
        snprintf(out, TEXT, "%.0f%%", percent);
        break;
    case BD_SPREAD_UNBOUNDED:
        snprintf(out, TEXT, "I");
        break;
    case BD_SPREAD_SIGNS:
        snprintf(out, TEXT, "?");
        break;
    }
}

static double p_of(const sample *base, const sample *head)
{
    return base->exact ? 0 : bd_rank_test_of(sample_sorted(base), sample_sorted(head)).p;
}

static void format_change(double base, double head, char out[TEXT])
{
    bd_change change = bd_change_of(base, head);
    if (change.kind == BD_CHANGE_NONE)
        snprintf(out, TEXT, "?");
    else
        snprintf(out, TEXT, base == head ? "%.2f%%" : "%+.2f%%", change.percent);
}

static void format_p(const sample *base, const sample *head, char out[TEXT])
{
    int used = 0;
    out[0] = '\0';
    if (!base->exact)
        used = snprintf(out, TEXT, "p=%.3f ", p_of(base, head));
    if (base->count == head->count)
        snprintf(out + used, TEXT - (size_t)used, "n=%zu", base->count);
    else
        snprintf(out + used, TEXT - (size_t)used, "n=%zu+%zu", base->count, head->count);
}

static void compare_text(table *t, const char *ours, const char *theirs)
{
    assert_string_equal(ours, theirs);
    (*t->cells_compared)++;
}

/* Words of a cell; the group in brackets is one word, footnote marks are none. */
typedef struct words {
    char text[8][TEXT];
    size_t count;
} words;

static words words_of(const char *cell, size_t len)
{
    words found = { 0 };
    for (size_t i = 0; i < len;) {
        size_t to = 0;
        char end = cell[i] == '(' ? ')' : ' ';
        if (end == ')')
            i++;
        for (to = i; to < len && cell[to] != end; to++)
            ;
        if (to > i && cell[i] != '^')
            snprintf(found.text[found.count++], TEXT, "%.*s", (int)(to - i), cell + i);
        i = to + 1;
    }
    return found;
}

/* "100.0n = I" and, with a base, "~ (p=1.000 n=1)" */
static void compare_cell(table *t, size_t column, const words *w, sample *s, const sample *base)
{
    char ours[TEXT];
    assert_true(w->count >= 3 && strcmp(w->text[1], "=") == 0);
    format_like(w->text[0], sample_center(s), ours);
    compare_text(t, ours, w->text[0]);
    format_spread(s, ours);
    compare_text(t, ours, w->text[2]);
    s->compared++;
    assert_int_equal(w->count, column > 0 && base ? 5 : 3);
    if (w->count == 3)
        return;
    if (p_of(base, s) > alpha)
        snprintf(ours, TEXT, "~");
    else
        format_change(sample_center(base), sample_center(s), ours);
    compare_text(t, ours, w->text[3]);
    format_p(base, s, ours);
    compare_text(t, ours, w->text[4]);
}

/* The mean of a column, and of its ratios to the first one. */
static void compare_geomean(table *t, size_t column, const words *w)
{
    double centers[ROWS], ratios[ROWS], mean = 0;
    size_t count = 0, pairs = 0, at = 0;
    bool known = true;
    for (size_t r = 0; r < t->rows; r++) {
        const sample *s = t->cells[r][column], *base = t->cells[r][0];
        if (!s)
            continue;
        centers[count++] = sample_center(s);
        bd_change change = bd_change_of(base ? sample_center(base) : 1, sample_center(s));
        known = known && (!base || change.kind == BD_CHANGE_RATIO);
        if (base)
            ratios[pairs++] = change.ratio;
    }
    char ours[TEXT];
    if (bd_geometric_mean(centers, count, &mean)) {
        assert_true(w->count > at);
        format_like(w->text[at], mean, ours);
        compare_text(t, ours, w->text[at++]);
    }
    if (column > 0) {
        known = known && bd_geometric_mean(ratios, pairs, &mean);
        snprintf(ours, TEXT, known ? "%+.2f%%" : "?", 100 * (mean - 1));
        assert_true(w->count > at);
        compare_text(t, ours, w->text[at++]);
    }
    assert_int_equal(w->count, at);
}

/* The line's part under a column; the last column goes on to the end. */
static words words_under(const table *t, size_t column, const char *line)
{
    size_t len = strlen(line), from = t->start[column];
    size_t to = column + 1 < t->columns ? t->start[column + 1] : len;
    return words_of(from < len ? line + from : "", from < len ? (to < len ? to : len) - from : 0);
}

static void compare_row(table *t, const char *line)
{
    bd_str name = bd_str_sub(bd_str_of(line), 0, strcspn(line, " "));
    bool is_geomean = bd_str_is(name, "geomean");
    sample **cells = t->cells[t->rows];
    for (size_t c = 0; c < t->columns; c++) {
        words w = words_under(t, c, line);
        if (is_geomean) {
            compare_geomean(t, c, &w);
            continue;
        }
        cells[c] = samples_find(t->all, name, t->names[c], t->units[c]);
        assert_int_equal(w.count > 0, cells[c] != NULL);
        if (cells[c])
            compare_cell(t, c, &w, cells[c], cells[0]);
    }
    t->rows += !is_geomean;
}

/* "      | crc-old.txt | crc-new.txt |": where the columns begin and what they are called. */
static size_t read_header(table *t, const char *line, bd_str texts[COLUMNS])
{
    size_t columns = 0;
    for (const char *bar = strchr(line, '|'); bar && strchr(bar + 1, '|');
         bar = strchr(bar + 1, '|')) {
        assert_true(columns < COLUMNS);
        t->start[columns] = (size_t)(bar - line) + 1;
        bd_str text = bd_str_trim(bd_str_sub(bd_str_of(bar + 1), 0, strcspn(bar + 1, "|")));
        texts[columns++] = text;
    }
    return columns;
}

/* The last line of a header holds the units, "vs base" after them. */
static void read_units(table *t, const char *line)
{
    t->columns = read_header(t, line, t->units);
    for (size_t c = 0; c < t->columns; c++)
        t->units[c] = bd_str_sub(t->units[c], 0, strcspn(t->units[c].ptr, " |"));
}

/* Footnotes that say how many samples it takes. */
static void compare_footnote(table *t, const char *line)
{
    char ours[2 * TEXT];
    if (strstr(line, "for confidence interval")) {
        snprintf(ours, sizeof ours, "need >= %zu samples for confidence interval at level 0.95",
                 bd_median_interval_needs(level));
        compare_text(t, ours, line + 2);
    } else if (strstr(line, "to detect a difference")) {
        snprintf(ours, sizeof ours,
                 "need >= %zu samples to detect a difference at alpha level 0.05",
                 bd_rank_test_needs(alpha));
        compare_text(t, ours, line + 2);
    }
}

static void compare_output(samples *all, const char *path, size_t *cells)
{
    bd_buf file = test_read(path);
    bd_str rest = bd_buf_str(&file), raw;
    bd_arena arena = BD_ARENA_INIT;
    table t = { .all = all, .cells_compared = cells };
    bool in_header = false;
    while (bd_str_split(&rest, '\n', &raw)) {
        char *line = plain_line(&arena, raw);
        bool has_bar = strchr(line, '|') != NULL;
        if (has_bar && !in_header) {
            t = (table){ .all = all, .cells_compared = cells };
            read_header(&t, line, t.names);
        } else if (has_bar) {
            read_units(&t, line);
        } else if (line[0] == '^') {
            compare_footnote(&t, line);
        } else if (line[0] == '\0') {
            t.columns = 0;
        } else if (t.columns > 0) {
            compare_row(&t, line);
        }
        in_header = has_bar;
    }
    bd_arena_release(&arena);
    bd_buf_release(&file);
}

/* The samples of a case: its files, in its layout. */
static samples read_case(const char *first, const char *second, layout how)
{
    samples all = { 0 };
    const char *files[] = { first, second };
    for (size_t i = 0; i < BD_COUNT(files) && files[i]; i++) {
        char path[128];
        snprintf(path, sizeof path, "real/benchstat/%s", files[i]);
        samples_read(&all, test_shared(path), files[i], how);
    }
    samples_seal(&all);
    return all;
}

static void all_tables_come_out(void **state)
{
    (void)state;
    static const struct {
        const char *output, *first, *second;
        layout how;
        size_t cells; /* texts compared */
    } cases[] = {
        { "crcOldNew", "crc-old.txt", "crc-new.txt", BY_FILE, 292 },
        { "crcIgnore", "crc-old.txt", "crc-new.txt", BY_FILE, 438 },
        { "crcSizeVsPoly", "crc-new.txt", NULL, SIZE_BY_POLY, 130 },
        { "units", "units.txt", NULL, BY_NOTE, 15 },
        { "zero", "zero.txt", NULL, BY_NOTE, 72 },
        { "smallSample", "smallSample.txt", NULL, BY_NOTE, 8 },
        { "issue19565", "issue19565.txt", NULL, BY_NOTE, 13 },
        { "issue19634", "issue19634.txt", NULL, BY_NOTE, 7 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        char path[128];
        size_t cells = 0;
        samples all = read_case(cases[i].first, cases[i].second, cases[i].how);
        snprintf(path, sizeof path, "real/benchstat/%s.stdout", cases[i].output);
        compare_output(&all, test_shared(path), &cells);
        for (size_t s = 0; s < all.count; s++)
            assert_int_equal(all.items[s].compared, 1);
        if (cells != cases[i].cells)
            print_message("%s: %zu cells\n", cases[i].output, cells);
        assert_int_equal(cells, cases[i].cells);
        samples_release(&all);
    }
}

/* csvOldNew and csvErrors: all digits of a double, the last few of a logarithm's sum aside. */
static void all_digits_of_the_csv_outputs_come_out(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second, *row;
        layout how;
        double base, head;
        const char *base_spread, *head_spread, *change, *p;
    } cases[] = {
        { "old.txt", "new.txt", "Encode/format=json-48", BY_FILE, 1.7180000000000001e-06,
          1.4225000000000001e-06, "1%", "1%", "-17.20%", "p=0.000 n=10" },
        { "old.txt", "new.txt", "Encode/format=gob-48", BY_FILE, 3.0655e-06, 3.0700000000000003e-06,
          "0%", "2%", "~", "p=0.446 n=10" },
        { "new.txt", NULL, "Encode", NAME_BY_FILE, 2.2530000000000003e-06, 0, "37%", NULL, NULL,
          NULL },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        char ours[TEXT];
        samples all = read_case(cases[i].first, cases[i].second, cases[i].how);
        bd_str row = bd_str_of(cases[i].row), unit = BD_STR("sec/op");
        sample *base = samples_find(&all, row, bd_str_of(cases[i].first), unit);
        assert_true(sample_center(base) == cases[i].base);
        format_spread(base, ours);
        assert_string_equal(ours, cases[i].base_spread);
        if (cases[i].second) {
            sample *head = samples_find(&all, row, bd_str_of(cases[i].second), unit);
            assert_true(sample_center(head) == cases[i].head);
            format_spread(head, ours);
            assert_string_equal(ours, cases[i].head_spread);
            format_p(base, head, ours);
            assert_string_equal(ours, cases[i].p);
            format_change(sample_center(base), sample_center(head), ours);
            assert_string_equal(p_of(base, head) > alpha ? "~" : ours, cases[i].change);
        }
        samples_release(&all);
    }
}

static void the_geometric_means_of_the_csv_outputs_come_out(void **state)
{
    (void)state;
    double mean = 0;
    const double base[] = { 1.7180000000000001e-06, 3.0655e-06 };
    const double head[] = { 1.4225000000000001e-06, 3.0700000000000003e-06 };
    assert_true(bd_geometric_mean(base, 2, &mean));
    assert_close(mean, 2.294891936453654e-06, 4e-15);
    assert_true(bd_geometric_mean(head, 2, &mean));
    assert_close(mean, 2.089754770302007e-06, 4e-15);
    assert_true(bd_geometric_mean((const double[]){ 2.2530000000000003e-06 }, 1, &mean));
    assert_close(mean, 2.2530000000000016e-06, 4e-15);
    const double ratios[] = { head[0] / base[0], head[1] / base[1] };
    assert_true(bd_geometric_mean(ratios, 2, &mean));
    assert_true(fabs(100 * (mean - 1) - -8.94) < 0.005);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_tables_come_out),
        cmocka_unit_test(all_digits_of_the_csv_outputs_come_out),
        cmocka_unit_test(the_geometric_means_of_the_csv_outputs_come_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
