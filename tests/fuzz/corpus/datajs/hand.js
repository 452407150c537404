// by hand
var BENCHMARK_DATA = { /* one */ entries: { "b": [ {"date": 1}, {"date": 2}, ], } , };