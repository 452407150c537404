#!/bin/bash
# Makes the release's packages and uses them where nothing else is: the tarball in a bare
# Debian, the Debian package after apt has installed it there. Needs root for that.
# usage: check_package.sh BUILD; exit 77 where it cannot be done
build=$(cd "${1:-build/release}" && pwd) || exit 2
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d)
failed=0
say() { printf 'FAILED: %s\n' "$*"; failed=1; }
fail() { say "$@"; exit 1; }
leave() {
  mountpoint -q "$root/proc" && umount "$root/proc"
  rm -rf "$work"
}
root=$work/root
trap leave EXIT

# pack FOLDER: the same packages, made in another second
pack() {
  cpack --config "$build/CPackConfig.cmake" -B "$1" >"$work/cpack.log" 2>&1 && return
  cat "$work/cpack.log"
  fail 'cpack'
}

# ---------------------------------------------------------------- what is in them

pack "$work/first"
pack "$work/second"
first=("$work"/first/*.tar.gz "$work"/first/*.deb)
[ ${#first[@]} -eq 2 ] || fail "there are ${first[*]}"
tarball=${first[0]} deb=${first[1]}
name=$(basename "$tarball" .tar.gz)
[[ $name =~ ^benchdoc-[0-9]+\.[0-9]+\.[0-9]+-linux-[a-z0-9_]+$ ]] || say "the tarball is called $name"
for file in "${first[@]}"; do
  (cd "$work/first" && sha256sum --quiet -c "$(basename "$file").sha256") || say "no digest of $file"
done
# cpack packs in the order of the folder, so it is what is in it that must be the same
contents() {
  for file in "$1"/*.tar.gz; do tar -tzvf "$file" --full-time; mkdir "$1/tar"; tar -xzf "$file" -C "$1/tar"; done
  for file in "$1"/*.deb; do dpkg-deb -c "$file"; dpkg-deb -R "$file" "$1/deb"; done
  (cd "$1" && find tar deb -type f -exec sha256sum {} +)
}
diff <(contents "$work/first" | sort) <(contents "$work/second" | sort) || say 'made twice, they differ'

for file in bin/benchdoc README LICENSE share/man/man1/benchdoc.1 share/doc/benchdoc/copyright \
  share/bash-completion/completions/benchdoc share/zsh/site-functions/_benchdoc \
  share/fish/vendor_completions.d/benchdoc.fish; do
  [ -s "$work/first/tar/$name/$file" ] || say "the tarball has no $file"
done
for file in bin/benchdoc share/man/man1/benchdoc.1.gz share/doc/benchdoc/copyright \
  share/bash-completion/completions/benchdoc share/zsh/site-functions/_benchdoc \
  share/fish/vendor_completions.d/benchdoc.fish; do
  [ -s "$work/first/deb/usr/$file" ] || say "the Debian package has no /usr/$file"
done
ls "$work/first/tar/$name"/share/doc/benchdoc/libraries/libgit2* >/dev/null || say 'the libraries come without their licences'
for library in "$work/first/tar/$name"/lib/benchdoc/*; do
  readelf -h "$library" >/dev/null 2>&1 || say "$library is no library"
done

# ---------------------------------------------------------------- a system without anything

[ $failed -eq 0 ] || exit 1
[ "$(id -u)" = 0 ] || { echo 'what the packages contain is right; using them in a clean root needs root'; exit 77; }
. /etc/os-release
[ "$ID" = debian ] || { echo "what the packages contain is right; a clean root is made of Debian only, this is $ID"; exit 77; }
bare=build/package/$VERSION_CODENAME.tar
if [ ! -f "$bare" ]; then
  mkdir -p build/package
  debootstrap --variant=minbase "$VERSION_CODENAME" "$root" >"$work/debootstrap.log" 2>&1 || {
    tail -n 5 "$work/debootstrap.log"
    echo 'what the packages contain is right; debootstrap makes no clean root here'
    exit 77
  }
  tar -cf "$bare.part" -C "$root" . && mv "$bare.part" "$bare"
else
  mkdir "$root" && tar -xf "$bare" -C "$root"
fi
cp -R "$work/first/tar/$name" "$root/opt/benchdoc"
cp -R bench-data/skript-orm "$root/srv/project"
printf '[{"name": "startup", "unit": "ms", "value": 120}]\n' >"$root/srv/results.json"
mkdir -p "$root/proc" && mount -t proc proc "$root/proc" 2>/dev/null

# inside WANTED-STATUS WANTED-TEXT COMMAND...
inside() {
  local status wanted=$1 text=$2 out
  shift 2
  out=$(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root chroot "$root" "$@" 2>&1)
  status=$?
  [ $status -eq "$wanted" ] || say "'$*' ended with $status: $out"
  case $out in *"$text"*) ;; *) say "'$*' did not say '$text': $out" ;; esac
}

inside 127 'not found' sh -c benchdoc
version=${name#benchdoc-} version=${version%%-linux*}
main_job() {
  inside 0 "benchdoc $version" "$1" --version
  inside 0 '| startup ' "$1" table /srv/results.json
  inside 0 '' "$1" -C /srv/project generate --check
  inside 0 'docs/benchmarking.md' "$1" -C /srv/project why docs/benchmarking.md five-thousand-rows MariaDB 'Write, total'
  sed -i 's/685\.122311/685.122312/' "$root/srv/project/docs/benchmarking.md"
  inside 1 '1 of 15 files drifted' "$1" -C /srv/project generate --check
  inside 0 '' "$1" -C /srv/project generate
  inside 0 '' "$1" -C /srv/project generate --check
}
main_job /opt/benchdoc/bin/benchdoc
# a picture needs pango, which is not there: said, not crashed
inside 6 'libpangocairo' /opt/benchdoc/bin/benchdoc chart /srv/results.json -o /srv/chart.png
rm -rf "$root/opt/benchdoc"

# ---------------------------------------------------------------- as Debian installs it

cp "$deb" "$root/srv/"
[ -f /etc/apt/apt.conf ] && cp /etc/apt/apt.conf "$root/etc/apt/"
cp /etc/resolv.conf "$root/etc/" 2>/dev/null
if ! chroot "$root" sh -c "apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y \
  --no-install-recommends /srv/$(basename "$deb")" >"$work/apt.log" 2>&1 </dev/null; then
  tail -n 20 "$work/apt.log"
  fail 'apt-get does not install the Debian package'
fi
inside 0 'install ok installed' dpkg-query -W -f '${Status}' benchdoc
main_job benchdoc
inside 0 '' dpkg --verify benchdoc
inside 0 '' dpkg -r benchdoc
[ ! -e "$root/usr/bin/benchdoc" ] || say 'removing the package left the program'
[ $failed -eq 0 ]
