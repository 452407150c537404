/* Instants to and from text, by the proleptic Gregorian calendar: see time.h.
 *
 * The two conversions between a date and a day number count years from March,
 * so that the leap day is the last day of a year, and work in eras of 400 years
 * (146097 days): H. Hinnant, "chrono-Compatible Low-Level Date Algorithms". */
#include "core/base/time.h"

enum { FIRST_YEAR = 1678, LAST_YEAR = 2261 };   /* whole years that int64 nanoseconds hold */
enum { ERA_DAYS = 146097, ERA_SHIFT = 719468 }; /* days from 0000-03-01 to 1970-01-01 */

#define NS_PER_S 1000000000

typedef struct date {
    int year, month, day; /* month and day from 1 */
} date;

static int64_t days_of(date d)
{
    int64_t year = d.month <= 2 ? d.year - 1 : d.year; /* never negative here */
    int64_t month = d.month > 2 ? d.month - 3 : d.month + 9;
    int64_t era = year / 400, in_era = year % 400;
    int64_t day = (153 * month + 2) / 5 + d.day - 1;
    return era * ERA_DAYS + in_era * 365 + in_era / 4 - in_era / 100 + day - ERA_SHIFT;
}

static date date_of(int64_t days)
{
    int64_t shifted = days + ERA_SHIFT; /* never negative here */
    int64_t era = shifted / ERA_DAYS, rest = shifted % ERA_DAYS;
    int64_t in_era = (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
    int64_t day = rest - (365 * in_era + in_era / 4 - in_era / 100);
    int64_t month = (5 * day + 2) / 153;
    date out = { .day = (int)(day - (153 * month + 2) / 5 + 1) };
    out.month = (int)(month < 10 ? month + 3 : month - 9);
    out.year = (int)(era * 400 + in_era + (out.month <= 2 ? 1 : 0));
    return out;
}

static int days_in_month(int year, int month)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : days[month - 1];
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Takes exactly `count` digits off the front. */
static bool take_digits(bd_str *text, size_t count, int *out)
{
    int value = 0;
    if (text->len < count)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!is_digit(text->ptr[i]))
            return false;
        value = value * 10 + (text->ptr[i] - '0');
    }
    *text = bd_str_sub(*text, count, text->len);
    *out = value;
    return true;
}

static bool take_char(bd_str *text, const char *wanted)
{
    for (const char *c = wanted; *c; c++)
        if (text->len > 0 && text->ptr[0] == *c) {
            *text = bd_str_sub(*text, 1, text->len);
            return true;
        }
    return false;
}

static bool take_date(bd_str *text, date *out)
{
    return take_digits(text, 4, &out->year) && take_char(text, "-")
           && take_digits(text, 2, &out->month) && take_char(text, "-")
           && take_digits(text, 2, &out->day) && out->year >= FIRST_YEAR && out->year <= LAST_YEAR
           && out->month >= 1 && out->month <= 12 && out->day >= 1
           && out->day <= days_in_month(out->year, out->month);
}

static bool take_clock(bd_str *text, int64_t *seconds)
{
    int hour = 0, minute = 0, second = 0;
    if (!take_digits(text, 2, &hour) || !take_char(text, ":") || !take_digits(text, 2, &minute)
        || !take_char(text, ":") || !take_digits(text, 2, &second))
        return false;
    *seconds = hour * 3600 + minute * 60 + second;
    return hour <= 23 && minute <= 59 && second <= 60; /* 60: a leap second, counted on */
}

static bool take_fraction(bd_str *text, int64_t *ns)
{
    *ns = 0;
    if (!take_char(text, "."))
        return true;
    if (text->len == 0 || !is_digit(text->ptr[0]))
        return false;
    int64_t scale = NS_PER_S / 10;
    for (; text->len > 0 && is_digit(text->ptr[0]); *text = bd_str_sub(*text, 1, text->len)) {
        *ns += scale * (text->ptr[0] - '0');
        scale /= 10;
    }
    return true;
}

/* "Z", "+02:00", "+0200", "+02" or nothing. */
static bool take_offset(bd_str *text, int64_t *seconds)
{
    int hours = 0, minutes = 0;
    *seconds = 0;
    if (text->len == 0 || take_char(text, "Zz"))
        return true;
    bool west = text->ptr[0] == '-';
    if (!take_char(text, "+-") || !take_digits(text, 2, &hours))
        return false;
    if (text->len > 0) {
        take_char(text, ":");
        if (!take_digits(text, 2, &minutes))
            return false;
    }
    *seconds = (hours * 3600 + minutes * 60) * (west ? -1 : 1);
    return hours <= 23 && minutes <= 59;
}

bool bd_time_parse(bd_str text, int64_t *unix_ns)
{
    date day = { 0 };
    int64_t clock_s = 0, fraction_ns = 0, offset_s = 0;
    if (!take_date(&text, &day) || !take_char(&text, "Tt ") || !take_clock(&text, &clock_s)
        || !take_fraction(&text, &fraction_ns) || !take_offset(&text, &offset_s) || text.len > 0)
        return false;
    *unix_ns = (days_of(day) * 86400 + clock_s - offset_s) * NS_PER_S + fraction_ns;
    return true;
}

/* Rounded towards the past, so that instants before 1970 split like later ones. */
static int64_t split(int64_t value, int64_t unit, int64_t *rest)
{
    int64_t whole = value / unit;
    *rest = value % unit;
    if (*rest < 0) {
        *rest += unit;
        whole--;
    }
    return whole;
}

void bd_time_date(int64_t unix_ns, bd_buf *out)
{
    if (unix_ns == BD_TIME_UNKNOWN) {
        bd_buf_puts(out, "unknown");
        return;
    }
    int64_t rest = 0;
    date d = date_of(split(unix_ns, (int64_t)86400 * NS_PER_S, &rest));
    bd_buf_printf(out, "%04d-%02d-%02d", d.year, d.month, d.day);
}

void bd_time_text(int64_t unix_ns, bd_buf *out)
{
    bd_time_date(unix_ns, out);
    if (unix_ns == BD_TIME_UNKNOWN)
        return;
    int64_t ns = 0, second = 0;
    split(split(unix_ns, NS_PER_S, &ns), 86400, &second);
    bd_buf_printf(out, "T%02d:%02d:%02d", (int)(second / 3600), (int)(second / 60 % 60),
                  (int)(second % 60));
    int digits = 9;
    for (; digits > 0 && ns % 10 == 0; digits--)
        ns /= 10;
    if (digits > 0)
        bd_buf_printf(out, ".%0*d", digits, (int)ns);
    bd_buf_putc(out, 'Z');
}
