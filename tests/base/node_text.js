// Reads lines of 16 hex digits, the bits of a double; prints String(x) of each.
const view = new DataView(new ArrayBuffer(8));
const lines = require('fs').readFileSync(process.argv[2], 'latin1').split('\n');
lines.pop();
require('fs').writeFileSync(process.argv[3], lines.map((line) => {
  view.setBigUint64(0, BigInt('0x' + line));
  return String(view.getFloat64(0)) + '\n';
}).join(''));
