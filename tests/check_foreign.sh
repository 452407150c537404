#!/bin/bash
# No file of the shared test data may be copied into the project (its seeds may):
# compares the digests of all tracked files with those of the shared ones.
# usage: check_foreign.sh [ROOT]; exit 77 where the shared data is not
cd "${1:-.}" || exit 2
shared=${BENCHDOC_SHARED_DATA_DIR:-../shared/data}
[ -d "$shared" ] || { echo "no shared data at $shared"; exit 77; }
# tiny files (an empty array, a lone number) are equal by chance
found=$(
  { find "$shared" -type f -size +200c -not -path '*/seeds/*' -print0 | xargs -0 sha256sum | sed 's/^/S /'
    git ls-files -z -co --exclude-standard | xargs -0 -I{} find {} -maxdepth 0 -type f -size +200c -print0 \
      | xargs -0r sha256sum | sed 's/^/P /'; } \
  | awk '
    { name = $0; sub(/^[SP] [0-9a-f]+ +\*?/, "", name) }
    $1 == "S" { shared[$2] = name }
    $1 == "P" && ($2 in shared) { print name ": is a copy of " shared[$2] }')
[ -z "$found" ] || { echo "$found"; exit 1; }
