# Sourced by what needs a PostgreSQL server of its own:
#
#   start_postgres DIRECTORY   makes a cluster there that listens on a socket only, and
#                              sets BENCHDOC_TEST_POSTGRESQL to its URL
#   restart_postgres DIRECTORY [MODE]  at once (immediate), or letting statements end (fast)
#   stop_postgres DIRECTORY    ends it; the directory stays
#
# The server refuses to run as root, so root lends it to another user.

postgres_bin() {
  if command -v initdb >/dev/null 2>&1; then
    dirname "$(command -v initdb)"
  else # where Debian keeps it, the newest version
    ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1
  fi
}

as_postgres() {
  if [ "$(id -u)" = 0 ]; then
    runuser -u "$(id -un postgres 2>/dev/null || echo nobody)" -- "$@"
  else
    "$@"
  fi
}

start_postgres() {
  local bin dir=$1
  bin=$(postgres_bin)
  [ -n "$bin" ] || { echo "no PostgreSQL server here (package postgresql)"; return 77; }
  mkdir -p "$dir"
  [ "$(id -u)" = 0 ] && chown "$(id -un postgres 2>/dev/null || echo nobody)" "$dir"
  as_postgres "$bin/initdb" -D "$dir/data" -A trust -U benchdoc -E UTF8 --locale=C.UTF-8 \
    --no-sync >"$dir/initdb.log" 2>&1 || { cat "$dir/initdb.log"; return 1; }
  # not safe against a power cut, which a test's cluster need not be
  cat >>"$dir/data/postgresql.conf" <<END
listen_addresses = ''
unix_socket_directories = '$dir'
fsync = off
full_page_writes = off
END
  # the only user who is asked for a password
  as_postgres sed -i '1i local all locked scram-sha-256' "$dir/data/pg_hba.conf"
  run_postgres "$dir" start || { cat "$dir/server.log"; return 1; }
  export BENCHDOC_TEST_POSTGRESQL="postgresql://benchdoc@/postgres?host=$dir"
  export BENCHDOC_TEST_POSTGRESQL_DIR=$dir
}

# Its output goes to a file: who reads ours would wait for the server, too.
run_postgres() {
  as_postgres "$(postgres_bin)/pg_ctl" -D "$1/data" -l "$1/server.log" -w -s "${@:2}" \
    >>"$1/control.log" 2>&1 </dev/null
}

restart_postgres() {
  run_postgres "$1" -m "${2:-fast}" restart
}

stop_postgres() {
  run_postgres "$1" -m immediate stop
}
