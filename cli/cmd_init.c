/* init: a first benchdoc.yml, and regions in a document, from the result files that are here. */
#include "cli/commands.h"
#include "cli/guess.h"
#include "cli/run.h"
#include "core/json/json.h"
#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

#define CONFIG_NAME   "benchdoc.yml"
#define DOCUMENT_NAME "docs/benchmarks.md"

enum { DOCUMENT_BYTES_MAX = 16 << 20 };

typedef struct init_options {
    const char *into;
    bool dry_run, json;
} init_options;

static const bd_opt options[] = {
    { "into", 0, BD_OPT_TEXT, offsetof(init_options, into), "FILE",
      "add the regions to the end of this document, in place of " DOCUMENT_NAME },
    { "dry-run", 'n', BD_OPT_SWITCH, offsetof(init_options, dry_run), NULL,
      "write nothing; print what would be written" },
    { "json", 0, BD_OPT_SWITCH, offsetof(init_options, json), NULL,
      "print inputs and files as JSON" },
};

typedef struct initing {
    bd_ctx *ctx;
    const char *document;
    bd_draft draft;
    bd_buf config, before, after; /* benchdoc.yml; the document as it is and as it will be */
    size_t added;                 /* regions */
    bd_arena arena;
} initing;

/* ---- the document ---- */

static bool has_region(const bd_regions *regions, const char *kind, const char *arguments)
{
    for (size_t i = 0; i < regions->count; i++)
        if (strcmp(regions->items[i].kind, kind) == 0
            && (!arguments || strcmp(regions->items[i].arguments, arguments) == 0))
            return true;
    return false;
}

static void put_region(initing *in, const char *heading, const char *kind, const char *arguments,
                       bd_buf *out)
{
    bd_buf_printf(out, "\n%s\n\n<!-- benchdoc:%s%s%s -->\n\n<!-- benchdoc:end -->\n", heading, kind,
                  arguments ? " " : "", arguments ? arguments : "");
    in->added++;
}

/* Inputs may come from machines of their own: then each has its region. */
static void put_environments(initing *in, const bd_regions *present, const char *depth, bd_buf *out)
{
    const bd_names *machines = &in->draft.machines;
    if (has_region(present, "environment", "") || machines->count == 0)
        return;
    if (in->draft.inputs.count == 1) {
        put_region(in, bd_arena_printf(&in->arena, "%s Environment", depth), "environment", NULL,
                   out);
        return;
    }
    for (size_t i = 0; i < machines->count; i++)
        if (!has_region(present, "environment", machines->items[i]))
            put_region(
                in, bd_arena_printf(&in->arena, "%s Environment of %s", depth, machines->items[i]),
                "environment", machines->items[i], out);
}

static void put_regions(initing *in, const bd_regions *present, bd_buf *out)
{
    const char *depth = in->before.len > 0 ? "###" : "##";
    for (size_t i = 0; i < in->draft.inputs.count; i++) {
        const char *name = in->draft.inputs.items[i];
        if (has_region(present, "table", name)) {
            bd_note(in->ctx, "%s: has a region for table %s already", in->document, name);
            continue;
        }
        put_region(in, bd_arena_printf(&in->arena, "%s %s", depth, name), "table", name, out);
    }
    put_environments(in, present, depth, out);
}

/* The text with the document's own line ends. */
static void append(bd_buf *to, bd_str text, const char *eol)
{
    bd_str line;
    while (text.len > 0 && bd_str_split(&text, '\n', &line)) {
        bd_buf_put_str(to, line);
        bd_buf_puts(to, eol);
    }
}

/* Markers at the end of a document whose code fence or comment is open are only text. */
static bool check_regions(initing *in, size_t before, bd_error *err)
{
    bd_regions now = { 0 };
    bool ok = bd_document_scan(bd_buf_str(&in->after), in->document, &now, &in->ctx->found)
              && now.count == before + in->added;
    bd_regions_release(&now);
    if (ok || in->ctx->found.errors > 0)
        return ok;
    bd_hint(err, "close the code block or the comment that is open at its end");
    bd_fail(err, BD_ERR_CONFIG, "regions at the end of the document would be text");
    return bd_error_in_file(err, in->document);
}

