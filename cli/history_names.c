/* What `history import` has to say: names that patterns take apart, and counts. */
#include "cli/history_import.h"
#include "core/json/json.h"
#include "core/query/query.h"

#include <stdlib.h>
#include <string.h>

/* The patterns of one input. */
typedef struct patterns {
    bd_pattern **items; /* owned; NULL where one cannot be read, which `generate` tells */
    size_t count;
} patterns;

static void compile(patterns *p, const bd_name_rule *rules, size_t count, bd_pattern_kind kind)
{
    bd_error ignored = BD_ERROR_INIT;
    for (size_t i = 0; i < count; i++)
        p->items[p->count++] = bd_pattern_compile(bd_str_of(rules[i].pattern.text), kind, &ignored);
}

static patterns patterns_of(const bd_input *input)
{
    patterns p = { 0 };
    if (!input)
        return p;
    p.items = bd_alloc((input->name_rule_count + input->benchmark_rule_count + 1)
                       * sizeof(bd_pattern *));
    compile(&p, input->name_rules, input->name_rule_count, BD_PATTERN_NAME);
    compile(&p, input->benchmark_rules, input->benchmark_rule_count, BD_PATTERN_BENCHMARK);
    return p;
}

static void release(patterns *p)
{
    for (size_t i = 0; i < p->count; i++)
        bd_pattern_free(p->items[i]);
    free(p->items);
}

static bool fits(const patterns *p, const char *name)
{
    bd_arena arena = BD_ARENA_INIT;
    bool fits = false;
    for (size_t i = 0; i < p->count && !fits; i++) {
        bd_pairs holes = { 0 };
        fits = p->items[i] && bd_pattern_match(p->items[i], bd_str_of(name), &arena, &holes);
    }
    bd_arena_release(&arena);
    return fits;
}

static void count_run(bd_importing *im, const bd_run *run, const patterns *p, bd_map *seen)
{
    for (size_t i = 0; i < run->point_count; i++) {
        const bd_point *point = &run->points[i];
        bool added;
        bd_map_put(seen, bd_str_of(point->benchmark), 0, &added);
        if (!added)
            continue;
        if (fits(p, point->benchmark) || point->params.count > 0) {
            im->names_split++;
            continue;
        }
        im->names_whole++;
        if (p->count > 0 && !im->whole)
            im->whole = bd_arena_strdup(&im->arena, point->benchmark);
    }
}

void bd_import_count_names(bd_importing *im)
{
    bd_map suites = BD_MAP_INIT;
    for (size_t i = 0; i < im->runs.count; i++)
        bd_map_put(&suites, bd_str_of(im->runs.items[i]->suite), 0, NULL);
    for (size_t s = 0; s < suites.count; s++) {
        const char *suite = suites.entries[s].key.ptr;
        bd_map seen = BD_MAP_INIT;
        patterns p = patterns_of(bd_config_input(im->call->project->config, suite));
        for (size_t i = 0; i < im->runs.count; i++)
            if (strcmp(im->runs.items[i]->suite, suite) == 0)
                count_run(im, im->runs.items[i], &p, &seen);
        release(&p);
        bd_map_release(&seen);
    }
    bd_map_release(&suites);
}

/* ---- counts ---- */

typedef struct counts {
    size_t points, without_cpu;
} counts;

static counts counts_of(const bd_importing *im)
{
    counts c = { 0 };
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < im->runs.count; i++) {
        c.points += im->runs.items[i]->point_count;
        c.without_cpu += bd_run_fact(im->runs.items[i], BD_STR("cpu"), &scratch) == NULL;
    }
    bd_buf_release(&scratch);
    return c;
}

static void put_count(bd_json_writer *w, const char *key, size_t count)
{
    bd_json_put_key(w, key);
    bd_json_put_int(w, (int64_t)count);
}

static void put_json(const bd_importing *im, const counts *c, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "dry_run");
    bd_json_put_bool(&w, im->call->options->dry_run);
    put_count(&w, "files", im->files);
    put_count(&w, "archives", im->archives);
    put_count(&w, "entries", im->entries);
    put_count(&w, "new", im->runs.count);
    put_count(&w, "known", im->entries - im->runs.count);
    put_count(&w, "points", c->points);
    put_count(&w, "without_cpu", c->without_cpu);
    put_count(&w, "names_split", im->names_split);
    put_count(&w, "names_whole", im->names_whole);
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}

static void put_text(const bd_importing *im, const counts *c, bd_buf *out)
{
    bd_buf_printf(out, "%zu file%s", im->files, im->files == 1 ? "" : "s");
    if (im->archives > 0)
        bd_buf_printf(out, " (%zu archive%s)", im->archives, im->archives == 1 ? "" : "s");
    bd_buf_printf(out, ", %zu entr%s: %zu %s, %zu known\n", im->entries,
                  im->entries == 1 ? "y" : "ies", im->runs.count,
                  im->call->options->dry_run ? "would be new" : "new",
                  im->entries - im->runs.count);
    bd_buf_printf(out, "%zu new points; names: %zu taken apart, %zu kept whole\n", c->points,
                  im->names_split, im->names_whole);
}

bool bd_import_print(bd_importing *im, bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    counts c = counts_of(im);
    if (im->call->options->json)
        put_json(im, &c, &out);
    else
        put_text(im, &c, &out);
    bool ok = bd_print(im->call->ctx, bd_buf_str(&out), err);
    if (im->whole)
        bd_note(im->call->ctx, "no pattern of benchdoc.yml fits '%s'", im->whole);
    if (c.without_cpu > 0)
        bd_note(im->call->ctx, "%zu new entr%s not say the CPU; --cpu SLUG says it", c.without_cpu,
                c.without_cpu == 1 ? "y does" : "ies do");
    bd_buf_release(&out);
    return ok;
}
