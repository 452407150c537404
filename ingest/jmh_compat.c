/* What github-action-benchmark writes for a JMH result. */
#include "ingest/jmh.h"

/* "undefined" is what JavaScript prints for a member that is not there. */
static void add_extra(const bd_json *result, const char *label, const char *name, bd_buf *out)
{
    bd_json at;
    bd_number number;
    bd_error none = BD_ERROR_INIT;
    bd_str text;
    bd_buf scratch = BD_BUF_INIT;
    bd_buf_puts(out, label);
    if (!bd_json_member(result, name, &at))
        bd_buf_puts(out, "undefined");
    else if (bd_json_typeof(&at) == BD_JSON_NUMBER && bd_json_number(&at, &number, &none))
        bd_number_text(number, out);
    else if (bd_json_typeof(&at) == BD_JSON_STRING && bd_json_string(&at, &scratch, &text, &none))
        bd_buf_put_str(out, text);
    else
        bd_json_compact(&at, out);
    bd_buf_release(&scratch);
}

void bd_jmh_add_compat(const bd_json *result, bd_run *run, bd_point *point)
{
    bd_json params;
    bd_buf text = BD_BUF_INIT;
    if (!bd_number_finite(point->value))
        return;
    bd_compat *compat = bd_arena_alloc(&run->arena, sizeof *compat);
    bd_buf_puts(&text, point->benchmark);
    if (bd_json_member(result, "params", &params) && bd_json_typeof(&params) != BD_JSON_NULL) {
        bd_buf_puts(&text, " ( ");
        bd_json_stringify(&params, &text);
        bd_buf_puts(&text, " )");
    }
    compat->name = bd_arena_text(&run->arena, bd_buf_str(&text));
    bd_buf_clear(&text);
    add_extra(result, "iterations: ", "measurementIterations", &text);
    add_extra(result, "\nforks: ", "forks", &text);
    add_extra(result, "\nthreads: ", "threads", &text);
    compat->extra = bd_arena_text(&run->arena, bd_buf_str(&text));
    compat->unit = point->unit;
    compat->value = point->value;
    compat->place = result->index;
    point->compat = compat;
    bd_buf_release(&text);
}
