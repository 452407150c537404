/* BenchmarkDotNet's JSON, brief and full: statistics with their interval, parameters,
 * memory, the host; in the full form measurements, of which warm-ups are kept apart. */
#include "ingest/benchmarkdotnet.h"

#include <string.h>

typedef struct dotnet {
    bd_run *run;
    bool has_jobs;   /* several, which tell benchmarks apart */
    const char *job; /* of the first benchmark */
} dotnet;

/* ---- names ---- */

static bool read_parts(dotnet *d, const bd_json *bench, bd_point *point, bd_error *err)
{
    static const char *const parts[] = { "Namespace", "Type", "Method" };
    bd_json member;
    bd_buf name = BD_BUF_INIT, scratch = BD_BUF_INIT;
    bd_str text;
    bool ok = bd_json_need(bench, "Method", &member, err);
    for (size_t i = 0; i < BD_COUNT(parts) && ok; i++) {
        if (!bd_json_member(bench, parts[i], &member) || bd_json_typeof(&member) == BD_JSON_NULL)
            continue;
        ok = bd_json_string(&member, &scratch, &text, err);
        if (ok && text.len > 0)
            bd_buf_printf(&name, "%s%.*s", name.len > 0 ? "." : "", (int)text.len, text.ptr);
    }
    point->benchmark = bd_arena_text(&d->run->arena, bd_buf_str(&name));
    bd_buf_release(&name);
    bd_buf_release(&scratch);
    return ok;
}

/* "N=100&Name=a": a value may have a "=" of its own; a part without one belongs to the
 * value before it. */
static void add_parameters(dotnet *d, bd_str text, bd_point *point)
{
    bd_str part;
    bd_buf value = BD_BUF_INIT;
    const char *key = NULL;
    while (text.len > 0 && bd_str_split(&text, '&', &part)) {
        const char *equals = part.len > 0 ? memchr(part.ptr, '=', part.len) : NULL;
        if (key && !equals) {
            bd_buf_putc(&value, '&');
            bd_buf_put_str(&value, part);
            bd_pairs_set(&point->params, &d->run->arena, bd_str_of(key), bd_buf_str(&value));
        } else if (equals && equals > part.ptr && point->params.count < BD_PAIRS_MAX) {
            size_t at = (size_t)(equals - part.ptr);
            key = bd_arena_text(&d->run->arena, bd_str_sub(part, 0, at));
            bd_buf_clear(&value);
            bd_buf_put_str(&value, bd_str_sub(part, at + 1, part.len));
            bd_param_add(d->run, point, bd_str_of(key), bd_buf_str(&value));
        }
    }
    bd_buf_release(&value);
}

/* "Memory.Alloc: ShortRun(IterationCount=3) [N=1]" → "ShortRun(IterationCount=3)" */
static const char *job_of(dotnet *d, const bd_json *bench)
{
    bd_json info;
    bd_buf scratch = BD_BUF_INIT;
    bd_error none = BD_ERROR_INIT;
    bd_str text;
    const char *job = NULL;
    if (bd_json_member(bench, "DisplayInfo", &info) && bd_json_typeof(&info) == BD_JSON_STRING
        && bd_json_string(&info, &scratch, &text, &none)) {
        for (size_t i = 0; i + 1 < text.len && !job; i++)
            if (text.ptr[i] == ':' && text.ptr[i + 1] == ' ') {
                bd_str rest = bd_str_sub(text, i + 2, text.len);
                const char *end = rest.len > 0 ? memchr(rest.ptr, '[', rest.len) : NULL;
                size_t len = end ? (size_t)(end - rest.ptr) : rest.len;
                job = bd_arena_text(&d->run->arena, bd_str_trim(bd_str_sub(rest, 0, len)));
            }
    }
    bd_buf_release(&scratch);
    return job;
}

