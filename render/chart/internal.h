/* render/chart/internal.h: private to this folder, and to its tests.
 *
 * A chart becomes a scene: a list of shapes in layout pixels, with no cairo in sight
 * (layout.c and its neighbours). Ink walks the scene: draw.c for pixels, svg.c for text. */
#ifndef BD_CHART_INTERNAL_H
#define BD_CHART_INTERNAL_H

#include "render/chart/chart.h"

typedef struct bd_point_px {
    double x, y;
} bd_point_px;

typedef struct bd_rect_px {
    double x, y, width, height;
} bd_rect_px;

/* ---- theme.c ---- */

/* What a shape is painted with; the theme says which colour that is. */
typedef enum bd_ink {
    BD_INK_PAPER,
    BD_INK_TEXT,
    BD_INK_MUTED, /* axis labels, notes, footer */
    BD_INK_GRID,
    BD_INK_GRID_MINOR,
    BD_INK_AXIS,
    BD_INK_LIMIT, /* budget lines and their labels */
    BD_INK_SERIES, /* and BD_SERIES_COLOURS - 1 more */
} bd_ink;

/* After the colours of the series: black or white, whichever is read better on each. */
enum {
    BD_SERIES_COLOURS = 8,
    BD_INK_ON_SERIES = BD_INK_SERIES + BD_SERIES_COLOURS,
    BD_INKS = BD_INK_ON_SERIES + BD_SERIES_COLOURS,
};

typedef struct bd_colour {
    uint8_t red, green, blue;
} bd_colour;

bd_colour bd_theme_colour(int ink, bool dark);
/* Relative luminance, 0 … 1 (WCAG 2.1; sRGB of IEC 61966-2-1). */
double    bd_luminance(bd_colour colour);
int       bd_series_ink(size_t series);
/* Lengths of dash and gap, ended by 0; the first is solid. */
const double *bd_theme_dash(unsigned dash);
enum { BD_DASHES = 5, BD_DASH_LIMIT = BD_DASHES };

/* Fonts of other scripts are not named: fontconfig knows which one the language wants (Han
 * differs), and an emoji font in the list would also draw the digits, which it has. */
#define BD_FONT_FAMILIES "Inter, DejaVu Sans, Noto Sans, sans-serif"

/* Sizes in layout pixels. A line of text is as high as its size asks for, whichever font
 * draws it, so that a fallback font moves nothing. */
#define BD_SIZE_TITLE 18.0
#define BD_SIZE_PANEL 14.0
#define BD_SIZE_LEGEND 13.5
#define BD_SIZE_LABEL 13.0
#define BD_SIZE_VALUE 12.0
#define BD_SIZE_NOTE 11.5
#define BD_ASCENT 0.93
#define BD_LINE_HEIGHT 1.28
#define BD_PADDING 18.0

/* ---- scene.c ---- */

/* How wide a text is; the one thing that geometry asks of a font. */
typedef struct bd_font {
    double (*width)(void *context, const char *text, double size, bool bold);
    void *context;
} bd_font;

typedef enum bd_anchor { BD_ANCHOR_START, BD_ANCHOR_MIDDLE, BD_ANCHOR_END } bd_anchor;

typedef struct bd_type { /* of a text: how it is set */
    double    size;
    bool      bold;
    bd_anchor anchor;
    int       ink;
    double    angle; /* degrees, counter-clockwise, about the anchor */
} bd_type;

typedef enum bd_shape_kind {
    BD_SHAPE_RECT,   /* filled: points[0] a corner, points[1] the size */
    BD_SHAPE_STROKE, /* a line through the points */
    BD_SHAPE_FILL,   /* a polygon */
    BD_SHAPE_DISC,   /* filled circles of diameter `width` around the points */
    BD_SHAPE_TEXT,   /* points[0]: anchor, on the base line */
} bd_shape_kind;

/* What a shape is there for; tests look for it. */
typedef enum bd_role {
    BD_ROLE_PLAIN,
    BD_ROLE_TITLE,
    BD_ROLE_AXIS_TITLE,
    BD_ROLE_LEGEND,
    BD_ROLE_PANEL,
    BD_ROLE_TICK,     /* label of a value */
    BD_ROLE_CATEGORY, /* label of a category */
    BD_ROLE_VALUE,    /* label of a mark */
    BD_ROLE_LIMIT,    /* label of a budget line */
    BD_ROLE_NOTE,
    BD_ROLE_MARK, /* a bar, a box, a point, a line */
    BD_ROLE_KEY,  /* the sample of a mark beside its name in the legend */
} bd_role;

