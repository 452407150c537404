/* The language of queries. */
#include "core/query/query.h"

#include "tests/support.h"

#include <string.h>

/* "suite=tick words=wall latest; rows EQ 5000|-" */
static void describe(const bd_query *q, bd_buf *out)
{
    static const char *const names[] = { "EQ", "NE", "LT", "LE", "GT", "GE" };
    if (q->suite)
        bd_buf_printf(out, "suite[%s]", q->suite);
    if (q->words)
        bd_buf_printf(out, "words[%s]", q->words);
    if (q->file)
        bd_buf_printf(out, "file[%s]", q->file);
    if (q->latest)
        bd_buf_puts(out, "latest");
    for (size_t i = 0; i < q->condition_count; i++) {
        bd_buf_printf(out, " %s %s", q->conditions[i].key, names[q->conditions[i].op]);
        for (size_t v = 0; v < q->conditions[i].value_count; v++)
            bd_buf_printf(out, "[%s]", q->conditions[i].values[v]);
    }
}

static const struct {
    const char *text;
    bool with_suite;
    const char *want;
} good[] = {
    { "", true, "" },
    { "  tick\t run=4\n", true, "suite[tick] run EQ[4]" },
    { "tick wall rows>5000", true, "suite[tick]words[wall] rows GT[5000]" },
    { "tick", false, "words[tick]" },
    { "table rows inserted backend=MySQL", false, "words[table rows inserted] backend EQ[MySQL]" },
    { "run=4 tick", true, "suite[tick] run EQ[4]" },
    { "variant=-|warm", false, " variant EQ[-][warm]" },
    { "variant=|warm", false, " variant EQ[-][warm]" },
    { "variant!=raw|plugin", false, " variant NE[raw][plugin]" },
    { "a<1 b<=2 c>3 d>=4 e==5", false, " a LT[1] b LE[2] c GT[3] d GE[4] e EQ[5]" },
    { "a>-1.5e3", false, " a GT[-1.5e3]" },
    { "cpu=\"AMD EPYC 7763\"", false, " cpu EQ[AMD EPYC 7763]" },
    { "cpu=\"a|b\"|c", false, " cpu EQ[a|b][c]" },
    { "x=\"\"", false, " x EQ[-]" },
    { "x=\"say \"\"hi\"\"\"", false, " x EQ[say \"hi\"]" },
    { "x=a=b<c", false, " x EQ[a=b<c]" },
    { "\"Total Memory\"=5", false, " Total Memory EQ[5]" },
    { "\"a<b\"", false, "words[a<b]" },
    { "environment.backend_version=8.4", false, " environment.backend_version EQ[8.4]" },
    { "jmh latest score", true, "suite[jmh]words[score]latest" },
    { "jmh \"latest\"", true, "suite[jmh]words[latest]" },
    { "file=out/x.json score", false, "words[score]file[out/x.json]" },
    { "file=\"my results.json\"", false, "file[my results.json]" },
    { "后端=数据库", false, " 后端 EQ[数据库]" },
    { "wow!", false, "words[wow!]" },
};

static void a_query_is_a_suite_words_and_conditions(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(good); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_buf got = BD_BUF_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_query q;
        assert_ok(bd_query_parse(bd_str_of(good[i].text), good[i].with_suite, &arena, &q, &err),
                  &err);
        describe(&q, &got);
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
    { "tick =4", 6, "a condition needs a name before its sign: '=4'" },
    { "tick run=", 6, "a condition needs a value; '-' stands for none: 'run='" },
    { "a=\"b c", 1, "a quote is not closed: 'a=\"b c'" },
    { "a>1|2", 1, "only = and != take alternatives: 'a>1|2'" },
    { "tick rows>many", 11, "a size is compared with a number: 'rows>many'" },
    { "rows>=-", 7, "a size is compared with a number: 'rows>=-'" },
    { "\"\"=1", 1, "a condition needs a name before its sign: '\"\"=1'" },
};

static void a_wrong_query_says_where_and_what(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(bad); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_query q;
        assert_false(bd_query_parse(bd_str_of(bad[i].text), true, &arena, &q, &err));
        assert_int_equal(err.code, BD_ERR_CONFIG);
        assert_string_equal(err.message, bad[i].message);
        assert_int_equal(err.column, bad[i].column);
        bd_arena_release(&arena);
    }
}

static void conditions_know_their_place_in_the_text(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_query q;
    assert_ok(bd_query_parse(BD_STR("tick  run=4 rows>1"), true, &arena, &q, &err), &err);
    assert_int_equal(q.conditions[0].offset, 6);
    assert_int_equal(q.conditions[1].offset, 12);
    bd_arena_release(&arena);
}

static void texts_made_by_chance_end(void **state)
{
    (void)state;
    static const char letters[] = "ab=<>!|\"- \t{}latestfile";
    uint64_t seed = 7;
    for (size_t round = test_rounds(200000); round > 0; round--) {
        char text[24];
        size_t n = 0;
        for (; n < sizeof text - 1; n++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            text[n] = letters[(seed >> 33) % (sizeof letters - 1)];
        }
        text[(seed >> 40) % sizeof text] = '\0';
        text[sizeof text - 1] = '\0';
        bd_arena arena = BD_ARENA_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_query q;
        bool ok = bd_query_parse(bd_str_of(text), round % 2, &arena, &q, &err);
        assert_int_equal(ok, err.code == BD_OK);
        for (size_t i = 0; ok && i < q.condition_count; i++)
            assert_true(q.conditions[i].value_count > 0 && q.conditions[i].key[0]);
        bd_arena_release(&arena);
    }
}

static void a_word_that_was_put_reads_back(void **state)
{
    (void)state;
    static const char *const words[] = { "plain", "a b",       "a<b",    "a=b", "a!=b",
                                         "a|b",   "say \"x\"", "latest", "a:b", "{x}" };
    for (size_t i = 0; i < BD_COUNT(words); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_buf text = BD_BUF_INIT;
        bd_query q;
        bd_error err = BD_ERROR_INIT;
        bd_query_put_word(bd_str_of(words[i]), &text);
        bd_buf_putc(&text, ' ');
        bd_query_put_word(bd_str_of(words[i]), &text);
        bd_buf_putc(&text, '=');
        bd_query_put_word(bd_str_of(words[i]), &text);
        assert_ok(bd_query_parse(bd_buf_str(&text), false, &arena, &q, &err), &err);
        assert_string_equal(q.words, words[i]);
        assert_int_equal(q.condition_count, 1);
        assert_string_equal(q.conditions[0].key, words[i]);
        assert_int_equal(q.conditions[0].value_count, 1);
        assert_string_equal(q.conditions[0].values[0], words[i]);
        bd_buf_release(&text);
        bd_arena_release(&arena);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_is_a_suite_words_and_conditions),
        cmocka_unit_test(a_wrong_query_says_where_and_what),
        cmocka_unit_test(conditions_know_their_place_in_the_text),
        cmocka_unit_test(texts_made_by_chance_end),
        cmocka_unit_test(a_word_that_was_put_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