static bool make_document(initing *in, bd_error *err)
{
    bd_regions present = { 0 };
    bd_buf regions = BD_BUF_INIT;
    bool exists = bd_file_exists(in->document);
    if (exists && !bd_file_read(in->document, DOCUMENT_BYTES_MAX, &in->before, err))
        return false;
    if (!bd_document_scan(bd_buf_str(&in->before), in->document, &present, &in->ctx->found)) {
        bd_regions_release(&present);
        return false;
    }
    const char *eol = exists && present.eol ? present.eol : "\n";
    put_regions(in, &present, &regions);
    bd_buf_put_str(&in->after, bd_buf_str(&in->before));
    bool ends_line = in->before.len == 0 || in->before.data[in->before.len - 1] == '\n'
                     || in->before.data[in->before.len - 1] == '\r';
    if (!ends_line)
        bd_buf_puts(&in->after, eol);
    if (in->added > 0)
        append(&in->after,
               in->before.len > 0 ? BD_STR("\n## Benchmarks\n") : BD_STR("# Benchmarks\n"), eol);
    append(&in->after, bd_buf_str(&regions), eol);
    bool ok = check_regions(in, present.count, err);
    bd_regions_release(&present);
    bd_buf_release(&regions);
    return ok;
}

/* ---- the configuration ---- */

static bool refuse_existing(bd_ctx *ctx, const init_options *o, bd_error *err)
{
    (void)ctx;
    if (bd_file_exists(CONFIG_NAME)) {
        bd_hint(err, "edit it; `benchdoc fields FILE` lists the words for new results");
        bd_fail(err, BD_ERR_USAGE, "is there already, and stays as it is");
        return bd_error_in_file(err, CONFIG_NAME);
    }
    if (!o->into && bd_file_exists(DOCUMENT_NAME)) {
        bd_hint(err, "benchdoc init --into " DOCUMENT_NAME);
        bd_fail(err, BD_ERR_USAGE, "is there already");
        return bd_error_in_file(err, DOCUMENT_NAME);
    }
    if (o->into && !bd_path_stays_inside(o->into)) {
        bd_hint(err, "go to the project's root (-C DIR) and name the document from there");
        bd_fail(err, BD_ERR_USAGE, "the document would be outside of the project");
        return bd_error_in_file(err, o->into);
    }
    return true;
}

/* The tree's paths begin here, not in `directory`. */
static void look_around(const char *directory, bd_tree *out)
{
    bd_tree_walk(directory, out);
    for (size_t i = 0; strcmp(directory, ".") != 0 && i < out->count; i++)
        out->items[i].path = bd_path_join(&out->arena, directory, out->items[i].path);
}

static bool fail_empty(initing *in, const char *directory, bool cut, bd_error *err)
{
    bd_diagnostics *found = &in->ctx->found;
    for (size_t i = 0; i < found->count; i++) /* nothing is left: then these are errors */
        if (found->items[i].severity != BD_ERROR) {
            found->items[i].severity = BD_ERROR;
            found->errors++;
        }
    if (found->errors > 0)
        return false;
    bd_hint(err, "run a benchmark first, or name its directory: benchdoc init DIR; "
                 "`benchdoc formats` lists what is read");
    return bd_fail(err, BD_ERR_INPUT, "no result file of a known format in '%s'%s", directory,
                   cut ? " among the files that are looked at" : " or below it");
}

static bool make_draft(initing *in, const char *directory, bd_error *err)
{
    bd_tree tree;
    bd_guesses guesses = { 0 };
    if (!bd_file_is_directory(directory)
        || (strcmp(directory, ".") != 0 && !bd_path_stays_inside(directory))) {
        bd_hint(err, "name a directory of the project; -C DIR goes to another project");
        bd_fail(err, BD_ERR_USAGE, "is no directory of this project");
        return bd_error_in_file(err, directory);
    }
    look_around(directory, &tree);
    bd_guess_inputs(".", &tree, &guesses);
    bd_draft_make(in->ctx, &guesses, &in->draft);
    if (in->draft.left_out > 0)
        bd_note(in->ctx,
                "%zu more result files are left out: benchdoc init DIR looks at one directory",
                in->draft.left_out);
    bool ok = in->draft.inputs.count > 0 || fail_empty(in, directory, tree.cut, err);
    bd_guesses_release(&guesses);
    bd_tree_release(&tree);
    return ok;
}

