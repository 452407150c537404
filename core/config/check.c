/* Checks that need more than one place of the file and no result files: names that
 * refer to names, languages, holes, documents listed twice. */
#include "core/config/internal.h"

#include "core/base/map.h"

#include <string.h>

static void report(bd_config_reader *r, bd_severity severity, bd_scalar at, bd_error *err)
{
    bd_config_report(r, severity, at.line, at.column, err);
}

/* Texts of an array of structs, each with a bd_scalar at `offset`. */
static const char **names_of(bd_config_reader *r, const void *items, size_t count, size_t size)
{
    const char **names = bd_arena_alloc(&r->config->arena, (count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++) {
        bd_scalar name;
        memcpy(&name, (const char *)items + i * size, sizeof name);
        names[i] = name.text;
    }
    return names;
}

/* ---- names are words: they stand in queries and in markers ---- */

static void check_word(bd_config_reader *r, bd_scalar name, const char *what)
{
    bd_error err = BD_ERROR_INIT;
    if (name.text[0] != '\0' && strcspn(name.text, " \t\n=<>|{}:\"'`") == strlen(name.text))
        return;
    bd_fail(&err, BD_ERR_CONFIG, "the name of %s must be one word, not \"%s\"", what, name.text);
    bd_hint(&err, "use letters, digits, '-' and '_', for example: five-thousand-rows");
    report(r, BD_ERROR, name, &err);
}

static void check_words(bd_config_reader *r)
{
    const bd_config *c = r->config;
    for (size_t i = 0; i < c->input_count; i++)
        check_word(r, c->inputs[i].name, "an input");
    for (size_t i = 0; i < c->table_count; i++)
        check_word(r, c->tables[i].name, "a table");
    for (size_t i = 0; i < c->chart_count; i++)
        check_word(r, c->charts[i].name, "a chart");
    for (size_t i = 0; i < c->value_count; i++)
        check_word(r, c->values[i].name, "a value");
}

/* ---- queries begin with an input ---- */

static void check_from(bd_config_reader *r, bd_scalar from)
{
    const bd_config *c = r->config;
    if (!from.text || bd_config_enough(r))
        return;
    size_t start = strspn(from.text, " \t"), length = strcspn(from.text + start, " \t\n");
    bd_str word = { from.text + start, length };
    const char *name = bd_arena_text(&r->config->arena, word);
    if (bd_config_input(c, name))
        return;
    bd_error err = BD_ERROR_INIT;
    if (strpbrk(name, "=<>"))
        bd_fail(&err, BD_ERR_CONFIG, "a query begins with the name of an input, not with \"%s\"",
                name);
    else
        bd_fail(&err, BD_ERR_CONFIG, "there is no input \"%s\"", name);
    bd_config_hint_names(&err, word, names_of(r, c->inputs, c->input_count, sizeof *c->inputs),
                         c->input_count);
    bd_hint(&err, "add one: inputs: { %s: { files: results.json } }", name);
    bd_config_report(r, BD_ERROR, from.line, bd_scalar_column(from, start), &err);
}

/* A suite that no input has may come from elsewhere; one that is nearly right may not. */
static void check_suite(bd_config_reader *r, bd_scalar suite)
{
    const bd_config *c = r->config;
    if (!suite.text || bd_config_input(c, suite.text) || bd_config_enough(r))
        return;
    const char *nearest = bd_nearest(bd_str_of(suite.text),
                                     names_of(r, c->inputs, c->input_count, sizeof *c->inputs),
                                     c->input_count);
    bd_error err = BD_ERROR_INIT;
    if (!nearest)
        return;
    bd_fail(&err, BD_ERR_CONFIG, "there is no input \"%s\"", suite.text);
    bd_hint(&err, "did you mean \"%s\"?", nearest);
    report(r, BD_WARNING, suite, &err);
}

static void check_suites(bd_config_reader *r)
{
    const bd_config *c = r->config;
    for (size_t i = 0; i < c->break_count; i++)
        check_suite(r, c->breaks[i].suite);
    for (size_t i = 0; i < c->gate_count; i++)
        check_suite(r, bd_entries_get(&c->gates[i].conditions, "suite"));
    for (size_t i = 0; i < c->publish.to.count; i++)
        check_suite(r, c->publish.to.items[i].key);
    for (size_t i = 0; i < c->publish.names.count; i++)
        check_suite(r, c->publish.names.items[i].key);
}

/* ---- holes ---- */

static void check_newest(bd_config_reader *r, const bd_input *input)
{
    for (size_t i = 0; input->newest.text && i < input->files.count; i++) {
        const char *pattern = input->files.items[i].text;
        if (bd_config_has_hole(pattern, bd_str_of(input->newest.text)))
            continue;
        bd_error err = BD_ERROR_INIT;
        bd_fail(&err, BD_ERR_CONFIG, "no hole {%s} in \"%s\"", input->newest.text, pattern);
        bd_hint(&err, "newest names a hole of the path, for example: files: "
                      "results/{timestamp}/results.json and newest: timestamp");
        report(r, BD_ERROR, input->newest, &err);
    }
}

static void check_page(bd_config_reader *r, const bd_page_config *page)
{
    if (!page->per.text || !page->file.text
        || bd_config_has_hole(page->file.text, bd_str_of(page->per.text)))
        return;
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_CONFIG, "every page would be the file \"%s\"", page->file.text);
    bd_hint(&err, "put the dimension into it: file: \"docs/{%s:slug}.md\"", page->per.text);
    report(r, BD_ERROR, page->file, &err);
}

