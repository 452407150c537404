#!/bin/bash
# Breaks every rule of check_layers.sh and check_style.sh on purpose, in a tree of
# its own, and expects each to be found; then expects a clean tree to pass.
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0
mkdir -p "$tree"/{core/base,core/json,core/new,ingest,stats,cli,tests,objects/bd_stats.dir}
cp "$here/layers.txt" "$tree/tests/"

expect() { # expect CHECK TEXT: the check fails and says TEXT
  out=$("$here/check_$1.sh" "$tree" "$tree/objects") && { echo "check_$1.sh passed, wanted: $2"; failed=1; }
  case $out in *"$2"*) ;; *) printf 'check_%s.sh did not say: %s\n%s\n' "$1" "$2" "$out"; failed=1 ;; esac
}
expect_clean() {
  out=$("$here/check_$1.sh" "$tree" "$tree/objects") || { echo "check_$1.sh: $out"; failed=1; }
}
# broken CHECK FILE CODE TEXT: with CODE in FILE the check says TEXT, without it passes
broken() {
  printf '%s\n' "$3" > "$tree/$2"
  expect "$1" "$4"
  rm "$tree/$2"
}

cat > "$tree/core/base/clean.c" <<'C'
/* exit(1), printf("x") and getenv in a comment are words. */
#include "core/base/clean.h"

#include <openssl/evp.h>

static const char *const names[] = { "time(NULL)", "a /* b" };

const char *clean(int i)
{
    return names[i]; /* atoi( */
}
C
echo 'const char *clean(int i);' > "$tree/core/base/clean.h"
printf '#include "core/base/clean.h"\n#include "stats/any.h"\n#include <stdio.h>\n' > "$tree/cli/main.c"
printf 'int main(void)\n{\n    exit(0);\n    printf("");\n}\n' >> "$tree/cli/main.c"
expect_clean layers
expect_clean style

broken layers core/base/up.c '#include "core/json/json.h"' 'core/base must not include core/json'
broken layers ingest/up.c '#include "stats/stats.h"' 'ingest must not include stats'
broken layers ingest/lib.c '#include <sqlite3.h>' '<sqlite3.h> is private to store'
broken layers core/json/lib.c '  #  include <jansson.h>' '<jansson.h> is private to ingest'
broken layers ingest/peek.c '#include "core/base/internal.h"' 'is internal to core/base'
broken layers core/new/new.c 'int x;' 'belongs to no module'
broken layers ingest/odd.c '#include "odd.h"' '"odd.h" belongs to no module'

long=$(printf 'int f(void)\n{\n'; yes '    ;' | head -n 60; printf '}')
broken style stats/long.c "$long" 'f has 63 lines, at most 60'
broken style stats/file.c "$(yes '/* */' | head -n 401)" '401 lines, at most 400'
broken style stats/wide.c "/* $(printf '%0100d' 0) */" 'more than 100 columns'
broken style stats/tab.c $'int\tx(void);' 'a tab'
broken style stats/end.c 'int x(void); ' 'a blank at the end'
broken style stats/ban.c 'int n = atoi(text);' 'not to be used: int n = atoi'
broken style stats/ban.c 'void f(void) { exit(1); }' 'belongs to cli: void f'
broken style stats/ban.c 'x = time(NULL);' 'belongs to cli: x = time'
broken style stats/ban.c 'x = getenv("") /* why */;' 'belongs to cli: x = getenv'
broken style stats/ban.c 'f = fopen(path, "r");' 'files are opened by core/base'
broken style stats/go.c 'goto failed;' 'only "goto done"'

for code in 'static int n; int *f(void) { return &n; }' 'int n = 3;' \
            'int f(void) { static int calls; return ++calls; }'; do
  echo "$code" | cc -x c -c -o "$tree/objects/bd_stats.dir/state.c.o" -
  expect style 'is a variable at file scope'
done
echo 'static const char *const t[] = { "a", "b" }; const char *f(int i) { return t[i]; }' \
  | cc -x c -c -fPIC -o "$tree/objects/bd_stats.dir/state.c.o" -
expect_clean style

# How ./test counts: a name and the log of a program of that name each.
cat > "$tree/ctest" <<'OUT'
 5/6 Test #5: absent ...............***Skipped   0.02 sec
OUT
logged() { printf '%s/6 Test: %s\nOutput:\n%s\n<end of output>\nTest %s.\n' "$1" "$2" "$4" "$3"; }
{
  logged 1 good Passed '[  PASSED  ] 2 test(s).'
  logged 2 mixed Failed "$(printf '[  PASSED  ] 1 test(s).\n[  SKIPPED ] 1 test(s), listed below:\n[  FAILED  ] 2 test(s), listed below:\n[  FAILED  ] b')"
  logged 3 dead Failed '[       OK ] a'
  logged 4 plain Passed 'done'
  logged 5 absent Passed ''
  logged 6 late Failed '[  PASSED  ] 2 test(s).'
} > "$tree/log"
counted=$(awk -f "$here/count_functions.awk" "$tree/ctest" "$tree/log" | tr '\n' ';')
wanted='good 2 0 0;mixed 1 2 1;dead 0 1 0;plain 1 0 0;absent 0 0 1;late 2 1 0;'
[ "$counted" = "$wanted" ] || { echo "counted $counted, wanted $wanted"; failed=1; }
exit $failed
