/* What all forms of a comparison say alike. */
#include "render/text/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ABBREVIATED = 7 };

void bd_compare_put_side(const bd_compared_side *side, bd_buf *out)
{
    bd_number_style style = BD_NUMBER_STYLE_PLAIN;
    bd_error ignored = BD_ERROR_INIT;
    size_t before = out->len;
    if (!side->has_number || !bd_number_finite(side->value)) {
        bd_buf_puts(out, "-");
        return;
    }
    style = (bd_number_style){ .digits = 5, .point = "." };
    if (!bd_number_print(side->value, side->unit, &style, out, &ignored)) {
        out->len = before;
        bd_number_text(side->value, out);
    }
    if (side->unit && side->unit[0])
        bd_buf_printf(out, " %s", side->unit);
}

static void put_date(const bd_run *run, bd_buf *out)
{
    bd_buf scratch = BD_BUF_INIT;
    const char *date = bd_run_fact(run, BD_STR("date"), &scratch);
    if (date)
        bd_buf_printf(out, " of %s", date);
    bd_buf_release(&scratch);
}

static void put_run(const bd_run *run, bd_buf *out)
{
    if (run->commit.id)
        bd_buf_printf(out, "%.*s", ABBREVIATED, run->commit.id);
    else if (run->file_count > 0)
        bd_buf_puts(out, run->files[0].path);
    else
        bd_buf_printf(out, "run %.8s", run->id);
    put_date(run, out);
}

static void put_how(const bd_baseline *b, bd_buf *out)
{
    switch (b->how) {
    case BD_BASELINE_COMMIT:
        bd_buf_puts(out, ", the same commit");
        break;
    case BD_BASELINE_ANCESTOR:
        bd_buf_printf(out, ", %zu commit%s back", b->commits_back, b->commits_back == 1 ? "" : "s");
        break;
    case BD_BASELINE_LATEST:
        bd_buf_puts(out, ", the latest earlier run");
        break;
    default:
        break;
    }
}

void bd_compare_put_baseline(const bd_baseline *b, bd_buf *out)
{
    if (b->run_count == 0) {
        bd_buf_puts(out, b->cut_by ? "no baseline since the break" : "no baseline on this CPU yet");
        if (b->elsewhere) {
            bd_buf_puts(out, "; the nearest is ");
            put_run(b->elsewhere, out);
            bd_buf_puts(out, " on another");
        }
        return;
    }
    put_run(b->runs[b->run_count - 1], out);
    put_how(b, out);
    if (b->run_count > 1)
        bd_buf_printf(out, ", %zu runs", b->run_count);
}

void bd_compare_put_group(const bd_compared_group *group, bd_buf *out)
{
    bd_buf_puts(out, group->lane.suite);
    bd_buf_printf(out, " \xC2\xB7 %s", group->cpu ? group->cpu : "unknown CPU");
    if (group->lane.backend)
        bd_buf_printf(out, " \xC2\xB7 %s", group->lane.backend);
}

void bd_compare_put_counts(const size_t counts[BD_VERDICTS], bd_buf *out)
{
    static const char *const words[BD_VERDICTS] = {
        "worse",
        "better",
        "changed",
        "unconfirmed",
        "moved with the host",
        "not comparable",
        "without a baseline",
        "new",
        "gone",
        "same",
    };
    size_t before = out->len;
    for (int i = 0; i < BD_VERDICTS; i++)
        if (counts[i] > 0)
            bd_buf_printf(out, "%s%zu %s", out->len > before ? ", " : "", counts[i], words[i]);
    if (out->len == before)
        bd_buf_puts(out, "nothing to compare");
}

static void add(bd_names *out, bd_arena *arena, bd_buf *text)
{
    bd_names_add(out, bd_arena_text(arena, bd_buf_str(text)));
    bd_buf_clear(text);
}

/* "JDK 21.0.1 → 21.0.2"; few of them, and how many more. */
static void put_facts(const bd_compared_group *group, bd_buf *out)
{
    enum { SHOWN = 6 };
    bd_buf_puts(out, "The environment differs, so a change is of code or environment: ");
    for (size_t i = 0; i < group->fact_count && i < SHOWN; i++) {
        const bd_changed_fact *f = &group->facts[i];
        bd_buf_printf(out, "%s%s %s \xE2\x86\x92 %s", i > 0 ? "; " : "", f->key,
                      f->before ? f->before : "(not said)", f->after ? f->after : "(not said)");
    }
    if (group->fact_count > SHOWN)
        bd_buf_printf(out, "; and %zu more", group->fact_count - SHOWN);
}

static void put_factor(double percent, bd_buf *out)
{
    bd_buf_printf(out, "%.1f %% %s", fabs(percent), percent > 0 ? "slower" : "faster");
}

void bd_compare_group_notes(const bd_compared_group *group, bd_arena *arena, bd_names *out)
{
    bd_buf text = BD_BUF_INIT;
    if (group->note) {
        bd_buf_printf(&text, "Note: %s", group->note);
        add(out, arena, &text);
    }
    if (group->fact_count > 0) {
        put_facts(group, &text);
        add(out, arena, &text);
    }
    if (group->host.common) {
        bd_buf_puts(&text, "Host effect: the whole run is ");
        put_factor(100 * (exp(group->host.center) - 1), &text);
        bd_buf_printf(&text, " (median of %zu series); nothing is rescaled by it",
                      group->host.count);
        add(out, arena, &text);
    }
    if (group->shared > 1) {
        bd_buf_printf(&text, "Geometric mean of %zu timings: ", group->shared);
        put_factor(100 * (group->geometric_mean - 1), &text);
        add(out, arena, &text);
    }
    bd_buf_release(&text);
}

void bd_compare_put_series(const bd_compared *row, bd_buf *out)
{
    const char *unit = row->series->point->unit;
    bd_buf_puts(out, row->label);
    if (strcmp(row->metric, "score") != 0 && strcmp(row->metric, "value") != 0
        && strcmp(row->metric, unit) != 0) /* Go's metrics are their units */
        bd_buf_printf(out, "%s%s", row->label[0] ? " " : "", row->metric);
}

void bd_compare_put_evidence(const bd_compared *row, bd_buf *out)
{
    switch (row->evidence) {
    case BD_EVIDENCE_EXACT:
        bd_buf_puts(out, "exact");
        return;
    case BD_EVIDENCE_NONE:
        bd_buf_puts(out, row->base.count > 0 && row->head.count > 0 ? "no evidence" : "");
        return;
    default:
        bd_buf_printf(out, "p=%.2g", row->adjusted);
    }
    if (row->evidence == BD_EVIDENCE_HISTORY)
        bd_buf_printf(out, " history=%zu", row->noise.count);
    else
        bd_buf_printf(out, " n=%zu+%zu", row->base.n, row->head.n);
}
