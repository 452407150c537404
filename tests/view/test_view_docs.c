/* docs/queries.md does what it says: its blocks are read and run. The words behind a
 * block's language say what it is:
 *
 *   file=PATH          a result file           inputs          the inputs of all examples
 *   fit=name|benchmark|path, select, value     lines of "what it is about   what it gives"
 *   values             the values that `value` lines use
 *   table=NAME, query=QUERY, environment=QUERY followed by the table
 *   error=NAME         followed by what is said about that table */
#include "tests/view/view_support.h"

#include "ingest/ingest.h"
#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 8, BLOCKS_MAX = 64 };

typedef struct block {
    bd_str info; /* behind the language */
    bd_str text;
    int line;
} block;

typedef struct page {
    bd_buf bytes;
    block blocks[BLOCKS_MAX];
    size_t count;
} page;

static void read_page(page *p)
{
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/docs/queries.md", test_source_dir());
    *p = (page){ .bytes = test_read(bd_buf_text(&path)) };
    bd_buf_release(&path);
    bd_str rest = bd_buf_str(&p->bytes), line;
    bool inside = false;
    for (int number = 1; bd_str_split(&rest, '\n', &line); number++) {
        if (!bd_str_starts(line, "```"))
            continue;
        block *b = &p->blocks[p->count];
        if (inside) {
            b->text.len = (size_t)(line.ptr - b->text.ptr);
            p->count++;
        } else {
            bd_str language;
            assert_true(p->count < BLOCKS_MAX);
            *b = (block){ .info = line, .text = { line.ptr + line.len + 1, 0 }, .line = number };
            bd_str_split(&b->info, ' ', &language);
        }
        inside = !inside;
    }
    assert_false(inside);
}

/* Of "table=NAME" and "table" the NAME, or ptr NULL. */
static bd_str argument(const block *b, const char *kind)
{
    size_t length = strlen(kind);
    if (!b->info.ptr || !bd_str_starts(b->info, kind)
        || (b->info.len > length && b->info.ptr[length] != '='))
        return (bd_str){ 0 };
    return bd_str_sub(b->info, b->info.len > length ? length + 1 : length, b->info.len);
}

static const block *find(const page *p, const char *kind)
{
    for (size_t i = 0; i < p->count; i++)
        if (argument(&p->blocks[i], kind).ptr)
            return &p->blocks[i];
    fail_msg("no block is '%s'", kind);
    return NULL;
}

/* Every file of the page that a pattern of the input fits. */
static void read_input(view_world *w, const page *p, const bd_input *input)
{
    const char *pattern = input->files.items[0].text;
    for (size_t i = 0; i < p->count; i++) {
        bd_pairs facts = { 0 };
        bd_str path = argument(&p->blocks[i], "file");
        const char *name = bd_arena_text(&w->arena, path.ptr ? path : BD_STR(""));
        if (!path.ptr || !bd_files_match(bd_str_of(pattern), name, &w->arena, &facts))
            continue;
        bd_ingest_file file = { name, p->blocks[i].text }, beside[FILES_MAX];
        bd_ingest_input in = {
            .file = &file, .companions = beside, .suite = input->name.text, .facts = &facts
        };
        for (size_t k = 0; k < p->count; k++) {
            bd_str other = argument(&p->blocks[k], "file");
            const char *text = bd_arena_text(&w->arena, other.ptr ? other : BD_STR(""));
            if (k != i && bd_str_ends(other, ".txt")
                && bd_str_eq(bd_path_directory(text), bd_path_directory(name)))
                beside[in.companion_count++] = (bd_ingest_file){ text, p->blocks[k].text };
        }
        if (!bd_ingest(&in, &w->runs, &w->found))
            fail_msg("%s: %s", name, w->found.items[0].error.message);
    }
}

/* The results with the configuration of one block. */
static void open_block(view_world *w, const page *p, bd_str configuration)
{
    bd_buf yaml = BD_BUF_INIT;
    bd_buf_put_str(&yaml, find(p, "inputs")->text);
    bd_buf_put_str(&yaml, configuration);
    view_open(w, bd_buf_text(&yaml));
    for (size_t i = 0; i < w->config->input_count; i++)
        read_input(w, p, &w->config->inputs[i]);
    bd_diagnostics_release(&w->found);
    view_observe(w);
    w->view.document = "README.md";
    bd_buf_release(&yaml);
}

