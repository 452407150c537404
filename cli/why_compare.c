/* why, of a comparison: the way to the verdict of each series that is asked for. */
#include "cli/sides.h"
#include "render/text/compare.h"

#include <string.h>

enum { SHOWN = 20 };

static void explain(const bd_comparison *c, bd_buf *out)
{
    for (size_t i = 0; i < c->row_count && i < SHOWN; i++) {
        bd_buf_puts(out, i > 0 ? "\n" : "");
        bd_compare_explain(c, &c->rows[i], out);
    }
    if (c->row_count > SHOWN)
        bd_buf_printf(out, "\n%zu more series; a condition chooses: method=add\n",
                      c->row_count - SHOWN);
    for (size_t i = 0; i < c->notes.count; i++) {
        bd_buf line = BD_BUF_INIT;
        bd_buf_printf(&line, "note: %s", c->notes.items[i]);
        bd_buf_putc(out, '\n');
        bd_terminal_line(bd_buf_str(&line), out);
        bd_buf_release(&line);
    }
}

bool bd_why_compare(bd_ctx *ctx, const bd_side_options *asked, bool json,
                    const bd_arguments *arguments, bd_error *err)
{
    bd_sides sides = {
        .ctx = ctx, .asked = asked, .command = "why --compare", .partial_ok = true, .lazily = true
    };
    bd_comparison c = { 0 };
    bd_buf out = BD_BUF_INIT;
    bd_json_writer w = bd_json_writer_to(&out, 2);
    bool ok = bd_sides_read(&sides, arguments, err) && bd_sides_compare(&sides, &c, err)
              && bd_sides_check(&sides, &c, err);
    if (ok) {
        bd_sides_tell(&sides, &c);
        if (json) {
            bd_compare_print_json(&c, &w);
            bd_buf_putc(&out, '\n');
        } else {
            explain(&c, &out);
        }
        ok = bd_print(ctx, bd_buf_str(&out), err);
    }
    bd_buf_release(&out);
    bd_comparison_release(&c);
    bd_sides_release(&sides);
    return ok;
}
