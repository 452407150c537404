/* Inputs that are named by a git ref, "gh-pages:dev/bench/{cpu}/data.js": read from the
 * repository that holds the project, and only when somebody asks (--refresh). What a
 * branch says today is no function of the work tree, so it comes from the lock else. */
#include "cli/generate.h"
#include "core/git/git.h"
#include "ingest/ingest.h"

#include <string.h>

enum { SHORT_ID = 7 };

/* One input while it is read. */
typedef struct refs {
    bd_ctx *ctx;
    bd_project *project;
    const bd_input *input;
    bd_repository *repository;
    bd_found_files files; /* paths as shown: "gh-pages:dev/bench/x/data.js" */
} refs;

bool bd_input_takes_ref(const bd_input *input, const char *shown)
{
    bool fits = false;
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < input->files.count && !fits; i++) {
        const char *pattern = input->files.items[i].text;
        size_t at = bd_config_path_after_ref(pattern);
        bd_pairs holes = { 0 };
        fits = at > 0 && strncmp(pattern, shown, at) == 0
               && bd_files_match(bd_str_of(pattern + at), shown + at, &arena, &holes);
    }
    bd_arena_release(&arena);
    return fits;
}

static bool report(refs *r, bd_scalar pattern, bd_error *err)
{
    bd_error_at(err, r->project->config->file, pattern.line, pattern.column);
    bd_diagnostics_add(&r->ctx->found, BD_ERROR, err);
    return false;
}

/* `publish:` says where benchdoc puts which lane's history: a part of the path that the
 * input leaves open has its name there ("dev/bench/{cpu}/data.js"). */
static void add_published_holes(refs *r, const char *path, bd_pairs *holes)
{
    const bd_entries *to = &r->project->config->publish.to;
    for (size_t i = 0; i < to->count; i++) {
        bd_pairs more = { 0 };
        if (!bd_files_match(bd_str_of(to->items[i].value.text), path, &r->files.arena, &more))
            continue;
        for (size_t k = 0; k < more.count; k++)
            if (!bd_pairs_get(holes, more.items[k].key))
                bd_pairs_set(holes, &r->files.arena, bd_str_of(more.items[k].key),
                             bd_str_of(more.items[k].value));
        return;
    }
}

static bool is_branch_of_publish(const refs *r, bd_str ref)
{
    bd_str branch = bd_str_of(r->project->config->publish.branch.text);
    return bd_str_eq(ref, branch)
           || (ref.len > branch.len && ref.ptr[ref.len - branch.len - 1] == '/'
               && bd_str_eq(bd_str_sub(ref, ref.len - branch.len, ref.len), branch));
}

static bool is_known(const refs *r, const char *shown)
{
    for (size_t i = 0; i < r->files.count; i++)
        if (strcmp(r->files.items[i].path, shown) == 0)
            return true;
    return false;
}

/* Adds the files of the commit that the pattern fits. */
static void add_files(refs *r, bd_str ref, const bd_pattern *pattern, const bd_names *paths,
                      const char *commit)
{
    bd_arena *arena = &r->files.arena;
    for (size_t i = 0; i < paths->count; i++) {
        bd_found_file file = { 0 };
        if (!bd_pattern_match(pattern, bd_str_of(paths->items[i]), arena, &file.holes))
            continue;
        file.path = bd_arena_printf(arena, "%.*s:%s", (int)ref.len, ref.ptr, paths->items[i]);
        if (is_known(r, file.path))
            continue;
        if (is_branch_of_publish(r, ref))
            add_published_holes(r, paths->items[i], &file.holes);
        bd_pairs_set(&file.holes, arena, BD_STR(BD_REF_COMMIT), bd_str_of(commit));
        bd_found_files *all = &r->files;
        all->items = bd_grow(all->items, all->count, &all->capacity, sizeof *all->items);
        all->items[all->count++] = file;
    }
}

static bool find_pattern(refs *r, bd_scalar pattern)
{
    size_t at = bd_config_path_after_ref(pattern.text);
    char commit[41];
    bd_error err = BD_ERROR_INIT;
    bd_names paths = { 0 };
    bd_str ref = { pattern.text, at - 1 };
    bd_pattern *compiled = bd_pattern_compile(bd_str_of(pattern.text + at), BD_PATTERN_PATH, &err);
    bool ok = compiled
              && bd_repository_resolve(r->repository, bd_arena_text(&r->files.arena, ref), commit,
                                       &err)
              && bd_repository_files(r->repository, commit, &r->files.arena, &paths, &err);
    size_t before = r->files.count;
    if (ok)
        add_files(r, ref, compiled, &paths, commit);
    if (ok && r->files.count == before) {
        bd_hint(&err, "git ls-tree -r --name-only %.*s", SHORT_ID, commit);
        ok = bd_fail(&err, BD_ERR_INPUT, "input '%s': no file of %.*s (commit %.*s) fits '%s'",
                     r->input->name.text, (int)ref.len, ref.ptr, SHORT_ID, commit,
                     pattern.text + at);
    }
    if (ok)
        bd_note(r->ctx, "%s: %zu file%s of %.*s at %.*s", r->input->name.text,
                r->files.count - before, r->files.count - before == 1 ? "" : "s", (int)ref.len,
                ref.ptr, SHORT_ID, commit);
    bd_pattern_free(compiled);
    bd_names_release(&paths);
    return ok || report(r, pattern, &err);
}

