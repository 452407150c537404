/* history export as CSV: a line for each point. The reader "csv" reads it back; what a row
 * cannot hold (files, commit messages, histograms, warm-ups) is only in JSON. */
#include "cli/history.h"
#include "core/json/json.h"
#include "core/query/query.h"

#include <stdlib.h>
#include <string.h>

/* The first columns are old; new ones come behind them, so that scripts go on. */
static const char header[] = "run,suite,measured_at,commit,branch,cpu,backend,benchmark,params,"
                             "mode,metric,value,unit,error,outcome,threads,low,high,confidence,n,"
                             "samples,direction,reason,dirty";

/* Statistics that some point reports: a column each. */
typedef struct stat_columns {
    bd_stat *items; /* owned */
    size_t count, capacity;
} stat_columns;

static void put_cell(bd_buf *out, const char *text)
{
    size_t len = text ? strlen(text) : 0;
    if (out->len > 0 && out->data[out->len - 1] != '\n')
        bd_buf_putc(out, ',');
    bool outer = len > 0 && (strchr(" \t", text[0]) || strchr(" \t", text[len - 1]));
    if (len == 0 || (!outer && !strpbrk(text, ",\"\r\n"))) {
        bd_buf_puts(out, text ? text : "");
        return;
    }
    bd_buf_putc(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            bd_buf_putc(out, '"');
        bd_buf_putc(out, *text);
    }
    bd_buf_putc(out, '"');
}

/* An integer is one, and any other number has a point or an exponent: 5.0 is no 5. */
static void put_number_text(bd_buf *out, bd_number number)
{
    bd_buf text = BD_BUF_INIT;
    bd_json_writer w = bd_json_writer_to(&text, 0);
    if (bd_number_finite(number))
        bd_json_put_number(&w, number, true);
    else if (number.kind != BD_NUMBER_NONE)
        bd_number_text(number, &text);
    bd_buf_put_str(out, bd_buf_str(&text));
    bd_buf_release(&text);
}

static void put_number(bd_buf *out, bd_number number)
{
    bd_buf text = BD_BUF_INIT;
    put_number_text(&text, number);
    put_cell(out, bd_buf_text(&text));
    bd_buf_release(&text);
}

static void put_count(bd_buf *out, int64_t count)
{
    put_number(out, count > 0 ? bd_int(count) : (bd_number)BD_NUMBER_NOTHING);
}

/* The first cells of a line are the run's, and never empty at the first place. */
static void put_run_cells(bd_buf *out, const bd_run *run)
{
    static const char *const facts[] = { "suite",  "measured_at", "commit",
                                         "branch", "cpu",         "backend" };
    bd_buf scratch = BD_BUF_INIT;
    put_cell(out, run->id);
    for (size_t i = 0; i < BD_COUNT(facts); i++)
        put_cell(out, bd_run_fact(run, bd_str_of(facts[i]), &scratch));
    bd_buf_release(&scratch);
}

/* Names and values as a query has them, so that none can be taken for two. */
static void put_params(bd_buf *out, const bd_pairs *params)
{
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < params->count; i++) {
        bd_buf_puts(&text, i > 0 ? ", " : "");
        bd_query_put_word(bd_str_of(params->items[i].key), &text);
        bd_buf_putc(&text, '=');
        bd_query_put_word(bd_str_of(params->items[i].value), &text);
    }
    put_cell(out, bd_buf_text(&text));
    bd_buf_release(&text);
}

/* "1 2 3 / 4 5 6": two forks. */
static void put_samples(bd_buf *out, const bd_samples *s)
{
    bd_buf text = BD_BUF_INIT;
    size_t group = 0, left = s->group_count > 0 ? s->groups[0] : s->count;
    for (size_t i = 0; i < s->count; i++, left--) {
        for (; left == 0 && group + 1 < s->group_count; left = s->groups[++group])
            bd_buf_puts(&text, text.len > 0 ? " /" : "/");
        bd_buf_puts(&text, text.len > 0 ? " " : "");
        put_number_text(&text, s->ints ? bd_int(s->ints[i]) : bd_double(s->doubles[i]));
    }
    for (; group + 1 < s->group_count; group++)
        bd_buf_puts(&text, text.len > 0 ? " /" : "/");
    put_cell(out, bd_buf_text(&text));
    bd_buf_release(&text);
}

