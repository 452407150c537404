/* Sides that are files: named ones, and those of the project's inputs. */
#include "cli/run.h"
#include "cli/sides_past.h"
#include "cli/sources.h"

#include <string.h>

static const bd_input *input_of(bd_sides *s, const char *relative, bd_pairs *holes)
{
    const bd_config *config = s->project.config;
    for (size_t i = 0; i < config->input_count; i++)
        for (size_t k = 0; k < config->inputs[i].files.count; k++) {
            const char *pattern = config->inputs[i].files.items[k].text;
            if (bd_config_path_after_ref(pattern) == 0
                && bd_files_match(bd_str_of(pattern), relative, &s->arena, holes))
                return &config->inputs[i];
        }
    return NULL;
}

/* A baseline that was downloaded to anywhere is of the input that the other side is of; where
 * there is one input alone there is no other that it could be of. */
static const bd_input *usual_input(const bd_sides *s)
{
    const bd_config *config = s->project.config;
    const bd_input *found = config->input_count == 1 ? &config->inputs[0] : NULL;
    for (size_t i = 0; i < s->heads.count; i++) {
        const bd_input *own = bd_config_input(config, s->heads.items[i]->suite);
        if (found && own && own != found)
            return NULL;
        found = own ? own : found;
    }
    return found;
}

static bool read_as(bd_sides *s, const char *path, const bd_input *input, bd_runs *runs)
{
    bd_pairs environment = { 0 };
    bd_read_options how = { .suite = s->asked->suite, .format = s->asked->format };
    if (input) {
        bd_input_environment(input, &s->arena, &environment);
        how.environment = &environment;
        how.suite = input->name.text;
        how.direction = input->direction.text;
        how.format = how.format ? how.format : input->format.text;
    }
    return bd_read_results(s->ctx, path, &how, runs);
}

static bool read_one(bd_sides *s, const char *path, bd_runs *runs)
{
    const char *suite = s->asked->suite;
    bd_pairs holes = { 0 };
    const char *relative = bd_project_relative(&s->project, path);
    const bd_input *input = suite ? bd_config_input(s->project.config, suite)
                                  : input_of(s, relative, &holes);
    bool is_inside = input && !s->asked->format && bd_path_stays_inside(relative)
                     && bd_file_exists(bd_project_path(&s->project, relative));
    if (is_inside)
        return bd_read_input_file(s->ctx, &s->project, input, relative, &holes, runs);
    return read_as(s, path, input || suite ? input : usual_input(s), runs);
}

bool bd_sides_files(bd_sides *s, const char *const *paths, size_t count, bd_runs *runs)
{
    bd_arguments files = { .items = (const char **)(size_t)paths, .count = count };
    const bd_read_options how = { .format = s->asked->format, .suite = s->asked->suite };
    bd_error err = BD_ERROR_INIT;
    if (!bd_check_named(s->ctx, s->command, &files))
        return false;
    bool ok = true, is_plain = s->project.config->input_count == 0;
    if (is_plain)
        ok = bd_read_named(s->ctx, &files, &how, runs);
    for (size_t i = 0; i < count && !is_plain && bd_go_on(&err); i++)
        ok = read_one(s, paths[i], runs) && ok;
    bd_sides_keep_latest(s, runs);
    return ok && bd_go_on(&err);
}

bool bd_sides_bundle(bd_sides *s)
{
    bd_event event;
    bd_event_read(s->ctx, &event);
    bool ok = bd_bundle_open(s->ctx, s->asked->bundle, &event, &s->bundle, &s->heads);
    s->bases = s->bundle.bases;
    s->bundle.bases = (bd_runs)BD_RUNS_INIT;
    bd_event_release(&event);
    return ok;
}

/* ---- the project's inputs ---- */

static bool find(bd_sides *s, const bd_input *input, bd_found_files *files)
{
    for (size_t i = 0; i < input->files.count; i++) {
        bd_error err = BD_ERROR_INIT;
        bd_scalar pattern = input->files.items[i];
        if (bd_config_path_after_ref(pattern.text) > 0
            || bd_files_find(s->project.root, bd_str_of(pattern.text), files, &err))
            continue;
        bd_error_at(&err, s->project.config->file, pattern.line,
                    bd_scalar_column(pattern, err.column > 0 ? (size_t)err.column - 1 : 0));
        bd_diagnostics_add(&s->ctx->found, BD_ERROR, &err);
        return false;
    }
    if (input->newest.text)
        bd_files_keep_newest(files, input->newest.text);
    return true;
}

static bool fail_absent(bd_sides *s, const bd_input *input)
{
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_INPUT, "input '%s': no file fits '%s'", input->name.text,
            input->files.count > 0 ? input->files.items[0].text : "");
    bd_hint(&err, "run the benchmark first, or correct the path");
    bd_error_at(&err, s->project.config->file, input->files.items[0].line,
                input->files.items[0].column);
    bd_diagnostics_add(&s->ctx->found, BD_ERROR, &err);
    return false;
}

/* One job of a matrix has the results of some inputs only. */
static bool read_input(bd_sides *s, const bd_input *input)
{
    bd_found_files files = { 0 };
    bd_error err = BD_ERROR_INIT;
    bool ok = find(s, input, &files);
    bool absent = ok && files.count == 0 && !bd_input_is_ref(input);
    s->is_partial = s->is_partial || absent;
    if (absent && s->partial_ok)
        bd_sides_note(s, "input '%s' has no results here", input->name.text);
    else if (absent)
        ok = fail_absent(s, input);
    for (size_t i = 0; ok && i < files.count && bd_go_on(&err); i++)
        ok = bd_read_input_file(s->ctx, &s->project, input, files.items[i].path,
                                &files.items[i].holes, &s->heads);
    bd_found_files_release(&files);
    return ok && bd_go_on(&err);
}

bool bd_sides_inputs(bd_sides *s, bd_error *err)
{
    const bd_config *config = s->project.config;
    const char *suite = s->asked->suite;
    bool ok = true;
    if (!s->project.configured) {
        bd_hint(err, "benchdoc %s old.json new.json", s->command);
        return bd_fail(err, BD_ERR_USAGE,
                       "nothing says what is to be compared: there is no "
                       "benchdoc.yml, and no two files are named");
    }
    if (suite && !bd_config_input(config, suite)) {
        if (config->input_count > 0)
            bd_hint(err, "its inputs: %s%s", config->inputs[0].name.text,
                    config->input_count > 1 ? ", \xE2\x80\xA6" : "");
        return bd_fail(err, BD_ERR_USAGE, "%s has no input '%s'", config->file, suite);
    }
    for (size_t i = 0; i < config->input_count; i++)
        if (!suite || strcmp(suite, config->inputs[i].name.text) == 0)
            ok = read_input(s, &config->inputs[i]) && ok;
    if (!ok || s->heads.count > 0)
        return ok;
    bd_hint(err, "run the benchmark first, or name results: benchdoc %s --head new.json",
            s->command);
    return bd_fail(err, BD_ERR_INPUT, "the inputs of benchdoc.yml have no results here");
}
