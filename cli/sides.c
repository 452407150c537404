/* The two sides of a comparison: see sides.h. */
#include "cli/sides.h"

#include "cli/sides_past.h"
#include "cli/sources.h"

#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

static bool read_percent(const char *text, const char *option, double *out, bd_error *err)
{
    bd_number number;
    bd_str unit;
    if (!text)
        return true;
    if (bd_quantity_parse(bd_str_of(text), &number, &unit)) {
        unit = bd_str_trim(unit);
        *out = bd_number_as_double(number);
        if (*out >= 0 && (unit.len == 0 || bd_str_is(unit, "%")))
            return true;
    }
    bd_hint(err, "--%s 5%%", option);
    return bd_fail(err, BD_ERR_USAGE, "--%s takes a percentage, not '%s'", option, text);
}

static bool read_share(const char *text, double *out, bd_error *err)
{
    if (!text)
        return true;
    if (bd_double_parse(bd_str_of(text), out) && *out > 0 && *out < 1)
        return true;
    bd_hint(err, "--alpha 0.01");
    return bd_fail(err, BD_ERR_USAGE, "--alpha takes a share between 0 and 1, not '%s'", text);
}

static bool read_options(bd_sides *s, bd_error *err)
{
    static const char *const places[] = { "store", "branch", "none" };
    const char *history = s->asked->history;
    s->options = (bd_compare_options)BD_COMPARE_OPTIONS_INIT;
    s->options.accept_machine = s->asked->accept_machine;
    bool known = !history;
    for (size_t i = 0; i < BD_COUNT(places); i++)
        known = known || strcmp(history, places[i]) == 0;
    if (!known) {
        bd_hint(err, "--history store, --history branch, or --history none");
        return bd_fail(err, BD_ERR_USAGE, "--history does not know '%s'", history);
    }
    return read_percent(s->asked->least, "least", &s->options.least, err)
           && read_share(s->asked->alpha, &s->options.alpha, err);
}

/* ---- words of the command line ---- */

static bool is_condition(const char *word)
{
    return strpbrk(word, "=<>") != NULL && !bd_file_exists(word);
}

static bool read_query(bd_sides *s, const bd_arguments *words, size_t from, bd_error *err)
{
    for (size_t i = from; i < words->count; i++)
        bd_buf_printf(&s->query_text, "%s%s", i > from ? " " : "", words->items[i]);
    if (s->query_text.len == 0)
        return true;
    s->options.query = &s->query;
    return bd_query_parse(bd_buf_str(&s->query_text), false, &s->arena, &s->query, err);
}

static bool read_files(bd_sides *s, const char *const *paths, size_t count, bd_runs *runs)
{
    bd_arguments files = { .items = (const char **)(size_t)paths, .count = count };
    const char *suite = s->asked->suite;
    const bd_input *input = suite ? bd_config_input(s->project.config, suite) : NULL;
    bd_pairs environment = { 0 };
    bd_read_options how = { .format = s->asked->format,
                            .suite = suite,
                            .environment = &environment };
    if (input) { /* what the configuration says of its own files */
        bd_input_environment(input, &s->arena, &environment);
        how.format = how.format ? how.format : input->format.text;
        how.direction = input->direction.text;
    }
    return bd_check_named(s->ctx, s->command, &files) && bd_read_named(s->ctx, &files, &how, runs);
}

static void keep_suite(bd_runs *runs, const char *suite)
{
    size_t kept = 0;
    for (size_t i = 0; i < runs->count; i++)
        if (strcmp(runs->items[i]->suite, suite) == 0)
            runs->items[kept++] = runs->items[i];
        else
            bd_run_free(runs->items[i]);
    runs->count = kept;
}

/* One side that a word names: a file, or runs of the past. */
static bool read_word(bd_sides *s, const char *word, bd_runs *files, const bd_run ***chosen,
                      size_t *count, bd_error *err)
{
    if (bd_file_exists(word) || strcmp(word, "-") == 0 || strchr(word, '/')
        || bd_str_ends(bd_str_of(word), ".json") || bd_str_ends(bd_str_of(word), ".txt"))
        return read_files(s, &word, 1, files);
    return bd_past_named(s, word, chosen, count, err);
}

/* ---- the head ---- */

static bool read_inputs(bd_sides *s, bd_error *err)
{
    if (!s->project.configured) {
        bd_hint(err, "benchdoc %s old.json new.json", s->command);
        return bd_fail(err, BD_ERR_USAGE,
                       "nothing says what is to be compared: there is no "
                       "benchdoc.yml, and no two files are named");
    }
    if (!bd_read_project(s->ctx, &s->project, s->asked->suite, &s->heads))
        return false;
    if (s->heads.count > 0)
        return true;
    bd_hint(err, "run the benchmark first");
    return bd_fail(err, BD_ERR_INPUT, "the inputs of benchdoc.yml have no results here");
}

