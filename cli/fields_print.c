/* What `fields` prints: text with lines to paste, or JSON. */
#include "cli/fields.h"
#include "render/text/text.h"

#include <string.h>

enum {
    NAME_WIDTH = 18,
    NAME_WIDTH_MAX = 40,
    LINE_WIDTH = 76,
    VALUES_TEXT = 12,
    VALUES_JSON = 1000
};

static const char *kind_name(bd_dim_kind kind)
{
    static const char *const names[] = { "parameter", "named", "structure", "fact" };
    return names[kind];
}

static const char *direction_name(bd_direction direction)
{
    return direction == BD_SMALLER_IS_BETTER  ? "smaller is better"
           : direction == BD_BIGGER_IS_BETTER ? "bigger is better"
                                              : "direction unknown";
}

static const char *class_name(bd_class metric_class)
{
    static const char *const names[] = { "timing", "near-exact", "exact" };
    return names[metric_class];
}

/* ---- text ---- */

static void put_padded(const char *text, size_t width, bd_buf *out)
{
    size_t own = bd_display_width(bd_str_of(text));
    bd_terminal_text(bd_str_of(text), out);
    bd_buf_repeat(out, ' ', own < width ? width - own : 0);
    bd_buf_puts(out, "  ");
}

static void put_name(const char *name, size_t width, bd_buf *out)
{
    bd_buf_puts(out, "  ");
    put_padded(name, width, out);
}

static size_t wider(size_t width, const char *name)
{
    size_t own = bd_display_width(bd_str_of(name));
    return own > width && own <= NAME_WIDTH_MAX ? own : width;
}

/* Of the suite's names: one column for all of its sections. */
static size_t name_width(const bd_suite_fields *suite)
{
    size_t width = NAME_WIDTH - 2;
    for (size_t i = 0; i < suite->dimensions.count; i++)
        width = wider(width, suite->dimensions.items[i].name);
    for (size_t i = 0; i < suite->metric_count; i++)
        width = wider(width, suite->metrics[i].name);
    for (size_t i = 0; i < suite->facts.count; i++)
        width = wider(width, suite->facts.items[i].name);
    return width;
}

/* As many values as a line takes, at least one; then how many there are. */
static void put_values(const bd_map *values, size_t used, bd_buf *out)
{
    size_t shown = 0;
    for (; shown < values->count && shown < VALUES_TEXT; shown++) {
        size_t width = bd_display_width(values->entries[shown].key) + 2;
        if (shown > 0 && used + width > LINE_WIDTH)
            break;
        bd_buf_puts(out, shown > 0 ? ", " : "");
        bd_terminal_text(bd_str_trim(values->entries[shown].key), out);
        used += width;
    }
    if (shown < values->count)
        bd_buf_printf(out, ", … (%zu in all)", values->count);
}

static void put_fields(const char *title, const bd_field_list *list, size_t width, bd_buf *out)
{
    if (list->count > 0)
        bd_buf_printf(out, "\n%s\n", title);
    for (size_t i = 0; i < list->count; i++) {
        put_name(list->items[i].name, width, out);
        put_values(&list->items[i].values, width, out);
        if (list->items[i].kind == BD_DIM_PARAM || list->items[i].kind == BD_DIM_NAMED)
            bd_buf_printf(out, "  (%s)", kind_name(list->items[i].kind));
        bd_buf_putc(out, '\n');
    }
}

static void put_metric(const bd_metric_field *metric, size_t width, bd_buf *out)
{
    size_t unit_width = 0;
    for (size_t i = 0; i < metric->unit_count; i++)
        unit_width = wider(unit_width, metric->units[i].unit);
    for (size_t i = 0; i < metric->unit_count; i++) {
        const bd_unit_field *unit = &metric->units[i];
        put_name(i == 0 ? metric->name : "", width, out);
        if (unit_width > 0)
            put_padded(unit->unit, unit_width, out);
        bd_buf_printf(out, "%s, %s, %s\n", bd_dimension_name(unit->meaning.dimension),
                      direction_name(unit->direction), class_name(unit->meaning.metric_class));
    }
    put_name("", width, out);
    for (size_t i = 0; i < metric->statistics.count; i++)
        bd_buf_printf(out, "%s%s", i > 0 ? " " : "", metric->statistics.items[i]);
    if (metric->percentiles)
        bd_buf_puts(out, " p0…p100");
    if (metric->points == 0)
        bd_buf_puts(out, "no result");
    bd_buf_putc(out, '\n');
}

/* A word of a shell's command line, quoted where it has to be. */
static void put_word(const char *word, bd_buf *out)
{
    if (!strpbrk(word, " '\"$\\&;()*?<>|`!#~[]{}\t")) {
        bd_terminal_text(bd_str_of(word), out);
        return;
    }
    bd_buf_putc(out, '\'');
    for (const char *c = word; *c; c++)
        bd_buf_add(out, *c == '\'' ? "'\\''" : c, *c == '\'' ? 4 : 1);
    bd_buf_putc(out, '\'');
}

/* What stands behind `benchdoc table`: the input's name, or the file. */
static void put_target(const bd_suite_fields *suite, bool configured, bd_buf *out)
{
    if (configured)
        bd_buf_puts(out, suite->suite);
    else if (suite->files.count == 0)
        bd_buf_puts(out, "FILE");
    else
        put_word(suite->files.items[0], out);
}

