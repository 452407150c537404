/* Facts about this machine and this commit: see machine.h. */
#include "cli/machine.h"
#include "cli/generate.h"
#include "cli/tree.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/sysctl.h>
#endif

enum { PROC_BYTES_MAX = 4 << 20 };

/* The value of the first line "key : value". @return false when there is none */
static bool line_value(bd_str text, const char *key, bd_str *out)
{
    bd_str line;
    while (text.ptr && bd_str_split(&text, '\n', &line)) {
        bd_str name;
        if (bd_str_split(&line, ':', &name) && bd_str_is(bd_str_trim(name), key) && line.ptr) {
            *out = bd_str_trim(line);
            return out->len > 0;
        }
    }
    return false;
}

/* ---- ARM says its cores by number: names as in the "Main ID Register" tables of the
 * technical reference manuals of their makers ---- */

static const char *arm_core(bd_str implementer, bd_str part)
{
    static const struct {
        const char *implementer, *part, *name;
    } cores[] = {
        { "0x41", "0xd03", "Cortex-A53" },     { "0x41", "0xd04", "Cortex-A35" },
        { "0x41", "0xd05", "Cortex-A55" },     { "0x41", "0xd07", "Cortex-A57" },
        { "0x41", "0xd08", "Cortex-A72" },     { "0x41", "0xd09", "Cortex-A73" },
        { "0x41", "0xd0a", "Cortex-A75" },     { "0x41", "0xd0b", "Cortex-A76" },
        { "0x41", "0xd0c", "Neoverse-N1" },    { "0x41", "0xd0d", "Cortex-A77" },
        { "0x41", "0xd40", "Neoverse-V1" },    { "0x41", "0xd41", "Cortex-A78" },
        { "0x41", "0xd44", "Cortex-X1" },      { "0x41", "0xd46", "Cortex-A510" },
        { "0x41", "0xd47", "Cortex-A710" },    { "0x41", "0xd49", "Neoverse-N2" },
        { "0x41", "0xd4a", "Neoverse-E1" },    { "0x41", "0xd4f", "Neoverse-V2" },
        { "0x41", "0xd84", "Neoverse-V3" },    { "0x41", "0xd8e", "Neoverse-N3" },
        { "0x43", "0x0af", "ThunderX2 99xx" }, { "0x46", "0x001", "A64FX" },
        { "0x48", "0xd01", "Kunpeng-920" },    { "0xc0", "0xac3", "Ampere-1" },
        { "0xc0", "0xac4", "Ampere-1a" },
    };
    for (size_t i = 0; i < BD_COUNT(cores); i++)
        if (bd_str_is(implementer, cores[i].implementer) && bd_str_is(part, cores[i].part))
            return cores[i].name;
    return NULL;
}

/* Every kind of core once, in order: "Cortex-A55 + Cortex-A76". */
static bool arm_cores(bd_str text, bd_buf *out)
{
    bd_str line, implementer = { 0 };
    bd_buf one = BD_BUF_INIT;
    size_t before = out->len;
    while (text.ptr && bd_str_split(&text, '\n', &line)) {
        bd_str name;
        bd_str_split(&line, ':', &name);
        if (bd_str_is(bd_str_trim(name), "CPU implementer"))
            implementer = bd_str_trim(line);
        if (!bd_str_is(bd_str_trim(name), "CPU part") || !implementer.ptr)
            continue;
        bd_str part = bd_str_trim(line);
        const char *known = arm_core(implementer, part);
        bd_buf_clear(&one);
        if (known)
            bd_buf_puts(&one, known);
        else
            bd_buf_printf(&one, "ARM %.*s-%.*s", (int)implementer.len, implementer.ptr,
                          (int)part.len, part.ptr);
        if (strstr(bd_buf_text(out) + before, bd_buf_text(&one)))
            continue;
        bd_buf_printf(out, "%s%s", out->len > before ? " + " : "", bd_buf_text(&one));
    }
    bd_buf_release(&one);
    return out->len > before;
}

bool bd_cpu_of_cpuinfo(bd_str text, bd_buf *out)
{
    static const char *const keys[] = { "model name", "cpu model", "cpu", "uarch" };
    bd_str value;
    for (size_t i = 0; i < BD_COUNT(keys); i++)
        if (line_value(text, keys[i], &value)) {
            bd_buf_put_str(out, value);
            return true;
        }
    if (arm_cores(text, out))
        return true;
    if (!line_value(text, "Model", &value) && !line_value(text, "Hardware", &value))
        return false;
    bd_buf_put_str(out, value);
    return true;
}

