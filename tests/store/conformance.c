/* What every store must do: see conformance.h. A backend's test program calls it
 * with its URL; it knows store.h only. */
#include "tests/store/conformance.h"

#include "tests/store/sample.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

static bd_store *reopen(const conformance *c, bool read_only)
{
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = !read_only, .read_only = read_only };
    bd_store *store = bd_store_open(c->url, &options, &err);
    assert_ok(store != NULL, &err);
    return store;
}

static bd_store *fresh(void **state)
{
    const conformance *c = *state;
    if (c->empty)
        c->empty(c->url);
    return reopen(c, false);
}

static void close_store(bd_store *store)
{
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_store_close(store, &err), &err);
}

static bd_put put(bd_store *store, const bd_run *run)
{
    bd_error err = BD_ERROR_INIT;
    bd_put what = BD_PUT_KNOWN;
    assert_ok(bd_store_put(store, run, &what, &err), &err);
    return what;
}

static bd_runs load(bd_store *store, const bd_run_filter *filter)
{
    bd_error err = BD_ERROR_INIT;
    bd_runs runs = BD_RUNS_INIT;
    assert_ok(bd_store_load(store, filter, &runs, &err), &err);
    return runs;
}

static size_t count(bd_store *store, const bd_run_filter *filter)
{
    bd_error err = BD_ERROR_INIT;
    bd_run_heads heads = { 0 };
    assert_ok(bd_store_list(store, filter, &heads, &err), &err);
    size_t n = heads.count;
    bd_run_heads_release(&heads);
    return n;
}

static void assert_sound(bd_store *store)
{
    bd_error err = BD_ERROR_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    assert_ok(bd_store_check(store, &found, &err), &err);
    if (found.total > 0)
        fail_msg("%s: %s", found.items[0].error.file, found.items[0].error.message);
    bd_diagnostics_release(&found);
}

static void assert_comes_back(bd_store *store, const bd_run *run)
{
    bd_run_filter filter = { .id_prefix = run->id };
    bd_runs runs = load(store, &filter);
    assert_int_equal(runs.count, 1);
    sample_assert_same(runs.items[0], run);
    bd_runs_release(&runs);
}

/* Puts and takes back. Frees the run. */
static void round_trip(bd_store *store, bd_run *run)
{
    assert_int_equal(put(store, run), BD_PUT_NEW);
    assert_comes_back(store, run);
    bd_run_free(run);
}

static void every_field_comes_back_as_it_was_put(void **state)
{
    bd_store *store = fresh(state);
    round_trip(store, sample_everything());
    round_trip(store, sample_nothing());
    assert_sound(store);
    close_store(store);
}

static void runs_made_by_chance_come_back(void **state)
{
    bd_store *store = fresh(state);
    size_t rounds = test_rounds(300);
    for (size_t seed = 1; seed <= rounds; seed++)
        round_trip(store, sample_random(seed));
    assert_int_equal(count(store, NULL), rounds);
    assert_sound(store);
    close_store(store);
}

static void runs_of_any_number_of_points_come_back(void **state)
{
    static const size_t sizes[] = { 0, 1, 255, 256, 257, 511, 512, 513, 5000 };
    bd_store *store = fresh(state);
    for (size_t i = 0; i < BD_COUNT(sizes); i++)
        round_trip(store, sample_bulk(sizes[i], 3, (unsigned)i));
    assert_sound(store);
    close_store(store);
}

static void the_same_run_again_changes_nothing(void **state)
{
    bd_store *store = fresh(state);
    bd_run *run = sample_everything();
    assert_int_equal(put(store, run), BD_PUT_NEW);
    assert_int_equal(put(store, run), BD_PUT_KNOWN);
    assert_int_equal(count(store, NULL), 1);
    assert_comes_back(store, run);
    bd_run_free(run);
    close_store(store);
}

/* The series is one, the order of its params belongs to each run. */
static void params_keep_the_order_of_each_run(void **state)
{
    bd_store *store = fresh(state);
    static const char *const orders[2][2] = { { "rows", "backend" }, { "backend", "rows" } };
    for (size_t i = 0; i < 2; i++) {
        bd_run *run = bd_run_new();
        run->suite = "tick";
        bd_point *p = bd_run_add_point(run);
        p->benchmark = "write";
        for (size_t k = 0; k < 2; k++)
            bd_pairs_set(&p->params, &run->arena, bd_str_of(orders[i][k]), BD_STR("1"));
        bd_pairs_set(&run->environment, &run->arena, BD_STR("first"), bd_str_of(orders[i][0]));
        sample_seal(run);
        round_trip(store, run);
    }
    assert_sound(store);
    close_store(store);
}

