/* CSV: a line for each point, columns by their names. What `history export` writes, and
 * what any script can: benchmark, value and unit are enough. */
#include "ingest/csv.h"

#include <stdlib.h>
#include <string.h>

/* What the rows of one run have in common. */
typedef struct run_row {
    bd_run *run;
    int line;
} run_row;

typedef struct csv_reading {
    bd_reading *reading;
    bd_csv csv;
    bd_csv_field *fields;
    size_t field_count;
    run_row *runs; /* in the order of reading->runs */
    size_t run_count, run_capacity;
    bd_map by_key; /* of runs, by their cells */
    bd_map by_id;  /* … by the cell "run" alone */
    bd_arena keys;
    bd_buf key;
    bd_direction direction; /* as the input states it */
    size_t points;
} csv_reading;

/* ---- runs ---- */

static bool is_of_run(const bd_csv_field *field)
{
    return field->kind >= BD_CSV_FACT;
}

/* The run's cells, each with its length, so that no two rows are mixed up. */
static bd_str run_key(csv_reading *x)
{
    bd_buf_clear(&x->key);
    for (size_t i = 0; i < x->field_count; i++)
        if (is_of_run(&x->fields[i]))
            bd_buf_printf(&x->key, "%zu:%.*s", x->csv.cells[i].text.len,
                          (int)x->csv.cells[i].text.len, x->csv.cells[i].text.ptr);
    return bd_buf_str(&x->key);
}

/* An exported run keeps its id; another word in that column makes one with the file. */
static const char *id_of(csv_reading *x, bd_run *run, bd_str word)
{
    size_t hex = 0;
    while (hex < word.len && strchr("0123456789abcdef", word.ptr[hex]))
        hex++;
    if (hex == 64 && word.len == 64)
        return bd_arena_text(&run->arena, word);
    bd_pairs_set(&run->facts, &run->arena, BD_STR("run"), word);
    const bd_str parts[] = { bd_str_of(bd_reading_digest(x->reading)->hex), word };
    bd_digest digest = bd_sha256_parts(parts, BD_COUNT(parts));
    return bd_arena_strdup(&run->arena, digest.hex);
}

static void set_fact(bd_run *run, bd_str name, bd_str value)
{
    if (bd_str_is(name, "suite"))
        run->suite = bd_arena_text(&run->arena, value);
    else if (bd_str_is(name, "commit"))
        run->commit.id = bd_arena_text(&run->arena, value);
    else if (bd_str_is(name, "branch"))
        run->commit.branch = bd_arena_text(&run->arena, value);
    else
        bd_pairs_set(&run->environment, &run->arena, name, value);
}

static bool set_dirty(bd_run *run, const bd_csv_cell *cell, bd_error *err)
{
    bool yes = bd_same_letters(cell->text, BD_STR("true"));
    if (!yes && !bd_same_letters(cell->text, BD_STR("false")))
        return bd_csv_fail(cell, err, "expected true or false");
    run->commit.dirty = yes ? BD_DIRTY : BD_CLEAN;
    return true;
}

static bool set_run_cell(csv_reading *x, bd_run *run, size_t i, bd_error *err)
{
    const bd_csv_cell *cell = &x->csv.cells[i];
    switch (x->fields[i].kind) {
    case BD_CSV_RUN:
        run->id = id_of(x, run, cell->text);
        return true;
    case BD_CSV_TIME:
        run->measured_from = "file";
        return bd_time_parse(cell->text, &run->measured_at_ns)
               || bd_csv_fail(cell, err, "expected a time like 2026-07-20T10:00:01Z");
    case BD_CSV_DIRTY:
        return set_dirty(run, cell, err);
    default:
        set_fact(run, x->fields[i].name, cell->text);
        return true;
    }
}

