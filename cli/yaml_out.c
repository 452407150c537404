/* Configurations as text: see yaml_out.h. */
#include "cli/yaml_out.h"
#include "core/json/json.h"
#include "render/text/text.h"

#include <ctype.h>
#include <string.h>

static bool is_plain(const char *text)
{
    static const char *const special[] = { "true", "false", "yes", "no", "on",
                                           "off",  "null",  "y",   "n" };
    for (size_t i = 0; i < BD_COUNT(special); i++)
        if (strcmp(text, special[i]) == 0)
            return false;
    for (const char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && (c == text || !strchr("-./", *c)))
            return false;
    return isalpha((unsigned char)text[0]) != 0;
}

/* A JSON string is a YAML one in double quotes. */
void bd_yaml_put_text(const char *text, bd_buf *out)
{
    if (is_plain(text))
        bd_buf_puts(out, text);
    else
        bd_json_quote(bd_str_of(text), out);
}

/* Queries have blanks and signs, and need quotes only where YAML would misread them. */
static void put_query(const char *text, bd_buf *out)
{
    bool plain = isalpha((unsigned char)text[0]) != 0;
    for (const char *c = text; *c; c++)
        plain = plain && (isalnum((unsigned char)*c) || strchr("_-./ =<>|", *c));
    if (plain && strchr(text, '='))
        bd_buf_puts(out, text);
    else
        bd_yaml_put_text(text, out);
}

static void put_per(const bd_table_config *table, bd_buf *out)
{
    bd_buf_puts(out, "    per: [");
    for (size_t i = 0; i < table->per.count; i++) {
        bd_buf_puts(out, i > 0 ? ", " : "");
        bd_yaml_put_text(table->per.items[i].text, out);
    }
    bd_buf_puts(out, "]\n");
}

/* "{score}" with the example in it: "{score:0.000}". */
void bd_yaml_put_cell(const bd_column *column, bd_buf *out)
{
    bd_str cell = bd_str_of(column->cell.text);
    if (column->number.text && bd_str_ends(cell, "}"))
        bd_buf_printf(out, "%.*s:%s}", (int)cell.len - 1, cell.ptr, column->number.text);
    else
        bd_buf_put_str(out, cell);
}

/* A title in a configuration is markup: what is made of names in files is escaped. */
static void put_title(const bd_column *column, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    bd_span span = { column->title.text, column->title_is_data };
    bd_cell cell = { .spans = &span, .span_count = 1 };
    bd_markdown_cell(&cell, &text);
    bd_json_quote(bd_buf_str(&text), out);
    bd_buf_release(&text);
}

void bd_yaml_put_table(const char *name, const char *from, const bd_table_config *table,
                       bool missing, bd_buf *out)
{
    bd_buf_puts(out, "  ");
    bd_yaml_put_text(name, out);
    bd_buf_puts(out, ":\n    from: ");
    put_query(from, out);
    bd_buf_putc(out, '\n');
    put_per(table, out);
    if (missing) {
        bd_buf_puts(out, "    missing: ");
        bd_yaml_put_text(table->missing.text, out);
        bd_buf_putc(out, '\n');
    }
    if (table->one_machine == BD_ONE_MACHINE_NO)
        bd_buf_puts(out, "    one machine: no   # the files do not say where they were measured\n");
    bd_buf cell = BD_BUF_INIT;
    bd_buf_puts(out, "    columns:\n");
    for (size_t i = 0; i < table->column_count; i++) {
        bd_buf_puts(out, "      ");
        put_title(&table->columns[i], out);
        bd_buf_puts(out, ": ");
        bd_buf_clear(&cell);
        bd_yaml_put_cell(&table->columns[i], &cell);
        bd_json_quote(bd_buf_str(&cell), out);
        bd_buf_putc(out, '\n');
    }
    bd_buf_release(&cell);
}

bool bd_table_has_missing(const bd_table *table)
{
    for (size_t i = 0; i < table->row_count * table->column_count; i++)
        if (table->cells[i].missing)
            return true;
    return false;
}
