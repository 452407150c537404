/* What all reports of a comparison say with the same words: counts, sides, hosts. */
#include "render/text/compare_parts.h"

#include <math.h>
#include <string.h>

#define DOT " \xC2\xB7 "

enum {
    SHORT_ID = 8,
    FEW = 10,       /* rows of what nobody has to act upon */
    NAMED_FILES = 3 /* of a side */
};

/* ---- rows ---- */

bool bd_compared_matters(bd_verdict verdict)
{
    return verdict == BD_VERDICT_WORSE || verdict == BD_VERDICT_BETTER
           || verdict == BD_VERDICT_CHANGED;
}

size_t bd_compared_shown(bd_verdict verdict, size_t count, bool all)
{
    bool is_quiet = verdict == BD_VERDICT_SAME || verdict == BD_VERDICT_HOST
                    || verdict == BD_VERDICT_NO_BASELINE;
    if (all || bd_compared_matters(verdict))
        return count;
    return is_quiet ? 0 : count < FEW ? count : FEW;
}

const char *bd_compared_verdict(const bd_compared *row)
{
    const char *last = strrchr(row->words, ' ');
    bool moved = row->verdict == BD_VERDICT_WORSE || row->verdict == BD_VERDICT_BETTER;
    if (moved && last && (strcmp(last, " slower") == 0 || strcmp(last, " faster") == 0))
        return last + 1;
    return bd_verdict_name(row->verdict);
}

/* Go's metrics are their units; a score is what there is. */
bool bd_compared_metric_tells(const bd_compared *row)
{
    return strcmp(row->metric, "score") != 0 && strcmp(row->metric, "value") != 0
           && strcmp(row->metric, row->series->point->unit) != 0;
}

void bd_compare_put_series(const bd_compared *row, bd_buf *out)
{
    bd_buf_puts(out, row->label);
    if (bd_compared_metric_tells(row))
        bd_buf_printf(out, "%s%s", row->label[0] ? " " : "", row->metric);
}

void bd_compare_put_evidence(const bd_compared *row, bd_buf *out)
{
    if (row->evidence == BD_EVIDENCE_EXACT)
        bd_buf_puts(out, "exact");
    else if (row->evidence != BD_EVIDENCE_NONE)
        bd_buf_printf(out, "p = %.2g", row->adjusted);
}

/* ---- counts ---- */

/* Of rows that all became slower it is said so; of allocations, "worse". */
static bool all_say(const bd_comparison *comparison, size_t group, bd_verdict verdict,
                    const char *word)
{
    for (size_t i = 0; i < comparison->row_count; i++) {
        const bd_compared *row = &comparison->rows[i];
        bool counts = (group == SIZE_MAX || row->group == group) && row->verdict == verdict;
        if (counts && !bd_str_ends(bd_str_of(row->words), word))
            return false;
    }
    return true;
}

static void put_counts(const size_t counts[BD_VERDICTS], const char *worse, const char *better,
                       bd_buf *out)
{
    const struct {
        bd_verdict verdict;
        const char *word;
    } order[] = {
        { BD_VERDICT_WORSE, worse },
        { BD_VERDICT_BETTER, better },
        { BD_VERDICT_CHANGED, "changed" },
        { BD_VERDICT_SAME, "same" },
        { BD_VERDICT_UNCONFIRMED, "unconfirmed" },
        { BD_VERDICT_HOST, "moved with the host" },
        { BD_VERDICT_INCOMPARABLE, "not comparable" },
        { BD_VERDICT_NEW, "new" },
        { BD_VERDICT_GONE, "gone" },
        { BD_VERDICT_NO_BASELINE, "without a baseline" },
    };
    size_t before = out->len;
    for (size_t i = 0; i < BD_COUNT(order); i++)
        if (counts[order[i].verdict] > 0)
            bd_buf_printf(out, "%s%zu %s", out->len > before ? ", " : "", counts[order[i].verdict],
                          order[i].word);
    if (out->len == before)
        bd_buf_puts(out, "nothing to compare");
}

void bd_compare_put_counts(const size_t counts[BD_VERDICTS], bd_buf *out)
{
    put_counts(counts, "worse", "better", out);
}

void bd_compared_counts(const bd_comparison *comparison, size_t group, bd_buf *out)
{
    put_counts(group == SIZE_MAX ? comparison->counts : comparison->groups[group].counts,
               all_say(comparison, group, BD_VERDICT_WORSE, "slower") ? "slower" : "worse",
               all_say(comparison, group, BD_VERDICT_BETTER, "faster") ? "faster" : "better", out);
}

/* ---- sides ---- */

static const char *file_of(const bd_run *run)
{
    return run->file_count > 0 ? run->files[0].path : "a run without a file";
}

void bd_compared_run(const bd_run *run, bd_buf *out)
{
    int64_t time = bd_run_time(run);
    if (run->commit.id)
        bd_buf_printf(out, "%.*s%s", SHORT_ID, run->commit.id,
                      run->commit.dirty == BD_DIRTY ? "-dirty" : "");
    else
        bd_buf_puts(out, file_of(run));
    if (time != BD_TIME_UNKNOWN) {
        bd_buf_puts(out, " of ");
        bd_time_date(time, out);
    }
}

