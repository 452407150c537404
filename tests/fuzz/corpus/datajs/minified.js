window.BENCHMARK_DATA={lastUpdate:1674101003e3,entries:{a:[{commit:{id:'c1',distinct:!0},date:.5,tool:"go",benches:[{name:'\x61\u{62}',value:-.5,unit:`ms`,extra:void 0},]}],7:[]}};