static void put_stats(bd_buf *out, const stat_columns *columns, const bd_point *p)
{
    for (size_t i = 0; i < columns->count; i++) {
        bd_number number = BD_NUMBER_NOTHING;
        for (size_t k = 0; k < p->reported_count; k++)
            if (!p->reported[k].computed && bd_stat_same(p->reported[k].stat, columns->items[i]))
                number = p->reported[k].number;
        put_number(out, number);
    }
}

static void put_point_cells(bd_buf *out, const bd_point *p)
{
    static const char *const directions[] = {
        [BD_DIRECTION_UNKNOWN] = "",
        [BD_SMALLER_IS_BETTER] = "smaller",
        [BD_BIGGER_IS_BETTER] = "bigger",
    };
    const bd_number none = BD_NUMBER_NOTHING;
    put_cell(out, p->benchmark);
    put_params(out, &p->params);
    put_cell(out, p->mode);
    put_cell(out, p->metric);
    put_number(out, p->value);
    put_cell(out, p->unit);
    put_number(out, p->error);
    put_cell(out, bd_outcome_name(p->outcome));
    put_count(out, p->threads);
    put_number(out, p->low);
    put_number(out, p->high);
    put_number(out, p->confidence > 0 ? bd_double(p->confidence) : none);
    put_count(out, p->n);
    put_samples(out, &p->samples);
    put_cell(out, directions[p->direction]);
    put_cell(out, p->reason);
}

static int by_order(const void *a, const void *b)
{
    return bd_stat_order(*(const bd_stat *)a, *(const bd_stat *)b);
}

/* The value, n and the ends of the interval have columns of their own. */
static bool is_apart(bd_stat stat)
{
    return stat.kind >= BD_STAT_MEAN && stat.kind <= BD_STAT_PERCENTILE;
}

static void add_stats(stat_columns *columns, const bd_point *p)
{
    for (size_t k = 0; k < p->reported_count; k++) {
        bool known = p->reported[k].computed || !is_apart(p->reported[k].stat);
        for (size_t i = 0; i < columns->count && !known; i++)
            known = bd_stat_same(columns->items[i], p->reported[k].stat);
        if (known)
            continue;
        columns->items = bd_grow(columns->items, columns->count, &columns->capacity,
                                 sizeof *columns->items);
        columns->items[columns->count++] = p->reported[k].stat;
    }
}

void bd_history_csv(const bd_runs *runs, bd_buf *out)
{
    stat_columns columns = { 0 };
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < runs->count; i++)
        for (size_t k = 0; k < runs->items[i]->point_count; k++)
            add_stats(&columns, &runs->items[i]->points[k]);
    if (columns.count > 1)
        qsort(columns.items, columns.count, sizeof *columns.items, by_order);
    bd_buf_puts(out, header);
    for (size_t i = 0; i < columns.count; i++) {
        bd_buf_putc(out, ',');
        bd_stat_name(columns.items[i], out);
    }
    bd_buf_putc(out, '\n');
    for (size_t i = 0; i < runs->count; i++) {
        const bd_run *run = runs->items[i];
        for (size_t k = 0; k < run->point_count; k++) {
            put_run_cells(out, run);
            put_point_cells(out, &run->points[k]);
            put_cell(out, bd_run_fact(run, BD_STR("dirty"), &scratch));
            put_stats(out, &columns, &run->points[k]);
            bd_buf_putc(out, '\n');
        }
    }
    bd_buf_release(&scratch);
    free(columns.items);
}
