/* Every stored run as the head of its day: how often would the gates have failed?
 *
 * An alert is false when the next run of the series was as before: nearer to the baseline
 * than to the alert, or, where a budget was broken, within it. */
#include "cli/gate.h"

#include "core/base/map.h"
#include "render/view/compare_builder.h"

#include "cli/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An alert that waits for the next run of its series. */
typedef struct waiting {
    size_t gate, series;
    double base, head; /* of the comparison; base NaN: a budget, or a run */
    const char *unit;
    bool over; /* it was settled */
} waiting;

/* The runs of one suite and backend, earliest first: what a baseline is chosen from. */
typedef struct stream {
    const bd_run **runs; /* owned */
    size_t count, capacity;
} stream;

typedef struct replaying {
    bd_sides *sides;
    bd_gate_call call;
    bd_replay *out;
    stream *streams; /* owned */
    size_t stream_count, stream_capacity;
    bd_map by_lane;   /* suite and backend → stream */
    waiting *waiting; /* owned */
    size_t waiting_count, waiting_capacity, open;
    bd_map by_key;    /* gate, lane and series → the last one that waits */
    bd_map by_series; /* text → index into out->series */
    bd_buf key;
} replaying;

/* ---- order ---- */

static int by_time(const void *a, const void *b)
{
    const bd_run *x = *(const bd_run *const *)a, *y = *(const bd_run *const *)b;
    int64_t s = bd_run_time(x), t = bd_run_time(y);
    if (s != t)
        return s < t ? -1 : 1;
    return strcmp(x->id ? x->id : "", y->id ? y->id : "");
}

/* What is dirty was somebody's experiment; what has no time has no before. */
static bool is_replayed(const bd_run *run)
{
    return run->commit.dirty != BD_DIRTY && bd_run_time(run) != BD_TIME_UNKNOWN;
}

static stream *stream_of(replaying *r, const bd_run *run)
{
    bd_lane lane;
    bool is_new;
    bd_arena *arena = &r->out->arena;
    bd_lane_of(run, arena, &lane);
    bd_buf_clear(&r->key);
    bd_buf_printf(&r->key, "%s\x1f%s", lane.suite, lane.backend ? lane.backend : "\x1f");
    const size_t *known = bd_map_get(&r->by_lane, bd_buf_str(&r->key));
    if (known)
        return &r->streams[*known];
    bd_str key = { bd_arena_text(arena, bd_buf_str(&r->key)), r->key.len };
    bd_map_put(&r->by_lane, key, r->stream_count, &is_new);
    r->streams = bd_grow(r->streams, r->stream_count, &r->stream_capacity, sizeof *r->streams);
    r->streams[r->stream_count] = (stream){ 0 };
    return &r->streams[r->stream_count++];
}

/* ---- alerts ---- */

static void put_key(const bd_gate_result *result, bd_buf *scratch, bd_buf *out)
{
    const bd_lane *lane = &result->group->lane;
    bd_buf_clear(out);
    bd_buf_printf(out, "%zu\x1f%s\x1f%s\x1f%s\x1f", result->gate, lane->suite,
                  lane->cpu ? lane->cpu : "", lane->backend ? lane->backend : "");
    if (!result->row)
        return;
    bd_series_identity(result->row->series, scratch);
    bd_buf_put_str(out, bd_buf_str(scratch));
}

static size_t series_of(replaying *r, const bd_gate_result *result)
{
    bd_replay *out = r->out;
    const bd_lane *lane = &result->group->lane;
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text, "%s \xC2\xB7 %s%s%s", lane->suite,
                  result->group->cpu ? result->group->cpu : "unknown CPU",
                  lane->backend ? " \xC2\xB7 " : "", lane->backend ? lane->backend : "");
    if (result->row)
        bd_buf_printf(&text, ": %s %s", result->row->label, result->row->metric);
    const size_t *known = bd_map_get(&r->by_series, bd_buf_str(&text));
    size_t index = known ? *known : out->series_count;
    if (!known) {
        bd_str kept = { bd_arena_text(&out->arena, bd_buf_str(&text)), text.len };
        out->series = bd_grow(out->series, out->series_count, &out->series_capacity,
                              sizeof *out->series);
        out->series[out->series_count++] = (bd_replayed_series){ .text = kept.ptr };
        bd_map_put(&r->by_series, kept, index, NULL);
    }
    bd_buf_release(&text);
    return index;
}

