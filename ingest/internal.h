/* ingest/internal.h: private to ingest/. One constant descriptor per file format. */
#ifndef BD_INGEST_INTERNAL_H
#define BD_INGEST_INTERNAL_H

#include "core/json/json.h"
#include "ingest/ingest.h"

/* A file beyond it is no result file; its tokens would need several times its memory. */
enum { BD_JSON_TOKENS_MAX = 100 * 1000 * 1000 };

/* Points of one run's file, and lines of results in it: more would need many times the
 * file's own memory. Files of many runs (data.js, interchange JSON) have that of tokens. */
enum { BD_POINTS_MAX = 2 * 1000 * 1000 };

/* What a reader works on. */
typedef struct bd_reading {
    const bd_ingest_input *in;
    bd_str                 text; /* the file's bytes without a BOM */
    const bd_json         *root; /* of a JSON format; NULL for text formats */
    bd_runs               *runs; /* what has been read; emptied by the front on failure */
    bd_diagnostics        *found;
    bd_buf                 scratch;
    bd_digest_job         *hashing; /* of the file's bytes, begun before they are parsed */
    bd_digest              digest;  /* its end, once it was asked for */
} bd_reading;

typedef struct bd_reader {
    bd_format format;
    bool      is_json;
    bool      has_json_lines; /* its text may be a JSON object a line, so even one alone */
    /* Reads JSON of the same tool under the same name; NULL = there is none. */
    const struct bd_reader *json_form;
    /* Does the content look like this format? Must not fail and must not guess: two
     * readers never both say yes to the same file. */
    bool (*probe)(const bd_reading *reading);
    /* Adds runs to reading->runs. A wrong value sets *err (file and place included
     * by the cursor); several findings go to reading->found. The front seals the runs. */
    bool (*read)(bd_reading *reading, bd_error *err);
} bd_reader;

extern const bd_reader bd_reader_jmh;         /* read_jmh.c */
extern const bd_reader bd_reader_custom;      /* read_custom.c */
extern const bd_reader bd_reader_pipeline;    /* read_pipeline.c */
extern const bd_reader bd_reader_stress;      /* read_stress.c */
extern const bd_reader bd_reader_bench_log;   /* read_bench_log.c: SKRIPTORM_BENCH lines */
extern const bd_reader bd_reader_interchange; /* read_interchange.c */
extern const bd_reader bd_reader_benchmarkjs; /* read_benchmarkjs.c */
extern const bd_reader bd_reader_cargo;       /* read_cargo.c */
extern const bd_reader bd_reader_catch2;      /* read_catch2.c */
extern const bd_reader bd_reader_criterion;   /* read_cargo.c */
extern const bd_reader bd_reader_luau;        /* read_luau.c */
extern const bd_reader bd_reader_go;          /* read_go.c */
extern const bd_reader bd_reader_csv;         /* read_csv.c */
extern const bd_reader bd_reader_datajs;      /* read_datajs.c */
extern const bd_reader bd_reader_datajs_json; /* … the object alone */

extern const bd_reader bd_reader_benchmarkdotnet; /* read_benchmarkdotnet.c */
extern const bd_reader bd_reader_criterion_json; /* read_criterion_json.c */
extern const bd_reader bd_reader_googlecpp;   /* read_googlecpp.c */
extern const bd_reader bd_reader_hyperfine;   /* read_hyperfine.c */
extern const bd_reader bd_reader_julia;       /* read_julia.c */
extern const bd_reader bd_reader_pytest;      /* read_pytest.c */

/* A fresh run with file, suite, format, facts and stated environment filled in, and
 * the environment.txt that belongs to it. Added to reading->runs; borrowed. */
bd_run *bd_reading_new_run(bd_reading *reading, const bd_reader *reader);
/* May the file have that many points, or results that become samples?
 * @return false with an error at that line */
bool bd_reading_may_have(const bd_reading *reading, size_t points, int line, int column,
                         bd_error *err);
/* The digest of the file, computed once. */
const bd_digest *bd_reading_digest(bd_reading *reading);
/* Adds the file itself to the run's files. */
void bd_reading_add_file(bd_reading *reading, bd_run *run);
const bd_ingest_file *bd_reading_companion(const bd_reading *reading, const char *name);
/* The source of a value: file 0, its line and column, its path (in the run's arena). */
bd_source bd_source_of(const bd_json *at, bd_run *run);
/* The same of a number that is not the point's own value, as seen from it. */
bd_spot bd_spot_of(const bd_json *at, const bd_source *own, bd_run *run);
/* Adds a member that the reader does not map to a JSON object text without blanks;
 * `rest` is empty at first, and a whole object after each call. A bare NaN becomes
 * the string "NaN". */
void bd_keep_rest(const bd_json *member, bd_buf *rest);
/* Appends a value like bd_json_compact(), but as valid JSON also where it has a bare NaN. */
void bd_keep_value(const bd_json *at, bd_buf *out);
/* @return a copy; NULL when nothing was kept */
const char *bd_rest_text(const bd_buf *rest, bd_arena *arena);

/* Pairs of one object or environment text: adding is linear, so a file cannot ask for more. */
enum { BD_PAIRS_MAX = 2000 };

/* The member's key as a text of the model. @return false for one with U+0000 */
bool bd_member_name(const bd_json *member, bd_buf *scratch, bd_str *out, bd_error *err);

/* What the configuration, the path and the event state, where the run's own files
 * leave it open. bd_reading_new_run() has done it. */
void bd_reading_apply_stated(bd_reading *reading, bd_run *run);
/* The environment text that belongs to the file; NULL = none. */
const bd_ingest_file *bd_reading_environment(const bd_reading *reading);

/* Are they the same word, letters of A to Z in either case? NULL is none. */
bool bd_reader_word(const char *word, const char *name);
/* The same of two slices. */
bool bd_same_letters(bd_str a, bd_str b);
/* Readers by name or alias, and by content. @return static; NULL = none */
const bd_reader *bd_reader_find(bd_str name);
/* Asks the readers of JSON when the reading has a root, else those of text. */
const bd_reader *bd_reader_detect(const bd_reading *reading);
/* A second reader of text that takes the begin of the file for its own; NULL = none. */
const bd_reader *bd_reader_other(const bd_reading *reading, const bd_reader *first);

/* The tool that wrote a file of JSON which no reader reads ("k6").
 * @return static; NULL = not known */
const char *bd_foreign_tool(const bd_json *root);

bd_str bd_text_without_bom(bd_str bytes);
bool   bd_looks_like_json(bd_str text); /* by its first byte that is not blank */
/* Is it something else than UTF-8 text, by its first bytes (UTF-16, gzip, …)? The
 * texts are static. */
bool bd_text_is_foreign(bd_str bytes, const char **what, const char **hint);
/* @return the offset of the first byte that is NUL or not UTF-8; -1 = none */
ptrdiff_t bd_text_problem(bd_str text);

#endif