static bd_run *dated(unsigned which, int64_t measured_at_ns)
{
    bd_run *run = sample_small("dated", which);
    run->measured_at_ns = measured_at_ns;
    return run;
}

static void runs_are_listed_newest_first_and_undated_ones_last(void **state)
{
    static const int64_t times[] = { 20, BD_TIME_UNKNOWN, 30, 10, 20, BD_TIME_UNKNOWN, -5 };
    static const size_t order[] = { 2, 4, 0, 3, 6, 5, 1 };
    bd_store *store = fresh(state);
    bd_run *runs[BD_COUNT(times)];
    for (size_t i = 0; i < BD_COUNT(times); i++)
        put(store, runs[i] = dated((unsigned)i, times[i]));
    bd_runs loaded = load(store, NULL);
    assert_int_equal(loaded.count, BD_COUNT(times));
    for (size_t i = 0; i < BD_COUNT(times); i++)
        sample_assert_same(loaded.items[i], runs[order[i]]);
    bd_runs_release(&loaded);
    bd_run_filter newest = { .limit = 3 };
    loaded = load(store, &newest);
    assert_int_equal(loaded.count, 3);
    sample_assert_same(loaded.items[2], runs[0]);
    bd_runs_release(&loaded);
    for (size_t i = 0; i < BD_COUNT(times); i++)
        bd_run_free(runs[i]);
    close_store(store);
}

static void each_filter_keeps_what_it_names(void **state)
{
    static const struct {
        bd_run_filter filter;
        size_t        kept;
    } cases[] = {
        { { 0 }, 3 },
        { { .suite = "tick" }, 1 },
        { { .suite = "Tick" }, 0 },
        { { .commit_prefix = "0123456" }, 1 },
        { { .commit_prefix = "0123456%" }, 0 },
        { { .branch = "main" }, 1 },
        { { .cpu_slug = "amd-epyc-7763-64-core-processor" }, 1 },
        { { .cpu_slug = "unknown" }, 2 },
        { { .backend = "MariaDB" }, 1 },
        { { .backend = "' OR 1=1 --" }, 0 },
        { { .since_ns = 1750000000123456789 }, 1 },
        { { .since_ns = 1750000000123456790 }, 0 },
        { { .until_ns = 1750000000123456789 }, 0 },
        { { .until_ns = 1750000000123456790 }, 1 },
        { { .suite = "tick", .branch = "main", .limit = 5 }, 1 },
        { { .suite = "tick", .branch = "dev" }, 0 },
        { { .id_prefix = "00000000" }, 0 },
    };
    bd_store *store = fresh(state);
    bd_run *runs[] = { sample_everything(), sample_nothing(), sample_small("s", 1) };
    for (size_t i = 0; i < BD_COUNT(runs); i++) {
        put(store, runs[i]);
        bd_run_free(runs[i]);
    }
    for (size_t i = 0; i < BD_COUNT(cases); i++)
        if (count(store, &cases[i].filter) != cases[i].kept)
            fail_msg("case %zu keeps %zu", i, count(store, &cases[i].filter));
    close_store(store);
}

static void a_list_says_what_is_known_of_a_run(void **state)
{
    bd_store *store = fresh(state);
    bd_run *run = sample_everything();
    bd_error err = BD_ERROR_INIT;
    bd_run_heads heads = { 0 };
    put(store, run);
    assert_ok(bd_store_list(store, NULL, &heads, &err), &err);
    const bd_run_head *head = &heads.items[0];
    assert_string_equal(head->id, run->id);
    assert_string_equal(head->suite, "tick");
    assert_string_equal(head->format, "jmh");
    assert_string_equal(head->commit, run->commit.id);
    assert_string_equal(head->branch, "main");
    assert_string_equal(head->cpu, "AMD EPYC 7763 64-Core Processor");
    assert_string_equal(head->backend, "MariaDB");
    assert_string_equal(head->file, "build/результаты.json");
    assert_true(head->measured_at_ns == run->measured_at_ns);
    assert_true(head->commit_time_ns == -1);
    assert_int_equal(head->dirty, BD_DIRTY);
    assert_int_equal(head->point_count, 2);
    assert_int_equal(head->outcome, BD_OUTCOME_INCOMPLETE);
    bd_run_heads_release(&heads);
    bd_run_free(run);
    close_store(store);
}

