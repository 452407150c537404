/* Any bytes: core/json and jansson must agree on them, an accepted text must survive
 * being rewritten, and lenient reading must accept no less than strict reading. */
#include "core/json/json.h"
#include "tests/fuzz/fuzz.h"
#include "tests/json/agree.h"

#include <stdio.h>
#include <stdlib.h>

static void require(bool ok, bd_buf *why)
{
    if (ok)
        return;
    fprintf(stderr, "%s\n", bd_buf_text(why));
    abort();
}

static void walk(const bd_json *at)
{
    bd_json item;
    bd_buf scratch = BD_BUF_INIT;
    bd_str text;
    bd_error err = BD_ERROR_INIT;
    bd_number n;
    bd_json_number(at, &n, &err);
    bd_json_string(at, &scratch, &text, &err);
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item))
        walk(&item);
    bd_buf_release(&scratch);
}

static void read_lenient(bd_str bytes)
{
    bd_buf why = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT, strict_err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL, *strict = NULL; /* owned */
    const bd_json_options options = { .lenient = true, .keep_duplicate_keys = true };
    bool ok = bd_json_parse(bytes, &options, &doc, &err);
    bd_buf_puts(&why, "only strict reading accepts it");
    require(!bd_json_parse(bytes, NULL, &strict, &strict_err) || ok, &why);
    if (ok) {
        bd_json root = bd_json_root(doc);
        walk(&root);
        bd_buf_clear(&why);
        bd_json_stringify(&root, &why);
        bd_json_compact(&root, &why);
    }
    bd_json_free(doc);
    bd_json_free(strict);
    bd_buf_release(&why);
}

/* Reading that keeps little open refuses the same, at the same place. */
static void read_closed(bd_str bytes)
{
    bd_buf why = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT, closed_err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL, *closed = NULL; /* owned */
    const bd_json_options options = { .open_depth = 2 };
    bool ok = bd_json_parse(bytes, NULL, &doc, &err);
    bd_buf_puts(&why, "reading with closed containers differs");
    require(bd_json_parse(bytes, &options, &closed, &closed_err) == ok, &why);
    require(err.line == closed_err.line && err.column == closed_err.column, &why);
    if (ok) {
        bd_json root = bd_json_root(closed), all = bd_json_root(doc);
        walk(&root);
        require(bd_json_count(&root) == bd_json_count(&all), &why);
        require(bd_str_eq(bd_json_raw(&root), bd_json_raw(&all)), &why);
    }
    bd_json_free(doc);
    bd_json_free(closed);
    bd_buf_release(&why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bd_str bytes = { (const char *)data, size };
    bd_buf why = BD_BUF_INIT;
    require(agrees_with_jansson(bytes, &why), &why);
    require(agrees_with_itself(bytes, &why), &why);
    read_lenient(bytes);
    read_closed(bytes);
    bd_buf_release(&why);
    return 0;
}
