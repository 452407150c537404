/* Patterns of names and paths. */
#include "core/query/query.h"

#include "tests/support.h"

#include <string.h>
#include <time.h>

#define P BD_PATTERN_PATH
#define B BD_PATTERN_BENCHMARK
#define N BD_PATTERN_NAME

static const struct {
    bd_pattern_kind kind;
    const char *pattern, *subject;
    const char *want; /* "hole=value …"; NULL = does not fit */
} rows[] = {
    { N, "write {rows}rows {metric}", "write 5000rows wall", "rows=5000 metric=wall" },
    { N, "{v:warm|}{op:write|read} {rows}", "write 5", "v=- op=write rows=5" },
    { N, "{v:warm|}{op:write|read} {rows}", "warmread 5", "v=warm op=read rows=5" },
    { N, "{v:warm|}{op:write|read} {rows}", "coldread 5", NULL },
    { N, "{v:warm|warmup}{rest}", "warmup1", "v=warm rest=up1" },
    { N, "{v:warm|warmup}-{rest}", "warmup-1", "v=warmup rest=1" },
    { N, "* median", "read numeric median", "" },
    { N, "* median", "median", NULL },
    { N, "{a} to {a}", "x y to x y", "a=x y" },
    { N, "{a} to {a}", "x to y", NULL },
    { N, "{a}", "", NULL },
    { N, "{a:|x}", "", "a=-" },
    { N, "a.b+c(d)[e]^$|\\?#", "a.b+c(d)[e]^$|\\?#", "" },
    { N, "a.b", "axb", NULL },
    { N, "{a}", "two\nlines", "a=two\nlines" },
    { N, "{a}{b}", "数据", "a=数 b=据" },
    { N, "{名}", "x", "!" },
    { B, "**.{class}.{method}", "io.x.ListBenchmark.add", "class=ListBenchmark method=add" },
    { B, "io.*.{m}", "io.x.add", "m=add" },
    { B, "io.*.{m}", "io.x.y.add", NULL },
    { B, "**.{db}{driver:Jdbc|R2dbc}BatchBenchmark.{s}Benchmark",
      "a.b.MySqlJdbcBatchBenchmark.seedBenchmark", "db=MySql driver=Jdbc s=seed" },
    { P, "r/run-{run}/*/x.json", "r/run-4/a b/x.json", "run=4" },
    { P, "r/run-{run}/*/x.json", "r/run-4/a/b/x.json", NULL },
    { P, "**/x.json", "x.json", "" },
    { P, "**/x.json", "a/b/x.json", "" },
    { P, "a/**/x.json", "a/x.json", "" },
    { P, "a/**/x.json", "ab/x.json", NULL },
    { P, "{a}/{b}.json", "p/q.r.json", "a=p b=q.r" },
    { P, "a/**", "a/b/c", "" },
};

static void a_pattern_fits_whole_names_and_fills_its_holes(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_arena arena = BD_ARENA_INIT;
        bd_pairs holes = { 0 };
        bd_buf got = BD_BUF_INIT;
        bd_pattern *p = bd_pattern_compile(bd_str_of(rows[i].pattern), rows[i].kind, &err);
        if (rows[i].want && strcmp(rows[i].want, "!") == 0) {
            assert_null(p);
            bd_arena_release(&arena);
            continue;
        }
        assert_ok(p != NULL, &err);
        bool fits = bd_pattern_match(p, bd_str_of(rows[i].subject), &arena, &holes);
        for (size_t k = 0; k < holes.count; k++)
            bd_buf_printf(&got, "%s%s=%s", k > 0 ? " " : "", holes.items[k].key,
                          holes.items[k].value);
        if (fits != (rows[i].want != NULL)
            || (fits && strcmp(bd_buf_text(&got), rows[i].want) != 0))
            fail_msg("'%s' and '%s' gave %s", rows[i].pattern, rows[i].subject,
                     fits ? bd_buf_text(&got) : "no fit");
        bd_pattern_free(p);
        bd_buf_release(&got);
        bd_arena_release(&arena);
    }
}

