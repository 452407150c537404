/* benchdoc_power FILE: computes how often a comparison is right, for docs/comparison.md. */
#include "tests/view/power.h"

#include <stdio.h>

enum {
    REPLAYS = 1600, /* of which more than 1000 have a history that is long enough */
    STEP_REPLAYS = 400
};

static void put_all(bd_buf *out)
{
    bd_buf_puts(out, "{\n\"made by\": \"cmake --build DIRECTORY --target power\",\n"
                     "\"runs\": [{\"suite\": \"power\", \"tool\": \"benchdoc_power\", \"points\": "
                     "[\n");
    for (size_t i = 0; i < power_cell_count(); i++) {
        power_cell cell = power_cell_at(i);
        if (!power_cell_is_asked(&cell))
            continue;
        power_put(&cell, power_found(&cell, POWER_ROUNDS), POWER_ROUNDS, out);
        bd_buf_puts(out, ",\n");
        fprintf(stderr, "\r%zu of %zu", i + 1, power_cell_count());
    }
    power_replays replays = power_replay(0, REPLAYS);
    power_put_replays(&replays, out);
    for (size_t i = 0; i < power_step_count(); i++) {
        power_steps steps = power_step(i, 0, STEP_REPLAYS);
        bd_buf_puts(out, ",\n");
        power_put_steps(&steps, out);
    }
    bd_buf_puts(out, "\n]}]\n}\n");
    fprintf(stderr, "\n");
}

int main(int argc, char **argv)
{
    bd_buf out = BD_BUF_INIT;
    if (argc != 2) {
        fprintf(stderr, "usage: benchdoc_power FILE\n");
        return 2;
    }
    put_all(&out);
    FILE *file = fopen(argv[1], "wb");
    bool ok = file && fwrite(out.data, 1, out.len, file) == out.len;
    ok = file && fclose(file) == 0 && ok;
    bd_buf_release(&out);
    if (!ok)
        perror(argv[1]);
    return ok ? 0 : 6;
}
