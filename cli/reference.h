/* cli/reference.h: what the rows of commands and options say in other places than
 * the terminal: completions for three shells and the manual. The build writes them
 * to files (make_reference.c); a test compares them with the rows. */
#ifndef BD_CLI_REFERENCE_H
#define BD_CLI_REFERENCE_H

#include "cli/cli.h"

/* The rows to describe; all borrowed. */
typedef struct bd_reference {
    const bd_cmd *const *commands;
    size_t               command_count;
    const bd_opt        *global; /* options that every command takes */
    size_t               global_count;
} bd_reference;

/* Appends the completion script.
 * @param shell  "bash", "zsh" or "fish"
 * @return false for another shell */
bool bd_reference_completion(const bd_reference *about, const char *shell, bd_buf *out);

/* Appends the manual's sections COMMANDS and OPTIONS, in man(7) macros. */
void bd_reference_manual(const bd_reference *about, bd_buf *out);

#endif