static const struct {
    bd_pattern_kind kind;
    const char *pattern;
    int column;
    const char *message;
} bad[] = {
    { N, "a {b", 3, "'{' without '}' in the pattern 'a {b'" },
    { N, "a }b", 3, "'}' without '{' in the pattern 'a }b'" },
    { N, "{}", 1, "a hole without a name in the pattern '{}'" },
    { N, "{:a|b}", 1, "a hole without a name in the pattern '{:a|b}'" },
    { N, "x{a b}", 2,
      "a hole's name is letters, digits, '_', '-' and '.' in the pattern 'x{a b}'" },
    { N, "{a} {a:x|y}", 5,
      "a hole says its alternatives the first time in the pattern '{a} {a:x|y}'" },
    { P, "a/b**/c", 4, "'**' stands alone between slashes in the pattern 'a/b**/c'" },
    { P, "a/**b", 3, "'**' stands alone between slashes in the pattern 'a/**b'" },
    { N,
      "{a01}{a02}{a03}{a04}{a05}{a06}{a07}{a08}{a09}{a10}{a11}{a12}{a13}{a14}{a15}{a16}{a17}{a18}"
      "{a19}{a20}{a21}{a22}{a23}{a24}{a25}{a26}{a27}{a28}{a29}{a30}{a31}{a32}{a33}",
      161, NULL },
};

static void a_wrong_pattern_says_where(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(bad); i++) {
        bd_error err = BD_ERROR_INIT;
        assert_null(bd_pattern_compile(bd_str_of(bad[i].pattern), bad[i].kind, &err));
        assert_int_equal(err.code, BD_ERR_CONFIG);
        assert_int_equal(err.column, bad[i].column);
        if (bad[i].message)
            assert_string_equal(err.message, bad[i].message);
        else
            assert_memory_equal(err.message, "more than 32 holes", 18);
    }
}

static void a_hostile_name_costs_a_bounded_time(void **state)
{
    (void)state;
    static const char *const patterns[] = { "{a}{b}{c}{d}{e}{f} end",
                                            "{a} {b} {c} {d} {e} {f} {g}!", "**a**a**a**a**a**b",
                                            "{a}{a}{a}x" };
    bd_buf name = BD_BUF_INIT;
    for (size_t i = 0; i < 100000; i++)
        bd_buf_putc(&name, i % 2 ? ' ' : 'a');
    for (size_t i = 0; i < BD_COUNT(patterns); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_arena arena = BD_ARENA_INIT;
        bd_pairs holes = { 0 };
        bd_pattern *p = bd_pattern_compile(bd_str_of(patterns[i]), BD_PATTERN_NAME, &err);
        clock_t before = clock();
        assert_false(bd_pattern_match(p, bd_buf_str(&name), &arena, &holes));
        assert_true((double)(clock() - before) / CLOCKS_PER_SEC < 2.0);
        bd_pattern_free(p);
        bd_arena_release(&arena);
    }
    bd_buf_release(&name);
}

static void a_long_name_fits(void **state)
{
    (void)state;
    bd_buf name = BD_BUF_INIT;
    bd_buf_puts(&name, "write ");
    bd_buf_repeat(&name, 'x', 100000);
    bd_error err = BD_ERROR_INIT;
    bd_arena arena = BD_ARENA_INIT;
    bd_pairs holes = { 0 };
    bd_pattern *p = bd_pattern_compile(BD_STR("write {rest}"), BD_PATTERN_NAME, &err);
    assert_true(bd_pattern_match(p, bd_buf_str(&name), &arena, &holes));
    assert_int_equal(strlen(holes.items[0].value), 100000);
    bd_pattern_free(p);
    bd_arena_release(&arena);
    bd_buf_release(&name);
}

static void bytes_that_are_no_text_fit_nothing(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_arena arena = BD_ARENA_INIT;
    bd_pairs holes = { 0 };
    bd_pattern *p = bd_pattern_compile(BD_STR("{a}"), BD_PATTERN_NAME, &err);
    assert_false(bd_pattern_match(p, BD_STR("x\xff"), &arena, &holes));
    assert_int_equal(holes.count, 0);
    bd_pattern_free(p);
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pattern_fits_whole_names_and_fills_its_holes),
        cmocka_unit_test(a_wrong_pattern_says_where),
        cmocka_unit_test(a_hostile_name_costs_a_bounded_time),
        cmocka_unit_test(a_long_name_fits),
        cmocka_unit_test(bytes_that_are_no_text_fit_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