static void look_at_jobs(dotnet *d, const bd_json *list)
{
    bd_json bench;
    for (bool more = bd_json_first(list, &bench); more; more = bd_json_next(&bench)) {
        const char *job = job_of(d, &bench);
        if (bench.index == 0)
            d->job = job;
        else if (strcmp(job ? job : "", d->job ? d->job : "") != 0)
            d->has_jobs = true;
    }
    if (d->job && d->job[0] && !d->has_jobs)
        bd_pairs_set(&d->run->environment, &d->run->arena, BD_STR("job"), bd_str_of(d->job));
}

static bool read_names(dotnet *d, const bd_json *bench, bd_point *point, bd_error *err)
{
    bd_json member;
    bd_buf scratch = BD_BUF_INIT;
    bd_str text;
    bool ok = read_parts(d, bench, point, err);
    if (ok && bd_json_member(bench, "Parameters", &member)
        && bd_json_typeof(&member) != BD_JSON_NULL) {
        ok = bd_json_string(&member, &scratch, &text, err);
        if (ok)
            add_parameters(d, text, point);
    }
    const char *job = ok && d->has_jobs ? job_of(d, bench) : NULL;
    if (job && job[0])
        bd_param_add(d->run, point, BD_STR("job"), bd_str_of(job));
    bd_buf_release(&scratch);
    return ok;
}

/* ---- memory and other metrics ---- */

static bool read_memory(dotnet *d, const bd_json *bench, size_t first, bd_error *err)
{
    bd_json memory, bytes;
    if (!bd_json_member(bench, "Memory", &memory)
        || !bd_json_member(&memory, "BytesAllocatedPerOperation", &bytes)
        || bd_json_typeof(&bytes) == BD_JSON_NULL)
        return true;
    bd_point *point = bd_figure_point(d->run, first, "allocated");
    point->unit = "B";
    return bd_figure_value(&bytes, d->run, point, err);
}

/* "Gen0": what the diagnosers of newer versions measured, under the names of their columns. */
static bool read_metric(dotnet *d, const bd_json *metric, size_t first, bd_error *err)
{
    bd_json value, descriptor, name, unit;
    bd_buf scratch = BD_BUF_INIT;
    bd_str text;
    bool ok = bd_json_need(metric, "Value", &value, err)
              && bd_json_need(metric, "Descriptor", &descriptor, err)
              && bd_json_need(&descriptor, "DisplayName", &name, err)
              && bd_json_string(&name, &scratch, &text, err);
    if (ok && !bd_str_is(text, "Allocated") && text.len > 0) { /* Memory says it exactly */
        bd_point *point = bd_figure_point(d->run, first, bd_arena_text(&d->run->arena, text));
        if (bd_json_member(&descriptor, "Unit", &unit) && bd_json_typeof(&unit) == BD_JSON_STRING
            && !bd_dotnet_says(&descriptor, "Unit", "Count"))
            ok = bd_json_text(&unit, &d->run->arena, &point->unit, err);
        if (bd_json_member(&descriptor, "TheGreaterTheBetter", &unit))
            point->direction = bd_json_typeof(&unit) == BD_JSON_TRUE ? BD_BIGGER_IS_BETTER
                                                                     : BD_SMALLER_IS_BETTER;
        ok = ok && bd_figure_value(&value, d->run, point, err);
        if (point->value.kind == BD_NUMBER_INT) /* "0" a thousand operations is no exact count */
            point->value = bd_double(bd_number_as_double(point->value));
        bd_figure_judge(point, "no number");
    }
    bd_buf_release(&scratch);
    return ok;
}

static bool read_benchmark(dotnet *d, const bd_json *bench, bd_error *err)
{
    bd_json metrics, metric;
    bd_buf rest = BD_BUF_INIT;
    size_t first = d->run->point_count;
    bd_point *point = bd_run_add_point(d->run);
    bool ok = bd_json_expect(bench, BD_JSON_OBJECT, err) && read_names(d, bench, point, err)
              && bd_dotnet_time(bench, d->run, point, err);
    if (ok) {
        bd_keep_unmapped(bench,
                         "Namespace Type Method Parameters Statistics Measurements Metrics "
                         "FullName MethodTitle",
                         &rest);
        point->rest = bd_rest_text(&rest, &d->run->arena);
    }
    ok = ok && read_memory(d, bench, first, err);
    if (ok && bd_json_member(bench, "Metrics", &metrics))
        for (bool more = bd_json_first(&metrics, &metric); more && ok; more = bd_json_next(&metric))
            ok = read_metric(d, &metric, first, err);
    bd_buf_release(&rest);
    return ok;
}

