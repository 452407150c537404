/* Stands in for libFuzzer: gives every file of the named directories (and named
 * files) to the target once, in the order of their names. A failure aborts, as it
 * does under the fuzzer; a directory without files is a failure too.
 *
 * usage: fuzz_NAME DIRECTORY|FILE... */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The input lies in an allocation of exactly its size, so that a sanitizer sees
 * every byte read beyond it. */
static size_t replay_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        exit(1);
    }
    char   *bytes = NULL; /* owned */
    size_t  len = 0;
    FILE   *out = open_memstream(&bytes, &len);
    for (int c; out && (c = getc(in)) != EOF;)
        putc(c, out);
    fclose(in);
    if (!out || fclose(out) != 0)
        exit(1);
    uint8_t *exact = malloc(len > 0 ? len : 1); /* owned */
    if (!exact)
        exit(1);
    memcpy(exact, bytes, len);
    LLVMFuzzerTestOneInput(exact, len);
    free(exact);
    free(bytes);
    return 1;
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static size_t replay(const char *path)
{
    struct dirent **names = NULL; /* owned */
    int count = scandir(path, &names, visible, alphasort);
    if (count < 0)
        return replay_file(path);
    for (int i = 0; i < count; i++) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s", path, names[i]->d_name);
        replay_file(file);
        free(names[i]);
    }
    free(names);
    return (size_t)count;
}

int main(int argc, char **argv)
{
    size_t count = 0;
    for (int i = 1; i < argc; i++)
        count += replay(argv[i]);
    printf("%zu inputs replayed\n", count);
    return count > 0 ? 0 : 1;
}
