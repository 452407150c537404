/* What a report is printed as: an option says it, or the output's name. */
#include "cli/form.h"

#include <string.h>

bool bd_form_find(const bd_form_options *o, bool csv, bd_form *out, bd_error *err)
{
    static const char *const words[] = { "text", "markdown", "json", "csv" };
    static const char *const ends[] = { ".txt", ".md", ".json", ".csv" };
    size_t count = csv ? BD_COUNT(words) : BD_COUNT(words) - 1;
    *out = o->json ? BD_FORM_JSON : BD_FORM_TEXT;
    for (size_t i = 0; i < count; i++)
        if (o->as ? strcmp(o->as, words[i]) == 0
                  : o->output && bd_str_ends(bd_str_of(o->output), ends[i])) {
            *out = (bd_form)i;
            return true;
        }
    if (!o->as)
        return true;
    bd_hint(err, "--as text, --as markdown%s --as json%s", csv ? "," : " or",
            csv ? ", or --as csv" : "");
    return bd_fail(err, BD_ERR_USAGE, "--as does not know '%s'", o->as);
}