/* ---- languages ---- */

static void check_language(bd_config_reader *r, bd_scalar language)
{
    const bd_scalars *all = &r->config->languages;
    if (!language.text || bd_config_enough(r))
        return;
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i].text, language.text) == 0)
            return;
    bd_error err = BD_ERROR_INIT;
    bd_buf list = BD_BUF_INIT;
    for (size_t i = 0; i < all->count; i++)
        bd_buf_printf(&list, "%s, ", all->items[i].text);
    bd_fail(&err, BD_ERR_CONFIG, "\"%s\" is not one of the languages", language.text);
    bd_hint(&err, "add it: languages: [%s%s]", bd_buf_text(&list), language.text);
    bd_buf_release(&list);
    report(r, BD_ERROR, language, &err);
}

static void check_translation(bd_config_reader *r, const bd_translation *translation)
{
    const bd_scalars *all = &r->config->languages;
    bd_error err = BD_ERROR_INIT;
    check_language(r, translation->language);
    if (strcmp(all->items[0].text, translation->language.text) != 0)
        return;
    bd_fail(&err, BD_ERR_CONFIG, "\"%s\" is the language that this file is written in",
            translation->language.text);
    bd_hint(&err, "texts of the first language are shown as they are; use labels and titles to "
                  "change them");
    report(r, BD_ERROR, translation->language, &err);
}

static void check_repeated(bd_config_reader *r)
{
    const bd_scalars *all = &r->config->languages;
    bd_map seen = BD_MAP_INIT;
    for (size_t i = 0; i < all->count; i++) {
        bool added = false;
        bd_error err = BD_ERROR_INIT;
        bd_map_put(&seen, bd_str_of(all->items[i].text), i, &added);
        if (added)
            continue;
        bd_fail(&err, BD_ERR_CONFIG, "the language \"%s\" is listed twice", all->items[i].text);
        bd_hint(&err, "remove one of them");
        report(r, BD_ERROR, all->items[i], &err);
    }
    bd_map_release(&seen);
}

static void check_languages(bd_config_reader *r)
{
    const bd_config *c = r->config;
    check_repeated(r);
    for (size_t i = 0; i < c->document_count; i++)
        check_language(r, c->documents[i].language);
    for (size_t i = 0; i < c->page_count; i++)
        check_language(r, c->pages[i].language);
    for (size_t i = 0; i < c->value_count; i++)
        for (size_t j = 0; j < c->values[i].says.count; j++)
            check_language(r, c->values[i].says.items[j].key);
    for (size_t i = 0; i < c->translation_count; i++)
        check_translation(r, &c->translations[i]);
}

/* ---- documents ---- */

bd_str bd_config_plain_path(const char *path)
{
    bd_str out = bd_str_of(path);
    while (bd_str_starts(out, "./"))
        out = bd_str_sub(out, 2, out.len);
    return out;
}

static void check_documents(bd_config_reader *r)
{
    const bd_config *c = r->config;
    bd_map seen = BD_MAP_INIT;
    for (size_t i = 0; i < c->document_count; i++) {
        bd_scalar path = c->documents[i].path;
        bool added = false;
        size_t *before = bd_map_put(&seen, bd_config_plain_path(path.text), i, &added);
        bd_error err = BD_ERROR_INIT;
        if (added)
            continue;
        bd_scalar first = c->documents[*before].path;
        bd_fail(&err, BD_ERR_CONFIG, "the document \"%s\" is listed twice", path.text);
        bd_hint(&err, "the first is in line %d, column %d; remove one of them", first.line,
                first.column);
        report(r, BD_ERROR, path, &err);
    }
    bd_map_release(&seen);
}

