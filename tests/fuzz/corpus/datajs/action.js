window.BENCHMARK_DATA = {
  "lastUpdate": 5,
  "repoUrl": "https://example.com/a",
  "entries": {
    "a": [
      {
        "commit": {
          "author": {},
          "id": "c1"
        },
        "date": 2,
        "tool": "go",
        "benches": [
          {
            "name": "a",
            "value": 1.5,
            "unit": "ms",
            "range": "± 2"
          }
        ]
      },
      {
        "commit": {
          "id": "c9"
        },
        "date": 4,
        "tool": "go",
        "benches": [],
        "benchdoc": {
          "run": "r1"
        }
      }
    ]
  }
}