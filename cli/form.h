/* cli/form.h: what a report is printed as. */
#ifndef BD_CLI_FORM_H
#define BD_CLI_FORM_H

#include "core/base/error.h"

typedef enum bd_form { BD_FORM_TEXT, BD_FORM_MARKDOWN, BD_FORM_JSON, BD_FORM_CSV } bd_form;

typedef struct bd_form_options {
    bool        json;   /* --json */
    const char *as;     /* --as WORD */
    const char *output; /* --output FILE, whose name can say it */
} bd_form_options;

/* @param csv  there is a table for spreadsheets, too */
bool bd_form_find(const bd_form_options *asked, bool csv, bd_form *out, bd_error *err);

#endif
