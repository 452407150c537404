/* cli/machine.h: what can be known about this machine and this commit, for environment.txt. */
#ifndef BD_CLI_MACHINE_H
#define BD_CLI_MACHINE_H

#include "cli/cli.h"

/* Facts in the order in which they are written; a fact that is not known is left out.
 * commit, dirty, branch, measured_at, os, cpu, cores, memory, slug. */
void bd_machine_facts(bd_ctx *ctx, bd_arena *arena, bd_pairs *out);

/* The processor's name out of the text of /proc/cpuinfo: "model name" on x86; on ARM
 * the board's "Model", or implementer and part by name; "cpu" on POWER, "uarch" on RISC-V.
 * @return false when it says nothing */
bool bd_cpu_of_cpuinfo(bd_str text, bd_buf *out);
/* "16 GiB" out of the text of /proc/meminfo: rounded, because the kernel's share varies.
 * @return false when it says nothing */
bool bd_memory_of_meminfo(bd_str text, bd_buf *out);
/* Is the working tree changed, by what `git status --porcelain -z` prints? What a
 * benchmark and benchdoc write (results, environment.txt, benchdoc.lock, Markdown)
 * does not count: else the second run of a day were always dirty.
 * @param top  the way from here to the top of the working tree: "", "../" */
bool bd_status_is_dirty(bd_str porcelain, const char *top, bool (*is_result)(const char *path));

/* The text of an environment.txt after `facts` have been put into `before`: lines of
 * other keys and comments stay as they are, new facts go to the end.
 * @param changed  "cpu: A → B" for each value that was another one; texts in the arena */
void bd_environment_merge(bd_str before, const bd_pairs *facts, bd_arena *arena, bd_names *changed,
                          bd_buf *out);

#endif
