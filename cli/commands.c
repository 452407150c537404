/* The commands there are, in the order in which help shows them. */
#include "cli/commands.h"
#include "cli/generate.h"

const bd_cmd *const *bd_commands(size_t *count)
{
    static const bd_cmd *const commands[] = {
        &bd_cmd_table,   &bd_cmd_chart,   &bd_cmd_fields,  &bd_cmd_init,    &bd_cmd_generate,
        &bd_cmd_why,     &bd_cmd_compare, &bd_cmd_gate,    &bd_cmd_comment, &bd_cmd_record,
        &bd_cmd_ingest,  &bd_cmd_bundle,  &bd_cmd_publish, &bd_cmd_history, &bd_cmd_store,
        &bd_cmd_formats, &bd_cmd_help,
    };
    *count = BD_COUNT(commands);
    return commands;
}
