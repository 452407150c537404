// What github-action-benchmark does with logs of text formats beside Go's, in words of our
// own after docs and behaviour: the whole text becomes lines, an expression takes each apart,
// an entry goes to a list. Says how many entries there are.
//     node text_logs.js cargo|benchmarkjs|benchmarkluau|catch2 FILE
const fs = require('fs');

const number = (text) => parseFloat(text.replace(/,/g, ''));

function cargo(lines) {
  const result = /^test (.+)\s+\.\.\. bench:\s+([0-9,.]+) (\w+\/\w+) \(\+\/- ([0-9,.]+)\)$/;
  const entries = [];
  for (const line of lines) {
    const found = line.match(result);
    if (!found) continue;
    const [, name, value, unit, spread] = found;
    entries.push({ name: name.trim(), value: number(value), range: `± ${spread.replace(/,/g, '')}`, unit });
  }
  return entries;
}

function benchmarkjs(lines) {
  const result = /^ x ([0-9,.]+)\s+(\S+)\s+((?:±|\+-)[^%]+%) \((\d+) runs sampled\)$/;
  const entries = [];
  for (const line of lines) {
    const at = line.lastIndexOf(' x ');
    const found = at < 0 ? null : line.slice(at).match(result);
    if (!found) continue;
    const [, value, unit, range, runs] = found;
    entries.push({ name: line.slice(0, at), value: number(value), range, unit, extra: `${runs} samples` });
  }
  return entries;
}

function benchmarkluau(lines) {
  const result = /^SUCCESS: .+\s+:\s+\S+ \+\/-\s+\S+ on \S+/;
  const entries = [];
  for (const line of lines) {
    if (!result.test(line)) continue;
    const [, name, , value, , range, , extra] = line.split(/\s+/);
    entries.push({ name, value: parseFloat(value), unit: value.replace(/.[0-9]+/g, ''), range: `±${range}`, extra });
  }
  return entries;
}

function catch2(lines) {
  const header = /^benchmark name +samples +iterations +(?:estimated|est run time)/;
  const start = /^(.+)\s+(\d+)\s+(\d+)\s+(\d+(?:\.\d+)?) (?:ns|ms|us|s)\s*$/;
  const three = /^\s+(\d+(?:\.\d+)?) (ns|ms|us|s)\s+(?:\d+(?:\.\d+)?) (?:ns|ms|us|s)\s+(?:\d+(?:\.\d+)?) (?:ns|ms|us|s)\s*$/;
  const blank = /^\s*$/;
  const entries = [];
  let i = 0;
  while (i < lines.length) {
    if (!header.test(lines[i++])) continue;
    while (i < lines.length && !/^-+$/.test(lines[i])) i++;
    i++;
    for (let found; i + 2 < lines.length && (found = lines[i].match(start)); ) {
      const [, name, samples, iterations] = found;
      const mean = lines[i + 1].match(three);
      const deviation = lines[i + 2].match(three);
      if (!mean || !deviation) throw new Error(`line ${i + 2}`);
      entries.push({
        name: name.trim(),
        value: parseFloat(mean[1]),
        range: `± ${deviation[1]}`,
        unit: mean[2],
        extra: `${samples} samples\n${iterations} iterations`,
      });
      i += 3;
      while (i < lines.length && blank.test(lines[i])) i++;
    }
  }
  return entries;
}

const kinds = { cargo, benchmarkjs, benchmarkluau, catch2 };
const [kind, file] = process.argv.slice(2);
const entries = kinds[kind](fs.readFileSync(file, 'utf8').split(/\r?\n/g));
console.log(entries.length);
if (entries.length === 0) process.exit(1);
