/* history changes: where series changed and stayed changed, as ranges of commits. */
#include "cli/history.h"
#include "core/git/git.h"
#include "core/json/json.h"
#include "render/text/text.h"
#include "render/view/changes.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_DIGITS = 7 };

typedef struct looking {
    const bd_history_call *call;
    bd_changes_options options;
    bd_query query;
    bd_buf query_text;
    bd_names ids;
    bd_ancestry ancestry;
    bd_runs runs;
    bd_changes changes;
    bd_arena arena;
} looking;

/* ---- what is asked for ---- */

static bool read_least(looking *l, bd_error *err)
{
    const char *text = l->call->options->least;
    bd_number number;
    bd_str unit;
    if (!text)
        return true;
    bool ok = bd_quantity_parse(bd_str_of(text), &number, &unit);
    unit = bd_str_trim(unit);
    l->options.least = ok ? bd_number_as_double(number) : -1;
    if (ok && l->options.least >= 0 && (unit.len == 0 || bd_str_is(unit, "%")))
        return true;
    bd_hint(err, "--least 5%%");
    return bd_fail(err, BD_ERR_USAGE, "--least takes a percentage, not '%s'", text);
}

static bool read_query(looking *l, bd_error *err)
{
    const bd_arguments *a = l->call->arguments;
    for (int i = 1; i < (int)a->count; i++)
        bd_buf_printf(&l->query_text, "%s%s", i > 1 ? " " : "", a->items[i]);
    if (l->query_text.len == 0)
        return true;
    l->options.query = &l->query;
    return bd_query_parse(bd_buf_str(&l->query_text), true, &l->arena, &l->query, err);
}

/* Without a repository, commits between two measured ones are simply not counted. */
static void find_ancestry(looking *l)
{
    bd_error ignored = BD_ERROR_INIT;
    bool cut;
    bd_repository *repository = bd_repository_open(l->call->project->root, &ignored);
    if (!repository)
        return;
    if (bd_repository_ancestors(repository, "HEAD", &l->arena, &l->ids, &cut, &ignored)) {
        bd_ancestry_open(&l->ancestry, (const char *const *)l->ids.items, l->ids.count, cut);
        l->options.ancestry = &l->ancestry;
    }
    bd_repository_close(repository);
}

static bool load(looking *l, bd_error *err)
{
    bd_ctx *ctx = l->call->ctx;
    bd_store_options how = { .read_only = true, .env = ctx->env };
    bd_run_filter filter = *l->call->filter;
    if (l->query.suite && !filter.suite)
        filter.suite = l->query.suite;
    bd_store *store = bd_store_open(bd_project_store(ctx, l->call->project), &how, err);
    bool ok = store && bd_store_load(store, &filter, &l->runs, err);
    return (!store || bd_store_close(store, err)) && ok;
}

/* ---- text ---- */

static void put_commit(const bd_run *run, bd_buf *out)
{
    if (run->commit.id)
        bd_buf_printf(out, "%.*s", SHOWN_DIGITS, run->commit.id);
    else
        bd_buf_printf(out, "run %.*s", SHOWN_DIGITS, run->id);
}

static void put_date(const bd_run *run, bd_buf *out)
{
    bd_buf scratch = BD_BUF_INIT;
    const char *date = bd_run_fact(run, BD_STR("date"), &scratch);
    if (date)
        bd_buf_printf(out, ", %s", date);
    bd_buf_release(&scratch);
}

static void put_name(const char *text, bd_buf *out)
{
    bd_terminal_text(bd_str_of(text), out);
}

static void put_heading(const bd_series_change *c, bd_buf *out)
{
    put_commit(c->before->run, out);
    bd_buf_puts(out, " \xE2\x86\x92 ");
    put_commit(c->after->run, out);
    put_date(c->after->run, out);
    if (c->between != SIZE_MAX && c->between > 0)
        bd_buf_printf(out, ", %zu commit%s between not measured", c->between,
                      c->between == 1 ? "" : "s");
    bd_buf_puts(out, "  ");
    put_name(c->lane.suite, out);
    if (c->cpu) {
        bd_buf_puts(out, " \xC2\xB7 ");
        put_name(c->cpu, out);
    }
    if (c->lane.backend) {
        bd_buf_puts(out, " \xC2\xB7 ");
        put_name(c->lane.backend, out);
    }
    bd_buf_putc(out, '\n');
}

static void put_padded(const char *text, size_t width, bd_buf *out)
{
    size_t used = bd_display_width(bd_str_of(text));
    put_name(text, out);
    bd_buf_repeat(out, ' ', width > used ? width - used : 0);
}

static const char *colour_of(bd_verdict verdict)
{
    return verdict == BD_VERDICT_WORSE    ? "\x1b[31m"
           : verdict == BD_VERDICT_BETTER ? "\x1b[32m"
                                          : "";
}

static void put_change(const bd_ctx *ctx, const bd_series_change *c, size_t words, size_t labels,
                       bd_buf *out)
{
    const char *colour = ctx->colour ? colour_of(c->verdict) : "";
    bd_buf_printf(out, "  %s", colour);
    put_padded(c->words, words, out);
    bd_buf_puts(out, colour[0] ? "\x1b[0m  " : "  ");
    put_padded(c->label, labels, out);
    bd_buf_puts(out, "  ");
    if (strcmp(c->metric, "score") != 0 && strcmp(c->metric, "value") != 0) {
        put_name(c->metric, out);
        bd_buf_puts(out, "  ");
    }
    bd_buf_printf(out, "%.5g \xE2\x86\x92 %.5g ", c->point.before.mean, c->point.after.mean);
    put_name(c->unit, out);
    bd_buf_printf(out, "  (%zu and %zu runs, p = %.1g)\n", c->point.before.count,
                  c->point.after.count, c->point.p_value);
}

