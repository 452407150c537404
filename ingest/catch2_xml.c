/* Catch2's XML reporter, by libexpat: <BenchmarkResults> in <TestCase> and <Section>. */
#include "ingest/catch2.h"

#include <expat.h>
#include <inttypes.h>
#include <string.h>

/* Deeper than any nest of sections, wider than any report. */
enum { DEPTH_MAX = 256, ATTRIBUTE_MAX = 64 * 1024 };

typedef struct report {
    bd_catch2 *catch2;
    XML_Parser parser;
    bd_error *err;
    int depth, lines_before;        /* of blanks */
    size_t test_lengths[DEPTH_MAX]; /* of the name, before each element */
    bool in_results;
    bd_buf name;
    bd_point point;
    bd_compat compat;
    bd_stat_value sd;
} report;

static int line_of(const report *r)
{
    return (int)XML_GetCurrentLineNumber(r->parser) + r->lines_before;
}

static int column_of(const report *r)
{
    return (int)XML_GetCurrentColumnNumber(r->parser) + 1;
}

static void stop(report *r, const char *message, const char *hint)
{
    bd_fail(r->err, BD_ERR_INPUT, "%s", message);
    bd_hint(r->err, "%s", hint);
    bd_error_at(r->err, "", line_of(r), column_of(r));
    XML_StopParser(r->parser, XML_FALSE);
}

static const char *attribute(const XML_Char **attributes, const char *name)
{
    for (size_t i = 0; attributes[i]; i += 2)
        if (strcmp(attributes[i], name) == 0)
            return attributes[i + 1];
    return NULL;
}

/* @return false, with an error, when it is not there or no number */
static bool number(report *r, const XML_Char **attributes, const char *name, bd_number *out)
{
    const char *text = attribute(attributes, name);
    if (text && bd_text_number(bd_str_of(text), out))
        return true;
    bd_buf message = BD_BUF_INIT;
    bd_buf_printf(&message, "expected a number as %s of a benchmark", name);
    stop(r, bd_buf_text(&message), "was the report written by Catch2's own XML reporter?");
    bd_buf_release(&message);
    return false;
}

static void add_title(report *r, const XML_Char **attributes)
{
    const char *name = attribute(attributes, "name");
    if (!name || r->catch2->test.len + strlen(name) > ATTRIBUTE_MAX)
        return;
    if (r->catch2->test.len > 0)
        bd_buf_puts(&r->catch2->test, " / ");
    bd_buf_put_str(&r->catch2->test, bd_str_trim(bd_str_of(name)));
}

static void begin_results(report *r, const XML_Char **attributes)
{
    bd_arena *arena = &r->catch2->log.repeats.run->arena;
    bd_number samples = BD_NUMBER_NOTHING, iterations = BD_NUMBER_NOTHING;
    const char *name = attribute(attributes, "name");
    if (!name || !number(r, attributes, "samples", &samples)
        || !number(r, attributes, "iterations", &iterations))
        return;
    bd_buf_clear(&r->name);
    bd_buf_put_str(&r->name, bd_str_trim(bd_str_of(name)));
    if (r->name.len == 0) {
        stop(r, "a benchmark without a name", "give each BENCHMARK a name");
        return;
    }
    r->in_results = true;
    r->point = (bd_point){ .unit = "ns", .outcome = BD_OUTCOME_FAILED, .reason = "no mean" };
    r->point.n = samples.kind == BD_NUMBER_INT && samples.as.i > 0 ? samples.as.i : 0;
    r->point.source = (bd_source){ .line = line_of(r), .column = column_of(r) };
    if (iterations.kind == BD_NUMBER_INT)
        r->point.rest = bd_arena_printf(arena, "{\"iterations\":%" PRId64 "}", iterations.as.i);
}

static void read_mean(report *r, const XML_Char **attributes)
{
    bd_point *p = &r->point;
    bd_number level;
    if (!number(r, attributes, "value", &p->value) || !number(r, attributes, "lowerBound", &p->low)
        || !number(r, attributes, "upperBound", &p->high))
        return;
    p->outcome = BD_OUTCOME_OK;
    p->reason = NULL;
    p->source = (bd_source){ .line = line_of(r), .column = column_of(r) };
    p->confidence = BD_CATCH2_CONFIDENCE;
    const char *said = attribute(attributes, "ci");
    if (said && bd_text_number(bd_str_of(said), &level) && bd_number_as_double(level) > 0
        && bd_number_as_double(level) < 1)
        p->confidence = bd_number_as_double(level);
}

