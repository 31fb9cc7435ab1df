#!/bin/sh
# install-deps.sh PACKAGE...: installs those Debian or Ubuntu packages that are missing, as root or
# through sudo. Does nothing, and needs no rights, when all are there.
set -eu

if ! command -v apt-get >/dev/null 2>&1; then
    echo "This is not Debian or Ubuntu: install what these packages hold yourself: $*" >&2
    exit 0
fi

missing=
for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Missing packages; as root, run: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi

# The lists of packages may be old, yet good enough: only the installation must succeed.
echo "== Installing$missing"
$as_root apt-get -qq update || true
if ! $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install -y --no-install-recommends -o Dpkg::Use-Pty=0 $missing >/dev/null; then
    echo "Could not install:$missing" >&2
    exit 1
fi
