/* Work beside the caller: see task.h. */
#include "core/base/task.h"
#include "core/base/common.h"

#include <pthread.h>
#include <stdlib.h>

struct bd_task {
    void (*work)(void *context);
    void *context;
    pthread_t thread;
    bool threaded;
};

static void *run(void *memory)
{
    bd_task *task = memory;
    task->work(task->context);
    return NULL;
}

bd_task *bd_task_begin(bool beside, void (*work)(void *context), void *context)
{
    bd_task *task = bd_alloc(sizeof *task);
    task->work = work;
    task->context = context;
    task->threaded = beside && pthread_create(&task->thread, NULL, run, task) == 0;
    return task;
}

void bd_task_end(bd_task *task)
{
    if (!task)
        return;
    if (task->threaded)
        pthread_join(task->thread, NULL);
    else
        run(task);
    free(task);
}
