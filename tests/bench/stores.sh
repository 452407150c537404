#!/bin/bash
# stores.sh BENCHDOC_STORES ARGUMENT...: runs it with a PostgreSQL server of its own, which syncs
# as a real one does; without server programs SQLite alone is measured. Its data lie under TMPDIR,
# which has to be on a disk, SQLite's where this is run.
. "$(dirname "$0")/../postgres.sh"

dir=$(mktemp -d) || exit 1
end() {
  [ -f "$dir/data/postmaster.pid" ] && stop_postgres "$dir"
  rm -rf "$dir"
}
trap end EXIT
trap 'exit 130' INT TERM
start_postgres "$dir"
case $? in
  0) cat >>"$dir/data/postgresql.conf" <<END
fsync = on
full_page_writes = on
shared_buffers = 512MB
max_wal_size = 8GB
END
    restart_postgres "$dir" || exit 1
    "$@" --server "$BENCHDOC_TEST_POSTGRESQL" ;;
  77) "$@" ;;
  *) exit 1 ;;
esac
