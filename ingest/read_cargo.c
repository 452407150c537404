/* `cargo bench`: results of libtest's benchmarks and of Criterion's in one output, with
 * whatever compiler and tests print around them. */
#include "ingest/cargo.h"
#include "ingest/line_format.h"

#include <string.h>

static void put_name(const char *metric, bd_str name, bd_buf *key)
{
    bd_buf_clear(key);
    bd_buf_puts(key, metric);
    bd_buf_putc(key, '\n');
    bd_buf_put_str(key, name);
}

void bd_cargo_add(bd_cargo *cargo, bd_str name, const bd_point *point, const bd_compat *compat)
{
    bd_point placed = *point;
    put_name(point->metric, name, &cargo->key);
    bd_buf_putc(&cargo->key, '\n');
    bd_buf_put_str(&cargo->key, cargo->target);
    placed.params = cargo->params;
    bd_repeats_add(&cargo->repeats, bd_buf_str(&cargo->key), name, &placed, compat);
}

/* "Running benches/parse.rs (target/release/deps/parse-0a1b)", "Running unittests src/lib.rs
 * (…)", and "Running target/release/deps/parse-0a1b" of older ones. */
static void read_running(bd_cargo *cargo, bd_line *line)
{
    bd_error none = BD_ERROR_INIT;
    bd_str rest = bd_str_trim(line->text), word;
    bd_next_word(&rest);
    word = bd_next_word(&rest);
    if (bd_str_is(word, "unittests"))
        word = bd_next_word(&rest);
    if (bd_str_starts(word, "target/")) {
        const char *slash = memrchr(word.ptr, '/', word.len);
        word = bd_str_sub(word, (size_t)(slash + 1 - word.ptr), word.len);
        const char *dash = word.len > 0 ? memrchr(word.ptr, '-', word.len) : NULL;
        word.len = dash ? (size_t)(dash - word.ptr) : word.len;
    }
    if (!bd_line_check(line, &none))
        return;
    cargo->target = bd_str_of(bd_arena_text(&cargo->run->arena, word));
    cargo->params = (bd_pairs){ 0 };
    if (word.len > 0)
        bd_pairs_set(&cargo->params, &cargo->run->arena, BD_STR("target"), word);
    cargo->params.capacity = cargo->params.count; /* several points have it: none may add to it */
}

static bd_str name_of(const bd_point *point, bd_buf *key)
{
    put_name(point->metric, bd_str_of(point->benchmark), key);
    return bd_buf_str(key);
}

/* Whether "Running …" is there depends on what was redirected: a target is a param only of
 * names that several targets have. */
static void drop_lone_targets(bd_cargo *cargo)
{
    bd_run *run = cargo->run;
    bd_map times = BD_MAP_INIT;
    for (size_t i = 0; i < run->point_count; i++) {
        bd_str name = name_of(&run->points[i], &cargo->key);
        bd_str kept = { bd_arena_copy(&cargo->repeats.keys, name.ptr, name.len), name.len };
        ++*bd_map_put(&times, kept, 0, NULL);
    }
    for (size_t i = 0; i < run->point_count; i++)
        if (*bd_map_get(&times, name_of(&run->points[i], &cargo->key)) == 1)
            run->points[i].params = (bd_pairs){ 0 };
    bd_map_release(&times);
}

static bool read_line(bd_cargo *cargo, bd_line *line, bd_error *err)
{
    if (bd_str_starts(line->text, "Running ") || bd_str_starts(line->text, "     Running "))
        read_running(cargo, line);
    if (bd_str_starts(line->text, "test "))
        return bd_libtest_read(cargo, line, err);
    if (bd_str_starts(line->text, "{"))
        return bd_cargo_json_read(cargo, line, err);
    return cargo->has_messages || bd_criterion_read(cargo, line, err);
}

static const bd_line_format libtest = { .needle = " ... bench:", .is_result = bd_is_libtest };
static const bd_line_format libtest_json = { .needle = "\"median\"",
                                             .is_result = bd_is_libtest_json };
static const bd_line_format libtest_suite = { .needle = "\"test_count\"",
                                              .is_result = bd_is_libtest_suite };
static const bd_line_format criterion = { .needle = "time:   [", .is_result = bd_is_criterion };
static const bd_line_format messages = { .needle = "\"benchmark-complete\"",
                                         .is_result = bd_is_criterion_message };

static bool read_output(bd_reading *reading, const bd_reader *reader, bd_error *err)
{
    bd_cargo cargo = { .reading = reading, .run = bd_reading_new_run(reading, reader) };
    bd_lines lines = bd_lines_of(reading->text);
    bool ok = true;
    cargo.repeats.run = cargo.run;
    cargo.run->tool = "cargo bench";
    cargo.has_messages = bd_line_format_probe(reading, &messages);
    for (bd_line line; ok && bd_lines_next(&lines, &line);)
        ok = read_line(&cargo, &line, err)
             && bd_reading_may_have(reading, cargo.repeats.count, line.number, 1, err);
    if (ok && cargo.repeats.count == 0)
        ok = bd_fail_empty(err, reader == &bd_reader_cargo ? "cargo bench" : "Criterion.rs",
                           reader);
    if (ok)
        bd_repeats_points(&cargo.repeats);
    if (ok)
        drop_lone_targets(&cargo);
    bd_repeats_release(&cargo.repeats);
    bd_lines_release(&lines);
    bd_buf_release(&cargo.key);
    bd_buf_release(&cargo.number);
    bd_buf_release(&cargo.name);
    bd_buf_release(&cargo.now);
    return ok;
}

static bool probe_cargo(const bd_reading *reading)
{
    return bd_line_format_probe(reading, &libtest) || bd_line_format_probe(reading, &libtest_json)
           || bd_line_format_probe(reading, &libtest_suite);
}

static bool probe_criterion(const bd_reading *reading)
{
    return (bd_line_format_probe(reading, &criterion) || bd_line_format_probe(reading, &messages))
           && !probe_cargo(reading);
}

static bool read_cargo(bd_reading *reading, bd_error *err)
{
    return read_output(reading, &bd_reader_cargo, err);
}

static bool read_criterion(bd_reading *reading, bd_error *err)
{
    return read_output(reading, &bd_reader_criterion, err);
}

const bd_reader bd_reader_cargo = {
    .format = { .name = "cargo",
                .aliases = "cargo-bench libtest bencher",
                .summary = "cargo bench: libtest's benchmarks (text or --format json), Criterion's "
                           "among them",
                .example = "test parse ... bench:      18,149 ns/iter (+/- 755)\n"
                           "test write ... bench:         135 ns/iter (+/- 24) = 210 MB/s" },
    .is_json = false,
    .has_json_lines = true,
    .probe = probe_cargo,
    .read = read_cargo,
};

const bd_reader bd_reader_criterion = {
    .format = { .name = "criterion",
                .aliases = "criterion.rs",
                .summary = "Criterion.rs: its console, cargo criterion --message-format=json, and "
                           "estimates.json",
                .example =
                    "parse/20         time:   [26.029 us 26.251 us 26.505 us]\n"
                    "                 thrpt:  [37.728 Melem/s 38.093 Melem/s 38.419 Melem/s]" },
    .is_json = false,
    .has_json_lines = true,
    .json_form = &bd_reader_criterion_json,
    .probe = probe_criterion,
    .read = read_criterion,
};
