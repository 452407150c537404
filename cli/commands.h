/* cli/commands.h: one row per command, each in its own file cmd_NAME.c. */
#ifndef BD_CLI_COMMANDS_H
#define BD_CLI_COMMANDS_H

#include "cli/cli.h"

extern const bd_cmd bd_cmd_table;
extern const bd_cmd bd_cmd_chart;
extern const bd_cmd bd_cmd_comment;
extern const bd_cmd bd_cmd_compare;
extern const bd_cmd bd_cmd_fields;
extern const bd_cmd bd_cmd_gate;
extern const bd_cmd bd_cmd_init;
extern const bd_cmd bd_cmd_record;
extern const bd_cmd bd_cmd_ingest;
extern const bd_cmd bd_cmd_bundle;
extern const bd_cmd bd_cmd_publish;
extern const bd_cmd bd_cmd_history;
extern const bd_cmd bd_cmd_store;
extern const bd_cmd bd_cmd_formats;
extern const bd_cmd bd_cmd_help;

#endif
