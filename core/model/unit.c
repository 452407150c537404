/* Looking units up, and what a metric means: its name speaks first, then its unit,
 * then whether the value is an integer. */
#include "core/model/internal.h"

#include <string.h>

static const char *const dimension_names[] = {
    [BD_DIMENSION_UNKNOWN] = "unknown", [BD_DIMENSION_TIME] = "time",
    [BD_DIMENSION_RATE] = "rate",       [BD_DIMENSION_SIZE] = "size",
    [BD_DIMENSION_SPEED] = "speed",     [BD_DIMENSION_COUNT] = "count",
    [BD_DIMENSION_RATIO] = "ratio",     [BD_DIMENSION_TRUTH] = "truth",
};

const char *bd_dimension_name(bd_dimension dimension)
{
    return dimension_names[dimension];
}

bool bd_dimension_find(bd_str name, bd_dimension *out)
{
    for (size_t i = BD_DIMENSION_TIME; i <= BD_DIMENSION_RATIO; i++)
        if (bd_str_is(name, dimension_names[i])) {
            *out = (bd_dimension)i;
            return true;
        }
    return false;
}

/* Byte by byte: the words are too short for anything that has to be prepared. */
static bool in_list(bd_str word, const char *list)
{
    for (const char *at = list; word.len > 0 && *at != '\0'; at += *at == ' ') {
        size_t i = 0;
        while (i < word.len && at[i] == word.ptr[i])
            i++;
        at += i;
        if (i == word.len && (*at == ' ' || *at == '\0'))
            return true;
        while (*at != ' ' && *at != '\0')
            at++;
    }
    return false;
}

/* By its name, which most files use; no spelling is another one's name. */
static const bd_unit_row *row_of(bd_str name)
{
    for (size_t i = 0; name.len > 0 && i < bd_unit_row_count; i++)
        if (bd_str_is(name, bd_unit_rows[i].unit.name))
            return &bd_unit_rows[i];
    for (size_t i = 0; name.len > 0 && i < bd_unit_row_count; i++)
        if (in_list(name, bd_unit_rows[i].spellings))
            return &bd_unit_rows[i];
    return NULL;
}

/* "Milliseconds": a word that cannot be mistaken is known in any case ("MS" is not "ms"). */
static const bd_unit_row *row_of_word(bd_str name)
{
    char word[16];
    const bd_unit_row *row = row_of(name);
    if (row || name.len < 4 || name.len > sizeof word)
        return row;
    for (size_t i = 0; i < name.len; i++) {
        if (!bd_is_letter(name.ptr[i]))
            return NULL;
        word[i] = bd_lower(name.ptr[i]);
    }
    return row_of((bd_str){ word, name.len });
}

/* "req/sec" → the row of "ops/s" */
static const bd_unit_row *rate_per(bd_str time)
{
    const bd_unit_row *row = row_of_word(time);
    char name[16] = "ops/";
    if (!row || row->unit.dimension != BD_DIMENSION_TIME)
        return NULL;
    strncat(name, row->unit.name, sizeof name - 5);
    return row_of(bd_str_of(name));
}

static const bd_unit_row *row_of_quotient(bd_str name, size_t slash)
{
    bd_str above = bd_str_sub(name, 0, slash), below = bd_str_sub(name, slash + 1, name.len);
    if (in_list(above, bd_operation_words))
        return rate_per(below);
    if (!in_list(below, bd_operation_words))
        return NULL;
    const bd_unit_row *row = row_of_word(above);
    if (!row || row->unit.dimension == BD_DIMENSION_RATIO)
        return NULL;
    return row;
}

static const bd_unit_row *find_row(bd_str name)
{
    /* Old histories of Go carry the rest of the line: "ns/op\t     344 B/op". */
    const char *tab = name.len > 0 ? memchr(name.ptr, '\t', name.len) : NULL;
    if (tab)
        name.len = (size_t)(tab - name.ptr);
    name = bd_str_trim(name);
    const bd_unit_row *row = row_of_word(name);
    if (row || name.len == 0)
        return row;
    const char *slash = memchr(name.ptr, '/', name.len);
    if (slash)
        return row_of_quotient(name, (size_t)(slash - name.ptr));
    return bd_str_ends(name, "_%") ? row_of(BD_STR("%")) : NULL; /* Go: "drop_rate_%" */
}

const bd_unit *bd_unit_find(bd_str name)
{
    const bd_unit_row *row = find_row(name);
    return row ? &row->unit : NULL;
}

bd_str bd_metric_bare(bd_str metric)
{
    return bd_str_starts(metric, "\xC2\xB7") ? bd_str_sub(metric, 2, metric.len) : metric;
}

/* ---- what a metric's name says ---- */

