// Reads lines of JSON; prints JSON.stringify(JSON.parse(line)) of each.
const lines = require('fs').readFileSync(process.argv[2], 'utf8').split('\n');
lines.pop();
process.stdout.write(lines.map((line) => JSON.stringify(JSON.parse(line)) + '\n').join(''));
