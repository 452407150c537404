/* Moongate's stress report.json: top-level facts and Phases[]. The phases' members are read
 * in stress_phase.c; environment.json (the plan) and postgres-stats.jsonl beside it belong
 * to the same run. The report is rewritten after every phase, so one that has fewer phases
 * than were planned is an incomplete run. */
#include "ingest/stress.h"

#include <stdlib.h>
#include <string.h>

static bool probe(const bd_reading *reading)
{
    bd_json phases, first, member;
    if (!reading->root || !bd_json_member(reading->root, "Phases", &phases)
        || bd_json_typeof(&phases) != BD_JSON_ARRAY)
        return false;
    return !bd_json_first(&phases, &first) || bd_json_member(&first, "Sessions", &member)
           || bd_json_member(&first, "SuccessfulOperationsPerSecond", &member);
}

void bd_stress_keep(bd_stress *stress, const char *key, bd_str json)
{
    bd_buf *rest = &stress->rest;
    if (rest->len > 0)
        rest->data[rest->len - 1] = ','; /* the brace that ended it so far */
    else
        bd_buf_putc(rest, '{');
    bd_json_quote(bd_str_of(key), rest);
    bd_buf_putc(rest, ':');
    bd_buf_put_str(rest, json);
    bd_buf_putc(rest, '}');
}

bool bd_stress_complain(const bd_stress *stress, bd_error *err)
{
    bd_error_in_file(err, stress->reading->in->file->path);
    bd_diagnostics_add(stress->reading->found, BD_ERROR, err);
    *err = (bd_error)BD_ERROR_INIT;
    return false;
}

bool bd_stress_time(const bd_stress *stress, const bd_json *at, int64_t *out, bd_error *err)
{
    bd_str text;
    if (!bd_json_string(at, &stress->reading->scratch, &text, err))
        return false;
    if (bd_time_parse(text, out))
        return true;
    *out = BD_TIME_UNKNOWN;
    return bd_json_fail(at, err, "expected a time like \"2026-07-20T10:00:01.5+00:00\"");
}

/* A scalar's text: numbers as they are written. @return false for null and containers */
static bool scalar_text(bd_stress *stress, const bd_json *at, bd_str *out, bd_error *err)
{
    switch (bd_json_typeof(at)) {
    case BD_JSON_STRING:
        return bd_json_string(at, &stress->reading->scratch, out, err);
    case BD_JSON_NUMBER:
    case BD_JSON_TRUE:
    case BD_JSON_FALSE:
        *out = bd_json_raw(at);
        return true;
    default:
        return false;
    }
}

static void read_fact(bd_stress *stress, const bd_json *member)
{
    bd_run *run = stress->run;
    bd_error err = BD_ERROR_INIT;
    bd_str name = BD_STR("Phases"), text;
    bool named = bd_member_name(member, &stress->reading->scratch, &name, &err);
    if (!named)
        bd_stress_complain(stress, &err);
    if (!named || bd_str_is(name, "Phases"))
        return;
    const char *key = bd_arena_text(&run->arena, name);
    if (strcmp(key, "RecordedAtUtc") == 0) { /* a time is no fact of the machine */
        if (bd_stress_time(stress, member, &run->measured_at_ns, &err))
            run->measured_from = "file";
    } else if (scalar_text(stress, member, &text, &err)) {
        bd_pairs_set(&run->environment, &run->arena, bd_str_of(key), text);
        bd_pairs_set(&stress->own, &run->arena, bd_str_of(key), text);
    } else if (err.code == BD_OK) {
        bd_keep_rest(member, &stress->rest);
    }
    if (err.code != BD_OK)
        bd_stress_complain(stress, &err);
}

/* What is stated beside the files describes the commit that environment.json names only
 * when it is the same one; so what was stated is applied again, under that name. */
static void settle_commit(bd_stress *stress)
{
    bd_run *run = stress->run;
    const char *id = bd_pairs_get(&run->environment, "Commit");
    const char *dirty = bd_pairs_get(&run->environment, "WorkingTreeDirty");
    if (!id || bd_pairs_get(&run->environment, "commit"))
        return;
    run->commit = (bd_commit)BD_COMMIT_INIT;
    run->commit.id = id;
    if (dirty)
        run->commit.dirty = strcmp(dirty, "true") == 0    ? BD_DIRTY
                            : strcmp(dirty, "false") == 0 ? BD_CLEAN
                                                          : BD_DIRTY_UNKNOWN;
    bd_reading_apply_stated(stress->reading, run);
}

static bool read_report(bd_stress *stress, bd_error *err)
{
    bd_json phases, item;
    if (!bd_json_need(stress->reading->root, "Phases", &phases, err)
        || !bd_json_expect(&phases, BD_JSON_ARRAY, err))
        return false;
    if (bd_json_count(&phases) > BD_STRESS_PHASES_MAX)
        return bd_json_fail(&phases, err, "expected at most %d phases", BD_STRESS_PHASES_MAX);
    for (bool more = bd_json_first(stress->reading->root, &item); more; more = bd_json_next(&item))
        read_fact(stress, &item);
    for (bool more = bd_json_first(&phases, &item); more; more = bd_json_next(&item))
        bd_stress_read_phase(stress, &item);
    bd_stress_read_environment(stress);
    settle_commit(stress);
    bd_stress_judge_plan(stress);
    bd_stress_read_stats(stress);
    stress->run->rest = bd_rest_text(&stress->rest, &stress->run->arena);
    return true;
}

static bool read_file(bd_reading *reading, bd_error *err)
{
    bd_stress stress = { .reading = reading,
                         .run = bd_reading_new_run(reading, &bd_reader_stress) };
    bool ok = read_report(&stress, err);
    free(stress.phases);
    free(stress.planned);
    bd_buf_release(&stress.rest);
    return ok;
}

const bd_reader bd_reader_stress = {
    .format = {
        .name = "stress",
        .aliases = "moongate",
        .summary = "Moongate's stress report.json, with environment.json and "
                   "postgres-stats.jsonl beside it",
        .example = "{\"Runtime\": \".NET 10.0.12\", \"Phases\": [{\"Sessions\": 100,\n"
                   " \"Operations\": {\"read\": {\"Successes\": 9, …}}, …}]}",
    },
    .is_json = true,
    .probe = probe,
    .read = read_file,
};