/* ---- the host ---- */

static bool read_fact(const bd_json *member, bd_str name, bd_run *run, bd_error *err)
{
    static const struct {
        const char *member, *fact;
    } known[] = { { "ProcessorName", "cpu" },
                  { "OsVersion", "os" },
                  { "PhysicalCoreCount", "cores" },
                  { "RuntimeVersion", "runtime" } };
    const char *fact = bd_arena_text(&run->arena, name);
    bd_json inner;
    for (size_t i = 0; i < BD_COUNT(known); i++)
        if (bd_str_is(name, known[i].member))
            fact = known[i].fact;
    /* 0.9 wrote the processor as .NET held it; newer versions write the frequency so. */
    bool is_inside = (bd_str_is(name, "ProcessorName") && bd_json_member(member, "Value", &inner))
                     || (bd_str_is(name, "ChronometerFrequency")
                         && bd_json_member(member, "Hertz", &inner));
    return bd_environment_fact(is_inside ? &inner : member, fact, run, err);
}

static bool read_host(const bd_json *host, bd_run *run, bd_error *err)
{
    bd_json member;
    bd_buf key = BD_BUF_INIT;
    const char *version = NULL;
    bool ok = bd_json_expect(host, BD_JSON_OBJECT, err);
    if (ok && bd_json_count(host) > BD_PAIRS_MAX)
        ok = bd_json_fail(host, err, "more than %d facts", BD_PAIRS_MAX);
    for (bool more = ok && bd_json_first(host, &member); more && ok; more = bd_json_next(&member)) {
        bd_str name;
        ok = bd_member_name(&member, &key, &name, err);
        if (ok && bd_str_is(name, "BenchmarkDotNetVersion"))
            ok = bd_json_text(&member, &run->arena, &version, err);
        else if (ok && !bd_str_is(name, "BenchmarkDotNetCaption"))
            ok = read_fact(&member, name, run, err);
    }
    run->tool = version ? bd_arena_printf(&run->arena, "BenchmarkDotNet %s", version)
                        : "BenchmarkDotNet";
    bd_buf_release(&key);
    return ok;
}

static bool read(bd_reading *reading, bd_error *err)
{
    bd_json list, host, bench;
    dotnet d = { 0 };
    if (!bd_json_need(reading->root, "Benchmarks", &list, err)
        || !bd_json_expect(&list, BD_JSON_ARRAY, err))
        return false;
    d.run = bd_reading_new_run(reading, &bd_reader_benchmarkdotnet);
    bool ok = !bd_json_member(reading->root, "HostEnvironmentInfo", &host)
              || read_host(&host, d.run, err);
    look_at_jobs(&d, &list);
    for (bool more = bd_json_first(&list, &bench); more && ok; more = bd_json_next(&bench))
        ok = read_benchmark(&d, &bench, err);
    return ok;
}

static bool probe(const bd_reading *reading)
{
    bd_json list, first, member;
    if (!bd_json_member(reading->root, "Benchmarks", &list)
        || bd_json_typeof(&list) != BD_JSON_ARRAY)
        return false;
    return bd_json_member(reading->root, "HostEnvironmentInfo", &member)
           || (bd_json_first(&list, &first) && bd_json_member(&first, "Statistics", &member));
}

const bd_reader bd_reader_benchmarkdotnet = {
    .format = { .name = "benchmarkdotnet",
                .aliases = "bdn",
                .summary = "BenchmarkDotNet's JSON, brief and full: memory, samples, host",
                .example =
                    "{\"HostEnvironmentInfo\": {…}, \"Benchmarks\": [{\"Method\": \"Fib\",\n"
                    "  \"Parameters\": \"N=10\", \"Statistics\": {\"N\": 14, \"Mean\": 24.42}}]}" },
    .is_json = true,
    .probe = probe,
    .read = read,
};