/* Rows of one "run" must say the same about it. */
static bool check_id(csv_reading *x, size_t place, bd_error *err)
{
    for (size_t i = 0; i < x->field_count; i++) {
        const bd_csv_cell *cell = &x->csv.cells[i];
        bool added;
        if (x->fields[i].kind != BD_CSV_RUN || cell->text.len == 0)
            continue;
        bd_str id = bd_str_of(bd_arena_text(&x->keys, cell->text));
        size_t there = *bd_map_put(&x->by_id, id, place, &added);
        return added
               || bd_csv_fail(cell, err,
                              "this run's other facts (suite, commit, cpu, …) differ from those in "
                              "line %d",
                              x->runs[there].line);
    }
    return true;
}

/* An environment.txt speaks of one run: where the file tells runs apart it is not looked at. */
static void begin_run(csv_reading *x, bd_run *run)
{
    const char *suite = x->reading->in->suite;
    const bd_ingest_file *environment = bd_reading_environment(x->reading);
    bd_reading_add_file(x->reading, run);
    run->format = bd_reader_csv.format.name;
    run->suite = bd_arena_strdup(&run->arena, suite ? suite : run->format);
    for (size_t i = 0; i < x->field_count; i++)
        if (x->fields[i].kind == BD_CSV_RUN)
            environment = NULL;
    if (!environment)
        return;
    bd_run_add_file(run, environment->path, environment->bytes);
    bd_environment_read(environment, &run->arena, &run->environment, x->reading->found);
}

static bd_run *run_of_row(csv_reading *x, bd_error *err)
{
    bd_str key = run_key(x);
    const size_t *there = bd_map_get(&x->by_key, key);
    size_t place = x->run_count;
    if (there)
        return x->runs[*there].run;
    bd_run *run = bd_run_new();
    bd_runs_add(x->reading->runs, run);
    x->runs = bd_grow(x->runs, x->run_count, &x->run_capacity, sizeof *x->runs);
    x->runs[x->run_count++] = (run_row){ run, x->csv.cells[0].line };
    bd_map_put(&x->by_key, (bd_str){ bd_arena_copy(&x->keys, key.ptr, key.len), key.len }, place,
               NULL);
    begin_run(x, run);
    if (!check_id(x, place, err))
        return NULL;
    for (size_t i = 0; i < x->field_count; i++)
        if (is_of_run(&x->fields[i]) && x->csv.cells[i].text.len > 0
            && !set_run_cell(x, run, i, err))
            return NULL;
    bd_reading_apply_stated(x->reading, run);
    return run;
}

/* ---- points ---- */

/* What a row says, before it becomes a point. */
typedef struct row_draft {
    bd_point point;
    bd_stat_value *stats; /* in the run's arena; room for all columns */
    const bd_csv_cell *value, *samples;
    bool has_outcome;
} row_draft;

static void set_text(bd_run *run, const bd_csv_field *field, bd_str text, bd_point *point)
{
    const char **to = (const char **)(void *)((char *)point + field->offset);
    *to = bd_arena_text(&run->arena, text);
}

/* The value's place is the point's; another number's is kept beside it. */
static bool set_number(const bd_csv_field *field, const bd_csv_cell *cell, row_draft *d,
                       bd_error *err)
{
    bd_number *to = (bd_number *)(void *)((char *)&d->point + field->offset);
    const bd_spot spot = { .line = cell->line, .column = bd_csv_column(cell) };
    if (to == &d->point.value)
        d->value = cell;
    else if (to == &d->point.error)
        d->point.error_at = spot;
    else if (to == &d->point.low)
        d->point.low_at = spot;
    else
        d->point.high_at = spot;
    return bd_csv_number(cell, to, err);
}

static bool set_stat(const bd_csv_field *field, const bd_csv_cell *cell, row_draft *d,
                     bd_error *err)
{
    bd_stat_value *stat = &d->stats[d->point.reported_count++];
    stat->stat = field->stat;
    stat->at = (bd_spot){ .line = cell->line, .column = bd_csv_column(cell) };
    return bd_csv_number(cell, &stat->number, err);
}

