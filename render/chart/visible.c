/* Names come from files: characters that nobody sees, or that change the direction of the
 * text around them, are drawn as their code, as documents and terminals show them. */
#include "render/chart/internal.h"

typedef struct range {
    uint32_t first, last;
} range;

/* Unicode's format characters without the joiners that scripts and emoji need, controls, line
 * and paragraph separators, and letters without ink. */
static const range hidden[] = {
    { 0x00, 0x1F },       { 0x7F, 0x9F },     { 0xAD, 0xAD },     { 0x600, 0x605 },
    { 0x61C, 0x61C },     { 0x6DD, 0x6DD },   { 0x70F, 0x70F },   { 0x115F, 0x1160 },
    { 0x180E, 0x180E },   { 0x200B, 0x200B }, { 0x200E, 0x200F }, { 0x2028, 0x202E },
    { 0x2060, 0x206F },   { 0x2800, 0x2800 }, { 0x3164, 0x3164 }, { 0xFEFF, 0xFEFF },
    { 0xFFA0, 0xFFA0 },   { 0xFFF9, 0xFFFB }, { 0xFFFE, 0xFFFF }, { 0x1D173, 0x1D17A },
    { 0xE0001, 0xE007F },
};

static bool is_hidden(uint32_t c)
{
    for (size_t i = 0; i < BD_COUNT(hidden); i++)
        if (c >= hidden[i].first && c <= hidden[i].last)
            return true;
    return false;
}

/* Of valid UTF-8: texts are checked when they are read. */
static size_t character_at(const char *text, uint32_t *character)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t length = at[0] < 0xC0 ? 1 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4, i = 1;
    *character = length == 1 ? at[0] : at[0] & (0x7FU >> length);
    for (; i < length && (at[i] & 0xC0) == 0x80; i++)
        *character = *character << 6 | (at[i] & 0x3FU);
    return i;
}

static const char *visible(const char *text, bd_arena *arena)
{
    if (!text)
        return NULL;
    bd_buf out = BD_BUF_INIT;
    bool same = true;
    uint32_t c;
    for (size_t n; *text; text += n) {
        n = character_at(text, &c);
        bool blank = c == '\t' || c == '\n' || c == '\r', code = !blank && is_hidden(c);
        same = same && !blank && !code;
        if (blank)
            bd_buf_putc(&out, ' ');
        else if (code)
            bd_buf_printf(&out, c > 0xFFFF ? "\\U%08X" : "\\u%04X", (unsigned)c);
        else
            bd_buf_add(&out, text, n);
    }
    const char *result = same ? text - out.len : bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return result;
}

static const char **visible_list(const char *const *texts, size_t count, bd_arena *arena)
{
    const char **out = bd_arena_alloc(arena, (count + 1) * sizeof *out);
    for (size_t i = 0; i < count; i++)
        out[i] = visible(texts[i], arena);
    return out;
}

static void see_axis(bd_chart_axis *axis, bd_arena *arena)
{
    axis->title = visible(axis->title, arena);
    axis->unit = visible(axis->unit, arena);
    if (axis->categories)
        axis->categories = visible_list(axis->categories, axis->category_count, arena);
}

static void see_panel(bd_chart_panel *panel, bd_arena *arena)
{
    bd_chart_series *series = bd_arena_alloc(arena, (panel->series_count + 1) * sizeof *series);
    for (size_t i = 0; i < panel->series_count; i++) {
        series[i] = panel->series[i];
        series[i].name = visible(series[i].name, arena);
    }
    panel->title = visible(panel->title, arena);
    panel->series = series;
}

const bd_chart *bd_chart_visible(const bd_chart *chart, bd_arena *arena)
{
    bd_chart *out = bd_arena_alloc(arena, sizeof *out);
    bd_chart_panel *panels = bd_arena_alloc(arena, (chart->panel_count + 1) * sizeof *panels);
    bd_chart_line *lines = bd_arena_alloc(arena, (chart->line_count + 1) * sizeof *lines);
    *out = *chart;
    out->title = visible(chart->title, arena);
    out->footer = visible(chart->footer, arena);
    see_axis(&out->x, arena);
    see_axis(&out->y, arena);
    for (size_t i = 0; i < chart->panel_count; i++) {
        panels[i] = chart->panels[i];
        see_panel(&panels[i], arena);
    }
    for (size_t i = 0; i < chart->line_count; i++) {
        lines[i] = chart->lines[i];
        lines[i].text = visible(lines[i].text, arena);
    }
    out->panels = panels;
    out->lines = lines;
    out->legend = visible_list(chart->legend, chart->legend_count, arena);
    out->notes = visible_list(chart->notes, chart->note_count, arena);
    return out;
}
