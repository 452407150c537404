// What github-action-benchmark 1.22 does to a data.js, after its description in words, for
// the tests that compare. node action.js COMMAND ARGUMENT…
'use strict';
const fs = require('fs');
const prefix = 'window.BENCHMARK_DATA = ';
const [command, ...files] = process.argv.slice(2);

function load(file) {
  const window = {};
  new Function('window', fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))(window);
  return window.BENCHMARK_DATA;
}

const families = [
  ['s', 'ms', 'us', 'ns'],
  ['s/iter', 'ms/iter', 'us/iter', 'ns/iter'],
  ['ops/ns', 'ops/us', 'ops/ms', 'ops/s'],
];

function canonical(unit) {
  return unit.trim().toLowerCase().replace(/[\u00b5\u03bc]s/g, 'us');
}

function convert(before, now, value) {
  const family = families.find(f => f.includes(canonical(before)) && f.includes(canonical(now)));
  return family ? value * 1000 ** (family.indexOf(canonical(before)) - family.indexOf(canonical(now))) : value;
}

function convertRange(before, now, range) {
  const parts = range ? /((?:\+-|±)\s*)(\d.*)/.exec(range) : null;
  const number = parts ? Number(parts[2]) : NaN;
  return Number.isNaN(number) ? range : parts[1] + convert(before, now, number);
}

function append(data, suite, entry) {
  const list = data.entries[suite];
  if (list === undefined) {
    data.entries[suite] = [entry];
    return;
  }
  const before = list.filter(e => e.commit.id !== entry.commit.id).pop();
  const names = new Map();
  for (const bench of before ? before.benches : []) if (!names.has(bench.name)) names.set(bench.name, bench);
  const benches = entry.benches.map(bench => {
    const old = names.get(bench.name);
    if (!old) return bench;
    const value = convert(old.unit, bench.unit, bench.value);
    return { ...bench, value, unit: value !== bench.value ? old.unit : bench.unit,
      range: convertRange(old.unit, bench.unit, bench.range) };
  });
  list.push({ ...entry, benches });
}

// The order of keys in which the action's schema gives custom arrays back.
function custom(item) {
  const made = { name: String(item.name), value: Number(item.value) };
  if (item.range !== undefined) made.range = String(item.range);
  made.unit = String(item.unit);
  if (item.extra !== undefined) made.extra = String(item.extra);
  return made;
}

let seed = 1;
function random(count) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % count;
}

// Results like those of the last entry, in other units where there are others.
function remeasure(bench) {
  const family = families.find(f => f.includes(canonical(String(bench.unit))));
  const value = random(9) === 0 ? 0 : bench.value * (0.5 + random(1000) / 1000);
  const item = { name: bench.name, unit: family ? family[random(4)] : bench.unit, value };
  if (family && random(5) === 0) item.unit = item.unit.toUpperCase();
  const ranges = ['± ' + value / 7, '+-' + Math.ceil(value), '±3.', 'mean ± 1.50', '± 1,672', 'stddev: 4', '± 2e3 \n5', ''];
  if (random(3) > 0) item.range = ranges[random(ranges.length)];
  if (random(3) > 0) item.extra = '5 times\n"4" procs';
  return item;
}

function key(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

// As a minifier, and a hand, would write it.
function minify(value) {
  if (Array.isArray(value)) return '[' + value.map(minify).join(',') + (random(4) === 0 ? ',' : '') + ']';
  if (typeof value === 'object' && value !== null)
    return '{' + Object.keys(value).map(k => key(k) + ':' + minify(value[k])).join(random(9) === 0 ? ', /* , */ ' : ',') + '}';
  if (typeof value === 'boolean') return value ? '!0' : '!1';
  if (typeof value === 'number') {
    const text = String(value);
    return text.startsWith('0.') ? text.slice(1) : text.replace(/^(\d+?)(000+)$/, (all, a, b) => a + 'e' + b.length);
  }
  if (typeof value === 'string' && random(3) === 0)
    return "'" + JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'") + "'";
  return value === undefined ? 'void 0' : JSON.stringify(value);
}

if (command === 'remeasure') { // FILE OUT: prints the suite
  const data = load(files[0]), suite = Object.keys(data.entries).pop();
  seed = fs.statSync(files[0]).size;
  fs.writeFileSync(files[1], JSON.stringify(data.entries[suite][data.entries[suite].length - 1].benches.map(remeasure)));
  process.stdout.write(suite);
} else if (command === 'append') { // FILE OUT SUITE RESULTS COMMIT DATE: prints whether FILE is the action's own
  const data = load(files[0]), date = Number(files[5]);
  const own = fs.readFileSync(files[0], 'utf8') === prefix + JSON.stringify(data, null, 2);
  data.lastUpdate = date;
  data.repoUrl = 'https://github.com/acme/widgets';
  append(data, files[2], { commit: JSON.parse(fs.readFileSync(files[4], 'utf8')), date, tool: 'customSmallerIsBetter',
    benches: JSON.parse(fs.readFileSync(files[3], 'utf8')).map(custom) });
  fs.writeFileSync(files[1], prefix + JSON.stringify(data, null, 2));
  process.stdout.write(own ? 'own' : 'foreign');
} else if (command === 'minify') { // FILE OUT
  fs.writeFileSync(files[1], 'window.BENCHMARK_DATA=' + minify(load(files[0])) + ';\n// site build\n');
} else if (command === 'same') { // A B: exit 1 when they hold different data
  const [a, b] = [load(files[0]), load(files[1])];
  a.lastUpdate = b.lastUpdate; // the later one stays, the action's is now
  require('assert').deepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
} else if (command === 'points') { // A B: the same, but for repeated entries and the words of times
  const [a, b] = files.map(load).map(data => Object.fromEntries(Object.entries(data.entries).map(([suite, list]) => [suite,
    [...new Set(list.map(e => JSON.stringify(e)))].map(text => {
      const e = JSON.parse(text), c = e.commit;
      return { id: c.id, author: c.author, committer: c.committer, message: c.message, url: c.url, distinct: c.distinct,
        tree_id: c.tree_id, time: Date.parse(c.timestamp), date: e.date, tool: e.tool, benches: e.benches };
    })])));
  require('assert').deepStrictEqual(a, b);
} else if (command === 'compact') { // FILE OUT INDENT LINE
  const text = prefix + JSON.stringify(load(files[0]), null, Number(files[2]) || files[2].replace('tab', '\t').replace('none', ''));
  fs.writeFileSync(files[1], files[3] === 'crlf' ? text.replace(/\n/g, '\r\n') : text);
}