static void count_end(replaying *r, waiting *w, bool gone)
{
    bd_alerts *all[] = { &r->out->gates[w->gate].seen, &r->out->series[w->series].seen,
                         &r->out->all };
    for (size_t i = 0; i < BD_COUNT(all); i++) {
        all[i]->gone += gone;
        all[i]->stayed += !gone;
    }
    w->over = true;
    r->open--;
}

/* The next run of a series that raised an alert says whether it was one. */
static void settle(replaying *r, const bd_gate_result *result)
{
    const size_t *at = bd_map_get(&r->by_key, bd_buf_str(&r->key));
    waiting *w = at ? &r->waiting[*at] : NULL;
    const bd_compared *row = result->row;
    if (!w || w->over)
        return;
    if (isnan(w->base)) {
        if (result->state != BD_GATE_NOT_JUDGED)
            count_end(r, w, result->state == BD_GATE_PASSED);
    } else if (row && row->head.has_number
               && strcmp(w->unit, row->head.items[0]->point->unit) == 0) {
        double x = row->head.number;
        count_end(r, w, fabs(x - w->base) < fabs(x - w->head));
    }
}

static bool has_base(const bd_gate_result *result)
{
    return result->row && result->row->base.has_number && result->row->head.has_number;
}

static void raise_alert(replaying *r, const bd_gate_result *result, bool is_budget)
{
    bd_arena *arena = &r->out->arena;
    bool has = !is_budget && has_base(result);
    waiting w = { .gate = result->gate, .series = series_of(r, result), .base = NAN, .head = NAN };
    if (has) {
        w.base = result->row->base.number;
        w.head = result->row->head.number;
        w.unit = bd_arena_strdup(arena, result->row->head.items[0]->point->unit);
    }
    r->out->gates[w.gate].seen.alerts++;
    r->out->series[w.series].seen.alerts++;
    r->out->all.alerts++;
    r->waiting = bd_grow(r->waiting, r->waiting_count, &r->waiting_capacity, sizeof *r->waiting);
    r->waiting[r->waiting_count] = w;
    bd_str key = { bd_arena_text(arena, bd_buf_str(&r->key)), r->key.len };
    *bd_map_put(&r->by_key, key, 0, NULL) = r->waiting_count++;
    r->open++;
}

static void take_gates(replaying *r, const bd_gate_report *report)
{
    bd_replay *out = r->out;
    if (!out->gates) {
        out->gates = bd_alloc((report->gate_count + 1) * sizeof *out->gates);
        out->gate_count = report->gate_count;
        for (size_t i = 0; i < report->gate_count; i++)
            out->gates[i] = (bd_replayed_gate){
                .text = bd_arena_strdup(&out->arena, report->gates[i].text),
                .file = report->gates[i].file,
                .line = report->gates[i].line,
            };
    }
    for (size_t i = 0; i < report->gate_count; i++)
        for (int s = 0; s < BD_GATE_STATES; s++)
            out->gates[i].judged += s == BD_GATE_NOT_JUDGED ? 0 : report->gates[i].counts[s];
}

static void take_report(replaying *r, const bd_gate_report *report)
{
    bd_buf scratch = BD_BUF_INIT;
    take_gates(r, report);
    for (size_t i = 0; i < report->result_count; i++) {
        const bd_gate_result *result = &report->results[i];
        bool failed = result->state == BD_GATE_FAILED;
        if (!result->group || (!failed && r->open == 0))
            continue;
        put_key(result, &scratch, &r->key);
        settle(r, result);
        if (failed)
            raise_alert(r, result, result->row && !result->against_base);
    }
    r->out->failed_runs += report->counts[BD_GATE_FAILED] > 0;
    bd_buf_release(&scratch);
}

/* ---- runs ---- */

static void note_skipped(bd_replay *out, const bd_diagnostics *found)
{
    for (size_t i = 0; i < found->count && out->skipped_runs == 0; i++)
        if (found->items[i].severity == BD_ERROR)
            out->skipped = found->items[i].error;
    out->skipped_runs++;
}

