// The git commands and the edit of github-action-benchmark with auto-push, in its order, from
// a clone of main: action.js REMOTE WORK. It starts git as the action does, one by one.
const { execFileSync } = require('child_process');
const path = require('path');

const [remote, work] = process.argv.slice(2);
const file = 'dev/bench/cpu-3/data.js';
const git = (...words) => execFileSync('git', words, { cwd: work, stdio: 'ignore' });

git('fetch', remote, 'gh-pages:gh-pages');
git('switch', 'gh-pages');
git('pull', remote, 'gh-pages');
process.argv.splice(2, 2, path.join(work, file));
require('./append.js');
git('add', file);
git('-c', 'user.name=github-action-benchmark', '-c', 'user.email=github@users.noreply.github.com',
  '-c', 'http.https://github.com/.extraheader=', 'commit', '-m',
  'add Benchmark (customSmallerIsBetter) benchmark result for 5ca1ab1e');
git('push', remote, 'gh-pages:gh-pages', '--no-verify');
git('checkout', '-');
