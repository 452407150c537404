/* The rates of docs/comparison.md: cells of its tables computed again, some of them also by R,
 * and replays of a program that never changed. */
#include "tests/support.h"
#include "tests/view/power.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { REPLAYS = 1600, STRIDE = 5 };

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

/* Seen from the eighth run on: before it nobody knows that a series has two modes. */
static void of_a_hundred_reports_without_a_change_one_names_a_timing(void **state)
{
    (void)state;
    size_t rounds = test_rounds(REPLAYS), count = rounds < REPLAYS ? rounds / 2 + 1 : rounds;
    power_replays got = power_replay(0, count);
    double allowed = 0.01 * (double)got.known;
    if (count < REPLAYS) /* by chance more of few */
        allowed += 3 * sqrt(allowed) + 1;
    print_message("%zu of %zu; of the early ones %zu of %zu\n", got.known_alerts, got.known,
                  got.early_alerts, got.early);
    assert_true((double)got.known_alerts <= allowed);
    assert_true(got.known > count / 2);
    if (count == REPLAYS) {
        bd_buf lines = BD_BUF_INIT;
        assert_true(got.known >= 1000);
        power_put_replays(&got, &lines);
        assert_listed(&lines);
        bd_buf_release(&lines);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_committed_table_is_what_is_computed),
        cmocka_unit_test(another_program_finds_as_many),
        cmocka_unit_test(of_a_hundred_reports_without_a_change_one_names_a_timing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
