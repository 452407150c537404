/* core/base/task.h: a piece of work that goes on beside its caller. */
#ifndef BD_BASE_TASK_H
#define BD_BASE_TASK_H

#include <stdbool.h>

typedef struct bd_task bd_task;

/* Begins work on a thread of its own. Where there is none to have, or it is not worth
 * one, the work is done by bd_task_end(): it must not depend on running at once.
 *
 * @param beside   is it worth a thread (a tenth of a millisecond)?
 * @param work     touches nothing that the caller changes before the end
 * @param context  borrowed until the end
 * @return owned; end it with bd_task_end() */
bd_task *bd_task_begin(bool beside, void (*work)(void *context), void *context);
/* Waits until the work is done; frees the task. NULL is fine. */
void bd_task_end(bd_task *task);

#endif
