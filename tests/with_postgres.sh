#!/bin/bash
# with_postgres.sh PROGRAM...: runs it with a PostgreSQL server of its own, which is removed
# afterwards (tests/postgres.sh says how to reach it). Where no server program is installed the
# program runs all the same, and skips what needs one.
. "$(dirname "$0")/postgres.sh"

dir=$(mktemp -d) || exit 1
if [ ${#dir} -gt 80 ]; then # a socket's path has room for 107 bytes
  rmdir "$dir"
  dir=$(mktemp -d -p /tmp) || exit 1
fi

remove_server() {
  local at
  for at in "$dir" "$dir/second"; do # a test may have started another one
    [ -f "$at/data/postmaster.pid" ] && stop_postgres "$at"
  done
  rm -rf "$dir"
}

start_postgres "$dir"
started=$?
if [ $started -ne 0 ] && [ $started -ne 77 ]; then
  remove_server
  exit 1
fi
# Whoever ends this script by force does not end the server; this does.
(
  trap '' INT TERM HUP
  while kill -0 $$ 2>/dev/null; do sleep 2; done
  remove_server
) </dev/null >/dev/null 2>&1 &
guard=$!
"$@"
status=$?
{ kill -9 $guard && wait $guard; } 2>/dev/null
remove_server
exit $status
