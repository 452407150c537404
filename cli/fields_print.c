/* What `fields` prints: text with lines to paste, or JSON. */
#include "cli/fields.h"
#include "render/text/text.h"

#include <string.h>

enum { NAME_WIDTH = 18, LINE_WIDTH = 76, VALUES_TEXT = 12, VALUES_JSON = 1000 };

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

static void put_name(const char *name, bd_buf *out)
{
    size_t width = bd_display_width(bd_str_of(name));
    bd_buf_puts(out, "  ");
    bd_terminal_text(bd_str_of(name), out);
    bd_buf_repeat(out, ' ', width < NAME_WIDTH ? NAME_WIDTH - width : 1);
}

/* As many values as a line takes, at least one; then how many there are. */
static void put_values(const bd_map *values, bd_buf *out)
{
    size_t used = NAME_WIDTH, shown = 0;
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

static void put_fields(const char *title, const bd_field_list *list, bd_buf *out)
{
    if (list->count > 0)
        bd_buf_printf(out, "\n%s\n", title);
    for (size_t i = 0; i < list->count; i++) {
        put_name(list->items[i].name, out);
        put_values(&list->items[i].values, out);
        if (list->items[i].kind == BD_DIM_PARAM || list->items[i].kind == BD_DIM_NAMED)
            bd_buf_printf(out, "  (%s)", kind_name(list->items[i].kind));
        bd_buf_putc(out, '\n');
    }
}

static void put_metric(const bd_metric_field *metric, bd_buf *out)
{
    put_name(metric->name, out);
    bool unit = metric->units.count > 1 || metric->units.entries[0].key.len > 0;
    if (unit)
        put_values(&metric->units, out);
    bd_buf_printf(out, "%s%s, %s, %s\n", unit ? ": " : "",
                  bd_dimension_name(metric->meaning.dimension), direction_name(metric->direction),
                  class_name(metric->meaning.metric_class));
    put_name("", out);
    for (size_t i = 0; i < metric->statistics.count; i++)
        bd_buf_printf(out, "%s%s", i > 0 ? " " : "", metric->statistics.items[i]);
    if (metric->percentiles)
        bd_buf_puts(out, " p0…p100");
    if (metric->points == 0)
        bd_buf_puts(out, "no result");
    bd_buf_putc(out, '\n');
}

/* What stands behind `benchdoc table`: the input's name, or the file. */
static void put_target(const bd_suite_fields *suite, bool configured, bd_buf *out)
{
    if (configured)
        bd_buf_puts(out, suite->suite);
    else if (!suite->file || strcmp(suite->file, "standard input") == 0)
        bd_buf_puts(out, "FILE");
    else if (strpbrk(suite->file, " '\"$\\&;()*?<>|"))
        bd_buf_printf(out, "FILE");
    else
        bd_terminal_text(bd_str_of(suite->file), out);
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
    bd_buf_printf(out, "  from: %s%s", suite->suite, suite->queries.count > 0 ? " " : "");
    if (suite->queries.count > 0)
        bd_terminal_text(bd_str_of(suite->queries.items[0]), out);
    bd_buf_putc(out, '\n');
    for (size_t i = 0; i < suite->templates.count; i++) {
        bd_buf_puts(out, i == 0 ? "  columns:\n    \"" : "    \"");
        bd_terminal_text(bd_str_of(suite->template_metrics.items[i]), out);
        bd_buf_puts(out, "\": \"");
        bd_terminal_text(bd_str_of(suite->templates.items[i]), out);
        bd_buf_puts(out, "\"\n");
    }
}

void bd_fields_text(const bd_fields *fields, bd_buf *out)
{
    for (size_t i = 0; i < fields->count; i++) {
        const bd_suite_fields *suite = &fields->items[i];
        bd_buf_printf(out, "%s%s: %zu run%s, %zu point%s (format %s)\n", i > 0 ? "\n" : "",
                      suite->suite, suite->runs, suite->runs == 1 ? "" : "s", suite->points,
                      suite->points == 1 ? "" : "s", suite->format);
        put_fields("Dimensions: per: [NAME], NAME=VALUE, {NAME}", &suite->dimensions, out);
        if (suite->metric_count > 0)
            bd_buf_puts(out, "\nMetrics: {NAME}, {NAME.STATISTIC}\n");
        for (size_t m = 0; m < suite->metric_count; m++)
            put_metric(&suite->metrics[m], out);
        put_fields("Facts of the runs: NAME=VALUE, {NAME}", &suite->facts, out);
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

static void json_metrics(bd_json_writer *w, const bd_suite_fields *suite)
{
    bd_json_put_key(w, "metrics");
    bd_json_open(w, '[');
    for (size_t m = 0; m < suite->metric_count; m++) {
        const bd_metric_field *metric = &suite->metrics[m];
        bd_json_open(w, '{');
        json_text(w, "name", metric->name);
        json_map(w, "units", &metric->units);
        json_text(w, "dimension", bd_dimension_name(metric->meaning.dimension));
        json_text(w, "direction", direction_name(metric->direction));
        json_text(w, "class", class_name(metric->meaning.metric_class));
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
        bd_json_close(&w, '}');
    }
    bd_json_close(&w, ']');
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}