static void put_memory(uint64_t kib, bd_buf *out)
{
    enum { KIB_PER_GIB = 1 << 20 };
    if (kib >= 4 * (uint64_t)KIB_PER_GIB)
        bd_buf_printf(out, "%llu GiB", (unsigned long long)((kib + KIB_PER_GIB / 2) / KIB_PER_GIB));
    else
        bd_buf_printf(out, "%llu MiB", (unsigned long long)((kib + 512 * 64) / 1024 / 64 * 64));
}

bool bd_memory_of_meminfo(bd_str text, bd_buf *out)
{
    bd_str value;
    uint64_t kib = 0;
    if (!line_value(text, "MemTotal", &value) || !bd_str_ends(value, " kB"))
        return false;
    for (size_t i = 0; i < value.len && value.ptr[i] >= '0' && value.ptr[i] <= '9'; i++)
        kib = kib * 10 + (uint64_t)(value.ptr[i] - '0');
    put_memory(kib, out);
    return kib > 0;
}

/* ---- this machine ---- */

static void set(bd_pairs *out, bd_arena *arena, const char *key, bd_buf *value)
{
    if (value->len > 0)
        bd_pairs_set(out, arena, bd_str_of(key), bd_str_trim(bd_buf_str(value)));
    bd_buf_release(value);
}

#ifdef __APPLE__
static void find_cpu(bd_buf *out)
{
    char name[256];
    size_t size = sizeof name;
    if (sysctlbyname("machdep.cpu.brand_string", name, &size, NULL, 0) == 0)
        bd_buf_puts(out, name);
}

static void find_memory(bd_buf *out)
{
    uint64_t bytes = 0;
    size_t size = sizeof bytes;
    if (sysctlbyname("hw.memsize", &bytes, &size, NULL, 0) == 0)
        put_memory(bytes / 1024, out);
}
#else
static void find_cpu(bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    bd_error ignored = BD_ERROR_INIT;
    if (bd_file_read("/proc/cpuinfo", PROC_BYTES_MAX, &text, &ignored))
        bd_cpu_of_cpuinfo(bd_buf_str(&text), out);
    bd_buf_release(&text);
}

static void find_memory(bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    bd_error ignored = BD_ERROR_INIT;
    if (bd_file_read("/proc/meminfo", PROC_BYTES_MAX, &text, &ignored))
        bd_memory_of_meminfo(bd_buf_str(&text), out);
    bd_buf_release(&text);
}
#endif

static void add_machine(bd_arena *arena, bd_pairs *out)
{
    struct utsname system;
    bd_buf os = BD_BUF_INIT, cpu = BD_BUF_INIT, cores = BD_BUF_INIT, memory = BD_BUF_INIT;
    bd_buf slug = BD_BUF_INIT;
    if (uname(&system) == 0)
        bd_buf_printf(&os, "%s %s %s", system.sysname, system.release, system.machine);
    find_cpu(&cpu);
    find_memory(&memory);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (online > 0)
        bd_buf_printf(&cores, "%ld", online);
    if (cpu.len > 0)
        bd_slug(bd_buf_str(&cpu), &slug);
    set(out, arena, "os", &os);
    set(out, arena, "cpu", &cpu);
    set(out, arena, "cores", &cores);
    set(out, arena, "memory", &memory);
    set(out, arena, "slug", &slug);
}

/* ---- this commit, as the git program says ---- */

static bool git(bd_ctx *ctx, const char *const *argv, bd_buf *out)
{
    bd_process process = { .argv = argv };
    bd_process_result result = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    bool ok = ctx->env->run(ctx->env->state, &process, &result, &ignored)
              && result.exit_status == 0;
    if (ok)
        bd_buf_put_str(out, bd_buf_str(&result.out));
    bd_buf_release(&result.out);
    bd_buf_release(&result.diag);
    return ok;
}

static bool is_own(const char *path)
{
    static const char *const ends[] = { ".md", "environment.txt", BD_LOCK_NAME };
    for (size_t i = 0; i < BD_COUNT(ends); i++)
        if (bd_str_ends(bd_str_of(path), ends[i]))
            return true;
    return false;
}

