// node expected/nested.js 2 > expected/nested.json
// node expected/nested.js 0 > expected/nested-compact.json
// The same document is built by test_json_write.c.
const value = {
  lastUpdate: 1784541601000,
  repoUrl: 'https://example.org/a/b',
  entries: {
    'bench "x"\\\b\f\n\r\t\u0000\u001f\u007f\u2028é😀': [
      { value: 148.74, big: 9007199254740991, small: 1.5e-7, huge: 1e21, none: null, yes: true,
        no: false, zero: -0, list: [], map: {}, text: '' },
      [[], [[1, 2.5], {}], [{ a: [] }]],
    ],
    empty: {},
  },
};
process.stdout.write(JSON.stringify(value, null, Number(process.argv[2])));
