/* Files and queries of a command line, read: see asked.h. */
#include "cli/asked.h"

#include "cli/sources.h"
#include "core/base/map.h"

#include <stdlib.h>
#include <string.h>

/* ---- which words are files ---- */

static bool looks_like_query(const char *word)
{
    return strpbrk(word, "=<>") != NULL;
}

/* A word that can hardly be anything but a path, so that a typing error in it is told. */
static bool looks_like_path(const char *word)
{
    static const char *const ends[] = { ".json", ".jsonl", ".log", ".txt", ".js", ".csv", ".xml" };
    for (size_t i = 0; i < BD_COUNT(ends); i++)
        if (bd_str_ends(bd_str_of(word), ends[i]))
            return true;
    if (strchr(word, '{'))
        return false; /* a template, as people try them */
    return strchr(word, '/') != NULL || strchr(word, '*') != NULL;
}

/* The shell has taken the quotes off: a value with blanks gets them back. */
static void add_word(bd_buf *out, const char *word)
{
    const char *blank = strpbrk(word, " \t"), *op = strpbrk(word, "=<>");
    if (out->len > 0)
        bd_buf_putc(out, ' ');
    if (!blank || !op || blank < op || strchr(word, '"')) {
        bd_buf_puts(out, word);
        return;
    }
    op += strspn(op, "=<>");
    bd_buf_add(out, word, (size_t)(op - word));
    bd_buf_printf(out, "\"%s\"", op);
}

static void sort_words(bd_asked *t, const bd_arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->items[i];
        bool is_file = strcmp(word, "-") == 0 || bd_file_exists(word);
        if (!is_file && (looks_like_query(word) || !looks_like_path(word))) {
            add_word(&t->query_text, word);
            t->metric_words += !looks_like_query(word) && strcmp(word, "latest") != 0;
            continue;
        }
        t->files.items = bd_grow(t->files.items, t->files.count, &t->files.capacity,
                                 sizeof *t->files.items);
        t->files.items[t->files.count++] = word;
    }
}

/* ---- reading ---- */

bd_place bd_asked_place(void)
{
    return (bd_place){ "the command line", 0, 0 };
}

bd_view bd_asked_view(bd_asked *t)
{
    return (bd_view){ .config = t->config,
                      .observations = &t->observations,
                      .arena = &t->arena,
                      .found = &t->ctx->found };
}

static bool parse_query(bd_asked *t, bool with_suite, bd_query *out, bd_error *err)
{
    if (bd_query_parse(bd_buf_str(&t->query_text), with_suite, &t->arena, out, err))
        return true;
    if (err->code == BD_ERR_CONFIG)
        err->code = BD_ERR_USAGE;
    return false;
}

/* What a query of the command line is taken for and is not. */
static bool check_words(const bd_asked *t, const bd_query *query, bd_error *err)
{
    const char *words = query->words ? query->words : "";
    if (strchr(words, '{')) {
        bd_hint(err,
                "name a metric alone: benchdoc %s %s score; templates stand in benchdoc.yml, "
                "see `benchdoc help templates`",
                t->kind->command, t->files.items[0]);
        return bd_fail(err, BD_ERR_USAGE, "'%s' is a template, and no file and no metric", words);
    }
    if (t->metric_words > 1 && strchr(words, ' ')) {
        bd_str first = { words, strcspn(words, " ") };
        bd_hint(err,
                "one metric at a time: benchdoc %s %s %.*s; a %s of benchdoc.yml can hold several",
                t->kind->command, t->files.items[0], (int)first.len, first.ptr, t->kind->command);
        return bd_fail(err, BD_ERR_USAGE, "'%s' names no one metric", words);
    }
    return true;
}

static bool read_files(bd_asked *t, const char *format, bd_error *err)
{
    bd_read_options how = { .format = format };
    t->none = bd_config_empty();
    t->config = t->none;
    return parse_query(t, false, &t->query, err) && check_words(t, &t->query, err)
           && bd_check_named(t->ctx, t->kind->command, &t->files)
           && bd_read_named(t->ctx, &t->files, &how, &t->runs)
           && bd_observe(t->none, &t->runs, &t->observations, &t->ctx->found);
}

