# Reads what ctest printed, then its log, and prints for each test program: name, passed, failed, skipped
# test functions. A program that is no cmocka program counts as one function; one that
# died without cmocka's last words, or failed after them, counts as one failure more.
function flush() {
  if (name == "") return
  if (!ok && !f) f = 1
  if (ok && !p && !f && !s) { if (name in skipped) s = 1; else p = 1 }
  print name, p + 0, f + 0, s + 0
  name = ""; p = f = s = ok = 0
}
/\*\*\*Skipped/ { skipped[$4] = 1; next }
/^[0-9]+\/[0-9]+ Test: / { flush(); name = $3 }
/^\[  PASSED  \] [0-9]+ test\(s\)\./ { p += $4 }
/^\[  FAILED  \] [0-9]+ test\(s\), listed below:/ { f += $4 }
/^\[  SKIPPED \] [0-9]+ test\(s\), listed below:/ { s += $4 }
/^Test Passed\.$|^Test Pass Reason:$/ { ok = 1 }
END { flush() }