/* Nothing lies beside it: environment.txt would speak of one run, and here are many. */
static bool read_file(refs *r, const bd_found_file *found, bd_runs *runs)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_buf bytes = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_pairs environment = { 0 };
    const bd_input *input = r->input;
    const char *path = found->path + bd_config_path_after_ref(found->path);
    bd_input_environment(input, &arena, &environment);
    bool ok = bd_repository_read(r->repository, bd_pairs_get(&found->holes, BD_REF_COMMIT), path,
                                 &bytes, &err);
    if (ok) {
        bd_ingest_file file = { found->path, bd_buf_str(&bytes) };
        bd_ingest_input in = { .file = &file,
                               .format = input->format.text,
                               .suite = input->name.text,
                               .direction = input->direction.text,
                               .environment = &environment,
                               .facts = &found->holes };
        ok = bd_ingest(&in, runs, &r->ctx->found);
    } else {
        bd_diagnostics_add(&r->ctx->found, BD_ERROR, &err);
    }
    bd_buf_release(&bytes);
    bd_arena_release(&arena);
    return ok;
}

bool bd_read_ref_input(bd_ctx *ctx, bd_project *project, const bd_input *input, bd_runs *runs)
{
    refs r = { .ctx = ctx, .project = project, .input = input };
    bd_error err = BD_ERROR_INIT;
    bool ok = true;
    r.repository = bd_repository_open(project->root, &err);
    if (!r.repository)
        return report(&r, input->files.items[0], &err);
    for (size_t i = 0; i < input->files.count; i++)
        if (bd_config_path_after_ref(input->files.items[i].text) > 0)
            ok = find_pattern(&r, input->files.items[i]) && ok;
    if (input->newest.text)
        bd_files_keep_newest(&r.files, input->newest.text);
    for (size_t i = 0; ok && i < r.files.count; i++)
        ok = read_file(&r, &r.files.items[i], runs);
    bd_found_files_release(&r.files);
    bd_repository_close(r.repository);
    return ok;
}

/* ---- what the lock does not hold ---- */

static bool begins_with_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    return text && strncmp(text, word, n) == 0 && (text[n] == '\0' || text[n] == ' ');
}

static bool value_uses(const bd_config *config, const char *name, const char *suite)
{
    const bd_value_config *v = bd_config_value(config, name);
    if (!v)
        return false;
    for (size_t i = 0; i < v->ratio.count; i++) {
        const bd_value_config *part = bd_config_value(config, v->ratio.items[i].text);
        if (part && begins_with_word(part->from.text, suite))
            return true;
    }
    return begins_with_word(v->from.text, suite);
}

static bool is_shown(const bd_config *config, const bd_documents *documents, const char *suite)
{
    for (size_t d = 0; d < documents->count; d++)
        for (size_t i = 0; i < documents->items[d].regions.count; i++) {
            const bd_region *region = &documents->items[d].regions.items[i];
            const bd_table_config *table = bd_region_table(config, region);
            if (begins_with_word(region->arguments, suite)
                || (table && begins_with_word(table->from.text, suite))
                || value_uses(config, region->arguments, suite))
                return true;
        }
    return false;
}

static bool is_gathered(const bd_gathered *gathered, const char *suite)
{
    for (size_t i = 0; i < gathered->all.count; i++)
        if (strcmp(gathered->all.items[i]->suite, suite) == 0)
            return true;
    return false;
}

bool bd_refuse_unread_refs(bd_ctx *ctx, const bd_generation *g)
{
    const bd_config *config = g->project.config;
    bool ok = true;
    for (size_t i = 0; i < config->input_count; i++) {
        const bd_input *input = &config->inputs[i];
        if (!bd_input_is_ref(input) || is_gathered(&g->gathered, input->name.text)
            || !is_shown(config, &g->documents, input->name.text))
            continue;
        bd_error err = BD_ERROR_INIT;
        bd_scalar pattern = input->files.items[0];
        bd_fail(&err, BD_ERR_INPUT, "input '%s' is read from git, and %s holds nothing of it",
                input->name.text, BD_LOCK_NAME);
        bd_hint(&err, "`benchdoc generate --refresh` reads %s", pattern.text);
        bd_error_at(&err, config->file, pattern.line, pattern.column);
        bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
        ok = false;
    }
    return ok;
}

void bd_tell_locked_refs(bd_ctx *ctx, const bd_generation *g)
{
    const bd_config *config = g->project.config;
    for (size_t i = 0; i < config->input_count; i++)
        if (bd_input_is_ref(&config->inputs[i]))
            bd_report(&ctx->found, BD_NOTE, BD_ERR_INPUT, config->file,
                      config->inputs[i].files.items[0].line,
                      config->inputs[i].files.items[0].column,
                      "input '%s' was taken from %s, which holds no more than the documents show; "
                      "`benchdoc generate --refresh` reads all of it",
                      config->inputs[i].name.text, BD_LOCK_NAME);
}