/* ---- values ---- */

static void check_ratio(bd_config_reader *r, const bd_value_config *value)
{
    const bd_config *c = r->config;
    bd_error count = BD_ERROR_INIT;
    if (value->ratio.count != 2) {
        bd_fail(&count, BD_ERR_CONFIG, "a ratio is of two values");
        bd_hint(&count, "for example: ratio: [insert-amd, insert-intel]");
        report(r, BD_ERROR, value->ratio.items[0], &count);
    }
    for (size_t i = 0; i < value->ratio.count && !bd_config_enough(r); i++) {
        bd_scalar name = value->ratio.items[i];
        const bd_value_config *part = bd_config_value(c, name.text);
        bd_error err = BD_ERROR_INIT;
        if (part && part->ratio.count == 0)
            continue;
        bd_fail(&err, BD_ERR_CONFIG, part ? "\"%s\" is a ratio itself" : "there is no value \"%s\"",
                name.text);
        if (!part)
            bd_config_hint_names(&err, bd_str_of(name.text),
                                 names_of(r, c->values, c->value_count, sizeof *c->values),
                                 c->value_count);
        bd_hint(&err, "a ratio is of two values that have from");
        report(r, BD_ERROR, name, &err);
    }
}

static void check_value(bd_config_reader *r, const bd_value_config *value)
{
    bd_error err = BD_ERROR_INIT;
    bool ratio = value->ratio.count > 0, says = value->say.text || value->says.count > 0;
    if (!value->from.text && !ratio) {
        bd_fail(&err, BD_ERR_CONFIG, "the value \"%s\" has neither from nor ratio",
                value->name.text);
        bd_hint(&err, "add a query that fits one number: from: tick wall rows=5000");
    } else if (value->from.text && ratio) {
        bd_fail(&err, BD_ERR_CONFIG, "the value \"%s\" has both from and ratio", value->name.text);
        bd_hint(&err, "remove one of them");
    } else if (ratio && says) {
        bd_fail(&err, BD_ERR_CONFIG, "the value \"%s\" has ratio and say", value->name.text);
        bd_hint(&err, "a ratio is a plain number; remove say, number: \"0.00\" says how it looks");
    }
    if (err.code != BD_OK)
        report(r, BD_ERROR, value->name, &err);
    check_from(r, value->from);
    if (ratio)
        check_ratio(r, value);
}

/* ---- numbers ---- */

static void check_number_kind(bd_config_reader *r, const bd_entry *entry)
{
    const char *names[BD_DIMENSION_TRUTH];
    bd_dimension dimension = BD_DIMENSION_UNKNOWN;
    size_t count = 0;
    for (int d = BD_DIMENSION_TIME; d < BD_DIMENSION_TRUTH; d++)
        names[count++] = bd_dimension_name((bd_dimension)d);
    bd_error err = BD_ERROR_INIT;
    if (!bd_dimension_find(bd_str_of(entry->key.text), &dimension)
        || dimension >= BD_DIMENSION_TRUTH) {
        bd_fail(&err, BD_ERR_CONFIG, "\"%s\" is no kind of unit", entry->key.text);
        bd_config_hint_names(&err, bd_str_of(entry->key.text), names, count);
        report(r, BD_ERROR, entry->key, &err);
    }
}

void bd_config_check(bd_config_reader *r)
{
    const bd_config *c = r->config;
    check_words(r);
    check_documents(r);
    check_languages(r);
    for (size_t i = 0; i < c->input_count; i++)
        check_newest(r, &c->inputs[i]);
    for (size_t i = 0; i < c->table_count; i++)
        check_from(r, c->tables[i].from);
    for (size_t i = 0; i < c->chart_count; i++)
        check_from(r, c->charts[i].from);
    for (size_t i = 0; i < c->value_count; i++)
        check_value(r, &c->values[i]);
    for (size_t i = 0; i < c->page_count; i++)
        check_page(r, &c->pages[i]);
    for (size_t i = 0; i < c->numbers.count; i++)
        check_number_kind(r, &c->numbers.items[i]);
    check_suites(r);
    bd_config_check_gates(r);
    bd_config_check_charts(r);
}
