/* See rows.h. */
#include "tests/config/rows.h"

#include <string.h>

bd_diagnostics errors_of(bd_str yaml)
{
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_config *config = NULL;
    bool ok = bd_config_parse(yaml, "benchdoc.yml", &config, &found);
    assert_true(ok == (found.errors == 0));
    assert_true(ok == (config != NULL));
    bd_config_free(config);
    return found;
}

static void check_row(const wrong *row)
{
    bd_diagnostics found = errors_of(bd_str_of(row->yaml));
    const bd_error *e = found.count > 0 ? &found.items[0].error : NULL;
    if (!e)
        fail_msg("no error in:\n%s", row->yaml);
    bool right = found.errors == 1 && e->line == row->line && e->column == row->column
                 && strstr(e->message, row->message) && strstr(e->hint, row->hint);
    if (!right)
        fail_msg("%s\ngot %zu errors, the first: %d:%d: %s (%s)\nwant: %d:%d: %s (%s)", row->yaml,
                 found.errors, e->line, e->column, e->message, e->hint, row->line, row->column,
                 row->message, row->hint);
    assert_string_equal(e->file, "benchdoc.yml");
    assert_int_equal(e->code, BD_ERR_CONFIG);
    assert_true(e->hint[0] != '\0');
    bd_diagnostics_release(&found);
}

void check_rows(const wrong *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_row(&rows[i]);
}
