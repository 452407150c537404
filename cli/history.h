/* cli/history.h: private to `history`: how runs are shown. */
#ifndef BD_CLI_HISTORY_H
#define BD_CLI_HISTORY_H

#include "store/store.h"

void bd_history_list_text(const bd_run_heads *heads, bd_buf *out);
void bd_history_list_json(const bd_run_heads *heads, bd_buf *out);
/* Values rounded to six digits.
 * @param apart  a blank line stands before it
 * @param all    every point; else the first forty, and how many more there are */
void bd_history_show_text(const bd_run *run, bool apart, bool all, bd_buf *out);

#endif
