/* What a reader of a table must know and no cell says. */
#include "render/view/table_builder.h"

#include "stats/stats.h"

#include <string.h>

static void add_note(const bd_view *view, bd_table *table, const char *note)
{
    for (size_t i = 0; i < table->note_count; i++)
        if (strcmp(table->notes[i], note) == 0)
            return;
    const char **grown = bd_arena_alloc(view->arena, (table->note_count + 1) * sizeof *grown);
    if (table->note_count > 0)
        memcpy(grown, table->notes, table->note_count * sizeof *grown);
    grown[table->note_count++] = note;
    table->notes = grown;
}

static void note_source(const bd_view *view, bd_table *table, const bd_cell_source *s)
{
    if (s->stat.kind != BD_STAT_PERCENTILE || s->n <= 0
        || !bd_percentile_rests_on_maximum(s->stat.p_micro, s->n))
        return;
    bd_buf name = BD_BUF_INIT;
    bd_stat_name(s->stat, &name);
    const char *format = bd_say(view, "{stat} of {n} observations is their maximum.");
    bd_buf note = BD_BUF_INIT;
    for (const char *at = format; *at;) {
        if (strncmp(at, "{stat}", 6) == 0) {
            bd_buf_puts(&note, bd_buf_text(&name));
            at += 6;
        } else if (strncmp(at, "{n}", 3) == 0) {
            bd_buf_printf(&note, "%lld", (long long)s->n);
            at += 3;
        } else {
            bd_buf_putc(&note, *at++);
        }
    }
    add_note(view, table, bd_arena_text(view->arena, bd_buf_str(&note)));
    bd_buf_release(&note);
    bd_buf_release(&name);
}

void bd_builder_notes(const bd_view *view, bd_table *table)
{
    for (size_t i = 0; i < table->row_count * table->column_count; i++)
        for (size_t k = 0; k < table->cells[i].source_count; k++)
            note_source(view, table, &table->cells[i].sources[k]);
}
