/* One row, or one table, is one machine and one commit unless the table says otherwise. */
#include "render/view/table_builder.h"

#include <stdlib.h>
#include <string.h>

typedef struct machine {
    const bd_run *run;
    char         *cpu;    /* slug; NULL = unknown; owned */
    const char   *commit; /* NULL = unknown */
} machine;

static machine machine_of(const bd_run *run)
{
    bd_buf slug = BD_BUF_INIT, scratch = BD_BUF_INIT;
    const char *cpu = bd_run_fact(run, BD_STR("cpu"), &scratch);
    if (cpu)
        bd_slug(bd_str_of(cpu), &slug);
    bd_buf_release(&scratch);
    machine m = { run, cpu ? bd_buf_text(&slug) : NULL, run->commit.id };
    if (!cpu)
        bd_buf_release(&slug);
    return m;
}

static const char *shown(const char *text)
{
    return text ? text : "unknown";
}

/* Unknown equals nothing, not even another unknown; a run always equals itself. */
static bool same(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

static bool report_mix(const bd_basis *basis, const char *where, const machine *a, const machine *b)
{
    bool cpus = !same(a->cpu, b->cpu);
    const char *x = shown(cpus ? a->cpu : a->commit), *y = shown(cpus ? b->cpu : b->commit);
    const char *hint = "measure on one machine, split the table, or allow it: `one machine: no`";
    if (cpus && (!a->cpu || !b->cpu))
        hint = "the results do not say where they were measured: put environment.txt beside them "
               "(`benchdoc record` writes it), state `environment: { cpu: … }` on the input, or allow "
               "it: `one machine: no`";
    else if (!cpus && (!a->commit || !b->commit))
        hint = "the results do not say which commit they measured: put environment.txt beside them "
               "(`benchdoc record` writes it), state `environment: { commit: … }` on the input, or "
               "allow it: `one machine: no`";
    return bd_view_fail(basis->view, basis->place, hint, "%s%s mixes two %s: %s (%s) and %s (%s)",
                        basis->title, where, cpus ? "CPUs" : "commits", x, a->run->files[0].path, y,
                        b->run->files[0].path);
}

static bool check_cell(const bd_basis *basis, const bd_cell *cell, const char *where, machine *first)
{
    for (size_t i = 0; i < cell->source_count; i++) {
        const bd_run *run = cell->sources[i].observation->run;
        if (!first->run)
            *first = machine_of(run);
        if (run == first->run)
            continue;
        machine other = machine_of(run);
        bool ok = same(first->cpu, other.cpu) && same(first->commit, other.commit);
        if (!ok)
            report_mix(basis, where, first, &other);
        free(other.cpu);
        if (!ok)
            return false;
    }
    return true;
}

bool bd_check_machine(const bd_basis *basis, const bd_table *table, bd_one_machine rule)
{
    machine first = { 0 };
    bool ok = rule != BD_ONE_MACHINE_NO;
    for (size_t r = 0; ok && r < table->row_count; r++) {
        bool per_row = rule == BD_ONE_MACHINE_ROW;
        const char *where = per_row ? bd_arena_printf(basis->view->arena, ", row %s,", table->row_names[r]) : "";
        for (size_t c = 0; ok && c < table->column_count; c++)
            ok = check_cell(basis, &table->cells[r * table->column_count + c], where, &first);
        if (per_row) {
            free(first.cpu);
            first = (machine){ 0 };
        }
    }
    free(first.cpu);
    return ok || rule == BD_ONE_MACHINE_NO;
}
