self.BENCHMARK_DATA =
{
	"entries": {
		"9": [],
		"a": []
	}
}
;