static void a_prefix_that_names_no_run_is_refused(void **state)
{
    static const char *const prefixes[] = { "", "abc", "abcg", "ABCD", "....", "'or 1" };
    bd_store *store = fresh(state);
    for (size_t i = 0; i < BD_COUNT(prefixes); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_run_heads heads = { 0 };
        bd_run_filter filter = { .id_prefix = prefixes[i] };
        assert_false(bd_store_list(store, &filter, &heads, &err));
        assert_int_equal(err.code, BD_ERR_USAGE);
    }
    close_store(store);
}

static bd_run *with_texts(const char *text)
{
    bd_run *run = bd_run_new();
    run->suite = run->format = run->tool = run->reason = run->rest = text;
    run->commit = (bd_commit){ .id = text, .message = text, .branch = text, .url = text,
                               .author = { text, text, text }, .time_ns = BD_TIME_UNKNOWN };
    bd_pairs_set(&run->environment, &run->arena, bd_str_of(text), bd_str_of(text));
    bd_pairs_set(&run->environment, &run->arena, BD_STR("cpu"), bd_str_of(text));
    bd_pairs_set(&run->facts, &run->arena, BD_STR("backend"), bd_str_of(text));
    bd_point *p = bd_run_add_point(run);
    p->benchmark = p->metric = p->mode = p->unit = p->reason = p->rest = p->source.path = text;
    bd_pairs_set(&p->params, &run->arena, bd_str_of(text), bd_str_of(text));
    sample_seal(run);
    return run;
}

static void hostile_texts_are_data(void **state)
{
    static const char *const texts[] = {
        "'); DROP TABLE run; --", "\"; DELETE FROM point; --", "\\', \\\\", "%s%n%x", "?1 :a @b $c",
        "\x01\x02\x7f\t\r\n", "{\"a\":[1]}", "\xef\xbb\xbf", "\xf4\x8f\xbf\xbf", "\\.", "\\N", "NULL",
    };
    bd_store *store = fresh(state);
    for (size_t i = 0; i < BD_COUNT(texts); i++)
        round_trip(store, with_texts(texts[i]));
    assert_int_equal(count(store, NULL), BD_COUNT(texts));
    assert_sound(store);
    close_store(store);
}

static void texts_of_a_megabyte_come_back(void **state)
{
    bd_store *store = fresh(state);
    bd_buf text = BD_BUF_INIT;
    bd_buf_repeat(&text, '\'', 1 << 20);
    round_trip(store, with_texts(bd_buf_text(&text)));
    bd_buf_release(&text);
    close_store(store);
}

static void assert_refused(bd_store *store, const bd_run *run, const char *word)
{
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    assert_false(bd_store_put(store, run, &what, &err));
    assert_int_equal(err.code, BD_ERR_STORE);
    if (!strstr(err.message, word))
        fail_msg("\"%s\" does not name the %s", err.message, word);
    assert_true(err.hint[0] != '\0');
}

static void texts_that_are_not_utf8_are_refused_by_name(void **state)
{
    static const char *const broken[] = {
        "\xff", "caf\xe9", "long enough for eight \x80", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\xf0\x9f\x91",
    };
    bd_store *store = fresh(state);
    for (size_t i = 0; i < BD_COUNT(broken); i++) {
        bd_run *run = sample_everything();
        run->points[1].unit = broken[i];
        assert_refused(store, run, "unit of point 2");
        run->points[1].unit = "";
        run->commit.message = broken[i];
        assert_refused(store, run, "commit message");
        bd_run_free(run);
    }
    assert_int_equal(count(store, NULL), 0);
    close_store(store);
}

static void every_text_is_looked_at(void **state)
{
    static const char bad[] = "\xfe";
    bd_store *store = fresh(state);
    bd_run *run = sample_everything();
    bd_point *p = &run->points[0];
    bd_compat compat = *p->compat;
    p->compat = &compat;
    const char **const texts[] = {
        &run->suite, &run->format, &run->tool, &run->files[1].path, &run->commit.id,
        &run->commit.branch, &run->commit.url, &run->commit.author.name, &run->commit.author.email,
        &run->commit.author.username, &run->commit.committer.email, &run->environment.items[1].key,
        &run->environment.items[0].value, &run->facts.items[0].value, &run->measured_from,
        &run->reason, &run->rest, &p->benchmark, &p->metric, &p->mode, &p->params.items[1].key,
        &p->params.items[0].value, &p->unit, &p->reason, &p->source.path, &p->rest, &compat.name,
        &compat.unit, &compat.range, &compat.extra,
    };
    for (size_t i = 0; i < BD_COUNT(texts); i++) {
        const char *good = *texts[i];
        *texts[i] = bad;
        assert_refused(store, run, "not valid UTF-8");
        *texts[i] = good;
    }
    assert_int_equal(put(store, run), BD_PUT_NEW);
    bd_run_free(run);
    close_store(store);
}

