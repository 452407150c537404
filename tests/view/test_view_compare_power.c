/* The rates of docs/comparison.md: cells of its tables computed again, some of them also by R,
 * and replays of a program that never changed. */
#include "tests/support.h"
#include "tests/view/power.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { REPLAYS = 1600, STEP_REPLAYS = 400, STRIDE = 5 };

static void assert_listed(const bd_buf *line)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/bench-data/power/results.json", test_source_dir());
    bd_buf file = test_read(path);
    if (!strstr(file.data, line->data))
        fail_msg("bench-data/power/results.json does not have\n%s\n(cmake --build DIRECTORY "
                 "--target power, then benchdoc generate)",
                 line->data);
    bd_buf_release(&file);
}

/* Those of one series; at full length also some of twenty. */
static void the_committed_table_is_what_is_computed(void **state)
{
    (void)state;
    bool full = test_rounds(100) == 100;
    size_t rows = power_cell_count() / STRIDE, rounds = test_rounds(rows);
    for (size_t i = 0; i < rounds; i++) {
        power_cell cell = power_cell_at((i * rows / rounds) * STRIDE);
        if (!power_cell_is_asked(&cell) || (cell.report->series > 1 && (!full || i % 10 > 0)))
            continue;
        bd_buf line = BD_BUF_INIT;
        power_put(&cell, power_found(&cell, POWER_ROUNDS), POWER_ROUNDS, &line);
        assert_listed(&line);
        bd_buf_release(&line);
    }
}

static const power_cell *cell_of(size_t observations, double noise, double effect, power_cell *cell)
{
    for (size_t i = 0; i < power_cell_count(); i++) {
        *cell = power_cell_at(i);
        if (strcmp(cell->report->name, "one series") == 0 && cell->runs == 1
            && cell->samples == observations && fabs(cell->noise - noise) < 0.1
            && fabs(cell->effect - effect) < 0.1)
            return cell;
    }
    fail_msg("no such cell");
    return cell;
}

static void another_program_finds_as_many(void **state)
{
    (void)state;
    /* R 4.2: f = function(n, cv, e) { set.seed(1); mean(replicate(20000, {
     *   a = rnorm(n, 100, cv); m = 100 + e; b = rnorm(n, m, cv * m / 100)
     *   x = mean(b) / mean(a) - 1
     *   wilcox.test(a, b)$p.value <= 0.01 && (if (e > 0) x else abs(x)) >= 0.03 })) } */
    static const struct {
        size_t observations;
        double noise, effect, share;
    } rows[] = {
        { 5, 1, 5, 0.99325 }, { 10, 2, 5, 0.9771 },  { 10, 5, 10, 0.8694 }, { 20, 5, 5, 0.616 },
        { 20, 2, 3, 0.5029 }, { 20, 5, 0, 0.00965 }, { 5, 2, 10, 0.99255 },
    };
    size_t rounds = test_rounds(4000);
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        power_cell cell;
        double share = rows[i].share;
        cell_of(rows[i].observations, rows[i].noise, rows[i].effect, &cell);
        double got = (double)power_found(&cell, rounds) / (double)rounds;
        double sure = 4 * sqrt(share * (1 - share) / (double)rounds) + 1 / (double)rounds;
        if (fabs(got - share) > sure)
            fail_msg("row %zu: %g, R finds %g", i, got, share);
    }
}

static void assert_rare(size_t alerts, size_t reports, bool all)
{
    double allowed = 0.01 * (double)reports;
    if (!all) /* by chance more of few */
        allowed += 3 * sqrt(allowed) + 1;
    if ((double)alerts > allowed)
        fail_msg("%zu of %zu", alerts, reports);
}

/* However long the history is. */
static void of_a_hundred_reports_without_a_change_one_names_a_timing(void **state)
{
    (void)state;
    size_t rounds = test_rounds(REPLAYS), count = rounds < REPLAYS ? rounds / 2 + 1 : rounds;
    power_replays got = power_replay(0, count);
    print_message("%zu of %zu; of the early ones %zu of %zu\n", got.known_alerts, got.known,
                  got.early_alerts, got.early);
    assert_rare(got.known_alerts, got.known, count == REPLAYS);
    assert_rare(got.early_alerts, got.early, count == REPLAYS);
    assert_rare(got.known_alerts + got.early_alerts, count, count == REPLAYS);
    assert_true(got.known > count / 2);
    assert_true(got.early > count / 10);
    if (count == REPLAYS) {
        bd_buf lines = BD_BUF_INIT;
        assert_true(got.known >= 1000);
        power_put_replays(&got, &lines);
        assert_listed(&lines);
        bd_buf_release(&lines);
    }
}

/* The price: of a step of 20 % nothing is said before the eighth run, of a factor it is. */
static void a_short_history_shows_a_factor_and_a_long_one_a_step(void **state)
{
    (void)state;
    size_t count = test_rounds(STEP_REPLAYS);
    for (size_t effect = 0; effect < power_step_count(); effect++) {
        power_steps got = power_step(effect, 0, count);
        size_t early = got.found[POWER_EARLY], later = got.found[POWER_KNOWN];
        assert_true(got.count[POWER_EARLY] > 0 && got.count[POWER_KNOWN] > 0);
        if (got.effect >= 100)
            assert_true(10 * early >= 9 * got.count[POWER_EARLY]
                        && 10 * later >= 9 * got.count[POWER_KNOWN]);
        else
            assert_int_equal(early, 0);
        if (got.effect >= 20)
            assert_true(3 * later >= got.count[POWER_KNOWN]);
        if (count == STEP_REPLAYS) {
            bd_buf lines = BD_BUF_INIT;
            power_put_steps(&got, &lines);
            assert_listed(&lines);
            bd_buf_release(&lines);
        }
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_committed_table_is_what_is_computed),
        cmocka_unit_test(another_program_finds_as_many),
        cmocka_unit_test(of_a_hundred_reports_without_a_change_one_names_a_timing),
        cmocka_unit_test(a_short_history_shows_a_factor_and_a_long_one_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
