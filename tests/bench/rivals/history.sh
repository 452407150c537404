#!/bin/sh
# A project and a remote with a history, to publish to.
#
#     history.sh make DIR COMMITS   remote.git: gh-pages with so many commits and eight data.js
#                                   on it; work: a clone of main, as actions/checkout makes it
#     history.sh reset DIR          as it was made
set -eu
dir=$2
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1

# Each commit adds an entry of eight points to one of eight files.
stream() {
  LC_ALL=C awk -v commits="$1" '
    function entry(n,   i, text) {
      text = "      {\n        \"commit\": {\n          \"author\": {\n" \
        "            \"email\": \"dev@example.org\",\n            \"name\": \"Dev\",\n" \
        "            \"username\": \"dev\"\n          },\n          \"committer\": {\n" \
        "            \"email\": \"dev@example.org\",\n            \"name\": \"Dev\",\n" \
        "            \"username\": \"dev\"\n          },\n" \
        sprintf("          \"id\": \"%040d\",\n          \"message\": \"Change %d\",\n", n, n) \
        "          \"timestamp\": \"2026-01-01T00:00:00Z\",\n" \
        sprintf("          \"url\": \"https://example.org/acme/widgets/commit/%040d\"\n        },\n", n) \
        sprintf("        \"date\": %d,\n", 1700000000000 + n * 60000) \
        "        \"tool\": \"customSmallerIsBetter\",\n        \"benches\": [\n"
      for (i = 0; i < 8; i++)
        text = text "          {\n" sprintf("            \"name\": \"bench %d\",\n", i) \
          sprintf("            \"value\": %d.%d,\n", 1000 + (n * 7919 + i) % 997, n % 10 + 1) \
          "            \"unit\": \"ns\"\n          }" (i < 7 ? "," : "") "\n"
      return text "        ]\n      }"
    }
    function put(path, text) {
      printf "M 100644 inline %s\ndata %d\n%s\n", path, length(text), text
    }
    BEGIN {
      for (n = 0; n < commits; n++) {
        file = n % 8
        list[file] = list[file] (list[file] == "" ? "" : ",\n") entry(n)
        printf "commit refs/heads/gh-pages\ncommitter d <d@example.org> %d +0000\ndata 3\nadd\n", \
          1700000000 + n * 60
        put("dev/bench/cpu-" file "/data.js", "window.BENCHMARK_DATA = {\n" \
          "  \"lastUpdate\": 1700000000000,\n  \"repoUrl\": \"https://example.org/acme/widgets\",\n" \
          "  \"entries\": {\n    \"Benchmark\": [\n" list[file] "\n    ]\n  }\n}")
        if (n < 8)
          put("dev/bench/cpu-" file "/index.html", "<!DOCTYPE html><title>ours</title>")
        print ""
      }
    }'
}

case $1 in
make)
  commits=$3
  mkdir -p "$dir"
  cd "$dir"
  git init -q -b main made
  echo "widgets" >made/README.md
  git -C made add .
  git -C made -c user.name=d -c user.email=d@example.org commit -qm first
  git clone -q --bare made remote.git
  rm -rf made
  stream "$commits" | git -C remote.git fast-import --quiet
  git -C remote.git repack -adq
  git -C remote.git config http.receivepack true
  git -C remote.git update-ref refs/made refs/heads/gh-pages
  git -C remote.git config transfer.hideRefs refs/made
  git clone -q --depth=1 --branch main "file://$PWD/remote.git" made
  git -C made remote set-url origin "$PWD/remote.git"
  cp -R made work
  mkdir fresh
  awk 'BEGIN {
    print "["
    for (i = 0; i < 8; i++)
      printf "{\"name\": \"bench %d\", \"value\": %d.5, \"unit\": \"ns\"}%s\n", i, 1000 + i, \
        i < 7 ? "," : ""
    print "]"
  }' >result.json
  ;;
reset)
  git -C "$dir/remote.git" update-ref refs/heads/gh-pages refs/made
  rm -rf "$dir/clone" "$dir/work"
  cp -R "$dir/made" "$dir/work"
  ;;
esac
