/* The real result files: core/json and jansson must see the same values. */
#include "core/json/json.h"
#include "tests/json/agree.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

/* A data.js is a JSON text behind an assignment. */
static bd_str json_part(const char *path, bd_str bytes)
{
    if (!bd_str_ends(bd_str_of(path), ".js"))
        return bytes;
    const char *brace = memchr(bytes.ptr, '{', bytes.len);
    return brace ? bd_str_sub(bytes, (size_t)(brace - bytes.ptr), bytes.len) : bytes;
}

/* Big files only when the long tests are asked for: jansson is slow under sanitizers. */
static bool too_big(bd_str bytes)
{
    return bytes.len > 1500000 && test_rounds(100) < 100;
}

static void every_real_file_reads_as_jansson_reads_it(void **state)
{
    (void)state;
    char *root = bd_strdup(test_shared("real/INDEX.tsv")); /* owned */
    *strrchr(root, '/') = '\0';
    bd_buf command = BD_BUF_INIT, list = BD_BUF_INIT, why = BD_BUF_INIT;
    bd_buf_printf(&command, "find '%s' -name '*.json' -o -name 'data.js'", root);
    assert_int_equal(test_shell(bd_buf_text(&command), &list, NULL), 0);
    bd_str rest = bd_buf_str(&list), line;
    size_t count = 0;
    while (bd_str_split(&rest, '\n', &line) && line.len > 0) {
        bd_arena arena = BD_ARENA_INIT;
        const char *path = bd_arena_text(&arena, line);
        bd_buf bytes = test_read(path);
        bd_str text = json_part(path, bd_buf_str(&bytes));
        if (!too_big(text) && (!agrees_with_jansson(text, &why) || !agrees_with_itself(text, &why)))
            fail_msg("%s: %s", path, bd_buf_text(&why));
        count++;
        bd_buf_release(&bytes);
        bd_arena_release(&arena);
    }
    assert_true(count > 100);
    bd_buf_release(&command);
    bd_buf_release(&list);
    bd_buf_release(&why);
    free(root);
}

/* What users of broken files are told. Places: grep -b on the files. */
static void broken_real_files_name_their_fault(void **state)
{
    (void)state;
    static const struct {
        const char *path, *message;
    } rows[] = {
        { "real/jmh-bad/derived__truncated-after-comma.json", "the text ends inside the " },
        { "real/jmh-bad/derived__truncated-mid-number.json", "the text ends inside a string" },
        { "real/jmh-bad/derived__two-files-concatenated.json",
          "a second value after the end of the document (two files concatenated?)" },
        { "real/jmh-bad/derived__utf16le-bom.json",
          "not UTF-8 but UTF-16: save the file as UTF-8" },
        { "real/jmh-bad/derived__utf8-bom.json", "a byte order mark before the document" },
        { "real/jmh-bad/derived__cp1252-middle-dot.json", "invalid UTF-8, found byte 0xB7" },
        { "real/jmh-bad/derived__kotlinx-native-bare-NaN.json", "expected a value, found 'N'" },
        { "real/jmh-bad/kotlinx-js__note8550897900__linux-trailing-garbage.json",
          "expected the end of the document" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_json_doc *doc = NULL;
        bd_buf bytes = test_read(test_shared(rows[i].path));
        assert_false(bd_json_parse(bd_buf_str(&bytes), NULL, &doc, &err));
        if (!bd_str_starts(bd_str_of(err.message), rows[i].message))
            fail_msg("%s:%d:%d: %s", rows[i].path, err.line, err.column, err.message);
        bd_buf_release(&bytes);
    }
}

static void lenient_reading_takes_bare_nan_and_the_byte_order_mark(void **state)
{
    (void)state;
    static const char *const paths[] = { "real/jmh-bad/derived__utf8-bom.json",
                                         "real/jmh-bad/derived__kotlinx-native-bare-NaN.json" };
    for (size_t i = 0; i < BD_COUNT(paths); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_json_doc *doc = NULL;
        const bd_json_options options = { .lenient = true };
        bd_buf bytes = test_read(test_shared(paths[i]));
        assert_ok(bd_json_parse(bd_buf_str(&bytes), &options, &doc, &err), &err);
        bd_json_free(doc);
        bd_buf_release(&bytes);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_real_file_reads_as_jansson_reads_it),
        cmocka_unit_test(broken_real_files_name_their_fault),
        cmocka_unit_test(lenient_reading_takes_bare_nan_and_the_byte_order_mark),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