/* "  left   right", parted by two blanks. @return whether it is indented */
static bool split_line(bd_str line, bd_arena *arena, const char **left, const char **right)
{
    bool indented = bd_str_starts(line, "  ");
    bd_str text = bd_str_trim(line);
    size_t at = 0;
    while (at + 1 < text.len && !(text.ptr[at] == ' ' && text.ptr[at + 1] == ' '))
        at++;
    *left = bd_arena_text(arena, at + 1 < text.len ? bd_str_sub(text, 0, at) : text);
    *right = bd_arena_text(arena, at + 1 < text.len ? bd_str_trim(bd_str_sub(text, at, text.len))
                                                    : BD_STR(""));
    return indented;
}

static void check_fit(bd_pattern_kind kind, const char *pattern, const char *name, const char *want)
{
    bd_error err = BD_ERROR_INIT;
    bd_arena arena = BD_ARENA_INIT;
    bd_pairs holes = { 0 };
    bd_buf got = BD_BUF_INIT;
    bd_pattern *p = bd_pattern_compile(bd_str_of(pattern), kind, &err);
    assert_ok(p != NULL, &err);
    if (!bd_pattern_match(p, bd_str_of(name), &arena, &holes))
        bd_buf_puts(&got, "does not fit");
    for (size_t i = 0; i < holes.count; i++)
        bd_buf_printf(&got, "%s%s=%s", i > 0 ? " " : "", holes.items[i].key, holes.items[i].value);
    assert_text(bd_buf_text(&got), want);
    bd_pattern_free(p);
    bd_buf_release(&got);
    bd_arena_release(&arena);
}

static void patterns_fit_as_the_page_says(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        bd_pattern_kind kind;
    } kinds[] = { { "name", BD_PATTERN_NAME },
                  { "benchmark", BD_PATTERN_BENCHMARK },
                  { "path", BD_PATTERN_PATH } };
    page p;
    bd_arena arena = BD_ARENA_INIT;
    size_t checked = 0;
    read_page(&p);
    for (size_t i = 0; i < p.count; i++)
        for (size_t k = 0; k < BD_COUNT(kinds); k++) {
            bd_str rest = p.blocks[i].text, line, word = argument(&p.blocks[i], "fit");
            const char *pattern = "", *left, *right;
            if (!word.ptr || !bd_str_is(word, kinds[k].word))
                continue;
            while (bd_str_split(&rest, '\n', &line)) {
                if (line.len == 0)
                    continue;
                if (!split_line(line, &arena, &left, &right)) {
                    pattern = left;
                } else {
                    check_fit(kinds[k].kind, pattern, left, right);
                    checked++;
                }
            }
        }
    assert_true(checked >= 9);
    bd_arena_release(&arena);
    bd_buf_release(&p.bytes);
}

static void queries_select_as_many_points_as_the_page_says(void **state)
{
    (void)state;
    page p;
    view_world w;
    bd_str line;
    read_page(&p);
    open_block(&w, &p, BD_STR(""));
    bd_str rest = find(&p, "select")->text;
    size_t checked = 0;
    while (bd_str_split(&rest, '\n', &line)) {
        const char *text, *want;
        bd_query q;
        bd_error err = BD_ERROR_INIT;
        if (line.len == 0)
            continue;
        split_line(line, &w.arena, &text, &want);
        assert_ok(bd_query_parse(bd_str_of(text), true, &w.arena, &q, &err), &err);
        size_t count = 0;
        for (size_t i = 0; i < w.seen.count; i++)
            count += bd_query_holds(&q, &w.seen.items[i]);
        if (count != strtoul(want, NULL, 10))
            fail_msg("'%s' selects %zu points", text, count);
        checked++;
    }
    assert_true(checked >= 15);
    view_close(&w);
    bd_buf_release(&p.bytes);
}