static bool set_confidence(const bd_csv_cell *cell, bd_point *point, bd_error *err)
{
    bd_number level;
    if (!bd_csv_number(cell, &level, err))
        return false;
    point->confidence = bd_number_as_double(level);
    return (point->confidence > 0 && point->confidence < 1)
           || bd_csv_fail(cell, err, "expected a level between 0 and 1, such as 0.95");
}

static bool set_direction(const bd_csv_cell *cell, bd_point *point, bd_error *err)
{
    bool bigger = bd_same_letters(cell->text, BD_STR("bigger"));
    point->direction = bigger ? BD_BIGGER_IS_BETTER : BD_SMALLER_IS_BETTER;
    return bigger || bd_same_letters(cell->text, BD_STR("smaller"))
           || bd_csv_fail(cell, err, "expected smaller or bigger: which values are better?");
}

static bool set_param(bd_run *run, const bd_csv_field *field, const bd_csv_cell *cell,
                      bd_point *point, bd_error *err)
{
    if (bd_pairs_find(&point->params, field->name))
        return bd_csv_fail(cell, err, "the param \"%.*s\" stands in \"params\", too",
                           (int)(field->name.len < 60 ? field->name.len : 60), field->name.ptr);
    bd_pairs_set(&point->params, &run->arena, field->name, cell->text);
    return true;
}

static bool set_cell(csv_reading *x, bd_run *run, size_t i, row_draft *d, bd_error *err)
{
    const bd_csv_field *field = &x->fields[i];
    const bd_csv_cell *cell = &x->csv.cells[i];
    switch (field->kind) {
    case BD_CSV_TEXT:
        set_text(run, field, cell->text, &d->point);
        return true;
    case BD_CSV_NUMBER:
        return set_number(field, cell, d, err);
    case BD_CSV_COUNT:
        return bd_csv_count(cell, (int64_t *)(void *)((char *)&d->point + field->offset), err);
    case BD_CSV_STAT:
        return set_stat(field, cell, d, err);
    case BD_CSV_CONFIDENCE:
        return set_confidence(cell, &d->point, err);
    case BD_CSV_SAMPLES:
        d->samples = cell;
        return bd_csv_samples(cell, &run->arena, &d->point.samples, err);
    case BD_CSV_PARAMS:
        return bd_csv_params(cell, &run->arena, &d->point.params, err);
    case BD_CSV_PARAM:
        return set_param(run, field, cell, &d->point, err);
    case BD_CSV_DIRECTION:
        return set_direction(cell, &d->point, err);
    case BD_CSV_OUTCOME:
        d->has_outcome = true;
        return bd_outcome_find(cell->text, &d->point.outcome)
               || bd_csv_fail(cell, err, "expected ok, refused, skipped, failed or incomplete");
    default:
        return true;
    }
}

/* A row without a number must say why. */
static bool check_row(const csv_reading *x, const row_draft *d, bd_error *err)
{
    const bd_csv_cell *first = &x->csv.cells[0];
    if (!d->point.benchmark)
        return bd_csv_fail(first, err, "a row without a name in its column \"benchmark\"");
    if (d->value || d->samples || d->has_outcome)
        return true;
    bd_hint(err, "where there is none, a column \"outcome\" says failed or skipped");
    for (size_t i = 0; i < x->field_count; i++)
        if (x->fields[i].kind == BD_CSV_NUMBER && x->fields[i].offset == offsetof(bd_point, value))
            first = &x->csv.cells[i];
    return bd_csv_fail(first, err, "expected a number");
}

static void place_point(const csv_reading *x, const row_draft *d, bd_point *point)
{
    const bd_csv_cell *own = d->value ? d->value : d->samples ? d->samples : &x->csv.cells[0];
    point->source = (bd_source){ .line = own->line, .column = bd_csv_column(own) };
    if (!d->samples || d->samples == own)
        return;
    bd_source observed = { .line = d->samples->line, .column = bd_csv_column(d->samples) };
    point->observed_at = bd_spot_beside(&observed, &point->source);
}

