#!/usr/bin/env bash
# Packs the sources with all crates that they need, for builds and tests without a network.
#
#   ci/vendored.sh NAME OUT [--offline]    makes OUT/NAME.tar.gz of the committed state
set -euo pipefail

name=$1 out=$2
shift 2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "$out"
stage=$(cd "$out" && pwd)/$name

mkdir "$stage"
git -C "$root" archive HEAD | tar -x -C "$stage"
(cd "$stage" && cargo vendor --locked --versioned-dirs "$@" vendor > vendored.toml)
# Cargo reads it beside the aliases that are there.
cat "$stage/vendored.toml" >> "$stage/.cargo/config.toml"
rm "$stage/vendored.toml"
tar -C "$out" -czf "$out/$name.tar.gz" "$name"
rm -r "$stage"
