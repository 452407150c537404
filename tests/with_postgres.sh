#!/bin/bash
# with_postgres.sh PROGRAM...: runs it with a PostgreSQL server of its own, which is removed
# afterwards (tests/postgres.sh says how to reach it). Where no server program is installed the
# program runs all the same, and skips what needs one.
. "$(dirname "$0")/postgres.sh"
dir=$(mktemp -d) || exit 1
start_postgres "$dir"
started=$?
"$@"
status=$?
[ $started -eq 0 ] && stop_postgres "$dir"
rm -rf "$dir"
[ $started -eq 0 ] || [ $started -eq 77 ] || exit 1
exit $status
