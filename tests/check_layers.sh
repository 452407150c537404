#!/bin/sh
# Checks that includes go in one direction, as layers.txt says:
#   - a module includes only itself and what its row names
#   - internal headers stay in their folder
#   - a third-party header stays in the one module that owns it
#   - every source file belongs to a module
# usage: check_layers.sh [ROOT]; exit 1 and one line per violation
cd "${1:-.}" || exit 2
find core ingest store stats render cli -name '*.[ch]' 2>/dev/null | sort | awk '
  function words(text, into,    n, i, w) {
    n = split(text, w, " ")
    for (i = 1; i <= n; i++) into[i] = w[i]
    return n
  }
  function read_layers(    line, half, n, w, i, k) {
    while ((getline line < "tests/layers.txt") > 0) {
      if (line ~ /^#/ || line ~ /^ *$/) continue
      split(line "|", half, "|")
      n = words(half[1], w)
      module[w[1]] = 1
      for (i = 2; i <= n; i++) allowed[w[1], w[i]] = 1
      k = words(half[2], w2)
      for (i = 1; i <= k; i++) owner[w2[i]] = w[1]
    }
  }
  function module_of(path,    p) {
    split(path, p, "/")
    if ((p[1] "/" p[2]) in module) return p[1] "/" p[2]
    return (p[1] in module) ? p[1] : ""
  }
  function violation(text) { print file ":" number ": " text; bad = 1 }
  function own_header(name,    there) {
    there = module_of(name)
    if (there == "") violation("\"" name "\" belongs to no module")
    else if (there != here && !((here, there) in allowed) && !((here, "*") in allowed))
      violation(here " must not include " there " (\"" name "\")")
    if (there != here && name ~ /(^|[\/_])internal\.h$/)
      violation("\"" name "\" is internal to " there)
  }
  function foreign_header(name,    prefix) {
    for (prefix in owner)
      if (index(name, prefix) == 1 && owner[prefix] != here)
        violation("<" name "> is private to " owner[prefix])
  }
  BEGIN { read_layers() }
  {
    file = $0; number = 0; here = module_of(file)
    if (here == "") { violation("belongs to no module of tests/layers.txt"); next }
    while ((getline line < file) > 0) {
      number++
      if (match(line, /^[ \t]*#[ \t]*include[ \t]*"[^"]+"/)) {
        sub(/^[^"]*"/, "", line); sub(/".*/, "", line); own_header(line)
      } else if (match(line, /^[ \t]*#[ \t]*include[ \t]*<[^>]+>/)) {
        sub(/^[^<]*</, "", line); sub(/>.*/, "", line); foreign_header(line)
      }
    }
    close(file)
  }
  END { exit bad }'
