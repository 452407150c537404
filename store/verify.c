/* What a store refuses to hold: texts that are not UTF-8, and runs that were not
 * sealed. A text with a NUL inside cannot be written down as a C string. */
#include "core/base/utf8.h"
#include "store/internal.h"

#include <string.h>

/* What is being looked at, for the message. */
typedef struct place {
    const bd_run *run;
    size_t point;          /* SIZE_MAX = the run itself */
    const char *known[64]; /* texts that are well: points share most of theirs */
    bd_error *err;
} place;

static bool text_ok(place *at, const char *field, const char *text)
{
    const char **known = &at->known[((uintptr_t)text >> 4) % BD_COUNT(at->known)];
    if (!text || *known == text)
        return true;
    bd_str str = bd_str_of(text);
    size_t valid = bd_utf8_valid_length(str);
    if (valid == str.len) {
        *known = text;
        return true;
    }
    if (at->point == SIZE_MAX) {
        bd_fail(at->err, BD_ERR_STORE, "the run's %s is not valid UTF-8 (at its byte %zu)", field,
                valid + 1);
    } else {
        bd_fail(at->err, BD_ERR_STORE, "the %s of point %zu is not valid UTF-8 (at its byte %zu)",
                field, at->point + 1, valid + 1);
        const bd_source *source = &at->run->points[at->point].source;
        if (source->file < at->run->file_count)
            bd_error_at(at->err, at->run->files[source->file].path, source->line, source->column);
    }
    return bd_hint(at->err, "a store holds UTF-8 text only; correct the file's encoding, "
                            "or the program that wrote it, and ingest it again");
}

static bool pairs_ok(place *at, const char *field, const bd_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++)
        if (!text_ok(at, field, pairs->items[i].key) || !text_ok(at, field, pairs->items[i].value))
            return false;
    return true;
}

static bool person_ok(place *at, const char *field, const bd_person *person)
{
    return text_ok(at, field, person->name) && text_ok(at, field, person->email)
           && text_ok(at, field, person->username);
}

static bool run_ok(place *at)
{
    const bd_run *run = at->run;
    for (size_t i = 0; i < run->file_count; i++)
        if (!text_ok(at, "file name", run->files[i].path))
            return false;
    const bd_commit *commit = &run->commit;
    return text_ok(at, "suite", run->suite) && text_ok(at, "format", run->format)
           && text_ok(at, "tool", run->tool) && text_ok(at, "commit", commit->id)
           && text_ok(at, "commit message", commit->message)
           && text_ok(at, "branch", commit->branch) && text_ok(at, "commit URL", commit->url)
           && person_ok(at, "author", &commit->author)
           && person_ok(at, "committer", &commit->committer)
           && pairs_ok(at, "environment", &run->environment) && pairs_ok(at, "facts", &run->facts)
           && text_ok(at, "origin of the time", run->measured_from)
           && text_ok(at, "reason", run->reason) && text_ok(at, "unmapped content", run->rest);
}

static bool compat_ok(place *at, const bd_compat *compat)
{
    for (const bd_compat *c = compat; c; c = c->next)
        if (!text_ok(at, "compatible name", c->name) || !text_ok(at, "compatible unit", c->unit)
            || !text_ok(at, "range", c->range) || !text_ok(at, "extra", c->extra))
            return false;
    return true;
}

static bool places_ok(place *at, const bd_point *point)
{
    for (size_t i = 0; i < point->reported_count; i++)
        if (!text_ok(at, "path of a statistic", point->reported[i].at.rest))
            return false;
    return text_ok(at, "path", point->source.path) && text_ok(at, "path", point->error_at.rest)
           && text_ok(at, "path", point->low_at.rest) && text_ok(at, "path", point->high_at.rest)
           && text_ok(at, "path", point->observed_at.rest);
}

static bool point_ok(place *at)
{
    const bd_point *point = &at->run->points[at->point];
    return text_ok(at, "benchmark", point->benchmark) && text_ok(at, "metric", point->metric)
           && text_ok(at, "mode", point->mode) && pairs_ok(at, "params", &point->params)
           && text_ok(at, "unit", point->unit) && text_ok(at, "reason", point->reason)
           && places_ok(at, point) && compat_ok(at, point->compat)
           && text_ok(at, "unmapped content", point->rest);
}

bool bd_verify_run(const bd_run *run, bd_error *err)
{
    const char *id = run->id ? run->id : "";
    if (strlen(id) != 64 || strspn(id, "0123456789abcdef") != 64 || !run->suite)
        return bd_fail(err, BD_ERR_BUG, "a run that was not sealed was to be stored");
    place at = { .run = run, .point = SIZE_MAX, .err = err };
    if (!run_ok(&at))
        return false;
    for (at.point = 0; at.point < run->point_count; at.point++)
        if (!point_ok(&at))
            return false;
    return true;
}
