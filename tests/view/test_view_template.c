/* Cell templates: literals and holes. */
#include "render/view/internal.h"

#include "tests/support.h"

#include <string.h>

/* Literals in brackets; holes as name, conditions, unit, style and form. */
static void describe(const bd_cell_template *t, bd_buf *out)
{
    for (size_t i = 0; i < t->count; i++) {
        const bd_template_part *p = &t->parts[i];
        if (p->literal) {
            bd_buf_printf(out, "[%s]", p->literal);
            continue;
        }
        bd_buf_printf(out, "<%s", p->hole.name);
        for (size_t c = 0; c < p->hole.filter.condition_count; c++)
            bd_buf_printf(out, " %s~%s", p->hole.filter.conditions[c].key,
                          p->hole.filter.conditions[c].values[0]);
        if (p->hole.unit)
            bd_buf_printf(out, " in(%s)", p->hole.unit);
        if (p->hole.style)
            bd_buf_printf(out, " like(%s)", p->hole.style);
        if (p->hole.form)
            bd_buf_printf(out, " form(%s)", p->hole.form);
        bd_buf_putc(out, '>');
    }
}

static const struct {
    const char *text, *want;
} good[] = {
    { "", "" },
    { "plain **text**", "[plain **text**]" },
    { "{wall}", "<wall>" },
    { "a{wall}b{gap}", "[a]<wall>[b]<gap>" },
    { "{{not}} {{{wall}}}", "[{not} {]<wall>[}]" },
    { "{wall.p99.9}", "<wall.p99.9>" },
    { "{wall:0.000 ms}", "<wall like(0.000 ms)>" },
    { "{wall operation=write rows=5:10 000}", "<wall operation~write rows~5 like(10 000)>" },
    { "{score in ms/op}", "<score in(ms/op)>" },
    { "{score in ms/op:0.0}", "<score in(ms/op) like(0.0)>" },
    { "{score mode=avgt in us}", "<score mode~avgt in(us)>" },
    { "{database:slug}", "<database form(slug)>" },
    { "{cpu:short}", "<cpu form(short)>" },
    { "{total statements}", "<total statements>" },
    { "{a:b}", "<a:b>" }, /* no example: a part of the name */
    { "{x cpu=\"a }b\"}", "<x cpu~a }b>" },
    { "{ wall  run=4 }", "<wall run~4>" },
    { "{fell in}", "<fell in>" },
    { "数{据}库", "[数]<据>[库]" },
};

static void a_template_is_literals_and_holes(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(good); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_cell_template t;
        bd_buf got = BD_BUF_INIT;
        assert_ok(bd_template_parse(good[i].text, &arena, &t, &err), &err);
        describe(&t, &got);
        assert_string_equal(bd_buf_text(&got), good[i].want);
        bd_buf_release(&got);
        bd_arena_release(&arena);
    }
}

static const struct {
    const char *text;
    int column;
    const char *message;
} bad[] = {
    { "ab{c", 3, "'{' without '}' in 'ab{c'" },
    { "ab}c", 3, "'}' without '{' in 'ab}c'" },
    { "{}", 1, "a hole without a name in '{}'" },
    { "x{rows=5}", 2, "a hole without a name in 'x{rows=5}'" },
    { "x { wall rows>many}", 15, "a size is compared with a number: 'rows>many'" },
    { "{wall =5}", 7, "a condition needs a name before its sign: '=5'" },
};

static void a_wrong_template_says_where(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(bad); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_cell_template t;
        assert_false(bd_template_parse(bad[i].text, &arena, &t, &err));
        assert_string_equal(err.message, bad[i].message);
        assert_int_equal(err.column, bad[i].column);
        bd_arena_release(&arena);
    }
}

static void a_hole_made_of_any_name_reads_back(void **state)
{
    (void)state;
    static const char *const names[] = { "score", "a b", "a:0",    "x in y",
                                         "<b>",   "a=b", "a|b",    "say \"hi\"",
                                         "}",     "{a}", "latest", "a:4 digits" };
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_cell_template t;
        assert_ok(bd_template_parse(bd_hole_text(&arena, names[i]), &arena, &t, &err), &err);
        assert_int_equal(t.count, 1);
        assert_string_equal(t.parts[0].hole.name, names[i]);
        assert_null(t.parts[0].hole.style);
        assert_null(t.parts[0].hole.unit);
        bd_arena_release(&arena);
    }
}

static void texts_made_by_chance_end(void **state)
{
    (void)state;
    static const char letters[] = "a{}:=\"0. in>";
    uint64_t seed = 3;
    for (size_t round = test_rounds(200000); round > 0; round--) {
        char text[20] = { 0 };
        for (size_t n = 0; n < sizeof text - 1; n++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            text[n] = letters[(seed >> 33) % (sizeof letters - 1)];
        }
        bd_arena arena = BD_ARENA_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_cell_template t;
        bool ok = bd_template_parse(text, &arena, &t, &err);
        assert_int_equal(ok, err.code == BD_OK);
        assert_true(ok || (err.column >= 1 && err.column <= (int)sizeof text));
        bd_arena_release(&arena);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_template_is_literals_and_holes),
        cmocka_unit_test(a_wrong_template_says_where),
        cmocka_unit_test(a_hole_made_of_any_name_reads_back),
        cmocka_unit_test(texts_made_by_chance_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
