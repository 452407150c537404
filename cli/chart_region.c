/* A chart's region: which files its pictures are, and what stands in the document. */
#include "cli/generate.h"

#include <string.h>

enum { NAME_MOST = 60 };

/* Eight digits that tell names apart which one file name would not. */
static void put_short_digest(const char *text, bd_buf *out)
{
    bd_digest digest = bd_sha256(bd_str_of(text));
    bd_buf_printf(out, "%.8s", digest.hex);
}

/* A word for file names out of any text: its slug, cut with a digest where it is long. */
static void put_slug(const char *text, bd_buf *out)
{
    bd_buf slug = BD_BUF_INIT;
    bd_slug(bd_str_of(text), &slug);
    if (bd_str_is(bd_buf_str(&slug), "unknown") && strcmp(text, "unknown") != 0) {
        put_short_digest(text, out); /* no letter of it is Latin */
    } else if (slug.len > NAME_MOST) {
        bd_buf_printf(out, "%.*s-", NAME_MOST, bd_buf_text(&slug));
        put_short_digest(text, out);
    } else {
        bd_buf_put_str(out, bd_buf_str(&slug));
    }
    bd_buf_release(&slug);
}

/* Can every system hold a file of that name? */
static bool is_file_name(const char *text)
{
    if (text[0] == '\0' || text[0] == '.' || strlen(text) > NAME_MOST
        || strpbrk(text, "/\\:*?\"<>|"))
        return false;
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7F)
            return false;
    return true;
}

/* ---- which files ---- */

static bd_chart_format format_of(const bd_chart_config *config)
{
    const char *format = config ? config->format.text : NULL;
    const char *file = config ? config->file.text : NULL;
    if (format)
        return strcmp(format, "svg") == 0 ? BD_CHART_SVG : BD_CHART_PNG;
    return file && bd_str_ends(bd_str_of(file), ".svg") ? BD_CHART_SVG : BD_CHART_PNG;
}

static const char *ending_of(bd_chart_format format)
{
    return format == BD_CHART_SVG ? ".svg" : ".png";
}

/* A configured file without its ending, which the configuration has checked. */
static void put_configured(const bd_chart_config *config, bd_buf *out)
{
    bd_str file = bd_str_of(config->file.text);
    const char *ending = ending_of(format_of(config));
    bd_buf_put_str(out, bd_str_ends(file, ending) ? bd_str_sub(file, 0, file.len - strlen(ending))
                                                  : file);
}

/* charts/NAME beside the document. */
static void put_usual(const bd_view *view, const bd_chart_config *config, const bd_region *region,
                      bd_buf *out)
{
    bd_str directory = bd_path_directory(view->document);
    if (!bd_str_is(directory, ".")) {
        bd_buf_put_str(out, directory);
        bd_buf_putc(out, '/');
    }
    bd_buf_puts(out, "charts/");
    if (config && is_file_name(config->name.text))
        bd_buf_puts(out, config->name.text);
    else
        put_slug(config ? config->name.text : region->arguments, out);
}

static bool is_first_language(const bd_view *view)
{
    return !view->language || strcmp(view->language, view->config->languages.items[0].text) == 0;
}

/* NAME, NAME-dark, NAME-VALUE, NAME-VALUE-dark.zh */
static void name_files(const bd_view *view, const bd_chart_config *config, bd_built *built)
{
    bd_buf base = BD_BUF_INIT;
    if (config && config->file.text)
        put_configured(config, &base);
    else
        put_usual(view, config, built->region, &base);
    if (view->page_value) {
        bd_buf_putc(&base, '-');
        put_slug(view->page_value, &base);
    }
    const char *language = is_first_language(view) ? "" : view->language;
    for (size_t i = 0; i < BD_COUNT(built->files); i++)
        built->files[i] = bd_arena_printf(view->arena, "%s%s%s%s%s", bd_buf_text(&base),
                                          i > 0 ? "-dark" : "", language[0] ? "." : "", language,
                                          ending_of(built->format));
    bd_buf_release(&base);
}

/* ---- the region's text ---- */

static bool fill_mermaid(const bd_view *view, const bd_chart_config *config, bd_built *built)
{
    bd_error err = BD_ERROR_INIT;
    if (bd_mermaid_chart(&built->chart, &built->text, &err))
        return true;
    bd_error_at(&err, view->config->file, config->format.line, config->format.column);
    bd_diagnostics_add(view->found, BD_ERROR, &err);
    return false;
}

bool bd_chart_region_fill(const bd_view *view, const bd_chart_config *config, bd_built *built)
{
    if (config && config->format.text && strcmp(config->format.text, "mermaid") == 0)
        return fill_mermaid(view, config, built);
    built->is_chart = true;
    built->format = format_of(config);
    name_files(view, config, built);
    bd_picture picture = { .document = view->document,
                           .light = built->files[0],
                           .dark = built->files[1],
                           .alt = built->chart.alt ? built->chart.alt : "",
                           .width_px = BD_CHART_WIDTH_PX };
    bd_markdown_picture(&picture, &built->text);
    return true;
}
