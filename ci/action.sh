#!/usr/bin/env bash
# What action.yml runs; tests/ci_files.rs tests it. Exits as `linklint check` does.
set -euo pipefail

if ! command -v linklint > /dev/null; then
    cargo install --locked --quiet --path "$GITHUB_ACTION_PATH" --root "$RUNNER_TEMP/linklint"
    PATH="$RUNNER_TEMP/linklint/bin:$PATH"
fi

options=(--format github)
if [[ -n ${LINT_SARIF:-} ]]; then options+=("--output=sarif=$LINT_SARIF"); fi
if [[ -n ${LINT_CHANGED_SINCE:-} ]]; then options+=("--changed-since=$LINT_CHANGED_SINCE"); fi
while IFS= read -r option; do
    if [[ -n $option ]]; then options+=("$option"); fi
done <<< "${LINT_ARGUMENTS:-}"

# `--` keeps a path that begins with a dash a path.
exec linklint check "${options[@]}" -- "${LINT_PATH:-.}"
