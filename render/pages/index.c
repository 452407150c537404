/* The page that shows a data.js: templates/pages/index.html. */
#include "render/pages/internal.h"

#include <string.h>

extern const char bd_embedded_pages_index_html[];
extern const size_t bd_embedded_pages_index_html_len;

/* Its mark stands near the top; whoever takes it away keeps the page. */
static const char mark[] = "<!-- benchdoc:dashboard";
enum { TOP = 512 };

bd_str bd_pages_index(void)
{
    return (bd_str){ bd_embedded_pages_index_html, bd_embedded_pages_index_html_len };
}

bool bd_pages_index_is_old(bd_str page)
{
    bd_str top = bd_str_sub(page, 0, TOP);
    return top.len > 0 && memmem(top.ptr, top.len, mark, strlen(mark)) != NULL
           && !bd_str_eq(page, bd_pages_index());
}
