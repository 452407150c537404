/* Texts that the base reads: what reads as an instant or a number prints as a text
 * that reads back the same; a link between two paths has no sign that Markdown reads. */
#include "tests/fuzz/fuzz.h"

#include "core/base/file.h"
#include "core/base/number.h"
#include "core/base/time.h"

#include <stdlib.h>
#include <string.h>

static void promise(bool kept)
{
    if (!kept)
        abort();
}

static void try_time(bd_str text)
{
    int64_t ns = 0, again = 0;
    if (!bd_time_parse(text, &ns))
        return;
    bd_buf out = BD_BUF_INIT;
    bd_time_text(ns, &out);
    promise(bd_time_parse(bd_buf_str(&out), &again) && again == ns);
    bd_buf_release(&out);
}

static void try_number(bd_str text)
{
    double value = 0, again = 0;
    if (!bd_double_parse(text, &value))
        return;
    bd_buf out = BD_BUF_INIT;
    bd_number_text(bd_double(value), &out);
    if (bd_number_finite(bd_double(value)))
        promise(bd_double_parse(bd_buf_str(&out), &again) && again == value);
    bd_buf_release(&out);
}

static void try_path(const char *path)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_buf out = BD_BUF_INIT;
    bd_path_link(path, "docs/a b.md", &out);
    bd_path_link("docs/README.md", path, &out);
    promise(strpbrk(bd_buf_text(&out), " ()<>[]\\\"\n") == NULL);
    if (bd_path_stays_inside(path))
        promise(bd_path_join(&arena, ".", path)[0] != '/');
    bd_buf_release(&out);
    bd_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bd_str text = { (const char *)data, size };
    bd_buf terminated = BD_BUF_INIT;
    bd_buf_put_str(&terminated, text);
    try_time(text);
    try_number(text);
    try_path(bd_buf_text(&terminated));
    bd_buf_release(&terminated);
    return 0;
}
