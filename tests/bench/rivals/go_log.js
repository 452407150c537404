// What github-action-benchmark does with the output of `go test -bench`, in words of our own
// after docs and behaviour: sections by package, one expression per line, an entry per value.
const fs = require('fs');

const result = /^(Benchmark\w+[\w()$%^&*-=|,[\]{}"#]*?)(-\d+)?\s+(\d+)\s+(.+)$/;

function entriesOf(line, suffix) {
  const found = line.match(result);
  if (!found) return [];
  const [, name, procs, times, rest] = found;
  const words = rest.split(/[ \t]+/);
  const extra = `${times} times` + (procs ? `\n${procs.slice(1)} procs` : '');
  if (words.length > 2) words.unshift(words[0], rest.slice(rest.indexOf(words[1])));
  const entries = [];
  for (let i = 0; i + 1 < words.length; i += 2) {
    const unit = words[i + 1];
    const label = i > 0 ? `${name}${suffix} - ${unit}` : name + suffix;
    entries.push({ name: label, value: parseFloat(words[i]), unit, extra });
  }
  return entries;
}

const sections = fs.readFileSync(process.argv[2], 'utf8').split(/^pkg:\s+/m).map((text, i) => {
  const lines = text.split(/\r?\n/g);
  return i === 0 ? { pkg: '', lines } : { pkg: lines[0], lines: lines.slice(1) };
});
const several = new Set(sections.map((s) => s.pkg).filter(Boolean)).size > 1;
const entries = sections.flatMap(({ pkg, lines }) =>
  lines.flatMap((line) => entriesOf(line, several && pkg ? ` (${pkg})` : '')));
if (entries.length === 0) process.exit(1);
