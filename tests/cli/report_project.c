/* Results for tests of reports: see report_project.h. */
#include "tests/cli/report_project.h"

#include "core/json/json.h"

void write_series(const char *path, const char *name, int count, int changed, double factor)
{
    bd_buf out = BD_BUF_INIT;
    bd_buf_puts(&out, "[");
    for (int i = 0; i < count; i++) {
        bd_buf title = BD_BUF_INIT;
        double ms = 10 * (i < changed ? factor : 1);
        bd_buf_printf(&title, "%s %d", name, i + 1);
        bd_buf_puts(&out, i > 0 ? ",\n{\"benchmark\": " : "{\"benchmark\": ");
        bd_json_quote(bd_buf_str(&title), &out);
        bd_buf_printf(&out,
                      ", \"mode\": \"avgt\", \"threads\": 1, \"forks\": 1, \"primaryMetric\": "
                      "{\"score\": %.4f, \"scoreError\": 0.01, \"scoreUnit\": \"ms/op\", "
                      "\"rawData\": [[",
                      ms);
        for (int k = 0; k < 12; k++)
            bd_buf_printf(&out, "%s%.5f", k > 0 ? ", " : "", ms * (1 + (k - 6) * 0.0005));
        bd_buf_puts(&out, "]]}, \"secondaryMetrics\": {}}");
        bd_buf_release(&title);
    }
    bd_buf_puts(&out, "]\n");
    test_write(path, out.data, out.len);
    bd_buf_release(&out);
}
