/* `cargo bench`: results of libtest's benchmarks and of Criterion's in one output, with
 * whatever compiler and tests print around them. */
#include "ingest/cargo.h"
#include "ingest/line_format.h"

#include <string.h>

void bd_cargo_add(bd_cargo *cargo, bd_str name, const bd_point *point, const bd_compat *compat)
{
    bd_point placed = *point;
    bd_buf_clear(&cargo->key);
    bd_buf_puts(&cargo->key, point->metric);
    bd_buf_putc(&cargo->key, '\n');
    bd_buf_put_str(&cargo->key, name);
    bd_buf_putc(&cargo->key, '\n');
    bd_buf_put_str(&cargo->key, cargo->target);
    placed.params = cargo->params;
    bd_repeats_add(&cargo->log.repeats, bd_buf_str(&cargo->key), name, &placed, compat);
}

/* "Running benches/parse.rs (target/release/deps/parse-0a1b)", "Running unittests src/lib.rs
 * (…)", and "Running target/release/deps/parse-0a1b" of older ones. */
static void read_running(bd_cargo *cargo, bd_line *line)
{
    bd_error none = BD_ERROR_INIT;
    bd_str rest = bd_str_trim(line->text), word;
    bd_buf_clear(&cargo->name);
    bd_buf_clear(&cargo->now);
    cargo->collected = 0;
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
    cargo->target = bd_str_of(bd_arena_text(&cargo->log.repeats.run->arena, word));
    cargo->params = (bd_pairs){ 0 };
    if (word.len > 0)
        bd_pairs_set(&cargo->params, &cargo->log.repeats.run->arena, BD_STR("target"), word);
    cargo->params.capacity = cargo->params.count; /* several points have it: none may add to it */
}

/* Metric and name of a key, without its target and what bd_repeats_add() put behind it. */
static bd_str name_of(const bd_cargo *cargo, size_t index)
{
    bd_str rest = bd_repeats_key(&cargo->log.repeats, index), metric, name;
    const char *begin = rest.ptr;
    bd_str_split(&rest, '\n', &metric);
    bd_str_split(&rest, '\n', &name);
    return (bd_str){ begin, metric.len + 1 + name.len };
}

/* Whether "Running …" is there depends on what was redirected: a target is a param only of
 * names that several targets have. */
static void drop_lone_targets(bd_cargo *cargo)
{
    bd_run *run = cargo->log.repeats.run;
    bd_map times = BD_MAP_INIT;
    for (size_t i = 0; i < run->point_count; i++)
        ++*bd_map_put(&times, name_of(cargo, i), 0, NULL);
    for (size_t i = 0; i < run->point_count; i++)
        if (*bd_map_get(&times, name_of(cargo, i)) == 1)
            run->points[i].params = (bd_pairs){ 0 };
    bd_map_release(&times);
}

static bool is_running(bd_str text)
{
    return bd_str_starts(text, "Running ") || bd_str_starts(text, "     Running ");
}

/* All that was said before is of another target. */
static bool may_begin(bd_line *line, bd_str rest)
{
    bd_error none = BD_ERROR_INIT;
    (void)rest;
    return is_running(line->text) && bd_line_check(line, &none);
}

static void release(void *state)
{
    bd_cargo *cargo = state;
    bd_buf_release(&cargo->key);
    bd_buf_release(&cargo->number);
    bd_buf_release(&cargo->name);
    bd_buf_release(&cargo->now);
}

static bool read_line(void *state, bd_line *line, bd_error *err)
{
    bd_cargo *cargo = state;
    if (is_running(line->text))
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
    static const bd_log_format format = {
        .size = sizeof(bd_cargo), .read_line = read_line, .may_begin = may_begin, .release = release
    };
    bd_run *run = bd_reading_new_run(reading, reader);
    bd_cargo cargo = { .log = { .reading = reading, .repeats = { .run = run } } };
    run->tool = "cargo bench";
    cargo.has_messages = bd_line_format_probe(reading, &messages);
    bool ok = bd_log_read(&format, &cargo, err);
    if (ok && cargo.log.repeats.count == 0)
        ok = bd_fail_empty(err, reader == &bd_reader_cargo ? "cargo bench" : "Criterion.rs",
                           reader);
    if (ok)
        bd_repeats_points(&cargo.log.repeats);
    if (ok)
        drop_lone_targets(&cargo);
    bd_log_release(&format, &cargo);
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