typedef struct bd_shape {
    bd_shape_kind kind;
    bd_role       role;
    int           ink;
    double        alpha;  /* 1 = opaque */
    double        width;  /* of a stroke, a disc; of a text as measured */
    unsigned      dash;
    bd_point_px  *points; /* arena */
    size_t        point_count;
    const char   *text; /* arena */
    bd_type       type;
} bd_shape;

typedef struct bd_scene {
    bd_arena     *arena; /* owns what is in it */
    const bd_font *font;
    bd_shape     *shapes; /* owned: bd_scene_release() */
    size_t        count, capacity;
    double        width, height;
    bd_role       role; /* given to what is added */
} bd_scene;

void      bd_scene_release(bd_scene *scene);
bd_shape *bd_scene_add(bd_scene *scene, bd_shape_kind kind, int ink, size_t point_count);
void      bd_scene_rect(bd_scene *scene, int ink, bd_rect_px rect);
bd_shape *bd_scene_line(bd_scene *scene, int ink, double width, bd_point_px from, bd_point_px to);
double    bd_scene_text_width(const bd_scene *scene, const char *text, bd_type type);
/* @param at  anchor, on the top edge of the line; a turned text: on its middle */
bd_shape *bd_scene_text(bd_scene *scene, bd_type type, bd_point_px at, const char *text);
/* The box of a text before it is turned. */
bd_rect_px bd_text_box(const bd_shape *text);
/* The four corners of a text as it stands. */
void bd_text_corners(const bd_shape *text, bd_point_px out[4]);
bool bd_rects_meet(bd_rect_px a, bd_rect_px b);
/* The mark that a series is known by, beside its colour. */
void bd_scene_marker(bd_scene *scene, size_t series, bd_point_px at, double size);
enum { BD_MARKERS = 8 };
double bd_line_height(double size);

/* ---- wrap.c ---- */

/* Shortens in the middle, where names differ least. @return `text` or a text of the arena */
const char *bd_fit_text(const bd_scene *scene, bd_type type, const char *text, double width);
/* Breaks a text into lines no wider than `width`; what is beyond `limit` lines is
 * shortened into the last one.
 * @return at least one line; texts of the arena */
enum { BD_WRAP_LIMIT = 6 };
typedef struct bd_wrapped {
    const char *lines[BD_WRAP_LIMIT];
    size_t      count;
    double      width; /* of the widest */
    bool        whole; /* nothing shortened, no word cut */
} bd_wrapped;
bd_wrapped bd_wrap_text(const bd_scene *scene, bd_type type, const char *text, double width,
                        size_t limit);
/* How many bytes all the texts begin with, up to and with a separator; 0 when that is
 * not worth saying. */
size_t bd_common_prefix(const char *const *texts, size_t count);

/* ---- ticks.c ---- */

typedef struct bd_scale {
    bool   log;
    double low, high;  /* in the axis' unit; low < high; both > 0 when log */
    double from, to;   /* where those two land, px */
} bd_scale;

double bd_scale_px(const bd_scale *scale, double value);
/* A finite number that geometry can work with; the rest are gaps. */
bool bd_drawable(double value, bool log);

typedef struct bd_tick {
    double      value;
    const char *label; /* NULL: a minor tick; arena */
} bd_tick;

enum { BD_TICK_LIMIT = 128 };
typedef struct bd_ticks {
    bd_tick items[BD_TICK_LIMIT];
    size_t  count;
    double  widest; /* label, px */
} bd_ticks;

/* A step of 1, 2 or 5 times a power of ten. */
typedef struct bd_step {
    int    mantissa, exponent;
    double size;
} bd_step;
/* The smallest that parts `span` into at most `most` intervals. */
bd_step bd_step_for(double span, int most);

/* Moves both ends outwards to multiples of a step, or of a decade's 1, 2, 5. */
void bd_scale_round(bd_scale *scale, int most);
/* @param most  intervals, at most */
void bd_ticks_linear(const bd_scale *scale, int most, const bd_chart_axis *axis, bd_scene *scene,
                     bd_ticks *out);
