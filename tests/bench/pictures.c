/* A project of fifty charts, upright and downward bars by turns, for `benchdoc generate`. */
#include "tests/bench/pictures.h"

#include "core/base/buf.h"

#include <stdio.h>

enum { CHARTS = 50 };

static bool put_file(const char *folder, const char *name, const bd_buf *text)
{
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/%s", folder, name);
    FILE *file = fopen(bd_buf_text(&path), "wb");
    bool ok = file && fwrite(text->data, 1, text->len, file) == text->len;
    ok = file && fclose(file) == 0 && ok;
    bd_buf_release(&path);
    return ok;
}

bool pictures_make(const char *folder)
{
    bd_buf config = BD_BUF_INIT, document = BD_BUF_INIT;
    bd_buf_puts(&config, "version: 1\nproject: pictures\ndocuments: [charts.md]\n"
                         "inputs:\n  speed:\n    files: results.json\ncharts:\n");
    bd_buf_puts(&document, "# Charts\n");
    for (int i = 1; i <= CHARTS; i++) {
        bd_buf_printf(&config,
                      "  c%02d: { from: 'speed benchmark=\"whole process\"', x: task, series: tool,"
                      " y: \"{wall.median}\", missing: gap, %stitle: \"Chart %d\" }\n",
                      i, i % 2 ? "" : "horizontal: yes, ", i);
        bd_buf_printf(&document, "\n<!-- benchdoc:chart c%02d -->\n<!-- benchdoc:end -->\n", i);
    }
    bool ok = put_file(folder, "benchdoc.yml", &config) && put_file(folder, "charts.md", &document);
    bd_buf_release(&document);
    bd_buf_release(&config);
    return ok;
}