static void put_queries(const bd_suite_fields *suite, bool configured, bd_buf *out)
{
    for (size_t i = 0; i == 0 || i < suite->queries.count; i++) {
        bd_buf_puts(out, "  benchdoc table ");
        put_target(suite, configured, out);
        if (i < suite->queries.count) {
            bd_buf_puts(out, " '");
            bd_terminal_text(bd_str_of(suite->queries.items[i]), out);
            bd_buf_putc(out, '\'');
        }
        bd_buf_putc(out, '\n');
    }
}

static void put_examples(const bd_suite_fields *suite, bool configured, bd_buf *out)
{
    bd_buf_puts(out, "\nTo paste\n");
    put_queries(suite, configured, out);
    if (!suite->yaml)
        return;
    bd_buf_puts(out, "\nTo paste into benchdoc.yml\n\n");
    bd_str rest = bd_str_of(suite->yaml), line;
    while (rest.len > 0 && bd_str_split(&rest, '\n', &line)) {
        bd_terminal_text(line, out);
        bd_buf_putc(out, '\n');
    }
}

static void put_head(const bd_suite_fields *suite, bd_buf *out)
{
    bd_buf_printf(out, "%s: %zu run%s, %zu point%s", suite->suite, suite->runs,
                  suite->runs == 1 ? "" : "s", suite->points, suite->points == 1 ? "" : "s");
    if (strcmp(suite->suite, suite->format) != 0)
        bd_buf_printf(out, " (format %s)", suite->format);
    bd_buf_putc(out, '\n');
}

void bd_fields_text(const bd_fields *fields, bd_buf *out)
{
    for (size_t i = 0; i < fields->count; i++) {
        const bd_suite_fields *suite = &fields->items[i];
        size_t width = name_width(suite);
        bd_buf_puts(out, i > 0 ? "\n" : "");
        put_head(suite, out);
        put_fields("Dimensions: per: [NAME], NAME=VALUE, {NAME}", &suite->dimensions, width, out);
        if (suite->metric_count > 0)
            bd_buf_puts(out, "\nMetrics: {NAME}, {NAME.STATISTIC}\n");
        for (size_t m = 0; m < suite->metric_count; m++)
            put_metric(&suite->metrics[m], width, out);
        put_fields("Facts of the runs: NAME=VALUE, {NAME}", &suite->facts, width, out);
        put_examples(suite, fields->configured, out);
    }
}

/* ---- JSON ---- */

static void json_text(bd_json_writer *w, const char *key, const char *text)
{
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void json_count(bd_json_writer *w, const char *key, size_t count)
{
    bd_json_put_key(w, key);
    bd_json_put_int(w, (int64_t)count);
}

static void json_map(bd_json_writer *w, const char *key, const bd_map *values)
{
    bd_json_put_key(w, key);
    bd_json_open_flat(w, '[');
    for (size_t i = 0; i < values->count && i < VALUES_JSON; i++)
        bd_json_put_str(w, values->entries[i].key);
    bd_json_close(w, ']');
}

static void json_names(bd_json_writer *w, const char *key, const bd_names *names)
{
    bd_json_put_key(w, key);
    bd_json_open_flat(w, '[');
    for (size_t i = 0; i < names->count; i++)
        bd_json_put_text(w, names->items[i]);
    bd_json_close(w, ']');
}

static void json_fields(bd_json_writer *w, const char *key, const bd_field_list *list)
{
    bd_json_put_key(w, key);
    bd_json_open(w, '[');
    for (size_t i = 0; i < list->count; i++) {
        bd_json_open(w, '{');
        json_text(w, "name", list->items[i].name);
        json_text(w, "kind", kind_name(list->items[i].kind));
        json_count(w, "count", list->items[i].values.count);
        json_map(w, "values", &list->items[i].values);
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
}

static void json_units(bd_json_writer *w, const bd_metric_field *metric)
{
    bd_json_put_key(w, "units");
    bd_json_open(w, '[');
    for (size_t i = 0; i < metric->unit_count; i++) {
        const bd_unit_field *unit = &metric->units[i];
        bd_json_open_flat(w, '{');
        json_text(w, "unit", unit->unit);
        json_text(w, "dimension", bd_dimension_name(unit->meaning.dimension));
        json_text(w, "direction", direction_name(unit->direction));
        json_text(w, "class", class_name(unit->meaning.metric_class));
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
}

static void json_metrics(bd_json_writer *w, const bd_suite_fields *suite)
{
    bd_json_put_key(w, "metrics");
    bd_json_open(w, '[');
    for (size_t m = 0; m < suite->metric_count; m++) {
        const bd_metric_field *metric = &suite->metrics[m];
        bd_json_open(w, '{');
        json_text(w, "name", metric->name);
        json_units(w, metric);
        json_names(w, "statistics", &metric->statistics);
        bd_json_put_key(w, "percentiles");
        bd_json_put_bool(w, metric->percentiles);
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
}

void bd_fields_json(const bd_fields *fields, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "suites");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < fields->count; i++) {
        const bd_suite_fields *suite = &fields->items[i];
        bd_json_open(&w, '{');
        json_text(&w, "suite", suite->suite);
        json_text(&w, "format", suite->format);
        json_count(&w, "runs", suite->runs);
        json_count(&w, "points", suite->points);
        json_fields(&w, "dimensions", &suite->dimensions);
        json_metrics(&w, suite);
        json_fields(&w, "facts", &suite->facts);
        json_names(&w, "queries", &suite->queries);
        json_names(&w, "templates", &suite->templates);
        json_text(&w, "yaml", suite->yaml);
        bd_json_close(&w, '}');
    }
    bd_json_close(&w, ']');
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}
