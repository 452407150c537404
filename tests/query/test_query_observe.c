/* Names of the files become dimensions of the configuration. */
#include "core/query/query.h"

#include "tests/support.h"

#include <string.h>

typedef struct world {
    bd_config *config;
    bd_runs runs;
    bd_observations seen;
    bd_diagnostics found;
} world;

static void configure(world *w, const char *yaml)
{
    *w = (world){ 0 };
    if (!bd_config_parse(bd_str_of(yaml), "benchdoc.yml", &w->config, &w->found))
        fail_msg("%s", w->found.items[0].error.message);
}

static bd_run *add_run(world *w, const char *suite, const char *path)
{
    bd_run *run = bd_run_new();
    run->id = bd_arena_printf(&run->arena, "%064zu", w->runs.count);
    run->suite = bd_arena_strdup(&run->arena, suite);
    run->format = "custom";
    bd_run_add_file(run, path, BD_STR("{}"));
    bd_runs_add(&w->runs, run);
    return run;
}

static bd_point *add_point(bd_run *run, const char *benchmark)
{
    bd_point *p = bd_run_add_point(run);
    p->benchmark = bd_arena_strdup(&run->arena, benchmark);
    p->value = bd_int(1);
    p->unit = "ns";
    p->source.line = (int)run->point_count;
    p->source.column = 3;
    return p;
}

static void release(world *w)
{
    bd_observations_release(&w->seen);
    bd_runs_release(&w->runs);
    bd_diagnostics_release(&w->found);
    bd_config_free(w->config);
}

/* "metric: name=value/kind …" */
static void describe(const bd_observation *o, bd_buf *out)
{
    bd_buf_printf(out, "%s:", o->metric);
    for (size_t i = 0; i < o->dim_count; i++)
        bd_buf_printf(out, " %s=%s/%c", o->dims[i].name, o->dims[i].value, "pnsf"[o->dims[i].kind]);
}

static void assert_seen(const world *w, size_t index, const char *want)
{
    bd_buf got = BD_BUF_INIT;
    assert_true(index < w->seen.count);
    describe(&w->seen.items[index], &got);
    assert_string_equal(bd_buf_text(&got), want);
    bd_buf_release(&got);
}

static void the_first_pattern_that_fits_names_the_dimensions(void **state)
{
    (void)state;
    world w;
    configure(&w,
              "version: 1\ninputs:\n  tick:\n    files: t.json\n    rename: { kind: operation }\n"
              "    name:\n      - \"{variant:warm|}{kind:write|read} {rows}rows {metric}\"\n"
              "      - ignore: \"* median\"\n");
    bd_run *run = add_run(&w, "tick", "t.json");
    add_point(run, "warmwrite 5000rows wall");
    add_point(run, "read 1 median");
    add_point(run, "read 10rows gap");
    assert_true(bd_observe(w.config, &w.runs, &w.seen, &w.found));
    assert_int_equal(w.seen.count, 2);
    assert_seen(&w, 0,
                "wall: variant=warm/n operation=write/n rows=5000/n "
                "benchmark=warmwrite 5000rows wall/s");
    assert_seen(&w, 1, "gap: variant=-/n operation=read/n rows=10/n benchmark=read 10rows gap/s");
    release(&w);
}

static void a_name_without_a_pattern_is_said_once_with_both_places(void **state)
{
    (void)state;
    world w;
    configure(&w, "version: 1\ninputs:\n  tick:\n    files: t.json\n    name: \"write {rows}\"\n");
    for (size_t i = 0; i < 3; i++)
        add_point(add_run(&w, "tick", "t.json"), "odd name");
    add_point(add_run(&w, "tick", "u.json"), "write 5");
    assert_false(bd_observe(w.config, &w.runs, &w.seen, &w.found));
    assert_int_equal(w.found.errors, 1);
    const bd_error *err = &w.found.items[0].error;
    assert_int_equal(err->code, BD_ERR_CONFIG);
    assert_string_equal(err->file, "benchdoc.yml");
    assert_int_equal(err->line, 5);
    assert_int_equal(err->column, 12);
    assert_string_equal(err->message, "no pattern of input 'tick' fits the name 'odd name'");
    assert_string_equal(err->hint,
                        "t.json:1:3 holds the point; add a pattern, or `- ignore: NAME` for "
                        "names to leave out");
    release(&w);
}

