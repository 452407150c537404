/* The table of readers: a new format is one new file and one new line here. */
#include "ingest/internal.h"

static const bd_reader *const readers[] = {
    &bd_reader_jmh,       &bd_reader_custom,          &bd_reader_pipeline,
    &bd_reader_stress,    &bd_reader_bench_log,       &bd_reader_interchange,
    &bd_reader_datajs,    &bd_reader_datajs_json,     &bd_reader_go,
    &bd_reader_cargo,     &bd_reader_criterion,       &bd_reader_benchmarkjs,
    &bd_reader_luau,      &bd_reader_catch2,          &bd_reader_criterion_json,
    &bd_reader_googlecpp, &bd_reader_hyperfine,       &bd_reader_pytest,
    &bd_reader_julia,     &bd_reader_benchmarkdotnet, &bd_reader_csv,
};

size_t bd_format_count(void)
{
    return BD_COUNT(readers);
}

bd_format bd_format_at(size_t index)
{
    return readers[index]->format;
}

bool bd_same_letters(bd_str a, bd_str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++) {
        unsigned char x = (unsigned char)a.ptr[i], y = (unsigned char)b.ptr[i];
        x = x >= 'A' && x <= 'Z' ? (unsigned char)(x | 0x20) : x;
        y = y >= 'A' && y <= 'Z' ? (unsigned char)(y | 0x20) : y;
        if (x != y)
            return false;
    }
    return true;
}

bool bd_reader_word(const char *word, const char *name)
{
    return word && bd_same_letters(bd_str_of(word), bd_str_of(name));
}

static bool has_name(const bd_reader *reader, bd_str name)
{
    bd_str aliases = bd_str_of(reader->format.aliases), alias;
    if (bd_same_letters(name, bd_str_of(reader->format.name)))
        return true;
    while (bd_str_split(&aliases, ' ', &alias))
        if (alias.len > 0 && bd_same_letters(name, alias))
            return true;
    return false;
}

const bd_reader *bd_reader_find(bd_str name)
{
    for (size_t i = 0; i < BD_COUNT(readers); i++)
        if (has_name(readers[i], name))
            return readers[i];
    return NULL;
}

const bd_reader *bd_reader_detect(const bd_reading *reading)
{
    bool is_json = reading->root != NULL;
    for (size_t i = 0; i < BD_COUNT(readers); i++)
        if ((readers[i]->is_json == is_json || (is_json && readers[i]->has_json_lines))
            && readers[i]->probe(reading))
            return readers[i];
    return NULL;
}

const bd_reader *bd_reader_other(const bd_reading *reading, const bd_reader *first)
{
    enum { LOOKED_AT = 256 * 1024 };
    bd_reading begin = *reading;
    begin.text = bd_str_sub(reading->text, 0, LOOKED_AT);
    for (size_t i = 0; i < BD_COUNT(readers) && !first->is_json; i++)
        if (readers[i] != first && !readers[i]->is_json && readers[i]->probe(&begin))
            return readers[i];
    return NULL;
}

const char *bd_format_detect(bd_str bytes)
{
    const bd_json_options options = { .lenient = true };
    const bd_ingest_file file = { .path = "", .bytes = bytes };
    const bd_ingest_input in = { .file = &file };
    bd_runs runs = BD_RUNS_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    bd_json root;
    bd_reading reading = {
        .in = &in, .text = bd_text_without_bom(bytes), .runs = &runs, .found = &found
    };

    if (bd_looks_like_json(reading.text) && bd_json_parse(reading.text, &options, &doc, &err)) {
        root = bd_json_root(doc);
        reading.root = &root;
    }
    const bd_reader *reader = bd_reader_detect(&reading);
    bd_json_free(doc);
    bd_buf_release(&reading.scratch);
    return reader ? reader->format.name : NULL;
}