/* One commit, or the files of several runs. */
static void put_side(const bd_run *const *runs, size_t count, bd_buf *out)
{
    bool one_commit = count > 0 && runs[count - 1]->commit.id;
    for (size_t i = 0; one_commit && i < count; i++)
        one_commit = runs[i]->commit.id
                     && strcmp(runs[i]->commit.id, runs[count - 1]->commit.id) == 0;
    if (count == 1 || one_commit) {
        bd_compared_run(runs[count - 1], out);
        if (count > 1)
            bd_buf_printf(out, " (%zu runs)", count);
        return;
    }
    for (size_t i = 0; i < count && i < NAMED_FILES; i++) {
        bd_buf_puts(out, i > 0 ? ", " : "");
        bd_compared_run(runs[i], out);
    }
    if (count > NAMED_FILES)
        bd_buf_printf(out, " and %zu more runs", count - NAMED_FILES);
}

static void put_how(const bd_baseline *base, bd_buf *out)
{
    const bd_run *run = base->run_count > 0 ? base->runs[base->run_count - 1] : NULL;
    switch (base->how) {
    case BD_BASELINE_COMMIT:
        bd_buf_puts(out, ": an earlier run of the same commit");
        break;
    case BD_BASELINE_ANCESTOR:
        bd_buf_printf(out, ": the nearest ancestor with data, %zu commit%s back",
                      base->commits_back, base->commits_back == 1 ? "" : "s");
        break;
    case BD_BASELINE_LATEST:
        bd_buf_puts(out, ": the latest earlier run");
        if (run && run->commit.branch)
            bd_buf_printf(out, " of %s", run->commit.branch);
        break;
    default:
        break;
    }
}

static void put_elsewhere(const bd_compared_group *group, bd_buf *out)
{
    const bd_baseline *base = &group->baseline;
    bd_buf scratch = BD_BUF_INIT, cpu = BD_BUF_INIT;
    if (base->cut_by)
        bd_buf_printf(out, "no baseline since the break at %s%s%s", base->cut_by->at.text,
                      base->cut_by->why.text ? ": " : "",
                      base->cut_by->why.text ? base->cut_by->why.text : "");
    else if (group->is_named && !base->elsewhere)
        bd_buf_puts(out, "no baseline: the base has no results of this suite and backend");
    else if (!group->lane.cpu)
        bd_buf_puts(out, "no baseline: the CPU is not known, so that no earlier run is known to "
                         "be of the same");
    else
        bd_buf_puts(out, "no baseline on this CPU yet");
    if (base->elsewhere) {
        const char *name = bd_run_fact(base->elsewhere, BD_STR("cpu"), &scratch);
        bd_cpu_short(bd_str_of(name), &cpu);
        bd_buf_puts(out, "; the latest run is ");
        bd_compared_run(base->elsewhere, out);
        bd_buf_printf(out, " on %s", cpu.len > 0 ? bd_buf_text(&cpu) : "an unknown one");
    }
    bd_buf_release(&scratch);
    bd_buf_release(&cpu);
}

void bd_compared_with(const bd_compared_group *group, bd_buf *out)
{
    const bd_baseline *base = &group->baseline, *exact = &group->exact;
    if (group->head_count == 0) {
        put_side(base->runs, base->run_count, out);
        bd_buf_puts(out, " alone: the head has no results here");
        return;
    }
    put_side(group->heads, group->head_count, out);
    bd_buf_puts(out, base->how == BD_BASELINE_NONE ? ": " : " compared with ");
    if (base->how == BD_BASELINE_NONE)
        put_elsewhere(group, out);
    else
        put_side(base->runs, base->run_count, out);
    put_how(base, out);
    if (base->how != BD_BASELINE_NONE || exact->how == BD_BASELINE_NONE)
        return;
    bd_buf_puts(out, "; what was counted, with ");
    put_side(exact->runs, exact->run_count, out);
}

void bd_compare_put_group(const bd_compared_group *group, bd_buf *out)
{
    bd_buf cpu = BD_BUF_INIT;
    if (group->cpu)
        bd_cpu_short(bd_str_of(group->cpu), &cpu);
    bd_buf_puts(out, group->lane.suite);
    bd_buf_printf(out, DOT "%s",
                  !group->cpu   ? "unknown CPU"
                  : cpu.len > 0 ? bd_buf_text(&cpu)
                                : group->cpu);
    if (group->lane.backend)
        bd_buf_printf(out, DOT "%s", group->lane.backend);
    bd_buf_release(&cpu);
}

/* ---- the run as a whole ---- */

/* Of rates, too: twice the rate is half the time. */
static void put_factor(double factor, bd_buf *out)
{
    if (fabs(factor - 1) < 0.0005)
        bd_buf_puts(out, "the same time");
    else
        bd_buf_printf(out, "%.3fx the time", factor);
}

void bd_compared_host(const bd_compared_group *group, bd_buf *out)
{
    const bd_common_factor *host = &group->host;
    if (!host->common)
        return;
    bd_buf_puts(out, "the whole run takes ");
    put_factor(exp(host->center), out);
    bd_buf_printf(out,
                  " (%.0f of %zu timings alike): a %s host, or one change to all; no number is "
                  "rescaled",
                  host->explained * (double)host->count, host->count,
                  host->center > 0 ? "slow" : "fast");
}

void bd_compared_mean(const bd_compared_group *group, bd_buf *out)
{
    if (group->shared < 2)
        return;
    bd_buf_printf(out, "geometric mean of %zu timings: ", group->shared);
    put_factor(group->geometric_mean, out);
}
