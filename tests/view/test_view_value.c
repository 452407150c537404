/* Figures in sentences. */
#include "tests/view/view_support.h"

#include <string.h>

static const char yaml[] =
    "languages: [en, zh]\n"
    "inputs: { jmh: { files: \"*\" } }\n"
    "numbers: { time: \"0.000 ms\" }\n"
    "values:\n"
    "  add: { from: jmh score method=add age=new }\n"
    "  said: { from: jmh method=add age=new, say: { en: \"{score} per call\", zh: \"{score:0.0} "
    "毫秒\" } }\n"
    "  plain: { from: jmh method=add age=new, say: \"{score}\" }\n"
    "  drop: { from: \"jmh {score:0 us} method=drop\" }\n"
    "  gain: { ratio: [drop, add], number: \"0.00\" }\n"
    "  exact: { ratio: [drop, add] }\n"
    "  none: { from: jmh method=add }\n"
    "  void: { from: jmh score method=nothing }\n"
    "  twice: { from: \"jmh {score method=add age=new} {score method=drop}\" }\n"
    "  odd: { ratio: [add, twice] }\n"
    "  sizes: { from: jmh size method=add age=new }\n"
    "  wrong: { ratio: [sizes, add] }\n"
    "  zero: { from: jmh zero method=add }\n"
    "  infinite: { ratio: [add, zero] }\n"
    "  beside: { from: jmh score method=add age=new, say: \"{score}\" }\n"
    "  unknown: { from: jmh method=add age=new, say: \"about {scor}\" }\n";

static void open_world(view_world *w)
{
    view_open(w, yaml);
    bd_run *old = view_run(w, "jmh", "1", "commit=1 cpu=A measured_at=2026-01-01T00:00:00Z");
    view_point(old, "x", "score", "method=add age=old", "9", "ms");
    bd_run *run = view_run(w, "jmh", "2", "commit=2 cpu=A measured_at=2026-02-01T00:00:00Z");
    view_point(run, "x", "score", "method=add age=new", "2.5", "ms");
    view_point(run, "x", "score", "method=drop age=new", "10000", "us");
    view_point(run, "x", "size", "method=add age=new", "10", "B");
    view_point(run, "x", "zero", "method=add age=new", "0", "ms");
    view_run(w, "jmh", "3", "commit=3 cpu=A measured_at=2026-03-01T00:00:00Z");
    view_point(w->runs.items[2], "x", "other", "method=add age=new", "1", "ms");
    view_observe(w);
}

static const struct {
    const char *text, *language, *want;
} rows[] = {
    { "jmh score method=add age=new", NULL, "2.500 ms" },
    { "  jmh score method=add age=new ", NULL, "2.500 ms" },
    { "jmh {score:0.0 ms} method=add age=new", NULL, "2.5 ms" },
    { "jmh {score:0.0 ms} (of {age}) method=add age=new", NULL,
      "7:1: value 'jmh {score:0.0 ms} (of {age}) method=add age=new': ')' stands beside the "
      "template (what shall be said "
      "stands inside the braces or in say:)\n" },
    { "jmh method=add age=new {score} or {score in us:0 us}", NULL, "2.500 ms or 2500 us" },
    { "jmh score method=add latest", NULL, "2.500 ms" }, /* of those that have a score */
    { "jmh score method=add", NULL,
      "7:1: value 'jmh score method=add': 2 points fit {score}: age is old, new (add a condition "
      "that leaves one, such as name=value inside the braces)\n" },
    { "jmh method=add", NULL,
      "7:1: value 'jmh method=add': it names no metric (SUITE METRIC name=value …, or SUITE "
      "{METRIC:0.0 ms} name=value …)\n" },
    { "jmh score method=nothing", NULL,
      "7:1: value 'jmh score method=nothing': no result of suite 'jmh' has "
      "method=nothing (there is add, drop)\n" },
    { "jmh scor method=drop", NULL,
      "7:1: value 'jmh scor method=drop': nothing here is called 'scor' (did you mean 'score'? "
      "there is: method, age, benchmark, score, commit, branch, date, unit, outcome, metric, "
      "cpu)\n" },
    { "drop", NULL, "10000 us" },
    { "void", NULL,
      "13:27: value 'void': no result of suite 'jmh' has method=nothing (there is add, drop)\n" },
    { "none", NULL,
      "12:17: value 'none': it names no metric (SUITE METRIC name=value …, or SUITE {METRIC:0.0 "
      "ms} name=value …)\n" },
    { "add", NULL, "2.500 ms" },
    { "said", NULL, "2.500 ms per call" },
    { "said", "zh", "2.5 毫秒" },
    { "plain", "zh", "2.500 ms" },
    { "gain", NULL, "4.00" },
    { "exact", NULL, "4" },
    { "odd", NULL, "15:23: value 'twice' shows 2 numbers; a ratio needs one\n" },
    { "wrong", NULL,
      "17:3: value 'wrong': \"ms\" does not convert into \"B\" (show it in a unit of time, for "
      "example "
      "\"0.000 ms\")\n" },
    { "infinite", NULL, "19:3: value 'infinite': the second value is zero\n" },
    { "beside", NULL,
      "20:19: value 'beside': 'score' stands beside the template (what shall be said stands inside "
      "the "
      "braces or in say:)\n" },
    { "unknown", NULL,
      "21:56: value 'unknown': nothing here is called 'scor' (did you mean 'score'? there is: "
      "method, age, benchmark, score, size, zero, other, commit, branch, date, unit, outcome, "
      "metric, cpu)\n" },
};

static void a_value_is_a_name_or_a_query(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        view_world w;
        open_world(&w);
        w.view.language = rows[i].language;
        const char *got = view_value(&w, rows[i].text);
        if (strcmp(got, rows[i].want) != 0) {
            print_error("%s: got\n%s\n", rows[i].text, got);
            wrong++;
        }
        view_close(&w);
    }
    assert_int_equal(wrong, 0);
}

static void with_a_file_the_first_word_is_the_metric(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        { "file=r.json score benchmark=add", "1.5 ms" },
        { "file=r.json {score:0.00 ms} benchmark=add", "1.50 ms" },
        { "\"{score:0.00 ms}\" a benchmark=add", "1.50 ms" },
    };
    view_world w;
    view_open(&w, "inputs: { a: { files: x } }\n");
    bd_run *run = view_run(&w, "a", "r.json", "");
    view_point(run, "add", "score", "", "1.5", "ms");
    view_observe(&w);
    for (size_t i = 0; i < BD_COUNT(texts); i++)
        assert_text(view_value(&w, texts[i][0]), texts[i][1]);
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_a_name_or_a_query),
        cmocka_unit_test(with_a_file_the_first_word_is_the_metric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
