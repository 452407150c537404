/* Facts of a run by name, slugs and short names of CPUs. */
#include "core/model/model.h"

#include "tests/support.h"

#include <string.h>

static void slugs_are_those_that_histories_are_filed_under(void **state)
{
    (void)state;
    static const struct {
        const char *cpu, *slug;
    } cases[] = {
        /* cpu= and slug= lines of the seed projects' environment.txt */
        { "INTEL(R) XEON(R) PLATINUM 8573C", "intel-xeon-platinum-8573c" },
        { "AMD EPYC 7763 64-Core Processor", "amd-epyc-7763-64-core-processor" },
        { "AMD EPYC 9V74 80-Core Processor", "amd-epyc-9v74-80-core-processor" },
        { "AMD EPYC 9V45 96-Core Processor", "amd-epyc-9v45-96-core-processor" },
        { "INTEL(R) XEON(R) 6973P-C", "intel-xeon-6973p-c" },
        /* printf %s "$cpu" | sed 's/(R)//g; s/(TM)//g; s/(C)//g' | tr A-Z a-z
         *   | sed -E 's/[^a-z0-9]+/-/g; s/^-+|-+$//g' | cut -c1-64 | sed -E 's/-+$//' */
        { "Intel(R) Core(TM) i7-8700K CPU @ 3.70GHz", "intel-core-i7-8700k-cpu-3-70ghz" },
        { "  Apple  M1 ", "apple-m1" },
        { "AMD Athlon(tm) 64", "amd-athlon-tm-64" },
        { "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee fffffffff ggg (hhh)",
          "aaaaaaaaa-bbbbbbbbb-ccccccccc-ddddddddd-eeeeeeeee-fffffffff-ggg" },
        { "0123456789012345678901234567890123456789012345678901234567890123456789",
          "0123456789012345678901234567890123456789012345678901234567890123" },
        { "\xE6\xAF\xAB\xE7\xA7\x92 x", "x" },
        { "", "unknown" },
        { "(R) \xE6\xAF\xAB", "unknown" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf slug = BD_BUF_INIT;
        bd_slug(bd_str_of(cases[i].cpu), &slug);
        assert_string_equal(bd_buf_text(&slug), cases[i].slug);
        bd_buf_release(&slug);
    }
}

static void short_names_tell_models_apart_and_no_more(void **state)
{
    (void)state;
    static const struct {
        const char *cpu, *want;
    } cases[] = {
        { "AMD EPYC 9V74 80-Core Processor", "EPYC 9V74" },
        { "AMD EPYC 7763 64-Core Processor", "EPYC 7763" },
        { "INTEL(R) XEON(R) PLATINUM 8573C", "XEON 8573C" },
        { "INTEL(R) XEON(R) 6973P-C", "XEON 6973P-C" },
        { "Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz", "Xeon 8370C" },
        { "Intel(R) Xeon(R) CPU E5-2673 v4 @ 2.30GHz", "Xeon E5-2673 v4" },
        { "Intel(R) Xeon(R) Gold 6140", "Xeon 6140" },
        { "Intel(R) Core(TM) i7-8700K CPU @ 3.70GHz", "Core i7-8700K" },
        { "13th Gen Intel(R) Core(TM) i7-13700K", "Core i7-13700K" },
        { "Intel(R) Core(TM) Ultra 7 155H", "Core Ultra 7 155H" },
        { "AMD Ryzen 5 5600X 6-Core Processor", "Ryzen 5 5600X" },
        { "AMD Ryzen AI 9 HX 370 (12 cores / 24 threads)", "Ryzen AI 9 HX 370" },
        { "AMD Ryzen AI 9 HX 370 w/ Radeon 890M", "Ryzen AI 9 HX 370" },
        { "AMD Ryzen 7 5800H with Radeon Graphics", "Ryzen 7 5800H" },
        { "AMD Ryzen Threadripper PRO 5995WX 64-Cores", "Ryzen Threadripper PRO 5995WX" },
        { "AMD FX(tm)-8350 Eight-Core Processor", "FX-8350" },
        { "AMD EPYC-Rome Processor", "EPYC-Rome" },
        { "Apple M1", "Apple M1" },
        { "Apple M3 Pro", "Apple M3 Pro" },
        { "Neoverse-N1", "Neoverse-N1" },
        { "Neoverse-V2", "Neoverse-V2" },
        { "AMD", "AMD" }, /* rather the whole name than none */
        { " Intel(R) CPU ", "Intel(R) CPU" },
        { "", "" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf name = BD_BUF_INIT;
        bd_cpu_short(bd_str_of(cases[i].cpu), &name);
        assert_string_equal(bd_buf_text(&name), cases[i].want);
        bd_buf_release(&name);
    }
}

static void set(bd_run *run, bd_pairs *pairs, const char *key, const char *value)
{
    bd_pairs_set(pairs, &run->arena, bd_str_of(key), bd_str_of(value));
}

static void assert_fact(const bd_run *run, const char *name, const char *want)
{
    bd_buf scratch = BD_BUF_INIT;
    bd_buf_puts(&scratch, "old");
    const char *got = bd_run_fact(run, bd_str_of(name), &scratch);
    if (want) {
        assert_non_null(got);
        assert_string_equal(got, want);
    } else {
        assert_null(got);
    }
    bd_buf_release(&scratch);
}

static void path_holes_come_before_own_facts_before_the_environment(void **state)
{
    (void)state;
    bd_run *run = bd_run_new();
    run->suite = "tick";
    run->format = "custom";
    run->tool = "JMH 1.37";
    run->commit.id = "76dcc7e";
    run->commit.branch = "main";
    run->commit.message = "Measure\n\nmore";
    run->commit.dirty = BD_CLEAN;
    assert_true(bd_time_parse(BD_STR("2026-07-20T10:00:01.5Z"), &run->measured_at_ns));
    assert_true(bd_time_parse(BD_STR("2026-07-19T00:00:00Z"), &run->commit.time_ns));
    bd_run_add_file(run, "results/run-4/a.json", BD_STR("[]"));
    bd_run_add_file(run, "results/run-4/environment.txt", BD_STR(""));
    set(run, &run->environment, "cpu", "Apple M1");
    set(run, &run->environment, "commit", "of the environment");
    set(run, &run->environment, "tool", "of the environment");
    set(run, &run->environment, "run", "of the environment");
    set(run, &run->facts, "run", "4");
    set(run, &run->facts, "tool", "of the path");

    assert_fact(run, "run", "4");
    assert_fact(run, "tool", "of the path");
    assert_fact(run, "commit", "76dcc7e");
    assert_fact(run, "branch", "main");
    assert_fact(run, "message", "Measure\n\nmore");
    assert_fact(run, "dirty", "false");
    assert_fact(run, "date", "2026-07-20");
    assert_fact(run, "measured_at", "2026-07-20T10:00:01.5Z");
    assert_fact(run, "commit_date", "2026-07-19");
    assert_fact(run, "format", "custom");
    assert_fact(run, "suite", "tick");
    assert_fact(run, "file", "results/run-4/a.json");
    assert_fact(run, "cpu", "Apple M1");
    assert_fact(run, "environment.cpu", "Apple M1");
    assert_fact(run, "environment.tool", "of the environment");
    assert_fact(run, "environment.run", "of the environment");
    assert_fact(run, "backend", NULL);
    assert_fact(run, "environment.", NULL);
    bd_run_free(run);
}

static void what_is_not_known_is_no_text(void **state)
{
    (void)state;
    static const char *const names[] = { "commit",      "branch",      "message", "dirty",  "date",
                                         "measured_at", "commit_date", "tool",    "format", "file",
                                         "suite",       "cpu",         "" };
    bd_run *run = bd_run_new();
    for (size_t i = 0; i < BD_COUNT(names); i++)
        assert_fact(run, names[i], NULL);
    set(run, &run->environment, "date", "yesterday");
    assert_fact(run, "date", "yesterday"); /* better the environment's word than none */
    bd_run_free(run);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slugs_are_those_that_histories_are_filed_under),
        cmocka_unit_test(short_names_tell_models_apart_and_no_more),
        cmocka_unit_test(path_holes_come_before_own_facts_before_the_environment),
        cmocka_unit_test(what_is_not_known_is_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
