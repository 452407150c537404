/* The two sides of a comparison: see sides.h. */
#include "cli/sides.h"

#include "cli/sides_past.h"
#include "cli/sources.h"

#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

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
    return bd_opt_percent(s->asked->least, "least", &s->options.least, err)
           && read_share(s->asked->alpha, &s->options.alpha, err);
}

/* ---- words of the command line ---- */

static bool is_condition(const char *word)
{
    return strpbrk(word, "=<>") != NULL && !bd_file_exists(word);
}

/* The shell has taken the quotes off: a value with blanks gets them back. A word that is no
 * condition is a metric. */
static void add_word(bd_buf *out, const char *word)
{
    const char *op = strpbrk(word, "=<>");
    size_t name = op ? (size_t)(op - word) + strspn(op, "=<>") : 0;
    bd_buf_puts(out, out->len > 0 ? " " : "");
    if (name > 0 && (strpbrk(word, "\"|") || !strpbrk(word + name, " \t"))) {
        bd_buf_puts(out, word); /* as the language has it */
        return;
    }
    if (name > 0)
        bd_buf_add(out, word, name);
    else
        bd_buf_puts(out, "metric=");
    bd_query_put_word(bd_str_of(word + name), out);
}

static bool read_query(bd_sides *s, const bd_arguments *words, size_t from, bd_error *err)
{
    for (size_t i = from; i < words->count; i++)
        add_word(&s->query_text, words->items[i]);
    if (s->query_text.len == 0)
        return true;
    s->options.query = &s->query;
    if (bd_query_parse(bd_buf_str(&s->query_text), false, &s->arena, &s->query, err))
        return true;
    err->code = err->code == BD_ERR_CONFIG ? BD_ERR_USAGE : err->code;
    return false;
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
        return bd_sides_files(s, &word, 1, files);
    return bd_past_named(s, word, files == &s->bases, chosen, count, err);
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
    bool named = o->base.count > 0 || o->baseline;
    if (o->bundle && (sides > 0 || named || o->head.count > 0)) {
        bd_hint(err, "a bundle has its head, and often its base");
        return bd_fail(err, BD_ERR_USAGE, "a side is named beside the bundle");
    }
    if (sides == 0 || (!named && o->head.count == 0))
        return true;
    if (sides == 1 && !named)
        return true; /* BASE, and --head */
    bd_hint(err, "--base a.json --head b.json, or a.json b.json");
    return bd_fail(err, BD_ERR_USAGE, "a side is named twice");
}

static bool read_head(bd_sides *s, const bd_arguments *words, size_t sides, size_t *heads,
                      bd_error *err)
{
    const bd_side_options *o = s->asked;
    if (o->bundle)
        return true;
    if (o->head.count > 0)
        return bd_sides_files(s, o->head.items, o->head.count, &s->heads);
    if (sides > 1)
        return read_word(s, words->items[1], &s->heads, &s->chosen_heads, heads, err);
    return bd_sides_inputs(s, err);
}

static bool read_base(bd_sides *s, const bd_arguments *words, size_t sides, size_t *bases,
                      bd_error *err)
{
    const bd_side_options *o = s->asked;
    bool ok = true, files = o->base.count > 0 || o->baseline;
    s->names_base = sides > 0 || files || s->bases.count > 0;
    if (o->base.count > 0)
        ok = bd_sides_files(s, o->base.items, o->base.count, &s->bases);
    if (o->baseline)
        ok = bd_sides_files(s, &o->baseline, 1, &s->bases) && ok;
    if (!files && sides > 0)
        ok = read_word(s, words->items[0], &s->bases, &s->chosen_bases, bases, err);
    return ok;
}

static bool read_sides(bd_sides *s, const bd_arguments *words, size_t sides, bd_error *err)
{
    size_t heads = 0, bases = 0;
    bool ok = read_head(s, words, sides, &heads, err);
    s->chosen_head_count = heads;
    ok = ok && read_base(s, words, sides, &bases, err);
    s->heads_are_inputs = s->asked->head.count == 0 && !s->asked->bundle && sides < 2
                          && !s->is_partial;
    if (ok && s->asked->suite) {
        keep_suite(&s->heads, s->asked->suite);
        keep_suite(&s->bases, s->asked->suite);
    }
    if (ok && !s->asked->bundle)
        bd_sides_join_suites(s);
    if (ok)
        bd_past_prepare(s, s->chosen_heads      ? s->chosen_heads[0]
                           : s->heads.count > 0 ? s->heads.items[0]
                                                : NULL);
    if (ok) {
        fill_call(s, heads, bases);
        bd_sides_note_odd(s);
    }
    return ok;
}

/* Two named files need no past; everything else is chosen from it, or held against it. */
static bool needs_past(const bd_sides *s, const bd_arguments *words, size_t sides)
{
    const bd_side_options *o = s->asked;
    bool base = o->base.count > 0 || o->baseline || s->bases.count > 0
                || (sides > 0 && bd_file_exists(words->items[0]));
    bool head = o->head.count > 0 || o->bundle || (sides > 1 && bd_file_exists(words->items[1]));
    return !(base && head) || o->history;
}

bool bd_sides_read(bd_sides *s, const bd_arguments *words, bd_error *err)
{
    size_t sides = count_sides(words);
    bool ok = read_options(s, err) && check_words(s, sides, err) && read_query(s, words, sides, err)
              && bd_project_open(s->ctx, false, &s->project, err)
              && (!s->asked->bundle || bd_sides_bundle(s));
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

void bd_sides_note(bd_sides *s, const char *format, ...)
{
    bd_buf text = BD_BUF_INIT;
    va_list args;
    va_start(args, format);
    bd_buf_vprintf(&text, format, args);
    va_end(args);
    bd_names_add(&s->notes, bd_arena_text(&s->arena, bd_buf_str(&text)));
    bd_buf_release(&text);
}

bool bd_sides_check(const bd_sides *s, const bd_comparison *comparison, bd_error *err)
{
    if (comparison->row_count > 0 || !s->options.query)
        return true;
    bd_hint(err, "`benchdoc fields` lists the names and values that there are");
    return bd_fail(err, BD_ERR_USAGE, "no series fits %s", s->query_text.data);
}

void bd_sides_tell(const bd_sides *s, bd_comparison *comparison)
{
    if (s->call.past && s->past.count == 0 && !s->names_base)
        bd_comparison_note(comparison, "there is no history yet: `benchdoc ingest` or `benchdoc "
                                       "publish` keeps this run for the next");
    bd_sides_tell_renamed(s, comparison);
    for (size_t i = 0; i < s->notes.count; i++)
        bd_comparison_note(comparison, s->notes.items[i]);
}

void bd_sides_release(bd_sides *s)
{
    bd_error ignored = BD_ERROR_INIT; /* it was only read */
    bd_store_close(s->store, &ignored);
    bd_names_release(&s->notes);
    bd_runs_release(&s->heads);
    bd_runs_release(&s->bases);
    bd_runs_release(&s->past);
    bd_bundle_release(&s->bundle);
    bd_ancestry_release(&s->ancestry);
    bd_ancestry_release(&s->later);
    bd_names_release(&s->descendants);
    bd_names_release(&s->ancestors);
    bd_buf_release(&s->query_text);
    bd_project_close(&s->project);
    bd_arena_release(&s->arena);
}
