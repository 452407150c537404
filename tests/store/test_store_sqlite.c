/* The SQLite store passes the conformance suite, in memory and in a file. */
#include "tests/store/conformance.h"

#include "core/base/file.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

/* Of "sqlite:DIRECTORY/history.db" the directory. */
static void remove_store(const char *url)
{
    bd_buf directory = BD_BUF_INIT;
    bd_buf_put_str(&directory, bd_path_directory(url + strlen("sqlite:")));
    test_remove_tree(bd_buf_text(&directory));
    bd_buf_release(&directory);
}

int main(void)
{
    test_fix_world();
    char *dir = test_temp_dir();
    bd_buf url = BD_BUF_INIT;
    bd_buf_printf(&url, "sqlite:%s/store/history.db", dir);
    const conformance memory = { .name = "sqlite in memory", .url = ":memory:" };
    const conformance file = {
        .name = "sqlite file",
        .url = bd_buf_text(&url),
        .persists = true,
        .empty = remove_store,
    };
    int failed = conformance_run(&memory) + conformance_run(&file);
    test_remove_tree(dir);
    bd_buf_release(&url);
    free(dir);
    return failed;
}
