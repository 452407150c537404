/* Copies of example projects: see project.h. */
#include "tests/e2e/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

project project_empty(void)
{
    return (project){ .directory = test_temp_dir() };
}

project project_copy(const char *name)
{
    project p = project_empty();
    bd_buf from = BD_BUF_INIT;
    bd_buf_printf(&from, "%s/bench-data/%s", test_source_dir(), name);
    test_copy_tree(bd_buf_text(&from), p.directory);
    bd_buf_release(&from);
    return p;
}

void project_remove(project *p)
{
    test_remove_tree(p->directory);
    free(p->directory);
    bd_buf_release(&p->out);
    bd_buf_release(&p->diag);
}

int project_run(project *p, const char *arguments)
{
    bd_buf command = BD_BUF_INIT;
    bd_buf_printf(&command, "cd '%s' && '%s' %s", p->directory, BENCHDOC_PROGRAM, arguments);
    int status = test_shell(bd_buf_text(&command), &p->out, &p->diag);
    bd_buf_release(&command);
    return status;
}

void project_expect(project *p, const char *arguments, int status)
{
    int got = project_run(p, arguments);
    if (got == status)
        return;
    print_error("benchdoc %s: exit %d, want %d\n%s\n%s\n", arguments, got, status,
                bd_buf_text(&p->out), bd_buf_text(&p->diag));
    fail();
}

void project_refuses(project *p, const char *arguments, int status, const char *const *says)
{
    bd_buf before = project_fingerprint(p);
    project_expect(p, arguments, status);
    bd_buf after = project_fingerprint(p);
    assert_str(bd_buf_str(&after), bd_buf_text(&before));
    for (; *says; says++)
        if (!project_says(p, *says))
            fail_msg("benchdoc %s does not say '%s':\n%s%s", arguments, *says, bd_buf_text(&p->out),
                     bd_buf_text(&p->diag));
    bd_buf_release(&before);
    bd_buf_release(&after);
}

void project_shell(const project *p, const char *command)
{
    bd_buf line = BD_BUF_INIT, diag = BD_BUF_INIT;
    bd_buf_printf(&line, "cd '%s' && %s", p->directory, command);
    if (test_shell(bd_buf_text(&line), NULL, &diag) != 0)
        fail_msg("%s: %s", command, bd_buf_text(&diag));
    bd_buf_release(&line);
    bd_buf_release(&diag);
}

bd_buf project_jmh(const char *lines)
{
    bd_buf out = BD_BUF_INIT;
    bd_str rest = bd_str_of(lines), line, name, score;
    bd_buf_putc(&out, '[');
    while (bd_str_split(&rest, '\n', &line)) {
        bd_str_split(&line, ' ', &name);
        bd_str_split(&line, ' ', &score);
        bd_buf_printf(
            &out,
            "%s{\"benchmark\": \"%.*s\", \"mode\": \"avgt\", \"threads\": 1, \"forks\": 1,\n"
            "\"primaryMetric\": {\"score\": %.*s, \"scoreError\": \"NaN\", \"scoreUnit\": "
            "\"%.*s\", "
            "\"rawData\": [[%.*s]]}, \"secondaryMetrics\": {}}",
            out.len > 1 ? ",\n" : "", (int)name.len, name.ptr, (int)score.len, score.ptr,
            (int)line.len, line.ptr, (int)score.len, score.ptr);
    }
    bd_buf_puts(&out, "]\n");
    return out;
}

project project_small(void)
{
    project p = project_empty();
    bd_buf results = project_jmh("org.A.foo 1.5 ms/op\norg.A.bar 2.5 ms/op");
    test_write(project_path(&p, "r.json"), results.data, results.len);
    test_write_text(project_path(&p, "benchdoc.yml"),
                    "version: 1\ndocuments: d.md\ninputs:\n  j: { files: r*.json }\ntables:\n  t:\n"
                    "    from: j\n    per: method\n    columns:\n      Method: \"{method}\"\n"
                    "      Score: \"{score:0.00 ms}\"\n");
    test_write_text(project_path(&p, "d.md"),
                    "# t\n\n<!-- benchdoc:table t -->\n<!-- benchdoc:end -->\n");
    bd_buf_release(&results);
    return p;
}

char *project_path(const project *p, const char *relative)
{
    static char ring[4][1024];
    static size_t next;
    char *path = ring[next++ % BD_COUNT(ring)];
    snprintf(path, sizeof ring[0], "%s/%s", p->directory, relative);
    return path;
}

bd_buf project_read(const project *p, const char *relative)
{
    return test_read(project_path(p, relative));
}

void project_replace(const project *p, const char *relative, const char *from, const char *to)
{
    bd_buf bytes = project_read(p, relative), changed = BD_BUF_INIT;
    const char *at = strstr(bd_buf_text(&bytes), from);
    if (!at)
        fail_msg("%s does not hold '%s'", relative, from);
    bd_buf_add(&changed, bytes.data, (size_t)(at - bytes.data));
    bd_buf_puts(&changed, to);
    bd_buf_puts(&changed, at + strlen(from));
    test_write(project_path(p, relative), changed.data, changed.len);
    bd_buf_release(&bytes);
    bd_buf_release(&changed);
}

bool project_says(const project *p, const char *text)
{
    return strstr(p->out.data ? p->out.data : "", text)
           || strstr(p->diag.data ? p->diag.data : "", text);
}

bd_buf project_fingerprint(project *p)
{
    bd_buf command = BD_BUF_INIT, out = BD_BUF_INIT;
    bd_buf_printf(&command,
                  "cd '%s' && find . -type f ! -path './.benchdoc/*' -print0 | sort -z | "
                  "xargs -0 sha256sum",
                  p->directory);
    assert_int_equal(test_shell(bd_buf_text(&command), &out, NULL), 0);
    bd_buf_release(&command);
    return out;
}
