/* What the columns of a CSV are, by their names. */
#include "ingest/csv.h"

#include <string.h>

typedef struct name_row {
    const char *name;
    bd_csv_kind kind;
    size_t offset; /* in the point */
} name_row;

static const name_row names[] = {
    { "benchmark", BD_CSV_TEXT, offsetof(bd_point, benchmark) },
    { "value", BD_CSV_NUMBER, offsetof(bd_point, value) },
    { "unit", BD_CSV_TEXT, offsetof(bd_point, unit) },
    { "metric", BD_CSV_TEXT, offsetof(bd_point, metric) },
    { "params", BD_CSV_PARAMS, offsetof(bd_point, params) },
    { "mode", BD_CSV_TEXT, offsetof(bd_point, mode) },
    { "threads", BD_CSV_COUNT, offsetof(bd_point, threads) },
    { "samples", BD_CSV_SAMPLES, offsetof(bd_point, samples) },
    { "n", BD_CSV_COUNT, offsetof(bd_point, n) },
    { "error", BD_CSV_NUMBER, offsetof(bd_point, error) },
    { "low", BD_CSV_NUMBER, offsetof(bd_point, low) },
    { "high", BD_CSV_NUMBER, offsetof(bd_point, high) },
    { "confidence", BD_CSV_CONFIDENCE, 0 },
    { "direction", BD_CSV_DIRECTION, 0 },
    { "outcome", BD_CSV_OUTCOME, 0 },
    { "reason", BD_CSV_TEXT, offsetof(bd_point, reason) },
    { "run", BD_CSV_RUN, 0 },
    { "suite", BD_CSV_FACT, 0 },
    { "measured_at", BD_CSV_TIME, 0 },
    { "commit", BD_CSV_FACT, 0 },
    { "branch", BD_CSV_FACT, 0 },
    { "dirty", BD_CSV_DIRTY, 0 },
    { "cpu", BD_CSV_FACT, 0 },
    { "backend", BD_CSV_FACT, 0 },
};

/* Other words for the same. */
static const struct {
    const char *word, *name;
} others[] = { { "name", "benchmark" }, { "stddev", "sd" }, { "std", "sd" } };

static bd_str common_name(bd_str word)
{
    for (size_t i = 0; i < BD_COUNT(others); i++)
        if (bd_same_letters(word, bd_str_of(others[i].word)))
            return bd_str_of(others[i].name);
    return word;
}

static const name_row *row_of(bd_str word)
{
    bd_str name = common_name(word);
    for (size_t i = 0; i < BD_COUNT(names); i++)
        if (bd_same_letters(name, bd_str_of(names[i].name)))
            return &names[i];
    return NULL;
}

/* "p99", "sd"; "value", "n" and the interval have columns that are found before. */
static bool is_stat(bd_str word, bd_stat *out)
{
    char small[16];
    bd_str name = common_name(word);
    if (name.len > sizeof small)
        return false;
    for (size_t i = 0; i < name.len; i++)
        small[i] = name.ptr[i] >= 'A' && name.ptr[i] <= 'Z' ? (char)(name.ptr[i] | 0x20)
                                                            : name.ptr[i];
    return bd_stat_parse((bd_str){ small, name.len }, out);
}

static bd_csv_field field_of(bd_str word)
{
    bd_csv_field field = { .kind = BD_CSV_PARAM, .name = word };
    const name_row *row = row_of(word);
    if (row) {
        field = (bd_csv_field){ .kind = row->kind,
                                .name = bd_str_of(row->name),
                                .offset = row->offset };
    } else if (is_stat(word, &field.stat)) {
        field.kind = BD_CSV_STAT;
    } else if (bd_str_starts(word, "environment.") && word.len > strlen("environment.")) {
        field.kind = BD_CSV_FACT;
        field.name = bd_str_sub(word, strlen("environment."), word.len);
    }
    return field;
}

static bool has_name(const bd_csv *csv, const char *name)
{
    for (size_t i = 0; i < csv->count; i++)
        if (bd_same_letters(common_name(csv->cells[i].text), bd_str_of(name)))
            return true;
    return false;
}

bool bd_csv_is_header(const bd_csv *csv)
{
    return has_name(csv, "benchmark") && has_name(csv, "value");
}

static bool same_field(const bd_csv_field *a, const bd_csv_field *b)
{
    if (a->kind != b->kind || (a->kind == BD_CSV_PARAM && !bd_str_eq(a->name, b->name)))
        return false;
    return a->kind == BD_CSV_STAT ? bd_stat_same(a->stat, b->stat) : bd_str_eq(a->name, b->name);
}

static bool need(const bd_csv *csv, const char *name, bd_error *err)
{
    if (has_name(csv, name))
        return true;
    bd_hint(err, "the first line names the columns, for example: benchmark,value,unit");
    return bd_csv_fail(&csv->cells[0], err, "no column \"%s\"", name);
}

bool bd_csv_fields(const bd_csv *csv, bd_csv_field *fields, bd_error *err)
{
    if (!need(csv, "benchmark", err) || !need(csv, "value", err))
        return false;
    for (size_t i = 0; i < csv->count; i++) {
        const bd_csv_cell *cell = &csv->cells[i];
        if (cell->text.len == 0) {
            bd_hint(err, "pandas writes one for its index: to_csv(FILE, index=False)");
            return bd_csv_fail(cell, err, "column %zu has no name", i + 1);
        }
        fields[i] = field_of(cell->text);
        for (size_t k = 0; k < i; k++)
            if (same_field(&fields[k], &fields[i]))
                return bd_csv_fail(cell, err, "columns %zu and %zu are both \"%.*s\"", k + 1, i + 1,
                                   (int)(fields[i].name.len < 60 ? fields[i].name.len : 60),
                                   fields[i].name.ptr);
    }
    return true;
}