static void replay_one(replaying *r, const bd_run *head)
{
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_comparison c = { 0 };
    bd_gate_report report = { 0 };
    bd_ancestry ancestry;
    const stream *before = stream_of(r, head);
    bd_past past = r->sides->from;
    past.runs = before->runs;
    past.run_count = before->count;
    past.ancestry = bd_ancestry_from(r->sides->from.ancestry, head->commit.id, &ancestry)
                        ? &ancestry
                        : NULL;
    bd_compare_call call = { .config = r->call.config,
                             .heads = &head,
                             .head_count = 1,
                             .past = &past,
                             .options = &r->sides->options };
    bd_gate_call gates = r->call;
    gates.comparison = &c;
    gates.scope = BD_GATE_PAST;
    if (bd_compare(&call, &c, &found) && bd_gate_judge(&gates, &report, &found)) {
        take_report(r, &report);
        if (r->out->runs++ == 0)
            r->out->from_ns = bd_run_time(head);
        r->out->to_ns = bd_run_time(head);
    } else {
        note_skipped(r->out, &found);
    }
    bd_gate_report_release(&report);
    bd_comparison_release(&c);
    bd_diagnostics_release(&found);
}

static void remember(replaying *r, const bd_run *run)
{
    stream *s = stream_of(r, run);
    s->runs = bd_grow(s->runs, s->count, &s->capacity, sizeof *s->runs);
    s->runs[s->count++] = run;
}

static int by_gone(const void *a, const void *b)
{
    const bd_replayed_series *x = a, *y = b;
    if (x->seen.gone != y->seen.gone)
        return x->seen.gone > y->seen.gone ? -1 : 1;
    if (x->seen.alerts != y->seen.alerts)
        return x->seen.alerts > y->seen.alerts ? -1 : 1;
    return strcmp(x->text, y->text);
}

/* Runs in the order of time; those of one instant do not see each other. */
static bool replay_all(replaying *r, const bd_run **runs, size_t count, int64_t since,
                       bd_error *err)
{
    for (size_t i = 0; i < count && bd_go_on(err);) {
        size_t end = i;
        while (end < count && bd_run_time(runs[end]) == bd_run_time(runs[i]))
            end++;
        for (size_t k = i; k < end; k++)
            if (since == BD_TIME_UNKNOWN || bd_run_time(runs[k]) >= since)
                replay_one(r, runs[k]);
        for (; i < end; i++)
            remember(r, runs[i]);
    }
    return bd_go_on(err);
}

static bool check_some(const replaying *r, size_t count, bd_error *err)
{
    const bd_replay *out = r->out;
    if (out->runs > 0)
        return true;
    if (out->skipped_runs > 0) {
        *err = out->skipped;
        return false;
    }
    bd_hint(err,
            "`benchdoc ingest` and `benchdoc history import` keep runs; `benchdoc history list` "
            "shows them");
    return bd_fail(err, BD_ERR_INPUT,
                   count > 0 ? "no stored run is that late" : "there is no history to replay");
}

bool bd_replay_run(bd_sides *s, bd_gate_call call, int64_t since, bd_replay *out, bd_error *err)
{
    replaying r = { .sides = s, .call = call, .out = out };
    const bd_run **runs = bd_alloc((s->past.count + 1) * sizeof *runs);
    size_t count = 0;
    for (size_t i = 0; i < s->past.count; i++)
        if (is_replayed(s->past.items[i]))
            runs[count++] = s->past.items[i];
    qsort(runs, count, sizeof *runs, by_time);
    bool ok = replay_all(&r, runs, count, since, err) && check_some(&r, count, err);
    if (out->series_count > 0)
        qsort(out->series, out->series_count, sizeof *out->series, by_gone);
    for (size_t i = 0; i < r.stream_count; i++)
        free(r.streams[i].runs);
    free(r.streams);
    free(r.waiting);
    free(runs);
    bd_map_release(&r.by_lane);
    bd_map_release(&r.by_key);
    bd_map_release(&r.by_series);
    bd_buf_release(&r.key);
    return ok;
}

double bd_replay_weeks(const bd_replay *replay)
{
    static const double week = 7 * 86400e9;
    double weeks = ((double)replay->to_ns - (double)replay->from_ns) / week;
    return weeks > 1 ? weeks : 1;
}

void bd_replay_release(bd_replay *replay)
{
    free(replay->gates);
    free(replay->series);
    bd_arena_release(&replay->arena);
    *replay = (bd_replay){ 0 };
}
