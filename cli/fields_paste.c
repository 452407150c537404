/* What `fields` offers to paste into a benchdoc.yml: the input and its table as `init`
 * would write them, tried out before they are offered. */
#include "cli/fields.h"
#include "cli/yaml_out.h"

#include <stdlib.h>
#include <string.h>

/* One suite while its lines are made. */
typedef struct paste {
    const bd_config *config; /* of the project; names nothing without one */
    const bd_observations *observations;
    bd_suite_fields *suite;
    bool configured;
    const char *name;          /* of the table */
    const char *from;          /* its query */
    bd_buf input, table, text; /* YAML */
    bd_arena *arena;
    bd_diagnostics ignored;
} paste;

static void put_file(const char *path, bd_buf *out)
{
    bool inside = bd_path_stays_inside(path);
    bd_yaml_put_text(inside ? path : bd_path_name(path).ptr, out);
}

/* `files:` is one path, or a list of them. */
static void put_input(paste *p)
{
    const bd_names *files = &p->suite->files;
    bd_buf *out = &p->input;
    bd_buf_puts(out, "  ");
    bd_yaml_put_text(p->suite->suite, out);
    bd_buf_puts(out, ":\n    files: ");
    bd_buf_puts(out, files->count > 1 ? "[" : "");
    for (size_t i = 0; i < files->count; i++) {
        bd_buf_puts(out, i > 0 ? ", " : "");
        put_file(files->items[i], out);
    }
    bd_buf_puts(out, files->count == 0 ? "results.json" : files->count > 1 ? "]" : "");
    bd_buf_putc(out, '\n');
}

static void choose_name(paste *p)
{
    p->name = p->suite->suite;
    for (int i = 2; bd_config_table(p->config, p->name); i++)
        p->name = bd_arena_printf(p->arena, "%s-%d", p->suite->suite, i);
}

/* The whole text is read and its table built, as `generate` would. */
static bool works(paste *p, bd_table *out)
{
    bd_config *config = NULL;
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text, "version: 1\ninputs:\n%stables:\n%s", bd_buf_text(&p->input),
                  bd_buf_text(&p->table));
    bool ok = bd_config_parse(bd_buf_str(&text), "benchdoc.yml", &config, &p->ignored)
              && config->table_count == 1;
    bd_view view = { .config = p->configured ? p->config : config,
                     .observations = p->observations,
                     .arena = p->arena,
                     .found = &p->ignored };
    ok = ok && bd_view_table(&view, &config->tables[0], out);
    bd_config_free(config);
    bd_buf_release(&text);
    return ok;
}

static bool lay_out(paste *p, bd_table_config *table)
{
    bd_view view = { .config = p->config,
                     .observations = p->observations,
                     .arena = p->arena,
                     .found = &p->ignored };
    bd_query query;
    bd_error err = BD_ERROR_INIT;
    return bd_query_parse(bd_str_of(p->from), true, p->arena, &query, &err)
           && bd_view_layout(&view, &query, (bd_place){ "benchdoc.yml", 0, 0 }, table);
}

static bool try_query(paste *p, const char *condition)
{
    bd_table_config table = { 0 };
    bd_table built;
    p->from = condition ? bd_arena_printf(p->arena, "%s %s", p->suite->suite, condition)
                        : p->suite->suite;
    for (int missing = 1; missing >= 0; missing--) { /* without it an empty cell is an error */
        if (!lay_out(p, &table))
            return false;
        bd_buf_clear(&p->table);
        bd_yaml_put_table(p->name, p->from, &table, missing == 1, &p->table);
        if (!works(p, &built))
            return false;
        if (bd_table_has_missing(&built))
            break;
    }
    for (size_t i = 0; i < table.column_count; i++) {
        bd_buf cell = BD_BUF_INIT;
        bd_yaml_put_cell(&table.columns[i], &cell);
        bd_names_add(&p->suite->templates, bd_arena_text(p->arena, bd_buf_str(&cell)));
        bd_buf_release(&cell);
    }
    return true;
}

static void make(paste *p)
{
    choose_name(p);
    put_input(p);
    if (!(p->suite->mode_condition && try_query(p, p->suite->mode_condition))
        && !try_query(p, NULL))
        return;
    if (!p->configured)
        bd_buf_printf(&p->text, "inputs:\n%s", bd_buf_text(&p->input));
    bd_buf_printf(&p->text, "tables:\n%s", bd_buf_text(&p->table));
    p->suite->yaml = bd_arena_text(p->arena, bd_buf_str(&p->text));
}

void bd_fields_offer(const bd_config *config, const bd_observations *observations,
                     bd_fields *fields)
{
    for (size_t i = 0; i < fields->count; i++) {
        paste p = { .config = config,
                    .observations = observations,
                    .suite = &fields->items[i],
                    .configured = fields->configured,
                    .arena = &fields->arena };
        if (fields->items[i].metric_count > 0)
            make(&p);
        bd_buf_release(&p.input);
        bd_buf_release(&p.table);
        bd_buf_release(&p.text);
        bd_diagnostics_release(&p.ignored);
    }
}
