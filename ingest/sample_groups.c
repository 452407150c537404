/* Pipeline samples, gathered into groups: the rules that every sample must keep, and the
 * columns that its measures go into. Points are made in sample_points.c. */
#include "ingest/sample_groups.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEASURES_MAX = 256 }; /* they are looked up one by one */

static const char *const text_names[BD_GROUP_TEXTS] = { "kind", "workload", "source", "target",
                                                        "replaced" };
static const char *const int_names[BD_SAMPLE_INTS] = { "rows",     "sample", "operationId",
                                                       "affected", "stored", "total" };

static size_t find_name(const char *const *names, size_t count, bd_str key)
{
    for (size_t i = 0; i < count; i++)
        if (bd_str_is(key, names[i]))
            return i;
    return SIZE_MAX;
}

size_t bd_sample_text_find(bd_str key)
{
    return find_name(text_names, BD_COUNT(text_names), key);
}

size_t bd_sample_int_find(bd_str key)
{
    return find_name(int_names, BD_COUNT(int_names), key);
}

bool bd_is_timer(bd_str key)
{
    return key.len > 2 && bd_str_ends(key, "Ns");
}

bool bd_sample_measure(bd_sample *sample, bd_run *run, bd_str key, bd_number value)
{
    if (!bd_number_finite(value))
        return false;
    if (bd_is_timer(key) && (value.kind != BD_NUMBER_INT || value.as.i < 0))
        return false;
    sample->measures = bd_grow(sample->measures, sample->measure_count, &sample->measure_capacity,
                               sizeof *sample->measures);
    sample->measures[sample->measure_count++] = (bd_measure){ bd_arena_text(&run->arena, key),
                                                              value, 1 };
    return true;
}

void bd_sample_release(bd_sample *sample)
{
    free(sample->measures);
    bd_buf_release(&sample->rest);
    *sample = (bd_sample)BD_SAMPLE_INIT;
}

