/* What git and servers say, as an outcome. The texts are those that forges and git itself
 * print (shortened; names changed). */
#include "core/git/internal.h"
#include "tests/support.h"

#include <string.h>

static const struct {
    const char *said;
    bd_reply reply;
    const char *message, *hint; /* begins with; holds */
} cases[] = {
    /* GitHub */
    { "remote: error: GH006: Protected branch update failed for refs/heads/gh-pages.\n"
      "remote: error: Changes must be made through a pull request.\n"
      "!\tabc:refs/heads/gh-pages\t[remote rejected] (protected branch hook declined)\n",
      BD_REPLY_REFUSED,
      "the branch is protected: GH006: Protected branch update failed for refs/heads/gh-pages.",
      "--branch" },
    { "remote: error: GH013: Repository rule violations found for refs/heads/gh-pages.\n"
      "! [remote rejected] x -> gh-pages (push declined due to repository rule violations)\n",
      BD_REPLY_REFUSED, "the branch is protected: GH013: Repository rule violations", "--branch" },
    { "remote: error: Trace: 654c8d72f32f9965\nremote: error: See https://gh.io/lfs for more "
      "information.\nremote: error: File dev/bench/data.js is 101.74 MB; this exceeds GitHub's "
      "file "
      "size limit of 100.00 MB\nremote: error: GH001: Large files detected.\n"
      "! [remote rejected] main -> main (pre-receive hook declined)\n",
      BD_REPLY_REFUSED, "the server refuses files or pushes of this size: ", "keep:" },
    { "remote: Permission to acme/widgets.git denied to github-actions[bot].\n"
      "fatal: unable to access 'https://github.com/acme/widgets.git/': The requested URL returned "
      "error: 403\n",
      BD_REPLY_REFUSED, "signed in, but not allowed to write there: ", "contents: write" },
    { "remote: Write access to repository not granted.\nfatal: unable to access "
      "'https://github.com/a/b/': The requested URL returned error: 403\n",
      BD_REPLY_REFUSED,
      "signed in, but not allowed to write there: Write access to repository not granted.",
      "contents: write" },
    { "remote: This repository was archived so it is read-only.\nfatal: unable to access "
      "'https://github.com/a/b/': The requested URL returned error: 403\n",
      BD_REPLY_REFUSED, "signed in, but not allowed to write there: This repository was archived",
      "token" },
    { "ERROR: The key you are authenticating with has been marked as read only.\n"
      "fatal: Could not read from remote repository.\n",
      BD_REPLY_REFUSED, "signed in, but not allowed to write there: ", "token" },
    { "remote: Invalid username or token. Password authentication is not supported for Git "
      "operations.\nfatal: Authentication failed for 'https://github.com/a/b/'\n",
      BD_REPLY_REFUSED, "the server does not accept who is asking: ", "BENCHDOC_TOKEN" },
    { "fatal: could not read Username for 'https://github.com': terminal prompts disabled\n",
      BD_REPLY_REFUSED, "the server does not accept who is asking: ", "BENCHDOC_TOKEN" },
    { "git@github.com: Permission denied (publickey).\n"
      "fatal: Could not read from remote repository.\n",
      BD_REPLY_REFUSED, "the server does not accept who is asking: ", "BENCHDOC_TOKEN" },
    { "Host key verification failed.\nfatal: Could not read from remote repository.\n",
      BD_REPLY_REFUSED, "the server does not accept who is asking: ", "by hand" },
    { "remote: Repository not found.\nfatal: repository 'https://github.com/a/b/' not found\n",
      BD_REPLY_REFUSED, "there is no such repository, or it is hidden", "--remote" },
    { "! [remote rejected] HEAD -> gh-pages (cannot lock ref 'refs/heads/gh-pages': is at "
      "98bf7e54a615d7e23cbcf8688d22c4099a1d2240 but expected "
      "00da1b358846ae9a8ffa71b34eb1e330e3a37e3d)\n",
      BD_REPLY_MOVED, "the branch has moved on", "" },
    { "! [remote rejected] x -> gh-pages (failed to update ref)\n", BD_REPLY_MOVED,
      "the branch has moved on", "" },
    { "! [remote rejected] x -> gh-pages (reference already exists)\n", BD_REPLY_MOVED,
      "the branch has moved on", "" },
    { "! [remote rejected] x -> gh-pages (fatal error in commit_refs)\n", BD_REPLY_UNREACHED,
      "the server failed: ", "later" },
    { "! [remote rejected] x -> gh-pages (Internal Server Error)\n", BD_REPLY_UNREACHED,
      "the server failed: ", "later" },
    { "! [remote rejected] x -> a/b (cannot lock ref 'refs/heads/a/b': 'refs/heads/a' exists; "
      "cannot create 'refs/heads/a/b')\n",
      BD_REPLY_REFUSED, "a branch of another name is in the way: ", "--branch" },
    /* GitLab */
    { "remote: GitLab: You are not allowed to push code to protected branches on this project.\n"
      "! [remote rejected] gh-pages -> gh-pages (pre-receive hook declined)\n",
      BD_REPLY_REFUSED,
      "the branch is protected: You are not allowed to push code to protected branches",
      "--branch" },
    { "remote: GitLab: You are not allowed to push code to this project.\nfatal: Could not read\n",
      BD_REPLY_REFUSED, "signed in, but not allowed to write there: ", "token" },
    { "remote: HTTP Basic: Access denied. The provided password or token is incorrect\n"
      "fatal: Authentication failed for 'https://gitlab.com/a/b.git/'\n",
      BD_REPLY_REFUSED, "the server does not accept who is asking: ", "BENCHDOC_TOKEN" },
    { "remote: The project you were looking for could not be found or you don't have permission "
      "to view it.\nfatal: repository 'https://gitlab.com/a/b.git/' not found\n",
      BD_REPLY_REFUSED, "there is no such repository, or it is hidden", "--remote" },
    { "remote: fatal: pack exceeds maximum allowed size (4.88 GiB)\n"
      "error: remote unpack failed: index-pack abnormal exit\n",
      BD_REPLY_REFUSED, "the server refuses files or pushes of this size: ", "keep:" },
    /* Gitea, Azure */
    { "remote: Gitea: Not allowed to push to protected branch gh-pages\n"
      "! [remote rejected] gh-pages -> gh-pages (pre-receive hook declined)\n",
      BD_REPLY_REFUSED, "the branch is protected: ", "--branch" },
    { "! [remote rejected] x -> gh-pages (TF402455: Pushes to this branch are not permitted; you "
      "must use a pull request to update this branch.)\n",
      BD_REPLY_REFUSED, "the branch is protected: ", "--branch" },
    /* rewriting: GitHub, GitLab, git itself */
    { "remote: error: GH006: Protected branch update failed for refs/heads/gh-pages.\n"
      "remote: error: Cannot force-push to this branch\n"
      "!\tabc:refs/heads/gh-pages\t[remote rejected] (protected branch hook declined)\n",
      BD_REPLY_REFUSED,
      "the server does not let this branch be rewritten: Cannot force-push to this branch",
      "allow force pushes" },
    { "remote: GitLab: You are not allowed to force push code to a protected branch on this "
      "project.\n! [remote rejected] x -> gh-pages (pre-receive hook declined)\n",
      BD_REPLY_REFUSED, "the server does not let this branch be rewritten: You are not allowed to",
      "allow force pushes" },
    { "To /srv/git/x.git\n!\tabc:refs/heads/gh-pages\t[remote rejected] (non-fast-forward)\n",
      BD_REPLY_REFUSED, "the server does not let this branch be rewritten", "allow force pushes" },
    /* git itself */
    { "To /srv/git/x.git\n!\t1:refs/heads/gh-pages\t[rejected] (stale info)\nDone\n"
      "error: failed to push some refs to '/srv/git/x.git'\n",
      BD_REPLY_MOVED, "the branch has moved on", "" },
    { "! [rejected] x -> gh-pages (fetch first)\n", BD_REPLY_MOVED, "the branch has moved on", "" },
    { "! [rejected] x -> gh-pages (non-fast-forward)\n", BD_REPLY_MOVED, "the branch has moved on",
      "" },
    { "! [remote rejected] x -> gh-pages (cannot lock ref 'refs/heads/gh-pages': Unable to create "
      "'/srv/git/x.git/refs/heads/gh-pages.lock': File exists.)\n",
      BD_REPLY_MOVED, "the branch has moved on", "" },
    { "! [remote rejected] x -> gh-pages (cannot lock ref 'refs/heads/gh-pages': Unable to create "
      "'/srv/git/x.git/refs/heads/gh-pages.lock': Permission denied)\n",
      BD_REPLY_REFUSED, "signed in, but not allowed to write there: ", "token" },
    { "remote: error: insufficient permission for adding an object to repository database "
      "objects\n! [remote rejected] x -> gh-pages (unpacker error)\n",
      BD_REPLY_REFUSED, "signed in, but not allowed to write there: ", "token" },
    { "remote: the night is no time to push\n"
      "!\t1:refs/heads/gh-pages\t[remote rejected] (pre-receive hook declined)\nDone\n",
      BD_REPLY_REFUSED, "a hook of the server refused the push: the night is no time to push",
      "server" },
    { "!\t1:refs/heads/gh-pages\t[remote rejected] (hook declined)\nDone\n", BD_REPLY_REFUSED,
      "a hook of the server refused the push", "server" },
    { "fatal: detected dubious ownership in repository at '/srv/git/x.git'\n", BD_REPLY_REFUSED,
      "the repository belongs to another user", "safe.directory" },
    { "fatal: '/srv/nosuch' does not appear to be a git repository\n"
      "fatal: Could not read from remote repository.\n",
      BD_REPLY_REFUSED, "there is no such repository", "--remote" },
    { "fatal: unable to access 'https://x.example/': Could not resolve host: x.example\n",
      BD_REPLY_UNREACHED, "the server could not be reached: ", "later" },
    { "fatal: unable to access 'http://127.0.0.1:1/': Failed to connect to 127.0.0.1 port 1 after "
      "0 ms: Couldn't connect to server\n",
      BD_REPLY_UNREACHED, "the server could not be reached: ", "later" },
    { "ssh: connect to host x.example port 22: Connection timed out\n"
      "fatal: Could not read from remote repository.\n",
      BD_REPLY_UNREACHED, "the server could not be reached: ", "later" },
    { "error: RPC failed; curl 56 GnuTLS recv error (-9)\nsend-pack: unexpected disconnect while "
      "reading sideband packet\nfatal: the remote end hung up unexpectedly\n",
      BD_REPLY_UNREACHED, "the server could not be reached: ", "later" },
    { "error: RPC failed; HTTP 413 curl 22 The requested URL returned error: 413\n"
      "fatal: the remote end hung up unexpectedly\n",
      BD_REPLY_REFUSED, "the server refuses files or pushes of this size: ", "keep:" },
    { "error: RPC failed; HTTP 502 curl 22 The requested URL returned error: 502\n"
      "fatal: the remote end hung up unexpectedly\n",
      BD_REPLY_UNREACHED, "the server failed: ", "later" },
    { "fatal: unable to access 'https://x/': server certificate verification failed. CAfile: none "
      "CRLfile: none\n",
      BD_REPLY_REFUSED, "the server's certificate is not trusted: ", "http.sslCAInfo" },
    /* libgit2 */
    { "fatal: unexpected http status code: 403\n", BD_REPLY_REFUSED,
      "signed in, but not allowed to write there: ", "token" },
    { "fatal: unexpected http status code: 503\n", BD_REPLY_UNREACHED,
      "the server failed: ", "later" },
    { "fatal: failed to resolve address for x.example: Name or service not known\n",
      BD_REPLY_UNREACHED, "the server could not be reached: ", "later" },
    { "fatal: authentication failed\n", BD_REPLY_REFUSED,
      "the server does not accept who is asking", "BENCHDOC_TOKEN" },
    { "fatal: cannot push because a reference that you are trying to update on the remote "
      "contains commits that are not present locally.\n",
      BD_REPLY_MOVED, "the branch has moved on", "" },
    /* nobody's */
    { "fatal: bad config line 3 in file /home/u/.gitconfig\n", BD_REPLY_REFUSED,
      "git failed: bad config line 3", "" },
    { "", BD_REPLY_REFUSED, "git failed", "" },
};

static void what_was_said_becomes_an_outcome_a_sentence_and_a_next_step(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_reply reply = bd_git_judge(bd_str_of(cases[i].said), "https://x.example/a", &err);
        bool fits = reply == cases[i].reply
                    && strncmp(err.message, cases[i].message, strlen(cases[i].message)) == 0
                    && strstr(err.hint, cases[i].hint) && !strchr(err.message, '\t')
                    && !strchr(err.message, '\n');
        if (!fits)
            fail_msg("%s→ %d: %s (%s)", cases[i].said, (int)reply, err.message, err.hint);
        assert_int_equal(err.code, BD_ERR_GIT);
        assert_string_equal(err.file, "https://x.example/a");
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_said_becomes_an_outcome_a_sentence_and_a_next_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