/* ---- output ---- */

static bool write_both(initing *in, bd_error *err)
{
    bd_transaction *t = bd_transaction_begin();
    if (!bd_go_on(err) || !bd_transaction_put(t, ".", CONFIG_NAME, bd_buf_str(&in->config), err)
        || !bd_transaction_put(t, ".", in->document, bd_buf_str(&in->after), err)) {
        bd_transaction_rollback(t);
        return false;
    }
    if (!bd_transaction_commit(t, err))
        return false;
    for (size_t i = 0; i < in->draft.inputs.count; i++)
        bd_note(in->ctx, "%s: %s", in->draft.inputs.items[i], in->draft.patterns.items[i]);
    bd_note(in->ctx, CONFIG_NAME ": written, %zu input%s", in->draft.inputs.count,
            in->draft.inputs.count == 1 ? "" : "s");
    bd_note(in->ctx, "%s: %zu region%s added; next: benchdoc generate", in->document, in->added,
            in->added == 1 ? "" : "s");
    if (in->draft.without_cpu)
        bd_note(in->ctx, "%s: " BD_CPU_UNKNOWN, in->draft.without_cpu);
    return true;
}

static void put_json(const initing *in, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "inputs");
    bd_json_open(&w, '{');
    for (size_t i = 0; i < in->draft.inputs.count; i++) {
        bd_json_put_key(&w, in->draft.inputs.items[i]);
        bd_json_put_text(&w, in->draft.patterns.items[i]);
    }
    bd_json_close(&w, '}');
    bd_json_put_key(&w, "files");
    bd_json_open(&w, '{');
    bd_json_put_key(&w, CONFIG_NAME);
    bd_json_put_str(&w, bd_buf_str(&in->config));
    bd_json_put_key(&w, in->document);
    bd_json_put_str(&w, bd_buf_str(&in->after));
    bd_json_close(&w, '}');
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}

static bool print(initing *in, const init_options *o, bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    if (o->json) {
        put_json(in, &out);
    } else {
        bd_buf_printf(&out, "==> " CONFIG_NAME " <==\n%s\n==> %s%s <==\n", bd_buf_text(&in->config),
                      in->document, in->before.len > 0 ? ", at its end" : "");
        bd_buf_put_str(&out, bd_str_sub(bd_buf_str(&in->after), in->before.len, in->after.len));
    }
    bool ok = bd_print(in->ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const init_options *o = opts;
    const char *directory = arguments->count > 0 ? arguments->items[0] : ".";
    initing in = { .ctx = ctx, .document = o->into ? o->into : DOCUMENT_NAME };
    bool ok = refuse_existing(ctx, o, err) && make_draft(&in, directory, err);
    if (ok)
        bd_draft_config(&in.draft, in.document, &in.config);
    ok = ok && make_document(&in, err) && (o->dry_run || write_both(&in, err))
         && ((!o->dry_run && !o->json) || print(&in, o, err));
    bd_draft_release(&in.draft);
    bd_buf_release(&in.config);
    bd_buf_release(&in.before);
    bd_buf_release(&in.after);
    bd_arena_release(&in.arena);
    return ok;
}

const bd_cmd bd_cmd_init = {
    .name = "init",
    .summary = "write a first benchdoc.yml from the result files that are here",
    .arguments = "[DIR]",
    .help = "Looks for result files in DIR (here) and below, groups them into inputs, tries a\n"
            "table of each, and writes " CONFIG_NAME " with the tables' regions in a document.\n"
            "An existing " CONFIG_NAME " is never touched; a document only grows at its end.\n"
            "\n"
            "  benchdoc init --into README.md && benchdoc generate\n"
            "  benchdoc init --dry-run build/reports\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(init_options),
    .arguments_max = 1,
    .run = run,
};
