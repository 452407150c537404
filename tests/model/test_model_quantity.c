/* Numbers with their unit, as people write them. */
#include "core/model/unit.h"

#include "tests/support.h"

static void a_number_with_its_unit_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *unit;
        double value;
    } rows[] = {
        { "50 ms", "ms", 50 },
        { "50ms", "ms", 50 },
        { " 1.5 s ", "s", 1.5 },
        { "1,000 ops/s", "ops/s", 1000 },
        { "12,345,678", "", 12345678 },
        { "1,000.25 B", "B", 1000.25 },
        { "95 %", "%", 95 },
        { "95%", "%", 95 },
        { "-2.5 %", "%", -2.5 },
        { "1e3", "", 1000 },
        { "1.5e-3 s", "s", 0.0015 },
        { "5 e", "e", 5 },
        { "5e", "e", 5 },
        { "007", "", 7 },
        { "-0.5", "", -0.5 },
        { "-007 x", "x", -7 },
        { "0", "", 0 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_number number;
        bd_str unit;
        if (!bd_quantity_parse(bd_str_of(rows[i].text), &number, &unit))
            fail_msg("'%s' is refused", rows[i].text);
        assert_str(unit, rows[i].unit);
        assert_true(bd_number_as_double(number) == rows[i].value);
    }
}

static void other_texts_are_no_quantity(void **state)
{
    (void)state;
    static const char *const rows[] = { "",
                                        " ",
                                        "ms",
                                        "-",
                                        ".5 ms",
                                        "1,5 ms",
                                        "1.",
                                        "1. ms",
                                        "1,0000 ms",
                                        "1234,567",
                                        "+5",
                                        "- 5",
                                        "~50",
                                        "1.5.2 ms",
                                        "1e999",
                                        "1,00",
                                        "111111111111111111111111111111111111111111" };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_number number;
        bd_str unit;
        if (bd_quantity_parse(bd_str_of(rows[i]), &number, &unit))
            fail_msg("'%s' is taken", rows[i]);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_with_its_unit_is_read),
        cmocka_unit_test(other_texts_are_no_quantity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
