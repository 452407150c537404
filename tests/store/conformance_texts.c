/* What every store must do with texts and with runs it has to refuse: see conformance.h. */
#include "tests/store/conformance.h"

#include "tests/store/sample.h"
#include "tests/store/tools.h"
#include "tests/support.h"

#include <string.h>

static bd_run *with_texts(const char *text)
{
    bd_run *run = bd_run_new();
    run->suite = run->format = run->tool = run->reason = run->rest = text;
    run->commit = (bd_commit){ .id = text,
                               .message = text,
                               .branch = text,
                               .url = text,
                               .author = { text, text, text },
                               .time_ns = BD_TIME_UNKNOWN };
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
        "'); DROP TABLE run; --",
        "\"; DELETE FROM point; --",
        "\\', \\\\",
        "%s%n%x",
        "?1 :a @b $c",
        "\x01\x02\x7f\t\r\n",
        "{\"a\":[1]}",
        "\xef\xbb\xbf",
        "\xf4\x8f\xbf\xbf",
        "\\.",
        "\\N",
        "NULL",
    };
    bd_store *store = conformance_fresh(state);
    for (size_t i = 0; i < BD_COUNT(texts); i++)
        store_round_trip(store, with_texts(texts[i]));
    assert_int_equal(store_count(store, NULL), BD_COUNT(texts));
    store_assert_sound(store);
    store_close(store);
}

static void texts_of_a_megabyte_come_back(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_buf text = BD_BUF_INIT;
    bd_buf_repeat(&text, '\'', 1 << 20);
    store_round_trip(store, with_texts(bd_buf_text(&text)));
    bd_buf_release(&text);
    store_close(store);
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
        "\xff",         "caf\xe9",      "long enough for eight \x80", "\xc0\x80",
        "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",           "\xf5\x80\x80\x80",
        "\xe2\x82",     "\xf0\x9f\x91",
    };
    bd_store *store = conformance_fresh(state);
    for (size_t i = 0; i < BD_COUNT(broken); i++) {
        bd_run *run = sample_everything();
        run->points[1].unit = broken[i];
        assert_refused(store, run, "unit of point 2");
        run->points[1].unit = "";
        run->commit.message = broken[i];
        assert_refused(store, run, "commit message");
        bd_run_free(run);
    }
    assert_int_equal(store_count(store, NULL), 0);
    store_close(store);
}

static void every_text_is_looked_at(void **state)
{
    static const char bad[] = "\xfe";
    bd_store *store = conformance_fresh(state);
    bd_run *run = sample_everything();
    bd_point *p = &run->points[0];
    bd_compat compat = *p->compat, second = *compat.next;
    compat.next = &second;
    p->compat = &compat;
    const char **const texts[] = {
        &run->suite,
        &run->format,
        &run->tool,
        &run->files[1].path,
        &run->commit.id,
        &run->commit.branch,
        &run->commit.url,
        &run->commit.author.name,
        &run->commit.author.email,
        &run->commit.author.username,
        &run->commit.committer.email,
        &run->environment.items[1].key,
        &run->environment.items[0].value,
        &run->facts.items[0].value,
        &run->measured_from,
        &run->reason,
        &run->rest,
        &p->benchmark,
        &p->metric,
        &p->mode,
        &p->params.items[1].key,
        &p->params.items[0].value,
        &p->unit,
        &p->reason,
        &p->source.path,
        &p->rest,
        &compat.name,
        &compat.unit,
        &compat.range,
        &compat.extra,
        &second.unit,
    };
    for (size_t i = 0; i < BD_COUNT(texts); i++) {
        const char *good = *texts[i];
        *texts[i] = bad;
        assert_refused(store, run, "not valid UTF-8");
        *texts[i] = good;
    }
    assert_int_equal(store_put(store, run), BD_PUT_NEW);
    bd_run_free(run);
    store_close(store);
}

static void two_points_of_one_series_leave_nothing_behind(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_run *run = sample_bulk(600, 2, 1);
    const char *name = run->points[599].benchmark, *metric = run->points[599].metric;
    run->points[599].benchmark = run->points[3].benchmark;
    run->points[599].metric = run->points[3].metric;
    assert_refused(store, run, "points 4 (line 61) and 600 (line 11981)");
    assert_int_equal(store_count(store, NULL), 0);
    store_assert_sound(store);
    run->points[599].benchmark = name;
    run->points[599].metric = metric;
    store_round_trip(store, run);
    store_assert_sound(store);
    store_close(store);
}

int conformance_run_texts(const conformance *store)
{
#define CASE(function) cmocka_unit_test_prestate(function, (void *)(uintptr_t)store)
    const struct CMUnitTest tests[] = {
        CASE(hostile_texts_are_data),
        CASE(texts_of_a_megabyte_come_back),
        CASE(texts_that_are_not_utf8_are_refused_by_name),
        CASE(every_text_is_looked_at),
        CASE(two_points_of_one_series_leave_nothing_behind),
    };
#undef CASE
    return cmocka_run_group_tests_name(store->name, tests, NULL, NULL);
}