static bool build_block(view_world *w, const block *b, bd_table *table)
{
    bd_str name = argument(b, "table"), query = argument(b, "query"),
           machine = argument(b, "environment");
    bd_place place = { "README.md", 1, 1 };
    bd_query q;
    bd_error err = BD_ERROR_INIT;
    if (name.ptr)
        return bd_view_table(&w->view, bd_config_table(w->config, bd_arena_text(&w->arena, name)),
                             table);
    if (machine.ptr)
        return bd_view_environment(&w->view, machine, place, table);
    assert_ok(bd_query_parse(query, true, &w->arena, &q, &err), &err);
    return bd_view_query_table(&w->view, &q, place, table);
}

static void tables_are_those_that_the_page_shows(void **state)
{
    (void)state;
    page p;
    size_t checked = 0;
    read_page(&p);
    for (size_t i = 0; i < p.count; i++) {
        const block *b = &p.blocks[i];
        if (!argument(b, "table").ptr && !argument(b, "query").ptr
            && !argument(b, "environment").ptr)
            continue;
        view_world w;
        bd_table table;
        bd_buf markdown = BD_BUF_INIT;
        open_block(&w, &p, b->text);
        if (!build_block(&w, b, &table))
            fail_msg("line %d: %s", b->line, view_findings(&w));
        bd_markdown_table(&table, &markdown);
        assert_text(bd_buf_text(&markdown), bd_arena_text(&w.arena, p.blocks[i + 1].text));
        checked++;
        bd_buf_release(&markdown);
        view_close(&w);
    }
    assert_true(checked >= 9);
    bd_buf_release(&p.bytes);
}

static int count_lines(bd_str text)
{
    int n = 0;
    for (size_t i = 0; i < text.len; i++)
        n += text.ptr[i] == '\n';
    return n;
}

/* As the program prints them, with the lines of the block alone. */
static void describe_findings(const view_world *w, int lines_before, bd_buf *out)
{
    for (size_t i = 0; i < w->found.count; i++) {
        const bd_error *err = &w->found.items[i].error;
        bd_buf_printf(out, "%s:%d:%d: %s\n", err->file, err->line - lines_before, err->column,
                      err->message);
        if (err->hint[0])
            bd_buf_printf(out, "  %s\n", err->hint);
    }
}

static void mistakes_are_told_as_the_page_says(void **state)
{
    (void)state;
    page p;
    size_t checked = 0;
    read_page(&p);
    int before = 1 + count_lines(find(&p, "inputs")->text);
    for (size_t i = 0; i < p.count; i++) {
        bd_str name = argument(&p.blocks[i], "error");
        view_world w;
        bd_table table;
        bd_buf got = BD_BUF_INIT;
        if (!name.ptr)
            continue;
        open_block(&w, &p, p.blocks[i].text);
        assert_false(bd_view_table(
            &w.view, bd_config_table(w.config, bd_arena_text(&w.arena, name)), &table));
        describe_findings(&w, before, &got);
        assert_text(bd_buf_text(&got), bd_arena_text(&w.arena, p.blocks[i + 1].text));
        checked++;
        bd_buf_release(&got);
        view_close(&w);
    }
    assert_true(checked >= 3);
    bd_buf_release(&p.bytes);
}

static void values_say_what_the_page_says(void **state)
{
    (void)state;
    page p;
    view_world w;
    bd_str line;
    size_t checked = 0;
    read_page(&p);
    open_block(&w, &p, find(&p, "values")->text);
    bd_str rest = find(&p, "value")->text;
    while (bd_str_split(&rest, '\n', &line)) {
        const char *text, *want;
        if (line.len == 0)
            continue;
        split_line(line, &w.arena, &text, &want);
        assert_text(view_value(&w, text), want);
        checked++;
    }
    assert_true(checked >= 6);
    view_close(&w);
    bd_buf_release(&p.bytes);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_fit_as_the_page_says),
        cmocka_unit_test(queries_select_as_many_points_as_the_page_says),
        cmocka_unit_test(tables_are_those_that_the_page_shows),
        cmocka_unit_test(mistakes_are_told_as_the_page_says),
        cmocka_unit_test(values_say_what_the_page_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
