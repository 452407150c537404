/* `go test -json` (the events of test2json): a JSON object a line, whose "Output" is a part
 * of what a package printed, seldom a whole line of it. */
#include "ingest/go.h"

#include <stdlib.h>
#include <string.h>

bool bd_go_is_event(bd_str line)
{
    return bd_str_starts(line, "{") && bd_find(line, "\"Action\"")
           && (bd_find(line, "\"Package\"") || bd_find(line, "\"Output\""));
}

/* ---- places ---- */

static unsigned hex_digit(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : ((unsigned)c | 0x20) - 'a' + 10;
}

/* How many bytes a character of a checked JSON string has in the file, and in the text. */
static size_t character(const char *at, size_t *decoded)
{
    *decoded = 1;
    if (*at != '\\')
        return 1;
    if (at[1] != 'u')
        return 2;
    unsigned code = 0;
    for (int i = 2; i < 6; i++)
        code = code * 16 + hex_digit(at[i]);
    bool is_pair = code >= 0xD800 && code < 0xE000;
    *decoded = is_pair ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    return is_pair ? 12 : 6;
}

/* The piece that a byte of the output came with. */
static const bd_go_piece *piece_at(const bd_go_stream *stream, size_t offset)
{
    size_t low = 0, high = stream->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (stream->pieces[middle].at <= offset)
            low = middle;
        else
            high = middle;
    }
    return &stream->pieces[low];
}

/* The byte of a line's text in the output; colours are not in the text. */
static size_t offset_in(const bd_go_stream *stream, bd_line *line, const char *at)
{
    size_t i = 0;
    for (int column = bd_line_column(line, at); column > 1 && i < line->raw.len; column--)
        do
            i++;
        while (i < line->raw.len && ((unsigned char)line->raw.ptr[i] & 0xC0) == 0x80);
    return (size_t)(line->raw.ptr - stream->output.data) + i;
}

void bd_go_place(const bd_go *go, bd_line *line, const char *at, int *number, int *column)
{
    *number = line->number;
    if (!go->stream) {
        *column = bd_line_column(line, at);
        return;
    }
    size_t offset = offset_in(go->stream, line, at), decoded;
    const bd_go_piece *piece = piece_at(go->stream, offset);
    bd_line event = { .raw = piece->raw, .text = piece->raw, .number = piece->line };
    const char *in_file = piece->text;
    for (size_t i = piece->at; in_file && i < offset; i += decoded)
        in_file += character(in_file, &decoded);
    *number = piece->line;
    *column = in_file ? bd_line_column(&event, in_file) : 1;
}

/* ---- events ---- */

static bd_go_stream *stream_of(bd_go *go, bd_str package)
{
    const size_t *there = bd_map_get(&go->by_package, package);
    if (there)
        return &go->streams[*there];
    bd_str key = { bd_arena_text(&go->keys, package), package.len };
    bd_map_put(&go->by_package, key, go->stream_count, NULL);
    go->streams = bd_grow(go->streams, go->stream_count, &go->stream_capacity, sizeof *go->streams);
    go->streams[go->stream_count] = (bd_go_stream){ .package = key };
    return &go->streams[go->stream_count++];
}

static void add_output(bd_go_stream *stream, const bd_line *line, const bd_json *output)
{
    bd_buf scratch = BD_BUF_INIT;
    bd_error none = BD_ERROR_INIT;
    bd_str text;
    if (!bd_json_string(output, &scratch, &text, &none))
        text = BD_STR("\n"); /* U+0000, which no result has */
    stream->pieces = bd_grow(stream->pieces, stream->count, &stream->capacity,
                             sizeof *stream->pieces);
    bd_go_piece *piece = &stream->pieces[stream->count++];
    *piece = (bd_go_piece){ .at = stream->output.len, .raw = line->raw, .line = line->number };
    if (line->text.ptr == line->raw.ptr + line->begin) /* else it is a copy without colours */
        piece->text = bd_json_raw(output).ptr + 1;
    bd_buf_put_str(&stream->output, text);
    bd_buf_release(&scratch);
}

static bool read_event(bd_go *go, bd_line *line, const bd_json *event, bd_error *err)
{
    bd_json action, package, output;
    bd_buf scratch = BD_BUF_INIT;
    bd_str name = { "", 0 };
    if (!bd_json_member(event, "Output", &output) || !bd_json_member(event, "Action", &action)
        || !bd_str_is(bd_json_raw(&action), "\"output\""))
        return true;
    bool ok = bd_json_expect(&output, BD_JSON_STRING, err)
              && (!bd_json_member(event, "Package", &package)
                  || bd_json_string(&package, &scratch, &name, err));
    if (ok)
        add_output(stream_of(go, name), line, &output);
    bd_buf_release(&scratch);
    return ok;
}

bool bd_go_add_event(bd_go *go, bd_line *line, bd_error *err)
{
    bd_json_doc *doc = NULL;
    bool ok;
    if (!bd_find(line->text, "\"Output\""))
        return true;
    if (bd_json_parse(line->text, NULL, &doc, err)) {
        bd_json event = bd_json_root(doc);
        ok = read_event(go, line, &event, err);
    } else if (line->is_cut) {
        ok = true;
        *err = (bd_error)BD_ERROR_INIT;
        bd_report(go->reading->found, BD_WARNING, BD_ERR_INPUT, go->reading->in->file->path,
                  line->number, 1, "an event that ends early, left out: was the run stopped?");
    } else {
        ok = false;
        bd_hint(err, "each event of go test -json is one JSON object on a line: did two programs "
                     "write at once?");
    }
    if (!ok)
        err->line = line->number; /* the document was a line */
    bd_json_free(doc);
    return ok;
}

void bd_go_streams_release(bd_go *go)
{
    for (size_t i = 0; i < go->stream_count; i++) {
        bd_buf_release(&go->streams[i].output);
        free(go->streams[i].pieces);
    }
    free(go->streams);
    bd_map_release(&go->by_package);
}
