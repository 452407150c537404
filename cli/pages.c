/* Pages of `pages:`: one document per value of a dimension, made from a template. */
#include "cli/generate.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TEMPLATE_BYTES_MAX = 4 << 20 };

typedef struct page_maker {
    bd_ctx *ctx;
    bd_project *project;
    bd_documents *documents;
    const bd_page *page;
} page_maker;

static bool complain(page_maker *m, bd_error *err, const char *file, int line, int column)
{
    bd_error_at(err, file, line, column);
    bd_diagnostics_add(&m->ctx->found, BD_ERROR, err);
    return false;
}

static bool read_template(page_maker *m, bd_buf *out)
{
    bd_scalar file = m->page->config->template_file;
    bd_error err = BD_ERROR_INIT;
    if (!bd_file_exists(bd_project_path(m->project, file.text))) {
        bd_hint(
            &err,
            "write %s with `<!-- benchdoc:table NAME -->` regions; {{title}} is the value's label",
            file.text);
        bd_fail(&err, BD_ERR_CONFIG, "pages: the template '%s' is not there", file.text);
        return complain(m, &err, m->project->config->file, file.line, file.column);
    }
    return bd_project_read(m->project, file.text, TEMPLATE_BYTES_MAX, out, &err)
           || complain(m, &err, file.text, 0, 0);
}

/* Hand-written notes that the template includes; a note that is not there is left out. */
static bool read_notes(page_maker *m, const bd_template *template, bd_buf *bytes, bd_str *notes)
{
    for (size_t i = 0; i < template->include_count; i++) {
        const bd_include *include = &template->includes[i];
        bd_error err = BD_ERROR_INIT;
        notes[i] = (bd_str){ NULL, 0 };
        if (!bd_file_exists(bd_project_path(m->project, include->path)))
            continue;
        if (!bd_project_read(m->project, include->path, TEMPLATE_BYTES_MAX, &bytes[i], &err))
            return complain(m, &err, include->path, 0, 0);
        notes[i] = bd_buf_str(&bytes[i]);
    }
    return true;
}

/* A file that benchdoc did not make is never overwritten by a page. */
static bool read_before(page_maker *m, bd_document *d)
{
    bd_error err = BD_ERROR_INIT;
    if (!bd_file_exists(bd_project_path(m->project, d->path)))
        return true;
    if (!bd_project_read(m->project, d->path, TEMPLATE_BYTES_MAX, &d->before, &err))
        return complain(m, &err, d->path, 0, 0);
    d->exists = true;
    if (bd_page_is_ours(bd_buf_str(&d->before)))
        return true;
    bd_fail(&err, BD_ERR_OUTPUT, "the page would overwrite a file that benchdoc did not make");
    bd_hint(&err, "move it away, or let `pages: file:` name another place");
    return complain(m, &err, d->path, 0, 0);
}

static bool fill_source(page_maker *m, bd_str template_bytes, bd_document *d)
{
    const char *file = m->page->config->template_file.text;
    bd_arena arena = BD_ARENA_INIT;
    bd_pairs names = { 0 };
    bd_template template = { 0 };
    bd_buf *note_bytes = NULL;
    bd_str *notes = NULL;
    bd_pairs_set(&names, &arena, BD_STR("title"), bd_str_of(m->page->title));
    bd_pairs_set(&names, &arena, BD_STR("value"), bd_str_of(m->page->value));
    bd_pairs_set(&names, &arena, BD_STR("dimension"), bd_str_of(m->page->config->per.text));
    bool ok = bd_template_scan(template_bytes, file, &names, &template, &m->ctx->found);
    if (ok) {
        note_bytes = bd_alloc((template.include_count + 1) * sizeof *note_bytes);
        notes = bd_alloc((template.include_count + 1) * sizeof *notes);
        ok = read_notes(m, &template, note_bytes, notes);
    }
    if (ok) {
        bd_template_build(template_bytes, file, &template, notes, &d->source);
        ok = bd_document_scan(bd_buf_str(&d->source), file, &d->regions, &m->ctx->found);
    }
    for (size_t i = 0; note_bytes && i < template.include_count; i++)
        bd_buf_release(&note_bytes[i]);
    free(note_bytes);
    free(notes);
    bd_template_release(&template);
    bd_arena_release(&arena);
    return ok;
}