bool bd_status_is_dirty(bd_str porcelain, const char *top, bool (*is_result)(const char *path))
{
    bd_arena arena = BD_ARENA_INIT;
    bd_str entry;
    bool dirty = false;
    while (!dirty && porcelain.ptr && bd_str_split(&porcelain, '\0', &entry)) {
        if (entry.len < 4)
            continue;
        const char *path = bd_arena_printf(&arena, "%s%.*s", top, (int)entry.len - 3,
                                           entry.ptr + 3);
        dirty = !is_own(path) && !is_result(path);
        if (entry.ptr[0] == 'R' || entry.ptr[0] == 'C') /* the old name is an entry of its own */
            bd_str_split(&porcelain, '\0', &entry);
    }
    bd_arena_release(&arena);
    return dirty;
}

static bool is_result_here(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return false;
    bd_tree_file file = { .path = path, .bytes = (uint64_t)info.st_size };
    return bd_tree_format(".", &file) != NULL;
}

static void add_commit(bd_ctx *ctx, bd_arena *arena, bd_pairs *out)
{
    static const char *const head[] = { "git", "rev-parse", "--verify", "-q", "HEAD", NULL };
    static const char *const branch[] = { "git", "symbolic-ref", "--short", "-q", "HEAD", NULL };
    static const char *const status[] = { "git", "status", "--porcelain", "-z", "-uno", NULL };
    static const char *const up[] = { "git", "rev-parse", "--show-cdup", NULL };
    bd_buf id = BD_BUF_INIT, name = BD_BUF_INIT, changes = BD_BUF_INIT, dirty = BD_BUF_INIT;
    bd_buf top = BD_BUF_INIT;
    if (!git(ctx, head, &id)) {
        bd_buf_release(&id);
        return;
    }
    set(out, arena, "commit", &id);
    if (git(ctx, up, &top) && git(ctx, status, &changes)) {
        const char *way = bd_arena_text(arena, bd_str_trim(bd_buf_str(&top)));
        bd_buf_puts(&dirty,
                    bd_status_is_dirty(bd_buf_str(&changes), way, is_result_here) ? "1" : "0");
    }
    set(out, arena, "dirty", &dirty);
    git(ctx, branch, &name);
    set(out, arena, "branch", &name);
    bd_buf_release(&changes);
    bd_buf_release(&top);
}

void bd_machine_facts(bd_ctx *ctx, bd_arena *arena, bd_pairs *out)
{
    bd_buf now = BD_BUF_INIT;
    int64_t second = 1000000000;
    add_commit(ctx, arena, out);
    bd_time_text(ctx->env->now_unix_ns(ctx->env->state) / second * second, &now);
    set(out, arena, "measured_at", &now);
    add_machine(arena, out);
}

/* ---- environment.txt ---- */

/* "key=value" that is no remark. */
static bool split_pair(bd_str line, bd_str *key, bd_str *value)
{
    if (!memchr(line.ptr, '=', line.len) || bd_str_trim(line).ptr[0] == '#')
        return false;
    *value = line;
    bd_str_split(value, '=', key);
    *key = bd_str_trim(*key);
    *value = bd_str_trim(*value);
    return true;
}

static void note_change(bd_str key, bd_str old, const char *now, bd_arena *arena, bd_names *changed)
{
    if (!bd_str_is(key, "measured_at")) /* it always is another one */
        bd_names_add(changed, bd_arena_printf(arena, "%.*s: %.*s → %s", (int)key.len, key.ptr,
                                              (int)old.len, old.ptr, now));
}

void bd_environment_merge(bd_str before, const bd_pairs *facts, bd_arena *arena, bd_names *changed,
                          bd_buf *out)
{
    bd_pairs written = { 0 };
    bd_str line, key, old;
    while (before.len > 0 && bd_str_split(&before, '\n', &line)) {
        const char *now = split_pair(line, &key, &old) ? bd_pairs_find(facts, key) : NULL;
        if (now)
            bd_pairs_set(&written, arena, key, BD_STR("1"));
        if (!now || bd_str_is(old, now)) {
            bd_buf_printf(out, "%.*s\n", (int)line.len, line.ptr);
            continue;
        }
        note_change(key, old, now, arena, changed);
        bd_buf_printf(out, "%.*s=%s\n", (int)key.len, key.ptr, now);
    }
    for (size_t i = 0; i < facts->count; i++)
        if (!bd_pairs_get(&written, facts->items[i].key))
            bd_buf_printf(out, "%s=%s\n", facts->items[i].key, facts->items[i].value);
}