void bd_sample_complain(const bd_sample_groups *groups, const bd_sample *sample, const char *member,
                        const char *format, ...)
{
    bd_error err = BD_ERROR_INIT;
    char message[sizeof err.message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (sample->at.doc) {
        bd_json at;
        bd_json_fail(bd_json_member(&sample->at, member, &at) ? &at : &sample->at, &err, "%s",
                     message);
    } else {
        bd_fail(&err, BD_ERR_INPUT, "%s", message);
        err.line = sample->line;
        err.column = 1;
    }
    bd_error_in_file(&err, groups->reading->in->file->path);
    bd_diagnostics_add(groups->reading->found, BD_ERROR, &err);
}

static bool is_known_kind(const char *kind)
{
    return strcmp(kind, "write") == 0 || strcmp(kind, "read") == 0;
}

static bool is_complete(const bd_sample_groups *groups, const bd_sample *sample)
{
    bool complete = true;
    for (size_t i = 0; i < BD_GROUP_TEXTS; i++) {
        if (sample->texts[i])
            continue;
        bd_sample_complain(groups, sample, text_names[i], "the sample has no %s", text_names[i]);
        complete = false;
    }
    const char *kind = sample->texts[BD_GROUP_KIND];
    bool write = kind && strcmp(kind, "write") == 0;
    bool read = kind && strcmp(kind, "read") == 0;
    if (kind && !is_known_kind(kind)) {
        bd_sample_complain(groups, sample, "kind", "expected the kind write or read, not %s", kind);
        complete = false;
    }
    for (size_t i = 0; i < BD_SAMPLE_INTS; i++) {
        bool needed = i < BD_SAMPLE_AFFECTED || (i == BD_SAMPLE_AFFECTED && write)
                      || (i == BD_SAMPLE_STORED && read);
        if (!needed || sample->has[i])
            continue;
        bd_sample_complain(groups, sample, int_names[i], "the sample has no %s", int_names[i]);
        complete = false;
    }
    if (sample->measure_count == 0) {
        bd_sample_complain(groups, sample, "wallNs", "the sample measures nothing");
        complete = false;
    }
    if (sample->measure_count > MEASURES_MAX) {
        bd_sample_complain(groups, sample, "wallNs", "the sample has more than %d measures",
                           MEASURES_MAX);
        complete = false;
    }
    return complete;
}

static void check_rows(const bd_sample_groups *groups, const bd_sample *sample)
{
    bool write = strcmp(sample->texts[BD_GROUP_KIND], "write") == 0;
    size_t which = write ? BD_SAMPLE_AFFECTED : BD_SAMPLE_STORED;
    int64_t rows = sample->ints[BD_SAMPLE_ROWS], handled = sample->ints[which];
    if (handled != rows)
        bd_sample_complain(groups, sample, int_names[which],
                           "a %s of %" PRId64 " rows has %s %" PRId64
                           ": the operation was not complete",
                           write ? "write" : "read", rows, int_names[which], handled);
}

/* A sample's place, packed into a map's value, so that a second one can name the first:
 * the token of the sample, or the line of a log. */
static size_t place_of(const bd_sample *sample)
{
    return sample->at.doc ? sample->at.token : (size_t)sample->line;
}

static int line_of(const bd_sample *like, size_t place)
{
    int line = (int)place, column = 0;
    bd_json at = like->at;
    if (at.doc) {
        at.token = (uint32_t)place;
        bd_json_position(&at, &line, &column);
    }
    return line;
}

static void check_operation(bd_sample_groups *groups, const bd_sample *sample)
{
    int64_t id = sample->ints[BD_SAMPLE_OPERATION];
    bd_str key = { bd_arena_copy(&groups->keys, &id, sizeof id), sizeof id };
    bool added;
    size_t first = *bd_map_put(&groups->by_operation, key, place_of(sample), &added);
    if (!added)
        bd_sample_complain(groups, sample, "operationId",
                           "operationId %" PRId64 " is that of the sample at line %d, too: "
                           "two samples measured one operation",
                           id, line_of(sample, first));
}

static bool check_number(bd_sample_groups *groups, size_t index, const bd_sample *sample)
{
    int64_t number = sample->ints[BD_SAMPLE_NUMBER];
    if (number == 0) {
        bd_sample_complain(groups, sample, "sample",
                           "expected a sample number from 1, or below 0 for a warm-up");
        return false;
    }
    const int64_t pair[] = { (int64_t)index, number };
    bd_str key = { bd_arena_copy(&groups->keys, pair, sizeof pair), sizeof pair };
    bool added;
    size_t first = *bd_map_put(&groups->by_number, key, place_of(sample), &added);
    if (!added)
        bd_sample_complain(groups, sample, "sample",
                           "sample %" PRId64 " of %s is at line %d already", number,
                           groups->items[index].name, line_of(sample, first));
    return added;
}

static bd_sample_group *group_of(bd_sample_groups *groups, const bd_sample *sample)
{
    bd_buf name = BD_BUF_INIT;
    for (size_t i = 0; i < BD_GROUP_TEXTS; i++) {
        bd_buf_puts(&name, sample->texts[i]);
        bd_buf_putc(&name, ' ');
    }
    bd_number_text(bd_int(sample->ints[BD_SAMPLE_ROWS]), &name);
    bd_sample_group *group = bd_sample_groups_find(groups, bd_buf_str(&name));
    if (!group) {
        groups->items = bd_grow(groups->items, groups->count, &groups->capacity,
                                sizeof *groups->items);
        group = &groups->items[groups->count];
        *group = (bd_sample_group){
            .name = bd_arena_text(&groups->run->arena, bd_buf_str(&name)),
            .rows = bd_arena_printf(&groups->run->arena, "%" PRId64, sample->ints[BD_SAMPLE_ROWS]),
        };
        memcpy(group->texts, sample->texts, sizeof group->texts);
        bd_map_put(&groups->by_name, bd_str_of(group->name), groups->count++, NULL);
    }
    bd_buf_release(&name);
    return group;
}

static void add_value(bd_sample_column *column, bd_number value)
{
    column->values = bd_grow(column->values, column->count, &column->capacity,
                             sizeof *column->values);
    column->values[column->count++] = value;
}

static void add_measure(const bd_sample_groups *groups, bd_sample_group *group,
                        const bd_sample *sample, const bd_measure *measure)
{
    bd_sample_column *column = bd_sample_column_find(group, bd_str_of(measure->name));
    if (!column) {
        if (group->count > 1)
            bd_sample_complain(groups, sample, measure->name,
                               "%s is not in the samples of %s before this one", measure->name,
                               group->name);
        group->columns = bd_grow(group->columns, group->column_count, &group->column_capacity,
                                 sizeof *group->columns);
        column = &group->columns[group->column_count++];
        *column = (bd_sample_column){ .name = measure->name };
        while (column->count + 1 < group->count)
            add_value(column, (bd_number)BD_NUMBER_NOTHING);
    }
    if (column->count == group->count) {
        bd_sample_complain(groups, sample, measure->name, "the sample has %s twice", measure->name);
        return;
    }
    add_value(column, measure->value);
    if (group->line == sample->line)
        column->column = measure->column;
}

static void add_measures(const bd_sample_groups *groups, bd_sample_group *group,
                         const bd_sample *sample)
{
    for (size_t i = 0; i < sample->measure_count; i++)
        add_measure(groups, group, sample, &sample->measures[i]);
    for (size_t i = 0; i < group->column_count; i++) {
        bd_sample_column *column = &group->columns[i];
        if (column->count == group->count)
            continue;
        bd_sample_complain(groups, sample, column->name,
                           "the sample has no %s, as the others of its group have", column->name);
        add_value(column, (bd_number)BD_NUMBER_NOTHING);
    }
}

static void add_rest(bd_sample_group *group, const bd_sample *sample)
{
    if (sample->rest.len == 0)
        return;
    bd_buf_printf(&group->rest, "%s{\"sample\":%" PRId64 ",%s", group->rest.len > 0 ? "," : "",
                  sample->ints[BD_SAMPLE_NUMBER], sample->rest.data + 1);
}

void bd_sample_groups_reject(bd_sample_groups *groups, const bd_sample *sample)
{
    bool known = sample->has[BD_SAMPLE_ROWS];
    for (size_t i = 0; i < BD_GROUP_TEXTS; i++)
        known = known && sample->texts[i];
    if (known && is_known_kind(sample->texts[BD_GROUP_KIND]))
        group_of(groups, sample)->damaged = true;
    else
        groups->damaged = true;
}

bool bd_sample_group_is_damaged(const bd_sample_groups *groups, const bd_sample_group *group)
{
    return groups->damaged || (group && group->damaged);
}

void bd_sample_groups_add(bd_sample_groups *groups, const bd_sample *sample)
{
    if (!is_complete(groups, sample)) {
        bd_sample_groups_reject(groups, sample);
        return;
    }
    check_rows(groups, sample);
    check_operation(groups, sample);
    bd_sample_group *group = group_of(groups, sample);
    if (!check_number(groups, (size_t)(group - groups->items), sample)) {
        group->damaged = true;
        return;
    }
    group->numbers = bd_grow(group->numbers, group->count, &group->capacity,
                             sizeof *group->numbers);
    group->numbers[group->count++] = sample->ints[BD_SAMPLE_NUMBER];
    bool counts = sample->ints[BD_SAMPLE_NUMBER] > 0;
    if (group->count == 1 || (counts && group->counted == 0)) {
        group->at = sample->at;
        group->line = sample->line;
    }
    group->counted += counts;
    add_measures(groups, group, sample);
    add_rest(group, sample);
}

bd_sample_group *bd_sample_groups_find(const bd_sample_groups *groups, bd_str name)
{
    const size_t *at = bd_map_get(&groups->by_name, name);
    return at ? &groups->items[*at] : NULL;
}

bd_sample_column *bd_sample_column_find(const bd_sample_group *group, bd_str name)
{
    for (size_t i = 0; i < group->column_count; i++)
        if (bd_str_is(name, group->columns[i].name))
            return &group->columns[i];
    return NULL;
}

void bd_sample_groups_release(bd_sample_groups *groups)
{
    for (size_t i = 0; i < groups->count; i++) {
        bd_sample_group *group = &groups->items[i];
        for (size_t j = 0; j < group->column_count; j++)
            free(group->columns[j].values);
        free(group->columns);
        free(group->numbers);
        bd_buf_release(&group->rest);
    }
    free(groups->items);
    bd_map_release(&groups->by_name);
    bd_map_release(&groups->by_number);
    bd_map_release(&groups->by_operation);
    bd_arena_release(&groups->keys);
    *groups = (bd_sample_groups){ 0 };
}