/* Results of the inputs that say no commit are of the one that is checked out. */
static void fill_call(bd_sides *s, size_t heads, size_t bases)
{
    bool from_past = s->chosen_heads != NULL;
    s->call = (bd_compare_call){
        .config = s->project.config,
        .heads = from_past ? s->chosen_heads : (const bd_run *const *)s->heads.items,
        .head_count = from_past ? heads : s->heads.count,
        .past = s->from.run_count > 0 || !s->names_base ? &s->from : NULL,
        .options = &s->options,
    };
    if (!s->names_base)
        return;
    s->call.bases = s->chosen_bases ? s->chosen_bases : (const bd_run *const *)s->bases.items;
    s->call.base_count = s->chosen_bases ? bases : s->bases.count;
}

static size_t count_sides(const bd_arguments *words)
{
    size_t count = 0;
    while (count < words->count && count < 2 && !is_condition(words->items[count]))
        count++;
    return count;
}

static bool check_words(const bd_sides *s, size_t sides, bd_error *err)
{
    const bd_side_options *o = s->asked;
    if (sides == 0 || (o->base.count == 0 && o->head.count == 0))
        return true;
    if (sides == 1 && o->base.count == 0)
        return true; /* BASE, and --head */
    bd_hint(err, "--base a.json --head b.json, or a.json b.json");
    return bd_fail(err, BD_ERR_USAGE, "a side is named twice");
}

static bool read_sides(bd_sides *s, const bd_arguments *words, size_t sides, bd_error *err)
{
    size_t heads = 0, bases = 0;
    const bd_side_options *o = s->asked;
    bool ok = true;
    s->names_base = sides > 0 || o->base.count > 0;
    if (o->base.count > 0)
        ok = read_files(s, o->base.items, o->base.count, &s->bases);
    else if (sides > 0)
        ok = read_word(s, words->items[0], &s->bases, &s->chosen_bases, &bases, err);
    if (o->head.count > 0)
        ok = read_files(s, o->head.items, o->head.count, &s->heads) && ok;
    else if (sides > 1)
        ok = read_word(s, words->items[1], &s->heads, &s->chosen_heads, &heads, err) && ok;
    else
        ok = ok && read_inputs(s, err);
    s->heads_are_inputs = o->head.count == 0 && sides < 2;
    if (ok && s->asked->suite) {
        keep_suite(&s->heads, s->asked->suite);
        keep_suite(&s->bases, s->asked->suite);
    }
    if (ok)
        bd_past_prepare(s, s->chosen_heads      ? s->chosen_heads[0]
                           : s->heads.count > 0 ? s->heads.items[0]
                                                : NULL);
    if (ok)
        fill_call(s, heads, bases);
    return ok;
}

/* Two named files need no past; everything else is chosen from it, or held against it. */
static bool needs_past(const bd_sides *s, const bd_arguments *words, size_t sides)
{
    const bd_side_options *o = s->asked;
    bool base = o->base.count > 0 || (sides > 0 && bd_file_exists(words->items[0]));
    bool head = o->head.count > 0 || (sides > 1 && bd_file_exists(words->items[1]));
    return !(base && head) || o->history;
}

bool bd_sides_read(bd_sides *s, const bd_arguments *words, bd_error *err)
{
    size_t sides = count_sides(words);
    bool ok = read_options(s, err) && check_words(s, sides, err) && read_query(s, words, sides, err)
              && bd_project_open(s->ctx, false, &s->project, err);
    if (ok && needs_past(s, words, sides))
        ok = bd_past_read(s, err);
    return ok && read_sides(s, words, sides, err);
}

bool bd_sides_read_past(bd_sides *s, bd_error *err)
{
    if (!read_options(s, err) || !bd_project_open(s->ctx, false, &s->project, err)
        || !bd_past_read(s, err))
        return false;
    s->names_base = true; /* nothing is chosen here: what git does not know need not be said */
    bd_past_prepare(s, NULL);
    return true;
}

void bd_sides_release(bd_sides *s)
{
    bd_runs_release(&s->heads);
    bd_runs_release(&s->bases);
    bd_runs_release(&s->past);
    bd_names_release(&s->ancestors);
    bd_buf_release(&s->query_text);
    bd_project_close(&s->project);
    bd_arena_release(&s->arena);
}
