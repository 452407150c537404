/* Folders of branch names with slashes: git makes and removes them as branches come and
 * go, so that one may vanish, or stand empty in the way, at any time. */
#include "core/git/internal.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_MAX = 32 };

void bd_git_make_parents(bd_branch *b, const char *path)
{
    char *part = bd_arena_strdup(&b->arena, path);
    char *slash = part + strlen(git_repository_commondir(b->local)) - 1;
    while ((slash = strchr(slash + 1, '/')) != NULL) {
        *slash = '\0';
        mkdir(part, 0777); /* whoever opens a file there hears why it could not be made */
        *slash = '/';
    }
}

static void remove_empty(bd_branch *b, const char *path, int depth)
{
    bd_names names = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    if (rmdir(path) == 0 || depth == DEPTH_MAX || bd_file_is_link(path))
        return;
    if (bd_file_is_directory(path) && bd_directory_list(path, &b->arena, &names, &ignored))
        for (size_t i = 0; i < names.count; i++)
            remove_empty(b, bd_path_join(&b->arena, path, names.items[i]), depth + 1);
    bd_names_release(&names);
    rmdir(path);
}

void bd_git_remove_empty(bd_branch *b, const char *path)
{
    remove_empty(b, path, 0);
}
