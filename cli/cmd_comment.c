/* comment: one report on a pull request, or on a commit. */
#include "cli/commands.h"
#include "cli/event.h"
#include "cli/forge.h"
#include "cli/gate.h"
#include "cli/report.h"
#include "render/text/compare.h"
#include "render/text/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct comment_options {
    bd_side_options sides;
    bd_alert_options alerts;
    size_t pull;
    const char *commit, *name, *when, *mention, *output;
    bool dry_run, github;
} comment_options;

static const bd_opt options[] = {
    BD_SIDE_OPTIONS(comment_options, sides),
    BD_SIDE_BUNDLE_OPTION(comment_options, sides),
    BD_ALERT_OPTIONS(comment_options, alerts),
    { "pull", 0, BD_OPT_COUNT, offsetof(comment_options, pull), "NUMBER",
      "the pull request; else the bundle or the job's event names it" },
    { "commit", 0, BD_OPT_TEXT, offsetof(comment_options, commit), "ID",
      "comment on this commit, not on a pull request" },
    { "name", 0, BD_OPT_TEXT, offsetof(comment_options, name), "NAME",
      "the title, by which the comment is found again: one for each name" },
    { "when", 0, BD_OPT_TEXT, offsetof(comment_options, when), "always|changed|worse|failed",
      "else there is no new comment; one that is there is kept up to date (always)" },
    { "mention", 0, BD_OPT_TEXT, offsetof(comment_options, mention), "@NAME,…",
      "who is told when a gate failed, and without --alert also when something became worse" },
    { "output", 'o', BD_OPT_TEXT, offsetof(comment_options, output), "FILE",
      "write the comment to this file, too" },
    { "dry-run", 0, BD_OPT_SWITCH, offsetof(comment_options, dry_run), NULL,
      "print the comment, and ask nobody" },
    BD_GITHUB_OPTION(comment_options, github),
};

typedef enum when { ALWAYS, CHANGED, WORSE, FAILED } when;
static const char *const when_names[] = { "always", "changed", "worse", "failed" };

typedef struct commenting {
    bd_ctx *ctx;
    const comment_options *options;
    when when;
    const char *mention; /* "@one @team/two"; NULL = nobody */
    bd_sides sides;
    bd_comparison comparison;
    bd_gate_report gates;
    bd_event event;
    bd_remark on;
    const char *marker;
    bd_buf text;
    bd_arena arena;
} commenting;

/* ---- what was asked ---- */

static bool read_when(commenting *c, bd_error *err)
{
    const char *asked = c->options->when;
    for (size_t i = 0; i < BD_COUNT(when_names); i++)
        if (!asked || strcmp(asked, when_names[i]) == 0) {
            c->when = (when)i;
            return true;
        }
    bd_hint(err, "--when changed: of a first comment, where nothing changed, nobody is told");
    return bd_fail(err, BD_ERR_USAGE, "--when takes always, changed, worse or failed, not '%s'",
                   asked);
}