static size_t count_slashes(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += *text == '/';
    return count;
}

/* A value comes out of a result file: it names a page, not a place to put it. */
static bool is_safe_path(const char *path, const char *pattern)
{
    bd_str rest = bd_str_of(path), part;
    if (!bd_path_stays_inside(path) || count_slashes(path) != count_slashes(pattern))
        return false;
    for (const char *at = path; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7F)
            return false;
    while (bd_str_split(&rest, '/', &part))
        if (part.len == 4 && strncasecmp(part.ptr, ".git", 4) == 0)
            return false;
    return true;
}

static bool check_path(page_maker *m)
{
    bd_scalar file = m->page->config->file;
    bd_error err = BD_ERROR_INIT;
    if (is_safe_path(m->page->path, file.text))
        return true;
    bd_fail(&err, BD_ERR_CONFIG, "pages: the value '%s' does not make a safe file name",
            m->page->value);
    bd_hint(&err, "make a word of it: {%s:slug}", m->page->config->per.text);
    return complain(m, &err, m->project->config->file, file.line, file.column);
}

static bool add_page(page_maker *m)
{
    bd_buf template = BD_BUF_INIT;
    if (!check_path(m))
        return false;
    bd_document *d = bd_documents_add(m->documents, m->page->path, m->page->config->language.text);
    d->page = m->page;
    bool ok = read_template(m, &template) && read_before(m, d)
              && fill_source(m, bd_buf_str(&template), d);
    bd_buf_release(&template);
    return ok;
}

/* "docs/{database:slug}.md" with a star in place of the hole. */
static const char *pattern_of(const bd_page_config *page, bd_arena *arena)
{
    bd_buf out = BD_BUF_INIT;
    bool inside = false;
    for (const char *at = page->file.text; *at; at++) {
        if (*at == '{')
            bd_buf_putc(&out, '*');
        inside = *at == '{' || (inside && *at != '}');
        if (!inside && *at != '}')
            bd_buf_putc(&out, *at);
    }
    const char *pattern = bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return pattern;
}

static bool is_made(const bd_documents *documents, const char *path)
{
    for (size_t i = 0; i < documents->count; i++)
        if (strcmp(documents->items[i].path, path) == 0)
            return true;
    return false;
}

/* Pages on disk that benchdoc made for a value that is no more. */
static bool find_stale(page_maker *m, const bd_page_config *page)
{
    bd_found_files files = { 0 };
    bd_error err = BD_ERROR_INIT;
    bool ok = bd_files_find(m->project->root, bd_str_of(pattern_of(page, &m->documents->arena)),
                            &files, &err);
    if (!ok)
        complain(m, &err, m->project->config->file, page->file.line, page->file.column);
    for (size_t i = 0; ok && i < files.count; i++) {
        bd_buf bytes = BD_BUF_INIT;
        bd_error unreadable = BD_ERROR_INIT;
        const char *path = files.items[i].path;
        if (!is_made(m->documents, path)
            && bd_project_read(m->project, path, TEMPLATE_BYTES_MAX, &bytes, &unreadable)
            && bd_page_is_ours(bd_buf_str(&bytes)))
            bd_names_add(&m->documents->stale, bd_arena_strdup(&m->documents->arena, path));
        bd_buf_release(&bytes);
    }
    bd_found_files_release(&files);
    return ok;
}

bool bd_documents_add_pages(bd_ctx *ctx, bd_project *project, const bd_observations *observations,
                            bd_documents *documents)
{
    page_maker m = { .ctx = ctx, .project = project, .documents = documents };
    bd_view view = { .config = project->config,
                     .observations = observations,
                     .arena = &documents->arena,
                     .found = &ctx->found };
    bd_pages pages = { 0 };
    bool ok = bd_view_pages(&view, &pages);
    for (size_t i = 0; ok && i < pages.count; i++) {
        m.page = &pages.items[i];
        ok = add_page(&m);
    }
    for (size_t i = 0; ok && i < project->config->page_count; i++)
        ok = find_stale(&m, &project->config->pages[i]);
    return ok;
}
