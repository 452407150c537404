/* Instants: parsing, printing, and every day that int64 nanoseconds hold. */
#include "core/base/time.h"

#include "tests/support.h"

#define S INT64_C(1000000000)

typedef struct row {
    const char *text;
    int64_t unix_ns;
    const char *printed;
} row;

/* Seconds from GNU date: date -u -d TEXT +%s */
static const row instants[] = {
    { "2026-07-20T10:00:01Z", 1784541601 * S, "2026-07-20T10:00:01Z" },
    { "2026-07-20 10:00:01", 1784541601 * S, "2026-07-20T10:00:01Z" },
    { "2026-07-20t10:00:01z", 1784541601 * S, "2026-07-20T10:00:01Z" },
    { "2026-07-20T10:00:01+05:30", 1784521801 * S, "2026-07-20T04:30:01Z" },
    { "2026-07-20T10:00:01+0530", 1784521801 * S, "2026-07-20T04:30:01Z" },
    { "2026-07-20T10:00:01-00", 1784541601 * S, "2026-07-20T10:00:01Z" },
    { "2026-07-20T10:00:01.1234567+00:00", 1784541601 * S + 123456700,
      "2026-07-20T10:00:01.1234567Z" },
    { "2026-07-20T10:00:01.100", 1784541601 * S + 100000000, "2026-07-20T10:00:01.1Z" },
    { "2026-07-20T10:00:01.0000000019Z", 1784541601 * S + 1, "2026-07-20T10:00:01.000000001Z" },
    { "1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z" },
    { "1969-12-31T23:59:59Z", -1 * S, "1969-12-31T23:59:59Z" },
    { "1969-12-31T23:59:59.75Z", -S / 4, "1969-12-31T23:59:59.75Z" },
    { "1678-01-01T00:00:00Z", -9214560000 * S, "1678-01-01T00:00:00Z" },
    { "2261-12-31T23:59:59Z", 9214646399 * S, "2261-12-31T23:59:59Z" },
    { "2000-02-29T12:00:00Z", 951825600 * S, "2000-02-29T12:00:00Z" },
    { "1900-03-01T00:00:00Z", -2203891200 * S, "1900-03-01T00:00:00Z" },
    { "2016-12-31T23:59:60Z", 1483228800 * S, "2017-01-01T00:00:00Z" }, /* a leap second */
};

static void an_instant_is_read_and_printed_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(instants); i++) {
        int64_t ns = 7;
        bd_buf out = BD_BUF_INIT;
        if (!bd_time_parse(bd_str_of(instants[i].text), &ns))
            fail_msg("not read: %s", instants[i].text);
        if (ns != instants[i].unix_ns)
            fail_msg("%s: %lld", instants[i].text, (long long)ns);
        bd_time_text(ns, &out);
        assert_str(bd_buf_str(&out), instants[i].printed);
        bd_buf_release(&out);
    }
}

static const char *const wrong[] = {
    "",
    "2026-07-20",
    "2026-07-20T",
    "2026-07-20T10:00",
    "2026-07-20T10:00:01 ",
    " 2026-07-20T10:00:01",
    "2026-07-20T10:00:01.",
    "2026-07-20T10:00:01.Z",
    "2026-07-20T10:00:01+5",
    "2026-07-20T10:00:01+05:3",
    "2026-07-20T10:00:01+05:60",
    "2026-07-20T10:00:01+24:00",
    "2026-07-20T10:00:01ZZ",
    "2026-07-20T24:00:00Z",
    "2026-07-20T10:60:00Z",
    "2026-07-20T10:00:61Z",
    "2026-13-20T10:00:01Z",
    "2026-00-20T10:00:01Z",
    "2026-07-00T10:00:01Z",
    "2026-07-32T10:00:01Z",
    "2026-02-29T10:00:01Z",
    "1900-02-29T10:00:01Z",
    "1677-12-31T10:00:01Z",
    "2262-01-01T00:00:00Z",
    "-026-07-20T10:00:01Z",
    "2026-7-20T10:00:01Z",
    "2026/07/20T10:00:01Z",
    "20260720T100001Z",
};

static void what_is_not_an_instant_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(wrong); i++) {
        int64_t ns = 7;
        if (bd_time_parse(bd_str_of(wrong[i]), &ns))
            fail_msg("was read: %s", wrong[i]);
        assert_int_equal(ns, 7);
    }
}

static void reading_stops_at_the_end_of_the_slice(void **state)
{
    (void)state;
    int64_t ns = 0;
    assert_true(bd_time_parse((bd_str){ "2026-07-20T10:00:019", 19 }, &ns));
    assert_int_equal(ns, 1784541601 * S);
    for (size_t n = 0; n < 19; n++)
        assert_false(bd_time_parse((bd_str){ "2026-07-20T10:00:01Z", n }, &ns));
}

/* The digest of all ISO dates from 1678-01-01 to 2261-12-31 in a row, FNV-1a,
 * as Python's datetime.date counts them. */
static void every_day_of_the_range_has_the_date_that_python_gives_it(void **state)
{
    (void)state;
    uint64_t hash = 14695981039346656037u;
    bd_buf out = BD_BUF_INIT;
    for (int64_t day = 0; day < 213301; day++) {
        int64_t ns = (-9214560000 + day * 86400) * S;
        bd_buf_clear(&out);
        bd_time_date(ns, &out);
        for (size_t i = 0; i < out.len; i++)
            hash = (hash ^ (unsigned char)out.data[i]) * 1099511628211u;
        int64_t back = 0;
        bd_buf_puts(&out, "T00:00:00Z");
        if (!bd_time_parse(bd_buf_str(&out), &back) || back != ns)
            fail_msg("%s does not read back", bd_buf_text(&out));
    }
    bd_buf_release(&out);
    assert_true(hash == 4743861123196234057u);
}

static void an_unknown_time_says_so(void **state)
{
    (void)state;
    bd_buf out = BD_BUF_INIT;
    bd_time_text(BD_TIME_UNKNOWN, &out);
    bd_buf_putc(&out, ' ');
    bd_time_date(BD_TIME_UNKNOWN, &out);
    assert_str(bd_buf_str(&out), "unknown unknown");
    bd_buf_release(&out);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_instant_is_read_and_printed_back),
        cmocka_unit_test(what_is_not_an_instant_is_refused_and_changes_nothing),
        cmocka_unit_test(reading_stops_at_the_end_of_the_slice),
        cmocka_unit_test(every_day_of_the_range_has_the_date_that_python_gives_it),
        cmocka_unit_test(an_unknown_time_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