static bool fail_unknown(const bd_asked *t, const char *name, bd_error *err)
{
    const bd_config *config = t->config;
    const char *command = t->kind->command;
    bd_names names = { 0 };
    t->kind->names(config, &names);
    for (size_t i = 0; i < config->input_count; i++)
        bd_names_add(&names, config->inputs[i].name.text);
    const char *nearest = bd_nearest(bd_str_of(name), names.items, names.count);
    if (nearest)
        bd_hint(err, "did you mean `benchdoc %s %s`?", command, nearest);
    else
        bd_hint(err, "name a result file, or a %s or an input of benchdoc.yml", command);
    bd_names_release(&names);
    return bd_fail(err, BD_ERR_USAGE, "'%s' is no file, and no %s and no input of %s", name,
                   command, config->file);
}

/* A thing of the configuration, or a query over one of its inputs. */
static bool read_project(bd_asked *t, bd_error *err)
{
    const char *text = bd_buf_text(&t->query_text);
    t->config = t->project.config;
    const char *from = t->kind->from(t->config, text);
    if (from) {
        t->name = text;
        text = from;
    }
    if (!bd_query_parse(bd_str_of(text), true, &t->arena, &t->query, err))
        return false;
    if (!t->query.suite || !bd_config_input(t->config, t->query.suite))
        return fail_unknown(t, t->query.suite ? t->query.suite : text, err);
    return bd_read_project(t->ctx, &t->project, t->query.suite, &t->runs)
           && bd_observe(t->config, &t->runs, &t->observations, &t->ctx->found);
}

bool bd_asked_read(bd_asked *t, const bd_arguments *words, const char *format, bd_error *err)
{
    sort_words(t, words);
    if (t->files.count > 0)
        return read_files(t, format, err);
    if (!bd_project_open(t->ctx, false, &t->project, err))
        return false;
    if (t->project.configured)
        return read_project(t, err);
    bd_hint(err, "benchdoc %s results.json %s", t->kind->command, bd_buf_text(&t->query_text));
    bd_fail(err, BD_ERR_INPUT, "no such file, and no benchdoc.yml whose %s it could be",
            t->kind->command);
    return bd_error_in_file(err, bd_buf_text(&t->query_text));
}

/* ---- suites ---- */

static void list_suites(const bd_runs *runs, bd_names *out)
{
    for (size_t r = 0; r < runs->count; r++) {
        size_t i = 0;
        while (i < out->count && strcmp(out->items[i], runs->items[r]->suite) != 0)
            i++;
        if (i == out->count)
            bd_names_add(out, runs->items[r]->suite);
    }
}

static void move(bd_diagnostics *from, bd_diagnostics *to)
{
    for (size_t i = 0; i < from->count; i++)
        bd_diagnostics_add(to, from->items[i].severity, &from->items[i].error);
    bd_diagnostics_release(from);
    *from = (bd_diagnostics){ 0 };
}

bool bd_asked_each_suite(bd_asked *t, bd_asked_build build, void *state)
{
    bd_view view = bd_asked_view(t);
    bd_names suites = { 0 };
    list_suites(&t->runs, &suites);
    if (suites.count < 2) {
        bd_names_release(&suites);
        return build(state, &view, &t->query, NULL);
    }
    bd_diagnostics kept = t->ctx->found, wrong = BD_DIAGNOSTICS_INIT, left = BD_DIAGNOSTICS_INIT;
    size_t count = 0;
    for (size_t i = 0; i < suites.count; i++) {
        bd_query own = t->query;
        bd_error err = BD_ERROR_INIT;
        own.suite = suites.items[i];
        t->ctx->found = (bd_diagnostics){ 0 };
        if (build(state, &view, &own, own.suite)) {
            count++;
            move(&t->ctx->found, &kept);
            continue;
        }
        bd_fail(&err, BD_ERR_USAGE, "%s is left out: %s", own.suite,
                t->ctx->found.count > 0 ? t->ctx->found.items[0].error.message : "nothing to show");
        bd_diagnostics_add(&left, BD_NOTE, &err);
        move(&t->ctx->found, &wrong);
    }
    move(count > 0 ? &left : &wrong, &kept);
    bd_diagnostics_release(&left);
    bd_diagnostics_release(&wrong);
    bd_names_release(&suites);
    t->ctx->found = kept;
    return count > 0;
}

void bd_asked_release(bd_asked *t)
{
    bd_observations_release(&t->observations);
    bd_runs_release(&t->runs);
    bd_config_free(t->none);
    bd_project_close(&t->project);
    bd_arena_release(&t->arena);
    bd_buf_release(&t->query_text);
    bd_arguments_release(&t->files);
}
