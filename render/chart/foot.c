/* What stands below the plots: the title of the x axis, notes on what the picture leaves
 * out, and where its numbers come from. */
#include "render/chart/internal.h"

#include <string.h>

const char *bd_with_word(bd_arena *arena, const char *text, const char *word)
{
    const char *at = strstr(text, "{}");
    if (!at)
        return text;
    return bd_arena_printf(arena, "%.*s%s%s", (int)(at - text), text, word, at + 2);
}

static void note(bd_layout *l, const char *text)
{
    bd_type type = { .size = BD_SIZE_NOTE, .ink = BD_INK_MUTED };
    l->scene->role = BD_ROLE_NOTE;
    bd_wrapped lines = bd_wrap_text(l->scene, type, text, l->scene->width - 2 * BD_PADDING, 4);
    for (size_t i = 0; i < lines.count; i++) {
        bd_scene_text(l->scene, type, (bd_point_px){ BD_PADDING, l->y }, lines.lines[i]);
        l->y += bd_line_height(type.size);
    }
}

static void counted(bd_layout *l, size_t count, const char *word, const char *english)
{
    if (count > 0)
        note(l, bd_with_word(l->arena, word ? word : english,
                             bd_arena_printf(l->arena, "%zu", count)));
}

void bd_layout_x_title(bd_layout *l)
{
    /* downward bars name their categories by themselves */
    if (l->chart->horizontal && l->categories)
        return;
    const char *heading = bd_axis_heading(l, &l->chart->x);
    if (!*heading)
        return;
    bd_type type = { .size = BD_SIZE_LABEL, .ink = BD_INK_MUTED, .anchor = BD_ANCHOR_MIDDLE };
    l->scene->role = BD_ROLE_AXIS_TITLE;
    double right = l->scene->width - BD_PADDING;
    heading = bd_fit_text(l->scene, type, heading, right - l->left);
    bd_scene_text(l->scene, type, (bd_point_px){ (l->left + right) / 2, l->y + 4 }, heading);
    l->y += bd_line_height(type.size) + 4;
}

void bd_layout_foot(bd_layout *l)
{
    const bd_chart *chart = l->chart;
    const bd_chart_words *words = &chart->words;
    l->y += 10;
    const char *shortened = words->prefix_removed;
    if (!shortened)
        shortened = "names without their common beginning \xe2\x80\x9c{}\xe2\x80\x9d";
    if (l->prefix)
        note(l, bd_with_word(l->arena, shortened, l->prefix));
    if (l->names.every > 1)
        counted(l, l->names.every, words->labels_skipped, "one name in {} is written");
    counted(l, l->unlabelled, words->values_skipped, "values without room for a label: {}");
    counted(l, l->off_log, words->not_on_log, "not on a log axis, being zero or less: {}");
    for (size_t i = 0; i < chart->note_count; i++)
        note(l, chart->notes[i]);
    if (chart->footer && *chart->footer)
        note(l, chart->footer);
    l->scene->role = BD_ROLE_PLAIN;
    l->y += BD_PADDING - 6;
}