void bd_ticks_log(const bd_scale *scale, double pitch, const bd_chart_axis *axis, bd_scene *scene,
                  bd_ticks *out);
void bd_tick_add(bd_ticks *ticks, double value, const char *label, const bd_scene *scene);

/* ---- tick_label.c ---- */

/* A tick's value is exactly units * 10^exponent.
 * @param largest  of the axis: all its labels are written alike
 * @return arena */
const char *bd_tick_label(bd_scene *scene, const bd_chart_axis *axis, int64_t units, int exponent,
                          double largest);
/* A single number, by itself: 1, 2,000, 5M, 10⁻⁶. */
const char *bd_number_label(bd_scene *scene, const bd_chart_axis *axis, double value);
/* Of mantissa × 10^decade, which need not be a double. */
const char *bd_log_label(bd_scene *scene, const bd_chart_axis *axis, int mantissa, int decade);

/* A sum, with as many decimals as its parts have. NULL = not a number */
const char *bd_sum_label(bd_scene *scene, const bd_chart_axis *axis, double sum, int decimals);

/* ---- layout.c and its neighbours ---- */

typedef enum bd_category_fit { BD_FIT_FLAT, BD_FIT_TURNED } bd_category_fit;

typedef struct bd_categories { /* how the names of the x axis are set */
    bd_category_fit fit;
    const char    **names; /* without what they have in common */
    size_t          count;
    size_t          every; /* 1 = all are shown */
    size_t          lines; /* of the highest name */
    double          depth; /* px that they take beside the plot */
    double          room;  /* px for one name */
} bd_categories;

typedef struct bd_layout {
    const bd_chart *chart;
    bd_scene       *scene;
    bd_arena       *arena;
    bd_scale        value;      /* of the y axis; pixels are set panel by panel */
    bd_scale        place;      /* of a numeric x axis */
    bool            categories; /* the x axis has them */
    bd_ticks       *value_ticks, *place_ticks;
    bd_categories   names;
    size_t          columns, rows; /* of the grid of panels */
    double          left;   /* px before the first plot */
    double          peak;   /* the largest value shown; NaN = none */
    double          plot_width, plot_height;
    double          y;      /* px: what is above is set */
    char           *prefix; /* what was taken off the names */
    size_t          unlabelled; /* values without room for their label */
    bool            limits_named; /* in an earlier panel */
    size_t          off_log; /* values that a log axis cannot show */
    struct bd_bins *histograms; /* of all series of all panels, in order */
} bd_layout;

typedef struct bd_plot { /* one panel being drawn */
    bd_layout            *layout;
    const bd_chart_panel *panel;
    size_t                index; /* of the panel */
    bd_rect_px            area;
    bd_scale              value, place;
    bool                  left_most, lowest; /* has the labels of its row, of its column */
    struct bd_values     *values; /* where labels stand already */
} bd_plot;

/* Sets the whole chart.
 * @param height  px; 0 = as high as the content needs. A height that is too small for the
 *                content is exceeded */
/* visible.c: the chart with codes in place of characters that nobody sees and that turn texts
 * around, and blanks in place of line ends. In the arena; its marks are those of `chart`. */
const bd_chart *bd_chart_visible(const bd_chart *chart, bd_arena *arena);
void bd_chart_layout(const bd_chart *chart, double width, double height, bd_scene *scene);

/* range.c: what the axes have to hold. */
void   bd_layout_ranges(bd_layout *l);
/* Percentile → position on the tail axis: -log10(1 - p / 100), in decades. */
double bd_tail_position(double percent);

/* head.c: title, unit, legend; foot.c: notes, footer. */
void        bd_layout_head(bd_layout *l);
void        bd_layout_foot(bd_layout *l);
void        bd_layout_x_title(bd_layout *l);
size_t      bd_legend_index(const bd_chart *chart, const char *name);
const char *bd_axis_heading(bd_layout *l, const bd_chart_axis *axis);
const char *bd_with_word(bd_arena *arena, const char *text, const char *word);

/* categories.c */
void   bd_categories_names(bd_layout *l); /* names, and for downward ones their column */
void   bd_categories_plan(bd_layout *l);  /* how they are set, once the plot's size is known */
void   bd_categories_draw(const bd_plot *plot);
double bd_slot_width(const bd_plot *plot);
double bd_slot_start(const bd_plot *plot, size_t category);

