/* Any bytes as a document: scanning stays within them; filling what was found gives a
 * document with the same regions and the same bytes outside of them, and filling that
 * again changes nothing. The same bytes as a template build a marked page. */
#include "render/text/text.h"

#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void demand(bool holds)
{
    if (!holds)
        abort();
}

static bd_str *contents_for(const bd_regions *regions)
{
    bd_str *contents = bd_alloc((regions->count + 1) * sizeof *contents);
    for (size_t i = 0; i < regions->count; i++)
        contents[i] = regions->items[i].is_inline
                          ? BD_STR("68\\|5 &#96;ms")
                          : BD_STR("| a |\n| --- |\n| \\| `1` |\n\n- [x](y)\n");
    return contents;
}

static void put_outside(bd_str bytes, const bd_regions *regions, bd_buf *out)
{
    size_t at = 0;
    for (size_t i = 0; i < regions->count; i++) {
        const bd_region *r = &regions->items[i];
        demand(at <= r->from && r->from <= r->to && r->to <= bytes.len);
        bd_buf_put_str(out, bd_str_sub(bytes, at, r->from));
        at = r->to;
    }
    bd_buf_put_str(out, bd_str_sub(bytes, at, bytes.len));
}

static void check_fill(bd_str bytes, const bd_regions *regions)
{
    bd_regions again;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_buf once = BD_BUF_INIT, twice = BD_BUF_INIT, rest = BD_BUF_INIT, rest_after = BD_BUF_INIT;
    bd_str *contents = contents_for(regions);
    bd_document_fill(bytes, regions, contents, &once);
    demand(bd_document_verify(bd_buf_str(&once), regions, "f.md", &found));
    demand(bd_document_scan(bd_buf_str(&once), "f.md", &again, &found));
    bd_document_fill(bd_buf_str(&once), &again, contents, &twice);
    demand(bd_str_eq(bd_buf_str(&once), bd_buf_str(&twice)));
    put_outside(bytes, regions, &rest);
    put_outside(bd_buf_str(&once), &again, &rest_after);
    demand(bd_str_eq(bd_buf_str(&rest), bd_buf_str(&rest_after)));
    free(contents);
    bd_regions_release(&again);
    bd_diagnostics_release(&found);
    bd_buf_release(&once);
    bd_buf_release(&twice);
    bd_buf_release(&rest);
    bd_buf_release(&rest_after);
}

static void check_template(bd_str bytes)
{
    bd_pair items[] = { { "title", "a *b* `c`" }, { "value", "x" } };
    bd_pairs names = { .items = items, .count = BD_COUNT(items) };
    bd_template template;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_buf page = BD_BUF_INIT;
    if (bd_template_scan(bytes, "t.md", &names, &template, &found)) {
        bd_str *notes = bd_alloc((template.include_count + 1) * sizeof *notes);
        for (size_t i = 0; i < template.include_count; i++)
            notes[i] = BD_STR("note\n");
        bd_template_build(bytes, "t.md", &template, notes, &page);
        demand(bd_page_is_ours(bd_buf_str(&page)));
        free(notes);
    }
    bd_template_release(&template);
    bd_diagnostics_release(&found);
    bd_buf_release(&page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bd_str bytes = { (const char *)data, size };
    bd_regions regions;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    if (bd_document_scan(bytes, "f.md", &regions, &found))
        check_fill(bytes, &regions);
    bd_regions_release(&regions);
    bd_diagnostics_release(&found);
    check_template(bytes);
    return 0;
}
