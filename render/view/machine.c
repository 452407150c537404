/* One row, or one table, is one machine and one commit unless the table says otherwise. */
#include "render/view/table_builder.h"

#include <stdlib.h>
#include <string.h>

typedef struct machine {
    const bd_run *run;
    char *cpu;          /* slug; NULL = unknown; owned */
    const char *commit; /* NULL = unknown */
} machine;

static machine machine_of(const bd_run *run)
{
    bd_buf slug = BD_BUF_INIT, scratch = BD_BUF_INIT;
    const char *cpu = bd_run_fact(run, BD_STR("cpu"), &scratch);
    if (cpu)
        bd_slug(bd_str_of(cpu), &slug);
    bd_buf_release(&scratch);
    return (machine){ run, cpu ? slug.data : NULL, run->commit.id };
}

static const char *shown(const char *text)
{
    return text ? text : "unknown";
}

/* Unknown equals nothing, not even another unknown; a run always equals itself. */
static bool same_cpu(const machine *a, const machine *b)
{
    return a->cpu && b->cpu && strcmp(a->cpu, b->cpu) == 0;
}

/* "76dcc7e" is the commit that begins so. */
static bool same_commit(const machine *a, const machine *b)
{
    enum { ABBREVIATED = 7 };
    if (!a->commit || !b->commit)
        return false;
    size_t x = strlen(a->commit), y = strlen(b->commit), least = x < y ? x : y;
    return strncmp(a->commit, b->commit, least) == 0 && (x == y || least >= ABBREVIATED);
}

static const char *path_of(const bd_run *run)
{
    return run->file_count > 0 ? run->files[0].path : "a result";
}

static const char *hint_for(const bd_view *view, bool cpus, bool unknown)
{
    if (!unknown)
        return "measure on one machine, split the table, or allow it: `one machine: no`";
    return bd_arena_printf(view->arena,
                           "the results do not say %s: put environment.txt beside them (`benchdoc "
                           "record` writes it), state `environment: { %s: … }` on the input, or "
                           "allow it: `one machine: no`",
                           cpus ? "where they were measured" : "which commit they measured",
                           cpus ? "cpu" : "commit");
}

static bool report_mix(const bd_basis *basis, const char *where, const machine *a, const machine *b)
{
    bool cpus = !same_cpu(a, b);
    const char *x = cpus ? a->cpu : a->commit, *y = cpus ? b->cpu : b->commit;
    return bd_view_fail(basis->view, basis->place, hint_for(basis->view, cpus, !x || !y),
                        "%s%s mixes two %s: %s (%s) and %s (%s)", basis->title, where,
                        cpus ? "CPUs" : "commits", shown(x), path_of(a->run), shown(y),
                        path_of(b->run));
}

static bool check_cell(const bd_basis *basis, const bd_cell *cell, const char *where,
                       machine *first)
{
    for (size_t i = 0; i < cell->source_count; i++) {
        const bd_run *run = cell->sources[i].observation->run;
        if (!first->run)
            *first = machine_of(run);
        if (run == first->run)
            continue;
        machine other = machine_of(run);
        bool ok = same_cpu(first, &other) && same_commit(first, &other);
        if (!ok)
            report_mix(basis, where, first, &other);
        free(other.cpu);
        if (!ok)
            return false;
    }
    return true;
}

static bool check_row(const bd_basis *basis, const bd_table *table, size_t row, const char *where,
                      machine *first)
{
    for (size_t c = 0; c < table->column_count; c++)
        if (!check_cell(basis, &table->cells[row * table->column_count + c], where, first))
            return false;
    return true;
}

/* Every row that mixes is said; of a table the first cell that does. */
bool bd_check_machine(const bd_basis *basis, const bd_table *table, bd_one_machine rule)
{
    enum { ROWS_SAID = 3 };
    machine first = { 0 };
    size_t wrong = 0;
    for (size_t r = 0; rule != BD_ONE_MACHINE_NO && r < table->row_count && wrong < ROWS_SAID;
         r++) {
        bool per_row = rule == BD_ONE_MACHINE_ROW;
        const char *where = per_row && table->row_names && table->row_names[r][0]
                                ? bd_arena_printf(basis->view->arena,
                                                  basis->chart ? ", at %s," : ", row %s,",
                                                  table->row_names[r])
                                : "";
        bool ok = check_row(basis, table, r, where, &first);
        wrong += ok ? 0 : 1;
        if (!ok && !per_row)
            break;
        if (per_row) {
            free(first.cpu);
            first = (machine){ 0 };
        }
    }
    free(first.cpu);
    return wrong == 0;
}
