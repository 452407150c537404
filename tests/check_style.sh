#!/bin/bash
# Checks the budgets and bans that a script can see:
#   functions of at most 60 lines, files of at most 400, lines of at most 100 columns;
#   calls that belong to cli (printing, ending, environment, clock) or nowhere;
#   files opened only by core/base, core/git and cli; no variable that can change at file scope.
# usage: check_style.sh [ROOT [OBJECTS]]; OBJECTS: a folder with object files of a build
# without sanitizers, searched for variables; exit 1 and one line per violation
cd "${1:-.}" || exit 2
objects=${2:-}
bad=0
modules='core ingest store stats render cli'
sources=$(find $modules cmake tests -name '*.[ch]' 2>/dev/null | sort)
product=$(find $modules -name '*.[ch]' 2>/dev/null | sort)

say() { printf '%s\n' "$1"; bad=1; }
lines() { while IFS= read -r line; do [ -n "$line" ] && say "$line"; done; }

lines < <(printf '%s\n' "$sources" | xargs -r ctags --kinds-C=f --fields=+ne -o - 2>/dev/null | awk -F'\t' '
  /^!/ { next }
  { from = to = 0
    for (i = 4; i <= NF; i++) {
      if ($i ~ /^line:/) from = substr($i, 6)
      if ($i ~ /^end:/) to = substr($i, 5)
    }
    if (to - from + 1 > 60) print $2 ":" from ": " $1 " has " to - from + 1 " lines, at most 60" }')

lines < <(printf '%s\n' "$sources" | xargs -r wc -l | awk '
  $2 != "total" && $1 > 400 { print $2 ": " $1 " lines, at most 400" }')

# Columns are characters, not bytes; awk may count either.
lines < <(printf '%s\n' "$sources" | LC_ALL=C.UTF-8 xargs -r grep -nHE '^.{101,}' |
  sed -E 's/^([^:]*:[0-9]+):.*/\1: more than 100 columns/')
lines < <(printf '%s\n' "$sources" | xargs -r awk '
  /\t/ { print FILENAME ":" FNR ": a tab" }
  /[ \r]$/ { print FILENAME ":" FNR ": a blank at the end of the line" }')

# Source text without comments and strings, so that only code is judged.
code() {
  awk '{
    line = $0
    gsub(/\\./, "", line)
    gsub(/"[^"]*"/, "\"\"", line)
    out = ""
    while (line != "") {
      if (comment) {
        at = index(line, "*/")
        if (!at) { line = ""; break }
        line = substr(line, at + 2); comment = 0
      } else {
        at = index(line, "/*")
        if (!at) { out = out line; line = ""; break }
        out = out substr(line, 1, at - 1) " "; line = substr(line, at + 2); comment = 1
      }
    }
    sub(/\/\/.*/, "", out)
    print FILENAME ":" FNR ":" out
  }' "$1"
}

# banned WHY FILES-ALLOWED(regex) NAMES(regex)
banned() {
  lines < <(printf '%s\n' "$all_code" | grep -vE "^($2)" \
    | grep -E "(^|[^A-Za-z0-9_.>])($3) *\(" | sed -E "s#^([^:]*:[0-9]+:) *(.*)#\1 $1: \2#")
}
all_code=$(for file in $product; do code "$file"; done)
nowhere='nothing/'
banned 'not to be used' "$nowhere" \
  'atoi|atol|atof|strtok|sprintf|vsprintf|strcpy|strcat|gets|localtime|gmtime|ctime|asctime|mktemp|tmpnam|alloca|rand|srand|system|popen|setlocale|scanf|sscanf|fscanf'
banned 'belongs to cli' 'cli/|core/base/common\.c' \
  'exit|_exit|_Exit|quick_exit|printf|vprintf|fprintf|puts|putchar|fputs|perror'
banned 'belongs to cli' 'cli/' \
  'getenv|secure_getenv|setenv|time|clock|clock_gettime|gettimeofday|sleep|usleep|nanosleep|fork|execv|execvp|execve|posix_spawn|posix_spawnp|signal|sigaction|isatty|random|getrandom|getcwd|chdir'
banned 'files are opened by core/base' 'cli/|core/base/|core/git/' \
  'fopen|freopen|fdopen|open|openat|creat|opendir|unlink|remove|rename|mkdir|rmdir|stat|lstat|access|mmap|tmpfile|mkstemp|realpath'
lines < <(printf '%s\n' "$all_code" | grep -E '^[^:]*:[0-9]+:.*\bgoto +' | grep -vE '\bgoto done;' \
  | sed -E 's/^([^:]*:[0-9]+:) *(.*)/\1 only "goto done": \2/')

# What a build made of it: symbols in sections that can be written at run time.
# A constant with addresses in it lies in .data.rel.ro and is fine. The one
# exception is the flag that a signal handler sets.
if [ -n "$objects" ] && [ -d "$objects" ]; then
  lines < <(find "$objects" -name '*.o' -path '*bd_*' -o -name '*.o' -path '*benchdoc.dir*' | sort | while read -r object; do
    objdump -t "$object" | awk -v object="${object#"$objects"/}" '
      NF < 5 { next }
      { section = $(NF - 2); name = $NF; size = $(NF - 1) }
      section ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && section !~ /^\.data\.rel\.ro/ && size !~ /^0+$/ \
        && name !~ /^bd_interrupted/ { print object ": " name " is a variable at file scope" }'
  done)
fi
exit $bad
