/* Logs that are read in two halves: what comes out is as if their parts had been read one
 * after the other, each of them short enough to be read at once. */
#include "core/base/map.h"
#include "tests/ingest/long_logs.h"
#include "tests/ingest/read.h"
#include "tests/ingest/same_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 12, ENTRIES_MAX = 1 << 16 };

/* ---- what the parts say ---- */

typedef struct expected {
    bd_map keys; /* → values */
    bd_buf *values;
    bd_outcome *outcomes;
    size_t count;
    bd_buf entries; /* of the action, in its order */
    bd_arena arena;
} expected;

static void put_point_key(const bd_point *p, bd_buf *key)
{
    const char *test = bd_pairs_get(&p->params, "test"),
               *driver = bd_pairs_get(&p->params, "driver");
    bd_buf_clear(key);
    bd_buf_printf(key, "%s|%s|%s%s", p->benchmark, p->metric, test ? test : "",
                  driver ? driver : "");
}

/* How many of the format's usual unit one is: tools choose units by the size of the number. */
static double scale_of(const char *unit)
{
    static const struct {
        const char *unit;
        double scale;
    } rows[] = { { "ops/min", 1.0 / 60 }, { "us/iter", 1000 }, { "us", 0.001 } };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        if (strcmp(unit, rows[i].unit) == 0)
            return rows[i].scale;
    return 1;
}

static void put_values(const bd_point *p, bd_buf *out)
{
    double scale = scale_of(p->unit);
    for (size_t i = 0; i < p->samples.count; i++)
        bd_buf_printf(out, " %.12g",
                      scale
                          * (p->samples.ints ? (double)p->samples.ints[i] : p->samples.doubles[i]));
    if (p->samples.count == 0 && p->outcome == BD_OUTCOME_OK)
        bd_buf_printf(out, " %.12g", scale * bd_number_as_double(p->value));
}

static void put_entries(const bd_run *run, bd_buf *out)
{
    const bd_compat **list = bd_alloc(ENTRIES_MAX * sizeof(bd_compat *));
    size_t count = 0;
    for (size_t i = 0; i < run->point_count; i++)
        for (const bd_compat *c = run->points[i].compat; c; c = c->next) {
            assert_true(c->place < ENTRIES_MAX && !list[c->place]);
            list[c->place] = c;
            count++;
        }
    for (size_t i = 0; i < count; i++) {
        assert_non_null(list[i]); /* places have no gap */
        bd_buf_printf(out, "%s|%s|%s|%s|%s\n", list[i]->name, test_number(list[i]->value),
                      list[i]->unit, list[i]->range ? list[i]->range : "-",
                      list[i]->extra ? list[i]->extra : "-");
    }
    free(list);
}

static void expect_part(expected *e, const bd_run *run)
{
    bd_buf key = BD_BUF_INIT;
    for (size_t i = 0; i < run->point_count; i++) {
        const bd_point *p = &run->points[i];
        bool added;
        put_point_key(p, &key);
        bd_str kept = bd_str_of(bd_arena_strdup(&e->arena, key.data));
        size_t at = *bd_map_put(&e->keys, kept, e->count, &added);
        e->count += added;
        put_values(p, &e->values[at]);
        if (p->outcome != BD_OUTCOME_OK)
            e->outcomes[at] = p->outcome;
    }
    put_entries(run, &e->entries);
    bd_buf_release(&key);
}

/* Does the value stand where the point says, and its unit behind it? */
static void check_place(const bd_point *p, bd_str text, const size_t *begins)
{
    char digits[32];
    size_t n = 0;
    assert_true(p->source.line > 0);
    const char *at = text.ptr + begins[p->source.line - 1];
    for (int i = 1; i < p->source.column; at++)
        i += ((unsigned char)at[1] & 0xC0) != 0x80;
    for (; n + 1 < sizeof digits && strchr("0123456789.,", *at); at++)
        if (*at != ',')
            digits[n++] = *at;
    digits[n] = '\0';
    bd_number there = bd_number_parse(bd_str_of(digits));
    if (p->outcome == BD_OUTCOME_OK && bd_number_order(there, p->value) != 0)
        fail_msg("%s: %s at %d:%d, not %s", p->benchmark, digits, p->source.line, p->source.column,
                 test_number(p->value));
    while (*at == ' ')
        at++;
    if (p->outcome == BD_OUTCOME_OK && strncmp(at, p->unit, strlen(p->unit)) != 0)
        fail_msg("%s: %s at line %d is not in %s", p->benchmark, digits, p->source.line, p->unit);
}

