/* cli/store.h: what the files of the command `store` share. */
#ifndef BD_CLI_STORE_H
#define BD_CLI_STORE_H

#include "cli/cli.h"
#include "store/store.h"

typedef struct bd_store_cmd_options {
    bool json, dry_run, repair;
} bd_store_cmd_options;

typedef struct bd_store_call {
    bd_ctx                     *ctx;
    const bd_store_cmd_options *options;
    const char                 *url;       /* of the store that the project has; borrowed */
    const bd_arguments         *arguments; /* the first is the action's name */
} bd_store_call;

/* store_copy.c: every run of one store is in another one afterwards. */
bool bd_store_copy(const bd_store_call *call, bd_error *err);

#endif
