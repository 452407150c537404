/* What a run knows about itself, by name; and the two short forms of a CPU's name. */
#include "core/model/internal.h"

#include <string.h>

static const char *text_in(bd_buf *scratch, void (*write)(int64_t, bd_buf *), int64_t unix_ns)
{
    if (unix_ns == BD_TIME_UNKNOWN)
        return NULL;
    bd_buf_clear(scratch);
    write(unix_ns, scratch);
    return bd_buf_text(scratch);
}

static const char *dirty_text(bd_dirty dirty)
{
    return dirty == BD_DIRTY_UNKNOWN ? NULL : dirty == BD_DIRTY ? "true" : "false";
}

/* The facts that have a place of their own in a run. */
static const char *own_fact(const bd_run *run, bd_str name, bd_buf *scratch)
{
    const struct {
        const char *name, *value;
    } texts[] = {
        { "commit", run->commit.id },
        { "branch", run->commit.branch },
        { "message", run->commit.message },
        { "dirty", dirty_text(run->commit.dirty) },
        { "tool", run->tool },
        { "format", run->format },
        { "file", run->file_count > 0 ? run->files[0].path : NULL },
        { "suite", run->suite },
    };
    for (size_t i = 0; i < BD_COUNT(texts); i++)
        if (bd_str_is(name, texts[i].name))
            return texts[i].value;
    if (bd_str_is(name, "date"))
        return text_in(scratch, bd_time_date, run->measured_at_ns);
    if (bd_str_is(name, "commit_date"))
        return text_in(scratch, bd_time_date, run->commit.time_ns);
    if (bd_str_is(name, "measured_at"))
        return text_in(scratch, bd_time_text, run->measured_at_ns);
    return NULL;
}

const char *bd_run_fact(const bd_run *run, bd_str name, bd_buf *scratch)
{
    static const char environment[] = "environment.";
    const size_t prefix = sizeof environment - 1;
    if (bd_str_starts(name, environment))
        return bd_pairs_find(&run->environment, bd_str_sub(name, prefix, name.len));
    const char *value = bd_pairs_find(&run->facts, name);
    if (!value)
        value = own_fact(run, name, scratch);
    return value ? value : bd_pairs_find(&run->environment, name);
}

static bool is_kept(char c)
{
    return bd_is_digit(c) || (c >= 'a' && c <= 'z');
}

void bd_slug(bd_str text, bd_buf *out)
{
    enum { LENGTH_MAX = 64 };
    static const char *const dropped[] = { "(R)", "(TM)", "(C)" };
    char slug[LENGTH_MAX + 1];
    size_t n = 0;
    for (size_t i = 0; i < text.len && n < LENGTH_MAX;) {
        size_t skip = 0;
        for (size_t d = 0; d < BD_COUNT(dropped); d++)
            if (bd_str_starts(bd_str_sub(text, i, text.len), dropped[d]))
                skip = strlen(dropped[d]);
        if (skip > 0) {
            i += skip;
            continue;
        }
        char c = bd_lower(text.ptr[i++]);
        if (is_kept(c))
            slug[n++] = c;
        else if (n > 0 && slug[n - 1] != '-')
            slug[n++] = '-';
    }
    while (n > 0 && slug[n - 1] == '-')
        n--;
    if (n == 0)
        bd_buf_puts(out, "unknown");
    bd_buf_add(out, slug, n);
}

/* ---- a CPU's name in a table cell ---- */

/* Without "(R)", "(TM)", "(C)" and their like, and only up to what is no part of the
 * model: a clock, a graphics unit, a remark in brackets. */
static void strip_marks(bd_str cpu, bd_buf *out)
{
    static const char *const marks[] = { "(R)", "(r)", "(TM)", "(tm)", "(C)", "(c)" };
    static const char *const ends[] = { "@", "(", " with ", " w/ " };
    for (size_t i = 0; i < cpu.len;) {
        bd_str rest = bd_str_sub(cpu, i, cpu.len);
        size_t skip = 0;
        for (size_t m = 0; m < BD_COUNT(marks); m++)
            if (bd_str_starts(rest, marks[m]))
                skip = strlen(marks[m]);
        for (size_t e = 0; skip == 0 && e < BD_COUNT(ends); e++)
            if (bd_str_starts(rest, ends[e]))
                return;
        if (skip == 0)
            bd_buf_putc(out, cpu.ptr[i]);
        i += skip > 0 ? skip : 1;
    }
}

static bool is_one_of(bd_str word, const char *list)
{
    bd_str rest = bd_str_of(list), one;
    while (bd_str_split(&rest, ' ', &one))
        if (one.len == word.len && word.len < 24) {
            char text[24] = "";
            memcpy(text, one.ptr, one.len);
            if (bd_same_word(word, text))
                return true;
        }
    return false;
}

static bool ends_like(bd_str word, const char *end)
{
    size_t n = strlen(end);
    return word.len > n && bd_same_word(bd_str_sub(word, word.len - n, word.len), end);
}

/* "13th" of "13th Gen Intel Core i7" */
static bool is_generation(bd_str word)
{
    return word.len > 2 && bd_is_digit(word.ptr[0])
           && (ends_like(word, "th") || ends_like(word, "st") || ends_like(word, "nd")
               || ends_like(word, "rd"));
}

/* Words that do not tell one model from another: maker, product line, how many cores. */
static bool is_noise(bd_str word)
{
    return is_one_of(word, "AMD Intel CPU Processor Gen Platinum Gold Silver Bronze")
           || ends_like(word, "-Core") || ends_like(word, "-Cores") || is_generation(word);
}

void bd_cpu_short(bd_str cpu, bd_buf *out)
{
    bd_buf stripped = BD_BUF_INIT, kept = BD_BUF_INIT;
    strip_marks(cpu, &stripped);
    bd_str rest = bd_buf_str(&stripped), word;
    while (bd_str_split(&rest, ' ', &word)) {
        word = bd_str_trim(word);
        if (word.len == 0 || is_noise(word))
            continue;
        if (kept.len > 0)
            bd_buf_putc(&kept, ' ');
        bd_buf_put_str(&kept, word);
    }
    /* Nothing but noise: better the whole name than none. */
    bd_buf_put_str(out, kept.len > 0 ? bd_buf_str(&kept) : bd_str_trim(cpu));
    bd_buf_release(&kept);
    bd_buf_release(&stripped);
}