static void check_whole(const expected *e, const bd_run *run, bd_str text)
{
    bd_buf key = BD_BUF_INIT, values = BD_BUF_INIT, entries = BD_BUF_INIT;
    size_t *begins = bd_alloc((text.len + 1) * sizeof *begins), lines = 1;
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] == '\n')
            begins[lines++] = i + 1;
    assert_int_equal(run->point_count, e->count);
    for (size_t i = 0; i < run->point_count; i++) {
        const bd_point *p = &run->points[i];
        put_point_key(p, &key);
        const size_t *at = bd_map_get(&e->keys, bd_buf_str(&key));
        assert_non_null(at);
        assert_int_equal(*at, i); /* in the order of their first appearance */
        assert_int_equal(p->outcome, e->outcomes[i]);
        bd_buf_clear(&values);
        put_values(p, &values);
        if (p->outcome == BD_OUTCOME_OK)
            assert_string_equal(bd_buf_text(&values), bd_buf_text(&e->values[i]));
        check_place(p, text, begins);
    }
    put_entries(run, &entries);
    assert_string_equal(bd_buf_text(&entries), e->entries.data ? e->entries.data : "");
    free(begins);
    bd_buf_release(&key);
    bd_buf_release(&values);
    bd_buf_release(&entries);
}

static void a_long_log_says_what_its_parts_say_in_their_order(void **state)
{
    (void)state;
    for (size_t k = 0; k < LONG_LOGS; k++) {
        expected e = { .values = bd_alloc(ENTRIES_MAX * sizeof(bd_buf)),
                       .outcomes = bd_alloc(ENTRIES_MAX * sizeof(bd_outcome)) };
        bd_buf whole = BD_BUF_INIT, part = BD_BUF_INIT;
        uint32_t seed = 11 + (uint32_t)k;
        for (uint32_t i = 0; i < PARTS; i++) {
            bd_buf_clear(&part);
            long_logs[k].put(&part, i, &seed);
            assert_true(part.len < 500 * 1000);
            bd_buf_put_str(&whole, bd_buf_str(&part));
            reading_result r = test_ingest_bytes("part.log", bd_buf_str(&part),
                                                 long_logs[k].format);
            assert_read(&r);
            expect_part(&e, r.run);
            test_ingest_drop(&r);
        }
        assert_true(whole.len > 1000 * 1000);
        reading_result r = test_ingest_bytes("whole.log", bd_buf_str(&whole), NULL);
        assert_read(&r);
        assert_string_equal(r.run->format, long_logs[k].format);
        check_whole(&e, r.run, bd_buf_str(&whole));
        test_ingest_drop(&r);
        for (size_t i = 0; i < e.count; i++)
            bd_buf_release(&e.values[i]);
        free(e.values);
        free(e.outcomes);
        bd_buf_release(&e.entries);
        bd_map_release(&e.keys);
        bd_arena_release(&e.arena);
        bd_buf_release(&whole);
        bd_buf_release(&part);
    }
}

/* Nineteen dots do not tell where a case begins, so that such a log is read in one piece. */
static void catch2_in_halves_is_catch2_in_one_piece(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < test_rounds(20); round++) {
        bd_buf halves = BD_BUF_INIT, piece = BD_BUF_INIT;
        for (uint32_t seed = round, i = 0; halves.len < 1100 * 1000; i++) {
            uint32_t again = seed;
            long_log_put_case(&halves, i % 3, &seed, 20);
            long_log_put_case(&piece, i % 3, &again, 19);
            bd_buf_puts(&piece, " "); /* places are the same */
            bd_buf_puts(&halves, " ");
        }
        reading_result a = test_ingest_bytes("a.log", bd_buf_str(&halves), "catch2");
        reading_result b = test_ingest_bytes("a.log", bd_buf_str(&piece), "catch2");
        assert_read(&a);
        assert_read(&b);
        a.run->id = b.run->id; /* the files differ by their dots */
        a.run->files[0] = b.run->files[0];
        assert_same_runs(a.run, b.run);
        test_ingest_drop(&a);
        test_ingest_drop(&b);
        bd_buf_release(&halves);
        bd_buf_release(&piece);
    }
}

/* ---- errors ---- */