static bool read_row(csv_reading *x, bd_error *err)
{
    row_draft d = { .point = { .metric = "value", .unit = "", .direction = x->direction } };
    if (x->csv.count != x->field_count)
        return bd_csv_fail(&x->csv.cells[0], err, "%zu cells, but the first line names %zu columns",
                           x->csv.count, x->field_count);
    if (!bd_reading_may_have(x->reading, ++x->points, x->csv.cells[0].line, 1, err))
        return false;
    bd_run *run = run_of_row(x, err);
    if (!run)
        return false;
    d.stats = bd_arena_alloc(&run->arena, x->field_count * sizeof *d.stats);
    for (size_t i = 0; i < x->field_count; i++)
        if (x->csv.cells[i].text.len > 0 && !set_cell(x, run, i, &d, err))
            return false;
    if (!check_row(x, &d, err))
        return false;
    if (d.samples && d.point.n == 0)
        d.point.n = (int64_t)d.point.samples.count;
    if (d.point.reported_count > 0)
        d.point.reported = d.stats;
    place_point(x, &d, &d.point);
    *bd_run_add_point(run) = d.point;
    return true;
}

/* ---- the file ---- */

/* Numbers and names are looked at as text, so all of it has to be UTF-8. */
static bool check_text(bd_str text, bd_error *err)
{
    ptrdiff_t bad = bd_text_problem(text);
    bd_csv_cell place = { .begin = text.ptr + bad, .line_begin = text.ptr, .line = 1 };
    for (ptrdiff_t i = 0; i < bad; i++)
        if (text.ptr[i] == '\n') {
            place.line++;
            place.line_begin = text.ptr + i + 1;
        }
    if (bad < 0)
        return true;
    bd_hint(err, "save it as UTF-8; in Excel: \"CSV UTF-8\"");
    return bd_csv_fail(&place, err,
                       text.ptr[bad] ? "a byte that is not UTF-8" : "a NUL byte in a text file");
}

static bool read_rows(csv_reading *x, bd_error *err)
{
    if (!bd_csv_next(&x->csv, err))
        return false;
    x->field_count = x->csv.count;
    x->fields = bd_arena_alloc(&x->keys, x->field_count * sizeof *x->fields);
    if (!bd_csv_fields(&x->csv, x->fields, err))
        return false;
    while (bd_csv_next(&x->csv, err))
        if (!read_row(x, err))
            return false;
    if (err->code != BD_OK || x->points > 0)
        return err->code == BD_OK;
    bd_hint(err, "did the benchmark end before it wrote its results?");
    bd_fail(err, BD_ERR_INPUT, "names of columns, and no row");
    return bd_error_at(err, "", 1, 1);
}

static bool read(bd_reading *reading, bd_error *err)
{
    const char *stated = reading->in->direction;
    csv_reading x = { .reading = reading, .csv = bd_csv_of(reading->text) };
    if (stated)
        x.direction = strcmp(stated, "bigger") == 0 ? BD_BIGGER_IS_BETTER : BD_SMALLER_IS_BETTER;
    bool ok = check_text(reading->text, err) && read_rows(&x, err);
    bd_csv_release(&x.csv);
    free(x.runs);
    bd_map_release(&x.by_key);
    bd_map_release(&x.by_id);
    bd_arena_release(&x.keys);
    bd_buf_release(&x.key);
    return ok;
}

/* By its first line. */
static bool probe(const bd_reading *reading)
{
    bd_csv csv = bd_csv_of(bd_str_sub(reading->text, 0, 64 * 1024));
    bd_error none = BD_ERROR_INIT;
    bool yes = bd_csv_next(&csv, &none) && csv.cells[0].line == 1 && bd_csv_is_header(&csv);
    bd_csv_release(&csv);
    return yes;
}

const bd_reader bd_reader_csv = {
    .format = { .name = "csv",
                .aliases = "benchdoc-csv",
                .summary = "CSV with the columns benchmark, value, unit, and more",
                .example = "benchmark,size,value,unit\nparse,1000,12.5,ms" },
    .is_json = false,
    .probe = probe,
    .read = read,
};
