window.BENCHMARK_DATA = {"entries": {
"a": [
{"date": 1,"commit":{"id":"x"},"benches":[]},
{"date": 2}
]}}