static void read_deviation(report *r, const XML_Char **attributes)
{
    bd_arena *arena = &r->catch2->log.repeats.run->arena;
    bd_stat_value sd = { .stat = { BD_STAT_SD, 0 }, .at = { .line = line_of(r) } };
    sd.at.column = column_of(r);
    if (!number(r, attributes, "value", &sd.number))
        return;
    r->point.reported = bd_arena_copy(arena, &sd, sizeof sd);
    r->point.reported_count = 1;
}

static void XMLCALL on_start(void *context, const XML_Char *name, const XML_Char **attributes)
{
    report *r = context;
    if (r->depth >= DEPTH_MAX) {
        stop(r, "nested more deeply than any report", "is this Catch2's XML?");
        return;
    }
    r->test_lengths[r->depth++] = r->catch2->test.len;
    if (strcmp(name, "TestCase") == 0 || strcmp(name, "Section") == 0)
        add_title(r, attributes);
    else if (strcmp(name, "BenchmarkResults") == 0)
        begin_results(r, attributes);
    else if (r->in_results && strcmp(name, "mean") == 0)
        read_mean(r, attributes);
    else if (r->in_results && strcmp(name, "standardDeviation") == 0)
        read_deviation(r, attributes);
    else if (r->in_results && strcmp(name, "failed") == 0)
        r->point.reason = bd_arena_strdup(&r->catch2->log.repeats.run->arena,
                                          attribute(attributes, "message"));
}

static void XMLCALL on_end(void *context, const XML_Char *name)
{
    report *r = context;
    r->depth--;
    if (r->catch2->test.len > r->test_lengths[r->depth]) {
        r->catch2->test.len = r->test_lengths[r->depth];
        r->catch2->test.data[r->catch2->test.len] = '\0';
    }
    if (!r->in_results || strcmp(name, "BenchmarkResults") != 0)
        return;
    r->in_results = false;
    bd_catch2_add(r->catch2, bd_buf_str(&r->name), &r->point, NULL);
    if (!bd_reading_may_have(r->catch2->log.reading, r->catch2->log.repeats.count, line_of(r), 1,
                             r->err))
        XML_StopParser(r->parser, XML_FALSE);
}

/* No report has a document type; one could define entities that grow without end. */
static void XMLCALL on_doctype(void *context, const XML_Char *name, const XML_Char *system,
                               const XML_Char *public, int has_subset)
{
    (void)name;
    (void)system;
    (void)public;
    (void)has_subset;
    stop(context, "a document type in XML", "Catch2's report has none: take the DOCTYPE out");
}

bool bd_catch2_is_xml(bd_str text)
{
    bd_str shown = bd_str_trim(bd_str_sub(text, 0, 4096));
    return shown.len > 0 && shown.ptr[0] == '<'
           && (bd_find(shown, "<Catch") || bd_find(text, "<BenchmarkResults "));
}

static bool fail_syntax(const report *r)
{
    bd_fail(r->err, BD_ERR_INPUT, "no well-formed XML: %s",
            XML_ErrorString(XML_GetErrorCode(r->parser)));
    bd_hint(r->err, "the report is one XML document: was the run stopped, or is the tests' own "
                    "output mixed in? write it with --out FILE");
    return bd_error_at(r->err, "", line_of(r), column_of(r));
}

bool bd_catch2_read_xml(bd_catch2 *catch2, bd_error *err)
{
    bd_str text = catch2->log.reading->text;
    int lines = 0;
    for (; text.len > 0 && text.ptr[0] != '<'; text = bd_str_sub(text, 1, text.len))
        lines += text.ptr[0] == '\n';
    report *r = bd_arena_alloc(&catch2->log.repeats.own, sizeof *r);
    *r = (report){ .catch2 = catch2, .err = err, .lines_before = lines };
    r->parser = XML_ParserCreate("UTF-8");
    if (!r->parser)
        return bd_fail(err, BD_ERR_BUG, "no memory for an XML parser");
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(r->parser, on_doctype);
    bool ok = XML_Parse(r->parser, text.ptr, (int)text.len, 1) == XML_STATUS_OK;
    if (!ok && err->code == BD_OK)
        fail_syntax(r);
    bd_buf_release(&r->name);
    XML_ParserFree(r->parser);
    return ok && err->code == BD_OK;
}