static void two_points_of_one_series_leave_nothing_behind(void **state)
{
    bd_store *store = fresh(state);
    bd_run *run = sample_bulk(600, 2, 1);
    const char *name = run->points[599].benchmark, *metric = run->points[599].metric;
    run->points[599].benchmark = run->points[3].benchmark;
    run->points[599].metric = run->points[3].metric;
    assert_refused(store, run, "points 4 (line 61) and 600 (line 11981)");
    assert_int_equal(count(store, NULL), 0);
    assert_sound(store);
    run->points[599].benchmark = name;
    run->points[599].metric = metric;
    round_trip(store, run);
    assert_sound(store);
    close_store(store);
}

static void a_run_that_was_not_sealed_is_refused(void **state)
{
    bd_store *store = fresh(state);
    bd_run *run = bd_run_new();
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    run->suite = "s";
    assert_false(bd_store_put(store, run, &what, &err));
    assert_int_equal(err.code, BD_ERR_BUG);
    bd_run_free(run);
    close_store(store);
}

static void a_store_describes_itself(void **state)
{
    const conformance *c = *state;
    bd_store *store = fresh(state);
    bd_error err = BD_ERROR_INIT;
    bd_store_info info;
    for (unsigned i = 0; i < 3; i++) {
        bd_run *run = sample_bulk(10 * i, 1, i);
        put(store, run);
        bd_run_free(run);
    }
    assert_ok(bd_store_describe(store, &info, &err), &err);
    assert_string_equal(info.url, c->url);
    assert_true(info.version >= 1);
    assert_int_equal(info.runs, 3);
    assert_int_equal(info.points, 30);
    assert_true(info.bytes > 0);
    close_store(store);
}

static void what_was_put_stays_when_it_is_opened_again(void **state)
{
    const conformance *c = *state;
    if (!c->persists)
        skip();
    bd_store *store = fresh(state);
    bd_run *run = sample_everything();
    put(store, run);
    close_store(store);
    store = reopen(c, true);
    assert_comes_back(store, run);
    assert_sound(store);
    close_store(store);
    store = reopen(c, false);
    assert_int_equal(put(store, run), BD_PUT_KNOWN);
    close_store(store);
    bd_run_free(run);
}

static void a_store_opened_for_reading_takes_nothing(void **state)
{
    const conformance *c = *state;
    if (!c->persists)
        skip();
    close_store(fresh(state));
    bd_store *store = reopen(c, true);
    bd_run *run = sample_small("s", 1);
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    assert_false(bd_store_put(store, run, &what, &err));
    assert_int_equal(err.code, BD_ERR_STORE);
    assert_int_equal(count(store, NULL), 0);
    bd_run_free(run);
    close_store(store);
}

int conformance_run(const conformance *store)
{
#define CASE(function) cmocka_unit_test_prestate(function, (void *)(uintptr_t)store)
    const struct CMUnitTest tests[] = {
        CASE(every_field_comes_back_as_it_was_put),
        CASE(runs_made_by_chance_come_back),
        CASE(runs_of_any_number_of_points_come_back),
        CASE(the_same_run_again_changes_nothing),
        CASE(params_keep_the_order_of_each_run),
        CASE(runs_are_listed_newest_first_and_undated_ones_last),
        CASE(each_filter_keeps_what_it_names),
        CASE(a_list_says_what_is_known_of_a_run),
        CASE(a_prefix_that_names_no_run_is_refused),
        CASE(hostile_texts_are_data),
        CASE(texts_of_a_megabyte_come_back),
        CASE(texts_that_are_not_utf8_are_refused_by_name),
        CASE(every_text_is_looked_at),
        CASE(two_points_of_one_series_leave_nothing_behind),
        CASE(a_run_that_was_not_sealed_is_refused),
        CASE(a_store_describes_itself),
        CASE(what_was_put_stays_when_it_is_opened_again),
        CASE(a_store_opened_for_reading_takes_nothing),
    };
#undef CASE
    return cmocka_run_group_tests_name(store->name, tests, NULL, NULL);
}
