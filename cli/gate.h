/* cli/gate.h: gates as `gate` and `comment` judge them, and the rest of `gate`. */
#ifndef BD_CLI_GATE_H
#define BD_CLI_GATE_H

#include "cli/form.h"
#include "cli/sides.h"
#include "render/view/gate.h"

typedef struct bd_alert_options { /* ratios, as text; NULL = no such gate */
    const char *alert, *compat_alerts;
} bd_alert_options;

/* NOLINTBEGIN(bugprone-macro-parentheses): a type and a member */
#define BD_ALERT_OPTIONS(type, member)                                                    \
    { "alert", 0, BD_OPT_TEXT, offsetof(type, member.alert), "RATIO",                     \
      "also fail what became so many times worse (150%, 1.5), with evidence" },           \
        { "compat-alerts", 0, BD_OPT_TEXT, offsetof(type, member.compat_alerts), "RATIO", \
          "the same without evidence, as github-action-benchmark does" }
/* NOLINTEND(bugprone-macro-parentheses) */

/* ---- gate_ask.c ---- */

/* The clock and the alert, for bd_gate_judge(). @return false with BD_ERR_USAGE */
bool bd_gate_ask(const bd_ctx *ctx, const bd_alert_options *asked, bd_gate_call *call,
                 bd_error *err);
/* Judges the sides by the gates of their project.
 * @param out  empty; to be released either way
 * @return false with errors in what the sides' context has found */
bool bd_gate_sides(const bd_sides *s, const bd_comparison *comparison, bd_gate_call call,
                   bd_gate_report *out);

/* ---- the command ---- */

typedef struct bd_gate_options {
    bd_side_options  sides;
    bd_form_options  form;
    bd_alert_options alerts;
    bool             all, replay, github;
    const char      *since;
} bd_gate_options;

/* What happened to the alerts of a gate, or of a series. */
typedef struct bd_alerts {
    size_t alerts;
    size_t gone;   /* the next run of the series was as before: a false alert */
    size_t stayed; /* it was not */
} bd_alerts;       /* the others are of the latest run */

typedef struct bd_replayed_gate {
    const char *text, *file; /* arena; file NULL = of no entry */
    int         line;
    size_t      judged; /* series of all runs */
    bd_alerts   seen;
} bd_replayed_gate;

typedef struct bd_replayed_series {
    const char *text; /* arena */
    bd_alerts   seen;
} bd_replayed_series;

typedef struct bd_replay {
    bd_replayed_gate   *gates; /* owned */
    size_t              gate_count;
    bd_replayed_series *series; /* owned; with alerts, the most false ones first */
    size_t              series_count, series_capacity;
    size_t              runs, failed_runs, skipped_runs;
    bd_error            skipped; /* why the first one was */
    int64_t             from_ns, to_ns; /* of the runs */
    bd_alerts           all;
    bd_arena            arena;
} bd_replay;

/* Weeks that the runs span; one at least. */
double bd_replay_weeks(const bd_replay *replay);

/* Judges every run of the past by the gates of today, against its baseline then. Without
 * the future: a run sees what was measured before it.
 * @param s     with its past; its options hold
 * @param call  gates, clock and alert; comparison and scope are filled in
 * @param since  earlier runs are baselines only; BD_TIME_UNKNOWN = all are judged */
bool bd_replay_run(bd_sides *s, bd_gate_call call, int64_t since, bd_replay *out, bd_error *err);
void bd_replay_release(bd_replay *replay);
void bd_replay_print(const bd_replay *replay, bd_form form, bool all, bd_buf *out);

#endif
