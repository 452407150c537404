# Sourced by ./demo and ./test: finds out what is missing and installs only that.
#
#   need_packages PAIR...   where PAIR is package=check and check is one of
#     cmd:NAME   a program in PATH; NAME,NAME is one of several
#     pc:NAME    a library that pkg-config knows
#     py:NAME    a Python module
#     c:NAME     a C header
#     pg:NAME    a program of the PostgreSQL server, which Debian keeps out of PATH
#
# With everything there nothing is asked of the network. Packages are named as
# Debian 12 and Ubuntu 24.04 name them.

BUILD_PACKAGES="cmake=cmd:cmake gcc=cmd:gcc libc6-dev=c:stdio.h pkg-config=cmd:pkg-config
  libjansson-dev=pc:jansson libexpat1-dev=pc:expat libgit2-dev=pc:libgit2 libcairo2-dev=pc:cairo
  libpango1.0-dev=pc:pangocairo libpng-dev=pc:libpng libdeflate-dev=pc:libdeflate
  libsqlite3-dev=pc:sqlite3 libpq-dev=pc:libpq libyaml-dev=pc:yaml-0.1 libpcre2-dev=pc:libpcre2-8
  libutf8proc-dev=pc:libutf8proc libssl-dev=pc:libcrypto"

have() {
  case $1 in
    cmd:*) for program in $(echo "${1#cmd:}" | tr , ' '); do
      command -v "$program" >/dev/null 2>&1 && return
    done
    return 1 ;;
    pc:*) command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "${1#pc:}" ;;
    pg:*) command -v "${1#pg:}" >/dev/null 2>&1 \
      || ls /usr/lib/postgresql/*/bin/"${1#pg:}" >/dev/null 2>&1 ;;
    py:*) python3 -c "import ${1#py:}" >/dev/null 2>&1 ;;
    c:*) command -v gcc >/dev/null 2>&1 \
      && printf '#include <%s>\n' "${1#c:}" | gcc -E -x c - >/dev/null 2>&1 ;;
  esac
}

missing_packages() {
  missing=
  for pair in "$@"; do
    have "${pair#*=}" || missing="$missing ${pair%%=*}"
  done
  # one of two build tools is enough
  case "$missing " in *' ninja-build '*) return ;; esac
  command -v ninja >/dev/null 2>&1 || command -v make >/dev/null 2>&1 \
    || missing="$missing ninja-build"
}

install_missing() {
  if ! command -v apt-get >/dev/null 2>&1; then
    echo "Missing (by their Debian names):$missing"
    echo "This system has no apt-get: install what corresponds to them, then run again."
    exit 2
  fi
  if [ "$(id -u)" = 0 ]; then
    as_root=env
  elif command -v sudo >/dev/null 2>&1; then
    as_root='sudo env'
  else
    echo "Missing packages. As root, run:"
    echo
    echo "    apt-get update && apt-get install -y --no-install-recommends$missing"
    echo
    echo "then run this again."
    exit 2
  fi
  echo "installing:$missing"
  $as_root DEBIAN_FRONTEND=noninteractive apt-get -q update >/dev/null || exit 2
  # shellcheck disable=SC2086 # a list of words
  $as_root DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
    $missing </dev/null >/dev/null || exit 2
}

# need_packages PAIR...: everything named is there afterwards, or the script has ended.
need_packages() {
  missing_packages "$@"
  [ -z "$missing" ] && return
  install_missing
  missing_packages "$@"
  [ -z "$missing" ] && return
  echo "still missing after the installation:$missing"
  exit 2
}

# build_release: configures and builds build/release, quietly unless it fails.
build_release() {
  dir=build/release
  # a build folder that came from elsewhere cannot be used here
  if [ -f "$dir/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$dir/CMakeCache.txt"; then
    rm -rf "$dir"
  fi
  generator=
  if [ ! -f "$dir/CMakeCache.txt" ] && command -v ninja >/dev/null 2>&1; then
    generator='-G Ninja'
  fi
  mkdir -p "$dir"
  # shellcheck disable=SC2086 # option and value
  { cmake -S . -B "$dir" $generator -DCMAKE_BUILD_TYPE=Release -DBENCHDOC_TESTS=OFF \
    && cmake --build "$dir" --parallel "$(getconf _NPROCESSORS_ONLN)"; } >"$dir/build.log" 2>&1 \
    && return 0
  tail -n 40 "$dir/build.log"
  echo "the build failed; all of its output is in $dir/build.log"
  return 1
}