static bool is_one_place(const bd_series_change *a, const bd_series_change *b)
{
    return a->before->run == b->before->run && a->after->run == b->after->run;
}

static void print_text(const looking *l, bd_buf *out)
{
    const bd_changes *all = &l->changes;
    size_t words = 0, labels = 0;
    for (size_t i = 0; i < all->count; i++) {
        size_t w = bd_display_width(bd_str_of(all->items[i].words));
        size_t n = bd_display_width(bd_str_of(all->items[i].label));
        words = w > words ? w : words;
        labels = n > labels ? n : labels;
    }
    for (size_t i = 0; i < all->count; i++) {
        if (i == 0 || !is_one_place(&all->items[i - 1], &all->items[i])) {
            if (i > 0)
                bd_buf_putc(out, '\n');
            put_heading(&all->items[i], out);
        }
        put_change(l->call->ctx, &all->items[i], words, labels, out);
    }
    bd_buf_printf(out, "%s%zu change%s of %g %% or more in %zu series, %zu values\n",
                  all->count > 0 ? "\n" : "", all->count, all->count == 1 ? "" : "s",
                  l->options.least, all->series, all->values);
}

/* ---- JSON ---- */

static void json_text(bd_json_writer *w, const char *key, const char *text)
{
    if (!text)
        return;
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void json_side(bd_json_writer *w, const char *key, const bd_change_side *side,
                      const bd_run *run)
{
    bd_json_put_key(w, key);
    bd_json_open(w, '{');
    json_text(w, "run", run->id);
    json_text(w, "commit", run->commit.id);
    bd_json_put_key(w, "mean");
    bd_json_put_number(w, bd_double(side->mean), false);
    bd_json_put_key(w, "standard_deviation");
    bd_json_put_number(w, bd_double(side->standard_deviation), false);
    bd_json_put_key(w, "n");
    bd_json_put_int(w, (int64_t)side->count);
    bd_json_close(w, '}');
}

static void json_change(bd_json_writer *w, const bd_series_change *c)
{
    bd_json_open(w, '{');
    json_text(w, "suite", c->lane.suite);
    json_text(w, "cpu", c->cpu);
    json_text(w, "backend", c->lane.backend);
    json_text(w, "series", c->label);
    json_text(w, "metric", c->metric);
    json_text(w, "unit", c->unit);
    json_text(w, "verdict", bd_verdict_name(c->verdict));
    json_text(w, "change", c->words);
    json_side(w, "before", &c->point.before, c->before->run);
    json_side(w, "after", &c->point.after, c->after->run);
    bd_json_put_key(w, "p");
    bd_json_put_number(w, bd_double(c->point.p_value), false);
    if (c->between != SIZE_MAX) {
        bd_json_put_key(w, "commits_not_measured");
        bd_json_put_int(w, (int64_t)c->between);
    }
    bd_json_close(w, '}');
}

static void print_json(const looking *l, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "changes");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < l->changes.count; i++)
        json_change(&w, &l->changes.items[i]);
    bd_json_close(&w, ']');
    bd_json_put_key(&w, "series");
    bd_json_put_int(&w, (int64_t)l->changes.series);
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}

/* ---- the command ---- */

static void note_left_out(const looking *l)
{
    const bd_changes *all = &l->changes;
    if (l->runs.count == 0)
        bd_note(l->call->ctx, "no run fits; `benchdoc history import` and `benchdoc ingest` add "
                              "runs to the store");
    if (all->unknown_cpu > 0)
        bd_note(l->call->ctx,
                "%zu run%s left out: the CPU is not known; --accept-machine takes them for one "
                "machine",
                all->unknown_cpu, all->unknown_cpu == 1 ? "" : "s");
    if (all->series > 0 && all->short_series == all->series)
        bd_note(l->call->ctx, "no series has been measured four times yet");
}

bool bd_history_changes(const bd_history_call *call, bd_error *err)
{
    looking l = { .call = call, .options = BD_CHANGES_OPTIONS_INIT };
    bd_buf out = BD_BUF_INIT;
    l.options.accept_machine = call->options->accept_machine;
    bool ok = read_least(&l, err) && read_query(&l, err) && load(&l, err);
    if (ok)
        find_ancestry(&l);
    ok = ok
         && bd_find_changes(call->project->config, &l.runs, &l.options, &l.changes,
                            &call->ctx->found);
    if (ok && call->options->json)
        print_json(&l, &out);
    else if (ok)
        print_text(&l, &out);
    ok = ok && bd_print(call->ctx, bd_buf_str(&out), err);
    if (ok)
        note_left_out(&l);
    bd_buf_release(&out);
    bd_changes_release(&l.changes);
    bd_runs_release(&l.runs);
    bd_ancestry_release(&l.ancestry);
    bd_names_release(&l.ids);
    bd_buf_release(&l.query_text);
    bd_arena_release(&l.arena);
    return ok;
}