static size_t insert(bd_buf *text, size_t after, const char *line)
{
    size_t at = after, number = 1;
    while (at > 0 && text->data[at - 1] != '\n')
        at++;
    for (size_t i = 0; i < at; i++)
        number += text->data[i] == '\n';
    bd_buf tail = BD_BUF_INIT;
    bd_buf_add(&tail, text->data + at, text->len - at);
    text->len = at;
    bd_buf_puts(text, line);
    bd_buf_put_str(text, bd_buf_str(&tail));
    bd_buf_release(&tail);
    return number;
}

/* Whether it stands in the first half or in the second one. */
static void of_two_errors_in_a_long_log_the_first_is_told_with_its_line(void **state)
{
    (void)state;
    static const struct {
        size_t log;
        const char *line;
    } rows[] = {
        { 0, "a\xFF x 1 ops/sec \xC2\xB1"
             "1.00% (5 runs sampled)\n" },
        { 1, "SUCCESS: a\xFF : 1.0ms +/- 0.1% on luau\n" },
        { 2, "test a\xFF ... bench: 1 ns/iter (+/- 0)\n" },
        { 3, "a\xFF   time:   [1 us 2 us 3 us]\n" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf text = BD_BUF_INIT;
        uint32_t seed = 5;
        for (uint32_t part = 0; part < PARTS; part++)
            long_logs[rows[i].log].put(&text, part, &seed);
        for (size_t tenth = 10; tenth-- > 1;) {
            size_t number = insert(&text, text.len / 10 * tenth, rows[i].line);
            reading_result r = test_ingest_bytes("x.log", bd_buf_str(&text),
                                                 long_logs[rows[i].log].format);
            assert_false(r.ok);
            assert_int_equal(r.runs.count, 0);
            assert_int_equal(r.error.line, number);
            assert_non_null(strstr(r.error.message, "not UTF-8"));
            test_ingest_drop(&r);
        }
        bd_buf_release(&text);
    }
}

static void a_long_catch2_log_that_ends_in_a_benchmark_is_refused_at_its_line(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    uint32_t seed = 3;
    int line = 1;
    while (text.len < 1100 * 1000)
        long_log_put_case(&text, 0, &seed, 50);
    bd_buf_puts(&text, "\n");
    for (size_t i = 0; i < text.len; i++)
        line += text.data[i] == '\n';
    bd_buf_puts(&text, "cut   100   20   7.1 ms\n  1.0 us  0.9 us  1.1 us\n");
    reading_result r = test_ingest_bytes("x.log", bd_buf_str(&text), "catch2");
    assert_false(r.ok);
    assert_int_equal(r.error.line, line);
    assert_non_null(strstr(r.error.message, "the file ends"));
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

/* More than each half has, fewer than both together. */
static void a_limit_counts_both_halves(void **state)
{
    (void)state;
    for (size_t k = 0; k < LONG_LOGS; k++) {
        bd_buf text = BD_BUF_INIT;
        uint32_t seed = 5;
        for (uint32_t part = 0; part < PARTS; part++)
            long_logs[k].put(&text, part, &seed);
        const bd_ingest_file file = { .path = "x", .bytes = bd_buf_str(&text) };
        bd_ingest_input in = { .file = &file, .format = long_logs[k].format };
        reading_result r = test_ingest_input(&in);
        assert_read(&r);
        size_t count = 0;
        for (size_t i = 0; i < r.run->point_count; i++)
            count += r.run->points[i].samples.count > 0 ? r.run->points[i].samples.count : 1;
        test_ingest_drop(&r);
        in.max_points = count / 3 * 2;
        r = test_ingest_input(&in);
        assert_false(r.ok);
        bd_str line = { text.data, 0 }, rest = bd_buf_str(&text);
        for (int i = 0; i < r.error.line; i++)
            assert_true(bd_str_split(&rest, '\n', &line));
        assert_non_null(strstr(r.error.message, "more than"));
        double share = (double)(line.ptr - text.data) / (double)text.len;
        assert_true(share > 0.55 && share < 0.75);
        test_ingest_drop(&r);
        bd_buf_release(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_log_says_what_its_parts_say_in_their_order),
        cmocka_unit_test(catch2_in_halves_is_catch2_in_one_piece),
        cmocka_unit_test(of_two_errors_in_a_long_log_the_first_is_told_with_its_line),
        cmocka_unit_test(a_long_catch2_log_that_ends_in_a_benchmark_is_refused_at_its_line),
        cmocka_unit_test(a_limit_counts_both_halves),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
