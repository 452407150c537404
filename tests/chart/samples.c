/* Draws sample charts into a folder, to be looked at: the charts that the example projects'
 * documents describe, each kind once, and what goes wrong elsewhere.
 * usage: chart_samples FOLDER [light|dark] [1|2] */
#include "tests/chart/sample_charts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool draw(const char *folder, const bd_chart *chart, const bd_chart_options *options,
                 bd_chart_format format)
{
    bd_buf bytes = BD_BUF_INIT, path = BD_BUF_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_error err = BD_ERROR_INIT;
    bool ok = bd_chart_render(chart, options, format, &bytes, &found, &err);
    bd_buf_printf(&path, "%s/%s-%s.%s", folder, chart->name, options->dark ? "dark" : "light",
                  format == BD_CHART_PNG ? "png" : "svg");
    FILE *file = ok ? fopen(bd_buf_text(&path), "wb") : NULL;
    if (file) {
        ok = fwrite(bytes.data, 1, bytes.len, file) == bytes.len;
        ok = fclose(file) == 0 && ok;
    }
    for (size_t i = 0; i < found.count; i++)
        printf("%s: %s (%s)\n", chart->name, found.items[i].error.message,
               found.items[i].error.hint);
    if (!ok)
        printf("%s: %s\n", chart->name, err.message);
    bd_diagnostics_release(&found);
    bd_buf_release(&path);
    bd_buf_release(&bytes);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        printf("usage: chart_samples FOLDER [light|dark] [1|2]\n");
        return 2;
    }
    bd_chart_options options = { .dark = argc > 2 && strcmp(argv[2], "dark") == 0,
                                 .scale = argc > 3 && argv[3][0] == '1' ? 1 : 2 };
    bd_arena arena = BD_ARENA_INIT;
    bool ok = true;
    for (size_t i = 0; i < sample_chart_count(); i++) {
        bd_chart *chart = sample_chart(i, &arena);
        ok = draw(argv[1], chart, &options, BD_CHART_PNG) && ok;
        ok = draw(argv[1], chart, &options, BD_CHART_SVG) && ok;
    }
    bd_arena_release(&arena);
    return ok ? 0 : 1;
}
