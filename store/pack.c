/* Runs and points as bytes: what a store keeps and what a run's digest is taken
 * over. The same input gives the same bytes on every machine and for every
 * backend; unpack.c mirrors this file line by line. */
#include "store/bytes.h"
#include "store/internal.h"

static void pack_pairs(const bd_pairs *pairs, bd_buf *out)
{
    bd_put_count(out, pairs->count);
    for (size_t i = 0; i < pairs->count; i++) {
        bd_put_text(out, pairs->items[i].key);
        bd_put_text(out, pairs->items[i].value);
    }
}

static void pack_small(const uint32_t *items, size_t count, bd_buf *out)
{
    bd_put_count(out, items ? count : 0);
    for (size_t i = 0; items && i < count; i++)
        bd_put_count(out, items[i]);
}

static void pack_person(const bd_person *person, bd_buf *out)
{
    bd_put_text(out, person->name);
    bd_put_text(out, person->email);
    bd_put_text(out, person->username);
}

static void pack_commit(const bd_commit *commit, bd_buf *out)
{
    bd_put_text(out, commit->id);
    bd_put_text(out, commit->message);
    bd_put_text(out, commit->branch);
    bd_put_text(out, commit->url);
    pack_person(&commit->author, out);
    pack_person(&commit->committer, out);
    bd_put_word(out, (uint64_t)commit->time_ns);
    bd_put_count(out, commit->dirty);
}

void bd_pack_run(const bd_run *run, bd_buf *out)
{
    bd_put_count(out, BD_PACK_VERSION);
    bd_put_text(out, run->id);
    bd_put_text(out, run->suite);
    bd_put_text(out, run->format);
    bd_put_text(out, run->tool);
    bd_put_count(out, run->file_count);
    for (size_t i = 0; i < run->file_count; i++) {
        bd_put_text(out, run->files[i].path);
        bd_put_text(out, run->files[i].digest.hex);
        bd_put_count(out, run->files[i].bytes);
    }
    pack_commit(&run->commit, out);
    pack_pairs(&run->environment, out);
    pack_pairs(&run->facts, out);
    bd_put_word(out, (uint64_t)run->measured_at_ns);
    bd_put_text(out, run->measured_from);
    bd_put_count(out, run->outcome);
    bd_put_text(out, run->reason);
    bd_put_text(out, run->rest);
    bd_put_count(out, run->point_count);
}

void bd_pack_identity(const bd_point *point, bd_buf *out)
{
    bd_put_text(out, point->benchmark);
    bd_put_text(out, point->metric);
    bd_put_text(out, point->mode);
    bd_put_signed(out, point->threads);
    pack_pairs(&point->params, out);
}

/* Two points whose numbers stand at the same places have the same bytes. */
static void pack_spot(bd_spot spot, const bd_source *own, bd_buf *out)
{
    bd_spot shortest = bd_spot_shortest(spot, own);
    bd_put_count(out, shortest.line > 0 ? (uint64_t)shortest.shared + 1 : 0);
    if (shortest.line == 0)
        return;
    bd_put_signed(out, (int64_t)shortest.line - own->line);
    bd_put_signed(out, shortest.column);
    bd_put_text(out, shortest.rest);
}

static void pack_reported(const bd_point *point, bd_buf *out)
{
    bd_put_count(out, point->reported_count);
    for (size_t i = 0; i < point->reported_count; i++) {
        const bd_stat_value *value = &point->reported[i];
        bd_put_count(out, value->stat.kind);
        bd_put_count(out, value->stat.p_micro);
        bd_put_number(out, value->number);
        bd_put_count(out, value->computed);
        pack_spot(value->at, &point->source, out);
    }
}

static void pack_compat(const bd_compat *compat, bd_buf *out)
{
    size_t entries = 0;
    for (const bd_compat *c = compat; c; c = c->next)
        entries++;
    bd_put_count(out, entries);
    for (const bd_compat *c = compat; c; c = c->next) {
        bd_put_text(out, c->name);
        bd_put_text(out, c->unit);
        bd_put_text(out, c->range);
        bd_put_text(out, c->extra);
        bd_put_number(out, c->value);
        bd_put_count(out, c->place);
    }
}

void bd_pack_facts(const bd_point *point, bd_buf *out)
{
    bd_put_text(out, point->unit);
    bd_put_count(out, point->direction);
    bd_put_number(out, point->value);
    bd_put_number(out, point->error);
    bd_put_number(out, point->low);
    bd_put_number(out, point->high);
    bd_put_double(out, point->confidence);
    bd_put_signed(out, point->n);
    bd_put_count(out, point->source.file);
    bd_put_signed(out, point->source.line);
    bd_put_signed(out, point->source.column);
    bd_put_text(out, point->source.path);
    pack_reported(point, out);
    bd_put_count(out, point->outcome);
    bd_put_text(out, point->reason);
    pack_spot(point->error_at, &point->source, out);
    pack_spot(point->low_at, &point->source, out);
    pack_spot(point->high_at, &point->source, out);
    pack_spot(point->observed_at, &point->source, out);
    pack_compat(point->compat, out);
    bd_put_text(out, point->rest);
}

/* Kinds of sample arrays, so that an empty one is told from a missing one. */
static void pack_samples(const bd_samples *samples, bd_buf *out)
{
    unsigned kind = samples->ints ? 1 : samples->doubles ? 2 : 0;
    bd_put_count(out, kind);
    if (kind != 0) {
        bd_put_count(out, samples->count);
        bd_put_words(out, kind == 1 ? (const void *)samples->ints : samples->doubles,
                     samples->count);
    }
    pack_small(samples->groups, samples->group_count, out);
}

static void pack_histogram(const bd_histogram *histogram, bd_buf *out)
{
    bd_put_count(out, histogram->count);
    bd_put_words(out, histogram->values, histogram->count);
    for (size_t i = 0; i < histogram->count; i++)
        bd_put_signed(out, histogram->counts[i]);
    pack_small(histogram->iterations, histogram->iteration_count, out);
    pack_small(histogram->forks, histogram->fork_count, out);
}

void bd_pack_samples(const bd_point *point, bd_buf *out)
{
    if (point->samples.count == 0 && point->warmups.count == 0 && point->histogram.count == 0
        && point->samples.group_count == 0 && point->warmups.group_count == 0
        && point->histogram.iteration_count == 0 && point->histogram.fork_count == 0)
        return;
    pack_samples(&point->samples, out);
    pack_samples(&point->warmups, out);
    pack_histogram(&point->histogram, out);
}

/* One piece of memory for the hash: many small pieces cost more than copying them. */
void bd_digest_group(const bd_packed_point *points, size_t count, bd_buf *groups)
{
    bd_buf all = BD_BUF_INIT;
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += 3 * sizeof(uint64_t) + points[i].identity.len + points[i].facts.len
                 + points[i].samples.len;
    bd_buf_reserve(&all, bytes);
    for (size_t i = 0; i < count; i++) {
        const bd_str parts[] = { points[i].identity, points[i].facts, points[i].samples };
        for (size_t k = 0; k < BD_COUNT(parts); k++) {
            bd_put_word(&all, parts[k].len);
            bd_buf_put_str(&all, parts[k]);
        }
    }
    bd_buf_puts(groups, bd_sha256(bd_buf_str(&all)).hex);
    bd_buf_release(&all);
}

bd_digest bd_digest_run(const char *id, bd_str body, const bd_buf *groups)
{
    const bd_str parts[] = { bd_str_of(id), body, bd_buf_str(groups) };
    return bd_sha256_parts(parts, BD_COUNT(parts));
}