static void many_odd_names_do_not_drown_the_reader(void **state)
{
    (void)state;
    world w;
    configure(&w, "version: 1\ninputs:\n  tick:\n    files: t.json\n    name: \"write {rows}\"\n");
    bd_run *run = add_run(&w, "tick", "t.json");
    for (size_t i = 0; i < 500; i++)
        add_point(run, bd_arena_printf(&run->arena, "odd %zu", i));
    assert_false(bd_observe(w.config, &w.runs, &w.seen, &w.found));
    assert_int_equal(w.found.errors, 10);
    release(&w);
}

static void a_wrong_pattern_is_an_error_at_its_character(void **state)
{
    (void)state;
    world w;
    configure(&w,
              "version: 1\ninputs:\n  tick:\n    files: t.json\n    name: \"写 {a} {a:x|y}\"\n");
    add_point(add_run(&w, "tick", "t.json"), "x");
    assert_false(bd_observe(w.config, &w.runs, &w.seen, &w.found));
    assert_int_equal(w.found.items[0].error.line, 5);
    assert_int_equal(w.found.items[0].error.column, 18);
    release(&w);
}

static void structure_parameters_and_declared_facts_are_dimensions_too(void **state)
{
    (void)state;
    world w;
    configure(&w, "version: 1\ninputs:\n  jmh:\n    files: j.json\n    rename: { size: rows }\n"
                  "    dimensions: { version: environment.backend_version }\n");
    bd_run *run = add_run(&w, "jmh", "j.json");
    bd_pairs_set(&run->environment, &run->arena, BD_STR("backend_version"), BD_STR("8.4"));
    bd_point *p = add_point(run, "io.x.ListBenchmark.add");
    p->mode = "avgt";
    p->threads = 4;
    bd_pairs_set(&p->params, &run->arena, BD_STR("size"), BD_STR("10"));
    bd_pairs_set(&p->params, &run->arena, BD_STR("empty"), BD_STR(""));
    assert_true(bd_observe(w.config, &w.runs, &w.seen, &w.found));
    assert_seen(&w, 0,
                "value: version=8.4/n rows=10/p empty=-/p benchmark=io.x.ListBenchmark.add/s "
                "class=ListBenchmark/s method=add/s mode=avgt/s threads=4/s");
    release(&w);
}

static void a_point_may_have_hundreds_of_parameters(void **state)
{
    (void)state;
    world w;
    configure(&w, "version: 1\ninputs: { a: { files: a.json } }\n");
    bd_run *run = add_run(&w, "a", "a.json");
    bd_point *p = add_point(run, "x");
    for (size_t i = 0; i < 300; i++)
        bd_pairs_set(&p->params, &run->arena, bd_str_of(bd_arena_printf(&run->arena, "p%zu", i)),
                     BD_STR("v"));
    assert_true(bd_observe(w.config, &w.runs, &w.seen, &w.found));
    assert_int_equal(w.seen.items[0].dim_count, 301);
    release(&w);
}

static void runs_stand_in_the_order_of_inputs_paths_and_places(void **state)
{
    (void)state;
    world w;
    configure(&w, "version: 1\ninputs: { b: { files: \"*\" }, a: { files: \"*\" } }\n");
    add_point(add_run(&w, "a", "1.json"), "four");
    add_point(add_run(&w, "foreign", "0.json"), "five");
    add_point(add_run(&w, "b", "2.json"), "three");
    bd_run *second = add_run(&w, "b", "1.json"), *first = add_run(&w, "b", "1.json");
    add_point(second, "two")->source.line = 20;
    add_point(first, "one")->source.line = 10;
    assert_true(bd_observe(w.config, &w.runs, &w.seen, &w.found));
    static const char *const want[] = { "one", "two", "three", "four", "five" };
    for (size_t i = 0; i < BD_COUNT(want); i++) {
        assert_string_equal(w.seen.items[i].point->benchmark, want[i]);
        assert_int_equal(w.seen.items[i].order, i);
    }
    assert_null(w.seen.items[4].input);
    release(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_pattern_that_fits_names_the_dimensions),
        cmocka_unit_test(a_name_without_a_pattern_is_said_once_with_both_places),
        cmocka_unit_test(many_odd_names_do_not_drown_the_reader),
        cmocka_unit_test(a_wrong_pattern_is_an_error_at_its_character),
        cmocka_unit_test(structure_parameters_and_declared_facts_are_dimensions_too),
        cmocka_unit_test(a_point_may_have_hundreds_of_parameters),
        cmocka_unit_test(runs_stand_in_the_order_of_inputs_paths_and_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
