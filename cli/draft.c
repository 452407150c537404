/* What `init` writes into benchdoc.yml, tried out before it is written: see guess.h. */
#include "cli/guess.h"
#include "cli/yaml_out.h"
#include "core/json/json.h"
#include "core/query/query.h"
#include "render/view/view.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS_MAX = 12, ROWS_MANY = 60, VALUES_FEW = 50, NAME_MAX_BYTES = 40 };

/* One guess while it is tried out. */
typedef struct trial {
    bd_ctx *ctx;
    const bd_guess *guess;
    const char *name;    /* of the input */
    bd_buf input, table; /* YAML */
    bd_runs runs;
    size_t rows;
    bool says_machine, knows_cpu;
    bd_arena arena;
} trial;

/* ---- names ---- */

static bool says_nothing(const char *word)
{
    static const char *const words[] = { "results",
                                         "result",
                                         "benchmark",
                                         "benchmarks",
                                         "bench",
                                         "output",
                                         "report",
                                         "reports",
                                         "data",
                                         "jmh-result",
                                         "jmh-results",
                                         "jmh-report",
                                         "build",
                                         "target",
                                         "main",
                                         "unknown",
                                         "latest",
                                         "jmh-output",
                                         "log",
                                         "logs",
                                         "benchmark-results",
                                         "benchmark-result" };
    for (size_t i = 0; i < BD_COUNT(words); i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

/* A part of a path as a word, without its holes and its ending. */
static char *word_of(bd_arena *arena, bd_str part, bool is_file)
{
    bd_buf text = BD_BUF_INIT, slug = BD_BUF_INIT;
    bool hole = false;
    size_t to = part.len;
    while (is_file && to > 0 && part.ptr[to - 1] != '.')
        to--;
    to = is_file && to > 1 ? to - 1 : part.len;
    for (size_t i = 0; i < to; i++) {
        hole = part.ptr[i] == '{' || (hole && part.ptr[i] != '}');
        bd_buf_putc(&text, hole || part.ptr[i] == '}' ? ' ' : part.ptr[i]);
    }
    bd_slug(bd_buf_str(&text), &slug);
    size_t length = slug.len;
    while (length > NAME_MAX_BYTES) { /* whole words of it */
        length--;
        while (length > 0 && slug.data[length] != '-')
            length--;
    }
    length = length == 0 && slug.len > 0 ? NAME_MAX_BYTES : length;
    char *word = bd_arena_text(arena, bd_str_sub(bd_buf_str(&slug), 0, length));
    bd_buf_release(&text);
    bd_buf_release(&slug);
    return word;
}

static bool is_used(const bd_draft *draft, const char *name)
{
    for (size_t i = 0; i < draft->inputs.count; i++)
        if (strcmp(draft->inputs.items[i], name) == 0)
            return true;
    return false;
}

/* The file's name, else the folder's where the file's says nothing, else the format. */
static const char *choose_name(bd_draft *draft, const bd_guess *guess)
{
    bd_arena *arena = &draft->arena;
    bd_str file = bd_path_name(guess->pattern), folder = bd_path_directory(guess->pattern);
    const char *word = word_of(arena, file, true);
    if (says_nothing(word))
        word = word_of(arena, bd_path_name(bd_arena_text(arena, folder)), false);
    if (says_nothing(word) || !isalpha((unsigned char)word[0]))
        word = guess->format;
    const char *name = word;
    for (int i = 2; is_used(draft, name); i++)
        name = bd_arena_printf(arena, "%s-%d", word, i);
    return name;
}

/* ---- YAML ---- */

static void put_input(trial *t)
{
    bd_buf_printf(&t->input, "  %s:\n    files: ", t->name);
    bd_yaml_put_text(t->guess->pattern, &t->input);
    bd_buf_putc(&t->input, '\n');
    if (t->guess->newest)
        bd_buf_printf(&t->input, "    newest: %s   # the last of them; without it all are read\n",
                      t->guess->newest);
}

/* ---- comments that show the next step ---- */

/* A dimension of few values, to keep rows by. Of custom arrays the whole name is none. */
static const char *example_filter(trial *t, const bd_observations *all)
{
    const bd_observation *first = &all->items[0];
    for (size_t d = 0; d < first->dim_count; d++) {
        const bd_dim *dim = &first->dims[d];
        bd_names values = { 0 };
        for (size_t i = 0; i < all->count && values.count <= VALUES_FEW; i++) {
            const char *value = d < all->items[i].dim_count ? all->items[i].dims[d].value : "";
            size_t at = 0;
            while (at < values.count && strcmp(values.items[at], value) != 0)
                at++;
            if (at == values.count)
                bd_names_add(&values, value);
        }
        bool good = values.count > 1 && values.count <= VALUES_FEW
                    && !strpbrk(dim->name, " =<>!|\"") && !strpbrk(dim->value, " =<>!|\"#:");
        bd_names_release(&values);
        if (good)
            return bd_arena_printf(&t->arena, "%s=%s", dim->name, dim->value);
    }
    return NULL;
}

static void put_many_rows(trial *t, const bd_observations *all)
{
    const char *filter = example_filter(t, all);
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text, "  # %zu rows. ", t->rows);
    if (filter)
        bd_buf_printf(&text, "Keep some of them with a condition: from: %s %s\n", t->name, filter);
    else
        bd_buf_printf(&text,
                      "With `name:` at the input, parts of the names can be kept: "
                      "from: %s part1=…\n",
                      t->name);
    bd_buf_put_str(&text, bd_buf_str(&t->table));
    bd_buf_release(&t->table);
    t->table = text;
    bd_note(t->ctx, "%s: %zu rows; see the comment at its table about keeping some of them",
            t->name, t->rows);
}

/* The one key that makes tables of custom arrays readable, made from the real names. */
static void put_name_example(trial *t)
{
    bd_names names = { 0 };
    bd_buf pattern = BD_BUF_INIT;
    for (size_t r = 0; r < t->runs.count; r++)
        for (size_t p = 0; p < t->runs.items[r]->point_count; p++)
            bd_names_add(&names, t->runs.items[r]->points[p].benchmark);
    if (names.count > 0 && strcmp(t->guess->format, "custom") == 0
        && bd_guess_name_pattern(&names, &pattern)) {
        bd_buf_puts(&t->input, "    # Parts of the names as columns, as in ");
        bd_json_quote(bd_str_of(names.items[0]), &t->input);
        bd_buf_puts(&t->input, ":\n    # name: ");
        bd_json_quote(bd_buf_str(&pattern), &t->input);
        bd_buf_putc(&t->input, '\n');
    }
    bd_names_release(&names);
    bd_buf_release(&pattern);
}

/* ---- trying out ---- */

static bool read_files(trial *t, bd_config *config)
{
    bd_found_files files = { 0 };
    bd_project project = { .config = config, .root = ".", .configured = true };
    bd_error err = BD_ERROR_INIT;
    bool ok = bd_files_find(".", bd_str_of(t->guess->pattern), &files, &err) && files.count > 0;
    if (!ok)
        bd_diagnostics_add(&t->ctx->found, BD_ERROR, &err);
    if (t->guess->newest)
        bd_files_keep_newest(&files, t->guess->newest);
    for (size_t i = 0; ok && i < files.count; i++)
        ok = bd_read_input_file(t->ctx, &project, &config->inputs[0], files.items[i].path,
                                &files.items[i].holes, &t->runs);
    for (size_t i = 0; ok && i < t->runs.count; i++)
        if (t->runs.items[i]->outcome != BD_OUTCOME_OK) {
            bd_fail(&err, BD_ERR_INPUT, "the run is incomplete");
            bd_error_in_file(&err, t->runs.items[i]->files[0].path);
            bd_diagnostics_add(&t->ctx->found, BD_ERROR, &err);
            ok = false;
        }
    bd_found_files_release(&files);
    bd_arena_release(&project.arena);
    return ok;
}

static bd_config *parse(trial *t, bool with_table)
{
    bd_buf text = BD_BUF_INIT;
    bd_config *config = NULL;
    bd_buf_printf(&text, "version: 1\ninputs:\n%s", bd_buf_text(&t->input));
    if (with_table)
        bd_buf_printf(&text, "tables:\n%s", bd_buf_text(&t->table));
    bd_config_parse(bd_buf_str(&text), "benchdoc.yml", &config, &t->ctx->found);
    bd_buf_release(&text);
    return config;
}

/* The layout of the input's table, as YAML. */
static bool lay_out(trial *t, const bd_view *view, bool missing)
{
    bd_query query = { .suite = t->name };
    bd_table_config table;
    if (!bd_view_layout(view, &query, (bd_place){ "benchdoc.yml", 0, 0 }, &table))
        return false;
    bd_buf_clear(&t->table);
    bd_yaml_put_table(t->name, t->name, &table, missing, &t->table);
    return true;
}

/* Builds the table that the YAML describes. */
static bool build(trial *t, const bd_observations *observations, bd_table *out)
{
    bd_config *config = parse(t, true);
    bd_view view = {
        .config = config, .observations = observations, .arena = &t->arena, .found = &t->ctx->found
    };
    bool ok = config && bd_view_table(&view, &config->tables[0], out);
    bd_config_free(config);
    return ok;
}

static void look_for_machine(trial *t, const bd_view *view)
{
    bd_table environment;
    bd_diagnostics kept = t->ctx->found;
    t->ctx->found = (bd_diagnostics){ 0 };
    t->says_machine = bd_view_environment(view, bd_str_of(t->name), (bd_place){ "", 0, 0 },
                                          &environment);
    t->knows_cpu = true;
    for (size_t i = 0; i < t->runs.count; i++)
        t->knows_cpu = t->knows_cpu && bd_pairs_get(&t->runs.items[i]->environment, "cpu");
    bd_diagnostics_release(&t->ctx->found);
    t->ctx->found = kept;
}

static bool try_out(trial *t)
{
    bd_observations observations = BD_OBSERVATIONS_INIT;
    bd_table table = { 0 };
    put_input(t);
    bd_config *config = parse(t, false);
    bd_view view = {
        .config = config, .observations = &observations, .arena = &t->arena, .found = &t->ctx->found
    };
    bool ok = config && read_files(t, config)
              && bd_observe(config, &t->runs, &observations, &t->ctx->found)
              && lay_out(t, &view, true) && build(t, &observations, &table);
    if (ok && !bd_table_has_missing(&table)) /* then an empty cell shall be an error from now on */
        ok = lay_out(t, &view, false) && build(t, &observations, &table);
    if (ok) {
        look_for_machine(t, &view);
        put_name_example(t);
        t->rows = table.row_count;
    }
    if (ok && t->rows > ROWS_MANY)
        put_many_rows(t, &observations);
    bd_observations_release(&observations);
    bd_config_free(config);
    return ok;
}

/* @param why  set to the first error */
static bool add(bd_ctx *ctx, bd_draft *draft, const bd_guess *guess, bd_error *why)
{
    trial t = { .ctx = ctx, .guess = guess, .name = choose_name(draft, guess) };
    bd_diagnostics kept = ctx->found;
    ctx->found = (bd_diagnostics){ 0 };
    bool ok = try_out(&t);
    for (size_t i = 0; i < ctx->found.count && why->code == BD_OK; i++)
        if (ctx->found.items[i].severity == BD_ERROR)
            *why = ctx->found.items[i].error;
    bd_diagnostics_release(&ctx->found);
    ctx->found = kept;
    if (ok) {
        bd_names_add(&draft->inputs, t.name);
        bd_names_add(&draft->patterns, bd_arena_strdup(&draft->arena, guess->pattern));
        bd_buf_put_str(&draft->inputs_yaml, bd_buf_str(&t.input));
        bd_buf_put_str(&draft->tables_yaml, bd_buf_str(&t.table));
        if (t.says_machine)
            bd_names_add(&draft->machines, t.name);
        if (!t.knows_cpu && !draft->without_cpu)
            draft->without_cpu = t.name;
    }
    bd_runs_release(&t.runs);
    bd_buf_release(&t.input);
    bd_buf_release(&t.table);
    bd_arena_release(&t.arena);
    return ok;
}

static void add_single(bd_ctx *ctx, bd_draft *draft, const bd_guess *guess)
{
    bd_error why = BD_ERROR_INIT;
    if (draft->inputs.count >= INPUTS_MAX) {
        draft->left_out++;
        return;
    }
    if (strpbrk(guess->pattern, "{}*:")) { /* these mean something in a path */
        bd_fail(&why, BD_ERR_INPUT, "left out: the name has {, }, * or : in it");
        bd_error_in_file(&why, guess->pattern);
    } else if (add(ctx, draft, guess, &why)) {
        return;
    }
    bd_diagnostics_add(&ctx->found, BD_WARNING, &why);
}

void bd_draft_make(bd_ctx *ctx, const bd_guesses *guesses, bd_draft *out)
{
    *out = (bd_draft){ 0 };
    for (size_t i = 0; i < guesses->unread.count; i++)
        bd_diagnostics_add(&ctx->found, BD_NOTE, &guesses->unread.items[i].error);
    for (size_t i = 0; i < guesses->count; i++) {
        const bd_guess *guess = &guesses->items[i];
        bd_error ignored = BD_ERROR_INIT;
        bd_guesses singles = { 0 };
        if (guess->files.count == 1) {
            add_single(ctx, out, guess);
            continue;
        }
        if (out->inputs.count < INPUTS_MAX && add(ctx, out, guess, &ignored))
            continue;
        bd_guess_split(guess, &singles);
        for (size_t s = 0; s < singles.count; s++)
            add_single(ctx, out, &singles.items[s]);
        bd_guesses_release(&singles);
    }
}

void bd_draft_config(const bd_draft *draft, const char *document, bd_buf *out)
{
    bd_buf_puts(out, "# Which results the documents show, and how. `benchdoc generate` fills the\n"
                     "# documents' regions; `benchdoc generate --check` proves them in CI.\n"
                     "version: 1\ndocuments: ");
    bd_yaml_put_text(document, out);
    bd_buf_puts(out, "\n\ninputs:   # {name} in a path stands for what differs and can be a column;"
                     " * differs, too\n");
    bd_buf_put_str(out, bd_buf_str(&draft->inputs_yaml));
    bd_buf_puts(out, "\ntables:   # `benchdoc fields` lists what per: and columns: can name\n");
    bd_buf_put_str(out, bd_buf_str(&draft->tables_yaml));
    bd_buf_puts(out, "\n# Next: keep rows (from: NAME size>100), convert ({score in ms/op}), round"
                     " ({score:0.00}),\n# name things (titles: and labels:); see `benchdoc help"
                     " queries` and `benchdoc help templates`.\n");
}

void bd_draft_release(bd_draft *draft)
{
    bd_names_release(&draft->inputs);
    bd_names_release(&draft->patterns);
    bd_names_release(&draft->machines);
    bd_buf_release(&draft->inputs_yaml);
    bd_buf_release(&draft->tables_yaml);
    bd_arena_release(&draft->arena);
    *draft = (bd_draft){ 0 };
}