enum rule_kind { WHOLE, PREFIX, WORD };

typedef struct name_rule {
    enum rule_kind kind;
    const char *text;
    bd_direction direction;
    bd_dimension unless; /* a unit of this dimension knows better */
} name_rule;

/* The first that fits decides. Of a gc rate and of churn, neither way is better: faster
 * code allocates more per second. */
static const name_rule name_rules[] = {
    { WHOLE, "gc.alloc.rate.norm", BD_SMALLER_IS_BETTER, BD_DIMENSION_UNKNOWN },
    { WHOLE, "gc.count", BD_SMALLER_IS_BETTER, BD_DIMENSION_UNKNOWN },
    { WHOLE, "gc.time", BD_SMALLER_IS_BETTER, BD_DIMENSION_UNKNOWN },
    { PREFIX, "gc.", BD_DIRECTION_UNKNOWN, BD_DIMENSION_SIZE },
    { WORD, "verified", BD_BIGGER_IS_BETTER, BD_DIMENSION_TIME },
    { WORD, "errors", BD_SMALLER_IS_BETTER, BD_DIMENSION_UNKNOWN },
    { WORD, "error", BD_SMALLER_IS_BETTER, BD_DIMENSION_UNKNOWN },
    { WORD, "failures", BD_SMALLER_IS_BETTER, BD_DIMENSION_UNKNOWN },
    { WORD, "timeouts", BD_SMALLER_IS_BETTER, BD_DIMENSION_UNKNOWN },
    { WORD, "throughput", BD_BIGGER_IS_BETTER, BD_DIMENSION_TIME },
    { WORD, "bandwidth", BD_BIGGER_IS_BETTER, BD_DIMENSION_TIME },
    { WORD, "perSecond", BD_BIGGER_IS_BETTER, BD_DIMENSION_TIME },
    { WHOLE, "ops", BD_BIGGER_IS_BETTER, BD_DIMENSION_TIME },
    { WORD, "latency", BD_SMALLER_IS_BETTER, BD_DIMENSION_RATE },
    { WORD, "duration", BD_SMALLER_IS_BETTER, BD_DIMENSION_RATE },
    { WORD, "elapsed", BD_SMALLER_IS_BETTER, BD_DIMENSION_RATE },
};

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* A word begins at a letter after something else, and at a capital after a small one. */
static bool has_word(bd_str text, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; n <= text.len && i <= text.len - n; i++) {
        size_t end = i + n;
        if (!bd_same_word(bd_str_sub(text, i, end), word))
            continue;
        bool begins = i == 0 || !bd_is_letter(text.ptr[i - 1])
                      || (is_upper(text.ptr[i]) && !is_upper(text.ptr[i - 1]));
        bool ends = end == text.len || !bd_is_letter(text.ptr[end])
                    || (is_upper(text.ptr[end]) && !is_upper(text.ptr[end - 1]));
        if (begins && ends)
            return true;
    }
    return false;
}

static const name_rule *rule_for(bd_str metric, bd_dimension dimension)
{
    for (size_t i = 0; i < BD_COUNT(name_rules); i++) {
        const name_rule *rule = &name_rules[i];
        bool fits = rule->kind == WORD     ? has_word(metric, rule->text)
                    : rule->kind == PREFIX ? bd_str_starts(metric, rule->text)
                                           : bd_str_is(metric, rule->text);
        if (fits && (dimension == BD_DIMENSION_UNKNOWN || rule->unless != dimension))
            return rule;
    }
    return NULL;
}

bd_meaning bd_meaning_of(bd_str metric, bd_str unit, bd_number value)
{
    metric = bd_metric_bare(metric);
    const bd_unit_row *row = find_row(unit);
    bd_meaning m = { .metric_class = BD_CLASS_TIMING };
    if (row) {
        m.unit = &row->unit;
        m.dimension = row->unit.dimension;
        m.direction = row->unit.direction;
    } else if (has_word(metric, "verified")) {
        m.dimension = BD_DIMENSION_TRUTH;
    } else if (value.kind == BD_NUMBER_INT) {
        m.dimension = BD_DIMENSION_COUNT;
    }
    const name_rule *rule = rule_for(metric, m.dimension);
    if (rule)
        m.direction = rule->direction;
    bool counted = m.dimension == BD_DIMENSION_COUNT || m.dimension == BD_DIMENSION_TRUTH;
    if (bd_str_is(metric, "gc.alloc.rate.norm"))
        m.metric_class = BD_CLASS_NEAR_EXACT;
    else if (counted && value.kind == BD_NUMBER_INT && !(row && row->measured)
             && !bd_str_starts(metric, "gc."))
        m.metric_class = BD_CLASS_EXACT;
    return m;
}