/* "@one", "@team/two": what GitHub takes for a name, and nothing that could be more. */
static bool is_mention(bd_str word)
{
    static const char name[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./";
    bd_str rest = bd_str_sub(word, 1, word.len);
    for (size_t i = 0; i < rest.len; i++)
        if (!memchr(name, rest.ptr[i], i == 0 ? strlen(name) - strlen("-_./") : strlen(name)))
            return false;
    return bd_str_starts(word, "@") && rest.len > 0;
}

static bool read_mention(commenting *c, bd_error *err)
{
    bd_buf text = BD_BUF_INIT;
    bd_str rest = bd_str_of(c->options->mention ? c->options->mention : ""), word;
    bool ok = true;
    while (ok && bd_str_split(&rest, ',', &word)) {
        word = bd_str_trim(word);
        if (word.len == 0)
            continue;
        ok = is_mention(word);
        bd_buf_puts(&text, text.len > 0 ? " " : "");
        bd_buf_put_str(&text, word);
    }
    c->mention = text.len > 0 ? bd_arena_text(&c->arena, bd_buf_str(&text)) : NULL;
    bd_buf_release(&text);
    if (ok)
        return true;
    bd_hint(err, "--mention @one,@acme/two");
    return bd_fail(err, BD_ERR_USAGE, "--mention takes names of people and teams, not '%.*s'",
                   (int)word.len, word.ptr);
}

/* The name stands within an HTML comment, which "--" could end. */
static bool read_name(commenting *c, bd_error *err)
{
    enum { NAME_MAX_BYTES = 200 };
    const char *name = c->options->name;
    c->marker = "<!-- benchdoc comment -->";
    if (!name)
        return true;
    bool ok = name[0] && strlen(name) <= NAME_MAX_BYTES && !strstr(name, "--") && name[0] != '>';
    for (const char *at = name; *at; at++)
        ok = ok && (unsigned char)*at >= ' ' && *at != 0x7F;
    c->marker = bd_arena_printf(&c->arena, "<!-- benchdoc comment: %s -->", name);
    if (ok)
        return true;
    bd_hint(err, "--name 'nightly on ARM'");
    return bd_fail(err, BD_ERR_USAGE, "--name takes one line of at most %d bytes, without '--'",
                   NAME_MAX_BYTES);
}

static bool read_target(const commenting *c, bd_error *err)
{
    const char *commit = c->options->commit;
    if (commit && c->options->pull > 0) {
        bd_hint(err, "two calls, one for each");
        return bd_fail(err, BD_ERR_USAGE, "--pull and --commit exclude each other");
    }
    if (!commit || bd_is_commit_id(commit))
        return true;
    bd_hint(err, "--commit \"$(git rev-parse HEAD)\"");
    return bd_fail(err, BD_ERR_USAGE, "--commit takes all digits of a commit's id, not '%s'",
                   commit);
}

static bool read_options(commenting *c, bd_gate_call *gates, bd_error *err)
{
    return read_when(c, err) && read_mention(c, err) && read_name(c, err) && read_target(c, err)
           && bd_gate_ask(c->ctx, &c->options->alerts, gates, err);
}

/* ---- on what ---- */

/* What the command line says, then what a bundle was checked to be of, then the event. */
static bool find_target(commenting *c, bd_error *err)
{
    const comment_options *o = c->options;
    const bd_bundle *bundle = &c->sides.bundle;
    bool has_bundle = o->sides.bundle != NULL;
    if (o->pull > 0)
        c->on.pull = (int64_t)o->pull;
    else if (o->commit)
        c->on.commit = o->commit;
    else if (has_bundle && bundle->pull_request > 0)
        c->on.pull = bundle->pull_request;
    else if (has_bundle)
        c->on.commit = bundle->commit;
    else if (c->event.pull_request > 0)
        c->on.pull = c->event.pull_request;
    else if (c->event.name)
        c->on.commit = c->event.commit.id;
    if (c->on.pull > 0 || c->on.commit || o->dry_run)
        return true;
    bd_hint(err, "--pull NUMBER or --commit ID; --dry-run prints the comment");
    return bd_fail(err, BD_ERR_USAGE, "it is not known which pull request or commit to comment on");
}

/* ---- what ---- */

static bool tells_something(const commenting *c)
{
    const size_t *n = c->comparison.counts;
    bool failed = c->gates.counts[BD_GATE_FAILED] > 0;
    switch (c->when) {
    case ALWAYS:
        return true;
    case CHANGED:
        return failed || n[BD_VERDICT_WORSE] + n[BD_VERDICT_BETTER] + n[BD_VERDICT_CHANGED] > 0;
    case WORSE:
        return failed || n[BD_VERDICT_WORSE] > 0;
    case FAILED:
        break;
    }
    return failed;
}

/* Who gave a ratio wants to be called at that, and not before. */
static bool calls_for_people(const commenting *c)
{
    const bd_alert_options *alerts = &c->options->alerts;
    bool at_ratio = alerts->alert || alerts->compat_alerts;
    return c->gates.counts[BD_GATE_FAILED] > 0
           || (!at_ratio && c->comparison.counts[BD_VERDICT_WORSE] > 0);
}

static const char *variable(const commenting *c, const char *name)
{
    return c->ctx->env->variable(c->ctx->env->state, name);
}

/* The commit and the job that measured it: where the numbers come from. */
static void put_origin(const commenting *c, bd_buf *out)
{
    const bd_bundle *bundle = &c->sides.bundle;
    const char *url = c->event.repo_url, *run = variable(c, "GITHUB_RUN_ID");
    const char *commit = c->options->sides.bundle ? bundle->commit
                         : c->on.pull > 0         ? c->event.pull_head
                                                  : c->on.commit;
    size_t before = out->len;
    if (commit && url)
        bd_buf_printf(out, "[`%.7s`](%s/commit/%s)", commit, url, commit);
    else if (commit)
        bd_buf_printf(out, "`%.7s`", commit);
    if (run && run[0] && run[strspn(run, "0123456789")] == '\0' && url)
        bd_buf_printf(out, "%s[job](%s/actions/runs/%s)", out->len > before ? " · " : "", url, run);
    if (c->mention && calls_for_people(c))
        bd_buf_printf(out, "%scc %s", out->len > before ? " · " : "", c->mention);
    if (out->len > before)
        bd_buf_puts(out, "\n\n");
}

static void put_text(commenting *c)
{
    bd_buf head = BD_BUF_INIT;
    bd_markdown_words(bd_str_of(c->options->name ? c->options->name : "Benchmarks"), &head);
    bd_str title = bd_buf_str(&head);
    bd_buf whole = BD_BUF_INIT;
    bd_buf_printf(&whole, "%s\n### %.*s\n\n", c->marker, (int)title.len, title.ptr);
    put_origin(c, &whole);
    const bd_report_parts parts = { bd_buf_str(&whole), &c->comparison, &c->gates };
    bd_report_markdown(&parts, BD_COMMENT_BYTES, &c->text);
    bd_buf_release(&head);
    bd_buf_release(&whole);
}

/* ---- saying it ---- */

/* The token of a fork's pull request may only read, whatever the job asks for. That is no
 * fault of who sent it, so that their job does not fail by it. */
static bool end_of_fork(commenting *c, bd_error *err)
{
    const bd_event *e = &c->event;
    bool fork = e->name && strcmp(e->name, "pull_request") == 0 && c->on.pull == e->pull_request
                && e->pull_request > 0
                && (!e->pull_repository || !e->repository
                    || strcmp(e->pull_repository, e->repository) != 0);
    if (!fork)
        return false;
    err->hint[0] = '\0';
    bd_hint(err,
            "the token of a fork's pull request can only read: docs/comment.md has the pair of "
            "workflows that comments all the same");
    bd_diagnostics_add(&c->ctx->found, BD_WARNING, err);
    *err = (bd_error)BD_ERROR_INIT;
    return true;
}

static bool say(commenting *c, bd_error *err)
{
    bd_forge forge;
    bd_comment comment = { 0 };
    bool ok = bd_forge_open(c->ctx, c->event.repo_url, &forge, err)
              && bd_forge_find_comment(&forge, &c->on, c->marker, &c->arena, &comment, err)
                     == BD_REPLY_DONE;
    bool was_there = comment.id != 0;
    if (ok && !was_there && !tells_something(c)) {
        static const char *const missing[] = { "", "nothing changed", "nothing became worse",
                                               "no gate failed" };
        bd_note(c->ctx, "no comment: %s, and there is none to keep up to date", missing[c->when]);
    } else if (ok) {
        ok = bd_forge_put_comment(&forge, &c->on, bd_buf_str(&c->text), &c->arena, &comment, err)
             == BD_REPLY_DONE;
        if (ok)
            bd_note(c->ctx, "%s%s%s", comment.is_new ? "commented" : "changed the comment",
                    comment.url ? ": " : "", comment.url ? comment.url : "");
        else
            ok = end_of_fork(c, err);
    }
    bd_forge_release(&forge);
    return ok;
}

/* The comment last: whatever the forge says, the report is in the job. */
static bool tell(commenting *c, bd_error *err)
{
    const comment_options *o = c->options;
    const bd_report_parts parts = { BD_REPORT_HEAD, &c->comparison, &c->gates };
    put_text(c);
    if (o->output && !bd_print_or_write(c->ctx, o->output, bd_buf_str(&c->text), err))
        return false;
    if (o->github && !bd_report_step(c->ctx, "comment", &parts, err))
        return false;
    return o->dry_run ? bd_print(c->ctx, bd_buf_str(&c->text), err) : say(c, err);
}

static bool judge(commenting *c, const bd_arguments *words, const bd_gate_call *gates,
                  bd_error *err)
{
    c->sides = (bd_sides){ .ctx = c->ctx,
                           .asked = &c->options->sides,
                           .command = "comment",
                           .partial_ok = true,
                           .lazily = true };
    bool ok = bd_sides_read(&c->sides, words, err)
              && bd_sides_compare(&c->sides, &c->comparison, err)
              && bd_sides_check(&c->sides, &c->comparison, err);
    if (ok)
        bd_sides_tell(&c->sides, &c->comparison);
    return ok && bd_gate_sides(&c->sides, &c->comparison, *gates, &c->gates);
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *words, bd_error *err)
{
    commenting c = { .ctx = ctx, .options = opts };
    bd_gate_call gates = { 0 };
    bd_event_read(ctx, &c.event);
    bool ok = read_options(&c, &gates, err) && judge(&c, words, &gates, err) && find_target(&c, err)
              && tell(&c, err);
    bd_gate_report_release(&c.gates);
    bd_comparison_release(&c.comparison);
    bd_sides_release(&c.sides);
    bd_event_release(&c.event);
    bd_buf_release(&c.text);
    bd_arena_release(&c.arena);
    return ok;
}

const bd_cmd bd_cmd_comment = {
    .name = "comment",
    .summary = "say on a pull request or commit what became slower or faster",
    .arguments = "[BASE] [HEAD] [QUERY]",
    .help =
        "One comment with the gates and the comparison, at most 65536 characters long, written by\n"
        "the program gh (GH_TOKEN). The next call changes it in its place; --name has another "
        "one.\n"
        "It goes to the pull request, or the commit, that the job's event or the bundle is of, or\n"
        "that --pull or --commit name. BASE and HEAD are those of `benchdoc compare`.\n"
        "With --when changed, worse or failed there is no comment where there is nothing to say;\n"
        "one that is there already is changed all the same, so that it never says what was.\n"
        "The exit code is 0 whatever is said; `benchdoc gate` fails. A fork's pull request cannot\n"
        "be commented on with its own token: that is a warning. docs/comment.md has the rules.\n"
        "\n"
        "  benchdoc comment --base base.json --head head.json --when changed\n"
        "  benchdoc comment --bundle bundle.json\n"
        "  benchdoc comment main --pull 7 --dry-run\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(comment_options),
    .arguments_max = -1,
    .run = run,
};
