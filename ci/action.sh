#!/usr/bin/env bash
# What action.yml runs; tests/cli/ci_files.rs tests it. Exits as `linklint check` does.
set -euo pipefail

if ! command -v linklint > /dev/null; then
    cargo install --locked --quiet --path "$GITHUB_ACTION_PATH" --root "$RUNNER_TEMP/linklint"
    PATH="$RUNNER_TEMP/linklint/bin:$PATH"
fi

report=$(mktemp "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/linklint.XXXXXX")
trap 'rm -f "$report"' EXIT
options=(--format github "--output=human=$report")
if [[ -n ${LINT_SARIF:-} ]]; then options+=("--output=sarif=$LINT_SARIF"); fi
if [[ -n ${LINT_CHANGED_SINCE:-} ]]; then options+=("--changed-since=$LINT_CHANGED_SINCE"); fi
while IFS= read -r option; do
    if [[ -n $option ]]; then options+=("$option"); fi
done <<< "${LINT_ARGUMENTS:-}"

# `--` keeps a path that begins with a dash a path.
code=0
linklint check "${options[@]}" -- "${LINT_PATH:-.}" || code=$?

# The log has the report for people too; what it quotes of the project's text is no command for the runner.
if [[ -s $report ]]; then
    token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    echo "::group::linklint"
    echo "::stop-commands::$token"
    cat "$report"
    echo "::$token::"
    echo "::endgroup::"
fi
exit "$code"
