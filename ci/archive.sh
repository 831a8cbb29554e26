#!/usr/bin/env bash
# Packs what a release offers for one target: the programs, their manual page, completions, licences. tests/cli/ci_files.rs
# tests it.
#
#   ci/archive.sh FOLDER NAME OUT    FOLDER holds the programs, which must run here; makes OUT/NAME.tar.gz
set -euo pipefail

folder=$1 name=$2 out=$3
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
suffix=
if [[ -f $folder/linklint.exe ]]; then suffix=.exe; fi
stage=$out/$name

mkdir -p "$stage/completions"
cp "$folder/linklint$suffix" "$folder/cargo-linklint$suffix" "$stage"
cp "$root/README.md" "$root/CHANGELOG.md" "$root/LICENSE-MIT" "$root/LICENSE-APACHE" "$stage"
"$folder/linklint$suffix" man > "$stage/linklint.1"
# The names under which each shell looks for them.
while read -r shell file; do
    "$folder/linklint$suffix" completions "$shell" > "$stage/completions/$file"
done <<'LIST'
bash linklint
zsh _linklint
fish linklint.fish
powershell _linklint.ps1
elvish linklint.elv
LIST
tar -C "$out" -czf "$out/$name.tar.gz" "$name"
rm -r "$stage"