/* axes.c; place_ticks.c: of a numeric x axis */
void bd_axes_value_ticks(bd_layout *l, double length);
void bd_place_ticks(bd_layout *l);
void bd_axes_draw(const bd_plot *plot);
/* Where the middle of a label below the plot goes so that it keeps off the neighbour's;
 * NaN = it would be too far from its tick. */
double bd_label_middle(const bd_plot *plot, double x, double half);
double bd_axis_start(const bd_plot *plot); /* px where bars begin */

/* limits.c */
#define BD_LIMIT_STRIP 18.0 /* px above plots for the names of upright lines */
void   bd_limits_draw(bd_plot *plot);
double bd_limit_strip(const bd_layout *l); /* px that this chart needs */
/* A budget across bars has no free place beside its line: the legend names it. */
bool   bd_limit_in_legend(const bd_chart *chart, const bd_chart_line *line);
/* Does a budget line run through the box? Which? */
bool   bd_limit_across(const bd_plot *plot, bd_rect_px box, bd_rect_px *out);

/* plots: one function for each kind */
void bd_plot_bars(bd_plot *plot);
void bd_plot_stacks(bd_plot *plot);
void bd_plot_lines(bd_plot *plot);
void bd_plot_scatter(bd_plot *plot);
void bd_plot_boxes(bd_plot *plot);
void bd_plot_distribution(bd_plot *plot);
void bd_plot_percentiles(bd_plot *plot);
/* Where a place of the x axis is, px: the middle of a category's slot. */
double bd_plot_x(const bd_plot *plot, double x);
/* The share of a slot that a series has: bars and boxes of a group beside each other. */
bd_rect_px bd_bar_between(const bd_plot *plot, bd_rect_px part, double from, double to);
bool       bd_category_of(const bd_plot *plot, const bd_chart_mark *mark, size_t *out);
bd_rect_px bd_group_part(const bd_plot *plot, size_t category, size_t series);
void       bd_bar(bd_scene *scene, size_t series, bd_rect_px rect);
double     bd_bars_label_depth(const bd_layout *l); /* px beyond the longest bar */
/* Where a line of this width ends between pixels at the scale that files have, 2. */
#define BD_THIN 1.5
double     bd_crisp_thin(double px);
void       bd_error_bar(const bd_plot *plot, int ink, double at, const bd_chart_mark *mark);
bool       bd_scatter_shaped(const bd_chart *chart); /* few enough points for shapes */
bool       bd_lines_marked(const bd_chart *chart); /* few enough points to mark each */
unsigned   bd_line_dash(const bd_chart *chart, size_t series);
/* A line through points in the order of x, cut down to what can be seen of it. */
void bd_curve(const bd_plot *plot, size_t series, const bd_point_px *points, size_t count);

/* histogram.c */
typedef struct bd_bins {
    double *heights; /* of the bins: counts, or percent */
    size_t  count;
    double  first, width; /* on the axis: logarithms when it is log */
    bool    log;
} bd_bins;
void   bd_bins_build(bd_layout *l);
double bd_bins_edge(const bd_bins *h, size_t index);

/* values.c: labels that do not meet. */
typedef struct bd_taken {
    bd_rect_px *rects; /* owned */
    size_t      count, capacity;
} bd_taken;

typedef struct bd_value_label { /* waits until all marks are drawn */
    const char *text;
    bd_type     type;
    bd_point_px places[6]; /* anchor on the top edge of the line, the better place first */
    size_t      place_count;
} bd_value_label;

typedef struct bd_values {
    bd_taken        marks, labels;
    bd_value_label *waiting; /* owned */
    size_t          count, capacity;
} bd_values;

void bd_values_release(bd_values *values);
void bd_taken_add(bd_taken *taken, bd_rect_px rect);
bool bd_taken_free(const bd_taken *taken, bd_rect_px rect);
bd_rect_px bd_label_box(const bd_scene *scene, const bd_value_label *label, bd_point_px at);
bool bd_label_inside(const bd_plot *plot, bd_rect_px box);
void bd_value_wait(bd_plot *plot, const bd_value_label *label);
void bd_values_draw(bd_plot *plot); /* those that find room; counts the others */

#endif
